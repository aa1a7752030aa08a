"""A lesson as a Chair: a board is answered on with it as in any game.

Nothing is sent anywhere: the lesson itself judges every answer, and a refusal is
the lesson's kind sentence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elgrande.table.chair import AskedSeat, Chair, Look, Reply, Update
from elgrande.table.desk import only_asks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.content.lesson import LessonRun
    from elgrande.rules import Decision, View

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

    def update(self, seat: int | AskedSeat | None = AskedSeat.HERE) -> Update:
        """Return what the learner sees; on a page to read nothing can be answered."""
        decision = self.run.decision
        if not self.run.asks:
            decision = replace(decision, codes=())
        return Update(
            **self._seen(self.run.view, decision),
            seat=self.run.seat,
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
            "can_redo": False,
            "fair": True,
        }
