"""Events: the facts that a command caused.

They hold integers (seats, kinds, places, cards) and are put into words late: each says itself,
once somebody tells it what everything is called.
``audience`` is None for everybody, else the seats that may see the event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

from elgrande.rules.parts import Held
from elgrande.rules.scoring import Scored
from elgrande.rules.wording import Names, caballeros, filled, label, listed, load, of_kind, points

if TYPE_CHECKING:
    from elgrande.rules.ruleset import Ruleset

EVENTS: dict[str, type[Event]] = {}
"""Every class of events by its name, as ``to_plain`` writes it."""


@dataclass(frozen=True)
class Event:
    """What all events share: who may see them."""

    audience: frozenset[int] | None = field(default=None, kw_only=True)
    sentence: ClassVar[str] = ""
    """What happened, where fields of the event say all of it (``wording.filled``)."""

    def __init_subclass__(cls) -> None:
        """Make every class of events known by its name, an expansion's too."""
        if EVENTS.setdefault(cls.__name__, cls) is not cls:
            raise TypeError(f"two classes of events are called {cls.__name__}")

    def seen_by(self, seat: int | None) -> bool:
        """Say whether a seat, or a spectator (None), may see the event."""
        return self.audience is None or seat in self.audience

    def said(self, n: Names) -> str:
        """Return one sentence that says what happened, to whoever may see the event.

        An event without words is a fault of the expansion that brings it: LookupError names it.
        """
        if not self.sentence:
            raise LookupError(f"nobody wrote words for the event {type(self).__name__}")
        return filled(self.sentence, self, n)

    def raises(self) -> str:
        """Return what this adds to the power card that was played before it, and what both come to:
        ``+1 = 14``; nothing where it adds nothing.
        """
        return ""

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        """Put the open board back to what it was before, so that a past scoring can be shown.

        Nothing changes by an event that tells of no cell of it.
        """

    def kept_before(self) -> Held | None:
        """Return the card that was kept up to this, if it tells of it."""
        return None


@dataclass(frozen=True)
class RoundBegan(Event):
    """A round began; ``starter`` plays the first power card."""

    sentence = "Round {round} begins; {starter:seat} plays the first {power}."

    round: int
    starter: int


@dataclass(frozen=True)
class CardsTurned(Event):
    """The top cards of the stacks were turned up."""

    cards: tuple[int, ...]

    def said(self, n: Names) -> str:
        if not self.cards:
            return "There are no action cards left."
        cards = [n.card_id(n.rules.cards[card].id) for card in self.cards]
        return f"Action cards now: {', '.join(cards)}."


@dataclass(frozen=True)
class PowerPlayed(Event):
    """A power card was played face up."""

    sentence = "{seat} plays {power} {value}."

    seat: int
    value: int


@dataclass(frozen=True)
class TurnBegan(Event):
    """A player's turn began."""

    sentence = "It is {seat}'s turn."

    seat: int


@dataclass(frozen=True)
class Moved(Event):
    """Caballeros moved from place to place; ``by`` is the seat that did it, or -1."""

    by: int
    kind: int
    source: int
    target: int
    number: int

    def said(self, n: Names) -> str:
        rules = n.rules
        own = self.by >= 0 and self.by == rules.kind_owner[self.kind]
        their = "their court" if own else f"{n.owner(self.kind)}'s court"
        source, target = (
            their if place == rules.court else n.place(place)
            for place in (self.source, self.target)
        )
        at = f"in {their}" if self.target == rules.court else n.at(rules.places[self.target])
        what = of_kind(self.kind, self.number, n)
        if own and (self.kind == self.by or load(self.kind, n)):
            what = caballeros(self.number) + load(self.kind, n)
        if self.by < 0:
            what, one = what[:1].upper() + what[1:], self.number == 1
            if self.source == rules.provinces:
                return f"{what} {'is' if one else 'are'} placed {at}."
            if 0 <= rules.place_region[self.source] == rules.place_region[self.target]:
                where = added(source, target) or f"from {source}"
                return f"{what} {where} {'takes' if one else 'take'} a free space {at}."
            return f"{what} {'goes' if one else 'go'} from {source} to {target}."
        who = n.seat(self.by)
        if self.target == rules.provinces:
            return f"{who} sends {what} from {source} back to {n.provinces}."
        if own and self.source == rules.court:
            return f"{who} places {what} {at}."
        if own and self.target == rules.court:
            # Of those from the board nobody knows whether they were fetched or driven out.
            back = "" if self.source == rules.provinces else "back "
            return f"{who} takes {what} from {source} {back}into {target}."
        if own and self.source == rules.provinces:
            return f"{who} puts {what} from {source} {at}."
        if aside := added(target, source):
            return f"{who} puts {what} {aside} {n.at(rules.places[self.source])}."
        if aside := added(source, target):
            return f"{who} lets {what} {aside} count {at}."
        return f"{who} moves {what} from {source} to {target}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        at = rules.at_coming[self.kind]
        board[at[self.target]] -= self.number
        board[at[self.source]] += self.number


