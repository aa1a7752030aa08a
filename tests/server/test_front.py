"""The front over a real socket: doors, refusals, terminals, caps. Sessions are small programs."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from asyncssh.channel import SSHClientChannel  # noqa: E402
from asyncssh.connection import MSG_IGNORE, MSG_USERAUTH_REQUEST  # noqa: E402
from asyncssh.packet import Boolean, MPInt, String  # noqa: E402
from small_host import TODAY  # noqa: E402

from elgrande.server.control import Order  # noqa: E402
from elgrande.server.front.channel import _again  # noqa: E402
from elgrande.server.front.connection import Connection  # noqa: E402
from elgrande.server.front.intake import PIECE  # noqa: E402
from elgrande.server.front.listening import HEARS  # noqa: E402
from elgrande.server.front.processes import Client, Pipes, TerminalStreams  # noqa: E402
from elgrande.server.limits import BUFFER, FRIENDS, UNSENT, AddressSet, Homes  # noqa: E402
from elgrande.server.request import GAME, INVITATION, LOBBY, SessionRequest  # noqa: E402
from patience import PATIENCE, eventually  # noqa: E402

WORDS = {
    "sh -c id": "runs no commands",
    "scp -t /x": "runs no commands",
    "export": "Say which game",
    "rm;ls": "cannot be the name of a game",
    "../../etc/passwd": "cannot be the name of a game",
    "plain $(id)": "cannot be the name of a game",
    "game-1": "needs a terminal",
}


async def test_who_has_no_terminal_is_told_so_and_words_reach_no_shell(
    served: Callable[..., Any],
) -> None:
    async with served() as here:
        for words, why in {None: "needs a terminal", **WORDS}.items():
            found = await here.run(words)
            assert found.exit_status == 2, words
            assert not found.stdout
            assert why in found.stderr
            assert found.stderr.count("\n") == 1, "one sentence"
        dumb = await here.run(None, term_type="dumb")
        assert dumb.exit_status == 2
        assert "cannot draw" in dumb.stderr + dumb.stdout
        assert here.said("session") == []


async def test_nothing_else_that_ssh_can_do_is_done(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as connection:
        with pytest.raises(asyncssh.SFTPError):
            await connection.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError, match="forwards nothing"):
            await connection.open_connection("127.0.0.1", here.port)
        with pytest.raises(asyncssh.ChannelOpenError, match="forwards nothing"):
            await connection.open_unix_connection("/run/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", here.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path("/tmp-nowhere", "/tmp-nowhere")
        said = await connection.run("whoami")
        assert said.stderr == "This server forwards nothing; it plays El Grande.\n", "once"
        assert not (await connection.run("whoami")).stderr
        assert len(here.said("refused")) >= 4


async def test_passwords_and_no_keys_get_a_sentence(served: Callable[..., Any]) -> None:
    read = []

    class Client(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, _n: str, text: str, *_rest: Any) -> list[str]:
            read.append(text)
            return []

    async with served() as here:
        for options in ({"client_keys": None}, {"client_keys": None, "password": "x"}):
            with pytest.raises(asyncssh.PermissionDenied):
                await here.connect(client_factory=Client, **options)
        with pytest.raises(asyncssh.PermissionDenied):
            await here.connect("banned", client_factory=Client)
        assert ["ssh-keygen" in text for text in read] == [True, True, False]
        assert read[-1] == "Go away."
        assert f"ssh -p {here.port} guest@127.0.0.1." in read[0]
    async with served(guests=False) as here:
        with pytest.raises(asyncssh.PermissionDenied):
            await here.connect(client_factory=Client, client_keys=None)
        assert "guest" not in read[-1], "what is not offered is not named"


async def test_a_guest_needs_no_key_where_guests_are_welcome(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect("guest", client_keys=None) as connection:
        found = await connection.run("whoami")
        assert found.exit_status == 0
        assert here.host.came[-1]["user"] == "guest"
        assert here.host.came[-1]["fingerprint"] == ""
    async with served(guests=False) as here:
        with pytest.raises(asyncssh.PermissionDenied):
            await here.connect("guest", client_keys=None)


async def test_the_host_is_told_who_comes_and_may_refuse(served: Callable[..., Any]) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with served() as here:
        async with here.connect("bea", client_keys=[key]) as connection:
            await connection.run("join-ABCD", term_type="xterm")
        assert here.host.came == [
            {"user": "bea", "fingerprint": key.get_fingerprint(), "address": "127.0.0.1",
             "door": "join-ABCD", "server": f"127.0.0.1:{here.port}"},
        ]  # fmt: skip
        here.front.known_as = "games.example.org"
        await here.run("whoami")
        assert here.host.came[-1]["server"] == "games.example.org"
        refused = await here.run("games", name="stranger")
        assert refused.exit_status == 2
        assert refused.stderr == "That name belongs to another key.\n"
        here.host.close()
        gone = await here.run("games")
        assert gone.exit_status == 2
        assert "connect again soon" in gone.stderr
        here.host.close = lambda: None


async def test_a_public_key_that_was_only_asked_about_is_nobodys(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may have a public key; calling oneself a guest after it must not make one them."""
    public = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()

    async def ask_first(self: Any) -> None:
        self._conn.send_packet(
            MSG_USERAUTH_REQUEST, String("bea"), String("ssh-connection"), String("publickey"),
            Boolean(False), String(public.algorithm), String(public.public_data),
        )  # fmt: skip
        await eventually(lambda: here.host.asked)
        await self.send_request()

    monkeypatch.setattr(asyncssh.auth._ClientNullAuth, "_start", ask_first)
    async with served() as here, here.connect("guest", client_keys=None) as connection:
        await connection.run("whoami")
        (asked,) = here.host.asked
        assert asked["fingerprint"] == public.get_fingerprint()
        assert [(came["user"], came["fingerprint"]) for came in here.host.came] == [("guest", "")]
        assert [event["key"] for event in here.said("login")] == [""]


async def test_a_guest_is_told_to_the_host_without_a_key(served: Callable[..., Any]) -> None:
    async with served(guests=False) as here:
        await here.run("whoami", name="guest")
        assert here.host.came[-1]["fingerprint"] == ""
        await here.run("whoami", name="guest2")
        assert here.host.came[-1]["fingerprint"].startswith("SHA256:")


