"""A whole host in a thread of its own, and people who come to it over socketpairs."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from elgrande.lobby import GameWish, LobbyClient, News, SeatWish
from elgrande.lobby.wire import WireClient
from elgrande.server import control
from elgrande.server.control import HostGone, NotAdmitted, Visitor
from elgrande.server.host import HostProcess
from elgrande.server.limits import Options
from elgrande.table import Chair, Look
from patience import PATIENCE, until

COLOURS = ("red", "blue", "green", "yellow", "white")
SLOW = 100
"""So much slower goes the clock of a host: on a busy machine nobody's time is up for that."""


def wish(*who: str, **others: Any) -> GameWish:
    """A game of the first colours: "me", "anybody", a bot, or a person's name for an invitation."""
    seats = tuple(
        SeatWish(colour, each) if each.islower() else SeatWish(colour, "invited", each)
        for colour, each in zip(COLOURS, who, strict=False)
    )
    return GameWish(others.pop("edition", "1996"), seats, **others)


class House:
    """A host in a folder; a test sets its clock ``ahead``."""

    def __init__(self, folder: Path, **chosen: Any) -> None:
        chosen.setdefault("stand_in", "random")
        # Here people answer faster than anybody reads.
        chosen.setdefault("changes", 100_000)
        chosen.setdefault("endless", 100_000)
        self.options = Options(folder, folder / "c", **chosen)
        self.logged: list[tuple[str, dict[str, Any]]] = []
        self.ahead = 0.0
        self._clients: list[LobbyClient] = []
        self._ready = threading.Event()
        self.fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait(PATIENCE)
        if self.fault is not None:
            raise self.fault
        self._hears = hearing(self.options.control)

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:
            self.fault = error
        finally:
            self._ready.set()

    async def _main(self) -> None:
        import time

        began = time.time()
        self.host = HostProcess(
            self.options,
            lambda event, **fields: self.logged.append((event, fields)),
            lambda: began + (time.time() - began) / SLOW + self.ahead,
        )
        self.loop = asyncio.get_running_loop()
        try:
            self.host.listen()
            self._ready.set()
            await self.host.serve()
        finally:
            await self.host.close()

    def do(self, what: Callable[[], Any]) -> Any:
        """Do something in the host's own thread."""

        async def doing() -> Any:
            return what()

        return asyncio.run_coroutine_threadsafe(doing(), self.loop).result(PATIENCE)

    def come(self, user: str, key: str | None = None, **more: Any) -> LobbyClient:
        """Come in as somebody, by a key of that name; a guest has none."""
        ours, theirs = socket.socketpair()
        key = user.partition("+")[0] if key is None else key
        fingerprint = f"SHA256:{key}" if key and user != "guest" else ""
        try:
            control.enter(self.options.control, Visitor(user, fingerprint, **more), theirs)
        except BaseException:
            ours.close()
            raise
        client = LobbyClient(WireClient(ours, PATIENCE))
        self._clients.append(client)
        return client

    def together(self, one: str, other: str, **others: Any) -> tuple[LobbyClient, LobbyClient, str]:
        """Let one come and make a game, and the other come and join it by invitation."""
        clients = self.come(one), self.come(other)
        game = clients[0].make(wish("me", other, **others)).game.name
        clients[1].join(game)
        return *clients, game

    def admin(self, *words: str) -> dict[str, Any]:
        return control.admin(self.options.control, *words)

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.stop()

    def stop(self) -> None:
        self._hears.close()
        with suppress(HostGone, RuntimeError):
            self.loop.call_soon_threadsafe(self.host.stop)
        self._thread.join(PATIENCE)


def code_of(answer: dict[str, Any]) -> str:
    """The code in the answer to ``rekey``."""
    return str(answer["text"]).partition("+")[2].partition("@")[0]


def hearing(folder: Path) -> socket.socket:
    """Be the front of a host: only from the process that hears it takes people."""
    heard = socket.socket(socket.AF_UNIX)
    heard.connect(str(folder / control.NAME))
    heard.sendall(b'{"call": "hear"}\n')

    def answers() -> bool:
        # An older host, which benchmarks measure beside, tells less, but it has heard.
        with suppress(NotAdmitted):
            with suppress(KeyError):
                control.banned(folder, Visitor("", ""))
            return True
        return False

    until(answers, "a host that hears us")
    return heard


class Told:
    """The news that a client gets."""

    def __init__(self, client: LobbyClient) -> None:
        self.news: list[News] = []
        client.subscribe(self.news.append)

    def wait(self, kind: str, game: str = "") -> News:
        """Wait for news of a kind and take it off."""

        def found() -> News | None:
            return next(
                (n for n in self.news if n.kind == kind and (not game or n.game == game)), None
            )

        news: News = until(found, kind)
        self.news.remove(news)
        return news


def play(chairs: list[Chair], chance: random.Random, answers: int = 10_000) -> int:
    """Let people answer at random, until so many answers are given or the game is over."""
    given = 0
    while given < answers:
        for chair in chairs:
            look = until(chair.update)
            assert isinstance(look, Look)
            if look.view.over:
                return given
            if look.seat is not None and look.seat in look.decision.owing and look.decision.codes:
                text = chair.rules.text(chance.choice(look.decision.codes))
                # A bot may have answered meanwhile, so that it is another question.
                given += bool(chair.send(look.seat, [text]))
    return given
