"""What happened: one plain sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from elgrande.content.words.answers import answer
from elgrande.content.words.names import (
    Called,
    Names,
    caballeros,
    listed,
    named,
    points,
)
from elgrande.content.words.scores import say_score
from elgrande.rules import events as ev
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
    ev.RoundBegan: "Round {round} begins; {starter:seat} plays the first power card.",
    ev.PowerPlayed: "{seat} plays the power card {value}.",
    ev.TurnBegan: "It is {seat}'s turn.",
    ev.PointsGiven: "{seat} gets {points} ({reason:plain}).",
    ev.CardChosen: "{seat} chooses the action card {card}.",
    ev.CardKept: "{seat} keeps {card}, to the end of {until:last_round}.",
    ev.HeldExpired: "{seat} discards {card} unused.",
    ev.Evacuated: "{seat} names {region}: the other players must leave it.",
    ev.DiskSet: "{seat} has set the secret disk.",
    ev.DiskShows: "{seat}'s disk shows {region}; nobody else sees it yet.",
    ev.RecalledValue: "{seat} has taken back the {value:hand_card}; nobody else sees it.",
    ev.CardDeduced: "Now everybody can tell that {seat} took back the {value:hand_card}.",
    ev.GeneralScoring: "The general scoring after round {round} begins.",
    ev.TurnEnded: "{seat}'s turn is over.",
})  # fmt: skip


@says(ev.CardsTurned)
def _cards_turned(e: ev.CardsTurned, n: Names) -> str:
    if not e.cards:
        return "No action card is left to turn up."
    return f"Turned up: {', '.join(map(n.card, e.cards))}."


@says(ev.Moved)
def _moved(e: ev.Moved, n: Names) -> str:
    rules = n.rules
    own = e.by >= 0 and e.by == rules.kind_owner[e.kind]
    source, target = (
        f"{n.owner(e.kind)}'s court" if place == rules.court and not own else n.place(place)
        for place in (e.source, e.target)
    )
    what = _of_kind(e.kind, e.number, n)
    if own and (e.kind == e.by or _load(e.kind, n)):
        what = caballeros(e.number) + _load(e.kind, n)
    if e.by < 0:
        return f"{what[:1].upper()}{what[1:]} go{'es' * (e.number == 1)} from {source} to {target}."
    who = n.seat(e.by)
    if e.target == rules.provinces:
        return f"{who} sends {what} from {source} back to {n.provinces}."
    if own and e.source == rules.court:
        return f"{who} places {what} in {target}."
    if own and e.target == rules.court:
        return f"{who} takes {what} from {source} to the court."
    return f"{who} moves {what} from {source} to {target}."


def _load(kind: int, n: Names) -> str:
    """Return what those of a kind carry, if they are called so: `` with Gold``."""
    owner = n.rules.kind_owner[kind]
    rest = n.owner(kind).removeprefix(n.seat(owner)) if owner >= 0 else ""
    return rest if rest.startswith(" with ") else ""


def _of_kind(kind: int, number: int, n: Names) -> str:
    """Say whose caballeros they are: a player's, or of a kind that is no player's first."""
    whose = n.owner(kind)
    if kind < n.rules.n_seats or _load(kind, n):
        return f"{'a caballero' if number == 1 else caballeros(number)} of {whose}"
    return f"{'a' if number == 1 else number} {whose.lower()} caballero{'s' * (number != 1)}"


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
        # In no stack: what something else lets its player do.
        return f"{n.seat(e.seat)} uses the ability {n.short(card.id)}."
    choice = ", ".join(answer(code, n.rules, n) for code in e.codes)
    first = f", beginning with: {choice}" if choice else ""
    return f"{n.seat(e.seat)} announces the special action of {n.card(e.card)}{first}."


@says(ev.CardUsed)
def _card_used(e: ev.CardUsed, n: Names) -> str:
    card = n.rules.cards[e.card]
    who = n.seat(e.seat)
    if e.other < 0 or e.action < 0:
        return f"{who} uses {n.card(e.card)}."
    what = f"{n.seat(e.other)}'s special action, {n.card(e.action)}"
    if card.effect == "keep_veto":
        lost = ": what is left of it is lost" if e.begun else ""
        return f"{who} stops {what}, with {n.card(e.card)}{lost}."
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
        return f"{n.seat(e.seat)} throws the own Grande{start} into {goal}."
    if e.led:
        return f"{n.seat(e.seat)}'s Grande goes along{start} to {goal}, the new home."
    return f"{n.seat(e.seat)} moves the own Grande{start} to {goal}, the new home."


@says(ev.ScoreboardMoved)
def _scoreboard_moved(e: ev.ScoreboardMoved, n: Names) -> str:
    board = f"the {n.scoreboard} {n.board(n.rules.mobile_names[e.mobile])}"
    if e.source < 0:
        return f"{n.seat(e.seat)} puts {board} on {n.target(e.target)}."
    return f"{n.seat(e.seat)} moves {board} from {n.target(e.source)} to {n.target(e.target)}."


@says(ev.DisksRevealed)
def _disks_revealed(e: ev.DisksRevealed, n: Names) -> str:
    shown = [f"{n.seat(seat)} {n.region(region)}" for seat, region in e.disks]
    return f"The disks are turned up: {', '.join(shown)}."


@says(ev.Recalled)
def _recalled(e: ev.Recalled, n: Names) -> str:
    what = "card" if n.rules.extra_hand else "power card"
    return f"{n.seat(e.seat)} takes a played {what} back, unseen."


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
    return f"The action cards are cleared away; nobody took {listed([n.card(c) for c in e.cards])}."


@says(ev.GameEnded)
def _game_ended(e: ev.GameEnded, n: Names) -> str:
    winners = [n.seat(seat) for seat in e.winners]
    best = points(max(e.scores))
    won = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the victory"
    losers = sorted(
        (seat for seat in range(len(e.scores)) if seat not in e.winners),
        key=lambda seat: -e.scores[seat],
    )
    rest = ", ".join(f"{n.seat(seat)} {e.scores[seat]}" for seat in losers)
    return f"The game is over: {won} with {best}{'; ' + rest if rest else ''}."
