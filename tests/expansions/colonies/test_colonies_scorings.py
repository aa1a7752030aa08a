"""A scoring of the Colonies that is shown again: by whoever had the Inquisitor then."""

from __future__ import annotations

from colonies_drawn import drawn

from elgrande.content.scorings import rewound
from elgrande.expansions.colonies.limit_table import LimitTableMoved
from elgrande.expansions.colonies.places import TABLE
from elgrande.rules.effects.figures import BLACK, INQUISITOR, InquisitorTaken


def test_what_is_shown_of_a_past_scoring_has_the_inquisitor_and_the_table_of_that_time() -> None:
    now = drawn("aragon: red 2, black 1", holder="blue", table="granada")
    rules = now.rules
    basque, granada = rules.targets.index("basque"), rules.targets.index("granada")
    black, red, blue = rules.kinds.index(BLACK), 0, 1
    events = ((7, LimitTableMoved(blue, basque, granada)), (8, InquisitorTaken(blue, red)))
    then = rewound(now, events)
    assert (then.cell(INQUISITOR), then.cell(TABLE)) == (red, basque)
    assert rules.counts_as(then, black) == red
    assert (now.cell(INQUISITOR), now.cell(TABLE)) == (blue, granada), "now stays as it is"
    assert rewound(now, events[1:]).cell(TABLE) == granada
