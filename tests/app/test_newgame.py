"""The form of a new game: editions, expansions, the house rules that fit, and what cannot be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tables import Inline, press, running, screen_text, seen

from elgrande.app.app import ElGrande
from elgrande.app.dialogs.form_dialog import rows
from elgrande.app.navigation import again
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.new_game_screen import NewGameScreen
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.screens.setup_form import SetupForm
from elgrande.app.screens.table_screen import TableScreen
from elgrande.app.settings.bindings import Keys
from elgrande.content import expansion as known
from elgrande.content.edition import edition
from elgrande.content.expansion import Expansion, expansion_ids, offered
from elgrande.content.setup import MAX_SEED, Setup, fresh_seed
from elgrande.saves import Paths, shipped


def app_in(folder: Path) -> ElGrande:
    """An app with an empty folder of saves."""
    return ElGrande(Games(Paths(folder), Inline), glyphs=UNICODE, bots=("steward",), seed=1996)


def form_of(app: ElGrande) -> SetupForm:
    """The form on the screen."""
    assert isinstance(app.screen, NewGameScreen)
    return app.screen.form


async def test_2023_with_two_expansions_by_keys(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        text = await seen(pilot, "n", "left", "down", "down", "down", "down", "right")
        assert "Edition" in text
        assert "2023" in text
        assert "41 action cards" in text, "the edition says what it is"
        assert "Ten cards replace Your Majesty" in await seen(pilot, "down", "right")
        await press(pilot, "down", "down", "right", "up", "right", "enter")
        assert isinstance(app.screen, TableScreen)
        setup = app.screen.chair.setup
        assert setup.edition == "2023"
        assert len(setup.players) == 3
        ids = ("new-regency", "old-hands-competition", "old-hands-infiltration")
        assert setup.expansions == ids, "in the order of the form, whichever was chosen first"
        assert setup.house["merged_stacks"] is False


async def test_the_rules_of_what_is_chosen_can_be_read_before(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), size=(160, 48)) as (app, pilot):
        await press(pilot, "n", *["down"] * 5, "right", "down", "right")
        assert "Exile" in await seen(pilot, "R", *"exile")
        assert "France" in screen_text(app)
        await press(pilot, "escape", "escape")
        assert form_of(app).expansions == ("new-regency",), "the form is as it was"


@pytest.mark.expansions
@pytest.mark.parametrize(("size", "whole"), [((80, 24), False), ((120, 40), True)])
async def test_what_a_row_is_about_is_whole_or_says_that_it_goes_on(
    tmp_path: Path, size: tuple[int, int], whole: bool
) -> None:
    async with running(app_in(tmp_path), "n", size=size) as (app, pilot):
        while form_of(app).fields()[form_of_screen(app).cursor] != "expansion grandissimo":
            await press(pilot, "down")
        await press(pilot, "right")
        while form_of(app).fields()[form_of_screen(app).cursor] != "more":
            await press(pilot, "down")
        await press(pilot, "right")
        while "Cards left out" not in form_of_screen(app)._row.label:
            await press(pilot, "down")
        text = " ".join(screen_text(app).split())
        assert ("gr-18, gr-19 " in text) == whole
        assert ("gr-15, … " in text or "gr-16, … " in text) != whole


def form_of_screen(app: ElGrande) -> NewGameScreen:
    """The screen of the form."""
    assert isinstance(app.screen, NewGameScreen)
    return app.screen


async def test_the_menu_shows_the_board_that_was_played_last(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        assert "1996 and 2023" in screen_text(app)
        assert "Basque" in screen_text(app)
        await press(pilot, "n", *["down"] * 5, "right", "enter")
        assert isinstance(app.screen, TableScreen)
        assert "Navarra" in await seen(pilot, "escape", "q", "y")
        assert "Basque" not in screen_text(app)


def test_only_what_fits_the_edition_and_the_players_is_offered() -> None:
    old = SetupForm.start(("steward",), 1)
    new = old.changed("edition", 1)
    for form, name in ((old, "1996"), (new, "2023")):
        shown = [n.removeprefix("expansion ") for n in form.fields() if n.startswith("exp")]
        assert shown == [one.id for one in offered(name)]
    assert not {one.id for one in offered("1996")} & {one.id for one in offered("2023")}
    assert "house cards" not in old.house_rows
    assert "house cards" in old.changed("expansion intrigue", 1).house_rows
    assert "house veto" in old.house_rows
    assert "house veto" not in new.house_rows
    assert "house merged_stacks" not in new.house_rows
    assert "house merged_stacks" in replace(new, count=3).house_rows


def test_house_rules_wait_behind_one_row_that_says_how_many_were_changed() -> None:
    form = SetupForm.start(("steward",), 1)
    assert not {*form.house_rows} & {*form.fields()}
    assert form.field("more").value == "house rules"
    assert form.rule("castillo").title in form.field("more").about(Keys())
    changed = form.changed("house castillo", 1)
    assert changed.field("more").value == "house rules, 1 changed"
    rows = changed.changed("more", 1).fields()
    at = rows.index("more") + 1
    assert rows[at : at + len(form.house_rows)] == form.house_rows


def test_what_both_editions_have_stays_and_the_rest_falls_back() -> None:
    form = SetupForm.start(("steward",), 1).changed("house castillo", 1).changed("house veto", 1)
    form = form.changed("edition", 1).changed("expansion new-regency", 1).named(0, "Ann")
    assert dict(form.house)["castillo"] == "veiled"
    back = form.changed("edition", 1)
    assert back.setup().expansions == ()
    assert back.setup().house["castillo"] == "veiled"
    assert back.setup().house["veto"] is True
    assert back.players[0].name == "Ann"


@pytest.mark.parametrize("edition", [0, 1])
def test_the_form_says_which_castillo_is_printed(edition: int) -> None:
    form = SetupForm.start(("steward",), 1)
    for _ in range(edition):
        form = form.changed("edition", 1)
    assert form.field("house castillo")[:2] == ("Castillo", "open")
    closed = form.changed("house castillo", 1)
    assert closed.field("house castillo")[:2] == ("Castillo", "veiled, as printed")
    assert closed.setup().ruleset().veiled
    assert not form.setup().ruleset().veiled
    help_line = form.field("house castillo").about(Keys())
    assert "our choice" in help_line
    assert "as printed" in help_line


def test_a_rule_for_three_is_not_sent_when_four_play() -> None:
    form = replace(SetupForm.start(("steward",), 1).changed("edition", 1), count=3)
    form = form.changed("house merged_stacks", 1)
    assert form.setup().house["merged_stacks"] is True
    four = replace(form, count=4)
    assert "merged_stacks" not in four.setup().house
    assert not four.problem
    assert replace(four, count=3).setup().house["merged_stacks"] is True


@pytest.fixture
def loner(monkeypatch: pytest.MonkeyPatch) -> str:
    """An expansion that goes with nothing else of its edition."""
    lonely = Expansion(
        "lonely", "Lonely", "It plays alone.", lambda _spec: None, needs=("2023",),
        excludes=("new-regency",),
    )  # fmt: skip
    expansion_ids()
    monkeypatch.setitem(known._REGISTERED, lonely.id, lonely)
    return lonely.id


async def test_what_cannot_be_combined_is_said_at_once(tmp_path: Path, loner: str) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await press(pilot, "n", *["down"] * 5, "right", "down", "right")
        assert isinstance(app.screen, NewGameScreen)
        app.screen.cursor = app.screen.form.fields().index(f"expansion {loner}")
        assert "Lonely cannot be combined with New Regency." in await seen(pilot, "right")
        await press(pilot, "enter")
        assert form_of(app).problem, "the game does not begin"
        await press(pilot, "right", "enter")
        assert isinstance(app.screen, TableScreen)


def test_an_expansion_is_offered_only_where_all_it_needs_is(
    loner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = Expansion("nowhere", "Nowhere", "Never.", lambda _s: None, needs=("2023", "atlantis"))
    after = Expansion("after", "After", "Later.", lambda _s: None, needs=(loner,))
    for one in (nowhere, after):
        monkeypatch.setitem(known._REGISTERED, one.id, one)
    ids = [one.id for one in offered("2023")]
    assert "nowhere" not in ids
    assert {"after", loner} <= {*ids}
    assert not {"after", loner} & {one.id for one in offered("1996")}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [6, 15, 40])
def test_every_row_can_be_reached_in_a_low_window(count: int, height: int) -> None:
    form = SetupForm.start(("steward",), 1).changed("edition", 1).changed("more", 1)
    form = replace(form, count=count)
    names = form.fields()
    for cursor in range(len(names)):
        shown = plain(rows([*map(form.field, names)], cursor, UNICODE, 74, height))
        assert len(shown) <= height
        assert sum(UNICODE.hand in row for row in shown) == 1
        missing = len(names) - sum("<" in row for row in shown)
        assert sum(int(row.split()[0]) for row in shown if " more " in row) == missing


def test_every_value_of_2023_makes_a_playable_game() -> None:
    for count in sorted(edition("2023").ranks):
        form = replace(SetupForm.start(("steward",), 5).changed("edition", 1), count=count)
        for name in (*form.fields(), *form.house_rows):
            if name not in {"edition", "count"}:
                form.changed(name, 1).setup().start()


async def test_the_menu_shows_the_rules_of_the_edition_played_last(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    sample = shipped("saves") / "two-and-a-dummy.toml"
    (saves / sample.name).write_bytes(sample.read_bytes())
    async with running(app_in(tmp_path)) as (app, pilot):
        await press(pilot, "r")
        assert isinstance(app.screen, RulesScreen)
        assert "The dummy" in await seen(pilot, *"dummy")


def test_a_seed_is_dealt_from_all_of_them() -> None:
    """A new game's, the next game's and the command line's: none can be found by trying."""
    setup = Setup.of(2, seed=1)
    forms = [NewGameScreen(UNICODE, ("steward",)).form.seed for _ in range(20)]
    nexts = [again(setup, setup.players).seed for _ in range(20)]
    for dealt in (forms, nexts, [fresh_seed() for _ in range(20)]):
        assert len(set(dealt)) == 20
        assert 1 << 48 < max(dealt) < 1 << 53


def test_any_seed_that_can_be_played_can_be_typed() -> None:
    form = SetupForm.start(("steward",), 1)
    for seed in (0, 10**9, (1 << 53) - 1, 1 << 62, MAX_SEED):
        assert form.seeded(str(seed)).seed == seed
    most = form.seeded(str(MAX_SEED))
    for other in (most.changed("seed", 1), form.seeded(str(MAX_SEED + 1))):
        assert other.problem == ""
