"""What is said fits the very game: its edition's terms, what is closed, what has happened."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from drawing import of_kind, play, table
from elgrande.content.expansion import expansion
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, answer, prompt, say_event, why_not
from elgrande.content.words.names import listed, round_name
from elgrande.rules import State
from elgrande.rules import events as ev

ALL = (
    "new-regency", "old-hands-competition", "old-hands-infiltration", "old-hands-stand-in",
    "old-hands-veto", "power-shift",
)  # fmt: skip
PLACING = ("place", "place_anywhere", "militia", "infiltration", "scoreboard")


@cache
def told() -> tuple[tuple[State, str, list[str]], ...]:
    """Positions of games with everything in them, their prompts, and all that was said."""
    out = []
    for players in (2, 3):
        setup = Setup.of(players, players, edition="2023", expansions=ALL)
        names, chance = setup.names(), random.Random(players)
        for seed in range(3):
            state = Setup.of(players, seed, edition="2023", expansions=ALL).start()
            rules = state.rules
            heard: list[ev.Event] = []
            state.sink = heard.append
            while not state.over:
                decision = state.decision()
                labels = [answer(code, rules, names, decision) for code in decision.codes]
                labels += [say_event(event, rules, names) for event in heard]
                out.append((state.copy(), prompt(decision, rules, names), labels))
                heard.clear()
                state.apply(decision.seat, chance.choice(decision.codes))
    return tuple(out)


def test_prompts_offer_what_is_open() -> None:
    """With the King beside the Castillo nobody is told that it is open, and the other way round."""
    shut = 0
    for state, says, _ in told():
        decision = state.decision()
        if decision.step not in PLACING:
            continue
        goals = {state.rules.text(code).split()[-1] for code in decision.codes}
        if "anywhere" in says:
            assert "castillo" in goals
        else:
            assert ("Castillo" in says) == ("castillo" in goals), says
        shut += state.king >= len(state.rules.regions)
    assert shut > 3, "the King never was outside"


KINDS = (
    ("2023", ALL), ("1996", ("colonies",)), ("1996", ("intrigue",)), ("1996", ("grandissimo",)),
    ("1996", ("intrigue", "colonies")),
)  # fmt: skip


def played(
    edition: str, expansions: tuple[str, ...]
) -> Iterator[tuple[State, GameNames, random.Random]]:
    """Play a few games by lot, with special actions wherever there are any."""
    house = {"cards": 31} if "intrigue" in expansions else {}
    for seed in range(4):
        setup = Setup.of(3, seed, edition=edition, expansions=expansions, house=house)
        state, names, chance = setup.start(), setup.names(), random.Random(seed)
        while not state.over:
            yield state, names, chance
            decision = state.decision()
            special = [code for code in decision.codes if state.rules.text(code) == "special"]
            state.apply(decision.seat, chance.choice(special or decision.codes))


@pytest.mark.expansions
@pytest.mark.parametrize(("edition", "expansions"), KINDS)
def test_what_is_closed_is_named_whoever_closed_it(
    edition: str, expansions: tuple[str, ...]
) -> None:
    """Whoever is told *any region* finds all of them open but those that are named."""
    found = 0
    for state, names, _ in played(edition, expansions):
        decision, rules = state.decision(), state.rules
        says = prompt(decision, rules, names)
        asked = decision.step not in ("choose_card", "act", "window")
        if asked and re.search("any (other )?region|anywhere", says):
            found += 1
            goals = {rules.text(code).split()[-1] for code in decision.codes}
            closed = [
                names.region(at)
                for at, places in enumerate(rules.region_places)
                if goals.isdisjoint({rules.regions[at], *(rules.places[p] for p in places)})
            ]
            own = [names.node(state.king)] if "any other region" in says else []
            assert closed == own or f"except {listed(closed)}" in says, says
    assert found > 5


@pytest.mark.expansions
@pytest.mark.parametrize(("edition", "expansions"), KINDS)
def test_a_refusal_denies_nobody_who_is_there(edition: str, expansions: tuple[str, ...]) -> None:
    """Neither who has a load, or none, nor who is in another space of the region."""
    found = 0
    for state, names, chance in played(edition, expansions):
        decision, rules = state.decision(), state.rules
        verbs = {rules.verb(code) for code in decision.codes}
        every = [text for text in rules.vocabulary.texts if text.split()[0] in verbs]
        for text in chance.sample(every, min(len(every), 8)):
            says = why_not(state, decision.seat, text, names)
            if re.search(" is not next to the King", says):
                name = text.split()[-1]
                at = rules.nodes.index(name) if name in rules.nodes else -1
                assert at < len(rules.regions), says
                assert at not in (state.king, *rules.neighbours(state)), says
            words = text.split()[1:]
            denied = re.match(r"(You have|[A-Z]\w+ has) (no )?caballeros ", says)
            if not denied or len(words) != 2:
                continue
            kind, name = words
            head = rules.kind_family[rules.kinds.index(kind)]
            family = [k for k in rules.all_kinds if rules.kind_family[k] == head]
            place = rules.place_index[name]
            here = {k for k in family if state.count(k, place)}
            around = rules.region_places[rules.regions.index(name)] if name in rules.regions else ()
            there = {k for k in family for at in around if state.count(k, at)}
            assert rules.kinds.index(kind) not in here, says
            assert bool(here) == (" but " in says or " with " in says), says
            assert (bool(there) and not here) == (re.search(" only (?!with )", says) is not None), (
                says
            )
            found += 1
    assert found > 5


def test_of_all_nobody_is_told_that_there_may_be_fewer() -> None:
    every = [says for _, says, _ in told() if "(all of" in says]
    assert every
    assert not any("as many as" in says for says in every)


def test_words_are_those_of_the_edition() -> None:
    for _, says, labels in told():
        for text in (says, *labels):
            assert not re.search(r"\bprovinces\b|[Mm]obile|scoreboard", text), text
            assert not re.search(r"(?<![\w-])-\d", text), text
            assert "up to 0" not in text


def test_each_edition_has_its_terms() -> None:
    old, new = (GameNames(Setup.of(4, 1, edition=name).ruleset()) for name in ("1996", "2023"))
    assert (old.provinces, new.provinces) == ("the provinces", "the province")
    assert (old.scoreboard, new.scoreboard) == ("mobile scoreboard", "scoring tile")


def test_the_modifier_is_named_where_its_ability_is_offered() -> None:
    names = {card.name for card in expansion("power-shift").hand}
    seen = set()
    for state, says, labels in told():
        if state.decision().step == "use_ability":
            found = re.search(r"use your modifier (.+), or skip it", says)
            assert found is not None
            assert found[1] in names
            assert f"use {found[1]}" in labels
            seen.add(found[1])
    assert len(seen) > 3


def test_what_is_taken_back_is_called_what_it_is() -> None:
    """With Power Shift a modifier may be taken back as well."""
    says = {says for state, says, _ in told() if state.decision().step == "recall"}
    assert says
    assert all("power card" not in text for text in says)


def test_it_is_the_total_that_must_be_new() -> None:
    """With Power Shift a value may come twice in a round, the dummy's too."""
    for state, says, labels in told():
        assert "value nobody has played" not in says
        assert "nobody may play" not in str(labels)
        if state.decision().step == "power":
            assert "total must be a new one" in says


