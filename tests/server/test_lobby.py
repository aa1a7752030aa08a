"""The lobby over its sockets: from a wish to the rematch, and who may do what."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from houses import House, Told, code_of, play, wish

from elgrande.bots import registry
from elgrande.content.positions.position_format import describe
from elgrande.lobby import Denied, GameWish, LobbyClient, SeatWish
from elgrande.saves import Paths, SaveError, Store
from elgrande.server import control, reindex
from elgrande.server.admin import DRAINED
from elgrande.server.bot_pool import BotPool
from elgrande.server.control import NotAdmitted, Order
from elgrande.server.index import FILE, IndexBroken, LobbyIndex
from elgrande.server.listing import MOST
from elgrande.table import Gone, Look, Reply, load
from elgrande.visitor.lobby_list import detail
from elgrande.visitor.plain_lobby import line_of
from patience import PATIENCE, until


def seat_words(client: LobbyClient, game: str) -> list[str]:
    return [f"{s.name}/{s.source}{'*' if s.mine else ''}" for s in client.room(game).game.seats]


def test_a_game_is_made_joined_played_and_played_again(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    told = Told(bo)
    room = ana.make(wish("me", "Bo", "anybody", short=True))
    game = room.game.name
    assert room.game.state == "open"
    assert (room.game.mine, room.game.free, len(room.word)) == (True, 1, 8)
    assert told.wait("games")
    [line] = bo.games()
    assert (line.invites, line.mine, line.waits) == (True, False, False)
    with pytest.raises(Denied, match="not begun"):
        ana.sit(game)
    bo.join(game)
    # Whoever knows the word need not find it in the list.
    assert eve.join(f"join-{room.word.lower()}").game.state == "running"
    assert told.wait("begun", game)
    assert seat_words(eve, game) == ["Ana/person", "Bo/person", "Eve/person*"]
    assert [client.games()[0].waits for client in (ana, bo, eve)].count(True) == 1
    chairs = [client.sit(game) for client in (ana, bo, eve)]
    given = play(chairs, random.Random(1))
    assert given > 50
    assert ana.games()[0].state == "finished"
    save = ana.export(game)
    assert save == (house.options.data / "saves" / f"{game}.toml").read_text("utf-8")

    again = bo.rematch(game)
    assert again.game.state == "open"
    assert seat_words(ana, again.game.name) == ["Ana/", "Bo/person", "Eve/"]
    assert "Bo would like a rematch" in ana.room(game).said[-1].text
    ana.rematch(game)
    assert eve.rematch(game).game.state == "running"
    with pytest.raises(Denied, match="when the game is over"):
        ana.rematch(again.game.name)


def test_who_may_see_what(house: House) -> None:
    ana, bo, guest = house.come("Ana"), house.come("Bo"), house.come("guest")
    secret = ana.make(wish("me", "anybody", listed=False))
    game, word = secret.game.name, secret.word
    for client in (bo, guest):
        assert client.games() == ()
        for ask in (client.room, client.join, client.sit, client.watch, client.export):
            with pytest.raises(Denied, match="no game of that name"):
                ask(game)
        with pytest.raises(Denied, match="no game of that name"):
            client.say(game, "hello")
    assert bo.room(bo.join(word).game.name).word == word, "who plays may invite"
    # A guest with the word looks on, and invites nobody.
    assert guest.join(word).word == ""
    assert [line.name for line in guest.games()] == [game]
    chair = guest.watch(game)
    look = chair.update()
    assert isinstance(look, Look)
    assert (look.seats, look.seat, look.decision.codes) == ((), None, ())
    assert not chair.undo()
    assert not chair.hand_over(0, "random")
    for ask in (guest.hand_over, guest.take_back):
        with pytest.raises(Denied, match="no seat"):
            ask(game)
    with pytest.raises(Denied, match="your own seat"):
        guest.advise(game, 0)
    table = house.host.lobby.shelf.get(game).table
    assert tomllib.loads(guest.export(game)) == describe(table.view(None))
    assert tomllib.loads(ana.export(game)) == describe(table.view(0))


def test_nobody_sees_or_sets_the_seed(house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    chair = ana.sit(game)
    path = house.options.data / "saves" / f"{game}.toml"
    seed = tomllib.loads(path.read_text("utf-8"))["game"]["seed"]
    assert seed > 0
    told = [str(chair.setup), str(chair.update()), str(ana.room(game)), ana.export(game)]
    assert not any(str(seed) in text for text in told)
    answer = ana.line.ask({"ask": "make", "wish": {"edition": "1996", "seats": [], "seed": 1}})
    assert "seed" in answer["refused"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"edition": "1066"}, "edition"),
        ({"clock": "egg"}, "clock"),
        ({"expansions": ("atlantis",)}, "atlantis"),
        ({"house": {"undo": "always"}}, "undo"),
        ({"house": {"cheat": True}}, "cheat"),
    ],
)
def test_a_game_that_cannot_be_is_denied(change: dict[str, Any], why: str, house: House) -> None:
    ana = house.come("Ana")
    with pytest.raises(Denied, match=why):
        ana.make(wish("me", "anybody", **change))
    for who, reason in (
        (("anybody", "anybody"), "yourself"),
        (("me", "Nobody"), "Nobody"),
        (("me", "grandmaster"), "one of"),
        (("me",), "players"),
    ):
        with pytest.raises(Denied, match=reason):
            ana.make(wish(*who))
    with pytest.raises(Denied, match="no colour mauve"):
        ana.make(GameWish("1996", (SeatWish("red", "me"), SeatWish("mauve", "anybody"))))
    with pytest.raises(Denied, match="not listed"):
        house.come("guest").make(wish("me", "anybody"))
    assert ana.games() == ()


def test_an_open_game_is_left_filled_and_given_up(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "anybody", "anybody")).game.name
    assert bo.join(game, "green").game.seats[2].name == "Bo"
    with pytest.raises(Denied, match="free green seat"):
        house.come("Eve").join(game, "green")
    bo.leave(game)
    assert seat_words(ana, game)[2] == "/"
    with pytest.raises(Denied, match="Only who made"):
        bo.fill(game, "random")
    with pytest.raises(Denied, match="no such bot"):
        ana.fill(game, "grandmaster")
    assert ana.fill(game, "random").game.state == "running"
    with pytest.raises(Denied, match="hand your seat over"):
        ana.leave(game)
    other = ana.make(wish("me", "anybody")).game.name
    ana.leave(other)
    with pytest.raises(Denied):
        ana.room(other)


def test_a_seat_goes_to_a_bot_and_comes_back(house: House) -> None:
    ana, bo, game = house.together("Ana", "Bo")
    chair = ana.sit(game)
    assert seat_words(ana, ana.hand_over(game, "random").game.name)[0] == "Ana/random*"
    # The bot plays for her until it is Bo's turn; she only looks on meanwhile.
    look = until(chair.update)
    assert isinstance(look, Look)
    assert look.seats == ()
    assert not chair.undo([0])
    assert not bo.sit(game).hand_over(1, "grandmaster")
    assert ana.games()[0].mine
    assert seat_words(ana, ana.take_back(game).game.name)[0] == "Ana/person*"
    look = chair.update()
    assert isinstance(look, Look)
    assert look.seats == (0,)


def test_several_devices_and_several_tables(house: House) -> None:
    ana, too, bo = house.come("Ana"), house.come("Ana"), house.come("Bo")
    games = []
    for _ in range(2):
        game = ana.make(wish("me", "Bo")).game.name
        bo.join(game)
        games.append(game)
    chairs = {game: ana.sit(game) for game in games}
    other = too.sit(games[0])
    news: list[Any] = []
    other.subscribe(news.append)
    asks = next(line for line in ana.games() if line.name == games[0]).waits
    chair = chairs[games[0]] if asks else bo.sit(games[0])
    look = chair.update()
    assert isinstance(look, Look)
    assert chair.send(look.decision.owing[0], [chair.rules.text(look.decision.codes[0])])
    assert until(lambda: news)
    found, here = other.update(), chairs[games[0]].update()
    assert isinstance(found, Look)
    assert isinstance(here, Look)
    assert found.view == here.view
    chairs[games[0]].close()
    assert isinstance(chairs[games[0]].update(), Reply)
    assert isinstance(chairs[games[1]].update(), Look)


def test_talk_is_cleaned_limited_and_muted(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "Bo")).game.name
    told = Told(ana)
    bo.join(game)
    bo.room(game)
    ana.room(game)
    assert bo.say(game, " \x1b[31mho\u202ela ☕\n ").text == "[31mhola ☕"
    said = told.wait("said", game).said
    assert said is not None
    assert (said.who, said.text) == ("Bo", "[31mhola ☕")
    assert len(bo.say(game, "x" * 999).text) == 200
    with pytest.raises(Denied, match="nothing"):
        bo.say(game, " \x1b ")
    for _ in range(3):
        bo.say(game, "so")
    with pytest.raises(Denied, match="wait"):
        bo.say(game, "so")
    house.ahead += 11
    until(lambda: sum(news.kind == "said" for news in told.news) == 4)
    told.news.clear()
    assert ana.mute("bo").muted == ("Bo",)
    bo.say(game, "unheard")
    ana.say(game, "and mine")
    assert told.wait("said").said.who == "Ana"  # type: ignore[union-attr]
    assert {each.who for each in ana.room(game).said} == {"Ana"}
    assert house.come("Ana").me.muted == ("Bo",)
    assert ana.mute("Bo", muted=False).muted == ()
    save = (house.options.data / "saves" / f"{game}.toml").read_text("utf-8")
    assert "unheard" not in save


def test_people_are_their_keys(house: House) -> None:
    ana = house.come("Ana")
    assert house.come("whoever", "Ana").me.name == "Ana"
    for user in ("Ana", "ana", "ANA", "Аna", "Αna"):
        with pytest.raises(NotAdmitted, match=r"belongs|told apart"):
            house.come(user, "another")
    for user in ("red", "Server", "steward", "games", "join", "gu3st!", "", "a b", "-x", "\x1b[2J"):
        with pytest.raises(NotAdmitted):
            house.come(user, "another")
    with pytest.raises(NotAdmitted, match="ssh-keygen"):
        house.come("Bo", "")
    code = ana.code()
    for wrong in range(4):
        with pytest.raises(NotAdmitted, match="not good"):
            house.come(f"Ana+WRONG{wrong}", "second")
    assert house.come(f"ana+{code.lower()}", "second").me.name == "Ana"
    with pytest.raises(NotAdmitted, match="not good"):
        house.come(f"Ana+{code}", "third")
    code = ana.code()
    for _ in range(5):
        with pytest.raises(NotAdmitted):
            house.come("Ana+WRONG", "third")
    with pytest.raises(NotAdmitted, match="not good"):
        house.come(f"Ana+{code}", "third")
    assert house.come(f"Ana+{code}", "fourth", address="192.0.2.7").me.name == "Ana", (
        "whoever tries words elsewhere has not made it good for nobody"
    )
    late = ana.code()
    house.ahead += 601
    with pytest.raises(NotAdmitted, match="not good"):
        house.come(f"Ana+{late}", "third")
    # A lost key.
    code = code_of(house.admin("rekey", "ana"))
    with pytest.raises(NotAdmitted, match="belongs"):
        house.come("Ana")
    assert house.come(f"Ana+{code}", "third").me.name == "Ana"
    guests = {house.come("guest").me.name for _ in range(3)}
    assert len(guests) == 3
    with pytest.raises(Denied, match="no key"):
        house.come("guest").code()


def test_settings_are_kept_for_who_has_a_name(house: House) -> None:
    ana = house.come("Ana")
    assert ana.settings() == {}
    ana.keep_settings({"theme": "night", "pace": 3})
    assert house.come("Ana").settings() == {"theme": "night", "pace": 3}
    with pytest.raises(Denied, match="at most"):
        ana.keep_settings({"theme": "x" * 20_000})
    guest = house.come("guest")
    guest.keep_settings({"theme": "night"})
    assert guest.settings() == {}


def taken_back(client: LobbyClient, game: str) -> bool:
    """Whether a seat could be taken back."""
    try:
        client.take_back(game)
    except Denied:
        return False
    return True


def timed(client: LobbyClient, game: str) -> tuple[int, float]:
    """Return the one seat whose clock runs, and how many seconds it has left."""
    seats = client.room(game).game.seats
    [found] = [(at, seat.left) for at, seat in enumerate(seats) if seat.left >= 0]
    return found


@pytest.mark.parametrize("clock", ["day", "quick"])
def test_who_is_late_is_stood_in_for_and_comes_back(clock: str, house: House) -> None:
    ana, bo, game = house.together("Ana", "Bo", clock=clock)
    told = timed(ana, game)
    allowed = 86_400 if clock == "day" else 120 + 600
    assert allowed - 60 < told[1] <= allowed
    late = (ana, bo)[told[0]]
    house.ahead += allowed - 60
    house.do(house.host.lobby.tick)
    assert all("person" in word for word in seat_words(ana, game))
    house.ahead += 61
    house.do(house.host.lobby.tick)
    assert "random" in seat_words(ana, game)[told[0]]
    said = ana.room(game).said[-1]
    assert said.who == ""
    assert f"{late.me.name} was late, so random plays" in said.text
    # It stands in the save as a change of who plays.
    save = (house.options.data / "saves" / f"{game}.toml").read_text("utf-8")
    assert "[[source]]" in save
    # The bot gives the answer that was late, and then the seat is theirs again.
    until(lambda: taken_back(late, game))
    assert "person" in seat_words(late, game)[told[0]]


def test_a_seat_handed_over_and_taken_back_has_no_new_time(house: House) -> None:
    ana, _, game = house.together("Ana", "Bo", clock="day")
    told = timed(ana, game)
    table = house.host.lobby.shelf.get(game).table

    def over_and_back() -> None:
        # Before the bot has had a moment to think.
        table.seat_source(told[0], "random")
        table.seat_source(told[0], "person")

    for spent in (40_000, 80_000):
        house.ahead = spent
        house.do(over_and_back)
        again = timed(ana, game)
        assert again[0] == told[0]
        assert again[1] <= told[1] - spent
    house.ahead = 86_401
    house.do(house.host.lobby.tick)
    assert "was late" in ana.room(game).said[-1].text


def test_whose_time_is_up_takes_the_seat_back_at_no_table_either(house: House) -> None:
    ana, bo, game = house.together("Ana", "Bo", clock="day")
    told = timed(ana, game)
    late = (ana, bo)[told[0]]
    chair, table = late.sit(game), house.host.lobby.shelf.get(game).table

    def refused() -> str:
        # Before the host looks at the clocks, and the bot has had a moment to think.
        house.ahead += 86_401
        table.seat_source(told[0], "random")
        answer = desk.handle({"ask": "source", "seat": told[0], "source": "person"})
        return str(answer["refused"])

    [session] = [each for each in house.host.sessions.values() if each.tables]
    desk = session._desks._desks[game]
    assert house.do(refused).startswith("Your time for this answer is up")
    assert until(lambda: chair.hand_over(told[0], "person")), "once the bot has given it"


def test_a_line_is_said_to_be_at_its_table(house: House) -> None:
    orders: list[control.Order] = []

    def hear() -> None:
        heard = control.hear(house.options.control)
        orders.extend(order for order in heard if order.kind == "at")

    threading.Thread(target=hear, daemon=True).start()
    until(lambda: house.do(lambda: len(house.host._fronts)) == 2)
    ana = house.come("Ana")
    game = ana.make(wish("me", "random")).game.name
    chair = ana.sit(game)
    [number] = house.host.sessions
    until(lambda: orders == [control.Order("at", number, game)])
    # To sit down anew is no way to go.
    chair = ana.sit(game)
    assert chair.update()
    chair.close()
    until(lambda: orders[1:] == [control.Order("at", number, "")])
    ana.sit(game)
    until(lambda: len(orders) == 3)
    ana.close()
    until(lambda: not house.host.sessions)
    assert len(orders) == 3, "whoever is cut off is to come back there"


def test_a_front_that_hears_late_is_told_who_is_at_which_table(house: House) -> None:
    """A front looks for the next host now and then, and people come back meanwhile."""
    ana, bo = house.come("Ana"), house.come("Bo")
    house.come("Cleo", door="her-game")
    game = ana.make(wish("me", "anybody", "random")).game.name
    bo.join(game)
    ana.sit(game)
    bo.sit(game).close()
    numbers = {session.me.name: session.number for session in house.host.sessions.values()}
    until(lambda: house.do(lambda: house.host.sessions[numbers["Bo"]].at) == "")
    orders: list[control.Order] = []

    def hear() -> None:
        heard = control.hear(house.options.control)
        orders.extend(order for order in heard if order.kind == "at")

    hearing = threading.Thread(target=hear, daemon=True)
    hearing.start()
    until(lambda: house.do(lambda: len(house.host._fronts)) == 2)
    house.stop()
    hearing.join(PATIENCE)
    # Cleo is still on the way to hers.
    assert orders == [
        control.Order("at", numbers["Ana"], game), control.Order("at", numbers["Bo"], ""),
    ]  # fmt: skip


def test_a_seat_taken_from_a_bot_is_in_the_save_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "anybody")).game.name
    ana.fill(game, "random")
    table = house.host.lobby.shelf.get(game).table
    with monkeypatch.context() as full:
        full.setattr(table, "seat_source", _disk_full)
        with pytest.raises(Denied, match="could not be saved"):
            bo.join(game)
    assert [seat.name for seat in ana.room(game).game.seats] == ["Ana", ""]
    bo.join(game)
    # The server ends after the save was written, and before the index was.
    sql = "update seats set person = '' where person = 'Bo'"
    house.do(lambda: house.host.lobby.index.do(sql))
    house.do(lambda: house.host.lobby.wake(game))
    assert [seat.name for seat in ana.room(game).game.seats] == ["Ana", "Bo"]
    assert all("person" in word for word in seat_words(ana, game))


def test_a_game_that_cannot_be_written_has_not_begun(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "anybody", "anybody")).game.name
    with monkeypatch.context() as full:
        full.setattr(house.host.lobby.shelf, "begin", _disk_full)
        with pytest.raises(Denied, match="could not be saved"):
            ana.fill(game, "random")
    room = ana.room(game)
    assert room.game.state == "open"
    assert [seat.source for seat in room.game.seats] == ["person", "", ""]
    assert ana.fill(game, "random").game.state == "running"


NO_ROOM = (
    "create temp trigger no_room before update of state on games "
    "begin select raise(abort, 'no room'); end"
)


@pytest.mark.parametrize("stays", [False, True], ids=["save goes", "save stays"])
@pytest.mark.parametrize("how", ["filled", "joined"])
def test_a_game_that_the_index_cannot_take_begins_later(
    how: str, stays: bool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its save was written first, and would have stood in the way ever after."""
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "anybody")).game.name
    lobby = house.host.lobby

    def begin() -> None:
        if how == "filled":
            ana.fill(game, "random")
        else:
            bo.join(game)

    with monkeypatch.context() as full:
        if stays:
            full.setattr(lobby.shelf.store, "delete", _disk_full)
        house.do(lambda: lobby.index.do(NO_ROOM))
        with pytest.raises(Denied, match="cannot write that down"):
            begin()
        house.do(lambda: lobby.index.do("drop trigger no_room"))
    assert lobby.shelf.found(game) is None
    assert lobby.shelf.store.has(game) is stays
    assert ana.room(game).game.state == "open"
    assert ana.fill(game, "random").game.state == "running"
    assert seat_words(ana, game) == ["Ana/person*", "/random" if how == "filled" else "Bo/person"]
    assert isinstance(until(ana.sit(game).update), Look)


