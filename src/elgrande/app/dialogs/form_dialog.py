"""A form in a dialog: rows with a value each, changed by the arrows, and explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from textual.widget import Widget

from elgrande.app.dialogs.dialog import Dialog, PageDialog
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import stepper, turned
from elgrande.app.panes.text_runs import (
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
from elgrande.app.settings.bindings import Keys, bindings

T = TypeVar("T")
R = TypeVar("R")


class FormChoice(NamedTuple):
    """A value that a row can have, and what it means; empty where the row says all."""

    value: str
    says: str = ""


class TypedText(NamedTuple):
    """What can be typed into a row: what stands there, the form with another text, its kind."""

    text: str
    put: Callable[[str], Any]
    kind: str = "name"


class FormField(NamedTuple):
    """One row of a form: how it reads, what it is about, and the form after a step.

    ``choices`` are all its values, for whoever asks; none where they are only numbers. A row
    without a ``step`` is only ``typed``, or leads elsewhere. That of a player has the ``colour``.
    Rows of one ``group`` stand under its name.
    """

    label: str
    value: str
    about: Callable[[Keys], str]
    choices: Callable[[], Sequence[FormChoice]] = tuple
    step: Callable[[int], Any] | None = None
    typed: TypedText | None = None
    colour: str = ""
    group: str = ""


def silent(_value: object) -> str:
    """Say nothing about what a row can be."""
    return ""


def one_of(
    label: str, now: T, values: Sequence[T], put: Callable[[T], Any],
    says: Callable[[T], str] = silent, called: Callable[[T], str] = str,
    about: Callable[[Keys], str] | None = None, typed: TypedText | None = None,
    colour: str = "", group: str = "",
) -> FormField:  # fmt: skip
    """Return a row of few values; ``put`` is the form with another one.

    It is ``about`` what it ``says`` of the present one, unless there is more to tell.
    """
    return FormField(
        label, called(now), about or (lambda _keys: says(now)),
        lambda: [FormChoice(called(value), says(value)) for value in values],
        lambda way: put(turned(values, now, way)), typed, colour, group,
    )  # fmt: skip


# -- rows ------------------------------------------------------------------------------

LABEL = 34
"""Cells for what a row is about."""
INSET = 4


def rows(
    fields: Sequence[FormField], cursor: int, glyphs: Glyphs, width: int, height: int
) -> list[Row]:
    """Return a row a field, under the names of groups; where not all fit, those at the cursor."""
    made: list[Row] = []
    at, group = 0, ""
    for i, field in enumerate(fields):
        if field.group != group:
            group = field.group
            made += [pad([], width)] * bool(made) + [pad([Run(group, TITLE)], width)]
        at = len(made) if i == cursor else at
        made.append(_row(field, i, i == cursor, glyphs, width))
    first, last = _window(len(made), at, height)
    out = made[first:last]
    if first:
        out.insert(0, pad([Run(f"    {first} more above", DIM)], width))
    if last < len(made):
        out.append(pad([Run(f"    {len(made) - last} more below", DIM)], width))
    return out


def _window(count: int, cursor: int, height: int) -> tuple[int, int]:
    """Return which rows are shown, one being kept at each end that goes on."""
    if count <= height or height < 3:
        return 0, count
    if cursor < height - 1:
        return 0, height - 1
    if cursor > count - height:
        return count - height + 1, count
    first = cursor - (height - 2) // 2
    return first, first + height - 2


def _row(field: FormField, i: int, on: bool, glyphs: Glyphs, width: int) -> Row:
    """Return one field: label and value, with what a click on each means."""
    style = CHOSEN if on else PLAIN
    runs = [Run(f"{glyphs.hand if on else ' '} ", style, f"row {i}")]
    room, hit = LABEL, f"row {i}"
    if field.colour:
        runs.append(Run(f" {glyphs.piece(field.colour)} ", piece(field.colour), f"colour {i}"))
        runs.append(Run(" ", style))
        room, hit = LABEL - 4, f"name {i}"
    runs.append(Run(filled(fit(field.label, room - 1, glyphs.more), room), style, hit))
    if field.step:
        runs += stepper(field.value, style, i, CHOSEN if on else KEY)
    else:
        runs.append(Run(field.value, style, f"{'name' if field.typed else 'open'} {i}"))
    return pad(runs, width, style)


# -- help ------------------------------------------------------------------------------


def topic_rows(topic: FormField, keys: Keys, glyphs: Glyphs, width: int, below: str) -> list[Row]:
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

    def __init__(self, topic: FormField, glyphs: Glyphs, below: str) -> None:
        super().__init__()
        self._topic = topic
        self._glyphs = glyphs
        self._below = below

    def rows(self, width: int) -> list[Row]:
        return topic_rows(self._topic, self.keys, self._glyphs, width, self._below)


# -- the dialog ------------------------------------------------------------------------


class FormDialog(Dialog[R], Generic[R]):
    """A form, row by row; what it returns is for ``finish`` to say."""

    BINDINGS = bindings("form")

    start_label = "start"
    keys_text = "{form.up,form.down,form.left,form.right|arrows} change   "
    """The keys of the form, under it."""
    explained = "{form.left,form.right|arrows} change a row."
    """The same for whoever asks what a row is about."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self.cursor = 0

    def fields(self) -> Sequence[FormField]:
        """Return the rows as they are now."""
        raise NotImplementedError

    def take(self, changed: Any) -> None:
        """Take over what a step in a row has led to."""
        raise NotImplementedError

    def finish(self) -> None:
        """Return what is filled in."""
        raise NotImplementedError

    def told(self, width: int, most: int) -> list[Row]:
        """Return what is said below the rows: what that under the cursor is about."""
        return paragraph(self._row.about(self.keys), width, PLAIN, most)

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="form")
        yield LineWidget(self._help, id="help")

    def _draw(self) -> None:
        self.cursor = min(self.cursor, len(self.fields()) - 1)
        for pane in self.query(LineWidget):
            pane.redraw()

    @property
    def _row(self) -> FormField:
        """The row under the cursor."""
        return self.fields()[self.cursor]

    def _rows(self, width: int, height: int) -> list[Row]:
        return rows(self.fields(), self.cursor, self._glyphs, width, height)

    def _help(self, width: int, height: int) -> list[Row]:
        # A row that has nothing to change leads elsewhere.
        leads = not (self._row.step or self._row.typed)
        start = keyed(self.keys.key("form.start", "open" if leads else self.start_label))
        keys = [Run(self.keys.say(self.keys_text), DIM), *start]
        return [*self.told(width, height - 1), pad(keys, width)]

    def action_step(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(self.fields())
        self._draw()

    def action_change(self, way: int) -> None:
        if step := self._row.step:
            self.take(step(way))
        self._draw()

    def action_explain(self) -> None:
        self.app.push_screen(FormHelp(self._row, self._glyphs, self.explained))

    def action_start(self) -> None:
        self.finish()

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        if message.what == "key":
            return
        self.cursor = int(message.which)
        if message.what in {"less", "more"}:
            self.action_change(-1 if message.what == "less" else 1)
            return
        self._draw()
        self.clicked(message.what)

    def clicked(self, what: str) -> None:
        """Do what a click on a part of the row under the cursor does besides."""
        if what == "open":
            self.finish()
