"""What steps and verbs need to speak to people, without knowing what anything is called.

A step says what it waits for (``Step.prompt``), what an answer means where that depends
on the moment (``Step.label``) and why a command is refused (``Step.refusal``); a verb says
what it means in general (``Verb.label``). What players, places and cards are called
depends on the edition and the table: ``Names`` is what a step may ask for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from elgrande.rules.parts import GAME, LASTS

if TYPE_CHECKING:
    from elgrande.rules.commands import Decision, Verb
    from elgrande.rules.position import Position
    from elgrande.rules.ruleset import Ruleset

Words: TypeAlias = Sequence[str]
"""The words of an answer's notation."""
MINUS = "\N{MINUS SIGN}"


class Names(Protocol):
    """What everything is called in one game, within a sentence."""

    @property
    def rules(self) -> Ruleset:
        """The game's rules."""

    @property
    def provinces(self) -> str:
        """What the reserve is called: ``the provinces``."""

    @property
    def scoreboard(self) -> str:
        """What a board that covers printed values is called: ``scoring tile``."""

    def plain(self, name: str, /) -> str:
        """Return what an id is called, without an article: ``Old Castile``."""

    def the(self, name: str, /) -> str:
        """Return what the id of a place is called: ``the Castillo``, ``Galicia``."""

    def at(self, name: str, /) -> str:
        """Return where whatever is in a place is, by its id: ``in Galicia``, ``on the Ship``."""

    def who(self, kind: str, /) -> str:
        """Return whose a kind is, by its id: the player's name, or the neutral kind's."""

    def short(self, name: str, /) -> str:
        """Return an action card's short form, by its id."""

    def text(self, name: str, /) -> str:
        """Return what an action card says, by its id."""

    def card_id(self, name: str, /) -> str:
        """Return an action card's number and short form, by its id: ``2-05 (Others lose 3)``."""

    def board(self, name: str, /) -> str:
        """Return how a mobile scoreboard is named, by its id: by its values."""

    def seat(self, seat: int, /) -> str:
        """Return a player's name."""

    def owner(self, kind: int, /) -> str:
        """Return whose a kind is, as ``who`` does."""

    def whom(self, kind: int, /) -> str:
        """Return the same, with an article for somebody who has no seat."""

    def place(self, place: int, /) -> str:
        """Return what a place is called."""

    def region(self, region: int, /) -> str:
        """Return what a region is called."""

    def target(self, target: int, /) -> str:
        """Return what something with a scoreboard is called."""

    def node(self, node: int, /) -> str:
        """Return what a King's seat is called."""

    def card(self, card: int, /) -> str:
        """Return an action card within a sentence: ``card 2-05 (Others lose 3)``."""

    def title(self, card: int, /) -> str:
        """Return an action card's heading: ``Turn over``."""

    def hand_card(self, bit: int, /) -> str:
        """Return what a card that hands may hold is called, by its bit."""

    @property
    def power(self) -> str:
        """What a card is called that is played from the hand: ``power card``."""

    def lies_for(self, position: Position, number: int, /) -> str:
        """Return for whom without a seat a power card of this number lies there, or nothing."""


# -- labels ------------------------------------------------------------------


FIELDS: dict[str, Callable[[str, Names], str]] = {
    **dict.fromkeys(("place", "region", "target", "home", "node"), lambda word, n: n.the(word)),
    "at": lambda word, n: n.at(word),
    **dict.fromkeys(("kind", "seat"), lambda word, n: n.who(word)),
    "caballero": lambda word, n: one_by_id(word, n),
    **dict.fromkeys(("piece", "hand", "extra"), lambda word, n: n.plain(word)),
    **dict.fromkeys(("option", "value"), lambda word, n: word),
    "card": lambda word, n: n.card_id(word),
    "mobile": lambda word, n: n.board(word),
    "number": lambda word, n: word if int(word) else "none",
    "brings": lambda word, n: str(n.rules.power_numbers[int(word)] or "none"),
}
"""The fields of labels, and how each says its word.

They are the domains, but ``at`` says of a place that somebody is in it, ``piece`` calls a kind by
its own name instead of its owner's, ``caballero`` says one of a kind, and ``brings`` says what a
power card of this value brings.
"""
_DOMAINS = {"at": "place", "piece": "kind", "caballero": "kind", "brings": "value"}
_FIELD = re.compile(r"\{(\w+)\}")


