"""Since your last turn: when it is told, what of it, to whom, and that it answers nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from phases import ended
from tables import Bench, Inline, fresh, press, running, screen_text, seen, sit, table_screen
from textual.pilot import Pilot

from drawing import table as drawn
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.board.map import travel
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import Changes, read
from elgrande.app.panes import story_pane as pane
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.log import LogPane, where
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.screens.scoring_screen import ScoringScreen
from elgrande.app.settings.schema import Settings
from elgrande.app.terminal.app_screen import terminal_cursor
from elgrande.content import leads, turn_facts
from elgrande.content import story as stories
from elgrande.content.map.chart import load
from elgrande.content.scorings import rewound
from elgrande.content.words import GameNames
from elgrande.rules import events as ev
from elgrande.rules import score
from elgrande.saves import Paths
from elgrande.table import Table
from patience import eventually

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 48)
DULL = ("end", "done", "let", "let-all")


def answer(table: Table, busy: bool = False) -> int:
    """The seat that is asked gives an answer: what ends its turn soonest, or a busier one."""
    seat = table.state.owing()[0]
    texts = [table.rules.text(code) for code in table.state.legal(seat)]
    dull = [text for text in texts if text.split()[0] in DULL]
    text = dull[0] if dull and not (busy and len(texts) > len(dull)) else texts[0]
    table.send(seat, [text])
    return seat


def on_to(bench: Bench, seat: int, busy: bool = False) -> None:
    """Plays on until a seat that has answered before is asked for its turn's card."""
    table = bench.table
    while not (table.state.owing()[0] == seat and table.state.decision(seat).step == "choose_card"):
        answer(table, busy)
    assert table.history.since(seat) >= 0
    bench.sent.clear()


def hotseat(**others: Any) -> Bench:
    """Three people; it is the turn of the last of round 1, who has heard two turns."""
    bench = sit(setup=fresh(3, 3, persons="RBG", **others))
    while bench.table.state.decision().step == "power":
        answer(bench.table)
    on_to(bench, bench.table.state.turn_order[-1], busy=True)
    return bench


def among_bots() -> Bench:
    """Ana and two bots, at her turn's card in round 2."""
    bench = sit(setup=fresh(3, 3, persons="R"), bots=True)
    while bench.table.state.round < 2:
        answer(bench.table)
    on_to(bench, 0)
    return bench


def news(bench: Bench, seat: int) -> list[stories.Passage]:
    """What a seat is told of the others' turns."""
    table = bench.table
    log = bench.chair.update(seat).log
    told = stories.passages(table.rules, log, table.state.round)
    return [*stories.since(told, seat).passages]


def turns(bench: Bench, seat: int) -> list[stories.Passage]:
    """The others' turns alone."""
    return [passage for passage in news(bench, seat) if passage.kind == stories.TURN]


def test_what_a_disk_brought_is_told_to_whoever_set_the_last() -> None:
    """A disk set in another's turn is a part of that turn, and what came of it is news."""
    state = drawn("aragon: B2 G2 | seville: B1", seats="RBG", power="B13 R9 G5", turn="blue",
                  face="1-07 2-08 3-01 4-04 5-01")  # fmt: skip
    bench = sit(state)
    for answers in (["blue card 1-07", "blue end"], ["red card 2-08", "red special"]):
        for text in answers:
            seat = bench.table.rules.colours.index(text.split()[0])
            while "take 0" in texts(bench, seat):
                bench.table.send(seat, ["take 0"])
            bench.table.send(seat, [text.partition(" ")[2]])
    bench.table.send(2, ["disk aragon"])
    bench.table.send(1, ["disk aragon"])
    bench.table.send(2, ["take 0" if "take 0" in texts(bench, 2) else "card 3-01"])
    told = [event for passage in turns(bench, 1) for event in passage.changes]
    assert [e.number for e in told if isinstance(e, ev.Moved) and e.kind == 1] == [2]
    assert [e.number for e in told if isinstance(e, ev.Moved) and e.kind == 2] == [2]
    assert [passage.seat for passage in turns(bench, 1)] == [0, 2], "from the turn's beginning"
    assert turns(bench, 1)[0].card == bench.table.rules.card_index["2-08"]


@pytest.mark.parametrize("order", [("place", "special"), ("special", "place")])
def test_what_ones_last_deed_of_a_turn_paid_is_news(order: tuple[str, str]) -> None:
    """Nothing was asked after it, so that it could be read beside no question."""
    state = drawn("castillo: B2 R1", seats="RBG", power="B13 R9 G5", court="B1",
                  face="1-07 2-08 3-06 4-04 5-01", turn="blue")  # fmt: skip
    bench = sit(state)
    for verb in ("take", "card 3-06", *order, "done", "end"):
        for text in [text for text in texts(bench, 1) if text.startswith(verb)][:1]:
            bench.table.send(1, [text])
    assert bench.table.state.owing()[0] != 1
    paid = [type(event) for one in news(bench, 1) if one.seat == 1 for event in one.changes]
    assert paid == [ev.RegionScored] * (order[-1] == "special")


def texts(bench: Bench, seat: int) -> list[str]:
    """What a seat may answer."""
    return [bench.table.rules.text(code) for code in bench.table.state.legal(seat)]


def story_pane(app: ElGrande) -> StoryPane:
    """The pane that has the keyboard."""
    assert isinstance(app.screen.focused, StoryPane)
    return app.screen.focused


def told(app: ElGrande) -> str:
    """The words of the story on the screen."""
    return " ".join(" ".join(plain(story_pane(app).rows)).split())


def in_front(app: ElGrande) -> bool:
    """Whether the story has the keyboard."""
    return isinstance(app.screen.focused, StoryPane)


async def test_others_turns_come_to_the_front_and_any_key_of_an_answer_answers() -> None:
    bench = hotseat()
    seat = bench.table.state.owing()[0]
    said = turns(bench, seat)
    assert len(said) == 2
    async with running(bench.app()) as (app, pilot):
        assert app.screen is table_screen(app)
        assert in_front(app)
        guide = table_screen(app).turn.guide
        for passage in said:
            assert guide.player(passage.seat) in told(app)
            assert _same(story_pane(app).chosen, passage)
            await press(pilot, "down")
        # It stays on the last one, and the question is open below.
        assert _same(story_pane(app).chosen, said[-1])
        offer = table_screen(app).turn.answering
        assert offer is not None
        assert prompt_words(bench, seat) in screen_text(app)
        assert bench.sent == []
        await press(pilot, offer.offer.choices[0].key)
        assert len(bench.sent) == 1
        # Once is enough: the next answer of the same turn is asked for at once.
        assert not in_front(app)


