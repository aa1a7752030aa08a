"""The wire: what may be a line, what ends a connection, and what an end of it means."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest
from playing import setup

from elgrande.lobby.wire import (
    LONGEST_ASKED,
    PROTOCOL,
    Desks,
    LineReader,
    WireClient,
    WireError,
    WireServer,
    greeting,
    packed,
)
from elgrande.table import Desk, Gone, Look, Reply, new_game
from patience import PATIENCE, until


def test_a_message_is_a_line_and_comes_back() -> None:
    message = {"ask": "say", "text": "línea\nuno ☕ \u2028", "n": [1, None, True]}
    line = packed(message, LONGEST_ASKED)
    assert line.count(b"\n") == 1
    lines = LineReader(LONGEST_ASKED)
    assert [m for byte in line for m in lines.feed(bytes([byte]))] == [message]
    assert lines.feed(line * 3 + line[:4]) == [message] * 3
    assert lines.feed(line[4:]) == [message]


def test_what_cannot_be_written_is_not_sent() -> None:
    lines = LineReader(LONGEST_ASKED)
    assert lines.feed(packed({"text": "a\udc80b"}, LONGEST_ASKED)) == [{"text": "a?b"}]
    assert lines.feed(b'{"text": "\\ud83d\\ude00"}\n') == [{"text": "\U0001f600"}]
    for number in (float("inf"), float("nan")):
        with pytest.raises(WireError, match="cannot be written down"):
            packed({"n": number}, LONGEST_ASKED)


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 70,
        b"hello\n",
        b"[1]\n",
        b"null\n",
        b'{"a": NaN}\n',
        b'{"a": 1e999}\n',
        b'{"a": -1e999}\n',
        b'{"a": "\\ud800"}\n',
        b'{"\\uDC80x": 1}\n',
        b'{"a": ' + b"9" * 5000 + b"}\n",
        b"\xff\xfe\n",
        b"[" * 60 + b"\n",
        b"\n",
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(WireError, match=r"not a message.*\.$"):
        LineReader(64).feed(data)


def test_a_line_that_is_too_deep_is_refused() -> None:
    with pytest.raises(WireError):
        LineReader(LONGEST_ASKED).feed(b'{"a":' + b"[" * 30_000 + b"\n")


def served(
    handle: Callable[[dict[str, Any], Callable[[dict[str, Any]], None]], None],
) -> tuple[WireServer, list[dict[str, Any]]]:
    told: list[dict[str, Any]] = []
    end = WireServer(
        handle, lambda data: told.extend(LineReader(1 << 20).feed(data)), me={"name": "ana"}
    )
    return end, told


def echo(message: dict[str, Any], answer: Callable[[dict[str, Any]], None]) -> None:
    answer({"was": message})


def test_the_first_line_is_a_greeting() -> None:
    end, told = served(echo)
    end.feed(packed(greeting(), 999))
    assert told == [{**greeting(), "me": {"name": "ana"}}]
    end.feed(b'{"id": 1, "ask": "x"}\n{"id": 7, "ask": "y"}\n')
    assert [answer["re"] for answer in told[1:]] == [1, 7]
    assert told[1]["was"] == {"ask": "x"}
    for number in ("7", "3", "-1", "true", '"8"', "8.0", "null", "1" * 30):
        with pytest.raises(WireError, match="number"):
            end.feed(f'{{"id": {number}, "ask": "x"}}\n'.encode())


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        ({"id": 1, "ask": "games"}, "did not greet"),
        ({"elgrande": PROTOCOL + 1, "version": "9.9\x1b[2J"}, "another version"),
        ({"elgrande": "1"}, "another version"),
    ],
)
def test_who_speaks_otherwise_is_told(hello: dict[str, Any], why: str) -> None:
    end, told = served(echo)
    with pytest.raises(WireError, match=why) as raised:
        end.feed(packed(hello, 999))
    assert "\x1b" not in str(raised.value)
    assert told == []


def test_news_waits_for_the_greeting() -> None:
    """Else who has just come would take the first thing that happens for it."""
    end, told = served(echo)
    end.tell({"news": "early"})
    assert told == []
    end.feed(packed(greeting(), 1 << 16))
    end.tell({"news": "late"})
    assert ["elgrande" in told[0], *told[1:]] == [True, {"news": "late"}]


def test_answers_may_come_in_any_order() -> None:
    waiting: list[Callable[[dict[str, Any]], None]] = []
    end, told = served(lambda _message, answer: waiting.append(answer))
    end.feed(packed(greeting(), 999) + b'{"id":1}\n{"id":2}\n')
    for number, answer in reversed([*enumerate(waiting, 1)]):
        answer({"n": number})
    assert told[1:] == [{"n": 2, "re": 2}, {"n": 1, "re": 1}]


class Server:
    """The other end of a socket, by hand."""

    def __init__(self, *first: dict[str, Any]) -> None:
        self.here, self.there = socket.socketpair()
        for message in first or (greeting(),):
            self.there.sendall(packed(message, 9999))

    def line(self, patience: float = PATIENCE) -> WireClient:
        line = WireClient(self.here, patience)
        assert b"elgrande" in self.there.recv(999)
        return line


def test_who_is_not_greeted_is_gone() -> None:
    server = Server({"gone": "The server is being drained."})
    with pytest.raises(Gone, match=r"^The server is being drained\.$"):
        server.line()
    server = Server({"elgrande": 77, "version": "x"})
    with pytest.raises(Gone, match="another version"):
        server.line()
    server = Server()
    server.there.close()
    server.here.recv(9999)
    with pytest.raises(Gone, match="lost"):
        WireClient(server.here)


def test_a_server_that_does_not_answer_is_gone() -> None:
    server = Server()
    line = server.line(0.02)
    heard: list[dict[str, Any]] = []
    line.subscribe("", heard.append)
    with pytest.raises(Gone, match="does not answer"):
        line.ask({"ask": "games"})
    assert until(lambda: heard) == [{"gone": line.gone}]
    with pytest.raises(Gone, match="does not answer"):
        line.ask({"ask": "games"})


@pytest.mark.parametrize("end", ["closed", "said", "garbage"])
def test_a_lost_line_ends_what_waits(end: str) -> None:
    server = Server()
    line = server.line()
    got: list[str] = []

    def ask() -> None:
        try:
            line.ask({"ask": "games"})
        except Gone as loss:
            got.append(str(loss))

    thread = threading.Thread(target=ask)
    thread.start()
    assert b"games" in server.there.recv(999)
    if end == "said":
        server.there.sendall(WireServer.goodbye("You were sent out."))
    elif end == "garbage":
        server.there.sendall(b"hello\n")
    else:
        server.there.close()
    thread.join(PATIENCE)
    assert got == [line.gone]
    assert line.gone.endswith(".")
    assert (line.gone == "You were sent out.") == (end == "said")
    server.there.close()


def test_a_question_that_is_too_long_is_refused_here() -> None:
    server = Server()
    line = server.line()
    assert "too long" in line.ask({"ask": "say", "text": "x" * LONGEST_ASKED})["refused"]
    assert not line.gone
    line.close()
    server.there.close()


def test_one_line_sits_at_several_tables() -> None:
    tables = {name: new_game(setup(2, 3)) for name in "ab"}
    end, told = served(lambda message, answer: answer(desks.handle(message)))
    desks = Desks(end.tell)
    for name, table in tables.items():
        desks.put(name, Desk(table, [0, 1]))
    end.feed(packed(greeting(), 999))
    number = 0

    def ask(**message: Any) -> dict[str, Any]:
        nonlocal number
        number += 1
        end.feed(packed({"id": number, **message}, LONGEST_ASKED))
        return next(answer for answer in told if answer.get("re") == number)

    ask(at="a", ask="hear")
    ask(at="a", ask="hear")
    for name in "ab":
        seat = tables[name].state.owing()[0]
        assert "update" in ask(at=name, ask="send", seat=seat, do=["power 9"])
    news = [message for message in told if "changed" in message]
    assert [each["at"] for each in news] == ["a"], "and nothing of the table that it is deaf to"
    for at in ("c", "", 3, None, ["a"]):
        assert ask(at=at, ask="update")["kind"] == "gone"
    assert ask(at="a", ask="close") == {"left": True, "re": number}
    assert "failed" in ask(at="a", ask="update")
    assert "view" in ask(at="b", ask="update")
    tables["b"].close()
    assert "failed" in ask(at="b", ask="update")
    desks.close()
    assert json.dumps(told)


def test_a_chair_over_a_line_is_like_any_other() -> None:
    table = new_game(setup(2, 3))
    server = Server(greeting(me={"name": "ana"}))
    desks: Desks
    end = WireServer(lambda message, answer: answer(desks.handle(message)), server.there.sendall)
    desks = Desks(end.tell)
    desks.put("game", Desk(table, [0, 1]))
    line = WireClient(server.here, PATIENCE)
    assert line.welcome["me"] == {"name": "ana"}

    def serve() -> None:
        end._greeted = True
        rest = server.there.recv(9999).partition(b"\n")[2]
        while rest or (rest := server.there.recv(9999)):
            end.feed(rest)
            rest = b""

    threading.Thread(target=serve, daemon=True).start()
    chair = line.chair("game")
    told: list[dict[str, Any]] = []
    # Whoever hears of something may ask at once.
    chair.subscribe(lambda news: told.extend([news, {"asked": chair.update()}]))
    look = chair.update()
    assert isinstance(look, Look)
    assert chair.send(look.decision.owing[0], ["power 9"])
    until(lambda: len(told) > 1)
    assert isinstance(told[1]["asked"], Look)
    with pytest.raises(Gone, match="not at that table"):
        line.chair("another")
    line.close()
    assert isinstance(chair.update(), Reply)
