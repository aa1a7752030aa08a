"""How often cards, discs, places and free actions came up in many random games.

    python tests/expansions/colonies/colonies_table.py

writes the table anew, which is kept beside the recorded games. Read the difference before
committing it: no number may be 0. Of a card its action is counted, of a kept one its use too
(``co-06 kept``); of a place that somebody could go there, went there, and changed what it pays.
"""

from __future__ import annotations

import sys
from pathlib import Path

from elgrande.rules import State

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

from colonies_drawn import game  # noqa: E402
from laid import DISCS, check_families, legs_fit  # noqa: E402
from tallied import ManyGames, Tally, disc_rows  # noqa: E402

from elgrande.expansions.colonies.places import SINGLE, layout, table_place  # noqa: E402

CARDS = ("gi-01", *(f"co-{number:02}" for number in range(1, 12)))
KEPT = ("co-06", "co-07", "co-11")
PLACES = ("france", "ambassador", "envoy", "ship", "captain", "america", "viceroy",
          "mediterranean")  # fmt: skip
FREE = ("sail", "claim", "one-more")
ROWS = (
    *CARDS, *(f"{card} kept" for card in KEPT), *PLACES, "beside the table", *FREE, "turn-down",
    "take-space", "move-table", *disc_rows(),
)  # fmt: skip


def begun(seed: int) -> State:
    """Lay out one of the games: numbers of players and lengths take turns."""
    return game(2 + seed % 4, seed, short=seed // 4 % 3 == 2).start()


def check(state: State) -> None:
    """Families are conserved, rooms kept, discs neither made nor lost, the King's region shut."""
    rules = state.rules
    known = layout(rules)
    check_families(state)
    room = {rules.place_index[name]: 1 for name in SINGLE} | {table_place(state): known.spaces}
    for place, most in room.items():
        if place >= 0:
            assert sum(state.count(kind, place) for kind in rules.all_kinds) <= most
    for region, place in enumerate(known.beside):
        if place >= 0 and region != state.cell("limit-table"):
            assert not any(state.count(kind, place) for kind in rules.all_kinds)
    for disc, whole in DISCS.items():
        carriers = [kind for kind, carried in known.carried.items() if carried == disc]
        carried = sum(state.count(k, place) for k in carriers for place in range(rules.n_places))
        assert carried + state.cell(f"{disc}-lying") + state.cell(f"{disc}-supply") == whole
        for place in (*known.home, *known.offices, rules.castillo, rules.court, rules.provinces):
            assert not any(state.count(kind, place) for kind in carriers)
    for kind in known.black:
        assert not state.count(kind, rules.court)
        assert not state.count(kind, rules.provinces)
    assert legs_fit(state)
    assert rules.nodes[state.king] not in ("ship", "america", "mediterranean")


def offers(state: State, codes: list[int]) -> set[str]:
    """Return the rows that these answers offer."""
    rules = state.rules
    found = set()
    for code in codes:
        verb, *words = rules.text(code).split()
        if verb == "special":
            found.add(rules.cards[state.card].id)
        elif verb == "use":
            found.add(f"{words[0]} kept")
        elif verb in ("place", "put") and words[0] in PLACES:
            found.add(words[0])
        elif verb in ("place", "put") and words[0].endswith("-beside"):
            found.add("beside the table")
        elif verb in (*FREE, "turn-down", "take-space", "move-table"):
            found.add(verb)
    return found


TALLY = Tally(begun, check, offers, frozenset({*CARDS, "sail"}), answers=6000)
GAMES = ManyGames("colonies", TALLY.play, ROWS)

if __name__ == "__main__":
    GAMES.write()
