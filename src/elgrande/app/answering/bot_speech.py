"""What bots say for themselves: the reason for an answer, and that one was replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elgrande.app.answering.answering import SeatTurn
    from elgrande.table.host import Spoken


class BotSpeech:
    """Passes on what bots say: reasons to the prompt, notices to the head of the log."""

    def __init__(self, turn: SeatTurn, notices: list[str]) -> None:
        self._turn = turn
        self._notices = notices

    def hear(self, spoken: Spoken) -> None:
        """Keep a reason for the prompt, a notice for the log."""
        if spoken.notice:
            self._notices.append(spoken.notice)
        guide = self._turn.guide
        # A bot counts the Castillo, and how much a move is worth to it would tell.
        if spoken.reason and not guide.veiled:
            self._turn.said = f"{guide.player(spoken.seat)}: {spoken.reason}"
