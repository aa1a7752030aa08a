"""The lobby's records: through JSON and back, and nothing else gets in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from elgrande.lobby import Clock, GameLine, GameWish, News, Room, Said, SeatLine, SeatWish
from elgrande.lobby.records import from_plain, to_plain

LINE = GameLine(
    "ana-1996", "running", "1996", ("dummy",), (SeatLine("red", "Ana", "person", True, True, 7),),
    "Ana", 3, 9, True, True, idle=12.5, clock="day",
)  # fmt: skip
RECORDS = [
    LINE,
    GameWish("1996", (SeatWish("red", "me"), SeatWish("blue", "invited", "Bo")), house={"a": True}),
    Room(LINE, {"undo": "free"}, said=(Said(1, 2.5, "Ana", "¡hola!"),), clocks=(Clock(0, 3.5),)),
    News("said", "g", said=Said(1, 2.0, "", "The server stops in a minute.")),
    News("games"),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_goes_through_json(record: Any) -> None:
    assert from_plain(type(record), json.loads(json.dumps(to_plain(record)))) == record


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (None, "table"),
        ({"edition": 1996}, "kind"),
        ({"edition": "x" * 5000}, "kind"),
        ({"seats": "red"}, "list"),
        ({"seats": [{"colour": "red"}]}, "needs 'who'"),
        ({"seats": [7]}, "table"),
        ({"seats": [{"colour": "red", "who": "me"}] * 2000}, "list"),
        ({"expansions": [1]}, "kind"),
        ({"house": {"a": [1]}}, "true and false"),
        ({"house": {str(n): 1 for n in range(2000)}}, "table"),
        ({"listed": 1}, "kind"),
        ({"seed": 1}, "has no 'seed'"),
    ],
)
def test_what_is_no_wish_is_refused(change: dict[str, Any] | None, why: str) -> None:
    data = None if change is None else {"edition": "1996", "seats": [], **change}
    with pytest.raises(ValueError, match=why):
        from_plain(GameWish, data)
