"""The host is killed at any moment: nothing that was acknowledged is lost, and play goes on."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from houses import hearing, play, wish

from elgrande.lobby import Denied, LobbyClient
from elgrande.lobby.wire import WireClient
from elgrande.saves import Paths, Store
from elgrande.server import control
from elgrande.server.control import HostGone, Visitor
from elgrande.table import Gone, Look, Reply, load
from patience import PATIENCE, until


@contextmanager
def host(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A host as a process of its own, which answers."""
    command = [
        sys.executable, "-P", "-m", "elgrande", "serve", "--part", "host", "--as-root",
        "--control", str(folder / "c"), "--data-dir", str(folder),
    ]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def answers() -> bool:
        assert process.poll() is None
        try:
            return bool(control.admin(folder / "c", "stats"))
        except HostGone:
            return False

    try:
        until(answers, "a host")
        with hearing(folder / "c"):
            yield process
    finally:
        process.kill()
        process.wait()


def come(folder: Path, name: str) -> LobbyClient:
    ours, theirs = socket.socketpair()
    control.enter(folder / "c", Visitor(name, f"SHA256:{name}"), theirs)
    return LobbyClient(WireClient(ours, PATIENCE))


def play_until_gone(
    clients: list[LobbyClient], game: str, chance: random.Random, acknowledged: list[int]
) -> None:
    """Answer at random and note each entry that was acknowledged, until the line is lost."""
    chairs = [client.sit(game) for client in clients]
    while True:
        for chair in chairs:
            look = chair.update()
            if not isinstance(look, Look) or look.view.over:
                return
            if look.seat is None or not look.decision.codes:
                continue
            if chance.random() < 0.1 and look.can_undo:
                reply = chair.undo()
            else:
                text = chair.rules.text(chance.choice(look.decision.codes))
                reply = chair.send(look.seat, [text])
            if reply:
                acknowledged.append(reply.entry)


@contextmanager
def killed(process: subprocess.Popen[bytes], acknowledged: list[int], after: int) -> Iterator[None]:
    """Kill a process after so many answers, whatever is on its way then."""
    done = threading.Event()

    def kill() -> None:
        until(lambda: len(acknowledged) >= after or done.is_set())
        os.kill(process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with suppress(Gone, Denied):
            yield
    finally:
        done.set()
        killer.join(PATIENCE)


@pytest.mark.parametrize(
    "kills", [1, pytest.param(20, marks=pytest.mark.long)], ids=["once", "20 times"]
)
def test_a_host_that_is_killed_has_lost_nothing(kills: int, folder: Path) -> None:
    chance = random.Random(kills)
    acknowledged: list[int] = []
    game = ""
    for n in range(kills):
        with host(folder) as process:
            clients = [come(folder, name) for name in ("Ana", "Bo")]
            if game and clients[0].room(game).game.state == "finished":
                game = ""
            if not game:
                game = clients[0].make(wish("me", "Bo")).game.name
                clients[1].join(game)
                acknowledged.clear()
            with killed(process, acknowledged, len(acknowledged) + chance.randrange(25)):
                play_until_gone(clients, game, chance, acknowledged)
            process.wait()
        store = Store(Paths(folder))
        with store.open(game) as save:
            table = load(save, game)
            known = {entry.n for entry in table.history.entries}
            assert set(acknowledged) <= known, f"kill {n}"
            # What was on its way may be there, and nothing more.
            assert table.history.next - 1 - max(acknowledged, default=0) <= 3
    left = folder / "saves" / "left.toml.lock"
    left.touch()
    with host(folder) as process:
        assert not left.exists()
        ana = come(folder, "Ana")
        chair = ana.sit(game)
        look = chair.update()
        assert isinstance(look, Look)
        assert look.view == table.view(0)
        # A signal that asks for it ends this one in order.
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert until(lambda: ana.gone).startswith("The server has stopped")
    assert not (folder / "c" / control.NAME).exists()


@pytest.mark.long
def test_two_people_a_bot_and_a_spectator_finish_a_game(folder: Path) -> None:
    """One of them is cut off and comes back, the host is killed once, and the save is clean."""
    chance, acknowledged = random.Random(6), list[int]()
    with host(folder) as process:
        ana, bo, guest = (come(folder, name) for name in ("Ana", "Bo", "guest"))
        game = ana.make(wish("me", "Bo", "random", short=True)).game.name
        bo.join(game)
        watcher = guest.watch(game)
        play([ana.sit(game), bo.sit(game)], chance, 20)
        ana.close()
        ana = come(folder, "Ana")
        look = ana.sit(game).update()
        assert isinstance(look, Look)
        seen = watcher.update()
        assert isinstance(seen, Look)
        assert seen.decision.codes == ()
        with killed(process, acknowledged, 20):
            play_until_gone([ana, bo], game, chance, acknowledged)
    assert isinstance(watcher.update(), Reply)
    with host(folder):
        people = [come(folder, name) for name in ("Ana", "Bo")]
        play([client.sit(game) for client in people], chance)
        line = next(line for line in people[0].games() if line.name == game)
        assert line.state == "finished"
    checked = subprocess.run(
        [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(folder), "check", game],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stderr
