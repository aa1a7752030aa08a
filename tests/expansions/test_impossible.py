"""Positions that no game comes to: each row of docs/positions.md is refused in its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup

pytestmark = pytest.mark.expansions

PAGE = Path(__file__).parent.parent.parent / "docs" / "positions.md"
BASE: dict[str, Any] = {}
GRANDISSIMO = {"expansions": ("grandissimo",)}
COLONIES = {"expansions": ("colonies",)}
INTRIGUE = {"expansions": ("intrigue",), "house": {"cards": 31, "hand": "dealt"}}
FEW = {"expansions": ("intrigue",), "house": {"cards": 18, "hand": "dealt"}}
BOTH = {"expansions": ("colonies", "intrigue"), "house": {"cards": 31, "hand": "dealt"}}
SHIFT = {"edition": "2023", "expansions": ("power-shift",)}
TWO = {"edition": "2023"}
CARDS = (180, 170, 160, 150, 140, 130, 120, 110, 100, 90, 80, 70, 60)
"""A hand of Intrigue & the King."""


def rows() -> dict[str, str]:
    """Read the page: what can never be, and a part of the sentence."""
    lines = (line.split(" | ") for line in PAGE.read_text("utf-8").splitlines())
    cells = [[cell.strip("| ") for cell in line] for line in lines if len(line) == 3]
    return {what: says for what, _, says in cells[2:]}


def seat(colour: str, **fields: Any) -> dict[str, Any]:
    return {"colour": colour, **fields}


def position(players: int, kind: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the least that makes a game of this kind; fields of seats are by colour."""
    setup = Setup.of(players, seed=1, **kind)
    rules = setup.ruleset()
    out: dict[str, Any] = {"king": "galicia", "cells": {}, "neutral": {}}
    hand = {"hand": list(CARDS), "played": []} if "intrigue" in rules.expansions else {}
    out["seat"] = [seat(name, **{**hand, **fields.pop(name, {})}) for name in rules.colours]
    if "black" in rules.kinds:
        out["neutral"]["black"] = {"galicia": 4 if "colonies" in rules.expansions else 2}
    if "colonies" in rules.expansions:
        out["cells"] = {"limit-table": "seville", "gold-lying": 1, "wares-lying": 2,
                        "gold-supply": 4, "wares-supply": 4}  # fmt: skip
    for table in ("cells", "neutral"):
        out[table].update(fields.pop(table, {}))
    out["cells"] = {name: value for name, value in out["cells"].items() if value is not None}
    return {**out, **fields}


def held(card: str, owner: str = "red", **fields: Any) -> list[dict[str, Any]]:
    return [{"card": card, "owner": owner, "until": "scoring", **fields}]


def shown(*cards: int, played: int = 0, card: str = "") -> dict[str, Any]:
    """Return seats of Intrigue & the King that have played these; red another one before."""
    out = {}
    for at, (colour, value) in enumerate(zip(COLOURS, cards, strict=False)):
        before = [played] if played and not at else []
        left = [one for one in CARDS if one not in (value, *before)][: 12 - len(before)]
        out[colour] = {"power": value, "hand": left, "played": [*before, value]}
    return out


COLOURS = ("red", "blue", "green", "yellow")
FACES = [{"number": number, "face": card} for number, card in
         enumerate(("1-07", "2-04", "3-01", "4-04", "5-01"), 1)]  # fmt: skip
BLACK = {"black": {"galicia": 2}}
LATE = {"red": {"hand": list(CARDS[1:]), "played": [75]}, "round": 2}


def piled(*cards: int, colour: str = "red") -> dict[str, Any]:
    """Return a seat of Intrigue & the King that has played these in rounds before, in order."""
    return {colour: {"hand": list(CARDS[len(cards) :]), "played": list(cards)}}


def begun(round: int, *more: str, taken: int = 1) -> dict[str, Any]:
    """Return a round in which blue plays after red, who has had a turn if a stack is ``taken``."""
    faces = [*FACES, *({"number": int(one[0]), "face": one[2:]} for one in more)]
    return {
        "round": round, "red": {"power": 9}, "blue": {"power": 3},
        "stack": [{**face, **({"taken_by": "red"} if face["number"] == taken else {})}
                  for face in faces],
    }  # fmt: skip


