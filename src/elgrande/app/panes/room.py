"""The room of a game: who plays and is here, who looks on, and what is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.app.panes import talk
from elgrande.app.panes.durations import span
from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, Run, filled, fit, pad
from elgrande.app.panes.text_styles import BAR_DIM, BAR_TITLE, CHOSEN, DIM, PLAIN, STRONG, piece
from elgrande.app.settings.bindings import bindings
from elgrande.lobby.records import PERSON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.lobby import Room, SeatLine

NAME = 10
"""Cells for a name."""
WIDE = 60
"""From this width on the talk stands beside the people."""
MOST = 3
"""So many who look on have a row each."""
SEAT, PERSON_HERE, TALK = "seat", "person", "talk"
"""What a row is about."""


class Entry(NamedTuple):
    """One row that can be chosen: what it is about, and what Enter does there."""

    kind: str
    which: str
    enter: str


class Seen(NamedTuple):
    """A room, and what whoever sees it needs besides."""

    room: Room
    me: str
    muted: tuple[str, ...] = ()
    watchers: tuple[str, ...] = ()
    talk_key: str = "T"


def entries(seen: Seen) -> list[Entry]:
    """Return the rows that can be chosen, top to bottom."""
    out = []
    for seat in seen.room.game.seats:
        if seat.mine:
            does = "play again yourself" if seat.stood_in else "a bot plays for you"
            out.append(Entry(SEAT, seat.colour, does))
        elif seat.name:
            out.append(Entry(PERSON_HERE, seat.name, _muting(seen, seat.name)))
        elif seat.free and not any(each.mine for each in seen.room.game.seats):
            out.append(Entry(SEAT, seat.colour, "take this seat"))
        else:
            out.append(Entry(SEAT, seat.colour, ""))
    out += [
        Entry(PERSON_HERE, name, _muting(seen, name) if name != seen.me else "")
        for name in seen.watchers[:MOST]
    ]
    return [*out, Entry(TALK, "", "say something")]


def _muting(seen: Seen, name: str) -> str:
    return f"read {name} again" if name in seen.muted else f"read no more of {name}"


def state_of(seat: SeatLine, seen: Seen) -> str:
    """Return whether somebody is here, thinks, is away, or has a bot instead."""
    if seat.stood_in:
        return f"{seat.source} plays"
    if seat.source != PERSON:
        return seat.source
    if seat.name in seen.room.here:
        state = "here, to move" if seat.owes >= 0 else "here"
    elif seat.here:
        state = "elsewhere"
    else:
        state = f"away {span(seat.away)}" if seat.away >= 0 else "away"
    return f"{state}, mute" if seat.name in seen.muted else state


def rows(
    seen: Seen, cursor: int, glyphs: Glyphs, width: int, height: int, *, focused: bool
) -> tuple[list[Row], list[int]]:
    """Return the rows, and which entry each is (-1 for none)."""
    wide = width >= WIDE
    beside = width // 2 if wide else width
    people, owners = _people(seen, cursor if focused else -1, glyphs, beside - 2 * wide)
    hint = _hint(seen, cursor, glyphs, beside - 2 * wide, focused=focused)
    if wide:
        people = people[: height - 1]
        people += [pad([], beside - 2)] * (height - 1 - len(people)) + [hint]
        owners = [*(owners + [-1] * height)[: height - 1], len(entries(seen)) - 1]
        said = talk.rows(seen.room, seen.me, glyphs, width - beside, height)
        said = [pad([], width - beside)] * (height - len(said)) + said
        gap = Run("  ", PLAIN)
        return [(*left, gap, *right) for left, right in zip(people, said, strict=True)], owners
    title = [Run(f"{glyphs.rule} ", BAR_DIM), Run("Talk", BAR_TITLE)]
    people.append(pad([*title, Run(f" {glyphs.rule * width}", BAR_DIM)], width, BAR_DIM))
    room = max(0, height - len(people) - 1)
    said = talk.rows(seen.room, seen.me, glyphs, width, room)
    out = [*people, *said, *[pad([], width)] * (room - len(said)), hint]
    owners += [-1] * (len(out) - len(owners) - 1) + [len(entries(seen)) - 1]
    return out[:height], owners


def _people(seen: Seen, cursor: int, glyphs: Glyphs, width: int) -> tuple[list[Row], list[int]]:
    out: list[Row] = []
    for at, seat in enumerate(seen.room.game.seats):
        on = at == cursor
        name = f"({seat.name})" if seat.stood_in else seat.name or "bot"
        runs = [
            Run(f"{glyphs.piece(seat.colour)} ", CHOSEN if on else piece(seat.colour)),
            Run(filled(name, NAME, glyphs.more), CHOSEN if on else STRONG),
            Run(fit(f" {state_of(seat, seen)}", width - NAME - 2, glyphs.more),
                CHOSEN if on else PLAIN),
        ]  # fmt: skip
        out.append(pad(runs, width, CHOSEN if on else PLAIN))
    first = len(out)
    for at, name in enumerate(seen.watchers[:MOST], first):
        on = at == cursor
        quiet = CHOSEN if on else DIM
        more = len(seen.watchers) - MOST
        also = f" and {more} more" if at - first == MOST - 1 and more > 0 else ""
        state = ", mute" if name in seen.muted else ""
        text = fit(f"{glyphs.dot} {name} looks on{state}{also}", width, glyphs.more)
        out.append(pad([Run(text, quiet)], width, CHOSEN if on else PLAIN))
    return out, [*range(len(out))]


def _hint(seen: Seen, cursor: int, glyphs: Glyphs, width: int, *, focused: bool) -> Row:
    """Return what Enter does, or which key talks."""
    entry = entries(seen)[cursor]
    if not focused:
        return pad([Run(f"{seen.talk_key} says something to all", DIM)], width)
    on = entry.kind == TALK
    text = f"Enter: {entry.enter}" if entry.enter else "A bot plays here."
    return pad([Run(fit(text, width, glyphs.more), CHOSEN if on else DIM)], width)


class RoomPane(WheelWidget, can_focus=True):
    """The pane; it posts the entry that was chosen."""

    BINDINGS = bindings("room")

    @dataclass
    class Chosen(Taken):
        """A row was chosen."""

        entry: Entry

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(self._rows_now, id=id)
        self._glyphs = glyphs
        self._seen: Seen | None = None
        self._owners: list[int] = []
        self._moved = False
        self.cursor = 0

    def show(self, seen: Seen) -> None:
        """Show another room."""
        self._seen = seen
        # Until it is moved it stands where one talks: an Enter too many must not mute a friend.
        last = len(entries(seen)) - 1
        self.cursor = min(self.cursor, last) if self._moved else last
        self.redraw()

    def _rows_now(self, width: int, height: int) -> Sequence[Row]:
        if self._seen is None:
            return []
        made, self._owners = rows(
            self._seen, self.cursor, self._glyphs, width, height, focused=self.has_focus
        )
        return made

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()

    def action_step(self, by: int) -> None:
        if self._seen is not None:
            self._moved = True
            self.cursor = (self.cursor + by) % len(entries(self._seen))
            self.redraw()

    def action_choose(self) -> None:
        if self._seen is not None:
            self.post_message(self.Chosen(self, entries(self._seen)[self.cursor]))

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._owners) and self._owners[event.y] >= 0:
            event.stop()
            self._moved = True
            self.cursor = self._owners[event.y]
            self.focus()
            self.redraw()

    def wheel(self, by: int) -> None:
        self.action_step(1 if by > 0 else -1)
