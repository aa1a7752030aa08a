"""Puzzles: the list, the table at which one is answered, and what is said of the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from elgrande.analysis.puzzle import (
    ALONE,
    LEVELS,
    PuzzleTable,
    puzzle_of,
    puzzle_titles,
    verdict,
)
from elgrande.app.answering.answering import HELPERS
from elgrande.app.board.map.plan import steps
from elgrande.app.dialogs.dialog import BesideDialog, Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.text_runs import DIM, PLAIN, STRONG, Row, pad, paragraph
from elgrande.app.screens.trial_screen import AGAIN, AsideScreen, UnkeptView
from elgrande.app.settings.bindings import bindings
from elgrande.content.files import ContentError

if TYPE_CHECKING:
    from pathlib import Path

    from textual.widget import Widget

    from elgrande.analysis.puzzle import Puzzle
    from elgrande.app.board.guide import Guide
    from elgrande.app.board.view import TableView
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.saved_games.user_files import KeptMarks

NEXT = "next"
ABOUT = (
    "Which action card is best here? Take it at the table as you would in a game. The answer is "
    "sure: from the best turn with each card bots have played on to the end, many times."
)


class PuzzlesScreen(Dialog[None]):
    """Opens puzzle after puzzle; Esc goes back."""

    DEFAULT_CSS = """
    PuzzlesScreen > #box { height: 22; }
    PuzzlesScreen ListPane { margin-top: 1; height: 1fr; }
    PuzzlesScreen #about { height: 6; }
    """

    title_text = "Find the turn"
    hint = "{list.up,list.down|arrows} scroll, {list.choose} opens, {dialog.close} goes back"

    def __init__(self, glyphs: Glyphs, marks: KeptMarks, own: Path | None) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._marks = marks
        self._puzzles, problems = puzzle_titles(own)
        more = f"{len(problems)} files are left out; elgrande puzzle says why of each."
        self._problem = more if len(problems) > 1 else "".join(problems)

    def content(self) -> Iterator[Widget]:
        yield ListPane(self._glyphs, self._items(), id="list")
        yield LineWidget(self._about, id="about")

    def _items(self) -> list[ListItem]:
        return [
            ListItem(f"{n}. {title.text}", f"{LEVELS[title.level]} {self._mark(title.id)}")
            for n, title in enumerate(self._puzzles, 1)
        ]

    def _mark(self, puzzle: str) -> str:
        if puzzle in self._marks.solved:
            return self._glyphs.yes
        return "?" if puzzle in self._marks.missed else " "

    def on_mount(self) -> None:
        self._fill(0)

    def _fill(self, first: int) -> None:
        """Show the marks anew, with the cursor on the next that is not solved."""
        solved = self._marks.solved
        ids = [title.id for title in self._puzzles]
        left = [at for at in (*range(first, len(ids)), *range(first)) if ids[at] not in solved]
        self.query_one(ListPane).fill(self._items(), left[0] if left else first)
        self.query_one("#about", LineWidget).redraw()

    def _about(self, width: int, height: int) -> list[Row]:
        solved = sum(title.id in self._marks.solved for title in self._puzzles)
        told = f"{solved} of {len(self._puzzles)} are solved. {self._marks.problem}"
        rows = [*paragraph(ABOUT, width), *paragraph(told, width, DIM)]
        return [pad([], width), *rows, *paragraph(self._problem, width, DIM)][:height]

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self._open(message.index)

    def _open(self, index: int) -> None:
        try:
            puzzle = puzzle_of(self._puzzles[index].source)
        except ContentError as error:
            self.notify(str(error), markup=False)
            return

        def left(result: str | None) -> None:
            self._fill(index + (result == NEXT))
            if result == AGAIN:
                self._open(index)
            elif result == NEXT:
                self._open(self.query_one(ListPane).cursor)

        screen = PuzzleScreen(puzzle, self._glyphs, f"Puzzle {index + 1}", self._marks)
        self.app.push_screen(screen, left)


class VerdictScreen(BesideDialog[str]):
    """Tells whether the card is the one, beside the map with the turn; returns what next."""

    BINDINGS = bindings("verdict")

    hint = ""

    def __init__(
        self,
        said: Sequence[str],
        room: Callable[[], int],
        shown: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        """``shown`` shows the right answer, and returns what is said then; None if it is."""
        super().__init__(room)
        self.title_text = "Your answer"
        self._said = said
        self._shown = shown

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        """The keys: the answer is shown to whoever asks."""
        show = [("verdict.show", "the answer")] if self._shown else []
        first = ("verdict.again", "again"), *show, ("verdict.next", "next")
        return *(first if show else first[::-1]), ("dialog.close", "the list")

    def rows(self, width: int) -> list[Row]:
        first, *more = self._said
        out = [*paragraph(first, width, STRONG), pad([], width)]
        for line in more:
            out += [*paragraph(line, width, PLAIN), pad([], width)]
        return out

    def action_lead(self, where: str) -> None:
        self.dismiss(where)

    def action_show(self) -> None:
        if self._shown:
            self._said, self._shown = self._shown(), None
            self.fit()


UNHELPED = ("table.hint", "table.story")
"""The keys of help that there is none of."""


class PuzzleView(UnkeptView):
    """The board of a puzzle."""

    help_keys = tuple(each for each in UnkeptView.help_keys if each[0][1:-1] not in UNHELPED)


class PuzzleScreen(AsideScreen):
    """The table at which a puzzle is answered; returns AGAIN, NEXT, or nothing."""

    def __init__(self, puzzle: Puzzle, glyphs: Glyphs, called: str, marks: KeptMarks) -> None:
        self._answers = PuzzleTable(puzzle)
        super().__init__(self._answers, glyphs)
        self._puzzle = puzzle
        self._called = called
        self._marks = marks
        self.play.helpers = [name for name in HELPERS if name not in UNHELPED]

    def board(self, guide: Guide) -> TableView:
        return PuzzleView(guide)

    def on_mount(self) -> None:
        who = self.turn.guide.player(self._puzzle.seat)
        leads = self.keys.say("{table.back} leads back to the list")
        self.notify(
            f"{self._called}, {LEVELS[self._puzzle.level]}: which card is best for {who}? "
            f"{leads}.", timeout=12, markup=False,
        )  # fmt: skip

    def judged(self) -> Dialog[str]:
        """Return what the card is worth, with the best turn that it leads to on the map."""
        self.app.clear_notifications()
        card = self._answers.card
        right = card == self._puzzle.best.card
        self._marks.answer(self._puzzle.id, right=right)
        said = self._told(card, shown=False)
        show = None if right else partial(self._told, card, shown=True)
        return VerdictScreen(said, self.play.board.beside, show)

    def _told(self, card: str, *, shown: bool) -> Sequence[str]:
        """Draw the turn with a card, or the best one of all; return what is said of it."""
        guide, puzzle = self.turn.guide, self._puzzle
        turn = puzzle.best if shown else next(one for one in puzzle.turns if one.card == card)
        own = [code for seat, code in turn.path if seat == puzzle.seat]
        self.play.plan = steps(puzzle.view(), guide, own)
        self.play.show()
        return tuple(verdict(puzzle, card, guide.names, shown=shown))

    def action_hint(self) -> None:
        self.notify(ALONE, markup=False)

    def action_story(self) -> None:
        self.play.refuse("A puzzle is one position; what came before it is not told.")

    def action_leave(self) -> None:
        self.app.clear_notifications()
        self.dismiss(None)
