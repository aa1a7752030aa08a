"""The form of a game on a server: for whom each seat is, its clock, who may find it. No seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from elgrande.app.dialogs.form_dialog import FormField, TypedText, one_of
from elgrande.app.dialogs.play_on import plays
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.screens.new_game_screen import FormScreen
from elgrande.app.screens.setup_form import FIELDS, SetupForm
from elgrande.app.settings.bindings import Keys
from elgrande.bots import registry
from elgrande.content.clean import clean
from elgrande.content.expansion import in_order
from elgrande.content.setup import PERSON, Player, Setup
from elgrande.lobby import GameWish, SeatWish
from elgrande.lobby.records import (
    ANYBODY,
    BEGINNINGS,
    CLOCKS,
    EMPTY,
    INVITED,
    LISTED,
    LONGEST_TITLE,
    ME,
    SEATS,
    TALKS,
    UNDOES,
    WITHOUT_ME,
    OptionText,
)

NOBODY = "type a name"
UNNAMED = "Somebody is invited without a name: type it in that row."


@dataclass(frozen=True)
class ServedForm(SetupForm):
    """What has been filled in. A player's name is that of who is invited, else the colour's."""

    served: GameWish = EMPTY
    """Name, clock and whatever else no other form has; the rest of it stands in the rows."""

    @classmethod
    def fresh(cls, bots: tuple[str, ...], bot_says: Callable[[str], str]) -> Self:
        """Return the form for one person who waits for three."""
        form = cls.start(bots, 0, (), bot_says)
        players = (replace(p, source=ANYBODY if i else ME) for i, p in enumerate(form.players))
        return replace(form, players=tuple(players))

    def wished(self, wish: GameWish) -> Self:
        """Return the form as it was filled in for a game that can still be changed."""
        form = self.with_edition(wish.edition)
        labels = form.data.labels
        players = [
            Player(seat.colour, seat.name or labels[seat.colour].name, seat.who)
            for seat in wish.seats
        ]
        taken = {player.colour for player in players}
        players += [player for player in form.players if player.colour not in taken]
        return replace(
            form, players=tuple(players), count=len(wish.seats), short=wish.short,
            expansions=wish.expansions, served=wish,
            house={key: wish.house.get(key, old) for key, old in form.house.items()},
        )  # fmt: skip

    @property
    def sources(self) -> tuple[str, ...]:
        return (*SEATS, *self.bots)

    @property
    def house_rows(self) -> list[str]:
        # A table of several people is fair anyway, so its own rule of undoing says nothing.
        return [row for row in super().house_rows if row != "house undo"]

    def fields(self) -> list[str]:
        rows = [row for row in super().fields() if row not in ("seed", "deck")]
        return ["title", *rows, "clock", "undo", "listed", "talk", "begins"]

    def field(self, name: str) -> FormField:
        what, _, which = name.partition(" ")
        return SERVED[what](self, which)

    def label(self, player: Player) -> str:
        """Return what the colour of a player is called."""
        return self.data.labels[player.colour].name

    def unnamed(self, player: Player) -> bool:
        """Say whether somebody is invited whose name is missing."""
        return player.source == INVITED and player.name == self.label(player)

    def setup(self) -> Setup:
        """Return a Setup of the same rules with nobody in particular; ContentError if it cannot
        be played.
        """
        players = (
            Player(p.colour, self.label(p), p.source if p.source in self.bots else PERSON)
            for p in self.players
        )
        return SetupForm.setup(replace(self, players=tuple(players)))

    @property
    def problem(self) -> str:
        playing = self.players[: self.count]
        if not any(player.source == ME for player in playing):
            return WITHOUT_ME
        if any(map(self.unnamed, playing)):
            return UNNAMED
        return super().problem

    def wish(self) -> GameWish:
        """Return what is wished for (ContentError)."""
        seats = tuple(
            SeatWish(p.colour, p.source, p.name if p.source == INVITED else "")
            for p in self.players[: self.count]
        )
        return replace(
            self.served, edition=self.edition, seats=seats, short=self.short,
            expansions=in_order(self.expansions), house=self.ruling(),
        )  # fmt: skip

    def serving(self, **values: Any) -> Self:
        """Return the form with another name, clock or whatever else no other form has."""
        return replace(self, served=replace(self.served, **values))

    def named(self, index: int, text: str) -> Self:
        name = clean(text)
        return self._player(index, name=name, source=INVITED) if name else self


# -- rows ----------------------------------------------------------------------------------


def _title(form: ServedForm, _which: str) -> FormField:
    def about(keys: Keys) -> str:
        return keys.say(
            "What the game is called in the lobby: {new.name} types a name. Without one it is "
            "called after a town."
        )

    name = form.served.name
    typed = TypedText(name, lambda text: form.serving(name=clean(text, LONGEST_TITLE)))
    return FormField("Name", name or "after a town", about, typed=typed)


def _seat(form: ServedForm, which: str) -> FormField:
    index = int(which)
    player = form.players[index]

    def called(source: str) -> str:
        if source not in SEATS:
            return plays(source)
        name = NOBODY if form.unnamed(replace(player, source=INVITED)) else player.name
        return SEATS[source].row.format(name=name)

    def says(source: str) -> str:
        if source not in SEATS:
            return f"A bot plays this colour. {form.bot_says(source)}".rstrip()
        return SEATS[source].means

    def about(keys: Keys) -> str:
        typed = keys.say(" {new.name} types the name of a person.")
        return says(player.source) + (typed if player.source in SEATS else "")

    invited = player.name if player.source == INVITED and not form.unnamed(player) else ""
    return one_of(
        form.label(player), player.source, form.sources,
        lambda source: form._player(index, source=source), says, called, about,
        TypedText(invited, lambda text: form.named(index, text)), player.colour,
    )  # fmt: skip


def _option(
    label: str, field: str, texts: Mapping[Any, OptionText]
) -> Callable[[ServedForm, str], FormField]:
    """Return how the row of something that no other form has is made."""
    return lambda form, _which: one_of(
        label, getattr(form.served, field), [*texts], lambda value: form.serving(**{field: value}),
        lambda value: texts[value].means, lambda value: texts[value].row,
    )  # fmt: skip


SERVED: dict[str, Callable[[Any, str], FormField]] = {
    **FIELDS,
    "title": _title,
    "player": _seat,
    "clock": _option("Clock", "clock", CLOCKS),
    "undo": _option("Undo", "undoes", UNDOES),
    "listed": _option("Listed", "listed", LISTED),
    "talk": _option("Talk", "talk", TALKS),
    "begins": _option("Begins", "begins", BEGINNINGS),
}
"""How each kind of row is made, by the first word of its name."""


# -- the screen ------------------------------------------------------------------------

KEYS = (
    "{form.up,form.down,form.left,form.right|arrows} change   "
    "{new.name} name   {new.colour} colour   {new.rules} rules   "
)


@dataclass
class Filled:
    """What was filled in last, for as long as the session lasts."""

    form: ServedForm | None = None


class MakeGameScreen(FormScreen[GameWish, ServedForm]):
    """Returns the game that is wished for; Esc goes back, and what is filled in is kept."""

    hint = "{form.explain} explains, {form.start} goes on; {dialog.close} goes back"
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
        return ServedForm.fresh(registry.names(), bot_says)

    def keep(self) -> None:
        if not self._edits:
            self._filled.form = self.form

    def finish(self) -> None:
        self.keep()
        self.dismiss(self.form.wish())
