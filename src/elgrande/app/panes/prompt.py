"""The prompt: what the game waits for, and which keys do it, in plain words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.panes.line_widget import LineWidget, Taken
from elgrande.app.panes.text_runs import (
    BAR,
    BAR_ALERT,
    BAR_STRONG,
    CHOSEN,
    KEY,
    Row,
    Run,
    bare_keys,
    brief,
    cells,
    last_keys,
    on_bar,
    pad,
    width_of,
    wrap,
)
from elgrande.app.settings.bindings import Key, bindings

if TYPE_CHECKING:
    from elgrande.app.answering.offer import KeyChoice
    from elgrande.app.panes.glyphs import Glyphs

AIR = 4
"""Cells between the note and the helping keys."""
MORE = "table.answers"
"""The binding that lists what the chips have no room for."""


@dataclass(frozen=True)
class Prompt:
    """What the prompt says: the order, a refusal in its place, chips, and a line of help.

    Where the ``note`` says what ``enter`` does it must be seen, so the order has one row then.
    """

    text: str
    colour: str = ""
    refusal: str = ""
    choices: tuple[KeyChoice, ...] = ()
    cursor: int = -1
    note: str = ""
    enter: bool = False
    keys: tuple[Key, ...] = ()
    helpers: tuple[Key, ...] = ()
    """Keys that are named before the others as far as there is room."""
    whole: bool = False
    """Whether the note is left out where there is no room for all of it."""
    worth: tuple[str, ...] = ()
    """What Enter would change in points, from the longest form to the shortest."""


def rows(prompt: Prompt, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return the order in one or two rows, the chips in what is left, the note in the last."""
    lead: list[Run] = [Run(" ", BAR)]
    if prompt.colour:
        lead = [Run(glyphs.piece(prompt.colour), on_bar(prompt.colour)), Run(" ", BAR)]
    said, style = prompt.text, BAR_STRONG
    if prompt.refusal:
        said, style = f"! {prompt.refusal}", BAR_ALERT
    room = width - sum(cells(run.text) for run in lead) - 1
    lines = wrap(said, room)
    if prompt.enter and len(lines) > 1 and height < 4:
        lines = [brief(said, room, glyphs.more)]
    if len(lines) > 2:
        lines = [lines[0], brief(" ".join(lines[1:]), room, glyphs.more)]
    out: list[Row] = [pad([*lead, Run(lines[0], style)], width, BAR)]
    indent = sum(cells(run.text) for run in lead)
    out += [pad([Run(" " * indent, BAR), Run(line, style)], width, BAR) for line in lines[1:]]
    spare = height - len(out)
    chips = _fitting(prompt, glyphs, width, spare)
    last = _last(prompt, glyphs, width)
    if last and len(chips) < spare:
        return [*out, *chips, last]
    if len(chips) > spare:
        shown = chips[:spare]
        name = next((key.name for key in prompt.keys if key.id == MORE), "")
        more = [Run(f"  {name}", KEY, f"key {MORE}"), Run(" more answers", BAR, f"key {MORE}")]
        room = width - width_of(more) - 2
        shown[-1:] = [pad([*_trim(row, room), *more], width, BAR) for row in shown[-1:]]
        return [*out, *shown]
    keys = [Run(" ", BAR), *bare_keys(prompt.keys)]
    if chips and width_of(_trim(chips[-1], width)) + width_of(keys) <= width:
        room = width - width_of([*_trim(chips[-1], width), *keys])
        keys[1:1] = last_keys(prompt.helpers, room)
        chips[-1] = (*pad(_trim(chips[-1], width), width - width_of(keys), BAR), *keys)
    return [*out, *chips]


def _trim(row: Row, room: int) -> list[Run]:
    """Return as many whole runs as fit, without the blank at the end."""
    out: list[Run] = []
    used = 0
    for run in row:
        if used + cells(run.text) > room:
            break
        out.append(run)
        used += cells(run.text)
    cut = row[len(out)] if len(out) < len(row) else None
    while cut and cut.hit and out and out[-1].hit == cut.hit:
        # A key says nothing without what it does.
        out.pop()
    while out and not out[-1].text.strip():
        out.pop()
    return out


