"""El Grande in the terminal.

``rules`` is the pure core, ``content`` the editions and their loader, ``expansions``
what nobody imports and entry points lead to, ``saves`` the journal on disk, ``bots`` the
built-in bots, ``table`` one game in progress, ``app`` the full-screen terminal and
``cli`` the command line. Imports point from the end of that list to its beginning and
never back.
"""

__version__ = "0.1.0"
