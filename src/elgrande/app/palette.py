"""The palette's commands of our own: legal answers by their words, who plays a seat, themes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from elgrande.app.closing import ClosesOnce
from elgrande.app.games import bot_names
from elgrande.app.screens.table import TableScreen
from elgrande.content.setup import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.fuzzy import Matcher

    Entries = Iterator[tuple[str, Callable[[], None]]]


class Palette(CommandPalette, ClosesOnce[None]):
    """Textual's palette; its second Enter would close what lies below it."""


class WordsProvider(Provider):
    """Commands with words that a search finds."""

    def _entries(self) -> Entries:
        yield from ()

    async def discover(self) -> Hits:
        """All of them while nothing is typed."""
        for text, run in self._entries():
            yield DiscoveryHit(Content(text), run)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for text, run in self._entries():
            score = matcher.match(text)
            if score > 0:
                yield Hit(score, highlighted(matcher, text), run)


def highlighted(matcher: Matcher, text: str) -> Content:
    """The text with the letters that match; the matcher's own would read names as markup."""
    content = Content(text)
    for at in matcher.fuzzy_search.match(matcher.query, text)[1]:
        if not text[at].isspace():
            content = content.stylize(matcher.match_style, at, at + 1)
    return content


class ThemesProvider(WordsProvider):
    """Chooses a theme, which is kept as the settings keep it."""

    def _entries(self) -> Entries:
        app = self.app
        preferences = getattr(app, "preferences", None)
        if preferences is None:
            return

        def choose(name: str) -> None:
            if problem := preferences.choose("theme", name):
                app.notify(problem)

        for name in preferences.themes:
            yield name, partial(choose, name)


class AnswersProvider(WordsProvider):
    """Offers the answers that are legal at the table now."""

    def _entries(self) -> Entries:
        screen = self.screen
        if not isinstance(screen, TableScreen) or screen.answering is None:
            return
        asked = screen.answering
        for code in asked.offered:
            yield f"answer: {asked.says(code)}", partial(screen.give, code, asked)


class SeatsProvider(WordsProvider):
    """Hands a seat to a bot in the middle of a game, or back to a person."""

    def _entries(self) -> Entries:
        screen = self.screen
        if not isinstance(screen, TableScreen):
            return
        for seat, player in enumerate(screen.guide.players):
            for source in (PERSON, *bot_names()):
                if source != player.source:
                    who = "a person" if source == PERSON else f"the bot {source}"
                    yield (
                        f"seat: {who} plays {player.name}",
                        partial(screen.hand_over, seat, source),
                    )
