"""A new game: players, edition, expansions, length, house rules, seed. Enter starts it as it is."""

from __future__ import annotations

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
from elgrande.app.screens.rules import RulesScreen
from elgrande.content.clean import clean
from elgrande.content.edition import FIRST, edition, edition_ids
from elgrande.content.expansion import expansion, in_order, joining, offered
from elgrande.content.reading import ContentError
from elgrande.content.reference import reference
from elgrande.content.setup import MAX_SEED, PERSON, Player, Setup, fresh_seed
from elgrande.content.words.names import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.keynames import Keys
    from elgrande.content.edition import Edition, HouseRule


@dataclass(frozen=True)
class Form:
    """What has been filled in; `players` holds five, of whom the first `count` play.

    `house` has every house rule of the edition and what can be chosen with it, those that
    need another number of players too: they come back with that number.
    """

    players: tuple[Player, ...]
    count: int = 4
    short: bool = False
    house: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    bots: tuple[str, ...] = field(default=())
    edition: str = FIRST
    expansions: tuple[str, ...] = ()

    @classmethod
    def start(cls, bots: tuple[str, ...], seed: int) -> Form:
        """One person against the first of the bots."""
        data = edition(cls.edition)
        players = tuple(
            Player(colour, data.labels[colour].name, bots[0] if i and bots else PERSON)
            for i, colour in enumerate(data.colours)
        )
        house = tuple((rule.key, rule.default) for rule in _house_rules(cls.edition))
        return cls(players, min(4, len(players)), False, house, seed, bots)

    @property
    def data(self) -> Edition:
        """The edition that is to be played."""
        return edition(self.edition)

    @property
    def rules(self) -> tuple[HouseRule, ...]:
        """The house rules that can be switched with so many players and what is chosen."""
        parts = self.data.parts_of(self.count, dict(self.house))
        chosen = (*map(expansion, (*self.expansions, *parts)), *joining(self.expansions))
        rules = (*self.data.house_rules, *(rule for one in chosen for rule in one.house_rules))
        return tuple(rule for rule in rules if not rule.players or self.count in rule.players)

    def rule(self, key: str) -> HouseRule:
        """A house rule of the edition, or of what can be chosen with it."""
        return next(rule for rule in _house_rules(self.edition) if rule.key == key)

    def setup(self) -> Setup:
        """The Setup; ContentError with one sentence if it cannot be played."""
        said = dict(self.house)
        setup = Setup(
            self.players[: self.count], self.seed, self.edition, in_order(self.expansions),
            self.short, {rule.key: said[rule.key] for rule in self.rules},
        )  # fmt: skip
        setup.check()
        return setup

    @property
    def problem(self) -> str:
        """Why this cannot be played, as a sentence; empty if it can."""
        try:
            self.setup()
        except ContentError as error:
            return sentence(str(error))
        return ""

    def fields(self) -> list[str]:
        """The rows of the form by name, top to bottom."""
        return [
            "count",
            *(f"player {i}" for i in range(self.count)),
            "edition",
            *(f"expansion {one.id}" for one in offered(self.edition)),
            "length",
            *(f"house {rule.key}" for rule in self.rules),
            "seed",
        ]

    def changed(self, name: str, way: int) -> Form:
        """The form after stepping through the values of a row."""
        what, _, which = name.partition(" ")
        if what == "count":
            counts = sorted(self.data.ranks)
            at = counts.index(self.count)
            return replace(self, count=counts[(at + way) % len(counts)])
        if what == "player":
            sources = (PERSON, *self.bots)
            i = int(which)
            now = self.players[i].source
            at = sources.index(now) if now in sources else 0
            return self._player(i, source=sources[(at + way) % len(sources)])
        if what == "edition":
            ids = edition_ids()
            return self._with(ids[(ids.index(self.edition) + way) % len(ids)])
        if what == "expansion":
            # In the order of the form, whatever was chosen first: the same game is the same Setup.
            wanted = {*self.expansions} ^ {which}
            order = (one.id for one in offered(self.edition))
            return replace(self, expansions=tuple(one for one in order if one in wanted))
        if what == "length":
            return replace(self, short=not self.short)
        if what == "house":
            rule = self.rule(which)
            at = rule.choices.index(dict(self.house)[which])
            value = rule.choices[(at + way) % len(rule.choices)]
            house = tuple((k, value if k == which else v) for k, v in self.house)
            return replace(self, house=house)
        return replace(self, seed=min(max(0, self.seed + way), MAX_SEED))

    def _with(self, name: str) -> Form:
        """The form for another edition; what that edition has too stays as it was."""
        data = edition(name)
        said = dict(self.house)
        house = tuple(
            (rule.key, said[rule.key] if said.get(rule.key) in rule.choices else rule.default)
            for rule in _house_rules(name)
        )
        possible = {one.id for one in offered(name)}
        kept = tuple(one for one in self.expansions if one in possible)
        form = replace(self, edition=name, expansions=kept, house=house)
        for i, player in enumerate(self.players):
            if player.name == self.data.labels[player.colour].name:
                form = form._player(i, name=data.labels[player.colour].name)
        return form

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
        # Python reads no number of thousands of digits.
        number = int(text) if text.isdecimal() and len(text) < 100 else sum(
            ord(sign) * 31**i for i, sign in enumerate(text)
        )  # fmt: skip
        return replace(self, seed=number if number <= MAX_SEED else number % (1 << 62))

    def _player(self, index: int, **values: str) -> Form:
        old = self.players[index]
        labels = self.data.labels
        # A name that is only a colour follows the colour; one that a person gave stays.
        if "colour" in values and old.name == labels[old.colour].name:
            values["name"] = labels[values["colour"]].name
        players = list(self.players)
        players[index] = replace(old, **values)
        return replace(self, players=tuple(players))


