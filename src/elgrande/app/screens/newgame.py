"""A new game: players, length, house rules, seed. Enter starts it as it stands."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding
from textual.widgets import Input

from elgrande.app.ink import (
    ALERT,
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    Row,
    Run,
    cells,
    fit,
    keyed,
    pad,
    piece,
    wrap,
)
from elgrande.app.painted import Painted
from elgrande.app.screens.dialog import Dialog
from elgrande.content.clean import clean
from elgrande.content.edition import edition
from elgrande.content.reading import ContentError
from elgrande.content.setup import PERSON, Player, Setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs

EDITION = "1996"
SEED_MAX = 10**9


@dataclass(frozen=True)
class Form:
    """What has been filled in; `players` holds five, of whom the first `count` play."""

    players: tuple[Player, ...]
    count: int = 4
    short: bool = False
    house: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    bots: tuple[str, ...] = field(default=())

    @classmethod
    def start(cls, bots: tuple[str, ...], seed: int) -> Form:
        """One person against the first of the bots."""
        data = edition(EDITION)
        players = tuple(
            Player(colour, data.labels[colour].name, bots[0] if i and bots else PERSON)
            for i, colour in enumerate(data.colours)
        )
        house = tuple((rule.key, rule.default) for rule in data.house_rules)
        return cls(players, min(4, len(players)), False, house, seed, bots)

    def setup(self) -> Setup:
        """The Setup; ContentError with one sentence if it cannot be played."""
        setup = Setup(self.players[: self.count], self.seed, EDITION, (), self.short,
                      dict(self.house))  # fmt: skip
        setup.check()
        return setup

    def fields(self) -> list[str]:
        """The rows of the form by name, top to bottom."""
        house = [f"house {key}" for key, _ in self.house]
        return ["count", *(f"player {i}" for i in range(self.count)), "length", *house, "seed"]

    def changed(self, name: str, way: int) -> Form:
        """The form after stepping through the values of a row."""
        what, _, which = name.partition(" ")
        if what == "count":
            counts = sorted(edition(EDITION).ranks)
            at = counts.index(self.count)
            return replace(self, count=counts[(at + way) % len(counts)])
        if what == "player":
            sources = (PERSON, *self.bots)
            i = int(which)
            now = self.players[i].source
            at = sources.index(now) if now in sources else 0
            return self._player(i, source=sources[(at + way) % len(sources)])
        if what == "length":
            return replace(self, short=not self.short)
        if what == "house":
            rule = next(r for r in edition(EDITION).house_rules if r.key == which)
            at = rule.choices.index(dict(self.house)[which])
            value = rule.choices[(at + way) % len(rule.choices)]
            house = tuple((k, value if k == which else v) for k, v in self.house)
            return replace(self, house=house)
        return replace(self, seed=max(0, self.seed + way))

    def recoloured(self, index: int) -> Form:
        """The form after a player took the next colour; whoever had it takes this one's."""
        other = (index + 1) % len(self.players)
        one, two = self.players[index].colour, self.players[other].colour
        return self._player(index, colour=two)._player(other, colour=one)

    def named(self, index: int, text: str) -> Form:
        """The form after a player got a name."""
        name = clean(text)
        return self._player(index, name=name) if name else self

    def seeded(self, text: str) -> Form:
        """The form with another seed; any text will do, and the same text gives the same game."""
        text = text.strip()
        if not text:
            return self
        number = int(text) if text.isdecimal() else sum(
            ord(sign) * 31**i for i, sign in enumerate(text)
        )  # fmt: skip
        return replace(self, seed=number % (1 << 62))

    def _player(self, index: int, **values: str) -> Form:
        old = self.players[index]
        own = edition(EDITION).labels[old.colour].name
        # A name that is only a colour follows the colour; one that a person gave stays.
        if "colour" in values and old.name == own:
            values["name"] = edition(EDITION).labels[values["colour"]].name
        players = list(self.players)
        players[index] = replace(old, **values)
        return replace(self, players=tuple(players))


def rows(form: Form, cursor: int, glyphs: Glyphs, width: int) -> list[Row]:
    """The form as rows, one a field."""
    out: list[Row] = []
    for i, name in enumerate(form.fields()):
        on = i == cursor
        ink = CHOSEN if on else PLAIN
        label, value = _said(form, name)
        mark = glyphs.hand if on else " "
        runs = [Run(f"{mark} ", ink, f"row {i}")]
        what, _, which = name.partition(" ")
        if what == "player":
            colour = form.players[int(which)].colour
            runs.append(Run(f" {glyphs.piece(colour)} ", piece(colour), f"colour {i}"))
            label = fit(label, 23, glyphs.more)
            runs.append(Run(f" {label}{' ' * (24 - cells(label))}", ink, f"name {i}"))
        else:
            runs.append(Run(f"{label}{' ' * (28 - cells(label))}", ink, f"row {i}"))
        runs += [
            Run("<", KEY, f"less {i}"),
            Run(f" {value} ", ink, f"more {i}"),
            Run(">", KEY, f"more {i}"),
        ]
        out.append(pad(runs, width))
    return out


def _said(form: Form, name: str) -> tuple[str, str]:
    """Label and value of a field."""
    what, _, which = name.partition(" ")
    if what == "count":
        return "Players", str(form.count)
    if what == "player":
        player = form.players[int(which)]
        return player.name, "person" if player.source == PERSON else f"bot: {player.source}"
    if what == "length":
        data = edition(EDITION)
        rounds = data.short_rounds if form.short else data.rounds
        return "Rounds", str(len(rounds))
    if what == "house":
        rule = next(r for r in edition(EDITION).house_rules if r.key == which)
        value = dict(form.house)[which]
        said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        return rule.title, str(said)
    return "Seed", str(form.seed)


