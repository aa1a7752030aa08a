"""The analysis as a command."""

from __future__ import annotations

import io
import re
import shutil

import pytest
from calls import one_sentence
from finished import late, play_on

from elgrande.cli.commands import analyse
from elgrande.cli.games import begun
from elgrande.content.edition import edition_ids
from elgrande.content.setup import Setup


@pytest.fixture
def save(store):
    """Play a game, or its last rounds, to the end by lot, and return where its save lies."""

    def save(players=2, *, from_start=True, **others):
        setup = Setup.of(players, seed=3, **others)
        table = play_on(begun(store, setup if from_start else late(setup), "mine"))
        table.close()
        return store.paths.saves / "mine.toml"

    return save


def test_it_tells_the_chances_of_every_seat_and_five_turns(run, save, store):
    save(3, short=True)
    ran = run("analyse", "mine", "--tries", "2")
    assert (ran.code, ran.err) == (0, "")
    for name in ("Red", "Blue", "Green"):
        assert name in ran.out
    for letter in "ABCDE":
        assert f"[{letter}] Round " in ran.out
    said = " ".join(ran.out.split())
    assert "revealed in this turn" in said
    assert "So few tries do not tell how far they are off." in said
    assert "not known how sure" in said or "give or take" in said
    assert all(int(each) <= 100 for each in re.findall(r"%, give or take (\d+)", said))
    assert "Better: " in said
    assert max(map(len, ran.out.splitlines())) <= 80
    assert len(list((store.paths.data / "analyses").glob("*.json"))) == 1
    again = run("analyze", "mine", "--tries", "2")
    assert again.out == ran.out
    assert run("--ascii", "analyse", "mine", "--tries", "2").out.isascii()


@pytest.mark.long
def test_a_torn_save_and_one_in_progress(run, save, store):
    path = save(short=True, from_start=False)
    path.write_bytes(path.read_bytes() + b'[[command]]\nn = 99999\ndo = ["re')
    assert run("analyse", "mine", "--tries", "2").code == 0
    lines = path.read_bytes().split(b"\n[[command]]\n")
    path.write_bytes(b"\n[[command]]\n".join(lines[:9]) + b"\n")
    ran = run("analyse", "mine")
    one_sentence(ran)
    assert "only a finished game can be analysed" in ran.err


def test_a_foreign_version_is_refused(run, save):
    path = save(short=True)
    path.write_bytes(path.read_bytes().replace(b"format = 1", b"format = 99", 1))
    one_sentence(run("analyse", "mine"))
    one_sentence(run("analyse", "nothing"))
    one_sentence(run("analyse", "mine", "--tries", "1"))


@pytest.mark.long
def test_it_is_stopped_and_gone_on_with(run, save, store, monkeypatch):
    save(short=True)

    def stop(done, steps, of):
        if done > 5:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(analyse, "bar", stop)
        ran = run("analyse", "mine", "--tries", "2")
    assert ran.code == 130
    assert "the same command goes on with it" in ran.err
    assert run("analyse", "mine", "--tries", "2").code == 0
    folder = store.paths.data / "analyses"
    shutil.rmtree(folder)
    folder.write_text("not a folder")
    with monkeypatch.context() as patched:
        patched.setattr(analyse, "bar", stop)
        ran = run("analyse", "mine", "--tries", "2")
    assert ran.code == 130
    assert f"cannot be kept in {folder}: the same command begins anew." in ran.err


GAMES = [
    *((edition, ()) for edition in edition_ids() if edition != "1996"),
    ("1996", ("colonies",)),
    ("1996", ("grandissimo",)),
    ("1996", ("intrigue",)),
    ("2023", ("power-shift", "old-hands-veto")),
]


@pytest.mark.long
@pytest.mark.parametrize(("edition", "expansions"), GAMES)
def test_any_game_can_be_analysed(run, save, edition, expansions):
    save(2, edition=edition, expansions=expansions, short=True, from_start=False)
    ran = run("analyse", "mine", "--tries", "2")
    assert (ran.code, ran.err) == (0, "")
    assert "the chance to win at the beginning of each turn" in " ".join(ran.out.split())


def test_a_turn_is_tried_line_by_line(run, save, monkeypatch):
    save(short=True)
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\n" + "first\n" * 40))
    ran = run("analyse", "mine", "--tries", "2", "--try", "a")
    assert "There is nothing to undo." in ran.out
    *_, compared, points, better = ran.out.splitlines()
    assert compared.startswith("Your chance to win: ")
    assert points.startswith("You would end with about ")
    assert better.startswith("The better turn ")
    assert "It was played so: " in ran.out
    assert "nothing of it is kept" in ran.out
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nfirst\nquit\n"))
    ran = run("analyse", "mine", "--tries", "2", "--try", "B")
    assert "  quit     leave; nothing is kept\n" in ran.out
    assert "saved" not in ran.out
    assert "in place of" not in ran.out
    assert "You would end" not in ran.out
    one_sentence(run("analyse", "mine", "--tries", "2", "--try", "F"))
