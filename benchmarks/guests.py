"""How long somebody with a key waits for a bot while twenty guests do their worst.

    python benchmarks/guests.py            # some minutes, 100 answers without guests and 100 with
    python benchmarks/guests.py 20         # so many of each

A host of its own, without a front. Each guest has an address, makes as many games as may be made
there, with marshals in the game that costs most, answers in all of them, and asks for advice. Every
second one talks and looks again and again besides; the others wait for their turns, so that they
take no time of a machine which they would not have in truth. The 95th of 100 waits may be 2 s
longer than the middle one without them; how many answers the guests got shows that they had to
be served.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "tests" / "server"), str(HERE.parent / "tests")]

from houses import hearing, wish  # noqa: E402

from elgrande.lobby import LobbyClient  # noqa: E402
from elgrande.lobby.client import Denied  # noqa: E402
from elgrande.server import control  # noqa: E402
from elgrande.server.control import HostGone, Visitor  # noqa: E402
from elgrande.table import Gone, Reply  # noqa: E402

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized
    from multiprocessing.synchronize import Event

    from elgrande.table import Chair

GUESTS, MORE = 20, 2.0
COSTLY = {"expansions": ("intrigue", "colonies"), "listed": False}


def line(at: Path, visitor: Visitor) -> socket.socket:
    """Let somebody in."""
    ours, theirs = socket.socketpair()
    control.enter(at, visitor, theirs)
    return ours


def client_on(sock: socket.socket) -> LobbyClient:
    client = LobbyClient.on(sock)
    client.line.patience = 60.0
    return client


def answered(chair: Chair, rng: random.Random) -> Any:
    """Give an answer if one is owed; return the reply to it, or None."""
    look = chair.update()
    if isinstance(look, Reply) or look.seat not in look.decision.owing:
        return None
    return chair.send(look.seat, [look.view.rules.text(rng.choice(look.decision.codes))])


def pester(
    sock: socket.socket, number: int, stop: Event, go: Event, given: Synchronized[int]
) -> None:
    """Be a guest who does all that a guest may, as fast as it is let.

    Guests are elsewhere in truth, so here they take the time that nobody else wants.
    """
    os.nice(19)
    rng = random.Random(number)
    go.wait()
    client = client_on(sock)
    chairs: dict[str, Chair] = {}
    asking: threading.Thread | None = None
    while not stop.is_set():
        with suppress(Denied, Gone):
            if len(chairs) < 20:
                game = client.make(wish("me", *["marshal"] * 4, **COSTLY)).game.name
                chairs[game] = client.sit(game)
        for game, chair in chairs.items():
            with suppress(Denied, Gone):
                if answered(chair, rng):
                    with given:
                        given.value += 1
                if number % 2:
                    client.games()
                    client.say(game, "worst " * 8)
            if asking is None or not asking.is_alive():
                look = chair.update()
                if not isinstance(look, Reply) and look.seat in look.decision.owing:
                    asking = threading.Thread(target=advised, args=(client, game, look.seat))
                    asking.start()
        if not number % 2:
            stop.wait(0.5)
    client.close()


def advised(client: LobbyClient, game: str, seat: int) -> None:
    with suppress(Denied, Gone):
        client.advise(game, seat)


def waits(ana: LobbyClient, number: int) -> list[float]:
    """Return how many seconds the bot's next answer took, so many times."""
    rng, found = random.Random(1), list[float]()
    while len(found) < number:
        game = ana.make(wish("me", "steward", "steward", "steward")).game.name
        chair, news = ana.sit(game), queue.SimpleQueue[dict[str, Any]]()
        chair.subscribe(news.put)
        while len(found) < number:
            began, reply = time.perf_counter(), answered(chair, rng)
            if not reply:
                look = chair.update()
                if isinstance(look, Reply) or look.view.over:
                    break
                with suppress(queue.Empty):
                    news.get(timeout=0.2)
                continue
            look = reply.update
            if look.view.over or look.seat in look.decision.owing:
                continue
            while news.get(timeout=120).get("changed", -1) <= reply.entry:
                pass
            found.append(time.perf_counter() - began)
        chair.close()
        with suppress(Denied):
            ana.hand_over(game, "random")
    return sorted(found)


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    folder = Path(tempfile.mkdtemp(prefix="eg-"))
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(folder), "serve",
             "--as-root", "--part", "host", "--control", str(folder / "c")],
            stderr=log,
        )  # fmt: skip
    try:
        while True:
            with suppress(HostGone):
                control.admin(folder / "c", "stats")
                break
            time.sleep(0.05)
        heard = hearing(folder / "c")
        # Guests are copies of this process, made before it has threads.
        lines = [line(folder / "c", Visitor("guest", "", f"10.0.{n}.1")) for n in range(GUESTS)]
        stop, go = multiprocessing.Event(), multiprocessing.Event()
        given = multiprocessing.Value("i", 0)
        guests = [
            multiprocessing.Process(target=pester, args=(sock, n, stop, go, given), daemon=True)
            for n, sock in enumerate(lines)
        ]
        for guest in guests:
            guest.start()
        ana = client_on(line(folder / "c", Visitor("Ana", "SHA256:Ana", "192.0.2.1")))
        alone = waits(ana, number)
        go.set()
        time.sleep(20.0)
        before, began = given.value, time.perf_counter()
        crowded = waits(ana, number)
        served, lasted = given.value - before, time.perf_counter() - began
        costs = control.admin(folder / "c", "costs")
        stop.set()
        for guest in guests:
            guest.join(30)
        heard.close()
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, {GUESTS} guests")
    for what, found in (("without them", alone), ("with them", crowded)):
        late = found[round(0.95 * number) - 1]
        print(f"{what:<14} {statistics.median(found):.2f} s, 95 of 100 {late:.2f} s", end="")
        print(f", the longest {found[-1]:.2f} s")
    more = crowded[round(0.95 * number) - 1] - statistics.median(alone)
    print(f"more            {more:.2f} s, promised {MORE} s")
    print(f"the guests gave {served} answers in these {lasted:.0f} s")
    print(costs["text"])
    return int(more > MORE)


sys.exit(main())
