"""The room of a game: who plays and is here, who looks on, what is said; who is waited for.

A game that waits for players has their seats and an invitation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.widget import Widget
from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import Taken, WheelWidget
from elgrande.app.panes.lists import CursorPane
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    PLAIN,
    STRONG,
    Row,
    Run,
    TextStyle,
    filled,
    fit,
    pad,
    piece,
    wrap,
)
from elgrande.app.settings.bindings import bindings
from elgrande.lobby import Room, Said, SeatLine
from elgrande.lobby.client import ssh
from elgrande.lobby.records import ANYBODY, BY_WORD, LONGEST_SAID, PERSON, span
from elgrande.visitor.lobby_list import RowsPane, heading, rules_of

# -- talk ------------------------------------------------------------------------------

HOUSE = "*"
TALK_NAME = 8
"""Cells for a name, where the time stands beside it."""
TIMED = 34
"""From this width on each line has its time."""


def talk_rows(room: Room, me: str, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return the latest lines, as many as fit; a player's behind the shape of their colour."""
    out: list[Row] = []
    for said in reversed(room.said):
        made = _said(said, room, me, glyphs, width)
        if len(out) + len(made) > height:
            break
        out[:0] = made
    return out


def _said(said: Said, room: Room, me: str, glyphs: Glyphs, width: int) -> Sequence[Row]:
    style = DIM if not said.who else STRONG if said.who == me else PLAIN
    colour = next((seat.colour for seat in room.game.seats if seat.name == said.who), "")
    sign, tint = _sign(said, colour, glyphs)
    lead = [Run(sign, tint), Run(" ", PLAIN)]
    if width >= TIMED:
        clock = time.strftime("%H:%M", time.localtime(said.time))
        name = filled(said.who, TALK_NAME, glyphs.more) if said.who else ""
        lead = [Run(f"{clock} ", DIM), *lead, Run(f"{name} " if name else "", style)]
        text = said.text
    else:
        # A player is known by the shape, whoever looks on by the name.
        text = said.text if colour or not said.who else f"{said.who}: {said.text}"
    used = sum(len(run.text) for run in lead)
    lines = wrap(text, max(8, width - used))
    first = pad([*lead, Run(lines[0], style)], width)
    inset = Run(" " * used, PLAIN)
    return [first, *(pad([inset, Run(line, style)], width) for line in lines[1:])]


def _sign(said: Said, colour: str, glyphs: Glyphs) -> tuple[str, TextStyle]:
    if not said.who:
        return HOUSE, DIM
    return (glyphs.piece(colour), piece(colour)) if colour else (glyphs.dot, DIM)


# -- people ----------------------------------------------------------------------------

NAME = 10
"""Cells for a name."""
WIDE = 60
"""From this width on the talk stands beside the people."""
MOST = 3
"""So many who look on have a row each."""
SEAT, PERSON_HERE, TALK = "seat", "person", "talk"
"""What a row is about."""


class RoomEntry(NamedTuple):
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


def entries(seen: Seen) -> list[RoomEntry]:
    """Return the rows that can be chosen, top to bottom."""
    out = []
    for seat in seen.room.game.seats:
        if seat.mine:
            does = "play again yourself" if seat.stood_in else "a bot plays for you"
            out.append(RoomEntry(SEAT, seat.colour, does))
        elif seat.name:
            out.append(RoomEntry(PERSON_HERE, seat.name, _muting(seen, seat.name)))
        elif seat.free and not any(each.mine for each in seen.room.game.seats):
            out.append(RoomEntry(SEAT, seat.colour, "take this seat"))
        else:
            out.append(RoomEntry(SEAT, seat.colour, ""))
    out += [
        RoomEntry(PERSON_HERE, name, _muting(seen, name) if name != seen.me else "")
        for name in seen.watchers[:MOST]
    ]
    return [*out, RoomEntry(TALK, "", "say something")]


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


