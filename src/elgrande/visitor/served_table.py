"""A table on a server: its room, its clocks, and the games that wait elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on

from elgrande.app.board.view import TableView
from elgrande.app.dialogs.dialog import ask
from elgrande.app.keys import HELP
from elgrande.app.panes.line_widget import LineWidget, TabsPane, names_row
from elgrande.app.panes.status import StatusPane
from elgrande.app.panes.text_runs import (
    BAR,
    BAR_DIM,
    BAR_TITLE,
    KEY,
    Run,
    cells,
    fit,
    on_bar,
    width_of,
)
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.table_screen import LEADS, TableScreen
from elgrande.app.settings.bindings import bindings
from elgrande.content.setup import PERSON
from elgrande.content.words.names import round_name
from elgrande.lobby.client import ssh
from elgrande.lobby.records import left
from elgrande.visitor.lobby_screen import HOUSE, HouseNews, tell
from elgrande.visitor.room import SEAT, TALK, RoomPane, Seen, TalkLine

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.rules import Position
    from elgrande.table.chair import Chair, Look
    from elgrande.visitor.served_games import Company


NEXT_GAME = "game "
"""What stands before the name of a game that is gone to next."""
TRACK = 38
"""Cells of the rounds in the first row."""
TICK = 10.0
"""Seconds between two looks at the clocks."""
WATCHING = "You are watching. {room.talk} talks to everybody here."
REPLACED = "A bot plays for you. {room.seat} takes your seat back."
NOBODY = "No other game waits for you."
NO_SEAT = "You have no seat at this table."
HAND_OVER = "Let a bot play for you? {room.seat} takes your seat back whenever you like."


class ServedTable(TableScreen):
    """One game of a server. Returns one of ``LEADS``, ``NEXT_GAME`` with a name, or nothing."""

    BINDINGS = bindings("served")

    enters = (*TableScreen.enters, RoomPane)
    leaving = "Leave this table? The game goes on, and its seat stays yours."

    def __init__(
        self, chair: Chair, glyphs: Glyphs, company: Company, notices: Sequence[str] = ()
    ) -> None:
        self.company = company
        self._sources: tuple[str, ...] = ()
        super().__init__(chair, glyphs, notices)
        self._stop: Callable[[], None] = lambda: None

    def board(self, guide: Guide) -> TableView:
        return RoomView(guide)

    @property
    def view(self) -> RoomView:
        """The board."""
        assert isinstance(self.play.board, RoomView)
        return self.play.board

    def on_mount(self) -> None:
        """Begin to listen."""
        self._stop = self.company.client.subscribe(partial(tell, self))
        self.company.look_elsewhere()
        self.set_interval(TICK, self._tick)
        self.show_company()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._stop()

    @on(HouseNews)
    def _take_news(self, message: HouseNews) -> None:
        news = message.news
        if news.kind == "house":
            self.notify(HOUSE.format(text=news.text), timeout=15)
        elif news.kind in ("turn", "begun") and news.game != self.company.game:
            self.company.look_elsewhere()
            self.app.bell()
            self.show_company()
        elif news.kind in ("room", "said") and news.game == self.company.game:
            self.company.look()
            self.show_company()

    def _tick(self) -> None:
        """Show how much time is left, and how long somebody has been away."""
        if self.turn.look is None:
            return
        self._say_why_nothing_is_asked()
        self._show_headline()

    # -- what is shown -----------------------------------------------------

    def renew(self, refocus: bool = False, update: Look | None = None) -> None:
        super().renew(refocus, update)
        if self.turn.look is None:
            return
        self._mark_sources()
        self._say_why_nothing_is_asked()
        self.show_company()

    def _mark_sources(self) -> None:
        """Write into the log that a bot stands in for somebody, or does no more."""
        players = self.turn.current.players
        before, self._sources = self._sources, tuple(player.source for player in players)
        for seat, (old, player) in enumerate(zip(before, players, strict=False)):
            if old != player.source:
                again = player.source == PERSON
                text = f"{player.name} plays again." if again else (
                    f"The bot {player.source} plays for {player.name} now."
                )  # fmt: skip
                self.table_log.mark(text, self.turn.guide.colour(seat))
                self.play.show()

    def _say_why_nothing_is_asked(self) -> None:
        shown, before = self.turn.current, self.turn.said
        if shown.view.over:
            self.turn.said = ""
        elif shown.seats:
            self.turn.said = self.company.absences
        else:
            said = REPLACED if self.company.mine else WATCHING
            # What is said first is about oneself already.
            away = "" if self.company.mine else self.company.absences
            self.turn.said = f"{self.play.keys.say(said)} {away}".rstrip()
        if self.turn.answering is None and self.turn.said != before:
            self.play.show_prompt()

    def show_company(self) -> None:
        """Show the room, and whose turn it is."""
        if self.turn.look is None:
            return
        company, view = self.company, self.view
        if view.room_shown:
            company.unread = 0
        self._say_why_nothing_is_asked()
        if view.away != company.away:
            view.away = company.away
            self.play.show()
        seen = Seen(
            company.room, company.client.me.name, company.client.me.muted, company.watchers,
            self.play.keys.name("room.talk"),
        )  # fmt: skip
        view.show_room(seen, self._headline(), unread=bool(company.unread))
        view.show_status(self.turn.view)

    def _show_headline(self) -> None:
        self.view.headline = self._headline()
        self.view.show_status(self.turn.view)

    def _headline(self) -> list[Run]:
        """Return whose turn it is and how long, and which game waits elsewhere."""
        room = self.size.width - TRACK
        elsewhere = self._elsewhere(room // 2)
        runs = self._asked(room - width_of(elsewhere))
        return [*runs, *elsewhere]

    def _asked(self, room: int) -> list[Run]:
        shown, guide = self.turn.current, self.turn.guide
        owing = () if shown.view.over else shown.decision.owing
        if not owing:
            return []
        clocks = [clock for seat in owing if (clock := self.company.left(seat)) is not None]
        time = f", {left(min(clocks))}" if clocks else ""
        if len(owing) > 1:
            text = "you and others to answer" if self._owes else f"{len(owing)} to answer"
            return [Run(f"{fit(text + time, room - 1, '')} ", BAR)]
        seat = owing[0]
        colour, name = guide.colour(seat), guide.called(seat, max(6, room - len(time) - 12))
        text = "your turn" if self._owes else f"{name} to move"
        return [
            Run(f"{guide.glyphs.piece(colour)} ", on_bar(colour)),
            Run(f"{fit(text + time, room - 3, '')} ", BAR_TITLE if self._owes else BAR),
        ]

    @property
    def _owes(self) -> bool:
        """Whether an answer is owed here."""
        return self.turn.answering is not None

    def _elsewhere(self, room: int) -> list[Run]:
        """Return the game that waits elsewhere, in as many words as there is room for."""
        waits = self.company.elsewhere
        if not waits:
            return []
        name, hit = self.play.keys.name("room.next"), "key room.next"
        called = waits[0].called
        texts = [f": {called} waits ", f": {called} ", f": {len(waits)} more "]
        text = next((text for text in texts if len(text) + 2 <= room), " ")
        return [Run(" ", BAR_DIM), Run(name, KEY, hit), Run(text, BAR_TITLE, hit)]

    def on_resize(self) -> None:
        """Write the first row anew."""
        self.show_company()

    def disposes_of(self, seat: int) -> bool:
        return self.company.room.game.seats[seat].mine

    def final(self) -> FinalScreen:
        found = self.turn.current
        client, keep = self.company.client, f"export {self.company.game} > game.toml"
        return FinalScreen(
            found.view, self.turn.guide, found.public, self.follows, home="lobby",
            note=f"To keep the game: {ssh(client.server, keep, user=client.user, terminal=False)}",
        )  # fmt: skip

    @property
    def follows(self) -> Sequence[str]:
        """What may follow: those who only look on get no rematch and no analysis."""
        return LEADS if self.company.mine else ("replay",)

    # -- keys --------------------------------------------------------------

    def action_talk(self) -> None:
        """Turn to the room, and say something there."""
        self.view.turn_to(ROOM)
        self.set_focus(self.view.room)
        self.show_company()
        self.app.push_screen(TalkLine(self.company.say))

    def action_seat(self) -> None:
        """Let a bot play for oneself, or play again."""
        if not self.company.mine:
            self.play.refuse(NO_SEAT)
        elif self.company.handed_over:
            self._did(self.company.turn_over())
        elif self.turn.current.view.over:
            self.play.refuse("The game is over.")
        else:
            question = self.play.keys.say(HAND_OVER)
            ask(self.app, question, lambda: self._did(self.company.turn_over()))

    def _did(self, sentence: str) -> None:
        self.notify(sentence, timeout=4)
        self.renew(refocus=True)

    def action_next_game(self) -> None:
        """Ask whether to go to the next game that waits."""
        self.company.look_elsewhere()
        self.show_company()
        if not self.company.elsewhere:
            self.play.refuse(NOBODY)
            return
        game = self.company.elsewhere[0]
        begun = " Your unfinished answer here will be lost." if self.half_made else ""
        sentence = f"It is your turn in {game.called}, {round_name(game.round)}. Go there?{begun}"
        ask(self.app, sentence, lambda: self.dismiss(f"{NEXT_GAME}{game.name}"))

    def action_back(self) -> None:
        """Leave the room for the answer, else take a step back."""
        room = self.view.room
        if room.has_focus:
            self.view.show_tab(0)
            self.set_focus(self.play.prompt)
            self.play.focus_answer()
            self.show_company()
        else:
            super().action_back()

    def action_next_pane(self, way: int) -> None:
        super().action_next_pane(way)
        self.show_company()

    def action_leave(self) -> None:
        if self.turn.current.seats:
            super().action_leave()
        else:
            self.dismiss(None)

    @on(RoomPane.Chosen)
    def _entry_chosen(self, message: RoomPane.Chosen) -> None:
        """Do what Enter does with somebody in the room."""
        entry = message.entry
        if entry.kind == TALK:
            self.action_talk()
        elif entry.kind != SEAT:
            if entry.enter:
                # The keyboard stays in the room.
                self.notify(self.company.mute(entry.which), timeout=4)
                self.show_company()
        elif any(seat.colour == entry.which for seat in self.company.mine):
            self.action_seat()
        elif entry.enter:
            self._did(self.company.take(entry.which))


# -- its board --------------------------------------------------------------------------

ROOM, ROOM_BELOW = "room", "room-below"
SHORT: Mapping[str, str] = {"cards": "Card", "courts": "Hand"}
"""What tabs are called where there is little room."""

ELSEWHERE = frozenset({"{table.leave}", "{app.report}"})
"""Keys that do something else on a server, or nothing: no report is written there."""
SERVED_HELP: tuple[tuple[str, str], ...] = (
    ("{room.talk}", "say something to everybody at this table"),
    ("{room.seat}", "let a bot play for you, or play again yourself"),
    ("{room.next}", "the next game that waits for you"),
    *(line for line in HELP if line[0] not in ELSEWHERE),
    ("{table.leave}", "leave; the game goes on, and its seat stays yours"),
)
"""The keys of a table on a server, as ``HELP`` has those of any other."""


class RoomView(TableView):
    """The board with a room among its tabs; ``headline`` stands at the right end of its first row.

    In the smallest window there is no room for all names of tabs, so the log stands behind the
    story.
    """

    DEFAULT_CSS = "RoomView.big #room { display: none; }"

    TABS: ClassVar[Mapping[str, str]] = {**TableView.TABS, ROOM: "Room"}
    help_keys = SERVED_HELP

    def __init__(self, guide: Guide, tab: int = 0) -> None:
        super().__init__(guide, tab)
        self.headline: Sequence[Run] = ()
        self.unread = False
        """Whether something was said that nobody has read."""
        self._painted: list[int] = []

    def below_map(self) -> Iterator[LineWidget]:
        yield from super().below_map()
        yield RoomPane(self.guide.glyphs, id=ROOM_BELOW)

    def side_panes(self) -> Iterator[LineWidget]:
        yield from super().side_panes()
        yield RoomPane(self.guide.glyphs, id=ROOM)

    @property
    def below(self) -> tuple[str, ...]:
        found = super().below
        return (*found, ROOM_BELOW) if self.has_class("big") else found

    def below_titles(self) -> dict[str, str]:
        return {**super().below_titles(), ROOM_BELOW: self._room}

    @property
    def _room(self) -> str:
        return "Room+" if self.unread else "Room"

    def turn_to(self, name: str) -> None:
        super().turn_to(ROOM_BELOW if name == ROOM and self.has_class("big") else name)

    @property
    def room(self) -> RoomPane:
        """The pane of the room that can be seen, or turned to."""
        return self.query_one(f"#{ROOM_BELOW if self.has_class('big') else ROOM}", RoomPane)

    @property
    def room_shown(self) -> bool:
        """Whether the talk can be read now."""
        if self.has_class("big"):
            return self.room.has_class("front")
        return self.room.has_class("active")

    def show_room(self, seen: Seen, headline: Sequence[Run], *, unread: bool) -> None:
        """Show another room."""
        for pane in self.query(RoomPane):
            pane.show(seen)
        self.headline, self.unread = headline, unread
        self.show_tabs()

    def show_status(self, position: Position) -> None:
        self.query_one(StatusPane).show(position, self.guide, self.headline)

    # -- tabs --------------------------------------------------------------

    def tab_names(self) -> list[tuple[int, str]]:
        """Return which tabs are named now, each with its name."""
        names = [*self.TABS]
        full = [(at, self._room if name == ROOM else self.TABS[name])
                for at, name in enumerate(names)]  # fmt: skip
        width = self.query_one("#tabs").size.width
        if sum(cells(name) + 1 for _, name in full) < width:
            return full
        hidden = "story" if names[self.tab] == "log" else "log"
        return [
            (at, SHORT.get(names[at], name)) for at, name in full if names[at] != hidden
        ]  # fmt: skip

    def show_tabs(self) -> None:
        super().show_tabs()
        named = self.tab_names()
        self._painted = [at for at, _ in named]
        if self.tab not in self._painted:
            return
        focused = self.query_one(f"#{[*self.TABS][self.tab]}").has_focus
        texts, active = [name for _, name in named], self._painted.index(self.tab)
        glyphs = self.guide.glyphs
        self.query_one("#tabs", TabsPane).draw_with(
            lambda width, _height: [names_row(texts, active, width, glyphs, focused)]
        )

    def tab_at(self, index: int) -> int:
        return self._painted[index] if index < len(self._painted) else index
