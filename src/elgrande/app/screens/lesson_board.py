"""The board of a lesson: a page beside it tells what to do, and what it speaks of is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elgrande.app.answering.answering import HELPERS, SeatTurn
from elgrande.app.board.map.reading import Changes
from elgrande.app.board.view import BoardView
from elgrande.app.panes.lesson_page import LessonPage, LessonPane
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.prompt import Prompt
from elgrande.app.screens.answer_board import AnswerBoard
from elgrande.app.screens.table_log import TableLog
from elgrande.content.lesson import ONLY_READ

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from elgrande.app.answering.lesson_chair import LessonChair
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.panes.line_widget import LineWidget
    from elgrande.app.settings.bindings import Key, Keys
    from elgrande.table.chair import Reply

ONWARD = "Read the page, then press {lesson.on} to go on."
LAST = "This is the last page. {lesson.on} ends the lesson."
GO_ON = f"{ONLY_READ} {{lesson.on}} goes on."


def page_keys(keys: Keys, asks: bool) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """Return the keys of a page, one to read or one that asks, and those of every page."""
    on = (keys.key("lesson.on", "go on"),)
    helps = (keys.key("lesson.hint", "hint"), keys.key("lesson.show", "show me"))
    back = keys.key("table.undo", "back")
    always = (keys.key("table.explain", "rules"), keys.key("table.back", "leave"))
    return (*(helps if asks else on), back), always


class LessonView(BoardView):
    """The board of a lesson: the page leads the side panes, the log stands below the map."""

    DEFAULT_CSS = """
    LessonView.big #page { height: 14; }
    LessonView.big #cards { height: 1fr; }
    LessonView.big #log { display: none; }
    """

    TABS: ClassVar[Mapping[str, str]] = {"page": "Page", **BoardView.TABS, "courts": "Court"}
    WIDE: ClassVar[Sequence[str]] = ("map", "page", "cards", "courts", "chronicle")
    HEADINGS: ClassVar[Mapping[str, str]] = {
        "page": "Page",
        "cards": "Cards",
        "courts": "Players",
        "chronicle": "Log",
    }
    SEATS: ClassVar[bool] = False

    def below_map(self) -> Iterator[LineWidget]:
        yield LogPane(self.guide.glyphs, id="chronicle")

    def side_panes(self) -> Iterator[LineWidget]:
        yield LessonPane(self.guide.glyphs, id="page")
        yield from super().side_panes()


class LessonBoard(AnswerBoard):
    """Shows the page with the board, and marks on the map what the page speaks of."""

    LABELS: ClassVar[dict[str, str]] = {
        **{name: said for name, said in AnswerBoard.LABELS.items() if name not in HELPERS},
        "table.explain": "rules",
        "table.undo": "back",
    }

    def __init__(
        self, chair: LessonChair, glyphs: Glyphs, replied: Callable[[Reply], None]
    ) -> None:
        turn = SeatTurn(chair, glyphs)
        super().__init__(turn, TableLog(turn.guide), replied, LessonView(turn.guide))
        self._chair = chair
        self._run = chair.run
        self._page = 0

    def show(self) -> None:
        super().show()
        self.show_page()

    def marked(self) -> Changes:
        """Return what the page speaks of where no answer lights the map.

        It is spotlit and has no brackets: those are for keys that answer something.
        """
        targets = () if self.lit_targets() else self.turn.guide.rules.targets
        return Changes(spotlit=[target for target in targets if target in self._run.lit])

    def show_page(self) -> None:
        """Paint the page alone."""
        run = self._run
        at, total = run.progress
        said = self._chair.said if run.asks else ""
        keys = page_keys(self.keys, run.asks)
        self.query_one(LessonPane).show(
            LessonPage(run.lesson.title, at, total, run.page, said, *keys)
        )

    def waiting(self) -> Prompt:
        """Return how to go on from a page to read."""
        at, total = self._run.progress
        text = LAST if at == total else ONWARD
        keys = tuple(key for part in page_keys(self.keys, False) for key in part)
        return Prompt(self.keys.say(text), refusal=self.turn.refusal, keys=keys)

    def why_waiting(self) -> str:
        return self.keys.say(GO_ON)

    def rekeyed(self) -> None:
        super().rekeyed()
        self.show_page()

    def focus_answer(self) -> None:
        """Put the keyboard where the answer is given, and turn to the page when it is new."""
        at, _ = self._run.progress
        board, now = self.board, self.turn.answering
        if at != self._page:
            self._page = at
            board.turn_to("page")
            # Where the cursor stood says nothing about this page.
            board.map.point("")
            self.show_prompt()
        if now is None:
            self.screen.set_focus(self.query_one(LessonPane))
        elif now.offer.targets:
            self.screen.set_focus(board.map)
        elif now.offer.verbs == {"card"} and not board.small:
            self.screen.set_focus(board.cards)
        else:
            self.screen.set_focus(self.prompt)
