"""A back-up as docs/server.md says it, made while people play, and a server restored from it."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from houses import House, play, wish

from elgrande.server.control import NotAdmitted
from elgrande.server.hostkey import FILE as HOST_KEY
from elgrande.server.hostkey import host_key
from elgrande.server.index import FILE
from elgrande.server.people import KEYS
from elgrande.table import Look
from patience import until


def test_whoever_has_a_forgotten_name_gets_none_of_its_games(folder: Path) -> None:
    house = House(folder)
    _, _, game = house.together("Ana", "Bo", listed=False)
    house.admin("forget", "Bo")
    assert house.come("Bo", key="another").games() == ()
    house.close()
    for path in folder.glob("lobby.sqlite*"):
        path.unlink()
    house = House(folder)
    try:
        until(lambda: house.host.lobby.index.whole)
        assert house.come("Bo", key="another").games() == ()
        assert [each.name for each in house.come("Ana").games()] == [game]
    finally:
        house.close()


@pytest.mark.parametrize("index", [True, False], ids=["with its index", "without its index"])
def test_a_server_is_restored_from_a_back_up(index: bool, folder: Path, tmp_path: Path) -> None:
    at, copy = folder / "server", tmp_path / "copy"
    at.mkdir()
    house = House(at)
    ana, bo = house.come("Ana"), house.come("Bo")
    games = [ana.make(wish("me", "Bo", "random")).game.name for _ in range(2)]
    for game in games:
        bo.join(game)
    chairs = {game: [ana.sit(game), bo.sit(game)] for game in games}
    play(chairs[games[0]], random.Random(3), 20)
    ana.say(games[0], "See you tomorrow.")
    for what in ("192.0.2.0/24", "198.51.100.7"):
        house.admin("ban", what)
    house.admin("unban", "198.51.100.7")
    key = host_key(at / "server" / HOST_KEY, lambda: b"a key")
    # The bot may answer while the copy is made: whatever was told before it is in the copy.
    looks = {game: chair.update() for game, (chair, _) in chairs.items()}
    # What the page says: the saves, the file of keys, the host key; and the index by sqlite.
    copy.mkdir()
    shutil.copytree(at / "saves", copy / "saves")
    shutil.copy(at / KEYS, copy / KEYS)
    shutil.copytree(at / "server", copy / "server")
    if index:
        with sqlite3.connect(at / FILE) as live, sqlite3.connect(copy / FILE) as kept:
            live.backup(kept)
    # What comes after the copy is lost with the machine.
    play(chairs[games[0]], random.Random(4), 5)
    house.close()
    shutil.rmtree(at)
    shutil.copytree(copy, at)
    house = House(at)
    try:
        until(lambda: house.host.lobby.index.whole)
        with pytest.raises(NotAdmitted, match="belongs to another key"):
            house.come("Bo", key="thief")
        assert [row["what"] for row in house.admin("bans")["bans"]] == ["192.0.2.0/24"]
        ana, bo = house.come("Ana"), house.come("Bo")
        assert {each.name for each in ana.games()} == set(games)
        for game, look in looks.items():
            assert isinstance(look, Look)
            chairs[game] = [ana.sit(game), bo.sit(game)]
            now = chairs[game][0].update()
            assert isinstance(now, Look)
            assert now.next >= look.next
            if now.next == look.next:
                assert now.view.to_plain() == look.view.to_plain()
        play(chairs[games[0]], random.Random(5), 5)
        said = [each.text for each in ana.room(games[0]).said]
        assert ("See you tomorrow." in said) is index
        assert host_key(at / "server" / HOST_KEY, lambda: b"another") == key
    finally:
        house.close()
