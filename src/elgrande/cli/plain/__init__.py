"""The game as a line dialogue: no columns, everything as sentences, no escape codes.

But one: on a terminal the screen is cleared after a secret answer where several people play.

For screen readers, dumb terminals and scripts. ``board`` says a position in
sentences, ``dialogue`` plays at a Chair, ``game`` has the table that it stands at.
"""

from elgrande.cli.plain.game import play

__all__ = ["play"]
