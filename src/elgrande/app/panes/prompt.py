"""The prompt: what the game waits for, and which keys do it, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.panes.line_widget import LineWidget
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
    brief: str = ""
    """The order without what the chips say."""


def rows(prompt: Prompt, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return the order, the chips, and the note beside the keys.

    The order gives way to the chips, and on a refusal, when it is known already, to the keys too.
    Where that is not enough, chips are shortened.
    """
    heads = _heads(prompt, glyphs, width)
    for strict in (True, False):
        for choices in _forms(prompt):
            chips = _chips(choices, prompt.cursor, glyphs, width)
            # A refusal is news, so chips give way before it is cut to a row.
            some = heads[: max(1, len(heads) - (strict and bool(prompt.refusal)))]
            for head in some:
                found: list[Row] = []
                for body in _bodies(head, chips, width):
                    free = height - len(body)
                    if free >= (prompt.enter if strict else 0):
                        laid, whole = _laid(prompt, body, glyphs, width, free, strict=strict)
                        found = laid if whole else found or laid
                        if whole:
                            break
                if found:
                    return found
    shown = _chips(prompt.choices, prompt.cursor, glyphs, width)[: height - len(heads[-1])]
    name = next((key.name for key in prompt.keys if key.id == MORE), "")
    more = [Run(f"  {name}", KEY, f"key {MORE}"), Run(" more answers", BAR, f"key {MORE}")]
    room = width - width_of(more) - 2
    shown[-1:] = [pad([*_trim(row, room), *more], width, BAR) for row in shown[-1:]]
    return [*heads[-1], *shown]


def _bodies(head: list[Row], chips: list[Row], width: int) -> Iterator[list[Row]]:
    """Yield the order with the chips below, and with a row of chips behind the last of its rows."""
    yield [*head, *chips]
    end = _trim(head[-1], width)
    if len(chips) == 1 and width_of(end) + width_of(_trim(chips[0], width)) < width:
        yield [*head[:-1], pad([*end, Run(" ", BAR), *chips[0]], width, BAR)]


def _heads(prompt: Prompt, glyphs: Glyphs, width: int) -> list[list[Row]]:
    """Return the order, or the refusal in its place, in its forms from long to short."""
    lead: list[Run] = [Run(" ", BAR)]
    if prompt.colour:
        lead = [Run(glyphs.piece(prompt.colour), on_bar(prompt.colour)), Run(" ", BAR)]
    blank = [Run(" " * width_of(lead), BAR)]
    room = width - width_of(lead) - 1
    texts, style = (prompt.text, prompt.brief or prompt.text), BAR_STRONG
    if prompt.refusal:
        texts, style = (f"! {prompt.refusal}",) * 2, BAR_ALERT
    told = [wrap(text, room) for text in dict.fromkeys(texts)]
    for most in (2, 1):
        lines = wrap(texts[1], room)
        if len(lines) > most:
            told.append([*lines[: most - 1], brief(" ".join(lines[most - 1 :]), room, glyphs.more)])
    starts = [lead] + [blank] * max(map(len, told))
    return [
        [
            pad([*start, Run(line, style)], width, BAR)
            for start, line in zip(starts, lines, strict=False)
        ]
        for lines in told
    ]


def _laid(
    prompt: Prompt, body: list[Row], glyphs: Glyphs, width: int, free: int, *, strict: bool
) -> tuple[list[Row], bool]:
    """Return order and chips with the keys, and the note where rows are ``free``; and if all fits.

    Else the keys are at the end of the lowest row that has room; nothing is returned where none
    has and it is ``strict``.
    """
    if not free:
        for at in reversed(range(len(body))):
            end = _trim(body[at], width)
            keys = [Run(" ", BAR), *bare_keys(prompt.keys)]
            room = width - width_of([*end, *keys])
            if room >= 0:
                keys[1:1] = last_keys(prompt.helpers, room)
                row = (*pad(end, width - width_of(keys), BAR), *keys)
                return [*body[:at], row, *body[at + 1 :]], True
        return [] if strict else body, not strict
    most = width - width_of(bare_keys(prompt.keys)) - 2
    notes = [prompt.note]
    noted = [f"{prompt.note}  {worth}" for worth in prompt.worth]
    if noted and cells(noted[-1]) <= width - 2:
        notes = [next((each for each in noted if cells(each) <= most), noted[-1])]
    if prompt.refusal or prompt.whole:
        notes += [prompt.brief, ""]
    for note in notes:
        made, whole = _noted(prompt, note, body, glyphs, width, free)
        if whole:
            break
    return made, whole


def _noted(
    prompt: Prompt, note: str, body: list[Row], glyphs: Glyphs, width: int, free: int
) -> tuple[list[Row], bool]:
    """Return order and chips with a note below and the keys at the end; and whether all had room.

    Keys for which a note leaves no room are at the end of the row above.
    """
    if not note and not prompt.keys:
        return body, True
    lines = wrap(note, width - 2) if cells(note) > width - 2 else [note]
    if len(lines) < free and cells(lines[-1]) + width_of(bare_keys(prompt.keys)) + 2 > width:
        lines.append("")
    first = lines[:-1][: free - 1]
    above = [*body, *(pad([Run(f" {line}", BAR)], width, BAR) for line in first)]
    last = " ".join(lines[len(first) :])
    for up in range(len(prompt.keys) + 1):
        keys = [Run(" ", BAR), *bare_keys(prompt.keys[up:])]
        room = width - width_of(keys) - 1
        if cells(last) <= room:
            break
    whole = cells(last) <= room
    if up:
        end = _trim(above[-1], width)
        raised = last_keys((*prompt.helpers, *prompt.keys[:up]), width - width_of(end) - 1)
        whole = whole and len(raised) >= 2 * up
        above[-1] = (*pad(end, width - width_of(raised), BAR), *raised)
    else:
        keys[1:1] = last_keys(prompt.helpers, room - cells(last) - AIR + 1)
    text = brief(last, room, glyphs.more)
    row = (*pad([Run(" ", BAR), Run(text, BAR)], width - width_of(keys), BAR), *keys)
    return [*above, row], whole


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


def _forms(prompt: Prompt) -> Iterator[tuple[KeyChoice, ...]]:
    """Yield the choices from long to short: in brief, then cards by their keys alone.

    What cards are is in their pane, and on a refusal all keys are known from before.
    """
    yield prompt.choices
    yield (some := tuple(replace(one, label=one.brief or one.label) for one in prompt.choices))
    for verbs in ({"card"}, {one.verb for one in some if prompt.refusal}):
        yield tuple(
            replace(one, label=one.key) if one.key and one.verb in verbs else one for one in some
        )


def _chips(choices: tuple[KeyChoice, ...], cursor: int, glyphs: Glyphs, width: int) -> list[Row]:
    """Return the choices as keys with labels, wrapped at whole chips."""
    lines: list[list[Run]] = [[Run(" ", BAR)]]
    used = 1
    for i, choice in enumerate(choices):
        hit = f"choice {i}"
        label = "" if choice.label == choice.key else f" {choice.label}"
        on = i == cursor
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


class PromptPane(LineWidget, can_focus=True):
    """The pane of the prompt; where the map is no answer the arrows move over its chips."""

    GROUND = BAR
    DEFAULT_CSS = "PromptPane { height: 3; width: 1fr; }"

    BINDINGS = bindings("prompt")

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
            self.post_message(self.Hit(self, f"choice {self.cursor}"))
        elif self._count:
            self.post_message(self.Unchosen())
