"""A program in a real terminal: tmux draws it, a test reads what stands there and presses keys."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

KEYS = {"Esc": "Escape", "arrows": "Right"}
"""What tmux calls a key where that is not what a screen calls it."""
LOOK = 0.02
"""Seconds between two looks at the screen."""
PATIENCE = 120.0
"""Seconds that a screen may need to show what is waited for; a busy machine is slow."""
AT_WORK = "RD"
"""How Linux calls a thread that runs, would run if it had a core, or waits for a disk."""


class NeverSeenError(AssertionError):
    """What was waited for never stood on the screen."""


@dataclass(frozen=True)
class Screen:
    """What stands in the terminal, a text a row."""

    rows: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __contains__(self, text: str) -> bool:
        return text in str(self)

    def columns(self, first: int, end: int | None = None) -> list[str]:
        """Return a vertical strip of the screen."""
        return [row[first:end] for row in self.rows]


class Terminal:
    """A program in a tmux of its own: ``home`` is all that it finds of a person's files."""

    def __init__(self, home: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> None:
        # Of its own: the path of a socket must be short, and a test's folder is not.
        self._folder = tempfile.TemporaryDirectory(prefix="tmux-")
        self._socket = f"{self._folder.name}/socket"
        self._code = Path(self._folder.name) / "code"
        environment = {
            "HOME": str(home),
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": os.pathsep.join(part for part in sys.path if part),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TERM": "tmux-256color",
            **{f"XDG_{name}_HOME": str(home / name.lower())
               for name in ("DATA", "CONFIG", "STATE", "CACHE")},
        }  # fmt: skip
        words = " ".join(f"{name}='{value}'" for name, value in environment.items())
        command = " ".join(f"'{word}'" for word in (sys.executable, "-P", *arguments))
        width, height = size
        self._tmux(
            "-f", os.devnull, "new-session", "-d", "-x", str(width), "-y", str(height),
            f"env -i {words} {command}; echo $? > '{self._code}'; sleep 60",
        )  # fmt: skip
        self._tmux("set-option", "-g", "status", "off")
        self._tmux("set-option", "-s", "escape-time", "0")
        server, pane = self._tmux("display-message", "-p", "#{pid} #{pane_pid}").split()
        self._server, self._pane = int(server), int(pane)

    def look(self) -> Screen:
        """Return what stands on the screen now."""
        return Screen(tuple(self._tmux("capture-pane", "-p").split("\n")[:-1]))

    @property
    def cursor(self) -> tuple[int, int]:
        """Where the terminal's own cursor stands: column and row."""
        x, _, y = self._tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").partition(" ")
        return int(x), int(y)

    @property
    def cursor_shown(self) -> bool:
        """Say whether the terminal shows its cursor."""
        return self._tmux("display-message", "-p", "#{cursor_flag}").strip() == "1"

    @property
    def title(self) -> str:
        """The title that the program gave to its window."""
        return self._tmux("display-message", "-p", "#{pane_title}").strip()

    def ended(self) -> int:
        """Wait until the program has ended; return its exit code."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._code.exists() and (code := self._code.read_text()):
                return int(code)
            time.sleep(LOOK)
        raise NeverSeenError(f"the program goes on\n{self.look()}")

    def until(self, seen: Callable[[Screen], object], what: str) -> Screen:
        """Wait until the screen shows something and stands still, or raise NeverSeenError."""
        end = time.monotonic() + PATIENCE
        before = None
        while True:
            now = self.look()
            if now == before and seen(now) and self._rests():
                return now
            if time.monotonic() > end:
                raise NeverSeenError(f"never seen: {what}\n{now}")
            before = now
            time.sleep(LOOK)

    def press(self, *keys: str) -> None:
        """Press keys, by the names that screens give them."""
        for key in keys:
            name = KEYS.get(key, key)
            self._tmux("send-keys", *(["-l"] if len(name) == 1 else []), "--", name)

    def go(self, key: str, text: str) -> Screen:
        """Press a key that leads to where a text stands."""
        self.press(key)
        return self.until(lambda screen: text in screen, text)

    def _rests(self) -> bool:
        """Say whether the program, all that it started and tmux wait for something to come.

        A screen stands still, too, while a busy machine has no core for the program.
        """
        if not Path("/proc/self/task").exists():
            return True
        programs = [self._pane]
        for pid in programs:
            for status in Path(f"/proc/{pid}/task").glob("*/children"):
                with suppress(OSError):
                    programs += map(int, status.read_text().split())
        return not any(map(_at_work, (self._server, *programs)))

    def answer(self, *keys: str, patience: float = PATIENCE / 4) -> Screen:
        """Press keys, and return the screen once it has changed and stands still.

        It may also not change at all; that is waited for no longer than the patience.
        """
        before = self.look()
        self.press(*keys)
        end = time.monotonic() + patience
        while (now := self.look()) == before and time.monotonic() < end:
            time.sleep(LOOK)
        while (after := self.look()) != now or not self._rests():
            now = after
            time.sleep(LOOK)
        return now

    def close(self) -> None:
        """End the program, and its tmux."""
        subprocess.run(
            ["tmux", "-S", self._socket, "kill-server"], capture_output=True, check=False
        )
        self._folder.cleanup()

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout


def _at_work(pid: int) -> bool:
    """Say whether a thread of a process has something to do; whoever is gone has not."""
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        with suppress(OSError, IndexError):
            if stat.read_text().rpartition(")")[2].split()[0] in AT_WORK:
                return True
    return False