async def test_a_terminal_with_its_size_and_an_end(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as connection:
        process = await connection.create_process(
            "echo", term_type="xterm", term_size=(91, 33), encoding="utf-8"
        )
        seen = await process.stdout.readuntil("door game echo\r\n")
        process.stdin.write("size\n")
        seen = await process.stdout.readuntil("91 33\r\n")
        for said, told in (
            ((65535, 65535), (400, 150)), ((0, 0), (80, 24)), ((1, 1), (20, 8)),
            ((2**32 - 1, 1), (400, 8)),
        ):  # fmt: skip
            process.change_terminal_size(*said)
            process.stdin.write("size\n")
            # It is told ten times a second at most.
            while f"{told[0]} {told[1]}\r\n" != (seen := await process.stdout.readline()):
                if seen.startswith("you said"):
                    process.stdin.write("size\n")
        process.stdin.write("end\n")
        done = await process.wait()
        assert done.exit_status == 7, seen


async def test_a_window_settles_before_a_program_draws_it_again(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[tuple[int, ...]] = []
    monkeypatch.setattr(TerminalStreams, "resize", lambda _, *size: sizes.append(size))
    async with served() as here, here.connect() as client:
        process = await client.create_process("echo", term_type="xterm", term_size=(80, 24))
        await process.stdout.readuntil("echo\r\n")
        for number in range(300):
            process.change_terminal_size(81 + number, 24)
        await eventually(lambda: (380, 24) in sizes)
        assert len(sizes) < 100, "and the last one always"


async def test_a_window_that_never_settles_is_told_once_a_second(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty-eight terminals drawn anew ten times a second took all that the bots had."""
    monkeypatch.setattr(TerminalStreams, "resize", lambda *_: None)
    async with served() as here, here.connect() as client:
        process = await client.create_process("echo", term_type="xterm", term_size=(80, 24))
        await process.stdout.readuntil("echo\r\n")
        [channel] = here.front.sessions
        now, waits, loop = [100.0], list[float](), asyncio.get_running_loop()
        monkeypatch.setattr(loop, "time", lambda: now[0])
        monkeypatch.setattr(loop, "call_later", lambda wait, *_: waits.append(wait))
        for number in range(30):
            channel._window = (81 + number, 24)
            channel._resize()
            now[0] += waits[-1]
        assert waits[5] == 0.1
        assert waits[-10:] == [1.0] * 10
        now[0] += 60
        channel._window = (300, 24)
        channel._resize()
        assert waits[-1] == 0.1
        monkeypatch.undo()


async def test_a_session_gives_way_to_whoever_logs_in_and_a_guests_to_bots_too(
    served: Callable[..., Any],
) -> None:
    async with served() as here, here.connect() as ana, here.connect("guest") as guest:
        for nice, client in ((5, ana), (19, guest)):
            process = await client.create_process("echo", term_type="xterm")
            await process.stdout.readuntil("echo\r\n")
            session = (await eventually(lambda: here.said("session")))[-1]
            ours = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, session["process"]) == min(ours + nice, 19)
            # Where it is shared out by sessions, its nice to the others of its own is nothing.
            group = pathlib.Path(f"/proc/{session['process']}/autogroup")
            assert not group.exists() or group.read_text().endswith(f"nice {nice}\n")


async def test_pipes_carry_as_much_as_one_likes_and_end(served: Callable[..., Any]) -> None:
    async with served() as here:
        lines = "".join(f"line {n}\n" for n in range(20_000))
        found = await here.run("plain echo", input=lines)
        assert found.exit_status == 0
        assert found.stdout.count("you said line") == 20_000


async def test_what_is_typed_while_a_session_starts_reaches_it_in_order(
    served: Callable[..., Any],
) -> None:
    async with served() as here, here.connect() as connection:
        enter, start = here.front.reception.enter, here.front.starter.start
        typed, starts = asyncio.Event(), asyncio.Event()

        async def entered(*given: Any) -> Any:
            await typed.wait()
            return await enter(*given)

        async def started(*given: Any) -> Any:
            starts.set()
            await eventually(lambda: session._over)
            return await start(*given)

        here.front.reception.enter, here.front.starter.start = entered, started
        process = await connection.create_process("plain echo")
        process.stdin.write("line 1\n")
        await eventually(lambda: any(each._early for each in here.front.sessions))
        [session] = here.front.sessions
        typed.set()
        await starts.wait()
        process.stdin.write("line 2\n")
        process.stdin.write_eof()
        found = await process.wait()
        assert found.exit_status == 0
        assert re.findall("you said line (.)", found.stdout) == ["1", "2"]


async def test_a_session_has_its_streams_its_line_and_nothing_else(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "of the server")
    async with served() as here:
        env = {"LANG": "de_DE.UTF-8", "LD_PRELOAD": "x.so", "COLORTERM": "true\x1bcolor"}
        found = await here.run("plain facts", env=env)
        facts = json.loads(found.stdout.splitlines()[1])
        assert facts["environment"] == {
            "LANG": "de_DE.UTF-8", "TERM": "dumb", "PYTHONUTF8": "1", "SSH_CONNECTION": "served",
        }  # fmt: skip
        assert set(facts["descriptors"]) <= {"0", "1", "2", "3", "4"}
        assert facts["limits"] == [0, 0, 64]
        assert facts["folder"] == "/"
        strange = await here.run("facts", term_type="xterm\x1b[2J")
        assert "cannot draw" in strange.stdout + strange.stderr


async def test_a_session_writes_nothing_and_shows_nothing_of_its_inside(
    served: Callable[..., Any],
) -> None:
    async with served() as here:
        found = await here.run("plain write")
        assert found.stdout.splitlines()[1] == "written: []"
        failed = await here.run("plain fail")
        assert failed.exit_status == 1
        assert failed.stderr == "Something went wrong on this server; connect again.\r\n"
        (told,) = await eventually(lambda: here.said("session failed"))
        assert "a secret of the inside" in told["traceback"], "the sysop reads it"
        process = here.said("session")[-1]["process"]
        assert (told["name"], told["address"], told["process"]) == ("ana", "127.0.0.1", process)


async def test_whoever_hangs_up_leaves_no_process(served: Callable[..., Any]) -> None:
    async with served() as here:
        async with here.connect() as connection:
            process = await connection.create_process("echo", term_type="xterm")
            await process.stdout.readuntil("echo")
            (session,) = here.said("session")
            os.kill(session["process"], 0)
            connection.abort()
        await eventually(lambda: here.said("end"))
        with pytest.raises(ProcessLookupError):
            os.kill(session["process"], 0)
        assert here.front.caps.strangers == 0
        await eventually(lambda: not here.front.sessions)


async def test_a_session_that_lost_the_host_goes_on_with_the_next(
    served: Callable[..., Any],
) -> None:
    async with served(returning=0.3) as here, here.connect() as connection:
        process = await connection.create_process("lost", term_type="xterm")
        await process.stderr.readuntil("please wait.\r\n")
        await eventually(lambda: len(here.host.came) > 2, "the same door is opened again")
        assert {visitor["door"] for visitor in here.host.came} == {"lost"}
        here.host.close()
        done = await process.wait()
        assert done.exit_status == 2
        assert "connect again soon" in done.stderr
        here.host.close = lambda: None


async def test_who_came_by_the_lobby_is_back_at_the_table(served: Callable[..., Any]) -> None:
    async with served(returning=PATIENCE) as here, here.connect() as connection:
        process = await connection.create_process("echo", term_type="xterm")
        for at, door in (("facts-of-ana", "facts-of-ana"), ("", ""), ("echo", "echo")):
            await process.stdout.readuntil("\n")
            came = len(here.host.came)
            [session] = here.front.sessions
            here.front.ordered(Order("at", session.number, at))
            here.front.ordered(Order("at", session.number + 1, "of-somebody-else"))
            session.end(signal.SIGUSR1)
            await process.stderr.readuntil("please wait.\r\n")
            await eventually(lambda came=came: len(here.host.came) > came)
            assert here.host.came[-1]["door"] == door


async def test_who_reads_no_more_is_no_fault(served: Callable[..., Any]) -> None:
    async with served() as here:
        async with here.connect() as connection:
            process = await connection.create_process("plain echo")
            await process.stdout.readuntil("echo\n")
            [session] = here.front.sessions
            for descriptor in [*session._streams._out]:
                asyncio.get_running_loop().remove_reader(descriptor)
                session._streams._ours.discard(descriptor)
                os.close(descriptor)
            session._streams.gone.set()
            process.stdin.write("line\n")
            end = (await eventually(lambda: here.said("end")))[0]
        assert end["status"] == 128 + signal.SIGPIPE
        assert not here.said("session failed")


async def test_who_goes_while_a_session_starts_leaves_it_to_nobody(
    served: Callable[..., Any],
) -> None:
    """The next one would have had the process of this one, with its signals and its end."""
    async with served() as here:
        starter = here.front.starter
        line, _other = socket.socketpair()
        with line, _other, open(os.devnull, "r+b") as null:
            given = [null.fileno()] * 4 + [line.fileno()]
            stays = starter.start(given, {}, {"door": "lobby", "what": "", "nice": 0}, {})
            with pytest.raises(TimeoutError):
                # It goes as soon as it waits.
                async with asyncio.timeout(0):
                    await stays
            _, end = await starter.start(given, {}, {"door": "plain", "what": "", "nice": 0}, {})
            assert await asyncio.wait_for(end, PATIENCE) == 0
        await eventually(lambda: not starter._ends, "an end of what was for nobody")


async def test_a_forkserver_that_dies_is_started_again(served: Callable[..., Any]) -> None:
    async with served() as here:
        (first,) = here.said("ready")
        os.kill(first["process"], signal.SIGKILL)
        await eventually(lambda: here.said("forkserver"))
        assert (await here.run("whoami")).exit_status == 0
        assert len(here.said("ready")) == 2


async def test_connections_are_capped(served: Callable[..., Any]) -> None:
    async with served(connections=1) as here:
        async with here.connect() as one:
            await one.create_process("plain echo")
            async with here.connect() as another:
                await another.wait_closed()
            assert "As many are connected" in here.said("refused")[0]["why"]
        await eventually(lambda: not here.front._known)
        assert (await here.run("whoami")).exit_status == 0
    async with served(a_minute=2) as here:
        for _ in range(2):
            await here.run("whoami")
        with pytest.raises(asyncssh.DisconnectError, match="in a minute"):
            await here.connect()


async def _in(here: Any, *ways: tuple[str, Any, str]) -> list[str]:
    """Let some log in, each by name, key and address, who open nothing; return who is in then."""
    for number, (name, key, address) in enumerate(ways):
        await here.connect(name, client_keys=key, local_addr=(address, 0))
        await eventually(lambda number=number: len(here.said("login")) > number)
    await eventually(lambda: not [each for each in here.front._known if each.parted])
    return [f"{each.name} {each.address}" for each in here.front._known]


async def test_who_has_no_name_here_has_half_of_the_connections(
    served: Callable[..., Any],
) -> None:
    """Whoever has most without a session gives way, in whatever way they are no one."""
    key = [asyncssh.generate_private_key("ssh-ed25519")]
    async with served(connections=6) as here:
        guests = ("guest", (), "127.0.0.2"), ("Guest", key, "127.0.0.3"), ("new", key, "127.0.0.3")
        assert await _in(here, *guests, ("guest", (), "127.0.0.4")) == [
            "guest 127.0.0.2", "new 127.0.0.3", "guest 127.0.0.4"
        ]  # fmt: skip
    async with served(connections=3) as here:
        friends = [(name, key, "127.0.0.5") for name in ("ana", "bo", "eva")]
        assert await _in(here, guests[0], *friends) == [
            "ana 127.0.0.5", "bo 127.0.0.5", "eva 127.0.0.5"
        ]  # fmt: skip
    async with served(an_address=2) as here:
        many = [("ana", key, f"127.0.0.{number}") for number in range(2, 6)]
        assert await _in(here, *many) == ["ana 127.0.0.4", "ana 127.0.0.5"], "of one key"


@pytest.mark.parametrize("name", ["Guest", "GUEST", "new"])
async def test_a_guest_is_one_however_that_is_written(
    name: str, served: Callable[..., Any]
) -> None:
    async with (
        served(sessions=2, connections=100) as here,
        here.connect("guest", client_keys=()) as one,
    ):
        process = await one.create_process("plain echo")
        await process.stdout.readuntil("echo\n")
        refused = await here.run("plain echo", name=name)
        assert "As many guests" in refused.stderr
        assert not [each for each in here.host.came if each["user"] == name]
        if name != "new":
            async with here.connect(name, client_keys=()):
                assert here.said("login")[-1]["name"] == name


async def test_the_host_hears_who_is_here_without_a_session(served: Callable[..., Any]) -> None:
    told: list[Any] = []

    async def tell(*what: Any) -> None:
        told.append(what)

    async with served() as here, here.connect("guest", client_keys=()) as one:
        here.front.reception.tell = tell
        await here.front.tell_host()
        await one.create_process("plain echo")
        await eventually(lambda: here.said("session"))
        await here.front.tell_host()
    (unused, numbers), (nobody, _) = told
    assert [(each.user, each.address) for each in unused] == [("guest", "127.0.0.1")]
    assert numbers["connections_unused"] == numbers["connections"] == 1
    assert numbers["memory_most_bytes"] > 1 << 20
    assert not nobody


async def test_in_a_flood_who_was_here_comes_in(served: Callable[..., Any]) -> None:
    """Before all others, who has had a name for a day: else names of today would keep all out."""
    key = [asyncssh.generate_private_key("ssh-ed25519")]
    async with served(strangers=2, takes=(PATIENCE,) * 3) as here:
        for name, address in (("ana", "127.0.0.9"), ("ana", "127.0.0.10"), (TODAY, "127.0.0.8")):
            async with here.connect(name, client_keys=key, local_addr=(address, 0)):
                pass
            # Of another name the key is another's.
            key = [asyncssh.generate_private_key("ssh-ed25519")] if address[-1] == "0" else key
        begun: list[asyncio.StreamWriter] = []

        async def begin(*addresses: str) -> None:
            """From each somebody says what they should in time, and never signs."""
            for address in addresses:
                begun.append(
                    (await asyncio.open_connection(
                        "127.0.0.1", here.port, local_addr=(address, 0)
                    ))[1]
                )  # fmt: skip
                begun[-1].write(b"SSH-2.0-x\r\n")
                await eventually(
                    lambda address=address: (
                        [each.come_far for each in here.front._strangers if each.address == address]
                        == [1]
                    )
                )

        async def comes(address: str) -> list[str]:
            """Somebody logs in; return who is still at it."""
            async with here.connect(local_addr=(address, 0)):
                return [each.address for each in here.front._strangers]

        await begin("127.0.0.11", "127.0.0.12")
        assert await comes("127.0.0.13") == ["127.0.0.12"], "who came first gave way"
        await begin("127.0.0.8")
        assert await comes("127.0.0.14") == ["127.0.0.8"], "a stranger to a stranger"
        await begin("127.0.0.9")
        assert await comes("127.0.0.15") == ["127.0.0.9"], "the name of today to a stranger"
        await begin("127.0.0.10")
        for address in ("127.0.0.8", "127.0.0.16"):
            with pytest.raises(asyncssh.DisconnectError, match="Too many are logging in"):
                await here.connect(local_addr=(address, 0))
        assert await comes("127.0.0.9") == ["127.0.0.10"], "though all are friends"
        for writer in begun:
            writer.close()


def test_of_each_key_a_few_addresses_are_good() -> None:
    homes = Homes(FRIENDS)
    for number in range(100):
        homes.add("key", f"127.0.0.{number}")
    assert [f"127.0.0.{number}" in homes for number in (0, 95, 96, 99)] == [
        False,
        False,
        True,
        True,
    ]
    for number in range(1000):
        homes.add(f"key {number}", f"127.0.1.{number}")
    assert "127.0.0.99" not in homes
    assert len(homes._of) == FRIENDS


async def test_terminals_are_counted_by_their_owners(served: Callable[..., Any]) -> None:
    async with served(a_key=2, an_address=4, comes=5, a_connection=10) as here:
        key = asyncssh.generate_private_key("ssh-ed25519")

        async def opened(connection: Any) -> str:
            process = await connection.create_process("plain echo", stderr=asyncssh.STDOUT)
            return str(await process.stdout.readline())

        async with here.connect(client_keys=[key]) as one, here.connect("bo") as two:
            assert "door plain" in await opened(one)
            assert "door plain" in await opened(one)
            async with here.connect(client_keys=[key]) as again:
                assert "close one first" in await opened(again), "two of one key"
            for _ in range(2):
                assert "door plain" in await opened(two)
            async with here.connect("guest", client_keys=[]) as guest:
                assert "close one first" in await opened(guest), "four of one address"
            for _ in range(2):
                assert "close one first" in await opened(one)
            assert "very often" in await opened(one)


async def test_guests_leave_room_for_who_has_a_key(served: Callable[..., Any]) -> None:
    async with served(sessions=4, guest_idle=PATIENCE, a_connection=10) as here:

        async def comes(connection: Any) -> tuple[Any, str]:
            process = await connection.create_process("plain echo", stderr=asyncssh.STDOUT)
            return process, str(await process.stdout.readline())

        async with here.connect("guest", client_keys=[]) as guest, here.connect("bo") as bo:
            first, said = await comes(guest)
            second, _ = await comes(guest)
            assert "door plain" in said
            assert "As many guests" in (await comes(guest))[1]
            for _ in range(2):
                assert "door plain" in (await comes(bo))[1]
            assert "As many play here" in (await comes(bo))[1], "nobody is idle"
            # Who has been away for long at no table gives way, to a guest as well.
            here.front.limits = replace(here.front.limits, guest_idle=0)
            first.stdin.write("here\n")
            await first.stdout.readuntil("here\n")
            [playing, _] = [each for each in here.front.sessions if not each.visitor.person]
            playing.at = "toledo"
            assert "door plain" in (await comes(bo))[1]
            assert all(each.leaves or each is playing for each in here.front.sessions
                       if each.visitor.guest)  # fmt: skip
            ends = [asyncio.ensure_future(each.stdout.read()) for each in (first, second)]
            done, waits = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            assert ["you were away" in each.result() for each in done] == [True]
            assert len(waits) == 1
            for each in waits:
                each.cancel()


async def test_names_of_today_leave_room_like_guests(served: Callable[..., Any]) -> None:
    async with served(sessions=4, a_connection=10) as here:

        async def comes(connection: Any) -> str:
            process = await connection.create_process("plain echo", stderr=asyncssh.STDOUT)
            return str(await process.stdout.readline())

        async with here.connect(TODAY) as today, here.connect("bo") as bo:
            for _ in range(2):
                assert "door plain" in await comes(today)
            assert "As many guests" in await comes(today)
            assert "door plain" in await comes(bo)
        async with here.connect("new") as claimed:
            await eventually(lambda: not here.front.sessions)
            here.front._homes._of.clear()
            for _ in range(3):
                assert "door plain" in await comes(claimed), "the first evening all names are new"
        async with here.connect("bo"), here.connect("new") as claimed:
            await eventually(lambda: not here.front.sessions)
            for _ in range(2):
                assert "door plain" in await comes(claimed)
            assert "As many guests" in await comes(claimed), "though the name is theirs by now"


async def test_who_waits_for_a_start_has_no_terminal_yet(served: Callable[..., Any]) -> None:
    async with served(sessions=1, starts=1) as here, here.connect() as client:
        async with here.front.starting.place("somebody"):
            process = await client.create_process("plain echo", stderr=asyncssh.STDOUT)
            await eventually(lambda: here.front.starting._waiting)
            assert not here.front.sessions
        assert "door plain" in await process.stdout.readline()


async def test_an_address_fills_no_log(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("elgrande.server.front.listening.monotonic", lambda: now)
    async with served(lines=6, refusals=100) as here:
        for _ in range(3):
            async with here.connect() as connection:
                for _ in range(5):
                    with pytest.raises(asyncssh.ChannelOpenError):
                        await connection.open_connection("127.0.0.1", 1)
        assert len([event for event in here.events if event.get("address") == "127.0.0.1"]) == 6
        left_out = here.front._untold
        assert left_out > 10
        now += 60
        async with here.connect(local_addr=("127.0.0.9", 0)):
            pass
        assert [event["lines"] for event in here.said("left out")] == [left_out]


async def test_who_is_turned_away_can_read_why_though_they_go_on_talking(
    served: Callable[..., Any],
) -> None:
    async with served(a_minute=1) as here:
        await here.run("whoami")
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        # A client answers the greeting before it reads on.
        greeting = await reader.readuntil(b"\r\n")
        for said in (greeting, bytes(4096), bytes(4096)):
            writer.write(said)
            await writer.drain()
        assert b"in a minute" in await reader.read()
        writer.close()
        await eventually(lambda: not here.front._leaving)


async def test_who_is_turned_away_is_not_heard_for_long(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    receive, heard = loop.sock_recv, []

    async def counted(*given: Any) -> bytes:
        heard.append(given)
        return await receive(*given)

    async with served(a_minute=1) as here:
        await here.run("whoami")
        monkeypatch.setattr(loop, "sock_recv", counted)
        _, writer = await asyncio.open_connection("127.0.0.1", here.port)
        with suppress(ConnectionError):
            while len(heard) < 100:
                writer.write(bytes(1 << 16))
                await writer.drain()
        writer.close()
        await eventually(lambda: not here.front._leaving)
        assert len(heard) <= HEARS


async def _think_about_a_key(here: Any) -> None:
    """Offer a key that is not let in, and never say what else there is."""
    never = asyncio.Event()

    class Client(asyncssh.SSHClient):
        asked = 0

        async def public_key_auth_requested(self) -> Any:
            self.asked += 1
            if self.asked > 1:
                await never.wait()
            return asyncssh.generate_private_key("ssh-ed25519")

    await here.connect("banned", client_factory=Client, client_keys=())


async def test_who_thinks_about_a_key_gives_way_and_is_told(served: Callable[..., Any]) -> None:
    async with served(strangers=3, takes=(0, 0, 0)) as here:
        thinking = []
        for n in range(3):
            thinking.append(asyncio.create_task(_think_about_a_key(here)))
            await eventually(lambda n=n: len(here.host.asked) == n + 1)
        assert (await here.run("whoami")).exit_status == 0
        with pytest.raises(asyncssh.DisconnectError, match="give way"):
            await thinking[0]
        assert here.front.caps.strangers == 2, "the oldest gave way, and nobody else"
        for each in thinking:
            each.cancel()
        await eventually(lambda: here.front.caps.strangers == 0)


async def test_who_gave_way_had_been_heard(served: Callable[..., Any]) -> None:
    # A queue is accepted at once. Whoever is in front of it and means it keeps the place.
    async with served(strangers=16, takes=(0, PATIENCE, PATIENCE)) as here:
        queue = [socket.create_connection(("127.0.0.1", here.port))]
        queue[0].sendall(b"SSH-2.0-meant\r\n")
        # On a busy machine it would be read only after the others have come.
        await eventually(lambda: [each.come_far for each in here.front._strangers] == [1])
        queue += [socket.create_connection(("127.0.0.1", here.port)) for _ in range(59)]
        await eventually(lambda: sum(event["times"] for event in here.said("turned away")) > 0)
        await eventually(lambda: here.front.caps.strangers == 16 and not here.front._unheard)
        spoke = [each.come_far for each in here.front._strangers]
        assert spoke.count(1) == 1
        for each in queue:
            each.close()
        await eventually(lambda: here.front.caps.strangers == 0)


async def _knocks(here: Any, says: bytes) -> asyncio.StreamWriter:
    """Connect, say something or nothing, and wait for no answer."""
    _, writer = await asyncio.open_connection("127.0.0.1", here.port)
    writer.write(says)
    return writer


async def test_who_is_over_a_limit_drives_nobody_away(served: Callable[..., Any]) -> None:
    async with served(strangers=2, a_minute=2) as here:
        mute = [await _knocks(here, b"") for _ in range(2)]
        await eventually(lambda: here.front.caps.strangers == 2)
        with pytest.raises(asyncssh.DisconnectError, match="in a minute"):
            await here.connect()
        assert here.front.caps.strangers == 2
        for writer in mute:
            writer.close()
        await eventually(lambda: here.front.caps.strangers == 0)


@pytest.mark.parametrize("takes", [(0, 0, 0), (PATIENCE,) * 3])
async def test_who_says_nothing_gives_way_to_who_means_it(
    served: Callable[..., Any], takes: tuple[float, float, float]
) -> None:
    """At the beginning of a flood, too, while nobody is behind yet."""
    async with served(strangers=3, takes=takes) as here:
        mute = [socket.create_connection(("127.0.0.1", here.port)) for _ in range(3)]
        await eventually(lambda: here.front.caps.strangers == 3)
        assert (await here.run("whoami")).exit_status == 0
        assert here.said("turned away")[-1]["why"].startswith("It had not logged in")
        first, *rest = mute
        first.settimeout(PATIENCE)
        with suppress(ConnectionError):
            while first.recv(1 << 12):
                pass
        assert here.front.caps.strangers == 2, "one gave way, and nobody else"
        for each in (first, *rest):
            each.close()
        await eventually(lambda: here.front.caps.strangers == 0)
        assert not here.front._known


async def test_who_speaks_ssh_gives_way_last(served: Callable[..., Any]) -> None:
    async with served(strangers=2, takes=(0, PATIENCE, PATIENCE)) as here:
        first = await asyncio.open_connection("127.0.0.1", here.port)
        second = await asyncio.open_connection("127.0.0.1", here.port)
        first[1].write(b"SSH-2.0-slow\r\n")
        # It has been heard once the server's own name is followed by what it would like.
        await first[0].readline()
        await first[0].readexactly(1)
        assert (await here.run("whoami")).exit_status == 0
        assert [visitor.come_far for visitor in here.front._strangers] == [1]
        for _, writer in (first, second):
            writer.close()
        await eventually(lambda: here.front.caps.strangers == 0)


async def test_where_all_make_progress_who_came_first_gives_way(
    served: Callable[..., Any],
) -> None:
    async with served(strangers=2, takes=(PATIENCE,) * 3) as here:
        both = [asyncio.create_task(_think_about_a_key(here)) for _ in range(2)]
        await eventually(lambda: len(here.host.asked) == 2)
        async with here.connect():
            # Which of the two came first nobody can say.
            gone, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        assert ["give way" in str(each.exception()) for each in gone] == [True]
        assert here.front.caps.strangers == 1
        # Who has said a name and gone silent is behind; who has only begun is not.
        here.front.limits = replace(here.front.limits, takes=(PATIENCE, PATIENCE, 0))
        mute = await asyncio.open_connection("127.0.0.1", here.port)
        await mute[0].readline()
        assert sorted(each.come_far for each in here.front._strangers) == [0, 2]
        async with here.connect():
            pass
        assert [each.come_far for each in here.front._strangers] == [0]
        mute[1].close()
        for each in both:
            each.cancel()
        await eventually(lambda: here.front.caps.strangers == 0)


async def test_a_flood_is_one_line_a_second_in_the_log(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("elgrande.server.front.listening.monotonic", lambda: now)
    async with served(a_minute=1) as here:
        assert (await here.run("whoami")).exit_status == 0

        async def knock() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            assert b"in a minute" in await reader.read()
            writer.close()

        for _ in range(5):
            await knock()
        assert [event["times"] for event in here.said("turned away")] == [1]
        now += 1
        await knock()
        assert [event["times"] for event in here.said("turned away")] == [1, 5]


async def test_who_goes_before_the_log_in_is_counted_so_too(served: Callable[..., Any]) -> None:
    async with served() as here:
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.close()
        found = await eventually(lambda: here.said("no login"))
        await eventually(lambda: not here.front.tasks)
        assert len(found) < 5
        assert {event["why"] for event in found} == {"It went before it had logged in."}


async def test_who_sends_nothing_in_time_is_out(served: Callable[..., Any]) -> None:
    async with served(login=0.2) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        await reader.read()
        writer.close()
    # To log in takes a busy machine longer than that.
    async with served(unused=0.2) as here:
        async with here.connect() as connection:
            await connection.wait_closed()
        assert "Nothing was opened" in here.said("refused")[-1]["why"]


async def test_keys_and_sessions_of_one_connection_are_few(served: Callable[..., Any]) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(8)]
    async with served() as here:
        with pytest.raises((asyncssh.DisconnectError, asyncssh.PermissionDenied)):
            await here.connect("banned", client_keys=keys)
        (out,) = await eventually(lambda: here.said("no login"))
        assert "Too many keys" in out["why"]
        assert not here.said("refused"), "one line says all"
        async with here.connect() as connection:
            both = [await connection.create_process("echo", term_type="xterm") for _ in range(2)]
            with pytest.raises(asyncssh.ChannelOpenError, match="as many sessions"):
                await connection.create_process("echo", term_type="xterm")
            for process in both:
                process.stdin.write("end\n")
                await process.wait()


async def test_who_asks_to_be_let_in_without_end_has_to_go(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request is seen to in a task of its own, which is in nobody's share."""

    async def ask_on(self: Any) -> None:
        for number in range(40):
            self._conn.send_packet(
                MSG_USERAUTH_REQUEST, String(f"ana{number % 2}"), String("ssh-connection"),
                String("nothing"),
            )  # fmt: skip

    monkeypatch.setattr(asyncssh.auth._ClientNullAuth, "_start", ask_on)
    # What it is refused does not let it give up.
    tries = asyncssh.SSHClientConnection.try_next_auth
    begun: list[Any] = []
    monkeypatch.setattr(
        asyncssh.SSHClientConnection, "try_next_auth",
        lambda self, **how: begun or begun.append(tries(self, **how)),
    )  # fmt: skip
    async with served() as here:
        with pytest.raises(asyncssh.DisconnectError, match="Too much was tried"):
            await here.connect(client_keys=None)
        (out,) = await eventually(lambda: here.said("no login"))
        assert "Too much was tried" in out["why"]


async def test_no_certificate_is_looked_at(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To check its signature costs us as much as who made it likes, before anybody is asked."""
    looked: list[bytes] = []
    decode = asyncssh.connection.decode_ssh_certificate
    monkeypatch.setattr(
        asyncssh.connection, "decode_ssh_certificate",
        lambda data: looked.append(data) or decode(data),
    )  # fmt: skip
    key = asyncssh.generate_private_key("ssh-ed25519")
    certificate = key.generate_user_certificate(key, "ana")
    async with served() as here, here.connect(client_keys=[(key, certificate), key]):
        assert not [data for data in looked if b"-cert-" in data]


async def test_a_key_that_is_dear_to_check_is_nobody_s(served: Callable[..., Any]) -> None:
    usual = asyncssh.generate_private_key("ssh-rsa", key_size=2048).convert_to_public()
    large = (1 << 2047) + 1
    odd = asyncssh.public_key.decode_ssh_public_key(
        String("ssh-rsa") + MPInt(large) + MPInt(usual.pyca_key.public_numbers().n)
    )
    async with served() as here:
        visitor = Connection(here.front, "127.0.0.9")
        visitor._intake = cast("Any", SimpleNamespace(busy=lambda _on: None))
        assert not await visitor.validate_public_key("ana", odd)
        assert not here.host.asked
        assert await visitor.validate_public_key("ana", usual)


async def test_what_a_client_sends_of_its_environment_is_not_hoarded(
    served: Callable[..., Any],
) -> None:
    async with served() as here, here.connect("guest", client_keys=None) as connection:
        channel = await _opened(connection)
        channel._send_request(b"env", String("LANG"), String("x" * 30_000))
        channel._send_request(b"env", String("LANG"), String("de_DE.UTF-8"))
        channel._send_request(b"env", String("LARGE"), String("x" * 30_000))
        (visitor,) = await eventually(lambda: [*_visitors(here)])
        (session,) = visitor.sessions
        await eventually(lambda: session._channel._env == {b"LANG": b"de_DE.UTF-8"})
        for number in range(100):
            channel._send_request(b"env", String(f"A{number}"), String("x"))
        await connection.wait_closed()
        assert "too many variables" in here.said("refused")[-1]["why"]


async def test_nothing_is_unpacked(served: Callable[..., Any]) -> None:
    async with served() as here:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await here.connect(compression_algs=["zlib@openssh.com"])
        assert (await here.run("whoami")).exit_status == 0


async def test_a_channel_without_a_session_is_counted_out(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect("guest", client_keys=None) as connection:
        for _ in range(3):
            (await _opened(connection)).close()
            await eventually(lambda: not any(visitor.sessions for visitor in _visitors(here)))
        assert (await connection.run("whoami")).exit_status == 0
    async with (
        served(unused=0.2, a_connection=1000) as here,
        here.connect("guest", client_keys=None) as connection,
    ):
        with suppress(asyncssh.Error, OSError):
            await _opened(connection)
            while not connection.is_closed():
                # None of them gives it new time.
                (await _opened(connection)).close()
        assert "Nothing was opened" in here.said("refused")[-1]["why"]


def _visitors(here: Any) -> list[Any]:
    """Return what the front has of each connection."""
    return [connection.get_owner() for connection in here.front._connections]


async def _opened(connection: Any) -> Any:
    """Return a channel that is open, on which nobody has asked for anything."""
    loop = asyncio.get_running_loop()
    channel = SSHClientChannel(connection, loop, "strict", None, "strict", 1 << 20, 1 << 15)
    await channel._open(b"session")
    return channel


async def test_who_is_banned_does_not_so_much_as_begin(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as idle:
        begun = await asyncio.open_connection("127.0.0.1", here.port)
        await begun[0].readline()
        here.front.reception.banned = AddressSet(["127.0.0.0/30"])
        here.front.ordered(Order("bans"))
        with suppress(ConnectionError):
            await begun[0].read()
        begun[1].close()
        await idle.wait_closed()
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        assert b"cannot come in here" in await reader.read()
        writer.close()
        assert not here.front._connections
        assert here.said("turned away")[-1]["why"].startswith("You cannot come in")
        # From elsewhere one may.
        async with here.connect(local_addr=("127.0.0.9", 0)):
            pass


async def test_for_who_reads_nothing_not_much_is_kept(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as client:
        [visitor] = _visitors(here)
        ours, theirs = visitor._intake._transport, client._transport
        ours.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        theirs.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        theirs.pause_reading()
        most = 0

        def waits() -> bool:
            nonlocal most
            most = max(most, ours.get_write_buffer_size())
            return most > 1 << 17 or visitor.unread

        while not waits():
            for _ in range(1000):
                client.send_packet(9)
            await asyncio.sleep(0)
        assert visitor.unread, most
        client.abort()


async def test_what_nobody_reads_waits_in_its_program(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as client:
        process = await client.create_process("plain echo")
        await process.stdout.readuntil("echo\n")
        [visitor] = _visitors(here)
        [session] = visitor.sessions
        visitor._full(True)
        session.pause_writing()
        session.resume_writing()
        assert session._streams._held, "the channel is read, the connection is not"
        process.stdin.write("line\n")
        visitor._full(False)
        assert await process.stdout.readline() == "you said line\n"


async def test_what_was_written_last_waits_for_who_reads_slowly(
    served: Callable[..., Any],
) -> None:
    """The end of a save that is exported over a slow line was thrown away after two seconds."""
    async with served(ending=0.01) as here, here.connect() as client:
        process = await client.create_process("plain echo")
        await process.stdout.readuntil("echo\n")
        [visitor] = _visitors(here)
        visitor._full(True)
        process.stdin.write("line\nend\n")
        await eventually(lambda: not here.front.starter._ends, "the end of the program")
        # Another who comes and goes takes longer than the ending; it may be cut short itself.
        await here.run("whoami")
        visitor._full(False)
        assert await process.stdout.read() == "you said line\nyou said end\n"


async def test_who_makes_new_keys_lets_the_session_wait(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as client:
        process = await client.create_process("plain echo", window=1 << 30)
        await process.stdout.readuntil("echo\n")
        [visitor] = _visitors(here)
        connection = visitor._connection
        # As if the client had begun new keys and sent the rest later.
        connection._kex_complete = False
        lines = 100_000
        process.stdin.write("line\n" * lines)
        await eventually(lambda: visitor.unread)
        kept = sum(len(part) for _, parts in connection._deferred_packets for part in parts)
        assert BUFFER <= kept < UNSENT
        connection._kex_complete = True
        connection._send_deferred_packets()
        for _ in range(lines):
            assert await process.stdout.readline() == "you said line\n"
        assert not visitor.unread


async def test_who_wants_new_keys_and_makes_none_has_to_go_and_leaves_nothing(
    served: Callable[..., Any],
) -> None:
    async with served() as here, here.connect() as client:
        process = await client.create_process("plain echo", window=1 << 30)
        await process.stdout.readuntil("echo\n")
        [visitor] = _visitors(here)
        connection = visitor._connection
        connection._kex_complete = False
        process.stdin.write("line\n" * 100_000)
        await eventually(lambda: visitor.unread)
        while not here.said("refused"):
            # Each asks for an answer.
            client.send_packet(80, String("anything"), Boolean(True))
            await asyncio.sleep(0)
        await eventually(lambda: not here.front.tasks)
        assert ["does not take" in event["why"] for event in here.said("refused")] == [True]
        assert not connection._deferred_packets
        assert not visitor._unused or visitor._unused.cancelled(), "a timer would keep it all"


async def test_packets_are_not_as_small_as_a_client_likes(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as client:
        with pytest.raises((asyncssh.Error, OSError)):
            await client.create_process("plain echo", max_pktsize=16)
        assert "too small" in here.said("refused")[0]["why"]


async def test_whoever_takes_no_word_keeps_nobody_waiting(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session has begun once it has something to say, whether its terminal takes it or not."""
    import termios

    class Stopped(TerminalStreams):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            termios.tcflow(self.theirs[0], termios.TCOOFF)

    monkeypatch.setattr("elgrande.server.front.channel.TerminalStreams", Stopped)
    async with (
        served(starts=1, start=2 * PATIENCE) as here,
        here.connect() as mute, here.connect("bo") as other,
    ):  # fmt: skip
        await mute.create_process("echo", term_type="xterm")
        await eventually(lambda: here.front.sessions)
        assert (await other.run("whoami")).exit_status == 0
        mute.abort()
        # Its program cannot end by itself: it waits for the terminal.
        await eventually(lambda: here.front.sessions)
        [session] = here.front.sessions
        await eventually(lambda: session._streams is None or not session._streams._ours)


async def test_what_a_session_says_waits_for_its_turn() -> None:
    said: list[bytes] = []
    turns: list[Callable[[], None]] = []
    streams = Pipes(Client(lambda data, _: said.append(data), lambda _: None, turns.append))
    _, out, *_ = streams.theirs
    try:
        streams.start()
        os.write(out, b"one")
        await eventually(lambda: turns)
        os.write(out, b" and two")
        assert (len(turns), said) == (1, [])
        turns.pop()()
        assert said == [b"one and two"]
        os.write(out, b"three")
        await eventually(lambda: turns)
        streams.hold(True)
        turns.pop()()
        assert len(said) == 1, "nothing more while the client takes nothing"
        streams.hold(False)
        await eventually(lambda: turns)
        turns.pop()()
        assert said[1:] == [b"three"]
    finally:
        streams.given()
        streams.close()


async def test_a_signal_is_sent_once(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served() as here, here.connect() as client:
        process = await client.create_process("plain echo")
        await process.stdout.readuntil("echo\n")
        sent = []
        monkeypatch.setattr(here.front.starter, "kill", lambda *signals: sent.append(signals))
        for _ in range(5):
            process.send_signal("TERM")
        process.stdin.write("here\n")
        await process.stdout.readuntil("here\n")
        assert len(sent) == 1
        monkeypatch.undo()


SMALL = bytes((0, 0, 0, 12, 10, 9)) + bytes(10)
"""The smallest packet, of a type that there is not: each is answered."""


async def test_who_talks_and_never_logs_in_has_to_go(served: Callable[..., Any]) -> None:
    async with served(talk=1 << 14) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(b"SSH-2.0-x\r\n" + SMALL * 3000)
        with suppress(ConnectionError):
            while await reader.read(1 << 16):
                pass
        writer.close()
        await eventually(lambda: here.front.caps.strangers == 0)
        (out,) = await eventually(lambda: here.said("no login"))
        assert "not needed to log in" in out["why"]
        # Whoever has logged in may say more.
        found = await here.run("plain echo", input="line\n" * 5000)
        assert found.stdout.count("you said line") == 5000


async def test_who_talks_without_end_is_read_in_turns(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []
    received = asyncssh.SSHServerConnection.data_received

    def receive(self: Any, data: bytes, datatype: Any = None) -> None:
        taken.append(len(data))
        received(self, data, datatype)

    monkeypatch.setattr(asyncssh.SSHServerConnection, "data_received", receive)
    async with served() as here:
        turns: list[Any] = []
        with monkeypatch.context() as held:
            held.setattr(here.front, "reads", lambda visitor, read: turns.append(read))
            flood = [await _knocks(here, b"SSH-2.0-x\r\n" + SMALL * 1000) for _ in range(3)]
            await eventually(lambda: len(turns) == 3)
            assert taken == [], "nothing before its turn"
        for read in turns:
            read()
        assert (await here.run("whoami")).exit_status == 0
        assert max(taken) <= PIECE
        for writer in flood:
            writer.close()
        await eventually(lambda: here.front.caps.strangers == 0)


async def test_what_comes_while_a_key_is_asked_about_waits_outside(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncssh would keep all of it, and take it up at once."""
    kept: list[int] = []

    class Client(asyncssh.SSHClient):
        def connection_made(self, conn: Any) -> None:
            self.conn = conn

        def public_key_auth_requested(self) -> Any:
            # All this goes out behind the question.
            asyncio.get_running_loop().call_soon(self.flood)
            return asyncssh.generate_private_key("ssh-ed25519")

        def flood(self) -> None:
            for _ in range(500):
                self.conn.send_packet(MSG_IGNORE, String(b""))

    async with served() as here:

        async def admits(_visitor: Any) -> tuple[str, bool, bool]:
            [visitor] = here.front._strangers
            conn = visitor._connection
            await eventually(
                lambda: not conn._transport.is_reading() or len(conn._inpbuf) > 2 * PIECE
            )
            kept.append(len(conn._inpbuf))
            return "", True, False

        monkeypatch.setattr(here.front.reception, "admits", admits)
        async with here.connect(client_factory=Client, client_keys=()):
            assert kept
            assert max(kept) <= PIECE


async def test_a_key_exchange_that_is_dear_is_not_offered(served: Callable[..., Any]) -> None:
    async with served() as here:
        for dear in ("diffie-hellman-group18-sha512", "diffie-hellman-group-exchange-sha256"):
            with pytest.raises(asyncssh.KeyExchangeFailed):
                await here.connect(kex_algs=[dear])
        async with here.connect(kex_algs=["diffie-hellman-group14-sha256"]):
            pass


async def test_garbage_is_no_visitor(served: Callable[..., Any]) -> None:
    async with served(login=0.3) as here:
        for junk in (b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 4096, b"SSH-2.0-x\r\n" + b"\xff" * 4096):
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(junk)
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
        await eventually(lambda: here.front.caps.strangers == 0)
        # To log in takes a busy machine longer than that.
        here.front._options.kwargs["login_timeout"] = PATIENCE
        assert (await here.run("whoami")).exit_status == 0


async def test_what_begins_no_ssh_takes_nobody_s_place(served: Callable[..., Any]) -> None:
    async with served() as here:
        # It is said before the front can so much as accept.
        junk = socket.create_connection(("127.0.0.1", here.port))
        junk.sendall(b"GET / HTTP/1.1\r\n\r\n")
        await eventually(lambda: here.said("turned away"))
        assert here.said("turned away")[0]["why"] == "This is an SSH server; connect with ssh."
        assert (here.said("no login"), here.front.caps.strangers) == ([], 0)
        junk.close()
        # Less than its name, and it may yet be one.
        slow = socket.create_connection(("127.0.0.1", here.port))
        slow.sendall(b"SS")
        await eventually(lambda: here.front.caps.strangers == 1)
        slow.close()
        await eventually(lambda: here.front.caps.strangers == 0)


async def test_the_end_of_the_server_is_told(served: Callable[..., Any]) -> None:
    async with served() as here, here.connect() as connection:
        process = await connection.create_process("echo", term_type="xterm")
        await process.stdout.readuntil("echo")
        stopping = asyncio.create_task(here.front.stop())
        rest = await process.stdout.read() + await process.stderr.read()
        assert "Nothing is lost" in rest
        await stopping


@pytest.mark.long
def test_no_session_could_know_the_front() -> None:
    """Loading what a session runs loads neither asyncssh nor cryptography."""
    code = (
        "import sys, elgrande.server.served, elgrande.visitor.warm\n"
        "import elgrande.visitor.served_games, elgrande.visitor.plain_lobby\n"
        "import elgrande.server.forkserver\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('asyncssh', 'cryptography')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert found.stdout == "[]\n"


@pytest.mark.parametrize(
    ("came", "at", "again"),
    [
        (SessionRequest(LOBBY), "toledo", SessionRequest(GAME, "toledo")),
        (SessionRequest(GAME, "toledo"), "", SessionRequest(LOBBY)),
        (SessionRequest(INVITATION, "k3mb"), "toledo", SessionRequest(INVITATION, "k3mb")),
        (SessionRequest(INVITATION, "k3mb"), "", SessionRequest(LOBBY)),
    ],
)
def test_who_lost_the_host_goes_on_by_a_door_that_is_open_to_them(
    came: SessionRequest, at: str, again: SessionRequest
) -> None:
    """A new host knows who was invited by the word alone."""
    assert _again(came, at) == again
