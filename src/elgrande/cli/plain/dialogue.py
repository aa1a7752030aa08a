"""Playing at a Chair, line by line, wherever its table is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from elgrande.app.answering.bot_answers import Adviser
from elgrande.cli.plain import queries
from elgrande.cli.plain.console import LEAVING, Console, Overtaken
from elgrande.cli.plain.question import HandedBack, SeatQuestion, Stopped
from elgrande.content.veil import remembered, unaided
from elgrande.content.words import GameNames, answer
from elgrande.content.words.names import sentence, short_game
from elgrande.content.words.scores import ranking
from elgrande.table import Chair, Failed, Refused, Update
from elgrande.table.chair import AskedSeat


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
        self.told = self.update().entry
        """The entry up to which everything has been told."""

    def update(self, seat: int | AskedSeat | None = AskedSeat.HERE) -> Update:
        """Return how things stand (see ``Chair.update``)."""
        update = self.chair.update(seat)
        if isinstance(update, Failed):
            raise Stopped(update.refused)
        return update

    def names(self, update: Update) -> GameNames:
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
        self.console.say_all(queries.sources(update, names, self.chair.setup))
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

    def find(self, line: str, question: SeatQuestion | None = None) -> Callable[[], None] | None:
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

    def query(self, word: str, rest: str = "", question: SeatQuestion | None = None) -> None:
        """Tell what is asked for, as the only person here or a spectator may know it (Refused).

        Who sits beside reads along, but in the secret hours of a ``question``.
        """
        asker = question.update if question else self.update()
        alone = len(asker.seats) <= 1 or (question is not None and question.secret)
        readable = asker if alone else self.update(None)
        names, setup = self.names(readable), self.chair.setup
        told = queries.told(word, rest, readable, names, setup, asker if question else readable)
        self.console.say_all(told)

    def say_help(self, text: str) -> None:
        """Say what can be typed: what a text says, and what the words of this table are for."""
        self.console.say_all(filter(None, (text, self.words.help)))

    def advise(self, update: Update) -> None:
        """Say what a bot would answer in the place of who is asked, and why (Refused)."""
        names = self.names(update)
        seen = [event for _, event in remembered(names.rules, update.log)]
        self.console.say("The bot is thinking.")
        found = asyncio.run(self.adviser.ask(unaided(update.view, seen), update.entry, seen))
        if found.failed:
            raise Refused(found.failed)
        what = answer(found.code, names.rules, names, update.decision)
        why = found.reason or "The bot gave no reason."
        self.console.say(f"The bot {self.adviser.name} would {what}. {why}")

    def _ask(self, update: Update) -> None:
        """Ask a seat until it has answered, or something else was changed."""
        question = SeatQuestion(self, update)
        name = self.names(update).seat(question.seat)
        if question.secret:
            self.console.hand_on(f"Pass the keyboard to {name}. {name}, press Enter.")
        elif question.several and question.seat != self._reader:
            self.console.say(f"{name} answers now.")
        self._reader = question.seat
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
            return
        finally:
            if question.secret:
                self.console.clear_away()

    def _changed(self, before: Update) -> bool:
        """Say whether something has happened since a question was put."""
        now = self.update()
        return (now.entry, now.seats) != (before.entry, before.seats)
