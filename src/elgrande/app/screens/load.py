"""The saves: who plays, how it stands, when; and what can be done with them.

Typing searches, Enter plays on, Tab asks what else. What came with the program
stands below. Those that cannot be read say why.
"""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.widgets import Input

from elgrande.app.ink import ALERT, DIM, PLAIN, STRONG, Row, Run, cells, ends, keyed, pad, wrap
from elgrande.app.painted import Painted
from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.ask import AskScreen
from elgrande.app.screens.deeds import DeedsScreen
from elgrande.app.screens.dialog import Dialog
from elgrande.app.screens.name import NameScreen
from elgrande.app.screens.replay import PlayOn, ReplayScreen
from elgrande.app.shelf import EXAMPLE, Volume, date
from elgrande.content.reading import ContentError
from elgrande.saves import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual import events
    from textual.binding import BindingType
    from textual.timer import Timer
    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.shelf import Shelf
    from elgrande.saves import Summary

LONGEST = 34
"""A longer name loses its middle in the list; below the list it stands in full."""

TITLE = 38
"""What of a name stands in the frame of a dialog, in cells."""

QUESTION = 60
"""What of a name stands in a question, in cells."""

NARROW = 64
"""Cells for a line in the smallest window, without the spaces between its parts."""

MOMENT = 0.008
"""Seconds that saves are looked into at a stretch: keys must not wait longer for their turn."""

SOON, LATER = 0.004, 0.04
"""Seconds until the next stretch, for what is on the screen or wanted there, and for the rest."""

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}

ABOUT_EXAMPLES = "These came with the program. Playing one makes a copy of it among your saves."
NOTHING = "No save has that in its name or among its players."


def stands(volume: Volume) -> str:
    """How far a game has come; nothing as long as nobody knows."""
    if volume.file is not None:
        return ""
    if volume.problem:
        return "cannot be played"
    if volume.over:
        return "over"
    return f"round {volume.round}" if volume.round else "at start"


def line(volume: Volume, glyphs: Glyphs, wide: bool) -> Item:
    """One save as a line; in a wide window with everybody's score."""
    aside = f"{stands(volume):>9}"
    if volume.when or volume.example:
        aside += f"  {EXAMPLE if volume.example else volume.when}"
    name = ends(volume.name, LONGEST, glyphs.more)
    if not wide:
        players = ", ".join(volume.players)
        # All of the names or none: below the list they stand in full.
        if cells(name) + cells(players) + cells(aside) > NARROW:
            players = f"{len(volume.players)} players"
        return Item(f"{name}  {players}" if players and volume.players else name, aside)
    return Item(f"{name}  {scores(volume)}", aside)


def scores(volume: Volume) -> str:
    """Everybody with the score."""
    pairs = zip(volume.players, volume.scores, strict=False)
    return ", ".join(f"{name} {score}" for name, score in pairs) or ", ".join(volume.players)


def _deeds(volume: Volume) -> list[tuple[str, str, str]]:
    """What can be done with a save: key, text, id."""
    if volume.problem and not volume.example:
        return [("m", "Mend: copy what is sound", "mend"), ("n", "Rename", "rename"),
                ("d", "Delete", "delete")]  # fmt: skip
    deeds = [("p", "Play on", "play"), ("r", "Replay", "replay"), ("n", "Rename", "rename"),
             ("c", "Copy", "copy"), ("d", "Delete", "delete"),
             ("t", "Export as text", "export")]  # fmt: skip
    if volume.example:
        return [deed for deed in deeds if deed[2] not in {"rename", "delete"}]
    return deeds


