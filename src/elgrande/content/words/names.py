"""What everything is called: players, places, cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import TypeAlias

from elgrande.content.deck import CardInfo
from elgrande.content.edition import Edition, Label, edition
from elgrande.content.expansion import display_of, expansion
from elgrande.content.files import ContentError
from elgrande.rules import Position, Ruleset
from elgrande.rules.steps.round import running
from elgrande.rules.wording import MINUS as MINUS
from elgrande.rules.wording import caballeros as caballeros
from elgrande.rules.wording import counted as counted
from elgrande.rules.wording import figure as figure
from elgrande.rules.wording import last_round as last_round
from elgrande.rules.wording import listed as listed
from elgrande.rules.wording import points as points

Called: TypeAlias = "GameNames | Sequence[str] | None"
"""How a caller may give names: a GameNames, one for each seat, or the colours' own."""

# These have an article where nobody gave them a name; else it is the label's.
_THE = ("castillo", "court", "province")
_NUMBERED = re.compile(r"\d-\d\d")
"""The ids of cards that are numbers: the stack, then the card."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class GameNames:
    """The names of one game, for people: what ``rules.wording.Names`` asks for, and more.

    ``seats`` are the players' names, by default their colours'. Regions, cards
    and colours are called as the edition has it, and as ``labels`` and ``cards``
    say beyond that; without them as the expansions in play call them. What nobody named
    is called by its id.
    """

    def __init__(
        self,
        rules: Ruleset,
        seats: Sequence[str] | None = None,
        labels: Mapping[str, Label] | None = None,
        cards: Mapping[str, CardInfo] | None = None,
    ) -> None:
        self.rules = rules
        known = _edition(rules.edition)
        if labels is None and cards is None:
            labels, cards = _brought(rules)
        self._labels = dict(known.labels) if known else {}
        self._labels.update(labels or {})
        self._cards = _alike(rules, known.cards) if known else {}
        self._cards.update(cards or {})
        pairs = zip_longest(rules.colours, seats or ())
        self._seats = [name or self.plain(colour) for colour, name in pairs]

    # -- by id -------------------------------------------------------------

    def plain(self, name: str) -> str:
        """Return what an id is called, without an article: ``Old Castile``."""
        label = self._labels.get(name)
        if label is not None:
            return f"{label.name} {self.who(label.whose)}" if label.whose else label.name
        return name if name in _THE else name.replace("-", " ").title()

    def the(self, name: str) -> str:
        """Return what a place is called within a sentence: ``the Castillo``, ``Galicia``."""
        label = self._labels.get(name)
        if label is not None and label.within:
            return label.within
        article = label.the if label is not None else name in _THE
        return f"the {self.plain(name)}" if article else self.plain(name)

    def at(self, name: str) -> str:
        """Return where whatever is in a place is: ``in Galicia``, ``on the Ship``."""
        label = self._labels.get(name)
        here = f"{'on' if label is not None and label.aboard else 'in'} {self.the(name)}"
        where = label.where if label is not None else ""
        return f"{where} {self.who(label.whose)}" if label and label.whose else where or here

    def who(self, kind: str) -> str:
        """Return whose a kind is: the player's name, the owner's, or the neutral kind's."""
        rules = self.rules
        if kind in rules.colours:
            return self._seats[rules.colours.index(kind)]
        if kind not in rules.kinds:
            return self.plain(kind)
        index = rules.kinds.index(kind)
        called, owner = self.plain(rules.kind_called[index]), rules.kind_owner[index]
        if owner >= 0 and called.startswith(f"{self.plain(rules.colours[owner])} "):
            # Red with a load is the player with that load.
            return self._seats[owner] + called.removeprefix(self.plain(rules.colours[owner]))
        return called

    def card_id(self, name: str) -> str:
        """Return how a card is named in a line: number and short form, ``2-05 (Others lose 3)``.

        One whose id is no number that people see has its heading instead, alone where the short
        form begins as that does.
        """
        info = self._cards.get(name)
        if info is None:
            return name
        called = name if is_number(name) else info.name
        alike = called.split()[:1] == info.short.split()[:1]
        return called if alike else f"{called} ({info.short})"

    def short(self, name: str) -> str:
        """Return a card's short form, or its id."""
        info = self._cards.get(name)
        return info.short if info is not None else name

    def text(self, name: str) -> str:
        """Return what a card says, by its id; nothing of a card that nobody tells us of."""
        info = self._cards.get(name)
        return info.text if info is not None else ""

    def known_as(self, word: str) -> tuple[str, ...]:
        """Return what people may call a word of the notation: first as the screen shows it."""
        rules = self.rules
        if word in rules.mobile_names:
            return self.board(word), slashed(self._printed(word)), word
        if word in rules.kinds:
            return self.who(word), self.plain(word), word
        if word in self._cards and not is_number(word):
            return tuple(dict.fromkeys((self._cards[word].name, self._cards[word].short)))
        label = self._labels.get(word)
        if word not in rules.places and word not in rules.targets and word not in rules.nodes:
            return (label.name, word) if label else (word,)
        more = [label.short] if label and label.short else []
        for also in label.also if label else ():
            more += also, f"the {also}"
        return self.plain(word), f"the {self.plain(word)}", word, word.replace("-", " "), *more

    @property
    def mentioned(self) -> Iterator[str]:
        """All that the game's labels, cards and commands say, bit by bit."""
        for label in self._labels.values():
            yield from (label.name, label.short, label.within)
        for info in self._cards.values():
            yield from (info.name, info.short)
        yield from (text.replace("-", " ") for text in self.rules.vocabulary.texts)

    @property
    def provinces(self) -> str:
        """What the reserve is called within a sentence: ``the provinces``, ``the province``."""
        return self.the("province")

    @property
    def scoreboard(self) -> str:
        """What a board that covers printed values is called: ``scoring tile``."""
        return self.plain("scoreboard").lower()

    @property
    def power(self) -> str:
        """What a card that is played from the hand is called: ``power card``."""
        label = self._labels.get("power")
        return label.name if label is not None else "power card"

    def values(self, values: Sequence[int]) -> str:
        """Return a scoreboard's values, as far as this game pays any: ``5/3``, where three play."""
        return slashed(values[: self.rules.ranks])

    def board(self, name: str) -> str:
        """Return how a mobile scoreboard is named: by its values, ``8/4/0``, as ``values`` says."""
        return self.values(self._printed(name))

    def _printed(self, board: str) -> Sequence[int]:
        return self.rules.mobile_values[self.rules.mobile_names.index(board)]

    def stack(self, stack: int) -> str:
        """Return what a stack is called: its number, or those that were shuffled into it: ``2/3``.

        A card that nobody tells us of stands for its stack.
        """
        numbers = {
            self._cards[card.id].card.stack if card.id in self._cards else stack
            for card in self.rules.cards
            if card.stack == stack
        }
        return "/".join(map(str, sorted(numbers or {stack})))

    # -- by index ----------------------------------------------------------

    def seat(self, seat: int) -> str:
        """Return a player's name."""
        return self._seats[seat]

    def owner(self, kind: int) -> str:
        """Return whose a kind's caballeros are."""
        return self.who(self.rules.kinds[kind])

    def whom(self, kind: int) -> str:
        """Return the same within a sentence: ``Anna``, or ``the`` somebody who has no seat."""
        owner, rules = self.owner(kind), self.rules
        if kind < rules.n_seats or rules.kind_called[kind] == rules.kinds[kind]:
            return owner
        return f"the {owner.lower().removeprefix('the ')}"

    def place(self, place: int) -> str:
        """Return a place within a sentence."""
        return self.the(self.rules.places[place])

    def hand_card(self, bit: int) -> str:
        """Return what a card that hands may hold is called, by its bit."""
        rules = self.rules
        return self.plain(rules.hand_names[rules.hand_bits.index(bit)])

    def region(self, region: int) -> str:
        """Return a region within a sentence."""
        return self.the(self.rules.regions[region])

    def target(self, target: int) -> str:
        """Return something with a scoreboard within a sentence."""
        return self.the(self.rules.targets[target])

    def node(self, node: int) -> str:
        """Return a King's seat within a sentence."""
        return self.the(self.rules.nodes[node])

    def title(self, card: int) -> str:
        """Return a card's heading."""
        name = self.rules.cards[card].id
        info = self._cards.get(name)
        return info.name if info is not None else name

    def card(self, card: int) -> str:
        """Return a card within a sentence: ``card 2-05 (Others lose 3)``."""
        name = self.rules.cards[card].id
        numbered = name not in self._cards or is_number(name)
        return f"{'card' if numbered else 'the card'} {self.card_id(name)}"

    # -- in a position -----------------------------------------------------

    def lies_for(self, position: Position, number: int) -> str:
        """Return for whom without a seat a power card of this number lies there, or nothing."""
        for turn in display_of(self.rules).turns(position):
            if turn.kind >= self.rules.n_seats and turn.number == number:
                return self.whom(turn.kind)
        return ""


