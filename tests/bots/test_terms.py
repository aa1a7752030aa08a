"""What an expansion tells bots is all that they know of it (``BotTerms``)."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import elgrande.bots
from drawing import FIRST, LAST, answer_next
from elgrande.bots import power
from elgrande.bots.bot import Request
from elgrande.bots.caballeros import Sheet
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import KEPT, Planner
from elgrande.bots.program import placing_left
from elgrande.bots.steward import Steward
from elgrande.bots.terms import GameTerms, terms_of
from elgrande.content.edition import edition
from elgrande.content.expansion import BotTerms, Expansion, register
from elgrande.content.setup import Setup
from elgrande.rules import Generator, Position, Ruleset, Spec, State, start
from elgrande.rules.commands import Verb
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.step import Step

THINKING = (
    "caballeros", "disks", "odds", "outlook", "planner", "power", "program",
    "steward", "terms", "weights",
)  # fmt: skip
"""The modules with which the steward thinks."""
HARBOUR = "harbour"
ADMIRAL = "admiral"


class Sail(Step):
    """At the start of a turn: so many from the court to the harbour, and be admiral."""

    name = "sail"

    def run(self, s: State, f: PlainFrame) -> bool:
        return True

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        base = self.rules.base["sail"]
        return [base + number for number in range(s.count(seat, self.rules.court) + 1)]

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        number = code - rules.base["sail"]
        s.move(seat, seat, rules.court, rules.place_index[HARBOUR], number)
        if number:
            s.board[rules.cell[ADMIRAL]] = seat


def edit(spec: Spec) -> None:
    spec.extra_places.append(HARBOUR)
    spec.cells[ADMIRAL] = -1
    spec.verbs.append(Verb("sail", ("number",), "sail"))
    spec.steps.append(Sail)
    spec.insert_before("turn", "choose_card", "sail")


def worth(position: Position, seat: int) -> float:
    return 2.5 if position.cell(ADMIRAL) == seat else 0.0


def counts(position: Position, place: int, seat: int, number: int) -> float:
    """The first two are worth something."""
    return 4.0 * min(number, 2)


def deeds(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    base = position.rules.base["sail"]
    return [(code,) for code in codes if code - base in (0, 2)]


TOLD = BotTerms(worth=worth, counts=counts, moves={"sail": deeds})
WITH = Expansion("harbour", "Harbour", "For tests.", edit, needs=("1996",), bots=TOLD)
UNTOLD = replace(WITH, id="harbour-untold", bots=BotTerms())
STORMY = replace(
    WITH, id="harbour-stormy", bots=BotTerms(counts=lambda _, place, seat, number: -4.0 * number)
)


def to_sail(expansion: Expansion) -> State:
    """The first question of the expansion's, four caballeros being in the court."""
    register(expansion)
    state = Setup.of(3, seed=2, expansions=(expansion.id,)).start()
    while state.decision().step != "sail":
        answer_next(state, LAST)
    assert state.count(state.actor, state.rules.court) >= 4
    return state


def asked(state: State) -> str:
    """What the steward answers."""
    view = state.view(state.actor)
    request = Request(view, view.decision(state.actor), (), 100, Generator.seeded(1))
    return state.rules.text(Steward().choose(request).code)


def test_it_sails_for_what_it_is_told() -> None:
    assert asked(to_sail(WITH)) == "sail 2"
    assert asked(to_sail(STORMY)) == "sail 0"


def test_of_a_verb_only_what_is_told_is_tried() -> None:
    for expansion, tried in ((WITH, {0, 2}), (UNTOLD, set(range(9)))):
        state = to_sail(expansion)
        planner = Planner(Outlook(state.view(state.actor), state.actor), Generator.seeded(1))
        base = state.rules.base["sail"]
        found = {option.code - base for option in planner.options(state)}
        assert found <= tried
        assert len(found) == (2 if expansion is WITH else KEPT)


