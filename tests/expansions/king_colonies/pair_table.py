"""How often cards, roles, places and free actions came up in many random games of both together.

    python tests/expansions/king_colonies/pair_table.py

writes the table anew, which is kept beside the recorded games. Read the difference before
committing it: no number may be 0. Of a card its action is counted, of a kept one its use too
(``co-06 kept``) and, where it stops an action, that (``co-07 stops``); of a place that somebody
could go there, went there, and changed what stands on the board. ``own``, ``role``, ``six`` and
``seven`` are what turns chose to act with.
"""

from __future__ import annotations

import sys
from pathlib import Path

from elgrande.rules import State

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

from laid import DISCS, check_families, legs_fit  # noqa: E402
from pair_drawn import game  # noqa: E402
from tallied import ManyGames, Tally, disc_rows  # noqa: E402

from elgrande.rules.movement import free  # noqa: E402

OWN = tuple(f"k-{value:03}" for value in (
    10, 13, 15, 20, 23, 25, 30, 35, 40, 50, 53, 60, 63, 70, 75, 80, 90, 93, 100, 110, 115, 120,
    130, 135, 140, 145, 150, 160, 165, 170, 180,
))  # fmt: skip
CARDS = ("k-king", "k-intrigue", *OWN, "gi-01", *(f"co-{number:02}" for number in range(1, 12)))
KEPT = ("co-06", "co-07", "co-11", "k-075")
STOPS = ("co-07 stops", "veto")
PLACES = ("france", "ambassador", "envoy", "ship", "captain", "america", "viceroy",
          "mediterranean")  # fmt: skip
VERBS = ("sail", "claim", "one-more", "turn-down", "take-space", "move-table", "escort", "bridge",
         "throw-in")  # fmt: skip
CHOSEN = ("own", "role", "six", "seven")
NEVER = "k-040"
"""There is nothing to carry out in the own turn: its use is the row ``veto``."""
ROWS = (
    *CHOSEN, *(card for card in CARDS if card != NEVER), *(f"{card} kept" for card in KEPT),
    *STOPS, *PLACES, "beside the table", *VERBS, *disc_rows(),
)  # fmt: skip

SINGLE = ("france", "ambassador", "envoy", "captain", "viceroy")
OFFICES = ("captain", "viceroy")


def begun(seed: int) -> State:
    """Lay out one of the games: numbers of players, lengths, hands and cards take turns."""
    house = {"cards": (31, 18, 31)[seed // 4 % 3], "hand": ("chosen", "dealt")[seed // 12 % 2]}
    return game(2 + seed % 4, seed, short=seed // 24 % 3 == 2, house=house).start()


def check(state: State) -> None:
    """Families are conserved, rooms kept, discs neither made nor lost, hands and turns in order."""
    rules = state.rules
    check_families(state)
    for name in SINGLE:
        place = rules.place_index[name]
        assert sum(state.count(kind, place) for kind in rules.all_kinds) <= 1
    table = state.cell("limit-table")
    if table >= 0:
        on_it = rules.place_index[rules.regions[table]]
        assert free(state, on_it) >= 0
        spaces = 10 if rules.n_seats >= 4 else 6
        assert sum(state.count(kind, on_it) for kind in rules.all_kinds) <= spaces
    for name in rules.places:
        if name.endswith("-beside") and (table < 0 or name != f"{rules.regions[table]}-beside"):
            place = rules.place_index[name]
            assert not any(state.count(kind, place) for kind in rules.all_kinds)
    spain = [place for r in rules.disk_regions for place in rules.region_places[r]]
    offices = [rules.place_index[name] for name in OFFICES]
    nowhere = (*spain, *offices, rules.castillo, rules.court, rules.provinces)
    for disc, whole in DISCS.items():
        carriers = [kind for kind, name in enumerate(rules.kinds) if name.endswith(f"-{disc}")]
        carried = sum(state.count(k, place) for k in carriers for place in range(rules.n_places))
        assert carried + state.cell(f"{disc}-lying") + state.cell(f"{disc}-supply") == whole
        assert not any(state.count(kind, place) for kind in carriers for place in nowhere)
    for kind, name in enumerate(rules.kinds):
        if name.startswith("black"):
            assert not state.count(kind, rules.court)
            assert not state.count(kind, rules.provinces)
    assert rules.nodes[state.king] not in ("ship", "america", "mediterranean")
    assert legs_fit(state)
    shut = state.cell("quarantined")
    assert shut < 0 or shut in state.mobile
    taken = [slot.taker for slot in state.slots if slot.taker >= 0]
    assert len(set(taken)) == len(taken), "nobody takes two cards in a round"


def offers(state: State, codes: list[int]) -> set[str]:
    """Return the rows that these answers offer."""
    rules = state.rules
    found = set()
    for code in codes:
        verb, *words = rules.text(code).split()
        if verb == "special":
            found.add(rules.cards[state.card].id)
        elif verb == "card":
            stack = rules.cards[rules.card_index[words[0]]].stack
            kind = {0: "role" if words[0] in ("k-king", "k-intrigue") else "own", 6: "six"}
            found.add(kind.get(stack, "seven"))
        elif verb == "use":
            stopping = rules.LET_ALL in state.legal(state.owing()[0])
            found.add(f"{words[0]} {'stops' if stopping else 'kept'}")
        elif verb in ("place", "put") and words[0] in PLACES:
            found.add(words[0])
        elif verb in ("place", "put") and words[0].endswith("-beside"):
            found.add("beside the table")
        elif verb in (*VERBS, "veto"):
            found.add(verb)
    return found


TALLY = Tally(
    begun, check, offers, frozenset({*CARDS, "sail"}), answers=8000, always=frozenset(CHOSEN),
    taboo=lambda state: state.rules.king_taboo[state.king],
)  # fmt: skip
GAMES = ManyGames("king-colonies", TALLY.play, ROWS)

if __name__ == "__main__":
    GAMES.write()
