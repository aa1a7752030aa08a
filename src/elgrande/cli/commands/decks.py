"""Show the decks of action cards, and check one of your own."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from elgrande.cli.errors import UsageError
from elgrande.cli.games import file_to_write, write_file
from elgrande.cli.setups import separated
from elgrande.content.clean import clean, counted, tidy
from elgrande.content.deck import NAME, CardInfo, whole
from elgrande.content.documents import cited
from elgrande.content.expansion import HandCard
from elgrande.content.own_decks import Listed, deck_path, every_deck, examine, find_deck, to_toml
from elgrande.content.words import card_facts
from elgrande.content.words.cards import copies, field_name, sources_text
from elgrande.saves import Paths

ACTIONS = """\
list                 the built-in decks and your own; also without a word
show DECK [CARD]     the cards of a deck, or all about one card
export DECK [FILE]   a deck as TOML, to be changed, checked and played
check FILE           everything that is wrong with a deck, or what it fits
"""


def decks_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options: which of them mean something depends on the action."""
    parser.epilog = ACTIONS
    parser.add_argument(
        "action", nargs="?", choices=_ACTIONS, default="list", help="what to do, see below"
    )
    parser.add_argument("deck", nargs="?", help="a deck's id, or its file")
    parser.add_argument(
        "more", nargs="?", metavar="CARD|FILE", help="show a card; export to a file"
    )
    parser.add_argument("--json", action="store_true", help="list, show: print it as JSON")
    parser.add_argument("--force", action="store_true", help="export: overwrite the file")
    parser.add_argument("--edition", metavar="ID", help="check: it must fit this one; default: any")
    parser.add_argument(
        "--expansion", action="append", metavar="ID", default=[],
        help="check: played with this expansion; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--added", action="store_true",
        help="check: an expansion's deck, whose cards are added to the edition's",
    )  # fmt: skip


def run_decks(options: argparse.Namespace) -> int:
    """Show the decks of action cards, and check one of your own."""
    action, least, most = _ACTIONS[options.action]
    words = [word for word in (options.deck, options.more) if word is not None]
    if not least <= len(words) <= most:
        usage = next(line for line in ACTIONS.splitlines() if line.startswith(options.action))
        raise UsageError(f"usage: elgrande decks {usage.partition('  ')[0]}")
    return action(options, Paths(options.data_dir).decks)


def _list(options: argparse.Namespace, folder: Path) -> int:
    rows = [_summary(listed) for listed in every_deck(folder)]
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    for row in rows:
        stacks = ", ".join(f"{stack}: {n}" for stack, n in row["stacks"].items() if stack != "0")
        line = f"{row['id']} ({row['origin']}): {row['name']}; {_many(row)}"
        line += f", in stack {stacks}" if stacks else ""
        line += f", not in a stack: {row['stacks']['0']}" if "0" in row["stacks"] else ""
        if row["reconstructed"]:
            line += f"; {row['reconstructed']} wholly or partly reconstructed"
        if row["faults"]:
            line += f"; cannot be played, elgrande decks check {row['id']} explains why"
        print(line)
    print(f"your own decks are in {folder}")
    return 0


def _summary(listed: Listed) -> dict[str, Any]:
    cards = listed.counted
    stacks = sorted({info.card.stack for info in cards})
    return {
        "id": listed.id,
        "origin": listed.origin,
        "name": listed.deck.name,
        "cards": len(cards),
        "stacks": {str(n): sum(info.card.stack == n for info in cards) for n in stacks},
        "reconstructed": sum(map(bool, (*map(_mark, cards), *map(_mark, listed.hand)))),
        "in_hand": len(listed.hand),
        "faults": list(listed.faults),
    }


def _many(row: dict[str, Any]) -> str:
    """Say how many cards a deck has; an expansion may bring cards for hands alone."""
    hands = f"{counted(row['in_hand'], 'card')} for hands"
    if not row["cards"] and row["in_hand"]:
        return hands
    return counted(row["cards"], "card") + f" and {hands}" * bool(row["in_hand"])


def _show(options: argparse.Namespace, folder: Path) -> int:
    listed = find_deck(options.deck, folder)
    cards = listed.deck.cards
    if options.more is None:
        if options.json:
            deck = {**_summary(listed), "card": [_plain(one, cards) for one in cards]}
            if listed.hand:
                deck["hand"] = [_held(one) for one in listed.hand]
            print(json.dumps(deck, indent=2))
        else:
            _print_deck(listed)
        return 0
    known: dict[str, CardInfo | HandCard] = {one.card.id: one for one in cards}
    known |= {one.id: one for one in listed.hand}
    found = known.get(options.more)
    if found is None:
        said = f"{listed.id} has no card {clean(options.more, 30)!r}"
        raise UsageError(f"{said}; it has {', '.join(known)}")
    if options.json:
        plain = _held(found) if isinstance(found, HandCard) else _plain(found, cards)
        print(json.dumps(plain, indent=2))
    elif isinstance(found, HandCard):
        _print_held(found)
    else:
        _print_card(found, cards)
    return 0


