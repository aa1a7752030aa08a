"""What lobby and client tell each other, as named records of plain values.

Every record goes through JSON (``content.plain``). All texts in records are clean. Times are
seconds since 1970 by the server's clock, spans are seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, NamedTuple

from elgrande.content.files import read_toml
from elgrande.content.words.names import listed, ordinal
from elgrande.rules.wording import points

PERSON = "person"
"""The source of a seat that a person plays, as in a Setup."""

GUEST = "guest"
"""The user name of those who have no name here."""


def is_guest(name: str) -> bool:
    """Say whether a name is one that a guest is given: nobody else has a space in theirs."""
    return name.startswith(f"{GUEST} ")


OPEN, RUNNING, FINISHED = "open", "running", "finished"
"""What a game can be: waiting for players, being played, over."""


class OptionText(NamedTuple):
    """What is said of a value: in a row of a form, to explain it, and in a sentence on a game."""

    row: str
    means: str
    sentence: str = ""


_OPTIONS = read_toml(files(__package__) / "options.toml")


def _texts(option: str) -> Mapping[str, OptionText]:
    """Return what is said of the values of an option, in the order of the form."""
    return {value: OptionText(**texts) for value, texts in _OPTIONS[option].items()}


def _whether(option: str) -> Mapping[bool, OptionText]:
    return {value == "yes": text for value, text in _texts(option).items()}


ME, INVITED, BY_WORD, ANYBODY = "me", "invited", "word", "anybody"
SEATS = _texts("seats")
"""For whom a seat can be wished, besides a bot."""

NO_CLOCK, DAY, QUICK = "none", "day", "quick"
CLOCKS = _texts("clocks")
"""How long an answer may take. Nobody loses by the clock."""

UNDOES = _whether("undoes")
"""Whether an answer can be undone at all."""

LISTED = _whether("listed")
"""Whether the lobby shows a game to everybody."""

ALL, PLAYERS = "all", "players"
TALKS = _texts("talks")
"""Who may talk in a game's room."""

WHEN_FULL, WHEN_TOLD = "full", "told"
BEGINNINGS = _texts("begins")
"""When a game begins."""

IDLE = 3600.0
"""Seconds without a key after which a terminal's line is ended."""

LONGEST_SAID = 200
"""Cells of what is said at once."""
LONGEST_TITLE = 30
"""Cells of what a game is called by its owner."""
WITHOUT_ME = "Take one of the seats yourself."
"""Why nobody can make a game for others alone."""


@dataclass(frozen=True)
class Me:
    """Who one is here. ``muted`` are the names whose words one does not want to read."""

    name: str
    guest: bool = False
    muted: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatWish:
    """A seat of a game to be made, in seating order.

    ``who`` is ``me``, ``invited`` (then ``name`` is a person's), ``word``, ``anybody`` or a bot's
    name.
    """

    colour: str
    who: str
    name: str = ""


@dataclass(frozen=True)
class GameWish:
    """A game to be made. There is no seed in it: nobody sees or sets that of a served game.

    ``listed`` games can be joined and watched by everybody, others by those who were told the
    word or are invited. ``house`` are house rules by key, as in a Setup. ``name`` is what it is to
    be called; without one the players' names do. ``undoes`` says whether an answer can be undone
    at all: until something secret is shown, as everywhere. ``day`` is the date of a game of the
    day, which the server alone wishes for.
    """

    edition: str
    seats: tuple[SeatWish, ...]
    expansions: tuple[str, ...] = ()
    house: dict[str, Any] = field(default_factory=dict)
    short: bool = False
    clock: str = NO_CLOCK
    listed: bool = True
    name: str = ""
    begins: str = WHEN_FULL
    talk: str = ALL
    undoes: bool = True
    day: str = ""


@dataclass(frozen=True)
class DayLine:
    """What somebody here has reached in the game of today, or that they still play it.

    ``ahead`` are the points before the best of the others, fewer than 0 for those behind; ``place``
    is 0 as long as the game goes on.
    """

    name: str
    place: int
    points: int
    ahead: int


def day_lines(table: Sequence[DayLine]) -> Iterator[str]:
    """Yield such lines as sentences, or that there are none."""
    if not table:
        yield "Nobody here has played it yet."
    for one in table:
        if not one.place:
            yield f"{one.name} still plays."
            continue
        if one.ahead:
            lead = f"{points(abs(one.ahead))} {'ahead' if one.ahead > 0 else 'behind'}"
        else:
            lead = "level with the best of the others"
        yield f"{one.name}: {ordinal(one.place)} with {points(one.points)}, {lead}."


EMPTY = GameWish("", ())
"""Nothing is chosen yet."""


