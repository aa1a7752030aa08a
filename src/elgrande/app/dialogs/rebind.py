"""All key bindings by id: choose one, press the key that shall do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.keys import Action, check_keys, rebindable
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.panes.text_runs import Row, Run, pad, paragraph, wrap
from elgrande.app.panes.text_styles import ALERT, DIM, PLAIN
from elgrande.app.settings.bindings import bindings, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.widget import Widget

    from elgrande.app.preferences import Preferences


class RebindScreen(Dialog[None]):
    """Lists the bindings; a change holds at once and is kept with the settings."""

    DEFAULT_CSS = """
    RebindScreen > #box { height: 40; }
    RebindScreen #said { height: 2; width: 1fr; }
    """

    BINDINGS = bindings("rebind")

    title_text = "Key bindings"
    hint = (
        "{list.choose} changes a key; {rebind.usual} restores the default; {dialog.close} goes back"
    )

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._actions = rebindable()
        self._problem = " ".join(preferences.problems)

    def content(self) -> Iterator[Widget]:
        """Return the list, and what went wrong."""
        yield ListPane(self._preferences.app.glyphs, self._items(), id="list")
        yield LineWidget(id="said")

    def on_mount(self) -> None:
        self.query_one(ListPane).focus()
        self.query_one("#said", LineWidget).draw_with(self._said)

    def _items(self) -> list[Item]:
        keys = self._preferences.settings.keys
        out = []
        for action in self._actions:
            mine = keys.get(action.id)
            aside = f"{'* ' if mine else ''}{shown(mine or action.keys)}"
            out.append(Item(f"{action.id:<18} {action.text}", aside))
        return out

    def _said(self, width: int, height: int) -> list[Row]:
        text = self._problem or "A star marks keys you have changed."
        style = ALERT if self._problem else DIM
        return paragraph(text, width, style, height)

    def _renew(self) -> None:
        pane = self.query_one(ListPane)
        pane.fill(self._items(), pane.cursor)
        self.query_one("#said", LineWidget).draw_with(self._said)

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Ask for the key."""
        action = self._actions[message.index]
        self.app.push_screen(PressScreen(action), lambda key: self._pressed(action, key))

    def _pressed(self, action: Action, key: str | None) -> None:
        """Take the key if nothing else has it."""
        if key is None:
            return
        settings = self._preferences.settings.with_key(action.id, key)
        good, problems = check_keys(settings.keys)
        if good.get(action.id) == key:
            self._problem = ""
            self._preferences.apply(settings)
        else:
            self._problem = " ".join(problems)
        self._renew()

    def action_usual(self) -> None:
        """Put the default keys of the binding under the cursor back."""
        action = self._actions[self.query_one(ListPane).cursor]
        self._preferences.apply(self._preferences.settings.with_key(action.id, ""))
        self._problem = " ".join(self._preferences.problems)
        self._renew()


class PressScreen(Dialog[str]):
    """Waits for one key and returns its name; Esc returns nothing."""

    DEFAULT_CSS = """
    PressScreen > #box { height: 6; width: 56; }
    PressScreen LineWidget { height: 1fr; width: 1fr; }
    """

    title_text = "Another key"
    hint = "Esc cancels"
    """Esc itself, whatever is rebound: there must be a way out of every slip."""

    def __init__(self, action: Action) -> None:
        super().__init__()
        self._action = action

    def content(self) -> Iterator[Widget]:
        """Return the question."""
        yield LineWidget(id="press")

    def on_mount(self) -> None:
        """Write the question."""
        self.query_one("#press", LineWidget).draw_with(self._rows)

    def _rows(self, width: int, height: int) -> list[Row]:
        said = f"Press the key for: {self._action.text} ({self._action.id})."
        return [pad([Run(line, PLAIN)], width) for line in wrap(said, width)]

    def on_key(self, event: events.Key) -> None:
        """Take any key but Esc, before it can do what it usually does."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)
