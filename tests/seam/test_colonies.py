"""A whole expansion in one folder: what its seams must bear, and 500 games of it."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from elgrande.app.board.guide import Guide
from elgrande.app.panes import cards, courts
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.simulate import play_game
from elgrande.cli.plain.board import sentences
from elgrande.content import expansion as expansions
from elgrande.content.edition import edition
from elgrande.content.expansion import register
from elgrande.content.positions.position_format import describe, lay_out
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.toml_data import ContentError
from elgrande.content.words import Names, answer, prompt, say_event, why_not
from elgrande.rules import Generator, Ruleset, Spec, State, View, score, start
from elgrande.rules.commands import Command
from elgrande.rules.events import from_plain, to_plain
from elgrande.table import Table
from elgrande.table.history import History
from seam import moments, rooms, turns
from seam.colonies import COLONIES
from seam.colonies import edit as colonies
from seam.colonies.places import ABROAD, FRIAR, HOLDER, SEATS, SPACES, TABLE, aside
from seam.colonies.silver import LEFT, LYING
from seam.table import count, offers, play

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elgrande.rules.events import Event

COLOURS = ("red", "blue", "green")
FACES = {
    1: "1-10", 2: "2-05", 3: "3-11", 4: "4-06", 5: "5-01", 6: "sc-01", 7: "sc-04",
}  # fmt: skip


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is known to these tests alone."""
    expansions.expansion_ids()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))
    register(COLONIES)


def game(players: int = 3, seed: int = 1) -> Setup:
    return Setup.of(players, seed=seed, expansions=(COLONIES.id,))


def draw(
    board: Mapping[str, str],
    card: str = "",
    *,
    king: str = "old-castile",
    holder: str = "nobody",
    table: str = "seville",
    lying: int = 1,
    round_: int = 1,
) -> State:
    """Return red's turn in a game of three, with a card chosen if one is named.

    ``board`` names who stands where, ``{"aragon": "red 2, friar 1"}``; red's power card brings
    nobody.
    """
    rules = game().ruleset()
    counts: dict[str, dict[str, int]] = {name: {} for name in rules.kinds}
    for place, crowd in board.items():
        for part in crowd.split(", "):
            kind, number = part.split()
            counts[kind][place] = int(number)
    carried = sum(sum(there.values()) for name, there in counts.items() if "silver" in name)
    faces = {**FACES, **({int(card[0]): card} if card[:1].isdigit() else {})}
    faces[6 if card == "sc-01" else 7] = card if card.startswith("sc-") else faces[7]
    position: dict[str, Any] = {
        "round": round_,
        "king": king,
        "starter": "red",
        "seat": [
            {"colour": colour, "power": 13 - at, "caballeros": counts[colour]}
            for at, colour in enumerate(COLOURS)
        ],
        "neutral": {name: counts[name] for name in rules.kinds[rules.n_seats :]},
        "stack": [{"number": number, "face": faces[number]} for number in rules.stacks],
        "cells": {HOLDER: holder, TABLE: table, LYING: lying, LEFT: 5 - lying - carried},
    }
    state = lay_out(rules, position, seed=1)
    if card:
        play(state, f"red card {card}")
    return state


def said(state: State, verb: str) -> list[str]:
    """The answers of a verb, without it."""
    words = (offer.split(maxsplit=2)[1:] for offer in offers(state))
    return [rest[0] if rest else "" for first, *rest in words if first == verb]


def why(state: State, seat: int, text: str) -> str:
    return why_not(state, seat, text, Names.of(game()))


# -- set-up ------------------------------------------------------------------------


def test_two_of_each_court_go_where_a_disk_says_before_the_first_round() -> None:
    state = game(3, 2).start()
    rules = state.rules
    assert (state.round, state.decision().step, state.owing()) == (0, "disks", (0, 1, 2))
    names = Names.of(game(3, 2))
    text = prompt(state.view(0).decision(0), rules, names)
    assert text == "Red: set your secret disk: where 2 of your court go."
    king, table = rules.regions[state.king], rules.regions[state.cell(TABLE)]
    play(state, f"red disk {table}", f"green disk {king}", f"blue disk {table}")
    assert (count(state, "red", table), count(state, "red", "court")) == (2, 7)
    assert (count(state, "blue", table), count(state, "blue", table + "-aside")) == (1, 1)
    assert count(state, "green", "court") == 9
    assert state.round == 1


