"""A View out of a message: nothing is believed of it before it has been looked at.

A message may come from anywhere. What is refused here could not be read: lists of the wrong
length, values of the wrong kind, and numbers that stand for nothing in this game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from elgrande.rules.parts import Drawer, Frame, Held, tupled

if TYPE_CHECKING:
    from elgrande.rules.ruleset import Ruleset

FIELDS = ("seat", "board", "stack", "held", "doubts", "drawer")
MOST_FRAMES = 200
"""How many steps may be in progress: far more than a game ever has."""
MOST_NUMBERS = 1000
"""How many held cards or unknown cards a message may tell of."""
MOST_VALUE = 1 << 20
"""No number that a step counts by or to, no score and no age of a held card is as large."""
MOST_BITS = 64
"""How long a number is that an expansion keeps, where no set of cards is longer."""
LONGEST_TEXT = 200
"""Characters of a text among the values of a step, or of a hidden value."""

ViewParts = tuple[list[int], "list[Frame]", tuple[Held, ...], tuple[tuple[int, int], ...],
              "list[Drawer | None]", int | None]  # fmt: skip


def read_view(rules: Ruleset, data: object) -> ViewParts:
    """Return the parts of a View in their order; ValueError with one sentence for anything else."""
    if not isinstance(data, dict):
        raise ValueError(f"a view is a table and no {type(data).__name__}")
    if missing := [field for field in FIELDS if field not in data]:
        raise ValueError(f"a view without a {missing[0]!r} cannot be read")
    seat = data.get("seat")
    if seat is not None and not _is_index(seat, rules.n_seats):
        raise ValueError(f"a view's seat is a number below {rules.n_seats}, or none")
    drawers: list[Drawer | None] = [None] * (rules.n_seats + 1)
    if seat is not None:
        drawers[seat] = _drawer(rules, data.get("drawer"))
    elif data.get("drawer") is not None:
        raise ValueError("a spectator's view has no drawer")
    held = tuple(Held(*row) for row in _rows(data, "held", (3, 4)))
    if not all(_is_index(h.card, len(rules.cards)) and _is_index(h.owner, rules.n_seats)
               and all(_is_small(value) for value in h[2:]) for h in held):  # fmt: skip
        raise ValueError("a view's held cards are cards of the game, each with its owner")
    doubts = tuple((row[0], row[1]) for row in _rows(data, "doubts", (2,)))
    cards = _hand_cards(rules)
    if not all(_is_index(owner, rules.n_seats) and _is_set(bits, cards) for owner, bits in doubts):
        raise ValueError("a view's unknown cards are in hands of players")
    return _board(rules, data.get("board")), _stack(rules, data), held, doubts, drawers, seat


def _board(rules: Ruleset, board: object) -> list[int]:
    if not isinstance(board, list) or len(board) != rules.board_size or not _all_numbers(board):
        raise ValueError(f"a view's board is a list of {rules.board_size} numbers in this game")
    for name, at, end, low, high in _bounds(rules):
        if not all(low <= value < high for value in board[at:end]):
            raise ValueError(f"a view's board has a {name} that this game does not have")
    if not all(map(_is_small, board[rules.at_score : rules.at_grande])):
        raise ValueError("a view's board has a score that nobody can reach")
    hands, n = _hand_cards(rules), rules.n_seats
    if not all(_is_set(value, hands) for value in board[rules.at_known : rules.at_known + n]):
        raise ValueError("a view's board knows of a power card that this game does not have")
    if not _is_set(board[rules.at_seen], (1 << len(rules.cards)) - 1):
        raise ValueError("a view's board has seen an action card that this game does not have")
    if not all(_is_kept(rules, board[at]) for at in rules.cell.values()):
        raise ValueError("a view's board keeps a number that is too large")
    if rules.at_pile and not all(_is_pile(rules, value) for value in board[rules.at_pile :]):
        raise ValueError("a view's board has a pile of cards that this game does not have")
    return list(board)


def _hand_cards(rules: Ruleset) -> int:
    """Return everything that a hand may hold, as bits."""
    return rules.power_bits | sum({1 << bit for bit in rules.hand_bits})


def _is_set(value: int, of: int) -> bool:
    """Say whether a number is a set, as bits, of what another one is all of.

    Below zero there is no end of bits.
    """
    return not value & ~of


def _is_pile(rules: Ruleset, packed: int) -> bool:
    """Say whether a number packs power cards, each at most once (see ``pile``)."""
    width, found = rules.pile_width, 0
    most = width * len(rules.power_values)
    if not 0 <= packed < 1 << most:
        return False
    while packed:
        card = packed & ((1 << width) - 1)
        if not 0 < card <= len(rules.power_values) or found >> card & 1:
            return False
        found |= 1 << card
        packed >>= width
    return True


def _is_small(value: object) -> bool:
    return type(value) is int and -MOST_VALUE < value < MOST_VALUE


def _is_kept(rules: Ruleset, value: object) -> bool:
    """Say whether a value is one that an expansion may keep: a number, a set, a text, or several.

    Deeper than a message may be no value is (``tupled`` has been through it).
    """
    if isinstance(value, tuple):
        return all(_is_kept(rules, one) for one in value)
    if type(value) is int:
        return value.bit_length() <= max(MOST_BITS, len(rules.cards))
    return _is_plain(value)


def _is_plain(value: object) -> bool:
    return (
        value is None or type(value) is bool or (type(value) is str and len(value) <= LONGEST_TEXT)
    )


def _is_step_value(value: object) -> bool:
    """Say whether a value is one that a step may have: nothing that it would count for ever by."""
    if isinstance(value, tuple):
        return all(map(_is_step_value, value))
    return _is_small(value) or _is_plain(value)


def _bounds(rules: Ruleset) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield what stands for something on the board: from and to which cell, and which numbers."""
    n, targets = rules.n_seats, len(rules.targets)
    yield "number of caballeros", 0, rules.at_score, 0, sum(rules.kind_start) + 1
    yield "home of a Grande", rules.at_grande, rules.at_king, -1, targets
    yield "King's seat", rules.at_king, rules.at_mobile, 0, len(rules.nodes)
    yield "place of a scoreboard", rules.at_mobile, rules.at_round, -1, targets
    yield "round", rules.at_round, rules.at_starter, 0, max(rules.rounds) + 1
    yield "starter", rules.at_starter, rules.at_power, 0, n
    yield "power card", rules.at_power, rules.at_order, 0, rules.power_values[-1] + 1
    yield "turn order", rules.at_order, rules.at_face, 0, n
    yield "action card", rules.at_face, rules.at_taker, -1, len(rules.cards)
    yield "taker of a card", rules.at_taker, rules.at_known, -1, n


