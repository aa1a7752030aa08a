"""The line dialogue: a whole game, without escape codes, secrets out of sight."""

from __future__ import annotations

import gc
import io
import os
import random
import re
import tracemalloc
from itertools import pairwise
from types import SimpleNamespace

import pytest

from chairs import inside, loopback
from elgrande.bots import registry
from elgrande.cli.games import begun
from elgrande.cli.main import main
from elgrande.cli.plain import dialogue, play, queries
from elgrande.cli.plain.console import LEAVING, Console
from elgrande.cli.plain.dialogue import Dialogue
from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths, Store
from elgrande.table import Host, Table, seated
from elgrande.visitor import plain_lobby as lobby
from elgrande.visitor import plain_waiting as waiting
from elgrande.visitor.plain_waiting import Waiting

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""The screen and what scrolled off it."""


class Person(io.StringIO):
    """Somebody who answers with any number that is on offer, and sometimes with words."""

    def __init__(self, sink: io.StringIO, seed: int, spoken: list[str]) -> None:
        super().__init__()
        self.sink = sink
        self.rng = random.Random(seed)
        self.spoken = spoken
        self.lines = 0

    def readline(self, size: int = -1, /) -> str:
        self.lines += 1
        assert self.lines < 6000, "the game does not end"
        text = self.sink.getvalue()
        if text.endswith("press Enter. "):
            return "\n"
        if self.spoken and self.lines % 4 == 0:
            return self.spoken.pop() + "\n"
        choices = []
        for line in reversed(text.rstrip("> ").splitlines()):
            head, dot, _ = line.strip().partition(". ")
            if dot and head.isdigit():
                choices.append(int(head))
                if head in ("0", "1"):
                    break
            elif choices:
                break
        return f"{self.rng.choice(choices)}\n"


def start(home, sources: list[str], seed: int = 1, **others) -> tuple[Store, Table]:
    store = Store(Paths(home))
    names = ("Ana", "Bruno", "Clara", "Diego")
    colours = ("red", "blue", "green", "yellow")
    players = tuple(
        Player(colour, name, source)
        for colour, name, source in zip(colours, names, sources, strict=False)
    )
    return store, begun(store, Setup(players, seed, **others), "mine")


@pytest.mark.parametrize(
    "sources",
    [
        ["person", "person"],
        pytest.param(["person", "random", "random", "random"], marks=pytest.mark.long),
        pytest.param(["random"] * 3, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_to_the_final_ranking(home, sources):
    store, table = start(home, sources, short=True)
    sink = io.StringIO()
    assert play(table, Person(sink, 1, []), sink) == 0
    text = sink.getvalue()
    assert "\x1b" not in text
    assert any(word in text for word in (" wins.", "share the victory."))
    last = text.strip().splitlines()[-len(sources) :]
    assert last[0].startswith("1. ")
    assert all(line.endswith("points") for line in last)
    # By source and by place, as the screen of the end has it; each of them adds up to the scores.
    ends = text[text.index("\nRegions, general: ") :]
    names = [table.players[seat].name for seat in range(len(sources))]
    for seat, name in enumerate(names):
        won = [int(each) for each in re.findall(rf": (?:.*, )?{name} (\d+)", ends)]
        assert sum(won) == 2 * table.state.score(seat)
    assert table.over
    assert text.count("In total: ") == text.count("Points after that: ") == 3
    for line in re.findall("(?:In total|Points after that): .*", text):
        sums = [int(each) for each in re.findall(r" \+?(\d+)[,.]", line)]
        assert sums == sorted(sums, reverse=True), "who got most comes first, who has most below"
    paid = " pays " + "/".join("531"[: table.rules.ranks])
    assert text.index(f"{paid}: ") < text.index("In total: ") < text.index("Round 5 begins")
    store.open("mine").close()


class Asker(Person):
    """Somebody who wants to hear of the first scoring again, and then leaves."""

    asks = ("scoring 99", "scorings", "scoring", "quit")

    def readline(self, size: int = -1, /) -> str:
        if "Points after that: " not in self.sink.getvalue():
            return super().readline(size)
        first, *self.asks = self.asks  # type: ignore[assignment]
        return f"{first}\n"


def test_a_scoring_is_said_again_and_all_are_listed(home):
    _store, table = start(home, ["person", "person", "random"], short=True)
    sink = io.StringIO()
    play(table, Asker(sink, 1, []), sink)
    text = sink.getvalue()
    first = text.index("Say scoring with a number from 1 to ")
    assert text.count("General scoring after round 3: ", first) == 1
    again = text.index("General scoring after round 3.", first)
    said = text[text.index("The Castillo pays") : text.index("In total: ")].splitlines()
    places = [line for line in said if " pays " in line]
    assert len(places) > 3
    assert all(line in text[again:] for line in places)


class Curious(Asker):
    """Somebody who wants to know why, what would be, and what to do."""

    asks = ("why 99", "why", "forecast", "advice", "quit")


def test_why_what_would_be_and_advice(home, monkeypatch):
    monkeypatch.setattr(registry, "STRONGEST", "random")
    _store, table = start(home, ["person", "person", "random"], short=True)
    sink = io.StringIO()
    play(table, Curious(sink, 1, []), sink)
    text = sink.getvalue()
    said = text[text.index("> why 99") :]
    assert "Say why with a number from 1 to 1; scorings lists them." in said
    # As the screen explains it, place by place, and what it foresees.
    assert re.search(r"^Seville, 4/3\. Bruno has 2 caballeros: first, 4 points\.", said, re.M)
    assert len(re.findall(r"^[A-Z].*, [0-9]/[0-9]\. ", said, re.MULTILINE)) == 10
    assert "The rules that were used: " in said
    assert re.search(r"^A general scoring would bring: Ana \d+, Bruno \d+, Clara \d+\.", said, re.M)
    assert "Caballeros in the Castillo count there; what disks show is left open." in said
    assert re.search(r"^The bot random would .*\.\nThe bot gave no reason\.$", said, re.MULTILINE)


def test_it_is_played_at_a_chair_wherever_the_table_is(home):
    """The same lines, whether or not every message went through JSON on its way."""
    told = []
    for place, sit in (("near", seated), ("far", loopback)):
        _, table = start(home / place, ["person", "person", "random"], seed=3, short=True)
        sink = io.StringIO()
        host = Host(table, runner=inside)
        lines = Console(Person(sink, 1, ["undo", "cards", "log", "board"]), sink)
        dialogue = Dialogue(sit(table), lines, lambda tell, host=host: host.play_bots(tell), str)
        dialogue.play()
        assert table.over
        told.append(sink.getvalue())
    assert told[0] == told[1]


def test_words_are_understood_and_wrong_ones_explained(home):
    _store, table = start(home, ["person", "random"], house={"undo": "free"})
    sink = io.StringIO()
    spoken = ["help", "board", "log", "undo", "redo", "again", "undo turn", "99", "dance",
              "place paris", "power 99", "score galicia; end"]  # fmt: skip
    play(table, Person(sink, 3, spoken), sink)
    text = sink.getvalue()
    assert not spoken, "everything was said"
    assert "Type the number before an answer" in text
    assert "Undone." in text
    assert "Choose one of the numbers " in text
    assert "There is no command 'dance' here; help says the words" in text
    assert table.over


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo 5", "Undo cannot have '5' behind it; write undo or undo turn."),
        ("u 5", "Undo cannot have '5' behind it; write undo or undo turn."),
        ("redo 2", "Redo cannot have '2' behind it; write redo alone."),
        ("first 2", "First cannot have '2' behind it; write first alone."),
        ("quit now", "Quit cannot have 'now' behind it; write quit alone."),
        ("save now", "Save cannot have 'now' behind it; write save alone."),
        ("log 2", "Log cannot have '2' behind it; write log alone."),
        ("b 2", "Board cannot have '2' behind it; write board alone."),
        ("story 1 2", "Story cannot have '1 2' behind it; write story or story ROUND."),
        ("hint", "There is no command 'hint' here; help says the words, "),
        ("seat x", "Seat x says too little; write seat COLOUR BOT or seat COLOUR person."),
        ("first; first", "First is not an answer; write it on a line of its own."),
        ("power 9; undo", "Undo is not an answer; write it on a line of its own."),
        ("red board", "Board is not an answer; write it on a line of its own."),
        ("seat", "Seat alone says too little; write seat COLOUR BOT or seat COLOUR person."),
    ],
)  # fmt: skip
def test_a_word_is_no_unknown_one_for_what_stands_behind_it(home, line, said):
    _, table = start(home, ["person", "random"])
    sink = io.StringIO()
    assert play(table, io.StringIO(f"{line}\nquit\n"), sink) == 2
    assert f"> {line}\n{said}" in sink.getvalue()


def test_what_may_go_on_says_too_little_and_nothing_wrong():
    """Of every word, and of every form as far as each of its words."""
    forms = {**queries.FORMS, **dialogue.FORMS, **lobby.FORMS, **lobby.LOBBY_FORMS}
    for word, some in forms.items():
        for form in some:
            words = form.split()[1:]
            for number in range(len(words)):
                rest = " ".join(words[:number])
                said = queries.misfit(word, rest, some)
                assert not said or "too little" in said


@pytest.mark.expansions
def test_every_word_of_the_help_has_its_forms():
    """One table says what may stand behind each, and no verb of a game is called like one."""
    asked = {line.split()[0] for line in dialogue.HELP.splitlines() if line.startswith("  ")}
    waits = {line.split()[0] for line in waiting.HELP.splitlines() if line.startswith("  ")}
    forms = {**queries.FORMS, **dialogue.FORMS}
    # What stands on a line with another word.
    assert asked - {"quit"} == forms.keys() - {"help", "scorings", "where"}
    assert waits - {"quit"} == queries.FORMS.keys() - {"scorings", "where"}
    assert all(form.split()[0] == word for word, some in forms.items() for form in some)
    at_table = {line.split()[0] for line in lobby.AT_TABLE.splitlines()}
    assert at_table | {"hear", "hand"} == lobby.FORMS.keys()
    game = Setup.of(4, seed=1, expansions=("intrigue", "colonies")).ruleset()
    assert not (forms.keys() | {*LEAVING}) & game.base.keys()


def test_the_colour_of_another_seat_is_no_misspelling(home):
    """What is wrong with such a command is whose it is, and it says who is asked."""
    _, table = start(home, ["person", "person"], starter="red")
    sink = io.StringIO()
    play(table, io.StringIO("red power 9\nred power 7\nblue power 7\n"), sink)
    text = sink.getvalue()
    assert "Bruno is the one to answer now; leave out whose answer it is." in text
    assert "did you mean" not in text
    played = [command for e in table.history.line() for command in e.commands]
    assert played[:2] == ["power 9", "power 7"]


def test_numbers_on_offer_are_typed_as_they_are(home):
    """A power card by its own number, whichever have been played before it."""
    _, table = start(home, ["person", "person"], starter="red")
    sink = io.StringIO()
    play(table, io.StringIO("2\n2\n9\n0\n"), sink)
    text = sink.getvalue()
    assert "  0. take none" in text
    assert "Choose one of the numbers 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 13." in text
    played = [command for e in table.history.line() for command in e.commands]
    assert played[:3] == ["power 2", "power 9", "take 0"]


@pytest.mark.expansions
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("\uff12", "Ana plays power card 2."),
        ("2.", "Ana plays power card 2."),
        ("+2", "Ana plays power card 2."),
        ("2;;", "Ana plays power card 2."),
        ("-2", "Choose one of the numbers 1, 2, "),
        ("\u22122", "Choose one of the numbers 1, 2, "),
        ("story \uff11", "At the beginning the King is in "),
    ],
)
def test_a_number_is_one_however_it_is_typed(home, line, said):
    _, table = start(home, ["person", "person"], starter="red")
    sink = io.StringIO()
    play(table, io.StringIO(f"{line}\n"), sink)
    assert said in sink.getvalue()


def test_a_card_has_its_number_whatever_else_can_be_answered(home):
    """Numbers are those of the list, and several of them are answers, one after the other."""
    _, table = start(home, ["person", "random"], expansions=("intrigue",))
    while table.state.decision().step != "choose_hand":
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
    sink = io.StringIO()
    many = "; ".join(map(str, range(40, 140, 10)))
    play(table, io.StringIO(f"10\n20; 30\n30; keep 150\n150; 160; 7\n{many}\n"), sink)
    said = sink.getvalue()
    assert said.count("  20. keep the 20 ") == 2
    assert said.count("  10. leave the 10 ") == 4
    # What is refused is refused whole.
    assert said.count("Choose one of the numbers 30, 40, ") == 1
    played = [command for e in table.history.line() for command in e.commands if e.seat == 0]
    assert played[1:6] == ["keep 10", "keep 20", "keep 30", "leave 30", "keep 150"]
    assert "  151. keep 10, 20, 40, " in said


def test_a_gesture_in_notation_is_one_undo(home):
    """Several commands separated by semicolons are accepted whole."""
    _, table = start(home, ["person", "person"])
    sink = io.StringIO()

    class Script(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            state = table.state
            seat = state.owing()[0]
            texts = [table.rules.text(code) for code in state.legal(seat)]
            if (
                "place castillo" in texts
                and state.count(seat, table.rules.court) >= 2
                and (table.rules.cards[state.card].caballeros >= 2)
            ):
                if table.history.entries[-1].commands[-2:] == ("place castillo",) * 2:
                    return ""
                return "place castillo; place castillo\n"
            return f"{texts[0]}\n" if not sink.getvalue().endswith("Enter. ") else "\n"

    play(table, Script(), sink)
    assert ("place castillo", "place castillo") in [e.commands for e in table.history.line()]


def test_it_says_first_who_sits_where(home):
    store, table = start(home, ["person", "random", "squire"])
    sink = io.StringIO()
    play(table, io.StringIO(""), sink, store=store)
    lines = sink.getvalue().splitlines()
    assert lines[1] == (
        "Seats, clockwise: Ana (red), Bruno (blue, the bot random), Clara (green, the bot squire)."
    )
    assert "(King anywhere), place up to 5 caballeros.\n" in sink.getvalue()
    assert "power cards 1 to 13." in sink.getvalue()
    store, table = start(home / "people", ["person", "person"])
    sink = io.StringIO()
    play(table, io.StringIO(""), sink, store=store)
    assert "Seats, clockwise: Ana (red), Bruno (blue)." in sink.getvalue()


def test_hands_are_told_as_ranges_and_cards_with_how_many_they_place(home):
    _store, table = start(home, ["person", "person"])
    sink = io.StringIO()
    play(table, io.StringIO("9\n1\nfirst\nboard\n"), sink)
    text = sink.getvalue()
    assert "played 9; power cards 1 to 8 and 10 to 13." in text
    for slot in table.state.slots:
        card = table.rules.cards[slot.card]
        assert re.search(rf"choose {card.id} \(.*\), place .*{card.caballeros} cab", text)


def test_the_end_of_the_input_leaves_a_save_to_resume(home, spawn):
    ran = spawn("play", "--plain", "--players", "2", "--seed", "5", "--name", "mine",
                text="1\n")  # fmt: skip
    assert ran.code == 0
    assert "elgrande resume mine --plain" in ran.out
    assert "\x1b" not in ran.out
    again = spawn("resume", "--plain", text="quit\n")
    assert again.code == 0
    assert "answers now" in again.out


def test_with_several_people_secrets_are_taken_out_of_sight(home, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    _, table = start(home, ["person", "person"], seed=2, short=True)
    sink = io.StringIO()
    monkeypatch.setattr(sink, "isatty", lambda: True)
    play(table, Person(sink, 2, []), sink)
    passes = sink.getvalue().split("Pass the keyboard to ")
    assert len(passes) > 3
    for secret in passes[1:]:
        asked, cleared, _ = secret.partition(WIPE)
        assert cleared, "the screen is cleared after a secret answer"
        assert "disk" in asked or "power card" in asked
    public = "".join(part.partition(WIPE)[2] for part in passes[1:])
    assert "own disk shows" not in public


@pytest.mark.expansions
def test_whoever_keeps_a_hand_gets_the_keyboard_once(home):
    _, table = start(home, ["person"] * 2, seed=2, expansions=("intrigue",))
    while table.state.decision().step != "choose_hand":
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
    sink = io.StringIO()
    play(table, io.StringIO("\n" + "first\n" * 5), sink)
    assert sink.getvalue().count("Pass the keyboard to ") == 1


def test_one_person_is_not_told_the_bots_secrets(home):
    _, table = start(home, ["person", "random", "random"], seed=4, short=True)
    sink = io.StringIO()
    play(table, Person(sink, 4, []), sink)
    assert "Pass the keyboard" not in sink.getvalue()
    assert not [
        line for line in sink.getvalue().splitlines()
        if "disk" in line and ("Bruno's own" in line or "Clara's own" in line)
    ]  # fmt: skip


def test_a_veiled_castillo_is_said_nowhere(home, run):
    """Veiled: neither the Castillo's nor the provinces' counts, and the log forgets."""
    _store, table = start(home, ["random"] * 3, seed=6, house={"castillo": "veiled"})
    host = Host(table, runner=inside)
    while table.state.round < 3:
        dialogue = host.task(host.due())
        host.accept(dialogue, dialogue.ask())
    table.close()
    shown = run("show", "mine").out
    assert "The Castillo, 5/3: veiled." in shown
    assert "provinces" not in shown
    before, _, now = run("replay", "mine").out.rpartition("Round 3 begins")
    assert "Castillo." not in "".join(
        line for line in before.splitlines(True) if " places " in line or " moves " in line
    )
    assert before.startswith(
        "What went into the Castillo before this round is left to your memory.\n"
    )
    assert now
    open_home = home / "open"
    _, table = start(open_home, ["random"] * 3, seed=5)
    host = Host(table, runner=inside)
    while table.state.round < 3:
        dialogue = host.task(host.due())
        host.accept(dialogue, dialogue.ask())
    table.close()
    assert "in the Castillo" in run("replay", "mine", "--data-dir", str(open_home)).out
    assert "in the provinces" in run("show", "mine", "--data-dir", str(open_home)).out


class Endless(io.StringIO):
    """Lines that nobody can take, one after another; what is kept meanwhile is measured."""

    LINES = ("y", "99", "redo", "seat x", "place nowhere", "blue 1", "x" * 3000)
    LOOKS = (60, 210, 360)

    def __init__(self) -> None:
        super().__init__()
        self.heard = 0
        self.kept: list[int] = []

    def readline(self, _size: int = -1, /) -> str:
        self.heard += 1
        if self.heard in self.LOOKS:
            gc.collect()
            self.kept.append(tracemalloc.get_traced_memory()[0])
        over = self.heard > self.LOOKS[-1]
        return "" if over else self.LINES[self.heard % len(self.LINES)] + "\n"


class Nowhere(io.StringIO):
    def write(self, text: str, /) -> int:
        return len(text)


@pytest.mark.long
def test_an_endless_input_of_refused_lines_keeps_nothing(tmp_path, capsys):
    """Of the lines only their number is kept, and that of the first one."""
    _, table = start(tmp_path, ["person"] * 4)
    source = Endless()
    tracemalloc.start(1)
    try:
        assert play(table, source, Nowhere()) == 2
    finally:
        tracemalloc.stop()
        table.close()
    # What somebody else keeps once is kept in one of the two stretches alone.
    assert min(after - before for before, after in pairwise(source.kept)) < 3000
    assert re.search(r"lines were refused, the first of them line 1\.$", capsys.readouterr().err)


def test_of_lines_that_come_too_early_so_many_are_kept():
    """The others stay where they come from until somebody is asked."""
    source = io.StringIO("first\n" * 5000)
    lines = Console(source, Nowhere())
    chair = SimpleNamespace(subscribe=lambda _told: None)
    typed = SimpleNamespace(
        wait_line=lambda: True, waits=lambda: False, ended=False, leaves=lambda: False,
        wakeup=SimpleNamespace(wait=lambda: None),
    )  # fmt: skip
    waiting = Waiting(chair, lines, typed, list, lambda: -1.0, mine=True)
    waiting.dialogue = SimpleNamespace(find=lambda _line: None)
    update = SimpleNamespace(seats=(0,))
    for _ in range(5):
        waiting._hear(update)
    assert lines.early == 100
    assert source.tell() == 100 * len("first\n")


def on_terminal(columns, last, tell):
    """What is shown at a terminal, up to the last of it."""
    import pty
    import termios

    mine, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    with os.fdopen(theirs, "w", encoding="utf-8") as sink:
        tell(sink)
        shown = b""
        # A terminal gives what is written to it in pieces.
        while not shown.endswith(f"{last}\r\n".encode()):
            shown += os.read(mine, 1000)
    os.close(mine)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
def test_rows_of_a_replay_go_on_below_their_text(home, monkeypatch):
    def tell(sink):
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", sink)
            assert main(["replay", "sample-game", "--to", "10"]) == 0

    rows = on_terminal(60, "court.", tell).splitlines()
    first = [row for row in rows if not row.startswith(" " * 7)]
    assert {len(row) - len(row.lstrip(" 0123456789")) for row in first} == {6}
    gone_on = [row for row in rows if row not in first]
    assert {len(row) - len(row.lstrip()) for row in gone_on} == {8}


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
def test_lines_are_broken_at_words_where_a_terminal_shows_them():
    typed = "ssh -t -p 2222 games.example.org join-AGJQHUWE"
    long = f"  hand GAME BOT   let a bot play for you.\nFriends come in with: {typed}"
    assert on_terminal(30, "HUWE", lambda sink: Console(io.StringIO(), sink).say(long)) == (
        f"  hand GAME BOT   let a bot\n    play for you.\nFriends come in with:\n{typed}\n"
    )
    # Whoever listens hears each line as one, and a script reads it as one.
    whole = io.StringIO()
    Console(io.StringIO(), whole).say(long)
    assert whole.getvalue() == f"{long}\n"
