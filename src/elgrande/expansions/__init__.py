"""The expansions that come with the program, each registered like a stranger's package.

``new_regency`` and ``old_hands`` are decks with what they change of the game;
``effects`` is what their cards do.
"""
