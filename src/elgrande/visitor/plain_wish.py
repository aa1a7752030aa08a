"""A game to be made on a server, or to be changed before it begins, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from elgrande.bots import registry
from elgrande.cli.setups import rules_by_key
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import expansion
from elgrande.content.words.names import sentence
from elgrande.lobby import GameWish, Room, SeatWish
from elgrande.lobby.records import BEGINNINGS, CLOCKS, EMPTY, INVITED, OPEN, SEATS, TALKS

HELP = """\
A game is an edition and its seats, in the order of the colours. A seat is for me, for anybody, \
for word (who has the invitation), for a bot by its name, or for a person by theirs; @ before a \
name makes sure that it is a person's. Behind may stand:
  with EXPANSION, without EXPANSION
  clock none, clock day, clock quick
  private, listed       whether the lobby shows it to everybody
  short, whole          six rounds, or nine
  begin full            it begins once nobody is missing;  begin told  when you say so, with fill
  talk all, talk players
  undo yes, undo no     whether an answer can be taken back
  RULE=VALUE            a house rule
  name WORDS            what it is to be called; this comes last"""

NAMED = "@"
"""Before the name of a person who is called like a bot, or like a word of ours."""


class Misread(Exception):
    """A line could not be understood; the message is one sentence."""


def wish_of(words: list[str], before: GameWish | None = None) -> GameWish:
    """Return the game that words ask for (Misread, ContentError).

    ``before`` is a game that is to be changed: what is not said stays as it was.
    """
    if words and words[0] in edition_ids():
        chosen, rest = words[0], words[1:]
    elif before is not None:
        chosen, rest = before.edition, words
    else:
        raise Misread(f"Say which edition: {', '.join(edition_ids())}.")
    known = before is not None and before.edition == chosen
    # What another edition does not have is not taken over.
    wish = before if known and before else replace(before or EMPTY, edition=chosen, house={})
    if not known:
        wish = replace(wish, expansions=())
    seats: list[str] = []
    house: list[str] = []
    left = iter(rest)
    for word in left:
        if word in OPTIONS:
            wish = OPTIONS[word](wish, left)
        elif "=" in word:
            house.append(word)
        else:
            seats += filter(None, word.split(","))
    data = edition(chosen)
    if len(seats) > len(data.colours):
        raise Misread(f"At most {len(data.colours)} play.")
    if seats:
        wish = replace(wish, seats=tuple(map(seat_wish, data.colours, seats)))
    rules = rules_by_key(wish.edition, wish.expansions) if wish.house else {}
    # Those of an expansion go with it.
    kept = {rule: value for rule, value in wish.house.items() if rule in rules}
    return replace(wish, house={**kept, **dict(_ruled(wish, house))})


def seat_wish(colour: str, word: str) -> SeatWish:
    """Return for whom a word keeps a seat: ``@`` is before a person's name alone."""
    if word.startswith(NAMED):
        return SeatWish(colour, INVITED, word.removeprefix(NAMED))
    if word != INVITED and word in (*SEATS, *registry.names()):
        return SeatWish(colour, word)
    return SeatWish(colour, INVITED, word)


def described(room: Room) -> Iterator[str]:
    """Yield what a game is played by, in sentences."""
    game = room.game
    added = [expansion(name).name for name in game.expansions]
    rules = game.edition + (f" with {', '.join(added)}" if added else "")
    found = "" if game.listed else ", private"
    yield f"{rules}, {game.rounds} rounds, {CLOCKS[game.clock].sentence}{found}."
    begins = f"{BEGINNINGS[room.begins].sentence}; " if game.state == OPEN else ""
    yield sentence(begins + TALKS[room.talk].sentence)
    ruled = rules_by_key(game.edition, game.expansions)
    said = [
        f"{rule.title}: {rule.called(value)}"
        for key, value in room.house.items()
        if (rule := ruled.get(key)) is not None and value != rule.default
    ]
    if said:
        yield f"House rules: {'; '.join(said)}."


def _ruled(wish: GameWish, said: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield the house rules that were typed, with their values."""
    rules = rules_by_key(wish.edition, wish.expansions) if said else {}
    for text in said:
        key, _, value = text.partition("=")
        if key not in rules:
            raise Misread(f"There is no house rule {key}; they are {', '.join(rules)}.")
        try:
            yield key, rules[key].read(value)
        except ValueError:
            raise Misread(f"The house rule {key} must be {rules[key].wants}.") from None


# -- options -------------------------------------------------------------------------------

WishChange: TypeAlias = Callable[[GameWish, Iterator[str]], GameWish]


def _with(wish: GameWish, left: Iterator[str]) -> GameWish:
    name = next(left, "")
    return wish if name in wish.expansions else replace(wish, expansions=(*wish.expansions, name))


def _without(wish: GameWish, left: Iterator[str]) -> GameWish:
    name = next(left, "")
    if name not in wish.expansions:
        raise Misread(f"This game is not with {name}." if name else "Say which expansion.")
    return replace(wish, expansions=tuple(one for one in wish.expansions if one != name))


def _one_of(field: str, what: str, values: Mapping[str, Any]) -> WishChange:
    """Return an option behind which one of some words stands."""

    def option(wish: GameWish, left: Iterator[str]) -> GameWish:
        word = next(left, "")
        if word not in values:
            raise Misread(f"{what} is one of {', '.join(values)}.")
        return replace(wish, **{field: values[word]})

    return option


def _is(field: str, value: Any) -> WishChange:
    """Return an option that is a word by itself."""
    return lambda wish, _left: replace(wish, **{field: value})


def _name(wish: GameWish, left: Iterator[str]) -> GameWish:
    return replace(wish, name=" ".join(left))


OPTIONS: Mapping[str, WishChange] = {
    "with": _with,
    "without": _without,
    "clock": _one_of("clock", "A clock", {each: each for each in CLOCKS}),
    "private": _is("listed", False),
    "listed": _is("listed", True),
    "short": _is("short", True),
    "whole": _is("short", False),
    "begin": _one_of("begins", "A beginning", {each: each for each in BEGINNINGS}),
    "talk": _one_of("talk", "Talk", {each: each for each in TALKS}),
    "undo": _one_of("undoes", "Undo", {"yes": True, "no": False}),
    "name": _name,
}
"""What may stand behind the seats, by its first word."""