def stray(verb: Verb) -> str:
    """Return the first field of a verb's label for which the verb has no word; "" for none."""
    fields: list[str] = _FIELD.findall(verb.label) if isinstance(verb.label, str) else []
    for field in fields:
        domain = _DOMAINS.get(field, field)
        if field not in FIELDS or fields.count(field) > verb.domains.count(domain):
            return field
    return ""


def said(verb: Verb, words: Words, n: Names, seat: int = -1) -> str:
    """Return a verb's label with the words that follow it put in; "" if it has none.

    ``fetch from {place}`` becomes ``fetch from Galicia``. A field that comes twice
    takes one word of its domain after the other. What belongs to the ``seat`` that reads it
    is *yours*.
    """
    if not isinstance(verb.label, str):
        return verb.label(words, n)
    left: dict[str, int] = {}

    def fill(match: re.Match[str]) -> str:
        field = match[1]
        at = verb.domains.index(_DOMAINS.get(field, field), left.get(field, 0))
        left[field] = at + 1
        if field == "caballero" and seat >= 0:
            return one_of(n.rules.kinds.index(words[at]), n, seat)
        return FIELDS[field](words[at], n)

    return _FIELD.sub(fill, verb.label)


def label(code: int, n: Names, seat: int = -1) -> str:
    """Return the label of an answer where nothing is known of the moment, but perhaps its ``seat``.

    A verb without a label is shown as its notation.
    """
    vocabulary = n.rules.vocabulary
    verb, *words = vocabulary.texts[code].split()
    return said(vocabulary.declared[verb], words, n, seat) or vocabulary.texts[code]


# -- sentences with fields ---------------------------------------------------

_SENTENCE_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
YOUR, YOURS = "\ue000", "\ue001"
"""In a prompt: ``your`` to whoever is asked, ``their`` to those who wait (``wanted``).

Signs that no name can have (``content.clean``): a player may be called ``{your}``.
"""
_YOURS = {"{your}": YOUR, "{yours}": YOURS}
_TO = ({YOUR: "their", YOURS: "theirs"}, {YOUR: "your", YOURS: "yours"})


def filled(text: str, fields: object, n: Names) -> str:
    """Return a sentence with the fields of an event or a frame put in.

    ``{seat} names {region}`` asks the Names for both, by the methods of those names;
    ``{source:node}`` says the field ``source`` as ``Names.node`` does, ``{left:up_to}`` a number as
    one of ``NUMBERS`` does. A number of another name stands as it is, and what is no field is
    asked of the Names themselves: ``{provinces}``. ``{your}`` and ``{yours}`` become signs
    for ``wanted``.
    """

    def fill(match: re.Match[str]) -> str:
        name, how = match[1], match[2] or match[1]
        if match[0] in _YOURS:
            return _YOURS[match[0]]
        if not hasattr(fields, name):
            return str(getattr(n, name))
        value = getattr(fields, name)
        way = NUMBERS[how] if how in NUMBERS else getattr(n, how, str)
        return str(way(value))

    return _SENTENCE_FIELD.sub(fill, text)


# -- what prompts share ------------------------------------------------------


def wanted(decision: Decision, n: Names) -> str:
    """Return what must be done, as an infinitive: ``play a power card``.

    Whoever is asked is *you*; to the others the same words speak of *them*.
    """
    step = n.rules.steps.get(decision.step)
    text = step.prompt(decision, decision.fields, n) if step else unworded(decision.step)
    return said_to(text, bool(decision.codes))


