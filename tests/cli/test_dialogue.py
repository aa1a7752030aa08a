"""The line dialogue's words, its secrets, and what it does when a save takes no more."""

from __future__ import annotations

import errno
import io
import re
import shlex

import pytest

import strange
from drawing import passes, table
from elgrande.cli.games import begun
from elgrande.cli.plain import play
from elgrande.cli.plain.queries import sentences
from elgrande.content.setup import Player, Setup
from elgrande.content.words import GameNames
from elgrande.saves import Paths, SaveBroken, Store
from elgrande.saves.fs import FileSystem
from elgrande.table import Table, load, new_game


class FailingDisk(FileSystem):
    """A disk on which a sync fails as soon as it is told to, and never works again there."""

    def __init__(self) -> None:
        self.broken = False

    def fsync(self, fd: int) -> None:
        if self.broken:
            self.broken = False
            raise OSError(errno.EIO, "input/output error")
        super().fsync(fd)


class Script(io.StringIO):
    """Lines to read; a function among them is called before the line after it is read."""

    def __init__(self, *lines: object) -> None:
        super().__init__()
        self.left = list(lines)

    def readline(self, size: int = -1, /) -> str:
        while self.left and callable(self.left[0]):
            self.left.pop(0)()
        return f"{self.left.pop(0)}\n" if self.left else ""


def two(**others) -> Setup:
    """Two people of whom red begins."""
    people = (Player("red", "Ana"), Player("blue", "Bruno"))
    return Setup(people, 1, **{"starter": "red", **others})


def said(
    table: Table,
    *lines: object,
    store: Store | None = None,
    sink: io.StringIO | None = None,
    code: int = 0,
) -> str:
    """Play with these lines and return all that was said; a refused one leads to ``code`` 2."""
    sink = sink or io.StringIO()
    assert play(table, Script(*lines), sink, store=store) == code
    return sink.getvalue()


def test_words(home):
    store = Store(Paths(home))
    text = said(
        begun(store, two(), "mine"), "CARDS", "rules castillo", "rules", "log", "save", "board"
    )
    assert "5-01 " in text
    assert text.count("saved as mine; go on with: elgrande resume mine --plain") == 2
    assert "Add a subject" in text
    assert "At the beginning the King is in " in text
    assert "The Castillo, 5: nobody." in text
    assert "Nothing found in the rules" in said(store_table(store), "rules xyzzyplugh")


def test_the_board_names_who_plays_first_only_while_power_cards_are_played():
    """Once they all lie, the next round's first player may be known already (S0)."""
    state = table("castillo: R1", seats=3, round=3, king="granada")
    for colour, card in (("red", "1-07"), ("blue", "2-04"), ("green", "3-01")):
        said = next(sentences(state, GameNames(state.rules)))
        assert said == "Round 3 of 9. The King is in Granada."
        passes(state, colour, card)
    assert state.decision().secret, "the general scoring"
    assert next(sentences(state, GameNames(state.rules))) == "Round 3 of 9. The King is in Granada."
    fresh = Setup.of(3, seed=1).start()
    first = f"{GameNames(fresh.rules).seat(fresh.starter)} plays the first power card."
    assert first in next(sentences(fresh, GameNames(fresh.rules)))


def store_table(store: Store) -> Table:
    save = store.open("mine")
    return load(save, save.name, save)


def test_the_story_tells_the_others_turns(home):
    store = Store(Paths(home))
    turn = ("story", "power 13", "power 2", "card 5-01", "place aragon", "done", "end")
    asked = ("story", "story 1", "story 7", "story 77", "quit")
    text = said(begun(store, two(), "mine"), *turn, *asked, code=2)
    assert text.count("No turn of others is recorded yet.") == 1
    # Bruno has had no turn himself.
    told = text.partition("So far:")[2]
    assert "Ana with King anywhere: action unused; 1 to Aragon" in told
    assert told.count("Ana with King anywhere") == 2
    assert "Round 7 has not begun" in told
    assert "There is no round '77', only 1 to 9" in told


def test_cards_are_numbered_by_their_stacks_as_on_the_screen(home):
    store = Store(Paths(home))
    turn = ("power 13", "power 2", "3", "end", "take 0", "quit")
    text = said(begun(store, two(), "mine"), *turn)
    offered = re.findall(r"^  (\d)\. choose (\d)-", text, re.MULTILINE)
    assert offered == [(n, n) for n in "12345"] + [(n, n) for n in "1245"]


def test_what_has_no_answer_yet_is_no_refused_line(home):
    """A script that asks before anything was scored did nothing wrong; a wrong word did."""
    text = said(begun(Store(Paths(home)), two(), "mine"), "scoring", "why", "scorings", "story 2")
    assert text.count("No scoring is recorded yet.") == 3
    assert "Round 2 has not begun." in text
    said(begun(Store(Paths(home)), two(), "other"), "scoring", "where xyzzy", code=2)


