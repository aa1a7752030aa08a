"""El Grande in the terminal.

``rules`` is the pure core, ``content`` the editions and their loader, ``expansions``
what nobody imports and entry points lead to, ``saves`` the journal on disk, ``bots`` the
built-in bots, ``table`` one game in progress, ``app`` the full-screen terminal and
``cli`` the command line. Imports point from the end of that list to its beginning and
never back.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from os.path import dirname, exists, join

__version__ = "0.1.0"


def is_compiled() -> bool:
    """Say whether the rules and the search run as C: in a wheel of ``ELGRANDE_COMPILE=1``.

    It looks at the files and imports nothing.
    """
    core = join(dirname(__file__), "rules", "position")
    return any(exists(core + suffix) for suffix in EXTENSION_SUFFIXES)


def version_told() -> str:
    """Return the version as people are told it: ``0.1.0``, or ``0.1.0, compiled``."""
    return f"{__version__}, compiled" if is_compiled() else __version__
