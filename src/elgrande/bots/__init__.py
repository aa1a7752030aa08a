"""Programs that play: what a bot is, the built-in ones, and how they are run.

``bot`` says what a bot is asked and answers, ``registry`` finds bots by their
entry points, ``random_bot``, ``squire``, ``steward`` and ``marshal`` are the built-in ones.
``runner`` asks a bot so that nothing it does can harm a game, in a process of its own or
inside this one; ``process`` is that process as the game sees it, ``guard`` what ends
it, ``limits`` what it may take, ``worker`` what runs in it. ``simulate`` plays many
games between bots, and ``watch`` names one of them that never answers.
The steward thinks with ``weights`` (what it believes), ``odds`` (what a place may pay),
``counting`` (who stands there), ``outlook`` (what a position is worth), ``caballeros`` (which
one to bring where), ``planner`` (what a turn or a round could lead to: the interface of
whoever searches), ``program`` (parts of a game's program, played alone), ``disks`` and
``power``. The squire is a steward that sees the board wrongly. The marshal lets the planner's ends
run a ``race`` within a ``budget``, tried by ``playouts``. ``terms`` gathers what expansions tell.
"""
