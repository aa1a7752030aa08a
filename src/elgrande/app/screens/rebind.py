"""All key bindings by id: choose one, press the key that shall do it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.bindings import ANSWERS, bound
from elgrande.app.ink import ALERT, DIM, PLAIN, Row, Run, pad, wrap
from elgrande.app.keynames import shown
from elgrande.app.painted import Painted
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.dialog import Dialog
from elgrande.app.settings import check_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.preferences import Preferences
    from elgrande.app.settings import Bound


class RebindScreen(Dialog[None]):
    """Lists the bindings; a change holds at once and is kept with the settings."""

    DEFAULT_CSS = """
    RebindScreen > #box { height: 40; }
    RebindScreen #said { height: 2; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace,delete", "usual", "the usual keys", show=False, id="rebind.usual"),
    ]

    title_text = "Key bindings"
    hint = (
        "{list.choose}: press another key, {rebind.usual}: the usual one, {dialog.close} goes back"
    )

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._bound = bound()
        self._problem = " ".join(preferences.problems)

    def content(self) -> Iterator[Widget]:
        """The list, and what went wrong."""
        yield ListPane(self._preferences.app.glyphs, self._items(), id="list")
        yield Painted(id="said")

    def on_mount(self) -> None:
        """The keyboard goes to the list."""
        self.query_one(ListPane).focus()
        self.query_one("#said", Painted).draw_with(self._said)

    def _items(self) -> list[Item]:
        keys = self._preferences.settings.keys
        out = []
        for binding in self._bound:
            mine = keys.get(binding.id)
            aside = f"{'* ' if mine else ''}{shown(mine or binding.keys)}"
            out.append(Item(f"{binding.id:<18} {binding.text}", aside))
        return out

    def _said(self, width: int, height: int) -> list[Row]:
        text = self._problem or "A star marks what you have changed."
        ink = ALERT if self._problem else DIM
        return [pad([Run(line, ink)], width) for line in wrap(text, width)][:height]

    def _renew(self) -> None:
        pane = self.query_one(ListPane)
        pane.fill(self._items(), pane.cursor)
        self.query_one("#said", Painted).draw_with(self._said)

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Asks for the key."""
        binding = self._bound[message.index]
        self.app.push_screen(PressScreen(binding), lambda key: self._pressed(binding, key))

    def _pressed(self, binding: Bound, key: str | None) -> None:
        """Takes the key if nothing else has it."""
        if key is None:
            return
        settings = self._preferences.settings.with_key(binding.id, key)
        good, problems = check_keys(settings.keys, (*self._bound, ANSWERS))
        if good.get(binding.id) == key:
            self._problem = ""
            self._preferences.apply(settings)
        else:
            self._problem = " ".join(problems)
        self._renew()

    def action_usual(self) -> None:
        """Puts the usual keys of the binding under the cursor back."""
        binding = self._bound[self.query_one(ListPane).cursor]
        self._preferences.apply(self._preferences.settings.with_key(binding.id, ""))
        self._problem = " ".join(self._preferences.problems)
        self._renew()


class PressScreen(Dialog[str]):
    """Waits for one key and returns its name; Esc returns nothing."""

    DEFAULT_CSS = """
    PressScreen > #box { height: 6; width: 56; }
    PressScreen Painted { height: 1fr; width: 1fr; }
    """

    title_text = "Another key"
    hint = "Esc leaves it as it is"
    """Esc itself, whatever is rebound: there must be a way out of every slip."""

    def __init__(self, binding: Bound) -> None:
        super().__init__()
        self._binding = binding

    def content(self) -> Iterator[Widget]:
        """The question."""
        yield Painted(id="press")

    def on_mount(self) -> None:
        """Writes the question."""
        self.query_one("#press", Painted).draw_with(self._rows)

    def _rows(self, width: int, height: int) -> list[Row]:
        said = f"Press the key for: {self._binding.text} ({self._binding.id})."
        return [pad([Run(line, PLAIN)], width) for line in wrap(said, width)]

    def on_key(self, event: events.Key) -> None:
        """Takes any key but Esc, before it can do what it usually does."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)