def _edition(name: str) -> Edition | None:
    """Return the edition of that name; None for a Ruleset that somebody made by hand."""
    try:
        return edition(name)
    except ContentError:
        return None


def _brought(rules: Ruleset) -> tuple[dict[str, Label], dict[str, CardInfo]]:
    """Return the labels and the cards of the expansions that are in play."""
    labels: dict[str, Label] = {}
    cards: dict[str, CardInfo] = {}
    for name in rules.in_play:
        one = expansion(name)
        labels.update(one.labels)
        cards.update(_alike(rules, one.cards))
    return labels, cards


def _alike(rules: Ruleset, cards: Sequence[CardInfo]) -> dict[str, CardInfo]:
    """Return by id those of these cards that do in this game what we say of them, as said in it.

    A deck of somebody's own may use their ids for cards that do something else.
    """
    played = {card.id: (card.effect, card.params) for card in rules.cards}
    return {
        info.card.id: info.in_game(rules.options, rules.in_play)
        for info in cards
        if played.get(info.card.id, ()) == (info.card.effect, info.card.params)
    }


def is_number(name: str) -> bool:
    """Say whether the id of a card is a number that people see on it: ``2-05``."""
    return _NUMBERED.fullmatch(name) is not None


@lru_cache(maxsize=32)
def _kept(rules: Ruleset, seats: tuple[str, ...]) -> GameNames:
    return GameNames(rules, seats)


