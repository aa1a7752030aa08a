"""A prompt promises no more than there is: of so many who may be picked, *up to* that number."""

from __future__ import annotations

import re

from games import Variant, games_of, positions

from elgrande.content.words import prompt
from elgrande.rules.effects.move import ANY

UP_TO = re.compile(r"up to (\d+)")
NAMING = ("pick", "escort")
"""Verbs that name one of those that are counted."""


@games_of((21, 22, 23, 24))
def test_no_more_is_asked_for_than_there_is(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    names = setup.names()
    for state, _ in positions(variant, (seed,), 1.0, "asked"):
        rules = state.rules
        for seat in state.owing():
            decision = state.decision(seat)
            if decision.step not in ("move", "grande_escort", "move_black", "disc_move"):
                continue
            if getattr(decision.fields, "source", -2) == ANY:
                continue  # Whoever has been moved may be moved again.
            codes = [code for code in decision.codes if rules.verb(code) in NAMING]
            named = {tuple(rules.text(code).split()[1:]) for code in codes}
            there = sum(
                state.count(rules.kinds.index(kind), rules.place_index[place])
                for kind, place in named
            )
            said = UP_TO.findall(prompt(decision, rules, names)) if codes else []
            assert all(int(number) <= there for number in said), (decision, said, there)
