"""The story of what the others did since a seat's last turn, beside the question that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.message import Message
from textual.timer import Timer

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.scene import Changes
from elgrande.app.panes.log import LogPane, where
from elgrande.app.panes.motion import RIDE, moves
from elgrande.app.panes.story_pane import Story, StoryPane
from elgrande.app.screens.answer_board import AnswerBoard, reads_cards
from elgrande.content import story as stories
from elgrande.content.leads import led
from elgrande.content.scorings import Happened, Scoring, rewound
from elgrande.content.story import Lead, Passage, StoryNews
from elgrande.content.turn_facts import facts
from elgrande.rules import events as ev
from elgrande.rules.events import Event

if TYPE_CHECKING:
    from elgrande.app.saved_games.replaying import AtTable

NEWS, SO_FAR, LATELY = "Since your last turn", "The story so far", "This round and the last"
KEYS = {"story.next": "next", "table.back": "back", "story.whole": "log", "story.open": "look"}


class PositionWanted(Message):
    """Somebody wants to see a position of the running game, and the way there."""

    def __init__(self, moments: AtTable) -> None:
        super().__init__()
        self.moments = moments


class TurnStory:
    """Keeps the story pane up to date, brings it to the front, and marks a turn on the map."""

    def __init__(self, play: AnswerBoard) -> None:
        self._play = play
        self._told_before: set[tuple[int, tuple[int, int]]] = set()
        """Which seat was told unasked, and up to which turn."""
        self._skips = False
        self._watched: dict[int | None, tuple[int, int]] = {}
        """What each seat has watched last: where it begins, and how much it changed."""
        self.unasked = False
        """Whether it is told before a turn without being asked for."""
        self.watched = True
        """Whether what a turn did is done again on the map."""
        self._marked: Passage | None = None
        self._coming: list[Changes] = []
        """The pictures of that turn that are still to be shown."""
        self._timer: Timer | None = None
        self._news: StoryNews | None = None
        """What is news to the seat that is shown; None where nobody is."""
        self._all: list[Passage] = []
        self._leads: dict[tuple[int, int, int], tuple[Lead, ...]] = {}

    # -- the pane ----------------------------------------------------------

    def skip(self) -> None:
        """Tell nothing unasked now: whoever took something back knows what is gone."""
        self._told_before.clear()
        self._skips = True

    def renew(self) -> None:
        """Show what is news now, and bring it to the front once before this seat's turn."""
        turn = self._play.turn
        skips, self._skips = self._skips, False
        self._read()
        self.show()
        # What was marked may be of a turn that is no news any more.
        self.mark()
        fresh = self._unwatched if turn.current.since >= 0 and self.unasked else []
        if turn.answering is None or turn.seat is None or not fresh:
            return
        told = turn.seat, _mark(fresh[-1])
        if skips or told in self._told_before:
            self._told_before.add(told)
            return
        cards = "story" in self._play.board.stops and reads_cards(turn.answering)
        if cards and not self._matters(fresh, turn.seat):
            # The cards are before one's eyes there; it comes with the next question.
            turn.untold = True
            self._play.show_prompt()
            return
        self._told_before.add(told)
        self._to_front(fresh[0])

    def _matters(self, fresh: Sequence[Passage], seat: int) -> bool:
        """Say whether anything was scored, or a turn did something to the seat: it is told then."""
        events, look = self._play.table_log.events, self._play.turn.current
        if any(isinstance(event, ev.RegionScored) for one in fresh for event in one.changes):
            return True
        told, names = led(fresh, events, look.view, self._leads), self._play.turn.guide.names
        return any(each.yours for one in told for each in facts(one, names, seat))

    def tell(self) -> None:
        """Bring it to the front because somebody asked."""
        self._read()
        self.show()
        if not stories.acted(self._told):
            news = self._news or stories.StoryNews(-1, (), had=False)
            self._play.refuse(news.nobody)
        else:
            self._to_front(self._told[0])

    def before(self, scoring: Scoring) -> Scoring:
        """Return a scoring that begins with the turns before it that are news to its reader."""
        look, names = self._play.turn.current, self._play.turn.guide.names
        seat, events = look.reader, self._play.table_log.events
        if not self.unasked or seat < 0:
            return scoring
        story = stories.passages(names.rules, events, look.view.round)
        last, steps = self._watched.get(seat, (-1, 0)), list[Happened]()
        for one in led(stories.since(story, seat).passages, events, look.view, self._leads):
            end = one.span[1]
            if one.kind == stories.TURN and one.seat != seat and end <= scoring.steps[0].last:
                told = [f"{'! ' * each.yours}{each.text}" for each in facts(one, names, seat)]
                told.insert(0, stories.heading(one, names))
                steps += [
                    Happened(won=(0,) * names.rules.n_seats, points=scoring.before, last=end - 1,
                             events=one.changes, told=tuple(told))
                ] * (_mark(one) > last)  # fmt: skip
        return replace(scoring, steps=(*steps, *scoring.steps))

    def watch(self, scoring: Scoring) -> None:
        """Tell nothing more of a scoring that its reader has seen step by step, and before it.

        One that was shown without the turns before it, which are news still, is told with them.
        """
        look, last = self._play.turn.current, scoring.steps[-1].last
        told = self._play.table_log.events
        story = stories.passages(look.view.rules, told, look.view.round)
        seen = (_mark(one) for one in story if one.span[0] <= last)
        if look.reader >= 0 and scoring.general and self.before(scoring) == scoring:
            self._watched[look.reader] = max(self._watched.get(look.reader, (-1, 0)), *seen)
            self.close()

    def close(self) -> bool:
        """Leave the story for the answer; return whether it had the keyboard."""
        pane, board = self._pane, self._play.board
        if pane is None or not pane.has_focus:
            return False
        board.show_tab(0)
        if self._play.turn.answering is None:
            self._play.screen.set_focus(self._play.prompt)
        self._play.focus_answer()
        return True

    def whole(self) -> None:
        """Turn to the whole log."""
        board = self._play.board
        board.turn_to("log")
        panes = (pane for pane in board.query(LogPane) if pane.id in board.stops)
        self._play.screen.set_focus(next(panes))

    def show(self) -> None:
        """Paint the pane."""
        keys = self._play.keys
        named = tuple(keys.key(name, label) for name, label in KEYS.items())
        turn = self._play.turn
        look, events = turn.current, self._play.table_log.events
        told = led(self._told, events, look.view, self._leads)
        story = Story(self._title, tuple(told), look.reader, named)
        for pane in self._play.board.query(StoryPane):
            pane.show(story, self._play.turn.guide)
        self._play.board.show_tabs()

    @property
    def _pane(self) -> StoryPane | None:
        """The pane that can be seen or turned to; a lesson has none."""
        board = self._play.board
        return next((pane for pane in board.query(StoryPane) if pane.id in board.stops), None)

    @property
    def _chosen(self) -> Passage | None:
        """The turn that is chosen."""
        pane = self._pane
        return pane.chosen if pane is not None and pane is self._play.screen.focused else None

    @property
    def _title(self) -> str:
        """What is told, as a heading."""
        if self._told is self._since:
            return NEWS
        whole = len(stories.in_round(self._all, self._rounds)) == len(self._all)
        return SO_FAR if whole else LATELY

    @property
    def _since(self) -> tuple[Passage, ...]:
        """What is news since the last turn of the seat that is shown; nothing where none is."""
        news = self._news
        return news.passages if news is not None and news.had and news.acted else ()

    @property
    def _rounds(self) -> tuple[int, int]:
        """The present round and the one before."""
        now = self._play.turn.current.view.round
        return now - 1, now

    @property
    def _told(self) -> Sequence[Passage]:
        """What is news to the seat that is shown, else the present round and the one before."""
        if self._since:
            return self._since
        told = stories.in_round(self._all, self._rounds)
        if self._news is None or not self._news.acted:
            return told
        # That its own turn has begun the seat is told by being asked.
        own = self._news.seat
        return [p for p in told if p.seat != own or p.card >= 0 or p.changes]

    def _read(self) -> None:
        turn = self._play.turn
        look = turn.current
        self._all = stories.passages(turn.guide.rules, self._play.table_log.events, look.view.round)
        self._news = None if turn.seat is None else stories.since(self._all, turn.seat)
        if turn.seat in self._watched:
            # What was taken back may happen otherwise.
            end = len(self._play.table_log.events), 0
            self._watched[turn.seat] = min(self._watched[turn.seat], end)

    @property
    def _unwatched(self) -> list[Passage]:
        """The turns and scorings that are news to the seat and that it has not watched."""
        last = self._watched.get(self._play.turn.seat, (-1, 0))
        news = () if self._news is None else self._news.passages
        found = [each for each in news if each.kind != stories.ROUND and _mark(each) > last]
        return found if stories.acted(found) else []

    def _to_front(self, first: Passage) -> None:
        """Bring it to the front, from a turn on unless it is there already."""
        pane = self._pane
        self._play.turn.untold = False
        if pane is None:
            self.whole()
            return
        if pane is not self._play.screen.focused:
            pane.begin(first)
        self._play.board.turn_to(str(pane.id))
        self._play.screen.set_focus(pane)

    # -- the map -----------------------------------------------------------

    def mark(self) -> None:
        """Let the chosen turn happen again on the map, else mark what it changed there.

        Nothing waits for it, and it does not go on below another screen.
        """
        passage, marked = self._chosen, self._marked
        if passage is marked or (passage and marked and _mark(passage) == _mark(marked)):
            return
        self._marked = passage
        if passage is not None:
            seat = self._play.turn.seat
            self._watched[seat] = max(self._watched.get(seat, (-1, 0)), _mark(passage))
        self._coming = [] if passage is None else self._pictures(passage)
        self._play.mark(self._coming.pop(0) if self._coming else None)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._play.set_interval(RIDE, self._step) if self._coming else None

    def _step(self) -> None:
        """Show the next picture; the last one stays."""
        if self._coming and self._play.app.screen is self._play.screen:
            self._play.mark(self._coming.pop(0))
        if not self._coming and self._timer is not None:
            self._timer.stop()

    def _pictures(self, passage: Passage) -> list[Changes]:
        """Return how a turn happened, as far as that may still be told, and what it led to."""
        turn, events = self._play.turn, self._play.table_log.events
        view, guide, (first, end) = turn.current.view, turn.guide, passage.span
        changes = self._changes(passage.changes)
        if not self.watched or (guide.veiled and passage.round < view.round):
            # Beside what stands there now, the numbers of then are true where nothing came after.
            later = {at for _, event in events[end:] for at in stories.moved((event,))}
            if later.isdisjoint(changes.moved):
                return [changes]
            still = {at: more for at, more in changes.moved.items() if at not in later}
            return [Changes(still, self._places(passage.changes))]
        from elgrande.app.board.map.travel import travel

        then = rewound(view, events[end:])
        way = travel(then, events[first:end], guide) if moves(self._play) else []
        return [*way, changes._replace(then=then)]

    def open_chosen(self) -> None:
        """Show the position after the chosen turn."""
        passage = self._chosen
        if passage is not None:
            self.show_then(self._play.table_log.events[passage.span[1] - 1][0])

    def show_then(self, entry: int) -> None:
        """Show the position after an entry, and the way there, as the seat that looks may know it.

        Imported only now: nobody needs it to play.
        """
        from elgrande.app.saved_games.replaying import AtTable

        turn = self._play.turn
        moments = AtTable(turn.chair, turn.current.view, self._play.table_log.events, turn.guide)
        moments.go(moments.after(entry))
        self._play.app.post_message(PositionWanted(moments))

    def _changes(self, events: tuple[Event, ...]) -> Changes:
        """Return what some events changed; who only came or went needs no spotlight."""
        other = tuple(event for event in events if not isinstance(event, ev.Moved))
        return Changes(stories.moved(events), self._places(other))

    def _places(self, events: tuple[Event, ...]) -> tuple[str, ...]:
        """Return where events led: of two places the second."""
        guide: Guide = self._play.turn.guide
        found: list[str] = []
        for event in events:
            places = where(event, guide)
            found += places if isinstance(event, ev.DisksRevealed) else places[-1:]
        return tuple(dict.fromkeys(found))


def _mark(passage: Passage) -> tuple[int, int]:
    """Return where a passage begins and how much it changed, which grows as it goes on."""
    return passage.span[0], len(passage.changes)
