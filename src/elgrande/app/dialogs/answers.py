"""Dialogs that return an answer: from a list of all, as a bot suggests, or a hand of cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

from textual import events
from textual.widget import Widget

from elgrande.app.answering.bot_answers import BotAdvice, told_apart
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import BesideDialog, Dialog
from elgrande.app.dialogs.line_input import FilterDialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.power_cards import HandPage
from elgrande.app.panes.text_runs import (
    ALERT,
    DIM,
    STRONG,
    Row,
    Run,
    pad,
    paragraph,
    width_of,
)
from elgrande.app.settings.bindings import bindings


class AnswersScreen(FilterDialog[int]):
    """Lists answers in words; returns the chosen code."""

    DEFAULT_CSS = "AnswersScreen #asks { height: 2; }"

    title_text = "All answers"
    hint = "type to filter; arrows and Enter choose; {dialog.close} closes"

    def __init__(self, asks: str, entries: Sequence[tuple[int, str]], guide: Guide) -> None:
        self._asks = asks
        text = guide.rules.text
        super().__init__(
            guide.glyphs, [(code, ListItem(says, text(code))) for code, says in entries]
        )

    def content(self) -> Iterator[Widget]:
        # In rows of its own: a frame cuts what is too long for it.
        yield LineWidget(lambda width, _height: paragraph(self._asks, width, STRONG), id="asks")
        yield from super().content()


class HintScreen(BesideDialog[int]):
    """Asks, shows what came, and returns the code if it is taken."""

    BINDINGS = bindings("hint")

    def __init__(
        self,
        who: str,
        asks: str,
        ask: Callable[[], Awaitable[BotAdvice]],
        says: Callable[[int], str],
        room: Callable[[], int],
    ) -> None:
        """``room`` tells how many columns there are beside the map."""
        super().__init__(room)
        self.title_text = f"The {who} advises" if who else "Advice"
        self._asks = asks
        self._ask = ask
        self._says = says
        self.advice: BotAdvice | None = None

    def on_mount(self) -> None:
        super().on_mount()
        # A bot's process takes a while to start, and first it is said that the bot thinks.
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        # The screen is not held up.
        self.run_worker(self._wait(), exclusive=True)

    async def _wait(self) -> None:
        self.advice = await self._ask()
        self.fit()

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        told = self.advice is not None and not self.advice.failed
        return (("hint.take", "do this"), ("dialog.close", "close")) * told

    def rows(self, width: int) -> list[Row]:
        out = [*paragraph(self._asks, width, DIM), pad([], width)]
        now = self.advice
        if now is None:
            return [*out, *paragraph("The bot is thinking …", width)]
        if now.failed:
            return [*out, *paragraph(now.failed, width, ALERT)]
        says = self._says(now.code)
        out += paragraph(f"{says[:1].upper()}{says[1:]}.", width, STRONG)
        for line in told_apart(now.reason) or ["The bot gave no reason."]:
            out += paragraph(line, width)
        return [*out, pad([], width)]

    def action_take(self) -> None:
        if self.advice is not None and not self.advice.failed:
            self.dismiss(self.advice.code)


@dataclass(frozen=True)
class Marked:
    """The values that are marked, and whether that is the hand."""

    values: tuple[int, ...]
    done: bool


# Textual's SelectionList marks with block signs that ASCII has not, and knows no typed values.
class HandScreen(Dialog[Marked]):
    """Space marks; what is marked is kept when it closes, and ``d`` is done with it.

    It takes the whole window: what each card does is to be read here.
    """

    DEFAULT_CSS = """
    HandScreen > #box { width: 100%; max-width: 100%; height: 100%; max-height: 100%; }
    HandScreen #count { height: 1; }
    """

    BINDINGS = bindings("hand")

    hint = (
        "{hand.mark} or a value marks, {hand.fill} fills up, {hand.clear} clears, "
        "{hand.done} ends, {hand.explain} helps, {dialog.close} closes"
    )

    def __init__(
        self, guide: Guide, marked: tuple[int, ...], who: str, explain: Callable[[str], None]
    ) -> None:
        """``who`` is the name of the player who chooses; ``explain`` opens help on a question."""
        super().__init__()
        self._explain = explain
        self._guide = guide
        self._values = guide.rules.power_values
        size, every = guide.rules.hand_size, len(self._values)
        self.title_text = f"{who}, in secret: keep {size} of {every} cards for the whole game"
        self.marked = set(marked)
        self._typed = ""
        self._problem = ""

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._count, id="count")
        yield HandPage(self._guide, lambda: self.marked, id="list")

    @property
    def page(self) -> HandPage:
        """The page of the cards."""
        return self.query_one(HandPage)

    def _draw(self) -> None:
        self.page.redraw()
        self.query_one("#count", LineWidget).redraw()

    def _count(self, width: int, _height: int) -> list[Row]:
        size = self._guide.rules.hand_size
        said = [Run(f"{len(self.marked)} of {size} cards", STRONG)]
        if self._problem:
            said.append(Run(f"  {self._problem}", ALERT))
        elif self._typed:
            said.append(Run(f"  {self._typed}_", DIM))
        elif len(self.marked) == size:
            said.append(Run(f"  {self.keys.say('{hand.done} keeps these.')}", DIM))
        caption = "card, how many it brings, may or must"
        if self._guide.display.abilities(self._guide.rules, self._guide.names):
            room = width - width_of(said) - len(caption)
            said += [Run(" " * room, DIM), Run(caption, DIM)] * (room > 1)
        return [pad(said, width)]

    def action_mark(self) -> None:
        """Mark the card under the cursor, or take its mark away."""
        self._mark(self.page.value)

    def _mark(self, value: int) -> None:
        self._problem = ""
        self._typed = ""
        if value in self.marked:
            self.marked.remove(value)
        elif len(self.marked) < self._guide.rules.hand_size:
            self.marked.add(value)
        else:
            self._problem = "That is enough; put another one away first."
        self._draw()

    def action_fill(self) -> None:
        """Mark as many more as a hand needs, spread evenly over those that are left."""
        self._problem = self._typed = ""
        left = [value for value in self._values if value not in self.marked]
        more = self._guide.rules.hand_size - len(self.marked)
        for at in range(more):
            self.marked.add(left[round(at * (len(left) - 1) / max(1, more - 1))])
        self._draw()

    def action_clear(self) -> None:
        """Take all marks away."""
        self._problem = self._typed = ""
        self.marked.clear()
        self._draw()

    def action_across(self, way: int) -> None:
        """Move the cursor to the other column."""
        self.page.across(way)

    def on_key(self, event: events.Key) -> None:
        """Lead the cursor to the value that is typed; mark one that no other begins with."""
        digit = event.character or ""
        if not (digit.isascii() and digit.isdecimal()):
            return
        event.stop()
        self._problem = ""
        typed = self._typed + digit
        fits = [value for value in self._values if str(value).startswith(typed)]
        if not fits:
            typed = ""
        else:
            self.page.seek(fits[0])
            if [str(value) for value in fits] == [typed]:
                self._mark(fits[0])
                return
        self._typed = typed
        self._draw()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Mark the card under the cursor, which was clicked or taken with Enter."""
        self._mark(self.page.value)

    def action_explain(self) -> None:
        """Open the help."""
        self._explain(f"{self.title_text}.")

    def action_finish(self) -> None:
        """Keep what is marked, if that is a whole hand."""
        if len(self.marked) == self._guide.rules.hand_size:
            self._leave(done=True)
            return
        missing = self._guide.rules.hand_size - len(self.marked)
        self._problem = f"Mark {missing} more first."
        self._draw()

    def action_close(self) -> None:
        self._leave(done=False)
        self.app.notify(self.keys.say("{table.answers} opens the page of cards again."), timeout=4)

    def _leave(self, *, done: bool) -> None:
        self.dismiss(Marked(tuple(sorted(self.marked)), done))