def room_rows(
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
        said = talk_rows(seen.room, seen.me, glyphs, width - beside, height)
        said = [pad([], width - beside)] * (height - len(said)) + said
        gap = Run("  ", PLAIN)
        return [(*left, gap, *right) for left, right in zip(people, said, strict=True)], owners
    people.append(heading("Talk", glyphs, width))
    room = max(0, height - len(people) - 1)
    said = talk_rows(seen.room, seen.me, glyphs, width, room)
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


class RoomPane(CursorPane, WheelWidget):
    """The pane; it posts the entry that was chosen."""

    BINDINGS = bindings("room")

    @dataclass
    class Chosen(Taken):
        """A row was chosen."""

        entry: RoomEntry

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(self._rows_now, id=id)
        self._glyphs = glyphs
        self._seen: Seen | None = None
        self._moved = False

    @property
    def count(self) -> int:
        return len(entries(self._seen)) if self._seen else 0

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
        made, self._owners = room_rows(
            self._seen, self.cursor, self._glyphs, width, height, focused=self.has_focus
        )
        return made

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()

    def point(self, index: int) -> None:
        self._moved = True
        super().point(index)

    def clicked(self, index: int) -> None:
        self.point(index)
        self.focus()

    def action_choose(self) -> None:
        if self._seen is not None:
            self.post_message(self.Chosen(self, entries(self._seen)[self.cursor]))

    def wheel(self, by: int) -> None:
        self.action_step(1 if by > 0 else -1)


COLOUR, SEAT_NAME = 7, 14
"""Cells of the columns."""


# -- a game that waits -----------------------------------------------------------------


def invitation(room: Room, server: str) -> list[str]:
    """Return how others come in; nothing for who may not invite."""
    if not room.word:
        return []
    return [
        f"join-{room.word}",
        ssh(server, f"join-{room.word}"),
        "" if server else "For HOST, put the address that you came to yourself.",
    ]


def how(seat: SeatLine, glyphs: Glyphs) -> str:
    """Return how it is with a seat."""
    if seat.wants:
        return f"wants {glyphs.piece(seat.wants)} {seat.wants}"
    if seat.name and not seat.source:
        return "is invited" + (", is here" if seat.here else "")
    if seat.name:
        if seat.here:
            return "ready"
        return f"ready, away {span(seat.away)}" if seat.away >= 0 else "ready"
    if seat.source not in ("", PERSON):
        return "a bot"
    if seat.who == BY_WORD:
        return "for the word"
    return "open to all" if seat.who == ANYBODY else "empty"


def missing(room: Room) -> str:
    """Return who is missing, in a sentence, and what begins the game."""
    seats = room.game.seats
    count = sum(not seat.source for seat in seats)
    told = room.begins != "full"
    if not count:
        return "Everybody is there." if told else "Everybody is there; it begins now."
    who = "One player is" if count == 1 else f"{count} of {len(seats)} players are"
    begins = (
        "It begins when its owner says so; bots keep the seats of those who are missing then."
        if told
        else "It begins by itself once everybody is there."
    )
    return f"{who} missing. {begins}"


def waiting_rows(
    room: Room, cursor: int, marked: str, glyphs: Glyphs, width: int, server: str = ""
) -> tuple[list[Row], list[int]]:
    """Return rules, invitation and seats, and which seat each row is (-1 for none)."""
    game = room.game
    rules = f"{rules_of(game)}, {game.rounds} rounds"
    out = [pad([Run(f" {line}", DIM)], width) for line in wrap(rules, width - 1)]
    out.append(pad([], width))
    lines = invitation(room, server)
    if lines:
        word, address, note = lines
        out += [
            heading("Invitation", glyphs, width),
            pad([Run(f"   {word}", STRONG)], width),
            *(pad([Run(f"   {line}", PLAIN)], width) for line in wrap(address, width - 4)),
            *(pad([Run(f"   {line}", DIM)], width) for line in wrap(note, width - 4) if note),
            pad([], width),
        ]
    out.append(heading("Seats", glyphs, width))
    owners = [-1] * len(out)
    for number, seat in enumerate(game.seats):
        out.append(_seat(seat, number == cursor, seat.colour == marked, glyphs, width))
        owners.append(number)
    out.append(pad([], width))
    out += [pad([Run(f"   {line}", PLAIN)], width) for line in wrap(missing(room), width - 4)]
    return out, owners


def _seat(seat: SeatLine, on: bool, marked: bool, glyphs: Glyphs, width: int) -> Row:
    style = CHOSEN if on else PLAIN
    name = "you" if seat.mine else seat.name or seat.source or glyphs.dash
    mark = glyphs.hand if on else glyphs.yes if marked else " "
    return pad(
        [
            Run(f" {mark} ", style),
            Run(f"{glyphs.piece(seat.colour)} ", CHOSEN if on else piece(seat.colour)),
            Run(f"{seat.colour.title():<{COLOUR}}", style),
            Run(f"{fit(name, SEAT_NAME, glyphs.more):<{SEAT_NAME}} ", CHOSEN if on else STRONG),
            Run(fit(how(seat, glyphs), width - COLOUR - SEAT_NAME - 7, glyphs.more),
                CHOSEN if on else DIM),
        ],
        width,
        style,
    )  # fmt: skip


class SeatList(RowsPane):
    """The pane of it; it posts the seat that was chosen."""

    @dataclass
    class Chosen(Taken):
        """A seat was chosen, by its colour."""

        colour: str

    def __init__(self, glyphs: Glyphs, server: str = "", id: str | None = None) -> None:
        super().__init__(self._seats, id=id)
        self._server = server
        self._glyphs = glyphs
        self._room: Room | None = None
        self.marked = ""
        """The colour of a seat that is to be swapped."""

    def show(self, room: Room) -> None:
        """Show another room."""
        self._room = room
        self.cursor = min(self.cursor, len(room.game.seats) - 1)
        self.redraw()

    @property
    def count(self) -> int:
        return len(self._room.game.seats) if self._room else 0

    @property
    def seat(self) -> SeatLine | None:
        """The seat under the cursor."""
        return self._room.game.seats[self.cursor] if self._room else None

    def _seats(self, width: int, height: int) -> Sequence[Row]:
        if self._room is None:
            return []
        made, self._owners = waiting_rows(
            self._room, self.cursor, self.marked, self._glyphs, width, self._server
        )
        return made[:height]

    def action_choose(self) -> None:
        if self.seat is not None:
            self.post_message(self.Chosen(self, self.seat.colour))


# -- a line to talk in -----------------------------------------------------------------

PHRASES = (
    "Hello, and good luck!", "Well played.", "One moment, please.", "I am back.",
    "Sorry, that was a slip.", "Thank you for the game.",
)  # fmt: skip


class TalkLine(Dialog[None]):
    """Says line after line until it is closed; what is said can be read behind it."""

    DEFAULT_CSS = """
    TalkLine { align: center bottom; background: transparent; }
    TalkLine > #box { height: 3; margin-bottom: 3; }
    """

    BINDINGS = bindings("talk")

    title_text = "Say to everybody in the room"
    hint = "Enter says it, {talk.phrase|Tab} a phrase, {dialog.close} stops talking"

    def __init__(self, say: Callable[[str], str]) -> None:
        """``say`` returns why something was not said, in a sentence, or nothing."""
        super().__init__()
        self._say = say
        self._phrase = -1

    def content(self) -> Iterator[Widget]:
        yield Input(id="line", max_length=LONGEST_SAID, select_on_focus=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it, and keep it where that was refused."""
        event.stop()
        text = event.value.strip()
        if not text:
            self.action_close()
            return
        problem = self._say(text)
        if problem:
            self.notify(problem)
        else:
            event.input.value = ""
            self._phrase = -1

    def action_phrase(self, way: int) -> None:
        """Put the next phrase into the line."""
        self._phrase = (self._phrase + way) % len(PHRASES) if self._phrase >= 0 or way > 0 else -1
        line = self.query_one(Input)
        line.value = PHRASES[self._phrase]
        line.cursor_position = len(line.value)
