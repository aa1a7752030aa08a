"""Playing at a Chair, line by line, wherever its table is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from elgrande.app.answering.advice import Adviser
from elgrande.cli.plain import asides, telling
from elgrande.cli.plain.deeds import Deeds
from elgrande.cli.plain.lines import Overtaken
from elgrande.cli.plain.question import HandedBack, Question, Stopped
from elgrande.content.ranking import ranking
from elgrande.content.sight import remembered, unaided
from elgrande.content.words import Names, answer
from elgrande.content.words.names import short_game
from elgrande.table import Chair, Failed, Refused, Update
from elgrande.table.chair import Turn

if TYPE_CHECKING:
    from elgrande.cli.plain.lines import Lines


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
        lines: Lines,
        others: Callable[[Callable[[], None]], Iterable[str]],
        saved: Callable[[], str],
        *,
        reminds: bool = False,
        deeds: Deeds | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self.chair = chair
        """Where it is played; after a rescue another Chair of the same game."""
        self.lines = lines
        self.reminds = reminds and not lines.scripted
        """Whether ending a turn is told once what could be done besides; no script hears it."""
        self.saved = saved
        self.deeds = deeds or Deeds(lines)
        """What can be typed besides answers."""
        self.adviser = adviser or Adviser(chair.setup)
        self._others = others
        self._reader: int | None = None
        self.told = self.update().entry
        """The entry up to which everything has been told."""

    def update(self, seat: int | Turn | None = Turn.ASKED) -> Update:
        """Return how things stand (see ``Chair.update``)."""
        update = self.chair.update(seat)
        if isinstance(update, Failed):
            raise Stopped(update)
        return update

    def names(self, update: Update) -> Names:
        """Return what everybody and everything is called now."""
        content = self.chair.setup.content
        players = [player.name for player in update.players]
        return Names(self.chair.rules, players, content.labels, content.cards)

    def play(self) -> None:
        """Play to the end."""
        self._begin()
        while True:
            for notice in self._others(self.tell):
                self.lines.say(f"Note: {notice}.")
            self.tell()
            update = self.update()
            if update.view.over:
                break
            if update.seat is not None:
                self._ask(update)
        self.lines.say()
        names = self.names(update)
        self.lines.say_all(telling.sources(update, names, self.chair.setup))
        self.lines.say_all(ranking(update.view, names))

    def _begin(self) -> None:
        """Say why a short game does not begin with round 1, while it is at its beginning."""
        view = self.update().view
        rounds = view.rules.rounds
        if view.round <= rounds[0] and (short := short_game(rounds)):
            self.lines.say(short)

    def tell(self) -> None:
        """Say what has happened since: to one person all of it, to several what all may see."""
        update = self.update()
        names = self.names(update)
        told = update.log if len(update.seats) == 1 else update.public
        if update.entry < self.told:
            self.lines.say("What was answered last has been taken back.")
        self.lines.say_all(telling.news(update, told, self.told, names))
        self.told = update.entry

    def aside(self, word: str, rest: str = "") -> None:
        """Tell what is asked for, as the only person here or a spectator may know it (Refused)."""
        update = self.update()
        if len(update.seats) > 1:
            update = self.update(None)
        names, setup = self.names(update), self.chair.setup
        self.lines.say_all(asides.told(word, rest, update, names, setup, update))

    def advise(self, update: Update) -> None:
        """Say what a bot would answer in the place of who is asked, and why (Refused)."""
        names = self.names(update)
        seen = [event for _, event in remembered(names.rules, update.log)]
        self.lines.say("The bot is thinking.")
        found = asyncio.run(self.adviser.ask(unaided(update.view, seen), update.entry, seen))
        if found.failed:
            raise Refused(found.failed)
        what = answer(found.code, names.rules, names, update.decision)
        why = found.reason or "The bot gave no reason."
        self.lines.say(f"The bot {self.adviser.name} would {what}. {why}")

    def _ask(self, update: Update) -> None:
        """Ask a seat until it has answered, or something else was changed."""
        question = Question(self, update)
        name = self.names(update).seat(question.seat)
        if question.secret:
            self.lines.hand_on(f"Pass the keyboard to {name}. {name}, press Enter.")
        elif question.several and question.seat != self._reader:
            self.lines.say(f"{name} answers now.")
        self._reader = question.seat
        try:
            question.say()
            while not question.line(self.lines.hear(">", lambda: self._changed(update))):
                if self._changed(update):
                    raise Overtaken
        except Overtaken:
            # By another hand at another keyboard, or a clock.
            self.lines.say("The game has gone on meanwhile.")
        except HandedBack:
            # Asked anew, once only the right one can see it.
            return
        finally:
            if question.secret:
                self.lines.clear_away()

    def _changed(self, before: Update) -> bool:
        """Say whether something has happened since a question was put."""
        now = self.update()
        return (now.entry, now.seats) != (before.entry, before.seats)