def test_a_game_that_has_begun_by_its_save_alone_goes_on(folder: Path) -> None:
    """As after a power failure, which may take the last of the index and nothing of a save."""
    first = House(folder)
    ana, bo = first.come("Ana"), first.come("Bo")
    game = ana.make(wish("me", "anybody", "anybody", "random", name="Office")).game.name
    bo.join(game)
    ana.fill(game, "random")
    first.close()
    index = LobbyIndex(folder / FILE)
    index.do("update games set state = 'open'")
    index.do("update seats set person = '', source = '', since = null where seat in (1, 2)")
    other = index.row("select * from games")
    assert other is not None
    index.insert("games", **{**dict(other), "name": "torn", "word": "TORN"})
    for seat in index.rows("select * from seats"):
        index.insert("seats", **{**dict(seat), "game": "torn"})
    (folder / "saves" / "torn.toml").write_text("no save")
    index.close()
    house = House(folder)
    try:
        ana = house.come("Ana")
        until(lambda: ana.room(game).game.state == "running")
        assert seat_words(ana, game) == ["Ana/person*", "Bo/person", "/random", "/random"]
        assert ana.room(game).game.called == "Office"
        assert isinstance(until(house.come("Bo").sit(game).update), Look)
        assert [fields["game"] for event, fields in house.logged if event == "save left out"] == [
            "torn"
        ]
        with pytest.raises(Denied, match="save of torn cannot be opened"):
            ana.fill("torn")
    finally:
        house.close()