def said_to(text: str, asked: bool = True) -> str:
    """Put the words for whoever is asked, or for those who wait, in place of the signs."""
    for sign, word in _TO[asked].items():
        text = text.replace(sign, word)
    return text


def awaited(decision: Decision, n: Names) -> str:
    """Return the same for those who wait, without what helps to answer."""
    return wanted(replace(decision, codes=()), n)


def unworded(step: str) -> str:
    """Return what a step wants that has no words of its own."""
    return f"answer ({step.replace('_', ' ')})"


def goals(d: Decision, n: Names) -> set[str]:
    """Return the ids of the places that the answers lead to."""
    return {words[-1] for code in d.codes if len(words := n.rules.text(code).split()) > 1}


def into_castillo(d: Decision, n: Names) -> bool:
    """Say whether an answer leads into the Castillo."""
    return n.rules.places[n.rules.castillo] in goals(d, n)


def closed_regions(d: Decision, n: Names) -> list[str]:
    """Return the regions to which no answer leads, as they are called."""
    rules, open_to = n.rules, goals(d, n)
    regions = enumerate(rules.region_places)
    return [
        n.region(at)
        for at, places in regions
        if open_to.isdisjoint({rules.regions[at], *(rules.places[place] for place in places)})
    ]


def anywhere(d: Decision, n: Names) -> str:
    """Say where something goes that need not go next to the King: ``in any region``.

    What is closed is named, whoever closed it. Without ``codes`` nothing is said of that.
    """
    if not d.codes:
        return "on the board"
    shut = closed_regions(d, n)
    where = "anywhere" if into_castillo(d, n) else "in any region"
    return f"{where} except {listed(shut)}" if shut else where


def other_region(d: Decision, n: Names) -> str:
    """Say where the King goes who may go to all regions that are open to him: ``any other region``.

    He does not stay, so where but one is closed it is his own.
    """
    shut = closed_regions(d, n)
    if not d.codes or len(shut) < 2:
        return "another region" if not d.codes else f"any {'other ' * len(shut)}region"
    return f"any region except {listed(shut)}"


def marked(kind: int, seat: int, n: Names) -> str:
    """Return one caballero in a prompt, without what it carries: ``YOUR caballero``, ``Blue's``."""
    own = kind in n.rules.kinds_owned[seat]
    return f"{YOUR} caballero" if own else one_of(n.rules.kind_family[kind], n)


def whose(kind: int, n: Names) -> str:
    """Return whose some caballeros are: ``Blue's``, or ``black ones``."""
    return f"{n.owner(kind).lower()} ones" if is_nobodys(kind, n) else f"{n.whom(kind)}'s"


def is_nobodys(kind: int, n: Names) -> bool:
    """Say whether they are caballeros of a colour for which nobody stands, as *black* ones are."""
    called = n.rules.kind_called[kind] == n.rules.kinds[kind]
    return kind >= n.rules.n_seats and called and not n.owner(kind).startswith("the ")


def of_kind(kind: int, number: int, n: Names) -> str:
    """Say whose caballeros they are: a player's, or of a kind that is no player's first."""
    owner, carried = n.rules.kind_owner[kind], load(kind, n)
    if kind < n.rules.n_seats or (owner >= 0 and carried):
        return f"{'one' if number == 1 else number} of {n.seat(owner)}'s caballeros{carried}"
    whose = n.owner(kind).removesuffix(carried).lower()
    return f"{'a' if number == 1 else number} {whose} caballero{'s' * (number != 1)}{carried}"


def one_by_id(name: str, n: Names) -> str:
    """Return one caballero of a kind, by its id."""
    return one_of(n.rules.kinds.index(name), n)


