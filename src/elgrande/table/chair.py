"""The Chair: the app's end of a Table, local or remote alike."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from elgrande.content.setup import Player, Setup
from elgrande.rules import Decision, Ruleset, View
from elgrande.rules.events import Event, TurnEnded, from_plain
from elgrande.rules.parts import tupled
from elgrande.table.desk import GONE, LEFT, Desk, Message

if TYPE_CHECKING:
    from elgrande.table.table import Table


@dataclass(frozen=True)
class Look:
    """What a seat, or a spectator, sees now.

    ``final`` are the legal answers that could not be taken back; ``seats`` those
    that this Chair may answer for. ``since`` is the entry after which the others
    had their turns before this seat's present one, or -1 (``History.since``).

    An ``update`` has everything that a screen shows. ``hidden`` says that the others at this
    Chair must not see it; then ``watch`` is what all of them may see. ``log`` are the events of
    the game so far with their entries' numbers, without what was taken back. ``next`` is
    the number of the next entry: news of an earlier one is no news.
    """

    entry: int
    view: View
    decision: Decision
    final: tuple[int, ...]
    players: tuple[Player, ...]
    seats: tuple[int, ...]
    can_undo: bool
    since: int = -1
    hidden: bool = False
    watch: Look | None = None
    log: tuple[tuple[int, Event], ...] = ()
    next: int = 1

    @property
    def seat(self) -> int | None:
        """Whose look it is, the first that is asked of several here; nobody's is a spectator's."""
        return self.view.seat

    @property
    def public(self) -> tuple[tuple[int, Event], ...]:
        """What a spectator was told."""
        return tuple(told for told in self.log if told[1].seen_by(None))

    @property
    def reader(self) -> int:
        """The seat that reads alone what is told here, or -1."""
        return self.seats[0] if len(self.seats) == 1 else -1

    def undone(self, seat: int) -> str:
        """Return what is taken back with a turn, by a seat's word: its ``turn``, or only less."""
        own = [event for _, event in self.log if getattr(event, "seat", -1) == seat]
        whole = self.view.actor == seat or isinstance(own[-1] if own else None, TurnEnded)
        return "turn" if whole else "last answer"

    def after(self, entry: int) -> list[tuple[int, Event]]:
        """Return what was told after an entry."""
        return [told for told in self.log if told[0] > entry]


@dataclass(frozen=True)
class Reply:
    """Whether something was done; if not, ``refused`` is one sentence that says why.

    ``entry`` is the one that it led to, -1 where nothing was done. ``word`` is the seat of this
    Chair whose word would allow it, or -1. ``update`` is how things stand after it was done.

    ``failed`` says that it could not even be tried, or not be made durable: it is ``SAVE`` where
    the save could not be written, so that play must stop, ``FULL`` where neither it nor a copy of
    it has room for more, and ``GONE`` where there is no table any more: it was closed, or the way
    to it was lost. ``ask`` is a question to be answered with yes before anything is sent.
    """

    entry: int = -1
    refused: str = ""
    word: int = -1
    update: Look | None = None
    failed: str = ""
    ask: str = ""

    def __bool__(self) -> bool:
        return self.entry >= 0


class Gone(Exception):
    """There is no way to the Table; the message is one sentence.

    Whatever carries the messages raises this and nothing else. A Chair lets it through
    only while it is made: afterwards its answers have ``failed``, and go on doing so.
    """


class AskedSeat(Enum):
    """The seat that is asked here, where none is named: None is a spectator."""

    HERE = auto()


