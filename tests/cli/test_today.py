"""elgrande today: playing the game of the day, and comparing what others send of it."""

import random
from datetime import date

import pytest
from calls import one_sentence

from elgrande.saves import shipped
from elgrande.table.saved_game import of_the_day

DAY = date(2026, 11, 23)


def finished(store, day=DAY, name="Ana", seed=1):
    """Play a game of the day to its end, with a save."""
    table, rng = of_the_day(store, day, name), random.Random(seed)
    while not table.over:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
    table.close()


def test_it_is_begun_gone_on_with_and_told_to_others(spawn, store):
    began = spawn("today", "--plain", "--name", "Ana", "--date", str(DAY), text="quit\n")
    assert began.code == 0, began
    assert f"day-{DAY}" in began.out
    assert "Ana" in began.out
    assert [save.name for save in store.summaries()] == [f"day-{DAY}"]
    finished(store)
    over = spawn("today", "--plain", "--date", str(DAY))
    lines = over.out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(f"El Grande of {DAY}: ")
    assert lines[1].startswith("Ana: ")
    assert "Type help" not in over.out


def test_without_a_date_it_is_a_day_of_universal_time(spawn, store):
    assert spawn("today", "--plain", text="quit\n").code == 0
    (save,) = store.summaries()
    assert save.name == f"day-{store.read(save.name).header['game']['day']}"


def test_results_are_compared(run, store, tmp_path):
    finished(store)
    mine = run("today", "--date", str(DAY)).out
    (store.paths.saves / f"day-{DAY}.toml").unlink()
    finished(store, name="Ben", seed=2)
    yours = run("today", "--date", str(DAY)).out
    file = tmp_path / "sent.txt"
    file.write_text(f"hello\n{mine}\n> {yours}")
    ran = run("today", "--compare", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == ["1.", "2."]
    assert {"Ana", "Ben"} <= set(ran.out.replace(":", " ").split())
    file.write_text("\n" + mine.replace("Ana", "Eva") + yours)
    spoiled = run("today", "--compare", str(file))
    assert spoiled.code == 2
    assert spoiled.err == (
        "elgrande: sent.txt, line 4 ends a result that is not as it was written; copy its three "
        "lines once more\n"
    )
    assert "Ben" in spoiled.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--date", "tomorrow"), "not a date; write one as 20"),
        (("--date", "2999-01-01"), "still to come"),
        (("--name", "\x1b"), "--name"),
        (("--compare", "nowhere.txt"), "nowhere.txt"),
        (("--plain", "--compare", "x"), "not allowed with"),
    ],
)
def test_what_cannot_be_is_said(run, arguments, why):
    ran = run("today", *arguments)
    one_sentence(ran)
    assert why in ran.err


def test_nothing_to_compare(run, tmp_path):
    (tmp_path / "empty.txt").write_text("a chat without any result\n")
    ran = run("today", "--compare", str(tmp_path / "empty.txt"))
    one_sentence(ran)
    assert "each is the three lines that elgrande today prints" in ran.err


def test_another_game_of_that_name_is_not_taken_for_it(run, store):
    store.copy(shipped("saves") / "five-stewards.toml", f"day-{DAY}")
    ran = run("today", "--plain", "--date", str(DAY))
    one_sentence(ran)
    assert "is not the game of that day" in ran.err


def test_whoever_has_begun_it_is_called_so_to_its_end(run, store):
    finished(store)
    ran = run("today", "--plain", "--date", str(DAY), "--name", "Ben")
    one_sentence(ran)
    assert "you play it as Ana" in ran.err


def test_a_save_that_is_damaged_is_not_begun_anew(run, store):
    finished(store)
    path = store.paths.saves / f"day-{DAY}.toml"
    path.write_bytes(whole := path.read_bytes().replace(b"place", b"plaze", 1))
    ran = run("today", "--plain", "--date", str(DAY))
    one_sentence(ran)
    assert f"day-{DAY}.toml" in ran.err
    assert path.read_bytes() == whole
