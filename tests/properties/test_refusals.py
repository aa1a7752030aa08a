"""What a refusal says of the moment is of that moment."""

from __future__ import annotations

from games import Variant, games_of, positions

from elgrande.content.words import why_not


@games_of((180, 181))
def test_where_caballeros_go_now_is_said_only_when_they_can_go(variant: Variant, seed: int) -> None:
    for state, rng in positions(variant, [seed], 0.02, "now"):
        rules = state.rules
        seat = rng.choice(state.owing())
        verbs = {rules.verb(code) for code in state.legal(seat)}
        for text in rules.vocabulary.texts:
            verb, *words = text.split()
            if len(words) == 1 and words[0] in rules.places and verb not in verbs:
                assert " now, not to " not in why_not(state, seat, text), text
