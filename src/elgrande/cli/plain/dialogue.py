"""Playing at a Chair, line by line, wherever its table is: questions, and what is typed to them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from elgrande.app.answering.bot_answers import Adviser, told_apart
from elgrande.cli.plain import queries
from elgrande.cli.plain.console import LEAVING, Console, Overtaken
from elgrande.content.expansion import display_of
from elgrande.content.setup import PERSON
from elgrande.content.veil import remembered, unaided
from elgrande.content.words import (
    GameNames,
    addressed,
    advised,
    answer,
    misread,
    notation,
    prompt,
    unused,
    why_not,
)
from elgrande.content.words.cards import card_numbers
from elgrande.content.words.decisions import FINAL, plainly
from elgrande.content.words.names import listed, sentence, short_game
from elgrande.content.words.scores import ranking
from elgrande.rules import Decision, NotationError, Ruleset
from elgrande.table import Chair, Look, Refused, Reply
from elgrande.table.chair import AskedSeat

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
  quit     leave; the game is kept, and you can go on later
In a fair game undo stops at whatever was revealed or answered by somebody else, a bot too."""

UNKEPT_HELP = re.sub(r"  (seat|save) .*\n", "", re.sub("(leave;) .*", r"\1 nothing is kept", HELP))
"""What can be typed at a table beside the game, of which nothing is saved."""

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
_NUMBER = re.compile(r"([+-]?\d+)[.)]?")
"""The number of an answer, also with the mark that stands behind it in the list."""


def numbered(decision: Decision, rules: Ruleset) -> dict[int, int]:
    """Return the answers by the numbers that stand before them.

    Answers that are numbers themselves, as power cards are, have their own, and cards that of their
    stack; what else can be answered has the next ones after these.
    """
    codes, values = decision.codes, dict[int, int]()
    for code in codes:
        verb, *words = rules.text(code).split()
        if len(words) == 1 and words[0].isdecimal():
            values[code] = int(words[0])
        elif verb == "card" and (stack := rules.cards[code - rules.CARD].stack):
            # As the app counts them, where some are put together.
            values[code] = rules.stacks[0] + rules.stacks.index(stack)
    own = {value: code for code, value in values.items()}
    if len(own) < len(values):
        return dict(enumerate(codes, 1))
    others = [code for code in codes if code not in values]
    return {**own, **dict(enumerate(others, max(own, default=0) + 1))}


class Stopped(Exception):
    """Play cannot go on at this Chair; the message says why."""


class HandedBack(Exception):
    """Somebody else was at the keyboard while a secret was asked."""


class SeatPrompt:
    """What the seat of an update is asked, until it is answered or the game has changed."""

    def __init__(self, dialogue: Dialogue, update: Look) -> None:
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
            note = FINAL if code in update.final else ""
            label = answer(code, names.rules, names, update.decision)
            if names.rules.verb(code) == "card":
                card = names.rules.cards[code - names.rules.CARD]
                # A card of the hands has brought by now what it brings.
                label += f", {numbers}" if card.stack and (numbers := card_numbers(card)) else ""
            self._console.say(f"  {number}. {label}{note}")

    def line(self, line: str) -> bool:
        """Carry out a line that a person typed; say whether the game has changed."""
        word, _, rest = line.lower().partition(" ")
        word, rest = SHORT.get(word, word), rest.strip()
        try:
            if word in FORMS:
                queries.check(word, rest, FORMS[word])
            if word == "help":
                self._dialogue.say_help(HELP if self._dialogue.saved() else UNKEPT_HELP)
            elif word == "again":
                self.say()
            elif act := self._dialogue.find(line, self):
                self._dialogue.do(act)
            elif word == "advice":
                self._dialogue.advise(self.update)
            elif word == "save":
                self._console.say(self._dialogue.saved() or "This game has no save.")
            elif word == "undo":
                undo = partial(self._chair.undo, turn=bool(rest))
                what = self.update.undone if rest else lambda _: "last answer"
                return self._back(undo, lambda word: f"undo your {what(word)}", "Undone.")
            elif word == "redo":
                redo = self._chair.redo
                return self._back(redo, lambda _: "redo your answer", "Redone.", together=True)
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
        what: Callable[[int], str],
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
            said = self._console.ask(
                f"{name}, do you want to {what(word)}? Type yes or no."
            ).lower()
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
            return [rules.text(decision.codes[0])]
        parts = [addressed(" ".join(part.lower().split()), names) for part in line.split(";")]
        if any(seat not in (-1, self.seat) for seat, _ in parts):
            who = names.seat(self.seat)
            raise Refused(f"{who} is the one to answer now; leave out whose answer it is")
        said = [self._command(part) for _, part in parts if part]
        for text in said:
            verb = text.partition(" ")[0]
            if verb not in rules.base and verb in (*FORMS, *queries.FORMS, *LEAVING):
                raise Refused(f"{verb} is not an answer; write it on a line of its own")
            if verb and verb not in rules.base:
                # Whoever guesses at a word is told where the words are, not the verbs alone.
                unknown = NotationError(f"there is no command {verb!r}")
                why = partial(why_not, self.update.view, self.seat, names=names)
                lead = "help says the words, and "
                raise Refused(misread(text, unknown, names, decision, lead, why))
        return said

    def _command(self, part: str) -> str:
        """Return the notation of one answer: of its number in the list that was said, or words."""
        rules = self._names.rules
        if len(numbers := part.replace(",", " ").split()) > 1 and all(map(str.isdecimal, numbers)):
            raise Refused(f"Put semicolons between several answers: {'; '.join(numbers)[:40]}")
        if not (number := _NUMBER.fullmatch(plainly(part))):
            return notation(part, self._names, self.update.decision)
        codes = numbered(self.update.decision, rules)
        code = codes.get(int(number[1][:9]))
        if code is None:
            raise Refused(f"Choose one of the numbers {listed([*map(str, codes)])}")
        return rules.text(code)

    def _hand_over(self, text: str) -> None:
        """Give a seat to a bot, or take it back for a person."""
        colours = self._names.rules.colours
        colour, _, source = text.partition(" ")
        if colour not in colours:
            raise Refused(f"Name a seat: seat {'|'.join(colours)} BOT")
        seat = colours.index(colour)
        who = "a person" if source == PERSON else f"the bot {source}"
        name = self._names.seat(seat)
        if self.update.players[seat].source == source:
            raise Refused(f"{who} already plays for {name}")
        _done(self._chair.hand_over(seat, source))
        self._console.say(f"From now on {who} plays for {name}.")


