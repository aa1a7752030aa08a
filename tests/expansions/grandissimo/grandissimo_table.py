"""How often cards, symbols and figures came up in many random games.

    python tests/expansions/grandissimo/grandissimo_table.py

writes the table anew, which is kept beside the recorded games. Read the difference before
committing it: no number may be 0. Of a card its action is counted, of Free choice and of the second
card's action their use too; of a place that somebody could go there, went there, and changed the
position.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from elgrande.rules import State
from elgrande.rules.events import Event

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

from grandissimo_drawn import game  # noqa: E402
from laid import check_families  # noqa: E402
from tallied import Counts, ManyGames, Tally  # noqa: E402

from elgrande.expansions.grandissimo.cards import CROWNED  # noqa: E402

CARDS = tuple(f"gr-{number:02}" for number in range(1, 21))
VERBS = (
    "token", "token-from", "ashore", "jail", "pardon", "take-queen", "take-jester", "queens-more",
    "one-more", "gift", "company", "agree", "region-card", "second-card",
    "second-action",
)  # fmt: skip
PLACES = ("portugal", "ship")
EVENTS = ("InquisitorLeft", "RegionCardBack", "RevolutionOver", "CompanyRefused", "Pardoned")
ROWS = (*CARDS, "gr-06 kept", *VERBS, *PLACES, "place_gift", "King to Portugal",
        "Grande to Portugal", *EVENTS)  # fmt: skip
LONG = ("ashore", "jail", "pardon", "second-action")
"""The verbs after which something more is asked."""

HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"black": "counted"},
    {"ships": False},
    {"jail": False, "black": "counted"},
    {"inquisitor": False},
    {"leave-out": "gr-08,gr-09,gr-10,gr-12,gr-13,gr-14,gr-15,gr-17"},
    {"ships": False, "jail": False, "inquisitor": False, "leave-out": "gr-11,gr-16"},
)
"""Every option, alone and with others."""


def begun(seed: int) -> State:
    """Lay out one of the games: players, lengths and options take turns; half have everything."""
    house = HOUSES[seed // 2 % len(HOUSES)] if seed % 2 else {}
    return game(2 + seed % 4, seed, short=seed // 4 % 3 == 2, house=house).start()


def check(state: State) -> None:
    """Everybody is somewhere, black ones in regions or jail, two tokens, the Grande who is King."""
    rules = state.rules
    check_families(state)
    if "black" in rules.kinds:
        kind = rules.kinds.index("black")
        out = [rules.castillo, rules.court]
        out += [at for name, at in rules.place_index.items() if name[:4] in ("ship", "gift")]
        assert not any(state.count(kind, place) for place in out)
    if "ship-tokens" in rules.cell:
        assert state.cell("ship-tokens").bit_count() <= 2
    crowned = state.cell(CROWNED)
    assert crowned < 0 or state.grande(crowned) == state.king
    marks = [held.mark for held in state.held
             if rules.card_effects[held.card].name in ("boycott", "alliance")]  # fmt: skip
    assert len(set(marks)) == len(marks)


def offers(state: State, codes: list[int]) -> set[str]:
    """Return the rows that these answers offer."""
    rules = state.rules
    found = set()
    for code in codes:
        verb, *words = rules.text(code).split()
        if verb == "special":
            found.add(rules.cards[state.card].id)
        elif verb == "use" and words[0] == "gr-06":
            found.add("gr-06 kept")
        elif verb in ("place", "put") and words[0] in PLACES:
            found.add(words[0])
        elif verb == "king" and words[0] == "portugal":
            found.add("King to Portugal")
        elif verb == "grande" and words[0] == "portugal":
            found.add("Grande to Portugal")
        elif verb in VERBS:
            found.add(verb)
    if state.stack[-1].step == "place_gift":
        found.add("place_gift")
    return found & set(ROWS)


def count_events(events: Sequence[Event], counts: Counts) -> None:
    """Count what comes about by itself."""
    for event in events:
        if type(event).__name__ in EVENTS:
            counts.happened(type(event).__name__)


TALLY = Tally(begun, check, offers, frozenset({*CARDS, *LONG}), answers=6000, count=count_events)
GAMES = ManyGames("grandissimo", TALLY.play, ROWS)

if __name__ == "__main__":
    GAMES.write()
