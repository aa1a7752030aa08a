"""``elgrande serve``: what it refuses, in one sentence, and how its parts live and die."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from elgrande.cli.errors import UsageError
from elgrande.cli.main import main
from elgrande.content.files import Unreadable
from elgrande.server import commands as serve
from elgrande.server.commands import _listener
from elgrande.server.host import run
from elgrande.server.hostkey import FILE, KeyRefused, host_key
from elgrande.server.index import LobbyIndex
from elgrande.server.limits import Options, plain_address
from elgrande.server.people import KEYS, People
from elgrande.server.supervise import NotAlone, ServerPart, release, supervise, take
from patience import PATIENCE, until


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What ``elgrande serve`` says when it will not."""
    assert main(["serve", *words]) == 2
    out, said = capsys.readouterr()
    assert not out
    assert said.count("\n") == 1, "one sentence"
    return said


def test_it_refuses_in_one_sentence(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = ("--data-dir", str(folder), "--as-root")
    assert "up to 65535" in refused(capsys, *home, "--port", "70000")
    assert "--sessions is at least 1" in refused(capsys, *home, "--sessions", "0")
    assert "too long for a socket" in refused(capsys, *home, "--control", f"/{'x' * 120}")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert "--as-root" in refused(capsys, "--data-dir", str(folder))
    monkeypatch.setattr("elgrande.server.commands.find_spec", lambda _: None)
    assert "elgrande[ssh]" in refused(capsys, *home)
    monkeypatch.setattr("elgrande.server.commands.os.name", "nt")
    with monkeypatch.context() as other:
        other.setattr("elgrande.server.commands.Paths", None)
        assert "Linux or macOS" in refused(capsys, *home)


def test_a_file_or_a_command_that_cannot_be_used_is_told_at_once(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    home = ("--data-dir", str(folder), "--as-root")
    for file in (folder, folder / "no" / "such"):
        assert "no file can be written" in refused(capsys, *home, "--metrics", str(file))
    for words in ("/no/such/program --now", "'"):
        assert "--on-turn" in refused(capsys, *home, "--on-turn", words)


def test_what_sessions_can_read_is_no_place_for_saves(capsys: pytest.CaptureFixture[str]) -> None:
    beside = Path(sys.prefix) / "lib" / "saves"
    said = refused(capsys, "--data-dir", str(beside), "--as-root")
    assert "every visitor's session can read" in said
    assert not beside.exists()


def test_every_number_to_choose_is_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"sessions", "most_games", "bin"} <= set(serve.NUMBERS)
    for name in serve.NUMBERS:
        word = f"--{name.replace('_', '-')}"
        assert f"{word} is at least 1" in refused(capsys, "--as-root", word, "0")


def test_everybody_is_everybody() -> None:
    if not (socket.has_ipv6 and socket.has_dualstack_ipv6()):
        pytest.skip("this machine has no IPv6")
    try:
        listening = _listener(argparse.Namespace(address="::", port=0))
    except UsageError:
        pytest.skip("this machine has no IPv6")
    with listening, socket.create_connection(("127.0.0.1", listening.getsockname()[1])):
        assert plain_address(listening.accept()[1][0]) == "127.0.0.1"
    assert plain_address("::1") == "::1"


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    pytest.importorskip("asyncssh")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        home = ("--data-dir", str(folder), "--as-root", "--part", "front")
        assert "cannot be listened on" in refused(capsys, *home, "--port", port)
        assert "cannot be listened on" in refused(capsys, *home, "--address", "203.0.113.1")


def test_a_second_server_of_a_folder_is_told_of_the_first(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    held = take(folder / "server")
    said = refused(capsys, "--data-dir", str(folder), "--as-root")
    assert f"(process {os.getpid()})" in said
    os.close(held)
    os.close(take(folder / "server"))
    (folder / "file").write_text("")
    with pytest.raises(NotAlone, match="cannot be written to"):
        take(folder / "file")


def test_the_host_key_is_made_once_for_its_owner_alone(folder: Path) -> None:
    path = folder / "deep" / FILE
    assert host_key(path, lambda: b"first") == b"first"
    assert path.stat().st_mode & 0o777 == 0o600
    assert host_key(path, lambda: b"second") == b"first"
    path.chmod(0o640)
    with pytest.raises(KeyRefused, match="open to others"):
        host_key(path, lambda: b"")
    link = folder / "link"
    link.symlink_to(path)
    with pytest.raises(KeyRefused, match="cannot be read"):
        host_key(link, lambda: b"")


def test_a_full_disk_leaves_no_half_key(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(KeyRefused, match="free some space"):
        host_key(folder / FILE, lambda: b"key")
    assert list(folder.iterdir()) == []


# -- the supervisor ------------------------------------------------------------------------

MARK = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n'); "
LIVE = f"{MARK} sys.stdin.read()"


def part(name: str, code: str, *words: str) -> ServerPart:
    return ServerPart(name, [sys.executable, "-c", code, *words])


class Running:
    """A supervisor in a process of its own, over parts that note their numbers in files."""

    def __init__(self, folder: Path) -> None:
        self.files = {name: folder / name for name in ("front", "host")}
        parts = ", ".join(
            f"ServerPart({name!r}, [sys.executable, '-c', {LIVE!r}, {str(file)!r}])"
            for name, file in self.files.items()
        )
        code = (
            "import sys\nfrom elgrande.server.supervise import ServerPart, supervise\n"
            f"sys.exit(supervise([{parts}], lambda *_, **__: None))"
        )
        self.process = subprocess.Popen([sys.executable, "-c", code])

    def pids(self, name: str) -> list[int]:
        file = self.files[name]
        return [int(line) for line in file.read_text().split()] if file.exists() else []


@pytest.fixture
def running(folder: Path) -> Iterator[Running]:
    found = Running(folder)
    yield found
    found.process.kill()
    found.process.wait()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that has ended and that nobody has asked for is no more.
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_dead_part_is_started_again_and_a_signal_ends_all(
    running: Running, how: signal.Signals
) -> None:
    until(lambda: running.pids("host") and running.pids("front"))
    (first,) = running.pids("host")
    os.kill(first, signal.SIGKILL)
    until(lambda: len(running.pids("host")) == 2)
    assert len(running.pids("front")) == 1
    running.process.send_signal(how)
    assert running.process.wait(PATIENCE) == 0
    assert not any(alive(pid) for name in running.files for pid in running.pids(name))


def test_parts_notice_that_their_supervisor_has_gone(running: Running) -> None:
    until(lambda: running.pids("host") and running.pids("front"))
    running.process.kill()
    until(lambda: not any(alive(pid) for name in running.files for pid in running.pids(name)))


@pytest.mark.parametrize("code", [0, 2])
def test_a_part_that_refuses_or_is_drained_ends_everything(folder: Path, code: int) -> None:
    told: list[Any] = []
    ending = part("front", f"import sys; sys.exit({code})")
    parts = [ending, part("host", LIVE, str(folder / "host"))]
    assert supervise(parts, lambda what, **facts: told.append((what, facts["name"]))) == code
    assert ("ended", "front") in told
    assert all(each.process is None for each in parts)


def test_a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    """The keys of people, the server's own key, and what says that it runs."""
    for name in (KEYS, FILE, "serve.lock"):
        os.mkfifo(tmp_path / name, 0o600)
    index = LobbyIndex(tmp_path / "index.sqlite")
    people = People(index, Options(tmp_path, tmp_path), lambda: 0.0)
    with pytest.raises(Unreadable, match="no plain file"):
        people.read_keys()
    with pytest.raises((OSError, Unreadable)):
        people._note("+", "SHA256:x", "ana")
    index.close()
    with pytest.raises(KeyRefused, match="is not a file"):
        host_key(tmp_path / FILE, lambda: b"")
    held = take(tmp_path)
    for _ in range(2):
        with pytest.raises(NotAlone, match="A server runs"):
            take(tmp_path)
    os.close(held)


def test_a_host_does_not_begin_without_its_file_of_keys(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / KEYS)
    options = Options(tmp_path, tmp_path / "run", ())
    with pytest.raises(Unreadable, match="keys is a folder, a pipe"):
        run(options, log=lambda *_args, **_named: None)


def test_a_folder_that_is_given_up_is_free_though_a_process_was_forked_meanwhile(
    tmp_path: Path,
) -> None:
    lock = take(tmp_path)
    copy = os.dup(lock)
    release(lock)
    try:
        release(take(tmp_path))
    finally:
        os.close(copy)
