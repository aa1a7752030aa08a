"""Sentences that are data, and steps that ask nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from drawing import LAST, answer_next
from elgrande.content.edition import edition
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames
from elgrande.rules import Ruleset, State
from elgrande.rules import events as ev
from elgrande.rules import start as lay_out
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.round import PassStarter
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import filled


@pytest.fixture(scope="module")
def names() -> GameNames:
    return GameNames(Setup.of(3, seed=1).ruleset(), ["Ana", "Ben", "Cleo"])


SAID = {
    "{seat} waits.": "Ben waits.",
    "{source:node} and {target:node}": "Galicia and Aragon",
    "{target} is a number without a way of its own: {source}": "Aragon is a number without a way"
    " of its own: 0",
    "{seat:caballeros}": "a caballero",
    "back to {provinces}": "back to the provinces",
    "no field": "no field",
}


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_a_sentence_takes_fields_and_names(names: GameNames, text: str, said: str) -> None:
    rules = names.rules
    event = ev.KingMoved(1, rules.nodes.index("galicia"), rules.nodes.index("aragon"))
    assert filled(text, event, names) == said


def test_a_field_of_nothing_is_a_fault(names: GameNames) -> None:
    with pytest.raises(AttributeError):
        filled("{nobody_has_this}", ev.TurnEnded(0), names)


def played(step: type[Step[Any]]) -> State:
    data = edition("1996")
    spec = data.spec(data.colours[:2], True, {r.key: r.default for r in data.house_rules})
    spec = replace(spec, rounds=(2,), scoring_rounds=())
    spec.redefine(step)
    state = lay_out(Ruleset(spec), 3)
    while not state.over:
        answer_next(state, LAST)
    return state


def test_an_instant_step_leaves_no_frame_where_a_program_begins_it() -> None:
    steps: list[list[str]] = []

    class Noting(PassStarter):
        def do(self, s: State, actor: int) -> None:
            steps.append([frame.step for frame in s.stack])
            super().do(s, actor)

    assert issubclass(Noting, InstantStep)
    played(Noting)
    assert steps == [["run", "rounds", "run"]]


def test_who_redefines_its_run_is_asked_to_run() -> None:
    runs: list[int] = []

    class Slow(PassStarter):
        def run(self, s: State, f: PlainFrame) -> bool:
            runs.append(f.actor)
            return super().run(s, f)

    played(Slow)
    assert runs == [-1]
