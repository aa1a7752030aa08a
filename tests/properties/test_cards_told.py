"""Whoever asks what the cards do reads each that an answer names, and whose those are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from games import Variant, each, games_of, positions

from elgrande.cli.plain import queries
from elgrande.content.expansion import display_of, hand_card
from elgrande.content.words import card_text
from elgrande.content.words.names import is_number
from elgrande.rules import Position
from elgrande.table import Look

SHARE = 0.1
"""Of so many positions the cards are read."""


def named(position: Position, codes: tuple[int, ...], domain: str) -> set[str]:
    """Return the ids of a domain in the words of some answers."""
    rules = position.rules
    return {
        word
        for code in codes
        for name, word in zip(
            rules.domains(rules.verb(code)), rules.text(code).split()[1:], strict=True
        )
        if name == domain
    }


@games_of((210, 211))
def test_what_an_answer_names_is_read_and_what_is_taken_said(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    names, texts = setup.names(), setup.content.cards
    for state, _ in positions(variant, (seed,), SHARE, "cards"):
        view = state.view(state.owing()[0])
        decision = view.decision(state.owing()[0])
        look = cast(Look, SimpleNamespace(view=view, decision=decision))
        said = list(queries.cards(look, names, setup))
        assert said, "nothing to read is said, too"
        for slot in view.slots:
            if slot.card < 0:
                continue
            info = texts[state.rules.cards[slot.card].id]
            called = f"{info.card.id} {info.heading}" if is_number(info.card.id) else info.heading
            (head,) = (line for line in said if line.startswith(called))
            taken = f", taken by {names.seat(slot.taker)}" if slot.taker >= 0 else ""
            assert head.endswith(taken)
            assert ("taken by" in head) == bool(taken)
        for card in named(state, decision.codes, "card"):
            assert texts[card].text in said, card
        for name in named(state, decision.codes, "extra"):
            if (extra := hand_card(state.rules, name)) is not None:
                assert any(extra.text in line for line in said), name
        for name in named(state, decision.codes, "hand") if decision.card >= 0 else ():
            if (extra := hand_card(state.rules, name)) is not None:
                # A card that can take back more than power cards says so.
                assert extra.kind in texts[state.rules.cards[decision.card].id].text


@games_of((212, 213))
def test_the_board_counts_what_is_left_in_each_stack(variant: Variant, seed: int) -> None:
    """Also in one whose face-up card was taken away; of a sole card nothing is left."""
    names = variant.setup(seed).names()
    for state, _ in positions(variant, (seed,), SHARE, "stacks"):
        lines = [line for line in queries.sentences(state, names) if line.startswith("Stack ")]
        if any(slot.card >= 0 for slot in state.slots):
            slots = display_of(state.rules).slots(state)
            told = [slot for slot in slots if slot.left >= 0 or slot.card >= 0]
            for line, slot in zip(lines, told, strict=True):
                assert line.endswith(f"; {slot.left} left face down.") is (slot.left >= 0)


@each(210)
def test_what_a_house_rule_changes_on_a_card_is_not_called_printed(variant: Variant) -> None:
    """With every choice of every house rule; a symbol that is put away leaves what is printed."""
    plain = variant.setup(0, house={}).content.cards
    for rule in variant.setup(0).house_rules:
        for choice in rule.choices:
            if rule.players and variant.players not in rule.players:
                continue
            ruled = variant.setup(0, house={rule.key: choice}).content.cards
            for key, info in ruled.items():
                if key not in plain or plain[key].text.startswith(info.text):
                    continue
                said = card_text(info).splitlines()[-1]
                assert said.startswith("By a house rule: the effect. "), key
