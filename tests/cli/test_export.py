"""A game as one page, and a position as a picture: what is in it, and what is not."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import stat
import sys
import xml.etree.ElementTree as ElementTree
from html import unescape
from html.parser import HTMLParser

import pytest
from calls import one_sentence
from finished import late, play_on

from elgrande.cli.games import begun
from elgrande.content.setup import Player, Setup
from elgrande.saves import shipped

MOST = 1_000_000
"""Bytes that a page may have at most."""
SAVES = ("colonies-five", "thirteen-cards")
MORE = ("grandissimo-five", "king-and-colonies", "two-and-a-dummy", "after-round-three")
EMPTY = {"meta", "input", "br"}
OPEN_ENDED = {"th", "td"}
"""Elements whose end is left out."""


class Balanced(HTMLParser):
    """Reads a page; ``stack`` are the elements that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.asks: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.asks += [f"{n}={v}" for n, v in attributes if n in ("src", "data", "action", "srcset")]
        self.asks += [str(v) for n, v in attributes if n == "href" and not str(v).startswith("#")]
        if tag not in EMPTY | OPEN_ENDED:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.stack and self.stack[-1] not in ("style", "script"):
            self.text.append(data)


def read(text: str) -> Balanced:
    found = Balanced()
    found.feed(text)
    found.close()
    return found


def positions(text: str) -> dict[str, list]:
    """What the page's script unpacks."""
    packed = re.search(r'id="positions">([^<]*)<', text)
    assert packed
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


def seen(text: str, board: int) -> list[str]:
    """The text that stands on a board at each stop."""
    told = positions(text)
    rows = [unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)<", row))) for row in told["rows"]]
    return ["\n".join(rows[number] for number in stop[board]) for stop in told["stops"]]


MADE: dict[tuple[str, ...], str] = {}
"""Pages of games that come with the program: each takes a second or two."""


@pytest.fixture
def export(run, tmp_path):
    """Export a game, and return the page."""

    def export(save: str, *options: str) -> str:
        if (save, *options) in MADE:
            return MADE[save, *options]
        path = tmp_path / "game.html"
        ran = run("export", save, str(path), "--force", *options)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{save} is written to {path}, ")
        text = path.read_text(encoding="utf-8")
        if not save.startswith("mine"):
            MADE[save, *options] = text
        return text

    return export


# -- a page ------------------------------------------------------------------------------


@pytest.mark.expansions
@pytest.mark.parametrize("save", [*SAVES, *(pytest.param(s, marks=pytest.mark.long) for s in MORE)])
def test_a_page_is_one_small_file_that_asks_nobody_for_anything(export, save):
    text = export(save)
    assert len(text.encode()) <= MOST
    found = read(text)
    assert found.stack == []
    assert found.asks == []
    assert "@import" not in text
    assert "url(" not in text
    assert "default-src 'none'" in text
    # Every stop has a line of the story, and every board of it as many rows as it has.
    told = positions(text)
    assert len(told["stops"]) == text.count("<li id=")
    wide, narrow, _players = zip(*told["stops"], strict=True)
    assert {len(board) for board in wide} == {39}
    assert {len(board) for board in narrow} == {20}


@pytest.mark.expansions
def test_without_scripts_the_story_is_there_as_text(export):
    text = " ".join(read(export("colonies-five")).text)
    said = " ".join(text.split())
    assert "Diego wins. El Grande (1996) with Grand Inquisitor & the Colonies, 9 rounds." in said
    for round in range(1, 10):
        assert f"Round {round}" in said
        assert said.count(f"General scoring after round {round}") >= (round % 3 == 0)
    for name in ("Ana", "Bruno", "Diego", "Elena"):
        assert f"{name} with King anywhere" in said
    assert "The Castillo pays 5/3/1: Diego 5; Ana 3, counting 2 black caballeros" in said
    for heading in ("The race", "Source", "Region", "Scoring", "Grande's bonus", "After round 9"):
        assert heading in said
    assert "1. Diego, 110 points" in said


