"""The table: one game, for whoever sits at this terminal.

It talks to a Chair and to nothing else. What it does is done by objects of their own: the
board that is answered on, the hot seat, taking back, and, here, what bots say for themselves, the
news, from whichever thread they come, and the scorings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual import on
from textual.message import Message

from elgrande.app.answering.answering import SeatTurn
from elgrande.app.base_app import BaseApp
from elgrande.app.board.view import TableView
from elgrande.app.dialogs.dialog import ask, hear
from elgrande.app.panes.log import LogPane, TableLog
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.screens.answer_board import AnswerBoard
from elgrande.app.screens.answer_screen import AnswerScreen
from elgrande.app.screens.hot_seat import HotSeat, TakeBack
from elgrande.app.settings.bindings import bindings
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.rules.events import PowerPlayed, RegionScored
from elgrande.table.chair import Chair, Look, Reply
from elgrande.table.desk import GONE

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from elgrande.app.board.guide import Guide
    from elgrande.app.board.scoring_show import ScoringShow
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.screens.final_screen import FinalScreen
    from elgrande.app.screens.turn_story import TurnStory
    from elgrande.app.settings.schema import Settings
    from elgrande.bots.runner import BotMove
    from elgrande.content.scorings import Scoring


class TableNews:
    """Listens to a table for a screen, and posts to that screen what there is to know."""

    @dataclass
    class Changed(Message):
        """Something happened at the table."""

        kind: str
        entry: int = -1

        def can_replace(self, message: Message) -> bool:
            """Return whether this later change makes an earlier one needless."""
            return isinstance(message, TableNews.Changed)

    @dataclass
    class Failed(Message):
        """The game cannot go on here, for a reason of the ``kind`` that a Reply says."""

        kind: str
        sentence: str

    def __init__(self, screen: Screen[Any], chair: Chair) -> None:
        self._screen = screen
        self._chair = chair
        self._stop: Callable[[], None] | None = None
        self._next = -1

    def listen(self) -> None:
        """Begin to listen."""
        self._stop = self._chair.subscribe(self._told)

    def stop(self) -> None:
        """Stop listening."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def saw(self, update: Look) -> None:
        """Note how far the screen is: news of an earlier entry is none."""
        self._next = update.next

    def knows(self, message: Changed) -> bool:
        """Return whether this is what we did ourselves, and know from its reply."""
        return message.entry < self._next

    def fail(self, reply: Reply) -> None:
        """Tell that play must not go on here.

        After a save that failed the game has not changed; a table that is gone is left.
        """
        self._screen.post_message(self.Failed(reply.failed, reply.refused))

    def _told(self, message: dict[str, Any]) -> None:
        """Pass news on: posting is safe from any thread."""
        if "gone" in message:
            self._screen.post_message(self.Failed(GONE, message["gone"]))
        else:
            self._screen.post_message(self.Changed(message["kind"], message["changed"]))


