"""The general scoring held now, whatever an expansion has made of the round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from elgrande.content import expansion as expansions
from elgrande.content.expansion import Expansion, register
from elgrande.content.setup import Setup
from elgrande.rules import Position, Spec, State
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.general import scored_now
from elgrande.rules.steps.step import InstantStep, Step


class AnotherEnd(InstantStep):
    name = "another_end"

    def do(self, s: State, actor: int) -> None:
        """Score nothing."""


class Ask(Step[PlainFrame]):
    """A question that somebody has to answer."""

    name = "ask_for_a_yes"
    frame = PlainFrame

    def run(self, s: State, f: PlainFrame) -> bool:
        return True

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        return [self.rules.DONE]


class Insist(Step[PlainFrame]):
    """Ask until it is answered, each time the same or, ``turned``, another seat."""

    name = "insist"
    frame = PlainFrame
    turned = False

    def run(self, s: State, f: PlainFrame) -> bool:
        s.stack[-1] = f._replace(actor=(f.actor + self.turned) % self.rules.n_seats)
        s.stack.append(PlainFrame(Ask.name, max(0, s.stack[-1].actor)))
        return False


class InsistInTurn(Insist):
    turned = True


def replaced(spec: Spec) -> None:
    spec.steps.append(AnotherEnd)
    spec.replace("round", "end_of_round_scoring", AnotherEnd.name)


def insisting(spec: Spec) -> None:
    spec.steps += [Ask, Insist]
    spec.insert_after("round", "clear_stacks", Insist.name)


def insisting_in_turn(spec: Spec) -> None:
    spec.steps += [Ask, InsistInTurn]
    spec.insert_after("round", "clear_stacks", InsistInTurn.name)


@pytest.mark.parametrize("edit", [replaced, insisting, insisting_in_turn])
def test_every_region_is_scored_once(
    edit: Callable[[Spec], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that the end of a round rests on is another, or nobody answers what must be said."""
    expansions.expansion_ids()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))
    register(Expansion("odd", "Odd", "For tests.", edit, needs=("1996",)))
    plain = [event.scored for event in scored_now(Setup.of(3, seed=1).start())]
    odd = Setup.of(3, seed=1, expansions=("odd",)).start()
    assert len(plain) == 10
    assert [event.scored for event in scored_now(odd)] == plain
