"""A new player in a real terminal: a lesson and a game, with nothing but what the screen says.

Nothing here imports the program or knows a rule: a key is pressed because the screen
names it. What cannot be done so cannot be done by a person either.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from newcomer import Newcomer, choose, footer, named, seek
from tmux import Screen, Terminal

from elgrande.bots.registry import BEGINNERS

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed, and it is the terminal here"
)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path, "-m", "elgrande")
    yield found
    found.close()


def menu(terminal: Terminal) -> Screen:
    return terminal.until(lambda s: "[n] New game" in s and "Quit" in s, "the menu")


@pytest.mark.long
def test_a_new_player_finishes_a_lesson_and_then_a_game(terminal: Terminal) -> None:
    newcomer = Newcomer(terminal, seed=1)

    screen = terminal.go(named(menu(terminal), "Learn to play"), "[1]")
    assert "done" not in screen
    assert "Enter choose" in footer(screen)
    terminal.go("Enter", "Page 1 of")
    pages = newcomer.lesson()
    assert pages > 10
    assert newcomer.shown < pages / 3, "most of what a page asks for can be done by reading it"
    screen = terminal.until(lambda s: "[1]" in s and "Esc goes back" in s, "the lessons")
    assert re.search(r"\[1\].*done", str(screen))
    terminal.press("Esc")

    screen = terminal.go(named(menu(terminal), "Settings"), "Enter saves")
    choose(terminal, "Bot speed", "at once")
    terminal.press("Enter")

    terminal.go(named(menu(terminal), "New game"), "Enter starts")
    choose(terminal, "Players", "3")
    choose(terminal, "Rounds", "6")
    assert str(terminal.look()).count(f"bot: {BEGINNERS}") == 2
    seek(terminal, "Down", "Seed")
    terminal.go(named(terminal.look(), "name or seed"), "type a number")
    terminal.press("7")
    terminal.go("Enter", "< 7 >")
    terminal.go("Enter", "Red:")
    screen = newcomer.game()
    assert not newcomer.refused, "\n\n".join(newcomer.refused)
    assert newcomer.answers > 30
    ranks = re.findall(rf"\b(\d)\. +\S +([^\W\d]+)(?:, {BEGINNERS})? +(\d+) ", str(screen))
    names = [name for _, name, _ in ranks]
    assert len({*names}) == 3
    assert "Red" in names
    points = [int(points) for _, _, points in ranks]
    assert points == sorted(points, reverse=True)
    assert re.search(rf"{ranks[0][1]}\b.* win", str(screen))

    terminal.press(named(screen, "menu"))
    terminal.press(named(menu(terminal), "Quit"))
    assert terminal.ended() == 0
