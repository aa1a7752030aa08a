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


@games_of((214, 215))
def test_no_card_of_the_game_is_denied_and_none_invented(variant: Variant, seed: int) -> None:
    """By the name on it: it is there, whatever bars it; what another card carries out is none."""
    names = variant.setup(seed).names()
    for state, rng in positions(variant, (seed,), 0.2, "cards by name"):
        rules, seat = state.rules, state.owing()[0]
        if state.stack[-1].step != "choose_card":
            continue
        card = rng.choice(rules.cards)
        for name in (names.short(card.id), names.title(rules.card_index[card.id])):
            said = why_not(state, seat, f"card {name}", names)
            assert "cannot name" not in said, said
            if not card.stack and not card.value:
                assert not said.startswith(f"The card {names.card_id(card.id)}"), said
