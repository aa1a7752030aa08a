"""The full-screen app: map, panes, screens, themes, drawn with Textual.

``run`` is the one way in. ``app`` goes between screens, ``saved_games.game_opener`` is the way to
tables and saves, ``answering`` turns keys and clicks into commands; ``panes``, ``board``,
``dialogs`` and ``screens`` draw. Importing this package does not import Textual.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.saves import Paths
    from elgrande.table import Table


def run(
    paths: Paths,
    *,
    save: str | Path | None = None,
    table: Table | None = None,
    ascii: bool = False,
    mouse: bool = True,
) -> int:
    """Run the app until it is left; returns the exit code.

    ``save`` opens a game (a name in the user's folder, or a path), ``table`` is one that is
    open, else the menu comes first. ``ascii`` draws with plain ASCII; without ``mouse``
    the terminal keeps the mouse, to select text with.
    """
    gc.disable()
    try:
        from elgrande.app.app import ElGrande, live
        from elgrande.app.panes.glyphs import ASCII

        # What is imported lives as long as the program: the collector need never walk it, which
        # takes a tenth of the time to the first picture.
        gc.freeze()
    finally:
        gc.enable()
    app = ElGrande(paths, save=save, table=table, glyphs=ASCII if ascii else None)
    return live(app, mouse=mouse)
