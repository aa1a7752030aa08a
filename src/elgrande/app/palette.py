"""The palette's entries: legal answers by their words, actions, who plays a seat, themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from inspect import unwrap
from typing import NamedTuple

from textual import work
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.fuzzy import Matcher
from textual.screen import Screen

from elgrande.app.keys import ACTIONS, MOVE
from elgrande.app.screens.answer_board import AnswerBoard
from elgrande.app.screens.table_screen import TableScreen
from elgrande.app.settings.bindings import keys_at
from elgrande.app.terminal.app_screen import ClosesOnce
from elgrande.bots import registry
from elgrande.content.setup import PERSON


class PaletteEntry(NamedTuple):
    """What a person reads and finds, what it does, and the key that does the same."""

    text: str
    run: Callable[[], object]
    key: str = ""


class Palette(CommandPalette, ClosesOnce[None]):
    """Textual's palette; its second Enter would close what lies below it."""

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        # It may have been closed since the key was pressed.
        with suppress(NoMatches):
            await unwrap(CommandPalette._gather_commands)(self, search_value)


class WordsProvider(Provider):
    """Commands with words that a search finds."""

    def _entries(self) -> Iterator[PaletteEntry]:
        yield from ()

    async def discover(self) -> Hits:
        """All of them while nothing is typed."""
        for entry in self._entries():
            yield DiscoveryHit(Content(entry.text) + behind(entry.key), entry.run)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for entry in self._entries():
            score = matcher.match(entry.text)
            if score > 0:
                yield Hit(score, highlighted(matcher, entry.text) + behind(entry.key), entry.run)


def behind(key: str) -> Content:
    """Return the key that does what an entry does, to stand behind its text."""
    return Content.styled(f"  {key}", "dim") if key else Content()


def highlighted(matcher: Matcher, text: str) -> Content:
    """Return the text with the letters that match; the matcher's own would read names as markup."""
    content = Content(text)
    for at in matcher.fuzzy_search.match(matcher.query, text)[1]:
        if not text[at].isspace():
            content = content.stylize(matcher.match_style, at, at + 1)
    return content


class ThemesProvider(WordsProvider):
    """Chooses a theme, which is kept as the settings keep it."""

    def _entries(self) -> Iterator[PaletteEntry]:
        app = self.app
        preferences = getattr(app, "preferences", None)
        if preferences is None:
            return

        def choose(name: str) -> None:
            if problem := preferences.choose("theme", name):
                app.notify(problem)

        for name in preferences.themes:
            yield PaletteEntry(name, partial(choose, name))


class EntriesProvider(WordsProvider):
    """Offers what can be done on the screen below, and nothing of Textual's own."""

    def _entries(self) -> Iterator[PaletteEntry]:
        screen = self.screen
        yield from answers(screen)
        yield from actions(screen)
        if isinstance(screen, TableScreen):
            yield from seats(screen)


def answers(screen: Screen[object]) -> Iterator[PaletteEntry]:
    """Return the answers that are legal at the table now."""
    for board in screen.query(AnswerBoard):
        if (asked := board.turn.answering) is not None:
            for code in asked.offered:
                yield PaletteEntry(f"answer: {asked.says(code)}", partial(board.give, code, asked))


def actions(screen: Screen[object]) -> Iterator[PaletteEntry]:
    """Return the actions of the table of keys that hold on a screen, but for mere movement."""
    app = screen.app
    holds: dict[str, DOMNode] = {action.id: app for action in ACTIONS if not action.keys}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.id:
            holds[active.binding.id] = active.node
    keys = keys_at(app)
    for action in ACTIONS:
        if action.group != MOVE and action.does and action.id in holds:
            run = partial(app.run_action, action.does, holds[action.id])
            key = keys.name(action.id) if action.keys else ""
            yield PaletteEntry(f"{action.group}: {action.text}", run, key)


def seats(screen: TableScreen) -> Iterator[PaletteEntry]:
    """Hand a seat to a bot in the middle of a game, or back to a person."""
    for seat, player in enumerate(screen.turn.guide.players):
        if not screen.disposes_of(seat):
            continue
        for source in (PERSON, *registry.names()):
            if source != player.source:
                who = "a person" if source == PERSON else f"the bot {source}"
                yield PaletteEntry(
                    f"seat: {who} plays {player.name}",
                    partial(screen.take_back.hand_over, seat, source),
                )
