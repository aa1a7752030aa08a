"""The settings, made from their description: tried at once, kept with Enter.

So are the keys: choose one, press the key that shall do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import AskScreen, Dialog, hear
from elgrande.app.dialogs.form_dialog import FormDialog, FormField, one_of
from elgrande.app.keys import KeyAction, check_keys, rebindable
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.text_runs import ALERT, DIM, PLAIN, Row, Run, pad, paragraph, wrap
from elgrande.app.settings.bindings import bindings, key_names
from elgrande.app.settings.schema import SETTINGS, Setting, Settings
from elgrande.app.settings.theme import caution

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from elgrande.app.base_app import Preferences
    from elgrande.app.panes.glyphs import Glyphs


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
        yield LineWidget(self._said, id="said")

    def _items(self) -> list[ListItem]:
        keys = self._preferences.settings.keys
        out = []
        for action in self._actions:
            mine = keys.get(action.id)
            aside = f"{'* ' if mine else ''}{key_names(mine or action.keys)}"
            out.append(ListItem(f"{action.text} ({action.id})", aside))
        return out

    def _said(self, width: int, height: int) -> list[Row]:
        text = self._problem or "A star marks keys you have changed."
        style = ALERT if self._problem else DIM
        return paragraph(text, width, style, height)

    def _renew(self) -> None:
        pane = self.query_one(ListPane)
        pane.fill(self._items(), pane.cursor)
        self.query_one("#said", LineWidget).redraw()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """Ask for the key."""
        action = self._actions[message.index]
        hear(self.app, PressScreen(action), lambda key: self._pressed(action, key))

    def _pressed(self, action: KeyAction, key: str) -> None:
        """Take the key if nothing else has it."""
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

    def __init__(self, action: KeyAction) -> None:
        super().__init__()
        self._action = action

    def content(self) -> Iterator[Widget]:
        """Return the question."""
        yield LineWidget(self._rows, id="press")

    def _rows(self, width: int, height: int) -> list[Row]:
        said = f"Press the key for: {self._action.text} ({self._action.id})."
        return [pad([Run(line, PLAIN)], width) for line in wrap(said, width)]

    def on_key(self, event: events.Key) -> None:
        """Take any key but Esc, before it can do what it usually does."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)


KEYS_TEXT = "What each key does. Any of them can be changed."


class SettingsScreen(FormDialog[str]):
    """Returns a sentence if the settings could not be kept, else an empty one or nothing.

    What is changed holds at once, so that it can be seen; Esc puts back what was. The last row
    leads to the key bindings.
    """

    DEFAULT_CSS = """
    SettingsScreen > #box { height: 23; }
    SettingsScreen #help { height: 5; }
    """

    title_text = "Settings"
    hint = (
        "{form.up,form.down,form.left,form.right|arrows} choose and change; "
        "{form.explain} explains; {form.start} saves; {dialog.close} cancels"
    )
    keys_text = ""
    start_label = "save"
    explained = (
        "{form.left,form.right|arrows} try another value, {form.start} in the settings keeps all "
        "that is set, {dialog.close} puts back what was."
    )

    def __init__(self, preferences: Preferences) -> None:
        super().__init__(preferences.app.glyphs)
        self._preferences = preferences
        self._before = preferences.settings
        self._notices = preferences.notices

    @property
    def _now(self) -> Settings:
        return self._preferences.settings

    def on_mount(self) -> None:
        self._preferences.trying = True

    def on_unmount(self) -> None:
        self._preferences.trying = False

    def prefer(self, settings: Settings, glyphs: Glyphs) -> None:
        """Show what was changed, here or elsewhere, as a theme in the palette."""
        self._glyphs = glyphs
        if self.is_mounted:
            self._draw()

    def fields(self) -> list[FormField]:
        changed = len(self._now.keys)
        value = f"{changed} changed" if changed else "default"
        keys = FormField("Key bindings", value, lambda _keys: KEYS_TEXT, group="Play")
        return [*map(self._field, SETTINGS), keys]

    def _field(self, setting: Setting) -> FormField:
        return one_of(
            setting.title, self._now[setting.key], setting.choices or self._preferences.themes,
            lambda value: self._now.with_value(setting.key, value),
            lambda value: setting.means.get(value, "") or self._caution(value), setting.called,
            lambda _keys: setting.text, group=setting.group,
        )  # fmt: skip

    def take(self, changed: Settings) -> None:
        self._preferences.apply(changed)

    def told(self, width: int, most: int) -> list[Row]:
        out = super().told(width, most)
        warning = self._caution(self._now["theme"]) if not self.cursor else ""
        for notice in filter(None, (warning, *self._notices)):
            out += paragraph(notice, width, ALERT)
        return out[:most]

    def _caution(self, choice: str) -> str:
        """Return where a theme can be read, if not everywhere; empty for what is no theme."""
        theme = self._preferences.app.available_themes.get(choice)
        return caution(theme) if theme else ""

    def finish(self) -> None:
        """Open the key bindings, or keep all that is set."""
        if self._row.step is None:
            self.app.push_screen(RebindScreen(self._preferences), lambda _r: self._draw())
            return
        if self._now == self._before:
            self.dismiss("")
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(self._preferences.keep(self._now))

        if not self._preferences.damaged:
            answered(True)
            return
        name = self._preferences.store.name if self._preferences.store else ""
        self.app.push_screen(
            AskScreen(f"Replace {name}? Whatever could not be read in it will be lost."), answered
        )

    def action_close(self) -> None:
        """Put back what was."""
        if self._now != self._before:
            self._preferences.apply(self._before)
        self.dismiss(None)
