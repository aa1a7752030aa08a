"""The form of a new game explains itself, offers the user's decks, and is there again later."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, press, running, screen_text

from elgrande.app.app import ElGrande
from elgrande.app.dialogs.form_dialog import FormHelp, rows, topic_rows
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games import game_opener
from elgrande.app.saved_games.game_opener import WAITING, BotSentences, Games
from elgrande.app.saved_games.user_files import FilledForm
from elgrande.app.screens.new_game_screen import NewGameScreen
from elgrande.app.screens.setup_form import SetupForm, entries, fill_in
from elgrande.app.screens.table_screen import TableScreen
from elgrande.app.settings.bindings import Keys
from elgrande.bots.bot import BotError
from elgrande.content import expansion
from elgrande.content.edition import edition
from elgrande.content.expansion import Expansion
from elgrande.content.own_decks import own_decks
from elgrande.content.setup import bot_names
from elgrande.rules import Spec
from elgrande.saves import Paths
from patience import PATIENCE, eventually

BOTS = ("steward", "random")


def app_in(folder: Path) -> ElGrande:
    return ElGrande(Games(Paths(folder), Inline), glyphs=UNICODE, bots=BOTS, seed=1996)


def form_of(app: ElGrande) -> SetupForm:
    assert isinstance(app.screen, NewGameScreen)
    return app.screen.form


def write_deck(folder: Path, name: str, *, sound: bool = True) -> None:
    """A deck of the user's, with the same cards as 1996."""
    source = (edition("1996").folder / "deck.toml").read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    text = source if sound else "format = 1\n"
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")


# -- the row under the cursor ---------------------------------------------------------


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_a_sign_marks_the_row_and_its_bar_goes_to_the_edge(glyphs: Any) -> None:
    form = SetupForm.start(BOTS, 1)
    made = rows([*map(form.field, form.fields())], 3, glyphs, 74, 20)
    marked = [text.startswith(glyphs.hand) for text in plain(made)]
    assert marked == [at == 3 for at in range(len(made))]
    assert made[3][-1].style == made[3][0].style != made[2][0].style


# -- what a row is about ---------------------------------------------------------------


def test_every_row_of_every_edition_explains_itself_and_its_values() -> None:
    for form in (SetupForm.start(BOTS, 1), SetupForm.start(BOTS, 1).changed("edition", 1)):
        for name in (*form.fields(), *form.house_rows):
            field = form.field(name)
            values = [choice.value for choice in field.choices()]
            assert field.about(Keys()) or any(choice.says for choice in field.choices())
            assert not values or field.value in values, name
            text = plain(topic_rows(field, Keys(), UNICODE, 70, ""))
            assert field.label in text[0]
            assert sum(UNICODE.hand in line for line in text) == bool(values), name


def test_the_length_says_why_a_short_game_begins_with_round_2() -> None:
    form = SetupForm.start(BOTS, 1)
    assert form.field("length").about(Keys()) == (
        "The general scorings come after rounds 3, 6 and 9."
    )
    short = form.changed("length", 1).field("length").about(Keys())
    assert short.startswith("This is a short game: it begins with round 2 and plays rounds 2, 3,")


async def test_the_question_mark_explains_the_row_and_the_bots(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), "n", "down", "down") as (app, pilot):
        assert "Middling: plans its own" in screen_text(app)
        await press(pilot, "question_mark")
        assert isinstance(app.screen, FormHelp)
        text = screen_text(app)
        assert any(name in text for name in bot_names()), "the row is called after its bot"
        assert "any legal answer at random" in text, "the other bot too"
        assert "▸ bot: steward" in text
        assert "Backspace puts" in text
        await press(pilot, "question_mark")
        assert isinstance(app.screen, NewGameScreen)


def test_a_strangers_bot_is_asked_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    may, heard = threading.Event(), threading.Event()

    def described(name: str) -> str:
        assert may.wait(PATIENCE)
        if name == "broken":
            raise BotError("the bot 'broken' cannot be loaded")
        return "plays well" if name == "good" else ""

    monkeypatch.setattr(game_opener, "described", described)
    said = BotSentences(heard.set)
    for name, sentence in (
        ("good", "Plays well."),
        ("silent", "It does not say how it plays."),
        ("broken", "The bot 'broken' cannot be loaded."),
    ):
        may.clear()
        heard.clear()
        assert said.of(name) == WAITING
        may.set()
        assert heard.wait(PATIENCE)
        assert said.of(name) == sentence


