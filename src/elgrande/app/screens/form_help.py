"""What a row of the form of a new game is about, and all that it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.app.dialogs.dialog import CLOSES, Dialog
from elgrande.app.panes.page import SCROLLS, PagePane
from elgrande.app.panes.text_runs import Row, Run, pad, paragraph, wrap
from elgrande.app.panes.text_styles import CHOSEN, DIM, PLAIN, TITLE
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.screens.form import Choice
    from elgrande.app.settings.bindings import Keys

KEYS = (
    "{new.left,new.right|arrows} change a row, {new.name} types a name or a seed, {new.colour} "
    "gives a player another colour. {new.rules} opens the rules of the game that is filled in. "
    "{new.usual} puts the whole form back to how it was at first."
)
INSET = 4


class Topic(NamedTuple):
    """What is explained: its name, its value now, what it is about, and all values it can have."""

    label: str
    value: str
    about: Callable[[Keys], str]
    choices: Callable[[], Sequence[Choice]]


def rows(topic: Topic, keys: Keys, glyphs: Glyphs, width: int, below: str = KEYS) -> list[Row]:
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


class FormHelp(Dialog[None]):
    """Explains one row of a form; ``below`` says which keys that form has."""

    BINDINGS = bindings("formhelp")

    title_text = "Help"
    hint = f"{SCROLLS}, {CLOSES}"

    def __init__(self, topic: Topic, glyphs: Glyphs, below: str = KEYS) -> None:
        super().__init__()
        self._topic = topic
        self._glyphs = glyphs
        self._below = below

    def content(self) -> Iterator[Widget]:
        yield PagePane(lambda width: rows(self._topic, self.keys, self._glyphs, width, self._below))

    def on_mount(self) -> None:
        self.query_one(PagePane).focus()

    def renew(self) -> None:
        """Paint it again: a bot has said what it does."""
        self.query_one(PagePane).redraw()