def test_a_game_is_told_up_to_a_record(export):
    text = export("five-stewards", "--at", "0")
    said = " ".join(" ".join(read(text).text).split())
    assert "The game is not over." in said
    assert text.count("<li id=") == 1
    assert "The end" not in said


def test_names_are_text_and_nothing_else(run, store, tmp_path):
    seats = (Player("red", "<b>Ana</b>"), Player("blue", "$style & 'Bo'"))
    begun(store, Setup(seats, 1), "mine").close()
    path = tmp_path / "game.html"
    assert run("export", "mine", str(path)).code == 0
    found = read(path.read_text(encoding="utf-8"))
    assert found.stack == []
    assert "El Grande: <b>Ana</b> and $style & 'Bo'" in found.text
    assert "b" not in found.stack


# -- secrets -----------------------------------------------------------------------------


def test_hands_are_what_everybody_or_one_player_knew(export):
    """Cards that were taken back unseen are hidden, but from whoever took them back."""
    everybody, white, red = (
        seen(export("five-stewards", *options), 2)
        for options in ((), ("--as", "white"), ("--as", "red"))
    )
    hidden = next(at for at, text in enumerate(everybody) if "1 hidden" in text)
    assert "1 hidden" in red[hidden]
    assert "1 hidden" not in white[hidden]
    said = "At every moment this page tells what Beatriz knew then."
    assert said in export("five-stewards", "--as", "white")


def test_of_a_game_that_goes_on_it_is_said_whose_secrets_are_told(run, tmp_path):
    for options, told in (([], False), (["--as", "red"], True)):
        ran = run("export", "veto-in-hand", str(tmp_path / "v.svg"), "--svg", "--force", *options)
        assert ("The game is not over: whoever gets this sees what" in ran.out) == told


def test_a_veiled_castillo_stays_so_until_it_is_scored(run, store, export):
    """At the end of a turn nobody in it is counted, as in an open one, until the game is over."""
    counted = {}
    for how in ("veiled", "open"):
        setup = Setup.of(2, seed=3, short=True, house={"castillo": how})
        play_on(begun(store, setup, f"mine-{how}")).close()
        text = export(f"mine-{how}")
        kinds = re.findall(r'<li id="s\d+" class="([^"]*)"', text)
        turns = [at for at, kind in enumerate(kinds) if not kind.startswith("step")][:-1]
        counted[how] = [at for at in turns if _inside(text, at)]
    assert counted["open"]
    assert counted["veiled"] == []


def _inside(text: str, at: int) -> bool:
    """Whether anybody is counted in the Castillo of the wide map: on a tray below its values."""
    told = positions(text)
    rows = [told["rows"][number] for number in told["stops"][at][0]]
    top = next(y for y, row in enumerate(rows) if "Castillo<" in row)
    left = int(re.search(r'x="(\d+)"[^>]*>[^<]*Castillo<', rows[top])[1]) - 20  # type: ignore[index]
    trays = re.findall(r'class="player-\w+(?: bold)?" x="(\d+)"', "".join(rows[top + 1 : top + 6]))
    return any(left <= int(x) <= left + 160 for x in trays)


# -- an analysis -------------------------------------------------------------------------


@pytest.mark.long
def test_an_analysis_is_told_if_there_is_one_and_never_made(run, store, export, monkeypatch):
    play_on(begun(store, late(Setup.of(2, seed=3, short=True)), "mine")).close()
    assert "The analysis" not in export("mine")
    assert not (store.paths.data / "analyses").exists() or not [
        *(store.paths.data / "analyses").iterdir()
    ]
    assert run("analyse", "mine", "--tries", "2").code == 0

    def never(*_: object) -> None:
        raise AssertionError("something is judged")

    monkeypatch.setattr("elgrande.analysis.chances.RoundEvaluator.look", never)
    monkeypatch.setattr("elgrande.analysis.chances.EndEvaluator.look", never)
    said = " ".join(" ".join(read(export("mine")).text).split())
    assert "The analysis" in said
    assert "2 times for each turn" in said
    assert "[A] Round " in said
    # One that was stopped is none.
    (kept,) = (store.paths.data / "analyses").glob("*.json")
    told = json.loads(kept.read_text())
    told["found"].popitem()
    kept.write_text(json.dumps(told))
    assert "The analysis" not in export("mine")
    kept.write_text("[]")
    assert "The analysis" not in export("mine")


