"""What a visitor of the server sees without a terminal: short texts, made from the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.setup import PERSON

if TYPE_CHECKING:
    from elgrande.lobby import GameLine, LobbyClient, SeatLine

STATES = {"open": "waits for players", "running": "round {round} of {rounds}", "finished": "over"}


def games(client: LobbyClient) -> int:
    """Print a line for each game that one may know of; those that wait for one come first."""
    found = client.games()
    for game in found:
        print(line_of(game))
    if not found:
        print("There are no games yet.")
    return 0


def line_of(game: GameLine) -> str:
    """Return a game as a line: its name, how it stands, who plays, and what it wants of one."""
    stands = STATES[game.state].format(round=game.round, rounds=game.rounds)
    wants = "; it waits for you" if game.waits else "; it invites you" if game.invites else ""
    return f"{game.name}: {stands}{wants}. {', '.join(map(seat_of, game.seats))}."


def seat_of(seat: SeatLine) -> str:
    """Return who plays a colour."""
    who = "you" if seat.mine else seat.name or seat.source or "free"
    if seat.name and seat.source not in ("", PERSON):
        who += f" (the bot {seat.source} is playing)"
    return f"{seat.colour} {who}"


def whoami(client: LobbyClient) -> int:
    """Print who one is here."""
    print("You are a guest." if client.me.guest else f"You are {client.me.name}.")
    return 0


def code(client: LobbyClient) -> int:
    """Print a one-time code for another key of one's own."""
    found = client.code()
    print(f"Within 10 minutes, connect with the other key as {client.me.name}+{found}@HOST.")
    return 0


def plain(client: LobbyClient, game: str) -> int:
    """Play as a line dialogue."""
    raise NotImplementedError
