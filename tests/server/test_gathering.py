"""Before a game begins: seats kept for the word, swapped, edited; and who comes late after all."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from houses import House, Told, play, wish

from elgrande.content.plain import to_plain
from elgrande.lobby import Denied, GameWish, LobbyClient, Room, SeatWish
from elgrande.server.index import FILE, LobbyIndex
from elgrande.server.listing import Titles, key
from elgrande.server.people import WORDS
from elgrande.table import Look
from patience import until


def who(room: Room) -> list[str]:
    return [f"{seat.name}/{seat.source}" for seat in room.game.seats]


def waiting(*seats: str, **others: Any) -> GameWish:
    """A game that begins when its owner says so."""
    return wish(*seats, begins="told", **others)


def test_a_name_that_was_wished_is_the_title_and_makes_the_address(house: House) -> None:
    ana = house.come("Ana")
    game = ana.make(waiting("me", "random", name="  Sunday  table ")).game
    assert (game.name, game.called) == ("sunday-table", "Sunday table")
    assert ana.make(waiting("me", "random", name="Sunday table")).game.name == "sunday-table-2"
    for name in ("games", "join-me", "plain"):
        other = ana.make(waiting("me", "random", name=name)).game
        assert other.name != name
        assert not other.name.startswith("join-")


def test_a_seat_for_who_has_the_word_is_nobody_s_in_the_list(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    room = ana.make(wish("me", "word", "anybody"))
    [line] = bo.games()
    assert line.free == 1
    assert who(bo.join(room.game.name)) == ["Ana/person", "/", "Bo/person"]
    with pytest.raises(Denied, match="not heard its word"):
        eve.join(room.game.name)
    fresh = ana.new_word(room.game.name).word
    assert fresh != room.word
    with pytest.raises(Denied, match="no game"):
        eve.join(room.word)
    with pytest.raises(Denied, match="Only who made"):
        bo.new_word(room.game.name)
    assert eve.join(fresh).game.state == "running"


def test_a_game_begins_when_it_is_told_to(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    room = ana.make(waiting("me", "Bo", "anybody", "random"))
    game = room.game.name
    assert room.begins == "told"
    assert eve.join(game).game.state == "open"
    with pytest.raises(Denied, match="Only who made"):
        bo.fill(game)
    assert who(ana.fill(game)) == ["Ana/person", "Bo/random", "Eve/person", "/random"]
    # Bo was invited, so the bot keeps the seat until Bo comes.
    assert bo.games()[0].mine
    assert bo.games()[0].seats[1].stood_in
    assert who(bo.take_back(game))[1] == "Bo/person"
    said = [each.text for each in ana.room(game).said]
    assert any("Bo plays blue again" in text for text in said), said


def test_who_comes_late_takes_a_seat_that_a_bot_kept(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    game = ana.make(waiting("me", "anybody", "random")).game.name
    ana.fill(game)
    room = bo.join(game)
    assert who(room) == ["Ana/person", "Bo/person", "/random"]
    look = bo.sit(game).update()
    assert isinstance(look, Look)
    assert (look.seats, look.players[1].name) == ((1,), "Bo")
    assert who(eve.join(game)) == who(room), "a bot that was wished for stays"


def test_seats_are_swapped_by_the_owner_or_by_both(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    game = ana.make(waiting("me", "Bo", "anybody", "anybody", "random")).game.name
    bo.join(game)
    eve.join(game)
    assert who(bo.swap(game, "blue", "yellow"))[1:4] == ["/", "Eve/person", "Bo/person"]
    room = eve.swap(game, "green", "yellow")
    assert who(room)[2:4] == ["Eve/person", "Bo/person"]
    assert [seat.wants for seat in room.game.seats] == ["", "", "yellow", "", ""]
    assert who(bo.swap(game, "yellow", "green"))[2:4] == ["Bo/person", "Eve/person"]
    assert not any(seat.wants for seat in ana.room(game).game.seats)
    for seats in (("red", "blue"), ("red", "white")):
        with pytest.raises(Denied, match="your own"):
            eve.swap(game, *seats)
    with pytest.raises(Denied, match="not yours"):
        eve.swap(game, "yellow", "white")
    assert who(ana.swap(game, "white", "red")) == [
        "/random", "/", "Bo/person", "Eve/person", "Ana/person",
    ]  # fmt: skip
    assert ana.fill(game).game.state == "running"
    with pytest.raises(Denied, match="has not begun"):
        ana.swap(game, "red", "blue")


def test_an_open_game_is_edited_and_who_has_come_keeps_a_seat(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    made = waiting("me", "Bo", "anybody", "anybody")
    game = ana.make(made).game.name
    bo.join(game)
    eve.join(game, "yellow")
    assert bo.room(game).wish is None
    found = ana.room(game).wish
    assert found == replace(made, seats=found.seats)  # type: ignore[union-attr]
    fewer = waiting("me", "anybody", "Bo", clock="day", edition="2023")
    room = ana.edit(game, fewer)
    assert who(room) == ["Ana/person", "Eve/person", "Bo/person"]
    assert (room.game.edition, room.game.clock) == ("2023", "day")
    with pytest.raises(Denied, match="Only who made"):
        bo.edit(game, fewer)
    with pytest.raises(Denied, match="yourself"):
        ana.edit(game, replace(fewer, seats=(SeatWish("red", "anybody"),)))
    assert who(ana.edit(game, waiting("me", "random", "Bo"))) == [
        "Ana/person", "/random", "Bo/person",
    ]  # fmt: skip
    assert "no seat left for Eve" in ana.room(game).said[-1].text


def test_talk_can_be_for_players_alone_and_nothing_be_undone(house: House) -> None:
    ana, eve = house.come("Ana"), house.come("Eve")
    game = ana.make(wish("me", "random", talk="players", undoes=False)).game.name
    ana.say(game, "hello")
    with pytest.raises(Denied, match="players alone"):
        eve.say(game, "hello")
    chair = ana.sit(game)
    play([chair], random.Random(1), 2)
    look = until(chair.update)
    assert isinstance(look, Look)
    assert not look.can_undo
    assert "agreed" in chair.undo([0]).refused


def test_a_room_tells_who_owes_an_answer_and_who_is_away(house: House) -> None:
    ana, bo, game = house.together("Ana", "Bo", clock="day")

    def here(client: LobbyClient) -> bool:
        return client.room(game).game.seats[1].here

    assert here(ana)
    bo.close()
    until(lambda: not here(ana))
    house.ahead += 3600
    seats = ana.room(game).game.seats
    assert 3600 <= seats[1].away < 3700
    [asked] = [seat for seat in seats if seat.owes >= 0]
    assert asked.owes >= 3600
    assert 80_000 < asked.left < 86_400


def test_nobody_takes_two_seats_or_gives_up_another_s(house: House) -> None:
    ana, bo, eve = house.come("Ana"), house.come("Bo"), house.come("Eve")
    game = ana.make(waiting("me", "anybody", "Bo", "anybody", "random")).game.name
    bo.join(game, "blue")
    with pytest.raises(Denied, match="already"):
        bo.join(game, "yellow")
    assert who(bo.join(game, "green"))[1:4] == ["Bo/person", "Bo/person", "/"], "kept for Bo"
    bo.swap(game, "blue", "red")
    with pytest.raises(Denied, match="no seat"):
        eve.leave(game)
    assert [seat.wants for seat in ana.room(game).game.seats][1] == "red"
    ana.fill(game)
    with pytest.raises(Denied, match="already"):
        bo.join(game, "yellow")


def test_what_a_guest_wanted_goes_with_the_guest(house: House) -> None:
    ana, bo, guest = house.come("Ana"), house.come("Bo"), house.come("guest")
    room = ana.make(waiting("me", "word", "word", listed=False))
    game = room.game.name
    guest.join(room.word, "blue")
    bo.join(room.word, "green")
    assert guest.swap(game, "blue", "green").game.seats[1].wants == "green"
    guest.close()
    until(lambda: not ana.room(game).game.seats[1].name)
    assert not any(seat.wants for seat in ana.room(game).game.seats)


def test_who_knew_a_game_knows_nothing_of_the_next_of_its_name(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    secret = waiting("me", "word", "word", listed=False, name="Secret")
    room = ana.make(secret)
    bo.join(room.word)
    ana.leave(room.game.name)
    again = ana.make(secret)
    assert again.game.name == room.game.name
    told = Told(bo)
    ana.say(again.game.name, "for nobody else")
    assert again.here == ana.room(again.game.name).here == ("Ana",)
    with pytest.raises(Denied, match="no game"):
        bo.join(again.game.name)
    assert not [news for news in told.news if news.kind == "said"]
    assert not bo.games()


@pytest.mark.parametrize("how", ["edit", "new word"])
def test_who_may_not_know_a_game_any_more_hears_nothing_of_it(how: str, house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    open_to_all = waiting("me", "word", "word")
    if how == "edit":
        game = ana.make(open_to_all).game.name
        bo.room(game)
        told = Told(bo)
        ana.edit(game, replace(open_to_all, listed=False))
    else:
        room = ana.make(replace(open_to_all, listed=False))
        game = room.game.name
        bo.join(room.word)
        bo.leave(game)
        bo.room(game)
        told = Told(bo)
        ana.new_word(game)
    ana.say(game, "for nobody else")
    assert ana.room(game).here == ("Ana",)
    with pytest.raises(Denied, match="no game"):
        bo.join(game)
    assert not [news for news in told.news if news.kind == "said"]


def test_in_a_rematch_the_seat_of_a_guest_who_is_gone_is_free(house: House) -> None:
    ana, guest = house.come("Ana"), house.come("guest")
    room = ana.make(wish("me", "word", "random", listed=False, short=True))
    game = guest.join(room.word).game.name
    play([ana.sit(game), guest.sit(game)], random.Random(1))
    until(lambda: ana.room(game).game.state == "finished")
    guest.close()
    until(lambda: not ana.room(game).game.seats[1].name)
    room = ana.rematch(game)
    assert (room.game.state, who(room)) == ("open", ["Ana/person", "/", "/random"])
    ana.leave(room.game.name)
    assert not house.do(lambda: house.host.lobby.listing.row(game))["rematch"], "nor is it another"
    again = ana.rematch(game)
    assert house.come("guest").join(again.word).game.state == "running"


def test_a_refusal_obeys_no_terminal(house: House) -> None:
    ana = house.come("Ana")
    for seat in (SeatWish("blue", "invited", "\x1b[2J" * 500), SeatWish("\x1b[2Jblue", "random")):
        with pytest.raises(Denied) as refused:
            ana.make(GameWish("1996", (SeatWish("red", "me"), seat)))
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) <= 300


def test_games_that_nobody_named_are_told_apart(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    games = [ana.make(waiting("me", "anybody")).game for _ in range(3)]
    assert [(game.name, game.called) for game in games] == [
        ("toledo", "Toledo"), ("segovia", "Segovia"), ("salamanca", "Salamanca"),
    ]  # fmt: skip
    assert ana.room("toledo").wish == replace(waiting("me", "anybody"), house={})
    named = bo.make(waiting("me", "anybody", name="segovia")).game
    assert (named.name, named.called) == ("segovia-2", "segovia 2")
    office = [bo.make(waiting("me", "random", name="Office")).game for _ in range(3)]
    assert [game.called for game in office] == ["Office", "Office 2", "Office 3"]
    room = bo.edit("office-2", waiting("me", "random", name="Office"))
    assert room.game.called == "Office 2", "its own name does not stand in its way"
    assert bo.edit("office-2", waiting("me", "random", name="TOLEDO")).game.called == "TOLEDO 2"


def test_nobody_learns_the_title_of_a_private_game(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    secret = ana.make(waiting("me", "Bo", name="Office", listed=False)).game
    assert (secret.name, secret.called) == ("toledo", "Office")
    eve = house.come("Eve")
    for listed in (True, False):
        game = eve.make(waiting("me", "random", name="Office", listed=listed)).game
        assert game.called == ("Office" if listed else "Office 2"), "her own is in her way"
        assert game.name == ("office" if listed else "segovia")
    # Whoever knows of it can tell theirs apart.
    assert bo.make(waiting("me", "random", name="OFFICE")).game.called == "OFFICE 2"


def test_all_towns_and_more(folder: Path) -> None:
    index = LobbyIndex(folder / FILE)
    titles = Titles(index, lambda name: name == "toledo")
    made = []
    for _ in range(2 * len(WORDS["towns"])):
        made.append(titles.address(waiting("me")))
        index.insert(
            "games", name=made[-1], state="open", wish=json.dumps(to_plain(waiting("me"))),
            owner="", word=made[-1], clock="none", listed=1, made=0, moved=0,
            called=key("", made[-1]),
        )  # fmt: skip
    assert len(set(made)) == len(made)
    assert "toledo" not in made
    assert made[:2] + made[-2:] == ["segovia", "salamanca", "olite-3", "tudela-3"]
    assert titles.apart("SEGOVIA", "Ana") == "SEGOVIA 2"
    assert titles.apart("Segovia", "Ana", "segovia") == "Segovia"
    assert titles.apart("tudela 3", "Ana") == "tudela 4"
    index.close()


def test_a_rematch_counts_as_a_game_that_somebody_made(folder: Path) -> None:
    house = House(folder, most_games=2)
    try:
        ana, bo, game = house.together("Ana", "Bo", short=True, name="Office")
        play([ana.sit(game), bo.sit(game)], random.Random(1))
        for _ in range(2):
            ana.make(waiting("me", "anybody"))
        with pytest.raises(Denied, match="You have made 2 games"):
            ana.rematch(game)
        # Somebody else makes it, and joining it makes none.
        again = bo.rematch(game).game
        assert (again.name, again.called) == ("office-2", "Office 2")
        assert ana.rematch(game).game.state == "running"
    finally:
        house.close()


def test_a_private_game_is_found_by_its_title(house: House) -> None:
    ana, bo = house.come("Ana"), house.come("Bo")
    game = ana.make(wish("me", "random", listed=False, name="Our Test")).game.name
    assert ana.find("our-test") == ana.find("Our-Test") == game != "our-test"
    assert ana.find(game) == game
    assert ana.find("") == ""
    assert bo.find("our-test") == "our-test", "who may not know of it is told nothing"
    # An address is a game's before another's title is.
    other = ana.make(wish("me", "random", listed=False, name=game)).game.name
    assert ana.find(game) == game != other
