"""One question to one seat, and what can be typed to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from elgrande.cli.plain import queries
from elgrande.content.expansion import display_of
from elgrande.content.setup import PERSON
from elgrande.content.words import answer, misread, notation, offered, prompt, unused
from elgrande.content.words.cards import card_numbers
from elgrande.content.words.names import listed, sentence
from elgrande.rules import Decision, NotationError, Ruleset
from elgrande.table import Failed, Refused, Reply, Update

if TYPE_CHECKING:
    from elgrande.cli.plain.dialogue import Dialogue

HELP = f"""\
Type the number before an answer, or a command such as "place galicia"; several of one
list, or several commands, with semicolons between them. You can also type:
{queries.HELP}
  advice   what a bot would answer, and why
  first    give the first answer of those offered, whatever it is
  undo     undo the last answer;  undo turn  goes back to the start of the turn
  redo     bring it back
  seat COLOUR BOT   let a bot play a seat;  seat COLOUR person  takes it back
  again    repeat the question
  save     say where the game is saved (after every answer)
  quit     leave; the game is kept, and you can go on later"""


FORMS: Mapping[str, tuple[str, ...]] = {
    "help": ("help",),
    "again": ("again",),
    "advice": ("advice",),
    "first": ("first",),
    "undo": ("undo", "undo turn"),
    "redo": ("redo",),
    "seat": ("seat COLOUR BOT", "seat COLOUR person"),
    "save": ("save",),
}
"""How the words are written that can be typed to a question (``queries.FORMS``)."""
SHORT = {"?": "help", "h": "help", "": "again", "u": "undo"}
FIRST = "first"
"""What a script may say to whatever is asked."""


def numbered(decision: Decision, rules: Ruleset) -> dict[int, int]:
    """Return the answers by the numbers that stand before them.

    Answers that are numbers themselves, as power cards are, have their own, and what else can be
    answered the next ones after these.
    """
    codes = offered(decision, rules)
    values = {
        code: words[1]
        for code in codes
        if len(words := rules.text(code).split()) == 2 and words[1].isdecimal()
    }
    own = {int(value): code for code, value in values.items()}
    if len(own) < len(values):
        return dict(enumerate(codes, 1))
    others = [code for code in codes if code not in values]
    return {**own, **dict(enumerate(others, max(own, default=0) + 1))}


class Stopped(Exception):
    """Play cannot go on at this Chair; the message says why."""


class HandedBack(Exception):
    """Somebody else was at the keyboard while a secret was asked."""


class SeatQuestion:
    """What the seat of an update is asked, until it is answered or the game has changed."""

    def __init__(self, dialogue: Dialogue, update: Update) -> None:
        assert update.seat is not None, "somebody here is asked"
        self.seat = update.seat
        self.several = len(update.seats) > 1
        tells = update.decision.secret or update.view.reveals_secret(self.seat)
        self.secret = self.several and tells
        """Whether it is nothing for the others here."""
        self._dialogue = dialogue
        self._chair = dialogue.chair
        self._console = dialogue.console
        self.update = update
        self._names = dialogue.names(update)
        self._reminds = dialogue.reminds

    def say(self) -> None:
        """Say what is asked, with numbered answers."""
        update, names = self.update, self._names
        self._console.say()
        self._console.say(prompt(update.decision, names.rules, names))
        shows, step = display_of(names.rules), update.decision.step
        if more := shows.remarks(update.view, step, self.seat, names):
            self._console.say(more)
        for number, code in numbered(update.decision, names.rules).items():
            note = " (cannot be undone)" if code in update.final else ""
            label = answer(code, names.rules, names, update.decision)
            if names.rules.verb(code) == "card":
                placing = card_numbers(names.rules.cards[code - names.rules.CARD])
                label = ", ".join(filter(None, (label, placing)))
            self._console.say(f"  {number}. {label}{note}")

    def line(self, line: str) -> bool:
        """Carry out a line that a person typed; say whether the game has changed."""
        word, _, rest = line.lower().partition(" ")
        word, rest = SHORT.get(word, word), rest.strip()
        try:
            if word in FORMS:
                queries.check(word, rest, FORMS[word])
            if word == "help":
                self._dialogue.say_help(HELP)
            elif word == "again":
                self.say()
            elif act := self._dialogue.find(line, self):
                self._dialogue.do(act)
            elif word == "advice":
                self._dialogue.advise(self.update)
            elif word == "save":
                self._console.say(self._dialogue.saved() or "This game has no save.")
            elif word == "undo":
                turn = rest and self.update.view.actor >= 0
                what = "undo your turn" if turn else "undo your last answer"
                return self._back(partial(self._chair.undo, turn=bool(rest)), what, "Undone.")
            elif word == "redo":
                what = "redo your answer"
                return self._back(self._chair.redo, what, "Redone.", together=True)
            elif word == "seat":
                self._hand_over(rest)
                return True
            else:
                commands = self._commands(line)
                if left := self._left(commands):
                    self._console.say(left)
                    return False
                _done(self._chair.send(self.seat, commands))
                return True
        except Refused as refusal:
            self._console.refuse(sentence(str(refusal)))
        return False

    def _left(self, commands: Sequence[str]) -> str:
        """Say once what an answer that ends the turn leaves undone."""
        rules = self._names.rules
        if not self._reminds or list(commands[:1]) != [rules.text(rules.END)]:
            return ""
        self._reminds = False
        return unused(self.update.decision, rules)

    def _back(
        self,
        act: Callable[[Sequence[int]], Reply],
        what: str,
        done: str,
        *,
        together: bool = False,
    ) -> bool:
        """Take answers back, or bring them back, by the word of whoever gave them.

        Who sits at the keyboard speaks for the own seat; anybody else is asked.
        What comes back may be of several seats, and needs them ``together``.
        """
        speaking = [self.seat]
        while True:
            try:
                _done(act(speaking))
            except Refused as refusal:
                word = refusal.word
                if word < 0 or word in speaking:
                    raise
            else:
                self._console.say(done)
                head = self._dialogue.update().entry
                # What was brought back has been told before.
                self._dialogue.told = head if together else min(self._dialogue.told, head)
                return True
            if self.secret:
                self._console.clear_away()
            name = self._names.seat(word)
            said = self._console.ask(f"{name}, do you want to {what}? Type yes or no.").lower()
            if said not in ("yes", "y"):
                self._console.say("It stays.")
                if self.secret:
                    raise HandedBack
                return False
            speaking = [*speaking, word] if together else [word]

    def _commands(self, line: str) -> list[str]:
        """Return the commands that a line says; Refused if its number is none."""
        names, decision = self._names, self.update.decision
        rules = names.rules
        if line.lower() == FIRST:
            return [rules.text(offered(decision, rules)[0])]
        colour = rules.colours[self.seat] + " "
        parts = [" ".join(part.lower().split()) for part in line.split(";")]
        if any(part.partition(" ")[0] in rules.colours and not part.startswith(colour)
               for part in parts):  # fmt: skip
            who = names.seat(self.seat)
            raise Refused(f"{who} is the one to answer now; leave out the colour")
        said = [self._command(part.removeprefix(colour)) for part in parts if part]
        for text in said:
            verb = text.partition(" ")[0]
            if verb and verb not in rules.base:
                # Whoever guesses at a word is told where the words are, not the verbs alone.
                unknown = NotationError(
                    f"there is no command {verb!r} here; help says the words, "
                    f"and the verbs are {', '.join(rules.base)}"
                )
                raise Refused(misread(text, unknown, names, decision.codes))
        return said

    def _command(self, part: str) -> str:
        """Return the notation of one answer: of its number in the list that was said, or words."""
        rules = self._names.rules
        if not (part.isascii() and part.isdigit()):
            return notation(part, self._names)
        codes = numbered(self.update.decision, rules)
        code = codes.get(int(part[:9]))
        if code is None:
            raise Refused(f"Choose one of the numbers {listed([*map(str, codes)])}")
        return rules.text(code)

    def _hand_over(self, text: str) -> None:
        """Give a seat to a bot, or take it back for a person."""
        colours = self._names.rules.colours
        colour, _, source = text.partition(" ")
        if colour not in colours:
            raise Refused(f"Name a seat: seat {'|'.join(colours)} BOT")
        _done(self._chair.hand_over(colours.index(colour), source))
        who = "a person" if source == PERSON else f"the bot {source}"
        self._console.say(f"From now on {who} plays {colour.title()}.")


def _done(reply: Reply) -> None:
    """Raise Refused if nothing was done, and Stopped where play ends."""
    if isinstance(reply, Failed):
        raise Stopped(reply.refused)
    if not reply:
        raise Refused(reply.refused, reply.word)
