"""What drawn positions of all expansions share: crowds in a few words, and what they come to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from drawing import choices, play
from elgrande.content.positions.layout import lay_out
from elgrande.content.setup import Setup
from elgrande.content.words import why_not
from elgrande.rules import Position, Ruleset, State, score
from elgrande.rules.events import Event
from elgrande.rules.steps.round import RunFrame, begin_program

DISCS = {"gold": 5, "wares": 6}
"""How many there are of each disc of the Colonies."""


LAID = {"bridge-from": 63, "quarantined": 93, "grandes-conspire": 35}
"""By open value: the card of a hand that must have been played for it."""


def crowds(board: str, kinds: Iterable[str]) -> dict[str, dict[str, int]]:
    """Read ``aragon: red 2, black 1 | ship: red-gold 1``: by kind how many are where."""
    found: dict[str, dict[str, int]] = {name: {} for name in kinds}
    for part in filter(str.strip, board.split("|")):
        place, _, crowd = part.partition(":")
        for one in crowd.split(","):
            kind, number = one.split()
            found[kind][place.strip()] = int(number)
    return found


def laid(rules: Ruleset, position: dict[str, Any]) -> State:
    """Lay a position out, in which a card that is face up may have been used before.

    No written one can say so of a card that does not come back; co-06 and such may do it again.
    """
    up = {rules.card_index[stack["face"]] for stack in position["stack"]}
    back = {at for at, card in enumerate(rules.cards) if card.returns}
    carriers = {name: rules.carriers(effect) for name, effect in rules.laid_by.items()}
    late = [name for name, cards in carriers.items() if cards & up and not cards & back]
    cells = position["cells"]
    values = {name: cells.pop(name) for name in late if name in cells}
    state = lay_out(rules, position, seed=1)
    for name, value in values.items():
        told = rules.colours.index(value) if value in rules.colours else int(value)
        state.board[rules.cell[name]] = told
    return state


def stow_black(counts: dict[str, dict[str, int]], number: int, place: str) -> None:
    """Put the black ones that a test says nothing of into a place, best the King's region."""
    placed = sum(sum(c.values()) for name, c in counts.items() if name.startswith("black"))
    if placed < number:
        counts["black"][place] = counts["black"].get(place, 0) + number - placed


def supplies(counts: Mapping[str, Mapping[str, int]], lying: Mapping[str, int]) -> dict[str, int]:
    """Return by cell how many discs are left, of which some lie abroad and some are carried."""
    left = {}
    for disc, every in DISCS.items():
        carried = sum(sum(c.values()) for name, c in counts.items() if name.endswith(disc))
        left[f"{disc}-supply"] = every - lying[disc] - carried
    return left


def count(state: Position, kind: str, place: str) -> int:
    """How many of a kind stand at a place."""
    rules = state.rules
    return state.count(rules.kinds.index(kind), rules.place_index[place])


def crowd(state: Position, place: str) -> str:
    """Who stands at a place: ``red 2, black 1``."""
    kinds = state.rules.kinds
    return ", ".join(f"{kind} {n}" for kind in kinds if (n := count(state, kind, place)))


def pays(state: Position, target: str, *, first_only: bool = False, general: bool = False) -> str:
    """What a target pays now: ``red 5, blue 3``."""
    rules = state.rules
    total = dict.fromkeys(rules.colours, 0)
    at = rules.targets.index(target)
    for seat, points in score(state, at, first_only, general=general).paid():
        total[rules.colours[seat]] += points
    return ", ".join(f"{colour} {points}" for colour, points in total.items() if points)


def score_generally(state: State) -> list[Event]:
    """Go to the general scoring, up to its first question or its end."""
    state.stack = [begin_program("general_scoring", -1)]
    state._cache = None
    events: list[Event] = []
    state.advance(events.append)
    return events


def legs_fit(state: State) -> bool:
    """Say whether nobody has more legs than caballeros there, nor any outside the own turn."""
    rules = state.rules
    turns = [f.actor for f in state.stack if isinstance(f, RunFrame) and f.program == "turn"]
    seat = state.cell("legs-of")
    if seat not in (-1, *turns):
        return False
    for name, at in rules.cell.items():
        if name == "legs-of" or not name.startswith("legs-") or not state.board[at]:
            continue
        sort, _, region = name.removeprefix("legs-").rpartition("-")
        kind = rules.kinds.index(sort.replace("own", rules.colours[seat]))
        places = rules.region_places[rules.regions.index(region)]
        if seat < 0 or state.board[at] > sum(state.count(kind, place) for place in places):
            return False
    return True


def after(state: State, *lines: str) -> State:
    """Play lines on a position; return it."""
    for line in lines:
        play(state, line)
    return state


def refusal(game: Callable[[int], Setup], state: State, line: str) -> str:
    """Why a command is not legal, to the seat that gives it."""
    command = state.rules.parse(line)
    return why_not(state, command.seat, line, game(state.rules.n_seats).names())


def turn_of(state: State, colour: str) -> State:
    """Let the others before a seat do nothing that they need not, and the seat take nobody."""
    for _ in range(200):
        seat = state.owing()[0]
        name = state.rules.colours[seat]
        step = state.stack[-1].step
        if name == colour and step not in ("take_caballeros", "fetch"):
            return state
        for answer in ("take 0", "done", "let-all", "let", "end", "card k-king", "card k-intrigue"):
            if f"{name} {answer}" in choices(state):
                play(state, f"{name} {answer}")
                break
        else:
            play(state, choices(state)[0])
    raise AssertionError(f"{colour} never has a turn")


def scored(state: State) -> State:
    """Begin a general scoring in a position; return it."""
    score_generally(state)
    return state


def choice(state: State, rng: random.Random) -> tuple[int, int]:
    """Choose at random, at times by verb first; whoever chooses a hand goes on till it is whole."""
    rules = state.rules
    seat = rng.choice(state.owing())
    codes = state.legal(seat)
    assert codes, f"stuck at {state.stack[-1]}"
    assert len(set(codes)) == len(codes)
    if state.stack[-1].step == "choose_hand":
        codes = [code for code in codes if rules.verb(code) != "leave"] or codes
    if rng.random() < 0.5:
        verb = rng.choice(sorted({rules.verb(code) for code in codes}))
        codes = [code for code in codes if rules.verb(code) == verb]
    return seat, rng.choice(codes)


def closed(state: State, taboo: Iterable[int] | None = None) -> list[int]:
    """Return how many of each family stand in each place of the King's region."""
    rules = state.rules
    return [
        sum(state.count(kind, place) for kind in family)
        for place in sorted({*(rules.taboo(state) if taboo is None else taboo)} - {rules.castillo})
        for family in rules.families
    ]


def check_families(state: State) -> None:
    """Nobody is lost or made, and no number is below nothing."""
    rules = state.rules
    for family, whole in zip(rules.families, rules.family_start, strict=True):
        there = sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
        assert there == whole
    assert min(state.board[: rules.at_score]) >= 0
