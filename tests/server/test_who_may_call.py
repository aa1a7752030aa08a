"""Who may call the host, and what a line that it was handed is good for."""

from __future__ import annotations

import array
import json
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from houses import House, code_of, wish

from elgrande.lobby import Denied
from elgrande.lobby.wire import LONGEST_ASKED, packed
from elgrande.server import control
from elgrande.server.control import NotAdmitted, Visitor
from patience import PATIENCE, until

VISITOR = {"user": "Ana", "fingerprint": "SHA256:Ana"}
CALLS: tuple[dict[str, Any], ...] = (
    {"call": "enter", "visitor": VISITOR}, {"call": "banned", "visitor": VISITOR},
    {"call": "bans", "visitor": {}}, {"call": "here", "unused": [], "numbers": {}},
    {"call": "hear"}, {"call": "admin", "words": ["who"]},
)  # fmt: skip
FRONT, STRANGER = 4_000_001, 4_000_002
"""Users of nobody here."""


def line_of(house: House, name: str) -> socket.socket:
    """Return the bare socket that a session of somebody has."""
    ours, theirs = socket.socketpair()
    ours.settimeout(PATIENCE)
    control.enter(house.options.control, Visitor(name, f"SHA256:{name}"), theirs)
    ours.sendall(packed({"elgrande": 1}, LONGEST_ASKED))
    return ours


def told(line: socket.socket) -> Iterator[dict[str, Any]]:
    """Yield what a line brings, until it ends."""
    rest = b""
    while data := line.recv(1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        yield from map(json.loads, lines)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call["call"])
def test_a_session_s_line_takes_no_call_of_the_front(call: dict[str, Any], house: House) -> None:
    house.come("Ana")
    spare, other = socket.socketpair()
    with line_of(house, "Eve") as line, spare, other:
        data = packed({"id": 1, **call}, LONGEST_ASKED)
        handed = array.array("i", [spare.fileno()]).tobytes()
        line.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handed)])
        answer = next(each for each in told(line) if each.get("re") == 1)
        assert answer == {"re": 1, "refused": "There is no such message."}
        assert sorted(each.me.name for each in house.host.sessions.values()) == ["Ana", "Eve"]
        assert len(house.host._fronts) == 1, "this test's own"