def added(longer: str, name: str) -> str:
    """Return what a place's name adds to another's: beside the limit table, in the same region."""
    return longer.removeprefix(f"{name} ") if longer.startswith(f"{name} ") else ""


def straight(events: Iterable[Event], rules: Ruleset) -> tuple[Event, ...]:
    """Return what happened, those who take a space beside where they came to as gone there at once.

    Whoever waits in one place of a region until all have come, and takes a space in another one of
    it without being chosen, has waited nowhere. A scoring between the two has seen them wait.
    """
    regions = rules.place_region
    out: list[Event] = []
    for event in events:
        if not isinstance(event, Moved) or event.by >= 0 or not (
            0 <= regions[event.source] == regions[event.target]
        ):  # fmt: skip
            out.append(event)
            continue
        left = event.number
        for at in reversed(range(len(out))):
            came = out[at]
            if isinstance(came, RegionScored) or not left:
                break
            if isinstance(came, Moved) and (came.kind, came.target) == (event.kind, event.source):
                on = min(left, came.number)
                moves = replace(came, target=event.target, number=on), replace(
                    came, number=came.number - on
                )  # fmt: skip
                out[at : at + 1] = [e for e in moves if e.number and e.source != e.target]
                left -= on
        if left:
            out.append(replace(event, number=left))
    return tuple(out)


@dataclass(frozen=True)
class Converted(Event):
    """Caballeros turned into another kind of their family where they stand."""

    by: int
    kind: int
    other: int
    place: int
    number: int

    def said(self, n: Names) -> str:
        what, other = (of_kind(kind, self.number, n) for kind in (self.kind, self.other))
        at = n.at(n.rules.places[self.place])
        where = at[:1].upper() + at[1:]
        if n.rules.kind_family[self.kind] == n.rules.kind_family[self.other]:
            # The same ones, who take something up or lay it down: Ana, and Ana with Gold.
            plain, full = sorted((what, other), key=len)
            load = full.removeprefix(plain).removeprefix(" with ")
            if full.startswith(f"{plain} with "):
                verb, way = ("pick", "up") if other == full else ("lay", "down")
                does = f"{verb}{'s' * (self.number == 1)} {way}"
                return f"{where}, {plain} {does} {load}."
        return f"{where}, {what} become{'s' * (self.number == 1)} {other}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_coming[self.other][self.place]] -= self.number
        board[rules.at_coming[self.kind][self.place]] += self.number


@dataclass(frozen=True)
class PointsGiven(Event):
    """A player got points that no scoring brings; ``reason`` is what labels call it by."""

    sentence = "{seat} gets {points} ({reason:plain})."

    seat: int
    points: int
    reason: str


@dataclass(frozen=True)
class CardChosen(Event):
    """A player chose an action card."""

    sentence = "{seat} chooses {card}."

    seat: int
    card: int


@dataclass(frozen=True)
class Announced(Event):
    """A player announced the special action of a card; ``codes`` are its first choice, if open."""

    seat: int
    card: int
    codes: tuple[int, ...] = ()

    def said(self, n: Names) -> str:
        rules, who = n.rules, n.seat(self.seat)
        choice = ", ".join(label(code, n) for code in self.codes)
        first = f", starting with: {choice}" if choice else ""
        if self.card in rules.brought:
            # Nobody stops what was kept.
            later = n.short(rules.cards[self.card].id)
            return f"{who} carries out the kept action, {later}{first}."
        return f"{who} announces the special action of {n.card(self.card)}{first}."


