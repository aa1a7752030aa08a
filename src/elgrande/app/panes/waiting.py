"""The seats of a game that waits for players, and the invitation to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.panes.durations import span
from elgrande.app.panes.lobby_list import RowsPane, rules_of
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, Run, fit, pad, wrap
from elgrande.app.panes.text_styles import BAR_DIM, BAR_TITLE, CHOSEN, DIM, PLAIN, STRONG, piece
from elgrande.lobby.client import ssh
from elgrande.lobby.records import ANYBODY, BY_WORD, PERSON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.lobby import Room, SeatLine

COLOUR, NAME = 7, 14
"""Cells of the columns."""


def invitation(room: Room, server: str) -> list[str]:
    """Return how others come in; nothing for who may not invite."""
    if not room.word:
        return []
    return [
        f"join-{room.word}",
        ssh(server, f"join-{room.word}"),
        "" if server else "For HOST, put the address that you came to yourself.",
    ]


def heading(text: str, glyphs: Glyphs, width: int) -> Row:
    """Return a heading with a rule."""
    runs = [Run(f"{glyphs.rule} ", BAR_DIM), Run(text, BAR_TITLE)]
    return pad([*runs, Run(f" {glyphs.rule * width}", BAR_DIM)], width, BAR_DIM)


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


def rows(
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
            Run(f"{fit(name, NAME, glyphs.more):<{NAME}} ", CHOSEN if on else STRONG),
            Run(fit(how(seat, glyphs), width - COLOUR - NAME - 7, glyphs.more),
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

    @dataclass
    class Moved(Message):
        """The cursor came to another seat."""

    def __init__(self, glyphs: Glyphs, server: str = "", id: str | None = None) -> None:
        super().__init__(self._seats, id=id)
        self._server = server
        self._glyphs = glyphs
        self._room: Room | None = None
        self._owners: list[int] = []
        self.cursor = 0
        self.marked = ""
        """The colour of a seat that is to be swapped."""

    def show(self, room: Room) -> None:
        """Show another room."""
        self._room = room
        self.cursor = min(self.cursor, len(room.game.seats) - 1)
        self.redraw()

    @property
    def seat(self) -> SeatLine | None:
        """The seat under the cursor."""
        return self._room.game.seats[self.cursor] if self._room else None

    def _seats(self, width: int, height: int) -> Sequence[Row]:
        if self._room is None:
            return []
        made, self._owners = rows(
            self._room, self.cursor, self.marked, self._glyphs, width, self._server
        )
        return made[:height]

    def point(self, number: int) -> None:
        """Put the cursor on a seat."""
        self.cursor = number
        self.redraw()
        self.post_message(self.Moved())

    def action_step(self, by: int) -> None:
        if self._room is not None:
            self.point((self.cursor + by) % len(self._room.game.seats))

    def action_choose(self) -> None:
        if self.seat is not None:
            self.post_message(self.Chosen(self, self.seat.colour))

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._owners) and self._owners[event.y] >= 0:
            event.stop()
            self.point(self._owners[event.y])
