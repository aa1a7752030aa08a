"""What a bot says that a rank would pay is what that rank pays, in every game there is."""

from __future__ import annotations

import re

from games import Variant, games_of, play, rng_for, start

from elgrande.bots.plan_words import Voice, changes
from elgrande.content.words.names import ordinal
from elgrande.rules.scoring import score

TOLD = re.compile(
    r"you (?P<rank>are (?:tied for )?\w+|lead|take the lead) (?P<where>[io]n .*?)(?: from .*)?, "
    r"which would pay (?P<points>\d+) points?"
)


@games_of((210, 211, 212, 213))
def test_a_rank_pays_what_is_said(variant: Variant, seed: int) -> None:
    """And not what an office pays besides (America 4/0/0 and its Viceroy: FACTS 4.2)."""
    names, state = variant.setup(seed).names(), start(variant, seed)
    rules = state.rules
    places = {names.at(name): target for target, name in enumerate(rules.targets)}
    before = state.copy()
    for number, _ in enumerate(play(state, rng_for(variant, seed, "ranks"))):
        if number % 3:
            continue
        seat = number // 3 % rules.n_seats
        for text in changes(Voice(names, seat, True), before, state):
            if not (match := TOLD.fullmatch(text)):
                continue
            scored = score(state, places[match["where"]], general=True)
            (line,) = [line for line in scored.lines if line.seat == seat]
            rank = f"are {'tied for ' * line.tied}{ordinal(line.rank)}"
            assert match["rank"] in (
                {rank} if line.tied or line.rank > 1 else {"lead", "take the lead"}
            )
            value = scored.values[line.paid - 1] if line.paid <= rules.ranks else 0
            assert int(match["points"]) == value + line.king + line.grande, text
        before = state.copy()
