"""Recorded games lead where they led when they were recorded, every time they are replayed."""

from __future__ import annotations

import pytest
from record import played_again
from recording import HERE, RECIPES, Recipe, record, replay
from test_digests import SAVES

import seam
from elgrande.content.expansion import register
from elgrande.saves.journal import parse

register(seam.SEAM)
register(seam.LATE)
EACH = pytest.mark.parametrize("recipe", RECIPES, ids=str)
CHANGED = (
    "the same commands lead elsewhere: if the rules were meant to change, record the games anew "
    "with tests/goldens/record.py; docs/release.md says what else it takes after a release"
)


def read(recipe: Recipe) -> str:
    """Return the text of a recorded game."""
    return recipe.path.read_bytes().decode("utf-8")


@EACH
def test_a_recorded_game_replays_twice_to_the_same_bytes(recipe: Recipe) -> None:
    text = read(recipe)
    for _ in range(2):
        check_lines(replay(text), text)


@EACH
def test_the_same_choices_are_offered_in_the_same_order(recipe: Recipe) -> None:
    """The generator that chose then chooses the same now."""
    check_lines(record(recipe), read(recipe))


def check_lines(now: str, then: str) -> None:
    """Compare line by line first: whole games are no help in a failure's message."""
    for number, (new, old) in enumerate(zip(now.splitlines(), then.splitlines(), strict=False), 1):
        assert new == old, f"line {number}: {CHANGED}"
    assert now == then, CHANGED


def test_the_recorded_games_are_small_and_complete() -> None:
    files = [path for path in HERE.glob("*.txt") if path.name != "digests.txt"]
    assert sorted(files) == sorted(recipe.path for recipe in RECIPES)
    assert sum(path.stat().st_size for path in files) < 600_000


def test_what_happens_seldom_is_recorded() -> None:
    """Cards taken back in view, unseen and found out; and a Veto between the disks and all else."""
    lines = [line for recipe in RECIPES for line in read(recipe).splitlines()]
    for event in ("RecalledOpenly", "Recalled", "CardDeduced"):
        assert any(line.startswith(f'> {{"event":"{event}"') for line in lines), event
    shown = [at for at, line in enumerate(lines) if '"DisksRevealed"' in line]
    after = [(lines[at + 1], lines[at + 2]) for at in shown]
    assert any(" veto" in line and '"CardUsed"' in told for line, told in after)


def test_a_record_that_was_tampered_with_is_noticed() -> None:
    text = read(RECIPES[0])
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if " power " in line)
    lines[at] = " ".join([*lines[at].split()[:-1], "99"])
    with pytest.raises(ValueError, match="write it as 'power VALUE'"):
        replay("\n".join(lines) + "\n")
    digest = next(n for n, line in enumerate(lines) if line.startswith("= turn's end"))
    lines = text.splitlines()
    lines[digest] = lines[digest][:-1] + ("0" if lines[digest][-1] != "0" else "1")
    with pytest.raises(AssertionError, match="lead elsewhere"):
        check_lines(replay(text), "\n".join(lines) + "\n")


def test_between_them_they_use_every_verb() -> None:
    """Every answer there is, of the base game and of the expansion, is recorded somewhere."""
    used = {
        line.split()[1]
        for recipe in RECIPES
        for line in read(recipe).splitlines()
        if line[0] not in "=>#" and not line.startswith("setup ")
    }
    known = {verb.name for recipe in RECIPES for verb in recipe.setup.ruleset().vocabulary.verbs}
    assert used == known


@pytest.mark.parametrize("name", ["sample-game", "two-and-a-dummy", "grandissimo-five"])
def test_a_shipped_save_is_played_again_as_it_is(name: str) -> None:
    """With its hand-overs and what was taken back; a card's text alone may have changed."""
    (path,) = [path for path in SAVES if path.stem == name]
    now, then = parse(played_again(path), name), parse(path.read_bytes(), name)
    assert [record[:3] for record in now.records] == [record[:3] for record in then.records]
    assert (now.rules, now.header["game"]) == (then.rules, then.header["game"])
