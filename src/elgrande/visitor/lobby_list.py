"""The games of a lobby in their groups: what waits for one, one's own, open, running, over.

With the bar below it (a sentence, the keys, and what Enter does), and spans of time for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget, Taken, WheelWidget
from elgrande.app.panes.lists import CursorPane
from elgrande.app.panes.text_runs import (
    BAR,
    BAR_ALERT,
    BAR_DIM,
    BAR_STRONG,
    BAR_TITLE,
    CHOSEN,
    DIM,
    EDGE,
    KEY,
    PLAIN,
    STRONG,
    Row,
    Run,
    brief,
    cells,
    filled,
    fit,
    key_row,
    last_keys,
    pad,
    piece,
    width_of,
    wrap,
)
from elgrande.app.settings.bindings import Key, bindings
from elgrande.content.expansion import expansion
from elgrande.content.files import ContentError
from elgrande.lobby import GameLine, SeatLine
from elgrande.lobby.client import ssh
from elgrande.lobby.records import (
    CLOCKS,
    FINISHED,
    MINUTE,
    NO_CLOCK,
    OPEN,
    RUNNING,
    left,
    named,
    result_of,
    seat_words,
    span,
)

WAITS, MINE, JOIN, WATCH, OVER = (
    "Waiting for you", "Your other games", "Open to join", "To watch", "Over",
)  # fmt: skip
# -- groups ----------------------------------------------------------------------------

GROUPS = (WAITS, MINE, JOIN, WATCH, OVER)
ORDERS = ("what waits longest first", "the latest first", "by name")
"""In which order the games of a group can stand."""
DIGITS = 9
"""So many games have a digit that opens them."""
NAME, SEATS, STATE, SAYS = 18, 6, 10, 24
"""Cells of the columns in the smallest window."""
WIDE = 100


class LobbyGroup(NamedTuple):
    """A heading and the games under it."""

    title: str
    games: tuple[GameLine, ...]


def grouped(games: Sequence[GameLine], order: int = 0, wanted: str = "") -> list[LobbyGroup]:
    """Return the groups that have a game; ``wanted`` is a part of a name, or of a player's."""
    seen = [game for game in games if _found(game, wanted.casefold())]
    if order == 1:
        seen.sort(key=lambda game: game.idle)
    elif order == 2:
        seen.sort(key=lambda game: game.called.casefold())
    found = ((title, tuple(g for g in seen if group_of(g) == title)) for title in GROUPS)
    return [LobbyGroup(title, its) for title, its in found if its]


def _found(game: GameLine, wanted: str) -> bool:
    texts = (game.called, game.name, game.edition, *(seat.name for seat in game.seats))
    return not wanted or any(wanted in text.casefold() for text in texts)


def group_of(game: GameLine) -> str:
    """Return under which heading a game stands."""
    if game.waits or (game.invites and game.state != FINISHED):
        return WAITS
    if game.state == FINISHED:
        return OVER
    if game.mine:
        return MINE
    return JOIN if game.state == OPEN else WATCH


# -- words ---------------------------------------------------------------------------------


def stands(game: GameLine) -> str:
    """Return how far a game is."""
    if game.state == OPEN:
        if game.free:
            return "1 seat" if game.free == 1 else f"{game.free} seats"
        return "waits"
    running = f"round {game.round}" if game.round else "at start"
    return running if game.state == RUNNING else "over"


def says(game: GameLine, glyphs: Glyphs) -> str:
    """Return what there is to know first: whose turn, who has won, by which rules."""
    if game.invites and game.state != FINISHED:
        return "you are invited"
    if game.waits:
        mine = [seat.left for seat in game.seats if seat.mine and seat.left >= 0]
        return f"your turn, {left(min(mine))}" if mine else "your turn"
    if game.state == OPEN:
        return rules_of(game)
    if game.state == FINISHED:
        return result_of(game)
    asked = [seat for seat in game.seats if seat.owes >= 0]
    if len(asked) == 1:
        return f"{glyphs.piece(asked[0].colour)} {named(asked[0])} to move"
    return f"{len(asked)} to answer" if asked else "bots are playing"


