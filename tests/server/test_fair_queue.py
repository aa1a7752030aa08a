"""Questions of many lines: whoever asks without end waits, and nobody else does."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from houses import House

from elgrande.lobby.records import GameLine
from elgrande.lobby.wire import greeting
from elgrande.server import control
from elgrande.server.control import Visitor
from elgrande.server.fair_queue import FairPlaces, FairQueue
from elgrande.server.listing import Listing
from elgrande.server.rooms import Person
from patience import PATIENCE

MANY = 5000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


def test_what_is_read_leaves_the_loop_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though they could go on without end, they have their share and no more."""
    spent, rests, done = 0.0, [], []

    def work() -> None:
        nonlocal spent
        spent += 0.004
        done.append(sum(rests))

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def later(seconds: float, call: Callable[[], None]) -> None:
            rests.append(seconds)
            loop.call_soon(call)

        monkeypatch.setattr(loop, "call_later", later)
        queue = FairQueue(lambda: 0.0, share=0.25, spent=lambda: spent)
        for who in ("a", "b") * 50:
            queue.add(who, work)
        while len(done) < 100:
            await asyncio.sleep(0)
        assert spent / (spent + done[-1]) == pytest.approx(0.25, rel=0.1)
        monkeypatch.undo()

    asyncio.run(run())


def test_places_go_round() -> None:
    """Whoever keeps theirs for long has one at a time, and comes behind those who do not."""
    now = 0.0
    order: list[str] = []

    async def run() -> None:
        places = FairPlaces(2, lambda: now)
        leave = {who: asyncio.Event() for who in ("slow", "quick", "new")}

        async def come(who: str) -> None:
            async with places.place(who):
                order.append(who)
                await leave[who].wait()

        async def rest() -> None:
            for _ in range(20):
                await asyncio.sleep(0)

        nonlocal now
        tasks = [asyncio.create_task(come(who)) for who in ("slow", "slow", "slow", "quick")]
        await rest()
        assert order == ["slow", "quick"], "one of each account"
        tasks += [asyncio.create_task(come(who)) for who in ("new", "quick")]
        await rest()
        now = 2.0
        leave["slow"].set()
        await rest()
        assert order == ["slow", "quick", "new"], "the newcomer, not the one who had two seconds"
        tasks[1].cancel()
        tasks[4].cancel()
        await rest()
        assert order[3:] == ["slow"], "who has gone has left it"
        for each in leave.values():
            each.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order.count("slow") == 2
        assert order.count("quick") == 2
        assert places._free == 2

    asyncio.run(run())


def test_who_goes_while_waiting_takes_no_place_along() -> None:
    async def run() -> None:
        places = FairPlaces(1, lambda: 0.0)
        leave = asyncio.Event()

        async def come(who: str) -> None:
            async with places.place(who):
                await leave.wait()

        tasks = [asyncio.create_task(come(who)) for who in ("in", "gone", "next")]
        await asyncio.sleep(0)
        leave.set()
        # The place is free before who has gone can say so.
        tasks[1].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in done] == [type(None), asyncio.CancelledError, type(None)]
        assert places._free == 1

    asyncio.run(run())


def test_whoever_has_had_least_comes_first() -> None:
    now = 0.0
    done: list[str] = []

    def work(who: str, seconds: float) -> None:
        nonlocal now
        now += seconds
        done.append(who)

    async def run() -> None:
        queue = FairQueue(lambda: now)

        def begin() -> None:
            # All this is asked while the first is answered.
            for _ in range(5):
                queue.add("@guest", lambda: work("guest", 1.0))
            for _ in range(3):
                queue.add("ana", lambda: work("ana", 0.1))
            work("guest", 1.0)

        queue.add("@guest", begin)
        while len(done) < 9:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert done == ["guest", "ana", "ana", "ana", *["guest"] * 5]


def test_a_fault_in_one_answer_keeps_nobody_else_waiting() -> None:
    done, faults = [], []

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: faults.append(context["exception"]))
        queue = FairQueue()
        queue.add("ana", lambda: 1 / 0)
        queue.add("bo", lambda: done.append("bo"))
        while not done:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert done == ["bo"]
    assert [type(each) for each in faults] == [ZeroDivisionError]


def test_a_flood_of_questions_on_one_line_holds_up_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, sent, order = threading.Event(), threading.Event(), list[bool]()

    def games(_listing: Listing, person: Person) -> list[GameLine]:
        order.append(person.me.guest)
        if len(order) == 2:
            # She asks in the midst of it.
            asked.set()
            assert sent.wait(PATIENCE)
        return []

    monkeypatch.setattr(Listing, "games", games)
    ana = line(house, Visitor("Ana", "SHA256:Ana", address="192.0.2.1"))
    guest = line(house, Visitor("guest", "", address="192.0.2.66"))
    asking = threading.Thread(target=ask, args=(guest, MANY))
    asking.start()
    assert asked.wait(PATIENCE)
    ask(ana, 1)
    sent.set()
    answers(ana, 1)
    answers(guest, MANY)
    assert order.index(False) < MANY // 2
    asking.join(PATIENCE)


def line(house: House, visitor: Visitor) -> socket.socket:
    """Come in."""
    ours, theirs = socket.socketpair()
    control.enter(house.options.control, visitor, theirs)
    ours.settimeout(PATIENCE)
    return ours


def ask(ours: socket.socket, number: int) -> None:
    """Ask so often for the list in one breath."""
    asks = [greeting(), *({"id": n + 1, "ask": "games"} for n in range(number))]
    ours.sendall(b"".join(json.dumps(each).encode() + b"\n" for each in asks))


def answers(ours: socket.socket, number: int) -> None:
    """Wait until all questions of a line are answered, and hang up."""
    told = b""
    while told.count(b'"re":') < number:
        told += ours.recv(1 << 20)
    ours.close()