@dataclass(frozen=True)
class SeatLine:
    """A seat as everybody sees it.

    ``source`` is who plays it: ``person``, a bot's name, or nothing while nobody does yet.
    ``name`` is the person's, also where a bot stands in for them, or the invited one's.
    ``here`` says that the person is at the table or in the lobby, ``mine`` that it is one's own.
    ``score`` means nothing before the game runs. ``who`` is for whom the seat was wished (see
    ``SeatWish``), ``wants`` the colour that its person would like to have instead. ``owes`` is for
    how long it has owed an answer, ``left`` how long until a bot answers for it, and ``away`` how
    long the person has been gone, which a Room tells; each is -1 where there is no such thing.
    """

    colour: str
    name: str = ""
    source: str = ""
    here: bool = False
    mine: bool = False
    score: int = 0
    who: str = ""
    wants: str = ""
    owes: float = -1.0
    left: float = -1.0
    away: float = -1.0

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for its person."""
        return bool(self.name) and self.source not in ("", PERSON)

    @property
    def free(self) -> bool:
        """Whether somebody could still take it, for some of them by the word alone."""
        return not self.name and (not self.source or self.who in (BY_WORD, ANYBODY))


@dataclass(frozen=True)
class GameLine:
    """A game in the list. ``name`` is what the lobby and the door call it, ``title`` what its owner
    does, or that of a town.

    ``state`` is OPEN, RUNNING or FINISHED; ``round`` is where the marker is on the track, 0 before
    it runs, and ``rounds`` how many are played: a short game of 6 leaves out numbers.
    ``waits`` says that it waits for an answer of mine, ``invites`` that a seat is kept for me;
    ``mine`` that I play in it. ``idle`` is how long ago something happened, ``watchers`` how many
    look on. ``more`` is how many open games of the same owner are not in the list.
    """

    name: str
    state: str
    edition: str
    expansions: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    owner: str = ""
    round: int = 0
    rounds: int = 9
    mine: bool = False
    waits: bool = False
    invites: bool = False
    idle: float = 0.0
    watchers: int = 0
    clock: str = NO_CLOCK
    listed: bool = True
    title: str = ""
    more: int = 0

    @property
    def called(self) -> str:
        """What a game is called on a screen."""
        return self.title or self.name

    @property
    def free(self) -> int:
        """How many seats anybody may take."""
        return sum(
            not seat.source and not seat.name and (seat.who != BY_WORD or not self.listed)
            for seat in self.seats
        )


@dataclass(frozen=True)
class Said:
    """Something that was said in a room; ``who`` is empty where the house says it."""

    n: int
    time: float
    who: str
    text: str


@dataclass(frozen=True)
class Room:
    """A game seen from near: the room of those who play it and look on.

    ``word`` is the invitation, for those who may invite: ``ssh -t host join-WORD``. ``house`` are
    the house rules, ``here`` the names of all in the room. ``said`` is what was said lately.
    ``wish`` is told to the owner of an open game, who may still change it.
    """

    game: GameLine
    house: dict[str, Any] = field(default_factory=dict)
    short: bool = False
    word: str = ""
    here: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    begins: str = WHEN_FULL
    talk: str = ALL
    wish: GameWish | None = None


@dataclass(frozen=True)
class News:
    """What the house tells unasked.

    ``kind`` is one of ``games`` (some line of the list has changed; ask again), ``room`` (that of
    ``game`` has), ``said`` (``said`` is new there), ``turn`` (``game`` waits for me), ``begun``
    (the game that I wait for runs), ``house`` (the sysop says ``text``) and ``gone`` (``text`` says
    why the line has ended).
    """

    kind: str
    game: str = ""
    text: str = ""
    said: Said | None = None


# -- games and seats in words ---------------------------------------------------------------------


def result_of(game: GameLine) -> str:
    """Return who has won, and by how much; of two who are called the same also the colour."""
    scores = sorted((seat.score for seat in game.seats), reverse=True)
    called = ["you" if seat.mine else seat.name or named(seat) for seat in game.seats]
    best = [
        f"{who} ({seat.colour})" if called.count(who) > 1 else who
        for seat, who in zip(game.seats, called, strict=True)
        if seat.score == scores[0]
    ]
    names = listed(best)
    if len(best) > 1:
        return f"{names} share {scores[0]}"
    return f"{names} won {' to '.join(map(str, scores[:2]))}"


def named(seat: SeatLine) -> str:
    """Return who plays a seat, in brackets where a bot stands in."""
    if seat.stood_in:
        return f"({seat.name})"
    return seat.name or (seat.source if seat.source != PERSON else "a guest") or "nobody"


def seat_words(seat: SeatLine, *, over: bool = False) -> str:
    """Return a seat in words: its colour, who plays it, and who does so for them meanwhile."""
    who = "you" if seat.mine else seat.name
    if seat.stood_in and not over:
        return f"{seat.colour} {who}, with the bot {seat.source} playing"
    if who:
        return f"{seat.colour} {who}" + ("" if seat.source else ", who is invited")
    return f"{seat.colour} {f'the bot {seat.source}' if seat.source else 'free'}"


# -- spans of time -------------------------------------------------------------------------------

MINUTE, HOUR, A_DAY = 60, 3600, 86_400

FINE = 120
"""Under so many seconds a span that runs out is told more finely."""
STEP = 10
"""So many seconds at a time: a row that changes at each of them would never be quiet."""


def span(seconds: float) -> str:
    """Return a span in its largest unit, or two of them below a day: ``6 h 40``, ``20 min``."""
    if seconds < MINUTE:
        return "a moment"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    if seconds < A_DAY:
        hours, minutes = divmod(int(seconds // MINUTE), 60)
        return f"{hours} h {minutes:02}" if minutes else f"{hours} h"
    days = int(seconds // A_DAY)
    return "a day" if days == 1 else f"{days} days"


def left(seconds: float) -> str:
    """Return what is left until a clock runs out: by minutes, at the end by ten seconds."""
    if seconds >= FINE:
        return f"{span(seconds)} left"
    return f"{int(seconds // STEP) * STEP} s left"