def named(rules: Ruleset, names: Called) -> GameNames:
    """Return the names that a caller gave, in whichever form."""
    return names if isinstance(names, GameNames) else _kept(rules, tuple(names or ()))


def short_game(rounds: Sequence[int]) -> str:
    """Return which rounds a game plays, as a sentence; empty where it leaves none out."""
    if tuple(rounds) == tuple(range(1, len(rounds) + 1)):
        return ""
    played = listed([str(number) for number in rounds])
    return f"This is a short game: it begins with round {rounds[0]} and plays rounds {played}."


def round_name(number: int, first: int = 0) -> str:
    """Return a round in words, as the track numbers it; before the first one, that it is before.

    ``first`` is the number of that one, 0 where nobody knows it.
    """
    before = f"round {first}" if first else "the first round"
    return f"round {number}" if number else f"before {before}"


def near_king(position: Position, n: GameNames) -> str:
    """Return where courts place caballeros while the King is in no region."""
    rules, found = position.rules, position.rules.neighbours(position)
    every = len(found) == len(rules.regions)
    near = ["every region"] if every else [n.region(region) for region in found]
    inside = [] if position.is_taboo(rules.castillo) else [n.target(rules.castillo_target)]
    return listed([*near, *inside])


def coming_scoring(position: Position) -> str:
    """Return what the general scoring is called that is going on, or else comes next."""
    now = running(position, "general_scoring") >= 0
    return "this general scoring" if now else "the next general scoring"


def ordinal(number: int) -> str:
    """Return a rank in words: ``first``; numbers that no game reaches end in ``th``."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def slashed(values: Sequence[int]) -> str:
    """Return a scoreboard's values as they are printed: ``8/4/0``."""
    return "/".join(map(str, values))


def capital(text: str) -> str:
    """Return text with a capital first."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return text as a sentence: a capital first, one mark at its end."""
    text = text.strip()
    return f"{capital(text)}{'' if text[-1:] in '.!?' else '.'}"
