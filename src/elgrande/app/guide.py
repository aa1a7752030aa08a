"""Names for everything of one game: what panes ask when they need a word.

The rules know indices and ids, the content knows labels; a Guide holds both with
the players' names, and nothing that changes in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.glyphs import letter
from elgrande.app.ink import cells
from elgrande.content.shown import shown
from elgrande.content.sight import closed
from elgrande.content.words import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.content.deck import CardInfo
    from elgrande.content.edition import Label
    from elgrande.content.setup import Player, Setup
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
        """`unveiled` is for a game that is over and looked at with everybody's eyes at once."""
        self.setup = setup
        self.rules = rules
        self.players = tuple(players or setup.players)
        self.glyphs = glyphs
        self._labels = setup.content.labels
        self._cards = setup.content.cards
        self.names = Names(rules, [p.name for p in self.players], self._labels, self._cards)
        self.shown = shown(rules)
        """What the expansions of the game show."""
        self._seats = range(rules.n)
        self._unveiled = unveiled
        self._places = {place: self._target_of(place) for place in rules.places}

    @property
    def veiled(self) -> bool:
        """Whether the Castillo must not be looked into, nor counted by way of the provinces."""
        return self.rules.veiled and not self._unveiled

    def shows(self, place: int) -> bool:
        """Whether the caballeros at a place may be counted by whoever sees the screen."""
        return self._unveiled or place not in closed(self.rules)

    def player(self, seat: int) -> str:
        """A seat's name, already cleaned by the Setup."""
        return self.names.seat(seat)

    def called(self, seat: int, room: int) -> str:
        """A seat's name if it fits `room` cells, else a short form; never a name cut anywhere.

        The short forms are the name's first word where nobody else's begins with it,
        the colour, and the colour's letter.
        """
        firsts = [self.player(other).split(maxsplit=1)[0].casefold() for other in self._seats]
        forms = [self.player(seat)]
        if firsts.count(firsts[seat]) == 1:
            forms.append(forms[0].split(maxsplit=1)[0])
        forms.append(self.colour(seat).title())
        return next((form for form in forms if cells(form) <= room), letter(self.colour(seat)))

    def colour(self, seat: int) -> str:
        """A seat's colour id."""
        return self.rules.colours[seat]

    def label(self, name: str) -> Label | None:
        """What an id is called, if the content says."""
        return self._labels.get(name)

    def name(self, name: str) -> str:
        """An id for people: its label, or itself with capitals."""
        label = self._labels.get(name)
        return label.name if label else name.replace("-", " ").title()

    def forms(self, name: str) -> tuple[str, ...]:
        """Names of an id from the longest to the shortest."""
        full = self.name(name)
        label = self._labels.get(name)
        short = label.short if label and label.short else full[:4]
        # "Basque" says more than "Basq", while "Old" would say nothing.
        first = full.split(maxsplit=1)[0]
        middle = (first,) if len(short) < len(first) < len(full) and len(first) > 4 else ()
        return tuple(dict.fromkeys((full, *middle, short)))

    def key(self, target: str) -> str:
        """The key of a region or the Castillo: the content's, else its number."""
        label = self._labels.get(target)
        if label and label.key:
            return label.key
        if target in self.rules.targets:
            number = self.rules.targets.index(target) + 1
            return str(number) if number < 10 else ""
        return ""

    def target_of(self, place: str) -> str:
        """The region or Castillo that a place belongs to; empty for the court and the like."""
        return self._places.get(place) or (place if place in self.rules.targets else "")

    def _target_of(self, place: str) -> str:
        rules = self.rules
        region = rules.place_region[rules.place_index[place]]
        if region >= 0:
            return rules.regions[region]
        return place if place in rules.targets else ""

    def card(self, card: int) -> CardInfo | None:
        """What is said of an action card."""
        return self._cards.get(self.rules.cards[card].id)

    def card_name(self, card: int) -> str:
        """A card's heading."""
        info = self.card(card)
        return info.name if info else self.rules.cards[card].id
