"""The table: map, cards, courts, scores, log and prompt, and all keys of play.

It talks to a Chair and to nothing else. What a key or a click means is worked out
by an `Answering`, which knows no Textual; this screen shows what that says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message

from elgrande.app.advice import Adviser
from elgrande.app.answering import Answering, Result
from elgrande.app.chronicle import Chronicle, notice
from elgrande.app.closing import ClosesOnce
from elgrande.app.guide import Guide
from elgrande.app.map.pane import MapPane
from elgrande.app.map.reading import read
from elgrande.app.motion import CountUp
from elgrande.app.painted import Painted
from elgrande.app.panes.cards import CardsPane
from elgrande.app.panes.courts import CourtsPane, needed
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.prompt import Prompt, PromptPane
from elgrande.app.panes.scores import ScoresPane
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.tabs import TabsPane
from elgrande.app.screens.answers import AnswersScreen
from elgrande.app.screens.ask import AskScreen
from elgrande.app.screens.command import CommandScreen
from elgrande.app.screens.curtain import CurtainScreen
from elgrande.app.screens.dialog import Dialog
from elgrande.app.screens.explain import ExplainScreen
from elgrande.app.screens.final import FinalScreen
from elgrande.app.screens.forecast import ForecastScreen
from elgrande.app.screens.hand import HandScreen, Marked
from elgrande.app.screens.hint import HintScreen
from elgrande.app.screens.recap import RecapScreen, news, weighs
from elgrande.app.screens.rescue import RescueScreen
from elgrande.app.screens.rules import rules_about
from elgrande.app.screens.why import ScoringsScreen, scorings, why
from elgrande.app.settings import AT_TABLE
from elgrande.app.toosmall import Roomy
from elgrande.content.sight import before_this_round, put_back, remembered, unaided
from elgrande.content.words import prompt as say_prompt
from elgrande.content.words import say_event
from elgrande.content.words.names import sentence
from elgrande.rules.events import OnlyAnswer
from elgrande.table.chair import Failed
from elgrande.table.desk import FULL, GONE, SAVE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from elgrande.app.advice import Advice
    from elgrande.app.glyphs import Glyphs
    from elgrande.app.keynames import Key
    from elgrande.app.panes.log import Entry
    from elgrande.app.settings import Settings
    from elgrande.rules import Position
    from elgrande.rules.events import Event, RegionScored
    from elgrande.table.chair import Chair, Look, Reply, Update
    from elgrande.table.host import Spoken


def _nothing() -> None:
    """There are no bots to hurry."""


TABS = ("Cards", "Courts", "Score", "Log")
PANES = ("cards", "courts", "scores", "log")
NEXT = ("rematch", "replay")
"""What may follow on a game that is over."""
FEW = 2
"""More facts than these are told unasked to one person among bots; several always hear them."""
MOVED_ON = "The game has moved on, so the answer that you had begun is dropped."
DROPPED = "The answer that you had begun is dropped. The game is as it was."
LARGE = (118, 36)
HUGE = (158, 48)
"""From these widths and heights on the larger drawings fit beside everything else."""


class TableScreen(Roomy[str]):
    """One game, for whoever sits at this terminal. Returns one of `NEXT`, or nothing."""

    CSS = """
    TableScreen { layout: vertical; background: $background; }
    #middle { height: 1fr; }
    #left { width: auto; height: 1fr; }
    #side { width: 1fr; height: 1fr; }
    #under { display: none; width: 1fr; height: 1fr; }
    TableScreen.small #side > Painted { display: none; }
    TableScreen.small #side > #tabs { display: block; }
    TableScreen.small #side > .active { display: block; }
    TableScreen.big #tabs { display: none; }
    TableScreen.big #scores { display: none; }
    TableScreen.tall #under { display: block; }
    TableScreen.big #cards { height: 3fr; }
    TableScreen.big #courts { height: auto; }
    TableScreen.big #log { height: 1fr; min-height: 5; }
    TableScreen.big #courts, TableScreen.big #log {
        border-top: solid $primary; border-title-color: $primary; background: $surface;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "undo", show=False, id="table.undo"),
        Binding("U", "undo_turn", "undo the turn", show=False, id="table.undo-turn"),
        Binding("ctrl+y", "redo", "redo", show=False, id="table.redo"),
        Binding("question_mark", "explain", "explain", show=False, id="table.explain"),
        Binding("colon", "command", "type a command", show=False, id="table.command"),
        Binding("m", "answers", "all answers", show=False, id="table.answers"),
        Binding("R", "rules", "the rules", show=False, id="table.rules"),
        Binding("L", "recap", "since your last turn", show=False, id="table.recap"),
        Binding("f", "forecast", "forecast", show=False, id="table.forecast"),
        Binding("e", "hint", "a bot's suggestion", show=False, id="table.hint"),
        Binding("comma", "settings", "settings", show=False, id="table.settings"),
        Binding("escape", "back", "back", show=False, id="table.back"),
        Binding("q", "leave", "leave", show=False, id="table.leave"),
        Binding("tab", "next_pane(1)", "next pane", show=False, id="table.next", priority=True),
        Binding("shift+tab", "next_pane(-1)", "pane before", show=False, id="table.previous",
                priority=True),
    ]  # fmt: skip

    @dataclass
    class Changed(Message):
        """Something happened at the table; sent from whichever thread it happened in."""

        kind: str
        entry: int = -1

        def can_replace(self, message: Message) -> bool:
            """A later change makes an earlier one needless."""
            return isinstance(message, TableScreen.Changed)

    @dataclass
    class Broken(Message):
        """The save takes nothing more, so the game cannot go on there."""

        sentence: str

    @dataclass
    class Full(Message):
        """The save has no room for more, and a copy of it would have none."""

        sentence: str

    @dataclass
    class Lost(Message):
        """There is no table any more, or no way to it."""

        sentence: str

    TOLD: ClassVar[dict[str, type[Broken | Full | Lost]]] = {SAVE: Broken, FULL: Full, GONE: Lost}
    """What the app is told of each kind of failure."""

    LABELS: ClassVar[dict[str, str]] = {
        "table.undo": "undo",
        "table.back": "back",
        "table.answers": "list",
        "table.explain": "help",
        "table.leave": "leave",
    }
    """What the prompt calls the keys that it names."""

    def __init__(self, chair: Chair, glyphs: Glyphs, notices: Sequence[str] = ()) -> None:
        super().__init__()
        self.chair = chair
        self.glyphs = glyphs
        self.guide = Guide(chair.setup, chair.rules, glyphs)
        self.latest: Update | None = None
        self.look: Look | None = None
        self.seat: int | None = None
        self.answering: Answering | None = None
        self._notices = list(notices)
        self._refusal = ""
        self._chronicle = Chronicle(self.guide, 1)
        self._events_of: tuple[int | None, int] = (None, -1)
        self._log: tuple[tuple[int, Event], ...] = ()
        self._stale = False
        self._tab = 0
        # Who has lifted a curtain and sits there alone since; nobody after a view that all may see.
        self._behind: int | None = None
        self._curtained = False
        self._ended = False
        self._stop: Any = None
        self._said = ""
        self._unasked = ""
        self.hurry: Callable[[], None] = _nothing
        self.confirms = False
        self.recaps = False
        self._points = CountUp(self, self._show_points)
        self._recapped: set[tuple[int, int]] = set()
        self.adviser = Adviser(chair.setup)

    # -- life --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The panes, smallest layout first."""
        yield StatusPane(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapPane(self.glyphs, id="map")
                yield ScoresPane(id="under")
            with Vertical(id="side"):
                yield TabsPane(id="tabs")
                yield CardsPane(id="cards")
                yield CourtsPane(id="courts")
                yield ScoresPane(id="scores")
                yield LogPane(self.glyphs, id="log")
        yield PromptPane(self.glyphs, id="prompt")

    def on_mount(self) -> None:
        """Begins to listen and shows the table as it is."""
        self._stop = self.chair.subscribe(self._told)
        preferences = getattr(self.app, "preferences", None)
        if preferences is not None:
            preferences.hold()
        self._set_up()
        # They head the log, which shows its end.
        for text in self._notices:
            self.notify(text, timeout=12, markup=False)

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        """Takes over the settings that hold at the table."""
        self.confirms = settings["confirm"] == "final"
        self.recaps = settings["recap"] == "on"
        self.use_glyphs(glyphs)

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draws everything anew with other signs."""
        if self.look is None or glyphs is self.glyphs:
            return
        self.glyphs = glyphs
        self.guide = Guide(self.chair.setup, self.chair.rules, glyphs, self.look.players)
        if self.answering is not None:
            self.answering.say_with(self.guide)
        for pane in self.query(Painted):
            pane.use_glyphs(glyphs)
        self._read_log(self.look, self.seat, self._log)
        self.show()

    def _set_up(self) -> None:
        """Makes the panes ready and shows the table as it is."""
        self.query_one("#courts").border_title = "Players"
        self.query_one("#log").border_title = "Log"
        self._arrange()
        self.renew(settle=True)

    def _told(self, message: dict[str, Any]) -> None:
        """News from the table, in whichever thread it happened: posting is safe from any."""
        if "gone" in message:
            self.post_message(self.Lost(message["gone"]))
        else:
            self.post_message(self.Changed(message["kind"], message["changed"]))

    def on_unmount(self) -> None:
        """Stops listening."""
        if self._stop is not None:
            self._stop()
            self._stop = None
        self.adviser.stop()

    def on_resize(self) -> None:
        """Chooses the layout that fits."""
        self._arrange()

    def _arrange(self) -> None:
        """Sets the classes and the map's drawing for the size of the screen."""
        width, height = self.app.size
        big = width >= LARGE[0] and height >= LARGE[1]
        huge = width >= HUGE[0] and height >= HUGE[1]
        self.set_class(big, "big")
        self.set_class(not big, "small")
        self.set_class(big or height >= 30, "tall")
        pane = self.query_one(MapPane)
        pane.use("huge" if huge else "large" if big else "compact")
        self.query_one("#left").styles.width = pane.chart.width
        rows = needed(self.guide, 3 if huge else 2)
        # One row more for the line above.
        self.query_one("#courts").styles.height = rows + 1 if big else "1fr"
        self._show_tab(self._tab)

    # -- keeping up --------------------------------------------------------

    def on_table_screen_changed(self, message: Changed) -> None:
        """The table has changed, by us or by somebody else."""
        if self.latest is not None and message.entry < self.latest.next:
            # What we did ourselves, and know from its reply.
            return
        if message.kind != "command":
            self._stale = True
        self.renew()

    def renew(self, settle: bool = False, update: Update | None = None) -> None:
        """Looks again: who is asked, what is to be seen, what has happened.

        That is one request, and none where a reply has brought the update.
        """
        found = update or self.chair.update()
        if isinstance(found, Failed):
            self.fail(found)
            return
        self.latest = found
        look: Look = found
        seat = found.seat
        log = found.log
        private = None if found.watch is None else seat
        if self._behind not in (None, private):
            self._take_away()
        if private is None:
            self._behind = None
        elif private != self._behind:
            assert found.watch is not None
            self._raise_curtain(private)
            seat, look, log = None, found.watch, found.public
        moved = self.look is None or look.entry != self.look.entry or seat != self.seat
        if not moved and not settle and not self._stale and look.players == self.guide.players:
            # Our own answer, told to us a second time.
            self._show_prompt()
            return
        if look.players != self.guide.players:
            self.guide = Guide(self.chair.setup, self.chair.rules, self.glyphs, look.players)
        if seat != self.seat or (moved and self.look is not None and self.look.decision.secret):
            # Where one person pointed may have been the answer. Every other pane forgets by itself.
            self.query_one(MapPane).point("")
        self.look, self.seat = look, seat
        asked = seat is not None and bool(look.decision.codes) and seat in look.decision.owing
        begun, refusal = self.half_made, self._refusal
        if moved:
            # What was said about the last question is not true of this one.
            self._refusal = ""
        if not asked:
            self.answering = None
        elif moved or self.answering is None:
            assert seat is not None
            bound = self.keys.letters(AT_TABLE)
            before_this = self.answering
            self.answering = Answering(self.chair, self.guide, look, seat, bound)
            if before_this is not None and self.answering.asks_like(before_this):
                # Somebody else has answered the same question, and what we type goes on.
                self.answering.typed, self._refusal = before_this.typed, refusal
        if self._stale and seat is not None:
            # Whoever took something back knows what is gone.
            self._recapped = {(seat, look.since)}
        if begun and not self.half_made:
            self._refusal = MOVED_ON
        before = self._events_of[1]
        news = self._read_log(look, seat, log)
        if moved:
            self._unasked = self._say_unasked(look, news, before)
        self.show()
        if moved or settle:
            self._focus_for_answer()
        if asked:
            self._recap_on_hand_over(look)
        if look.view.over and not self._ended:
            self._ended = True
            final = FinalScreen(look.view, self.guide, found.public, NEXT)
            self.app.push_screen(final, self._after_end)
        elif not look.view.over:
            self._ended = False

    def _raise_curtain(self, seat: int) -> None:
        """Hides everything until the right person says so."""
        if self._curtained:
            return
        self._curtained = True

        def lifted(_result: object) -> None:
            self._curtained = False
            self._behind = seat
            self.renew(settle=True)

        name, colour = self.guide.player(seat), self.guide.colour(seat)
        self.app.push_screen(CurtainScreen(name, colour, self.glyphs), lifted)

    def _take_away(self) -> None:
        """Closes what somebody opened who sat here alone: it may tell what that one sees."""
        stack = self.app.screen_stack
        while stack[-1] is not self and not isinstance(stack[-1], (CurtainScreen, RescueScreen)):
            top = stack[-1]
            if isinstance(top, Dialog):
                top.action_close()
            elif isinstance(top, ClosesOnce):
                top.dismiss(None)
            stack = self.app.screen_stack
            if stack[-1] is top:
                break

    def _recap_on_hand_over(self, look: Look) -> None:
        """Tells once what the others did, before this seat's turn."""
        assert self.seat is not None
        hand_over = (self.seat, look.since)
        if not self.recaps or hand_over in self._recapped:
            return
        self._recapped.add(hand_over)
        facts = self._news(look)
        if weighs(facts) > (0 if len(look.seats) > 1 else FEW):
            self.app.push_screen(RecapScreen(look.view, self.guide, self.seat, facts))

    def _news(self, look: Look) -> list[Entry]:
        """What the seat that is shown may know of what happened since its last turn."""
        if self.seat is None or look.since < 0:
            return []
        told = [each for each in self._log if each[0] > look.since]
        return news(self.guide, look.view.round, told)

    def _say_unasked(self, look: Look, told: Sequence[tuple[int, Event]], before: int) -> str:
        """Which answer the people here were not asked for, being the only one, or nothing."""
        said = [
            say_event(event, self.guide.rules, self.guide.names)
            for n, event in told
            if 0 <= before < n and isinstance(event, OnlyAnswer) and event.seat in look.seats
        ]
        return " ".join(said[-1:])

    def _read_log(
        self, look: Look, seat: int | None, log: tuple[tuple[int, Event], ...]
    ) -> tuple[tuple[int, Event], ...]:
        """Writes down what is new, or everything after an undo or a change of seat."""
        known = len(self._log)
        anew = self._stale or seat != self._events_of[0] or log[:known] != self._log
        if anew or self._chronicle.guide is not self.guide:
            self._chronicle = Chronicle(self.guide, look.view.round)
            known = 0
            self._stale = False
        told = log[known:]
        self._chronicle.add(told)
        self._log = log
        self._events_of = (seat, look.entry)
        return told

    def hear(self, spoken: Spoken) -> None:
        """A bot gave a reason, or was replaced."""
        if spoken.notice:
            self._notices.append(spoken.notice)
        # A bot counts the Castillo, and how much a move is worth to it would tell.
        if spoken.reason and not self.guide.veiled:
            self._said = f"{self.guide.player(spoken.seat)}: {spoken.reason}"

    def fail(self, failed: Failed) -> None:
        """What was asked for could not be done, and play must not go on here.

        After a save that failed the game has not changed; a table that is gone is left.
        """
        self.post_message(self.TOLD.get(failed.kind, self.Lost)(failed.refused))

    # -- showing -----------------------------------------------------------

    @property
    def log_entries(self) -> list[Entry]:
        """The log as it stands, with what was said at loading first."""
        return [notice(text) for text in self._notices] + self._chronicle.entries

    def show(self) -> None:
        """Paints every pane from the view, with the half-made gesture in it."""
        assert self.look is not None
        answering = self.answering
        view = answering.view if answering else self.look.view
        offer = answering.offer if answering else None
        self.query_one(StatusPane).show(view, self.guide)
        lit = offer.targets if offer else {}
        picked = answering.picked if answering else {}
        self.query_one(MapPane).show(read(view, self.guide, lit, picked))
        rules = self.guide.rules
        codes = offer.codes if offer else ()
        open_cards = [code - rules.CARD for code in codes if rules.verb(code) == "card"]
        self.query_one(CardsPane).show(view, self.guide, open_cards)
        self._points.to(view)
        self.query_one(LogPane).show(self.log_entries)
        self._show_prompt()

    def _show_points(self, position: Position) -> None:
        """Paints the panes that tell scores."""
        assert self.look is not None
        self.query_one(CourtsPane).show(position, self.guide, self.look.decision.owing)
        for pane in self.query(ScoresPane):
            pane.show(position, self.guide)

    def _show_prompt(self, cursor: int | None = None) -> None:
        """Paints the prompt alone."""
        assert self.look is not None
        pane = self.query_one(PromptPane)
        answering = self.answering
        if answering is None:
            text = say_prompt(self.look.decision, self.guide.rules, self.guide.names)
            waiting = self._named("table.explain", "table.leave")
            note = self._unasked or self._said
            pane.show(Prompt(text, refusal=self._refusal, note=note, keys=waiting))
            return
        offer = answering.offer
        if cursor is None:
            cursor = self._first_choice()
        note = answering.hint
        if 0 <= cursor < len(offer.choices):
            note = "; ".join(answering.says(code) for code in offer.choices[cursor].codes)
        elif self.query_one(MapPane).cursor and offer.targets:
            note = answering.note(self.query_one(MapPane).cursor)
        if self._refusal:
            # It stands where the prompt was, so the prompt takes the note's place.
            note = answering.asks
        elif not answering.half_made:
            final = "This cannot be taken back." if self.look.final else ""
            note = note or " ".join(filter(None, (self._unasked, final)))
        shown = ["table.answers", "table.explain"]
        if answering.half_made:
            shown.insert(0, "table.back")
        elif self.look.can_undo:
            shown.insert(0, "table.undo")
        pane.show(
            Prompt(
                answering.asks,
                self.guide.colour(answering.seat),
                self._refusal,
                offer.choices,
                cursor,
                note,
                self._named(*shown),
            )
        )

    def _named(self, *bindings: str) -> tuple[Key, ...]:
        """Keys for the prompt, as they are bound now."""
        return tuple(self.keys.key(binding, self.LABELS[binding]) for binding in bindings)

    def rekeyed(self) -> None:
        """The prompt names other keys, and no answer has one that is taken now."""
        if self.answering is not None:
            self.answering.bound = self.keys.letters(AT_TABLE)
            self.answering.say_with(self.guide)
        if self.look is not None:
            self._show_prompt()

    def _first_choice(self) -> int:
        """The choice under the cursor before anybody moves it: taking all, else none."""
        if self.answering is None:
            return -1
        if self.answering.typed:
            return self.answering.choice_typed
        offer = self.answering.offer
        return len(offer.choices) - 1 if offer.verbs == {"take"} else -1

    def _focus_for_answer(self) -> None:
        """Puts the keyboard where the answer is given; a small screen turns to that tab."""
        if self.answering is None:
            return
        offer = self.answering.offer
        if offer.targets:
            self.set_focus(self.query_one(MapPane))
            self._show_tab(0 if self.answering.decision.card >= 0 else self._tab)
        elif "card" in offer.verbs:
            self._show_tab(0)
            self.set_focus(self.query_one(CardsPane if self.answering.view.slots else PromptPane))
        else:
            if self.answering.decision.step == "power":
                self._show_tab(1)
            self.set_focus(self.query_one(PromptPane))

    def _show_tab(self, index: int) -> None:
        """Shows one of the side panes on a small screen."""
        self._tab = index
        for i, name in enumerate(PANES):
            self.query_one(f"#{name}").set_class(i == index, "active")
        marks = ("[", "]")
        self.query_one(TabsPane).show(TABS, index, marks)

    # -- answering ---------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A key that no binding took: an answer, or the reason why it is none."""
        key = event.character or ""
        if not key.isprintable() or not key.strip() or event.key in self.active_bindings:
            return
        event.stop()
        if self.answering is None:
            assert self.look is not None
            self.hurry()
            self._refuse(say_prompt(self.look.decision, self.guide.rules, self.guide.names))
            return
        target = self.answering.target_by_key(key)
        if target and self.answering.offer.pressed(key) is None and self.answering.offer.targets:
            self.query_one(MapPane).point(target)
        self._answer(lambda now: now.press(key))

    @on(MapPane.PlaceChosen)
    def _place_chosen(self, message: MapPane.PlaceChosen) -> None:
        """A target was pointed at."""
        self._answer(lambda now: now.point(message.place))

    @on(MapPane.Unpointed)
    def _unpointed(self) -> None:
        """Enter with the cursor on no region; it begins on none, which might be taken unread."""
        if self.answering is not None and self.answering.offer.targets:
            self._refuse("Go to a region with the arrow keys first, or press its own key.")

    @on(MapPane.CursorMoved)
    def _cursor_moved(self, message: MapPane.CursorMoved) -> None:
        """The note says what the target under the cursor would mean."""
        self._refusal = ""
        if self.look is not None:
            self._show_prompt(-1 if self.answering and self.answering.offer.targets else None)

    @on(CardsPane.StackChosen)
    def _stack_chosen(self, message: CardsPane.StackChosen) -> None:
        """A card was chosen by cursor."""
        self._choose_stack(message.stack)

    @on(PromptPane.Moved)
    def _prompt_moved(self, message: PromptPane.Moved) -> None:
        """The cursor moved over the choices."""
        self._refusal = ""
        self._show_prompt(message.index)

    @on(PromptPane.Unchosen)
    def _unchosen(self) -> None:
        """Enter with the cursor on no choice."""
        self._refuse("Go to an answer with the arrow keys first, or press its own key.")

    @on(PromptPane.Chosen)
    def _prompt_chosen(self, message: PromptPane.Chosen) -> None:
        """A choice was taken."""
        self._choose(message.index)

    @on(Painted.Hit)
    async def _hit(self, message: Painted.Hit) -> None:
        """A click on something that says what it is."""
        what, _, which = message.hit.partition(" ")
        if what == "tab":
            self._show_tab(int(which))
        elif what == "choice":
            self._choose(int(which))
        elif what == "stack":
            self._choose_stack(int(which))
        elif what == "card":
            slots = [slot.card for slot in self.look.view.slots] if self.look else []
            card = self.guide.rules.card_index.get(which, -1)
            if card in slots:
                self._choose_stack(slots.index(card))
        elif what == "key":
            await self.press(which)
        elif what == "scoring":
            self._say_why(int(which))

    def _choose_stack(self, stack: int) -> None:
        """Takes the face-up card of a stack, or only looks at it when that is not asked."""
        pane = self.query_one(CardsPane)
        pane.point(stack)
        if self.answering is None or "card" not in self.answering.offer.verbs:
            return
        self._answer(lambda now: now.press(str(stack + 1)))

    def _choose(self, index: int) -> None:
        """Takes one of the choices in the prompt."""
        if self.answering is not None and index < len(self.answering.offer.choices):
            codes = self.answering.offer.choices[index].codes
            self._answer(lambda now: now.choose(codes))

    def _answer(self, act: Callable[[Answering], Result]) -> None:
        """Lets the answer in the making take a step, and shows what became of it."""
        if self.answering is None:
            return
        self.answering.confirms = self.confirms
        result = act(self.answering)
        if isinstance(result.reply, Failed):
            self.fail(result.reply)
            return
        self._refusal = result.refused
        if result.ask:
            self.app.push_screen(AskScreen(result.ask), partial(self._confirmed, self.answering))
        if result.reply:
            self.renew(update=result.reply.update)
        else:
            self.show()
            if not result.refused:
                self._focus_for_answer()

    def _confirmed(self, asked: Answering, yes: bool | None) -> None:
        """Sends what cannot be taken back, or leaves it."""
        if yes and self._still(asked):
            # Others may have answered meanwhile, and this one is asked anew for the same.
            self._answer(lambda _now: asked.confirm())

    def _still(self, asked: Answering) -> bool:
        """Whether the question that somebody went away with is open; says so if it is not."""
        if self.answering is not None and self.answering.asks_like(asked):
            return True
        self._refuse(MOVED_ON)
        return False

    def _refuse(self, sentence: str) -> None:
        """Says in the prompt why something is not done."""
        self._refusal = sentence
        self._show_prompt()

    # -- keys of their own -------------------------------------------------

    def action_back(self) -> None:
        """Esc: back out of a half-made gesture, then take the cursor off the map."""
        self._refusal = ""
        if self.answering is not None and self.answering.back():
            self.show()
            self._focus_for_answer()
            return
        self.query_one(MapPane).point("")
        self._show_prompt()

    def action_undo(self) -> None:
        """Takes the last step back, a half-made one first."""
        if self.answering is not None and self.answering.half_made:
            self.action_back()
            return
        self._ask_back(self.chair.undo, "take back your last answer", "Taken back.")

    def action_undo_turn(self) -> None:
        """Takes the whole turn back."""
        undo = partial(self.chair.undo, turn=True)
        self._ask_back(undo, "take back your turn", "The turn was taken back.")

    def action_redo(self) -> None:
        """Brings back what was taken back last."""
        self._ask_back(self.chair.redo, "bring your answer back", "Brought back.", together=True)

    def _ask_back(
        self,
        act: Callable[[Sequence[int]], Reply],
        what: str,
        done: str,
        *,
        together: bool = False,
        seats: tuple[int, ...] | None = None,
    ) -> None:
        """Takes answers back, or brings them back, by the word of whoever gave them.

        At one keyboard the one who sits there speaks for the own seat alone, so anybody
        else is asked. What comes back may be of several seats, and needs them `together`.
        """
        assert self.look is not None
        own = () if self.seat is None else (self.seat,)
        speaking = own if seats is None else seats
        word = -1

        def tried() -> Reply:
            nonlocal word
            reply = act(speaking)
            word = reply.word
            return reply

        if not self._tell(tried, done, quiet=True) and word >= 0:
            assert self.latest is not None
            hidden = self.seat is not None and self.latest.hidden
            question = f"{self.guide.player(word)}, do you want to {what}?"

            def answered(yes: bool | None) -> None:
                if hidden:
                    # Somebody else has been at the keyboard meanwhile.
                    self._behind = None
                if yes:
                    agreed = (*speaking, word) if together else (word,)
                    self._ask_back(act, what, done, together=together, seats=agreed)
                else:
                    self.renew(settle=hidden)

            self.app.push_screen(AskScreen(question, alone=hidden), answered)

    @property
    def half_made(self) -> bool:
        """Whether an answer was begun and nothing of it is sent yet."""
        return self.answering is not None and self.answering.half_made

    def _drop(self, yes: bool | None = True) -> None:
        """Takes a whole half-made answer back, and says so."""
        if yes and self.answering is not None:
            self.answering.drop()
            self._refusal = DROPPED
            self.show()
            self._focus_for_answer()

    def _tell(self, act: Callable[[], Reply], done: str, *, quiet: bool = False) -> bool:
        """Does something to the game's course and says whether it was done.

        A half-made answer is in its way: that alone is taken back first. If `quiet`,
        a refusal that somebody's word would lift is left for the caller to say.
        """
        if self.half_made:
            if self.confirms:
                self.app.push_screen(AskScreen("Drop the answer that you have begun?"), self._drop)
            else:
                self._drop()
            return False
        reply = act()
        if isinstance(reply, Failed):
            self.fail(reply)
            return False
        if quiet and reply.word >= 0:
            return False
        self._stale = True
        self._refusal = sentence(reply.refused) if reply.refused else ""
        if reply:
            self.notify(done, timeout=2)
        self.renew(update=reply.update)
        return bool(reply)

    def action_next_pane(self, way: int) -> None:
        """Tab: the keyboard goes to the next pane; a small screen shows it."""
        names = ("map", *PANES, "prompt") if self.has_class("small") else (
            "map", "cards", "courts", "log", "prompt")  # fmt: skip
        here = self.focused.id if self.focused is not None and self.focused.id else "prompt"
        at = names.index(here) if here in names else 0
        name = names[(at + way) % len(names)]
        if name in PANES:
            self._show_tab(PANES.index(name))
        self.set_focus(self.query_one(f"#{name}"))

    def action_answers(self) -> None:
        """The list of all legal answers, so that no decision is unplayable."""
        answering = self.answering
        if answering is None:
            self._refuse("Nobody here is asked anything now.")
            return
        if answering.decision.step == "choose_hand":
            self._mark_hand(answering)
            return
        entries = [(code, answering.says(code)) for code in answering.offered]

        def chosen(code: int | None) -> None:
            if code is not None:
                self.give(code, answering)

        self.app.push_screen(AnswersScreen(answering.asks, entries, self.guide), chosen)

    def _mark_hand(self, asked: Answering) -> None:
        """The power cards to be kept, marked in one list."""

        def marked(found: Marked | None) -> None:
            if found is not None and self._still(asked):
                self._answer(lambda now: now.mark(found.values, found.done))

        self.app.push_screen(HandScreen(self.guide, asked.kept), marked)

    def give(self, code: int, asked: Answering | None = None) -> None:
        """Gives an answer that was chosen from a list, to the question that it was made for."""
        if asked is None or self._still(asked):
            self._answer(lambda now: now.give(self.guide.rules.text(code)))

    def hand_over(self, seat: int, source: str) -> None:
        """Hands a seat to a bot, or back to a person."""
        self._tell(partial(self.chair.hand_over, seat, source), "The seat has changed hands.")

    def action_command(self) -> None:
        """The command line: an answer in notation."""

        asked = self.answering

        def typed(text: str | None) -> None:
            if not text:
                return
            if self.answering is None:
                self._refuse("Nobody here is asked anything now.")
            elif asked is None or self._still(asked):
                self._answer(lambda now: now.type(text))

        self.app.push_screen(CommandScreen(self.glyphs), typed)

    def action_settings(self) -> None:
        """The settings, tried on the table itself."""
        from elgrande.app.screens.settings import SettingsScreen

        preferences = getattr(self.app, "preferences", None)
        if preferences is not None:
            self.app.push_screen(SettingsScreen(preferences), self._after_settings)

    def _after_settings(self, problem: str | None) -> None:
        if problem:
            self._refuse(problem)

    def action_recap(self) -> None:
        """What happened since this seat's last turn."""
        assert self.look is not None
        facts = self._news(self.look)
        if self.seat is None or not weighs(facts):
            self._refuse("Nothing has happened since your last turn.")
            return
        self.app.push_screen(RecapScreen(self.look.view, self.guide, self.seat, facts))

    def action_forecast(self) -> None:
        """If it were scored now."""
        assert self.look is not None
        view = self.answering.view if self.answering else self.look.view
        card = view.decision().card
        pane = self.query_one(CardsPane)
        if pane.cursor >= 0 and (card < 0 or self.focused is pane):
            card = view.slots[pane.cursor].card
        seat = max(0, view.actor if self.seat is None else self.seat)
        target = self.query_one(MapPane).cursor
        screen = ForecastScreen(view, self.guide, card=card, seat=seat, target=target)
        self.app.push_screen(screen)

    def _scorings(self) -> tuple[list[RegionScored], frozenset[int]]:
        """All scorings of the game so far, and those by index whose counts are not told now."""
        told = self._log
        past = scorings(event for _, event in told[: before_this_round(told)])
        closed = (i for i, event in enumerate(past) if put_back(self.guide.rules, event))
        return scorings(event for _, event in told), frozenset(closed)

    @on(LogPane.Asked)
    def _why_asked(self) -> None:
        """The log was asked why."""
        found, closed = self._scorings()
        self.app.push_screen(ScoringsScreen(found, self.guide, closed))

    def _say_why(self, back: int) -> None:
        """Explains a scoring, counted from the latest."""
        found, closed = self._scorings()
        at = len(found) - 1 - back
        if at >= 0:
            self.app.push_screen(why(found[at], self.guide, closed=at in closed))

    def action_hint(self) -> None:
        """What the strongest installed bot would do."""
        answering = self.answering
        if answering is None:
            self._refuse("Nobody here is asked anything now.")
            return
        view, entry, log = answering.view, answering.look.entry, self._log

        async def ask() -> Advice:
            told = remembered(self.guide.rules, log)
            seen = tuple(event for _, event in told)
            return await self.adviser.ask(unaided(view, seen), entry, seen)

        def taken(code: int | None) -> None:
            if code is None:
                # Whoever no longer waits needs no answer: the bot may still be thinking.
                self.adviser.rest()
            else:
                self.give(code, answering)

        screen = HintScreen(self.adviser.name, answering.asks, ask, answering.says)
        self.app.push_screen(screen, taken)

    def action_explain(self) -> None:
        """What is under the cursor, and the keys."""
        assert self.look is not None
        view = self.answering.view if self.answering else self.look.view
        self.app.push_screen(ExplainScreen(view, self.guide, self._subject()))

    def _subject(self) -> str:
        """What is under the cursor: a card, a target, or nothing."""
        assert self.look is not None
        focused = self.focused
        if isinstance(focused, CardsPane) and focused.cursor >= 0:
            view = self.look.view
            gone = self.guide.shown.put_away(view, focused.cursor)
            card = gone.card if gone else view.slots[focused.cursor].card
            return f"card {card}" if card >= 0 else ""
        if isinstance(focused, MapPane) and focused.cursor:
            return f"target {focused.cursor}"
        return ""

    def action_rules(self) -> None:
        """The rules, beginning with what is under the cursor and what is asked."""
        assert self.look is not None
        decision = self.answering.decision if self.answering else self.look.decision
        self.app.push_screen(rules_about(self.guide, self._subject(), decision))

    def action_leave(self) -> None:
        """Leaves the table; the game is saved and can be continued."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.leave()

        if self.look is not None and self.look.view.over:
            self.leave()
            return
        begun = " What you have begun is not part of it." if self.half_made else ""
        question = f"Leave this game? It is saved as it stands.{begun}"
        self.app.push_screen(AskScreen(question), answered)

    def leave(self) -> None:
        """Goes back to the menu."""
        self.dismiss(None)

    def _after_end(self, choice: str | None) -> None:
        """What a person wants after the end."""
        if choice == "menu":
            self.leave()
        elif choice in NEXT:
            self.dismiss(choice)
