"""The analysis of a server's game without the app: waited for, then told in lines."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from elgrande.analysis.process import Progress, Refused
from elgrande.analysis.report import Report
from elgrande.cli.analysis_text import told
from elgrande.lobby import Denied, LobbyClient

if TYPE_CHECKING:
    from collections.abc import Callable


EACH = 1.0
"""Seconds between two questions."""
LAST = 1 << 30
"""More moments than a game has: here they are told by the report alone."""


def analysis_lines(
    client: LobbyClient,
    game: str,
    tell: Callable[[Progress], None],
    *,
    ascii: bool,
    wait: Callable[[float], None] = time.sleep,
) -> list[str]:
    """Return the analysis of a finished game when it is done (Denied, Gone).

    ``tell`` is told how far it has come, whenever that has changed.
    """
    known = None
    while True:
        for news in client.analysis(game, LAST):
            if isinstance(news, Report):
                return told(news, game, ascii=ascii)
            if isinstance(news, Refused):
                raise Denied(news.why)
            if isinstance(news, Progress) and news != known:
                known = news
                tell(news)
        wait(EACH)