class Chair:
    """Update, send, peek, undo: all that a screen needs of a Table.

    ``ask`` carries a message to a Desk and brings its answer; ``subscribe`` lets news
    through until what it returns is called. Both may raise Gone. Nothing else is raised
    here but ValueError, for a seat that is not this Chair's.
    """

    def __init__(
        self,
        ask: Callable[[Message], Message],
        subscribe: Callable[[Callable[[Message], None]], Callable[[], None]],
    ) -> None:
        self._ask = ask
        self._subscribe = subscribe
        self.gone = ""
        """Why there is no table at the other end any more, in a sentence, or nothing."""
        # News of the end may come in another thread, while this one finds it out by asking.
        self._ending = threading.Lock()
        self._listeners: dict[object, tuple[Callable[[Message], None], Callable[[], None]]] = {}
        self._logs: dict[int | None, tuple[int, tuple[tuple[int, Event], ...]]] = {}
        answer = self._asked({"ask": "game"})
        if self.gone:
            raise Gone(self.gone)
        self.setup = Setup.from_plain(answer["setup"])
        self.rules: Ruleset = self.setup.ruleset()

    def update(self, seat: int | AskedSeat | None = AskedSeat.HERE) -> Look | Reply:
        """How things stand, for whoever is to answer here, for a seat or for a spectator (None).

        A Reply is one that has failed.

        ValueError if this Chair may not see that.
        """
        message: Message = {"ask": "update", "heard": self._heard()}
        if seat is not AskedSeat.HERE:
            message["seat"] = seat
        answer = self._asked(message)
        if "failed" in answer:
            return _failed(answer)
        if "refused" in answer:
            raise ValueError(answer["refused"])
        return self._update(answer)

    def send(self, seat: int, commands: Sequence[str]) -> Reply:
        """Answer with a gesture, in notation without the colour."""
        return self._do({"ask": "send", "seat": seat, "do": list(commands)})

    def begin(self, seat: int, commands: Sequence[str]) -> Look | Reply:
        """Show what the seat would be asked next; send the commands where they do anything else."""
        message = {"ask": "begin", "seat": seat, "do": list(commands), "heard": self._heard()}
        answer = self._asked(message)
        return self._look(answer) if "view" in answer else self._reply(answer)

    def peek(self, seat: int, commands: Sequence[str]) -> Look | Reply:
        """Return what the seat would see after these; a Reply where that cannot be looked into."""
        answer = self._asked({"ask": "peek", "seat": seat, "do": list(commands)})
        if "hidden" in answer:
            return Reply(0)
        return self._look(answer) if "view" in answer else self._reply(answer)

    def moment(self, seat: int | None, entry: int) -> View | Reply:
        """Return what a seat or a spectator could see after an entry; a Reply where it cannot."""
        answer = self._asked({"ask": "moment", "seat": seat, "entry": entry})
        if "view" in answer:
            return View.from_plain(self.rules, answer["view"])
        return self._reply(answer)

    def undo(self, seats: Sequence[int] | None = None, *, turn: bool = False) -> Reply:
        """Take back one gesture, or the turn's.

        ``seats`` are those of this Chair whose word is given: a person's answer is
        taken back by that one alone. A Chair of one seat needs not say so.
        """
        return self._do({"ask": "undo", "turn": turn, "seats": _listed(seats)})

    def redo(self, seats: Sequence[int] | None = None) -> Reply:
        """Bring back what was taken back last, for these seats (see ``undo``)."""
        return self._do({"ask": "redo", "seats": _listed(seats)})

    def hand_over(self, seat: int, source: str) -> Reply:
        """Give an own seat to a bot, or take it back for a person."""
        return self._do({"ask": "source", "seat": seat, "source": source})

    def subscribe(self, notify: Callable[[Message], None]) -> Callable[[], None]:
        """Tell of every change at the table, and once if it is gone; returns how to stop that.

        News comes in whichever thread it happened in.
        """

        token = object()

        def hear(message: Message) -> None:
            if "gone" in message:
                self._lose(message["gone"])
            elif token in self._listeners:
                notify(message)

        def stop() -> None:
            _, end = self._listeners.pop(token, (notify, _nothing))
            with suppress(Gone):
                end()

        if not self.gone:
            self._listeners[token] = notify, _nothing
            try:
                end = self._subscribe(hear)
            except Gone as loss:
                self._lose(str(loss))
            else:
                if token in self._listeners:
                    self._listeners[token] = notify, end
                else:
                    # The table went while we asked for its news.
                    with suppress(Gone):
                        end()
        return stop

    def close(self) -> None:
        """Leave the table: nothing more is told, and whatever is asked has failed."""
        if self.gone:
            return
        with suppress(Gone):
            self._ask({"ask": "close"})
        self._end(LEFT)

    def _asked(self, message: Message) -> Message:
        if self.gone:
            return {"failed": self.gone, "kind": GONE}
        try:
            answer = self._ask(message)
        except Gone as loss:
            answer = {"failed": str(loss), "kind": GONE}
        if "failed" in answer and answer["kind"] == GONE:
            self._lose(answer["failed"])
        return answer

    def _lose(self, sentence: str) -> None:
        """Tell whoever listens, once, that the table is gone."""
        with ExitStack() as telling:
            for notify in reversed(self._end(sentence)):
                telling.callback(notify, {"gone": sentence})

    def _end(self, sentence: str) -> list[Callable[[Message], None]]:
        """Let nothing more through, and return who listened until now; nobody if it had ended."""
        with self._ending:
            if self.gone:
                return []
            self.gone = sentence
            listeners, self._listeners = [*self._listeners.values()], {}
        for _, end in listeners:
            with suppress(Gone):
                end()
        return [notify for notify, _ in listeners]

    def _do(self, message: Message) -> Reply:
        return self._reply(self._asked({**message, "heard": self._heard()}))

    def _reply(self, answer: Message) -> Reply:
        if "failed" in answer:
            return _failed(answer)
        if "refused" in answer:
            return Reply(refused=answer["refused"], word=answer.get("word", -1))
        return Reply(answer["entry"], update=self._update(answer["update"]))

    def _heard(self) -> list[list[int | None]]:
        return [[seat, entry] for seat, (entry, _) in self._logs.items()]

    def _update(self, answer: Message) -> Look:
        seat, after = answer["seat"], answer["after"]
        known = self._logs[seat][1] if after else ()
        log = (*known, *((n, from_plain(data)) for n, data in answer["log"]))
        self._logs[seat] = answer["entry"], log
        watch = answer["watch"]
        return self._look(
            answer, hidden=answer["hidden"], watch=watch and self._look(watch), log=log,
            next=answer["next"],
        )  # fmt: skip

    def _look(self, answer: Message, **more: Any) -> Look:
        return Look(
            view=View.from_plain(self.rules, answer["view"]),
            decision=_decision(self.rules, answer["decision"]),
            final=tuple(answer["final"]),
            players=tuple(Player(**player) for player in answer["players"]),
            seats=tuple(answer["seats"]),
            **{name: answer[name] for name in ("entry", "can_undo", "since")},
            **more,
        )


def seated(table: Table, seats: Collection[int] | None = None) -> Chair:
    """Return a Chair at a Table in the same process."""
    desk = Desk(table, seats)
    return Chair(desk.handle, desk.subscribe)


def _listed(seats: Sequence[int] | None) -> list[int] | None:
    return None if seats is None else list(seats)


def _nothing() -> None:
    """There is nobody to stop."""


def _failed(answer: Message) -> Reply:
    return Reply(refused=answer["failed"], failed=answer["kind"])


def _decision(rules: Ruleset, data: Message) -> Decision:
    made = {**data, "frame": tupled(data["frame"])}
    made |= {name: tuple(data[name]) for name in ("owing", "codes")}
    return Decision(**made, fields=rules.decision_frame_of(data["step"], made["frame"]))