class TableScorings:
    """Shows general scorings step by step, special ones in short beside the map.

    While one is on the screen the table below is not painted, so that nothing comes on top of it:
    no curtain hides what all may see. ``closed`` is called when the last one is gone. The game
    goes on meanwhile.
    """

    def __init__(self, play: AnswerBoard, story: TurnStory, closed: Callable[[], None]) -> None:
        self._play = play
        self._story = story
        self._closed = closed
        self._seen: int | None = None
        self._waiting: Scoring | None = None
        self.how = "full"
        """How much is shown without being asked for, as the setting has it."""
        self.shown = False
        """Whether one is on the screen."""

    def renew(self) -> None:
        """Show what has been scored since the last time; what was before is known."""
        look, board = self._play.turn.current, self._play.board
        told = self._play.table_log.events
        if board.scored is not None and board.scored.round != look.view.round:
            # What the last of a round scored stays until the next one is begun here.
            since = {
                e.seat for n, e in told if n > board.scored.entry and isinstance(e, PowerPlayed)
            }
            if not look.seats or since.intersection(look.seats) or board.has_class("huge"):
                board.scored = None
        if look.view.over:
            self._tell_the_end()
        if self._seen is None:
            self._seen = look.entry
            return
        if board.scored is None and not _scored_since(told, self._seen):
            return
        found = self._show().scorings
        if board.scored is not None:
            # More may have come of it since, or it is over, or it was taken back.
            first = board.scored.steps[0].last
            board.scored = next((one for one in found if one.steps[0].last == first), None)
        new = [scoring for scoring in found if scoring.entry > self._seen]
        if all(scoring.done or not scoring.general for scoring in new):
            self._seen = look.entry
        special = [scoring for scoring in new if not scoring.general]
        general = [scoring for scoring in new if scoring.general and scoring.done]
        if general and self._play.board.scored is not None:
            # One that is over would stand above points that are no longer its own.
            self._play.board.scored = general[-1]
        if general and self.how == "full":
            self._waiting = general[-1]
            self.open_waiting()
        short = general if self.how == "short" else []
        if self.how != "off" and (special or short) and not look.view.over:
            self._tell_in_short((special + short)[-1])

    def open_waiting(self) -> None:
        """Show the scoring that waits, unless somebody is at something else just now."""
        top = self._play.app.screen
        over = isinstance(top, AppScreen) and top.comes_by_itself
        if self._waiting is not None and (top is self._play.screen or over):
            scoring, self._waiting = self._waiting, None
            self._open(self._story.before(scoring))

    def again(self) -> None:
        """Show a scoring again: the only one there is, or one from the list of all."""
        from elgrande.app.dialogs.score_dialogs import ScoringListScreen

        found = self._show().scorings
        if not found:
            self._play.refuse("No scoring is recorded yet.")
        elif len(found) == 1:
            self._open(found[0])
        else:
            screen = ScoringListScreen(found, self._play.turn.guide)
            hear(self._play.app, screen, lambda index: self._open(found[index]))

    def _tell_the_end(self) -> None:
        """Show everybody's points beside or below the map, not one scoring of many."""
        board = self._play.board
        if board.scored is not None:
            board.scored = None
            board.turn_to("scores")
            self._play.show()

    def _tell_in_short(self, scoring: Scoring) -> None:
        """Show it beside or below the map, where no cards are to be seen in its place instead.

        Nor does it hide the story while that is watched, which tells the points too.
        """
        board, now = self._play.board, self._play.turn.answering
        board.scored = scoring
        cards = now is not None and (now.decision.step == "power" or "card" in now.offer.verbs)
        watched = isinstance(self._play.screen.focused, StoryPane)
        if not watched and not (board.small and cards):
            board.turn_to("scores")
        self._play.show()

    def _open(self, scoring: Scoring) -> None:
        from elgrande.app.screens.scoring_screen import ScoringScreen

        def closed(_result: object) -> None:
            self.shown = False
            if len(screen.seen) == len(screen.scoring.steps):
                self._story.watch(screen.scoring)
            self._closed()

        self.shown = True
        screen = ScoringScreen(self._show(), scoring)
        self._play.app.push_screen(screen, closed)

    def _show(self) -> ScoringShow:
        from elgrande.app.board.scoring_show import ScoringShow

        turn = self._play.turn
        return ScoringShow(turn.current.view, turn.guide, self._play.table_log.events)


def _scored_since(told: tuple[tuple[int, object], ...], entry: int) -> bool:
    """Return whether any place was scored after an entry; asked at every answer."""
    for n, event in reversed(told):
        if n <= entry:
            return False
        if isinstance(event, RegionScored):
            return True
    return False


LONG = 2.0
"""Seconds of waiting after which whoever waited may have looked away."""
LEADS = ("analysis", "rematch", "replay")
DAY = "day"
"""Leads to the lines to send to others, after a game of the day."""
"""What a table leads to after the end, besides the menu."""

QUESTION = "Leave this game? It is saved."