def _same(told: stories.Passage | None, passage: stories.Passage) -> bool:
    """Whether the pane tells a turn, with the leads that it changed."""
    return told is not None and replace(told, leads=()) == passage


def prompt_words(bench: Bench, seat: int) -> str:
    """The beginning of what a seat is asked."""
    return f"{bench.table.names.seat(seat)}: choose one of the face-up action cards"


async def test_the_chosen_turn_is_marked_on_the_map_and_the_marks_go_with_it() -> None:
    bench = hotseat()
    passage = turns(bench, bench.table.state.owing()[0])[0]
    app = bench.app()
    rules = bench.table.rules
    async with running(app) as (_, pilot):
        spots = table_screen(app).play.board.map._scene.spots
        there = [(spot.id, troop) for spot in spots for troop in spot.troops or () if troop.change]
        marked = {(spot, troop.colour): troop.change for spot, troop in there}
        came: dict[tuple[str, str], int] = {}
        for (kind, place), number in stories.moved(passage.changes).items():
            target = table_screen(app).turn.guide.target_of(rules.places[place])
            if target:
                came[target, rules.kinds[kind]] = came.get((target, rules.kinds[kind]), 0) + number
        assert marked == came != {}
        signs = [f"{troop.count - troop.change}→{troop.count}" for _, troop in there]
        assert any(sign in screen_text(app) for sign in signs)
        await press(pilot, "escape")
        assert not in_front(app)
        spots = table_screen(app).play.board.map._scene.spots
        assert not any(troop.change for spot in spots for troop in spot.troops or ())
    assert bench.sent == []


