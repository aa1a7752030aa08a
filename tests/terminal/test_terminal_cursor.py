"""Where the terminal's own cursor stands, as braille lines and magnifiers in a terminal see it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from newcomer import choose, seek
from tmux import Terminal

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed, and it is the terminal here"
)


def line(terminal: Terminal) -> str:
    """What stands from the cursor on."""
    x, y = terminal.cursor
    return terminal.look().rows[y][x:]


def test_the_cursor_of_the_terminal_follows_the_keyboard(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "-m", "elgrande")
    try:
        terminal.until(lambda s: "▸ [n] New game" in s, "the menu")
        assert line(terminal).startswith("n] New game")
        terminal.go("Down", "▸ [t]")
        assert line(terminal).startswith("t] The game of the day")
        terminal.go("n", "Enter starts")
        terminal.go("Enter", "Red: ")
        assert line(terminal).startswith("Red: play a power card")
        terminal.go("Right", "▶1◀")
        assert line(terminal).startswith("1◀ [2]")
        terminal.press("BTab", "BTab", "BTab", "BTab", "BTab", "BTab")
        terminal.go("Right", "▶6◀New Castile")
        assert line(terminal).startswith("6◀New Castile")
        terminal.go("Up", "▶5◀Old Castile")
        assert line(terminal).startswith("5◀Old Castile")
    finally:
        terminal.close()


@pytest.mark.long
def test_the_title_of_the_window_says_whose_turn_it_is_and_is_given_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "-m", "elgrande", "new", "--seed", "1")
    before = terminal.title
    try:
        terminal.until(lambda s: "play a power card" in s, "the table")
        assert terminal.title == "Your turn - El Grande"
        terminal.press("C-q")
        assert terminal.ended() == 0
        assert terminal.title == before
    finally:
        terminal.close()


@pytest.mark.long
def test_the_cursor_can_be_shown_for_magnifiers(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "-m", "elgrande")
    try:
        terminal.until(lambda s: "[s] Settings" in s, "the menu")
        assert not terminal.cursor_shown
        terminal.go("s", "Enter saves")
        choose(terminal, "Terminal cursor", "shown")
        assert terminal.cursor_shown, "a setting is tried at once"
        terminal.go("Esc", "[s] Settings")
        assert not terminal.cursor_shown, "and put back"
        terminal.go("s", "Enter saves")
        choose(terminal, "Terminal cursor", "shown")
        terminal.go("Enter", "[s] Settings")
        terminal.go("n", "Enter starts")
        terminal.go("Enter", "Red: ")
        assert terminal.cursor_shown
        assert line(terminal).startswith("Red: ")
    finally:
        terminal.close()
    again = Terminal(tmp_path, "-m", "elgrande")
    try:
        seek(again, "Down", "[q] Quit")
        assert again.cursor_shown, "it was kept"
    finally:
        again.close()
