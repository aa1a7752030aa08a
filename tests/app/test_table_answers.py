"""Every way to answer, by key, cursor and click: what is sent through the Chair."""

from __future__ import annotations

import sys
from pathlib import Path
from traceback import walk_stack
from typing import Any

import pytest
from tables import Bench, press, running, screen_text, seen, sit, table_screen
from textual.widgets._toast import Toast

import elgrande
from drawing import play, table
from elgrande.app.app import ElGrande
from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.prompt import PromptPane
from elgrande.content.map.chart import load
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.saves import Paths
from elgrande.saves.fs import FileSystem
from patience import eventually

SMALL = (80, 24)


def acting(card: str = "1-07", board: str = "aragon: R2 B1 Y1 | seville: G2") -> Bench:
    """Ana has taken a card and has seven at court; the King is in New Castile."""
    return sit(table(board, court="R7", card=card))


def refusal(app: ElGrande) -> str:
    return table_screen(app).turn.refusal


async def sent_by(bench: Bench, *keys: str) -> list[tuple[str, ...]]:
    async with running(bench.app()) as (_, pilot):
        await press(pilot, *keys)
    return bench.sent


# -- power, take, card -------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        (["9"], "power 9"),
        (["1", "0"], "power 10"),
        (["1", "3"], "power 13"),
        (["right", "right", "enter"], "power 2"),
        (["left", "enter"], "power 13"),
        (["l", "enter"], "power 1"),
    ],
)
async def test_a_power_card(keys: list[str], command: str) -> None:
    assert (await sent_by(sit(table(turn="", court="R7")), *keys))[0] == (command,)


async def test_enter_with_the_cursor_on_nothing_says_how_to_answer() -> None:
    """Whoever has read a lesson's pages by Enter goes on with it at the first question."""
    bench = sit(table(turn="", court="R7"))
    async with running(bench.app(), "enter") as (app, pilot):
        assert bench.sent == []
        assert "Go to an answer with the arrow keys" in refusal(app)
        await press(pilot, "8")
        assert bench.sent == [("power 8",)]


async def test_a_value_that_was_played_is_refused_with_the_reason() -> None:
    bench = sit(table(turn="", power="R9"))
    async with running(bench.app(), "9") as (app, pilot):
        assert bench.sent == []
        assert "Ana has already played the 9 this round" in refusal(app)
        assert "! Ana has already played the 9" in screen_text(app)
        await press(pilot, "8")
        assert bench.sent == [("power 8",)]
        assert refusal(app) == ""


@pytest.mark.parametrize(
    ("keys", "command"),
    [(["2"], "take 2"), (["0"], "take 0"), (["enter"], "take 3"), (["h", "enter"], "take 2")],
)
async def test_taking_caballeros(keys: list[str], command: str) -> None:
    assert (await sent_by(sit(table(power="R7 B5 G4 Y3")), *keys))[0] == (command,)


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        (["3"], "card 3-01"),
        (["enter"], "card 1-07"),
        (["down", "down", "enter"], "card 3-01"),
        (["k", "enter"], "card 5-01"),
    ],
)
async def test_choosing_a_card(keys: list[str], command: str) -> None:
    assert (await sent_by(sit(table(power="R13 B5 G4 Y3")), *keys))[0] == (command,)


async def test_clicking_a_card_takes_it_and_a_taken_one_does_nothing() -> None:
    bench = sit(table(power="R13 B5 G4 Y3"))
    async with running(bench.app()) as (app, pilot):
        pane = app.screen.query_one(CardsPane)
        row = next(y for y, runs in enumerate(pane.rows) if "[4]" in runs[0].text)
        await pilot.click(CardsPane, offset=(8, row))
        await pilot.pause()
        assert bench.sent == [("card 4-04",)]
        await pilot.click(CardsPane, offset=(8, 0))
        await pilot.pause()
        assert len(bench.sent) == 1


# -- placing -----------------------------------------------------------------


async def test_placing_by_key_and_stopping() -> None:
    sent = await sent_by(acting("3-01"), "3", "0", "d")
    assert sent == [("place aragon",), ("place castillo",), ("done",)]


WAY = (
    "app/terminal/app_screen.py", "app/screens/answer_screen.py", "app/screens/answer_board.py",
    "app/answering/answering.py", "table/chair.py", "table/desk.py", "table/table.py",
    "saves/savefile.py",
)  # fmt: skip
"""The files that call each other from a key on, as docs/architecture.md tells them."""


