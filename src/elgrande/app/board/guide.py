"""Names for everything of one game: what panes ask when they need a word.

The rules know indices and ids, the content knows labels; a Guide holds both with
the players' names, and nothing that changes in play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from elgrande.app.panes.glyphs import Glyphs, letter
from elgrande.app.panes.text_runs import Run, cells, piece
from elgrande.content.deck import CardInfo
from elgrande.content.expansion import display_of
from elgrande.content.map.chart import Chart
from elgrande.content.map.charts import called, charts, forms, region_keys
from elgrande.content.setup import PERSON, Player, Setup
from elgrande.content.veil import closed
from elgrande.content.words import GameNames
from elgrande.rules import Ruleset


class Guide:
    """The names in one game, from its Setup and Ruleset, and the signs to draw with."""

    def __init__(
        self,
        setup: Setup,
        rules: Ruleset,
        glyphs: Glyphs,
        players: Sequence[Player] = (),
        *,
        unveiled: bool = False,
    ) -> None:
        """``unveiled`` is for a game that is over."""
        self.setup = setup
        self.rules = rules
        self.players = tuple(players or setup.players)
        self.glyphs = glyphs
        self._labels = setup.content.labels
        self._cards = setup.content.cards
        self.names = GameNames(rules, [p.name for p in self.players], self._labels, self._cards)
        self.display = display_of(rules)
        """What the expansions of the game show."""
        if signs := self.display.signs:
            own = {kind: glyphs.sign(sign) for kind, sign in signs.items()}
            self.glyphs = replace(glyphs, pieces={**glyphs.pieces, **own})
        self._seats = range(rules.n_seats)
        self.unveiled = unveiled
        self._places = {place: self._target_of(place) for place in rules.places}

    @property
    def veiled(self) -> bool:
        """Whether the Castillo must not be looked into, nor counted by way of the provinces."""
        return self.rules.veiled and not self.unveiled

    def shows(self, place: int) -> bool:
        """Whether the caballeros at a place may be counted by whoever sees the screen."""
        return self.unveiled or place not in closed(self.rules)

    def player(self, seat: int) -> str:
        """Return a seat's name, already cleaned by the Setup."""
        return self.names.seat(seat)

    def stack_key(self, stack: int) -> str:
        """Return the key of a stack, by its index: they are counted on from the first's number."""
        number = self.rules.stacks[0] + stack
        return str(number) if number < 10 else ""

    def called(self, seat: int, room: int) -> str:
        """Return a seat's name if it fits ``room`` cells, else a short form.

        The short forms are the name's first word and its beginning, ``Leo.``, where nobody else's
        begins with it and no colour is called so, the colour, and the colour's letter.
        """
        names = [self.player(other).casefold() for other in self._seats]
        word = self.player(seat).split(maxsplit=1)[0]
        starts = [word, *(word[:size] for size in range(len(word) - 2, 1, -1))]
        alone = [
            one for one in starts if sum(name.startswith(one.casefold()) for name in names) == 1
            and one.casefold() not in self.rules.colours and (one == word or one[-1].isalpha())
        ]  # fmt: skip
        forms = [self.player(seat), *(one + "." * (one != word) for one in alone)]
        forms.append(self.colour(seat).title())
        return next((form for form in forms if cells(form) <= room), letter(self.colour(seat)))

    def seated(self, seat: int, room: int) -> str:
        """Return a seat's name, with how strong the bot is that plays it where there is room.

        Who is called after a colour has nobody behind it that one would take for a person.
        """
        player = self.players[seat]
        told = f"{player.name}, {player.source}"
        bot = player.source != PERSON and player.name != self._labels[player.colour].name
        return told if bot and cells(told) <= room else self.called(seat, room)

    def colour(self, seat: int) -> str:
        """Return a seat's colour id."""
        return self.rules.colours[seat]

    def sign(self, kind: int, hit: str = "") -> Run:
        """Return the shape of a kind of pieces in its colour; a seat is the kind of its own."""
        colour = self.rules.kinds[kind]
        return Run(self.glyphs.piece(colour), piece(colour), hit)

    def name(self, name: str) -> str:
        """Return an id for people: its label, or itself with capitals."""
        return called(self._labels, name)

    def forms(self, name: str) -> tuple[str, ...]:
        """Names of an id from the longest to the shortest."""
        return forms(self._labels, name)

    @cached_property
    def charts(self) -> Mapping[str, Chart]:
        """The drawings of the map by size."""
        return charts(self.rules)

    def key(self, target: str) -> str:
        """Return the key of a region or the Castillo: the content's, its number, or a letter."""
        return self._keys.get(target, "")

    @cached_property
    def _keys(self) -> dict[str, str]:
        """The key of every target."""
        return region_keys(self.rules, self._labels)

    def target_of(self, place: str) -> str:
        """Return the region or Castillo that a place belongs to;
        empty for the court and the like.
        """
        return self._places.get(place) or (place if place in self.rules.targets else "")

    def _target_of(self, place: str) -> str:
        rules = self.rules
        region = rules.place_region[rules.place_index[place]]
        if region >= 0:
            return rules.regions[region]
        return place if place in rules.targets else ""

    def card(self, card: int) -> CardInfo | None:
        """Return what is said of an action card."""
        return self._cards.get(self.rules.cards[card].id)

    def card_name(self, card: int) -> str:
        """Return the label that names a card."""
        info = self.card(card)
        return info.short if info else self.rules.cards[card].id

    def card_heading(self, card: int) -> str:
        """Return what stands above a card's text: its label, then its printed title."""
        info = self.card(card)
        return info.heading if info else self.rules.cards[card].id
