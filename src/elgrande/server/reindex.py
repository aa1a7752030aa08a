"""The index made again from what outlives it: the saves, and the file of keys.

What a save does not say is chosen so that nobody sees more than before: a game is not listed, and
is known to those alone who play in it.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from elgrande.content.setup import PERSON
from elgrande.lobby.records import (
    ANYBODY,
    FINISHED,
    INVITED,
    OPEN,
    RUNNING,
    GameWish,
    SeatWish,
    is_guest,
)
from elgrande.saves import SaveError, SaveSummary
from elgrande.server.listing import columns
from elgrande.server.people import People, word
from elgrande.table import Table, replay

if TYPE_CHECKING:
    from elgrande.server.lobby import Lobby

BREATH = 0.005
"""Seconds for everybody else between two saves."""
_SECOND = re.compile(r" [2-9]$")


async def reindex(lobby: Lobby) -> tuple[int, int]:
    """Add every save that the index does not have; return how many games and keys it has gained.

    Everybody goes on meanwhile. A save that cannot be replayed is left out, and logged.
    """
    index, store, games = lobby.index, lobby.shelf.store, 0
    with index.at_once():
        keys = lobby.people.read_keys()
    has = "select 1 from games where name = ?"
    for save in [each for each in store.summaries() if not index.one(has, each.name)]:
        await asyncio.sleep(BREATH)
        if index.one(has, save.name):  # Somebody else asked for the same.
            continue
        try:
            table = replay(store.read(save.which), save.name)
        except SaveError as error:
            lobby.log("save left out", game=save.name, why=error.sentence)
            continue
        with index.at_once():
            _add(lobby, save, table)
        games += 1
    return games, keys


def catch_up(lobby: Lobby) -> None:
    """Take over from their saves the games that wait for players by the index, and have begun.

    The server, or the machine, ended between the two.
    """
    store = lobby.shelf.store
    for row in lobby.index.rows("select name from games where state = ?", OPEN):
        game = row["name"]
        if store.has(game):
            try:
                take_over(lobby, game, replay(store.read(game), game))
            except SaveError as error:
                lobby.log("save left out", game=game, why=error.sentence)


def take_over(lobby: Lobby, game: str, table: Table) -> None:
    """Write down a game that waits for players as its save has it."""
    index = lobby.index
    with index.at_once():
        index.set_game(game, state=FINISHED if table.over else RUNNING)
        for seat, (began, now) in enumerate(zip(table.setup.players, table.players, strict=True)):
            person = _person(lobby.people, began.name) if began.source == PERSON else ""
            index.do(
                "update seats set source = ?, score = ?, person = ifnull(nullif(?, ''), person) "
                "where game = ? and seat = ?",
                now.source, table.state.score(seat), person, game, seat,
            )  # fmt: skip


def _add(lobby: Lobby, save: SaveSummary, table: Table) -> None:
    setup, index, people = table.setup, lobby.index, lobby.people
    # Whoever a bot stands in for is its person still: the save says who began.
    seats = [
        (player.colour, _person(people, player.name) if player.source == PERSON else "", now.source)
        for player, now in zip(setup.players, table.players, strict=True)
    ]
    wish = GameWish(
        setup.edition,
        tuple(
            SeatWish(colour, INVITED if name else ANYBODY if source == PERSON else source, name)
            for colour, name, source in seats
        ),
        setup.expansions,
        dict(setup.options()),
        setup.short,
        listed=False,
        day=setup.day,
    )
    owner = next((name for _, name, _ in seats if name), "")
    index.insert(
        "games", name=save.name, state=FINISHED if table.over else RUNNING,
        owner=owner, account=owner, word=word(), made=save.mtime, moved=save.mtime,
        size=save.size, round=table.state.round, **columns(wish, save.name, table.rules),
    )  # fmt: skip
    owing = () if table.over else table.state.owing()
    for number, (colour, name, source) in enumerate(seats):
        owes = source == PERSON and number in owing
        index.insert(
            "seats", game=save.name, seat=number, colour=colour, person=name, source=source,
            score=table.state.score(number), reserve=lobby.options.reserve,
            since=save.mtime if owes else None,
        )  # fmt: skip


def _person(people: People, name: str) -> str:
    """Return whose seat it is, by the name in a save; a guest's is nobody's."""
    name = _SECOND.sub("", name)
    if is_guest(name) or name in people.forgotten:
        return ""
    # Known from now on, so that nobody else claims the name; a lost key is the sysop's to replace.
    people.know(name)
    return people.named(name)
