"""Positions as plain values: what ``show`` prints and ``new --from`` accepts.

Schema 1, keys in names and never in indices; see the README's table. A State
prints everything hidden in it, a View what its seat may know. ``layout`` reads them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from itertools import pairwise
from typing import Any

from elgrande.content.edition import HouseRule, edition
from elgrande.content.expansion import deciding, expansion
from elgrande.content.positions.hands import cards_of, kept_unseen
from elgrande.content.positions.playable import derived, mark_form, takers
from elgrande.content.veil import RULE, VEILED, shows
from elgrande.rules import Held, Position, Ruleset, State, View
from elgrande.rules.parts import LASTS, listed, plain
from elgrande.rules.pile import pile

SCHEMA = 1
NOT_PLAYED = (RULE, "undo")
"""House rules that say who may look, or take back: no position depends on them."""


def played_rules(rules: Ruleset) -> list[HouseRule]:
    """Return the house rules that decide what is played, of the edition and all expansions."""
    found = deciding(edition(rules.edition), [expansion(name) for name in rules.in_play])
    return [rule for rule in found if rule.key not in NOT_PLAYED]


def describe(position: Position) -> dict[str, Any]:
    """Return a position in names, ready for TOML or JSON."""
    rules = position.rules
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "edition": rules.edition,
        "round": position.round,
        "starter": rules.colours[position.starter],
        "king": rules.nodes[position.king],
        "scoreboards": {
            name: rules.targets[target]
            for name, target in zip(rules.mobile_names, position.mobile, strict=True)
            if target >= 0
        },
        "seat": [_seat(position, seat) for seat in range(rules.n_seats)],
        "stack": _stacks(position),
        "held": [_kept(rules, held) for held in position.held],
    }
    if rules.expansions:
        out["expansions"] = list(rules.expansions)
    own = played_rules(rules)
    if own:
        out["house"] = {rule.key: rules.options.get(rule.key, rule.default) for rule in own}
    if rules.rounds != edition(rules.edition).rounds:
        out["short"] = True
    if rules.veiled and not position.over:
        out[RULE] = VEILED
    neutral = {
        rules.kinds[kind]: _places(position, kind)
        for kind in range(rules.n_seats, len(rules.kinds))
    }
    if neutral:
        out["neutral"] = neutral
    if rules.cell:
        out["cells"] = {name: _written(rules, name, position.cell(name)) for name in rules.cell}
    if not _goes_without_saying(position):
        out["order"] = [rules.colours[seat] for seat in position.turn_order]
    if position.over or derived(position) != position.stack:
        out["rules"] = rules.version
        out["program"] = [listed(plain(frame)) for frame in position.stack]
    elif position.turns_had != len(takers(position)):
        out["turns"] = position.turns_had
    box = position.drawers[rules.n_seats]
    if box is not None:
        # Printed in hexadecimal: TOML's integers end at 63 bits.
        out["generator"] = f"{box[0]:016x}"
    out["waiting_for"] = [rules.colours[seat] for seat in position.owing()]
    out["digest"] = position.digest() if isinstance(position, State) else _digest(out)
    return out


def as_described(position: State, data: Mapping[str, Any]) -> Position | None:
    """Return the position as whoever knows it of whom a description is, if nothing was changed."""
    said = data.get("digest")
    try:
        if said == position.digest():
            return position
    except TypeError:
        # With a table where a step has a number it is none that anybody has printed.
        return None
    # Only what somebody has printed and nobody changed has steps that can be asked anything.
    if said != _digest({key: data[key] for key in data if key not in ("digest", "legal")}):
        return None
    views = map(position.view, (None, *range(position.rules.n_seats)))
    return next((view for view in views if describe(view)["digest"] == said), None)


def _digest(described: Mapping[str, Any]) -> str:
    """Return 16 hex digits that tell what somebody knows of a position from everything else."""
    text = json.dumps(described, sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _places(position: Position, kind: int) -> dict[str, int]:
    rules = position.rules
    # A State is the whole position, a View what its seat may be shown.
    whole = isinstance(position, State)
    reader = position.seat if isinstance(position, View) else None
    return {
        name: position.count(kind, place)
        for place, name in enumerate(rules.places)
        if position.count(kind, place) and (whole or shows(position, kind, place, reader))
    }


def _written(rules: Ruleset, name: str, value: Any) -> Any:
    """Return an expansion's value as it is written, in names where it has a form."""
    if name in rules.forms:
        return rules.forms[name].write(value)
    return listed(value) if isinstance(value, tuple) else value


