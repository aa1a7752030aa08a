"""A lesson at the table: a board to answer on, with a page beside it that tells what to do.

Every answer goes to the lesson instead of a game; everything else is as at the table,
so that a learner learns the keys that the game has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.answering.lesson_chair import LessonChair
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.screens.answer_screen import AnswerScreen
from elgrande.app.screens.lesson_board import GO_ON, LessonBoard
from elgrande.app.screens.rules import RulesScreen
from elgrande.app.settings.bindings import bindings
from elgrande.content.reference import reference
from elgrande.content.words.names import sentence

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.content.lesson import LessonRun
    from elgrande.table.chair import Reply


class LessonScreen(AnswerScreen[None]):
    """One lesson, from its first page to its last."""

    BINDINGS = bindings("table", "lesson")

    def __init__(self, run: LessonRun, glyphs: Glyphs) -> None:
        self.run_of = run
        self.chair = LessonChair(run)
        super().__init__(LessonBoard(self.chair, glyphs, self.replied))

    def replied(self, _reply: Reply) -> None:
        """Look again after an answer."""
        self.renew()

    def renew(self, settle: bool = False) -> None:
        """Look again: what the page asks and shows. The last pages come after the game's end."""
        found = self.chair.update()
        self.play.take(found, found.seat, found.log, settle=settle)

    # -- keys --------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter turns the page only where the page asks for nothing."""
        if action == "go_on":
            return not self.run_of.asks
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Turn a page that was read; after the last one the lesson is over."""
        self.chair.go_on()
        self.turn.refusal = ""
        if self.run_of.finished:
            self.dismiss(None)
        else:
            self.renew()

    def action_hint(self) -> None:
        hint = self.run_of.hint
        self.play.refuse(f"Hint: {hint}" if hint else self.keys.say(GO_ON))

    def action_show_me(self) -> None:
        """Let the lesson answer, or turn the page."""
        if not self.run_of.asks:
            self.action_go_on()
            return
        now = self.turn.answering
        begun = now.draft if now is not None else ()
        if now is not None:
            # The lesson finishes what was begun: nothing of it is lost.
            now.drop()
        self.chair.show_me(begun)
        self.turn.refusal = ""
        self.renew()

    def action_undo(self) -> None:
        """Take a half-made step back, then this page's answers, then the page before."""
        if self.half_made:
            self.play.back()
            return
        reply = self.chair.undo()
        self.turn.refusal = reply.refused
        self.told.stale = True
        self.renew(settle=True)

    def action_undo_turn(self) -> None:
        self.action_undo()

    def action_redo(self) -> None:
        """Say how a page is answered again."""
        if self.play.clear():
            self.play.refuse(sentence(self.chair.redo().refused))

    def action_back(self) -> None:
        """Esc: back out of an unfinished answer, else ask whether to leave."""
        if self.half_made:
            self.play.back()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave the lesson; it begins anew another time."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        question = "Leave this lesson? Next time it will start from the first page."
        self.app.push_screen(AskScreen(question), answered)

    def action_explain(self) -> None:
        book = reference(self.run_of.setup)
        start = tuple(name for name in self.run_of.rule_ids if name in book)
        self.app.push_screen(RulesScreen(self.turn.guide.glyphs, book, start, "On this page"))
