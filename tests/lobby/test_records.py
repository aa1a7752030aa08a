"""The lobby's records: through JSON and back, and nothing else gets in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from elgrande.content.plain import from_plain, to_plain
from elgrande.lobby import GameLine, GameWish, News, Room, Said, SeatLine, SeatWish
from elgrande.visitor.lobby_list import about, stands
from elgrande.visitor.plain_lobby import line_of

LINE = GameLine(
    "ana-1996", "running", "1996", ("dummy",), (SeatLine("red", "Ana", "person", True, True, 7),),
    "Ana", 3, 9, True, True, idle=12.5, clock="day",
)  # fmt: skip
RECORDS = [
    LINE,
    GameWish("1996", (SeatWish("red", "me"), SeatWish("blue", "invited", "Bo")), house={"a": True}),
    Room(LINE, {"undo": "free"}, said=(Said(1, 2.5, "Ana", "¡hola!"),)),
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


def test_a_short_game_is_in_no_round_8_of_6() -> None:
    """The marker's numbers are those of the track (S0:22, S0:36: 1, 4 and 7 are skipped)."""
    short = GameLine("short", "running", "1996", (), (), round=8, rounds=6)
    assert line_of(short).startswith("short: round 8.")
    assert line_of(replace(short, round=0)).startswith("short: before the first round.")
    assert stands(short) == "round 8"
    assert stands(replace(short, round=0)) == "at start"


def test_nobody_plays_any_more_where_a_game_is_over() -> None:
    seats = (SeatLine("red", "Ana", "steward", mine=True), SeatLine("blue", "", "random"))
    game = GameLine("toledo", "running", "1996", (), seats)
    assert about(game)[0] == "Red you, with the bot steward playing; blue the bot random."
    assert about(replace(game, state="finished"))[0] == "Red you; blue the bot random."


def test_two_bots_of_one_name_are_told_apart_by_their_colours() -> None:
    bots = [SeatLine(colour, "", "steward", score=n) for colour, n in (("red", 80), ("blue", 70))]
    game = replace(LINE, state="finished", seats=(*bots, SeatLine("green", "Ana", "person")))
    assert "steward (red) won 80 to 70" in line_of(game)
    assert "Ana won 90 to 80" in line_of(
        replace(game, seats=(*bots, SeatLine("green", "Ana", "person", score=90)))
    )