async def test_the_position_after_a_turn_is_shown_and_the_way_there() -> None:
    """As the seat that looks may know it, on the screen of a replay; leaving it nothing is lost."""
    bench = hotseat()
    table = bench.table
    async with running(bench.app()) as (app, pilot):
        passage = story_pane(app).chosen
        assert passage is not None
        entry = passage.events[-1][0]
        await press(pilot, "enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        now = screen.replaying
        assert now.moment.n == entry
        assert now.sights == (table_screen(app).turn.seat,)
        assert now.position.board == table.history.positions[entry].board
        await press(pilot, "left")
        assert now.moment.n < entry
        # Other eyes there are none, nor a game to be played on.
        await press(pilot, "v", "p")
        assert now.sights == (now.eyes,)
        await press(pilot, "q")
        assert app.screen is table_screen(app)
        assert in_front(app)
    assert bench.sent == []


async def test_a_line_of_the_log_shows_the_position_after_it() -> None:
    bench = hotseat()
    async with running(bench.app()) as (app, pilot):
        await press(pilot, "W")
        pane = app.screen.focused
        assert isinstance(pane, LogPane)
        row, hit = next(
            (y, run.hit) for y, row in enumerate(pane.rows) for run in row if "entry" in run.hit
        )
        await pilot.click(pane, offset=(6, row))
        await press(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.replaying.moment.n == int(hit.split()[1])
        await press(pilot, "q", "enter")
        assert isinstance(app.screen, ReplayScreen)
        last = [run.hit for row in pane.rows for run in row if "entry" in run.hit][-1]
        assert app.screen.replaying.moment.n == int(last.split()[1])


async def test_in_a_window_of_another_size_it_goes_on_with_the_same_turn() -> None:
    """Even if in between the window was too small for anything."""
    bench = hotseat()
    passage = turns(bench, bench.table.state.owing()[0])[1]
    async with running(bench.app(), size=(120, 40)) as (app, pilot):
        await press(pilot, "down")
        for size in ((80, 24), (40, 10), (100, 30), LARGE, SMALL, (60, 20), (132, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert in_front(app), size
            assert _same(story_pane(app).chosen, passage), size
            assert app.hidden or bench.table.names.seat(passage.seat) in told(app), size
            on = [cell for cell in app.screen.query(StoryPane) if cell.display and cell.size]
            assert len(on) == 1, size


async def test_the_terminal_s_cursor_stands_on_the_chosen_turn() -> None:
    bench = hotseat()
    said = turns(bench, bench.table.state.owing()[0])
    async with running(bench.app()) as (app, pilot):
        for passage in said:
            await press(pilot)
            at = terminal_cursor(app.screen)
            assert at is not None
            name = table_screen(app).turn.guide.player(passage.seat)
            assert screen_text(app).splitlines()[at.y][at.x :].startswith(name)
            await press(pilot, "down")


async def test_the_whole_log_and_the_mouse() -> None:
    bench = hotseat()
    async with running(bench.app()) as (app, pilot):
        said = turns(bench, bench.table.state.owing()[0])
        rows = plain(story_pane(app).rows)
        name = table_screen(app).turn.guide.player(said[1].seat)
        at = next(y for y, row in enumerate(rows) if name in row)
        await pilot.click(story_pane(app), offset=(4, at))
        await press(pilot)
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q")
        assert _same(story_pane(app).chosen, said[1])
        await press(pilot, "W")
        assert app.screen.focused is not None
        assert app.screen.focused.id == "log"


async def test_power_cards_alone_are_no_news() -> None:
    bench = sit(setup=fresh(3, 3, persons="R"))
    while bench.table.state.decision().step != "choose_card":
        answer(bench.table)
    assert bench.table.state.round == 1
    first = bench.table.state.owing()[0]
    assert not stories.acted(news(bench, first))
    async with running(bench.app()) as (app, pilot):
        assert not in_front(app)
        await press(pilot, "L")
        assert not in_front(app)
        assert "No turn of others is recorded yet." in screen_text(app)


async def test_the_heading_stands_over_what_came_after_ones_last_turn_and_nothing_else() -> None:
    """A power card is no turn: what others did before one's last turn is no news any more."""
    bench = sit(setup=fresh(3, 3, persons="RBG"))
    table = bench.table
    while table.state.round < 2:
        answer(table)
    ends = [e.seat for _, e in table.events(None) if isinstance(e, ev.TurnEnded)]
    last = ends[-1]
    while table.state.owing()[0] != last:
        answer(table)
    assert table.state.decision(last).step == "power"
    assert not stories.acted(news(bench, last))
    async with running(bench.app(), size=(120, 40)) as (app, pilot):
        if isinstance(app.screen, CurtainScreen):
            await press(pilot, "enter")
        assert not in_front(app)
        assert "Since your last turn" not in screen_text(app)
        await press(pilot, "L")
        # The rounds are told then, and under no false heading.
        assert "Since your last turn" not in screen_text(app)
    on_to(bench, ends[0])
    # Whoever had the first turn is told of the others' in both rounds.
    assert [passage.seat for passage in turns(bench, ends[0])][:2] == ends[1:]
    async with running(bench.app(), size=(120, 40)) as (app, pilot):
        if isinstance(app.screen, CurtainScreen):
            await press(pilot, "enter")
        assert "▐Since your last turn▌" in await seen(pilot, "L")


async def test_one_person_among_bots_hears_of_their_turns_too() -> None:
    bench = among_bots()
    acted = stories.acted(news(bench, 0))
    async with running(bench.app()) as (app, pilot):
        assert in_front(app) == acted
        await press(pilot, "escape", "L")
        assert in_front(app)
    assert bench.sent == []


async def test_without_the_setting_only_the_key_tells() -> None:
    app = hotseat().app()
    app.preferences.apply(Settings({"story": "off"}))
    async with running(app) as (_, pilot):
        assert not in_front(app)
        app.preferences.apply(Settings({}, {"table.story": "f4", "story.whole": "X"}))
        await press(pilot, "L")
        assert not in_front(app)
        await press(pilot, "f4")
        assert "X log" in told(app)
        await press(pilot, "X")
        assert app.screen.focused is not None
        assert app.screen.focused.id == "log"


async def test_a_large_window_has_the_story_under_the_map_beside_the_cards() -> None:
    bench = hotseat()
    seat = bench.table.state.owing()[0]
    async with running(bench.app(), size=(120, 40)) as (app, pilot):
        assert story_pane(app).id == "story-below"
        assert "▐The story so far▌" in screen_text(app)
        for passage in turns(bench, seat):
            assert table_screen(app).turn.guide.player(passage.seat) in told(app)
        for slot in bench.table.state.slots:
            if slot.taker < 0:
                assert table_screen(app).turn.guide.card_name(slot.card) in screen_text(app)
        await press(pilot, "escape")
        assert not in_front(app)


async def test_the_curtain_comes_first_and_no_secret_is_told() -> None:
    """Three people set disks; the last hears of everything but what the others' disks show."""
    bench = sit(setup=fresh(3, 5, persons="RBG", short=True))
    table = bench.table
    while not table.state.decision(first := table.state.owing()[0]).secret:
        texts = [table.rules.text(code) for code in table.state.legal(first)]
        table.send(first, ["place castillo" if "place castillo" in texts else texts[-1]])
    for seat in (0, 1):
        table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
        assert any(isinstance(event, ev.DiskShows) for _, event in bench.chair.update(seat).log)
    last = table.state.owing()[0]
    async with running(bench.app()) as (app, pilot):
        assert isinstance(app.screen, CurtainScreen)
        await press(pilot, "enter")
        assert in_front(app)
        assert table_screen(app).turn.seat == last
        read = []
        for _ in range(6):
            read.append(told(app))
            await press(pilot, "down")
        assert not any("disk" in line for line in read)
    said = [event for passage in news(bench, last) for event in passage.changes]
    assert said
    assert not any(isinstance(event, ev.DiskShows) for event in said)


def test_a_veiled_castillo_is_not_told_once_the_round_is_over() -> None:
    table = sit(setup=fresh(3, 3, persons="RBG", house={"castillo": "veiled"})).table
    while table.state.round < 2:
        seat = table.state.owing()[0]
        texts = [table.rules.text(code) for code in table.state.legal(seat)]
        table.send(seat, [next((t for t in texts if t == "place castillo"), texts[-1])])
    log = table.events(None)
    castillo = table.rules.place_index["castillo"]
    assert any(isinstance(e, ev.Moved) and e.target == castillo for _, e in log)
    for seat in range(3):
        story = stories.passages(table.rules, table.events(seat), table.state.round)
        lines = list(turn_facts.lines(story, table.names))
        assert lines
        assert not any("in the Castillo" in line for line in lines)


def test_where_nobody_was_and_nobody_is_there_is_nobody_drawn() -> None:
    """Whoever came and has gone again since has changed nothing: no ``0→0``."""
    bench = sit(drawn("aragon: B1"))
    state = bench.table.state
    guide = Guide(bench.table.setup, state.rules, bench.glyphs)
    moves = {(0, state.rules.place_index["aragon"]): 1}
    scene = read(state, guide, changes=Changes(moves, away=moves))
    (aragon,) = (spot for spot in scene.spots if spot.id == "aragon")
    assert [troop.colour for troop in aragon.troops or ()] == ["blue"]


def test_what_happens_again_in_a_turn_is_told_once_with_its_sum() -> None:
    table = sit(setup=fresh(3, 3, persons="RBG")).table
    aragon = table.rules.place_index["aragon"]
    events = (ev.PointsGiven(0, 3, "pair"), ev.Converted(0, 0, 1, aragon, 1))
    told = tuple(enumerate(events * 2))
    said = turn_facts.in_words(stories.Passage(stories.TURN, 1, told, 0), table.names)
    assert said.count("+6 (") == 1
    assert said.count("in Aragon, 2 of ") == said.count("in Aragon") == 1


def test_a_veiled_castillo_is_not_marked() -> None:
    bench = sit(setup=fresh(3, 3, persons="RBG", house={"castillo": "veiled"}))
    table = bench.table
    guide = Guide(table.setup, table.rules, bench.glyphs)
    moved = {(0, table.rules.castillo): 2}
    scene = read(table.state, guide, changes=Changes(moved))
    assert next(spot for spot in scene.spots if spot.id == "castillo").troops is None


async def test_an_undo_tells_nothing_and_the_key_still_tells_the_truth() -> None:
    bench = among_bots()
    before = news(bench, 0)
    async with running(bench.app(), "escape") as (app, pilot):
        answering = table_screen(app).turn.answering
        assert answering is not None
        await press(pilot, answering.offer.choices[0].key)
        assert bench.sent
        await press(pilot, "escape", "u")
        assert not in_front(app)
        assert news(bench, 0) == before
        await press(pilot, "L")
        assert in_front(app)


def test_a_round_of_which_nothing_is_told_has_no_heading() -> None:
    bench = hotseat()
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    begins = stories.Passage(stories.ROUND, 2, ((1, ev.RoundBegan(2, 0)),))
    power = replace(begins, events=((2, ev.PowerPlayed(0, 9)),))
    turn = stories.Passage(stories.TURN, 2, (), 0)
    for passages, widths in (
        ((begins,), ()),
        ((power,), (60,)),
        ((begins, turn), (20, 60)),
    ):
        for width in (20, 60):
            shown = plain(pane.rows(pane.Story("", passages), guide, width, 9).rows)
            assert any("Round 2" in row for row in shown) == (width in widths)
        said = [*turn_facts.lines(passages, guide.names)]
        assert said[:1] == ["Round 2."] * (passages != (begins,))


def test_a_card_that_has_no_room_in_a_heading_stands_whole_below_it() -> None:
    bench = hotseat()
    rules = bench.table.rules
    guide = Guide(bench.table.setup, rules, bench.glyphs)
    titles = [guide.names.short(card.id) for card in rules.cards]
    card = max(range(len(titles)), key=lambda card: len(titles[card]))
    told = pane.Story("", (stories.Passage(stories.TURN, 1, (), 0, card),))
    stack = guide.names.stack(rules.cards[card].stack)
    for width in (24, 20):
        head, *below = map(str.strip, plain(pane.rows(told, guide, width, 9).rows)[1:])
        assert head.endswith(f"  {stack}")
        assert titles[card] in " ".join(below)
        assert max(map(len, (head, *below))) <= width


def test_the_last_turn_s_heading_is_cut_in_no_word() -> None:
    bench = hotseat()
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    card = guide.rules.card_index["5-01"]
    one = stories.Passage(stories.TURN, 1, ((0, ev.CardChosen(1, card)),), 1, card)
    story = pane.Story("", tuple(replace(one, span=(at, at + 1)) for at in range(9)))
    for width in (24, 27, 30):
        *_, last, _ = plain(pane.rows(story, guide, width, 6, 0).rows)
        # How many turns are between them is told.
        assert re.sub(r"^\d more, ", "", last).split() in (
            ["last:", "■", "Bruno", "5", *names] for names in ([], ["King", "anywhere"])
        )


def test_a_turn_is_told_by_how_much_it_matters() -> None:
    """What was scored, what the card did, the King, what was placed; the court only of no more."""
    bench = hotseat()
    rules, names = bench.table.rules, bench.table.names
    galicia, seville = rules.place_index["galicia"], rules.place_index["seville"]
    scored = ev.RegionScored(score(bench.table.state, rules.targets.index("galicia")), False)
    card = rules.card_index["1-10"]
    chosen = ev.CardChosen(0, card)
    placed = ev.Moved(0, 0, rules.court, galicia, 1)
    later = ev.Moved(0, 0, rules.court, seville, 2)
    took = ev.Moved(0, 0, rules.provinces, rules.court, 2)
    king, gone = ev.KingMoved(0, 0, 1), ev.Moved(0, 1, galicia, rules.provinces, 3)

    def facts(*events: ev.Event, arrow: str = "") -> list[str]:
        passage = stories.Passage(stories.TURN, 1, tuple(enumerate(events)), 0, card)
        signs = {turn_facts.FIRST + seat: sign for seat, sign in enumerate("●■▲")}
        told = turn_facts.facts(passage, names, arrow=arrow)
        return [fact.text.translate(signs) for fact in told]

    points, by_card = ["Ana +6 (Galicia)"], ["3 of Bruno's from Galicia to the provinces"]
    assert facts(took, chosen, king, placed, later, placed, gone, scored) == [
        *points, *by_card, "King to the Basque Country", "2 each to Galicia and Seville",
    ]  # fmt: skip
    assert facts(took, chosen, king, placed, later, gone, arrow="→") == [
        "■3 Galicia → provinces", "King → Basque Country", "+2 Seville, +1 Galicia",
    ]  # fmt: skip
    # What the card brings to the court is what it did.
    assert facts(took, chosen, took, placed) == ["2 to the court, 1 to Galicia"]
    assert facts(took, chosen) == ["2 to the court"]
    # So is what another answer brings there before a card is chosen.
    assert facts(took, took, chosen, placed) == ["2 to the court, 1 to Galicia"]
    # A card whose action was let pass was not used.
    over = ev.TurnEnded(0)
    assert facts(took, chosen, placed, over) == ["action unused", "1 to Galicia"]
    assert facts(took, chosen, over) == ["action unused", "2 to the court"]
    assert facts(took, chosen, ev.Announced(0, 9), over) == ["2 to the court"]
    assert facts(took, chosen, gone, over) == by_card
    card = rules.card_index["1-02"]
    assert facts(took, chosen, placed, over) == ["1 to Galicia"], "it may be that card's action"
    assert facts(scored, over) == points
    # Within a line no sentence begins.
    assert facts(placed, ev.CardDeduced(0, 9))[0].startswith("now everybody can tell")
    # But a name is one, whatever it reads like.
    setup = bench.table.setup
    called = zip(setup.players, ("Ana", "One", "An"), strict=True)
    one = replace(setup, players=tuple(replace(p, name=name) for p, name in called)).names()
    passage = stories.Passage(stories.TURN, 1, ((0, ev.GrandeMoved(1, 0, 1)),), 0)
    assert turn_facts.in_words(passage, one).startswith("One ")


def test_who_goes_where_is_put_together_by_where_they_came_from_or_went() -> None:
    bench = hotseat()
    rules, names = bench.table.rules, bench.table.names
    aragon, granada, seville = (rules.place_index[r] for r in ("aragon", "granada", "seville"))

    def line(*moves: ev.Moved) -> str:
        passage = stories.Passage(stories.TURN, 1, tuple(enumerate(moves)), 0)
        return turn_facts.in_words(passage, names)

    own, blue = ev.Moved(0, 0, aragon, granada, 1), ev.Moved(0, 1, aragon, seville, 2)
    assert line(own, blue) == "out of Aragon: 1 of their own to Granada, 2 of Bruno's to Seville"
    home = [ev.Moved(seat, seat, place, rules.provinces, 1)
            for seat, place in ((0, aragon), (1, seville))]  # fmt: skip
    assert line(*home) == "1 of their own from Aragon, one of Bruno's from Seville to the provinces"
    assert line(own, own) == "2 from Aragon to Granada"
    # Nobody takes a number behind another's caballeros for theirs.
    theirs, back = replace(blue, by=0), replace(own, source=granada, target=seville)
    assert line(theirs, back) == "2 of Bruno's from Aragon, 1 of their own from Granada to Seville"
    used = ev.CardUsed(1, 0, -1, -1)
    # Who moved them is told where it is somebody else, and they are not that one's alone.
    assert line(used, replace(own, by=1)).endswith(
        "; one of Ana's from Aragon to Granada, moved by Bruno"
    )
    # What another brings in one's turn, as by a Double strike, is told as another's.
    mine, theirs = (ev.Moved(seat, seat, rules.court, seville, 2) for seat in (0, 1))
    assert line(mine) == "2 to Seville"
    assert line(mine, theirs) == "2 to Seville; 2 of Bruno's from the court to Seville"


def test_leads_are_told_of_whoever_reads_alone_and_of_others_by_name() -> None:
    names = hotseat().table.names

    def told(before: tuple[int, ...], after: tuple[int, ...], you: int) -> str:
        lead = leads.Lead(2, before, after)
        passage = stories.Passage(stories.TURN, 1, ((1, ev.TurnEnded(0)),), 0, leads=(lead,))
        (fact,) = turn_facts.facts(passage, names, you)
        shared = len(before) > 1
        assert fact.yours == (you in (*before, *after))
        assert fact.whom == (you if fact.yours else -1 if shared or not before else before[0])
        return fact.text

    assert told((1,), (0,), 1) == "takes your lead in Aragon"
    assert told((1,), (0,), 2) == "takes Bruno's lead in Aragon"
    assert told((), (0,), 1) == "takes the lead in Aragon"
    assert told((1,), (0, 1), 1) == "ties your lead in Aragon"
    assert told((1,), (), -1) == "ends Bruno's lead in Aragon"
    third = names.seat(2)
    now = f"ends your lead in Aragon, which Ana and {third} now share"
    assert told((1,), (0, 2), 1) == now
    assert told((1,), (1, 2), 2) == "gives you a share of Bruno's lead in Aragon"
    assert told((0,), (0, 2), 1) == f"shares the lead in Aragon with {third}"
    assert told((0,), (), 1) == "gives up the lead in Aragon"
    assert told((0,), (1,), 1) == "gives you the lead in Aragon"
    assert told((2,), (1,), 0) == f"gives Bruno {third}'s lead in Aragon"
    # A lead that several share.
    assert told((1, 2), (0,), 1) == "takes your shared lead in Aragon"
    assert told((1, 2), (0,), -1) == "takes the lead in Aragon"
    assert told((0, 1), (0,), 1) == "takes your shared lead in Aragon"
    assert told((1, 2), (2,), 1) == f"gives {third} your shared lead in Aragon"
    assert told((1, 2), (0, 1, 2), 1) == "joins your shared lead in Aragon"
    assert told((0, 1, 2), (0, 2), 1) == "ends your share of the lead in Aragon"
    assert told((0, 1, 2), (0, 2), 2) == "ends Bruno's share of the lead in Aragon"
    assert told((0, 2), (0, 1, 2), 1) == "gives you a share of the lead in Aragon"
    # Of several who lead now and did not, all are told.
    assert told((2,), (0, 1, 2), 1) == f"shares the lead in Aragon with you and {third}"
    assert told((2,), (0, 1, 2), -1) == f"shares the lead in Aragon with Bruno and {third}"
    assert (
        told((0, 2), (1, 2), 1)
        == f"gives up a share of the lead in Aragon, which you and {third} now share"
    )
    assert told((0,), (1, 2), 1) == f"gives up the lead in Aragon, which you and {third} now share"
    every = [each for n in range(4) for each in combinations(range(3), n)]
    for before, after, you in product(every, every, (-1, 1, 2)):
        if leads.Lead(2, before, after).passed:
            fact = told(before, after, you)
            for kind in {*after} - {*before, 0}:
                assert ("you" if kind == you else names.seat(kind)) in fact


def test_what_changes_points_alone_is_said_to_change_what_a_place_would_pay() -> None:
    then, now = drawn("aragon: R2"), drawn("aragon: R2", scoreboards="840 aragon")
    turn = stories.Passage(stories.TURN, 1, ((1, ev.TurnEnded(1)),), 1)
    turn = replace(turn, leads=tuple(leads.changed(then, now)))
    for arrow, said in (
        ("", "changes what Aragon would pay, 5 to 8 points for you"),
        ("→", "changes Aragon, 5→8 pts"),
    ):
        told = turn_facts.facts(turn, hotseat().table.names, 0, arrow)
        assert [fact.text for fact in told if fact.yours] == [said]


def test_one_point_is_not_told_as_several() -> None:
    table = hotseat().table
    then, now = drawn("catalonia: R2 B3 G4"), drawn("catalonia: R1 B3 G4")
    gone = ev.Moved(1, 0, table.rules.place_index["catalonia"], table.rules.court, 1)
    turn = stories.Passage(stories.TURN, 1, ((1, gone),), 1)
    turn = replace(turn, leads=tuple(leads.changed(then, now)))
    told = [fact.text for fact in turn_facts.facts(turn, table.names, 0) if fact.yours]
    assert told == ["1 of yours out of Catalonia, still 1 point for you"]


def test_line_by_line_nothing_of_a_turn_is_left_out() -> None:
    bench = hotseat()
    rules, names = bench.table.rules, bench.table.names
    moved = [ev.Moved(0, 0, rules.court, rules.place_index[r], 1) for r in rules.regions]
    passage = stories.Passage(stories.TURN, 1, tuple((1, event) for event in moved), 0)
    *_, line = turn_facts.lines([passage], names)
    assert all(names.the(region) in line for region in rules.regions)
    assert "more" not in line


def test_the_points_of_a_general_scoring_are_all_there_once_something_has_paid() -> None:
    bench = sit(ended(6))
    for seat, region in ((0, "aragon"), (1, "granada"), (2, "basque")):
        bench.table.send(seat, [f"disk {region}"])
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)

    def text() -> str:
        now = [(0, ev.GeneralScoring(6)), *bench.table.events(None)]
        found = stories.passages(bench.table.rules, now, 6)
        scorings = tuple(one for one in found if one.kind == stories.SCORING)
        assert scorings
        return "\n".join(plain(pane.rows(pane.Story("", scorings[:1]), guide, 26, 9).rows))

    assert "The general scoring" in text()
    assert "+" not in text()
    bench.table.send(4, ["disk seville"])
    assert all(f"{sign}+" in text() for sign in "●■▲◆★")


def test_what_a_later_turn_did_to_the_reader_comes_before_the_rest_of_the_first() -> None:
    bench = hotseat()
    guide, rules = Guide(bench.table.setup, bench.table.rules, bench.glyphs), bench.table.rules
    events = tuple(
        (0, ev.Moved(1, kind, rules.places.index(region), rules.provinces, 1))
        for region in rules.regions for kind in range(3)
    )  # fmt: skip
    lost = stories.Lead(rules.targets.index("aragon"), before=(0,), after=(2,))
    story = pane.Story(
        "",
        (
            stories.Passage(stories.TURN, 1, events, 1),
            stories.Passage(stories.TURN, 1, (), 2, leads=(lost,)),
        ),
        you=0,
    )
    shown, rest = pane.rows(story, guide, 27, 8, 0)
    said = [row.strip() for row in plain(shown)]
    at = next(i for i, row in enumerate(said) if guide.player(2) in row)
    assert said[at + 1 : at + 3] == ["! takes your lead in", "Aragon"]
    assert said[at - 1].endswith("…")
    assert rest == at, "where there is so little room no heading of the round stands above"
    assert "takes your" not in " ".join(plain(pane.rows(story, guide, 27, 8, 0, rest).rows)[:5])


def test_in_two_rows_the_chosen_turn_is_told_and_not_the_one_before_it() -> None:
    bench = hotseat()
    guide, rules = Guide(bench.table.setup, bench.table.rules, bench.glyphs), bench.table.rules
    moved = ev.Moved(1, 1, rules.court, rules.places.index("granada"), 1)
    turns = tuple(stories.Passage(stories.TURN, 1, ((0, moved),), seat) for seat in (1, 2, 1, 2))
    for chosen in range(4):
        shown = plain(pane.rows(pane.Story("", turns, you=0), guide, 27, 2, chosen).rows)
        assert len(shown) == 2
        assert guide.player(turns[chosen].seat) in shown[0]


def test_a_turn_of_which_nothing_is_told_has_one_row() -> None:
    bench = hotseat()
    guide, rules = Guide(bench.table.setup, bench.table.rules, bench.glyphs), bench.table.rules
    moved = ev.Moved(1, 1, rules.places.index("granada"), rules.court, 1)
    turns = (stories.Passage(stories.TURN, 1, ((0, moved),), seat) for seat in (1, 2, 1, 2, 1))
    shown = plain(pane.rows(pane.Story("", tuple(turns), you=0), guide, 27, 8, 0).rows)
    assert sum(not row.strip() for row in shown[:-1]) == 0


def test_what_has_no_room_scrolls_and_the_newest_turn_begins_in_sight() -> None:
    bench = hotseat()
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    rules = bench.table.rules
    events = tuple(
        (at, ev.Moved(0, kind, rules.places.index(region), rules.provinces, 1))
        for at, region in enumerate(rules.regions) for kind in range(3)
    )  # fmt: skip
    turns = tuple(stories.Passage(stories.TURN, 1, events, seat) for seat in range(3))
    story = pane.Story("", turns)
    # What begins a round may have no row of its own.
    ended = pane.Story(
        "", (*turns, stories.Passage(stories.ROUND, 1, ((99, ev.RoundBegan(1, 0)),)))
    )
    told_apart = False
    for width in (27, 80):
        whole, _ = pane.rows(story, guide, width, 99)
        first, *_ = (row for row in whole if guide.player(2) in plain([row])[0])
        for height in (4, 9, 14):
            for chosen in range(3):
                seen, skip = [], 0
                while True:
                    shown, left = pane.rows(story, guide, width, height, chosen, skip)
                    assert len(shown) <= height
                    [newest] = [row for row in plain(shown) if guide.player(2) in row]
                    # Right below another turn it would read as if it came next.
                    told_apart = told_apart or "last:" in newest
                    seen += plain(shown)
                    if not left:
                        break
                    assert any(row.rstrip().endswith("…") for row in plain(shown))
                    assert left > skip
                    skip = left
                    # The window may be made larger on any page.
                    for wider in (width, 50, 70, 110):
                        larger = plain(pane.rows(ended, guide, wider, 12, chosen, skip).rows)
                        assert any(guide.player(chosen) in row for row in larger)
                name = guide.player(chosen)
                at = next(i for i, row in enumerate(plain(whole)) if name in row)
                end = (
                    len(plain(whole))
                    if chosen == 2
                    else next(
                        i for i, row in enumerate(plain(whole)) if guide.player(chosen + 1) in row
                    )
                )
                # In a wide pane the lines are as long as there is room for.
                assert {*" ".join(plain(whole)[at + 1 : end]).split()} <= {
                    *" ".join(seen).replace("…", "").split()
                }
            resting = pane.rows(story, guide, width, height).rows
            assert first in resting
    assert told_apart


def test_a_resumed_game_tells_the_same(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    game = games.new(fresh(3, 3, persons="R"))
    game.start()
    look = game.chair.update(0)
    while look.view.round < 2 or look.since < 0:
        seat = look.decision.owing[0]
        game.chair.send(seat, [game.chair.rules.text(look.decision.codes[-1])])
        look = game.chair.update(0)
    since, told = look.since, look.after(look.since)
    assert told
    game.stop()
    again = games.open(game.name)
    assert again.chair.update(0).since == since
    assert again.chair.update(0).after(since) == told
    again.stop()


def test_where_an_event_happened() -> None:
    bench = hotseat()
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    rules = guide.rules
    court, galicia = rules.court, rules.place_index["galicia"]
    assert where(ev.Moved(0, 0, court, galicia, 1), guide) == ("galicia",)
    assert where(ev.KingMoved(0, 0, 1), guide) == ("galicia", "basque")
    assert where(ev.ScoreboardMoved(0, 0, -1, 2), guide) == ("aragon",)
    assert where(ev.GrandeMoved(0, rules.castillo_target, 0), guide) == ("castillo", "galicia")
    assert where(ev.DisksRevealed(((0, 1), (1, 1))), guide) == ("basque",)
    assert where(ev.PowerPlayed(0, 9), guide) == ()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_picture(sheet_compare: Compare, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "down")

    assert sheet_compare(hotseat().app(), terminal_size=size, run_before=before)


# -- turns that are watched ------------------------------------------------------------


def positions(bench: Bench, seat: int) -> list[tuple[stories.Passage, list[int]]]:
    """The others' turns, each with the open board after it."""
    look = bench.chair.update(seat)
    return [
        (passage, rewound(look.view, look.log[passage.span[1] :]).board)
        for passage in news(bench, seat)
    ]


async def test_space_lets_turn_after_turn_happen_on_the_map_and_ends_at_the_answer() -> None:
    bench = hotseat()
    seat = bench.table.state.owing()[0]
    async with running(bench.app()) as (app, pilot):
        play = table_screen(app).play
        play.board.map.point("aragon")
        for passage, board in positions(bench, seat):
            if passage.kind == stories.ROUND:
                continue
            assert _same(story_pane(app).chosen, passage)
            assert play.changes.then.board == board
            head = f"▸{UNICODE.piece(bench.table.rules.colours[passage.seat])}"
            assert any(row.startswith(head) for row in plain(story_pane(app).rows))
            before = dict(play.changes.moved)
            assert before == stories.moved(passage.changes)
            assert not play.board.map._drawn.cursor, "where one pointed is no mark of their turn"
            await press(pilot, "space")
        assert not in_front(app)
        assert play.board.map._drawn.cursor == "aragon"
        assert play.changes is None
        assert prompt_words(bench, seat) in screen_text(app)
    assert bench.sent == []


async def test_an_answer_ends_it_and_nothing_of_it_is_left_for_whoever_comes_next() -> None:
    bench = hotseat()
    async with running(bench.app()) as (app, pilot):
        play = table_screen(app).play
        assert play.changes.then is not None
        now = table_screen(app).turn.answering
        await press(pilot, now.offer.choices[0].key)
        assert bench.sent
        assert play.changes is None or in_front(app)


async def test_what_was_done_to_one_is_told_before_the_power_card_and_nothing_else() -> None:
    """So is what was scored; in a small window the story would hide the cards."""
    seen = set()
    for seed in (2, 5, 21, 35):
        bench = sit(setup=fresh(3, seed, persons="RBG"))
        table = bench.table
        state = table.state
        while state.round < 2 or state.owing()[0] or state.decision().step != "power":
            answer(table, busy=seed % 2 > 0)
            state = table.state
        look = bench.chair.update(0)
        told = leads.led(turns(bench, 0), look.log, look.view)
        names = GameNames(table.rules)
        mine = any(fact.yours for one in told for fact in turn_facts.facts(one, names, 0))
        scored = any(type(event) is ev.RegionScored for one in told for event in one.changes)
        async with running(bench.app(), size=(80, 24)) as (app, _):
            assert in_front(app) == (mine or scored)
        seen.add((mine, scored))
    assert seen == {(True, False), (False, True), (False, False)}


async def test_an_answer_after_which_others_are_asked_ends_it_too() -> None:
    """Else their turns would come while the map shows an old one."""
    bench = sit(setup=fresh(3, 3, persons="R"))
    play_to(bench, "power", leads=1)
    async with running(bench.app(), "L") as (app, pilot):
        play, state = table_screen(app).play, bench.table.state
        assert in_front(app)
        assert play.changes.then is not None
        assert len(state.owing()) == 1 or state.owing()[0] == 0
        play.give(state.legal(0)[0])
        await press(pilot)
        assert table_screen(app).turn.answering is None, "others are asked"
        assert not in_front(app)
        assert play.changes is None


async def test_where_the_keys_are_on_the_map_it_says_how_to_come_back() -> None:
    """What is to be said of the place under the cursor waits; a wrong key leads back too."""
    for key in ("escape", "0"):
        bench = sit(setup=fresh(3, 3, persons="R"))
        table, chance = bench.table, random.Random(1)
        while table.state.turns_had < 3 or table.state.decision().step != "disks":
            seat = table.state.owing()[0]
            table.send(seat, [chance.choice(texts(bench, seat))])
        assert 0 in table.state.owing()
        async with running(bench.app(), "L", size=(80, 24)) as (app, pilot):
            assert in_front(app)
            play = table_screen(app).play
            play.board.map.cursor = "castillo"
            play.show_prompt()
            await press(pilot)
            assert "[9]Valencia" not in screen_text(app)
            assert "Esc leads back to now." in screen_text(app)
            await press(pilot, key)
            assert not in_front(app)
            assert "[9]Valencia" in screen_text(app)
            assert "Esc leads back to now." not in screen_text(app)


async def test_without_it_the_map_stays_as_it_is_and_is_marked() -> None:
    app = hotseat().app()
    app.preferences.apply(Settings({"story": "told"}))
    async with running(app):
        changes = table_screen(app).play.changes
        assert changes.then is None
        assert changes.moved


async def test_told_alone_no_number_of_then_stands_beside_what_came_later() -> None:
    """Beside the board of now ``2→3`` is said only where nobody came or went since."""
    app = hotseat().app()
    app.preferences.apply(Settings({"story": "told"}))
    async with running(app, "L"):
        screen = table_screen(app)
        events, view, dropped = screen.table_log.events, screen.turn.current.view, 0
        for passage in screen.story._all:
            (changes,) = screen.story._pictures(passage)
            after = rewound(view, events[passage.span[1] :])
            for kind, place in changes.moved:
                assert after.count(kind, place) == view.count(kind, place)
            dropped += len(changes.moved) < len(stories.moved(passage.changes))
        assert dropped, "somebody moved on"


async def test_pieces_travel_and_no_key_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TEXTUAL_ANIMATIONS", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    bench = hotseat()
    async with running(bench.app()) as (app, pilot):
        play, story = table_screen(app).play, table_screen(app).story
        assert play.changes.rider is not None, "a piece is on its way"
        await eventually(lambda: not story._coming, "the end of the turn")
        assert play.changes.rider is None
        await press(pilot, "space")
        assert story._coming
        now = table_screen(app).turn.answering
        await press(pilot, now.offer.choices[0].key)
        assert bench.sent


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_what_a_turn_moved_goes_from_where_it_was_to_where_it_came(glyphs: Glyphs) -> None:
    state = drawn("aragon: B2 G2 | seville: B1", seats="RBG", power="B13 R9 G5", turn="blue",
                  face="1-07 2-08 3-01 4-04 5-01")  # fmt: skip
    table = sit(state).table
    guide = Guide(table.setup, table.rules, glyphs)
    for text in ("card 5-01", "special", "king galicia"):
        table.send(1, [text])
    told = table.events(0)
    pictures = travel.travel(table.state.view(0), told, guide)
    king = [one.rider for one in pictures if one.rider and one.rider.target == "galicia"]
    assert [rider.part for rider in king] == [n / travel.PARTS for n in range(travel.PARTS)]
    assert glyphs.king in king[0].drawn.text
    scenes = [read(table.state, guide, changes=one) for one in pictures]
    chart = load("compact")
    rows = ["\n".join(plain(draw(chart, scene, glyphs))) for scene in scenes]
    assert len(set(rows)) == len(rows), "each picture is another"
    assert all(not spot.lit for scene in scenes for spot in scene.spots)


def test_who_is_on_the_way_is_not_where_they_left() -> None:
    table = sit(setup=fresh(3, 3, persons="RBG")).table
    guide = Guide(table.setup, table.rules, UNICODE)
    rules = table.rules
    aragon, galicia = (rules.place_index[name] for name in ("aragon", "galicia"))
    after = table.state.view(0)
    board = after.board
    board[rules.at_coming[0][galicia]] += 2
    event = ev.Moved(0, 0, aragon, galicia, 2)
    [first, *_] = travel.travel(after, [(1, event)], guide)
    spots = {spot.id: spot for spot in read(after, guide, changes=first).spots}

    def red(name: str) -> int:
        return sum(troop.count for troop in spots[name].troops or () if troop.colour == "red")

    there = board[rules.at_coming[0][galicia]]
    assert (red("aragon"), red("galicia")) == (board[rules.at_coming[0][aragon]], there - 2)


async def test_of_a_veiled_castillo_no_past_round_happens_again() -> None:
    bench = sit(setup=fresh(3, 3, persons="RBG", house={"castillo": "veiled"}))
    table = bench.table
    while table.state.round < 2 or table.state.decision().step == "power":
        answer(table, busy=True)
    async with running(bench.app(), "L") as (app, pilot):
        play, told = table_screen(app).play, 0
        while in_front(app):
            past = story_pane(app).chosen.round < 2
            told += past
            assert (play.changes.then is None) is past
            scene = play.board.map._scene
            assert next(spot for spot in scene.spots if spot.id == "castillo").troops is None
            await press(pilot, "space")
        assert told


async def test_an_answer_of_another_seat_to_the_same_question_leaves_the_story_where_it_is() -> (
    None
):
    bench = sit(setup=fresh(3, 5, persons="R", short=True))
    table = bench.table
    while not table.state.decision(seat := table.state.owing()[0]).secret:
        can = texts(bench, seat)
        table.send(seat, ["place castillo" if "place castillo" in can else can[-1]])
    async with running(bench.app()) as (app, pilot):
        assert in_front(app)
        last = story_pane(app).story.stops[-1]
        await press(pilot, *["space"] * (len(story_pane(app).story.stops) - 1))
        then = table_screen(app).play.changes.then
        assert then is not None
        for seat in table.state.owing()[1:]:
            table.send(seat, [texts(bench, seat)[0]])
            assert "Space next" in await seen(pilot)
            assert story_pane(app).chosen == story_pane(app).story.passages[last]
            assert table_screen(app).play.changes.then is then
        assert bench.sent == []


def play_to(bench: Bench, step: str, *, leads: int, round: int = 2) -> None:
    """Plays until Ana owes an answer of a round; a seat ``leads`` with the highest power cards."""
    table = bench.table
    while not (
        table.state.round == round
        and table.state.owing()[0] == 0
        and table.state.decision().step == step
    ):
        seat = table.state.owing()[0]
        can = texts(bench, seat)
        if table.state.decision(seat).step == "power":
            can.sort(key=lambda text: int(text.split()[1]), reverse=seat == leads)
            table.send(seat, [can[0]])
        else:
            answer(table)


async def test_turns_after_ones_own_are_told_even_if_one_has_the_first_of_the_next_round() -> None:
    bench = sit(setup=fresh(3, 3, persons="R"))
    play_to(bench, "power", leads=0)
    assert len(turns(bench, 0)) == 2
    async with running(bench.app()) as (app, pilot):
        # The cards are before one's eyes, and where the turns are told is said.
        assert not in_front(app)
        assert all(
            table_screen(app).turn.guide.card_name(slot.card) in screen_text(app)
            for slot in bench.table.state.slots
        )
        assert "L others' turns" in screen_text(app)
        play_to(bench, "choose_card", leads=0)
        assert "others' turns" not in await seen(pilot)
        assert in_front(app)
        assert _same(story_pane(app).chosen, turns(bench, 0)[0])


async def test_what_was_watched_is_not_told_again_unasked() -> None:
    bench = sit(setup=fresh(3, 3, persons="R"))
    play_to(bench, "power", leads=1)
    old = turns(bench, 0)
    async with running(bench.app()) as (app, pilot):
        assert "others' turns" not in await seen(pilot, "L", *["space"] * len(old))
        assert not in_front(app)
        play_to(bench, "choose_card", leads=1)
        await press(pilot)
        new = turns(bench, 0)[len(old) :]
        assert len(new) in (1, 2)
        assert _same(story_pane(app).chosen, new[0])
        await press(pilot, "escape", "L")
        assert _same(story_pane(app).chosen, old[0])


async def test_what_was_watched_is_not_told_again_after_a_look_at_an_older_scoring() -> None:
    bench = sit(setup=fresh(3, 3, persons="R"))
    play_to(bench, "power", leads=1, round=5)
    old = turns(bench, 0)
    async with running(bench.app()) as (app, pilot):
        await press(pilot, "L", *["space"] * len(old), "S")
        screen = app.screen
        assert isinstance(screen, ScoringScreen)
        assert screen.scoring.round == 3
        await press(pilot, *["space"] * len(screen.scoring.steps))
        assert app.screen is table_screen(app)
        play_to(bench, "choose_card", leads=1, round=5)
        await press(pilot)
        assert _same(story_pane(app).chosen, turns(bench, 0)[len(old)])


async def test_the_past_is_on_the_map_only_where_its_story_is_seen() -> None:
    """What was scored in a turn that is watched does not hide the story, which says when it was."""
    bench = sit(setup=fresh(3, 3, persons="R"))
    table = bench.table
    play_to(bench, "power", leads=1)
    wanted = [f"card {table.rules.cards[slot.card].id}" for slot in table.state.slots[2:3]]
    async with running(bench.app(), "escape", size=(120, 40)) as (app, pilot):
        while table.state.owing()[0] != 0 or table.state.decision().step == "power":
            can = texts(bench, table.state.owing()[0])
            do = next((text for text in (*wanted, "special") if text in can), "")
            if do and table.state.owing()[0]:
                table.send(table.state.owing()[0], [do])
            else:
                answer(table)
        await press(pilot)
        assert table_screen(app).play.board.scored is not None
        assert table_screen(app).play.changes.then is not None
        assert in_front(app)
        assert "Space next" in screen_text(app)


@pytest.mark.parametrize("left", [False, True])
async def test_turns_before_a_general_scoring_are_told_before_it_and_not_again(left: bool) -> None:
    """Whoever has not had the last turn of the round sees what followed before it is paid."""
    bench = sit(setup=fresh(3, 3, persons="R"))
    table = bench.table
    play_to(bench, "choose_card", leads=0, round=3)
    async with running(bench.app()) as (app, pilot):
        while table.state.owing() == (0,):
            answer(table)
        await press(pilot)
        while table.state.round == 3 or 0 not in table.state.owing():
            answer(table, busy=table.state.round == 3)
        await press(pilot)
        screen = app.screen
        assert isinstance(screen, ScoringScreen)
        last = [one for one in turns(bench, 0) if one.round == 3]
        assert len(last) > 1
        if left:
            # Shown again it is alone, so that the turns before it are news still.
            await press(pilot, "escape", "S", "enter")
            screen = app.screen
            assert isinstance(screen, ScoringScreen)
        for at, turn in enumerate(last * (not left)):
            assert screen.at == at
            assert stories.heading(turn, table.names) in screen_text(app)
            await press(pilot, "space")
        assert "Castillo, " in screen_text(app)
        while screen.at < screen.last:
            await press(pilot, "space")
        await press(pilot, "space")
        assert app.screen is table_screen(app)
        assert in_front(app) == left, "all of it has been told, or nothing"