def test_a_place_and_an_office_are_worth_what_they_are_told_to_be() -> None:
    state = to_sail(WITH)
    rules, seat = state.rules, state.actor
    before = Outlook(state, seat)
    apart = Outlook(state, (seat + 1) % rules.n_seats)
    place = rules.place_index[HARBOUR]
    sheet = Sheet(before, state)
    after = state.copy()
    after.move(seat, seat, rules.court, place, 3)
    gain = before.worth(after) - before.worth(state)
    parts = sheet.change(seat, rules.court, -3) + sheet.change(seat, place, 3)
    assert gain == pytest.approx(parts, abs=1e-9)
    assert sheet.change(seat, place, 3) == pytest.approx(8.0 + 3 * before.cube)
    after.board[rules.cell[ADMIRAL]] = seat
    assert before.worth(after) - before.worth(state) == pytest.approx(gain + 2.5)
    changes = [
        now - then for now, then in zip(before.value(after), before.value(state), strict=True)
    ]
    assert changes[seat] == pytest.approx(gain + 2.5)
    assert [change for at, change in enumerate(changes) if at != seat] == [0.0, 0.0]
    # An opponent's gain is worth what it takes from us.
    lost = apart.worth(after) - apart.worth(state)
    assert lost == pytest.approx(apart.share[seat] * (gain + 2.5))


def test_without_terms_nothing_is_asked() -> None:
    for setup in (Setup.of(3, seed=1), Setup.of(4, seed=1, edition="2023")):
        terms = terms_of(setup.ruleset())
        assert not any((terms.worths, terms.hands, terms.places, terms.moves))


def test_what_several_expansions_tell_is_added_up() -> None:
    state = to_sail(WITH)
    terms = GameTerms(
        state.rules, [TOLD, BotTerms(), BotTerms(worth=worth, ahead=lambda _, v: [v])]
    )
    state.board[state.rules.cell[ADMIRAL]] = 1
    assert terms.worth(state, 1) == 5.0
    assert terms.worth(state, 0) == 0.0
    assert terms.ahead(state, 3) == [3]
    assert terms.counts(state, terms.places[0], 0, 5) == 8.0


def test_parts_that_an_edition_brings_along_tell_too() -> None:
    """With two players the second edition brings somebody who takes cards and is no seat."""
    state = Setup.of(2, seed=1, edition="2023").start()
    terms = terms_of(state.rules)
    seat = state.owing()[0]
    barred = max(state.rules.barred(state))
    most = max((s.card for s in state.slots), key=lambda at: state.rules.cards[at].caballeros)
    assert [terms.ahead(state, value) for value in (barred - 1, barred + 1)] == [[most], []]
    assert power.order(state, seat, barred + 1)[0] > 0
    assert power.order(state, seat, barred - 1)[0] == 0


def test_what_is_told_of_a_hand_is_a_cost_of_playing_it() -> None:
    state = Setup.of(3, seed=1, edition="2023", expansions=("power-shift",)).start()
    while state.decision().step != "power":
        answer_next(state, FIRST)
    seat = state.owing()[0]
    outlook = Outlook(state.view(seat), seat)
    planner = Planner(outlook, Generator.seeded(1), brisk=True)
    whole = outlook.terms.hand(state, seat)
    assert whole > 0
    dear = GameTerms(state.rules, [BotTerms(hand=lambda p, s: 50.0 * len(p.extras(s)))])
    shifts = {code for code in state.legal(seat) if state.rules.verb(code) == "shift"}
    assert any(code in shifts for _, code in power.rate(planner, state)[: len(shifts)])
    outlook.terms = dear
    rated = [code for _, code in power.rate(planner, state)]
    assert not shifts.intersection(rated[: -len(shifts)])


def test_a_card_that_allows_less_than_nobody_is_worth_what_one_is_that_allows_nobody() -> None:
    rated = []
    for number in (0, -9):
        spec = edition("1996").spec(("red", "blue", "green"), False, {})
        spec.bend("allowance", lambda previous, s, seat, card, number=number: number)
        state = start(Ruleset(spec), 2)
        seat = state.owing()[0]
        state.move(-1, seat, state.rules.court, state.rules.provinces, 5)
        planner = Planner(Outlook(state.view(seat), seat), Generator.seeded(1))
        dealt = state.view(seat).sample(Generator.seeded(1))
        rated.append(power.rate(planner, dealt))
        while state.stack[-1].step != "act":
            state.apply(state.owing()[0], state.legal(state.owing()[0])[0])
        assert placing_left(state) == 0
    assert rated[0] == rated[1]


def test_no_bot_reads_a_frame_by_number_or_a_private_name_of_another_module() -> None:
    """``stack[-1][3]`` says nothing to its reader, and ``planner._try`` is nobody else's."""
    folder = Path(elgrande.bots.__file__).parent
    for name in THINKING:
        path = folder / f"{name}.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                assert "frame" not in ast.unparse(node.value), f"{path.name}:{node.lineno}"
                assert "stack[" not in ast.unparse(node.value), f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                whose = ast.unparse(node.value)
                dunder = node.attr.startswith("__")
                assert dunder or whose in {"self", "found"}, f"{path.name}:{node.lineno}"