# -- the galleon -------------------------------------------------------------------


def test_the_galleon_is_boarded_while_the_king_is_by_the_sea() -> None:
    inland = draw({"court": "red 3"}, "sc-04", king="aragon")
    assert not {"galleon", "captain"} & {*said(inland, "place")}
    state = draw({"court": "red 3"}, "sc-04", king="galicia")
    assert {"galleon", "captain"} <= {*said(state, "place")}
    assert not {"westland", "southland", "governor"} & {*said(state, "place")}
    play(state, "red place captain")
    assert "captain" not in said(state, "place")
    assert why(state, 0, "place captain") == "Captain's Cabin is full."


def test_a_leg_is_for_who_stood_there_when_the_turn_began() -> None:
    state = draw({"galleon": "red 2"})
    assert said(state, "sail") == ["red galleon"]
    play(state, "red sail red galleon")
    goals = {*said(state, "put")}
    assert goals == {
        "governor", "westland", "southland",
        "galicia", "basque", "catalonia", "seville", "granada", "valencia",
    }  # fmt: skip
    play(state, "red put westland")
    assert said(state, "sail") == ["red galleon"], "a newcomer has no leg"
    play(state, "red sail red galleon", "red put valencia")
    assert said(state, "sail") == []
    play(state, "red card 5-01", "red end")
    assert state.actor == 1


def test_a_leg_ends_where_there_is_room_and_no_king() -> None:
    board = {"galleon": "red 1", "governor": "blue 1", "seville": "blue 3"}
    state = draw(board, king="valencia")
    play(state, "red sail red galleon")
    goals = said(state, "put")
    assert "seville-aside" in goals
    assert not {"seville", "governor", "valencia"} & {*goals}


def test_the_king_never_comes_there() -> None:
    state = draw({}, "5-01")
    play(state, "red special")
    assert len(said(state, "king")) == 8
    assert why(state, 0, "king westland") == "This card cannot move the King to Westland."


# -- silver ------------------------------------------------------------------------


def test_silver_comes_out_when_the_action_is_carried_out() -> None:
    state = draw({"aragon": "red 1"}, "sc-04")
    play(state, "red special", "red pick red aragon")
    assert (state.cell(LYING), state.cell(LEFT)) == (1, 4)
    play(state, "red put granada")
    assert (state.cell(LYING), state.cell(LEFT)) == (3, 2)


def test_who_claims_takes_the_leg_along_and_is_paid_at_home() -> None:
    state = draw({"westland": "red 1", "galleon": "red-silver 1"})
    play(state, "red claim red westland")
    assert count(state, "red-silver", "westland") == 1
    assert said(state, "claim") == [], "none is left"
    assert {*said(state, "sail")} == {"red-silver galleon", "red-silver westland"}
    play(state, "red sail red-silver galleon", "red put valencia")
    assert (state.score(0), state.cell(LEFT)) == (6, 4)
    assert count(state, "red", "valencia") == 1
    play(state, "red sail red-silver westland")
    assert said(state, "put") == ["galleon"], "no captain carries anything"


def test_the_governor_steps_down_for_silver() -> None:
    state = draw({"governor": "red 1"})
    play(state, "red claim red governor")
    assert count(state, "red-silver", "westland") == 1
    assert count(state, "red", "governor") == 0


def test_others_bring_him_home_and_the_owner_is_paid() -> None:
    state = draw({"southland": "blue-silver 1"}, "1-07")
    play(state, "red special", "red pick blue-silver southland")
    assert "castillo" not in said(state, "put")
    play(state, "red put new-castile")
    assert (state.score(0), state.score(1)) == (0, 6)
    assert count(state, "blue", "new-castile") == 1


def test_his_owner_may_lose_it() -> None:
    state = draw({"southland": "red-silver 1", "aragon": "friar-silver 1"}, "1-07", lying=0)
    play(state, "red special", "red pick friar-silver aragon")
    assert "castillo" not in said(state, "put"), "nobody owns it"
    play(state, "red put southland", "red pick red-silver southland", "red put castillo")
    assert (state.score(0), count(state, "red", "castillo"), state.cell(LEFT)) == (0, 1, 4)


# -- what scores -------------------------------------------------------------------


