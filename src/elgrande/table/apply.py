"""The one way to carry something out: in play, in a replay and where a save is checked.

Whatever happens at a table is a *record*: a kind and its fields, as a save has them
(see ``saves.formats``). ``apply`` carries a record out on a copy and says what came of
it; nothing has changed until the Table takes it over. So a game that is played, one
that is replayed and one that is checked meet the same refusals, hear the same events
and come to the same digests. Who may take back what, and whose turn it is to be asked
unasked, is for the Table: what stands in a save has happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.content.clean import clean
from elgrande.content.setup import PERSON, Player
from elgrande.content.words import misread, why_not
from elgrande.rules import NotationError, State
from elgrande.rules.events import Event, GameEnded, OnlyAnswer, TurnEnded
from elgrande.saves.formats import MAX_TEXTS
from elgrande.table.history import Entry
from elgrande.table.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elgrande.table.table import Table

ENDS = frozenset((TurnEnded, GameEnded))
"""After these the digest of the position is noted."""
COMMAND, UNDO, REDO, SOURCE = "command", "undo", "redo", "source"


class Gesture(NamedTuple):
    """A gesture carried out on a copy: the position after it, and what happened on the way."""

    state: State
    codes: tuple[int, ...]
    events: tuple[Event, ...]
    revealed: bool


class Applied(NamedTuple):
    """A record carried out: the entry that it becomes, and the record as it is to be written.

    ``position`` is a gesture's; every other entry leads to one that there is already.
    ``player`` has the entry's seat from here on.
    """

    entry: Entry
    fields: dict[str, Any]
    position: State | None = None
    player: Player | None = None


def gesture(
    table: Table, state: State, seat: int, commands: Sequence[str], *, auto: bool = False
) -> Gesture:
    """Carry a gesture out on a copy of a position; ``commands`` are without the colour.

    ``auto`` marks the only answer, given without asking. Raises Refused if any command
    is illegal, or if it goes on after a reveal, which nobody can have foreseen.
    """
    rules = table.rules
    if not commands:
        raise Refused("The answer is empty", record="says nothing")
    if not 0 <= seat < rules.n_seats:
        raise Refused("There is no such seat", record="names no seat")
    if len(commands) > MAX_TEXTS:
        raise Refused(
            f"An answer has at most {MAX_TEXTS} commands; send the rest after it",
            record=f"has more than {MAX_TEXTS} commands",
        )
    state = state.copy()
    events: list[Event] = []
    codes = []
    revealed = False
    for text in commands:
        if revealed:
            raise Refused(
                "An answer must end where something is revealed; send the rest afterwards",
                record="goes on after something was revealed",
            )
        try:
            code = rules.code(text.strip())
        except NotationError as error:
            sentence = misread(text, error, table.names, state.legal(seat))
            raise Refused(sentence, record=f"cannot be read ({error})") from None
        if not state.is_legal(seat, code):
            sentence = why_not(state.view(seat), seat, text, table.names)
            line = f"{rules.colours[seat]} {text}"
            raise Refused(sentence, record=f"is not legal here ({line})")
        # Only people are told that they were not asked. Everybody may hear it, a disk too:
        # where a single answer would tell a secret it is asked for (``Position.tells``), so
        # that this one follows from the board.
        if auto and seat in table.persons:
            events.append(OnlyAnswer(seat, code))
        state.apply(seat, code, events.append)
        revealed = state.revealed
        codes.append(code)
    return Gesture(state, tuple(codes), tuple(events), revealed)


def apply(table: Table, kind: str, fields: Mapping[str, Any]) -> Applied:
    """Carry a record out at a table without changing it; Refused if it does not fit there.

    The fields that come back have the digest of the position where one is due; one that
    stands there already must agree.
    """
    applied = _HANDLERS.get(kind, _other)(table, kind, dict(fields))
    entry, digest = applied.entry, applied.fields.get("digest")
    position = applied.position
    if position is None:
        position = table.history.positions[entry.to]
    if digest is not None and digest != position.digest():
        raise _unfit("leads to another position than it did when it was written")
    if digest is None and not ENDS.isdisjoint(map(type, entry.events)):
        applied.fields["digest"] = position.digest()
    return applied


def _command(table: Table, kind: str, fields: dict[str, Any]) -> Applied:
    history, rules = table.history, table.rules
    seat, commands = _gesture_in(table, fields["do"])
    auto = bool(fields.get("auto", False))
    done = gesture(table, history.state, seat, commands, auto=auto)
    # As it is written everywhere, whatever spaces it was typed with: some fit in no save.
    texts = tuple(rules.text(code) for code in done.codes)
    fields["do"] = [f"{rules.colours[seat]} {text}" for text in texts]
    n = history.next
    entry = Entry(
        n, kind, history.head, n, seat, texts,
        auto, done.revealed, done.events, seat in table.persons,
    )  # fmt: skip
    return Applied(entry, fields, done.state)


def _gesture_in(table: Table, lines: Sequence[str]) -> tuple[int, list[str]]:
    """Return whose gesture a record is, and its commands without the colour."""
    rules = table.rules
    seats = set()
    commands = []
    for line in lines:
        colour, _, command = line.strip().partition(" ")
        if colour not in rules.colours:
            known = ", ".join(rules.colours)
            raise _unfit(f"cannot be read ({colour!r} does not play here, but {known} do)")
        seats.add(rules.colours.index(colour))
        commands.append(command)
    if len(seats) > 1:
        raise _unfit("mixes two players' answers")
    return next(iter(seats), -1), commands


def _undo(table: Table, kind: str, fields: dict[str, Any]) -> Applied:
    history, to = table.history, int(fields["to"])
    if not any(to == entry.parent for entry in history.line()):
        raise _unfit(f"goes back to record {to}, which does not lead here")
    return _moved_to(table, kind, fields, to)


def _redo(table: Table, kind: str, fields: dict[str, Any]) -> Applied:
    to = int(fields["to"])
    if table.history.undone[-1:] != [to]:
        raise _unfit(f"brings back record {to}, which was not taken back")
    return _moved_to(table, kind, fields, to)


def _source(table: Table, kind: str, fields: dict[str, Any]) -> Applied:
    colour = str(fields["seat"])
    if colour not in table.rules.colours:
        raise _unfit(f"names the seat {colour!r}, which does not play")
    seat = table.rules.colours.index(colour)
    name = clean(str(fields.get("name", ""))) or table.players[seat].name
    player = Player(colour, name, clean(str(fields.get("source", PERSON))))
    fields["source"] = player.source
    if "name" in fields:
        fields["name"] = name
    return _moved_to(table, kind, fields, table.history.head, seat, player)


def _other(table: Table, kind: str, fields: dict[str, Any]) -> Applied:
    """Follow a record that changes nothing here."""
    return _moved_to(table, kind, fields, table.history.head)


def _unfit(what: str) -> Refused:
    """Return what is said of a record that does not fit here."""
    return Refused(f"The record {what}", record=what)


def _moved_to(
    table: Table, kind: str, fields: dict[str, Any], to: int, seat: int = -1,
    player: Player | None = None,
) -> Applied:  # fmt: skip
    history = table.history
    return Applied(Entry(history.next, kind, history.head, to, seat), fields, player=player)


_HANDLERS = {COMMAND: _command, UNDO: _undo, REDO: _redo, SOURCE: _source}