def detail(game: GameLine) -> str:
    """Return what is worth knowing besides: how long, who is there, who looks on."""
    if game.waits:
        return f"for {span(max(seat.owes for seat in game.seats if seat.mine))}"
    if game.state == OPEN:
        here = any(seat.name == game.owner and seat.here for seat in game.seats)
        more = f", {game.more} more" if game.more else ""
        return f"by {game.owner}{', here' if here else ''}{more}" if game.owner else ""
    watching = f"{game.watchers} watching" if game.watchers else ""
    if game.state == FINISHED or watching:
        return watching
    return "just now" if game.idle < MINUTE else f"{span(game.idle)} ago"


def rules_of(game: GameLine) -> str:
    """Return edition, expansions and clock."""
    parts = [game.edition, *map(_expansion, game.expansions)]
    if game.clock != NO_CLOCK:
        parts.append(CLOCKS[game.clock].row)
    return ", ".join(parts)


def _expansion(name: str) -> str:
    """Return what an expansion is called; one that is not installed any more by its id."""
    try:
        return expansion(name).name
    except ContentError:
        return name


def about(game: GameLine, server: str = "", user: str = "") -> list[str]:
    """Return a game in sentences: who plays, by which rules, under what address."""
    private = "" if game.listed else " It is private: only who knows its word finds it."
    over = game.state == FINISHED
    seats = f"{'; '.join(seat_words(seat, over=over) for seat in game.seats)}."
    more = f"{rules_of(game)}, {game.rounds} rounds.{private}"
    keep = f"export {game.name} > {game.name}.toml"
    address = (
        f"To keep it: {ssh(server, keep, user=user, terminal=False)}"
        if over
        else f"Straight to it: {ssh(server, game.name, user=user)}"
    )
    return [seats[:1].upper() + seats[1:], more, address]


# -- rows ----------------------------------------------------------------------------------


def heading(text: str, glyphs: Glyphs, width: int) -> Row:
    """Return a heading with a rule."""
    runs = [Run(f"{glyphs.rule} ", BAR_DIM), Run(text, BAR_TITLE)]
    return pad([*runs, Run(f" {glyphs.rule * width}", BAR_DIM)], width, BAR_DIM)


def lobby_rows(
    groups: Sequence[LobbyGroup], cursor: int, glyphs: Glyphs, width: int
) -> tuple[list[Row], list[int]]:
    """Return a heading a group and a row a game, and which game each row is (-1 for none)."""
    out: list[Row] = []
    owners: list[int] = []
    number = 0
    for group in groups:
        out.append(heading(group.title, glyphs, width))
        owners.append(-1)
        for game in group.games:
            out.append(_row(game, number, number == cursor, glyphs, width))
            owners.append(number)
            number += 1
    return out, owners


def _row(game: GameLine, number: int, on: bool, glyphs: Glyphs, width: int) -> Row:
    key = str(number + 1) if number < DIGITS else glyphs.dot
    chip = f"{glyphs.left}{key}{glyphs.right}" if on else f"[{key}]"
    more = (width - 80) // 3 if width >= WIDE else 0
    text, quiet = (CHOSEN, CHOSEN) if on else (PLAIN, DIM)
    runs = [
        Run(chip if number < DIGITS or on else f" {key} ", CHOSEN if on else KEY),
        Run(f" {filled(game.called, NAME + more, glyphs.more)}", CHOSEN if on else STRONG),
        Run(" ", text),
        *(_seat(seat, on, glyphs) for seat in game.seats),
        Run(" " * max(0, SEATS - len(game.seats)), text),
        Run(filled(stands(game), STATE, glyphs.more), text),
        Run(filled(says(game, glyphs), SAYS + more, glyphs.more), text),
        Run(" ", quiet),
    ]
    used = 5 + NAME + SEATS + STATE + SAYS + 2 * more
    return pad([*runs, Run(fit(detail(game), width - used - 1, glyphs.more), quiet)], width, text)


def _seat(seat: SeatLine, on: bool, glyphs: Glyphs) -> Run:
    """Return the shape of a seat, or a dot while nobody has it."""
    taken = seat.source or seat.name
    return Run(
        glyphs.piece(seat.colour) if taken else glyphs.dot,
        CHOSEN if on else piece(seat.colour) if taken else DIM,
    )


# -- the list --------------------------------------------------------------------------


class RowsPane(CursorPane, WheelWidget):
    """A list on a screen whose own keys are letters: it takes none of them."""

    BINDINGS = bindings("rows")

    def wheel(self, by: int) -> None:
        self.action_step(1 if by > 0 else -1)