class TableScreen(AnswerScreen[str]):
    """One game, for whoever sits at this terminal. Returns one of ``follows``, or nothing."""

    BINDINGS = bindings("table", "game", "over")

    enters: tuple[type[Widget], ...] = (LogPane, StoryPane)
    """The panes where Enter has a meaning after the end too."""
    leaving = QUESTION
    """What is asked before a game is left."""

    def __init__(self, chair: Chair, glyphs: Glyphs, notices: Sequence[str] = ()) -> None:
        turn = SeatTurn(chair, glyphs)
        table_log = TableLog(turn.guide, notices)
        super().__init__(AnswerBoard(turn, table_log, self.replied, self.board(turn.guide)))
        self.chair = chair
        self.news = TableNews(self, chair)
        self.hot_seat = HotSeat(self, turn, lambda: self.renew(refocus=True), self.leaving)
        self.take_back = TakeBack(self.play, self.hot_seat, self.replied, self.renew)
        self.scorings = TableScorings(self.play, self.story, self.renew)
        self._ended = False
        self._rings = False
        self._idle = inf
        """Since when nobody here is asked."""

    @property
    def follows(self) -> Sequence[str]:
        """Where the end leads to."""
        return (*LEADS, DAY) if self.chair.setup.day else LEADS

    def board(self, guide: Guide) -> TableView:
        """Return the board that the game is played on."""
        return TableView(guide)

    def disposes_of(self, seat: int) -> bool:
        """Say whether a seat may be handed to a bot and taken back here: any at one keyboard."""
        return 0 <= seat < len(self.turn.guide.players)

    def final(self) -> FinalScreen:
        """Return the screen of the end."""
        from elgrande.app.screens.final_screen import FinalScreen

        found = self.turn.current
        return FinalScreen(found.view, self.turn.guide, found.public, self.follows)

    def on_mount(self) -> None:
        """Begin to listen."""
        self.news.listen()
        for text in self.table_log.notices:
            self.notify(text, timeout=12, markup=False)

    def on_unmount(self) -> None:
        """Stop listening."""
        self.news.stop()
        if isinstance(self.app, BaseApp):
            self.app.entitle("")

    def hear_bot(self, seat: int, move: BotMove) -> None:
        """Keep a bot's reason for the prompt, its notice for the head of the log."""
        notices, guide = self.table_log.notices, self.turn.guide
        if move.notice and move.notice not in notices:
            # A bot that plays several seats fails in each.
            notices.append(move.notice)
        # A bot counts the Castillo, and how much a move is worth to it would tell.
        if move.reason and not guide.veiled:
            self.turn.said = f"{guide.player(seat)}: {move.reason}"

    # -- keeping up --------------------------------------------------------

    @on(TableNews.Changed)
    def _changed(self, message: TableNews.Changed) -> None:
        """Look again, if it was somebody else's doing."""
        if not self.news.knows(message):
            self.table_log.stale = self.table_log.stale or message.kind != "command"
            self.renew()

    def replied(self, reply: Reply) -> None:
        """Look again after what was done here."""
        if reply.failed:
            self.news.fail(reply)
        else:
            self.renew(update=reply.update)

    def renew(self, refocus: bool = False, update: Look | None = None) -> None:
        """Look again: who is asked, what is to be seen, what has happened.

        That is one request, and none where a reply has brought the update.
        """
        if self.scorings.shown:
            # It is looked at again when the scoring is gone.
            return
        found = update or self.chair.update()
        if isinstance(found, Reply):
            self.news.fail(found)
            return
        self.news.saw(found)
        self._tell_turn(found)
        allowed = self.hot_seat.allow(found)
        if self.table_log.stale:
            self.story.skip()
        if not self.play.take(*allowed, refocus=refocus):
            return
        self.story.renew()
        self.dialogs.renew()
        self.dialogs.open_hand()
        if found.view.over and not self._ended:
            self.action_look()
        self._ended = found.view.over
        self.scorings.renew()

    def _tell_turn(self, found: Look) -> None:
        """Say beside the screen who is asked here."""
        seat, decision, who = found.seat, found.decision, ""
        if seat is not None and decision.codes and seat in decision.owing:
            alone = len(found.seats) == 1
            who = "Your turn" if alone else f"{self.turn.guide.player(seat)}'s turn"
        if isinstance(self.app, BaseApp):
            self.app.entitle(who)
        now = monotonic()
        if who and self._rings and now - self._idle >= LONG:
            self.app.bell()
        self._idle = inf if who else min(self._idle, now)

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        super().prefer(settings, glyphs)
        self._rings = settings["turn"] == "bell"
        self.scorings.how = settings["scorings"]

    def on_screen_resume(self) -> None:
        self.scorings.open_waiting()

    def _after_end(self, choice: str | None) -> None:
        """Do what a person wants after the end."""
        if choice == "menu":
            self.dismiss(None)
        elif choice in self.follows:
            self.dismiss(choice)

    # -- keys --------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let the keys of the end hold after the end alone, each where it leads somewhere."""
        if action not in ("look", "lead", "to_page"):
            return super().check_action(action, parameters)
        if self.turn.look is None or not self.turn.look.view.over:
            return False
        if action == "look":
            return not isinstance(self.focused, self.enters)
        return action == "to_page" or parameters[0] in self.follows

    def action_look(self) -> None:
        """Show the result."""
        self.action_to_page(0)

    def action_to_page(self, page: int) -> None:
        """Show a page of the result."""
        screen = self.final()
        screen.page = page
        self.app.push_screen(screen, self._after_end)

    def action_lead(self, where: str) -> None:
        """Go where the end leads to."""
        self.dismiss(where)

    def action_back(self) -> None:
        if not self.story.close():
            self.play.back()

    def action_undo(self) -> None:
        self.take_back.answer()

    def action_undo_turn(self) -> None:
        self.take_back.turn()

    def action_redo(self) -> None:
        self.take_back.redo()

    def action_scorings(self) -> None:
        self.scorings.again()

    def action_leave(self) -> None:
        """Leave the table; the game is saved and can be continued."""
        if self.turn.look is not None and self.turn.look.view.over:
            self.dismiss(None)
            return
        begun = " Your unfinished answer will be lost." if self.half_made else ""
        ask(self.app, f"{self.leaving}{begun}", lambda: self.dismiss(None))