def test_governor_and_captain_are_paid_beside_the_ranking() -> None:
    rules = game().ruleset()
    state = draw({
        "westland": "blue 3, green 1", "governor": "red 1", "captain": "green 1",
        "galleon": "red 2", "southland": "red 2, blue 1, green 1",
    })  # fmt: skip
    paid = {
        name: dict(score(state, rules.targets.index(name)).paid()) for name in
        ("westland", "galleon", "southland")
    }  # fmt: skip
    assert {s: p for s, p in paid["westland"].items() if p} == {0: 5, 1: 4}
    assert {s: p for s, p in paid["galleon"].items() if p} == {2: 3}
    assert {s: p for s, p in paid["southland"].items() if p} == {0: 4}, "three players, two ranks"
    first = dict(score(state, rules.targets.index("westland"), first_only=True).paid())
    assert {s: p for s, p in first.items() if p} == {1: 4}


def test_friars_are_one_more_rival_until_somebody_has_them() -> None:
    board = {"valencia": "red 3, friar 2, green 1"}
    target = game().ruleset().targets.index("valencia")
    free = dict(score(draw(board), target).paid())
    held = dict(score(draw(board, holder="red"), target).paid())
    assert {s: p for s, p in free.items() if p} == {0: 5}
    assert {s: p for s, p in held.items() if p} == {0: 5, 2: 3}


def test_only_who_sits_at_the_table_counts() -> None:
    state = draw({"seville": "red 2, blue 1", "seville-aside": "blue 3"})
    seville = state.rules.targets.index("seville")
    assert {s: p for s, p in score(state, seville).paid() if p} == {0: 4, 1: 3}


# -- friars and the table ------------------------------------------------------------


def test_friars_are_taken_and_walk_and_bring_one_more() -> None:
    state = draw({"aragon": "friar 2", "galicia": "friar 2"}, "sc-01")
    assert said(state, "more") == []
    assert why(state, 0, "more court") == "Red does not have the friars."
    assert said(state, "sail") == []
    assert why(state, 0, "sail red galleon") == "You have no caballeros in Galleon."
    play(state, "red special", "red option 1")
    play(state, "red pick friar aragon", "red put granada", "red done")
    assert state.cell(HOLDER) == 0
    assert said(state, "more") == ["court"]
    play(state, "red more court")
    assert count(state, "red", "court") == 1
    assert said(state, "more") == []
    assert "once a turn" in why(state, 0, "more court")


def test_a_space_that_was_freed_is_filled_when_the_action_is_over() -> None:
    board = {"seville": "blue 3", "seville-aside": "blue 2, green 1", "court": "red 1"}
    state = draw(board, "1-07")
    play(state, "red special", "red pick blue seville", "red put granada")
    assert state.stack[-1].step == "move", "not between two moves"
    play(state, "red done")
    assert state.owing() == (0,)
    assert said(state, "seat") == ["blue", "green"]
    assert (
        prompt(state.decision(), state.rules, Names.of(game()))
        == "Red: say who takes the free space at the table."
    )
    play(state, "red seat green")
    assert count(state, "green", "seville") == 1
    assert state.stack[-1].step == "act"


def test_whoever_has_the_friars_says_who_sits_down() -> None:
    board = {"seville": "blue 3", "seville-aside": "blue 1, green 1", "court": "red 1"}
    state = draw(board, "1-07", holder="green")
    play(state, "red special", "red pick blue seville", "red put granada", "red done")
    assert state.owing() == (2,)
    play(state, "green seat green")
    assert state.owing() == (0,)


def test_the_table_carries_along_who_sits_at_it() -> None:
    board = {"seville": "blue 2", "seville-aside": "red 1", "granada": "green 1, red 1"}
    state = draw(board, "sc-02")
    play(state, "red special", "red table granada")
    assert count(state, "blue", "granada") == 2
    assert count(state, "red", "seville") == 1
    assert said(state, "seat") == ["red", "green"]
    play(state, "red seat red")
    assert (count(state, "red", "granada"), count(state, "green", "granada-aside")) == (1, 1)
    assert state.cell(TABLE) == state.rules.regions.index("granada")


# -- positions, screens, bots, the table ----------------------------------------------


