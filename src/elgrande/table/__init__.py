"""One game in progress: the command bus, its history, and the messages to a seat.

``Table`` owns the State, takes commands and gestures, journals and tells
subscribers; ``apply`` is the one way to carry them out; ``History`` decides what
can be taken back; ``load`` replays a save; ``Host`` asks the bots; ``Desk`` and
``Chair`` are the two ends of the messages between a Table and whoever sits at it.
"""

from elgrande.table.chair import Chair, Gone, Look, Reply, seated
from elgrande.table.desk import FULL, GONE, SAVE, Desk
from elgrande.table.history import Entry, History
from elgrande.table.host import BotTask, Host
from elgrande.table.saved_game import Mismatch, load, new_game, replay
from elgrande.table.table import Refused, Table

__all__ = [
    "FULL", "GONE", "SAVE", "BotTask", "Chair", "Desk", "Entry", "Gone", "History", "Host", "Look",
    "Mismatch", "Refused", "Reply", "Table", "load", "new_game", "replay", "seated",
]  # fmt: skip