def one_of(kind: int, n: Names, seat: int = -1) -> str:
    """Return one caballero of a kind: ``Blue's caballero``, ``a black caballero``.

    What it carries stands behind: ``Blue's caballero with Gold``. To the ``seat`` that owns it
    it is ``your caballero``.
    """
    rules = n.rules
    family = rules.kind_family[kind]
    if family != kind:
        return f"{one_of(family, n, seat)}{load(kind, n)}"
    if seat >= 0 and kind in rules.kinds_owned[seat]:
        return "your caballero"
    owner = n.owner(kind)
    if any(kind in owned for owned in rules.kinds_owned):
        return f"{owner}'s caballero"
    return f"a {owner.lower().removeprefix('the ')} caballero"


def some_of(kind: int, n: Names, seat: int = -1) -> str:
    """Return several of a kind, with ``{}`` for how many: ``{} of Blue's caballeros``."""
    one = one_of(kind, n, seat)
    head, _, carried = one.rpartition("caballero")
    if head.startswith("a ") and kind >= n.rules.n_seats:
        return f"{{}} {head[2:]}caballeros{carried}"
    return f"{{}} of {head}caballeros{carried}"


def one_among(kind: int, n: Names, seat: int = -1) -> str:
    """Return one of several of a kind: ``one of Blue's caballeros``, ``a black caballero``."""
    several = some_of(kind, n, seat)
    return several.format("one") if several.startswith("{} of ") else one_of(kind, n, seat)


def load(kind: int, n: Names) -> str:
    """Return what a kind carries, as an end: `` with Gold``; nothing of a plain one."""
    family = n.rules.kind_family[kind]
    carries = n.owner(kind).removeprefix(n.owner(family)).strip().removeprefix("with ")
    return f" with {carries}" if family != kind else ""


def hint(d: Decision, text: str) -> str:
    """Return what helps to answer, as the end of a prompt; nothing for those who wait."""
    return f": {text}" if d.codes else ""


# -- English -----------------------------------------------------------------


def listed(items: Sequence[str], word: str = "and") -> str:
    """Return a list in words: ``Red, Blue and Green``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def either(items: Sequence[str]) -> str:
    """Return what can be done instead of each other: ``place 2, use the card, or end it``."""
    if len(items) < 3:
        return " or ".join(items)
    return f"{', '.join(items[:-1])}, or {items[-1]}"


def a(noun: str) -> str:
    """Return a noun with its article: ``a power card``, ``an action card``."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def caballeros(number: int) -> str:
    """Return a number of caballeros in words: ``a caballero``, ``2 caballeros``."""
    return "a caballero" if number == 1 else f"{number or 'no'} caballeros"


def counted(number: int) -> str:
    """Return a number of caballeros with the number as such: ``1 caballero``."""
    return f"{number or 'no'} caballero{'s' * (number != 1)}"


def up_to(number: int, more: str = "") -> str:
    """Return how many caballeros at most: ``up to 3 more caballeros``, ``1 more caballero``."""
    return f"{'' if number == 1 else 'up to '}{number}{more} caballero{'s' * (number != 1)}"


def figure(number: int) -> str:
    """Return a number in figures, with the one minus sign that there is: ``−2``."""
    return str(number).replace("-", MINUS)


def last_round(until: int) -> str:
    """Return until the end of what a card is kept: ``round 4``, ``the game``."""
    if until in LASTS:
        return "the game" if until == GAME else "the next general scoring"
    return f"round {until}"


def points(number: int) -> str:
    """Return a number of points in words: ``1 point``, ``12 points``."""
    return f"{number} point{'' if number == 1 else 's'}"


NUMBERS: dict[str, Callable[[Any], str]] = {
    "caballeros": caballeros,
    "counted": counted,
    "figure": figure,
    "last_round": last_round,
    "most": lambda number: str(number) if number == 1 else f"up to {number}",
    "numbers": lambda values: listed([str(value) for value in values]),
    "points": points,
    "up_to": up_to,
}
"""How ``filled`` may say a number."""
