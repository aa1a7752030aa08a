"""A board with a prompt below it, on which the seat at this terminal answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual import events, on

from elgrande.app.answering.answering import (
    DROPPED,
    HELPERS,
    MOVED_ON,
    NOT_ASKED,
    Answering,
    SeatTurn,
    answer_prompt,
    prompt_of,
    waiting_prompt,
)
from elgrande.app.answering.offer import words
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import Changes, read
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.keys import ACTIONS, AT_TABLE, GAME
from elgrande.app.panes.cards_pane import NAMED, CardsPane
from elgrande.app.panes.line_widget import LineWidget, PaneRows
from elgrande.app.panes.prompt import Prompt, PromptPane
from elgrande.app.panes.round_pane import RoundPane
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.settings.bindings import Keys, keys_at
from elgrande.app.terminal.app_screen import comes_late
from elgrande.content.words import why_not

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.message import Message
    from textual.widget import Widget

    from elgrande.app.answering.preview import Preview
    from elgrande.app.board.map.plan import StepsLeft
    from elgrande.app.board.view import BoardView
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.panes.log import NumberedEvents, TableLog
    from elgrande.table.chair import Look, Reply


def reads_cards(now: Answering) -> bool:
    """Return whether cards have to be seen for the answer: of many the bar names none."""
    return now.decision.step == "power" or (
        "card" in now.offer.verbs and len(now.offer.choices) > NAMED
    )


def _nothing() -> None:
    """Do nothing: there are no bots to hurry."""


class AnswerBoard(PaneRows):
    """Turns keys, clicks and choices into steps of the answer, and shows what they come to.

    ``replied`` is told what the table says to an answer that was sent.
    """

    DEFAULT_CSS = """
    AnswerBoard { height: 1fr; width: 1fr; }
    """

    labels: Mapping[str, str] = MappingProxyType({})
    """What keys are called here, where that is not what they are called at a table."""
    helpers: Sequence[str] = HELPERS

    def __init__(
        self,
        turn: SeatTurn,
        table_log: TableLog,
        replied: Callable[[Reply], None],
        board: BoardView,
    ) -> None:
        super().__init__()
        self.turn = turn
        self.table_log = table_log
        self.board = board
        self.confirms = False
        """Whether a person is asked before an answer that cannot be taken back."""
        self.reminds = False
        """Whether ending a turn says what could still be done in it."""
        self.previews = True
        """Whether the prompt says what the answer under the cursor would change."""
        self._preview: Preview | None = None
        self._reminded = (0, -1)
        """The round and the seat of the turn in which that was said."""
        self.hurry: Callable[[], None] = _nothing
        """Called for a key that is pressed while nobody here is asked."""
        self.changes: Changes | None = None
        """What of the story is marked on the map."""
        self.plan: StepsLeft = {}
        """What is advised, as long as the answers keep to it."""
        self._replied = replied

    def compose(self) -> ComposeResult:
        """Return the board and the prompt."""
        yield self.board
        yield PromptPane(self.turn.guide.glyphs, id="prompt")

    @property
    def keys(self) -> Keys:
        """What the keys are called now."""
        return keys_at(self.app)

    @property
    def prompt(self) -> PromptPane:
        """The prompt."""
        return self.query_one(PromptPane)

    # -- showing -----------------------------------------------------------

    def take(
        self, look: Look, seat: int | None, told: NumberedEvents, *, refocus: bool = False
    ) -> bool:
        """Show another look and what was told of it; returns False if it is the one shown.

        ``refocus`` paints all of it anew, and puts the keyboard where the answer is given.
        """
        turn = self.turn
        moved = turn.moves(look, seat)
        renamed = look.players != turn.guide.players
        if not (moved or refocus or self.table_log.stale or renamed):
            # Our own answer, told to us a second time.
            self.show_prompt()
            return False
        view = look.view
        if moved and not (seat == turn.seat == view.actor and tuple(view.board) in self.plan):
            self.plan = {}
        if seat != turn.seat or (moved and turn.secret):
            # Where one person pointed may have been the answer. Every other pane forgets by itself.
            self.board.map.cursor = ""
        before = turn.answering
        turn.take(look, seat, self.keys.letters(AT_TABLE))
        unasked = self.table_log.read(turn.guide, look, seat, told)
        if moved:
            turn.unasked = unasked
        self.show()
        # An answer of somebody else to the same question leaves the keyboard where it is.
        if refocus or (moved and not (before and not before.given and turn.still(before))):
            if before and before.given and isinstance(self.screen.focused, StoryPane):
                # Whoever has answered looks on at what is now.
                self.board.show_tab(0)
                self.screen.set_focus(self.prompt)
            self.focus_answer()
        return True

    def show(self) -> None:
        """Paint every pane from the view, with the half-made answer in it."""
        turn = self.turn
        now = turn.answering
        self.board.guide = turn.guide
        self.board.show(
            turn.view,
            self.table_log.entries,
            owing=turn.current.decision.owing,
            own=turn.seat,
            lit=self.lit_targets(),
            picked=now.picked if now else None,
            cards=self.lit_cards(),
            changes=self.marked(),
        )
        if now and now.typed:
            self.board.cards.seek(now.typed)
        self.show_prompt()

    def mark(self, changes: Changes | None) -> None:
        """Paint the map alone, with something else of the story on it; the prompt says if so."""
        was, self.changes = self._at, changes
        turn, lit = self.turn, self.lit_targets()
        picked = turn.answering.picked if turn.answering else None
        self.board.map.show(read(turn.view, turn.guide, lit, picked, self.marked()))
        if "story" in (was, self._at) and was != self._at:
            self.show_prompt()

    def lit_targets(self) -> set[str]:
        """Return the targets that are lit on the map."""
        return set(self.turn.answering.offer.targets) if self.turn.answering else set()

    def marked(self) -> Changes | None:
        """Return what is marked on the map besides the answers: the story, and what is advised."""
        plan = self.plan.get(tuple(self.turn.view.board))
        if not plan:
            return self.changes
        # What is advised is drawn where it is to be done: not on a past board.
        changes = self.changes
        return (Changes() if changes is None or changes.then else changes)._replace(plan=plan)

    def lit_cards(self) -> list[int]:
        """Return the action cards that are lit."""
        rules = self.turn.guide.rules
        codes = self.turn.answering.offer.codes if self.turn.answering else ()
        return [code - rules.CARD for code in codes if rules.verb(code) == "card"]

    def show_prompt(self, cursor: int | None = None) -> None:
        """Paint the prompt alone; ``cursor`` is the choice under its cursor."""
        now = self.turn.answering
        if now is None:
            self.prompt.show(self.waiting())
            return
        self.prompt.show(
            answer_prompt(
                self.turn,
                now,
                self.keys,
                self.helpers,
                self.labels,
                cursor=cursor,
                target=self.board.map.cursor,
                at=self._at,
                worth=self._worth,
            )
        )

    def _worth(self, codes: Collection[int]) -> tuple[str, ...]:
        """Return what answers would change if it were scored now, as far as that is told."""
        now, guide = self.turn.answering, self.turn.guide
        if now is None or not self.previews:
            return ()
        if self._at == "cards":
            codes = {guide.rules.CARD + self.board.cards.card}.intersection(now.offer.codes)
        if not codes:
            return ()
        # The first picture of a table does not wait for it.
        from elgrande.app.answering.preview import Preview

        known = self._preview
        if known is None or known.view is not now.view or known.guide is not guide:
            known = self._preview = Preview(now.view, guide)
        return known.said([*codes])

    @property
    def _at(self) -> str:
        """Where the keyboard is: at the map, the cards to be chosen, the prompt, or elsewhere.

        It is in the story while that has the map.
        """
        if self.changes is not None and self.changes.then is not None:
            return "story"
        focused, cards = self.screen.focused, self.board.cards
        if focused is cards:
            return "cards" if cards.chooses else ""
        if focused is self.board.map:
            return "map"
        return "prompt" if focused is self.prompt else ""

    @on(events.DescendantFocus)
    def _elsewhere(self) -> None:
        """Say what Enter does where the keyboard is now."""
        if self.turn.look is not None:
            self.show_prompt(self.prompt.cursor if self.prompt.cursor >= 0 else None)

    def waiting(self) -> Prompt:
        """Return the prompt while nobody here is asked."""
        ends: list[str] = []
        if self.turn.current.view.over:
            bound = {active.binding.id for active in self.screen.active_bindings.values()}
            ways = (one for one in ACTIONS if one.place == "over" and one.group == GAME)
            ends = [way.id for way in ways if way.id in bound]
        return waiting_prompt(self.turn, self.keys, ends)

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draw everything anew with other signs."""
        turn = self.turn
        if turn.look is None or glyphs is turn.guide.glyphs:
            return
        turn.use_glyphs(glyphs)
        for pane in self.query(LineWidget):
            pane.use_glyphs(glyphs)
        self.table_log.read(turn.guide, turn.look, turn.seat, self.table_log.events)
        self.show()

    def rekeyed(self) -> None:
        """Name the keys as they are bound now."""
        self.turn.bind(self.keys.letters(AT_TABLE))
        if self.turn.look is not None:
            self.show_prompt()

    # -- the keyboard ------------------------------------------------------

    def focus_answer(self) -> None:
        """Put the keyboard where the answer is given; a small window turns to that tab."""
        now, board = self.turn.answering, self.board
        if now is None:
            return
        pane: Widget = self.prompt
        if now.offer.targets:
            pane = board.map
            # What has just been scored is held beside the map.
            board.show_tab(0 if now.decision.card >= 0 and not board.holds_scored else board.tab)
        elif "card" in now.offer.verbs or (now.decision.step == "power" and board.cards.chooses):
            board.show_tab(0)
            pane = board.cards if board.cards.chooses else pane
        elif now.decision.step == "power":
            board.turn_to("cards")
        self.screen.set_focus(pane)

    def next_pane(self, way: int) -> None:
        """Put the keyboard into the next pane, the prompt being the last; small windows show it."""
        names, focused = (*self.board.stops, "prompt"), self.screen.focused
        here = (focused.id if focused is not None else None) or "prompt"
        at = names.index(here) if here in names else 0
        name = names[(at + way) % len(names)]
        self.board.turn_to(name)
        self.screen.set_focus(self.query_one(f"#{name}"))

    def press(self, event: events.Key) -> None:
        """Take a key that is bound to nothing for an answer, or for the key of a target."""
        key = event.character or ""
        if not key.isprintable() or not key.strip() or event.key in self.screen.active_bindings:
            return
        event.stop()
        now = self.turn.answering
        if now is None:
            self.hurry()
            self.refuse(self.why_waiting())
            return
        target = now.target_by_key(key)
        if target and now.offer.pressed(key) is None and now.offer.targets:
            self.board.map.cursor = target
        self.answer(lambda now: now.press(key))

    def why_waiting(self) -> str:
        """Return what a key is told while nobody here is asked."""
        return prompt_of(self.turn)

    # -- answering ---------------------------------------------------------

    def answer(self, act: Callable[[Answering], Reply]) -> None:
        """Let the answer in the making take a step, and show what became of it."""
        now = self.turn.answering
        if now is None:
            return
        now.confirms = self.confirms
        when = (now.view.round, now.seat)
        now.reminds = self.reminds and when != self._reminded
        reply = act(now)
        if self.reminds and not now.reminds:
            self._reminded = when
        if reply.failed:
            self._replied(reply)
            return
        self.turn.refusal = reply.refused
        if reply.ask:
            self.app.push_screen(AskScreen(reply.ask), partial(self._confirmed, now))
        if reply:
            self._replied(reply)
        else:
            self.show()
            if not reply.refused or isinstance(self.screen.focused, StoryPane):
                # The keys of the answers are on the map, where the story has a turn.
                self.focus_answer()

    def _confirmed(self, asked: Answering, yes: bool | None) -> None:
        """Send what cannot be taken back, or leave it."""
        if yes:
            # Others may have answered meanwhile, and this one is asked anew for the same.
            self.answer_to(asked, lambda _now: asked.confirm())

    def answer_to(self, asked: Answering | None, act: Callable[[Answering], Reply]) -> None:
        """Take a step in the answer to a question that somebody went away with, if with any.

        Says so if that question is not open any more.
        """
        if asked is None or self.turn.still(asked):
            self.answer(act)
        else:
            self.refuse(MOVED_ON)

    def give(self, code: int, asked: Answering | None = None) -> None:
        """Give an answer that was chosen from a list, to the question that it was made for."""
        self.answer_to(asked, lambda now: now.give(self.turn.guide.rules.text(code)))

    def refuse(self, sentence: str) -> None:
        """Say in the prompt why something is not done."""
        self.turn.refusal = sentence
        self.show_prompt()

    def asked(self) -> Answering | None:
        """Return the answer in the making; says so where nobody here is asked."""
        if self.turn.answering is None:
            self.refuse(NOT_ASKED)
        return self.turn.answering

    def back(self) -> None:
        """Take a step of a half-made answer back, else cursor and plan off the map."""
        self.turn.refusal = ""
        if self.turn.answering is not None and self.turn.answering.back():
            self.show()
            self.focus_answer()
            return
        self.board.map.point("")
        if self.plan:
            self.plan = {}
            self.show()
        self.show_prompt()

    def clear(self) -> bool:
        """Return whether nothing half made is in the way; if it is, take back that alone.

        A person who confirms what is final is asked before.
        """
        if not self.turn.half_made:
            return True
        if self.confirms:
            self.app.push_screen(AskScreen("Drop your unfinished answer?"), self._drop)
        else:
            self._drop(True)
        return False

    def _drop(self, yes: bool | None) -> None:
        """Take a whole half-made answer back, and say so."""
        if yes and self.turn.answering is not None:
            self.turn.answering.drop()
            self.turn.refusal = DROPPED
            self.show()
            self.focus_answer()

    # -- what panes tell ---------------------------------------------------

    async def _on_message(self, message: Message) -> None:
        """Leave out choices that come late.

        Pinned with Textual's version: there is no public way between a message and its handlers.
        """
        if not comes_late(self, message):
            await super()._on_message(message)

    @on(MapPane.PlaceChosen)
    def _place_chosen(self, message: MapPane.PlaceChosen) -> None:
        """Answer with the target that was pointed at."""
        self.answer(lambda now: now.point(message.place, message.post))

    @on(MapPane.Unpointed)
    def _unpointed(self) -> None:
        """Enter with the cursor on no region; it begins on none, which might be taken unread."""
        if self.turn.answering is not None and self.turn.answering.offer.targets:
            self.refuse("Go to a region with the arrow keys first, or press its own key.")

    @on(MapPane.CursorMoved)
    def _cursor_moved(self) -> None:
        """Say in the note what the target under the cursor would mean."""
        self.turn.refusal = ""
        now = self.turn.answering
        if self.turn.look is not None:
            self.show_prompt(-1 if now and now.offer.targets else None)

    @on(CardsPane.CursorMoved)
    def _card_pointed_at(self) -> None:
        """Say what the card under the cursor would change."""
        if self.turn.answering is not None:
            self.show_prompt()

    @on(RoundPane.ValueChosen)
    def _value_chosen(self, message: RoundPane.ValueChosen) -> None:
        """Answer with the power card that was chosen by cursor, or typed whole before Enter."""
        now = self.turn.answering
        if now is None or not now.typed:
            self._play_value(message.value)
        elif now.choice_typed >= 0:
            self._choose(now.choice_typed)
        else:
            self.refuse(now.asks)

    @on(PromptPane.Moved)
    def _prompt_moved(self, message: PromptPane.Moved) -> None:
        """Follow the cursor over the choices; who goes on with it types no number any more."""
        self.turn.refusal = ""
        if self.turn.answering is not None:
            self.turn.answering.typed = ""
        self.show_prompt(message.index)

    @on(PromptPane.Unchosen)
    def _unchosen(self) -> None:
        """Enter with the cursor on no choice."""
        if self.turn.answering is not None and self.turn.answering.typed:
            self.answer(lambda now: now.enter_typed())
            return
        self.refuse("Go to an answer with the arrow keys first, or press its own key.")

    @on(LineWidget.Hit)
    def _hit(self, message: LineWidget.Hit) -> None:
        """Answer with the choice or card that was taken; any other click is the screen's."""
        if message.what == "choice":
            self._choose(int(message.which))
        elif message.what == "stack":
            self._choose_stack(int(message.which))
        elif message.what == "card":
            rules = self.turn.guide.rules
            slots = [slot.card for slot in self.turn.look.view.slots] if self.turn.look else []
            card = rules.card_index.get(message.which, -1)
            if card in slots:
                self._choose_stack(slots.index(card))
            else:
                self._take_card(card)
        elif message.what == "value":
            self._play_value(int(message.which))
        else:
            return
        message.stop()

    def _choose_stack(self, stack: int) -> None:
        """Take the face-up card of a stack, or only look at it when that is not asked."""
        self.board.cards.point(stack)
        now = self.turn.answering
        if now is not None and "card" in now.offer.verbs:
            self.answer(lambda now: now.press(self.turn.guide.stack_key(stack)))

    def _take_card(self, card: int) -> None:
        """Choose an action card that lies in no stack, if that is asked."""
        now, rules = self.turn.answering, self.turn.guide.rules
        if now is not None and rules.CARD + card in now.offer.codes:
            self.answer(lambda now: now.choose((rules.CARD + card,)))

    def _play_value(self, value: int) -> None:
        """Play the power card of a value, alone if it can be played so; say why it cannot be."""
        now, guide = self.turn.answering, self.turn.guide
        if now is None or now.decision.step != "power":
            self.refuse(self.why_waiting() if now is None else now.asks)
            return
        said = ((words(one.codes[0], guide.rules), one.codes) for one in now.offer.choices)
        codes = next((codes for word, codes in said if word[:1] == [str(value)]), ())
        if codes:
            self.answer(lambda now: now.choose(codes))
        else:
            self.refuse(why_not(now.view, now.seat, f"power {value}", guide.names) or now.asks)

    def _choose(self, index: int) -> None:
        """Take one of the choices in the prompt."""
        now = self.turn.answering
        if now is not None and index < len(now.offer.choices):
            codes = now.offer.choices[index].codes
            self.answer(lambda now: now.choose(codes))
