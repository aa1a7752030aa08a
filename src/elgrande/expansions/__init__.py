"""The expansions that come with the program, each registered like a stranger's package.

Nobody imports them: each is reached through its ``Expansion`` (``elgrande.content.expansion``),
by entry point. ``new_regency`` and ``old_hands`` are decks with what they change of the
game; what their cards do lies in ``elgrande.rules.effects``.
"""