async def test_from_a_key_to_the_disk_it_is_a_short_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = []
    fsync, source = FileSystem.fsync, Path(elgrande.__path__[0])

    def noted(fs: FileSystem, fd: int) -> None:
        files = (Path(frame.f_code.co_filename) for frame, _ in walk_stack(sys._getframe()))
        ways.append([f.relative_to(source).as_posix() for f in files if source in f.parents][::-1])
        fsync(fs, fd)

    async with running(ElGrande(Paths(tmp_path), setup=Setup.of(2, seed=1))) as (_, pilot):
        monkeypatch.setattr(FileSystem, "fsync", noted)
        await press(pilot, "9")
    assert WAY in {tuple(dict.fromkeys(way)) for way in ways}


async def test_c_is_the_castillo_too() -> None:
    assert await sent_by(acting("3-01"), "c") == [("place castillo",)]


async def test_placing_by_cursor() -> None:
    sent = await sent_by(acting("3-01"), "right", "up", "enter")
    assert sent == [("place old-castile",)]


async def test_placing_by_mouse() -> None:
    bench = acting("3-01")
    async with running(bench.app()) as (_, pilot):
        slot = load("compact").labels["valencia"][0]
        await pilot.click(MapPane, offset=(slot.x + 4, slot.y))
        await pilot.pause()
        assert bench.sent == [("place valencia",)]


async def test_a_region_that_is_not_next_to_the_king_says_so() -> None:
    bench = acting("3-01")
    async with running(bench.app(), "1") as (app, pilot):
        assert bench.sent == []
        assert refusal(app) == "Galicia is not next to the King, who is in New Castile."
        assert app.screen.query_one(MapPane).cursor == "galicia"
        await press(pilot, "6")
        assert "New Castile is the King's region" in refusal(app)
        slot = load("compact").labels["catalonia"][0]
        await pilot.click(MapPane, offset=(slot.x + 4, slot.y))
        await pilot.pause()
        assert "Catalonia is not next to the King" in refusal(app)
        assert bench.sent == []


async def test_a_key_that_means_nothing_says_what_is_asked() -> None:
    bench = acting("3-01")
    async with running(bench.app(), "x") as (app, _):
        assert bench.sent == []
        assert refusal(app).startswith("The key x does nothing here. Ana: place up to 3")
        assert screen_text(app).count("Ana: place up to 3") == 1, "the question is asked once"


async def test_ending_the_turn_by_clicking_the_chip() -> None:
    bench = acting("3-01")
    async with running(bench.app()) as (app, pilot):
        pane = app.screen.query_one(PromptPane)
        y, row = next((y, r) for y, r in enumerate(pane.rows) if any(x.text == "[d]" for x in r))
        at = sum(len(run.text) for run in row[: [run.text for run in row].index("[d]")])
        await pilot.click(PromptPane, offset=(at + 1, y))
        await pilot.pause()
        assert not bench.sent
        assert "You can still place caballeros in this turn." in table_screen(app).turn.refusal
        await pilot.click(PromptPane, offset=(at + 1, y))
        await pilot.pause()
        assert bench.sent[0] == ("end",)


# -- special actions ---------------------------------------------------------


async def test_moving_a_caballero_is_one_gesture() -> None:
    bench = acting("1-07")
    async with running(bench.app(), "s") as (app, pilot):
        assert bench.sent == []
        assert "whose caballero?" in await seen(pilot, "3")
        await press(pilot, "b")
        assert bench.sent == []
        assert f"■1{app.glyphs.up}1" in screen_text(app)
        await press(pilot, "9")
        assert bench.sent == [("special", "pick blue aragon", "put valencia")]
        await press(pilot, "7", "1")
        assert bench.sent[1] == ("pick green seville", "put galicia")


async def test_esc_backs_out_step_by_step_and_sends_nothing() -> None:
    bench = acting("1-07")
    async with running(bench.app(), "s", "3", "b") as (app, pilot):
        answering = table_screen(app).turn.answering
        assert answering is not None
        assert answering.draft == ("special", "pick blue aragon")
        await press(pilot, "escape")
        assert answering.draft == ("special",)
        await press(pilot, "3", "escape", "escape")
        assert answering.draft == ()
        assert not answering.half_made
        assert bench.sent == []
        await press(pilot, "s", "u")
        assert answering.draft == ()
        assert bench.table.history.head == 0


async def test_a_gesture_by_mouse() -> None:
    bench = acting("1-07")
    app = bench.app()
    labels = load("compact").labels
    async with running(app, "s") as (_, pilot):
        for region in ("seville", "granada"):
            slot = labels[region][0]
            await pilot.click(MapPane, offset=(slot.x + 4, slot.y))
            await pilot.pause()
        assert bench.sent == [("special", "pick green seville", "put granada")]


