"""The Table's end of the messages: it answers what a Chair asks.

Every message is a dictionary that JSON can carry, so that a remote seat is no
special case. A Desk is bound to the seats that its Chair may answer for, and
shows their views and a spectator's, nothing else. What a Chair may ask:

- ``game``: the Setup, without its secrets.
- ``update``: everything that a screen shows, for ``seat``, or for whoever is to
  answer at this Chair; ``heard`` pairs seats with the entry up to which the
  Chair has their logs, so that only what is new is told.
- ``send``, ``undo``, ``redo``, ``source``: do something; the answer has the
  number of the ``entry`` and an ``update`` like the above.
- ``peek``: what a seat would see after commands that are not sent.
- ``begin``: the same where they only lead to another question; else they are sent.
- ``close``: the Chair leaves.

Whatever it is, the answer may be ``{"refused": sentence}``, where nothing has
changed, or ``{"failed": sentence, "kind": SAVE, FULL or GONE}``. News comes unasked:
``{"changed": entry, "kind": ...}`` and ``{"gone": sentence}``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, ClassVar

from elgrande.rules.events import to_plain
from elgrande.rules.parts import listed
from elgrande.saves.errors import SaveBroken, SaveError, SaveFull
from elgrande.table.table import Refused, Table

if TYPE_CHECKING:
    from elgrande.rules import Decision, View
    from elgrande.table.history import Entry

Message = dict[str, Any]

SAVE = "save"
"""The kind of failure where something could not be made durable, so that play must stop."""
FULL = "full"
"""The kind where the save has no room for more, nor would a copy of it have any."""
UNSAVED = "The game could not be saved, so play stops here."
"""What every Chair is told; why, and where the save lies, is for its owner (``Table.unsaved``)."""
NO_ROOM = (
    "The save of this game is full, and a copy would be as full, so play stops here; a new game "
    "can begin from this position."
)
UNWRITABLE = "That cannot be written into the save of this game, so nothing was done"
GONE = "gone"
"""The kind of failure where there is no table any more, or no way to it."""
LEFT = "You have left this table."


class Desk:
    """Answers one Chair's messages.

    ``seats`` restricts it; None means whichever seats people play here, which
    is what a hot-seat needs. ``undoes`` says whether undo and redo may be asked for here.
    ``reseats`` is asked before one of the seats changes hands, and raises Refused where it may
    not.
    """

    def __init__(
        self, table: Table, seats: Collection[int] | None = None, *, undoes: bool = True,
        reseats: Callable[[int, str], None] = lambda _seat, _source: None,
    ) -> None:  # fmt: skip
        self.table = table
        self._reseats = reseats
        self._seats = None if seats is None else frozenset(seats)
        self._undoes = undoes
        self._stops: list[Callable[[], None]] = []
        self._left = False

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose views it shows and whose answers it takes."""
        persons = self.table.persons
        return persons if self._seats is None else persons & self._seats

    def subscribe(self, notify: Callable[[Message], None]) -> Callable[[], None]:
        """Tell of every change, and of the end, if only now; returns how to stop that."""
        if self._left or self.table.closed:
            notify({"gone": self._why_gone})
            return lambda: None

        def tell(entry: Entry) -> None:
            notify({"changed": entry.n, "kind": entry.kind})

        end = self.table.subscribe(tell, lambda: notify({"gone": self._why_gone}))

        def stop() -> None:
            end()
            if stop in self._stops:
                self._stops.remove(stop)

        self._stops.append(stop)
        return stop

    @property
    def _why_gone(self) -> str:
        return LEFT if self._left else f"{self.table.why_closed}."

    def handle(self, message: Message) -> Message:
        """Answer a message; what a save raises does not go past here."""
        if self._left or self.table.closed:
            return {"failed": self._why_gone, "kind": GONE}
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
        except SaveError as error:
            return unsaved(error)

    def _seat(self, message: Message) -> int:
        seat = message.get("seat")
        if type(seat) is not int or seat not in self.seats:
            raise Refused("That seat is not yours to look at or to answer for")
        return seat

    @staticmethod
    def _commands(message: Message) -> list[str]:
        commands = message.get("do")
        if not isinstance(commands, list) or not all(isinstance(c, str) for c in commands):
            raise Refused("An answer is a list of commands")
        return commands

    def _game(self, message: Message) -> Message:
        return {"setup": self.table.setup.to_plain(secrets=False)}

    def _close(self, message: Message) -> Message:
        self._left = True
        for stop in tuple(self._stops):
            stop()
        return {"left": True}

    def _update(self, message: Message) -> Message:
        """Return what a seat, or a spectator, sees and has been told.

        ``hidden`` says that others at this Chair must not see that; then ``watch`` is
        what they may.
        """
        table, seats = self.table, self.seats
        heard = _heard(message)
        seat = self._turn()
        if "seat" in message:
            seat = None if message["seat"] is None else self._seat(message)
        view, decision = table.view(seat), table.decision(seat)
        final = () if seat is None else table.final(seat)
        hidden = (
            seat is not None
            and len(seats) > 1
            and (
                decision.secret or any(owner == seat for owner, _ in table.view(None).unknown_cards)
            )
        )
        after = heard.get(seat, 0)
        if after and not any(entry.n == after for entry in table.history.line()):
            # It was taken back, so what the Chair has of it is no longer true.
            after = 0
        return {
            **self._picture(seat, view, decision, final),
            "seat": seat,
            "hidden": hidden,
            "watch": self._picture(None, table.view(None), table.decision(), ())
            if hidden
            else None,
            "after": after,
            "log": [[n, to_plain(event)] for n, event in table.events(seat, after)],
            "next": table.history.next,
        }

    def _turn(self) -> int | None:
        """Return whose turn it is here: the first that is asked, the only seat, or nobody's."""
        own = self.seats
        asked = [seat for seat in self.table.state.owing() if seat in own]
        if asked:
            return asked[0]
        return next(iter(own)) if len(own) == 1 else None

    def _done(self, entry: Entry, message: Message) -> Message:
        """Return the answer to what was done, with the update that the Chair would ask for next."""
        heard = message.get("heard", [])
        return {"entry": entry.n, "update": self._update({"heard": heard})}

    def _peek(self, message: Message) -> Message:
        seat = self._seat(message)
        commands = self._commands(message)
        found = self.table.peek(seat, commands)
        if found is None:
            return {"hidden": True}
        return self._picture(seat, *found, self.table.final(seat, commands))

    def _moment(self, message: Message) -> Message:
        """Return what a seat, or a spectator, could see after an entry that was not taken back."""
        history, entry = self.table.history, message.get("entry")
        if type(entry) is not int or entry not in {0, *(one.n for one in history.line())}:
            raise Refused("There is no such entry in this game")
        seat = None if message.get("seat") is None else self._seat(message)
        return {"view": history.positions[entry].view(seat).to_plain()}

    def _begin(self, message: Message) -> Message:
        seat = self._seat(message)
        table, commands = self.table, self._commands(message)
        found = table.peek(seat, commands)
        # Before several people a secret question waits for a curtain, so the way to it is sent.
        private = len(self.seats) < 2 or table.decision(seat).secret
        if (
            found is not None
            and only_asks(table.view(seat), *found)
            and (private or not found[1].secret)
        ):
            return self._picture(seat, *found, table.final(seat, commands))
        return self._send(message)

    def _picture(
        self, seat: int | None, view: View, decision: Decision, final: tuple[int, ...]
    ) -> Message:
        table = self.table
        return {
            "entry": table.history.head,
            "view": view.to_plain(),
            "decision": decision_to_plain(decision),
            "final": list(final),
            "players": [asdict(player) for player in table.players],
            "seats": sorted(self.seats),
            "can_undo": self._may_ask and table.can_undo(sorted(self.seats)),
            "since": -1 if seat is None else table.history.since(seat),
        }

    def _send(self, message: Message) -> Message:
        seat = self._seat(message)
        _heard(message)
        return self._done(self.table.send(seat, self._commands(message)), message)

    @property
    def _may_ask(self) -> bool:
        """Say whether there is somebody here to ask for an undo: a spectator is nobody.

        A Desk of the whole table is; with bots alone at it, it may look at them again.
        """
        return self._undoes and (self._seats is None or bool(self.seats))

    def _asking(self, message: Message) -> list[int]:
        """Return the seats whose word a Chair brings; one that has one seat speaks for that.

        Where several people sit at one keyboard, the Chair must have asked them.
        """
        own = self.seats
        if not self._undoes:
            raise Refused("Nothing is undone in this game: that was agreed when it was made")
        if not self._may_ask:
            raise Refused("Only a player at this table can undo or redo an answer")
        seats = message.get("seats")
        if seats is None:
            return sorted(own) if len(own) == 1 else []
        if not isinstance(seats, list) or not all(
            type(seat) is int and seat in own for seat in seats
        ):
            raise Refused("You can answer only for your own seats")
        return seats

    def _undo(self, message: Message) -> Message:
        _heard(message)
        entry = self.table.undo(self._asking(message), turn=bool(message.get("turn")))
        return self._done(entry, message)

    def _redo(self, message: Message) -> Message:
        _heard(message)
        return self._done(self.table.redo(self._asking(message)), message)

    def _source(self, message: Message) -> Message:
        """Hand one of the own seats to a bot, or take it back for a person."""
        seat, source = message.get("seat"), message.get("source")
        own = self._seats if self._seats is not None else range(self.table.rules.n_seats)
        if type(seat) is not int or seat not in own or not isinstance(source, str):
            raise Refused("That seat is not yours to hand over")
        _heard(message)
        self._reseats(seat, source)
        return self._done(self.table.seat_source(seat, source), message)

    _HANDLERS: ClassVar[dict[str, Callable[[Desk, Message], Message]]] = {
        "game": _game,
        "update": _update,
        "peek": _peek,
        "moment": _moment,
        "begin": _begin,
        "send": _send,
        "undo": _undo,
        "redo": _redo,
        "source": _source,
        "close": _close,
    }


