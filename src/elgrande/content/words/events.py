"""What happened: one plain sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from elgrande.content.words.decisions import answer
from elgrande.content.words.names import Called, Names, caballeros, listed, named, points
from elgrande.content.words.scores import say_score
from elgrande.rules import events as ev
from elgrande.rules.effects.figures import InquisitorTaken
from elgrande.rules.steps.hand import HandDealt, HandKept, HandReopened, HandShows
from elgrande.rules.wording import filled

if TYPE_CHECKING:
    from elgrande.rules import Ruleset


E = TypeVar("E", bound=ev.Event)
Say = Callable[[Any, Names], str]

EVENTS: dict[type[ev.Event], Say | str] = {}
"""The words of every class of events: a sentence with fields (``filled``), or a function."""


def sentences(words: Mapping[type[ev.Event], str]) -> None:
    """Register the words of events that a sentence with fields says: ``{seat} goes to {region}``.

    How a field is said stands at ``elgrande.rules.wording.filled``.
    """
    EVENTS.update(words)


def says(cls: type[E]) -> Callable[[Callable[[E, Names], str]], Callable[[E, Names], str]]:
    """Register the words of a class of events: a function of the event and the Names."""

    def keep(function: Callable[[E, Names], str]) -> Callable[[E, Names], str]:
        EVENTS[cls] = function
        return function

    return keep


def say_event(event: ev.Event, rules: Ruleset, names: Called = None) -> str:
    """Return one sentence that says what happened.

    Who may read it is the event's ``audience``. An event that nobody wrote words
    for is a fault of the expansion that brings it: LookupError names the class.
    """
    for cls in type(event).__mro__:
        if cls in EVENTS:
            words, n = EVENTS[cls], named(rules, names)
            return filled(words, event, n) if isinstance(words, str) else words(event, n)
    raise LookupError(f"nobody wrote words for the event {type(event).__name__}")


sentences({
    ev.RoundBegan: "Round {round} begins; {starter:seat} plays the first {power}.",
    ev.PowerPlayed: "{seat} plays {power} {value}.",
    ev.TurnBegan: "It is {seat}'s turn.",
    ev.PointsGiven: "{seat} gets {points} ({reason:plain}).",
    ev.CardChosen: "{seat} chooses {card}.",
    ev.CardKept: "{seat} keeps {card} until the end of {until:last_round}.",
    ev.HeldExpired: "{seat} discards {card} unused.",
    ev.Evacuated: "{seat} names {region}: all other players must leave it.",
    ev.DiskSet: "{seat} has set their secret disk.",
    ev.DiskShows: "{seat}'s disk shows {region}; nobody else sees it yet.",
    ev.RecalledValue: "{seat} takes back the {value:hand_card}; nobody else sees which.",
    ev.CardDeduced: "Now everybody can tell that {seat} took back the {value:hand_card}.",
    ev.GeneralScoring: "The general scoring after round {round} begins.",
    ev.TurnEnded: "{seat}'s turn is over.",
    HandDealt: "{seat} is dealt the {power}s {values:numbers}; nobody else sees them.",
    HandReopened: "{seat} is choosing {power}s again.",
    HandShows: "{seat} keeps the {power}s {values:numbers}; nobody else sees them.",
})  # fmt: skip


@says(ev.CardsTurned)
def _cards_turned(e: ev.CardsTurned, n: Names) -> str:
    if not e.cards:
        return "There are no action cards left."
    cards = [n.card_id(n.rules.cards[card].id) for card in e.cards]
    return f"New action cards: {', '.join(cards)}."


@says(ev.Moved)
def _moved(e: ev.Moved, n: Names) -> str:
    rules = n.rules
    own = e.by >= 0 and e.by == rules.kind_owner[e.kind]
    their = "their court" if own else f"{n.owner(e.kind)}'s court"
    source, target = (
        their if place == rules.court else n.place(place) for place in (e.source, e.target)
    )
    at = f"in {their}" if e.target == rules.court else n.at(rules.places[e.target])
    what = _of_kind(e.kind, e.number, n)
    if own and (e.kind == e.by or _load(e.kind, n)):
        what = caballeros(e.number) + _load(e.kind, n)
    if e.by < 0:
        what, one = what[:1].upper() + what[1:], e.number == 1
        if e.source == rules.provinces:
            return f"{what} {'is' if one else 'are'} placed {at}."
        return f"{what} {'goes' if one else 'go'} from {source} to {target}."
    who = n.seat(e.by)
    if e.target == rules.provinces:
        return f"{who} sends {what} from {source} back to {n.provinces}."
    if own and e.source == rules.court:
        return f"{who} places {what} {at}."
    if own and e.target == rules.court:
        verb = "takes" if e.source == rules.provinces else "fetches"
        return f"{who} {verb} {what} from {source} into {target}."
    return f"{who} moves {what} from {source} to {target}."


def _load(kind: int, n: Names) -> str:
    """Return what those of a kind carry, if they are called so: `` with Gold``."""
    owner = n.rules.kind_owner[kind]
    head = n.seat(owner) if owner >= 0 else n.owner(n.rules.kind_family[kind])
    rest = n.owner(kind).removeprefix(head)
    return rest if rest.startswith(" with ") else ""


def _of_kind(kind: int, number: int, n: Names) -> str:
    """Say whose caballeros they are: a player's, or of a kind that is no player's first."""
    owner, load = n.rules.kind_owner[kind], _load(kind, n)
    if kind < n.rules.n_seats or (owner >= 0 and load):
        return f"{'one' if number == 1 else number} of {n.seat(owner)}'s caballeros{load}"
    whose = n.owner(kind).removesuffix(load).lower() if load else n.owner(kind).lower()
    return f"{'a' if number == 1 else number} {whose} caballero{'s' * (number != 1)}{load}"


@says(ev.Converted)
def _converted(e: ev.Converted, n: Names) -> str:
    what, other = (_of_kind(kind, e.number, n) for kind in (e.kind, e.other))
    if n.rules.kind_family[e.kind] == n.rules.kind_family[e.other]:
        # The same ones, who take something up or lay it down: Ana, and Ana with Gold.
        plain, full = sorted((what, other), key=len)
        load = full.removeprefix(plain).removeprefix(" with ")
        if full.startswith(f"{plain} with "):
            how = "with" if other == full else "without"
            return f"In {n.place(e.place)}, {plain} go{'es' * (e.number == 1)} on {how} {load}."
    return f"In {n.place(e.place)}, {what} become{'s' * (e.number == 1)} {other}."


@says(ev.Announced)
def _announced(e: ev.Announced, n: Names) -> str:
    card = n.rules.cards[e.card]
    if not card.stack:
        # Not in a stack: what something else lets its player do.
        return f"{n.seat(e.seat)} uses the {n.short(card.id)} ability."
    choice = ", ".join(answer(code, n.rules, n) for code in e.codes)
    first = f", starting with: {choice}" if choice else ""
    return f"{n.seat(e.seat)} announces the special action of {n.card(e.card)}{first}."


@says(ev.CardUsed)
def _card_used(e: ev.CardUsed, n: Names) -> str:
    card = n.rules.cards[e.card]
    who = n.seat(e.seat)
    if e.other < 0 or e.action < 0:
        return f"{who} uses {n.card(e.card)}."
    what = f"{n.seat(e.other)}'s special action, {n.card(e.action)}"
    if card.effect == "keep_veto":
        lost = "The rest of it is lost." if e.begun else "Nothing of it happens."
        return f"{who} vetoes {what}. {lost}"
    return f"{who} uses {n.card(e.card)} on {what}."


@says(ev.KingMoved)
def _king_moved(e: ev.KingMoved, n: Names) -> str:
    way = f"from {n.node(e.source)} to {n.node(e.target)}"
    return f"{n.seat(e.seat)} moves the King {way}." if e.seat >= 0 else f"The King goes {way}."


@says(ev.GrandeMoved)
def _grande_moved(e: ev.GrandeMoved, n: Names) -> str:
    start = f" from {n.target(e.source)}" if e.source >= 0 else ""
    goal = n.target(e.target)
    if e.target == n.rules.castillo_target:
        return f"{n.seat(e.seat)} moves their Grande{start} into {goal}."
    if e.led:
        return f"{n.seat(e.seat)}'s Grande goes along{start} to {goal}, the new home region."
    return f"{n.seat(e.seat)} moves their Grande{start} to {goal}, their new home region."


@says(ev.ScoreboardMoved)
def _scoreboard_moved(e: ev.ScoreboardMoved, n: Names) -> str:
    board = f"the {n.board(n.rules.mobile_names[e.mobile])} {n.scoreboard}"
    if e.source < 0:
        return f"{n.seat(e.seat)} puts {board} on {n.target(e.target)}."
    return f"{n.seat(e.seat)} moves {board} from {n.target(e.source)} to {n.target(e.target)}."


@says(ev.DisksRevealed)
def _disks_revealed(e: ev.DisksRevealed, n: Names) -> str:
    shown = [f"{n.region(region)} ({n.seat(seat)})" for seat, region in e.disks]
    return f"The disks are revealed: {', '.join(shown)}."


@says(ev.Recalled)
def _recalled(e: ev.Recalled, n: Names) -> str:
    what = "card" if n.rules.extra_hand else n.power
    return f"{n.seat(e.seat)} takes back a played {what} without showing it."


@says(ev.OnlyAnswer)
def _only_answer(e: ev.OnlyAnswer, n: Names) -> str:
    return f"{n.seat(e.seat)} has only one possible answer: {answer(e.code, n.rules, n)}."


@says(ev.RecalledOpenly)
def _recalled_openly(e: ev.RecalledOpenly, n: Names) -> str:
    where = "from the top of the played cards" if n.rules.pile == "top" else "that was just played"
    return f"{n.seat(e.seat)} takes back the {n.hand_card(e.value)} {where}; everybody sees it."


@says(ev.RegionScored)
def _region_scored(e: ev.RegionScored, n: Names) -> str:
    return say_score(e.scored, n.rules, n)


@says(ev.CardsCleared)
def _cards_cleared(e: ev.CardsCleared, n: Names) -> str:
    if not e.cards:
        return "The action cards are cleared away; all were taken."
    left = listed([n.card_id(n.rules.cards[card].id) for card in e.cards], "or")
    return f"The action cards are cleared away; nobody took {left}."


@says(ev.GameEnded)
def _game_ended(e: ev.GameEnded, n: Names) -> str:
    winners = [n.seat(seat) for seat in e.winners]
    best = points(max(e.scores))
    won = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the victory"
    losers = sorted(
        (seat for seat in range(len(e.scores)) if seat not in e.winners),
        key=lambda seat: -e.scores[seat],
    )
    rest = ", ".join(f"{n.seat(seat)} has {e.scores[seat]}" for seat in losers)
    return f"The game is over: {won} with {best}{'; ' + rest if rest else ''}."


@says(HandKept)
def _hand_kept(e: HandKept, n: Names) -> str:
    return f"{n.seat(e.seat)} has chosen {n.rules.hand_size} {n.power}s."


@says(InquisitorTaken)
def _inquisitor_taken(e: InquisitorTaken, n: Names) -> str:
    source = f" from {n.seat(e.source)}" if e.source >= 0 else ""
    return f"{n.seat(e.seat)} takes the Grand Inquisitor{source}."