def _house_rules(name: str) -> tuple[HouseRule, ...]:
    """The house rules of an edition, and of all that can be chosen with it."""
    data = edition(name)
    can = offered(name)
    parts = (*map(expansion, data.every_part), *joining(tuple(one.id for one in can)))
    return (
        *data.house_rules,
        *(rule for one in (*can, *parts) for rule in one.house_rules),
    )


def rows(form: Form, cursor: int, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """The form as rows, one a field; where not all fit, those around the cursor."""
    names = form.fields()
    first, last = _window(len(names), cursor, height)
    out = [_row(form, i, i == cursor, glyphs, width) for i in range(first, last)]
    if first:
        out.insert(0, pad([Run(f"    {first} more above", DIM)], width))
    if last < len(names):
        out.append(pad([Run(f"    {len(names) - last} more below", DIM)], width))
    return out


def _window(count: int, cursor: int, height: int) -> tuple[int, int]:
    """Which fields are shown, a row being kept at each end that goes on."""
    if count <= height or height < 3:
        return 0, count
    if cursor < height - 1:
        return 0, height - 1
    if cursor > count - height:
        return count - height + 1, count
    first = cursor - (height - 2) // 2
    return first, first + height - 2


def _row(form: Form, i: int, on: bool, glyphs: Glyphs, width: int) -> Row:
    """One field: label and value, with what a click on each means."""
    name = form.fields()[i]
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
        label = fit(label, 27, glyphs.more)
        runs.append(Run(f"{label}{' ' * (28 - cells(label))}", ink, f"row {i}"))
    runs += [
        Run("<", KEY, f"less {i}"),
        Run(f" {value} ", ink, f"more {i}"),
        Run(">", KEY, f"more {i}"),
    ]
    return pad(runs, width)


def _said(form: Form, name: str) -> tuple[str, str]:
    """Label and value of a field."""
    what, _, which = name.partition(" ")
    if what == "count":
        return "Players", str(form.count)
    if what == "player":
        player = form.players[int(which)]
        return player.name, "person" if player.source == PERSON else f"bot: {player.source}"
    if what == "edition":
        return "Edition", form.edition
    if what == "expansion":
        return expansion(which).name, "yes" if which in form.expansions else "no"
    if what == "length":
        rounds = form.data.short_rounds if form.short else form.data.rounds
        return "Rounds", str(len(rounds))
    if what == "house":
        rule = form.rule(which)
        return rule.title, rule.called(dict(form.house)[which])
    return "Seed", str(form.seed)


def about(form: Form, name: str, keys: Keys) -> str:
    """What a field is about."""
    what, _, which = name.partition(" ")
    if what == "count":
        brought = form.data.parts_of(form.count, dict(form.house))
        numbers = sorted(form.data.ranks)
        return " ".join(
            [f"{numbers[0]} to {numbers[-1]} play.", *(expansion(p).description for p in brought)]
        )
    if what == "edition":
        return form.data.description
    if what == "expansion":
        joined = (one for one in joining(form.expansions) if which in one.joins)
        return " ".join(one.description for one in (expansion(which), *joined))
    if what == "house":
        return form.rule(which).text
    return {
        "player": "Who plays this colour: a person at this keyboard, or a bot.",
        "length": "Nine rounds, or six for a shorter game; scorings stay three.",
        "seed": keys.say("The same seed deals the same game. {new.name} types one."),
    }[what]


KEYS = (
    "{new.up,new.down,new.left,new.right|arrows} change   "
    "{new.name} name or seed   {new.colour} colour   {new.rules} its rules   "
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
        Binding("R", "rules", "the rules of it", show=False, id="new.rules"),
        Binding("enter", "start", "start", show=False, id="new.start"),
    ]

    title_text = "New game"
    hint = "{new.start} starts, {dialog.close} goes back"

    def __init__(self, glyphs: Glyphs, bots: tuple[str, ...], seed: int | None = None) -> None:
        super().__init__()
        self._glyphs = glyphs
        self.form = Form.start(bots, fresh_seed() if seed is None else seed)
        self.cursor = 0

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
            lambda width, height: rows(self.form, self.cursor, self._glyphs, width, height)
        )
        self.query_one("#help", Painted).draw_with(self._help)

    def _help(self, width: int, height: int) -> list[Row]:
        """A problem, or what the row under the cursor is about, and the keys."""
        problem = self.form.problem
        text = problem or about(self.form, self.form.fields()[self.cursor], self.keys)
        ink = ALERT if problem else PLAIN
        said = [pad([Run(line, ink)], width) for line in wrap(text, width)]
        start = keyed(self.keys.name("new.start"), "start", "start")
        keys = [Run(self.keys.say(KEYS), DIM), *start]
        return [*said[: height - 1], pad(keys, width)]

    def action_step(self, by: int) -> None:
        """Goes to another row."""
        self.cursor = (self.cursor + by) % len(self.form.fields())
        self._draw()

    def action_change(self, way: int) -> None:
        """Steps through the values of the row."""
        self.form = self.form.changed(self.form.fields()[self.cursor], way)
        self._draw()

    def action_colour(self) -> None:
        """Gives the player of the row another colour."""
        what, _, which = self.form.fields()[self.cursor].partition(" ")
        if what == "player":
            self.form = self.form.recoloured(int(which))
            self._draw()

    def action_rules(self) -> None:
        """What there is to read about the game as it stands in the form."""
        if self.form.problem:
            self.app.bell()
            return
        book = reference(self.form.setup())
        self.app.push_screen(RulesScreen(self._glyphs, book))

    def action_edit(self) -> None:
        """Types a name or a seed."""
        what, _, which = self.form.fields()[self.cursor].partition(" ")
        if what not in {"player", "seed"}:
            return
        line = self.query_one(Input)
        line.value = self.form.players[int(which)].name if what == "player" else ""
        kind = "name" if what == "player" else "number"
        line.placeholder = self.keys.say(
            f"type a {kind}; Enter keeps it, {{dialog.close}} does not"
        )
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
        """Starts, unless something is wrong, which the lines below say."""
        if self.form.problem:
            self.app.bell()
            return
        self.dismiss(self.form.setup())

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on a row: its name, colour or value."""
        what, _, which = message.hit.partition(" ")
        if what == "start":
            self.action_start()
            return
        self.cursor = int(which)
        if what in {"less", "more"}:
            self.action_change(-1 if what == "less" else 1)
        elif what == "colour":
            self.action_colour()
        elif what == "name":
            self._draw()
            self.action_edit()
        else:
            self._draw()
