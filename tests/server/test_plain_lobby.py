"""The lobby in lines: two people make, join, play and rematch a game without a terminal."""

from __future__ import annotations

import io
import os
import threading
from typing import TYPE_CHECKING

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House

from elgrande.cli.plain.lobby import Misread, visit, wish_of
from elgrande.lobby import SeatWish
from elgrande.table import Update
from patience import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elgrande.lobby import LobbyClient


@pytest.fixture
def house(folder: Path) -> Iterator[House]:
    made = House(folder)
    yield made
    made.close()


def typed(client: LobbyClient, *lines: str, game: str = "") -> tuple[int, str]:
    """What comes of lines that somebody types through a pipe."""
    out = io.StringIO()
    code = visit(client, game, io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return code, out.getvalue()


def test_a_wish_in_words() -> None:
    found = wish_of(
        ["1996", "me", "steward", "bea", "anybody", "with", "colonies", "clock", "day", "private"]
    )
    assert [seat.who for seat in found.seats] == ["me", "steward", "invited", "anybody"]
    assert found.seats[2] == SeatWish("green", "invited", "bea")
    assert (found.expansions, found.clock, found.listed) == (("colonies",), "day", False)
    for words in ("", "1995 me", "1996 me clock hour", "1996 a b c d e f"):
        with pytest.raises(Misread):
            wish_of(words.split())


def test_lines_that_are_refused_are_told_by_the_exit_code(house: House) -> None:
    ana = house.come("ana")
    code, said = typed(ana, "games", "dance", "play nowhere", "say x", "quit")
    assert code == 2
    assert "There are no games yet." in said
    assert "There is no such word here" in said
    assert "\x1b" not in said, "nothing is cleared where there is no terminal"


def begun(ana: LobbyClient, bea: LobbyClient) -> str:
    """The name of a game that one makes and the other joins, in lines."""
    code, said = typed(ana, "make 1996 me anybody random private", "games")
    assert code == 0
    word = said.partition("join-")[2].split()[0]
    assert typed(bea, f"join {word}")[0] == 0
    game = ana.games()[0]
    assert game.state == "running"
    return game.name


def test_two_pipes_make_join_and_talk(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    name = begun(ana, bea)
    assert typed(bea, f"who {name}", f"say {name} hello")[0] == 0
    assert "bea: hello" in typed(ana, f"who {name}")[1]
    code, said = typed(ana, f"rematch {name}")
    assert code == 2
    assert "when the game is over" in said


def test_an_invitation_says_where_the_server_is(house: House) -> None:
    ana = house.come("ana", server="games.example.org:2222")
    said = typed(ana, "make 1996 me word private", "code")[1]
    assert "Friends come in with: ssh -t -p 2222 games.example.org join-" in said
    assert "with the other key: ssh -p 2222 ana+" in said
    assert house.come("bea", server="-oProxyCommand=x").server == ""


class Visitor:
    """Somebody at a game's table behind two pipes that stay open."""

    def __init__(self, client: LobbyClient, game: str) -> None:
        from_us, self._to_them = os.pipe()
        self.told = io.StringIO()
        self.code = -1
        self._source = os.fdopen(from_us, encoding="utf-8")
        self._thread = threading.Thread(target=self._visit, args=(client, game), daemon=True)
        self._thread.start()

    def _visit(self, client: LobbyClient, game: str) -> None:
        self.code = visit(client, game, self._source, self.told)

    def type(self, text: str) -> None:
        os.write(self._to_them, text.encode())

    def hang_up(self) -> None:
        os.close(self._to_them)

    def reads(self, what: str) -> None:
        until(lambda: what in self.told.getvalue(), what)

    def left(self) -> int:
        """The exit code, once the visitor has left."""
        until(lambda: not self._thread.is_alive(), "leaving the table")
        self._source.close()
        return self.code


def waiting(house: House) -> tuple[LobbyClient, LobbyClient, str, str]:
    """Two at a game: the one who must answer, the other, the game, and the first one's name."""
    both = {"ana": house.come("ana"), "bea": house.come("bea")}
    game = begun(both["ana"], both["bea"])

    def owing() -> str:
        # The bot may have to move first.
        return next((name for name, client in both.items() if client.games()[0].waits), "")

    asked = until(owing)
    [other] = both.keys() - {asked}
    return both[asked], both[other], game, asked


def test_who_waits_is_told_for_whom_and_can_talk_and_leave(house: House) -> None:
    _asked, other, game, name = waiting(house)
    visitor = Visitor(other, game)
    visitor.reads(f"Waiting for {name}.")
    for typed, told in (("help", "While the others move"), ("say good evening", ": good evening"),
                        ("who", "In the room: "), ("say", "Say where, and what")):  # fmt: skip
        visitor.type(f"{typed}\n")
        visitor.reads(told)
    visitor.type("qu")
    visitor.type("it\n")
    assert visitor.left() == 2, "one line was refused"
    visitor.hang_up()
    said = visitor.told.getvalue()
    assert said.count("Waiting for") == 1
    assert "You are away from the table; the game is kept." in said


def test_who_hangs_up_while_waiting_has_left(house: House) -> None:
    _asked, other, game, name = waiting(house)
    visitor = Visitor(other, game)
    visitor.reads(f"Waiting for {name}.")
    visitor.hang_up()
    assert visitor.left() == 0


def test_an_answer_that_comes_early_is_kept_for_its_question(house: House) -> None:
    asked, other, game, name = waiting(house)
    visitor = Visitor(other, game)
    visitor.reads(f"Waiting for {name}.")
    visitor.type("board\nquit\n")
    visitor.reads("is kept for your next question")
    answering = asked.sit(game)
    look = answering.update()
    assert isinstance(look, Update)
    assert look.seat is not None
    while look.seat in look.decision.owing and visitor.code < 0:
        answering.send(look.seat, [answering.rules.text(look.decision.codes[0])])
        look = answering.update()
        assert isinstance(look, Update)
        assert look.seat is not None
    assert visitor.left() == 0
    visitor.hang_up()
    assert "> board" in visitor.told.getvalue()


def test_the_list_says_for_whom_a_game_waits_and_who_is_a_bot(house: House) -> None:
    _asked, other, _game, name = waiting(house)
    said = typed(other, "games", "quit")[1]
    assert f"; it waits for {name}. " in said
    assert "the bot random" in said


@pytest.mark.long
def test_two_pipes_play_to_the_end_and_rematch(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    name = begun(ana, bea)
    # Nobody thinks: the first answer is always legal.
    found: dict[str, tuple[int, str]] = {}

    def play(who: str, client: LobbyClient) -> None:
        found[who] = typed(client, *["1"] * 3000, game=name)

    threads = [threading.Thread(target=play, args=each) for each in (("ana", ana), ("bea", bea))]
    for thread in threads:
        thread.start()
    until(lambda: not any(thread.is_alive() for thread in threads))
    assert found["ana"][0] == found["bea"][0] == 0, found["ana"][1][:3000]
    assert "Round 9" in found["ana"][1]
    assert ana.games()[0].state == "finished"
    assert typed(ana, f"rematch {name}")[0] == 0
    assert any(game.state == "open" for game in bea.games())
