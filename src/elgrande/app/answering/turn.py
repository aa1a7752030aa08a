"""Whose turn it is at this terminal, and the answer that is being made. No Textual here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.rules import Decision, View
    from elgrande.table.chair import Chair, Look

MOVED_ON = "The game has moved on, so your unfinished answer was dropped."
DROPPED = "Your unfinished answer was dropped. Nothing else has changed."
NOT_ASKED = "There is nothing for anyone here to answer now."


class Turn:
    """What the seat at this terminal sees, what it is asked, and its answer so far."""

    def __init__(self, chair: Chair, glyphs: Glyphs) -> None:
        self.chair = chair
        self.guide = Guide(chair.setup, chair.rules, glyphs)
        self.look: Look | None = None
        self.seat: int | None = None
        self.answering: Answering | None = None
        """The answer in the making; None while nobody here is asked."""
        self.refusal = ""
        """Why the last key did nothing, in a sentence."""
        self.unasked = ""
        """Which answer was given without asking, being the only one."""
        self.said = ""
        """What a bot said last."""

    # -- what is seen ------------------------------------------------------

    @property
    def shown(self) -> Look:
        """The look; there is one from the first update on."""
        assert self.look is not None
        return self.look

    @property
    def secret(self) -> bool:
        """Whether what is asked on the screen is answered in secret."""
        return self.look is not None and self.look.decision.secret

    @property
    def view(self) -> View:
        """The view, with the half-made answer in it."""
        return self.answering.view if self.answering else self.shown.view

    @property
    def decision(self) -> Decision:
        """What is asked, after the half-made answer."""
        return self.answering.decision if self.answering else self.shown.decision

    @property
    def half_made(self) -> bool:
        """Whether an answer was begun and nothing of it is sent yet."""
        return self.answering is not None and self.answering.half_made

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Say everything with other signs."""
        self._rename(self.shown, glyphs)
        if self.answering is not None:
            self.answering.say_with(self.guide)

    def bind(self, bound: frozenset[str]) -> None:
        """Take over the keys that no choice may have."""
        if self.answering is not None:
            self.answering.bound = bound
            self.answering.say_with(self.guide)

    def _rename(self, look: Look, glyphs: Glyphs) -> None:
        self.guide = Guide(self.chair.setup, self.chair.rules, glyphs, look.players)

    # -- keeping up --------------------------------------------------------

    def moves(self, look: Look, seat: int | None) -> bool:
        """Return whether another look is of another position, or another seat's."""
        return self.look is None or look.entry != self.look.entry or seat != self.seat

    def take(self, look: Look, seat: int | None, bound: frozenset[str]) -> None:
        """Take over another look; what was begun is kept where it is still an answer.

        ``bound`` are the keys that no choice may have.
        """
        moved, begun, refusal = self.moves(look, seat), self.half_made, self.refusal
        if look.players != self.guide.players:
            self._rename(look, self.guide.glyphs)
        self.look, self.seat = look, seat
        if moved:
            # What was said about the last question is not true of this one.
            self.refusal = ""
        if seat is None or not look.decision.codes or seat not in look.decision.owing:
            self.answering = None
        elif moved or self.answering is None:
            before = self.answering
            self.answering = Answering(self.chair, self.guide, look, seat, bound)
            if before is not None and self.answering.asks_like(before):
                # Somebody else has answered the same question, and what we type goes on.
                self.answering.typed, self.refusal = before.typed, refusal
        if begun and not self.half_made:
            self.refusal = MOVED_ON

    def still(self, asked: Answering) -> bool:
        """Return whether a question that somebody went away with is open."""
        return self.answering is not None and self.answering.asks_like(asked)