@dataclass(frozen=True)
class CardKept(Event):
    """A player keeps a card in front of him, until the end of a round."""

    sentence = "{seat} keeps {card} until the end of {until:last_round}."

    seat: int
    card: int
    until: int


@dataclass(frozen=True)
class CardUsed(Event):
    """A player used an ability, or a held card against, or after, the special action of ``other``.

    ``begun`` says that something of the action had been done by then; a held card was kept
    until a round, with its mark.
    """

    seat: int
    card: int
    other: int
    action: int
    begun: bool = False
    until: int = 0
    mark: int = -1

    def kept_before(self) -> Held | None:
        return Held(self.card, self.seat, self.until, self.mark) if self.until else None

    def said(self, n: Names) -> str:
        who = n.seat(self.seat)
        if self.other < 0 or self.action < 0:
            ability = f"the {n.short(n.rules.cards[self.card].id)} ability"
            return f"{who} uses {ability if self.card in n.rules.abilities else n.card(self.card)}."
        what = f"{n.seat(self.other)}'s special action, {n.card(self.action)}"
        if n.rules.stops_actions(self.card):
            lost = "the rest of it is lost" if self.begun else "nothing of it happens"
            veto = n.rules.card_effects[self.card].stops_actions
            how = f"vetoes {what}" if veto else f"uses {n.card(self.card)} to stop {what}"
            return f"{who} {how}: {lost}."
        return f"{who} uses {n.card(self.card)} on {what}."


@dataclass(frozen=True)
class HeldExpired(Event):
    """A held card went unused, or what it was still kept for."""

    seat: int
    card: int
    until: int
    mark: int

    def kept_before(self) -> Held:
        return Held(self.card, self.seat, self.until, self.mark)

    def said(self, n: Names) -> str:
        effect = n.rules.card_effects[self.card]
        return f"{n.seat(self.seat)} discards {n.card(self.card)}{effect.lapsed}."


@dataclass(frozen=True)
class KingMoved(Event):
    """A seat moved the King from node to node; -1 where nobody did, and another may be King."""

    seat: int
    source: int
    target: int

    def said(self, n: Names) -> str:
        if self.seat < 0:
            before, after = n.node(self.source), n.node(self.target)
            return f"The kingship passes from {before} to {after}."
        way = f"from {n.node(self.source)} to {n.node(self.target)}"
        return f"{n.seat(self.seat)} moves the King {way}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_king] = self.source


@dataclass(frozen=True)
class GrandeMoved(Event):
    """A Grande moved: the player has a new home region; ``led`` says that another moved it."""

    seat: int
    source: int
    target: int
    led: bool = False

    def said(self, n: Names) -> str:
        start = f" from {n.target(self.source)}" if self.source >= 0 else ""
        goal = n.target(self.target)
        if self.target == n.rules.castillo_target:
            return f"{n.seat(self.seat)} moves their Grande{start} into {goal}."
        if self.led:
            return f"{n.seat(self.seat)}'s Grande goes along{start} to {goal}, the new home region."
        return f"{n.seat(self.seat)} moves their Grande{start} to {goal}, their new home region."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_grande + self.seat] = self.source


@dataclass(frozen=True)
class ScoreboardMoved(Event):
    """A mobile scoreboard was put on a target, from another one or from beside the map (-1)."""

    seat: int
    mobile: int
    source: int
    target: int

    def said(self, n: Names) -> str:
        board = f"the {n.board(n.rules.mobile_names[self.mobile])} {n.scoreboard}"
        who, target = n.seat(self.seat), n.target(self.target)
        if self.source < 0:
            return f"{who} puts {board} on {target}."
        return f"{who} moves {board} from {n.target(self.source)} to {target}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_mobile + self.mobile] = self.source


@dataclass(frozen=True)
class Evacuated(Event):
    """A player named the region that the others must leave."""

    sentence = "{seat} names {region}: all other players must leave it."

    seat: int
    region: int


@dataclass(frozen=True)
class DiskSet(Event):
    """A player has set their secret disk; what it shows is not said."""

    sentence = "{seat} has set their secret disk."

    seat: int


@dataclass(frozen=True)
class DiskShows(Event):
    """What a player's own disk shows, told to that player alone."""

    sentence = "{seat}'s disk shows {region}, unseen by the others."

    seat: int
    region: int


