"""Laying out the start of a game (S0, "Preparation"; FACTS 9.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.dealing import deal_decks
from elgrande.rules.generator import Generator
from elgrande.rules.movement import shift
from elgrande.rules.position import State
from elgrande.rules.spec import Form, Spec
from elgrande.rules.steps.round import begin_program

if TYPE_CHECKING:
    from elgrande.rules.parts import Drawer
    from elgrande.rules.ruleset import Ruleset


DRAWN = "drawn"
"""The cell of the region cards that have been drawn, where a game notes them."""


def empty_board(rules: Ruleset) -> list[int]:
    """Return a board with everybody in the provinces and nothing else on it."""
    board = [0] * rules.board_size
    for kind in range(len(rules.kinds)):
        board[rules.at_coming[kind][rules.provinces]] += rules.kind_start[kind]
    for at in range(rules.at_mobile, rules.at_round):
        board[at] = -1
    for at in range(rules.at_face, rules.at_known):
        board[at] = -1
    for seat in range(rules.n_seats):
        board[rules.at_grande + seat] = -1
        board[rules.at_known + seat] = rules.power_bits
    for name, value in rules.cell_start.items():
        board[rules.cell[name]] = value
    return board


def start(rules: Ruleset, seed: int, starter: int | None = None) -> State:
    """Lay the game out from a seed and go on to the first Decision.

    The region cards are shuffled: the first is the King's region, then one home
    each. Everybody has two caballeros at home and seven in the court. The
    starter of round 1 is named, or drawn. Whoever finds no room stays in the provinces.
    """
    generator = Generator.seeded(seed)
    board = empty_board(rules)
    # Only regions that have a region card, and so a place on the disk, are drawn.
    drawn = generator.shuffled(rules.disk_regions)
    if DRAWN in rules.cell:
        board[rules.cell[DRAWN]] = sum(1 << region for region in drawn[: 1 + rules.n_seats])
    board[rules.at_king] = drawn[0]
    for seat in range(rules.n_seats):
        board[rules.at_grande + seat] = drawn[1 + seat]
    drawn_starter = generator.below(rules.n_seats)
    board[rules.at_starter] = drawn_starter if starter is None else starter
    decks = deal_decks(rules, 0, generator)
    drawers: list[Drawer | None] = [
        (rules.power_bits, -1, *rules.hidden_start) for _ in range(rules.n_seats)
    ]
    drawers.append((generator.state, *decks))
    state = State(rules, board, [begin_program("game", -1)], (), (), drawers)
    for seat in range(rules.n_seats):
        # Of whatever other kinds there are nobody is set up.
        plain = rules.kinds_of(state, seat)[:1]
        home = rules.region_places[state.grande(seat)]
        shift(state, -1, plain, rules.provinces, home, rules.start_home)
        shift(state, -1, plain, rules.provinces, (rules.court,), rules.start_court)
    state.advance()
    return state


def draw_regions(state: State, number: int) -> tuple[int, ...]:
    """Draw more region cards, as many as there are; the game must note them (``note_drawn``)."""
    rules = state.rules
    at = rules.cell[DRAWN]
    left = [region for region in rules.disk_regions if not (state.board[at] >> region) & 1]
    generator = state.draw_generator()
    drawn = tuple(generator.shuffled(left)[:number])
    state.keep_generator(generator)
    state.board[at] |= sum(1 << region for region in drawn)
    return drawn


def note_drawn(spec: Spec) -> None:
    """Let a game note which region cards have been drawn, a bit for each region."""
    spec.cells.setdefault(DRAWN, 0)
    spec.forms.setdefault(
        DRAWN, lambda rules: Form({r: rules.regions[r] for r in rules.disk_regions}, several=True)
    )
