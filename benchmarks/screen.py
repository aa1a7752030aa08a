"""The screen in a real terminal: first paint, and key to paint."""

from __future__ import annotations

import compileall
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

import elgrande
from elgrande.saves import Paths, Store, shipped
from thinking import Thinking

STATIC = """
from textual.app import App
from textual.widgets import Static
class One(App):
    def compose(self):
        yield Static("hello there")
One().run()
"""


class Terminal:
    """A program in a terminal of its own."""

    def __init__(
        self,
        arguments: list[str],
        home: str,
        size: tuple[int, int] = (36, 120),
        still: bool = True,
    ) -> None:
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.environ.update(
                TERM="xterm-256color", COLORTERM="truecolor", ELGRANDE_HOME=home,
            )  # fmt: skip
            os.environ.pop("NO_COLOR", None)
            os.environ.pop("TEXTUAL_ANIMATIONS", None)
            if still:
                os.environ["TEXTUAL_ANIMATIONS"] = "none"
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            os.execv(sys.executable, [sys.executable, *arguments])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.seen = b""

    def read(self, timeout: float) -> bytes:
        """Return what is written within the time, or nothing."""
        ready, _, _ = select.select([self.fd], [], [], timeout)
        if not ready:
            return b""
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:
            return b""
        self.seen += data
        return data

    def until(self, marker: bytes, timeout: float = 20) -> float:
        """Return the milliseconds from the start to the first sight of some text."""
        end = time.perf_counter() + timeout
        while marker not in self.seen:
            if time.perf_counter() > end:
                raise TimeoutError(f"{marker!r} was never painted")
            self.read(0.5)
        return (time.perf_counter() - self.began) * 1e3

    def quiet(self, gap: float = 0.3) -> None:
        """Wait until nothing is written for a while."""
        while self.read(gap):
            pass

    def press(self, key: bytes, gap: float = 0.06) -> float:
        """Press a key; return the milliseconds to the last byte of what it paints."""
        began = last = time.perf_counter()
        os.write(self.fd, key)
        while True:
            data = self.read(gap if last != began else 1.0)
            if not data:
                break
            last = time.perf_counter()
        return (last - began) * 1e3

    def close(self) -> float:
        """End the program; return the milliseconds that the processor worked for it."""
        os.kill(self.pid, signal.SIGKILL)
        _, _, used = os.wait4(self.pid, 0)
        os.close(self.fd)
        return (used.ru_utime + used.ru_stime) * 1e3


def first_paints(repeats: int) -> dict[str, float]:
    """Milliseconds to the first paint: our menu, a game and an app with one Static, in turns.

    Imports and what follows them apart; the ratios are by the processor's time, which a busy
    machine disturbs less.
    """
    # pip compiles what it installs; a checkout may not be compiled, which is not what is measured.
    compileall.compile_dir(Path(elgrande.__file__).parent, quiet=2)
    runs: dict[str, tuple[list[str], bytes]] = {
        "static_import": (["-c", f"{STATIC.replace('One().run()', '')}print('imported')"], b"ted"),
        "static": (["-c", STATIC], b"hello"),
        "menu_import": (["-c", "import elgrande.cli.main, elgrande.app.app; print('imported')"],
                        b"ted"),
        "menu": (["-m", "elgrande"], b"New game"),
        "resume": (["-m", "elgrande", "resume", "game"], b"Galicia"),
    }  # fmt: skip
    wall: dict[str, list[float]] = {name: [] for name in runs}
    cpu: dict[str, list[float]] = {name: [] for name in runs}
    with tempfile.TemporaryDirectory() as home:
        Store(Paths(home)).copy(shipped("saves") / "after-round-three.toml", "game")
        for _ in range(repeats):
            for name, (arguments, marker) in runs.items():
                terminal = Terminal(arguments, home)
                try:
                    wall[name].append(terminal.until(marker))
                finally:
                    cpu[name].append(terminal.close())
    found = {f"{name}_ms": statistics.median(times) for name, times in wall.items()}
    for name in ("static", "menu"):
        found[f"{name}_paint_ms"] = found[f"{name}_ms"] - found[f"{name}_import_ms"]
    for name in ("menu", "resume"):
        pairs = zip(cpu[name], cpu["static"], strict=True)
        found[f"{name}_ratio"] = statistics.median(ours / theirs for ours, theirs in pairs)
    return found


LOADS = {"bots": (8, "steward"), "marshals": (4, "marshal")}
"""How many of which bots are at work, by how the figures under that load are called."""


def key_to_paint(presses: int, rounds: int = 3) -> dict[str, float]:
    """Milliseconds from a key to the last byte painted, with everything on and 160x48.

    Motion is on, all panes are open and the forecast lies over them; half of the keys
    move the map's cursor, half the forecast's. Blocks without load and with bots at
    work (``LOADS``) take turns, so that a busy machine slows all alike.
    """
    calm: list[float] = []
    busy: dict[str, list[float]] = {load: [] for load in LOADS}
    answers = dict.fromkeys(LOADS, 0)
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "config.toml").write_text('format = 1\nmotion = "on"\n')
        terminal = Terminal(
            ["-m", "elgrande", "new", "--bots", "steward,steward,steward", "--seed", "1"],
            home, (48, 160), still=False,
        )  # fmt: skip
        try:
            terminal.until(b"Galicia")
            terminal.quiet(1.0)
            for _ in range(rounds):
                calm += _block(terminal, presses // rounds)
                for load, given in LOADS.items():
                    with Thinking(*given) as thinking:
                        busy[load] += _block(terminal, presses // rounds)
                    answers[load] += thinking.answers
        finally:
            terminal.close()
    found = {"presses": len(calm), **_spread("", calm)}
    for load, times in busy.items():
        under = _spread(f"{load}_", times)
        found |= under
        found[f"{load}_ratio"] = under[f"{load}_median_ms"] / found["median_ms"]
        found[f"{load}_p95_ratio"] = under[f"{load}_p95_ms"] / found["p95_ms"]
        found[f"{load}_answers"] = answers[load]
    return found


def _block(terminal: Terminal, presses: int) -> list[float]:
    """Press the map's keys, then the forecast's; return the times of those that painted."""
    times = [terminal.press(b"\x1b[C" if n % 2 else b"\x1b[D") for n in range(presses // 2)]
    terminal.press(b"f", 0.5)
    times += [terminal.press(b"\x1b[B") for _ in range(presses // 2)]
    terminal.press(b"f", 0.5)
    return [time for time in times if time > 0]


def _spread(name: str, times: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    times = sorted(times)
    return {
        f"{name}median_ms": statistics.median(times),
        f"{name}p95_ms": times[int(len(times) * 0.95)],
    }
