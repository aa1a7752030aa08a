"""No colour and no seat is special: renamed and turned tables play the same game."""

from __future__ import annotations

import json
from typing import Any

from games import Variant, games_of, rng_for, start, told

from elgrande.content.edition import edition
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Player
from elgrande.rules import State

SEAT_CELLS = {"black_holder"}
"""Open values of expansions that are seats, or -1."""


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Put other colours into a command or a description, wherever one stands."""
    if isinstance(value, str):
        return " ".join(_word(word, names) for word in value.split(" "))
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {_word(key, names): renamed(item, names) for key, item in value.items()}
    return value


def _word(word: str, names: dict[str, str]) -> str:
    """Put another colour into a word: a kind may be a colour with something that it carries."""
    return "-".join(names.get(part, part) for part in word.split("-"))


@games_of((80, 81))
def test_other_colours_are_the_same_game(variant: Variant, seed: int) -> None:
    """Whatever the players are called, the same answers lead to the same position."""
    colours = edition(variant.edition).colours
    rng = rng_for(variant, seed, "colours")
    setup = variant.setup(seed)
    mixed = rng.sample(colours, len(colours))
    names = dict(zip(colours, mixed, strict=True))
    players = tuple(Player(mixed[at], f"Player {at}") for at in range(variant.players))
    state = setup.start()
    other = variant.setup(seed)
    other = type(other)(
        players, seed, edition=other.edition, expansions=other.expansions,
        short=other.short, house=other.house,
    ).start()  # fmt: skip
    assert other.rules.colours == tuple(mixed[: variant.players])
    # Which colour a dummy has depends on who plays; it is as much the same as a player's.
    for kind in state.rules.unplayed:
        names[state.rules.kinds[kind]] = other.rules.kinds[kind]
    for before, seat, code, _ in told(state, rng):
        line = renamed(f"{before.rules.colours[seat]} {before.rules.text(code)}", names)
        command = other.rules.parse(line)
        assert other.is_legal(command.seat, command.code)
        assert command.seat == seat
        other.apply(command.seat, command.code)
        assert other.digest() == state.digest()


@games_of((90, 91, 92))
def test_a_turned_table_is_the_same_game(variant: Variant, seed: int) -> None:
    """Everybody moves up some seats, taking all that is theirs along; nothing else changes."""
    rng = rng_for(variant, seed, "turned")
    # Who sits where must not matter from any round on, so it begins anywhere.
    state = start(variant, seed, short=False)
    wait = rng.randrange(30 * variant.players)
    for at, _ in enumerate(told(state, rng)):
        if at >= wait and "program" not in describe(state):
            break
    assert not state.over
    by = 1 + rng.randrange(variant.players - 1)
    colours = state.rules.colours
    names = {colour: colours[(at + by) % len(colours)] for at, colour in enumerate(colours)}
    other = lay_out(state.rules, turned(state, names), seed=0)
    for before, seat, code, _ in told(state, rng):
        line = renamed(f"{colours[seat]} {before.rules.text(code)}", names)
        command = other.rules.parse(line)
        assert other.is_legal(command.seat, command.code), line
        other.apply(command.seat, command.code)
        assert turned(state, names) == plain(other)
    assert other.over


def plain(state: State) -> dict[str, Any]:
    """Describe a position without what stands in seat numbers: steps, and the digest."""
    out: dict[str, Any] = json.loads(json.dumps(describe(state)))
    out.pop("program", None)
    out.pop("digest")
    out["waiting_for"].sort()
    return out


def turned(state: State, names: dict[str, str]) -> dict[str, Any]:
    """Describe a position as it is for players who sit elsewhere."""
    out: dict[str, Any] = renamed(plain(state), names)
    out["waiting_for"].sort()
    colours = state.rules.colours
    out["seat"].sort(key=lambda seat: colours.index(seat["colour"]))
    for name, value in out.get("cells", {}).items():
        if isinstance(value, list) and set(value) <= set(colours):
            # A set of seats is told in the order of the seats.
            value.sort(key=colours.index)
        elif name in SEAT_CELLS and value >= 0:
            out["cells"][name] = colours.index(names[colours[value]])
    return out