def test_positions_that_cannot_be_are_refused() -> None:
    full = r"seat blue.caballeros, field 'governor': 2 caballeros stand .* room for 1; write fewer"
    with pytest.raises(ContentError, match=full):
        draw({"governor": "red 1, blue 1"})
    with pytest.raises(ContentError, match=r"neutral.friar, field 'seville': 4 caballeros"):
        draw({"seville": "red 2, friar 2"})
    with pytest.raises(ContentError, match="beside a table in aragon"):
        draw({"aragon-aside": "red 1"})
    told = describe(draw({"southland": "red-silver 1"}))
    assert told["cells"][TABLE] == "seville"
    told["cells"][LEFT] = 4
    told.pop("digest"), told.pop("program", None)
    with pytest.raises(ContentError, match="2 lie or are carried; write 3"):
        lay_out(game().ruleset(), told, seed=1)


def test_the_plain_board_names_every_place() -> None:
    state = draw({"westland": "red 2", "governor": "blue 1", "captain": "green 1"})
    lines = [*sentences(state.view(0), Names.of(game()), seat=0)]
    assert "Westland, 4/0/0: Red 2; Governor's Seat: Blue 1." in lines
    assert "Galleon, 3/0/0: Captain's Cabin: Green 1." in lines
    assert "The table of 3 spaces lies in Seville." in lines


def test_its_pages_are_found() -> None:
    assert reference(game()).about("silver").chapter == "Two Colonies"


def test_a_bot_plays_it() -> None:
    assert not play_game(game(2, 4), ["random", "random"], 1).notices


def test_the_steward_follows_the_best_free_action_alone() -> None:
    """To try each of them before every card and after it would take most of its time."""
    state = draw({"westland": "red 1", "galleon": "red-silver 1"})
    assert said(state, "claim") == ["red westland"]
    assert len(said(state, "sail")) == 2
    planner = Planner(Outlook(state.view(0), 0), Generator(1))
    tried = [state.rules.text(option.code) for option in planner.options(state)]
    free = [text for text in tried if text.split()[0] in ("claim", "sail")]
    assert free == ["sail red-silver galleon"], "it is paid for at home; the claim pays nothing yet"


@pytest.mark.long
def test_the_steward_plays_it() -> None:
    short = Setup.of(2, seed=4, expansions=(COLONIES.id,), short=True)
    assert not play_game(short, ["steward", "random"], 1).notices


def test_the_panes_show_it() -> None:
    setup = game()
    guide = Guide(setup, setup.ruleset(), UNICODE)
    view = draw({"galleon": "red 1"}, holder="blue", lying=2).view(0)
    shown = " ".join(plain(courts.rows(view, guide, 50, 30)))
    assert "Friar  with Blue  silver 2" in shown
    assert "Table" not in " ".join(plain(cards.rows(view, guide, 50, 20))), "it is not face up"


def test_the_table_takes_free_actions_back() -> None:
    table = Table(game(), History([draw({"westland": "red 1", "galleon": "red 1"})]))
    before = table.state.digest()
    table.send(0, ["claim red westland"])
    table.send(0, ["sail red galleon"])
    table.send(0, ["put valencia"])
    assert table.state.digest() != before
    while table.can_undo([0]):
        table.undo([0])
    assert table.state.digest() == before
    while table.can_redo([0]):
        table.redo([0])
    assert count(table.state, "red", "valencia") == 1


# -- whole games ----------------------------------------------------------------------


def check(state: State) -> None:
    """What holds of every position."""
    rules = state.rules
    for family, whole in zip(rules.families, rules.family_start, strict=True):
        there = sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
        assert there == whole
    assert min(state.board[: rules.at_score]) >= 0
    at_table = rules.region_places[state.cell(TABLE)][0]
    full = {at_table: SPACES, **{rules.place_index[name]: most for name, most in SEATS.items()}}
    for place, most in full.items():
        assert sum(state.count(kind, place) for kind in rules.all_kinds) <= most
    for region in range(len(rules.regions)):
        place = aside(rules, region)
        if place >= 0 and region != state.cell(TABLE):
            assert not any(state.count(kind, place) for kind in rules.all_kinds)
    silver = [kind for kind in rules.all_kinds if rules.kinds[kind].endswith("-silver")]
    carried = sum(state.count(kind, place) for kind in silver for place in range(rules.n_places))
    at_sea = [
        place for region in ABROAD for place in rules.region_places[rules.regions.index(region.id)]
    ]
    assert carried == sum(state.count(kind, place) for kind in silver for place in at_sea)
    assert carried + state.cell(LYING) + state.cell(LEFT) == 5
    friar = rules.kinds.index(FRIAR)
    assert not state.count(friar, rules.court)
    assert state.king < len(rules.disk_regions)


