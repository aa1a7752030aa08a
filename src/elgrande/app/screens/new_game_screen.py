"""A new game: players, edition, expansions, length, house rules, seed. Enter starts it as it is.

What a row is about, and all that it can be, is told by a dialog.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from textual.message import Message
from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog, PageDialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import stepper
from elgrande.app.panes.text_runs import (
    ALERT,
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    TITLE,
    Row,
    Run,
    filled,
    fit,
    keyed,
    pad,
    paragraph,
    piece,
    wrap,
)
from elgrande.app.saved_games.game_opener import BotSentences
from elgrande.app.saved_games.user_files import FilledForm
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.screens.setup_form import FormField, SetupForm, entries, fill_in
from elgrande.app.settings.bindings import Keys, bindings
from elgrande.content.reference import reference
from elgrande.content.setup import Setup, fresh_seed

if TYPE_CHECKING:
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.content.own_decks import Listed


HELP_KEYS = (
    "{new.left,new.right|arrows} change a row, {new.name} types a name or a seed, {new.colour} "
    "gives a player another colour. {new.rules} opens the rules of the game that is filled in. "
    "{new.usual} puts the whole form back to how it was at first."
)
INSET = 4


def topic_rows(
    topic: FormField, keys: Keys, glyphs: Glyphs, width: int, below: str = HELP_KEYS
) -> list[Row]:
    """Return a row of a form explained: what it is about, each value, and the keys."""
    choices = list(topic.choices())
    out = [pad([Run(topic.label, TITLE)], width)]
    about = topic.about(keys)
    # What is said of the value that is chosen is said again below, with all others.
    if about not in {choice.says for choice in choices}:
        out += paragraph(about, width)
    for choice in choices:
        on = choice.value == topic.value
        mark = glyphs.hand if on else " "
        out += [pad([], width)] * bool(choice.says or choice is choices[0])
        out.append(pad([Run(f"{mark} {choice.value}", CHOSEN if on else PLAIN)], width))
        inset = " " * INSET
        for line in wrap(choice.says, width - INSET) if choice.says else ():
            out.append(pad([Run(inset + line, PLAIN)], width))
    return [*out, pad([], width), *paragraph(keys.say(below), width, DIM)]


class FormHelp(PageDialog[None]):
    """Explains one row of a form; ``below`` says which keys that form has."""

    BINDINGS = bindings("formhelp")

    title_text = "Help"

    def __init__(self, topic: FormField, glyphs: Glyphs, below: str = HELP_KEYS) -> None:
        super().__init__()
        self._topic = topic
        self._glyphs = glyphs
        self._below = below

    def rows(self, width: int) -> list[Row]:
        return topic_rows(self._topic, self.keys, self._glyphs, width, self._below)


# -- the form --------------------------------------------------------------------------


def rows(form: SetupForm, cursor: int, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return the form as rows, one a field; where not all fit, those around the cursor."""
    names = form.fields()
    first, last = _window(len(names), cursor, height)
    out = [_row(form, i, i == cursor, glyphs, width) for i in range(first, last)]
    if first:
        out.insert(0, pad([Run(f"    {first} more above", DIM)], width))
    if last < len(names):
        out.append(pad([Run(f"    {len(names) - last} more below", DIM)], width))
    return out


def _window(count: int, cursor: int, height: int) -> tuple[int, int]:
    """Return which fields are shown, a row being kept at each end that goes on."""
    if count <= height or height < 3:
        return 0, count
    if cursor < height - 1:
        return 0, height - 1
    if cursor > count - height:
        return count - height + 1, count
    first = cursor - (height - 2) // 2
    return first, first + height - 2


def _row(form: SetupForm, i: int, on: bool, glyphs: Glyphs, width: int) -> Row:
    """Return one field: label and value, with what a click on each means."""
    name = form.fields()[i]
    style = CHOSEN if on else PLAIN
    field = form.field(name)
    mark = glyphs.hand if on else " "
    runs = [Run(f"{mark} ", style, f"row {i}")]
    what, _, which = name.partition(" ")
    if what == "player":
        colour = form.players[int(which)].colour
        runs.append(Run(f" {glyphs.piece(colour)} ", piece(colour), f"colour {i}"))
        label = filled(fit(field.label, LABEL - 5, glyphs.more), LABEL - 4)
        runs.append(Run(f" {label}", style, f"name {i}"))
    else:
        label = filled(fit(field.label, LABEL - 1, glyphs.more), LABEL)
        runs.append(Run(label, style, f"row {i}"))
    sign = CHOSEN if on else KEY
    return pad([*runs, *stepper(field.value, style, i, sign)], width, style)


