"""A lesson at the table: the real table with a page beside it that tells what to do.

Every answer goes to the lesson instead of a game; everything else is the table's
screen, so that a learner learns the keys that the game has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from elgrande.app.lessonchair import LessonChair
from elgrande.app.map.pane import MapPane
from elgrande.app.map.reading import read
from elgrande.app.panes.cards import CardsPane
from elgrande.app.panes.courts import CourtsPane
from elgrande.app.panes.leaf import Leaf, LeafPane, tabs
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.prompt import Prompt, PromptPane
from elgrande.app.panes.scores import ScoresPane
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.tabs import TabsPane
from elgrande.app.screens.ask import AskScreen
from elgrande.app.screens.rules import RulesScreen
from elgrande.app.screens.table import PANES, TableScreen
from elgrande.content.lessons.run import ONLY_READ
from elgrande.content.reference import reference

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.keynames import Key, Keys
    from elgrande.content.lessons import LessonRun
    from elgrande.table.chair import Update

LEAVES = ("page", *PANES)
NAMES = ("Page", "Cards", "Court", "Score", "Log")
ONWARD = "Read the page, then press {lesson.on} to go on."
LAST = "That was the last page. {lesson.on} ends the lesson."
GO_ON = f"{ONLY_READ} {{lesson.on}} goes on."


def page_keys(keys: Keys, asks: bool) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """The keys of a page, one to read or one that asks, and those of every page."""
    on = (keys.key("lesson.on", "go on"),)
    helps = (keys.key("lesson.hint", "hint"), keys.key("lesson.show", "show me"))
    back = keys.key("table.undo", "back")
    always = (keys.key("table.explain", "rules"), keys.key("table.back", "leave"))
    return (*(helps if asks else on), back), always


class LessonScreen(TableScreen):
    """One lesson, from its first page to its last."""

    LABELS: ClassVar[dict[str, str]] = {
        **TableScreen.LABELS,
        "table.explain": "rules",
        "table.undo": "back",
    }

    CSS = (
        # A screen's style sheet holds for its own name alone, so the table's is taken over by name.
        TableScreen.CSS.replace("TableScreen", "LessonScreen")
        + """
    LessonScreen #chronicle { display: none; height: 1fr; }
    LessonScreen.tall #chronicle { display: block; }
    LessonScreen.big #page { height: 13; }
    LessonScreen.big #cards { height: 1fr; }
    LessonScreen.big #log { display: none; }
    """
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "go on", show=False, id="lesson.on", priority=True),
        Binding("H", "hint", "hint", show=False, id="lesson.hint"),
        Binding("S", "show_me", "show me", show=False, id="lesson.show"),
    ]

    def __init__(self, run: LessonRun, glyphs: Glyphs) -> None:
        super().__init__(LessonChair(run), glyphs)
        self.run_of = run
        self._page = 0

    def compose(self) -> ComposeResult:
        """The table's panes, the page first; the log stands below the map if it is high enough."""
        yield StatusPane(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapPane(self.glyphs, id="map")
                yield LogPane(self.glyphs, id="chronicle")
            with Vertical(id="side"):
                yield TabsPane(id="tabs")
                yield LeafPane(self.glyphs, id="page")
                yield CardsPane(id="cards")
                yield CourtsPane(id="courts")
                yield ScoresPane(id="scores")
                yield LogPane(self.glyphs, id="log")
        yield PromptPane(self.glyphs, id="prompt")

    # -- showing -----------------------------------------------------------

    def renew(self, settle: bool = False, update: Update | None = None) -> None:
        """Looks again. The last pages come after the end of the game, so the table does not end."""
        self._ended = True
        super().renew(settle, update)

    def show(self) -> None:
        """Paints every pane; what the page speaks of is lit where no answer lights the map."""
        super().show()
        assert self.look is not None
        for log in self.query(LogPane):
            log.show(self.log_entries)
        self._show_page()
        lit = self.run_of.lit
        if not (self.answering and self.answering.offer.targets):
            targets = {t for t in self.guide.rules.targets if t in lit}
            self.query_one(MapPane).show(read(self.look.view, self.guide, targets))
        if self.answering is None:
            index = self.guide.rules.card_index
            cards = [index[name] for name in lit if name in index]
            self.query_one(CardsPane).show(self.look.view, self.guide, cards)

    def _show_page(self) -> None:
        """Paints the page alone."""
        assert isinstance(self.chair, LessonChair)
        run = self.run_of
        at, total = run.progress
        said = self.chair.said if run.asks else ""
        keys = page_keys(self.keys, run.asks)
        self.query_one(LeafPane).show(Leaf(run.lesson.title, at, total, run.page, said, *keys))

    def _show_prompt(self, cursor: int | None = None) -> None:
        """Paints the prompt; on a page to read it says how to go on."""
        if self.answering is not None:
            super()._show_prompt(cursor)
            return
        at, total = self.run_of.progress
        text = LAST if at == total else ONWARD
        keys = tuple(key for part in page_keys(self.keys, False) for key in part)
        prompt = Prompt(self.keys.say(text), refusal=self._refusal, keys=keys)
        self.query_one(PromptPane).show(prompt)

    def rekeyed(self) -> None:
        """The page and the prompt name other keys."""
        super().rekeyed()
        self._show_page()

    def _focus_for_answer(self) -> None:
        """Puts the keyboard where the answer is given, and turns to the page when it is new."""
        at, _ = self.run_of.progress
        if at != self._page:
            self._page = at
            self._show_tab(0)
            # Where the cursor stood says nothing about this page.
            self.query_one(MapPane).point("")
            self._show_prompt()
        if self.answering is None:
            self.set_focus(self.query_one(LeafPane))
        elif self.answering.offer.targets:
            self.set_focus(self.query_one(MapPane))
        elif self.answering.offer.verbs == {"card"} and self.has_class("big"):
            self.set_focus(self.query_one(CardsPane))
        else:
            self.set_focus(self.query_one(PromptPane))

    def _show_tab(self, index: int) -> None:
        """Shows one of the side panes on a small screen."""
        self._tab = index
        for i, name in enumerate(LEAVES):
            self.query_one(f"#{name}").set_class(i == index, "active")
        self.query_one(TabsPane).draw_with(
            lambda width, _height: tabs(NAMES, index, width, ("[", "]"))
        )

    # -- keys --------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter turns the page only where the page asks for nothing."""
        if action == "go_on":
            return not self.run_of.asks
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """A key that answers nothing on a page to read."""
        key = event.character or ""
        if self.answering is not None or event.key in self.active_bindings:
            return
        event.prevent_default()
        if key.isprintable() and key.strip():
            event.stop()
            self._refuse(self.keys.say(GO_ON))

    def action_go_on(self) -> None:
        """Turns a page that was read; after the last one the lesson is over."""
        self.run_of.go_on()
        self._refusal = ""
        if self.run_of.finished:
            self.dismiss(None)
        else:
            self.renew()

    def action_hint(self) -> None:
        """What helps to answer."""
        hint = self.run_of.hint
        self._refuse(f"Hint: {hint}" if hint else self.keys.say(GO_ON))

    def action_show_me(self) -> None:
        """Lets the lesson answer, or turns the page."""
        if not self.run_of.asks:
            self.action_go_on()
            return
        self.run_of.show_me()
        self._refusal = ""
        self.renew()

    def action_undo(self) -> None:
        """Takes a half-made step back, then this page's answers, then the page before."""
        if self.answering is not None and self.answering.half_made:
            super().action_back()
            return
        reply = self.chair.undo()
        self._refusal = reply.refused
        self._stale = True
        self.renew(settle=True)

    def action_undo_turn(self) -> None:
        """The same as one step: pages are short."""
        self.action_undo()

    def action_back(self) -> None:
        """Esc: backs out of a half-made gesture, else asks whether to leave."""
        if self.answering is not None and self.answering.half_made:
            super().action_back()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leaves the lesson; it begins anew another time."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.leave()

        question = "Leave this lesson? Next time it begins with its first page."
        self.app.push_screen(AskScreen(question), answered)

    def action_explain(self) -> None:
        """The rules behind the page."""
        book = reference(self.run_of.setup)
        start = tuple(name for name in self.run_of.rule_ids if name in book)
        self.app.push_screen(RulesScreen(self.glyphs, book, start, "On this page"))

    def action_next_pane(self, way: int) -> None:
        """Tab: the keyboard goes to the next pane; a small screen shows it."""
        small = self.has_class("small")
        middle = LEAVES if small else ("page", "cards", "courts", "chronicle")
        names = ("map", *middle, "prompt")
        here = self.focused.id if self.focused is not None and self.focused.id else "prompt"
        at = names.index(here) if here in names else 0
        name = names[(at + way) % len(names)]
        if name in LEAVES and small:
            self._show_tab(LEAVES.index(name))
        self.set_focus(self.query_one(f"#{name}"))
