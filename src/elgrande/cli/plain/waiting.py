"""Waiting at a table elsewhere: for the others, and for what is typed meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Timer
from typing import TYPE_CHECKING

from elgrande.app.panes import durations
from elgrande.cli.plain import asides
from elgrande.cli.plain.lines import Ended, Lines
from elgrande.cli.plain.question import Stopped
from elgrande.content.setup import PERSON
from elgrande.content.words.names import sentence
from elgrande.rules.wording import listed
from elgrande.table import Chair, Refused, Update
from elgrande.table.chair import Failed, Turn

if TYPE_CHECKING:
    from elgrande.cli.plain.dialogue import Dialogue
    from elgrande.cli.plain.typed import Bell, Typed

HELP = f"""\
Nothing is asked of you now. While the others move you can type:
{asides.HELP}
  quit     leave; the game is kept, and you can go on later"""
NOT_NOW = "Nothing is asked of you now; type help to hear what can be typed meanwhile."
KEPT = (
    "What was typed is kept for your next question, and so is what came with it. "
    "Type quit to leave before that."
)
UNUSED = "You leave before that question came, so what was kept for it was not used."
REPLACED = "A bot plays for you now. Type take to play again yourself."
LOOKS_ON = "You look on. Type quit when you have seen enough."
LATE = 30.0
"""Seconds before the end of a clock at which it is told once more."""
SOON_UP = f"{LATE:.0f} seconds are left for this answer; after that a bot gives it."
MOST = 100
"""So many lines are kept for questions that are still to come."""


class Waiting:
    """Waits until somebody here is asked, and hears what is typed until then.

    ``news`` returns what the house has to tell besides, ``left`` how many seconds whoever is asked
    has for the answer, -1 without a clock, and ``mine`` says whether somebody at this line has a
    seat in the game, though a bot may play for them.
    """

    def __init__(
        self,
        chair: Chair,
        lines: Lines,
        typed: Typed,
        bell: Bell,
        news: Callable[[], Iterable[str]],
        left: Callable[[], float],
        *,
        mine: bool,
    ) -> None:
        self.dialogue: Dialogue
        """What is waited for; it is made after this."""
        self._chair = chair
        self._lines = lines
        self._typed = typed
        self._bell = bell
        self._news = news
        self._left = left
        self._warning: Timer | None = None
        self._waited = True
        """Whether somebody else has moved since the clock was told."""
        self._mine = mine
        self._read_by_somebody = False
        """Whether what comes behind a kept line was typed by somebody who knows that it is kept."""
        self._stop = chair.subscribe(lambda _news: self._bell.ring())

    def stop(self) -> None:
        """Wait no more."""
        self._stop()
        self._warn(-1.0)

    def _warn(self, left: float) -> None:
        """Say once a turn how long there is for an answer, and always shortly before its end."""
        if self._warning is not None:
            self._warning.cancel()
            self._warning = None
        if left >= 0 and self._waited:
            self._lines.say(f"You have {durations.left(left)} for this answer.")
            self._waited = False
        if left > LATE:
            self._warning = Timer(left - LATE, self._lines.say, [f"\n{SOON_UP}"])
            self._warning.daemon = True
            self._warning.start()

    def __call__(self, tell: Callable[[], None]) -> Iterable[str]:
        """Return once a person here is asked, or the game is over; tells what happens until then.

        Raises ``Stopped`` where there is no table any more, ``Ended`` where somebody leaves.
        """
        said: list[str] = []
        aside = ""
        # What was asked before is answered.
        self._warn(-1.0)
        while True:
            self._bell.hush()
            update = self._chair.update(Turn.ASKED)
            if isinstance(update, Failed):
                raise Stopped(update)
            tell()
            self._lines.say_all(self._news())
            asked = bool(update.decision.codes) and update.seat in update.decision.owing
            if asked or update.view.over:
                self._warn(self._left() if asked else -1.0)
                return ()
            why = "" if update.seats else REPLACED if self._mine else LOOKS_ON
            if why != aside:
                self._lines.say_all([why] if why else [])
                aside = why
            names = awaited(update)
            if names and names != said:
                self._lines.say(f"Waiting for {listed(names)}.")
                said = names
            self._waited = True
            self._hear(update)

    def _hear(self, update: Update) -> None:
        """Do what is typed until there is news."""
        if self._lines.early:
            self._hear_behind()
        while not self._lines.early and self._typed.before(self._bell):
            line = self._lines.between(self._known, keeps=bool(update.seats))
            if line:
                self._do(line)
            elif self._lines.early:
                self._lines.say(KEPT)
                # A script's lines are there together. Who reads this first sits there.
                self._read_by_somebody = not self._typed.waits()

    def _hear_behind(self) -> None:
        """Hear what comes behind a line that is kept: quit, and what needs no question.

        Of a script nothing is heard: its lines are in their order, and so is its end.
        """
        while self._read_by_somebody and self._typed.before(self._bell):
            if self._typed.ended:
                self._read_by_somebody = False
            elif self._typed.leaves():
                self._lines.refuse(UNUSED)
                raise Ended
            elif line := self._lines.between(self._known):
                self._do(line)
            else:
                self._lines.say(KEPT)
                # What nobody has room for stays where it comes from.
                self._read_by_somebody = self._lines.early < MOST
        if not self._read_by_somebody:
            self._bell.wait()

    def _known(self, line: str) -> bool:
        helps = line.strip().lower() in ("help", "?", "h")
        return helps or asides.aside(line) is not None or self.dialogue.deeds.knows(line)

    def _do(self, line: str) -> None:
        if not self._known(line):
            self._lines.refuse(NOT_NOW)
        elif asked := asides.aside(line):
            self._tell(*asked)
        elif self.dialogue.deeds.knows(line):
            self.dialogue.deeds.do(line)
        else:
            self._lines.say(HELP)
            self.dialogue.deeds.say_help()

    def _tell(self, word: str, rest: str) -> None:
        try:
            self.dialogue.aside(word, rest)
        except Refused as refusal:
            self._lines.refuse(sentence(str(refusal)))


def awaited(update: Update) -> list[str]:
    """Return the people who owe an answer; a bot's comes by itself."""
    players = [update.players[seat] for seat in update.decision.owing]
    return [player.name for player in players if player.source == PERSON]
