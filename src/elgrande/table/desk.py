"""The Table's end of the messages: it answers what a Chair asks.

Every message is a dictionary that JSON can carry, so that a remote seat is no
special case. A Desk is bound to the seats that its Chair may answer for, and
shows their views and a spectator's, nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from elgrande.rules.events import to_plain
from elgrande.rules.plain import listed
from elgrande.table.table import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from elgrande.rules import Decision, View
    from elgrande.table.history import Entry
    from elgrande.table.table import Table

Message = dict[str, Any]


class Desk:
    """Answers one Chair's messages.

    ``seats`` restricts it; None means whichever seats people play here, which
    is what a hot-seat needs.
    """

    def __init__(self, table: Table, seats: Collection[int] | None = None) -> None:
        self.table = table
        self._seats = None if seats is None else frozenset(seats)

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose views it shows and whose answers it takes."""
        persons = self.table.persons
        return persons if self._seats is None else persons & self._seats

    def subscribe(self, told: Callable[[Message], None]) -> Callable[[], None]:
        """Tell of every change; returns how to stop that."""

        def tell(entry: Entry) -> None:
            told({"changed": entry.n, "kind": entry.kind})

        return self.table.subscribe(tell)

    def handle(self, message: Message) -> Message:
        """Answer a message: the reply, or ``{"refused": sentence}``."""
        ask = message.get("ask")
        handler = self._HANDLERS.get(ask) if isinstance(ask, str) else None
        if handler is None:
            return {"refused": f"There is no message {ask!r}"}
        try:
            return handler(self, message)
        except Refused as refusal:
            if refusal.word in self.seats:
                return {"refused": str(refusal), "word": refusal.word}
            return {"refused": str(refusal)}

    def _seat(self, message: Message, *, spectator: bool = False) -> int | None:
        seat = message.get("seat")
        if seat is None and spectator:
            return None
        if isinstance(seat, bool) or not isinstance(seat, int) or seat not in self.seats:
            raise Refused("That seat is not yours to look at or to answer for")
        return seat

    @staticmethod
    def _commands(message: Message) -> list[str]:
        commands = message.get("do")
        if not isinstance(commands, list) or not all(isinstance(c, str) for c in commands):
            raise Refused("A gesture is a list of commands")
        return commands

    def _game(self, message: Message) -> Message:
        return {"setup": self.table.setup.to_plain(secrets=False)}

    def _look(self, message: Message) -> Message:
        seat = self._seat(message, spectator=True)
        table = self.table
        final = () if seat is None else table.final(seat)
        return self._picture(seat, table.view(seat), table.decision(seat), final)

    def _peek(self, message: Message) -> Message:
        seat = self._seat(message)
        assert seat is not None
        commands = self._commands(message)
        found = self.table.peek(seat, commands)
        if found is None:
            return {"hidden": True}
        return self._picture(seat, *found, self.table.final(seat, commands))

    def _picture(
        self, seat: int | None, view: View, decision: Decision, final: tuple[int, ...]
    ) -> Message:
        table = self.table
        return {
            "entry": table.history.head,
            "view": view.to_plain(),
            "decision": decision_to_plain(decision),
            "final": list(final),
            "players": [
                {"colour": p.colour, "name": p.name, "source": p.source} for p in table.players
            ],
            "seats": sorted(self.seats),
            "can_undo": self._may_ask and table.can_undo(sorted(self.seats)),
            "can_redo": self._may_ask and table.can_redo(sorted(self.seats)),
            "fair": table.fair,
            "since": -1 if seat is None else table.history.since(seat),
        }

    def _send(self, message: Message) -> Message:
        seat = self._seat(message)
        assert seat is not None
        entry = self.table.send(seat, self._commands(message))
        return {"entry": entry.n}

    @property
    def _may_ask(self) -> bool:
        """Say whether there is somebody here to ask for an undo: a spectator is nobody.

        A Desk of the whole table is; with bots alone at it, it may look at them again.
        """
        return self._seats is None or bool(self.seats)

    def _asking(self, message: Message) -> list[int]:
        """Return the seats whose word a Chair brings; one that has one seat speaks for that.

        Where several people sit at one keyboard, the Chair must have asked them.
        """
        own = self.seats
        if not self._may_ask:
            raise Refused("Only a player at this table can take an answer back, or bring it back")
        seats = message.get("seats")
        if seats is None:
            return sorted(own) if len(own) == 1 else []
        if not isinstance(seats, list) or not all(
            isinstance(seat, int) and not isinstance(seat, bool) and seat in own for seat in seats
        ):
            raise Refused("You can speak for your own seats only")
        return seats

    def _undo(self, message: Message) -> Message:
        entry = self.table.undo(self._asking(message), turn=bool(message.get("turn")))
        return {"entry": entry.n}

    def _redo(self, message: Message) -> Message:
        return {"entry": self.table.redo(self._asking(message)).n}

    def _log(self, message: Message) -> Message:
        seat = self._seat(message, spectator=True)
        since = message.get("since", 0)
        if not isinstance(since, int):
            raise Refused("The log is asked for from an entry's number on")
        events = self.table.events(seat, since)
        return {"log": [[n, to_plain(event)] for n, event in events]}

    def _source(self, message: Message) -> Message:
        """Hand one of the own seats to a bot, or take it back for a person."""
        seat, source = message.get("seat"), message.get("source")
        own = self._seats if self._seats is not None else range(self.table.rules.n)
        if (
            isinstance(seat, bool)
            or not isinstance(seat, int)
            or seat not in own
            or not isinstance(source, str)
        ):
            raise Refused("That seat is not yours to hand over")
        return {"entry": self.table.seat_source(seat, source).n}

    _HANDLERS: ClassVar[dict[str, Callable[[Desk, Message], Message]]] = {
        "game": _game,
        "look": _look,
        "peek": _peek,
        "send": _send,
        "undo": _undo,
        "redo": _redo,
        "log": _log,
        "source": _source,
    }


def decision_to_plain(decision: Decision) -> Message:
    """Return a Decision as plain values."""
    return {
        "seat": decision.seat,
        "owing": list(decision.owing),
        "step": decision.step,
        "frame": listed(decision.frame),
        "card": decision.card,
        "codes": list(decision.codes),
        "secret": decision.secret,
        "may_change": decision.may_change,
    }