@dataclass(frozen=True)
class DisksRevealed(Event):
    """All disks were turned up together: pairs of seat and region."""

    disks: tuple[tuple[int, int], ...]

    def said(self, n: Names) -> str:
        shown = [f"{n.region(region)} ({n.seat(seat)})" for seat, region in self.disks]
        return f"The disks are revealed: {', '.join(shown)}."


@dataclass(frozen=True)
class Recalled(Event):
    """A player took a power card back; the others do not see which."""

    seat: int

    def said(self, n: Names) -> str:
        what = "card" if n.rules.extra_hand else n.power
        return f"{n.seat(self.seat)} takes back a played {what} without showing it."


@dataclass(frozen=True)
class RecalledValue(Event):
    """The card taken back, told to that player alone.

    ``value`` is the number of its bit in a hand (``Ruleset.hand_bits``), which is the value of a
    power card as long as all of them are below 32.
    """

    sentence = "{seat} takes back the {value:hand_card}; nobody else sees which."

    seat: int
    value: int


@dataclass(frozen=True)
class OnlyAnswer(Event):
    """A player was not asked, there being a single legal answer; what it does follows."""

    seat: int
    code: int
    card: int = -1
    """The card whose effect the answer chooses, or -1."""

    def said(self, n: Names) -> str:
        # The number of an effect means nothing to who does not see them all.
        effect = f"choose {n.short(n.rules.cards[self.card].id)}" if self.card >= 0 else ""
        # Of a disk, too: where the board did not tell it, it was asked for.
        seen = ", as everybody can see" if n.rules.is_secret(self.code) else ""
        answer = effect or label(self.code, n)
        return f"{n.seat(self.seat)} has only one possible answer: {answer}{seen}."


@dataclass(frozen=True)
class RecalledOpenly(Event):
    """A player took a played card back that lay in view, so everybody knows which.

    ``value`` as in ``RecalledValue``.
    """

    seat: int
    value: int

    def said(self, n: Names) -> str:
        where = (
            "from the top of the played cards"
            if n.rules.pile == "top"
            else "that was played this round"
        )
        card = n.hand_card(self.value)
        return f"{n.seat(self.seat)} takes back the {card} {where}; everybody sees it."


@dataclass(frozen=True)
class CardDeduced(Event):
    """Everybody can tell by now that a player has taken this card back.

    ``value`` as in ``RecalledValue``.
    """

    sentence = "Now everybody can tell that {seat} took back the {value:hand_card}."

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

    sentence = "The general scoring after round {round} begins."

    round: int


_UNTAKEN = (
    (False, "it leaves the game", "they leave the game"),
    (True, "it goes back to its stack", "they go back to their stacks"),
)
"""Whether cards return, and what becomes of one or several that nobody took."""


@dataclass(frozen=True)
class CardsCleared(Event):
    """The face-up cards that nobody took left the game, or went back."""

    cards: tuple[int, ...]

    def said(self, n: Names) -> str:
        if not self.cards:
            return "No action card was left over."
        said, cards = "", n.rules.cards
        every = [n.card_id(card.id) for card in cards]
        names = [f"{'a copy of ' * (every.count(name) > 1)}{name}" for name in every]
        for back, goes, go in _UNTAKEN:
            left = [names[card] for card in self.cards if cards[card].returns is back]
            if left:
                who = "; nobody" if said else "Nobody"
                said += f"{who} took {listed(left, 'or')}: {goes if len(left) == 1 else go}"
        return f"{said}."


@dataclass(frozen=True)
class TurnEnded(Event):
    """A player's turn ended."""

    sentence = "{seat}'s turn is over."

    seat: int


@dataclass(frozen=True)
class GameEnded(Event):
    """The game is over; ``winners`` share the victory (FACTS 7)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def said(self, n: Names) -> str:
        winners = [n.seat(seat) for seat in self.winners]
        best = points(max(self.scores))
        won = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the victory"
        losers = sorted(
            (seat for seat in range(len(self.scores)) if seat not in self.winners),
            key=lambda seat: -self.scores[seat],
        )
        rest = ", ".join(f"{n.seat(seat)} has {self.scores[seat]}" for seat in losers)
        return f"The game is over: {won} with {best}{'; ' + rest if rest else ''}."


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