async def test_choosing_an_effect_is_part_of_the_gesture() -> None:
    assert await sent_by(acting("1-03"), "s", "1", "1") == [
        ("special", "option 1", "place galicia")
    ]


async def test_a_scoreboard_asks_which_after_where() -> None:
    bench = acting("4-01")
    async with running(bench.app(), "s", "2") as (app, pilot):
        assert "Basque Country: which scoreboard?" in screen_text(app)
        await press(pilot, "2")
        assert bench.sent == [("special", "scoreboard 400 basque")]


@pytest.mark.parametrize(
    ("card", "keys", "sent"),
    [
        ("5-01", ["s", "8"], ("special", "king granada")),
        ("4-04", ["s", "5"], ("special", "king old-castile")),
        ("4-06", ["s", "1"], ("special", "grande galicia")),
        ("4-05", ["s", "3"], ("special", "evacuate aragon")),
        ("3-11", ["s", "0"], ("special", "score castillo")),
        ("3-11", ["s", "6"], ("special", "score new-castile")),
        ("1-02", ["s", "1"], ("special", "place galicia")),
        ("2-06", ["s", "7"], ("special", "send green seville")),
        ("3-01", ["s"], ("special",)),
        ("4-10", ["s"], ("special",)),
    ],
)
async def test_special_actions(card: str, keys: list[str], sent: tuple[str, ...]) -> None:
    assert (await sent_by(acting(card), *keys))[0] == sent


async def test_sending_back_from_the_court_has_a_key() -> None:
    state = table("aragon: B1", court="R3 B2", card="2-05")
    play(state, "red special")
    bench = sit(state)
    async with running(bench.app()) as (app, pilot):
        assert "your court" in " ".join(screen_text(app).split())
        answering = table_screen(app).turn.answering
        assert answering is not None
        (choice,) = answering.offer.choices
        await press(pilot, choice.key, "3")
        assert bench.sent[:2] == [("send blue court",), ("send blue aragon",)]


async def test_taking_back_a_power_card() -> None:
    bench = sit(table(court="R2", card="4-08", played="R: 3 4", round=3),
                persons="R")  # fmt: skip
    assert (await sent_by(bench, "s", "4"))[0] == ("special", "recall 4") or bench.commands[:2] == [
        "special",
        "recall 4",
    ]


@pytest.mark.parametrize(("key", "command"), [("v", "veto"), ("p", "let"), ("a", "let-all")])
async def test_a_veto_window(key: str, command: str) -> None:
    state = table("aragon: R2 G1", court="R2", card="1-07", held="2-01 blue until 2")  # fmt: skip
    play(state, "red special, pick green aragon, put castillo")
    bench = sit(state)
    async with running(bench.app()) as (app, pilot):
        assert "Bruno: veto " in screen_text(app)
        await press(pilot, key)
        assert bench.sent[0] == (command,)


@pytest.mark.expansions
async def test_a_veto_that_is_asked_about_once_lets_the_whole_action_pass() -> None:
    """S2, Veto: what has begun goes on."""
    drawn = table("aragon: R2 G1", court="R2", card="1-04", held="2-22 blue until 2",
                  edition="2023", expansions="old-hands-veto")  # fmt: skip
    setup = Setup.of(4, 1, edition="2023", expansions=("old-hands-veto",), position=describe(drawn))
    bench = sit(setup=setup)
    bench.table.send(0, ["special", "pick green aragon", "put castillo"])
    async with running(bench.app()) as (app, pilot):
        shown = screen_text(app)
        assert "let the whole action pass" in shown
        assert "let it all pass" not in shown
        await press(pilot, "a", "p")
        assert bench.sent == [("let",)]


# -- other ways in -----------------------------------------------------------


async def test_a_command_in_notation() -> None:
    bench = acting("3-01")
    async with running(bench.app(), "colon") as (app, pilot):
        await press(pilot, *"place aragon", "enter")
        assert bench.sent == [("place aragon",)]
        await press(pilot, "colon", *"red place seville", "enter")
        assert bench.sent[1] == ("place seville",)
        await press(pilot, "colon", *"blue done", "enter")
        assert "Ana is the one to answer now" in refusal(app)
        await press(pilot, "colon", *"plaec x", "enter")
        assert "There is no command 'plaec'" in refusal(app)
        await press(pilot, "colon", *"king aragon", "enter")
        assert refusal(app)
        assert len(bench.sent) == 2


