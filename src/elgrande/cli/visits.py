"""What a visitor of the server gets without the app: short texts, or the line dialogue."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from elgrande.cli.plain.analysis import analysis_lines
from elgrande.cli.plain.lobby import code_told, line_of, visit
from elgrande.cli.terminal import bar

if TYPE_CHECKING:
    from elgrande.analysis.process import Progress
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


def analyse(client: LobbyClient, game: str) -> int:
    """Print the analysis of a finished game that one has played, when it is done."""

    def tell(progress: Progress) -> None:
        if progress.before and not progress.done:
            print("Other games are analysed first.", file=sys.stderr)
        else:
            bar(progress.done, progress.of, "positions")

    for line in analysis_lines(client, client.find(game), tell, ascii=False):
        print(line)
    return 0


def plain(client: LobbyClient, game: str) -> int:
    """Play as a line dialogue, in the lobby or at once at a game's table."""
    return visit(client, client.find(game))
