"""Whole games by script, and every way in which a process can end, in processes of their own."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys

import pytest
from calls import one_sentence

from elgrande.cli.main import ALIASES, commands, main
from patience import PATIENCE, until

unix = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and terminals of Unix")
ANYTHING = "first\n" * 4000
"""The first answer of whatever is asked: more than enough for any game."""
OVER = r"elgrande: The game is over; line (\d+) and all later ones were ignored\.\n"


@pytest.mark.parametrize(
    "who",
    [
        ["--players", "2"],
        pytest.param(["--players", "4", "--bots", "random,random,random"], marks=pytest.mark.long),
    ],
)
def test_a_script_plays_a_whole_game(home, spawn, run, who):
    call = ("play", "--plain", "--short", "--seed", "3", "--name")
    more = spawn(*call, "more", *who, text=ANYTHING)
    assert more.code == 2
    said = re.fullmatch(OVER, more.err)
    assert said, more.err
    enough = "first\n" * (int(said[1]) - 1)
    for last in ("", "first"):
        ran = spawn(*call, "mine" + last, *who, text=f"{enough}\n \n{last}")
        assert ran.code == (2 if last else 0)
        assert bool(re.fullmatch(OVER, ran.err)) == bool(last), ran.err
    ran = spawn(*call, "last", *who, text=f"{enough}quit\nfirst\n")
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert re.search(r"\n(\w+ wins|.* share the victory)\.\n1\. \w+, \d+ points\n2\. ", ran.out)
    assert "finished" in run("check", "last").out
    shown = re.search(r"\n1\. (\w+), (\d+) points", ran.out)
    assert shown
    assert f"{shown[1]}: {shown[2]} points" in run("show", "last").out
    one_sentence(run("resume"))


@unix
def test_the_end_of_a_game_waits_for_no_more_lines(home, spawn, run):
    """What answers through a pipe may keep it open until we have ended."""
    assert spawn("play", "--plain", "--short", "--name", "mine", text=ANYTHING).code == 2
    call = [sys.executable, "-m", "elgrande", "play", "--plain", "mine"]
    process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.wait(PATIENCE) == 0
    process.communicate()


@unix
def test_killed_in_the_middle_and_resumed_to_the_end(home, spawn, run):
    call = [sys.executable, "-m", "elgrande", "play", "--plain", "--players", "3", "--short",
            "--bots", "random", "--seed", "8", "--name", "mine"]  # fmt: skip
    process = subprocess.Popen(
        call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdin
    assert process.stdout
    told = [""]
    while "Round 5 begins" not in told[-1]:
        told.append(process.stdout.readline())
        assert told[-1], "it goes on for as long as it gets answers"
        if re.match(r"  \d+\. ", told[-1]) and not re.match(r"  \d+\. ", told[-2]):
            process.stdin.write("first\n")
            process.stdin.flush()
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    before = run("replay", "mine").out
    plays = [line.strip() for line in told if " plays power card " in line]
    assert len(plays) >= 6
    assert all(line in before for line in plays), "what was told is in the save"
    again = spawn("resume", "--plain", text=ANYTHING)
    assert (again.code, bool(re.fullmatch(OVER, again.err))) == (2, True)
    assert "wins." in again.out or "share the victory" in again.out
    assert run("replay", "mine").out.startswith(before)
    assert "finished" in run("check", "mine").out


def test_bytes_that_are_no_text_are_refused_like_any_word(home):
    done = subprocess.run(
        [sys.executable, "-m", "elgrande", "play", "--plain", "--players", "2"],
        input=b"\xff\xfe\x00\npower 9\n", capture_output=True, check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.returncode == 2, "a script hears of the refused line by the code"
    assert b"line 1" in done.stderr
    assert b"There is no command" in done.stdout
    assert b"plays power card 9" in done.stdout


def test_a_name_that_the_terminal_cannot_write(home, spawn):
    made = spawn("new", "--player", "red:Łucja", "--player", "blue:José", "--name", "mine",
                 "--no-play", PYTHONIOENCODING="ascii")  # fmt: skip
    assert made.code == 0, made.err
    shown = spawn("show", "mine", PYTHONIOENCODING="ascii")
    assert shown.code == 0, shown.err
    assert "Jos?: 0 points" in shown.out


@unix
def test_a_reader_that_never_reads(home):
    done = subprocess.run(
        f"({sys.executable} -m elgrande --help; echo code $? >&2) | true",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == "code 0\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk to write to")
@pytest.mark.parametrize("arguments", [["show", "sample-game"], ["replay", "five-stewards"]])
def test_output_to_a_full_disk(home, arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "elgrande", *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("elgrande: the output cannot be written")
    assert done.stderr.count("\n") == 1
    assert not (home / "reports").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk to write to")
@pytest.mark.parametrize("buffered", [False, True])
def test_every_help_and_the_version_say_that_the_disk_is_full(monkeypatch, capsys, buffered):
    """Also where nothing is buffered, as by PYTHONUNBUFFERED."""
    calls = [["--version"], ["--help"], ["help"], ["decks", "show", "--help"]]
    for call in [*calls, *([name, "--help"] for name in (*commands(), *ALIASES))]:
        with open("/dev/full", "wb", 0) as full:
            stream = io.TextIOWrapper(full, write_through=not buffered)
            monkeypatch.setattr(sys, "stdout", stream)
            assert main(call) == 2, call
            monkeypatch.undo()
        said = capsys.readouterr().err
        assert said.startswith("elgrande: the output cannot be written (no space"), call
        assert said.count("\n") == 1, call


def test_a_report_lies_where_the_call_says(tmp_path):
    """Also when the options could not even be read, and however the folder is written."""
    for form in (["--data-dir", str(tmp_path / "a")], [f"--data-dir={tmp_path / 'a'}"]):
        code = (
            "import sys; from elgrande.cli import main; from elgrande.cli.commands import app; "
            f"app.run_paths = None; sys.exit(main.main(['paths', *{form!r}]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert str(tmp_path / "a" / "reports") in done.stderr
    assert len(list((tmp_path / "a" / "reports").iterdir())) == 2


class Seen:
    """What was waited for on a terminal, and what stood there instead."""

    def __init__(self, terminal: Terminal, text: bytes) -> None:
        self.terminal = terminal
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} in {self.terminal.seen[-2000:]!r}"


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *call: str, **environment: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        env = {**os.environ, "TERM": "xterm-256color", **environment}
        self.process = subprocess.Popen(
            [sys.executable, *call], stdin=slave, stdout=slave, stderr=slave, env=env,
            start_new_session=True,
        )  # fmt: skip
        self.seen = b""

    def wait_for(self, text: bytes) -> None:
        until(lambda: self._read() or text in self.seen, Seen(self, text))

    def _read(self) -> None:
        while select.select([self.master], [], [], 0)[0]:
            self.seen += os.read(self.master, 65536)

    def type(self, text: bytes) -> None:
        os.write(self.master, text)

    def end(self) -> int:
        """Wait for the end; the terminal must be as it was."""
        import termios

        until(lambda: self._read() or self.process.poll() is not None, "the end of the program")
        # What it wrote last comes before what is written after it, however late.
        os.write(self.slave, b"<end>")
        self.wait_for(b"<end>")
        after = termios.tcgetattr(self.slave)
        assert after[3] == self.before[3], "echo and lines are as before"
        os.close(self.slave)
        os.close(self.master)
        return self.process.returncode


@unix
def test_a_terminal_that_cannot_draw(home):
    terminal = Terminal("-m", "elgrande", TERM="dumb")
    assert terminal.end() == 2
    assert b"play --plain" in terminal.seen
    assert b"\x1b" not in terminal.seen


LEAVE = b"\x1b[?1049l"


@unix
def test_an_error_in_the_app_gives_the_terminal_back_and_writes_a_report(home, run):
    run("new", "--players", "2", "--name", "mine", "--no-play")
    code = (
        "import sys; from elgrande.app.app import ElGrande; from elgrande.cli.main import main\n"
        "def broken(self): raise ZeroDivisionError('by design')\n"
        "ElGrande.on_mount = broken; sys.exit(main([]))"
    )
    terminal = Terminal("-c", code)
    assert terminal.end() == 1
    screen, _, after = terminal.seen.rpartition(LEAVE)
    assert screen, "the app had drawn"
    assert b"a bug in the program (ZeroDivisionError)" in after
    assert b"Traceback" not in terminal.seen
    (report,) = (home / "reports").iterdir()
    assert "newest save: mine" in report.read_text(encoding="utf-8")
    assert "by design" in report.read_text(encoding="utf-8")


@unix
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_the_app_ends_in_order(home, how, run):
    terminal = Terminal("-m", "elgrande", "new", "--players", "2", "--seed", "1", "--name", "mine")
    terminal.wait_for(b"power card")
    os.kill(terminal.process.pid, how)
    assert terminal.end() == 128 + how
    assert LEAVE in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert run("check", "mine").code == 0


@unix
def test_interrupting_a_dialogue_on_a_terminal_says_how_to_go_on(home):
    terminal = Terminal("-m", "elgrande", "play", "--plain", "--players", "2", "--bots", "random",
                        "--name", "mine", "--starter", "red", "--seed", "1")  # fmt: skip
    terminal.wait_for(b"> ")
    terminal.type(b"\x03")
    if terminal.process.poll() is None:
        # A pty without a controlling process sends no signal.
        os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert b"The game is saved as mine; go on with:" in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert b"\x1b" not in terminal.seen


@unix
@pytest.mark.long
def test_interrupting_a_simulation_is_quiet_and_leaves_no_process(home):
    terminal = Terminal("-m", "elgrande", "simulate", "--games", "4000", "--jobs", "2",
                        "--players", "2", "--short", "--bots", "random")  # fmt: skip
    # By then every worker has come to life; one that is interrupted in its imports complains.
    terminal.wait_for(b"200/4000 games")
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert b"Traceback" not in terminal.seen
    assert b"\x1b" not in terminal.seen

    def gone() -> bool:
        try:
            os.killpg(terminal.process.pid, 0)
        except ProcessLookupError:
            return True
        return False

    # Python's own resource tracker follows a moment later.
    until(gone, "no process left")
