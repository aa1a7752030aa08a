"""What a visitor of the server gets without the app: short texts, or the line dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.plain.lobby import code_told, line_of, visit

if TYPE_CHECKING:
    from elgrande.lobby import LobbyClient


def games(client: LobbyClient) -> int:
    """Print a line for each game that one may know of; those that wait for one come first."""
    found = client.games()
    for game in found:
        print(line_of(game))
    if not found:
        print("There are no games yet.")
    return 0


def whoami(client: LobbyClient) -> int:
    """Print who one is here."""
    print("You are a guest." if client.me.guest else f"You are {client.me.name}.")
    return 0


def code(client: LobbyClient) -> int:
    """Print a one-time code for another key of one's own."""
    print(code_told(client))
    return 0


def plain(client: LobbyClient, game: str) -> int:
    """Play as a line dialogue, in the lobby or at once at a game's table."""
    return visit(client, game)
