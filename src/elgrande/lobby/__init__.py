"""The lobby, as whoever comes in sees it: its records, and the client that asks for them.

``records`` are what the server tells (games, seats, rooms, what was said) and what it is asked
to make (a ``GameWish``). ``client`` has the one class that full-screen app and line dialogue of a
visitor call, and ``wire`` carries what it asks over a socket, as well as what Chair and Desk of a
table tell each other. The other end is in ``elgrande.server``, which nothing here imports.
"""

from elgrande.lobby.client import Denied, LobbyClient
from elgrande.lobby.records import (
    CLOCKS,
    GUEST,
    GameLine,
    GameWish,
    Me,
    News,
    Room,
    Said,
    SeatLine,
    SeatWish,
)

__all__ = [
    "CLOCKS", "GUEST", "Denied", "GameLine", "GameWish", "LobbyClient", "Me", "News",
    "Room", "Said", "SeatLine", "SeatWish",
]  # fmt: skip