def test_what_cannot_be_written_at_the_end_leaves_nothing_open(folder: Path) -> None:
    index = LobbyIndex(folder / FILE)

    def promise() -> None:
        with index.at_once():
            index.do("pragma defer_foreign_keys = on")
            index.insert("seats", game="none", seat=0, colour="red")

    with pytest.raises(sqlite3.IntegrityError):
        promise()
    assert not index.rows("select * from seats")
    with index.at_once():
        index.insert("bans", what="eve", made=0.0)
    index.close()
    again = LobbyIndex(folder / FILE)
    assert again.one("select what from bans") == "eve"
    again.close()


def _disk_full(*_: Any) -> Any:
    raise SaveError("The disk is full.")


def test_a_guest_who_goes_leaves_the_seat_to_a_bot(house: House) -> None:
    ana, guest = house.come("Ana"), house.come("guest")
    room = ana.make(wish("me", "anybody", listed=False))
    game = room.game.name
    assert guest.join(room.word).game.state == "running"
    guest.close()
    assert until(lambda: seat_words(ana, game)[1] == "/random")
    assert house.come("guest").games() == ()


def test_the_sysop_s_calls(house: House) -> None:
    ana, bo = house.come("Ana", address="10.0.0.1"), house.come("Bo", address="10.0.0.2")
    game = ana.make(wish("me", "Bo")).game.name
    told = Told(bo)
    who = house.admin("who")
    assert [row["name"] for row in who["who"]] == ["Ana", "Bo"]
    assert "10.0.0.1" in who["text"]
    assert game in house.admin("games")["text"]
    house.admin("wall", "The", "server", "\x1b[2Jrests.")
    assert told.wait("house").text == "The server [2Jrests."
    assert 'elgrande_games{state="open"} 1' in house.admin("stats")["text"]
    house.admin("kick", "ana")
    assert until(lambda: ana.gone).startswith("Whoever runs this server")
    house.admin("ban", "Bo")
    assert until(lambda: bo.gone)
    with pytest.raises(NotAdmitted, match="cannot come in"):
        house.come("Bo")
    house.admin("unban", "Bo")
    assert house.come("Bo").me.name == "Bo"
    house.admin("ban", "10.0.0.9")
    with pytest.raises(NotAdmitted, match="cannot come in"):
        house.come("Eve", address="10.0.0.9")
    for words in ((), ("steal",), ("kick",), ("kick", "Nobody"), ("wall",), ("drain", "soon"),
                  ("rekey", "Nobody"), ("unban", "Nobody")):  # fmt: skip
        with pytest.raises(NotAdmitted, match=r"\.$|who"):
            house.admin(*words)
    assert "@HOST" in house.admin("rekey", "Ana")["text"]
    house.come("Mia", server="games.example.org:2222")
    assert "ssh -t -p 2222 Ana+" in house.admin("rekey", "Ana")["text"]
    eve = house.come("Eve")
    house.admin("drain", "3600")
    with pytest.raises(NotAdmitted, match="every game is kept"):
        house.come("Late")
    house.admin("drain", "off")
    house.come("Late")
    ordered: list[Order] = []
    house.host.admin._order = ordered.append
    lines = {*house.host.sessions}
    house.admin("drain", "0")
    assert until(lambda: eve.gone).startswith("The server stops")
    closed = [order for order in ordered if order.kind == "close"]
    assert {order.session for order in closed} == lines, "no front waits for another host"
    assert {order.text for order in closed} == {DRAINED}