def unsaved(error: SaveError) -> Message:
    """Return what a Chair is told of an error of the save, without the path that it names."""
    match error:
        case SaveBroken():
            return {"failed": UNSAVED, "kind": SAVE}
        case SaveFull():
            return {"failed": NO_ROOM, "kind": FULL}
        case _:
            return {"refused": UNWRITABLE}


def _heard(message: Message) -> dict[int | None, int]:
    """Return up to which entry a Chair has the log of each seat, or a spectator's."""
    pairs = message.get("heard", [])
    if not isinstance(pairs, list) or len(pairs) > 20:
        raise Refused("What was heard is a list of seats and entries")
    heard: dict[int | None, int] = {}
    for pair in pairs:
        match pair:
            case [None | int() as seat, int() as entry] if type(seat) is not bool:
                heard[seat] = entry
            case _:
                raise Refused("What was heard is a list of seats and entries")
    return heard


def only_asks(view: View, ahead: View, decision: Decision) -> bool:
    """Say whether commands only led the view's seat to another question: nothing has moved."""
    asked = view.seat in decision.owing and bool(decision.codes)
    return asked and ahead.board == view.board and ahead.held == view.held


def decision_to_plain(decision: Decision) -> Message:
    """Return a Decision as plain values."""
    # The whole frame with its names is made again at the other end.
    names = [field.name for field in fields(decision) if field.name != "fields"]
    return dict(zip(names, listed(getattr(decision, name) for name in names), strict=True))
