"""The lessons to choose from: what each is for, and which were finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.panes.text_runs import Row, Run, pad, wrap
from elgrande.app.panes.text_styles import DIM, PLAIN
from elgrande.app.screens.lesson import LessonScreen
from elgrande.content.lesson import LessonRun, lessons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.saved_games.user_files import FinishedLessons


class LearnScreen(Dialog[None]):
    """Opens lesson after lesson; Esc goes back."""

    DEFAULT_CSS = """
    LearnScreen > #box { height: 18; }
    LearnScreen ListPane { margin-top: 1; }
    LearnScreen #goal { height: 6; }
    """

    title_text = "Learn to play"
    hint = "{list.up,list.down|arrows} and {list.choose} choose, {dialog.close} goes back"

    def __init__(self, glyphs: Glyphs, learned: FinishedLessons) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._learned = learned
        self._lessons = lessons()

    def content(self) -> Iterator[Widget]:
        yield ListPane(self._glyphs, self._items(), id="list")
        yield LineWidget(self._goal, id="goal")

    def _items(self) -> list[Item]:
        done = self._learned.done
        return [
            Item(lesson.title, f"{self._glyphs.yes} done" if lesson.id in done else "", str(n))
            for n, lesson in enumerate(self._lessons, 1)
        ]

    def on_mount(self) -> None:
        self._fill()

    def _fill(self) -> None:
        """Show the marks anew, with the cursor on what comes next."""
        done = self._learned.done
        after = [i for i, lesson in enumerate(self._lessons) if lesson.id not in done]
        self.query_one(ListPane).fill(self._items(), after[0] if after else 0)
        self._show_goal()

    def _show_goal(self) -> None:
        self.query_one("#goal", LineWidget).redraw()

    def _goal(self, width: int, height: int) -> list[Row]:
        lesson = self._lessons[self.query_one(ListPane).cursor]
        pages = f"{len(lesson.steps)} pages. You can leave at any time."
        lines = [(line, PLAIN) for line in wrap(lesson.goal, width - 2)]
        lines.append((self._learned.problem or pages, DIM))
        return [pad([], width), *(pad([Run(f"  {t}", style)], width) for t, style in lines)][
            :height
        ]

    def on_list_pane_moved(self, _message: ListPane.Moved) -> None:
        self._show_goal()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        lesson = self._lessons[message.index]
        run = LessonRun(lesson)

        def left(_result: object) -> None:
            if run.finished:
                self._learned.mark(lesson.id)
            self._fill()

        self.app.push_screen(LessonScreen(run, self._glyphs), left)