# -- pictures ----------------------------------------------------------------------------


@pytest.mark.expansions
def test_a_position_as_svg_has_map_and_players_in_light_and_dark(run, tmp_path):
    path = tmp_path / "end.svg"
    assert run("export", "colonies-five", str(path), "--svg").code == 0
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    said = " ".join("".join(each.itertext()) for each in root.iter() if each.tag.endswith("text"))
    assert "Mediterranean" in said
    assert "110 points" in said
    assert "@media (prefers-color-scheme:dark)" in text
    run("export", "colonies-five", str(path), "--svg", "--at", "0", "--force", "--ascii")
    assert path.read_text(encoding="utf-8").isascii()


def test_png_without_its_library_says_what_brings_it(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    ran = run("export", "five-stewards", str(tmp_path / "end.png"), "--png")
    one_sentence(ran)
    assert "pip install 'elgrande[png]'" in ran.err
    assert [*tmp_path.glob("*.png")] == []


def test_png_is_made_by_its_library(run, tmp_path):
    pytest.importorskip("cairosvg", exc_type=ImportError)
    path = tmp_path / "end.png"
    assert run("export", "five-stewards", str(path), "--png").code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


# -- what cannot be done -----------------------------------------------------------------


def test_nothing_is_overwritten_without_being_asked(run, tmp_path):
    path = tmp_path / "game.html"
    path.write_text("mine")
    ran = run("export", "five-stewards", str(path))
    one_sentence(ran)
    assert f"{path} already exists; use --force to overwrite it" in ran.err
    assert path.read_text() == "mine"
    one_sentence(run("export", "five-stewards", str(tmp_path), "--force"))
    assert run("export", "five-stewards", str(path), "--force", "--at", "0").code == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("name", ["nowhere/game.html", "x" * 300, " ", "a\nb"])
def test_a_place_that_takes_nothing_is_named(run, tmp_path, name):
    place = str(tmp_path / name) if name.strip() else name
    one_sentence(run("export", "five-stewards", place, "--at", "0"))


def test_a_write_that_fails_leaves_nothing_behind(run, tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "game.html"
    ran = run("export", "five-stewards", str(path), "--at", "0")
    one_sentence(ran)
    assert "cannot be written (no space left on device); name another file" in ran.err
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == []


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_a_page_may_be_read_by_whom_the_user_lets_read(run, tmp_path):
    path = tmp_path / "game.html"
    old = os.umask(0o022)
    try:
        run("export", "five-stewards", str(path), "--at", "0")
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_damaged_save_exports_nothing(run, store, tmp_path):
    path = tmp_path / "game.html"
    data = (shipped("saves") / "five-stewards.toml").read_bytes()
    store.paths.saves.mkdir(parents=True)
    mine = store.paths.saves / "mine.toml"
    mine.write_bytes(data.replace(b"place aragon", b"place galicia", 1))
    ran = run("export", "mine", str(path))
    one_sentence(ran)
    assert "mine.toml, line " in ran.err
    assert "--salvage" in ran.err
    mine.write_bytes(data + b'\n[[command]]\nn = 99999\ndo = ["re')
    ran = run("export", "mine", str(path))
    one_sentence(ran)
    assert "a crash cut the last record short" in ran.err
    assert "--salvage" in ran.err
    assert not path.exists()
    one_sentence(run("export", "nothing", str(path)))
    one_sentence(run("export", "five-stewards", str(path), "--as", "pink"))
    one_sentence(run("export", "five-stewards", str(path), "--at", "99999"))
    one_sentence(run("export", "five-stewards"))
    assert not path.exists()


def test_the_help_has_examples(run):
    ran = run("export", "--help")
    assert "elgrande export sample-game evening.html" in ran.out
    assert "--svg" in ran.out
