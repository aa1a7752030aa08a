"""Lessons: the list of them, and one at the table, with a page beside the board that leads on.

Every answer goes to the lesson instead of a game, which judges it, and a refusal is the lesson's
kind sentence; everything else is as at the table, so that a learner learns the keys of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from elgrande.app.answering.answering import SeatTurn
from elgrande.app.board.map.scene import Changes
from elgrande.app.board.view import BoardView
from elgrande.app.dialogs.dialog import Dialog, ask
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.log import LogPane, TableLog
from elgrande.app.panes.prompt import Prompt
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.text_runs import (
    BAR,
    BAR_DIM,
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    bare_keys,
    cells,
    first_keys,
    on_bar,
    pad,
    width_of,
    wrap,
)
from elgrande.app.screens.answer_board import AnswerBoard
from elgrande.app.screens.answer_screen import AnswerScreen
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.settings.bindings import Key, Keys, bindings
from elgrande.content.lesson import ONLY_READ, LessonRun, lessons
from elgrande.content.reference import reference
from elgrande.content.words.names import sentence
from elgrande.table.chair import AskedSeat, Chair, Look, Reply
from elgrande.table.desk import only_asks

if TYPE_CHECKING:
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.saved_games.user_files import KeptMarks
    from elgrande.rules import Decision, Position, View


FIRST = "This is the first page."
AGAIN = "Answer this page again, or ask the lesson to show you."
SEATS = "In a lesson everybody keeps their own seat."


def _nothing() -> None:
    """Do nothing: a lesson tells nobody, so there is nothing to stop."""


class LessonChair(Chair):
    """The learner's seat in a LessonRun."""

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        self.gone = ""
        self.setup = run.setup
        self.rules = run.rules
        self.said = ""
        """What the lesson said to the last answer that it took."""

    def update(self, seat: int | AskedSeat | None = AskedSeat.HERE) -> Look:
        """Return what the learner sees; on a page to read nothing can be answered."""
        decision = self.run.decision
        if not self.run.asks:
            decision = replace(decision, codes=())
        return Look(
            **self._seen(self.run.view, decision),
            log=tuple(self.run.log),
            next=self.run.entries + 1,
        )

    def send(self, seat: int, commands: Sequence[str]) -> Reply:
        """Hand an answer to the lesson."""
        outcome = self.run.answer(commands)
        self.said = outcome.text if outcome else ""
        return self._done() if outcome else Reply(refused=outcome.text)

    def go_on(self) -> None:
        """Turn a page that was read."""
        self.said = ""
        self.run.go_on()

    def show_me(self, begun: Sequence[str] = ()) -> None:
        """Let the lesson give the answer, or what is missing of the one that was ``begun``."""
        self.said = ""
        self.run.show_me(begun)

    def begin(self, seat: int, commands: Sequence[str]) -> Look | Reply:
        """Return what the learner would be asked next, or the lesson's word on the answer."""
        ahead = self.run.peek(commands) if not self.run.objection(commands) else None
        if ahead is not None and only_asks(self.run.view, *ahead):
            return Look(**self._seen(*ahead))
        return self.send(seat, commands)

    def peek(self, seat: int, commands: Sequence[str]) -> Look | Reply:
        """Return what the learner would see after these; a Reply if the lesson does not want
        them.
        """
        objection = self.run.objection(commands)
        if objection:
            return Reply(refused=objection)
        ahead = self.run.peek(commands)
        return Reply(0) if ahead is None else Look(**self._seen(*ahead))

    def undo(self, seats: Sequence[int] | None = None, *, turn: bool = False) -> Reply:
        """Go back to the beginning of the page, or to the page before."""
        self.said = ""
        return self._done() if self.run.back() else Reply(refused=FIRST)

    def redo(self, seats: Sequence[int] | None = None) -> Reply:
        """Refuse: what was answered once can be answered again."""
        return Reply(refused=AGAIN)

    def hand_over(self, seat: int, source: str) -> Reply:
        """Refuse: the other seats follow the script."""
        return Reply(refused=SEATS)

    def subscribe(self, told: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Tell nothing: nothing happens that the screen has not done itself."""
        return _nothing

    def close(self) -> None:
        """Do nothing: nothing is held that would have to be let go of."""

    def _done(self) -> Reply:
        return Reply(self.run.entries, update=self.update())

    def _seen(self, view: View, decision: Decision) -> dict[str, Any]:
        return {
            "entry": self.run.entries,
            "view": view,
            "decision": decision,
            "final": (),
            "players": tuple(self.setup.players),
            "seats": (self.run.seat,),
            "can_undo": self.run.can_go_back,
        }


# -- the page --------------------------------------------------------------------------


@dataclass(frozen=True)
class LessonPage:
    """A page as it is shown; ``said`` is the lesson's answer to what was just done.

    ``keys`` are those of this page, ``always`` those of every page.
    """

    title: str
    at: int
    total: int
    text: str
    said: str = ""
    keys: tuple[Key, ...] = ()
    always: tuple[Key, ...] = ()


def rows(page: LessonPage, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return heading, text, keys; blank rows between paragraphs where the height allows."""
    room = width - 1
    texts = [_lines(paragraph, glyphs, room) for paragraph in page.text.split("\n")]
    every = (*page.keys, *page.always)
    foot = [_keys(every, width)]
    if width_of(bare_keys(every)) - 1 > width:
        foot = [_keys(page.keys, width), _keys(page.always, width)]
    if 1 + sum(map(len, texts)) + len(foot) > height:
        # The prompt below says the others as well.
        foot = foot[:1]
    said = [f"{glyphs.yes} {line}" for line in wrap(page.said, room - 2)] if page.said else []
    spare = height - 1 - len(foot) - len(said) - sum(map(len, texts))
    gaps = spare >= len(texts)
    out: list[Row] = [_heading(page, glyphs, width)]
    for i, lines in enumerate(texts):
        if gaps and i:
            out.append(pad([], width))
        out += [pad([Run(" ", PLAIN), Run(line, PLAIN)], width) for line in lines]
    if said and gaps:
        out.append(pad([], width))
    out += [pad([Run(" ", PLAIN), Run(line, STRONG)], width) for line in said]
    out += [pad([], width)] * (height - len(out) - len(foot))
    return [*out, *foot]


def _heading(page: LessonPage, glyphs: Glyphs, width: int) -> Row:
    """Return how far one is, and which lesson it is where that fits."""
    said = f" Page {page.at} of {page.total} "
    title = f" {page.title} "
    line = width - cells(said) - cells(title) - 1
    if line < 2:
        return pad([Run(said, TITLE), Run(glyphs.rule * (width - cells(said)), DIM)], width)
    return pad([Run(said, TITLE), Run(glyphs.rule * line, DIM), Run(title, TITLE)], width)


def _lines(paragraph: str, glyphs: Glyphs, room: int) -> list[str]:
    """Return a paragraph wrapped; a step of an explanation hangs behind its dot."""
    if not paragraph.startswith("- "):
        return wrap(paragraph, room)
    first, *rest = wrap(paragraph[2:], room - 2)
    return [f"{glyphs.dot} {first}", *(f"  {line}" for line in rest)]


def _keys(keys: Sequence[Key], width: int) -> Row:
    """Return keys with their meaning in one row, as many as have room whole."""
    return pad([Run(" ", PLAIN), *first_keys(keys, width - 1, PLAIN)], width)


class LessonPane(LineWidget, can_focus=True):
    """The pane of the page. What its keys do is the screen's affair."""

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs

    def show(self, page: LessonPage) -> None:
        """Show a page."""
        self.draw_with(lambda width, height: rows(page, self._glyphs, width, height))


# -- the board -------------------------------------------------------------------------

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

    def show_status(self, position: Position) -> None:
        """Paint the first row, with the points where the page hides the panes that tell them."""
        points = [Run("pts ", BAR_DIM)] * self.small
        for seat in range(self.guide.rules.n_seats * self.small):
            colour = self.guide.colour(seat)
            points.append(Run(self.guide.glyphs.piece(colour), on_bar(colour)))
            points.append(Run(f"{position.score(seat)} ", BAR))
        self.query_one(StatusPane).show(position, self.guide, points)

    def below_map(self) -> Iterator[LineWidget]:
        yield LogPane(self.guide.glyphs, id="chronicle")

    def side_panes(self) -> Iterator[LineWidget]:
        yield LessonPane(self.guide.glyphs, id="page")
        yield from super().side_panes()


class LessonBoard(AnswerBoard):
    """Shows the page with the board, and marks on the map what the page speaks of."""

    labels: Mapping[str, str] = {"table.explain": "rules", "table.undo": "back"}
    helpers = ()

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


class LessonScreen(AnswerScreen[None]):
    """One lesson, from its first page to its last."""

    BINDINGS = bindings("table", "lesson")

    def __init__(self, run: LessonRun, glyphs: Glyphs) -> None:
        self.run_of = run
        self.chair = LessonChair(run)
        super().__init__(LessonBoard(self.chair, glyphs, self.replied))

    def replied(self, _reply: Reply) -> None:
        """Look again after an answer."""
        self.renew()

    def renew(self, refocus: bool = False) -> None:
        """Look again: what the page asks and shows. The last pages come after the game's end."""
        found = self.chair.update()
        self.play.take(found, found.seat, found.log, refocus=refocus)

    # -- keys --------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter turns the page only where the page asks for nothing."""
        if action == "go_on":
            return not self.run_of.asks
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Turn a page that was read; after the last one the lesson is over."""
        self.chair.go_on()
        self.turn.refusal = ""
        if self.run_of.finished:
            self.dismiss(None)
        else:
            self.renew()

    def action_hint(self) -> None:
        hint = self.run_of.hint
        self.play.refuse(f"Hint: {hint}" if hint else self.keys.say(GO_ON))

    def action_show_me(self) -> None:
        """Let the lesson answer, or turn the page."""
        if not self.run_of.asks:
            self.action_go_on()
            return
        now = self.turn.answering
        begun = now.draft if now is not None else ()
        if now is not None:
            # The lesson finishes what was begun: nothing of it is lost.
            now.drop()
        self.chair.show_me(begun)
        self.turn.refusal = ""
        self.renew()

    def action_undo(self) -> None:
        """Take a half-made step back, then this page's answers, then the page before."""
        if self.half_made:
            self.play.back()
            return
        reply = self.chair.undo()
        self.turn.refusal = reply.refused
        self.table_log.stale = True
        self.renew(refocus=True)

    def action_undo_turn(self) -> None:
        self.action_undo()

    def action_redo(self) -> None:
        """Say how a page is answered again."""
        if self.play.clear():
            self.play.refuse(sentence(self.chair.redo().refused))

    def action_back(self) -> None:
        """Esc: back out of an unfinished answer, else ask whether to leave."""
        if self.half_made:
            self.play.back()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave the lesson; it begins anew another time."""

        question = "Leave this lesson? Next time it will start from the first page."
        ask(self.app, question, lambda: self.dismiss(None))

    def action_explain(self) -> None:
        book = reference(self.run_of.setup)
        start = tuple(name for name in self.run_of.rule_ids if name in book)
        self.app.push_screen(RulesScreen(self.turn.guide.glyphs, book, start, "On this page"))


# -- the list --------------------------------------------------------------------------


class LearnScreen(Dialog[None]):
    """Opens lesson after lesson; Esc goes back."""

    DEFAULT_CSS = """
    LearnScreen > #box { height: 18; }
    LearnScreen ListPane { margin-top: 1; }
    LearnScreen #goal { height: 6; }
    """

    title_text = "Learn to play"
    hint = "{list.up,list.down|arrows} and {list.choose} choose, {dialog.close} goes back"

    def __init__(self, glyphs: Glyphs, marks: KeptMarks) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._marks = marks
        self._lessons = lessons()

    def content(self) -> Iterator[Widget]:
        yield ListPane(self._glyphs, self._items(), id="list")
        yield LineWidget(self._goal, id="goal")

    def _items(self) -> list[ListItem]:
        done = self._marks.lessons
        return [
            ListItem(lesson.title, f"{self._glyphs.yes} done" if lesson.id in done else "", str(n))
            for n, lesson in enumerate(self._lessons, 1)
        ]

    def on_mount(self) -> None:
        self._fill()

    def _fill(self) -> None:
        """Show the marks anew, with the cursor on what comes next."""
        done = self._marks.lessons
        after = [i for i, lesson in enumerate(self._lessons) if lesson.id not in done]
        self.query_one(ListPane).fill(self._items(), after[0] if after else 0)
        self._show_goal()

    def _show_goal(self) -> None:
        self.query_one("#goal", LineWidget).redraw()

    def _goal(self, width: int, height: int) -> list[Row]:
        lesson = self._lessons[self.query_one(ListPane).cursor]
        pages = f"{len(lesson.steps)} pages. You can leave at any time."
        lines = [(line, PLAIN) for line in wrap(lesson.goal, width - 2)]
        lines.append((self._marks.problem or pages, DIM))
        return [pad([], width), *(pad([Run(f"  {t}", style)], width) for t, style in lines)][
            :height
        ]

    def on_cursor_pane_moved(self) -> None:
        self._show_goal()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        lesson = self._lessons[message.index]
        run = LessonRun(lesson)

        def left(_result: object) -> None:
            if run.finished:
                self._marks.mark(self._marks.lessons, lesson.id)
            self._fill()

        self.app.push_screen(LessonScreen(run, self._glyphs), left)
