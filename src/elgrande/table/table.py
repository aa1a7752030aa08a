"""The Table: the command bus of one game, and the one way to carry something out.

Whatever happens at a table is a *record*: a kind and its fields, as a save has them
(see ``saves.journal``). ``apply`` carries a record out on a copy and says what came of
it; nothing has changed until the Table takes it over. So a game that is played, one
that is replayed and one that is checked meet the same refusals, hear the same events
and come to the same digests. Who may take back what, and whose turn it is to be asked
unasked, is for the Table: what stands in a save has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from hashlib import pbkdf2_hmac
from typing import Any, NamedTuple, Protocol

from elgrande.bots import registry
from elgrande.content.clean import clean, tidy
from elgrande.content.setup import PERSON, Player, Setup
from elgrande.content.words import GameNames, not_done, why_not
from elgrande.rules import Decision, NotationError, Ruleset, State, View
from elgrande.rules.effects.cards import ChoiceFrame
from elgrande.rules.events import Event, GameEnded, OnlyAnswer, TurnEnded, straight
from elgrande.saves.errors import SaveError
from elgrande.saves.journal import MAX_TEXTS
from elgrande.table.history import Entry, History, NoUndo


class Refused(ValueError):
    """Something that is not allowed now; the message is one sentence, nothing has changed.

    ``word`` is the seat whose word would allow it, or -1. ``record`` is what a
    record of a save does that asks for this: "is not legal here (red power 9)".
    """

    def __init__(self, sentence: str, word: int = -1, *, record: str = "") -> None:
        super().__init__(tidy(sentence))
        self.word = word
        self.record = record


CLOSED = "This table was closed; open the game again to go on"
"""What is said of everything that comes after."""

ROUNDS = 20_000
"""How often the seed is hashed for the bots."""


class Log(Protocol):
    """Where entries are made durable before anybody sees them; a SaveFile is one.

    Where its syncs are somebody else's, as a server's are, so is it that nobody sees them before.
    """

    def append(self, kind: str, fields: dict[str, object]) -> object:
        """Write an entry and return when it is safe, or on its way; raises when it is not."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def _nothing() -> None:
    """Nobody wants to hear it."""


@dataclass(eq=False)
class _Subscriber:
    """Whoever listens at a table."""

    notify: Callable[[Entry], None]
    gone: Callable[[], None]


