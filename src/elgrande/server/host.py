"""The host: one process that has all tables, all journals, the lobby and the bots.

It listens on the control socket alone. ``run`` is the whole of it; everything happens on one
event loop, but for the bots, which think in processes of their own.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import sqlite3
import time
import traceback
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from elgrande.content.clean import clean
from elgrande.content.files import Unreadable, reason
from elgrande.lobby.client import Denied
from elgrande.lobby.wire import LONGEST_TOLD, LineReader, WireError, packed
from elgrande.saves import Paths, SaveError, Store
from elgrande.server import control
from elgrande.server.admin import DRAINED, Admin
from elgrande.server.commits import Commits
from elgrande.server.control import BANNED, NAME, NotAdmitted, Order, Visitor
from elgrande.server.events import ALIVE, READY, event, tell_manager
from elgrande.server.index import FILE, IndexBroken, LobbyIndex
from elgrande.server.limits import MINUTE, Lately, Options
from elgrande.server.lobby import Lobby
from elgrande.server.reindex import catch_up, reindex
from elgrande.server.session import UNWRITTEN, Session
from elgrande.server.supervise import NotAlone, release, take

LOCK = "host.lock"
TICK = 1.0
"""Seconds between two looks at the clocks."""
KEPT = 64
"""So many descriptors are for those who are in: for their games, and the bots in them."""
CALLERS = 64
"""So many calls on the control socket are heard at once."""
CALL = 5.0
"""Seconds that a call may take to be said."""
NOT_YOURS = "This is for the user who runs the server."
NO_FRONT = "This host hears another process, or none yet."
NOT_HEARD = "The server starts again at this moment; connect again in a moment."
TWO_FRONTS = "Another process of this user is this host's front already."
TOO_LONG = "The answer is too long to be said; ask for less of it."
NO_MORE = "This server has no room for one line more; come again in a few minutes."
STOPPED = "The server has stopped; every game is kept. Come back in a few minutes."


class HostError(Exception):
    """The host cannot start; the message is one sentence."""


logged = partial(event, "host")
"""Writes one event as a line of JSON to standard error."""


def run(
    options: Options,
    *,
    log: Callable[..., None] = logged,
    ready: Callable[[], None] = lambda: None,
) -> int:
    """Be the host until told to stop by TERM, INT or ``drain``; returns the exit code.

    HostError with a sentence if it cannot begin; ``ready`` is called when it can be reached.
    """

    async def serve() -> None:
        host = HostProcess(options, log)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(ValueError, NotImplementedError, RuntimeError):
                loop.add_signal_handler(number, host.stop, STOPPED)
        try:
            host.listen()
            ready()
            await host.serve()
        finally:
            await host.close()

    asyncio.run(serve())
    return 0


class HostProcess:
    """The host, inside its event loop."""

    def __init__(
        self,
        options: Options,
        log: Callable[..., None] = logged,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.options = options
        self.log = log
        self.clock = clock
        self.sessions: dict[int, Session] = {}
        self._number = 0
        self._refused = Lately(1, MINUTE, time.monotonic)
        self._fronts: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self._calls: set[asyncio.Task[Any]] = set()
        self._stopping = asyncio.Event()
        self._farewell = STOPPED
        paths = Paths(options.data)
        self._commits = Commits(lambda game, error: self.lobby.not_saved(game, reason(error)))
        self._store = Store(paths, later=self._commits.add)
        try:
            folders = dict.fromkeys((options.data, options.control))
            self._locks = [take(folder, LOCK) for folder in folders]
            paths.saves.mkdir(parents=True, exist_ok=True, mode=0o700)
            index = LobbyIndex(paths.data / FILE, log)
        except (NotAlone, IndexBroken, OSError) as error:
            raise HostError(str(error)) from None
        self.lobby = Lobby(options, index, self._store, self._commits, clock, log)
        self.admin = Admin(
            self.lobby, self.sessions, order=self.order, stop=self.stop, reindex=self.reindex
        )

    # -- its life ------------------------------------------------------------------------

    def listen(self) -> None:
        """Make the control socket; HostError if it cannot be."""
        path = self.options.control / NAME
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            path.unlink(missing_ok=True)
            # Nobody may come between its making and its mode.
            before = os.umask(0o117 if self.options.fronts else 0o177)
            try:
                sock.bind(str(path))
            finally:
                os.umask(before)
            sock.listen(CALLERS)
            sock.setblocking(False)
        except OSError as error:
            sock.close()
            raise HostError(
                f"The control socket {path} cannot be made ({error.strerror or error}); choose "
                "another folder for it."
            ) from None
        self._listener = sock
        self._number = int(self.clock())

    async def serve(self) -> None:
        """Answer until told to stop."""
        assert self._listener is not None
        with suppress(SaveError):
            self._store.sweep()
        if not (self.lobby.index.whole or self._store.summaries()):
            await self._reindex()
        with self.lobby.index.tries("the start"):
            catch_up(self.lobby)
            # A guest who was in when the server went is not the guest who comes in next.
            self.lobby.clocks.woken()
            self.lobby.gathering.forget_guests()
        self.log("started", saves=str(self._store.paths.saves))
        tell_manager(READY)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._failed)
        works = [loop.create_task(work()) for work in (self._accept, self._tick, self._wake)]
        try:
            stopped = loop.create_task(self._stopping.wait())
            waiting = {stopped, *works[:2]}
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stopped}:
                task.result()
        finally:
            for task in (*works, stopped):
                task.cancel()

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log a fault of ours that nobody waited for; the line that it was on has ended."""
        error = context.get("exception")
        told = traceback.format_exception(error) if isinstance(error, BaseException) else []
        self.log("error", what=str(context.get("message")), why=told[-4:])

    def stop(self, farewell: str = STOPPED) -> None:
        """End soon, with a sentence for everybody."""
        self._farewell = farewell
        self._stopping.set()

    async def close(self) -> None:
        """Let go of everything; what was acknowledged is in the saves."""
        if self._listener is not None:
            self._listener.close()
            (self.options.control / NAME).unlink(missing_ok=True)
        await self._commits.durable()
        for session in [*self.sessions.values()]:
            session.close(self._farewell)
        for task in self._calls:
            task.cancel()
        for front in self._fronts:
            front.close()
        self.lobby.on_turn.close()
        # Let what was said last go out.
        for _ in range(3):
            await asyncio.sleep(0)
        self.lobby.close()
        for lock in self._locks:
            release(lock)
        if self._listener is not None:
            self.log("stopped")

    def reindex(self) -> asyncio.Task[Any]:
        """Add to the index what it lacks, while everybody goes on."""
        return self._go_on(self._reindex())

    def _go_on(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside everything else, until it is done or the host ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)
        return task

    async def _reindex(self) -> None:
        with self.lobby.index.tries("the list of games"):
            games, keys = await reindex(self.lobby)
            self.lobby.index.complete()
            self.log("indexed", games=games, keys=keys)

    async def _tick(self) -> None:
        written = 0.0
        while True:
            try:
                self.lobby.tick()
            except Exception as error:
                # Of a fault at one game all others hear nothing.
                fault = {"message": "a tick failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(fault)
            tell_manager(ALIVE)
            if self.options.metrics is not None and self.clock() - written >= MINUTE:
                written = self.clock()
                self._write_metrics(self.options.metrics)
            await asyncio.sleep(TICK)

    async def _wake(self) -> None:
        """Go on with the games in which a bot may owe an answer, one after another.

        Those are the ones that wait for nobody, that lost a guest, or of which the index has not
        what the save has: the server, or the machine, ended between the two.
        All others sleep until somebody comes.
        """
        if not self.lobby.index.whole:
            await self.reindex()
        sizes = {save.name: save.size for save in self._store.summaries()}
        for row in self.lobby.index.rows(
            "select name, size, exists (select 1 from seats where game = name and since is not "
            "null and person != '') as waits from games where state = 'running'"
        ):
            if row["waits"] and sizes.get(row["name"]) == row["size"]:
                continue
            with self.lobby.index.tries("a game"):
                while not self.lobby.wake(row["name"]):
                    await asyncio.sleep(TICK)
            await asyncio.sleep(0)

    def _write_metrics(self, path: Path) -> None:
        new = path.with_name(f".{path.name}.new")
        try:
            # What lies there is of no run that goes on; a pipe would wait for a reader.
            new.unlink(missing_ok=True)
            new.write_text(self.admin.numbers() + "\n", "utf-8")
            new.replace(path)
        except OSError as error:
            self.lobby.index.unwritten("the numbers", error)

    # -- the control socket --------------------------------------------------------------

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        assert self._listener is not None
        while True:
            try:
                sock, _ = await loop.sock_accept(self._listener)
            except OSError as error:
                # Out of descriptors, though some are kept: those that there are will end.
                self.log("call refused", why=str(error))
                await asyncio.sleep(TICK)
                continue
            sock.setblocking(False)
            self._go_on(self._call(sock))

    async def _call(self, sock: socket.socket) -> None:
        """Answer one call, and close it unless it hears."""
        descriptors: list[int] = []
        kept = False
        try:
            async with asyncio.timeout(CALL):
                message = await self._said(sock, descriptors)
            try:
                answer, kept = self._answer(sock, message, descriptors)
                if message.get("call") == "admin":
                    await self._commits.durable()
            except (Denied, NotAdmitted, Unreadable) as denied:
                answer = {"refused": str(denied)}
            except (OSError, sqlite3.Error) as error:
                self.lobby.index.unwritten("a call", error)
                answer = {"refused": UNWRITTEN}
            if answer is not None:
                await asyncio.get_running_loop().sock_sendall(sock, _packed(answer))
        except (OSError, WireError, TimeoutError):
            pass
        finally:
            for each in descriptors:
                os.close(each)
            if not kept:
                sock.close()

    async def _said(self, sock: socket.socket, descriptors: list[int]) -> dict[str, Any]:
        loop, lines = asyncio.get_running_loop(), LineReader(LONGEST_TOLD)
        while True:
            readable = asyncio.Event()
            loop.add_reader(sock, readable.set)
            try:
                await readable.wait()
            finally:
                loop.remove_reader(sock)
            data, found = control.received(sock, 1 << 16)
            descriptors += found
            if not data:
                raise WireError("It hung up.")
            if messages := lines.feed(data):
                return messages[0]

    def _answer(
        self, sock: socket.socket, message: dict[str, Any], descriptors: list[int]
    ) -> tuple[dict[str, Any] | None, bool]:
        """Return the answer to a call, and whether the caller stays to hear orders."""
        user = control.peer(sock)
        master = user in (0, os.geteuid())
        if not master and user not in self.options.fronts:
            self._refuse(sock, NOT_YOURS)
        match message:
            case {"call": "enter" | "banned" | "bans" as call, "visitor": dict(visitor)}:
                # A session is of the front's user, too, and none but the front knows who is there.
                if control.process(sock) not in self._hearing(user):
                    self._refuse(sock, NOT_HEARD, NO_FRONT)
                if call == "enter":
                    return self._enter(_visitor(visitor), descriptors), False
                if call == "bans":
                    return {"bans": self.admin.banned_addresses()}, False
                who = _visitor(visitor)
                name = self.lobby.people.owner(who.fingerprint)
                new = self.lobby.people.share(name) != name
                return {"banned": self._banned(who), "known": bool(name), "new": new}, False
            case {"call": "here", "unused": list(unused), "numbers": dict(numbers)}:
                if control.process(sock) not in self._hearing(user):
                    self._refuse(sock, NOT_HEARD, NO_FRONT)
                if not all(isinstance(each, int) for each in numbers.values()):
                    raise Denied("A number is whole.")
                self.admin.unused = [_visitor(each) for each in unused]
                self.admin.front = {clean(name, 40): each for name, each in numbers.items()}
                return {}, False
            case {"call": "hear"}:
                if self._hearing(user) - {control.process(sock)}:
                    self._refuse(sock, TWO_FRONTS)
                sock.setblocking(False)
                self._fronts.append(sock)
                # While nobody heard, somebody may have gone to a table.
                for session in self.sessions.values():
                    if session.at is not None:
                        self._went(session.number, session.at)
                if self.admin.draining:
                    self.order(Order("drain", text=DRAINED))
                self.order(Order("bans"))
                return None, True
            case {"call": "admin", "words": list(words)}:
                if not master:
                    self._refuse(sock, NOT_YOURS)
                if not all(isinstance(word, str) for word in words):
                    raise Denied("A call is a list of words.")
                return self.admin.call(words), False
            case _:
                raise Denied("There is no such call.")

    def _refuse(self, sock: socket.socket, sentence: str, why: str = "") -> NoReturn:
        """Refuse a call, and log that once a minute of each process."""
        user, process, why = control.peer(sock), control.process(sock), why or sentence
        if self._refused.may(f"{user} {process} {why}"):
            self.log("call refused", user=user, process=process, why=why)
        raise NotAdmitted(sentence)

    def _hearing(self, user: int | None) -> set[int]:
        """Return the processes of a user that hear; who has gone is forgotten."""
        for front in [*self._fronts]:
            try:
                gone = not front.recv(1)
            except OSError as error:
                gone = not isinstance(error, BlockingIOError)
            if gone:
                self._fronts.remove(front)
                front.close()
        return {control.process(each) for each in self._fronts if control.peer(each) == user}

    def _banned(self, visitor: Visitor) -> str:
        name = self.lobby.people.owner(visitor.fingerprint)
        banned = self.admin.banned(name, visitor.fingerprint, visitor.address)
        return BANNED if banned else ""

    def _enter(self, visitor: Visitor, descriptors: list[int]) -> dict[str, Any]:
        if self.admin.draining:
            raise NotAdmitted(DRAINED)
        if sentence := self._banned(visitor):
            raise NotAdmitted(sentence)
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        # They are numbered from below; where there are no more, the kernel hands over none.
        if not descriptors or 0 < most <= descriptors[0] + min(KEPT, most // 4):
            raise NotAdmitted(NO_MORE)
        me = self.lobby.people.admit(visitor)
        # Another device of theirs knows also which guests are not read.
        me = next((line.me for line in self.lobby.presence.of(me.name)), me)
        try:
            end = socket.socket(fileno=descriptors[0])
        except OSError:
            raise NotAdmitted("What was handed over is not a socket.") from None
        descriptors.pop(0)
        if end.family != socket.AF_UNIX or end.type != socket.SOCK_STREAM:
            end.close()
            raise NotAdmitted("What was handed over is not a socket that this host can use.")
        end.setblocking(False)
        self._number += 1
        number, loop = self._number, asyncio.get_running_loop()
        session = Session(number, me, visitor, self.lobby, self._ended, loop.time(), self._went)
        self.sessions[number] = session
        # A transport of a socket that is there already: no connection is made.
        self._go_on(loop.create_unix_connection(lambda: session, sock=end))
        self.log(
            "entered", session=number, person=me.name, address=clean(visitor.address, 60),
            key=clean(visitor.fingerprint, 60), door=clean(visitor.door, 60) or None,
        )  # fmt: skip
        return {"session": number, "name": me.name, "guest": me.guest}

    def _went(self, number: int, game: str) -> None:
        """Tell the front at which table somebody is; it outlives us."""
        self.order(Order("at", number, game))

    def _ended(self, session: Session) -> None:
        self.sessions.pop(session.number, None)
        self.log("left", session=session.number, person=session.me.name)

    def order(self, order: Order) -> None:
        """Tell every front to do something."""
        for front in [*self._fronts]:
            try:
                front.send(control.told(order))
            except OSError:
                self._fronts.remove(front)
                front.close()


def _packed(answer: dict[str, Any]) -> bytes:
    """Return an answer as a line, or that it is too long for one."""
    try:
        return packed(answer, LONGEST_TOLD)
    except WireError:
        return packed({"refused": TOO_LONG}, LONGEST_TOLD)


def _visitor(data: dict[str, Any]) -> Visitor:
    names = ("user", "fingerprint", "address", "door", "server")
    texts = {name: data.get(name, "") for name in names}
    if not all(isinstance(text, str) and len(text) <= 200 for text in texts.values()):
        raise Denied("A visitor has short texts.")
    return Visitor(**texts)
