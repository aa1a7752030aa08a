"""What a refusal says of the moment is of that moment."""

from __future__ import annotations

import re
from random import Random

from games import VARIANTS, Variant, games_of, positions

from elgrande.content.words import GameNames, notation, why_not
from elgrande.content.words.decisions import in_words
from elgrande.rules.movement import may_go


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


@games_of((216,))
def test_every_guess_in_a_refusal_is_an_answer_that_can_be_typed(
    variant: Variant, seed: int
) -> None:
    """Whatever is typed and by whom: it is one of the asker's own answers now."""
    names = variant.setup(seed).names()
    for state, rng in positions(variant, (seed,), 0.002, "guesses"):
        rules = state.rules
        asker = rng.choice((*state.owing(), rng.randrange(rules.n_seats)))
        decision = state.decision(asker)
        legal = [rules.text(code) for code in decision.codes]
        for text in typed([*legal, *rng.choices(rules.vocabulary.texts, k=6)], names, rng):
            said = why_not(state, asker, notation(text, names, decision), names)
            for guess in QUOTED.findall(said.partition(" you mean ")[2] + _example(said)):
                assert notation(guess.lower(), names, decision) in legal, (text, said)
            assert HIDDEN.search(text) or not HIDDEN.search(said), (text, said)


FIGURES = [each for each in VARIANTS if "inquisitor" in each.setup(1).ruleset().cell]
LEAVES = {"fetch": "court", "fetch-kind": "court", "send": "province"}
"""Where those go whom a verb takes off the board."""


@games_of((217, 218), FIGURES)
def test_no_refusal_forgets_whom_a_seat_commands_for_a_time(variant: Variant, seed: int) -> None:
    """The black ones are the Inquisitor's player's: none is denied, and none left out."""
    for state, rng in positions(variant, (seed,), 0.1, "commands"):
        rules, seat = state.rules, rng.choice(state.owing())
        lent = [k for k in rules.kinds_of(state, seat) if k not in rules.kinds_owned[seat]]
        there = [place for place in rules.board_places if any(state.count(k, place) for k in lent)]
        texts = [t for t in rules.vocabulary.texts if "place" in rules.domains(t.split()[0])]
        for text in rng.sample(texts, 150) if lent else ():
            verb, *words = text.split()
            said = why_not(state, seat, text)
            if "have no caballeros" in said and "of your own colour" not in said:
                assert rules.place_index[words[-1]] not in there, (text, said)
            if "your own caballeros" in said:
                assert verb in LEAVES, said
                goal = rules.place_index[LEAVES[verb]]
                assert not any(may_go(state, seat, k, at, goal) for k in lent for at in there), said


QUOTED = re.compile(r"'([^']+)'")
HIDDEN = re.compile(r"\b(?:k|gi|co|gr|ps)-[a-z0-9]+\b")
"""Ids of cards that nobody sees."""


def _example(said: str) -> str:
    return said.partition(" for example ")[2]


def typed(texts: list[str], names: GameNames, rng: Random) -> list[str]:
    """Commands that are possible and others, with slips, in words, with parts of one another."""
    said = []
    for one in rng.choices(texts, k=2):
        text = rng.choice((one, in_words(one, names)))
        verb, _, rest = text.partition(" ")
        at, other = rng.randrange(len(text)), rng.choice(texts).partition(" ")[2]
        said += [text[:at] + text[at + 1 :], text[:at] + text[at:][::-1], rest, verb,
                 f"{verb} {other}", f"{verb} {rest} {other}", f"{verb} {at}"]  # fmt: skip
    return said
