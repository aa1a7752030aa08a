"""The palette's commands of our own: every legal answer, by its words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from elgrande.app.screens.table import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class AnswersProvider(Provider):
    """Offers the answers that are legal at the table now."""

    def _answers(self) -> Iterator[tuple[str, Callable[[], None]]]:
        screen = self.screen
        if not isinstance(screen, TableScreen) or screen.answering is None:
            return
        for code in screen.answering.decision.codes:
            yield screen.answering.says(code), partial(screen.give, code)

    async def discover(self) -> Hits:
        """All of them while nothing is typed."""
        for text, run in self._answers():
            yield DiscoveryHit(f"answer: {text}", run)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for text, run in self._answers():
            score = matcher.match(f"answer: {text}")
            if score > 0:
                yield Hit(score, matcher.highlight(f"answer: {text}"), run)
