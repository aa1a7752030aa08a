"""Contests between bots: who plays better, by how much, and how sure that is.

``simulate`` plays the same bots in many deals, and that is all; a ``tournament`` is kept in a file
(``tournament_file``) and can be gone on with. ``contest`` says what it plays, by whom and who sits
where, ``games`` plays one game wherever it is sent, ``workers`` are those who play, and
``statistics`` says what the games are worth.
"""