def _stack(rules: Ruleset, data: dict[str, Any]) -> list[Frame]:
    stack = data.get("stack")
    if not isinstance(stack, list) or len(stack) > MOST_FRAMES:
        raise ValueError(f"a view's stack is a list of at most {MOST_FRAMES} steps")
    frames = []
    for number, values in enumerate(stack, 1):
        try:
            frame = rules.named(tupled(values) if isinstance(values, list) else ())
            sound = all(map(_is_step_value, frame))
        except (ValueError, RecursionError):
            # What Python says of it would quote the whole of it.
            raise ValueError(f"step {number} of a view's stack is not of this game") from None
        if not sound:
            raise ValueError(f"step {number} of a view's stack has a value that is too large")
        if not _is_index(frame.actor, rules.n_seats, -1):
            raise ValueError(f"step {number} of a view's stack has no player's seat")
        frames.append(frame)
    return frames


def _drawer(rules: Ruleset, drawer: object) -> Drawer:
    size = 2 + len(rules.hidden_start)
    if not isinstance(drawer, list) or len(drawer) != size or not _all_numbers(drawer[:2]):
        raise ValueError(f"a view's drawer is a list of {size} values in this game")
    if not _is_index(drawer[1], len(rules.regions), -1):
        raise ValueError("a view's drawer has a disk that shows no region")
    if not _is_set(drawer[0], _hand_cards(rules)):
        raise ValueError("a view's drawer has a power card that this game does not have")
    try:
        values = tupled(drawer)
        sound = all(_is_kept(rules, value) for value in values)
    except RecursionError:
        sound = False
    if not sound:
        raise ValueError("a view's drawer keeps a value that is too large")
    return values


def _rows(data: dict[str, Any], field: str, sizes: tuple[int, ...]) -> list[list[int]]:
    rows = data.get(field)
    if (
        not isinstance(rows, list)
        or len(rows) > MOST_NUMBERS
        or not all(isinstance(row, list) and len(row) in sizes and _all_numbers(row)
                   for row in rows)
    ):  # fmt: skip
        size = " or ".join(map(str, sizes))
        raise ValueError(f"a view's {field!r} is a list of lists of {size} numbers")
    return rows


def _all_numbers(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def _is_index(value: object, end: int, first: int = 0) -> bool:
    return type(value) is int and first <= value < end