def test_what_is_asked_once_is_let_pass_as_a_whole() -> None:
    """A Veto that stops an announced action only is not asked about it again (S2, Veto)."""
    windows = [(state, labels) for state, _, labels in told() if state.decision().step == "window"]
    assert windows
    for state, labels in windows:
        assert [state.rules.text(code) for code in state.decision().codes] == ["veto", "let"]
        assert labels[:2] == ["veto it", "let the whole action pass"]


def test_a_veto_says_that_the_rest_is_lost_where_there_was_a_beginning() -> None:
    for _, _, labels in told():
        assert not [text for text in labels if " vetoes " in text and "The rest" in text]
    state = table("aragon: B4", card="1-07", held="2-01 blue until 2")
    play(state, "red special, pick blue aragon, put seville")
    for before, lost in ((state.copy(), False), (state, True)):
        if lost:
            play(before, "blue let")
        used = of_kind(play(before, "blue veto"), ev.CardUsed)[0]
        assert used.begun is lost
        assert ("the rest of it is lost." in say_event(used, before.rules)) is lost


@pytest.mark.parametrize(("number", "first", "says"), [(3, 1, "round 3"), (0, 2, "before round 2")])
def test_there_is_no_round_nought(number: int, first: int, says: str) -> None:
    assert round_name(number, first) == says


def test_nobody_is_told_of_caballeros_where_a_grande_is_alone() -> None:
    for state, says, _ in told():
        decision = state.decision()
        if decision.step == "disks" and decision.fields.asking.step == "set_disks":
            assert "the region for all that you have in the Castillo" in says


def test_refusals_use_the_terms_too() -> None:
    for name, where in (("1996", "provinces"), ("2023", "province")):
        state = table("aragon: R2 B2", edition=name, card="1-07")
        play(state, "red special")
        assert why_not(state, 0, "pick red province").endswith(f"the {where} are not on the board.")
