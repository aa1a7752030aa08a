"""Programs that play: what a bot is, the built-in ones, and how they are run.

``bot`` says what a bot is asked and answers, ``registry`` finds bots by their
entry points, ``random_bot``, ``squire`` (with page and bailiff), ``steward`` and ``marshal`` are
the built-in ones.
``runner`` asks a bot so that nothing it does can harm a game, in a process of its own or
inside this one; ``process`` is that process, ``limits`` what it may take, ``guard`` what ends it.
The steward thinks with ``weights`` (what it believes), ``odds`` (what a place may pay),
``outlook`` (what a position is worth), ``caballeros`` (which one to bring where),
``planner`` (what a turn or a round could lead to: the interface of whoever searches),
``program`` (parts of a game's program, played alone), ``disks`` and ``power``. The squire is a
steward that sees the board wrongly. The marshal lets the planner's ends run a ``race``, tried by
``playouts``. ``plan_words`` and ``reasons`` say why, ``terms`` gathers what expansions tell.
"""
