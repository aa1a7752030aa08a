"""What each bot says of itself, for whoever chooses one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from elgrande.bots.bot import BotError
from elgrande.bots.registry import built_in
from elgrande.bots.runner import described
from elgrande.content.words.names import sentence

WAITING = "It is being asked what it does."
SILENT = "It does not say how it plays."


class BotSentences:
    """Asks each bot once. One that did not come with the game is asked in the background.

    ``told`` is called, in another thread, when such a bot has said something.
    """

    def __init__(self, told: Callable[[], object]) -> None:
        self._told = told
        self._said: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return what a bot says, or that it is still being asked, as whole sentences."""
        if name not in self._said:
            if built_in(name):
                self._said[name] = _asked(name)
            else:
                self._said[name] = WAITING
                # Nobody waits for a stranger's bot, at the end of the program least of all.
                Thread(target=self._ask, args=(name,), daemon=True).start()
        return self._said[name]

    def _ask(self, name: str) -> None:
        self._said[name] = _asked(name)
        self._told()


def _asked(name: str) -> str:
    try:
        said = described(name)
        return sentence(said) if said else SILENT
    except BotError as error:
        return sentence(str(error))