LABEL = 34
"""Cells for what a row is about."""


KEYS = (
    "{new.up,new.down,new.left,new.right|arrows} change   "
    "{new.name} name or seed   {new.colour} colour   {new.rules} rules   "
)
"""The keys of the form, under it."""


class BotSaid(Message):
    """A bot has said how it plays; sent by another thread."""


R = TypeVar("R")
F = TypeVar("F", bound=SetupForm)


class FormScreen(Dialog[R], Generic[R, F]):
    """A form of a game, row by row; what it returns is for ``finish`` to say."""

    # Not CSS: that of a screen holds for its own class alone.
    DEFAULT_CSS = """
    FormScreen > #box { height: 92%; max-height: 34; }
    FormScreen #help { height: 18%; min-height: 4; }
    FormScreen Input { display: none; }
    FormScreen .editing { display: block; }
    """

    BINDINGS = bindings("new")

    start_label = "start"
    keys_text = KEYS
    """The keys of the form, under it."""

    def __init__(self, glyphs: Glyphs, note: str = "") -> None:
        super().__init__()
        self._glyphs = glyphs
        self._usual = self.first_form(BotSentences(lambda: self.post_message(BotSaid())).of)
        self.form = self._usual
        self.cursor = 0
        self._note = note

    def first_form(self, bot_says: Callable[[str], str]) -> F:
        """Return the form as it is for whoever opens it first."""
        raise NotImplementedError

    def finish(self) -> None:
        """Return what is filled in, which is in order."""
        raise NotImplementedError

    def keep(self) -> None:
        """Keep what is filled in for the next time."""

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="form")
        yield Input(id="edit")
        yield LineWidget(self._help, id="help")

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
        self.cursor = min(self.cursor, len(self.form.fields()) - 1)
        for pane in self.query(LineWidget):
            pane.redraw()

    @property
    def _at(self) -> str:
        """The name of the row under the cursor: its kind, and which of its kind."""
        return self.form.fields()[self.cursor]

    @property
    def _row(self) -> FormField:
        """The row under the cursor."""
        return self.form.field(self._at)

    def _rows(self, width: int, height: int) -> list[Row]:
        return rows(self.form, self.cursor, self._glyphs, width, height)

    def _help(self, width: int, height: int) -> list[Row]:
        """Return a problem, or what the row under the cursor is about, and the keys."""
        problem = self.form.problem
        text = problem or self._note or self._row.about(self.keys)
        said = paragraph(text, width, ALERT if problem else PLAIN, height - 1)
        start = keyed(self.keys.key("new.start", self.start_label))
        keys = [Run(self.keys.say(self.keys_text), DIM), *start]
        return [*said, pad(keys, width)]

    def action_step(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(self.form.fields())
        self._draw()

    def action_change(self, way: int) -> None:
        self.form = self.form.changed(self._at, way)
        self._draw()

    def action_colour(self) -> None:
        what, _, which = self._at.partition(" ")
        if what == "player":
            self.form = self.form.recoloured(int(which))
            self._draw()

    def action_rules(self) -> None:
        if self.form.problem:
            self.app.bell()
            return
        book = reference(self.form.setup())
        self.app.push_screen(RulesScreen(self._glyphs, book))

    def action_explain(self) -> None:
        self.app.push_screen(FormHelp(self._row, self._glyphs))

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

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        if message.what == "key":
            return
        self.cursor = int(message.which)
        if message.what in {"less", "more"}:
            self.action_change(-1 if message.what == "less" else 1)
        elif message.what == "colour":
            self.action_colour()
        elif message.what == "name":
            self._draw()
            self.action_edit()
        else:
            self._draw()


class NewGameScreen(FormScreen[Setup, SetupForm]):
    """Returns the Setup of the game to start."""

    title_text = "New game"
    hint = "{new.explain} explains, {new.start} starts the game; {dialog.close} goes back"

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