KEYS = (
    "{new.up,new.down,new.left,new.right|arrows} change   "
    "{new.name} name or seed   {new.colour} colour   "
)
"""The keys of the form, under it."""


class NewGameScreen(Dialog[Setup]):
    """Returns the Setup of the game to start."""

    CSS = """
    NewGameScreen > #box { height: 22; }
    NewGameScreen #form { height: 1fr; }
    NewGameScreen #help { height: 4; }
    NewGameScreen Input { height: 1; border: none; background: $panel; display: none; }
    NewGameScreen Input:focus { border: none; }
    NewGameScreen .editing { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "up", show=False, id="new.up"),
        Binding("down,j,tab", "step(1)", "down", show=False, id="new.down"),
        Binding("left,h", "change(-1)", "before", show=False, id="new.left"),
        Binding("right,l,space", "change(1)", "next", show=False, id="new.right"),
        Binding("c", "colour", "colour", show=False, id="new.colour"),
        Binding("n", "edit", "name", show=False, id="new.name"),
        Binding("enter", "start", "start", show=False, id="new.start"),
    ]

    title_text = "New game"
    hint = "{new.start} starts, {dialog.close} goes back"

    def __init__(self, glyphs: Glyphs, bots: tuple[str, ...], seed: int | None = None) -> None:
        super().__init__()
        self._glyphs = glyphs
        self.form = Form.start(bots, secrets.randbelow(SEED_MAX) if seed is None else seed)
        self.cursor = 0
        self._problem = ""

    def content(self) -> Iterator[Widget]:
        """The form, a line to type in, and what the row under the cursor means."""
        yield Painted(id="form")
        yield Input(id="edit")
        yield Painted(id="help")

    def on_mount(self) -> None:
        """Shows the form."""
        self.query_one(Input).disabled = True
        self._draw()

    def _draw(self) -> None:
        self.cursor = min(self.cursor, len(self.form.fields()) - 1)
        self.query_one("#form", Painted).draw_with(
            lambda width, _h: rows(self.form, self.cursor, self._glyphs, width)
        )
        self.query_one("#help", Painted).draw_with(self._help)

    def _help(self, width: int, height: int) -> list[Row]:
        """A problem, or what the row under the cursor is about, and the keys."""
        name = self.form.fields()[self.cursor]
        what, _, which = name.partition(" ")
        text = {
            "count": "Two to five play.",
            "player": "Who plays this colour: a person at this keyboard, or a bot.",
            "length": "Nine rounds, or six for a shorter game; scorings stay three.",
            "seed": self.keys.say("The same seed deals the same game. {new.name} types one."),
        }.get(what, "")
        if what == "house":
            text = next(r for r in edition(EDITION).house_rules if r.key == which).text
        said = [pad([Run(line, PLAIN)], width) for line in wrap(text, width)]
        if self._problem:
            said = [pad([Run(line, ALERT)], width) for line in wrap(self._problem, width)]
        start = keyed(self.keys.name("new.start"), "start", "start")
        keys = [Run(self.keys.say(KEYS), DIM), *start]
        return [*said[: height - 1], pad(keys, width)]

    def action_step(self, by: int) -> None:
        """Goes to another row."""
        self._problem = ""
        self.cursor = (self.cursor + by) % len(self.form.fields())
        self._draw()

    def action_change(self, way: int) -> None:
        """Steps through the values of the row."""
        self._problem = ""
        self.form = self.form.changed(self.form.fields()[self.cursor], way)
        self._draw()

    def action_colour(self) -> None:
        """Gives the player of the row another colour."""
        what, _, which = self.form.fields()[self.cursor].partition(" ")
        if what == "player":
            self.form = self.form.recoloured(int(which))
            self._draw()

    def action_edit(self) -> None:
        """Types a name or a seed."""
        what, _, which = self.form.fields()[self.cursor].partition(" ")
        if what not in {"player", "seed"}:
            return
        line = self.query_one(Input)
        line.value = self.form.players[int(which)].name if what == "player" else ""
        line.disabled = False
        line.add_class("editing")
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The text is complete."""
        event.stop()
        what, _, which = self.form.fields()[self.cursor].partition(" ")
        if what == "player":
            self.form = self.form.named(int(which), event.value)
        else:
            self.form = self.form.seeded(event.value)
        self._stop_editing()

    def _stop_editing(self) -> None:
        line = self.query_one(Input)
        line.remove_class("editing")
        line.disabled = True
        self.set_focus(None)
        self._draw()

    def action_close(self) -> None:
        """Esc leaves the line first, then the screen."""
        if self.query_one(Input).has_class("editing"):
            self._stop_editing()
        else:
            self.dismiss(None)

    def action_start(self) -> None:
        """Starts, or says what is wrong."""
        try:
            setup = self.form.setup()
        except ContentError as error:
            text = str(error)
            self._problem = text[:1].upper() + text[1:] + "."
            self._draw()
            return
        self.dismiss(setup)

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on a row: its name, colour or value."""
        what, _, which = message.hit.partition(" ")
        if what == "start":
            self.action_start()
            return
        self.cursor = int(which)
        self._problem = ""
        if what in {"less", "more"}:
            self.action_change(-1 if what == "less" else 1)
        elif what == "colour":
            self.action_colour()
        elif what == "name":
            self._draw()
            self.action_edit()
        else:
            self._draw()