def walk(first: State, seed: int, look: Callable[[State, random.Random], None]) -> None:
    """Play at random to the end, look at every position, and replay it from its text."""
    state = first.copy()
    rng = random.Random(seed)
    rules = state.rules
    lines: list[str] = []
    while not state.over:
        look(state, rng)
        seat = rng.choice(state.owing())
        codes = state.legal(seat)
        assert len(codes) == len(set(codes))
        verb = rng.choice(sorted({rules.verb(code) for code in codes}))
        code = rng.choice([code for code in codes if rules.verb(code) == verb])
        lines.append(rules.format(Command(seat, code)))
        state.apply(seat, code)
        assert len(lines) < 5000
    play(first, *lines)
    assert first.digest() == state.digest()


def through_json(state: State, rng: random.Random) -> None:
    check(state)
    view = state.view(rng.choice((*state.owing(), None)))
    assert View.from_plain(state.rules, json.loads(json.dumps(view.to_plain()))) == view
    if rng.random() < 0.2:
        told = json.loads(json.dumps(describe(state)))
        assert lay_out(state.rules, told, seed=1) == state


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_conserve_replay_and_go_through_json(seed: int) -> None:
    def some(state: State, rng: random.Random) -> None:
        if rng.random() < 0.1:
            through_json(state, rng)

    walk(game(2 + seed % 4, seed).start(), seed, some)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 520))
def test_five_hundred_games(seed: int) -> None:
    walk(game(2 + seed % 4, seed).start(), seed, through_json)


def test_everything_is_said_in_words_and_legal_in_all_worlds() -> None:
    setup = game(4, 7)
    names = Names.of(setup)

    def look(state: State, rng: random.Random) -> None:
        if rng.random() < 0.8:
            return
        rules = state.rules
        seat = rng.choice(state.owing())
        view = state.view(seat)
        dealt = view.sample(Generator.seeded(rng.randrange(1000)))
        assert dealt.view(seat) == view
        assert dealt.legal(seat) == state.legal(seat)
        decision = view.decision(seat)
        texts = [prompt(decision, rules, names), *sentences(view, names, seat=seat)]
        texts += [answer(code, rules, names, decision) for code in decision.codes]
        for verb in ("sail", "claim", "more", "seat", "table"):
            first = rules.base[verb]
            more = [text for text in rules.vocabulary.texts[first:] if text.split()[0] == verb]
            for text in rng.sample(more, 3):
                why = why_not(view, seat, text, names)
                assert why or rules.code(text) in decision.codes
                texts.append(why)
        events: list[Event] = []
        rng_codes = list(decision.codes)
        dealt.apply(seat, rng.choice(rng_codes), events.append)
        for event in events:
            assert from_plain(json.loads(json.dumps(to_plain(event)))) == event
            texts.append(say_event(event, rules, names))
        assert not [text for text in texts if "_" in text]

    walk(setup.start(), 7, look)


# -- with others ------------------------------------------------------------------------

TOGETHER: dict[str, tuple[Callable[[Spec], None], ...]] = {
    "rooms": (rooms.edit,),
    "moments": (moments.edit,),
    "errands": (turns.errands,),
    "own": (turns.no_stacks,),
    "all": (turns.no_stacks, turns.errands),
}


@pytest.mark.parametrize("colonies_first", [True, False])
@pytest.mark.parametrize("others", TOGETHER)
def test_it_composes_with_whoever_bends_the_same_in_both_orders(
    others: str, colonies_first: bool
) -> None:
    spec = edition("1996").spec(("red", "blue", "green"), False, {})
    spec.cards += [info.card for info in COLONIES.cards]
    if others == "rooms":
        spec.cards += [info.card for info in rooms.ROOMED.cards if info.card.stack != 6]
    edits = [colonies, *TOGETHER[others]] if colonies_first else [*TOGETHER[others], colonies]
    for edit in edits:
        edit(spec)
    rules = Ruleset(spec)

    def look(state: State, rng: random.Random) -> None:
        whole = [
            sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
            for family in rules.families
        ]
        assert whole == list(rules.family_start)
        assert min(state.board[: rules.at_score]) >= 0

    walk(start(rules, 1), 1, look)