class LobbyList(RowsPane):
    """The list; it posts the game that was chosen."""

    @dataclass
    class Chosen(Taken):
        """A game was chosen."""

        game: GameLine

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(self._window, id=id)
        self._glyphs = glyphs
        self._groups: list[LobbyGroup] = []

    @property
    def count(self) -> int:
        return len(self.games)

    @property
    def games(self) -> list[GameLine]:
        """The games, top to bottom."""
        return [game for group in self._groups for game in group.games]

    @property
    def game(self) -> GameLine | None:
        """The game under the cursor."""
        games = self.games
        return games[self.cursor] if self.cursor < len(games) else None

    def fill(self, groups: Sequence[LobbyGroup]) -> None:
        """Show other games; the cursor stays on the one that it is on."""
        before = self.game
        self._groups = list(groups)
        names = [game.name for game in self.games]
        known = before is not None and before.name in names
        self.cursor = names.index(before.name) if known and before else min(
            self.cursor, max(0, len(names) - 1)
        )  # fmt: skip
        self.redraw()

    def _window(self, width: int, height: int) -> list[Row]:
        made, owners = lobby_rows(self._groups, self.cursor, self._glyphs, width)
        at = owners.index(self.cursor) if self.cursor in owners else 0
        first = max(0, min(at - height // 2, len(made) - height))
        self._owners = owners[first:]
        return made[first : first + height]

    def action_choose(self) -> None:
        if self.game is not None:
            self.post_message(self.Chosen(self, self.game))

    def clicked(self, index: int) -> None:
        self.point(index)
        self.action_choose()


# -- head and bar ----------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """What the bar says.

    ``part`` has the keyboard, and ``enter`` is what Enter does there. ``alert`` stands in the
    place of the text, ``keys`` are what can be done here, and ``helpers`` whatever else.
    """

    text: str
    part: str
    enter: str = ""
    keys: tuple[Key, ...] = ()
    helpers: tuple[Key, ...] = ()
    alert: str = ""


def bar_rows(bar: Bar, glyphs: Glyphs, width: int) -> list[Row]:
    """Return three rows."""
    said, style = (f"! {bar.alert}", BAR_ALERT) if bar.alert else (bar.text, BAR_STRONG)
    here = [Run(glyphs.here, EDGE), Run(bar.part, CHOSEN), Run(glyphs.there, EDGE)]
    enter = f" Enter {bar.enter}" if bar.enter else ""
    helpers = last_keys(bar.helpers, width - width_of(here) - cells(enter) - 2)
    room = width - width_of(here) - width_of(helpers)
    last = [*here, Run(brief(enter, room, glyphs.more) if enter else "", BAR)]
    # A long sentence takes the row of the keys rather than being cut in the middle.
    lines = wrap(said, width - 2)
    second = key_row(bar.keys, width, BAR, BAR)
    if len(lines) > 1 and bar.alert:
        second = pad([Run(f" {brief(' '.join(lines[1:]), width - 2, glyphs.more)}", style)], width)
    elif len(lines) > 1:
        lines = [brief(said, width - 2, glyphs.more)]
    return [
        pad([Run(f" {lines[0]}", style)], width, BAR),
        second,
        (*pad(last, width - width_of(helpers), BAR), *helpers),
    ]


class BarPane(LineWidget):
    """The pane of it."""

    GROUND = BAR
    DEFAULT_CSS = "BarPane { height: 3; width: 1fr; }"

    def show(self, bar: Bar, glyphs: Glyphs) -> None:
        """Show another bar."""
        self.draw_with(lambda width, _height: bar_rows(bar, glyphs, width))


class HeadPane(LineWidget):
    """The row above a screen: where one is, and who one is."""

    GROUND = BAR
    DEFAULT_CSS = "HeadPane { height: 1; width: 1fr; }"

    def show(self, where: str, who: str, more: str = "") -> None:
        """Show another row; ``more`` stands in the middle."""

        def source(width: int, _height: int) -> list[Row]:
            right = [Run(f"{who} ", BAR_STRONG)]
            left = [Run(f" {where}", BAR_TITLE)]
            room = width - width_of([*left, *right]) - 4
            if more and cells(more) <= room:
                left.append(Run(f"    {more}", BAR_DIM))
            return [(*pad(left, width - width_of(right), BAR), *right)]

        self.draw_with(source)
