"""Bytes of all kinds into a real terminal: the app lives, and nothing half made is lost."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("terminals of Unix", allow_module_level=True)

from raw import Raw

from elgrande.content.setup import Setup
from elgrande.saves import Paths, Store
from elgrande.table import load, new_game
from elgrande.table.saved_game import header
from patience import PATIENCE, until

LEAVE = b"\x1b[?1049l"
ASKED = b"Command, for example"
BEGUN = b"choose where your caballero"
BAD = {
    # No UTF-8, a continuation, a torn letter, Latin-1, Meta of eight bits.
    "odd bytes": b"\xff\x80\xc3(\xe9\xf1\xdf\xf1\x1b\xff",
    "21 digits and a letter": b"\x1b[" + b"1" * 21 + b"u\x1b[1114112u\x1b[55296u",
    "21 digits": b"\x1b[" + b"1" * 21,
    "endless": b"\x1b[" + b"7;" * 9000,
    "a window of no size": b"\x1b[48;0;0;0;0t\x1b[?2048;2$y",
    "a report without end": b"\x1b]52;c;" + b"A" * 500,
    "a paste without end": b"\x1b[200~" + b"q y " * 100,
    "a paste with keys inside": b"\x1b[200~\x1b[Aqy\x1bqy\x1b[20\x1b[201~",
    "a paste of 1 MB": b"\x1b[200~" + b"qy\x1b\r" * 262_144 + b"\x1b[201~",
    "1 MB without marks": b"zZ" * 524_288,
}


def half_made(home: Path) -> Path:
    """A save in which a person may pick something up next."""
    chance = random.Random(4)
    setup = Setup.of(2, seed=3)
    paths = Paths(home)
    paths.config_file.write_text('format = 1\nstory = "off"\n', encoding="utf-8")
    save = Store(paths).create("half", setup.ruleset().version, header(setup))
    table = new_game(setup, save)
    while True:
        seat = table.state.owing()[0]
        texts = [table.rules.text(code) for code in table.state.legal(seat)]
        if any(text.startswith("pick ") for text in texts):
            break
        table.send(seat, [chance.choice(texts)])
    table.close()
    return save.path


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Raw]:
    half_made(tmp_path)
    found = Raw(tmp_path, "-m", "elgrande", "half")
    yield found
    found.close()


def begin(app: Raw) -> None:
    """Pick a caballero up, and put it nowhere yet."""
    app.until(b"pick a caballero")
    app.press(b"m", b"filter")
    app.press(b"\r", BEGUN)


def lives(app: Raw) -> None:
    """The command line opens and closes, and below it the answer is still half made."""
    app.press(b":", ASKED, again=0.7)
    since = app.send(b"\x1b")
    app.until(BEGUN, since)


@pytest.mark.long
def test_the_app_lives_and_keeps_what_is_half_made(app: Raw, tmp_path: Path) -> None:
    save = Paths(tmp_path).saves / "half.toml"
    begin(app)
    before = save.read_bytes()
    for name, data in BAD.items():
        app.send(data)
        try:
            lives(app)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from None
    assert save.read_bytes() == before
    since = app.press(b"m", b"filter")
    app.press(b"\r", b"play a power card", again=60)
    assert b"put galicia" in save.read_bytes()
    app.send(b"\x11")
    assert app.ended() == 0, "the person quit"
    assert LEAVE in app.seen[since:]
    assert b"Traceback" not in app.seen


@pytest.mark.long
def test_a_paste_of_1_mb_into_the_command_line(app: Raw) -> None:
    """With an Esc inside, and without marks; what is typed after it counts at once."""
    begin(app)
    app.press(b":", ASKED)
    for paste in (b"\x1b[200~" + b"one\x1b q" * 131_072 + b"\x1b[201~", b"x" * 1_048_576):
        since = app.send(paste)
        app.until(b"longer than a line" if paste[:1] == b"\x1b" else b"x", since)
    since = app.send(b"\x1b")
    app.until(BEGUN, since)


def test_a_terminal_that_goes_ends_the_app_in_order(tmp_path: Path) -> None:
    """Without a signal, too: nobody controls this one, and its other end is closed."""
    half_made(tmp_path)
    app = Raw(tmp_path, "-m", "elgrande", "half", control=False)
    app.until(b"pick a caballero")
    app.hang_up()
    assert app.process.wait(PATIENCE) == 128 + signal.SIGHUP
    assert not (tmp_path / "reports").exists()
    app.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGCONT])
def test_signals_leave_the_terminal_as_it_was(app: Raw, how: signal.Signals) -> None:
    app.until(b"pick a caballero")
    since = len(app.seen)
    os.kill(app.process.pid, how)
    if how == signal.SIGCONT:
        app.until(b"pick a caballero", since)
        app.press(b":", ASKED)
        app.send(b"\x11")
        assert app.ended() == 0
    else:
        assert app.ended() == 128 + how
    assert b"Traceback" not in app.seen


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_app_though_the_terminal_takes_nothing(
    app: Raw, how: signal.Signals
) -> None:
    """A stopped terminal holds up the writer, and soon the loop; the person has it back at once."""
    app.until(b"pick a caballero")
    app.stop_reading(b":", b"\x1b")
    os.kill(app.process.pid, how)
    assert app.ended() == 128 + how
    app.reads = True
    until(lambda: LEAVE in app.seen)
    assert b"Traceback" not in app.seen


BROKEN = {
    "reading": "from elgrande.app.terminal.driver import Keyboard as K\nK.feed = fail",
    "drawing": "from elgrande.app.panes.prompt import PromptPane as P\nP.render_line = fail",
}


@pytest.mark.parametrize("what", BROKEN)
def test_no_error_of_ours_ends_with_0(tmp_path: Path, what: str) -> None:
    half_made(tmp_path)
    code = "\n".join([
        "import sys",
        "from elgrande.cli.main import main",
        "def fail(*given): raise ZeroDivisionError('by design')",
        BROKEN[what],
        "sys.exit(main(['half']))",
    ])  # fmt: skip
    app = Raw(tmp_path, "-c", code)
    try:
        app.until(b"\x1b[?1049h")
        app.send(b"m")
        assert app.ended() == 1
        _, _, after = bytes(app.seen).rpartition(LEAVE)
        assert b"a bug in the program (ZeroDivisionError)" in after
        assert b"Traceback" not in app.seen
    finally:
        app.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_random_bytes(tmp_path: Path, seed: int) -> None:
    """Anything but what quits; no save is damaged, and at the end a person quits."""
    half_made(tmp_path)
    chance = random.Random(seed)
    app = Raw(tmp_path, "-m", "elgrande", "half")
    parts = [b"\x1b", b"\x1b[", b"\x1b[200~", b"\x1b]", b"\x1bO", b"\x1b[<", b";", b"9", b"u", b"M"]
    try:
        app.until(b"pick a caballero")
        for _ in range(40):
            mixed = [chance.choice(parts) + chance.randbytes(chance.randrange(30)) for _ in "12345"]
            app.send(b"".join(mixed).translate(None, b"qQmM\x11\x03\x1a"))
            assert app.process.poll() is None, bytes(app.seen[-1500:])
        # It ends what was begun; where nothing was, nothing is painted for it.
        app.send(b"\x1b")
        app.press(b"\x11", LEAVE, again=2)
    finally:
        app.close()
    assert not list((tmp_path / "reports").glob("*.txt"))
    load(Store(Paths(tmp_path)).read("half"), "half")