class LoadScreen(Dialog[str]):
    """Returns the name of the save to play; without a shelf saves can only be chosen."""

    DEFAULT_CSS = """
    LoadScreen > #box { height: 22; width: 120; }
    LoadScreen Input { height: 1; border: none; background: $panel; }
    LoadScreen Input:focus { border: none; }
    LoadScreen #about { height: 4; width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "deeds", "more", show=False, id="load.more", priority=True),
    ]

    title_text = "Load a game"
    hint = "type to search, arrows choose, {dialog.close} goes back"

    def __init__(
        self,
        glyphs: Glyphs,
        summaries: Sequence[Summary],
        shelf: Shelf | None = None,
        bots: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._shelf = shelf
        self._bots = tuple(bots)
        self._all: list[Volume] = []
        self._headless: deque[int] = deque()
        self._unread: deque[int] = deque()
        self._list(self._listed(summaries))
        self._shown: list[int | None] = []
        """What stands in each line: an index into all, or None for a heading."""
        self._rows: dict[int, int] = {}
        self._timer: Timer | None = None
        self._said = ""
        self._fault = False

    def _listed(self, summaries: Sequence[Summary]) -> list[Volume]:
        if self._shelf is not None:
            return self._shelf.volumes(summaries)
        return [Volume(each.which, each.name, date(each.mtime)) for each in summaries]

    # -- showing -----------------------------------------------------------

    def content(self) -> Iterator[Widget]:
        """A line to search in, the list, and what is under the cursor."""
        yield Input(placeholder="type to search", id="filter")
        yield ListPane(self._glyphs, id="list")
        yield Painted(id="about")

    def on_mount(self) -> None:
        """Everything is listed, and typing searches."""
        self._fill()
        self.query_one(Input).focus()
        self.query_one("#about", Painted).draw_with(self._about)
        # The list is on the screen before the first save is opened.
        self.call_after_refresh(self._look)

    def on_unmount(self) -> None:
        """What was found out is kept."""
        if self._shelf is not None:
            self._shelf.keep()

    def _fill(self, cursor: int = 0) -> None:
        """Lists what matches: one's own, a heading, the examples."""
        words = self.query_one(Input).value.split()
        if words:
            # Who plays is searched too, and a line that came late would push others away.
            while self._headless:
                self._head(self._headless.popleft())
        found = [i for i, volume in enumerate(self._all) if volume.matches(words)]
        own = [i for i in found if not self._all[i].example]
        examples = [i for i in found if self._all[i].example]
        self._shown = [*own] if own else [None]
        if examples:
            self._shown += [None, *examples]
        self._rows = {i: row for row, i in enumerate(self._shown) if i is not None}
        rule = self._glyphs.rule * 3
        heading = Item(f"{rule} Examples {rule}")
        items = [heading if i is None else self._line(i) for i in self._shown]
        if not own:
            items[0] = Item("No save of yours." if words else "No saves yet.")
        self.query_one(ListPane).fill(items, cursor)

    def _line(self, index: int) -> Item:
        return line(self._all[index], self._glyphs, self.app.size.width >= 120)

    def on_resize(self) -> None:
        """A wider window says more in a line."""
        self._fill(self.query_one(ListPane).cursor)
        self._hurry()

    def _under(self) -> int | None:
        cursor = self.query_one(ListPane).cursor
        return self._shown[cursor] if cursor < len(self._shown) else None

    @property
    def volume(self) -> Volume | None:
        """What is under the cursor; it is read for this if it was not yet."""
        index = self._under()
        if index is None:
            return None
        self._read(index)
        return self._all[index]

    # -- looking into the saves --------------------------------------------

    @property
    def filled(self) -> bool:
        """Whether every line on the screen says what it can, and all of it can be searched."""
        return next(self._wanted(), None) is None and not self._headless

    def _list(self, volumes: Sequence[Volume]) -> None:
        """Takes another list; nothing of it need have been read."""
        self._all = list(volumes)
        unread = [i for i, volume in enumerate(self._all) if volume.file is not None]
        self._headless = deque(unread)
        self._unread = deque(unread)

    def _wanted(self) -> Iterator[int]:
        """The saves on the screen that nobody has looked into, the one under the cursor first."""
        seen = self.query_one(ListPane).seen
        for index in (self._under(), *self._shown[seen.start : seen.stop]):
            if index is not None and self._all[index].file is not None:
                yield index

    def _read(self, index: int) -> None:
        if self._shelf is not None:
            self._all[index] = self._shelf.read(self._all[index])

    def _head(self, index: int) -> None:
        if self._shelf is not None:
            self._all[index] = self._shelf.players(self._all[index])

    def _look(self) -> None:
        """Goes on looking into saves for a moment: those on the screen, all headers, the rest.

        Lines are written anew where they stand, and none comes or goes.
        """
        self._timer = None
        if self._shelf is None or not self.is_attached:
            return
        end = monotonic() + MOMENT
        changed = set()
        pause = SOON
        while pause and monotonic() < end:
            index = next(self._wanted(), None)
            if index is not None:
                self._read(index)
            elif self._headless:
                index = self._headless.popleft()
                self._head(index)
            elif self._unread:
                pause = LATER
                index = self._unread.popleft()
                self._read(index)
            else:
                pause = 0
                break
            changed.add(index)
        lines = {self._rows[i]: self._line(i) for i in changed if i in self._rows}
        self.query_one(ListPane).change(lines)
        if self._under() in changed:
            self.query_one("#about", Painted).draw_with(self._about)
        if pause:
            self._timer = self.set_timer(pause, self._look)

    def _hurry(self) -> None:
        """Other lines are on the screen: they come first."""
        if self._timer is not None and next(self._wanted(), None) is not None:
            self._timer.stop()
            self._look()

    def _about(self, width: int, height: int) -> list[Row]:
        """What was done or went wrong, or what is under the cursor; and the keys."""
        under = self._under()
        volume = None if under is None else self._all[under]
        if self._said:
            text, ink = self._said, ALERT if self._fault else STRONG
        elif volume is None:
            text, ink = self._about_nothing(), DIM
        elif volume.problem:
            text, ink = volume.problem, ALERT
        else:
            named = f"{volume.name}: " if cells(volume.name) > LONGEST else ""
            parts = (f"{named}{scores(volume)}", stands(volume).capitalize())
            text, ink = " ".join(f"{part}." for part in parts if part), PLAIN
        lines = [pad([Run(each, ink)], width) for each in wrap(text, width)][: height - 1]
        lines += [pad([], width)] * (height - 1 - len(lines))
        keys: list[Run] = []
        if volume is not None:
            if not volume.problem:
                keys = keyed("Enter", "play   ", "play")
            if self._shelf is not None:
                keys += keyed(self.keys.name("load.more"), self._more(volume), "more")
        return [*lines, pad(keys, width)]

    def _more(self, volume: Volume) -> str:
        """What the list behind Tab has for this save."""
        return ", ".join(text.lower() for _, text, what in _deeds(volume) if what != "play")

    def _about_nothing(self) -> str:
        if self.query_one(ListPane).cursor:
            return ABOUT_EXAMPLES
        return NOTHING if self.query_one(Input).value.strip() else "Games are saved by themselves."

    def _tell(self, text: str, fault: bool = False) -> None:
        """Says something below the list."""
        self._said, self._fault = text, fault
        self.query_one("#about", Painted).draw_with(self._about)

    # -- choosing ----------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        """Only what matches every word typed."""
        self._fill()
        first = min(self._rows.values(), default=0)
        if event.value.strip() and first:
            # Nothing of one's own was found, and a line that says so cannot be played.
            self._fill(first)
        self._tell("")
        self._hurry()

    def on_key(self, event: events.Key) -> None:
        """Arrows reach the list from the line."""
        if event.key in STEPS:
            event.stop()
            self.query_one(ListPane).action_step(STEPS[event.key])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes what is under the cursor."""
        self.query_one(ListPane).action_choose()

    def on_list_pane_moved(self, message: ListPane.Moved) -> None:
        """Another save is under the cursor."""
        self._tell("")
        self._hurry()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """A save was chosen to be played."""
        volume = self.volume
        if volume is not None:
            self.do("play", volume)
        else:
            self._tell("")

    def on_painted_hit(self, message: Painted.Hit) -> None:
        """A click on one of the keys."""
        if message.hit == "more":
            self.action_deeds()
        else:
            volume = self.volume
            if volume is not None:
                self.do("play", volume)

    def action_deeds(self) -> None:
        """What else can be done with the save under the cursor."""
        volume = self.volume
        if volume is None or self._shelf is None:
            return

        def chosen(what: str | None) -> None:
            if what is not None:
                self.do(what, volume)

        title = ends(volume.name, TITLE, self._glyphs.more)
        self.app.push_screen(DeedsScreen(title, _deeds(volume), self._glyphs), chosen)

    # -- doing -------------------------------------------------------------

    def do(self, what: str, volume: Volume) -> None:
        """Does one thing with a save, after asking what it needs to know."""
        shelf = self._shelf
        if shelf is None:
            self.dismiss(volume.name)
        elif what == "play":
            if not volume.problem:
                self._try(lambda: self._leave(shelf.adopt(volume)))
            else:
                # The game's own way says what is wrong, with the cure.
                self.dismiss(volume.name if not volume.example else None)
        elif what == "replay":
            self._try(lambda: self._replay(shelf, volume))
        elif what == "delete":
            self._ask_delete(shelf, volume)
        elif what == "mend":
            self._try(lambda: f"What is sound is now in {shelf.mend(volume)}.")
        else:
            self._ask_name(shelf, what, volume)

    def _try(self, act: Callable[[], str]) -> None:
        """Does it, says what was done or why not, and lists anew."""
        try:
            said, fault = act(), False
        except (SaveError, ContentError) as error:
            said, fault = str(error), True
        if not self.is_attached or self._shelf is None:
            return
        cursor = self.query_one(ListPane).cursor
        self._list(self._shelf.volumes())
        self._fill(cursor)
        self._tell(said, fault)
        if self._timer is not None:
            self._timer.stop()
        self._look()

    def _leave(self, name: str) -> str:
        self.dismiss(name)
        return ""

    def _replay(self, shelf: Shelf, volume: Volume) -> str:
        """Opens the replay; a game that is played on from there is played next."""
        screen = ReplayScreen(shelf.replaying(volume), shelf.store, self._bots)

        def left(result: PlayOn | None) -> None:
            if result is not None:
                self.dismiss(result.name)

        self.app.push_screen(screen, left)
        return ""

    def _ask_delete(self, shelf: Shelf, volume: Volume) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._try(lambda: f"Deleted; it lies in {shelf.delete(volume)} if need be.")

        name = ends(volume.name, QUESTION, self._glyphs.more)
        self.app.push_screen(AskScreen(f"Delete {name}? It goes to the bin."), answered)

    def _ask_name(self, shelf: Shelf, what: str, volume: Volume) -> None:
        titles = {
            "rename": "New name",
            "copy": "Copy to a name or a path",
            "export": "Write the story to this file",
        }
        proposal = volume.name if what == "rename" else shelf.proposal(volume, what)

        def typed(text: str | None) -> None:
            if text is not None:
                self._try(lambda: self._named(shelf, what, volume, text))

        self.app.push_screen(NameScreen(titles[what], proposal), typed)

    def _named(self, shelf: Shelf, what: str, volume: Volume, text: str) -> str:
        if what == "rename":
            shelf.rename(volume, text)
            return f"{volume.name} is now called {text}."
        if what == "copy":
            shelf.copy(volume, text)
            return f"Copied to {text}."
        return f"The story of {volume.name} was written to {shelf.export(volume, text)}."
