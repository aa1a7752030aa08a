"""The saves: who plays, how it stands, when; and what can be done with them.

Typing searches, Enter plays on, Tab asks what else. What came with the program
stands below. Those that cannot be read say why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from elgrande.app.dialogs.dialog import ActionMenu, ask, hear
from elgrande.app.dialogs.line_input import NameScreen, SearchDialog
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.text_runs import (
    ALERT,
    DIM,
    PLAIN,
    STRONG,
    Row,
    Run,
    cells,
    ends,
    keyed,
    pad,
    paragraph,
)
from elgrande.app.saved_games.save_list import (
    LONGEST_IN_LIST,
    SavedGame,
    SavedGames,
    SaveReader,
    line,
    named,
    scores,
    stands,
)
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.settings.bindings import Key, bindings
from elgrande.content.files import ContentError
from elgrande.saves import SaveError, SaveSummary

TITLE = 38
"""What of a name stands in the frame of a dialog, in cells."""

QUESTION = 60
"""What of a name stands in a question, in cells."""
SHORT = 20
"""The widest column for names in a small window, where longer ones push the players aside."""

MOMENT = 0.008
"""Seconds that saves are looked into at a stretch: keys must not wait longer for their turn."""

SOON, LATER = 0.004, 0.04
"""Seconds until the next stretch, for what is on the screen or wanted there, and for the rest."""

ABOUT_EXAMPLES = "These come with the game. Playing one puts a copy among your saves."
NOTHING = "No save matches that name or player."


ACTIONS = {
    "play": ("p", "Play on"),
    "replay": ("r", "Replay"),
    "analysis": ("a", "Analyse"),
    "mend": ("m", "Repair: copy the intact part"),
    "rename": ("n", "Rename"),
    "copy": ("c", "Copy"),
    "delete": ("d", "Delete"),
}
"""What can be done with a save: its key, and how it reads."""

PLAY = "play"
"""What a click on Enter stands for: that key is bound by the line."""

NAMING = {
    "rename": "New name",
    "copy": "Copy to a name or a path",
}
"""What needs a name first, and how it is asked for."""


def _actions(saved: SavedGame) -> list[tuple[str, str, str]]:
    """Return what can be done with a save: key, text, id."""
    if saved.problem and not saved.example:
        can = {"mend", "rename", "delete"}
    else:
        can = {*ACTIONS} - {"mend"} - ({"rename", "delete"} if saved.example else set())
        # What is over is not played on, and only that can be analysed.
        can -= {"play" if saved.over else "analysis"}
    return [(key, text, what) for what, (key, text) in ACTIONS.items() if what in can]


class LoadScreen(SearchDialog[str]):
    """Returns the name of the save to play."""

    DEFAULT_CSS = """
    LoadScreen > #box { height: 22; width: 120; }
    LoadScreen #about { height: 4; }
    """

    BINDINGS = bindings("load")

    title_text = "Load a game"
    hint = "type to search, arrows choose, {dialog.close} goes back"

    def __init__(
        self,
        glyphs: Glyphs,
        summaries: Sequence[SaveSummary],
        saves: SavedGames,
        bots: Sequence[str],
    ) -> None:
        super().__init__(glyphs)
        self._saves = saves
        self._bots = tuple(bots)
        self._reader = SaveReader(saves)
        self._reader.take(saves.all(summaries))
        self._shown: list[int | None] = []
        """What stands in each line: an index into all, or None for a heading."""
        self._rows: dict[int, int] = {}
        self._longest = 0
        """Cells of the longest name that is listed."""
        self._timer: Timer | None = None
        self._said = ""
        self._fault = False

    # -- showing -----------------------------------------------------------

    def content(self) -> Iterator[Widget]:
        yield from super().content()
        yield LineWidget(self._about, id="about")

    def on_mount(self) -> None:
        self._fill()
        # The list is on the screen before the first save is opened.
        self.call_after_refresh(self._look)

    def on_unmount(self) -> None:
        self._saves.keep()

    def _fill(self, cursor: int = 0) -> None:
        """List what matches: one's own, a heading, the examples."""
        words = self.query_one(Input).value.split()
        if words:
            # Who plays is searched too, and a line that came late would push others away.
            self._reader.find_players()
        every = self._reader.all
        found = [i for i, saved in enumerate(every) if saved.matches(words)]
        own = [i for i in found if not every[i].example]
        examples = [i for i in found if every[i].example]
        self._shown = [*own] if own else [None]
        if examples:
            self._shown += [None, *examples]
        self._rows = {i: row for row, i in enumerate(self._shown) if i is not None}
        self._longest = max((cells(named(every[i], self._glyphs)) for i in found), default=0)
        rule = self._glyphs.rule * 3
        heading = ListItem(f"{rule} Examples {rule}")
        items = [heading if i is None else self._line(i) for i in self._shown]
        if not own:
            items[0] = ListItem("None of your saves matches." if words else "No saves yet.")
        self.listed.fill(items, cursor)

    def _line(self, index: int) -> ListItem:
        wide = self.app.size.width >= 120
        column = self._longest if wide else min(self._longest, SHORT)
        return line(self._reader.all[index], self._glyphs, wide, column)

    def on_resize(self) -> None:
        self._fill(self.listed.cursor)
        self._hurry()

    def _under(self) -> int | None:
        cursor = self.listed.cursor
        return self._shown[cursor] if cursor < len(self._shown) else None

    @property
    def saved(self) -> SavedGame | None:
        """What is under the cursor; it is read for this if it was not yet."""
        index = self._under()
        return None if index is None else self._reader.read(index)

    # -- looking into the saves --------------------------------------------

    @property
    def filled(self) -> bool:
        """Whether every line on the screen says what it can, and all of it can be searched."""
        return next(self._wanted(), None) is None and self._reader.knows_players

    def _wanted(self) -> Iterator[int]:
        """Return the saves on the screen that nobody has looked into,
        the one under the cursor first.
        """
        seen = self.listed.seen
        for index in (self._under(), *self._shown[seen.start : seen.stop]):
            if index is not None and self._reader.all[index].file is not None:
                yield index

    def _look(self) -> None:
        """Go on looking into saves for a moment: those on the screen, all headers, the rest.

        Lines are written anew where they stand, and none comes or goes.
        """
        self._timer = None
        if not self.is_attached:
            return
        end = monotonic() + MOMENT
        changed = set()
        pause = SOON
        while pause and monotonic() < end:
            looked = self._reader.look_on(next(self._wanted(), None))
            if looked is None:
                pause = 0
            else:
                changed.add(looked[0])
                pause = SOON if looked[1] else LATER
        lines = {self._rows[i]: self._line(i) for i in changed if i in self._rows}
        self.listed.change(lines)
        if self._under() in changed:
            self.query_one("#about", LineWidget).redraw()
        if pause:
            self._timer = self.set_timer(pause, self._look)

    def _hurry(self) -> None:
        """Look into what is on the screen first: other lines are there."""
        if self._timer is not None and next(self._wanted(), None) is not None:
            self._timer.stop()
            self._look()

    def _about(self, width: int, height: int) -> list[Row]:
        """Return what was done or went wrong, or what is under the cursor; and the keys."""
        under = self._under()
        saved = None if under is None else self._reader.all[under]
        if self._said:
            text, style = self._said, ALERT if self._fault else STRONG
        elif saved is None:
            text, style = self._about_nothing(), DIM
        elif saved.problem:
            text, style = saved.problem, ALERT
        else:
            named = f"{saved.name}: " if cells(saved.name) > LONGEST_IN_LIST else ""
            parts = (f"{named}{scores(saved)}", stands(saved).capitalize())
            text, style = " ".join(f"{part}." for part in parts if part), PLAIN
        lines = paragraph(text, width, style, height - 1)
        lines += [pad([], width)] * (height - 1 - len(lines))
        keys: list[Run] = []
        if saved is not None:
            if not saved.problem:
                keys = keyed(Key(PLAY, "Enter", "look" if saved.over else "play"))
            keys += keyed(self.keys.key("load.more", self._more(saved)))
        return [*lines, pad(keys, width)]

    def _more(self, saved: SavedGame) -> str:
        """Return what the list behind Tab has for this save, a word for each."""
        texts = (text for _, text, what in _actions(saved) if what != "play")
        return ", ".join(text.split()[0].rstrip(":").lower() for text in texts)

    def _about_nothing(self) -> str:
        if self.listed.cursor:
            return ABOUT_EXAMPLES
        return NOTHING if self.query_one(Input).value.strip() else "Games are saved automatically."

    def _tell(self, text: str, fault: bool = False) -> None:
        """Say something below the list."""
        self._said, self._fault = text, fault
        self.query_one("#about", LineWidget).redraw()

    # -- choosing ----------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill()
        first = min(self._rows.values(), default=0)
        if event.value.strip() and first:
            # Nothing of one's own was found, and a line that says so cannot be played.
            self._fill(first)
        self._tell("")
        self._hurry()

    def on_cursor_pane_moved(self) -> None:
        self._tell("")
        self._hurry()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self._play()

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        if message.which == PLAY:
            self._play()

    def _play(self) -> None:
        saved = self.saved
        if saved is not None:
            self.do("play", saved)
        else:
            self._tell("")

    def action_menu(self) -> None:
        saved = self.saved
        if saved is None:
            return
        menu = ActionMenu(ends(saved.name, TITLE, self._glyphs.more), _actions(saved), self._glyphs)
        hear(self.app, menu, lambda what: self.do(what, saved))

    # -- doing -------------------------------------------------------------

    def do(self, what: str, saved: SavedGame) -> None:
        """Do one thing with a save, after asking what it needs to know."""
        saves = self._saves
        if what == "play":
            if saves.only_seen(saved):
                self._try(lambda: self._replay(saved))
            elif not saved.problem:
                self._try(lambda: self._leave(saves.adopt(saved)))
            else:
                # The game's own way says what is wrong, with the cure.
                self.dismiss(saved.name if not saved.example else None)
        elif what in ("replay", "analysis"):
            self._try(lambda: self._replay(saved, analysis=what == "analysis"))
        elif what == "delete":
            self._ask_delete(saved)
        elif what == "mend":
            self._try(lambda: f"The intact part is now in {saves.mend(saved)}.")
        else:
            self._ask_name(what, saved)

    def _try(self, act: Callable[[], str]) -> None:
        """Do it, say what was done or why not, and list anew."""
        try:
            said, fault = act(), False
        except (SaveError, ContentError) as error:
            said, fault = str(error), True
        if not self.is_attached:
            return
        cursor = self.listed.cursor
        self._reader.take(self._saves.all())
        self._fill(cursor)
        self._tell(said, fault)
        if self._timer is not None:
            self._timer.stop()
        self._look()

    def _leave(self, name: str) -> str:
        self.dismiss(name)
        return ""

    def _replay(self, saved: SavedGame, *, analysis: bool = False) -> str:
        """Open the replay; a game that is played on from there is played next."""
        now, store = self._saves.replaying(saved), self._saves.store
        screen = ReplayScreen(now, store, self._bots, analysis=analysis)
        hear(self.app, screen, self.dismiss)
        return ""

    def _ask_delete(self, saved: SavedGame) -> None:
        def delete() -> None:
            self._try(
                lambda: f"Deleted. You can still get it back from {self._saves.delete(saved)}."
            )

        name = ends(saved.name, QUESTION, self._glyphs.more)
        ask(self.app, f"Delete {name}? It will be moved to the bin.", delete)

    def _ask_name(self, what: str, saved: SavedGame) -> None:
        proposal = saved.name if what == "rename" else self._saves.proposal(saved)

        def typed(text: str) -> None:
            self._try(lambda: self._named(what, saved, text))

        hear(self.app, NameScreen(NAMING[what], proposal), typed)

    def _named(self, what: str, saved: SavedGame, text: str) -> str:
        if what == "rename":
            self._saves.rename(saved, text)
            return f"{saved.name} is now called {text}."
        self._saves.copy(saved, text)
        return f"Copied to {text}."
