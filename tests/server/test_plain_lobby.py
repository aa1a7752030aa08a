"""The lobby in lines: two people make, join, play and rematch a game without a terminal."""

from __future__ import annotations

import io
import os
import threading
from dataclasses import replace

import pytest

from elgrande.lobby import LobbyClient

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House, wish

from elgrande.bots import registry
from elgrande.cli.plain.dialogue import TableWords
from elgrande.content.words.names import sentence
from elgrande.lobby import Denied, GameLine, SeatLine, SeatWish
from elgrande.table import Look, Refused
from elgrande.table.chair import Gone
from elgrande.visitor.plain_lobby import ALONE, FORMS, LobbyDialogue, line_of, run_lobby
from elgrande.visitor.plain_wish import Misread, wish_of
from patience import until


def typed(client: LobbyClient, *lines: str, game: str = "") -> tuple[int, str]:
    """What comes of lines that somebody types through a pipe."""
    out = io.StringIO()
    code = run_lobby(client, game, io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return code, out.getvalue()


def test_a_wish_in_words() -> None:
    found = wish_of(
        ["1996", "me", "steward", "bea", "anybody", "with", "colonies", "clock", "day", "private"]
    )
    assert [seat.who for seat in found.seats] == ["me", "steward", "invited", "anybody"]
    assert found.seats[2] == SeatWish("green", "invited", "bea")
    assert (found.expansions, found.clock, found.listed) == (("colonies",), "day", False)
    # Words of ours are names of people behind an @, and so are those of bots.
    found = wish_of(["1996", "me", "@private", "@steward", "private"])
    assert [(seat.who, seat.name) for seat in found.seats[1:]] == [
        ("invited", "private"), ("invited", "steward"),
    ]  # fmt: skip
    assert not found.listed
    assert wish_of(["1996", "me,steward,bea"]) == wish_of(["1996", "me", "steward", "bea"])
    # An expansion takes its own house rules with it.
    before = wish_of(["1996", "me", "bea", "with", "intrigue", "hand=dealt", "castillo=veiled"])
    assert before.house == {"hand": "dealt", "castillo": "veiled"}
    assert wish_of(["without", "intrigue"], before).house == {"castillo": "veiled"}
    for words in (
        "", "1995 me", "1996 me clock hour", "1996 a b c d e f", "1996 me talk nobody",
        "1996 me cheat=true", "1996 me castillo=glass", "1996 me without colonies",
    ):  # fmt: skip
        with pytest.raises(Misread):
            wish_of(words.split())


def test_lines_that_are_refused_are_told_by_the_exit_code(house: House) -> None:
    ana = house.come("ana")
    code, said = typed(ana, "games", "dance", "play nowhere", "say x", "quit")
    assert code == 2
    assert "There are no games yet." in said
    assert "There is no such word here" in said
    assert "\x1b" not in said, "nothing is cleared where there is no terminal"


def test_no_line_is_told_twice_to_whoever_types_without_a_terminal_of_ours(house: House) -> None:
    # Theirs has shown it already.
    said = typed(house.come("ana"), "whither", "games", "quit")[1]
    assert said == (
        "Type help to hear what can be typed.\nThere are no games yet.\n"
        "lobby>\nThere is no such word here; type help to hear them all.\n"
        "lobby>\nThere are no games yet.\nlobby>\n"
    )


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


def test_a_private_game_is_told_by_its_title_too(house: House) -> None:
    ana = house.come("ana")
    said = typed(ana, "make 1996 me word private name Long evening", "games")[1]
    assert said.count("toledo (Long evening): waits for players.") == 2
    typed(ana, "make 1996 me word name Long evening")
    assert "long-evening-2: waits" in typed(ana, "games")[1]


def test_a_private_game_is_found_by_its_title(house: House) -> None:
    ana = house.come("ana")
    typed(ana, "make 1996 me word private name Test")
    code, said = typed(
        ana, "who test", "say test hello", "edit test undo no", "swap test red blue", "leave test",
        "games",
    )  # fmt: skip
    assert code == 0
    assert "ana: hello" in said
    assert "You have left it." in said
    assert "There are no games yet." in said


def test_clocks_are_told(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    game = ana.make(wish("me", "anybody", clock="quick")).game.name
    bea.join(game)
    mine = next(seat for seat in ana.room(game).game.seats if seat.mine)
    asked, other = (ana, bea) if mine.left >= 0 else (bea, ana)
    visitor = Visitor(asked, game)
    visitor.reads("left for this answer.")
    visitor.type("clock\n", "You have 1")
    assert visitor.quits() == 0
    assert f"{asked.me.name} has 1" in typed(other, f"clock {game}")[1]
    slow = ana.make(wish("me", "random")).game.name
    assert "No clock runs in this game." in typed(ana, f"clock {slow}")[1]


def test_a_clock_warns_of_an_answer_until_it_is_given(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[threading.Timer] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            made.append(self)

    monkeypatch.setattr("elgrande.visitor.plain_waiting.Timer", Timer)
    ana, bea = house.come("ana"), house.come("bea")
    game = ana.make(wish("me", "anybody", clock="quick")).game.name
    bea.join(game)
    first, other = (ana, bea) if ana.games()[0].waits else (bea, ana)
    visitor = Visitor(first, game)
    visitor.reads("\n>\n")
    assert not made[-1].finished.is_set()
    made[-1].function(*made[-1].args)
    visitor.reads("30 seconds are left for this answer; after that a bot gives it.")
    visitor.type("9\n", f"Waiting for {other.me.name}.")
    assert all(timer.finished.is_set() for timer in made)
    chair = other.sit(game)
    look = chair.update()
    assert isinstance(look, Look)
    assert look.seat is not None
    assert chair.send(look.seat, ["power 1"])
    visitor.type("first\nfirst\n", "use the special action")
    assert visitor.quits() == 0
    # Once a turn is enough, for all its answers.
    assert visitor.told.getvalue().count("left for this answer.") == 2


def test_whoever_has_won_is_named(house: House) -> None:
    seats = (
        SeatLine("red", "ana", "steward", score=80), SeatLine("blue", "bea", "person", score=80),
        SeatLine("green", "", "steward", score=7),
    )  # fmt: skip
    game = GameLine("toledo", "finished", "1996", (), seats)
    assert line_of(game) == (
        "toledo: over; ana and bea share 80. red ana 80; blue bea 80; green the bot steward 7."
    )
    assert "over; ana won 80 to 7." in line_of(replace(game, seats=(seats[0], seats[2])))


def test_who_tells_how_a_game_begins_until_it_has(house: House) -> None:
    ana = house.come("ana")
    said = typed(ana, "make 1996 me word begin told name Office", "who office")[1]
    assert "It begins when whoever made it says so; everybody in its room may talk." in said
    said = typed(ana, "fill office random", "who office")[1]
    assert "Everybody in its room may talk." in said
    assert "begins" not in said


def test_whom_one_does_not_hear_is_somebody(house: House) -> None:
    ana, guest = house.come("ana"), house.come("guest")
    house.come("bea")
    room = ana.make(wish("me", "word", "random", listed=False))
    guest.join(room.word)
    guest.say(room.game.name, "good evening")
    code, said = typed(
        ana, "mute nobody", "mute BEA", "mute bea", f"mute {guest.me.name.upper()}", "mute ana",
        "hear cleo", "hear Bea", "hear bea", "play office now", "leave a b",
    )  # fmt: skip
    assert code == 2
    assert [line for line in said.splitlines() if line.startswith(("You hear", "Nob", "Name"))] == [
        "Nobody called nobody is known here.",
        "You hear no more of what bea says.",
        "You hear no more of what bea says.",
        f"You hear no more of what {guest.me.name} says.",
        "Name somebody else whose words you do not want to read.",
        "Nobody called cleo is muted.",
        "You hear bea again.",
        "Nobody called bea is muted.",
    ]
    assert "There is a word too many, now;" in said
    # By whichever device, while they are here; a guest is never met again.
    assert house.come("ana").me.muted == (guest.me.name,)
    kept = house.do(lambda: house.host.lobby.people.me("ana"))
    assert kept.muted == ()
    assert "says while you are here." in typed(guest, "mute ana")[1]
    guest.close()
    # What is still to be read is a guest's who has gone.
    other = house.come("bea")
    other.join(room.word)
    assert other.mute(guest.me.name).muted == (guest.me.name,)


def test_whom_one_hears_may_change_in_another_terminal(house: House) -> None:
    ana, other = house.come("ana"), house.come("ana")
    for name in ("bea", "cleo"):
        house.come(name)
    ana.mute("bea")
    said = typed(other, "hear bea", "hear bea", "mute CLEO")[1]
    assert "You hear bea again." in said
    assert "Nobody called bea is muted." in said
    assert "You hear no more of what cleo says." in said
    ana.mute("bea")
    ana.mute("cleo", muted=False)
    code, said = typed(other, "mute bea")
    assert (code, "You hear no more of what bea says." in said) == (0, True)


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
        try:
            self.code = run_lobby(client, game, self._source, self.told)
        except Gone as loss:
            self.told.write(str(loss))

    def type(self, text: str, reads: str = "") -> None:
        """Type, and read on up to what comes of it."""
        os.write(self._to_them, text.encode())
        self.reads(reads)

    def hang_up(self) -> None:
        os.close(self._to_them)

    def reads(self, what: str) -> None:
        until(lambda: what in self.told.getvalue(), what)

    def quits(self) -> int:
        """Leave by the word for it, and return the exit code."""
        self.type("quit\n")
        code = self.left()
        self.hang_up()
        return code

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
                        ("who", "In the room: "), ("say", "Say alone says")):  # fmt: skip
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
    visitor.type("again\nquit\n", "is kept for your next question")
    answering = asked.sit(game)
    look = answering.update()
    assert isinstance(look, Look)
    assert look.seat is not None
    while look.seat in look.decision.owing and visitor.code < 0:
        answering.send(look.seat, [answering.rules.text(look.decision.codes[0])])
        look = answering.update()
        assert isinstance(look, Look)
        assert look.seat is not None
    assert visitor.left() == 0
    visitor.hang_up()
    assert ">\nagain\n" in visitor.told.getvalue()


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
        found[who] = typed(client, *["first"] * 3000, game=name)

    threads = [threading.Thread(target=play, args=each) for each in (("ana", ana), ("bea", bea))]
    for thread in threads:
        thread.start()
    until(lambda: not any(thread.is_alive() for thread in threads))
    assert found["ana"][0] == found["bea"][0] == 0, found["ana"][1][:3000]
    assert "Round 9" in found["ana"][1]
    assert f"In the lobby: rematch {name}, analyse {name}, export {name}." in found["bea"][1]
    assert ana.games()[0].state == "finished"
    assert typed(ana, f"rematch {name}")[0] == 0
    assert any(game.state == "open" for game in bea.games())


def test_quit_behind_a_kept_line_leaves_who_has_read_that_it_is_kept(house: House) -> None:
    _asked, other, game, name = waiting(house)
    visitor = Visitor(other, game)
    visitor.reads(f"Waiting for {name}.")
    visitor.type("power 9\n", "is kept for your next question")
    # What needs no question is done, and another answer is kept behind the first.
    visitor.type("who\n", "In the room: ")
    visitor.type("1\n")
    until(lambda: visitor.told.getvalue().count("is kept for your next question") == 2)
    assert visitor.quits() == 2
    assert "what was kept for it was not used" in visitor.told.getvalue()


def test_the_lobby_does_nothing_that_was_typed_for_a_question_at_a_table(house: House) -> None:
    asked, other, game, name = waiting(house)
    visitor = Visitor(other, "")
    visitor.type(f"play {game}\n", f"Waiting for {name}.")
    kept = "is kept for your next question"
    visitor.type("games\n", kept)
    visitor.type("games\n")
    until(lambda: visitor.told.getvalue().count(kept) == 2)
    visitor.type("quit\n", "what was kept for it was not used.\nlobby>")
    visitor.type("games\n")
    assert visitor.quits() == 2
    _, _, behind = visitor.told.getvalue().partition("not used.")
    assert behind.count(f"{game}: ") == 1, "asked in the lobby, once"
    assert asked.sit(game).update()


def test_no_title_takes_what_is_meant_for_the_address_of_another_game(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    game = ana.make(wish("me", "anybody", listed=False, name="Our night")).game.name
    bea.make(wish("me", "anybody", name=game.title()))
    assert typed(ana, f"say {game} good evening")[0] == 0
    assert [said.text for said in ana.room(game).said] == ["good evening"]


def test_a_game_that_waits_is_edited_and_its_seats_are_swapped(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    code, said = typed(ana, "make 1996 me anybody anybody begin told name Long evening")
    assert code == 0, said
    game = "long-evening"
    assert typed(bea, f"join {game} green")[0] == 0
    code, said = typed(
        ana, f"edit {game} clock day private undo no talk players castillo=veiled", f"who {game}",
        f"edit {game} with colonies short", f"swap {game} red blue", f"who {game}",
    )  # fmt: skip
    assert code == 0, said
    room = ana.room(game)
    assert [seat.name for seat in room.game.seats] == ["", "ana", "bea"]
    assert (room.game.clock, room.game.listed, room.talk) == ("day", False, "players")
    assert (room.short, room.game.expansions) == (True, ("colonies",))
    assert room.house["castillo"] == "veiled"
    assert room.wish is not None
    assert not room.wish.undoes
    assert "a day for each answer, private." in said
    assert "It begins when whoever made it says so; the players alone may talk." in said
    assert "House rules: " in said
    # Somebody else's seat is asked for, and granted by the same.
    assert typed(bea, f"swap {game} green blue")[0] == 0
    assert "bea would like blue instead of green." in typed(ana, f"who {game}")[1]
    word = room.word
    assert typed(ana, f"swap {game} blue green", f"word {game}")[0] == 0
    assert [seat.name for seat in ana.room(game).game.seats] == ["", "bea", "ana"]
    assert ana.room(game).word != word
    for line, why in (
        (f"edit {game} me", "players"),
        (f"edit {game} without colonies without colonies", "not with colonies"),
        (f"edit {game} cheat=true", "no house rule cheat"),
        (f"edit {game} undo perhaps", "Undo is one of yes, no"),
        (f"swap {game} red", "which two seats"),
        ("edit", "what to change"),
    ):
        code, said = typed(ana, line)
        assert code == 2, line
        assert why in said, line
    assert "Only who made a game" in typed(bea, f"edit {game} clock none")[1]


def test_talk_and_what_waits_are_told_between_answers(house: House) -> None:
    asked, other, game, name = waiting(house)
    visitor = Visitor(other, game)
    visitor.reads(f"Waiting for {name}.")
    asked.room(game)
    asked.say(game, "good evening")
    visitor.reads(f"{name}: good evening")
    visitor.type(f"mute {name}\n", f"You hear no more of what {name} says.")
    asked.say(game, "can you hear me")
    visitor.type(f"hear {name}\n", f"You hear {name} again.")
    asked.say(game, "now")
    visitor.reads(f"{name}: now")
    house.admin("wall", "five", "more", "minutes")
    visitor.reads("Whoever runs this server says: five more minutes")
    assert visitor.quits() == 0
    said = visitor.told.getvalue()
    assert "can you hear me" not in said
    assert said.count(f"{name}: good evening") == 1


def test_who_is_stood_in_for_at_the_table_plays_again_by_a_word(house: House) -> None:
    asked, _other, game, name = waiting(house)
    visitor = Visitor(asked, game)
    visitor.reads("\n>\n")
    # At another keyboard: what is asked here is asked no more.
    too = house.come(name)
    too.hand_over(game, "random")
    visitor.reads("\nThe game has gone on meanwhile.\n")
    visitor.reads("A bot plays for you now.")
    visitor.type("take\n")
    until(lambda: not any(seat.stood_in for seat in too.room(game).game.seats))
    assert visitor.quits() == 0


def test_whoever_is_asked_hears_what_is_said_and_what_happens_meanwhile(house: House) -> None:
    both = house.come("ana"), house.come("bea")
    game = both[0].make(wish("me", "anybody")).game.name
    both[1].join(game)
    first, other = both if both[0].games()[0].waits else both[::-1]
    visitor, chair = Visitor(other, game), first.sit(game)
    visitor.reads("Waiting for ")
    look = chair.update()
    assert isinstance(look, Look)
    assert look.seat is not None
    assert chair.send(look.seat, ["power 9"])
    visitor.reads("\n>\n")
    first.say(game, "take your time")
    visitor.reads(f"\n{first.me.name}: take your time\n>\n")
    assert chair.undo()
    visitor.reads("\nThe game has gone on meanwhile.\nWhat was answered last has been taken back.")
    assert visitor.quits() == 0


def test_who_is_in_the_lobby_hears_at_once_that_a_game_has_begun(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    visitor = Visitor(ana, "")
    visitor.type("make 1996 me anybody name Test\n", "test: waits for players.")
    bea.join("test")
    visitor.reads("\ntest has begun.\nlobby>\n")
    assert visitor.quits() == 0


def test_people_talk_in_the_lobby(house: House) -> None:
    ana, bea, guest = house.come("ana"), house.come("bea"), house.come("guest")
    at_table = house.come("cid")
    game = at_table.make(wish("me", "random")).game.name
    chair = at_table.sit(game)
    heard: list[str] = []
    at_table.subscribe(lambda news: heard.append(news.kind))
    visitor = Visitor(ana, "")
    visitor.reads("\nlobby>\n")
    bea.say("", "who would play the Colonies?")
    visitor.reads("\nlobby>\nbea: who would play the Colonies?\nlobby>\n")
    visitor.type("talk I would\nmute bea\n", "\nana: I would\nlobby>\n")
    visitor.reads("You hear no more of what bea says.")
    assert [said.text for said in bea.room("").said] == ["who would play the Colonies?", "I would"]
    bea.say("", "good")
    guest.say("", "me too")
    visitor.reads(f"{guest.me.name}: me too")
    visitor.type("who\n", f"In the lobby: ana, bea, {guest.me.name}.\nana: I would\n")
    assert visitor.quits() == 0
    assert "bea: good" not in visitor.told.getvalue()
    assert "said" not in heard, "whoever plays is not disturbed"
    chair.close()
    for _ in range(3):
        bea.say("", "come")
    with pytest.raises(Denied, match="5 times in 10 seconds"):
        bea.say("", "come")


def test_a_served_table_gives_advice_and_foresees(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "STRONGEST", "random")
    asked, other, game, _name = waiting(house)
    visitor = Visitor(asked, game)
    visitor.reads("\n>\n")
    visitor.type("advice\nforecast\nwhy\n", "The bot is thinking.\nThe bot random would play the ")
    visitor.reads("A general scoring would bring: ")
    visitor.reads("No scoring is recorded yet.")
    assert visitor.quits() == 0
    assert "A general scoring would bring: " in typed(other, f"forecast {game}")[1]


def test_who_asks_as_the_game_ends_hears_why(
    house: House,
) -> None:
    ana = house.come("ana")
    game = ana.make(wish("me", "random")).game.name
    dialogue = LobbyDialogue(ana, io.StringIO(), io.StringIO())
    chair = ana.sit(game)
    house.admin("delete", game)
    with pytest.raises(Gone, match="deleted this game"):
        dialogue._look("board", chair)


def test_who_comes_and_who_goes_is_told(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    visitor = Visitor(ana, "")
    visitor.type("make 1996 me anybody random name Test\n", "test: waits for players.")
    cid = house.come("cid")
    cid.room("test")
    bea.join("test")
    visitor.reads("bea has come to test.\n")
    visitor.type("play test\n", "Seats, clockwise: ")
    seen = len(visitor.told.getvalue())
    chair = bea.sit("test")
    bea.close()
    until(lambda: "bea has gone.\n" in visitor.told.getvalue()[seen:])
    assert not chair.update()
    house.come("bea").sit("test")
    until(lambda: "bea has come.\n" in visitor.told.getvalue()[seen:])
    visitor.type("quit\n", "You are away from the table")
    house.admin("kick", "ana")
    visitor.reads("Whoever runs this server has ended your connection.")
    visitor.left()
    visitor.hang_up()


def test_to_take_a_number_is_an_answer_and_no_word_of_the_table() -> None:
    words = TableWords({"take": print, "who": print}, alone=ALONE)
    known = ("take", " Take ", "who knows", "take 4", "take 0; card 4-01")
    assert [bool(words.find(line)) for line in known] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("who me", "Who cannot have 'me' behind it; write who alone."),
        ("clock 2", "Clock cannot have '2' behind it; write clock alone."),
        ("say", "Say alone says too little; write say WORDS."),
        ("hand random now", "Hand cannot have 'random now' behind it; write hand BOT."),
    ],
)
def test_a_word_of_the_table_says_what_may_stand_behind_it(line: str, said: str) -> None:
    act = TableWords(dict.fromkeys(FORMS, print), FORMS, alone=ALONE).find(line)
    assert act
    with pytest.raises(Refused) as refused:
        act()
    assert sentence(str(refused.value)) == said


def test_a_word_of_the_lobby_says_what_may_stand_behind_it(house: House) -> None:
    code, told = typed(house.come("eve"), "quit now", "games 2", "code x", "help undo")
    assert code == 2
    for said in (
        "Quit cannot have 'now' behind it; write quit alone.",
        "Games cannot have '2' behind it; write games alone.",
        "Code cannot have 'x' behind it; write code alone.",
        "Help cannot have 'undo' behind it; write help, help make or help edit.",
    ):
        assert told.count(said) == 1


def test_who_follows_a_game_hears_it_and_can_ask(house: House) -> None:
    asked, _other, game, name = waiting(house)
    eve = house.come("eve")
    visitor = Visitor(eve, "")
    visitor.type(f"join {asked.room(game).word}\nfollow {game}\n", f"Waiting for {name}.")
    visitor.type("1\n", "Nothing is asked of you now")
    visitor.type("log\n", "Round 1")
    visitor.type("quit\n", "You are away from the table")
    for line, told in (
        (f"scoring {game}", "No scoring is recorded yet."),
        (f"story {game} 99", "There is no round '99'"),
        (f"scorings {game}", "No scoring is recorded yet."),
    ):  # fmt: skip
        before = len(visitor.told.getvalue())
        visitor.type(f"{line}\n")
        until(lambda before=before, told=told: told in visitor.told.getvalue()[before:], told)
    assert visitor.quits() == 2
