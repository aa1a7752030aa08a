"""What a server is called by those who come to it."""

from __future__ import annotations

import pytest

from elgrande.lobby.client import joined, split, ssh


@pytest.mark.parametrize(
    ("server", "host", "port", "command"),
    [
        ("games.example.org", "games.example.org", 22, "ssh -t games.example.org join-X"),
        ("games.example.org:2222", "games.example.org", 2222,
         "ssh -t -p 2222 games.example.org join-X"),
        ("192.0.2.1:2022", "192.0.2.1", 2022, "ssh -t -p 2022 192.0.2.1 join-X"),
        ("[2001:db8::1]:2222", "2001:db8::1", 2222, "ssh -t -p 2222 2001:db8::1 join-X"),
    ],
)  # fmt: skip
def test_a_server_is_called_and_reached(server: str, host: str, port: int, command: str) -> None:
    assert split(server) == (host, port)
    assert joined(host, port) == server
    assert ssh(server, "join-X") == command


def test_a_server_that_has_not_said_its_name() -> None:
    assert ssh("", "games", terminal=False) == "ssh HOST games"
    assert ssh("a:2222", user="ana+X", terminal=False) == "ssh -p 2222 ana+X@a"


@pytest.mark.parametrize(
    "said", ["", "-oProxyCommand=x", "a b", "a:0", "a:70000", "a:x", "2001:db8::1", "a;b", "a\n"]
)
def test_other_words_are_no_address(said: str) -> None:
    with pytest.raises(ValueError, match="HOST"):
        split(said)
