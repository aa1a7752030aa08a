"""What runs out costs whoever asks for more, and nobody who plays."""

from __future__ import annotations

import asyncio
import errno
import json
import random
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from houses import House, hearing, play, wish

from elgrande.lobby import Denied, LobbyClient
from elgrande.lobby.wire import WireClient
from elgrande.saves.fs import FileSystem
from elgrande.server import control
from elgrande.server import host as hosting
from elgrande.server.control import HostGone, NotAdmitted, Visitor
from elgrande.server.index import LobbyIndex
from elgrande.table import Gone, Look
from patience import PATIENCE, eventually, until


def memory(house: House) -> int:
    """Return how many games a host has in memory."""
    return int(house.do(lambda: len(house.host.lobby.shelf)))


def answers(house: House, game: str) -> int:
    """Return how many answers stand in a save."""
    return (house.options.data / "saves" / f"{game}.toml").read_text().count("[[command]]")


def test_a_fault_of_ours_is_in_the_log(capsys: pytest.CaptureFixture[str], house: House) -> None:
    house.host.log = hosting.logged
    house.host._failed(
        asyncio.new_event_loop(), {"message": "It broke.", "exception": OSError("x")}
    )
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["part"]) == ("error", "host")
    assert "It broke." in str(told)


def test_without_descriptors_the_newest_caller_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = house.come("Ana")
    accept, failed = house.loop.sock_accept, []

    def fails(sock: Any) -> Any:
        if len(failed) < 3:
            failed.append(sock)
            raise OSError(errno.EMFILE, "Too many open files")
        return accept(sock)

    monkeypatch.setattr(hosting, "TICK", 0.01)
    house.do(lambda: setattr(house.loop, "sock_accept", fails))
    # The one that is waited for already comes in by the old way.
    house.admin("stats")
    until(lambda: len(failed) == 3)
    assert ana.games() == ()
    assert house.come("Bo").me.name == "Bo"
    assert [what for what, _ in house.logged].count("call refused") == 3


def test_a_look_at_the_clocks_that_fails_ends_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    glob, failed = Path.glob, []

    def runs_out(path: Path, pattern: str) -> Any:
        if path.name == house.host.lobby.shelf.store.paths.bin.name:
            failed.append(path)
            raise OSError(errno.EMFILE, "too many open files")
        return glob(path, pattern)

    monkeypatch.setattr(Path, "glob", runs_out)
    house.ahead = 3601.0
    until(lambda: failed)
    until(lambda: any(what == "error" for what, _ in house.logged))
    assert house.come("Ana").games() == ()


def test_the_game_that_nobody_has_used_for_longest_gives_way(folder: Path) -> None:
    house = House(folder, awake=2)
    try:
        ana, bo = house.come("Ana"), house.come("Bo")
        games = []
        for _ in range(4):
            game = ana.make(wish("me", "anybody")).game.name
            bo.join(game)
            games.append(game)
        assert memory(house) == 2
        ana.sit(games[0])
        bo.sit(games[1])
        with pytest.raises(Denied, match="as this server can hold"):
            house.come("Ana").sit(games[2])
        assert memory(house) == 2
        bo.close()
        until(lambda: house.come("Ana").sit(games[2]))
    finally:
        house.close()