def _plain(info: CardInfo, cards: tuple[CardInfo, ...]) -> dict[str, Any]:
    """Return a card as its deck's file has it, and its copies."""
    same = copies(info, (one for one in cards if one.card.stack == info.card.stack))
    return {**info.to_plain(), "copies": same}


def _print_deck(listed: Listed) -> None:
    own = listed.counted
    print(f"{listed.id}: {listed.deck.name}, {_many(_summary(listed))}")
    heading = ""
    for info in sorted(listed.deck.cards, key=lambda info: (info not in own, info.card.stack)):
        stack = info.card.stack
        outside = "Not in a stack" if info in own else "What other cards carry out"
        if heading != (heading := f"Stack {stack}" if stack else outside):
            print(heading)
        # What lies in no stack is an ability: it says itself what it does.
        number = f"{info.card.caballeros} to place  " if stack else ""
        says = info.short if stack else info.text
        print(f"  {info.card.id}  {number}{info.name}: {says}{_mark(info)}")
    if listed.hand:
        print("In hand, with the power cards")
    for held in listed.hand:
        print(f"  {held.id}  {held.name}: {held.text}{_mark(held)}")
    print(f"elgrande decks show {listed.id} CARD shows everything about one card")


def _mark(card: CardInfo | HandCard) -> str:
    """Return what a list says of a card that is our best fit, as a whole or in part."""
    words = set(card.source.values())
    found = getattr(card, "reconstructed", "reconstructed" in words)
    return f" ({'partly ' * (len(words) > 1)}reconstructed)" if found else ""


def _held(card: HandCard) -> dict[str, Any]:
    return {
        "id": card.id, "kind": card.kind, "name": card.name, "text": card.text,
        "source": dict(card.source), "cite": card.cite,
    }  # fmt: skip


def _print_held(card: HandCard) -> None:
    """Print a card for hands: there is one of each, and it lies in no stack."""
    print(f"{card.id} {card.kind.capitalize()} {card.name}")
    print(card.text)
    print(sources_text({field_name(field): word for field, word in card.source.items()}))
    if card.cite:
        print(f"Sources: {cited(card.cite)}")


def _print_card(info: CardInfo, cards: tuple[CardInfo, ...]) -> None:
    print(f"{info.card.id} {info.heading}")
    print(info.text)
    if info.card.stack:
        print(f"Caballeros: {info.card.caballeros}")
    for name, says in card_facts(info, cards):
        print(f"{name}: {says}")
    if info.cite:
        print(f"Sources: {cited(info.cite)}")


def _export(options: argparse.Namespace, folder: Path) -> int:
    listed = find_deck(options.deck, folder)
    deck = listed.deck
    # An expansion may be called what no deck has room for.
    text = to_toml(deck if len(deck.name) <= NAME else replace(deck, name=listed.id))
    if options.more is None:
        sys.stdout.write(text)
        return 0
    path = file_to_write(options.more, force=options.force)
    write_file(path, text.encode())
    said = clean(str(path), 300)
    call = f"elgrande decks check {said}"
    if listed.origin == "expansion":
        call += f" --expansion {listed.id} --added"
    print(f"{listed.id} is written to {said}; {call} checks it")
    return 0


def _check(options: argparse.Namespace, folder: Path) -> int:
    path = deck_path(options.deck, folder)
    if path is None:
        find_deck(options.deck, folder)
        raise UsageError(f"{options.deck} comes with the program; name a file of your own")
    editions = (options.edition,) if options.edition else ()
    expansions = tuple(separated(options.expansion))
    verdict = examine(path, editions, expansions, added=options.added)
    for fault in verdict.faults:
        print(f"elgrande: {tidy(fault)}", file=sys.stderr)
    if verdict.faults:
        if not options.added and not examine(path, editions, expansions, added=True).faults:
            print(
                "elgrande: as the deck of an expansion, added to the edition's cards, it can be "
                "played; --added checks that",
                file=sys.stderr,
            )
        return 2
    print(f"{clean(path.name, 60)}: {counted(len(whole(verdict.deck.cards)), 'card')}, playable")
    for line in verdict.fits:
        print(f"  {line}")
    return 0


_ACTIONS = {
    "list": (_list, 0, 0),
    "show": (_show, 1, 2),
    "export": (_export, 1, 2),
    "check": (_check, 1, 1),
}
"""What each action calls, and how many words it takes at least and at most."""
