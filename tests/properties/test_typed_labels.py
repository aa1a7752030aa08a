"""Whoever types what the list of answers says, or a part of it, is led to that answer."""

from __future__ import annotations

import re

from games import Variant, each, games_of, positions

from elgrande.content.words import answer, clause, notation, why_not
from elgrande.content.words.decisions import in_words
from elgrande.rules.events import OnlyAnswer
from elgrande.rules.wording import wanted

SHARE = 0.01
LONGEST = 60
"""Of what is longer only the beginning is looked at."""


@games_of((170, 171))
def test_every_label_leads_to_its_answer_and_no_part_of_it_is_denied(
    variant: Variant, seed: int
) -> None:
    names = variant.setup(seed).names()
    for state, rng in positions(variant, [seed], SHARE, "labels"):
        rules = state.rules
        seat = rng.choice(state.owing())
        decision = state.decision(seat)
        codes = decision.codes
        labels = [answer(code, rules, names, decision) for code in codes]
        at = rng.randrange(len(codes))
        label, command = labels[at], rules.text(codes[at])
        words = label.split()
        parts = (label, " ".join(words[1:]), words[-1], f"{command.split()[0]} {words[-1]}")
        for asker in (seat, (seat + 1) % rules.n_seats):
            for part in parts:
                said = why_not(state, asker, notation(part, names), names)
                assert "of this game names" not in said, (part, said)
        if rules.verb(codes[at]) != words[0]:
            assert "is not possible now" not in why_not(state, seat, words[0], names)
        said = why_not(state, seat, notation(label, names), names)
        if said and labels.count(label) == 1 and len(label) < LONGEST:
            assert repr(in_words(command, names)) in said or repr(command) in said, said


@games_of((173, 174))
def test_every_answer_is_an_infinitive_within_a_sentence(variant: Variant, seed: int) -> None:
    """Behind *would* and *would be to*, as advice has it."""
    for state, _ in positions(variant, [seed], SHARE, "clauses"):
        rules, seat = state.rules, state.owing()[0]
        labels = [verb.label for verb in rules.vocabulary.verbs if isinstance(verb.label, str)]
        deeds = {label.split()[0] for label in labels} - {"effect"} | {"leave", "skip"}
        decision = state.decision(seat)
        for code in decision.codes:
            for said in (clause(code, rules, None, decision), clause(code, rules)):
                assert said.split()[0] in deeds, said
                assert ": " not in said, said


@games_of((175, 176))
def test_a_number_behind_a_verb_proposes_no_place(variant: Variant, seed: int) -> None:
    for state, rng in positions(variant, [seed], SHARE, "numbers"):
        seat = rng.choice(state.owing())
        texts = [state.rules.text(code) for code in state.legal(seat)]
        for verb in {text.split()[0] for text in texts if text.startswith(("place ", "king "))}:
            said = why_not(state, seat, f"{verb} 1")
            assert said.startswith(f"No number belongs behind {verb!r} here; write for example ")


@each(2)
def test_whose_only_answer_is_told_is_a_name_and_nobody_beside_it_is_you(variant: Variant) -> None:
    names = variant.setup(1).names()
    rules = names.rules
    for code in range(len(rules.vocabulary.texts)):
        said = OnlyAnswer(0, code).said(names)
        if {"card", "option"}.intersection(rules.domains(rules.verb(code))):
            continue  # Some cards are called so, and an effect is named by its card.
        assert not re.search(r"\byours?\b|\beffect \d", said), said


@games_of((177, 178))
def test_no_prompt_lets_one_place_more_than_are_at_court(variant: Variant, seed: int) -> None:
    names = variant.setup(seed).names()
    for state, _ in positions(variant, [seed], SHARE, "courts"):
        rules, seat = state.rules, state.owing()[0]
        court = sum(state.count(kind, rules.court) for kind in rules.kinds_owned[seat])
        told = re.findall(r"place (?:up to )?(\d+)", wanted(state.decision(seat), names))
        assert all(int(number) <= court for number in told), (told, court)
