"""Waiting at a table elsewhere: for the others, and for what is typed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.plain.question import Stopped
from elgrande.cli.plain.typed import Bell
from elgrande.content.setup import PERSON
from elgrande.rules.wording import listed
from elgrande.table.chair import Failed, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from elgrande.cli.plain.lines import Lines
    from elgrande.cli.plain.typed import Typed
    from elgrande.table import Chair, Update

HELP = """\
Nothing is asked of you now. While the others move you can type:
  who         who plays, who is there, and what was said
  say WORDS   say something to those in this game's room
  quit        leave; the game is kept, and you can go on later"""
NOT_NOW = "Nothing is asked of you now; type help to hear what can be typed meanwhile."
KEPT = "What was typed is kept for your next question, and so is what comes after it."


class Waiting:
    """Waits until somebody here is asked, and hears what is typed until then.

    ``deeds`` are words that can be typed meanwhile; each gets what was typed behind it, and may
    raise one of ``refusals`` with a sentence.
    """

    def __init__(
        self,
        chair: Chair,
        lines: Lines,
        typed: Typed,
        deeds: Mapping[str, Callable[[str], None]],
        refusals: tuple[type[Exception], ...],
    ) -> None:
        self._chair = chair
        self._lines = lines
        self._typed = typed
        self._deeds = {"help": lambda _rest: lines.say(HELP), **deeds}
        self._refusals = refusals
        self._bell = Bell()
        self._stop = chair.subscribe(lambda _news: self._bell.ring())

    def stop(self) -> None:
        """Wait no more."""
        self._stop()
        self._bell.close()

    def __call__(self, tell: Callable[[], None]) -> Iterable[str]:
        """Return once a person here is asked, or the game is over; tells what happens until then.

        Raises ``Stopped`` where there is no table any more, ``Ended`` where somebody leaves.
        """
        said: list[str] = []
        while True:
            self._bell.hush()
            update = self._chair.update(Turn.ASKED)
            if isinstance(update, Failed):
                raise Stopped(update)
            asked = bool(update.decision.codes) and update.seat in update.decision.owing
            if asked or update.view.over or not update.seats:
                return ()
            tell()
            names = awaited(update)
            if names and names != said:
                self._lines.say(f"Waiting for {listed(names)}.")
                said = names
            self._hear()

    def _hear(self) -> None:
        """Do what is typed until there is news."""
        while not self._lines.early and self._typed.before(self._bell):
            if line := self._lines.between(self._known):
                self._do(line)
            elif self._lines.early:
                self._lines.say(KEPT)
        if self._lines.early:
            self._bell.wait()

    def _known(self, line: str) -> bool:
        return line.strip().lower().partition(" ")[0] in self._deeds

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not self._known(line):
            self._lines.refuse(NOT_NOW)
            return
        try:
            self._deeds[word.lower()](rest)
        except self._refusals as refusal:
            self._lines.refuse(str(refusal))


def awaited(update: Update) -> list[str]:
    """Return the people who owe an answer; a bot's comes by itself."""
    players = [update.players[seat] for seat in update.decision.owing]
    return [player.name for player in players if player.source == PERSON]
