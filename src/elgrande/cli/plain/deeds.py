"""Words that can be typed at a table besides answers, wherever the table is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elgrande.cli.plain.lines import Lines


class Deeds:
    """What else can be typed: each word gets what was typed behind it.

    A deed may raise one of ``refusals`` with a sentence. ``help_text`` has a line for each. Those
    in ``alone`` are deeds only where nothing is typed behind them: with more they are answers.
    """

    def __init__(
        self,
        lines: Lines,
        known: Mapping[str, Callable[[str], None]] | None = None,
        refusals: tuple[type[Exception], ...] = (),
        help_text: str = "",
        alone: frozenset[str] = frozenset(),
    ) -> None:
        self._lines = lines
        self._known = known or {}
        self._refusals = refusals
        self._help = help_text
        self._alone = alone

    def knows(self, line: str) -> bool:
        """Say whether a line begins with one of the words."""
        word, _, rest = line.strip().lower().partition(" ")
        return word in self._known and not (rest and word in self._alone)

    def do(self, line: str) -> None:
        """Do what a line says, or say why not."""
        word, _, rest = line.strip().partition(" ")
        try:
            self._known[word.lower()](rest.strip())
        except self._refusals as refusal:
            self._lines.refuse(str(refusal))

    def say_help(self) -> None:
        """Say what the words are for."""
        if self._help:
            self._lines.say(self._help)
