"""Nothing goes over the wire that is not one's own, and nothing comes over it that changes it."""

from __future__ import annotations

import json
import random
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from houses import House, wish

from elgrande.content.setup import fresh_seed
from elgrande.lobby import LobbyClient
from elgrande.lobby.wire import LONGEST_ASKED, packed
from patience import PATIENCE

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import two_worlds
from random_messages import some_message

SOME = [{"edition": "1996", "players": 3}, {"edition": "2023", "players": 4}]


@pytest.mark.parametrize("variant", SOME, ids=lambda each: each["edition"])
def test_two_worlds_on_the_wire(variant: dict[str, Any]) -> None:
    kinds, differed = two_worlds.compare(variant, 300, 3)
    assert differed == []
    assert {"undo", "update", "peek", "moment", "source"} <= kinds.keys()


@pytest.mark.long
@pytest.mark.parametrize("variant", two_worlds.variants(), ids=str)
def test_two_worlds_on_the_wire_of_every_variant(variant: dict[str, Any]) -> None:
    kinds, differed = two_worlds.compare(variant, 1500, 7)
    assert differed == []
    assert kinds.total() > 300


def pelt(house: House, client: LobbyClient, game: str, number: int, seed: int) -> int:
    """Send random messages over a line, all of which are answered; return how many were refused."""
    chance = random.Random(seed)
    table = house.host.lobby.shelf.get(game).table
    refused = 0
    for _ in range(number):
        message = some_message(chance, game, list(table.rules.vocabulary.texts))
        if message["ask"] in ("leave", "make", "close") and chance.random() < 0.8:
            continue
        answer = client.line.ask(message)
        refused += "refused" in answer or "failed" in answer
    return refused


def standing(house: House, game: str) -> tuple[str, bytes]:
    """Everything of a game that nobody but its players may change."""
    table = house.host.lobby.shelf.get(game).table
    save = house.options.data / "saves" / f"{game}.toml"
    return table.state.digest(), save.read_bytes()


@pytest.mark.parametrize(
    "number", [400, pytest.param(10_000, marks=pytest.mark.long)], ids=["some", "10,000"]
)
def test_random_messages_of_spectators_and_strangers_change_nothing(
    number: int, house: House
) -> None:
    ana, bo, eve, guest = (house.come(name) for name in ("Ana", "Bo", "Eve", "guest"))
    room = ana.make(wish("me", "Bo"))
    game = room.game.name
    bo.join(game)
    hidden = ana.make(wish("me", "me", listed=False)).game.name
    ana.sit(game), ana.sit(hidden)
    before = standing(house, game), standing(house, hidden)
    for client in (eve, guest):
        client.watch(game)
        for each in (game, hidden):
            assert pelt(house, client, each, number // 4, number) > number // 8
            # Being pelted may have sat it down nowhere or at another table.
            client.watch(game)
    assert (standing(house, game), standing(house, hidden)) == before
    assert not any(hidden == line.name for line in eve.games())
    assert [s.name for s in ana.room(game).game.seats] == ["Ana", "Bo"]


def test_a_player_s_random_messages_touch_no_other_seat(house: House) -> None:
    _, bo, game = house.together("Ana", "Bo")
    bo.sit(game)
    pelt(house, bo, game, 300, 5)
    table = house.host.lobby.shelf.get(game).table
    assert all(e.seat != 0 for e in table.history.entries[1:] if not e.auto)
    assert table.players[0].source == "person"


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00" * 100 + b"\n", b"{}\n", b"GET / HTTP/1.1\r\n\r\n", b"x" * (LONGEST_ASKED + 1),
        b'{"elgrande": 1}\n[]\n', b'{"elgrande": 1}\n{"id": 2}\n{"id": 1}\n',
        b'{"elgrande": 1}\n{"ask": "games"}\n',
    ],
)  # fmt: skip
def test_garbage_ends_a_line_and_nothing_else(garbage: bytes, house: House) -> None:
    from elgrande.server import control
    from elgrande.server.control import Visitor

    ana = house.come("Ana")
    ours, theirs = socket.socketpair()
    with ours:
        control.enter(house.options.control, Visitor("Bo", "SHA256:Bo"), theirs)
        ours.settimeout(PATIENCE)
        ours.sendall(garbage)
        said = b""
        while data := ours.recv(1 << 16):
            said += data
        last = json.loads(said.splitlines()[-1])
        assert last["gone"].endswith(".")
    assert ana.games() == ()


@pytest.mark.long
def test_who_does_not_read_is_dropped_and_may_come_back(house: House) -> None:
    from elgrande.server import control
    from elgrande.server.control import Visitor

    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    ours, theirs = socket.socketpair()
    with ours:
        control.enter(house.options.control, Visitor("Bo", "SHA256:Bo"), theirs)
        ours.settimeout(PATIENCE)

        def ask_on() -> None:
            ours.sendall(packed({"elgrande": 1}, LONGEST_ASKED))
            for n in range(1, 1 << 20):
                ours.sendall(packed({"id": n, "ask": "room", "game": game}, LONGEST_ASKED))

        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            ask_on()
    assert house.come("Bo").room(game).game.name == game


def test_seeds_are_fresh() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100
