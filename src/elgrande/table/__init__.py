"""One game in progress: the command bus, its history, and the messages to a seat.

``Table`` owns the State, takes commands and gestures, journals and tells
subscribers; ``History`` decides what can be taken back; ``load`` replays a
save; ``Host`` asks the bots; ``Desk`` and ``Chair`` are the two ends of the
messages between a Table and whoever sits at it.
"""

from elgrande.table.chair import Chair, Look, Reply, loopback, seated
from elgrande.table.desk import Desk
from elgrande.table.history import Entry, History
from elgrande.table.host import Host, Question, Spoken
from elgrande.table.load import Mismatch, load, new_game, replay
from elgrande.table.table import Refused, Table

__all__ = [
    "Chair",
    "Desk",
    "Entry",
    "History",
    "Host",
    "Look",
    "Mismatch",
    "Question",
    "Refused",
    "Reply",
    "Spoken",
    "Table",
    "load",
    "loopback",
    "new_game",
    "replay",
    "seated",
]
