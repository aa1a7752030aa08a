"""No decision is unplayable: at each one of many random games every answer has a key."""

from __future__ import annotations

import random

import pytest
from phases import midgame
from tables import sit

from elgrande.app.answering import offer as offers
from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content.setup import Setup
from elgrande.table import new_game, seated
from elgrande.table.chair import Reply


@pytest.mark.parametrize(
    "players", [3, *(pytest.param(number, marks=pytest.mark.long) for number in (2, 4, 5))]
)
def test_every_legal_answer_has_keys_of_its_own(players: int) -> None:
    chance = random.Random(players)
    steps = set()
    for seed in range(3):
        table = new_game(Setup.of(players, seed=seed, short=bool(seed)))
        chair = seated(table)
        guide = Guide(chair.setup, chair.rules, UNICODE)
        while not table.over:
            seat = chance.choice(table.state.owing())
            answering = Answering(chair, guide, chair.update(seat), seat)
            while True:
                steps.add(answering.decision.step)
                key = chance.choice(keys_of(answering))
                result = typed(answering, key)
                assert not result.refused, (key, answering.decision)
                if result:
                    break
    assert {"power", "choose_card", "act", "take_caballeros", "disks", "move"} <= steps


def typed(answering: Answering, key: str) -> Reply:
    """Press a key, digit by digit where it is a number, and Enter where more could follow."""
    result = Reply()
    for sign in key:
        result = answering.press(sign)
    return answering.enter_typed() if answering.typed else result


def keys_of(answering: Answering) -> list[str]:
    """The keys of an offer, after checking that they are distinct and lose no answer."""
    offer = answering.offer
    keys = [choice.key for choice in offer.choices]
    keys += [answering.guide.key(target) for target in offer.targets]
    assert all(keys)
    assert len(set(keys)) == len(keys), (answering.decision, keys)
    assert not set(keys) & offers.RESERVED
    found = [code for choice in offer.choices for code in choice.codes]
    found += [code for codes in offer.targets.values() for code in codes]
    assert sorted(found) == sorted(offer.codes)
    assert answering.asks
    for target in answering.guide.rules.targets:
        answering.note(target)
    return keys


def test_every_refusal_is_a_sentence() -> None:
    """Each key of the keyboard, at each kind of decision, answers or says why not."""
    chance = random.Random(1)
    table = new_game(Setup.of(4, seed=12))
    chair = seated(table)
    guide = Guide(chair.setup, chair.rules, UNICODE)
    seen: set[str] = set()
    while not table.over:
        seat = chance.choice(table.state.owing())
        answering = Answering(chair, guide, chair.update(seat), seat)
        if answering.decision.step not in seen:
            seen.add(answering.decision.step)
            legal = keys_of(answering)
            for key in "0123456789abcdefghijklmnopqrstuvwxyz!":
                if key in legal or (key == "c" and "castillo" in answering.offer.targets):
                    continue
                reason = answering.press(key).refused
                if answering.typed:
                    reason = answering.enter_typed().refused
                    answering.back()
                assert reason.endswith((".", "?")), (key, reason)
                assert reason[0] == reason[0].upper()
        table.send(seat, [guide.rules.text(chance.choice(answering.decision.codes))])
    assert len(seen) > 8


def test_the_line_takes_what_the_map_shows() -> None:
    table = new_game(Setup.of(2, seed=1, edition="2023"))
    chair = seated(table)
    seat = table.state.owing()[0]
    guide = Guide(chair.setup, chair.rules, UNICODE)
    line = Answering(chair, guide, chair.update(seat), seat)
    slip = line.type("pwoer 9").refused
    assert slip == "There is no command 'pwoer 9'; did you mean 'power 9'?"
    assert "'place' is not possible now" in line.type("place navara").refused
    for typed in ("place Navarra", "RED Place toledo", "pick Red Aragón"):
        assert "is not possible now" in line.type(typed).refused
    assert line.type("Red POWER 9").refused == ""
    assert table.history.next > 1


def test_the_line_takes_several_answers_with_semicolons_or_none_of_them() -> None:
    bench = sit(midgame("3-05"))
    guide = Guide(bench.chair.setup, bench.chair.rules, UNICODE)
    line = Answering(bench.chair, guide, bench.chair.update(0), 0)
    assert line.type("place aragon; place").refused != ""
    assert line.type("place aragon; place aragon; place aragon; place aragon").refused != ""
    refused = line.type("place aragon; blue done").refused
    assert refused == "Ana is the one to answer now; leave out whose answer it is."
    assert line.type(" ; ;") == Reply()
    assert bench.commands == []
    line.confirms = True
    asked = line.type("place Aragon; red place castillo;done")
    assert asked == Reply(ask="Give 3 answers at once. This cannot be undone. Go ahead?")
    assert line.confirm()
    assert bench.sent == [("place aragon", "place castillo", "done")]
