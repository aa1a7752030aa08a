"""A suggestion from the strongest installed bot, with its reason; Enter takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import ALERT, DIM, PLAIN, STRONG, Row, Run, keyed, pad, wrap
from elgrande.app.painted import Painted
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.advice import Advice


class HintScreen(Dialog[int]):
    """Asks, shows what came, and returns the code if it is taken."""

    DEFAULT_CSS = """
    HintScreen > #box { height: 11; width: 68; }
    HintScreen Painted { height: 1fr; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "take the suggestion", show=False, id="hint.take"),
        Binding("e", "close", "close", show=False, id="hint.close"),
    ]

    def __init__(
        self, who: str, asks: str, ask: Callable[[], Awaitable[Advice]], says: Callable[[int], str]
    ) -> None:
        super().__init__()
        self.title_text = f"What {who or 'a bot'} would do"
        self._asks = asks
        self._ask = ask
        self._says = says
        self.advice: Advice | None = None

    def content(self) -> Iterator[Widget]:
        """The suggestion."""
        yield Painted(id="advice")

    def on_mount(self) -> None:
        """Asks, without holding up the screen."""
        self.query_one("#advice", Painted).draw_with(self._rows)
        self.run_worker(self._wait(), exclusive=True)

    async def _wait(self) -> None:
        self.advice = await self._ask()
        # Whoever has closed this in the meantime sees nothing of it.
        for pane in self.query("#advice").results(Painted):
            pane.draw_with(self._rows)

    def _rows(self, width: int, height: int) -> list[Row]:
        out = [pad([Run(line, DIM)], width) for line in wrap(self._asks, width)]
        out.append(pad([], width))
        now = self.advice
        if now is None:
            return [*out, pad([Run("It is thinking.", PLAIN)], width)]
        if now.failed:
            return [*out, *(pad([Run(line, ALERT)], width) for line in wrap(now.failed, width))]
        says = self._says(now.code)
        out += [
            pad([Run(line, STRONG)], width)
            for line in wrap(f"{says[:1].upper()}{says[1:]}.", width)
        ]
        reason = now.reason or "It gives no reason."
        out += [pad([Run(line, PLAIN)], width) for line in wrap(reason, width)]
        take, close = self.keys.name("hint.take"), self.keys.name("dialog.close")
        keys = [*keyed(take, "take it   ", "take"), *keyed(close, "close", "close")]
        return [*out, pad([], width), pad(keys, width)]

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on one of the keys."""
        if message.hit == "take":
            self.action_take()
        else:
            self.action_close()

    def action_take(self) -> None:
        """Takes the suggestion, once there is one."""
        if self.advice is not None and not self.advice.failed:
            self.dismiss(self.advice.code)
