"""A game at this keyboard: its table, its save and its bots, played as a line dialogue."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from elgrande.app.settings.schema import SettingsFile
from elgrande.cli.errors import exit_code
from elgrande.cli.plain.console import REFUSED, Console, Ended
from elgrande.cli.plain.dialogue import Dialogue, Stopped
from elgrande.content.clean import clean
from elgrande.saves import SaveBroken, SaveError, SaveFile, Store
from elgrande.table import Host, Table, load, seated

if TYPE_CHECKING:
    from elgrande.app.answering.bot_answers import Adviser


class _Game:
    """What the dialogue does not know: the table that its Chair stands at."""

    def __init__(
        self, table: Table, store: Store | None, console: Console, adviser: Adviser | None
    ) -> None:
        self._store = store
        self._console = console
        self._take(table)
        told = SettingsFile(store.paths.config_file).load()["unused"] if store is not None else ""
        reminds = told != "silent"
        self.dialogue = Dialogue(
            seated(table), console, self._bots, self.saved, adviser=adviser, reminds=reminds
        )

    def _take(self, table: Table) -> None:
        self._table = table
        self._host = Host(table)
        # A Table without a save is for tests; then there is nothing to resume or rescue.
        self.save = table.log if isinstance(table.log, SaveFile) else None

    def _bots(self, tell: Callable[[], None]) -> list[str]:
        return self._host.play_bots(tell)

    def play(self) -> None:
        """Play to the end, or until the input ends."""
        while True:
            try:
                self.dialogue.play()
                return
            except SaveBroken as error:
                self._rescue(error)
            except Stopped:
                why = self._table.unsaved
                if why is None:
                    # A turn that was tried ends with its table.
                    return
                if not isinstance(why, SaveBroken):
                    raise why from None
                self._rescue(why)

    def saved(self) -> str:
        """Say where the game is saved; empty without a save."""
        if self.save is None:
            return ""
        name, paths = self.save.name, self._store.paths if self._store is not None else None
        there = ""
        if paths is not None and self.save.path.parent != paths.saves:
            name = shlex.quote(clean(str(self.save.path), 300))
        elif paths is not None and paths.named:
            there = f"--data-dir {shlex.quote(clean(str(paths.data), 300))} "
        return f"The game is saved as {name}; go on with: elgrande {there}resume {name} --plain"

    def _rescue(self, error: SaveBroken) -> None:
        """Save what was acknowledged elsewhere, and go on there; raises ``error`` if nobody can."""
        if self.save is None or self._store is None:
            raise error
        self._console.say(str(error))
        while True:
            try:
                text = self._console.ask("Type a name or a path to save it to, or quit.")
                which = self._store.find(text)
                self.save.rescue(which)
                break
            except Ended:
                raise error from None
            except SaveError as refusal:
                self._console.say(str(refusal))
        self.close()
        save = self._store.open(which)
        self._take(load(save, save.name, save))
        self.dialogue.chair = seated(self._table)
        self._console.say(self.saved())

    def close(self) -> None:
        """End the bots and let go of the save."""
        self._host.close()
        self.dialogue.adviser.stop()
        self._table.close()


def play(
    table: Table,
    source: TextIO | None = None,
    sink: TextIO | None = None,
    *,
    store: Store | None = None,
    adviser: Adviser | None = None,
    goes_on: bool = False,
) -> int:
    """Play a game as a line dialogue; returns the exit code.

    A script, which cannot hear why a line was refused, gets 2 and the line's number; so does one
    that goes on after the end of the game.
    ``store`` is where a game is saved anew when its save takes no more; ``adviser`` is who gives
    advice. If it ``goes_on`` after that, the rest of a script is for what comes then.
    """
    console = Console(source or sys.stdin, sink or sys.stdout)
    game = _Game(table, store, console, adviser)
    left = stopped = 0
    try:
        if game.save is not None:
            console.say_all(f"Note: {notice}" for notice in game.save.notices)
        console.say("Type help for a list of commands.")
        game.dialogue.query("board")
        game.play()
        left = 0 if goes_on else console.left_over()
    except (Ended, KeyboardInterrupt) as gone:
        if isinstance(gone, KeyboardInterrupt):
            stopped = exit_code(gone)
            # Behind what was typed, and the sign that the terminal shows for it.
            console.say()
        if said := game.saved():
            console.say(said)
    finally:
        game.close()
    refused = console.script_refused()
    if left:
        what = "game" if table.over else "turn"
        print(
            f"elgrande: The {what} is over; line {left} and all later ones were ignored.",
            file=sys.stderr,
        )
    return stopped or (REFUSED if left or refused else 0)
