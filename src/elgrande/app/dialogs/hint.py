"""A suggestion from the strongest installed bot, with its reason; Enter takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, keyed, pad, paragraph
from elgrande.app.panes.text_styles import ALERT, DIM, STRONG
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from textual.widget import Widget

    from elgrande.app.answering.bot_answers import BotAdvice

LEAST, FRAME, WIDTH = 11, 2, 68
"""The rows of the box before anything has come, those of its frame, and the columns within."""


class HintScreen(Dialog[int]):
    """Asks, shows what came, and returns the code if it is taken."""

    DEFAULT_CSS = "HintScreen > #box { height: 11; width: 72; }"

    BINDINGS = bindings("hint")

    def __init__(
        self,
        who: str,
        asks: str,
        ask: Callable[[], Awaitable[BotAdvice]],
        says: Callable[[int], str],
    ) -> None:
        super().__init__()
        self.title_text = f"What {f'the bot {who}' if who else 'a bot'} would do"
        self._asks = asks
        self._ask = ask
        self._says = says
        self.advice: BotAdvice | None = None

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="advice")

    def on_mount(self) -> None:
        # The screen is not held up.
        self.run_worker(self._wait(), exclusive=True)

    async def _wait(self) -> None:
        self.advice = await self._ask()
        # Whoever has closed this in the meantime sees nothing of it.
        for pane in self.query("#advice").results(LineWidget):
            # Advice may be a line or ten.
            self.query_one("#box").styles.height = max(LEAST, len(self._rows(WIDTH, 0)) + FRAME)
            pane.redraw()

    def _rows(self, width: int, height: int) -> list[Row]:
        out = [*paragraph(self._asks, width, DIM), pad([], width)]
        now = self.advice
        if now is None:
            return [*out, *paragraph("The bot is thinking …", width)]
        if now.failed:
            return [*out, *paragraph(now.failed, width, ALERT)]
        says = self._says(now.code)
        out += paragraph(f"{says[:1].upper()}{says[1:]}.", width, STRONG)
        out += paragraph(now.reason or "The bot gave no reason.", width)
        take, close = self.keys.name("hint.take"), self.keys.name("dialog.close")
        keys = [*keyed(take, "do this   ", "take"), *keyed(close, "close", "close")]
        return [*out, pad([], width), pad(keys, width)]

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        if message.hit == "take":
            self.action_take()
        else:
            self.action_close()

    def action_take(self) -> None:
        if self.advice is not None and not self.advice.failed:
            self.dismiss(self.advice.code)