async def test_what_a_bot_says_late_comes_onto_the_open_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = threading.Event()
    monkeypatch.setattr(game_opener, "built_in", lambda _name: False)
    monkeypatch.setattr(
        game_opener, "described", lambda name: f"{name} thinks" if may.wait(PATIENCE) else ""
    )
    async with running(app_in(tmp_path), "n", "down", "down", "question_mark") as (app, _):
        assert "It is being asked what it does." in screen_text(app)
        may.set()
        await eventually(lambda: "Random thinks." in screen_text(app))


# -- decks ------------------------------------------------------------------------------


async def test_a_deck_from_the_folder_is_played(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    write_deck(paths.decks, "mine")
    write_deck(paths.decks, "torn", sound=False)
    async with running(app_in(tmp_path), "n", *["down"] * 6, "left") as (app, pilot):
        assert form_of(app).deck == "torn"
        assert "The deck torn cannot be played: torn.toml" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, NewGameScreen), "nothing is played with it"
        await press(pilot, "left", "enter")
        assert isinstance(app.screen, TableScreen)
        deck = app.screen.chair.setup.deck
        assert deck is not None
        assert deck.name == "mine"


def test_a_deck_that_does_not_fit_says_so_with_its_name(tmp_path: Path) -> None:
    write_deck(tmp_path, "mine")
    form = replace(SetupForm.start(BOTS, 1, tuple(own_decks(tmp_path))), deck="mine")
    assert form.problem == ""
    assert form.setup().deck is not None
    few = form.decks[0].deck
    small = replace(form.decks[0], deck=replace(few, cards=few.cards[:3]))
    assert replace(form, decks=(small,)).problem.startswith("The deck mine does not fit:")


async def test_an_expansion_that_cannot_be_set_up_says_so_in_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(spec: Spec) -> None:
        raise KeyError("galicia")

    monkeypatch.setitem(expansion._REGISTERED, "torn-form", Expansion("torn-form", "-", "-", edit))
    form = replace(SetupForm.start(BOTS, 1), expansions=("torn-form",))
    async with running(app_in(tmp_path), "n") as (app, pilot):
        assert isinstance(app.screen, NewGameScreen)
        app.screen.form = form
        await press(pilot, "R", "enter", "down")
        assert isinstance(app.screen, NewGameScreen), "neither rules nor a game"
        assert "Expansion 'torn-form' cannot be played: KeyError" in screen_text(app)


def test_without_decks_of_ones_own_there_is_no_such_row(tmp_path: Path) -> None:
    assert "deck" not in SetupForm.start(BOTS, 1, tuple(own_decks(tmp_path / "none"))).fields()


# -- what was filled in -------------------------------------------------------------------


async def test_what_was_filled_in_survives_esc_and_the_end_of_the_program(tmp_path: Path) -> None:
    write_deck(Paths(tmp_path).decks, "mine")
    async with running(app_in(tmp_path)) as (app, pilot):
        await press(pilot, "n", "left", "down", "n", *"Ann", "enter", "c", "down", "right")
        await press(pilot, *["down"] * 3, "right")
        assert isinstance(app.screen, NewGameScreen)
        app.screen.cursor = form_of(app).fields().index("length")
        await press(pilot, "right", "escape", "n")
        there = form_of(app)
        assert there.count == 3
        assert there.players[0].name == "Ann"
        assert (there.players[0].colour, there.players[1].colour) == ("blue", "red")
        assert there.players[1].source == "random"
        assert (there.deck, there.short) == ("mine", True)
        # Left open: quitting is no reason to forget either.
        await press(pilot, "up", "n", "5", "enter")
        assert form_of(app).seed == 5
    async with running(app_in(tmp_path), "n") as (later, pilot):
        assert replace(form_of(later), seed=5) == replace(there, seed=5)
        assert form_of(later).seed == 5, "typed by somebody, and not played yet"
        await press(pilot, "enter")
        assert isinstance(later.screen, TableScreen)
        await press(pilot, "escape", "q", "y", "n")
        assert form_of(later).count == 3, "the same people play the next game"
        assert form_of(later).seed == 1996, "which is dealt anew"
        await press(pilot, "backspace")
        assert form_of(later) == SetupForm.start(BOTS, 1996, form_of(later).decks)
        await press(pilot, "escape", "n")
        assert form_of(later).count == 4
    assert FilledForm(tmp_path).fields == {}


