"""Answers of many games on their way to the disk: who hears of them, and what a fault stops."""

from __future__ import annotations

import errno
import json
import random
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from houses import House, wish

from elgrande.lobby import LobbyClient
from elgrande.lobby.client import Denied
from elgrande.lobby.wire import greeting
from elgrande.saves.fs import FileSystem
from elgrande.server import control, lobby
from elgrande.server.control import Visitor
from elgrande.server.lobby import LATE, Lobby
from elgrande.table import Chair, Reply
from patience import PATIENCE, until


class Disk:
    """Holds the syncs of one game's save until it is told otherwise, or lets them fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held = ""
        self.fails = ""
        self.go = threading.Event()
        self.loop_syncs = 0
        self.arrived = threading.Event()
        self._names: dict[int, str] = {}
        sync, opened = FileSystem.fsync, FileSystem.open

        def open_(fs: FileSystem, folder: Any, name: str, how: Any) -> int:
            fd = opened(fs, folder, name, how)
            self._names[fd] = name.removesuffix(".toml")
            return fd

        def fsync(fs: FileSystem, fd: int) -> None:
            name = self._names.get(fd, "")
            self.loop_syncs += threading.current_thread().name.startswith("Thread")
            if name and name == self.held:
                self.arrived.set()
                assert self.go.wait(PATIENCE)
            if name and name == self.fails:
                raise OSError(errno.EIO, "input/output error")
            sync(fs, fd)

        monkeypatch.setattr(FileSystem, "open", open_)
        monkeypatch.setattr(FileSystem, "fsync", fsync)

    def hold(self, game: str) -> None:
        self.go.clear()
        self.arrived.clear()
        self.held = game

    def release(self) -> None:
        self.held = ""
        self.go.set()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk(monkeypatch)
    yield disk
    disk.release()


@pytest.fixture
def house(tmp_path: Path, disk: Disk) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    disk.release()
    house.close()


def game_of(one: LobbyClient, other: LobbyClient, **others: Any) -> str:
    game = one.make(wish("me", "anybody", **others)).game.name
    other.join(game)
    return game


def answer(chair: Chair, rng: random.Random) -> Any:
    """Give an answer if one is owed."""
    look = chair.update()
    assert not isinstance(look, Reply)
    if look.seat not in look.decision.owing:
        return None
    return chair.send(look.seat, [look.view.rules.text(rng.choice(look.decision.codes))])


class Asking(threading.Thread):
    """Somebody who asks something and waits."""

    def __init__(self, what: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.what, self.reply = what, None
        self.start()

    def run(self) -> None:
        self.reply = self.what()


class Sending(Asking):
    """Somebody who sends an answer and waits."""

    def __init__(self, chair: Chair) -> None:
        super().__init__(lambda: answer(chair, random.Random(1)))


def whose_turn(*chairs: Chair) -> tuple[Chair, Chair]:
    looks = [chair.update() for chair in chairs]
    at = next(at for at, look in enumerate(looks) if look.seat in look.decision.owing)  # type: ignore[union-attr]
    return chairs[at], chairs[1 - at]


def test_nobody_hears_of_an_answer_before_it_is_on_the_disk(house: House, disk: Disk) -> None:
    ana, bo, cy = house.come("Ana"), house.come("Bo"), house.come("Cy")
    game, other = game_of(ana, bo), game_of(ana, cy)
    mine, theirs = whose_turn(ana.sit(game), bo.sit(game))
    told: list[Any] = []
    theirs.subscribe(told.append)
    disk.hold(game)
    sending = Sending(mine)
    assert disk.arrived.wait(PATIENCE)
    # Another game goes on meanwhile; what is asked at this table waits, and so does the list.
    assert isinstance(answer(whose_turn(ana.sit(other), cy.sit(other))[0], random.Random(1)), Reply)
    looking = threading.Thread(target=theirs.update, daemon=True)
    listing = threading.Thread(target=cy.games, daemon=True)
    looking.start()
    listing.start()
    assert house.do(lambda: house.host.lobby.commits.pending(game))
    assert (sending.reply, told) == (None, [])
    assert looking.is_alive()
    assert listing.is_alive()
    disk.release()
    sending.join(PATIENCE)
    looking.join(PATIENCE)
    listing.join(PATIENCE)
    assert isinstance(sending.reply, Reply)
    until(lambda: bool(told))


def test_the_loop_waits_for_no_answers_sync(house: House, disk: Disk) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = game_of(ana, bo)
    chairs = [ana.sit(game), bo.sit(game)]
    rng = random.Random(3)
    disk.loop_syncs = 0
    given = sum(answer(chairs[turn % 2], rng) is not None for turn in range(40))
    assert given > 15
    assert disk.loop_syncs == 0


def test_a_sync_that_fails_stops_that_game_alone(house: House, disk: Disk) -> None:
    ana, bo, cy = house.come("Ana"), house.come("Bo"), house.come("Cy")
    game, other = game_of(ana, bo), game_of(ana, cy)
    mine, theirs = whose_turn(ana.sit(game), bo.sit(game))
    before, owes = mine.update(), "select seat from seats where game = ? and since is not null"
    seat = house.do(lambda: house.host.lobby.index.one(owes, game))
    told: list[Any] = []
    theirs.subscribe(told.append)
    disk.fails = game
    assert answer(mine, random.Random(1)).failed == "save"
    until(lambda: bool(told))
    assert [*told[0]] == ["gone"], "what was lost is no news"
    assert isinstance(theirs.update(), Reply)
    assert isinstance(answer(whose_turn(ana.sit(other), cy.sit(other))[0], random.Random(1)), Reply)
    assert any(event == "not saved" and facts["game"] == game for event, facts in house.logged)
    assert house.do(lambda: house.host.lobby.index.one(owes, game)) == seat, "in the index, too"
    disk.fails = ""
    again = whose_turn(ana.sit(game), bo.sit(game))[0]
    look = again.update()
    assert not isinstance(look, Reply)
    assert not isinstance(before, Reply)
    assert (look.seat, look.decision.codes) == (before.seat, before.decision.codes)
    assert isinstance(answer(again, random.Random(1)), Reply)


def waiting(house: House) -> int:
    """How many questions wait until something is on the disk."""
    return int(house.do(lambda: sum(len(each._questions) for each in house.host.sessions.values())))


def test_whoever_asks_meanwhile_hears_nothing_of_what_is_lost(house: House, disk: Disk) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = game_of(ana, bo)
    mine, theirs = whose_turn(ana.sit(game), bo.sit(game))
    disk.hold(game)
    sending = Sending(mine)
    assert disk.arrived.wait(PATIENCE)
    looking = Asking(theirs.update)
    until(lambda: waiting(house) == 1)
    disk.fails = game
    disk.release()
    for each in (sending, looking):
        each.join(PATIENCE)
        assert each.reply.failed


def test_whoever_does_what_is_lost_hears_so(house: House, disk: Disk) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = game_of(ana, bo)
    ana.sit(game)
    until(lambda: not house.do(lambda: house.host.lobby.commits.pending(game)))
    disk.fails = game
    with pytest.raises(Denied, match="could not be saved"):
        ana.hand_over(game, "random")


def test_a_line_reads_no_more_while_what_it_has_asked_waits(house: House, disk: Disk) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = game_of(ana, bo)
    mine, _ = whose_turn(ana.sit(game), bo.sit(game))
    ours, theirs = socket.socketpair()
    control.enter(house.options.control, Visitor("guest", ""), theirs)
    disk.hold(game)
    sending = Sending(mine)
    assert disk.arrived.wait(PATIENCE)
    ask(ours, [{"ask": "room", "game": game}] * 5)
    until(lambda: waiting(house))

    def reads() -> bool:
        return any(
            each._transport is not None and each._transport.is_reading()
            for each in house.host.sessions.values() if each.me.guest
        )  # fmt: skip

    until(lambda: not house.do(reads))
    assert not any(house.do(reads) for _ in range(100))
    disk.release()
    sending.join(PATIENCE)
    assert [each["re"] for each in answers(ours, 5)] == [1, 2, 3, 4, 5]
    assert house.do(reads)
    ours.close()


def ask(ours: socket.socket, asks: list[dict[str, Any]]) -> None:
    """Greet, and ask all this in one breath."""
    numbered = [greeting(), *({"id": n, **each} for n, each in enumerate(asks, 1))]
    ours.sendall(b"".join(json.dumps(each).encode() + b"\n" for each in numbered))


def answers(ours: socket.socket, number: int) -> list[dict[str, Any]]:
    """Wait until so many questions are answered."""
    told = b""
    while told.count(b'"re":') < number or not told.endswith(b"\n"):
        told += ours.recv(1 << 20)
    return [each for each in map(json.loads, told.splitlines()) if "re" in each]


def test_whoever_comes_again_after_a_fault_is_counted_at_the_table(
    house: House, disk: Disk
) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = game_of(ana, bo)
    mine, theirs = whose_turn(ana.sit(game), bo.sit(game))
    disk.fails = game
    assert answer(mine, random.Random(1)).failed
    until(lambda: isinstance(theirs.update(), Reply))
    disk.fails = ""

    def lines() -> int:
        return int(house.do(lambda: house.host.lobby.shelf.found(game).lines))

    ana.sit(game)
    bo.sit(game)
    assert lines() == 2
    bo.close()
    until(lambda: lines() == 1)


def test_a_guest_who_is_at_a_table_when_the_server_stops_is_no_fault(
    house: House, disk: Disk
) -> None:
    guest, ana = house.come("guest"), house.come("Ana")
    game = guest.make(wish("me", "anybody", listed=False)).game.name
    ana.join(guest.room(game).word)
    guest.sit(game)
    ana.sit(game)
    house.stop()
    assert [facts for event, facts in house.logged if event == "error"] == []


def test_a_clock_that_runs_out_waits_for_the_answer_on_its_way(house: House, disk: Disk) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = game_of(ana, bo, clock="day")
    mine, _ = whose_turn(ana.sit(game), bo.sit(game))
    disk.hold(game)
    sending = Sending(mine)
    assert disk.arrived.wait(PATIENCE)
    assert house.do(lambda: house.host.lobby.commits.pending(game)), "and it is in the index"
    house.ahead = 2 * 86_400.0
    for _ in range(3):
        house.do(house.host.lobby.tick)

    def stood_in() -> int:
        sql = "select count(*) from seats where game = ? and source = 'random'"
        return int(house.do(lambda: house.host.lobby.index.one(sql, game)))

    assert stood_in() == 0
    disk.release()
    sending.join(PATIENCE)
    assert isinstance(sending.reply, Reply)
    until(stood_in)


def test_many_who_are_late_at_once_hold_up_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    games = {game_of(ana, bo, clock="day") for _ in range(5)}
    until(lambda: not any(house.do(lambda: list(map(house.host.lobby.commits.pending, games)))))
    now, ticks = 0.0, [0]

    def stand_in(lobby: Lobby, game: str, seat: int, _why: str) -> None:
        nonlocal now
        now += LATE
        ticks[-1] += 1
        lobby.index.do("update seats set deadline = null where game = ? and seat = ?", game, seat)

    monkeypatch.setattr(Lobby, "stand_in", stand_in)
    monkeypatch.setattr(Lobby, "_clear_away", lambda _lobby: ticks.append(0))
    monkeypatch.setattr(lobby, "time", SimpleNamespace(perf_counter=lambda: now))
    house.ahead = 2 * 86_400.0
    until(lambda: sum(ticks) == len(games))
    assert max(ticks) == 2
