"""How often each card's action was offered, done and changed anything in many random games.

    python tests/expansions/intrigue/card_table.py

writes the table anew, which lies beside the recorded games. Read the difference before
committing it: no number may be 0.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

from tallied import Counts, ManyGames, board  # noqa: E402

from elgrande.content.setup import Setup  # noqa: E402
from elgrande.rules import Generator, State  # noqa: E402

ANSWERS_A_TURN = 60
"""A game that asks for more than this is going round in circles."""


def begun(seed: int) -> State:
    """Lay out one of the games: numbers of players, lengths and options take turns."""
    house = {"cards": (31, 18, 31)[seed // 4 % 3], "hand": ("chosen", "dealt")[seed // 12 % 2]}
    return Setup.of(
        2 + seed % 4, seed=seed, expansions=("intrigue",), short=seed // 24 % 3 == 2, house=house
    ).start()


ROWS = (
    "k-king", "k-intrigue", *sorted(card.id for card in begun(0).rules.cards if card.value),
)  # fmt: skip


def play(seed: int, counts: Counts) -> State:
    """Play one game at random to its end; raises AssertionError if it is stuck."""
    state = begun(seed)
    rules = state.rules
    generator = Generator.seeded(seed, 1)
    most = ANSWERS_A_TURN * rules.n_seats * (len(rules.rounds) + 1)
    acting: tuple[str, int, list[object]] | None = None
    seen: set[tuple[int, int, str]] = set()
    for _ in range(most):
        if state.over:
            return state
        seat = generator.choice(state.owing())
        codes = state.legal(seat)
        assert codes, f"game {seed} is stuck at {state.stack[-1]}"
        code = _choice(state, codes, generator)
        stopping = rules.VETO in codes
        card = _own(state, seat) if stopping else _used(state)
        turn = (state.round, seat, card)
        if (stopping or rules.SPECIAL in codes) and turn not in seen:
            seen.add(turn)
            counts.offered[card] += 1
        if code in (rules.VETO, rules.SPECIAL):
            counts.done[card] += 1
            # Where the action stands on the stack, and what lay there before.
            acting = (card, len(state.stack), board(state))
        state.apply(seat, code)
        if code == rules.VETO:
            counts.changed[card] += 1
            acting = None
        elif acting is not None and len(state.stack) <= acting[1]:
            counts.changed[acting[0]] += board(state) != acting[2]
            acting = None
    raise AssertionError(f"game {seed} has no end")


def _own(state: State, seat: int) -> str:
    """The Veto that a seat holds."""
    return next(state.rules.cards[held.card].id for held in state.held if held.owner == seat)


def _used(state: State) -> str:
    """The card that is acted on."""
    return state.rules.cards[state.card].id if state.card >= 0 else ""


def _choice(state: State, codes: list[int], generator: Generator) -> int:
    """Choose at random, at times by verb first; whoever chooses a hand goes on till it is whole."""
    rules = state.rules
    if state.stack[-1].step == "choose_hand":
        codes = [code for code in codes if rules.verb(code) != "leave"] or codes
    if generator.below(2):
        verb = generator.choice(sorted({rules.verb(code) for code in codes}))
        codes = [code for code in codes if rules.verb(code) == verb]
    return generator.choice(codes)


GAMES = ManyGames("intrigue", play, ROWS, "card")

if __name__ == "__main__":
    GAMES.write()