async def test_a_form_that_nobody_changed_leaves_no_file(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (_, pilot):
        await press(pilot, "n", "down", "escape")
    assert not (tmp_path / FilledForm.FILE).exists()


async def test_a_file_that_cannot_be_read_is_told_and_left(tmp_path: Path) -> None:
    (tmp_path / FilledForm.FILE).write_text("format = ", encoding="utf-8")
    async with running(app_in(tmp_path), "n") as (app, pilot):
        assert f"{FilledForm.FILE} cannot be read, so the form begins anew" in screen_text(app)
        await press(pilot, "left", "escape", "n")
        assert form_of(app).count == 3, "in this session it is kept"
    assert (tmp_path / FilledForm.FILE).read_text(encoding="utf-8") == "format = "


def test_a_file_that_cannot_be_written_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be", encoding="utf-8")
    last = FilledForm(tmp_path / "state")
    last.problem = ""
    last.keep({"count": 3})
    assert last.problem.startswith(f"{FilledForm.FILE} cannot be written (")
    assert last.fields == {"count": 3}


def test_what_is_kept_fills_in_the_same_form() -> None:
    form = SetupForm.start(BOTS, 1).changed("edition", 1).changed("expansion new-regency", 1)
    form = form.changed("house castillo", 1).changed("length", 1).changed("player 2", 1)
    form = replace(form, count=3).named(1, "Bo").recoloured(2).seeded("77")
    kept = entries(form, 1)
    assert fill_in(SetupForm.start(BOTS, 1), kept) == form
    assert "seed" not in entries(form, 77), "one that was dealt is dealt anew"


def test_what_decides_nothing_is_not_asked() -> None:
    plain_form = SetupForm.start(BOTS, 1).changed("house veto", 1)
    asked = {rule.key for rule in plain_form.rules}
    form = plain_form.changed("expansion intrigue", 1)
    assert asked - {rule.key for rule in form.rules} == {"own_caballero", "veto"}
    assert form.setup().options()["veto"] is True, "its default, whatever was chosen before"
    assert form.changed("expansion intrigue", 1).setup().options()["veto"] is False


BLUE = {"colour": "blue", "name": "B", "source": "steward"}


@pytest.mark.parametrize(
    "said",
    [
        {"edition": "1066"},
        {"edition": ["1996"], "count": True, "short": 1, "seed": -1, "deck": "gone"},
        {"count": 9, "expansions": "new-regency", "house": {"veto": 1, "castillo": []}},
        {"expansions": [[], "nowhere"], "house": [], "players": [BLUE] * 5},
        {"players": [BLUE, {"colour": 1}, "x"], "seed": 1 << 70},
        {"players": "nobody", "deck": [], "count": [], "short": "yes"},
    ],
)
def test_what_makes_no_sense_any_more_stays_as_the_form_has_it(said: dict[str, Any]) -> None:
    form = SetupForm.start(BOTS, 1)
    assert fill_in(form, said) == form


def test_a_bot_that_is_gone_is_replaced_and_a_person_stays() -> None:
    kept = entries(SetupForm.start(("lost", "steward"), 1), 1)
    form = fill_in(SetupForm.start(("steward",), 1), kept)
    assert [player.source for player in form.players[:2]] == ["person", "steward"]
    alone = fill_in(SetupForm.start((), 1), kept)
    assert {player.source for player in alone.players} == {"person"}


async def test_a_card_that_is_unknown_is_named_to_whoever_typed_it(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), "n") as (app, pilot):
        assert isinstance(app.screen, NewGameScreen)
        app.screen.form = form_of(app).changed("expansion grandissimo", 1).changed("more", 1)
        app.screen.cursor = form_of(app).fields().index("house leave-out")
        await press(pilot, "n", *["backspace"] * 4, *"gr-03,gr-99", "enter")
        said = [note.message for note in app._notifications]
        assert len(said) == 1
        assert said[0].startswith("There is no 'gr-99'; write 'none' or some of gr-01")
        assert dict(form_of(app).house)["leave-out"] == "none"


def test_a_rule_that_needs_another_is_asked_only_beside_it() -> None:
    """Without the Inquisitor there are no black caballeros to be counted."""
    form = SetupForm.start((), 1).changed("expansion grandissimo", 1)
    assert "house black" in form.house_rows
    without = form.changed("house inquisitor", 1)
    assert dict(without.house)["inquisitor"] is False
    assert "house black" not in without.house_rows
    assert "house black" in without.changed("house inquisitor", 1).house_rows