def test_the_first_round_is_told_with_how_it_was_laid_out(home):
    table = begun(Store(Paths(home)), Setup.of(2, seed=3, edition="2023"), "mine")
    text = said(table, "story 1", "quit").partition("> story 1")[2]
    assert text.count("At the beginning the King is in ") == 1
    assert " are drawn for the dummy " in text


@pytest.mark.expansions
@pytest.mark.parametrize(
    ("king", "near"),
    [("portugal", "Galicia, Castilla, Toledo, Sevilla and the Castillo"),
     ("beside-castillo", "every region")],
)  # fmt: skip
def test_a_king_in_no_region_lets_one_place_in_an_open_castillo(king, near):
    setup = Setup.of(3, seed=1, edition="2023", expansions=("new-regency",))
    state = setup.start()
    state.board[state.rules.at_king] = state.rules.nodes.index(king)
    assert next(sentences(state, setup.names())).endswith(f"; you place caballeros in {near}.")


def test_a_grande_in_the_castillo_makes_it_no_home_region():
    state = Setup.of(3, seed=1, edition="2023").start()
    state.board[state.rules.at_grande + 1] = state.rules.castillo_target
    board = [*sentences(state, GameNames(state.rules))]
    assert any(" (with the Grande of Blue): " in line for line in board)
    assert not any("Castillo" in line and "home of" in line for line in board)


def test_a_seat_changes_hands(home):
    store = Store(Paths(home))
    text = said(
        begun(store, two(), "mine"),
        "seat blue person", "seat blue hal", "seat white random", "seat blue random", "power 9",
        "seat blue person", code=2,
    )  # fmt: skip
    assert text.count("A person already plays for Bruno.") == 1
    assert "Choose who plays blue: person, random" in text
    assert "Name a seat: seat red|blue BOT" in text
    assert "From now on the bot random plays for Bruno." in text
    assert "Bruno plays power card" in text
    assert [r.fields["source"] for r in store.read("mine").records if r.kind == "source"] == [
        "random", "person",
    ]  # fmt: skip


def scene(**red) -> dict[str, object]:
    """Red is to choose a card; blue has not had a turn either."""
    return {
        "round": 2, "starter": "red", "king": "aragon",
        "seat": [
            {"colour": "red", "grande": "galicia", "caballeros": {"galicia": 2, "court": 7},
             "power": 9, **red},
            {"colour": "blue", "grande": "seville", "caballeros": {"seville": 2, "court": 7},
             "power": 5},
        ],
        "stack": [
            {"number": n, "face": face}
            for n, face in enumerate(("1-02", "2-03", "3-11", "4-04", "5-01"), 1)
        ],
    }  # fmt: skip


TAKEN_BACK = {
    "known_hand": [1, 2, 3, 4, 5, 6, 7, 8, 10], "taken_back": [[11, 12, 13]],
    "hand": [1, 2, 3, 4, 5, 6, 7, 8, 10, 13],
}  # fmt: skip


def test_a_public_question_shows_no_card_that_was_taken_back_unseen(home):
    """At one keyboard the others read along; only behind the hand-over a hand is one's own."""
    table = begun(Store(Paths(home)), two(position=scene(**TAKEN_BACK)), "mine")
    text = said(table, "board", "log")
    own = [line for line in text.splitlines() if line.startswith("Ana: 0 points")]
    assert len(own) == 2, "the board at the beginning, and the one that was asked for"
    assert all("1 to 8, 10 and 1 more taken back unseen" in line for line in own)


def test_alone_among_bots_nothing_is_hidden_from_oneself(home):
    people = (Player("red", "Ana"), Player("blue", "Bruno", "random"))
    setup = Setup(people, 1, position=scene(**TAKEN_BACK))
    text = said(begun(Store(Paths(home)), setup, "mine"), "board")
    assert "1 to 8, 10 and 13." in text
    assert "Pass the keyboard" not in text


