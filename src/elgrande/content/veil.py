"""What may be shown while the Castillo is veiled: asked here by every output for people.

Both editions forbid looking into the Castillo (S0 and S2, "The Castillo"): the number is
called out when caballeros go in, and then has to be remembered. How many of a colour are
in the provinces would tell the same, since everybody else can be counted. The rules and the
bots go on with the true numbers; a View has them, since they follow from what everybody saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elgrande.rules import Position, Ruleset, View
from elgrande.rules.events import Announced, Event, Moved, RegionScored, RoundBegan

RULE = "castillo"
"""The house rule, and the key of a position file that says the same."""
OPEN, VEILED = "open", "veiled"
FORGOTTEN = "what went into the Castillo is left to your memory"
"""What is said, once a round or a turn, in the place of what ``forgets`` leaves out."""


def closed(rules: Ruleset) -> tuple[int, ...]:
    """Return the places whose caballeros nobody may count during the game."""
    return (rules.castillo, rules.provinces) if rules.veiled else ()


def shows(position: Position, kind: int, place: int, seat: int | None = None) -> bool:
    """Say whether the number of caballeros of a kind at a place may be shown.

    ``seat`` is the only reader there can be, who knows the number of the seat's caballeros;
    without it anybody may be looking, as at a screen. When the game is over all may be.
    """
    return place not in closed(position.rules) or position.over or kind == seat


def forgets(rules: Ruleset, event: Event) -> bool:
    """Say whether a log drops an event once its round is over: who threw in how many."""
    if rules.veiled and isinstance(event, Announced):
        inside = rules.places[rules.castillo]
        return any(inside in rules.text(code).split() for code in event.codes)
    return rules.veiled and isinstance(event, Moved) and event.target == rules.castillo


def put_back(rules: Ruleset, event: Event) -> bool:
    """Say whether an event showed everybody the inside of the Castillo, which then closed again.

    Its counts are not to be read again once the round is over. In a general scoring the
    Castillo is emptied after it, so that those counts tell nothing.
    """
    return (
        rules.veiled
        and isinstance(event, RegionScored)
        and not event.general
        and event.scored.target == rules.castillo_target
    )


def before_this_round(events: Sequence[tuple[int, Event]]) -> int:
    """Return how many of the events happened before the last round that began among them."""
    starts = (at for at, (_, event) in enumerate(events) if isinstance(event, RoundBegan))
    return max(starts, default=0)


def remembered(
    rules: Ruleset, events: Sequence[tuple[int, Event]], *, over: bool = False
) -> list[tuple[int, Event]]:
    """Return the events that may still be told, now or when the game is ``over``."""
    past = 0 if over else before_this_round(events)
    return [each for at, each in enumerate(events) if at >= past or not forgets(rules, each[1])]


def unaided(view: View, events: Iterable[Event]) -> View:
    """Return a view as it is for somebody who knows no more than what is still shown.

    ``events`` are those that may still be told. Of every other kind as many are in the
    Castillo as the log still shows going in, all others of the hidden ones in the provinces;
    so the view is the same whatever the true numbers are. An open Castillo is left as it is.
    """
    rules = view.rules
    if not rules.veiled:
        return view
    entered = dict.fromkeys(range(len(rules.kinds)), 0)
    for event in events:
        if isinstance(event, Moved) and event.target == rules.castillo:
            entered[event.kind] += event.number
        elif isinstance(event, Moved) and event.source == rules.castillo:
            entered[event.kind] = 0
    board = view.board[:]
    for kind, known in entered.items():
        if kind == view.seat:
            continue
        inside, outside = (rules.at_kind[kind][place] for place in closed(rules))
        whole = board[inside] + board[outside]
        board[inside] = min(known, whole)
        board[outside] = whole - board[inside]
    return View(
        rules, board, view.stack[:], view.held, view.unknown_cards, view.drawers[:], view.seat
    )


def known_extras(position: Position, seat: int) -> list[int]:
    """Return what else than power cards is known to be in a hand, as indices.

    What the reader of a View knows alone is among it, as a card that it passed on.
    """
    rules = position.rules
    known = {*position.extras(seat)}
    if rules.extra_hand and isinstance(position, View):
        first = rules.hand_bits[len(rules.power_values)]
        known |= {bit - first for owner, bit in rules.private_hand(position) if owner == seat}
    return sorted(known)
