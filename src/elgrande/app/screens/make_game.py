"""The form of a game on a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.saved_games.games import bot_names
from elgrande.app.screens.new_game import GameForm
from elgrande.app.screens.served_form import ServedForm
from elgrande.lobby import GameWish

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.app.panes.glyphs import Glyphs

KEYS = (
    "{new.up,new.down,new.left,new.right|arrows} change   "
    "{new.name} name   {new.colour} colour   {new.rules} rules   "
)


@dataclass
class Filled:
    """What was filled in last, for as long as the session lasts."""

    form: ServedForm | None = None


class MakeGameScreen(GameForm[GameWish, ServedForm]):
    """Returns the game that is wished for; Esc goes back, and what is filled in is kept."""

    hint = "{new.explain} explains, {new.start} goes on; {dialog.close} goes back"
    start_label = "go on"
    keys_text = KEYS

    def __init__(
        self, glyphs: Glyphs, filled: Filled | None = None, wish: GameWish | None = None
    ) -> None:
        """``wish`` is that of a game that is to be changed; else a new one is made."""
        super().__init__(glyphs)
        self._filled = filled or Filled()
        self._edits = wish is not None
        self.title_text = "Change the game" if self._edits else "Make a game"
        if wish is not None:
            self.form = self._usual.wished(wish)
        elif self._filled.form is not None:
            self.form = self._filled.form

    def first_form(self, bot_says: Callable[[str], str]) -> ServedForm:
        return ServedForm.fresh(bot_names(), bot_says)

    def keep(self) -> None:
        if not self._edits:
            self._filled.form = self.form

    def finish(self) -> None:
        self.keep()
        self.dismiss(self.form.wish())