def test_who_may_not_be_called_so_is_told_the_way_they_came(house: House) -> None:
    with pytest.raises(NotAdmitted, match=r"As in: ssh -t NAME@h\.org join-AB2C\."):
        house.come("root", door="join-AB2C", server="h.org")
    with pytest.raises(NotAdmitted, match=r"As in: ssh NAME@h\.org\."):
        house.come("root", door="; rm -r", server="h.org")


def test_a_short_game_is_said_to_have_six_rounds(house: House) -> None:
    ana = house.come("Ana")
    assert ana.make(wish("me", "anybody", short=True)).game.rounds == 6


def test_a_word_with_nothing_in_it_is_nobody(house: House) -> None:
    guest = house.come("guest")
    for call in ("kick", "ban", "unban"):
        for word in ("", " ", "\u200b"):
            with pytest.raises(NotAdmitted, match="Say it so: elgrande admin"):
                house.admin(call, word)
    assert house.admin("bans")["bans"] == []
    assert guest.games() == ()


def test_an_address_is_banned_however_it_is_written(house: House) -> None:
    eve = house.come("Eve", address="2001:db8::5")
    house.admin("ban", "2001:DB8:0::1")
    assert until(lambda: eve.gone)
    for address in ("2001:db8::1", "2001:db8::ffff:1"):
        with pytest.raises(NotAdmitted, match="cannot come in"):
            house.come("Eve", address=address)
    house.admin("unban", "2001:db8::2")
    house.come("Eve", address="2001:db8::1")
    house.admin("ban", "::ffff:192.0.2.1")
    with pytest.raises(NotAdmitted, match="cannot come in"):
        house.come("Eve", address="192.0.2.1")