class Screen(io.StringIO):
    """What a terminal was sent."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("term", "sink", "wipes"),
    [
        ("xterm", Screen, "\x1b[H\x1b[2J\x1b[3J"),
        ("dumb", Screen, "\n" * 500),
        ("xterm", io.StringIO, ""),
    ],
)
def test_leaving_in_a_secret_hour_leaves_nothing_on_the_screen(
    home, monkeypatch, term, sink, wipes
):
    monkeypatch.setenv("TERM", term)
    position = scene(**TAKEN_BACK)
    for seat in position["seat"]:
        seat.pop("power")
    table = begun(Store(Paths(home)), two(position=position), "mine")
    text = said(table, "", "quit", sink=sink())
    asked, _, after = text.partition("press Enter.")[2].partition(wipes or "The game is saved")
    assert "play the 13" in asked
    assert "13" not in after
    assert "resume mine" in after
    assert text.count("\x1b") == wipes.count("\x1b"), "one hiding place for each secret answer"
    assert "\n\n\n" not in text.replace(wipes or "\n\n\n\n", "")


def test_strange_lines_are_answered_and_change_nothing(home):
    table = begun(Store(Paths(home)), two(), "mine")
    before = table.state.copy()
    words = ("", "rules ", "seat red ", "seat ", "undo ", "place ", "power 9; x")
    texts = [text.replace("\n", " ") for text in strange.TEXTS.values()]
    lines = [word + text for word in words for text in texts]
    text = said(table, *lines, code=2)
    assert table.state == before
    for line in text.splitlines():
        assert all(char.isprintable() for char in line)
        assert len(line) <= 2000, "what the rules are about is the longest"
        if "no command" in line or "Choose" in line:
            strange.harmless(line.removeprefix("> "))


def test_a_save_that_takes_no_more_is_saved_elsewhere_and_play_goes_on(home, tmp_path):
    disk = FailingDisk()
    store = Store(Paths(home), fs=disk)
    table = begun(store, two(), "mine")

    def fail() -> None:
        disk.broken = True

    text = said(table, "power 9", fail, "power 5", "mine", "a b", "other", "power 6", store=store)
    assert "nothing after record 1 is saved; save under another name" in text
    assert "mine.toml is already open" in text
    assert 'No save can be called "a b"' in text
    assert "The game is saved as other" in text
    assert "Bruno plays power card 6." in text
    assert text.count("Ana plays power card 9.") == 1, "nothing is told twice"
    first = [record.fields["do"] for record in store.read("other").records][:2]
    assert first == [["red power 9"], ["blue power 6"]]


def test_a_save_elsewhere_is_resumed_by_its_path(home, tmp_path, spawn):
    store = Store(Paths(home))
    begun(store, two(), "mine").close()
    away = store.copy("mine", tmp_path / "away.toml")
    ran = spawn("resume", str(away), "--plain", text="power 9\n")
    assert f"go on with: elgrande resume {away} --plain" in ran.out
    assert b"red power 9" in away.read_bytes()


def test_the_command_that_is_said_goes_on_with_the_game(tmp_path, spawn):
    """Also where the saves are in a folder that was named for one call."""
    for folder in ((), ("--data-dir", str(tmp_path / "some folder"))):
        left = spawn(*folder, "play", "--plain", "--players", "2", "--seed", "1", text="power 9\n")
        (said,) = (line for line in left.out.splitlines() if "go on with" in line)
        again = spawn(*shlex.split(said.partition(": elgrande ")[2]), text="")
        assert "played 9" in again.out
        assert again.code == 0


def test_leaving_instead_says_what_is_lost(home):
    disk = FailingDisk()
    store = Store(Paths(home), fs=disk)
    table = begun(store, two(), "mine")

    def fail() -> None:
        disk.broken = True

    sink = io.StringIO()
    with pytest.raises(SaveBroken):
        play(table, Script(fail, "power 9", "quit"), sink, store=store)
    assert store.read("mine").header, "what was acknowledged is still there"
    store.open("mine").close()


def test_two_cannot_play_one_save(home, run):
    store = Store(Paths(home))
    table = begun(store, two(), "mine")
    ran = run("resume", "mine", "--plain")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "mine" in ran.err
    table.close()


def test_a_long_line_is_no_harm(home):
    long = "\x1b[31m" + "a" * 1500
    text = said(begun(Store(Paths(home)), two(), "mine"), long, "place \x07", code=2)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert max(map(len, text.splitlines())) < 700


@pytest.mark.parametrize(
    ("length", "ends"), [(2000, "power 9\n"), (2001, "power 9"), (4000, "x" * 5000)],
    ids=["line", "end", "long"],
)  # fmt: skip
def test_the_end_of_a_line_that_is_too_long_is_no_answer(home, spawn, run, length, ends):
    store = Store(Paths(home))
    begun(store, two(), "mine").close()
    ran = spawn("resume", "mine", "--plain", text="board\n" + " " * length + ends)
    assert ran.code == 2
    assert ran.err == "elgrande: line 2 was refused.\n"
    assert "Type at most 2,000 characters; nothing of that line was taken." in ran.out
    assert store.read("mine").records == ()


def test_a_line_of_2000_characters_is_an_answer(home, spawn):
    store = Store(Paths(home))
    begun(store, two(), "mine").close()
    ran = spawn("resume", "mine", "--plain", text=" " * 1993 + "power 9\npower 5\n")
    assert ran.code == 0
    assert [record.fields["do"] for record in store.read("mine").records[:2]] == [
        ["red power 9"], ["blue power 5"],
    ]  # fmt: skip


def test_an_encoding_that_lacks_a_letter(home):
    people = (Player("red", "Łucja"), Player("blue", "José"))
    table = begun(Store(Paths(home)), Setup(people, 1, starter="red"), "mine")
    raw = io.BytesIO()
    sink = io.TextIOWrapper(raw, "latin-1")
    play(table, Script("power 9"), sink)
    assert b"?ucja plays power card 9." in raw.getvalue()


@pytest.mark.parametrize("rule", ["auto", "free", "fair"])
def test_whoever_answered_is_asked_before_it_is_taken_back(home, rule):
    store = Store(Paths(home))
    table = begun(store, two(house={"undo": rule}), "mine")
    heads = []

    def look() -> None:
        heads.append(table.history.head)

    text = said(
        table, "power 9", "undo", "no", look, "undo turn", "YES", look, "redo", look, "undo", "y",
        look,
    )  # fmt: skip
    # Nobody has a turn while power cards are played.
    assert text.count("Ana, do you want to undo your last answer? Type yes or no.") == 3
    assert "It stays." in text
    assert heads == [1, 0, 1, 0]
    assert "redo your answer" not in text, "it is Ana who sits there then"


def test_who_has_had_no_turn_is_not_asked_about_one(home):
    """The last answer before the first turn of a round is another's power card."""
    table = begun(Store(Paths(home)), two(starter="blue"), "mine")
    text = said(table, "power 12", "power 9", "undo turn", "yes")
    assert "do you want to undo your last answer? Type yes or no." in text
    assert table.history.head == 1


