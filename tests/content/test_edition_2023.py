"""The 2023 edition's data: a whole deck with its sources, a board with its second side."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import groupby

import pytest

from drawing import choices, play, table
from elgrande.content.deck import SOURCES, CardInfo
from elgrande.content.edition import edition
from elgrande.content.setup import Setup

DATA = edition("2023")
DECK = {info.card.id: info for info in DATA.cards}
EACH = pytest.mark.parametrize("info", DATA.cards, ids=DECK)
KNOWN = {
    "Intrigue": 1, "Militia": 1, "Withdrawal": 2, "Civil War": 2, "Outposts": 3, "Fiesta": 3,
    "Revelation": 3, "Coup": 4, "Empowerment": 4, "Enactment": 4, "Adopted Home": 4,
    "Your Majesty": 5,
}  # fmt: skip
"""The names that the rules give, with the stacks that we read or took over (FACTS 2.2)."""
FULL = "R2 B2 G2 Y2"
CROWDED = " | ".join(f"{region.id}: {FULL}" for region in DATA.front.regions)


# -- the deck ---------------------------------------------------------------------------


def test_ten_cards_a_stack_and_the_kings() -> None:
    """S2, "Setup": stacks 1 to 4 contain ten cards each, stack 5 one."""
    assert Counter(info.card.stack for info in DATA.cards) == {1: 10, 2: 10, 3: 10, 4: 10, 5: 1}
    for stack, infos in groupby(DATA.cards, lambda info: info.card.stack):
        ids = [info.card.id for info in infos]
        assert ids == [f"{stack}-{number:02}" for number in range(1, len(ids) + 1)]


def test_only_the_kings_card_returns() -> None:
    assert [info.card.id for info in DATA.cards if info.card.returns] == ["5-01"]
    assert DECK["5-01"].name == "Your Majesty"


@EACH
def test_a_card_says_of_each_field_where_it_comes_from(info: CardInfo) -> None:
    fields = {"name", "effect", "caballeros", *info.card.params}
    fields |= {"returns"} if info.card.returns else set()
    assert set(info.source) == fields
    assert set(info.source.values()) <= set(SOURCES)
    assert re.match(r"S2|FACTS", info.cite), "and which document, or why we fill the gap so"
    assert info.card.caballeros == info.card.stack
    if info.source["name"] == "reconstructed":
        assert "1996" in info.cite, "a gap is filled with a card of 1996, and says so"


def test_what_the_rules_explain_is_there_and_theirs() -> None:
    """FACTS 2.2: twelve names; no other name claims to be printed."""
    assert {info.name: info.card.stack for info in DATA.cards if info.name in KNOWN} == KNOWN
    for info in DATA.cards:
        assert (info.source["name"] == "printed") == (info.name in KNOWN)
        # Card 1-09 is the one whose effect is printed as an example, without a name.
        known = info.name in KNOWN or info.card.id == "1-09"
        assert (info.source["effect"] != "reconstructed") == known


def test_a_name_stands_for_one_effect_and_an_effect_for_one_name() -> None:
    def does(info: CardInfo) -> str:
        return f"{info.card.stack} {info.card.effect} {sorted(info.card.params.items())}"

    assert len({info.name for info in DATA.cards}) == len({does(info) for info in DATA.cards})
    for field in ("short", "text"):
        pairs = {(info.name, getattr(info, field)) for info in DATA.cards}
        assert len(pairs) == len({info.name for info in DATA.cards}), field
    shorts = Counter(short for _, short in {(info.name, info.short) for info in DATA.cards})
    assert shorts.most_common(1)[0][1] == 1, "two cards look alike on a narrow screen"


def test_copies_agree_in_everything_but_their_id() -> None:
    for _, copies in groupby(DATA.cards, lambda info: info.name):
        first, *others = copies
        for other in others:
            assert (other.text, other.source, other.cite) == (first.text, first.source, first.cite)
            assert other.card.params == first.card.params


def test_it_is_the_1996_deck_but_for_what_the_numbers_demand() -> None:
    """FACTS 2.2: a copy fewer in stacks 1, 3 and 4, no Vetos and a copy more in stack 2."""
    new = {"move_in_full": "move", "militia": "place_anywhere", "reinforce": "court"}

    def effects(name: str, stack: int) -> Counter[str]:
        cards = [info.card for info in edition(name).cards if info.card.stack == stack]
        return Counter(new.get(card.effect, card.effect) for card in cards)

    fewer = {stack: effects("1996", stack) - effects("2023", stack) for stack in range(1, 6)}
    more = {stack: effects("2023", stack) - effects("1996", stack) for stack in range(1, 6)}
    assert fewer == {
        1: {"move": 1}, 2: {"keep_veto": 2}, 3: {"score_castillo": 1}, 4: {"scoreboard": 1}, 5: {},
    }  # fmt: skip
    assert more == {1: {}, 2: {"each_sends": 1}, 3: {}, 4: {}, 5: {}}


@EACH
def test_a_text_names_the_numbers_of_its_card(info: CardInfo) -> None:
    """Except 30, which stands for all."""
    params = info.card.params
    numbers = {params.get(key, 0) for key in ("own", "foreign", "number")} - {0, 30}
    for number in numbers | set(params.get("values", ())):
        assert re.search(rf"\b{number}\b", info.text)
    assert ("from one region of your choice" in info.text) == params.get("one_source", False)


@EACH
def test_a_text_says_up_to_where_fewer_are_allowed_and_nowhere_else(info: CardInfo) -> None:
    """S2, "Special action": as much as possible, unless the card's words leave a choice."""
    state = table(
        f"{CROWDED} | castillo: {FULL}", court="R5 B5 G5 Y5", home="R aragon, B seville",
        played="R: 3 4", round=8, card=info.card.id, edition="2023",
    )  # fmt: skip
    done = state.rules.DONE
    play(state, "red special")
    stops, answers = 0, []
    while 0 in state.owing() and (decision := state.decision(0)).step not in ("act", "place"):
        stops += done in decision.codes
        answers.append(next(code for code in decision.codes if code != done))
        state.apply(0, answers[-1])
    assert (stops > 0) == ("up to" in info.text.casefold())
    if info.card.stack == 1:
        assert len(answers) >= 2, "nobody was asked anything, which proves nothing"


