"""A veiled Castillo on the command line: what is printed for somebody's eyes tells nothing."""

from __future__ import annotations

import io
import json
import tomllib

import pytest
from calls import one_sentence

from drawing import table
from elgrande.cli.games import begun
from elgrande.cli.plain import play
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths, Store
from elgrande.table import load

SEATS = (Player("red", "Ana"), Player("blue", "Bruno"), Player("green", "Clara"))
BOARD = "aragon: R2 B1 G2 | seville: R1 | galicia: B2 | castillo: R2 "
WORLDS = ("B3 G1", "B1 G4")
LEFT_OUT = ("generator", "digest", "waiting_for", "program")
ASKED = ("board", "log", "cards", "rules castillo", "pick blue castillo", "place castillo",
         "take 9", "1", "board", "log", "undo", "again", "save")  # fmt: skip


def save(home, how: str, inside: str) -> Store:
    """A save that begins with so many inside; red is to choose a card."""
    state = table(BOARD + inside, seats=3, court="R7 B3 G3", face="2-09 3-06", castillo=how)
    position = {key: value for key, value in describe(state).items() if key not in LEFT_OUT}
    store = Store(Paths(home))
    begun(store, Setup(SEATS, 1, house={"castillo": how}, position=position), "mine").close()
    return store


def printed(run, home, how: str, inside: str) -> dict[str, str]:
    """Everything that a seat or a spectator can have printed of one world."""
    store = save(home, how, inside)
    out = {}
    # Whoever asks without --as for data gets the whole position; text is for anybody's eyes.
    calls = [("show",), ("show", "--legal"), ("replay",)]
    for eyes in ("red", "spectator"):
        for form in ((), ("--json",), ("--toml",)):
            calls += [("show", "--as", eyes, *form), ("show", "--as", eyes, "--legal", *form)]
    calls += [("replay", "--as", "red"), ("replay", "--as", "spectator")]
    for name, *options in calls:
        ran = run(name, "mine", *options, "--data-dir", str(home))
        assert (ran.code, ran.err) == (0, "")
        out[" ".join((name, *options))] = ran.out
    for eyes in ("red", "spectator"):
        page = home / f"{eyes}.html"
        run("export", "mine", str(page), "--as", eyes, "--data-dir", str(home))
        out[f"export --as {eyes}"] = page.read_text(encoding="utf-8")
    opened = store.open("mine")
    sink = io.StringIO()
    play(load(opened, "mine", opened), io.StringIO("\n".join(ASKED) + "\n"), sink, store=store)
    # The folder is another one, and is named in the command that goes on with the game.
    out["dialogue"] = sink.getvalue().replace(str(home), "HOME")
    assert "pick" in out["dialogue"]
    return out


def test_no_output_tells_who_is_inside(run, tmp_path, capsys):
    here, there = (printed(run, tmp_path / w[:2], "veiled", w) for w in WORLDS)
    assert {name for name in here if here[name] != there[name]} == set()
    # With an open Castillo all of them tell, but for the story of a game that has just begun.
    here, there = (printed(run, tmp_path / f"open{w[:2]}", "open", w) for w in WORLDS)
    assert {name for name in here if here[name] == there[name]} == {
        "replay", "replay --as red", "replay --as spectator",
    }  # fmt: skip


@pytest.mark.parametrize("form", ["--json", "--toml"])
def test_the_own_numbers_are_there_and_nobody_elses(run, tmp_path, form):
    save(tmp_path, "veiled", WORLDS[0])
    read = json.loads if form == "--json" else tomllib.loads

    def caballeros(*options: str) -> dict[str, dict[str, int]]:
        told = read(run("show", "mine", form, "--data-dir", str(tmp_path), *options).out)
        assert told["castillo"] == "veiled"
        return {seat["colour"]: seat["caballeros"] for seat in told["seat"]}

    red = caballeros("--as", "red")
    assert red["red"]["castillo"] == 2
    assert red["red"]["province"] == 18
    assert set(red["blue"]) == {"aragon", "galicia", "court"}
    assert set(red["green"]) == {"aragon", "court"}
    nobody = caballeros("--as", "spectator")
    assert not any({"castillo", "province"} & set(places) for places in nobody.values())
    whole = caballeros()
    assert whole["blue"]["castillo"] == 3


def test_a_position_file_says_how_it_is_played(run, tmp_path):
    """A new game from it is veiled as the old one was, unless the command line says otherwise."""
    save(tmp_path, "veiled", WORLDS[0])
    at = ("--data-dir", str(tmp_path))
    path = tmp_path / "position.toml"
    path.write_text(run("show", "mine", "--toml", *at).out, encoding="utf-8")
    store = Store(Paths(tmp_path))
    for name, options, how in (
        ("same", (), "veiled"),
        ("other", ("--house", "castillo=open"), "open"),
    ):
        ran = run("new", "--from", str(path), "--no-play", "--name", name, *options, *at)
        assert ran.code == 0, ran.err
        assert store.read(name).header["game"]["house"]["castillo"] == how
        assert ("Castillo, 5/3: veiled." in run("show", name, *at).out) == (how == "veiled")
    text = path.read_text(encoding="utf-8").replace('castillo = "veiled"', 'castillo = "shut"')
    path.write_text(text, encoding="utf-8")
    ran = run("new", "--from", str(path), "--no-play", *at)
    one_sentence(ran)
    assert "position.toml" in ran.err
    assert "'open' or 'veiled'" in ran.err
