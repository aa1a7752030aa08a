"""Several people at one keyboard: a curtain before whatever only one of them may see.

And answers are taken back, and brought back, by the word of whoever gave them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events

from elgrande.app.dialogs.dialog import AskScreen, Dialog, ask
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import PLAIN, STRONG, Row, Run, cells, keyed, pad, piece
from elgrande.app.settings.bindings import bindings
from elgrande.app.terminal.app_screen import AppScreen, ClosesOnce
from elgrande.content.words.names import sentence

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen

    from elgrande.app.answering.answering import SeatTurn
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.panes.log import NumberedEvents
    from elgrande.app.screens.answer_board import AnswerBoard
    from elgrande.table.chair import Look, Reply


LEAVE = "leave"
"""What a curtain answers when the table is left."""


class CurtainScreen(AppScreen[str]):
    """Covers everything; Enter or a click lifts it. Whoever leaves the table here says so."""

    DEFAULT_CSS = "CurtainScreen { background: $surface; }"

    comes_by_itself = True

    BINDINGS = bindings("curtain")

    def __init__(
        self, name: str, colour: str, glyphs: Glyphs, leaving: str, *, secret: bool
    ) -> None:
        """``leaving`` is asked before the table is left; a choice may be ``secret``."""
        super().__init__()
        self._does = "makes a secret choice" if secret else "sees cards that nobody else may see"
        self._leaving = leaving
        self._name = name
        self._colour = colour
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield LineWidget(self._rows, id="curtain")

    def _rows(self, width: int, height: int) -> list[Row]:
        who = [
            Run(f" {self._glyphs.piece(self._colour)} ", piece(self._colour)),
            Run(f" {self._name}", STRONG),
            Run(f" {self._does}.", PLAIN),
        ]
        lines = [
            who,
            [],
            [Run("Everyone else, please look away.", PLAIN)],
            [],
            keyed(self.keys.key("curtain.lift", "once only you can see the screen")),
            keyed(self.keys.key("curtain.leave", "leave the table")),
        ]
        top = max(0, (height - len(lines)) // 2)
        out = [pad([], width) for _ in range(top)]
        for line in lines:
            indent = max(0, (width - sum(cells(run.text) for run in line)) // 2)
            out.append(pad([Run(" " * indent, PLAIN), *line], width))
        return out

    def action_lift(self) -> None:
        self.dismiss(None)

    def action_leave(self) -> None:
        ask(self.app, self._leaving, lambda: self.dismiss(LEAVE))

    def on_click(self, event: events.Click) -> None:
        self.dismiss(None)


class Allowed(NamedTuple):
    """What may be on the screen now: a look, whose it is (None is a spectator's), its log."""

    look: Look
    seat: int | None
    told: NumberedEvents


class HotSeat:
    """Knows who sits alone at the keyboard, and hides from anybody else what that one sees.

    ``lifted`` is called when the right person has lifted a curtain.
    """

    def __init__(
        self, screen: Screen[Any], turn: SeatTurn, lifted: Callable[[], None], leaving: str
    ) -> None:
        self._screen = screen
        self._leaving = leaving
        self._turn = turn
        self._lifted = lifted
        # Who has lifted a curtain and sits there alone since; nobody after a view that all may see.
        self._alone: int | None = None
        self._curtained = False
        self.hidden = False
        """Whether the others here must not see the look of the seat that is asked."""

    def allow(self, found: Look) -> Allowed:
        """Return what may be shown of an update, and hang the curtain where that is not all."""
        self.hidden = found.hidden
        private = None if found.watch is None else found.seat
        if self._alone not in (None, private):
            self._take_away()
        if private is None:
            self._alone = None
        elif private != self._alone:
            assert found.watch is not None
            self._hang(private, secret=found.decision.secret)
            return Allowed(found.watch, None, found.public)
        return Allowed(found, found.seat, found.log)

    def leave(self) -> None:
        """Note that somebody else has been at the keyboard."""
        self._alone = None

    def _hang(self, seat: int, *, secret: bool) -> None:
        """Hide everything until the right person says so."""
        if self._curtained:
            return
        self._curtained = True

        def lifted(answer: str | None) -> None:
            self._curtained = False
            if answer == LEAVE:
                self._screen.dismiss(None)
                return
            self._alone = seat
            self._lifted()

        guide = self._turn.guide
        name, colour = guide.player(seat), guide.colour(seat)
        curtain = CurtainScreen(name, colour, guide.glyphs, self._leaving, secret=secret)
        self._screen.app.push_screen(curtain, lifted)

    def _take_away(self) -> None:
        """Close what somebody opened who sat here alone: it may tell what that one sees."""
        app = self._screen.app
        while (top := app.screen_stack[-1]) is not self._screen:
            if isinstance(top, AppScreen) and top.comes_by_itself:
                break
            if isinstance(top, Dialog):
                top.action_close()
            elif isinstance(top, ClosesOnce):
                top.dismiss(None)
            if app.screen_stack[-1] is top:
                break


class TakeBack:
    """Changes the game's course: undo, redo, and who plays a seat.

    ``replied`` is told what the table says; ``again`` shows the table as it is, for somebody
    new at the keyboard if told so.
    """

    def __init__(
        self,
        play: AnswerBoard,
        hot_seat: HotSeat,
        replied: Callable[[Reply], None],
        again: Callable[[bool], None],
    ) -> None:
        self._play = play
        self._chair = play.turn.chair
        self._hot_seat = hot_seat
        self._replied = replied
        self._again = again

    def answer(self) -> None:
        """Take the last step back, a half-made one first."""
        if self._play.turn.half_made:
            self._play.back()
        else:
            self._ask(self._chair.undo, lambda _: "undo your last answer", _saying("Undone."))

    def turn(self) -> None:
        """Take the whole turn back; while nobody has one, the last answer."""
        undo = partial(self._chair.undo, turn=True)
        undone = self._play.turn.current.undone
        self._ask(undo, lambda word: f"undo your {undone(word)}", _turn_taken_back)

    def redo(self) -> None:
        """Bring back what was taken back last."""
        self._ask(self._chair.redo, lambda _: "redo your answer", _saying("Redone."), together=True)

    def hand_over(self, seat: int, source: str) -> None:
        """Hand a seat to a bot, or back to a person."""
        done = _saying("Somebody else plays this seat now.")
        self._tell(partial(self._chair.hand_over, seat, source), done)

    def _ask(
        self,
        act: Callable[[Sequence[int]], Reply],
        what: Callable[[int], str],
        done: Callable[[Reply], str],
        *,
        together: bool = False,
        seats: tuple[int, ...] | None = None,
    ) -> None:
        """Do it by the word of the seats that it needs.

        At one keyboard the one who sits there speaks for the own seat alone, so anybody
        else is asked. What comes back may be of several seats, and needs them ``together``.
        """
        turn = self._play.turn
        own = () if turn.seat is None else (turn.seat,)
        speaking = own if seats is None else seats
        reply = self._tell(partial(act, speaking), done, asks=True)
        if reply is None or reply.word < 0:
            return
        word = reply.word
        hidden = turn.seat is not None and self._hot_seat.hidden
        question = f"{turn.guide.player(word)}, do you want to {what(word)}?"

        def answered(yes: bool | None) -> None:
            if hidden:
                # Somebody else has been at the keyboard meanwhile.
                self._hot_seat.leave()
            if yes:
                agreed = (*speaking, word) if together else (word,)
                self._ask(act, what, done, together=together, seats=agreed)
            else:
                self._again(hidden)

        self._play.app.push_screen(AskScreen(question, alone=hidden), answered)

    def _tell(
        self, act: Callable[[], Reply], done: Callable[[Reply], str], *, asks: bool = False
    ) -> Reply | None:
        """Do it, unless a half-made answer is in its way; returns the table's reply.

        If ``asks``, a refusal that somebody's word would lift is left for the caller to say.
        """
        if not self._play.clear():
            return None
        reply = act()
        if asks and reply.word >= 0:
            return reply
        if not reply.failed:
            self._play.table_log.stale = True
            self._play.turn.refusal = sentence(reply.refused) if reply.refused else ""
        if reply:
            self._play.notify(done(reply), timeout=2)
        self._replied(reply)
        return reply


def _saying(text: str) -> Callable[[Reply], str]:
    """Return what says the same of every reply."""
    return lambda _reply: text


def _turn_taken_back(reply: Reply) -> str:
    """Say how far it went: what all choose at once is no turn, and goes answer by answer."""
    if reply.update is not None and reply.update.view.actor < 0:
        return "Your last answer was undone. No turn has begun here."
    return "The turn was undone."
