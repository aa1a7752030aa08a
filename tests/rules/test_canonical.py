"""The text that digests are taken from is a promise; named frames must not show in it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from elgrande.content.setup import Setup
from elgrande.rules import Held, State
from elgrande.rules.parts import PlainFrame, plain
from elgrande.rules.position import canonical
from elgrande.rules.steps.disks import DisksFrame
from elgrande.rules.steps.turn import ActFrame, act_frame


class Grown(NamedTuple):
    step: str
    actor: int
    left: int
    ship: int = -1
    cargo: tuple[int, ...] = ()


def test_it_is_written_as_it_always_was() -> None:
    start = Setup.of(2, seed=1).start()
    stack = [DisksFrame("disks", -1, 3, 1, PlainFrame("score_unique_disks", 0))]
    drawers = [(6, -1), None, (5, (1, 2), ())]
    state = State(start.rules, [0, 7], stack, (Held(4, 1, 9),), ((0, 6),), drawers)
    assert canonical(state) == (
        "([0, 7], [('disks', -1, 3, 1, ('score_unique_disks', 0))],"
        " (Held(card=4, owner=1, until=9),), ((0, 6),),"
        " [(6, -1), None, (5, (1, 2), ())])"
    )


@pytest.mark.parametrize(
    ("frame", "values"),
    [
        (Grown("sail", 1, 0), ("sail", 1, 0)),
        (Grown("sail", 1, 0, 3), ("sail", 1, 0, 3)),
        (Grown("sail", 1, 0, -1, (2,)), ("sail", 1, 0, -1, (2,))),
    ],
)
def test_a_field_that_came_later_is_left_out_at_its_default(
    frame: Grown, values: tuple[object, ...]
) -> None:
    assert plain(frame) == values
    assert Grown(*values) == frame


def test_a_frame_that_comes_again_is_the_same_one() -> None:
    assert act_frame("act", 1, 2, 0, 0) is act_frame("act", 1, 2, 0, 0)
    assert type(act_frame("act", 1, 2, 0, 0)) is ActFrame


@pytest.mark.parametrize(
    "values", [(), ("sail", 0), ("act", 0), ("act", 0, 1, 0, 0, 0), (0, 1), (["act"], 0)]
)
def test_what_is_no_frame_of_the_game_is_not_named(values: tuple[object, ...]) -> None:
    rules = Setup.of(2, seed=1).ruleset()
    with pytest.raises(ValueError, match=r"^(there is no step|the step 'act' has no such frame)"):
        rules.named(values)
