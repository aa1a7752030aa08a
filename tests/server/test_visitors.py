"""What a visitor says, made harmless; which door words open; how many may knock."""

from __future__ import annotations

import pytest

from elgrande.server.limits import Caps, Lately, Limits, home_of
from elgrande.server.request import (
    Closed,
    SessionRequest,
    environment_of,
    fits,
    request_of,
    term_of,
    window_of,
)


@pytest.mark.parametrize(
    ("words", "opened"),
    [
        (None, ("lobby",)), ("  ", ("lobby",)), ("games", ("games",)),
        ("join-ABCD", ("join", "ABCD")), ("ana-and-bea", ("game", "ana-and-bea")),
        ("plain", ("plain",)), ("plain x", ("plain", "x")),
        ("export x-1", ("export", "x-1")), ("analyse x-1", ("analyse", "x-1")),
        ("analyze x-1", ("analyse", "x-1")),
    ],
)  # fmt: skip
def test_words_are_requests(words: str | None, opened: tuple[str, ...]) -> None:
    assert request_of(words) == SessionRequest(*opened)


@pytest.mark.parametrize(
    "words",
    [
        "a b",
        "games x",
        "plain x y",
        "export",
        "analyse",
        "analyze x y",
        "-rf",
        "a;b",
        "join-",
        "../x",
        "x" * 81,
    ],
)
def test_other_words_open_none(words: str) -> None:
    with pytest.raises(Closed):
        request_of(words)


def test_who_is_told_what_to_type_is_told_the_server() -> None:
    for said in ("export", "plain a;b", "-rf"):
        with pytest.raises(Closed, match=r"ssh -p 2222 a\.example (export GAME|games)"):
            request_of(said, "a.example:2222")


def test_the_app_needs_a_terminal_that_draws() -> None:
    fits(SessionRequest("plain"), None)
    fits(SessionRequest("lobby"), "xterm")
    for term, why in ((None, "ssh -t HOST"), ("dumb", "cannot draw; ssh -t HOST plain plays")):
        with pytest.raises(Closed, match=why):
            fits(SessionRequest("lobby"), term)
    with pytest.raises(
        Closed,
        match=r"If bogus is a game, it needs a terminal: ssh -t -p 2222 a\.example bogus\. "
        r"ssh -p 2222 a\.example plain bogus plays without one\. Other words here: games",
    ):
        fits(SessionRequest("game", "bogus"), None, "a.example:2222")
    assert SessionRequest("join", "X").address == "join-X"
    assert SessionRequest("plain", "x").address == "x"


def test_terminals_windows_and_variables_are_harmless() -> None:
    assert term_of("xterm-256color") == "xterm-256color"
    for said in ("", "dumb", "../../x", "a\x1b[2J", "x" * 40, "unknown"):
        assert term_of(said) == "dumb"
    assert window_of(0, 24) == (80, 24)
    assert window_of(2**32 - 1, 1) == (400, 8)
    assert window_of(120, 40) == (120, 40)
    made = environment_of("xterm", {"LANG": "de", "PATH": "/x", "LC_ALL": "x" * 99, "NO_COLOR": ""})
    assert made == {
        "LANG": "de", "TERM": "xterm", "PYTHONUTF8": "1", "SSH_CONNECTION": "served",
    }  # fmt: skip


def test_addresses_count_as_homes() -> None:
    assert home_of("2001:db8::1") == home_of("2001:db8::ffff:2") != home_of("2001:db8:0:1::1")
    assert home_of("::ffff:192.0.2.1") == home_of("192.0.2.1") == "192.0.2.1"
    assert home_of("local") == "local"


def test_many_addresses_shut_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elgrande.server.limits.KNOWN", 100)
    lately = Lately(2, 60.0, lambda: 0.0)
    assert [lately.may("often") for _ in range(3)] == [True, True, False]
    for number in range(1000):
        assert lately.may(str(number))
        assert not lately.may("often"), "whoever goes on is not forgotten"
    assert len(lately._times) == 100


def test_a_wide_network_counts_as_a_few_homes() -> None:
    caps = Caps(Limits(an_address=8, a_minute=3), lambda: 0.0)
    said = [caps.knock(f"2001:db8:7:{number:x}::1") for number in range(20)]
    assert [bool(why) for why in said] == [False] * 12 + [True] * 8
    assert not caps.knock("2001:db8:8::1")
    for number in range(12):
        caps.left(f"2001:db8:7:{number:x}::1", known=False)
    caps.left("2001:db8:8::1", known=False)
    assert not caps._open


def test_few_of_one_address_are_logging_in() -> None:
    caps = Caps(Limits(an_address=8, a_minute=100), lambda: 0.0)
    assert [bool(caps.knock("a")) for _ in range(6)] == [False] * 4 + [True] * 2
    assert "log in from your address" in caps.knock("a")
    assert not caps.knock("b")
    caps.known("a")
    assert not caps.knock("a")
    caps.left("a", known=True)
    caps.left("a", known=False)
    assert not caps.knock("a")


def test_connections_are_counted() -> None:
    now = 0.0
    caps = Caps(Limits(strangers=4, an_address=2, a_minute=3), lambda: now)
    assert not caps.knock("a")
    assert not caps.knock("a")
    assert "are open" in caps.knock("a")
    assert "in a minute" in caps.knock("a"), "the third was counted, though it was refused"
    assert not caps.knock("b")
    caps.left("a", known=False)
    assert "in a minute" in caps.knock("a")
    now = 60.0
    assert not caps.knock("a")
    caps.known("b")
    assert not caps.knock("c")
    assert not caps.knock("d")
    assert "moment" in caps.knock("e")
    assert caps.strangers == 4
    for each in "aabcd":
        caps.left(each, known=each == "b")
    assert caps.strangers == 0