def _goes_without_saying(position: Position) -> bool:
    """Say whether the power cards, all different, tell the turn order."""
    initiative = position.rules.initiative
    values = [initiative(position, seat) for seat in position.turn_order]
    return all(before > after for before, after in pairwise(values))


def _seat(position: Position, seat: int) -> dict[str, Any]:
    rules = position.rules
    home = position.grande(seat)
    out: dict[str, Any] = {
        "colour": rules.colours[seat],
        "score": position.score(seat),
        "caballeros": _places(position, seat),
    }
    if home >= 0:
        out["grande"] = rules.targets[home]
    if position.power(seat):
        out["power"] = position.power(seat)
    doubts = [cards_of(rules, bits) for owner, bits in position.unknown_cards if owner == seat]
    known = position.board[rules.at_known + seat]
    played = pile(position, seat) if rules.at_pile else ()
    # What they know of the other cards of a hand goes without saying; here it comes first.
    kept = len(kept_unseen(rules, known, played))
    # Another card, or this round's, is known there only since it was seen to be taken back.
    again = known & (~rules.power_bits | rules.power_bit.get(position.power(seat), 0))
    if doubts[kept:] or again or (known and rules.hand_size < len(rules.power_values)):
        out["known_hand"] = cards_of(rules, known)
    if doubts[kept:]:
        out["taken_back"] = doubts[kept:]
    if played:
        out["played"] = list(played)
    drawer = position.drawers[seat]
    if drawer is not None or not doubts:
        out["hand"] = list(position.hand(seat))
        if rules.extra_hand:
            out[rules.extra_field] = [rules.extra_hand[extra] for extra in position.extras(seat)]
    if drawer is not None:
        if drawer[1] >= 0:
            out["disk"] = rules.regions[drawer[1]]
        if len(drawer) > 2:
            out["drawer"] = [
                _written(rules, name, drawer[at]) for name, at in rules.hidden_at.items()
            ]
    return out


def _kept(rules: Ruleset, held: Held) -> dict[str, Any]:
    """Return a held card: until which round, or what lasts longer by its name."""
    out: dict[str, Any] = {
        "card": rules.cards[held.card].id,
        "owner": rules.colours[held.owner],
        "until": LASTS.get(held.until, held.until),
    }
    form = mark_form(rules, held.card)
    if form is not None and held.mark != -1:
        out["mark"] = form.write(held.mark)
    return out


def _stacks(position: Position) -> list[dict[str, Any]]:
    rules = position.rules
    seen = position.board[rules.at_seen]
    box = position.drawers[rules.n_seats]
    out = []
    for index, slot in enumerate(position.slots):
        stack: dict[str, Any] = {"number": slot.stack, "left": slot.left}
        if slot.card >= 0:
            stack["face"] = rules.cards[slot.card].id
        if slot.taker >= 0:
            stack["taken_by"] = rules.colours[slot.taker]
        gone = [
            rules.cards[number].id
            for number in rules.stack_cards[index]
            if (seen >> number) & 1 and number != slot.card
        ]
        if gone:
            stack["gone"] = gone
        if box is not None:
            stack["deck"] = [rules.cards[card].id for card in box[1 + index]]
        out.append(stack)
    return out
