"""A finished game explained: who was likely to win when, and which turns changed that.

``chances`` estimates how likely each seat is to win from a position, ``game`` finds the turns
of a game, ``analysis`` says what each of them changed, by luck and by choice, and ``kept`` keeps
what was found out.
"""
