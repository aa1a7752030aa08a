"""A player's record: what the games that somebody has finished come to, by how their saves stand.

Pure sums, and no game is loaded for them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.saves.standings import GameStanding, when

if TYPE_CHECKING:
    from elgrande.saves.mistakes import Mistake
    from elgrande.saves.store import SaveSummary

PERSON = "person"
"""The source of a seat that a person plays, as in a Setup."""
YOU = "You"
"""What whoever plays alone among bots, and has typed no name, is called."""


class Unknown(LookupError):
    """Nobody of that name has played here; the message is one sentence that says who has."""


@dataclass(frozen=True)
class Finished:
    """A game that the player has finished: its save, day, how many played, place and points."""

    game: str
    day: str
    players: int
    place: int
    points: int


@dataclass(frozen=True)
class Rival:
    """A person, or all bots of a name: how often the player was ahead of them, and by how much.

    They are counted seat by seat; ``lead`` is the average in points.
    """

    name: str
    bot: bool
    games: int
    ahead: int
    level: int
    lead: float


@dataclass(frozen=True)
class GameKind:
    """Games of one edition with these expansions and so many players; averages a game."""

    edition: str
    expansions: tuple[str, ...]
    players: int
    games: int
    won: int
    place: float
    points: float


@dataclass(frozen=True)
class SourcePoints:
    """A source of points: what it brought the player and each of the others, a game."""

    source: str
    mine: float
    others: float


@dataclass(frozen=True)
class MadeMistake:
    """A mistake of the player's, in the game of a save that was analysed."""

    game: str
    made: Mistake


@dataclass(frozen=True)
class PlayerRecord:
    """All of it: the finished games, the earliest first, and their sums.

    ``mistakes`` are those of the ``analysed`` games, the dearest first.
    ``solved`` and ``missed`` are puzzles; whose they are is not known, and they are told of the
    player who plays here most. ``people`` are all whose games are known, who plays most first;
    ``under_way`` are the games that are not over, ``of_others`` those that others finished.
    """

    player: str
    people: tuple[str, ...]
    games: tuple[Finished, ...]
    under_way: int
    of_others: int
    rivals: tuple[Rival, ...]
    kinds: tuple[GameKind, ...]
    sources: tuple[SourcePoints, ...]
    analysed: int
    mistakes: tuple[MadeMistake, ...]
    solved: int
    missed: int

    @property
    def places(self) -> list[int]:
        """How often the player was first, second, and so on."""
        counted = Counter(each.place for each in self.games)
        return [counted[place] for place in range(1, max(counted, default=0) + 1)]


def record_of(
    saves: Iterable[tuple[SaveSummary, GameStanding]],
    who: str = "",
    mistakes: Callable[[str], Sequence[Mistake] | None] = lambda _digest: None,
    puzzles: tuple[int, int] = (0, 0),
) -> PlayerRecord:
    """Add up the games of ``who`` (Unknown), or of the one who plays here most.

    Whoever plays alone among bots and types no name is ``YOU``, and nobody of another name.
    A copy of a save is no other game. ``mistakes`` tells those of an analysed game by its digest.
    """
    every = {stood.digest: (save, stood) for save, stood in saves}
    found = sorted(every.values(), key=lambda each: each[0].mtime)
    names = _people(stood for _, stood in found)
    player = _called(names, who) if who else next(iter(names), YOU)
    mine: list[tuple[SaveSummary, GameStanding, int]] = []
    under_way = of_others = 0
    for save, stood in found:
        seat = _seat(stood, player)
        if not stood.over:
            under_way += seat >= 0
        elif seat < 0:
            of_others += PERSON in stood.sources
        else:
            mine.append((save, stood, seat))
    analysed = [(save, seat, mistakes(stood.digest)) for save, stood, seat in mine]
    made = [
        MadeMistake(save.name, one)
        for save, seat, told in analysed
        for one in told or ()
        if one.seat == seat
    ]
    return PlayerRecord(
        player,
        tuple(names),
        tuple(
            Finished(save.name, when(save.mtime)[:10], len(stood.scores),
                     place_of(stood.scores, seat), stood.scores[seat])
            for save, stood, seat in mine
        ),
        under_way,
        of_others,
        _rivals([each[1:] for each in mine]),
        _kinds([each[1:] for each in mine]),
        _sources([each[1:] for each in mine]),
        sum(told is not None for _, _, told in analysed),
        tuple(sorted(made, key=lambda one: -one.made.cost)),
        *(puzzles if player == next(iter(names), YOU) else (0, 0)),
    )  # fmt: skip


Seated = Sequence[tuple["GameStanding", int]]
"""Games, and at which seat the player sat."""


def _people(games: Iterable[GameStanding]) -> list[str]:
    """Return the people whose games are known, who plays most first."""
    counted = Counter(filter(None, (name for stood in games for name in _names(stood))))
    return [name for name, _ in counted.most_common()]


def _names(stood: GameStanding) -> list[str]:
    """Return seat by seat whose games these are; nothing for a bot, or where that is not known."""
    alone = YOU if stood.sources.count(PERSON) == 1 else ""
    return [
        "" if source != PERSON else name if seat in stood.given else alone
        for seat, (name, source) in enumerate(zip(stood.players, stood.sources, strict=True))
    ]


def _called(names: Sequence[str], who: str) -> str:
    for name in names:
        if name.casefold() == who.casefold():
            return name
    others = f"those who have are {', '.join(names[:6])}" if names else "nobody has typed a name"
    raise Unknown(f"nobody called {who!r} plays in these saves; {others}")


def _seat(stood: GameStanding, player: str) -> int:
    """Return where the player sits, or -1."""
    names = [name.casefold() for name in _names(stood)]
    return names.index(player.casefold()) if player.casefold() in names else -1


def place_of(scores: Sequence[int], seat: int) -> int:
    """Return the place of a seat: whoever has as many points shares it."""
    return 1 + sum(score > scores[seat] for score in scores)


def _rivals(games: Seated) -> tuple[Rival, ...]:
    leads: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for stood, mine in games:
        for seat, source in enumerate(stood.sources):
            if seat != mine:
                bot = source != PERSON
                name = source if bot else stood.players[seat]
                leads[name, bot].append(stood.scores[mine] - stood.scores[seat])
    found = [
        Rival(name, bot, len(each), sum(n > 0 for n in each), each.count(0), sum(each) / len(each))
        for (name, bot), each in leads.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.bot, -one.games, one.name)))


def _kinds(games: Seated) -> tuple[GameKind, ...]:
    kinds: dict[tuple[str, tuple[str, ...], int], list[tuple[int, int]]] = defaultdict(list)
    for stood, seat in games:
        kind = stood.edition, stood.expansions, len(stood.scores)
        kinds[kind].append((place_of(stood.scores, seat), stood.scores[seat]))
    return tuple(
        GameKind(
            *kind, len(each), sum(place == 1 for place, _ in each),
            sum(place for place, _ in each) / len(each), sum(got for _, got in each) / len(each),
        )
        for kind, each in sorted(kinds.items(), key=lambda one: (-len(one[1]), one[0]))
    )  # fmt: skip


def _sources(games: Seated) -> tuple[SourcePoints, ...]:
    mine: Counter[str] = Counter()
    others: dict[str, float] = defaultdict(float)
    for stood, seat in games:
        for label, got in stood.points:
            mine[label] += got[seat]
            others[label] += (sum(got) - got[seat]) / max(1, len(got) - 1)
    return tuple(
        SourcePoints(label, total / len(games), others[label] / len(games))
        for label, total in mine.most_common()
    )
