"""What the screens of a table and of a lesson do alike with the board that is answered on.

TableDialogs are what is opened from it, and what comes of that. Each is imported when it is opened:
a game is on the screen before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from textual import events, on
from textual.reactive import Reactive

from elgrande.app.answering.answering import Answering, prompt_of
from elgrande.app.answering.bot_answers import Adviser, BotAdvice
from elgrande.app.board.map.pane import MapPane
from elgrande.app.dialogs.dialog import hear
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.line_widget import LineWidget, PaneGround
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.screens.turn_story import TurnStory
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.content.clean import tidy
from elgrande.content.veil import unaided

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.screen import Screen
    from textual.widget import Widget

    from elgrande.app.board.guide import Guide
    from elgrande.app.dialogs.answers import Marked
    from elgrande.app.dialogs.explain import OpenDecision
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.screens.answer_board import AnswerBoard
    from elgrande.app.settings.schema import Settings
    from elgrande.rules import Decision, View


OVER = "The game is over, so nothing more will be scored."
"""What the forecast answers after the end."""


class TableDialogs:
    """Opens dialogs over a board that is answered on."""

    def __init__(self, play: AnswerBoard) -> None:
        self._play = play
        self._turn = play.turn
        self.adviser = Adviser(play.turn.chair.setup)
        self._hand_shown = -1
        self._following: list[tuple[Screen[None], Callable[[], None]]] = []
        """What is open of the moment, and how it is told of another."""

    # -- answers -----------------------------------------------------------

    def answers(self) -> None:
        """Show all legal answers, to choose one."""
        from elgrande.app.dialogs.answers import AnswersScreen

        asked = self._play.asked()
        if asked is None:
            return
        if asked.decision.step == "choose_hand":
            self._mark_hand(asked)
            return
        entries = [(code, asked.says(code)) for code in asked.offered]
        screen = AnswersScreen(asked.asks, entries, self._turn.guide)
        hear(self._play.app, screen, lambda code: self._play.give(code, asked))

    def _mark_hand(self, asked: Answering) -> None:
        """Mark the power cards to be kept, in one list."""
        from elgrande.app.dialogs.answers import HandScreen

        def marked(found: Marked) -> None:
            self._play.answer_to(asked, lambda now: now.mark(found.values, found.done))

        self._hand_shown = asked.seat
        guide = self._turn.guide
        page = HandScreen(guide, asked.kept, guide.player(asked.seat), self.explain)
        hear(self._play.app, page, marked)

    def open_hand(self) -> None:
        """Open the page of the cards by itself, once a choice, where each has something to read."""
        asked, guide = self._turn.answering, self._turn.guide
        if asked is None or asked.decision.step != "choose_hand":
            self._hand_shown = -1
        elif self._hand_shown != asked.seat and guide.display.abilities(guide.rules, guide.names):
            self._mark_hand(asked)

    def command(self) -> None:
        """Open a line for an answer in notation."""
        from elgrande.app.dialogs.line_input import CommandScreen

        asked = self._turn.answering

        def typed(text: str) -> None:
            if self._play.asked() is not None:
                self._play.answer_to(asked, lambda now: now.type(text))

        hear(self._play.app, CommandScreen(self._turn.guide.glyphs), typed)

    def hint(self) -> None:
        """Ask a bot what it would answer."""
        from elgrande.app.board.map.plan import steps
        from elgrande.app.dialogs.answers import HintScreen

        asked = self._play.asked()
        if asked is None:
            return
        view, entry = asked.view, asked.look.entry
        seen = self._play.table_log.remembered(self._turn.guide)

        async def ask() -> BotAdvice:
            advice = await self.adviser.ask(unaided(view, seen), entry, seen)
            if self._turn.answering is asked and not self._turn.secret:
                self._play.plan = steps(view, self._turn.guide, advice.plan)
                self._play.show()
            return advice

        def taken(code: int | None) -> None:
            if code is None:
                # Cancel the bot: the dialog is closed, and it may still be thinking.
                self.adviser.rest()
            else:
                self._play.give(code, asked)

        room = self._play.board.beside
        screen = HintScreen(self.adviser.name, asked.question, ask, asked.says, room)
        self._play.app.push_screen(screen, taken)

    # -- scores ------------------------------------------------------------

    def forecast(self) -> None:
        """Show what it would bring if it were scored now; says so where nothing will be."""
        from elgrande.app.dialogs.score_dialogs import ForecastScreen

        view, board = self._turn.view, self._play.board
        if view.over:
            self._play.refuse(OVER)
            return
        card, cards = view.decision().card, board.cards
        if cards.card >= 0 and (card < 0 or cards.has_focus):
            card = cards.card
        seat = max(0, view.actor if self._turn.seat is None else self._turn.seat)
        target = board.map.cursor
        screen = ForecastScreen(view, self._turn.guide, card=card, seat=seat, target=target)
        self._follow(screen, lambda: screen.look(self._turn.view))

    # -- help and settings -------------------------------------------------

    def explain(self, asks: str = "") -> None:
        """Explain the question at hand and what is under the cursor, then signs and keys.

        A page that knows more of its question than the table says itself what it ``asks``.
        """
        from elgrande.app.dialogs.explain import ExplainScreen

        subject, named = self._subject(), self._play.board.help_keys
        rules = self._open_rules
        screen = ExplainScreen(*self._moment(subject, asks), subject, named, rules)
        self._follow(screen, lambda: screen.look(*self._moment(screen.subject, asks)))

    def _follow(self, screen: Screen[None], look: Callable[[], None]) -> None:
        self._following = [(each, _) for each, _ in self._following if each.is_attached]
        self._following.append((screen, look))
        self._play.app.push_screen(screen)

    def renew(self) -> None:
        """Let what is open of the moment tell of the one that has come."""
        for screen, look in self._following:
            if screen in self._play.app.screen_stack:
                look()

    def _moment(self, subject: str, asks: str = "") -> tuple[View, Guide, OpenDecision]:
        """Return what is to be seen and asked now, with a note on the subject."""
        from elgrande.app.dialogs.explain import OpenDecision

        turn = self._turn
        now, view = turn.answering, turn.view
        target = subject.removeprefix("target ") if subject.startswith("target ") else ""
        asked = OpenDecision(
            asks or (now.asks if now else prompt_of(turn)),
            self._still_asked(),
            max(0, view.actor if turn.seat is None else turn.seat),
            now.note(target) if now and target else "",
            now.hint if now and not asks else "",
        )
        return view, turn.guide, asked

    def rules(self) -> None:
        """Open the rules at what is under the cursor and what is asked."""
        self._open_rules(self._subject(), self._still_asked())

    def _open_rules(self, subject: str, asked: Decision | None = None) -> None:
        from elgrande.app.screens.rules_screen import rules_about

        self._play.app.push_screen(rules_about(self._turn.guide, subject, asked))

    def _still_asked(self) -> Decision:
        """Return what is asked, of the answers alone that are still meant."""
        now, decision = self._turn.answering, self._turn.decision
        return replace(decision, codes=now.offered) if now else decision

    def _subject(self) -> str:
        """Return what is under the cursor: a card, a target, or nothing.

        In the story that is the card of the chosen turn.
        """
        focused = self._play.screen.focused
        if isinstance(focused, CardsPane) and focused.card >= 0:
            return f"card {focused.card}"
        if isinstance(focused, MapPane) and focused.cursor:
            return f"target {focused.cursor}"
        if isinstance(focused, StoryPane) and focused.chosen and focused.chosen.card >= 0:
            return f"card {focused.chosen.card}"
        now, rules = self._turn.answering, self._turn.guide.rules
        if isinstance(focused, PromptPane) and now and 0 <= focused.cursor < len(now.offer.choices):
            code = now.offer.choices[focused.cursor].codes[0]
            if rules.verb(code) == "card":
                return f"card {code - rules.CARD}"
        return ""

    def settings(self) -> None:
        """Open the settings; the prompt says what went wrong with them."""
        from elgrande.app.screens.settings_screen import SettingsScreen

        def closed(problem: str | None) -> None:
            if problem:
                self._play.refuse(problem)

        preferences = getattr(self._play.app, "preferences", None)
        if preferences is not None:
            self._play.app.push_screen(SettingsScreen(preferences), closed)


R = TypeVar("R")


class AnswerScreen(AppScreen[R], PaneGround, Generic[R]):
    """A screen with one board to answer on, and the dialogs over it."""

    keeps_notices = True
    # Textual would paint the whole screen whenever the keyboard goes elsewhere; the panes
    # that it leaves and enters paint themselves.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self, play: AnswerBoard) -> None:
        super().__init__()
        self.play = play
        self.turn = play.turn
        self.table_log = play.table_log
        self.dialogs = TableDialogs(play)
        self.story = TurnStory(play)

    def compose(self) -> ComposeResult:
        """Return the board and its prompt."""
        yield self.play

    def on_mount(self) -> None:
        preferences = getattr(self.app, "preferences", None)
        if preferences is not None:
            preferences.hold()
        self.renew(refocus=True)

    def on_unmount(self) -> None:
        self.dialogs.adviser.stop()

    def renew(self, refocus: bool = False) -> None:
        """Look again; ``refocus`` puts the keyboard where the answer is given."""
        raise NotImplementedError

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        """Take over the settings that hold at the table."""
        self.play.confirms = settings["confirm"] == "final"
        self.play.reminds = settings["unused"] == "said"
        self.play.previews = settings["preview"] == "on"
        self.story.unasked = settings["story"] != "off"
        self.story.watched = settings["story"] != "told"
        self.play.use_glyphs(glyphs)
        if self.turn.look is not None:
            self.story.show()

    def rekeyed(self) -> None:
        self.play.rekeyed()
        if self.turn.look is not None:
            self.story.show()

    def keep_notice(self, text: str) -> None:
        """Write a notice into the log, where it can be read whole."""
        # It has come through the corner, which shortens what it shows.
        if text not in map(tidy, self.table_log.notices):
            self.table_log.notices.append(text)
            if self.turn.look is not None:
                self.play.show()

    @property
    def half_made(self) -> bool:
        """Whether an answer was begun and nothing of it is sent yet."""
        return self.turn.half_made

    # -- keys and clicks ---------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        self.play.press(event)

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        if message.what == "entry":
            self.story.show_then(int(message.which))

    @on(StoryPane.Chosen)
    def _turn_chosen(self) -> None:
        self.story.mark()

    def action_open_turn(self) -> None:
        self.story.open_chosen()

    def action_whole_log(self) -> None:
        self.story.whole()

    def action_next_pane(self, way: int) -> None:
        self.play.next_pane(way)

    def action_story(self) -> None:
        self.story.tell()

    def action_answers(self) -> None:
        self.dialogs.answers()

    def action_command(self) -> None:
        self.dialogs.command()

    def action_settings(self) -> None:
        self.dialogs.settings()

    def action_forecast(self) -> None:
        self.dialogs.forecast()

    def action_rules(self) -> None:
        self.dialogs.rules()

    def action_hint(self) -> None:
        self.dialogs.hint()

    def action_explain(self) -> None:
        self.dialogs.explain()
