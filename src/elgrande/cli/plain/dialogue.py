"""Asking, line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from elgrande.cli.plain.board import sentences
from elgrande.content.ranking import ranking
from elgrande.content.words import Names, answer, prompt, say_event
from elgrande.table import Host, Refused

if TYPE_CHECKING:
    from elgrande.rules import Decision
    from elgrande.table import Table

HELP = """\
Type the number of an answer, or an answer in notation such as "place galicia";
several at once are separated by semicolons. Other words:
  board    where everything stands
  log      what has happened in this round
  undo     take back the last answer;  undo turn  goes back to the turn's start
  redo     bring it back
  again    say the question once more
  quit     leave; the game is saved already"""

SCREENFUL = 60
"""Empty lines that push a secret out of sight, there being no escape codes."""


class Ended(Exception):
    """The person leaves, or the input has ended."""


class Dialogue:
    """One game, asked and answered in lines."""

    def __init__(self, table: Table, source: TextIO, sink: TextIO) -> None:
        self.table = table
        self.source = source
        self.sink = sink
        self.names = Names.of(table.setup)
        self.host = Host(table)
        self.told = table.history.head
        self.reader: int | None = None

    # -- saying ------------------------------------------------------------

    def say(self, line: str = "") -> None:
        """Write a line; encodings that lack a character get a question mark."""
        encoding = self.sink.encoding or "utf-8"
        print(line.encode(encoding, "replace").decode(encoding), file=self.sink, flush=True)

    def hear(self, question: str) -> str:
        """Ask for a line; Ended if there is none."""
        print(question, end=" ", file=self.sink, flush=True)
        line = self.source.readline()
        if not line:
            self.say()
            raise Ended
        return line.strip()

    @property
    def seat_of_log(self) -> int | None:
        """Whose events are told: one person's own, or with several what all may see."""
        persons = self.table.persons
        return next(iter(persons)) if len(persons) == 1 else None

    def tell(self) -> None:
        """Say what happened since."""
        for _, event in self.table.events(self.seat_of_log, self.told):
            self.say(say_event(event, self.table.rules, self.names))
        self.told = self.table.history.head

    # -- playing -----------------------------------------------------------

    def play(self) -> None:
        """Play to the end, or until the input ends."""
        table = self.table
        while True:
            for notice in self.host.play_bots(lambda spoken: self.tell()):
                self.say(f"Note: {notice}.")
            self.tell()
            if table.over:
                break
            seat = next(s for s in table.state.owing() if s in table.persons)
            self.ask(seat)
        self.say()
        for line in ranking(table.state, self.names):
            self.say(line)

    def ask(self, seat: int) -> None:
        """Ask one seat until it has answered, or something was undone."""
        table = self.table
        state = table.state
        secret = len(table.persons) > 1 and (table.decision(seat).secret or state.tells(seat))
        if secret:
            self.hear(f"Pass the keyboard to {self.names.seat(seat)}, who presses Enter.")
        elif seat != self.reader and len(table.persons) > 1:
            self.say(f"It is for {self.names.seat(seat)} to answer.")
        self.reader = seat
        self.question(seat)
        entry = table.history.next
        while table.history.next == entry:
            self.line(seat, self.hear(">"))
        if secret:
            for _ in range(SCREENFUL):
                self.say()

    def question(self, seat: int) -> None:
        """Say what is asked, with numbered answers."""
        table = self.table
        decision = table.decision(seat)
        final = set(table.final(seat))
        self.say()
        self.say(prompt(decision, table.rules, self.names))
        for number, code in enumerate(decision.codes, 1):
            note = " (cannot be taken back)" if code in final else ""
            label = answer(code, table.rules, self.names, decision)
            self.say(f"  {number}. {label}{note}")

    def line(self, seat: int, line: str) -> None:
        """Carry out one line that a person typed."""
        table = self.table
        word = line.lower()
        try:
            if word in ("help", "?", "h"):
                self.say(HELP)
            elif word in ("quit", "q", "save", "exit"):
                raise Ended
            elif word in ("again", ""):
                self.question(seat)
            elif word in ("board", "b"):
                self.board(seat)
            elif word in ("log", "l"):
                self.log(seat)
            elif word in ("undo", "u", "undo turn"):
                table.undo(sorted(table.persons), turn=word == "undo turn")
                self.say("Taken back.")
                self.told = min(self.told, table.history.head)
            elif word == "redo":
                table.redo()
                self.say("Brought back.")
                self.told = table.history.head
            else:
                table.send(seat, self.commands(table.decision(seat), line))
        except Refused as refusal:
            self.say(f"{str(refusal).rstrip('.')}.")

    def commands(self, decision: Decision, line: str) -> list[str]:
        """Return the commands that a line says; Refused if its number is none."""
        rules = self.table.rules
        if line.isascii() and line.isdigit():
            number = int(line[:9])
            if not 1 <= number <= len(decision.codes):
                raise Refused(f"Choose a number from 1 to {len(decision.codes)}")
            return [rules.text(decision.codes[number - 1])]
        colour = rules.colours[decision.seat] + " "
        parts = [" ".join(part.split()) for part in line.split(";")]
        return [part.removeprefix(colour) for part in parts if part]

    def board(self, seat: int) -> None:
        """Say where everything stands."""
        table = self.table
        veiled = table.setup.options().get("castillo") == "veiled"
        for sentence in sentences(table.view(seat), table.setup, veiled=veiled, seat=seat):
            self.say(sentence)

    def board_first(self) -> None:
        """Say where everything stands to whoever comes to the table."""
        table = self.table
        veiled = table.setup.options().get("castillo") == "veiled"
        for sentence in sentences(table.view(self.seat_of_log), table.setup, veiled=veiled):
            self.say(sentence)

    def log(self, seat: int) -> None:
        """Say what has happened in this round."""
        events = [event for _, event in self.table.events(seat if len(self.table.persons) == 1
                                                          else None)]  # fmt: skip
        first = max(
            (at for at, event in enumerate(events) if type(event).__name__ == "RoundBegan"),
            default=0,
        )
        for event in events[first:]:
            self.say(say_event(event, self.table.rules, self.names))


def play(table: Table, source: TextIO | None = None, sink: TextIO | None = None) -> int:
    """Play a game as a line dialogue; returns the exit code."""
    dialogue = Dialogue(table, source or sys.stdin, sink or sys.stdout)
    name = getattr(table.log, "name", "")
    for notice in getattr(table.log, "notices", ()):
        dialogue.say(f"Note: {notice}")
    try:
        dialogue.say("Type help to hear what can be typed.")
        dialogue.board_first()
        dialogue.play()
    except Ended:
        if name:
            dialogue.say(f"The game is saved as {name}; go on with: elgrande resume {name} --plain")
    finally:
        dialogue.host.close()
        table.close()
    return 0