def test_whoever_has_most_games_in_memory_gives_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though bots owe an answer in each of them."""
    house = House(folder, awake=3)
    try:
        monkeypatch.setattr("elgrande.server.loaded.Loaded.due", property(lambda _game: True))
        eve, ana, bo = house.come("Eve"), house.come("Ana"), house.come("Bo")
        mine = ana.make(wish("me", "random")).game.name
        for _ in range(2):
            eve.make(wish("me", "random"))
        with pytest.raises(Denied, match="as this server can hold"):
            eve.make(wish("me", "random"))
        held = {loaded.account for loaded in house.do(lambda: [*house.host.lobby.shelf])}
        assert held == {"Ana", "Eve"}
        ana.watch(mine)
        other = bo.make(wish("me", "random")).game.name
        assert memory(house) == 3
        # Now everybody has one, and who comes waits.
        with pytest.raises(Denied, match="as this server can hold"):
            house.come("Cleo").make(wish("me", "random"))
        assert house.do(lambda: house.host.lobby.shelf.found(other)) is not None
    finally:
        house.close()


def test_games_that_wait_for_a_person_sleep_after_a_start(folder: Path) -> None:
    house = House(folder)
    ana, bo = house.come("Ana"), house.come("Bo")
    waits = [ana.make(wish("me", "anybody")).game.name for _ in range(3)]
    for game in waits:
        bo.join(game)
    house.close()
    # As if the host, or the machine, had ended between the save and the index.
    index = sqlite3.connect(folder / "lobby.sqlite")
    with index:
        index.execute("update games set size = size - 1 where name = ?", (waits[0],))
    index.close()
    house = House(folder)
    try:
        house.come("Ana")
        until(lambda: memory(house) == 1)
        assert house.do(lambda: house.host.lobby.shelf.found(waits[0]) is not None)
    finally:
        house.close()


def test_bots_rest_where_no_person_plays_and_nobody_looks_on(house: House) -> None:
    guest, ana = house.come("guest"), house.come("Ana")
    game = guest.make(wish("me", "random", listed=False)).game.name
    guest.hand_over(game, "random")
    before = answers(house, game)
    # Another game's bots go on, and so would these.
    other = ana.make(wish("me", "random", "random")).game.name
    ana.watch(other)
    ana.hand_over(other, "random")
    until(lambda: answers(house, other) > 5)
    at_rest = answers(house, game)
    assert at_rest <= before + 1, "at most the answer that was on its way"
    guest.watch(game)
    until(lambda: answers(house, game) > at_rest + 5)


def test_whoever_is_known_comes_in_though_nothing_can_be_written(house: House) -> None:
    house.come("Ana").close()
    do = house.host.lobby.index.do

    def full(sql: str, *values: Any) -> int:
        if not sql.startswith("select"):
            raise sqlite3.OperationalError("database or disk is full")
        return do(sql, *values)

    house.do(lambda: setattr(house.host.lobby.index, "do", full))
    assert house.come("Ana").me.name == "Ana"
    with pytest.raises(NotAdmitted, match="cannot write down a new name now"):
        house.come("Bo")
    with pytest.raises(Denied, match="cannot write that down now"):
        house.come("Ana").keep_settings({"pace": 3})
    with pytest.raises(NotAdmitted, match="cannot write that down now"):
        house.admin("ban", "192.0.2.7")
    kinds = [facts["what"] for what, facts in house.logged if what == "not written"]
    assert kinds == ["who was here", "a name", "keep settings", "a call"], "each once a minute"


def test_a_server_starts_where_nothing_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(folder)
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "anybody", clock="day")).game.name
    bo.join(game)
    house.close()

    def full(_self: LobbyIndex, sql: str, *_values: Any) -> int:
        raise sqlite3.OperationalError(f"database or disk is full: {sql}")

    monkeypatch.setattr(LobbyIndex, "do", full)
    house = House(folder)
    try:
        ana = house.come("Ana")
        assert ana.sit(game).update()
        assert ("not written", "the start") in [
            (what, facts.get("what")) for what, facts in house.logged
        ]
    finally:
        house.close()


def test_what_no_save_takes_is_in_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    chair = ana.sit(game)
    chance = random.Random(1)

    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    house.do(lambda: monkeypatch.setattr(FileSystem, "write", full))

    look = chair.update()
    assert isinstance(look, Look)
    assert look.seat is not None
    answer = chair.rules.text(chance.choice(look.decision.codes))
    assert chair.send(look.seat, [answer]).failed
    (facts,) = until(lambda: [facts for what, facts in house.logged if what == "not saved"])
    assert facts["game"] == game
    assert facts["why"]
    monkeypatch.undo()


def test_without_descriptors_whoever_is_in_plays_on(folder: Path) -> None:
    """A real host that may have few of them."""
    command = [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(folder), "serve",
               "--part", "host", "--as-root", "--control", str(folder / "c")]  # fmt: skip
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (64, 64))
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(command, stderr=log, preexec_fn=few)
    people: list[LobbyClient] = []
    try:
        until((folder / "c" / control.NAME).exists)
        with until(partial(heard, folder / "c")):
            ana = come(folder / "c", "Ana")
            game = ana.make(wish("me", "random")).game.name
            chair = ana.sit(game)
            refused = ""
            while not refused:
                try:
                    people.append(come(folder / "c", "guest", f"192.0.2.{len(people)}"))
                except NotAdmitted as error:
                    refused = str(error)
            assert "no room for one line more" in refused
            assert 10 < len(people) < 50
            # Who plays has lost nothing by that, nor who comes once there is room.
            people[-1].make(wish("me", "random", listed=False))
            play([chair], random.Random(2), 3)
            for each in people:
                each.close()
            assert until(partial(let_in, folder / "c")).me.name == "Bo"
    finally:
        for each in people:
            each.close()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert '"not written"' not in (folder / "log").read_text()


def heard(folder: Path) -> socket.socket | None:
    with suppress(HostGone, OSError):
        return hearing(folder)
    return None


def come(folder: Path, name: str, address: str = "") -> LobbyClient:
    ours, theirs = socket.socketpair()
    control.enter(folder, Visitor(name, f"SHA256:{name}", address), theirs)
    return LobbyClient(WireClient(ours, PATIENCE))


def let_in(folder: Path) -> LobbyClient | None:
    with suppress(NotAdmitted, HostGone):
        return come(folder, "Bo", "198.51.100.1")
    return None


async def test_where_no_process_fits_whoever_comes_is_told(served: Callable[..., Any]) -> None:
    small = [sys.executable, str(Path(__file__).parent / "small_sessions.py"), "no-room"]
    async with served(command=small) as here:
        found = await here.run("whoami")
        assert "full for the moment; try again later" in found.stderr


def test_what_is_too_much_for_the_memory_costs_whoever_asks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, eve = house.come("Ana"), house.come("Eve")

    def too_much(*_: Any) -> Any:
        raise MemoryError

    chair = ana.sit(ana.make(wish("me", "random")).game.name)
    house.do(lambda: monkeypatch.setattr(house.host.lobby, "export", too_much))
    with pytest.raises(Gone):
        eve.export("x")
    assert chair.update()
    assert any(what == "error" for what, _ in house.logged)


def test_a_save_that_cannot_be_opened_is_in_the_log(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "anybody")).game.name
    bo.join(game)
    house.do(lambda: house.host.lobby.shelf.drop(game))
    path = house.options.data / "saves" / f"{game}.toml"
    path.write_bytes(b"\x00" * 100)
    with pytest.raises(Denied, match="finds the reason in its log"):
        ana.sit(game)
    (facts,) = [facts for what, facts in house.logged if what == "save refused"]
    assert facts["game"] == game
    assert facts["why"]


@pytest.mark.parametrize(
    ("range_", "inside", "outside"),
    [
        ("10.0.0.0/8", "10.250.1.2", "11.0.0.1"),
        ("192.0.2.7/24", "192.0.2.200", "192.0.3.1"),
        ("2001:db8::/32", "2001:db8:77::1", "2001:db9::1"),
        ("::ffff:10.0.0.0/104", "10.250.1.2", "11.0.0.1"),
        ("10.9.0.0/16", "::ffff:10.9.1.2", "::ffff:10.8.0.1"),
        ("2001:db8::5/128", "2001:db8::9", "2001:db8:0:1::5"),
        ("2001:db8::5", "2001:db8::9", "2001:db8:0:1::5"),
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
    ],
)
def test_a_range_is_banned(range_: str, inside: str, outside: str, house: House) -> None:
    eve = house.come("Eve", address=inside)
    house.come("Bo", address=outside)
    house.admin("ban", range_)
    assert until(lambda: eve.gone)
    with pytest.raises(NotAdmitted, match="cannot come in"):
        house.come("Eve", address=inside)
    house.come("Bo", address=outside)
    house.admin("unban", range_)
    house.come("Eve", address=inside)
    for wide in ("0.0.0.0/1", "::/0", "::ffff:0.0.0.0/97"):
        with pytest.raises(NotAdmitted, match="is too wide"):
            house.admin("ban", wide)


async def test_the_front_hears_from_where_nobody_is_let_in(house: House) -> None:
    await asyncio.to_thread(house.admin, "ban", "192.0.2.0/24")
    house._hears.close()
    reception = control.Reception(house.options.control, lambda _order: None)
    reception.hear()
    await eventually(lambda: "192.0.2.7" in reception.banned)
    assert "192.0.3.7" not in reception.banned
    await asyncio.to_thread(house.admin, "ban", "2001:db8::1")
    await eventually(lambda: "2001:db8::9" in reception.banned)
    await asyncio.to_thread(house.admin, "unban", "192.0.2.0/24")
    await eventually(lambda: "192.0.2.7" not in reception.banned)


def test_nobody_is_banned_by_a_word_that_is_nobody(house: House) -> None:
    guest = house.come("guest", address="192.0.2.7")
    for word in ("Nobody", "10.0.0", "10.0.0.0/99", "10.0.0.1-10.0.0.9", "192.0.2.7/x"):
        with pytest.raises(NotAdmitted, match=r"Nobody is called .* Say whom"):
            house.admin("ban", word)
    assert house.admin("bans")["bans"] == []
    house.admin("ban", guest.me.name)
    assert until(lambda: guest.gone)
    assert [row["what"] for row in house.admin("bans")["bans"]] == ["192.0.2.7"]
    house.admin("unban", "192.0.2.7")


def test_guests_of_one_address_make_so_many_games(folder: Path) -> None:
    house = House(folder, most_guest_games=2)
    try:
        private = wish("me", "random", listed=False)
        for _ in range(2):
            # Another guest each time, as far as names go.
            guest = house.come("guest", address="192.0.2.7")
            guest.make(private)
            guest.close()
        with pytest.raises(Denied, match="Guests from your address have made 2 games"):
            house.come("guest", address="192.0.2.7").make(private)
        house.come("guest", address="192.0.2.8").make(private)
    finally:
        house.close()


def test_new_names_of_one_address_make_so_many_games_together(folder: Path) -> None:
    house = House(folder, most_games=3)
    try:
        game = wish("me", "anybody")
        ana, anton = (house.come(name, address="192.0.2.7") for name in ("Ana", "Anton"))
        eve = house.come("Eve", address="192.0.2.8")
        for each in (ana, ana, anton, eve):
            each.make(game)
        for each in (ana, anton):
            with pytest.raises(Denied, match="New names from your address have made 3 games"):
                each.make(game)
        eve.make(game)
        beside = house.host.lobby.people.beside
        assert [house.do(lambda name=name: beside(name)) for name in ("Anton", "Eve")] == [
            ["Ana", "Anton"], ["Eve"],
        ]  # fmt: skip
        # Whoever is still there after a day has all to themselves.
        house.ahead = 86_401.0
        house.do(house.host.lobby.tick)
        ana.make(game)
        assert house.do(lambda: beside("Anton")) == ["Anton"]
    finally:
        house.close()


def test_new_names_and_guests_of_one_address_have_one_share(house: House) -> None:
    """Two hundred names that were made within an hour kept those of yesterday waiting."""
    games = {}
    for name, address in (("Ana", "192.0.2.7"), ("Anton", "192.0.2.7"), ("Eve", "2001:db8::1"),
                          ("guest", "2001:db8::2")):  # fmt: skip
        listed = name != "guest"
        game = house.come(name, address=address).make(wish("me", "random", listed=listed))
        games[name] = game.game.name

    def shares() -> tuple[list[str], list[str]]:
        """Whose share pays for bots and memory, and whose for what lines ask."""
        lobby = house.host.lobby
        return [lobby._account(game) for game in games.values()], [
            line.share for line in house.host.sessions.values()
        ]

    one, other = "@192.0.2.7", "@2001:db8::/64"
    guest = f"guest{other}"
    assert house.do(shares) == ([one, one, other, guest], [one, one, other, other])
    rows = house.admin("costs")["costs"]
    assert {row["account"]: (row["games"], row["lines"]) for row in rows} == {
        one[1:]: (2, 2), other[1:]: (2, 2),
    }  # fmt: skip
    # A night later each name has a share of its own, and a guest has not.
    house.ahead = 86_401.0
    house.come("Ana", address="192.0.2.7")
    # What they say in the lobby is counted so, too: 48 names said nineteen things a second.
    for name in ("Bea", "Cleo"):
        house.come(name, address="198.51.100.4").say("", "hello")
    for _ in range(3):
        house.come("Bea").say("", "hello")
    with pytest.raises(Denied, match="by you or others at your address"):
        house.come("Cleo").say("", "hello")
    bots, lines = house.do(shares)
    lines = lines[:5]
    assert bots == ["Ana", "Anton", "Eve", guest]
    assert lines[-1] == "Ana"


def test_where_guests_may_not_come_nobody_is_sent_to_be_one(folder: Path) -> None:
    house = House(folder, guests=False)
    try:
        with pytest.raises(NotAdmitted, match=r"ed25519\.$"):
            house.come("Bo", "")
    finally:
        house.close()


def test_names_are_claimed_so_often_from_one_address(folder: Path) -> None:
    house = House(folder, new_names=2)
    try:
        for name in ("Ana", "Bo"):
            house.come(name, address="192.0.2.7")
        with pytest.raises(NotAdmitted, match="2 new names have come from your address"):
            house.come("Cleo", address="192.0.2.7")
        house.come("Ana", address="192.0.2.7")
        house.come("Cleo", address="192.0.2.8")
        house.ahead = 86_401.0
        house.come("Dora", address="192.0.2.7")
    finally:
        house.close()


def test_a_game_in_which_nobody_is_left_is_deleted_in_time(house: House) -> None:
    guest, ana = house.come("guest"), house.come("Ana")
    kept = ana.make(wish("me", "random")).game.name
    game = guest.make(wish("me", "random", listed=False)).game.name
    guest.close()
    until(lambda: not any(row["person"] for row in house.do(
        lambda: house.host.lobby.listing.seats(game))))  # fmt: skip
    house.ahead = 7 * 86_400 + 3601.0
    house.do(house.host.lobby.tick)
    names = [row["name"] for row in house.admin("games")["games"]]
    assert names == [kept]
    assert not (house.options.data / "saves" / f"{game}.toml").exists()


def test_games_are_kept_as_long_as_whoever_runs_the_server_says(folder: Path) -> None:
    day = 86_400.0
    house = House(folder, abandoned=1, keep=10, bin=10)
    saves = folder / "saves"
    try:
        guest, ana = house.come("guest"), house.come("Ana")
        short = {"listed": False, "short": True}
        theirs = guest.make(wish("me", "random", **short)).game.name
        guest.hand_over(theirs, "random")
        guest.watch(theirs)
        until(lambda: guest.room(theirs).game.state == "finished", "a game of bots")
        guest.close()
        over = ana.make(wish("me", "random", **short)).game.name
        ana.hand_over(over, "random")
        ana.watch(over)
        until(lambda: ana.room(over).game.state == "finished", "a game of bots")
        waits = ana.make(wish("me", "anybody")).game.name
        runs = ana.make(wish("me", "random")).game.name

        def left(days: float) -> set[str]:
            house.ahead += days * day
            house.do(house.host.lobby.tick)
            return {row["name"] for row in house.do(
                lambda: house.host.lobby.index.rows("select name from games"))}  # fmt: skip

        assert left(0) == {theirs, over, waits, runs}
        assert left(2) == {over, waits, runs}, "a guest's, once nobody is left"
        assert [path.stem for path in (folder / "bin").glob("*.toml")] == [theirs]
        assert left(9) == {runs}, "what is over, and what never began"
        assert [path.stem for path in saves.glob("*.toml")] == [runs]
        assert not [*(folder / "bin").glob("*.toml")]
        assert house.do(lambda: house.host.lobby.index.one("select account from people")) == ""
    finally:
        house.close()


def test_the_administrator_ends_a_game(house: House) -> None:
    ana, _, game = house.together("Ana", "Bo", short=True)
    assert "1 game (" + game in house.admin("end", game)["text"]
    until(lambda: ana.room(game).game.state == "finished", "its end")
    assert ana.export(game).startswith("format"), "and is there for who played it"


def test_a_save_that_stays_keeps_its_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "random")).game.name

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    house.do(lambda: monkeypatch.setattr(FileSystem, "rename", full))
    with pytest.raises(NotAdmitted, match="cannot be moved into the bin"):
        house.admin("delete", game)
    assert [each.name for each in ana.games()] == [game]
    assert any(what == "not saved" for what, _ in house.logged)


def test_a_long_answer_has_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = house.come("\U00010330" * 24)
    for _ in range(5):
        ana.make(wish("me", "anybody"))
    monkeypatch.setattr("elgrande.server.admin.PAGE", 2)
    pages = [house.admin("games", str(page)) for page in (1, 2, 3)]
    assert [len(page["games"]) for page in pages] == [2, 2, 1]
    assert len({row["name"] for page in pages for row in page["games"]}) == 5
    assert pages[1]["text"].endswith("page 2 of 3; put the number of another behind the call.")
    assert len(house.admin("games", ana.me.name, "3")["games"]) == 1
    for number in range(3):
        house.admin("ban", f"192.0.2.{number}")
    assert [row["what"] for row in house.admin("bans", "2")["bans"]] == ["192.0.2.0"]
    # And what is too long all the same says so.
    monkeypatch.setattr("elgrande.server.host.LONGEST_TOLD", 400)
    with pytest.raises(NotAdmitted, match="too long to be said"):
        house.admin("games")


def test_the_administrator_sees_costs_and_ends_things(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "anybody", "random")).game.name
    bo.join(game)
    other = bo.make(wish("me", "random")).game.name
    assert [row["name"] for row in house.admin("games", "ana")["games"]] == [game]
    costs = house.admin("costs")["costs"]
    assert {row["account"]: (row["games"], row["lines"]) for row in costs} == {
        "Ana": (1, 1), "Bo": (1, 1),
    }  # fmt: skip
    house.admin("hand", game, "blue")
    assert any(seat.stood_in for seat in bo.room(game).game.seats)
    house.admin("delete", other)
    assert [each.name for each in bo.games()] == [game]
    house.admin("forget", "bo")
    assert until(lambda: bo.gone)
    assert [seat.name for seat in ana.room(game).game.seats] == ["Ana", "", ""]
    assert house.come("Bo", key="another").me.name == "Bo", "the name is anybody's"
    for words in (("delete",), ("delete", "nothing"), ("hand", game), ("hand", game, "pink"),
                  ("forget", "Nobody")):  # fmt: skip
        with pytest.raises(NotAdmitted, match=r"Say it so|There is no|Nobody is called"):
            house.admin(*words)
