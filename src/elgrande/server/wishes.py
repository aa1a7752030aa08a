"""What somebody wishes a game to be: whether it can be granted, and the Setup that it comes to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.bots import registry
from elgrande.content.bot_names import with_names
from elgrande.content.clean import clean
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import in_order
from elgrande.content.setup import PERSON, Player, Setup
from elgrande.content.toml_data import ContentError
from elgrande.lobby.client import Denied
from elgrande.lobby.records import (
    ANYBODY,
    BEGINNINGS,
    BY_WORD,
    CLOCKS,
    INVITED,
    ME,
    TALKS,
    GameWish,
)
from elgrande.server.titles import TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.server.people import People


def checked(wish: GameWish, people: People) -> GameWish:
    """Return a wish that can be granted, its names as people are called here; or Denied."""
    for value, known, what in (
        (wish.clock, CLOCKS, "clock"),
        (wish.edition, edition_ids(), "edition"),
        (wish.begins, BEGINNINGS, "beginning"),
        (wish.talk, TALKS, "rule for talk"),
    ):
        if value not in known:
            raise Denied(f"There is no such {what}; choose one of {', '.join(known)}.")
    if not any(seat.who == ME for seat in wish.seats):
        raise Denied("Take one of the seats yourself.")
    seats, kinds = [], (ME, INVITED, BY_WORD, ANYBODY, *registry.names())
    for seat in wish.seats:
        if seat.who not in kinds:
            raise Denied(f"A seat is for one of {', '.join(kinds)}.")
        name = people.named(seat.name) if seat.who == INVITED else ""
        if seat.who == INVITED and not name:
            raise Denied(f"Nobody called {seat.name} is known here.")
        seats.append(replace(seat, name=name))
    try:
        expansions = in_order(wish.expansions)
    except ContentError as error:
        raise Denied(_sentence(error)) from None
    title = clean(wish.name, TITLE)
    return replace(wish, seats=tuple(seats), expansions=tuple(expansions), name=title)


def setup_of(wish: GameWish, seats: Sequence[tuple[str, str]], seed: int) -> Setup:
    """Return the Setup of a wish with these names and sources; Denied if it cannot be."""
    try:
        data = edition(wish.edition)
        for seat in wish.seats:
            if seat.colour not in data.colours:
                known = ", ".join(data.colours)
                raise Denied(f"There is no colour {seat.colour}; choose from {known}.")
        players, used = [], dict[str, int]()
        for seat, (name, source) in zip(wish.seats, seats, strict=True):
            if name:
                used[name] = used.get(name, 0) + 1
                # Somebody who plays two colours is told apart from themselves.
                called = name if used[name] == 1 else f"{name} {used[name]}"
            else:
                called = data.labels[seat.colour].name
            players.append(Player(seat.colour, called, source or PERSON))
        setup = Setup(
            with_names(players, data.labels, seed),
            seed,
            wish.edition,
            wish.expansions,
            wish.short,
            dict(wish.house),
        )
        setup.ruleset()
    except ContentError as error:
        raise Denied(_sentence(error)) from None
    return setup


def _sentence(error: ContentError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