class Table:
    """One game in progress.

    It takes gestures from any Source, refuses illegal ones without a change,
    makes each durable before telling its subscribers, and keeps undo. It is not
    for several threads at once: whoever shares it brings the lock.
    """

    def __init__(self, setup: Setup, history: History, log: Log | None = None) -> None:
        self.setup = setup
        self.rules: Ruleset = setup.ruleset()
        self.history = history
        self.log = log
        self.players: list[Player] = []
        self._sat: set[int] = set()
        for seat, player in enumerate(setup.players):
            self.sit(seat, player)
        self.closed = False
        self.why_closed = CLOSED
        self.unsaved: SaveError | None = None
        """Why the last record could not be written, for whoever owns the save, or None."""
        self._subscribers: list[_Subscriber] = []
        self._news: list[Entry] = []

    # -- looking -----------------------------------------------------------

    @property
    def state(self) -> State:
        """The present position. Do not change it."""
        return self.history.state

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.state.over

    @property
    def persons(self) -> frozenset[int]:
        """The seats that people play."""
        return frozenset(i for i, player in enumerate(self.players) if player.source == PERSON)

    @property
    def fair(self) -> bool:
        """Say whether undo stops at reveals: the default for good once two people have sat down.

        A person who leaves has seen things and shown things, so nothing opens again.
        """
        rule = self.setup.options().get("undo", "auto")
        return len(self._sat) > 1 if rule == "auto" else rule == "fair"

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know."""
        return self.state.view(seat)

    def decision(self, seat: int | None = None) -> Decision:
        """Return what the game waits for, with the legal answers of a seat;
        a spectator sees none.
        """
        return self.view(seat).decision(seat)

    def events(self, seat: int | None, since: int = 0) -> list[tuple[int, Event]]:
        """Return the events of the present line after entry ``since`` that a seat may see."""
        return [
            (entry.n, event)
            for entry in self.history.line()
            if entry.n > since
            for event in entry.events
            if event.seen_by(seat)
        ]

    @cached_property
    def private_seed(self) -> int:
        """Where the bots' chance comes from, 128 bits; no step leads back to the game's own seed.

        It follows from that one, so that a game that is resumed, or dealt again, asks its
        bots as before. It takes some ten milliseconds to make, so that a seed is found
        sooner by dealing one game after another than by trying what a bot's chance fits.
        """
        seed = str(self.setup.seed).encode()
        return int.from_bytes(pbkdf2_hmac("sha256", seed, b"elgrande bots", ROUNDS, 16), "big")

    def subscribe(
        self, notify: Callable[[Entry], None], gone: Callable[[], None] = _nothing
    ) -> Callable[[], None]:
        """Tell every entry after it is durable, and when the table is closed.

        Returns how to stop that, which may be done twice.
        """
        subscriber = _Subscriber(notify, gone)
        self._subscribers.append(subscriber)

        def stop() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return stop

    @property
    def names(self) -> GameNames:
        """What everybody and everything is called at this table now."""
        content = self.setup.content
        seats = tuple(player.name for player in self.players)
        return GameNames(self.rules, seats, content.labels, content.cards)

    # -- answering ---------------------------------------------------------

    def send(self, seat: int, commands: Sequence[str], *, by: str | None = None) -> Entry:
        """Take a gesture by a seat: all of it or nothing.

        ``commands`` are in notation without the colour. ``by`` notes in the
        journal who chose, if it was not the seat's own Source. Raises Refused
        with one sentence, or the log's error when it could not be made durable;
        the game has not changed then.
        """
        if not 0 <= seat < self.rules.n_seats:
            raise Refused("There is no such seat")
        entry = self.carry_out(COMMAND, self._answer(seat, commands, by=by))
        self.answer_forced()
        return entry

    def answer_forced(self) -> None:
        """Give the only legal answer wherever being asked would tell nothing.

        Whoever was told of the last answer may have closed the table over it.
        """
        while not self.closed and (found := forced(self.state)) is not None:
            seat, code = found
            self.carry_out(COMMAND, self._answer(seat, [self.rules.text(code)], auto=True))

    def _answer(
        self, seat: int, commands: Sequence[str], *, auto: bool = False, by: str | None = None
    ) -> dict[str, object]:
        colour = self.rules.colours[seat]
        fields: dict[str, object] = {"do": [f"{colour} {each.strip()}" for each in commands]}
        if by is not None:
            fields["by"] = by
        if auto:
            fields["auto"] = True
        return fields

    def carry_out(self, kind: str, fields: Mapping[str, Any]) -> Entry:
        """Carry out a record, of a save or made here: write it, take it over, and tell it.

        Raises Refused where it does not fit, or the log's error; nothing has changed then.
        """
        if self.closed:
            raise Refused(self.why_closed)
        applied = apply(self, kind, fields)
        entry = applied.entry
        if self.log is not None:
            try:
                self.log.append(kind, applied.fields)
            except SaveError as error:
                self.unsaved = error
                raise
            self.unsaved = None
        self.history.add(entry, applied.position)
        if applied.player is not None:
            self.sit(entry.seat, applied.player)
        self._tell(entry)
        return entry

    def _tell(self, entry: Entry) -> None:
        """Tell an entry to all who listen still; what one of them raises comes when all know.

        What one of them does over it is told after it, so that all hear everything in order.
        """
        self._news.append(entry)
        if len(self._news) > 1:
            return

        def tell(subscriber: _Subscriber, entry: Entry) -> None:
            if subscriber in self._subscribers:
                subscriber.notify(entry)

        def told() -> None:
            del self._news[0]
            if self._news:
                tell_next()

        def tell_next() -> None:
            telling.callback(told)
            for subscriber in reversed(self._subscribers):
                telling.callback(tell, subscriber, self._news[0])

        with ExitStack() as telling:
            tell_next()

    # -- trying out --------------------------------------------------------

    def peek(self, seat: int, commands: Sequence[str]) -> tuple[View, Decision] | None:
        """Return what a seat would see after a half-made gesture, unjournalled.

        None where a chance, a reveal or another seat's answer comes first: that
        cannot be looked into. Raises Refused if a command is illegal.
        """
        if not commands:
            return self.view(seat), self.decision(seat)
        done = gesture(self, self.state, seat, commands)
        return None if done.revealed else (done.state.view(seat), done.state.decision(seat))

    def final(self, seat: int, commands: Sequence[str] = ()) -> tuple[int, ...]:
        """Return the legal answers of a seat that could not be taken back afterwards.

        After ``commands`` they are those that would end that half-made gesture. What the rules
        answer by themselves belongs to them, and a bot that is asked next answers at once.
        Raises Refused if a command is illegal.
        """
        if not self.fair:
            return ()
        begun = gesture(self, self.state, seat, commands).state if commands else self.state
        out = []
        for code in begun.legal(seat):
            state = begun.copy()
            state.apply(seat, code)
            while not state.revealed and (found := forced(state)) is not None:
                state.apply(*found)
            if state.revealed or not self.persons.issuperset(state.owing()):
                out.append(code)
        return tuple(out)

    # -- taking back -------------------------------------------------------

    def undo(self, asking: Sequence[int], *, turn: bool = False) -> Entry:
        """Take back one gesture, or all of the turn, for the asking seats.

        ``asking`` are those whose word is given: what a person answered is never
        taken back without that one's. Raises Refused with the reason.
        """
        history = self.history
        find = history.undo_turn if turn else history.undo
        return self._go(UNDO, find(self._words(asking), self.persons, self.fair))

    def redo(self, asking: Sequence[int]) -> Entry:
        """Bring back what was taken back last, for the asking seats (see ``undo``)."""
        return self._go(REDO, self.history.redo(self._words(asking)))

    def _go(self, kind: str, target: int | NoUndo) -> Entry:
        if isinstance(target, NoUndo):
            raise Refused(target.reason[:1].upper() + target.reason[1:], target.word)
        return self.carry_out(kind, {"to": target})

    def can_undo(self, asking: Sequence[int]) -> bool:
        """Say whether ``undo`` would do something."""
        found = self.history.undo(self._words(asking), self.persons, self.fair)
        return not isinstance(found, NoUndo)

    def _words(self, asking: Sequence[int]) -> frozenset[int]:
        """Return whose word is given; where one person alone has ever played, it always is."""
        return frozenset(asking) | (self._sat if len(self._sat) < 2 else frozenset())

    # -- seats -------------------------------------------------------------

    def sit(self, seat: int, player: Player) -> None:
        """Let this player have a seat from here on, as a Setup or a record says."""
        self.players[seat : seat + 1] = [player]
        if player.source == PERSON:
            self._sat.add(seat)

    def seat_source(self, seat: int, source: str, name: str | None = None) -> Entry:
        """Give a seat to another Source, from person to bot or back, in mid-game.

        Refused if no bot of that name is installed.
        """
        if source != PERSON and source not in (bots := registry.names()):
            colour = self.rules.colours[seat]
            raise Refused(f"Choose who plays {colour}: {', '.join((PERSON, *bots))}")
        fields = {"seat": self.players[seat].colour, "source": source}
        if name is not None:
            fields["name"] = name
        return self.carry_out(SOURCE, fields)

    def close(self, why: str = CLOSED) -> None:
        """End play here and let go of the save; whoever listens is told that the table is gone."""
        self.closed, self.why_closed = True, why
        subscribers, self._subscribers = self._subscribers, []
        log, self.log = self.log, None
        with ExitStack() as closing:
            # The save is let go of whatever the others do about it.
            if log is not None:
                closing.callback(log.close)
            for subscriber in reversed(subscribers):
                closing.callback(subscriber.gone)


# -- carrying a record out --------------------------------------------------------------


ENDS = frozenset((TurnEnded, GameEnded))
"""After these the digest of the position is noted."""
COMMAND, UNDO, REDO, SOURCE = "command", "undo", "redo", "source"
STAND_IN = "stand-in"
"""Who gave an answer that a bot could not give."""


def forced(state: State) -> tuple[int, int] | None:
    """Return the seat and its only legal answer where being asked would tell nothing, or None."""
    if state.over:
        return None
    for seat in state.owing():
        codes = state.legal(seat)
        if len(codes) == 1 and not state.reveals_secret(seat):
            return seat, codes[0]
    return None


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
    codes: list[int] = []
    revealed = False
    for text in commands:
        if revealed:
            raise Refused(
                not_done(
                    "something is revealed, so an answer must end there; send the rest later",
                    commands[: len(codes)],
                ),
                record="goes on after something was revealed",
            )
        try:
            code = rules.code(text.strip())
        except NotationError as error:
            done = commands[: len(codes)]
            sentence = why_not(state.view(seat), seat, text, table.names, done=done)
            if not sentence:
                # It has signs that nobody sees.
                shown = clean(text)
                sentence = f"Here a command is written letter by letter: {shown!r}."
            raise Refused(sentence, record=f"cannot be read ({error})") from None
        if not state.is_legal(seat, code):
            done = commands[: len(codes)]
            sentence = why_not(state.view(seat), seat, text, table.names, done=done)
            line = f"{rules.colours[seat]} {text}"
            raise Refused(sentence, record=f"is not legal here ({line})")
        # Only people are told that they were not asked. Everybody may hear it, a disk too:
        # where a single answer would tell a secret it is asked for (``Position.tells``), so
        # that this one follows from the board.
        if auto and seat in table.persons:
            frame = state.stack[-1]
            card = frame.cards[code - rules.OPTION] if isinstance(frame, ChoiceFrame) else -1
            events.append(OnlyAnswer(seat, code, card))
        state.apply(seat, code, events.append)
        revealed = state.revealed
        codes.append(code)
    return Gesture(state, tuple(codes), straight(events, rules), revealed)


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
    if kind == COMMAND and position.over:
        applied.fields["over"] = True
    elif applied.fields.get("over"):
        raise _unfit("is not the end of the game, as it says")
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