def test_who_makes_many_games_hides_nobody_else_s(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elgrande.server.listing.MOST", 12)
    ana, bea, cleo = house.come("Ana"), house.come("Bea"), house.come("Cleo")
    honest = ana.make(wish("me", "anybody", name="Honest")).game.name
    many = [bea.make(wish("me", "anybody")).game.name for _ in range(15)]
    listed = cleo.games()
    assert [game.name for game in listed] == [*reversed(many[-3:]), honest]
    assert [game.more for game in listed] == [0, 0, 12, 0]
    assert "Of Bea there are 12 more." in line_of(listed[2])
    assert "12 more" in detail(listed[2])
    assert len(bea.games()) == 12, "her own, as many as there is room for"
    # To whom one has a seat at comes besides.
    cleo.join(many[0])
    assert [(game.name, game.more) for game in cleo.games() if game.mine] == [(many[0], 0)]
    assert [game.more for game in cleo.games() if game.more] == [11]
    # So it is with those that are over: the first few of each come first.
    for game in (honest, *many):
        house.do(lambda game=game: house.host.lobby.index.do(
            "update games set state = 'finished' where name = ?", game))  # fmt: skip
    dan = house.come("Dan")
    assert honest in [game.name for game in dan.games()]
    assert len(dan.games()) == 12


def test_who_invites_without_end_hides_nobody_s_games(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elgrande.server.listing.MOST", 12)
    ana, bea, cleo = house.come("Ana"), house.come("Bea"), house.come("Cleo")
    own = cleo.make(wish("me", "anybody")).game.name
    honest = ana.make(wish("me", "anybody", name="Honest")).game.name
    for _ in range(15):
        bea.make(wish("me", "Cleo"))
    listed = [game.name for game in cleo.games()]
    assert listed[0] == own
    assert honest in listed
    assert sum(game.invites for game in cleo.games()) == 10


def test_a_list_takes_as_long_as_there_are_games(house: House) -> None:
    """For each of ten thousand games the index looked through all of one's seats."""
    index = house.host.lobby.index
    name = house.come("Ana").make(wish("me", "anybody")).game.name
    steps = [0]

    def count() -> None:
        steps[0] += 1

    def copied(number: int) -> None:
        with index.at_once():
            for table, of in (("games", "name"), ("seats", "game")):
                for row in index.rows(f"select * from {table} where {of} = ?", name):
                    new = {"word": f"W{number}"} if table == "games" else {}
                    index.insert(table, **{**row, of: f"game-{number}", **new})

    def taken() -> int:
        steps[0] = 0
        [person] = house.host.lobby.presence
        assert len(house.host.lobby.listing.games(person)) == MOST
        return steps[0]

    def listed() -> tuple[int, int]:
        index._db.set_progress_handler(count, 100)
        found = []
        for number in range(1200):
            copied(number)
            if number + 2 in (300, 1200):
                found.append(taken())
        few, many = found
        return few, many

    few, many = house.do(listed)
    assert many < 6 * few, "four times as many games"


def test_numbers_that_are_none_are_not_kept(house: House) -> None:
    ana = house.come("Ana")
    ana.keep_settings({"pace": 3})
    with pytest.raises(Denied, match="cannot be written down"):
        ana.keep_settings({"pace": float("inf")})
    assert ana.settings() == {"pace": 3}


def test_one_line_changes_only_so_much(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elgrande.server.session.WITHIN", PATIENCE)
    (folder / "c").mkdir()
    house = House(folder, changes=5)
    try:
        ana, bo = house.come("Ana"), house.come("Bo")
        for pace in range(5):
            ana.keep_settings({"pace": pace})
        with pytest.raises(Denied, match=f"5 times in {PATIENCE:.0f} seconds; wait a moment"):
            ana.keep_settings({"pace": 9})
        assert ana.settings() == {"pace": 4}, "looking is free"
        game = bo.make(wish("me", "random")).game.name
        chair = bo.sit(game)
        (seat,) = chair.update(None).seats
        said = [chair.hand_over(seat, ("random", "person")[n % 2]) for n in range(5)]
        assert "wait a moment" in str(said[-1])
        assert "wait a moment" not in str(said[-2])
    finally:
        house.close()


def test_the_house_talks_nobody_down(folder: Path) -> None:
    (folder / "c").mkdir()
    house = House(folder)
    try:
        ana, bo, game = house.together("Ana", "Bo")
        bo.say(game, "Good evening.")
        for _ in range(30):
            ana.hand_over(game, "random")
            ana.take_back(game)
        said = ana.room(game).said
        assert len(said) == 21
        assert said[0].text == "Good evening."
    finally:
        house.close()


def test_advice_is_counted_to_whoever_asks(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "STRONGEST", "random")
    ana, bo, game = house.together("Ana", "Bo")
    chairs, chance = [ana.sit(game), bo.sit(game)], random.Random(2)
    while not bo.games()[0].waits:
        play(chairs, chance, 1)
    (seat,) = chairs[1].update(None).seats
    asked = list[str]()
    think = BotPool.think

    def thinks(pool: BotPool, account: str, ask: Any) -> Any:
        asked.append(account)
        return think(pool, account, ask)

    monkeypatch.setattr(BotPool, "think", thinks)
    bo.advise(game, seat)
    assert asked == ["Bo"], "and not Ana, whose game it is"


def test_a_save_does_not_grow_without_end(folder: Path) -> None:
    """Undo and redo wrote 200 KB a minute, on as many lines as somebody had."""
    (folder / "c").mkdir()
    house = House(folder, endless=4)
    try:
        game = house.come("Ana").make(wish("me", "me", short=True)).game.name
        chairs = [house.come("Ana").sit(game) for _ in range(2)]

        def asks() -> list[Reply]:
            look = chairs[0].update()
            assert isinstance(look, Look)
            assert look.seat is not None
            answer = chairs[0].rules.text(look.decision.codes[0])
            assert chairs[0].send(look.seat, [answer]), "who only plays is not hurried"
            return [chair.undo([look.seat]) for chair in chairs]

        said = [reply for _ in range(3) for reply in asks()]
        assert [reply.refused[:21] == "Undo, redo and handin" for reply in said] == [
            False, False, False, False, True, True,
        ]  # fmt: skip
        assert "asked for 4 times in 5 minutes, by you or others" in said[-1].refused
        size = (folder / "saves" / f"{game}.toml").stat().st_size
        for chair in chairs:
            assert not chair.undo([0])
            assert not chair.redo([0])
        assert (folder / "saves" / f"{game}.toml").stat().st_size == size
        with pytest.raises(Denied, match="handing seats over"):
            house.come("Ana").hand_over(game, "random")
        house.ahead += 301
        assert not any(reply.refused.startswith("Undo,") for reply in asks())
    finally:
        house.close()


def test_the_metrics_are_no_call_of_the_sysop(folder: Path) -> None:
    (folder / "c").mkdir()
    house = House(folder, metrics=folder / "numbers")
    try:
        until((folder / "numbers").exists)
        assert "elgrande_lines 0" in (folder / "numbers").read_text()
        assert "admin" not in [event for event, _ in house.logged]
    finally:
        house.close()


def test_a_dead_host_is_a_sentence(house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    chair = ana.sit(game)
    told = Told(ana)
    house.stop()
    assert told.wait("gone").text == ana.gone
    assert isinstance(chair.update(), Reply)
    with pytest.raises(Gone):
        ana.games()


@pytest.mark.long
def test_the_index_is_made_again_from_the_saves(folder: Path) -> None:
    house = House(folder)
    ana, bo = house.come("Ana"), house.come("Bo")
    games = []
    for _ in range(2):
        game = ana.make(wish("me", "Bo", short=True)).game.name
        bo.join(game)
        games.append(game)
    play([ana.sit(games[0]), bo.sit(games[0])], random.Random(2))
    play([ana.sit(games[1]), bo.sit(games[1])], random.Random(2), 5)
    before = [(g.name, g.state, g.round, seat_words(ana, g.name)) for g in ana.games()]
    house.close()
    for path in folder.glob("lobby.sqlite*"):
        path.unlink()
    house = House(folder)
    until(lambda: house.host.lobby.index.whole)
    ana = house.come("Ana")
    after = [(g.name, g.state, g.round, seat_words(ana, g.name)) for g in ana.games()]
    assert after == before
    assert ana.games()[-1].listed is False
    with pytest.raises(NotAdmitted, match="belongs"):
        house.come("Bo", "thief")
    house.admin("reindex")
    until(lambda: [facts for what, facts in house.logged if what == "indexed"][1:])
    assert [facts["games"] for what, facts in house.logged if what == "indexed"] == [2, 0]
    store = Store(Paths(folder))
    house.close()
    for game in games:
        with store.open(game) as save:
            load(save, game)


def test_the_door_is_open_while_the_index_is_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(folder)
    ana, bo = house.come("Ana"), house.come("Bo")
    games = [ana.make(wish("me", "anybody")).game.name for _ in range(3)]
    for game in games:
        bo.join(game)
    house.close()
    for path in folder.glob("lobby.sqlite*"):
        path.unlink()
    go_on = threading.Event()

    async def waits(_seconds: float) -> None:
        while not go_on.is_set():
            await asyncio.sleep(0)

    monkeypatch.setattr(reindex, "asyncio", SimpleNamespace(sleep=waits))
    house = House(folder)
    try:
        ana = house.come("Ana")
        assert ana.games() == ()
        assert house.come("guest").me.guest
        # Of whoever has lost their key only a save knows.
        with pytest.raises(NotAdmitted, match="takes new ones in some minutes"):
            house.come("Cleo")
        # Whatever ends it, the next start goes on with it.
        house.close()
        house = House(folder)
        assert not house.host.lobby.index.whole
        # Nor does it matter that it is asked for once more meanwhile.
        house.admin("reindex")
        go_on.set()
        until(lambda: house.host.lobby.index.whole)
        until(lambda: [what for what, _ in house.logged if what == "indexed"][1:])
        assert [facts for what, facts in house.logged if what == "not written"] == []
        assert len(house.come("Ana").games()) == 3
        assert house.come("Cleo").me.name == "Cleo"
    finally:
        house.close()


def test_an_index_of_another_version_is_refused_in_a_sentence(folder: Path) -> None:
    from elgrande.server.host import HostError, HostProcess
    from elgrande.server.index import FILE, LobbyIndex
    from elgrande.server.limits import Options

    made = LobbyIndex(folder / FILE)
    made.do("pragma user_version = 99")
    made.close()
    with pytest.raises(HostError, match="another version of this server") as told:
        HostProcess(Options(folder, folder / "c"), lambda *_, **__: None)
    assert "move it away" in str(told.value)


def test_an_index_of_another_user_is_not_to_be_thrown_away(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", denied)
    with pytest.raises(IndexBroken, match="belong to the user who runs the server"):
        LobbyIndex(folder / FILE)


def test_a_second_host_is_told_of_the_first(house: House) -> None:
    from elgrande.server.host import HostError, run
    from elgrande.server.limits import Options

    data, control = house.options.data, house.options.control
    # In another folder of saves, or with another control folder beside the same saves.
    for options in (Options(data / "other", control), Options(data, data / "c2")):
        logged: list[str] = []
        with pytest.raises(HostError, match=r"runs in .* already"):
            run(options, log=lambda what, logged=logged, **_: logged.append(what))
        assert not logged, "it has not started, and so it has not stopped"


@pytest.mark.parametrize(
    "message",
    [
        {"call": "enter", "visitor": {"user": "x", "fingerprint": "y"}},
        {"call": "enter"},
        {"call": "admin", "words": [1]},
        {"call": "admin"},
        {"call": "banned", "visitor": {"user": ["x"]}},
        {"call": 7},
        {},
    ],
)
def test_a_senseless_call_is_refused(message: dict[str, Any], house: House) -> None:
    from elgrande.server import control

    with pytest.raises(NotAdmitted):
        control._call(house.options.control, message)
    assert json.dumps(house.admin("who"))


def test_an_index_that_cannot_be_written_stops_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = house.come("Ana")
    game = ana.make(wish("me", "me")).game.name
    chair = ana.sit(game)
    look = chair.update()
    assert isinstance(look, Look)

    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(house.host.lobby.index, "do", full)
    assert chair.send(look.decision.owing[0], ["power 9"])
    with pytest.raises(Denied, match="cannot write that down"):
        ana.say(game, "hello")
    assert ana.games()[0].name == game
    monkeypatch.undo()
    assert ana.say(game, "hello").text == "hello"
