"""A player's record, once all saves have been read."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import CLOSES, PageDialog
from elgrande.app.dialogs.help import KeyListScreen
from elgrande.app.panes import record_rows
from elgrande.app.panes.line_widget import SCROLLS
from elgrande.app.panes.text_runs import Row, paragraph
from elgrande.app.saved_games.user_files import AnsweredPuzzles
from elgrande.app.settings.bindings import bindings
from elgrande.saves import SaveError
from elgrande.saves.mistakes import kept_mistakes
from elgrande.saves.record import record_of
from elgrande.table.saved_game import standings

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.saves import SaveSummary, Store
    from elgrande.saves.record import PlayerRecord
    from elgrande.saves.standings import GameStanding

MOMENT, SOON = 0.008, 0.004
"""Seconds that saves are read at a stretch, and until the next: keys must not wait longer."""

HELP = (
    ("{record.player}", "the record of the next person who has played here"),
    ("{page.up,page.down|arrows}", "scroll"),
    ("{dialog.close}", "back to the menu"),
    ("place", "one more than there were with more points; who has as many shares it"),
    ("ahead", "in how many of the games you had more points than they; each seat counts"),
    ("lead", "by how many points you were ahead on average, or behind with a minus"),
    ("others", "what each of the others got of that on average in your games"),
)
"""The keys of a record, named as ``Keys.say`` reads them, and its words."""


class RecordScreen(PageDialog[None]):
    """Shows whose record is asked for, first that of who plays here most."""

    DEFAULT_CSS = "RecordScreen > #box { width: 110; height: 96%; }"

    BINDINGS = bindings("record")

    title_text = "My record"
    hint = f"{SCROLLS}, {{record.player}} shows the next player's, {{record.keys}} helps, {CLOSES}"

    def __init__(self, store: Store, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._known = standings(store)
        self._saves: list[SaveSummary] = []
        with suppress(SaveError):
            self._saves = store.summaries()
        self._puzzles = AnsweredPuzzles(store.paths.state / AnsweredPuzzles.FILE)
        self._mistakes = kept_mistakes(store.paths.data)
        self._left = deque(self._saves)
        self._found: list[tuple[SaveSummary, GameStanding]] = []
        self._record = record_of(())
        self.filled = False

    def on_mount(self) -> None:
        super().on_mount()
        self._read()

    def on_unmount(self) -> None:
        self._known.keep(self._saves)

    def _read(self) -> None:
        """Read saves for a moment; what all of them come to is shown in the end."""
        if not self.is_attached:
            return
        end = monotonic() + MOMENT
        while self._left and monotonic() < end:
            save = self._left.popleft()
            # What cannot be read is told by the list of saves.
            with suppress(SaveError):
                self._found.append((save, self._known.find(save)))
        if self._left:
            self.set_timer(SOON, self._read)
        else:
            self._record, self.filled = self._of(""), True
        self.renew()

    def _of(self, who: str) -> PlayerRecord:
        return record_of(self._found, who, self._mistakes)

    def rows(self, width: int) -> list[Row]:
        if not self.filled:
            number = len(self._saves)
            said = f"{number - len(self._left)} of {number} saves are read."
            return paragraph(f"{said} What was read is remembered.", width)
        # Whose they are is not known; they are told with the record of who plays here most.
        first = self._record.player in self._record.people[:1]
        puzzles = (self._puzzles.solved, self._puzzles.missed) if first else ()
        return record_rows.rows(self._record, self._glyphs, width, *map(len, puzzles))

    def action_player(self) -> None:
        """Show the record of the next person."""
        people = self._record.people
        if len(people) > 1:
            at = people.index(self._record.player)
            self._record = self._of(people[(at + 1) % len(people)])
            self.renew()

    def action_keys(self) -> None:
        self.app.push_screen(KeyListScreen(HELP, "My record: keys and words"))
