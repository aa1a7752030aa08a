"""Asking, line by line."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO

from elgrande.bots.source import Move
from elgrande.cli.plain import telling
from elgrande.cli.terminal import wiped
from elgrande.content.clean import clean
from elgrande.content.ranking import ranking
from elgrande.content.setup import PERSON
from elgrande.content.words import answer, misread, notation, offered, prompt, say_event
from elgrande.content.words.names import sentence
from elgrande.rules import NotationError
from elgrande.saves import SaveBroken, SaveError, SaveFile
from elgrande.table import Host, Refused, load
from elgrande.table.apply import gesture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from elgrande.rules import Decision, View
    from elgrande.rules.events import Event
    from elgrande.saves import Store
    from elgrande.table import Table

HELP = """\
Type the number of an answer, or an answer in notation such as "place galicia";
several at once are separated by semicolons. Other words:
  board    where everything stands
  cards    what the face-up cards do
  log      what has happened in this round
  rules WORDS   what the rules say about that
  undo     take back the last answer;  undo turn  goes back to the turn's start
  redo     bring it back
  seat COLOUR BOT   let a bot play a seat;  seat COLOUR person  takes it back
  again    say the question once more
  save     say where the game is saved; every answer is, at once
  quit     leave; go on later with elgrande resume"""

REFUSED = 2
"""The exit code of a script of which a line was refused, or never read."""
_LONGEST = 2000
_BLANK = 1000
"""So many blank lines may follow a game."""
_LEAVING = ("quit", "q", "exit")


class Ended(Exception):
    """The person leaves, or the input has ended."""


class HandedBack(Exception):
    """Somebody else was at the keyboard while a secret was asked."""


class Dialogue:
    """One game, asked and answered in lines: the Source of all who sit at this keyboard."""

    def __init__(
        self, table: Table, store: Store | None, source: TextIO, sink: TextIO
    ) -> None:  # fmt: skip
        self.store = store
        self.source = source
        self.sink = sink
        self.reader: int | None = None
        self.lines = 0
        self.refused: list[int] = []
        self._early = ""
        self.told = table.history.head
        self._sit_down(table)

    def _sit_down(self, table: Table) -> None:
        self.table = table
        self.host = Host(table, people=self)
        # A Table without a save is for tests; then there is nothing to resume or rescue.
        self.save = table.log if isinstance(table.log, SaveFile) else None

    # -- saying ------------------------------------------------------------

    def say(self, line: str = "", end: str = "\n") -> None:
        """Write a line; encodings that lack a character get a question mark."""
        encoding = self.sink.encoding or "utf-8"
        text = line.encode(encoding, "replace").decode(encoding)
        print(text, end=end, file=self.sink, flush=True)

    def say_all(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.say(line)

    def hear(self, question: str) -> str:
        """Ask for a line; Ended if there is none, or somebody leaves."""
        self.say(question, end=" ")
        line, self._early = self._early, ""
        if not line:
            line = self._read(question)
        if not line:
            self.say()
            raise Ended
        if not self.source.isatty():
            # What a script answers is not on the screen by itself, and a transcript wants it.
            self.say(clean(line, 200))
        if line.strip().lower() in _LEAVING:
            raise Ended
        return line.strip()

    def _read(self, question: str) -> str:
        """Read a line, whole; one that is too long is refused, and the question asked again."""
        while True:
            line = self.source.readline(_LONGEST + 1)
            self.lines += 1
            if len(line) <= _LONGEST or line.endswith("\n"):
                return line
            # Its rest must not pass for the next answer.
            while (rest := self.source.readline(_LONGEST)) and not rest.endswith("\n"):
                pass
            self.refused.append(self.lines)
            self.say()
            self.say(f"Type at most {_LONGEST:,} characters; nothing of that line was taken.")
            self.say(question, end=" ")

    @property
    def listener(self) -> int | None:
        """Whose events are told: one person's own, or with several what all may see."""
        persons = self.table.persons
        return next(iter(persons)) if len(persons) == 1 else None

    def tell(self) -> None:
        """Say what happened since."""
        table = self.table
        names = table.names
        for _, event in table.events(self.listener, self.told):
            self.say(say_event(event, table.rules, names))
        self.told = table.history.head

    # -- playing -----------------------------------------------------------

    def play(self) -> None:
        """Play to the end, or until the input ends."""
        while True:
            try:
                self._play()
                return
            except SaveBroken as error:
                self.rescue(error)

    def _play(self) -> None:
        while True:
            table = self.table
            for notice in self.host.play_bots(lambda spoken: self.tell()):
                self.say(f"Note: {notice}.")
            self.tell()
            if table.over:
                break
            self.host.ask(next(s for s in table.state.owing() if s in table.persons))
        self.say()
        self.say_all(ranking(self.table.state, self.table.names))

    def choose(self, view: View, entry: int, events: Sequence[Event] = ()) -> Move | None:
        """Ask one seat until it has answered, or something else was changed."""
        table, seat = self.table, view.seat
        assert seat is not None
        name = table.names.seat(seat)
        several = len(table.persons) > 1
        secret = self.secret(seat)
        if secret:
            self.hand_on(f"Pass the keyboard to {name}, who presses Enter.")
        elif several and seat != self.reader:
            self.say(f"It is for {name} to answer.")
        self.reader = seat
        # Whoever sits beside may read along, so a seat's own view is for its secret hours.
        knowing = seat if secret or not several else None
        try:
            self.question(seat)
            while table.history.next == entry:
                move = self.line(seat, knowing, self.hear(">"))
                if move is not None:
                    return move
        except HandedBack:
            # Asked anew, once only the right one can see it.
            return None
        finally:
            if secret:
                self.clear_away()
        return None

    def secret(self, seat: int) -> bool:
        """Say whether what this seat is asked is nothing for the others here."""
        table = self.table
        tells = table.decision(seat).secret or table.state.tells(seat)
        return len(table.persons) > 1 and tells

    def clear_away(self) -> None:
        """Take a secret out of sight, where a terminal shows it."""
        self.say(wiped(self.sink), end="")

    def hand_on(self, text: str) -> None:
        """Wait for the right person; a script's line that is an answer is kept for the question."""
        said = self.hear(text)
        if said and not self.source.isatty():
            self._early = f"{said}\n"

    def question(self, seat: int) -> None:
        """Say what is asked, with numbered answers."""
        table = self.table
        names = table.names
        decision = table.decision(seat)
        final = set(table.final(seat))
        self.say()
        self.say(prompt(decision, table.rules, names))
        for number, code in enumerate(offered(decision, table.rules), 1):
            note = " (cannot be taken back)" if code in final else ""
            label = answer(code, table.rules, names, decision)
            self.say(f"  {number}. {label}{note}")

    def line(self, seat: int, knowing: int | None, line: str) -> Move | None:
        """Carry out one line that a person typed, or return the move that it is.

        ``knowing`` may read the reply.
        """
        table = self.table
        word, _, rest = line.lower().partition(" ")
        try:
            if word in ("help", "?", "h"):
                self.say(HELP)
            elif word in ("again", ""):
                self.question(seat)
            elif word in ("board", "b"):
                self.say_all(telling.board(table, knowing))
            elif word in ("log", "l"):
                self.say_all(telling.log(table, knowing))
            elif word in ("cards", "c"):
                self.say_all(telling.cards(table))
            elif word in ("rules", "r"):
                self.say_all(telling.look_up(table, rest))
            elif word == "save":
                self.say(self.whereabouts() or "This game has no save.")
            elif line.lower() in ("undo", "u", "undo turn"):
                what = "take back your turn" if rest else "take back your last answer"
                if self.by_word(seat, partial(table.undo, turn=bool(rest)), what):
                    self.say("Taken back.")
                    self.told = min(self.told, table.history.head)
            elif line.lower() == "redo":
                if self.by_word(seat, table.redo, "bring your answer back", together=True):
                    self.say("Brought back.")
                    self.told = table.history.head
            elif word == "seat":
                self.hand_over(rest)
            else:
                return self.move(seat, self.commands(table.decision(seat), line))
        except Refused as refusal:
            self.refused.append(self.lines)
            self.say(sentence(str(refusal)))
        return None

    def move(self, seat: int, commands: Sequence[str]) -> Move:
        """Return a gesture as a move; Refused while the person can still type another."""
        codes = gesture(self.table, self.table.state, seat, commands).codes
        return Move(codes[0], then=codes[1:])

    def by_word(
        self,
        seat: int,
        act: Callable[[Sequence[int]], object],
        what: str,
        *,
        together: bool = False,
    ) -> bool:
        """Take answers back, or bring them back, by the word of whoever gave them.

        Who sits at the keyboard speaks for the own seat; anybody else is asked.
        What comes back may be of several seats, and needs them ``together``.
        """
        table = self.table
        speaking = [seat]
        while True:
            try:
                act(speaking)
                return True
            except Refused as refusal:
                word = refusal.word
                if word not in table.persons or word in speaking:
                    raise
            secret = self.secret(seat)
            if secret:
                self.clear_away()
            name = table.names.seat(word)
            said = self.hear(f"{name}, do you want to {what}? Type yes or no.").lower()
            if said not in ("yes", "y"):
                self.say("It stays.")
                if secret:
                    raise HandedBack
                return False
            speaking = [*speaking, word] if together else [word]

    def commands(self, decision: Decision, line: str) -> list[str]:
        """Return the commands that a line says; Refused if its number is none."""
        rules = self.table.rules
        if line.isascii() and line.isdigit():
            number = int(line[:9])
            codes = offered(decision, rules)
            if not 1 <= number <= len(codes):
                raise Refused(f"Choose a number from 1 to {len(codes)}")
            return [rules.text(codes[number - 1])]
        colour = rules.colours[decision.seat] + " "
        parts = [" ".join(part.lower().split()) for part in line.split(";")]
        if any(part.partition(" ")[0] in rules.colours and not part.startswith(colour)
               for part in parts):  # fmt: skip
            who = self.table.names.seat(decision.seat)
            raise Refused(f"It is {who} who answers now; leave the colour out")
        names = self.table.names
        said = [notation(part.removeprefix(colour), names) for part in parts if part]
        for text in said:
            verb = text.partition(" ")[0]
            if verb and verb not in rules.base:
                # Whoever guesses at a word is told where the words are, not the verbs alone.
                unknown = NotationError(
                    f"{verb!r} is no verb and no word of this dialogue; help says the words, "
                    f"and the verbs are {', '.join(rules.base)}"
                )
                raise Refused(misread(text, unknown, names, decision.codes))
        return said

    def hand_over(self, text: str) -> None:
        """Give a seat to a bot, or take it back for a person."""
        table = self.table
        colour, _, source = text.partition(" ")
        if colour not in table.rules.colours:
            raise Refused(f"Say whose: seat {'|'.join(table.rules.colours)} BOT")
        table.seat_source(table.rules.colours.index(colour), source)
        who = "a person" if source == PERSON else f"the bot {source}"
        self.say(f"{colour.title()} is played by {who} from now on.")

    # -- leaving -----------------------------------------------------------

    def whereabouts(self) -> str:
        """Say where the game is saved; empty without a save."""
        if self.save is None:
            return ""
        name = self.save.name
        if self.store is not None and self.save.path.parent != self.store.paths.saves:
            name = shlex.quote(clean(str(self.save.path), 300))
        return f"The game is saved as {name}; go on with: elgrande resume {name} --plain"

    def rescue(self, error: SaveBroken) -> None:
        """Save what was acknowledged elsewhere, and go on there; raises ``error`` if nobody can."""
        if self.save is None or self.store is None:
            raise error
        self.say(str(error))
        while True:
            try:
                text = self.hear("Type a name or a path to save it to, or quit.")
                which = self.store.find(text)
                self.save.rescue(which)
                break
            except Ended:
                raise error from None
            except SaveError as refusal:
                self.say(str(refusal))
        self.host.close()
        self.table.close()
        save = self.store.open(which)
        self._sit_down(load(save, save.name, save))
        self.say(self.whereabouts())

    def left_over(self) -> int:
        """Return the number of the first line of a script that the end of the game left unread.

        0 if there is none. Nobody is waited for: what keeps its end open may have had enough.
        """
        if self.source.isatty():
            return 0
        # Where the system cannot read without waiting (pipes of Windows), nothing is looked for.
        with suppress(AttributeError, OSError, ValueError), _not_waiting(self.source):
            for _ in range(_BLANK):
                line = self.source.readline(_LONGEST)
                word = line.strip().lower()
                if not line or word in _LEAVING:
                    break
                self.lines += 1
                if word:
                    return self.lines
        return 0

    def close(self) -> None:
        """End the bots and let go of the save."""
        self.host.close()
        self.table.close()


