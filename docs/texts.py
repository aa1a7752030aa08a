"""Print each text of all kinds of game once, for whoever reads them beside the rule documents.

python docs/texts.py                        # all of it
python docs/texts.py --kind grandissimo     # of games in whose name this stands, as often as given
python docs/texts.py --about regions        # of one page, card, note or rule alone
python docs/texts.py --sentences            # sentence by sentence, not text by text

Kinds are editions × expansions × players × length × options. What is said in each comes from
the program: rules pages, card pages, cards, descriptions, options, lessons, notes of the help,
and what the plain board says at the start. In front of a text stands what it is of, behind it
the kinds of game that have it: a name alone for all of that name, else what they have in common.
"""

from __future__ import annotations

import argparse
import re
import sys
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import chosen, display_of, expansion_ids, offered
from elgrande.content.files import ContentError
from elgrande.content.lesson import lessons
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words.cards import card_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elgrande.content.edition import HouseRule
    from elgrande.rules import Card

NO_RULE = ("undo",)
"""House rules that decide nothing of what is played."""


class Kind(NamedTuple):
    """A kind of game: what it is called, and its values by axis."""

    name: str
    axes: tuple[tuple[str, str], ...]


def together(name: str) -> Iterator[tuple[str, ...]]:
    """Yield all sets of expansions that can be chosen in an edition."""
    ids = [one.id for one in offered(name)]
    for size in range(len(ids) + 1):
        for some in combinations(ids, size):
            try:
                chosen(name, some)
            except ContentError:
                continue
            yield some


def choices(
    rules: Sequence[HouseRule], edited: int, cards: Sequence[Card] = ()
) -> list[dict[str, Any]]:
    """Return the options: those of the edition in all ways, then all that expansions add.

    Of cards to be left out these are each alone, all with a mark or an effect, and all.
    """
    found = []
    for some in (rules[:edited], rules[edited:]):
        plain = [rule for rule in some if rule.key not in NO_RULE and not rule.several]
        ways = product(*(rule.choices for rule in plain))
        found += [dict(zip([rule.key for rule in plain], way, strict=True)) for way in ways]
        for rule in (rule for rule in some if rule.several):
            of = [card for card in cards if card.id in rule.choices]
            sorts = dict.fromkeys(sort for card in of for sort in (card.effect, *card.marks))
            out = [[card.id for card in of if sort in (card.effect, *card.marks)] for sort in sorts]
            every = [*([one] for one in rule.choices), *out, list(rule.choices)]
            found += [{rule.key: one} for one in dict.fromkeys(map(",".join, every))]
    return found


def kinds(
    wanted: Sequence[str], known: frozenset[str] | None = None
) -> Iterator[tuple[Kind, Setup]]:
    """Yield every kind of game whose name has all these words, of these editions and expansions."""
    for name in edition_ids():
        for ids in together(name):
            if known is not None and not known.issuperset((name, *ids)):
                continue
            called = " + ".join((name, *ids))
            if not all(word in called for word in wanted):
                continue
            for players, short in product(sorted(edition(name).ranks), (False, True)):
                first = Setup.of(players, 1, edition=name, expansions=ids, short=short)
                mini = len(ids) > 1 and name == "2023"
                cards = first.ruleset().cards
                every = choices(first.house_rules, len(edition(name).house_rules), cards)
                # Of the many sets of mini expansions each meets one of the options in turn.
                some = [every[(len(called) + players) % len(every)]] if mini else every
                for house in some:
                    try:
                        setup = Setup.of(
                            players, 1, edition=name, expansions=ids, short=short, house=house
                        )
                        setup.ruleset()
                    except ContentError:
                        continue
                    axes = (
                        ("players", str(players)),
                        ("short", str(short)),
                        *((key, str(value)) for key, value in sorted(house.items())),
                    )
                    yield Kind(called, axes), setup


def texts(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield what a game says, and what it is of."""
    content, rules = setup.content, setup.ruleset()
    for entry in reference(setup).entries:
        yield f"page {entry.id}", f"{entry.title}: {entry.text} [{entry.confidence}]"
    for card in rules.cards:
        if card.id in content.cards:
            yield f"card {card.id}", card_text(content.cards[card.id])
    for rule in setup.house_rules:
        yield f"option {rule.key}", f"{rule.title}: {rule.text}"
    for one in (*content.expansions, *content.parts):
        yield f"description {one.id}", f"{one.name}: {one.description}"
    state = setup.start()
    seen, names = display_of(rules), setup.names()
    for note in seen.notes(state, names):
        yield "note of the help", note.text
    for sentence in seen.sentences(state, names):
        yield "plain board", sentence


def told() -> Iterator[tuple[str, str]]:
    """Yield what the lessons say."""
    for one in lessons():
        yield f"lesson {one.id}", f"{one.title}: {one.goal}"
        for at, step in enumerate(one.steps, 1):
            for text in (" ".join(step.say), step.hint, step.wrong, *step.but.values()):
                if text:
                    yield f"lesson {one.id} {at}", text


def in_common(some: Sequence[Kind], all_of_them: Sequence[Kind]) -> str:
    """Say which kinds these are: by name, and what they have in common that others have not."""
    out = []
    for name in dict.fromkeys(kind.name for kind in some):
        mine = [kind for kind in some if kind.name == name]
        every = [kind for kind in all_of_them if kind.name == name]
        limits = []
        if len(mine) < len(every):
            for key in dict.fromkeys(key for kind in every for key, _ in kind.axes):
                values = {dict(kind.axes).get(key, "-") for kind in mine}
                if values < {dict(kind.axes).get(key, "-") for kind in every}:
                    limits.append(f"{key}={'|'.join(sorted(values))}")
            limits = limits or [f"{len(mine)} of {len(every)}"]
        out.append(f"{name} {' '.join(limits)}".strip())
    return "; ".join(out) if len(out) < 9 else f"{'; '.join(out[:8])}; … {len(out)} names"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", action="append", default=[], help="words of a kind's name")
    parser.add_argument("--about", default="", help="a word of what the text is of")
    parser.add_argument("--sentences", action="store_true", help="sentence by sentence")
    options = parser.parse_args(arguments)
    found: dict[tuple[str, str], list[Kind]] = {}
    every = []
    for kind, setup in kinds(options.kind):
        every.append(kind)
        for about, text in dict.fromkeys(texts(setup)):
            if options.about in about:
                found.setdefault((about, text), []).append(kind)
    if not options.kind:
        for about, text in told():
            if options.about in about:
                found.setdefault((about, text), []).append(Kind("lessons", ()))
    if options.sentences:
        split: dict[tuple[str, str], list[Kind]] = {}
        for (about, text), some in found.items():
            for sentence in re.split(r"(?<=[.!?])\s+", text):
                split.setdefault((about, sentence), []).extend(some)
        found = {key: list(dict.fromkeys(some)) for key, some in split.items()}
    for (about, text), some in sorted(found.items(), key=lambda one: one[0][0]):
        same = len(some) == len(every)
        print(f"{about}: {text}\n    ({'all' if same else in_common(some, every)})")
    print(f"{len(found)} texts of {len(every)} kinds of game, {len(expansion_ids())} expansions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
