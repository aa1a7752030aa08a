"""The front: it speaks SSH, knows keys and limits, and carries bytes between visitors and sessions.

The only package that imports asyncssh. It knows no game: who somebody is, and whether a door opens,
the host says. Sessions are copies of the forkserver (``starter``), which has never seen a key.

A visitor has a ``Connection``, and a ``Channel`` of it for each session; the ``Front`` listens, and
keeps what all of them share.
"""

from elgrande.server.front.listening import Front, make_key, run

__all__ = ["Front", "make_key", "run"]