def test_a_line_is_one_person_s_whoever_it_says_it_is(house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me", listed=False)).game.name
    with line_of(house, "Eve") as line:
        for n, ask in enumerate(("sit", "watch", "room", "export"), 1):
            claim = {"me": {"name": "Ana"}, "name": "Ana", "person": "Ana", "seats": [0, 1]}
            line.sendall(packed({"id": n, "ask": ask, "game": game, **claim}, LONGEST_ASKED))
            answer = next(each for each in told(line) if each.get("re") == n)
            assert "no game of that name" in answer["refused"]
        for n, ask in enumerate(("update", "send", "source", "undo"), 5):
            line.sendall(packed({"id": n, "at": game, "ask": ask, "seat": 0}, LONGEST_ASKED))
            answer = next(each for each in told(line) if each.get("re") == n)
            assert answer["failed"] == "You are not at that table."


def test_nobody_enters_without_a_line_to_hand_over(house: House) -> None:
    with pytest.raises(NotAdmitted, match="no room for one line more"):
        control._call(house.options.control, {"call": "enter", "visitor": VISITOR})
    read, write = os.pipe()
    with pytest.raises(NotAdmitted, match="not a socket"):
        control._call(house.options.control, {"call": "enter", "visitor": VISITOR}, read)
    os.close(read)
    os.close(write)
    assert house.host.sessions == {}


@pytest.mark.parametrize("user", [STRANGER, None], ids=["another", "untold"])
def test_another_user_s_calls_are_refused_and_logged(
    user: int | None, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "peer", lambda _sock: user)
    for call in CALLS:
        ours, theirs = socket.socketpair()
        with ours, theirs, pytest.raises(NotAdmitted, match="user who runs the server"):
            control._call(house.options.control, call, theirs.fileno())
    (facts,) = [facts for event, facts in house.logged if event == "call refused"]
    why = "This is for the user who runs the server."
    assert facts == {"user": user, "process": os.getpid(), "why": why}, "once a minute"
    assert house.host.sessions == {}


def test_a_front_s_user_lets_people_in_and_is_no_sysop(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(folder, fronts=(FRONT,))
    try:
        monkeypatch.setattr(control, "peer", lambda _sock: FRONT)
        assert house.come("Ana").me.name == "Ana"
        for words in (("who",), ("ban", "Ana"), ("rekey", "Ana"), ("drain", "0")):
            with pytest.raises(NotAdmitted, match="user who runs the server"):
                house.admin(*words)
        assert [each.me.name for each in house.host.sessions.values()] == ["Ana"]
    finally:
        house.close()


CALL = """
import sys
from pathlib import Path
from elgrande.server import control
folder, name = Path(sys.argv[1]), sys.argv[2]
with control._connected(folder) as sock, control._connected(folder) as spare:
    call = {"call": name, "visitor": {"user": "Ana", "fingerprint": "SHA256:Ana"}}
    try:
        print(control._call(folder, call, spare.fileno()))
    except (control.NotAdmitted, control.HostGone) as error:
        print(error)
"""


def test_another_process_of_the_front_s_user_lets_nobody_in(house: House) -> None:
    """As a session would try whose locks had fallen."""
    house.come("Ana")
    said = [
        subprocess.run(
            [sys.executable, "-P", "-c", CALL, str(house.options.control), name],
            capture_output=True, text=True, check=True,
        ).stdout
        for name in ("enter", "banned", "bans", "hear")
    ]  # fmt: skip
    assert ["starts again" in each for each in said] == [True, True, True, False], said
    whys = [facts["why"] for event, facts in house.logged if event == "call refused"]
    assert ["none yet" in why for why in whys] == [True, True, True, False]
    assert "Another process of this user" in whys[3]
    assert whys[3] in said[3]
    # Whoever was heard has gone, and so another may be.
    house._hears.close()
    hears = subprocess.Popen(
        [sys.executable, "-P", "-c", CALL.replace("print(control._call(folder, call, "
         "spare.fileno()))", "[*control.hear(folder)]"), str(house.options.control), "hear"],
    )  # fmt: skip
    try:
        until(lambda: house.do(lambda: house.host._hearing(os.geteuid())) == {hears.pid})
        with pytest.raises(NotAdmitted, match="starts again"):
            house.come("Bo")
    finally:
        hears.kill()
        hears.wait()


def test_the_kernel_says_who_is_at_the_other_end() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert control.peer(ours) == os.geteuid()
        assert control.process(ours) == os.getpid()


class Darwin:
    """A socket of macOS, as far as it is asked who is at its other end."""

    def getsockopt(self, level: int, option: int, size: int = 0) -> bytes | int:
        if option == 2:
            return 77
        assert (level, option) == (0, 1), "LOCAL_PEERCRED of SOL_LOCAL"
        found = struct.pack("=IIhxx16I", 0, 501, 1, 20, *[0] * 15)
        assert len(found) == size, "a struct xucred"
        return found


def test_macos_says_it_in_a_structure_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert control.peer(Darwin()) == 501  # type: ignore[arg-type]
    assert control.process(Darwin()) == 77  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "platform", "a-system-that-cannot-tell")
    assert control.peer(Darwin()) is None  # type: ignore[arg-type]
    assert control.process(Darwin()) == 0  # type: ignore[arg-type]


def test_without_a_fingerprint_nobody_has_a_name(house: House) -> None:
    house.come("Ana")
    code = code_of(house.admin("rekey", "Ana"))
    # Now Ana has no key at all, and an empty fingerprint is not hers for that.
    for user in ("Ana", "ana", f"Ana+{code}", "Bo", "", "+", "guest+x", "\x00"):
        with pytest.raises(NotAdmitted, match="SSH key"):
            house.come(user, key="")
    assert house.come(f"Ana+{code}", key="new").me.name == "Ana", "the code is still good"
    guest = house.come("GUEST", key="")
    assert guest.me.guest
    assert house.come("guest", key="").me.name != guest.me.name
    with pytest.raises(NotAdmitted):
        house.admin("ban", "")
    assert house.come("guest", key="").me.guest, "nothing is banned with nothing"


NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "message",
    [
        '{"id": 1, "ask": "keep settings", "settings": {"pace": %s}}',
        '{"id": 1, "ask": "keep settings", "settings": {"a": [{"b": %s}]}}',
        '{"id": %s, "ask": "games"}', '{"id": 1, "ask": %s}', '{"id": 1, "at": %s}',
        '{"id": 1, "ask": "advise", "game": "x", "seat": %s}',
        '{"id": 1, "ask": "make", "wish": {"edition": "1996", "rounds": %s}}',
    ],
)  # fmt: skip
def test_a_number_that_is_none_ends_the_line(message: str, number: str, house: House) -> None:
    ana = house.come("Ana")
    ana.keep_settings({"pace": 3})
    with line_of(house, "Ana") as line:
        line.sendall((message % number).encode() + b"\n")
        *_, last = told(line)
        assert last["gone"].endswith("a line is a JSON object.")
    assert ana.settings() == {"pace": 3}
    assert ana.games() == ()


@pytest.mark.parametrize("number", NUMBERS)
def test_a_table_gets_no_number_that_is_none(number: str, house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    chair = ana.sit(game)
    before = chair.update()
    with line_of(house, "Ana") as line:
        line.sendall(packed({"id": 1, "ask": "sit", "game": game}, LONGEST_ASKED))
        next(each for each in told(line) if each.get("re") == 1)
        line.sendall(f'{{"id": 2, "at": "{game}", "ask": "update", "seat": {number}}}\n'.encode())
        *_, last = told(line)
        assert last["gone"].endswith("a line is a JSON object.")
    assert chair.update() == before


def test_whole_numbers_of_any_size_are_refused_in_a_sentence(house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    ana.sit(game)
    seats: tuple[Callable[[int], dict[str, Any]], ...] = (
        lambda n: {"ask": "update", "seat": n}, lambda n: {"ask": "send", "seat": n, "do": []},
        lambda n: {"ask": "source", "seat": n, "source": "person"},
        lambda n: {"ask": "update", "heard": [[n, n]]},
    )  # fmt: skip
    for number in (-1, 10**6, 1 << 63, 10**400):
        for message in seats[:3]:
            assert "not yours" in ana.line.ask({"at": game, **message(number)})["refused"]
        assert ana.line.ask({"at": game, **seats[3](number)})["after"] == 0
        with pytest.raises(Denied):
            ana.advise(game, number)
