"""The Chair: the app's end of a Table, local or remote alike."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.content.setup import Player, Setup
from elgrande.rules import Decision, View
from elgrande.rules.events import Event, from_plain
from elgrande.rules.plain import tupled
from elgrande.table.desk import Desk, Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from elgrande.rules import Ruleset
    from elgrande.table.table import Table


@dataclass(frozen=True)
class Look:
    """What a seat, or a spectator, sees now.

    ``final`` are the legal answers that could not be taken back; ``seats`` those
    that this Chair may answer for. ``since`` is the entry after which the others
    had their turns before this seat's present one, or -1 (`History.since`).
    """

    entry: int
    view: View
    decision: Decision
    final: tuple[int, ...]
    players: tuple[Player, ...]
    seats: tuple[int, ...]
    can_undo: bool
    can_redo: bool
    fair: bool
    since: int = -1


@dataclass(frozen=True)
class Reply:
    """Whether something was done; if not, ``refused`` is one sentence that says why.

    ``word`` is the seat of this Chair whose word would allow it, or -1.
    """

    entry: int = -1
    refused: str = ""
    word: int = -1

    def __bool__(self) -> bool:
        return not self.refused


class Chair:
    """Update, send, peek, undo: all that a screen needs of a Table.

    ``ask`` carries a message to a Desk and brings its answer.
    """

    def __init__(
        self,
        ask: Callable[[Message], Message],
        subscribe: Callable[[Callable[[Message], None]], Callable[[], None]],
    ) -> None:
        self._ask = ask
        self._subscribe = subscribe
        self.setup = Setup.from_plain(ask({"ask": "game"})["setup"])
        self.rules: Ruleset = self.setup.ruleset()

    def update(self, seat: int | None = None) -> Look:
        """What a seat of this Chair, or a spectator (None), sees; ValueError if it may not."""
        return self._look(self._ask({"ask": "look", "seat": seat}))

    def send(self, seat: int, commands: Sequence[str]) -> Reply:
        """Answer with a gesture, in notation without the colour."""
        return _reply(self._ask({"ask": "send", "seat": seat, "do": list(commands)}))

    def peek(self, seat: int, commands: Sequence[str]) -> Look | Reply:
        """What the seat would see after these; a Reply where that cannot be looked into."""
        answer = self._ask({"ask": "peek", "seat": seat, "do": list(commands)})
        if "refused" in answer:
            return _reply(answer)
        if "hidden" in answer:
            return Reply(0)
        return self._look(answer)

    def undo(self, seats: Sequence[int] | None = None, *, turn: bool = False) -> Reply:
        """Take back one gesture, or the turn's.

        ``seats`` are those of this Chair whose word is given: a person's answer is
        taken back by that one alone. A Chair of one seat needs not say so.
        """
        return _reply(self._ask({"ask": "undo", "turn": turn, "seats": _listed(seats)}))

    def redo(self, seats: Sequence[int] | None = None) -> Reply:
        """Bring back what was taken back last, for these seats (see ``undo``)."""
        return _reply(self._ask({"ask": "redo", "seats": _listed(seats)}))

    def log(self, seat: int | None, since: int = 0) -> list[tuple[int, Event]]:
        """The events after an entry that the seat may see, with their entries' numbers."""
        answer = self._ask({"ask": "log", "seat": seat, "since": since})
        return [(n, from_plain(data)) for n, data in answer.get("log", ())]

    def hand_over(self, seat: int, source: str) -> Reply:
        """Give an own seat to a bot, or take it back for a person."""
        return _reply(self._ask({"ask": "source", "seat": seat, "source": source}))

    def subscribe(self, told: Callable[[Message], None]) -> Callable[[], None]:
        """Tell of every change at the table; returns how to stop that."""
        return self._subscribe(told)

    def _look(self, answer: Message) -> Look:
        if "refused" in answer:
            raise ValueError(answer["refused"])
        return Look(
            entry=answer["entry"],
            view=View.from_plain(self.rules, answer["view"]),
            decision=_decision(self.rules, answer["decision"]),
            final=tuple(answer["final"]),
            players=tuple(Player(**player) for player in answer["players"]),
            seats=tuple(answer["seats"]),
            can_undo=answer["can_undo"],
            can_redo=answer["can_redo"],
            fair=answer["fair"],
            since=answer["since"],
        )


def seated(table: Table, seats: Collection[int] | None = None) -> Chair:
    """Return a Chair at a Table in the same process."""
    desk = Desk(table, seats)
    return Chair(desk.handle, desk.subscribe)


def loopback(table: Table, seats: Collection[int] | None = None) -> Chair:
    """Return a Chair whose messages all go through JSON, as a remote one's do."""
    desk = Desk(table, seats)

    def ask(message: Message) -> Message:
        answer: Message = json.loads(json.dumps(desk.handle(json.loads(json.dumps(message)))))
        return answer

    def subscribe(told: Callable[[Message], None]) -> Callable[[], None]:
        return desk.subscribe(lambda message: told(json.loads(json.dumps(message))))

    return Chair(ask, subscribe)


def _listed(seats: Sequence[int] | None) -> list[int] | None:
    return None if seats is None else list(seats)


def _reply(answer: Message) -> Reply:
    if "refused" in answer:
        return Reply(refused=answer["refused"], word=answer.get("word", -1))
    return Reply(answer["entry"])


def _decision(rules: Ruleset, data: Message) -> Decision:
    frame = tupled(data["frame"])
    return Decision(
        data["seat"], tuple(data["owing"]), data["step"], frame, data["card"],
        tuple(data["codes"]), data["secret"], data["may_change"],
        rules.shown_of(data["step"], frame),
    )  # fmt: skip
