"""Events: the facts that a command caused.

They hold integers (seats, kinds, places, cards) and are put into words late.
``audience`` is None for everybody, else the seats that may see the event.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from elgrande.rules.scoring import Scored

if TYPE_CHECKING:
    from elgrande.rules.ruleset import Ruleset

EVENTS: dict[str, type[Event]] = {}
"""Every class of events by its name, as ``to_plain`` writes it."""


@dataclass(frozen=True)
class Event:
    """What all events share: who may see them."""

    audience: frozenset[int] | None = field(default=None, kw_only=True)

    def __init_subclass__(cls) -> None:
        """Make every class of events known by its name, an expansion's too."""
        if EVENTS.setdefault(cls.__name__, cls) is not cls:
            raise TypeError(f"two classes of events are called {cls.__name__}")

    def seen_by(self, seat: int | None) -> bool:
        """Say whether a seat, or a spectator (None), may see the event."""
        return self.audience is None or seat in self.audience

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        """Put the open board back to what it was before, so that a past scoring can be shown.

        Nothing changes by an event that tells of no cell of it.
        """


@dataclass(frozen=True)
class RoundBegan(Event):
    """A round began; ``starter`` plays the first power card."""

    round: int
    starter: int


@dataclass(frozen=True)
class CardsTurned(Event):
    """The top cards of the stacks were turned up."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class PowerPlayed(Event):
    """A power card was played face up."""

    seat: int
    value: int


@dataclass(frozen=True)
class TurnBegan(Event):
    """A player's turn began."""

    seat: int


@dataclass(frozen=True)
class Moved(Event):
    """Caballeros moved from place to place; ``by`` is the seat that did it, or -1."""

    by: int
    kind: int
    source: int
    target: int
    number: int

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        offset = self.kind * rules.n_places
        board[offset + self.target] -= self.number
        board[offset + self.source] += self.number


@dataclass(frozen=True)
class Converted(Event):
    """Caballeros turned into another kind of their family where they stand."""

    by: int
    kind: int
    other: int
    place: int
    number: int

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[self.other * rules.n_places + self.place] -= self.number
        board[self.kind * rules.n_places + self.place] += self.number


@dataclass(frozen=True)
class PointsGiven(Event):
    """A player got points that no scoring brings; ``reason`` is what labels call it by."""

    seat: int
    points: int
    reason: str


@dataclass(frozen=True)
class CardChosen(Event):
    """A player chose an action card."""

    seat: int
    card: int


@dataclass(frozen=True)
class Announced(Event):
    """A player announced the special action of a card; ``codes`` are its first choice, if open."""

    seat: int
    card: int
    codes: tuple[int, ...] = ()


@dataclass(frozen=True)
class CardKept(Event):
    """A player keeps a card in front of him, until the end of a round."""

    seat: int
    card: int
    until: int


@dataclass(frozen=True)
class CardUsed(Event):
    """A player used a held card against, or after, the special action of ``other``.

    ``begun`` says that something of the action had been done by then.
    """

    seat: int
    card: int
    other: int
    action: int
    begun: bool = False


@dataclass(frozen=True)
class HeldExpired(Event):
    """A held card went unused."""

    seat: int
    card: int


@dataclass(frozen=True)
class KingMoved(Event):
    """A seat moved the King from node to node; -1 where he moved by himself."""

    seat: int
    source: int
    target: int

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_king] = self.source


@dataclass(frozen=True)
class GrandeMoved(Event):
    """A Grande moved: the player has a new home region; ``led`` says that another moved it."""

    seat: int
    source: int
    target: int
    led: bool = False

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_grande + self.seat] = self.source


@dataclass(frozen=True)
class ScoreboardMoved(Event):
    """A mobile scoreboard was put on a target, from another one or from beside the map (-1)."""

    seat: int
    mobile: int
    source: int
    target: int

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_mobile + self.mobile] = self.source


@dataclass(frozen=True)
class Evacuated(Event):
    """A player named the region that the others must leave."""

    seat: int
    region: int


@dataclass(frozen=True)
class DiskSet(Event):
    """A player has set their secret disk; what it shows is not said."""

    seat: int


@dataclass(frozen=True)
class DiskShows(Event):
    """What a player's own disk shows, told to that player alone."""

    seat: int
    region: int


@dataclass(frozen=True)
class DisksRevealed(Event):
    """All disks were turned up together: pairs of seat and region."""

    disks: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Recalled(Event):
    """A player took a power card back; the others do not see which."""

    seat: int


@dataclass(frozen=True)
class RecalledValue(Event):
    """The card taken back, told to that player alone.

    ``value`` is the number of its bit in a hand (``Ruleset.hand_bits``), which is the value of a
    power card as long as all of them are below 32.
    """

    seat: int
    value: int


@dataclass(frozen=True)
class OnlyAnswer(Event):
    """A player was not asked, there being a single legal answer; what it does follows."""

    seat: int
    code: int


@dataclass(frozen=True)
class RecalledOpenly(Event):
    """A player took a played card back that lay in view, so everybody knows which.

    ``value`` as in ``RecalledValue``.
    """

    seat: int
    value: int


@dataclass(frozen=True)
class CardDeduced(Event):
    """Everybody can tell by now that a player has taken this card back.

    ``value`` as in ``RecalledValue``.
    """

    seat: int
    value: int


@dataclass(frozen=True)
class RegionScored(Event):
    """A place was scored; ``scored`` says who got what, and why. ``general`` tells the occasion."""

    scored: Scored
    general: bool
    by: int = -1


@dataclass(frozen=True)
class GeneralScoring(Event):
    """A general scoring began, after this round."""

    round: int


@dataclass(frozen=True)
class CardsCleared(Event):
    """The face-up cards that nobody took left the game, or went back."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class TurnEnded(Event):
    """A player's turn ended."""

    seat: int


@dataclass(frozen=True)
class GameEnded(Event):
    """The game is over; ``winners`` share the victory (FACTS 7)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


def to_plain(event: Event) -> dict[str, Any]:
    """Return an event as plain values that JSON can carry."""
    out: dict[str, Any] = {"event": type(event).__name__}
    for item in fields(event):
        value = getattr(event, item.name)
        if item.name == "audience":
            if value is not None:
                out["audience"] = sorted(value)
        elif value is False and item.default is False:
            continue  # A flag that came later: records from before it stay as they are.
        elif isinstance(value, Scored):
            out[item.name] = value.to_plain()
        elif isinstance(value, tuple):
            out[item.name] = [list(part) if isinstance(part, tuple) else part for part in value]
        else:
            out[item.name] = value
    return out


def from_plain(data: dict[str, Any]) -> Event:
    """Return the event that ``to_plain`` wrote; ValueError if it is none."""
    cls = EVENTS.get(str(data.get("event")))
    if cls is None:
        raise ValueError(f"there is no event {data.get('event')!r}")
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key == "event":
            continue
        if key == "audience":
            values[key] = frozenset(value)
        elif key == "scored":
            values[key] = Scored.from_plain(value)
        elif isinstance(value, list):
            values[key] = tuple(tuple(p) if isinstance(p, list) else p for p in value)
        else:
            values[key] = value
    return cls(**values)