def test_both_halves_of_the_choice_are_done_in_full() -> None:
    for option in "12":
        state = table("aragon: R2 | seville: R1", court="R5", card="1-03", edition="2023")
        play(state, f"red special, option {option}")
        assert choices(state, "red")
        assert "red done" not in choices(state)


# -- the board ----------------------------------------------------------------------------


def test_regions_have_the_names_of_2023_over_the_same_ids() -> None:
    old = edition("1996")
    assert [region.id for region in DATA.front.regions] == [r.id for r in old.front.regions]
    names = [DATA.labels[region.id].name for region in DATA.front.regions]
    assert names == [
        "Galicia", "Navarra", "Aragón", "Cataluña", "Castilla",
        "Toledo", "Sevilla", "Granada", "Valencia",
    ]  # fmt: skip
    labels = [DATA.labels[name] for name in (*(r.id for r in DATA.front.regions), "castillo")]
    for field in ("name", "short", "key"):
        assert len({getattr(label, field) for label in labels}) == len(labels), field
    assert len({label.letter for label in labels[:-1]}) == 9
    assert [label.key for label in labels] == list("1234567890")
    assert DATA.colours == old.colours


def test_values_that_the_rules_show() -> None:
    """S2: the groups of 4 and 5, the scored examples, the Castillo (FACTS 2.1)."""
    values = {region.id: region.values for region in DATA.front.regions}
    assert {name for name, (first, *_) in values.items() if first == 4} == {
        "galicia", "catalonia", "seville",
    }  # fmt: skip
    assert {name for name, (first, *_) in values.items() if first == 5} == {
        "aragon", "basque", "valencia",
    }  # fmt: skip
    assert values["galicia"][1:] == (2, 0)
    assert values["basque"][1:] == (3, 1)
    assert values["seville"] == (4, 3, 1)
    assert DATA.front.castillo == (5, 3, 1)
    assert {number: DATA.power[number] for number in (9, 12, 13)} == {9: 2, 12: 0, 13: 0}


def test_borders_are_mutual_and_castilla_has_the_four_of_the_example() -> None:
    for side in (DATA.front, DATA.side(2)):
        borders = {region.id: set(region.neighbours) for region in side.regions}
        for name, others in borders.items():
            assert name not in others
            assert all(name in borders[other] for other in others)
        assert borders["old-castile"] == {"galicia", "basque", "aragon", "new-castile"}
        assert sum(map(len, borders.values())) == 30


def test_the_side_for_two_and_three_is_data_of_its_own() -> None:
    """Its numbers were not found, so they are those of the other side for now (FACTS 2.6)."""
    assert DATA.side(2) is DATA.side(3)
    assert DATA.side(2) is not DATA.front
    assert DATA.side(4) is DATA.side(5) is DATA.front
    assert replace(DATA.side(2), sources=DATA.front.sources) == DATA.front


def test_how_many_values_count() -> None:
    """S2, "2-player game", "3-player game": the first two."""
    assert DATA.ranks == {2: 2, 3: 2, 4: 3, 5: 3}


def test_two_players_bring_the_dummy_and_merged_stacks() -> None:
    for players in (2, 3, 4, 5):
        rules = Setup.of(players, seed=1, edition="2023").ruleset()
        assert len(rules.unplayed) == (players == 2)
        assert rules.stacks == ((1, 2, 4, 5) if players == 2 else (1, 2, 3, 4, 5))
        assert len(rules.cards) == 41
    merged = Setup.of(3, seed=1, edition="2023", house={"merged_stacks": True}).ruleset()
    assert merged.stacks == (1, 2, 4, 5)
    assert not merged.unplayed


def test_the_house_rules_of_the_edition() -> None:
    rules = {rule.key: rule for rule in DATA.house_rules}
    assert list(rules) == ["merged_stacks", "castillo", "undo"]
    assert all(rule.default in rule.choices for rule in rules.values())
    assert rules["merged_stacks"].players == (3,)
