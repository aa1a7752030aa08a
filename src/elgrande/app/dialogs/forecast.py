"""If it were scored now: every place, every total, and the card under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.board.forecast import card_forecast, forecast
from elgrande.app.dialogs.dialog import CLOSES, Dialog
from elgrande.app.dialogs.why import WhyScreen
from elgrande.app.panes.forecast import ForecastPane
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from elgrande.app.board.guide import Guide
    from elgrande.rules import View


class ForecastScreen(Dialog[None]):
    """The forecast of one view; Enter on a row says why.

    ``card`` is the card under the cursor or in play (-1 for none), ``seat`` whoever
    would carry it out, ``target`` the place where the cursor starts.
    """

    DEFAULT_CSS = "ForecastScreen > #box { width: 92; height: 23; }"

    BINDINGS = bindings("forecast-dialog")

    title_text = "If it were scored now"
    hint = f"{{forecast.choose}} explains; {CLOSES}"

    def __init__(
        self, view: View, guide: Guide, *, card: int = -1, seat: int = 0, target: str = ""
    ) -> None:
        super().__init__()
        self._guide = guide
        self._acting = (card, seat)
        self.look(view)
        targets = guide.rules.targets
        self._start = targets.index(target) if target in targets else 0

    def look(self, view: View) -> None:
        """Count another view: the game has gone on."""
        card, guide = self._acting[0], self._guide
        self.found = forecast(view, guide)
        self.card = card_forecast(view, guide, *self._acting) if card >= 0 else None
        for pane in self.query(ForecastPane):
            pane.show(self.found, self.card)

    def content(self) -> Iterator[Widget]:
        yield ForecastPane(self.found, self.card, self._guide, self._start)

    def on_forecast_pane_chosen(self, message: ForecastPane.Chosen) -> None:
        if message.target < 0:
            if self.card is not None and self.card.scored:
                name = self._guide.card_name(self.card.card)
                verb = "would" if self.card.certain else "could"
                lead = f"What the special action of {name} {verb} score now."
                self.app.push_screen(WhyScreen(self.card.scored, self._guide, lead))
            return
        scored = self.found.at(message.target)
        if scored:
            lead = "If it were scored now."
            self.app.push_screen(WhyScreen(scored, self._guide, lead))
        elif message.target in self.found.barred:
            self.notify("It is left out of the general scoring.", timeout=3)
        else:
            self.notify("The Castillo is veiled: nobody sees what is in it.", timeout=3)