async def test_the_list_of_all_answers_filters_and_gives() -> None:
    bench = acting("3-01")
    async with running(bench.app(), "m") as (app, pilot):
        shown = screen_text(app)
        for words in ("place in Aragon", "place in the Castillo", "end the turn"):
            assert words in shown
        await press(pilot, *"seville", "enter")
        assert bench.sent == [("place seville",)]
        await press(pilot, "m", "down", "down", "enter")
        assert len(bench.sent) == 2
        await press(pilot, "m", "escape")
        assert len(bench.sent) == 2


async def test_the_palette_offers_the_legal_answers() -> None:
    bench = acting("3-01")
    async with running(bench.app(), "ctrl+p") as (_, pilot):
        await press(pilot, *"answer granada")
        await pilot.app.workers.wait_for_complete()
        await press(pilot, "down", "enter")
        assert bench.sent == [("place granada",)]


@pytest.mark.parametrize("size", [SMALL, (120, 40), (160, 48)])
async def test_a_notice_hides_neither_the_question_nor_its_keys(size: tuple[int, int]) -> None:
    app = acting("3-01").app()
    async with app.run_test(size=size, notifications=True) as pilot:
        await press(pilot)
        app.notify("Undone.")
        await eventually(lambda: any(toast.region for toast in app.screen.query(Toast)))
        for kind in (PromptPane, MapPane, CardsPane):
            pane = app.screen.query_one(kind).region
            assert not any(toast.region.overlaps(pane) for toast in app.screen.query(Toast))
        assert screen_text(app).split("\n")[0].rstrip().endswith("Undone.")


async def test_a_second_notice_takes_the_row_of_the_first() -> None:
    app = acting("3-01").app()
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await press(pilot)
        for told in ("The first one.", "The second one.", "The third one."):
            app.notify(told)

            def shown(told: str = told) -> bool:
                return screen_text(app).split("\n")[0].rstrip().endswith(told)

            await eventually(shown)


async def test_a_notice_that_is_too_long_for_its_row_stands_in_the_log() -> None:
    app = acting("3-01").app()
    whole = f"It is written to {'a-folder/' * 12}report.txt; send it to us."
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await press(pilot)
        app.notify("The first one.")
        app.notify(whole, title="Report")
        await eventually(lambda: any(toast.region for toast in app.screen.query(Toast)))
        await press(pilot)
        rows = screen_text(app).split("\n")
        assert "Report: It is written to … (the log has it whole)" in rows[0]
        assert rows[1] == (await without_notice(pilot))[1], "it has one row"
        assert f"Report: {whole}" in table_screen(app).table_log.notices


async def without_notice(pilot: Any) -> list[str]:
    """The rows of the screen when nothing is told any more."""
    pilot.app.clear_notifications()
    await press(pilot)
    return screen_text(pilot.app).split("\n")


async def test_undo_redo_and_undo_of_the_turn() -> None:
    bench = acting("3-01")
    async with running(bench.app(), "3", "5") as (app, pilot):
        log = len(table_screen(app).table_log.entries)
        await press(pilot, "u")
        assert bench.table.history.head == 1
        assert len(table_screen(app).table_log.entries) == log - 1
        await press(pilot, "ctrl+y")
        assert bench.table.history.head == 2
        await press(pilot, "U")
        assert bench.table.history.head == 0
        await press(pilot, "u")
        assert "nothing to undo" in refusal(app)


async def test_nobody_here_is_asked() -> None:
    bench = sit(table(power="R9 B8 G7 Y6"), persons="B")
    async with running(bench.app(), "3") as (app, pilot):
        assert refusal(app).startswith("Waiting for Ana")
        await press(pilot, "m")
        assert "There is nothing for anyone here to answer" in refusal(app)
        assert bench.sent == []


async def test_a_refusal_is_forgotten_when_the_position_changes() -> None:
    bench = sit(table(power="R9 B8 G7 Y6"), persons="B")
    async with running(bench.app(), "3") as (app, pilot):
        assert refusal(app)
        bench.table.send(0, ["take 0"])
        await press(pilot)
        assert refusal(app) == ""


async def test_tab_goes_round_and_a_small_screen_follows() -> None:
    async with running(acting("3-01").app()) as (app, pilot):
        seen = []
        for _ in range(7):
            await press(pilot, "tab")
            assert app.screen.focused is not None
            seen.append(app.screen.focused.id)
        assert seen == ["cards", "courts", "log", "story", "scores", "prompt", "map"]
        await press(pilot, "shift+tab", "shift+tab", "shift+tab", "shift+tab")
        assert app.screen.query_one("#log").display
        assert not app.screen.query_one("#cards").display