def _done(reply: Reply) -> None:
    """Raise Refused if nothing was done, and Stopped where play ends."""
    if reply.failed:
        raise Stopped(reply.refused)
    if not reply:
        raise Refused(reply.refused, reply.word)


class TableWords(NamedTuple):
    """Words that a table knows besides answers and queries."""

    known: Mapping[str, Callable[[str], None]]
    """What each does with what was typed behind it."""
    forms: Mapping[str, tuple[str, ...]] = {}
    """How each is written (``queries.FORMS``); alone where nothing else is said here."""
    help: str = ""
    """A line for each."""
    refusals: tuple[type[Exception], ...] = (Refused,)
    """What they, and queries, raise with a sentence."""
    alone: frozenset[str] = frozenset()
    """Those that are words only where nothing is typed behind them: with more they are answers."""

    def find(self, line: str) -> Callable[[], None] | None:
        """Return what a line does that begins with one of the words, or None."""
        said, _, rest = line.strip().partition(" ")
        word, rest = said.lower(), rest.strip()
        act = self.known.get(word)
        forms = self.forms.get(word, (word,))
        if act is None or (rest and word in self.alone):
            return None
        if queries.misfit(word, rest, forms):
            return partial(queries.check, word, rest, forms)
        return partial(act, rest)


class Dialogue:
    """One game in lines, for all who sit at this keyboard.

    ``others`` waits until a person here is asked or the game is over; it calls what it gets
    whenever there is something to tell, and returns notices. ``saved`` says where the game is
    saved, ``reminds`` whether to say once what a turn that is ended leaves undone.
    Raises ``Stopped`` where the Chair fails, and ``Ended`` when somebody leaves.
    """

    def __init__(
        self,
        chair: Chair,
        console: Console,
        others: Callable[[Callable[[], None]], Iterable[str]],
        saved: Callable[[], str],
        *,
        reminds: bool = False,
        words: TableWords | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self.chair = chair
        """Where it is played; after a rescue another Chair of the same game."""
        self.console = console
        self.reminds = reminds and not console.scripted
        """Whether ending a turn is told once what could be done besides; no script hears it."""
        self.saved = saved
        self.words = words or TableWords({})
        self.adviser = adviser or Adviser(chair.setup)
        self._others = others
        self._reader: int | None = None
        self._alone: tuple[int, int] | None = None
        """Who answered a secret last, and how much had been told to all; None if that was none."""
        self.told = self.update().entry
        """The entry up to which everything has been told."""

    def update(self, seat: int | AskedSeat | None = AskedSeat.HERE) -> Look:
        """Return how things stand (see ``Chair.update``)."""
        update = self.chair.update(seat)
        if isinstance(update, Reply):
            raise Stopped(update.refused)
        return update

    def names(self, update: Look) -> GameNames:
        """Return what everybody and everything is called now."""
        content = self.chair.setup.content
        players = [player.name for player in update.players]
        return GameNames(self.chair.rules, players, content.labels, content.cards)

    def play(self) -> None:
        """Play to the end."""
        self._begin()
        while True:
            for notice in self._others(self.tell):
                self.console.say(f"Note: {notice}.")
            self.tell()
            update = self.update()
            if update.view.over:
                break
            if update.seat is not None:
                self._ask(update)
        self.console.say()
        names = self.names(update)
        self.console.say_all(queries.sources(update, names))
        self.console.say_all(ranking(update.view, names))

    def _begin(self) -> None:
        """Say why a short game does not begin with round 1, while it is at its beginning."""
        view = self.update().view
        rounds = view.rules.rounds
        if view.round <= rounds[0] and (short := short_game(rounds)):
            self.console.say(short)

    def tell(self) -> None:
        """Say what has happened since: to one person all of it, to several what all may see."""
        update = self.update()
        names = self.names(update)
        told = update.log if len(update.seats) == 1 else update.public
        if update.entry < self.told:
            self.console.say("What was answered last has been taken back.")
        self.console.say_all(queries.news(update, told, self.told, names))
        self.told = update.entry

    def find(self, line: str, question: SeatPrompt | None = None) -> Callable[[], None] | None:
        """Return what a line does that can be typed at any time, or None if it is no such line."""
        word, _, rest = line.strip().lower().partition(" ")
        word = queries.SHORT.get(word, word)
        if word in queries.FORMS:
            return partial(self.query, word, rest.strip(), question)
        if word in LEAVING:
            # Alone it has left already.
            return partial(queries.check, word, rest, (word,))
        return self.words.find(line)

    def do(self, act: Callable[[], None]) -> None:
        """Do what ``find`` has found, or say why not."""
        try:
            act()
        except self.words.refusals as refusal:
            self.console.refuse(sentence(str(refusal)))

    def query(self, word: str, rest: str = "", question: SeatPrompt | None = None) -> None:
        """Tell what is asked for, as the only person here or a spectator may know it (Refused).

        Who sits beside reads along, but in the secret hours of a ``question``.
        """
        asker = question.update if question else self.update()
        alone = len(asker.seats) <= 1 or (question is not None and question.secret)
        readable = asker if alone else self.update(None)
        names, setup = self.names(readable), self.chair.setup
        told = queries.reply_to(word, rest, readable, names, setup, asker if question else readable)
        self.console.say_all(told)

    def say_help(self, text: str) -> None:
        """Say what can be typed: what a text says, and what the words of this table are for."""
        self.console.say_all(filter(None, (text, self.words.help)))

    def advise(self, update: Look) -> None:
        """Say what a bot would answer in the place of who is asked, and why (Refused)."""
        names = self.names(update)
        seen = [event for _, event in remembered(names.rules, update.log)]
        self.console.say("The bot is thinking.")
        found = asyncio.run(self.adviser.ask(unaided(update.view, seen), update.entry, seen))
        if found.failed:
            raise Refused(found.failed)
        what = advised(found.code, names.rules, names, update.decision)
        why = told_apart(found.reason) or ["The bot gave no reason."]
        self.console.say_all([f"The bot {self.adviser.name} would {what}.", *why])

    def _ask(self, update: Look) -> None:
        """Ask a seat until it has answered, or something else was changed."""
        question = SeatPrompt(self, update)
        name = self.names(update).seat(question.seat)
        alone = (question.seat, len(update.public)) if question.secret else None
        if question.secret and alone != self._alone:
            self.console.hand_on(f"Pass the keyboard to {name}. {name}, press Enter.")
        elif question.several and question.seat != self._reader:
            self.console.say(f"{name} answers now.")
        self._reader, self._alone = question.seat, alone
        try:
            question.say()
            while not question.line(self.console.ask(">", lambda: self._changed(update))):
                if self._changed(update):
                    raise Overtaken
        except Overtaken:
            # By another hand at another keyboard, or a clock.
            self.console.say("The game has gone on meanwhile.")
        except HandedBack:
            # Asked anew, once only the right one can see it.
            self._alone = None
        finally:
            if question.secret:
                self.console.clear_away()

    def _changed(self, before: Look) -> bool:
        """Say whether something has happened since a question was put."""
        now = self.update()
        return (now.entry, now.seats) != (before.entry, before.seats)
