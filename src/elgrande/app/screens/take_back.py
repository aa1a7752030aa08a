"""Taking answers back and bringing them back, by the word of whoever gave them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import AskScreen
from elgrande.content.words.names import sentence
from elgrande.table.chair import Failed, Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.app.screens.answer_board import AnswerBoard
    from elgrande.app.screens.hot_seat import HotSeat


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
            self._ask(self._chair.undo, "undo your last answer", _saying("Undone."))

    def turn(self) -> None:
        """Take the whole turn back; while nobody has one, the last answer."""
        undo = partial(self._chair.undo, turn=True)
        what = "turn" if self._play.turn.shown.view.actor >= 0 else "last answer"
        self._ask(undo, f"undo your {what}", _turn_taken_back)

    def redo(self) -> None:
        """Bring back what was taken back last."""
        self._ask(self._chair.redo, "redo your answer", _saying("Redone."), together=True)

    def hand_over(self, seat: int, source: str) -> None:
        """Hand a seat to a bot, or back to a person."""
        done = _saying("Somebody else plays this seat now.")
        self._tell(partial(self._chair.hand_over, seat, source), done)

    def _ask(
        self,
        act: Callable[[Sequence[int]], Reply],
        what: str,
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
        question = f"{turn.guide.player(word)}, do you want to {what}?"

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
        if not isinstance(reply, Failed):
            self._play.told.stale = True
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
