"""A new game: players, edition, expansions, length, house rules, seed. Enter starts it as it is.

What a row is about, and all that it can be, is told by a dialog.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from textual.message import Message
from textual.widgets import Input

from elgrande.app.dialogs.form_dialog import FormDialog, FormField, FormHelp
from elgrande.app.panes.text_runs import ALERT, PLAIN, Row, paragraph
from elgrande.app.saved_games.game_opener import BotSentences
from elgrande.app.saved_games.user_files import FilledForm
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.screens.setup_form import SetupForm, entries, fill_in
from elgrande.app.settings.bindings import bindings
from elgrande.content.reference import reference
from elgrande.content.setup import Setup, fresh_seed

if TYPE_CHECKING:
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.content.own_decks import Listed


HELP_KEYS = (
    "{form.left,form.right|arrows} change a row, {new.name} types a name or a seed, {new.colour} "
    "gives a player another colour. {new.rules} opens the rules of the game that is filled in. "
    "{new.usual} puts the whole form back to how it was at first."
)

KEYS = (
    "{form.up,form.down,form.left,form.right|arrows} change   "
    "{new.name} name or seed   {new.colour} colour   {new.rules} rules   "
)
"""The keys of the form, under it."""


class BotSaid(Message):
    """A bot has said how it plays; sent by another thread."""


R = TypeVar("R")
F = TypeVar("F", bound=SetupForm)


class FormScreen(FormDialog[R], Generic[R, F]):
    """A form of a game."""

    # Not CSS: that of a screen holds for its own class alone.
    DEFAULT_CSS = """
    FormScreen > #box { height: 92%; max-height: 34; }
    FormScreen #help { height: 18%; min-height: 4; }
    FormScreen Input { display: none; }
    FormScreen .editing { display: block; }
    """

    BINDINGS = bindings("new")

    keys_text = KEYS
    explained = HELP_KEYS

    def __init__(self, glyphs: Glyphs, note: str = "") -> None:
        super().__init__(glyphs)
        self._usual = self.first_form(BotSentences(lambda: self.post_message(BotSaid())).of)
        self.form = self._usual
        self._note = note

    def first_form(self, bot_says: Callable[[str], str]) -> F:
        """Return the form as it is for whoever opens it first."""
        raise NotImplementedError

    def keep(self) -> None:
        """Keep what is filled in for the next time."""

    def fields(self) -> Sequence[FormField]:
        return [self.form.field(name) for name in self.form.fields()]

    def take(self, changed: F) -> None:
        self.form = changed

    def content(self) -> Iterator[Widget]:
        form, below = super().content()
        yield form
        yield Input(id="edit")
        yield below

    def on_mount(self) -> None:
        self.query_one(Input).disabled = True

    def on_unmount(self) -> None:
        self.keep()

    def on_bot_said(self) -> None:
        self._draw()
        if isinstance(self.app.screen, FormHelp):
            self.app.screen.renew()

    def _draw(self) -> None:
        self._note = ""
        super()._draw()

    def told(self, width: int, most: int) -> list[Row]:
        """Return a problem, or what the row under the cursor is about."""
        if problem := self.form.problem:
            return paragraph(problem, width, ALERT, most)
        if self._note:
            return paragraph(self._note, width, PLAIN, most)
        return super().told(width, most)

    def action_colour(self) -> None:
        what, _, which = self.form.fields()[self.cursor].partition(" ")
        if what == "player":
            self.form = self.form.recoloured(int(which))
            self._draw()

    def action_rules(self) -> None:
        if self.form.problem:
            self.app.bell()
            return
        book = reference(self.form.setup())
        self.app.push_screen(RulesScreen(self._glyphs, book))

    def action_usual(self) -> None:
        """Put the form back to how it is for whoever opens it first."""
        self.form = self._usual
        self._draw()

    def action_edit(self) -> None:
        typed = self._row.typed
        if typed is None:
            return
        line = self.query_one(Input)
        line.value = typed.text
        line.placeholder = self.keys.say(
            f"type a {typed.kind}; Enter confirms, {{dialog.close}} cancels"
        )
        line.disabled = False
        line.add_class("editing")
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed = self._row.typed
        try:
            self.form = typed.put(event.value) if typed else self.form
        except ValueError as error:
            self.notify(str(error), severity="warning")
        self._stop_editing()

    def _stop_editing(self) -> None:
        line = self.query_one(Input)
        line.remove_class("editing")
        line.disabled = True
        self.set_focus(None)
        self._draw()

    def action_close(self) -> None:
        """Leave the line first, then the screen."""
        if self.query_one(Input).has_class("editing"):
            self._stop_editing()
        else:
            self.keep()
            self.dismiss(None)

    def action_start(self) -> None:
        """Start, unless something is wrong, which the lines below say."""
        if self.form.problem:
            self.app.bell()
            return
        self.finish()

    def clicked(self, what: str) -> None:
        if what == "colour":
            self.action_colour()
        elif what == "name":
            self.action_edit()


class NewGameScreen(FormScreen[Setup, SetupForm]):
    """Returns the Setup of the game to start."""

    title_text = "New game"
    hint = "{form.explain} explains, {form.start} starts the game; {dialog.close} goes back"

    def __init__(
        self,
        glyphs: Glyphs,
        bots: tuple[str, ...],
        seed: int | None = None,
        last: FilledForm | None = None,
        decks: Sequence[Listed] = (),
        opponent: str = "",
    ) -> None:
        """``last`` is what was filled in before, and takes what is filled in now; ``opponent`` the
        bot that is played where nothing was.
        """
        self._first = bots, fresh_seed() if seed is None else seed, decks, opponent
        self._last = last or FilledForm()
        super().__init__(glyphs, self._last.problem)
        self.form = fill_in(self._usual, self._last.fields)

    def first_form(self, bot_says: Callable[[str], str]) -> SetupForm:
        bots, dealt, decks, opponent = self._first
        return SetupForm.start(bots, dealt, decks, bot_says, opponent)

    def keep(self) -> None:
        usual = self.form == self._usual
        self._last.keep({} if usual else entries(self.form, self._usual.seed))

    def finish(self) -> None:
        setup = self.form.setup()
        # The next game has the same players and rules, and is dealt anew.
        self.form = replace(self.form, seed=self._usual.seed)
        self.keep()
        self.dismiss(setup)
