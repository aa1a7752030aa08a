"""Contests between bots: who plays better, by how much, and how sure that is.

A ``tournament`` is kept in a file (``tournament_file``) and can be gone on with; a simulation is
one without a file. ``contest`` says what it plays, by whom and who sits where, ``games`` plays one
game wherever it is sent, ``workers`` are those who play, and ``statistics`` says what the games are
worth.
"""