def test_whoever_has_just_ended_a_turn_is_asked_about_all_of_it(home):
    """The next turn has begun, but nobody has answered in it."""
    table = begun(Store(Paths(home)), two(house={"undo": "free"}), "mine")
    text = said(table, "power 9", "power 8", "take 2", "card 5-01", "end", "undo turn", "yes")
    assert text.count("Ana, do you want to undo your turn? Type yes or no.") == 1
    assert table.history.head == 2


def test_a_secret_is_cleared_away_before_the_other_is_asked(home, monkeypatch):
    """Blue sits there for a disk of its own when Ana is asked about hers."""
    monkeypatch.setenv("TERM", "xterm")
    store = Store(Paths(home))
    position = scene()
    position["stack"][3]["face"] = "4-11"
    table = begun(store, two(position=position), "mine")
    while table.state.decision().step != "disks":
        seat = table.state.owing()[0]
        texts = [table.rules.text(code) for code in table.state.legal(seat)]
        wanted = [text for text in ("card 4-11", "special") if text in texts]
        table.send(seat, [*wanted, texts[0]][:1])
    first, second = (table.names.seat(seat) for seat in table.state.owing()[:2])
    lines = ("", "1", "", "undo", "no", "", "undo", "yes", "", "quit")
    text = said(table, *lines, sink=Screen())
    ask = f"{first}, do you want to undo your last answer?"
    assert text.count(ask) == 2
    assert text.count(f"Pass the keyboard to {second}. {second}, press Enter.") == 2
    assert text.count(f"Pass the keyboard to {first}. {first}, press Enter.") == 2
    for before in text.split(ask)[:-1]:
        assert before.endswith("\x1b[3J"), "no line of the other's question is left in sight"


def test_a_short_game_says_once_why_it_begins_with_round_2():
    for short in (True, False):
        sink = io.StringIO()
        game = new_game(Setup.of(2, seed=1, short=short))
        play(game, io.StringIO("red power 5\nblue power 5\n"), sink)
        assert sink.getvalue().count("it begins with round 2 and plays rounds 2, 3,") == short


@pytest.mark.parametrize("hand", ["dealt", "chosen"])
def test_before_a_hand_is_dealt_or_chosen_no_card_is_said_to_be_in_it(home, hand):
    people = (Player("red", "Ana"), Player("blue", "Bruno"))
    setup = Setup(people, 1, expansions=("intrigue",), house={"hand": hand})
    text = said(begun(Store(Paths(home)), setup, "mine"), "cards")
    assert "one that may come into your hand" in text
    assert "in your hand" not in text


def test_a_card_of_the_hands_is_not_said_to_bring_what_it_has_brought():
    setup = two(expansions=("intrigue",))
    text = said(new_game(setup), *["first"] * 70)
    chosen = [line for line in text.splitlines() if line[3:].startswith(". choose ")]
    assert "  2. choose Veto" in chosen
    assert not [line for line in chosen if "brings" in line]
