"""The lobby, as whoever comes in sees it: its records, and the client that asks for them.

``records`` are what the server tells (games, seats, rooms, what was said) and what it is asked
to make (a ``GameWish``). ``client`` has the one class that the app, the line dialogue and the
sysop's command call. The other end is in ``elgrande.server``, which nothing here imports.
"""

from elgrande.lobby.client import Denied, LobbyClient
from elgrande.lobby.records import (
    CLOCKS,
    GUEST,
    Clock,
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
    "CLOCKS", "GUEST", "Clock", "Denied", "GameLine", "GameWish", "LobbyClient", "Me", "News",
    "Room", "Said", "SeatLine", "SeatWish",
]  # fmt: skip
