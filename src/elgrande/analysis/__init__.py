"""A finished game explained: who was likely to win when, and which turns changed that.

``chances`` estimates how likely each seat is to win from a position, ``finished_game`` finds the
turns of a game and keeps what was found out, ``analysis`` says what each of them changed, by luck
and by choice, ``report`` says it in sentences, and ``worker`` does it in a process of its own.
"""
