"""Frames have names, keep them on every way, and questions about them change nothing."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from games import VARIANTS, Variant, games_of, positions

from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.rules.effects.move import CarryEvacuationFrame
from elgrande.rules.effects.send import CarrySendFrame, DismissFrame, EachSendsFrame
from elgrande.rules.parts import PlainFrame, listed, plain, tupled
from elgrande.rules.steps.disks import DisksFrame
from elgrande.rules.steps.effect import ActionFrame, CarryOutFrame, Effect


@games_of((60, 61))
def test_every_frame_is_of_its_steps_class_and_comes_back_from_json(
    variant: Variant, seed: int
) -> None:
    seen = set()
    for state, _ in positions(variant, [seed], 0.5, "frames"):
        rules = state.rules
        for frame in state.stack:
            seen.add(frame.step)
            assert type(frame) is rules.steps[frame.step].frame
            told = json.loads(json.dumps(listed(plain(frame))))
            assert told[0] == frame.step
            # The names of a frame within a frame stand in the text too.
            assert repr(rules.named(tupled(told))) == repr(frame)
        decision = state.decision()
        assert plain(decision.fields)[1:] == decision.frame
        if not state.over:
            assert decision.frame[0] == decision.fields.actor
            back = rules.decision_frame_of(decision.step, tupled(listed(decision.frame)))
            assert repr(back) == repr(decision.fields)
    assert len(seen) > 8


@games_of((62,))
def test_what_others_may_still_stop_or_precede_has_looked_at_nothing_yet(
    variant: Variant, seed: int
) -> None:
    """Whatever hangs on counts is decided when it takes effect, after every window before it."""
    for state, _ in positions(variant, [seed], 0.5, "announced"):
        for below, frame in pairwise(state.stack):
            if isinstance(frame, CarryOutFrame) and frame.code < 0:
                assert isinstance(below, ActionFrame)


def test_frames_within_plain_tuples_become_plain_too() -> None:
    """Else their names would stand in a save and in every digest."""
    inner = PlainFrame("take", 1)
    told = plain(DisksFrame("disks", -1, 1, 0, ((inner, 2), inner)))  # type: ignore[arg-type]
    assert repr(told) == "('disks', -1, 1, 0, ((('take', 1), 2), ('take', 1)))"


@pytest.mark.parametrize("asking", [{"a": 1}, {}, 5, "take", None, ("nobody", 0), ("take",)])
def test_what_is_no_frame_is_refused_also_within_another(asking: Any) -> None:
    rules = Setup.of(3, seed=1).ruleset()
    for values in (asking, ("disks", -1, 1, 0, asking)):
        with pytest.raises(ValueError, match=r"no step|no such frame"):
            rules.named(values)


@pytest.mark.long
@games_of((70, 71))
def test_no_question_changes_anything(variant: Variant, seed: int) -> None:
    for state, _ in positions(variant, [seed], 0.5, "questions"):
        before = (state.digest(), state.stack[:], _answers(state))
        _ask_everything(state)
        assert (state.digest(), state.stack, _answers(state)) == before


def test_effects_are_asked_in_the_midst_of_them() -> None:
    """Of a short game alone one could not be sure."""
    games = [variant for variant in VARIANTS if variant.players == 4][:3]
    asked = [_ask_everything(state) for one in games
             for state, _ in positions(one, [70], 0.5, "questions")]  # fmt: skip
    assert sum(asked) > 10


def _answers(state: State) -> list[list[int]]:
    """What every seat may answer, as the State remembers it."""
    return [state.legal(seat)[:] for seat in range(state.rules.n_seats)]


def _ask_everything(state: State) -> int:
    """Ask all that a step can be asked, also of steps that wait below another one."""
    rules = state.rules
    asked = 0
    for at, frame in enumerate(state.stack):
        step: Any = rules.steps[frame.step]
        step.owing(state, frame)
        step.decision_frame(state, frame)
        step.reveals_secret(state, frame, max(frame.actor, 0))
        if at == len(state.stack) - 1:
            for seat in range(rules.n_seats):
                step.legal(state, frame, seat)
        if isinstance(step, Effect):
            asked += 1
            ended = step.finished(state, frame)
            assert step.finished(state, step.ahead(state, frame)) == ended
            if hasattr(step, "disk_regions"):
                step.disk_regions(state, frame, frame.actor)
    for card, effect in zip(rules.cards, rules.card_effects, strict=True):
        for seat in range(rules.n_seats):
            effect.possible(state, seat, card.params)
    return asked


@pytest.mark.parametrize(
    "frame",
    [
        DismissFrame("dismiss", 0, 2, 1, 0),
        EachSendsFrame("each_sends", 1, 0, 2, 1, 0),
        CarrySendFrame("carry_send", 0, 1, (-1, -1, 3), 1),
        CarryEvacuationFrame("carry_evacuation", 0, 2, (-1, -1, 3), 1),
    ],
)
def test_who_is_next_is_a_question_too(frame: Any) -> None:
    """The next seat can do nothing and is stepped over, in the answer and not in the State."""
    state = Setup.of(3, seed=1).start()
    step: Any = state.rules.steps[frame.step]
    before = state.stack[:]
    assert not step.finished(state, frame)
    assert step.ahead(state, frame).distance == 2
    assert state.stack == before
