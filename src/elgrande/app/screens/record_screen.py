"""A player's record, once all saves have been read."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

from elgrande.app.dialogs.dialog import CLOSES, PageDialog
from elgrande.app.dialogs.help import KeyListScreen
from elgrande.app.keys import help_of
from elgrande.app.panes import record_rows
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import SCROLLS
from elgrande.app.panes.text_runs import Row, paragraph
from elgrande.app.saved_games.user_files import KeptMarks
from elgrande.app.settings.bindings import bindings
from elgrande.saves import SaveError, SaveSummary, Store
from elgrande.saves.mistakes import kept_mistakes
from elgrande.saves.record import PlayerRecord, record_of
from elgrande.saves.standings import GameStanding
from elgrande.table.saved_game import standings

MOMENT, SOON = 0.008, 0.004
"""Seconds that saves are read at a stretch, and until the next: keys must not wait longer."""


class RecordScreen(PageDialog[None]):
    """Shows whose record is asked for, first that of who plays here most."""

    DEFAULT_CSS = "RecordScreen > #box { width: 110; height: 96%; }"

    BINDINGS = bindings("record")

    title_text = "My record"
    hint = f"{SCROLLS}, {{record.player}} shows the next player's, {{record.keys}} helps, {CLOSES}"

    def __init__(self, store: Store, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        saves: list[SaveSummary] = []
        with suppress(SaveError):
            saves = store.summaries()
        marks = KeptMarks(store.paths.state)
        self._puzzles = len(marks.solved), len(marks.missed)
        self._mistakes = kept_mistakes(store.paths.data)
        self._number = len(saves)
        # What cannot be read is told by the list of saves.
        self._reading = standings(store).each(saves)
        self._found: list[tuple[SaveSummary, GameStanding]] = []
        self._record = record_of(())
        self.filled = False

    def on_mount(self) -> None:
        self._read()

    def on_unmount(self) -> None:
        self._reading.close()

    def _read(self) -> None:
        """Read saves for a moment; what all of them come to is shown in the end."""
        if not self.is_attached:
            return
        end = monotonic() + MOMENT
        for found in self._reading:
            self._found.append(found)
            if monotonic() > end:
                self.set_timer(SOON, self._read)
                break
        else:
            self._record, self.filled = self._of(""), True
        self.renew()

    def _of(self, who: str) -> PlayerRecord:
        return record_of(self._found, who, self._mistakes, self._puzzles)

    def rows(self, width: int) -> list[Row]:
        if not self.filled:
            said = f"{len(self._found)} of {self._number} saves are read."
            return paragraph(f"{said} What was read is remembered.", width)
        return record_rows.rows(self._record, self._glyphs, width)

    def action_player(self) -> None:
        """Show the record of the next person."""
        people = self._record.people
        if len(people) > 1:
            at = people.index(self._record.player)
            self._record = self._of(people[(at + 1) % len(people)])
            self.renew()

    def action_keys(self) -> None:
        self.app.push_screen(KeyListScreen(help_of("record"), "My record: keys and words"))