def play(
    table: Table,
    source: TextIO | None = None,
    sink: TextIO | None = None,
    *,
    store: Store | None = None,
) -> int:
    """Play a game as a line dialogue; returns the exit code.

    A script, which cannot hear why a line was refused, gets 2 and the line's number; so does one
    that goes on after the end of the game.
    ``store`` is where a game is saved anew when its save takes no more.
    """
    dialogue = Dialogue(table, store, source or sys.stdin, sink or sys.stdout)
    left = 0
    try:
        if dialogue.save is not None:
            dialogue.say_all(f"Note: {notice}" for notice in dialogue.save.notices)
        if table.setup.earlier_rules:
            dialogue.say(f"Note: {table.setup.earlier_rules}")
        dialogue.say("Type help to hear what can be typed.")
        dialogue.say_all(telling.board(table, dialogue.listener))
        dialogue.play()
        left = dialogue.left_over()
    except Ended:
        dialogue.say(dialogue.whereabouts())
    finally:
        dialogue.close()
    if dialogue.refused and not dialogue.source.isatty():
        number, first = len(dialogue.refused), dialogue.refused[0]
        lines = "One line was" if number == 1 else f"{number} lines were"
        print(f"elgrande: {lines} refused, the first of them line {first}.", file=sys.stderr)
    if left:
        print(f"elgrande: The game is over; nothing from line {left} on was read.", file=sys.stderr)
    return REFUSED if left or (dialogue.refused and not dialogue.source.isatty()) else 0


@contextmanager
def _not_waiting(source: TextIO) -> Iterator[None]:
    """Let reading end where nothing more has come yet; raises an error where that cannot be."""
    number = source.fileno()
    before = os.get_blocking(number)
    os.set_blocking(number, False)
    try:
        yield
    finally:
        os.set_blocking(number, before)
