"""A position in sentences, as one seat or a spectator may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import spans
from elgrande.content.expansion import display_of
from elgrande.content.veil import known_extras, shows
from elgrande.content.words.cards import card_numbers
from elgrande.content.words.names import (
    GameNames,
    coming_scoring,
    figure,
    last_round,
    listed,
    round_name,
)
from elgrande.rules.parts import NEXT_SCORING

if TYPE_CHECKING:
    from elgrande.rules import Card, Position


def sentences(view: Position, names: GameNames, *, seat: int | None = None) -> Iterator[str]:
    """Yield the position line by line; ``seat`` is the reader's, who also hears of the own disk.

    Where the Castillo is veiled neither its counts nor those of the provinces are said.
    """
    rules = view.rules
    veiled = not shows(view, -1, rules.provinces)
    # Once all have played theirs, it may be the first player of the next round already.
    begins = len(view.turn_order) < rules.n_seats
    first = f" {names.seat(view.starter)} plays the first {names.power}." if begins else ""
    yield f"{_when(view)}.{first} {_king(view, names)}"
    for region in range(len(rules.regions)):
        yield _target(view, names, region)
    if veiled:
        yield "The Castillo: veiled."
    else:
        yield _target(view, names, rules.castillo_target)
    beside = [
        "/".join(map(str, rules.mobile_values[i])) for i, t in enumerate(view.mobile) if t < 0
    ]
    if beside:
        yield f"{names.scoreboard.capitalize()}s beside the map: {', '.join(beside)}."
    for player in range(rules.n_seats):
        yield _player(view, names, player, veiled)
    if view.round != rules.rounds[-1] and len(view.turn_order) == rules.n_seats:
        yield f"{names.seat(view.turn_order[-1])} will be first player in the next round."
    yield from display_of(rules).sentences(view, names)
    for slot in view.slots:
        if slot.card < 0:
            continue
        taken = f", taken by {names.seat(slot.taker)}" if slot.taker >= 0 else ""
        yield (
            f"Stack {names.stack(slot.stack)}: {card(rules.cards[slot.card], names)}{taken}; "
            f"{slot.left} left face down."
        )
    for held in view.held:
        who, what = names.seat(held.owner), names.card(held.card)
        if view.over:
            yield f"{who} has kept {what} to the end of the game."
            continue
        end = coming_scoring(view) if held.until == NEXT_SCORING else last_round(held.until)
        yield f"{who} keeps {what} until the end of {end}."
    if seat is not None and view.disk(seat) >= 0:
        yield f"Your disk shows {names.region(view.disk(seat))}."


def card(found: Card, names: GameNames) -> str:
    """Return what a card is called, and how many it places."""
    return ", ".join(filter(None, (names.card_id(found.id), card_numbers(found))))


def _when(view: Position) -> str:
    rules = view.rules
    if not view.round:
        return round_name(0, rules.rounds[0]).capitalize()
    last = rules.rounds[-1]
    return f"Round {view.round}{' of' if len(rules.rounds) == last else ', the last is'} {last}"


def _king(view: Position, names: GameNames) -> str:
    rules = view.rules
    near = listed([names.region(region) for region in rules.neighbours(view)])
    if view.king < len(rules.regions):
        return f"The King is in {names.node(view.king)}."
    if rules.king_taboo[view.king]:
        return f"The King is in {names.node(view.king)}, which borders {near}."
    return (
        f"The King is in {names.node(view.king)}, so no region is closed; "
        f"you place caballeros in {near}."
    )


def _target(view: Position, names: GameNames, target: int) -> str:
    rules = view.rules
    values = "/".join(map(str, view.values(target)))
    # A region of several places: who stands in one that has a name of its own is told apart.
    main = rules.place_index.get(rules.targets[target], -1)
    inside = _crowd(view, names, main) if main >= 0 else "nobody"
    apart = [
        f"{names.plain(rules.places[place])}: {_crowd(view, names, place)}"
        for place in rules.target_places[target]
        if place != main and any(view.count(kind, place) for kind in rules.all_kinds)
    ]
    inside = "; ".join([*([] if apart and inside == "nobody" else [inside]), *apart])
    homes = [names.seat(s) for s in range(rules.n_seats) if view.grande(s) == target]
    notes = []
    if rules.king_target[view.king] == target:
        notes.append("the King's region, taboo")
    elif all(map(view.is_taboo, rules.target_places[target])):
        notes.append("closed: nothing may enter or leave")
    if homes:
        notes.append(f"home of {' and '.join(homes)}")
    if target in view.mobile:
        notes.append(f"under a {names.scoreboard}")
    note = f" ({'; '.join(notes)})" if notes else ""
    name = names.target(target)
    return f"{name[:1].upper()}{name[1:]}, {values}{note}: {inside}."


def _crowd(view: Position, names: GameNames, place: int) -> str:
    """Say who stands at a place."""
    kinds = [kind for kind in view.rules.all_kinds if view.count(kind, place)]
    said = [f"{names.owner(kind)} {view.count(kind, place)}" for kind in kinds]
    return ", ".join(said) or "nobody"


def _player(view: Position, names: GameNames, seat: int, veiled: bool) -> str:
    rules = view.rules
    known = known_extras(view, seat)
    extras = [names.plain(rules.extra_hand[index]) for index in known]
    # A range of numbers in words: not everything that reads aloud says a dash.
    values = spans(view.hand(seat), rules.power_values).replace(" ", ", ").replace("-", " to ")
    hand = ", ".join(filter(None, [values, *extras]))
    provinces = "" if veiled else f", {view.count(seat, rules.provinces)} in {names.provinces}"
    power = f", played {view.power(seat)}" if view.power(seat) else ""
    added = display_of(rules).added(view, seat)
    if added is not None:
        power += f" with {added.name}, total {figure(rules.initiative(view, seat))}"
    unknown = 0
    if view.drawers[seat] is None:
        # What everybody knows is in no doubt; what the reader alone knows is.
        unknown = sum(owner == seat for owner, _ in view.unknown_cards)
        unknown -= len(known) - len(view.extras(seat))
    some = rules.extra_hand or rules.hand_size < len(rules.power_values)
    what = "not known" if some else "taken back unseen"
    if unknown and not hand:
        cards = f"{unknown} {names.power}{'s' * (unknown > 1)} {what}"
    else:
        more = f" and {unknown} {what}" if unknown else ""
        cards = f"{names.power}s {hand or 'none'}{more}"
    return (
        f"{names.seat(seat)}: {view.score(seat)} points, {view.count(seat, rules.court)} at court"
        f"{provinces}{power}; {cards}."
    )