def _fitting(prompt: Prompt, glyphs: Glyphs, width: int, room: int) -> list[Row]:
    """Return all chips, by their keys alone where they have no room else: cards are in a pane.

    A refusal hides no answer, whose keys are known from before.
    """
    whole = _chips(prompt, glyphs, width)
    for short in ({"card"}, {choice.verb for choice in prompt.choices if prompt.refusal}):
        if len(whole) <= room:
            break
        some = (replace(c, label=c.key) if c.key and c.verb in short else c for c in prompt.choices)
        found = _chips(replace(prompt, choices=tuple(some)), glyphs, width)
        whole = found if len(found) <= room else whole
    return whole


def _chips(prompt: Prompt, glyphs: Glyphs, width: int) -> list[Row]:
    """Return the choices as keys with labels, wrapped at whole chips."""
    lines: list[list[Run]] = [[Run(" ", BAR)]]
    used = 1
    for i, choice in enumerate(prompt.choices):
        hit = f"choice {i}"
        label = "" if choice.label == choice.key else f" {choice.label}"
        on = i == prompt.cursor
        key = choice.key or glyphs.dot
        runs = [
            Run(
                f"{glyphs.left}{key}{glyphs.right}" if on else f"[{key}]",
                CHOSEN if on else KEY,
                hit,
            ),
            Run(label, BAR_STRONG if on else BAR, hit),
        ]
        size = sum(cells(run.text) for run in runs) + 1
        if used + size > width and used > 1:
            lines.append([Run(" ", BAR)])
            used = 1
        lines[-1] += [*runs, Run(" " if not label else "  ", BAR)]
        used += size + bool(label)
    if len(lines) == 1 and len(lines[0]) == 1:
        return []
    return [pad(line, width, BAR) for line in lines]


def _last(prompt: Prompt, glyphs: Glyphs, width: int) -> Row | None:
    """Return note and fixed keys, at either end; a long note takes the room of all but the last."""
    if not prompt.note and not prompt.keys:
        return None
    most = width - width_of(bare_keys(prompt.keys)) - 2
    noted = [f"{prompt.note}  {worth}" for worth in prompt.worth]
    if noted and cells(noted[-1]) <= width - 2:
        note = next((each for each in noted if cells(each) <= most), noted[-1])
        return _last(replace(prompt, note=note, worth=()), glyphs, width)
    for first in range(max(1, len(prompt.keys))):
        keys = [Run(" ", BAR), *bare_keys(prompt.keys[first:])]
        need = width_of(keys)
        if cells(prompt.note) + 1 + need <= width:
            break
    note = brief(prompt.note, width - need - 1, glyphs.more)
    if prompt.whole and note != prompt.note:
        return _last(replace(prompt, note="", whole=False), glyphs, width)
    if not first:
        keys[1:1] = last_keys(prompt.helpers, width - need - cells(prompt.note) - AIR)
        need = width_of(keys)
    return (*pad([Run(" ", BAR), Run(note, BAR)], width - need, BAR), *keys)


class PromptPane(LineWidget, can_focus=True):
    """The pane of the prompt; where the map is no answer the arrows move over its chips."""

    GROUND = BAR
    DEFAULT_CSS = "PromptPane { height: 3; width: 1fr; }"

    BINDINGS = bindings("prompt")

    @dataclass
    class Chosen(Taken):
        """A person chose one of the choices, given by its index."""

        index: int

    @dataclass
    class Moved(Message):
        """The cursor came to another choice."""

        index: int

    class Unchosen(Message):
        """A person pressed Enter while the cursor was on none of the choices."""

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._count = 0
        self.cursor = -1

    def show(self, prompt: Prompt) -> None:
        """Show another prompt."""
        self._count = len(prompt.choices)
        self.cursor = prompt.cursor
        self.draw_with(lambda width, height: rows(prompt, self._glyphs, width, height))

    def action_step(self, way: int) -> None:
        if self._count:
            start = self.cursor if self.cursor >= 0 else (-1 if way > 0 else 0)
            self.post_message(self.Moved((start + way) % self._count))

    def action_choose(self) -> None:
        if 0 <= self.cursor < self._count:
            self.post_message(self.Chosen(self, self.cursor))
        elif self._count:
            self.post_message(self.Unchosen())
