"""The game as a line dialogue: no escape codes, no columns, everything as sentences.

For screen readers, dumb terminals and scripts. ``board`` says a position in
sentences, ``dialogue`` asks and answers.
"""

from elgrande.cli.plain.dialogue import play

__all__ = ["play"]
