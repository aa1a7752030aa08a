"""The room where a game is waited for: its word, its seats, and those who have come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from elgrande.app.dialogs.dialog import ask
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, pad
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.settings.bindings import bindings
from elgrande.bots.registry import USUAL
from elgrande.content.reference import reference
from elgrande.content.setup import Player, Setup
from elgrande.lobby import LobbyClient, News, Room, SeatLine
from elgrande.lobby.records import ANYBODY, OPEN, PERSON
from elgrande.visitor import room
from elgrande.visitor.lobby_list import Bar, HeadPane, heading
from elgrande.visitor.lobby_screen import ServedScreen
from elgrande.visitor.room import SeatList, TalkLine

PLAY, EDIT = "play", "edit"
"""What is returned, besides nothing for the lobby."""
BEGUN = "The game begins. It is here as soon as this is closed."


class WaitingRoom(ServedScreen[str]):
    """Returns ``PLAY`` when the game has begun, ``EDIT`` to change it, or nothing."""

    CSS = """
    WaitingRoom Horizontal { height: 1fr; margin-top: 1; }
    WaitingRoom SeatList { width: 6fr; }
    WaitingRoom #talk { width: 5fr; margin-left: 2; }
    """

    BINDINGS = bindings("waiting")

    def __init__(self, client: LobbyClient, glyphs: Glyphs, room: Room, note: str = "") -> None:
        super().__init__(client, glyphs, note)
        self.room = room
        self._begun = False
        """Whether the game has begun while something lay above."""
        self._left = False
        """Whether the way leads to the table already; news of the room may still come."""
        self._known = True
        """Whether there is such a game still."""

    def content(self) -> Iterator[Widget]:
        with Horizontal():
            yield SeatList(self.glyphs, self.client.server, id="list")
            yield LineWidget(self._talk, id="talk")

    def on_mount(self) -> None:
        self.query_one(SeatList).focus()

    @property
    def game(self) -> str:
        """The game's name."""
        return self.room.game.name

    @property
    def owned(self) -> bool:
        """Whether the game is one's own to change."""
        return self.room.game.owner == self.client.me.name

    # -- what is shown -----------------------------------------------------

    def look(self) -> None:
        self._known = False
        self._take(self.client.room(self.game))
        self._known = True

    def _take(self, room: Room) -> None:
        self.room = room
        if room.game.state != OPEN:
            self._begin()
            return
        who = f"{self.client.me.name}, host" if self.owned else self.client.me.name
        self.query_one(HeadPane).show(f"{room.game.called} {self.glyphs.dot} waiting room", who)
        self.query_one(SeatList).show(room)
        self.query_one("#talk", LineWidget).redraw()

    def _begin(self) -> None:
        """Go to the table; what lies open above is first closed by whoever reads or types there."""
        if self._left:
            return
        if self.is_active:
            self._left = True
            self.dismiss(PLAY)
        elif not self._begun:
            self._begun = True
            self.app.bell()
            self.notify(BEGUN, timeout=15)

    def on_screen_resume(self) -> None:
        """Go to a game that has begun meanwhile."""
        if self._begun and not self._left:
            self._left = True
            self.dismiss(PLAY)

    def take_news(self, news: News) -> None:
        super().take_news(news)
        if not (self._known or self.client.gone):
            self.dismiss(None)

    def _talk(self, width: int, height: int) -> list[Row]:
        players = {seat.name for seat in self.room.game.seats}
        watching = [name for name in self.room.here if name not in players]
        title = f"Room, {len(self.room.here)} here"
        if watching:
            title += f", {len(watching)} looking on"
        said = room.talk_rows(self.room, self.client.me.name, self.glyphs, width, height - 2)
        return [heading(title, self.glyphs, width), pad([], width), *said]

    def bar(self) -> Bar:
        keys, seat = self.keys, self.query_one(SeatList).seat
        mine = any(each.mine for each in self.room.game.seats)
        names = ["start", "mark", "bot", "word"] if self.owned else []
        names += ["talk"]
        helpers = ["edit"] if self.owned else []
        helpers += ["give-up"] if mine else []
        helpers += ["rules", "help", "back"]
        return Bar(
            self._sentence(),
            "Seats",
            self._enters(seat) if seat else "",
            tuple(keys.key(f"waiting.{name}") for name in names),
            tuple(keys.key(f"waiting.{name}") for name in helpers),
            self.note,
        )

    def _sentence(self) -> str:
        me, count = self.client.me.name, sum(not seat.source for seat in self.room.game.seats)
        if self.query_one(SeatList).marked:
            return f"{me}, go to the seat to swap it with."
        if self.owned:
            empty = "one seat is empty" if count == 1 else f"{count} seats are empty"
            begin = self.keys.say("{waiting.start} starts the game")
            return f"{me}, {empty if count else 'everybody is there'}: {begin}."
        if any(seat.mine for seat in self.room.game.seats):
            return f"{me}, you have a seat. You may leave: the game is in your lobby."
        return f"{me}, you look on here. Take a seat, or wait until the game begins."

    def _mine(self) -> SeatLine | None:
        return next((seat for seat in self.room.game.seats if seat.mine), None)

    def _enters(self, seat: SeatLine) -> str:
        """Return what Enter does with a seat."""
        marked, mine = self.query_one(SeatList).marked, self._mine()
        if marked:
            return "lets it be" if marked == seat.colour else f"swaps {marked} and {seat.colour}"
        if seat.mine:
            return "does nothing: this is your seat"
        if mine is None:
            return f"takes {seat.colour}" if seat.free or not seat.source else ""
        if self.owned or (not seat.source and not seat.name):
            return f"gives you {seat.colour} for {mine.colour}"
        if seat.wants == mine.colour:
            return f"gives {seat.name} {mine.colour} and you {seat.colour}"
        if mine.wants == seat.colour:
            return f"asks for {seat.colour} no more"
        return f"asks {seat.name} to swap" if seat.name else ""

    # -- what is done ------------------------------------------------------

    @on(SeatList.Moved)
    def _moved(self) -> None:
        self.note = ""
        self.show_bar()

    @on(SeatList.Chosen)
    def _chosen(self, message: SeatList.Chosen) -> None:
        seats, mine, colour = self.query_one(SeatList), self._mine(), message.colour
        marked, seats.marked = seats.marked, ""
        if marked:
            if marked != colour:
                self._do(lambda: self.client.swap(self.game, marked, colour))
        elif mine is None:
            self._do(lambda: self.client.join(self.game, colour))
        elif mine.colour != colour and not any(
            seat.mine and seat.colour == colour for seat in self.room.game.seats
        ):
            self._do(lambda: self.client.swap(self.game, mine.colour, colour))
        seats.redraw()
        self.show_bar()

    def _do(self, what: Callable[[], Room]) -> None:
        """Do something, and show what has become of the room."""
        if self.attempt(lambda: self._take(what())) and self.is_current:
            self.show_bar()

    def _for_owner(self) -> bool:
        if not self.owned:
            self.note = f"Only {self.room.game.owner}, who made the game, can do that."
            self.show_bar()
        return self.owned

    def action_start(self) -> None:
        """Begin; asks first where somebody is missing."""
        if not self._for_owner():
            return
        missing = [seat for seat in self.room.game.seats if not seat.source]
        if not missing:
            self._do(lambda: self.client.fill(self.game))
            return
        seats = "one seat" if len(missing) == 1 else f"{len(missing)} seats"
        question = f"Start now? Bots play {seats} until somebody comes."
        ask(self.app, question, lambda: self._do(lambda: self.client.fill(self.game)))

    def action_mark(self) -> None:
        """Take the seat under the cursor as the first of two to be swapped."""
        seats = self.query_one(SeatList)
        if self._for_owner() and seats.seat is not None:
            seats.marked = "" if seats.marked == seats.seat.colour else seats.seat.colour
            seats.redraw()
            self.show_bar()

    def action_bot(self) -> None:
        """Let a bot play the seat under the cursor, or open it to all again."""
        seat, wish = self.query_one(SeatList).seat, self.room.wish
        if not self._for_owner() or seat is None or wish is None:
            return
        if seat.source == PERSON:
            self.note = "Somebody has that seat; a bot gets only an empty one."
            self.show_bar()
            return
        who = ANYBODY if seat.source else USUAL
        wished = tuple(
            replace(each, who=who, name="") if each.colour == seat.colour else each
            for each in wish.seats
        )
        self._do(lambda: self.client.edit(self.game, replace(wish, seats=wished)))

    def action_word(self) -> None:
        if self._for_owner():
            self._do(lambda: self.client.new_word(self.game))

    def action_edit(self) -> None:
        if self._for_owner():
            self.dismiss(EDIT)

    def action_talk(self) -> None:
        self.app.push_screen(TalkLine(partial(self.say, self.game)))

    def action_give_up(self) -> None:
        """Give up one's seat; who made the game ends it by that."""
        if self._mine() is None:
            self.note = "You have no seat here."
            self.show_bar()
            return
        ends = "The game is no more then, for nobody. " if self.owned else ""
        question = f"Give up your seat? {ends}"

        def give_up() -> None:
            if self.attempt(lambda: self.client.leave(self.game)):
                self.dismiss(None)

        ask(self.app, question.strip(), give_up)

    def action_rules(self) -> None:
        """Open the rules of the game that is waited for."""
        game = self.room.game
        setup = Setup(
            tuple(Player(seat.colour, seat.colour.title()) for seat in game.seats), 1,
            game.edition, game.expansions, self.room.short, dict(self.room.house),
        )  # fmt: skip
        self.app.push_screen(RulesScreen(self.glyphs, reference(setup)))

    def action_back(self) -> None:
        """Take back a seat that is marked, else go to the lobby: the seat stays one's own."""
        seats = self.query_one(SeatList)
        if seats.marked:
            seats.marked = ""
            seats.redraw()
            self.show_bar()
        else:
            self.dismiss(None)