def scored(round: int, *gone: str, **cells: Any) -> dict[str, Any]:
    """Return the beginning of a round with values for which these cards are gone."""
    return {"round": round, "cells": cells,
            "stack": [{"number": int(one[0]), "gone": [one[2:]]} for one in gone]}  # fmt: skip


def gift(to: str, number: int = 1) -> dict[str, Any]:
    return {"caballeros": {f"gift-{to}": number}}


SEA = ("6 gi-01", "7 co-09")
WEST = ("6 gr-12", "7 gr-20")
TWICE = [*held("co-10", until=2, mark="aragon"), *held("co-10", "blue", until=2, mark="galicia")]

CASES: list[tuple[str, dict[str, Any], int, dict[str, Any], str]] = [
    ("the King where he never comes", COLONIES, 2, {"king": "america"}, "top, field 'king'"),
    ("the King where he never comes", BOTH, 2, {"king": "ship"}, "top, field 'king'"),
    ("the highest card not first", BASE, 2,
     {"red": {"power": 3}, "blue": {"power": 9}, "stack": FACES, "order": ["red", "blue"]},
     "field 'order'"),
    ("a power card twice in a round", BASE, 2,
     {"red": {"power": 9}, "blue": {"power": 9}, "stack": FACES, "order": ["red", "blue"]},
     "seat red, field 'power'"),
    ("a card twice in a hand", BASE, 2, {"red": {"hand": [1, 2, 2]}}, "seat red, field 'hand': 2"),
    ("a card twice in a hand", SHIFT, 3, {"red": {"modifiers": ["plus-1", "plus-1"]}},
     "field 'modifiers': plus-1"),
    ("a card twice in a hand", BASE, 2, {"red": {"taken_back": [[3, 3]]}}, "'taken_back': 3"),
    ("a played card that lies above this round's", BASE, 2,
     {"red": {"power": 9, "played": [9, 4], "hand": [1, 2]}, "stack": FACES}, "field 'played'"),
    ("a hand that has a played card", BASE, 2,
     {"red": {"power": 7, "hand": list(range(1, 14))}, "stack": FACES}, "seat red, field 'hand'"),
    ("cards too few for the rounds to come", BASE, 2, {"red": {"hand": [7, 8]}},
     "seat red, field 'hand'"),
    ("a card twice in a stack", BASE, 2, {"stack": [{"number": 1, "gone": ["1-01", "1-01"]}]},
     "stack 1, field 'gone'"),
    ("a card gone that comes back", BASE, 2, {"stack": [{"number": 5, "gone": ["5-01"]}]},
     "stack 5, field 'gone': 5-01"),
    ("a stack where there is none", INTRIGUE, 2, {"stack": [{"number": 1}]}, "field 'number'"),
    ("a card taken before its turn", BASE, 2,
     {"stack": [{**FACES[0], "taken_by": "red"}, *FACES[1:]]}, "stack 1, field 'taken_by'"),
    ("more of a colour than there are", BASE, 2,
     {"red": {"caballeros": {"aragon": 20, "court": 11}}}, "seat red.caballeros"),
    ("more than have room", COLONIES, 2, {"red": {"caballeros": {"envoy": 2}}},
     "seat red.caballeros, field 'envoy'"),
    *(("somebody where none of the kind is", GRANDISSIMO, 2,
       {"neutral": {"black": {"galicia": 1, place: 1}}}, f"neutral.black, field '{place}': 1")
      for place in ("castillo", "court", "ship", "gift-red", "province")),
    ("somebody where none of the kind is", GRANDISSIMO, 2, {"neutral": {"black": {"galicia": 1}}},
     "neutral.black, field 'province': 1"),
    ("somebody where none of the kind is", GRANDISSIMO, 2, {"red": {"caballeros": {"gift-red": 1}}},
     "seat red.caballeros, field 'gift-red'"),
    ("somebody where none of the kind is", COLONIES, 2,
     {"neutral": {"black": {"galicia": 3, "court": 1}}}, "neutral.black, field 'court'"),
    ("somebody where none of the kind is", COLONIES, 2, {"neutral": {"black": {"galicia": 3}}},
     "neutral.black, field 'province'"),
    *(("somebody where none of the kind is", COLONIES, 2,
       {"neutral": {"red-gold": {place: 1}}}, f"neutral.red-gold, field '{place}'")
      for place in ("aragon", "seville-beside", "captain", "viceroy", "castillo", "court",
                    "province")),
    ("somebody where none of the kind is", TWO, 2, {"neutral": {"green": {"court": 1}}},
     "neutral.green, field 'court'"),
    ("two scoreboards on one place", BASE, 2, {"scoreboards": {"840": "aragon", "400": "aragon"}},
     "the position"),
    ("a card held that nobody keeps", BASE, 2, {"held": held("1-01")}, "held 1, field 'card'"),
    ("a card held twice", GRANDISSIMO, 2,
     {"round": 2, "held": [*held("gr-03", mark="aragon"), *held("gr-03", "blue", mark="seville")]},
     "held 2, field 'card': gr-03"),
    ("a card held twice", COLONIES, 3,
     {"round": 2, "stack": [{"number": 7, "gone": ["co-06"]}],
      "held": [*TWICE, *held("co-10", "green", until=2, mark="seville")]},
     "held 3, field 'card': co-10"),
    # Its action was done again with a card that is used up, in the same round and by another.
    *(("a card held by two", COLONIES, 3, {"round": 2, **fields}, "field 'card': co-10") for fields
      in ({"held": TWICE},
          {"held": [*TWICE, *held("co-06", "blue", until="game")]},
          {**begun(2, "6 gi-01", "7 co-06", taken=2), "green": {"power": 2}, "held": TWICE},
          {**begun(2, *SEA), "green": {"power": 2},
           "held": [TWICE[0], {**TWICE[1], "until": 3}]})),
    ("a card held for too long", BASE, 2, {**begun(2), "held": held("2-01", until=9)},
     "held 1, field 'until'"),
    ("a card held for too long", BASE, 2, {**begun(2), "held": held("2-01", until=True)},
     "field 'until'"),
    ("a card held since before the first round", BASE, 2,
     {**begun(1), "held": held("2-01", until=1)}, "held 1, field 'until'"),
    ("a card held since before the first round", COLONIES, 2,
     {**begun(1, *SEA), "held": held("co-10", until=1, mark="aragon")}, "held 1, field 'until'"),
    *(("a card held from a turn that is to come", kind, 2, {**when, "held": kept},
       "held 1, field 'until'")
      for kind, kept, when in (
          (BASE, held("2-01", until=3), {"round": 2}),
          (BASE, held("2-01", until=3), begun(2, taken=0)),
          (COLONIES, held("co-10", until=3, mark="aragon"), {"round": 2}),
          (COLONIES, held("co-10", until=3, mark="aragon"), begun(2, *SEA, taken=0)),
          (GRANDISSIMO, held("gr-05", until=3, mark="3-02"),
           {"round": 2, "stack": [{"number": 3, "gone": ["3-02"]}]}))),
    *(("a card held before the turn to keep it", kind, 2, {**when, "held": kept},
       "held 1, field 'card'")
      for kind, kept, when in ((BASE, held("2-01", until=2), {}),
                               (BASE, held("2-01", until=2), begun(1, taken=0)),
                               (GRANDISSIMO, held("gr-03", mark="aragon"), {}),
                               (INTRIGUE, held("k-075"), {**LATE, "round": 1}),
                               (COLONIES, held("co-06", until="game"), {}))),
    *(("a card held past its end", kind, 2, {**fields, "held": kept}, "held 1, field 'card'")
      for kind, kept, fields in (
          (GRANDISSIMO, held("gr-03", mark="aragon"), {"round": 4}),
          (GRANDISSIMO, held("gr-04", mark="aragon"), begun(7, *WEST, taken=0)),
          (GRANDISSIMO, held("gr-06"), {"round": 4}),
          (GRANDISSIMO, held("gr-05", until=3, mark="5-01"), {"round": 3}),
          (GRANDISSIMO, held("gr-05", until=3, mark="gr-20"), {"round": 3}),
          (INTRIGUE, held("k-075"), {"round": 4, **piled(10, 20, 75)}),
          # Another one lies on it for every round since.
          (INTRIGUE, held("k-075"), {"round": 5, **piled(10, 20, 75, 30)}),
          (INTRIGUE, held("k-075"), {**shown(180, 20, played=75), "round": 4}))),
    ("a card held to no end", INTRIGUE, 2, {**LATE, "held": [{"card": "k-075", "owner": "red"}]},
     "held 1, field 'until'"),
    ("a card of a hand held unplayed", INTRIGUE, 2, {"held": held("k-075")},
     "held 1, field 'card': red has not played k-075; list 75"),
    ("a card of a hand held unplayed", INTRIGUE, 2,
     {"red": {"hand": [75, *CARDS[1:]]}, "held": held("k-075")}, "field 'card'"),
    ("a card held before the turn to keep it", INTRIGUE, 4,
     {**shown(90, 130, 100, 120, played=40), "held": held("k-040", until=1)}, "field 'card'"),
    ("a card held before the turn to keep it", INTRIGUE, 4,
     {**shown(40, 30, 20, 10), "held": held("k-040", until=1)}, "field 'card'"),
    ("a card held before the turn to keep it", INTRIGUE, 4,
     {**shown(75, 130, 60, 120), "held": held("k-075")}, "field 'card'"),
    *(("a card held before the turn to keep it", BOTH, 4,
       {**shown(180, card, 30, 20), "turns": 2,
        "stack": [{"number": 6, "face": "gi-01"},
                  {"number": 7, "face": "co-09", "taken_by": "blue"}],
        "held": held(f"k-0{card}", "blue", until=until)}, "field 'card'")
      for card, until in ((40, 1), (75, "scoring"))),
    ("a card held on nothing", GRANDISSIMO, 2, {"held": held("gr-03")}, "held 1, field 'mark'"),
    ("a card held on nothing", GRANDISSIMO, 2, {"held": held("gr-03", mark="portugal")},
     "held 1, field 'mark'"),
    ("a card held on nothing", GRANDISSIMO, 2, {"held": held("gr-05", until=1)}, "field 'mark'"),
    ("two cards held on one thing", GRANDISSIMO, 2,
     {"round": 2,
      "held": [*held("gr-03", mark="aragon"), *held("gr-04", "blue", mark="aragon")]},
     "held 2, field 'mark'"),
    ("two cards held on one thing", COLONIES, 2,
     {"round": 2, "stack": [{"number": 7, "gone": ["co-06"]}],
      "held": [TWICE[0], {**TWICE[1], "mark": "aragon"}]}, "held 2, field 'mark'"),
    ("a second card that is elsewhere", GRANDISSIMO, 2,
     {"held": held("gr-05", until=1, mark="1-10")}, "held 1, field 'mark': 1-10"),
    # What is kept and cannot be stopped is kept at once.
    *(("a card held on nothing", GRANDISSIMO, 2,
       {"round": 2, "held": held("gr-05", until=2, mark=mark),
        "stack": [{"number": stack, "gone": [mark]}]}, "held 1, field 'mark'")
      for stack, mark in ((2, "2-01"), (6, "gr-06"))),
    *(("a second card that its stack shows", GRANDISSIMO, 2,
       {**begun(2, *WEST), "held": held("gr-05", until=until, mark=mark)}, f"'mark': {mark}")
      for until, mark in ((2, "5-01"), (2, "gr-20"), (3, "gr-08"))),
    ("a value of a turn that is over", INTRIGUE, 2, {"cells": {"placing-card": "k-020"}},
     "field 'cells.placing-card'"),
    ("a value of a turn that is over", COLONIES, 2, {"cells": {"legs-of": "red"}},
     "field 'cells.legs-of'"),
    ("a value of a turn that is over", COLONIES, 2, {"cells": {"spaces-freed": 1}}, "spaces-freed"),
    ("a value of a turn that is over", COLONIES, 2, {"cells": {"arrived-red": 1}}, "arrived-red"),
    ("a value of a turn that is over", GRANDISSIMO, 2, {"cells": {"landings-left": 1}},
     "field 'cells.landings-left'"),
    ("a value of a turn that is over", GRANDISSIMO, 2, {"cells": {"free_used": ["jail"]}},
     "field 'cells.free_used'"),
    ("a value that no card brought about", FEW, 2,
     {"cells": {"bridge-from": "galicia", "bridge-to": "seville"}}, "field 'bridge-from'"),
    ("a value that no card brought about", COLONIES, 2,
     {"cells": {"conspiracy": True}, "stack": [{"number": 7, "deck": ["co-04"]}]},
     "field 'conspiracy'"),
    ("a value that no card brought about", INTRIGUE, 2, {"cells": {"grandes-conspire": True}},
     "field 'grandes-conspire'"),
    ("a value that no card brought about",
     {**GRANDISSIMO, "house": {"leave-out": "gr-07"}}, 2,
     {"cells": {"grande-king": "red"}, "red": {"grande": "galicia"}}, "field 'grande-king'"),
    *(("a value that a general scoring has ended", kind, 2, fields, f"field '{name}'")
      for name, kind, fields in (
          ("inquisitor", GRANDISSIMO, scored(4, "6 gr-01", inquisitor="red")),
          ("inquisitor", GRANDISSIMO,
           {**begun(7, *WEST, taken=0), "cells": {"inquisitor": "blue"}}),
          ("grande-king", GRANDISSIMO,
           {**scored(4, "6 gr-07", **{"grande-king": "red"}), "red": {"grande": "galicia"}}),
          ("conspiracy", COLONIES, scored(7, "7 co-04", conspiracy=True)),
          ("grandes-conspire", INTRIGUE,
           {**scored(4, **{"grandes-conspire": True}), **piled(10, 20, 35)}),
          ("grandes-conspire", INTRIGUE,
           {**scored(5, **{"grandes-conspire": True}), **piled(10, 20, 35, 30)}),
          ("quarantined", INTRIGUE, {**scored(4, quarantined="aragon"), **piled(10, 20, 93),
                                     "scoreboards": {"400": "aragon"}}))),
    *(("a value of a card that is still to be used", kind, 2, fields, "field 'inquisitor'")
      for kind, fields in (
          (GRANDISSIMO, scored(1, inquisitor="red")),
          (COLONIES, scored(1, inquisitor="red")),
          (COLONIES, {**begun(1, *SEA), "cells": {"inquisitor": "red"}}),
          ({**GRANDISSIMO, "house": {"leave-out": "gr-02"}},
           {"round": 2, "cells": {"inquisitor": "red"},
            "held": held("gr-05", until=2, mark="gr-01"),
            "stack": [{"number": 6, "gone": ["gr-01"]}]}))),
    *(("a value of a card that is still to be used", INTRIGUE, players,
       {**seats, "turns": turns, "cells": {"bridge-from": "galicia", "bridge-to": "granada"}},
       "field 'bridge-from'")
      # Nobody has acted; the highest of four has acted as King; it is the second one's turn.
      for players, turns, seats in ((3, 0, shown(180, 63, 30)), (4, 2, shown(63, 50, 30, 20)),
                                    (4, 1, shown(180, 63, 30, 20)))),
    ("a value of a card that is still to be used", BOTH, 4,
     {**shown(180, 35, 30, 20), "turns": 2, "cells": {"grandes-conspire": True},
      "stack": [{"number": 6, "face": "gi-01"},
                {"number": 7, "face": "co-09", "taken_by": "blue"}]}, "field 'grandes-conspire'"),
    *(("more gifts than turns to give them in", GRANDISSIMO, 2, fields, "caballeros, field 'gift-")
      for fields in (
          {"red": gift("blue")}, {"round": 2, "blue": gift("red")},
          {"round": 2, "red": gift("blue", 2)},
          {**begun(2, *WEST), "blue": {"power": 3, **gift("red")}},
          {**begun(2, *WEST), "red": {"power": 9, **gift("blue", 3)}})),
    ("a number of things below none", COLONIES, 2, {"cells": {"gold-lying": -1, "gold-supply": 6}},
     "field 'gold-lying'"),
    ("a bridge to one end", INTRIGUE, 2, {"cells": {"bridge-from": "galicia"}}, "'bridge-to'"),
    ("a bridge between neighbours", INTRIGUE, 2,
     {"cells": {"bridge-from": "galicia", "bridge-to": "basque"}}, "field 'bridge-to'"),
    ("a bridge out to sea", BOTH, 2, {"cells": {"bridge-from": "galicia", "bridge-to": "america"}},
     "field 'bridge-to'"),
    ("a quarantine without a scoreboard", INTRIGUE, 2, {"cells": {"quarantined": "aragon"}},
     "field 'quarantined'"),
    ("no limit table", COLONIES, 2, {"cells": {"limit-table": None}}, "field 'limit-table'"),
    ("somebody beside no limit table", COLONIES, 2, {"red": {"caballeros": {"aragon-beside": 1}}},
     "field 'limit-table'"),
    ("more discs than there are", COLONIES, 2, {"cells": {"wares-lying": 9}},
     "field 'wares-lying'"),
    ("discs lost", COLONIES, 2, {"cells": {"gold-supply": 5}}, "field 'gold-supply'"),
    ("a King who is elsewhere than his Grande", GRANDISSIMO, 2,
     {"cells": {"grande-king": "red"}, "red": {"grande": "seville"}}, "field 'grande-king'"),
    ("a third ship token", GRANDISSIMO, 3, {"cells": {"ship-tokens": ["red", "blue", "green"]}},
     "field 'ship-tokens'"),
    ("more modifiers than are dealt", SHIFT, 3,
     {"red": {"modifiers": ["plus-1", "plus-2", "plus-3", "minus-1"]}}, "field 'modifiers-red'"),
    ("a modifier of two players", SHIFT, 3,
     {"red": {"modifiers": ["plus-1"]}, "cells": {"modifiers-blue": ["plus-1"]}}, "'modifiers-"),
    ("a modifier without a power card", SHIFT, 3, {"cells": {"modifier-red": "plus-1"}},
     "field 'modifier-red'"),
    ("a dummy that plays a card again", TWO, 2, {"cells": {"dummy-power": 3, "dummy-played": [3]}},
     "field 'dummy-played'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "kind", "players", "fields", "where"),
    CASES,
    ids=[f"{at}-{case[0]}" for at, case in enumerate(CASES)],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    what: str, kind: dict[str, Any], players: int, fields: dict[str, Any], where: str
) -> None:
    """With table, field and cure; the same position without it is accepted."""
    rules = Setup.of(players, seed=1, **kind).ruleset()
    lay_out(rules, position(players, kind), seed=1)
    with pytest.raises(ContentError) as caught:
        lay_out(rules, position(players, kind, **fields), seed=1)
    said = str(caught.value)
    assert said.startswith("the position")
    assert where in said
    assert rows()[what] in said
    assert "\n" not in said


def test_every_row_of_the_page_has_a_position() -> None:
    assert {case[0] for case in CASES} == set(rows())


def test_what_is_possible_is_accepted() -> None:
    """The same cards where they may be: held by who played them, on two regions, in jail."""
    for players, kind, fields in (
        (2, INTRIGUE, {**LATE, "held": held("k-075")}),
        (4, INTRIGUE, {**shown(40, 130, 60, 30), "held": held("k-040", until=1)}),
        (2, GRANDISSIMO, {"neutral": {"black": {"galicia": 1, "jail": 1}}}),
        (2, GRANDISSIMO, {"round": 2, "red": {"caballeros": {"gift-blue": 1}}}),
        (2, GRANDISSIMO, {**begun(1, *WEST), "red": {**begun(1)["red"], **gift("blue")}}),
        (2, GRANDISSIMO, {**begun(2, *WEST), "red": {**begun(2)["red"], **gift("blue", 2)}}),
        (2, GRANDISSIMO,
         {"round": 2,
          "held": [*held("gr-03", mark="aragon"), *held("gr-04", "blue", mark="seville")]}),
        (2, COLONIES, {"neutral": {"black": {"galicia": 3, "castillo": 1}}}),
        (2, COLONIES, {"round": 2, "held": TWICE, "stack": [{"number": 7, "gone": ["co-06"]}]}),
        (2, BOTH, {"king": "france"}),
        (2, COLONIES, {"round": 2, "cells": {"conspiracy": True}}),
        (2, COLONIES, {"round": 4, "cells": {"inquisitor": "red"}}),
        (2, GRANDISSIMO, {"round": 2, "cells": {"inquisitor": "red"}}),
        (2, BASE, {"round": 2, "held": held("2-01", until=2)}),
        # Since the last general scoring somebody has had a turn, or it came before that.
        (2, BASE, {**begun(2), "held": held("2-01", until=3)}),
        (2, GRANDISSIMO, {**begun(4, *WEST), "cells": {"inquisitor": "red"},
                          "held": held("gr-03", mark="aragon")}),
        (2, COLONIES, {**begun(4, *SEA), "cells": {"conspiracy": True}}),
        (2, INTRIGUE, {**scored(5, **{"grandes-conspire": True}), **piled(10, 20, 30, 35)}),
        (2, INTRIGUE, {"round": 5, **piled(10, 20, 30, 75), "held": held("k-075")}),
        (3, INTRIGUE, {**shown(180, 63, 30), "turns": 2,
                       "cells": {"bridge-from": "galicia", "bridge-to": "granada"}}),
        (2, GRANDISSIMO, {"round": 2, "held": held("gr-05", until=2, mark="4-10"),
                          "stack": [{"number": 4, "gone": ["4-10"]}]}),
        # They may be at sea, too: S0, "The new regions", "Mobile scoreboards", "Limit table".
        (2, COLONIES, {"scoreboards": {"840": "ship"}, "red": {"grande": "america"}}),
        (2, COLONIES, {"cells": {"limit-table": "ship"}}),
    ):  # fmt: skip
        rules = Setup.of(players, seed=1, **kind).ruleset()
        state = lay_out(rules, position(players, kind, **fields), seed=1)
        assert lay_out(rules, describe(state), seed=1) == state


def test_black_ones_in_a_veiled_castillo_are_not_missed() -> None:
    """Whoever may not look inside cannot write who is there: they are taken to be inside."""
    kind = {**COLONIES, "house": {"castillo": "veiled"}}
    rules = Setup.of(2, seed=1, **kind).ruleset()
    black = {"galicia": 3, "castillo": 1}
    state = lay_out(rules, position(2, kind, neutral={"black": black}), seed=1)
    data = describe(state.view(None))
    assert data["neutral"]["black"] == {"galicia": 3}
    again = lay_out(rules, data, seed=1)
    assert again.count(rules.kinds.index("black"), rules.castillo) == 1


WRITTEN: dict[str, dict[str, Any]] = {
    "king": {"king": "galicia"},
    "black": {"neutral": {"black": {"galicia": 4}}},
    "limit-table": {"cells": {"limit-table": "seville"}},
}
"""What region cards decide, which the README says must be written."""


@pytest.mark.parametrize("kind", [BASE, TWO, SHIFT, GRANDISSIMO, COLONIES, INTRIGUE, BOTH])
def test_nothing_must_be_written_but_what_region_cards_decide(kind: dict[str, Any]) -> None:
    rules = Setup.of(2, seed=1, **kind).ruleset()
    there = {"king", *rules.kinds, *rules.cell}
    needed = {what: fields for what, fields in WRITTEN.items() if what in there}
    if "black" in needed and "limit-table" not in needed:
        needed["black"] = {"neutral": BLACK}
    seats = {"seat": [seat(name) for name in rules.colours]}

    def laid(*some: str) -> dict[str, Any]:
        return {**seats, **{key: value for what in some for key, value in needed[what].items()}}

    lay_out(rules, laid(*needed), seed=1)
    for missing in needed:
        with pytest.raises(ContentError) as caught:
            lay_out(rules, laid(*(what for what in needed if what != missing)), seed=1)
        assert missing in str(caught.value)
        assert any(cure in str(caught.value) for cure in ("; write ", ": write ", "; name "))


def test_who_is_nowhere_in_the_file_is_missed_by_that() -> None:
    data = {**position(2, COLONIES), "neutral": {}}
    with pytest.raises(ContentError) as caught:
        lay_out(Setup.of(2, seed=1, **COLONIES).ruleset(), data, seed=1)
    assert "4 that the file has nowhere else would be here" in str(caught.value)
