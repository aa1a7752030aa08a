"""The lobby: games from a wish to the rematch.

Every method is called by somebody who is in, and returns what they see then; Denied has the
sentence for them where it cannot be. What is done to a table goes through it, and so into its
save, before the index hears of it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from elgrande.bots import registry
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import in_order
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import PERSON, Player, Setup, fresh_seed
from elgrande.content.toml_data import ContentError
from elgrande.lobby.client import Denied
from elgrande.lobby.records import (
    ANYBODY,
    CLOCKS,
    FINISHED,
    GUEST,
    INVITED,
    ME,
    OPEN,
    RUNNING,
    GameWish,
    News,
    Room,
    SeatWish,
    to_plain,
)
from elgrande.saves import SaveError, Store
from elgrande.saves.names import make_name
from elgrande.server.clocks import Clocks
from elgrande.server.listing import Listing
from elgrande.server.loaded import Loaded, Shelf
from elgrande.server.people import word
from elgrande.server.talk import Talk
from elgrande.table import Desk, Refused
from elgrande.table.apply import COMMAND
from elgrande.table.desk import UNSAVED
from elgrande.table.title import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.server.bot_pool import BotPool
    from elgrande.server.index import Index
    from elgrande.server.on_turn import OnTurn
    from elgrande.server.options import Options
    from elgrande.server.people import People
    from elgrande.server.present import Person, Presence
    from elgrande.table import Entry, Spoken, Table

NO_GAME = "There is no game of that name here that you may see."
JOIN = "join-"


class Lobby:
    """All games of a server."""

    def __init__(
        self,
        options: Options,
        index: Index,
        people: People,
        presence: Presence,
        store: Store,
        pool: BotPool,
        on_turn: OnTurn,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.options = options
        self.index = index
        self.people = people
        self.presence = presence
        self.talk = Talk(index, clock)
        self.clocks = Clocks(index, options, clock)
        self.listing = Listing(index, presence, self.talk, self.clocks, clock)
        self.shelf = Shelf(store, pool, clock, self._moved, self._spoke)
        self._on_turn = on_turn
        self._clock = clock

    # -- which game ----------------------------------------------------------------------

    def row(self, person: Person, game: str) -> sqlite3.Row:
        """Return what the index has of a game that somebody may see."""
        row = self.listing.row(game)
        if row is None or not self.listing.may_know(person, row):
            raise Denied(NO_GAME)
        return row

    def room(self, person: Person, game: str) -> Room:
        """Return a game seen from near, and note that they look at it."""
        row = self.row(person, game)
        person.room = game
        return self.listing.room(person, row)

    def _loaded(self, row: sqlite3.Row) -> Loaded:
        if row["state"] == OPEN:
            raise Denied("This game has not begun: it waits for players.")
        try:
            return self.shelf.get(row["name"])
        except SaveError as error:
            raise Denied(
                f"The save of {row['name']} cannot be opened; whoever runs this server finds "
                "the reason in its log."
            ) from error

    def own_seats(self, person: Person, game: str) -> list[int]:
        """Return the seats that somebody has in a game, also while a bot stands in."""
        rows = self.listing.seats(game)
        return [row["seat"] for row in rows if row["person"] == person.me.name and row["source"]]

    # -- coming together -----------------------------------------------------------------

    def make(self, person: Person, wish: GameWish) -> Room:
        """Make a game."""
        me = person.me.name
        if person.me.guest and wish.listed:
            raise Denied("A guest can only make a game that is not listed.")
        made = self.index.one(
            "select count(*) from games where owner = ? and state != ?", me, FINISHED
        )
        if made >= self.options.most_games:
            raise Denied(f"You have made {made} games that are not over; finish one of them first.")
        if not any(seat.who == ME for seat in wish.seats):
            raise Denied("Take one of the seats yourself.")
        wish = self._checked(wish)
        rows = []
        for seat in wish.seats:
            name, source = "", ""
            if seat.who == ME:
                name, source = me, PERSON
            elif seat.who == INVITED:
                name = seat.name
            elif seat.who != ANYBODY:
                source = seat.who
            rows.append((seat.colour, name, source))
        return self._made(person, wish, rows)

    def _checked(self, wish: GameWish) -> GameWish:
        """Return a wish that can be granted, its names as people are called here."""
        if wish.clock not in CLOCKS:
            raise Denied(f"There is no such clock; choose one of {', '.join(CLOCKS)}.")
        if wish.edition not in edition_ids():
            raise Denied(f"There is no such edition; choose one of {', '.join(edition_ids())}.")
        seats = []
        bots = registry.names()
        for seat in wish.seats:
            if seat.who == INVITED:
                name = self.people.named(seat.name)
                if not name:
                    raise Denied(f"Nobody called {seat.name} is known here.")
                seats.append(replace(seat, name=name))
            elif seat.who in (ME, ANYBODY, *bots):
                seats.append(replace(seat, name=""))
            else:
                known = ", ".join((ME, INVITED, ANYBODY, *bots))
                raise Denied(f"A seat is for one of {known}.")
        try:
            expansions = in_order(wish.expansions)
        except ContentError as error:
            raise Denied(_sentence(error)) from None
        return replace(wish, seats=tuple(seats), expansions=tuple(expansions))

    def _made(self, person: Person, wish: GameWish, seats: list[tuple[str, str, str]]) -> Room:
        setup = self._setup(wish, [(name, source) for _, name, source in seats], seed=1)
        taken = {row["name"] for row in self.index.rows("select name from games")}
        taken |= {summary.name for summary in self.shelf.store.summaries()}
        name = make_name(title(setup, date.today()), taken)
        now = self._clock()
        with self.index.at_once():
            self.index.insert(
                "games", name=name, state=OPEN, wish=json.dumps(to_plain(wish)),
                owner=person.me.name, word=word(), clock=wish.clock, listed=int(wish.listed),
                made=now, moved=now, rounds=max(setup.ruleset().rounds),
            )  # fmt: skip
            for number, (colour, who, source) in enumerate(seats):
                self.index.insert(
                    "seats", game=name, seat=number, colour=colour, person=who, source=source,
                    invited=int(bool(who) and not source), reserve=self.options.reserve,
                )  # fmt: skip
        for who in {who for _, who, source in seats if who and not source}:
            for line in self.presence.of(who):
                line.tell(News("games"))
        self._changed(name)
        self._begin_if_full(name)
        return self.room(person, name)

    def _setup(self, wish: GameWish, seats: list[tuple[str, str]], seed: int) -> Setup:
        """Return the Setup of a wish with these names and sources; Denied if it cannot be."""
        try:
            data = edition(wish.edition)
            for seat in wish.seats:
                if seat.colour not in data.colours:
                    known = ", ".join(data.colours)
                    raise Denied(f"There is no colour {seat.colour}; choose from {known}.")
            players, used = [], dict[str, int]()
            for seat, (name, source) in zip(wish.seats, seats, strict=True):
                if name and source in (PERSON, ""):
                    used[name] = used.get(name, 0) + 1
                    # Somebody who plays two colours is told apart from themselves.
                    called = name if used[name] == 1 else f"{name} {used[name]}"
                else:
                    called = data.labels[seat.colour].name
                players.append(Player(seat.colour, called, source or PERSON))
            setup = Setup(
                tuple(players), seed, wish.edition, wish.expansions, wish.short, dict(wish.house)
            )
            setup.ruleset()
        except ContentError as error:
            raise Denied(_sentence(error)) from None
        return setup

    def join(self, person: Person, game: str, colour: str) -> Room:
        """Take a seat in an open game, by name or word; with the word of another, see it."""
        row = self._by_word(person, game) or self.row(person, game)
        name, me = row["name"], person.me.name
        if row["state"] != OPEN:
            return self.room(person, name)
        seats = self.listing.seats(name)
        free = [seat for seat in seats if not seat["source"] and seat["person"] in ("", me)]
        if colour:
            free = [seat for seat in free if seat["colour"] == colour]
        elif any(seat["person"] == me and seat["source"] for seat in seats):
            return self.room(person, name)
        if person.me.guest and row["listed"]:
            raise Denied("A guest can only watch this game, or join one that is not listed.")
        if not free:
            raise Denied(
                f"There is no free {colour} seat in {name}." if colour
                else f"There is no free seat in {name}."
            )  # fmt: skip
        seat = min(free, key=lambda seat: (seat["person"] != me, seat["seat"]))
        self.index.do(
            "update seats set person = ?, source = ? where game = ? and seat = ?",
            me, PERSON, name, seat["seat"],
        )  # fmt: skip
        self._changed(name)
        self._begin_if_full(name)
        return self.room(person, name)

    def _by_word(self, person: Person, text: str) -> sqlite3.Row | None:
        said = text.strip().upper().removeprefix(JOIN.upper()).replace("-", "")
        row = self.index.row("select * from games where word = ?", said)
        if row is not None:
            person.known.add(row["name"])
        return row

    def leave(self, person: Person, game: str) -> None:
        """Give up one's seat in an open game."""
        row = self.row(person, game)
        if row["state"] != OPEN:
            raise Denied("This game runs: hand your seat over to a bot instead.")
        if row["owner"] == person.me.name:
            self.index.do("delete from games where name = ?", game)
        else:
            self.index.do(
                "update seats set person = '', source = '', invited = 0 "
                "where game = ? and person = ?",
                game, person.me.name,
            )  # fmt: skip
        self._changed(game)

    def fill(self, person: Person, game: str, bot: str) -> Room:
        """Give the seats that nobody has to a bot."""
        row = self.row(person, game)
        if row["state"] != OPEN or row["owner"] != person.me.name:
            raise Denied("Only who made a game can fill it with bots, and only before it begins.")
        bot = self._bot(bot)
        self.index.do(
            "update seats set person = '', invited = 0, source = ? where game = ? and source = ''",
            bot, game,
        )  # fmt: skip
        self._begin_if_full(game)
        return self.room(person, game)

    def _bot(self, name: str) -> str:
        name = name or self.options.stand_in
        if name not in registry.names():
            raise Denied(f"There is no such bot; choose one of {', '.join(registry.names())}.")
        return name

    def _begin_if_full(self, game: str) -> None:
        row, seats = self.listing.row(game), self.listing.seats(game)
        if row is None or row["state"] != OPEN or not all(seat["source"] for seat in seats):
            return
        setup = self._setup(
            self.listing.wish(row),
            [(seat["person"], seat["source"]) for seat in seats],
            fresh_seed(),
        )
        try:
            loaded = self.shelf.begin(game, setup)
        except SaveError as error:
            raise Denied(UNSAVED) from error
        self.index.do("update games set state = ? where name = ?", RUNNING, game)
        for name in {seat["person"] for seat in seats}:
            for line in self.presence.of(name):
                line.tell(News("begun", game))
        self._note(loaded, None)

    def rematch(self, person: Person, game: str) -> Room:
        """Make the next game of the same people, or join it."""
        row = self.row(person, game)
        if row["state"] != FINISHED or not self.own_seats(person, game):
            raise Denied("There is a rematch for those who played, when the game is over.")
        following = self.listing.row(row["rematch"])
        if following is not None:
            person.known.add(following["name"])
            return self.join(person, following["name"], "")
        me, wish, seats, wishes = person.me.name, self.listing.wish(row), [], []
        for seat in self.listing.seats(game):
            colour, name = seat["colour"], seat["person"]
            if name == me:
                seats.append((colour, me, PERSON))
                wishes.append(SeatWish(colour, ME))
            elif name:
                seats.append((colour, name, ""))
                wishes.append(SeatWish(colour, INVITED, name))
            else:
                seats.append((colour, "", seat["source"]))
                wishes.append(SeatWish(colour, seat["source"]))
        room = self._made(person, replace(wish, seats=tuple(wishes)), seats)
        self.index.do("update games set rematch = ? where name = ?", room.game.name, game)
        self.say_house(game, f"{me} would like a rematch: {room.game.name}.")
        self._changed(game)
        return self.room(person, room.game.name)

    # -- at the table --------------------------------------------------------------------

    def sit(self, person: Person, game: str, *, watch: bool = False) -> str:
        """Let a line sit at a table, or look on; return what its messages call the table."""
        row = self.row(person, game)
        loaded = self._loaded(row)
        seats = [] if watch else self.own_seats(person, game)
        person.sit(game, Desk(loaded.table, seats))
        loaded.lines += 1
        person.room = game
        self._changed(game)
        return game

    def left(self, game: str) -> None:
        """Note that a line is no longer at a table."""
        loaded = self.shelf.found(game)
        if loaded is not None:
            loaded.lines -= 1
            loaded.used = self._clock()
        self._changed(game)

    def hand_over(self, person: Person, game: str, bot: str) -> Room:
        """Let a bot play one's seats."""
        bot = self._bot(bot)
        return self._reseat(person, game, bot)

    def take_back(self, person: Person, game: str) -> Room:
        """Play one's seats again."""
        return self._reseat(person, game, PERSON)

    def _reseat(self, person: Person, game: str, source: str) -> Room:
        row = self.row(person, game)
        seats = self.own_seats(person, game)
        if row["state"] != RUNNING or not seats:
            raise Denied("You have no seat in this game, or it is not being played.")
        table = self._loaded(row).table
        for seat in seats:
            if table.players[seat].source != source:
                self._source(table, seat, source)
        return self.room(person, game)

    def _source(self, table: Table, seat: int, source: str) -> None:
        try:
            table.seat_source(seat, source)
        except Refused as refusal:
            raise Denied(f"{refusal}.") from None
        except SaveError as error:
            raise Denied(UNSAVED) from error

    def stand_in(self, game: str, seat: int, why: str) -> None:
        """Let a bot play a seat whose person is late or gone, until they take it back."""
        row, seats = self.listing.row(game), self.listing.seats(game)
        if row is None or row["state"] != RUNNING:
            self.index.do("update seats set deadline = null where game = ?", game)
            return
        table = self._loaded(row).table
        if table.players[seat].source == PERSON and not table.over:
            bot = self._bot("")
            self._source(table, seat, bot)
            name, colour = seats[seat]["person"] or "A guest", seats[seat]["colour"]
            again = f" until {name} takes the seat back" if seats[seat]["person"] else ""
            self.say_house(game, f"{name} {why}, so {bot} plays {colour}{again}.")
        else:
            self.index.do(
                "update seats set deadline = null where game = ? and seat = ?", game, seat
            )

    async def advise(self, person: Person, game: str, seat: int) -> tuple[int, str]:
        """Return what a bot would answer for one's seat, and why."""
        loaded = self._loaded(self.row(person, game))
        if seat not in self.own_seats(person, game) or seat not in loaded.table.state.owing():
            raise Denied("Advice is for your own seat, when it is to answer.")
        code, reason, fault = await self.shelf.advise(loaded, seat, self._bot(""))
        if fault:
            raise Denied(f"{fault[:1].upper()}{fault[1:]}; there is no suggestion now.")
        return code, reason

    def export(self, person: Person, game: str) -> str:
        """Return a finished game's save, or the position of a running one as one may see it."""
        import tomli_w

        row = self.row(person, game)
        loaded = self._loaded(row)
        if loaded.table.over:
            return self.shelf.store.data(game).decode()
        seats = self.own_seats(person, game)
        return tomli_w.dumps(describe(loaded.table.view(seats[0] if seats else None)))

    # -- talk ----------------------------------------------------------------------------

    def say(self, person: Person, game: str, text: str) -> News:
        """Say something in a room."""
        self.row(person, game)
        said = self.talk.say(game, person.me.name, text)
        self.presence.tell_said(game, said)
        return News("said", game, said=said)

    def say_house(self, game: str, text: str) -> None:
        """Let the house say something in a room."""
        with suppress(Denied):
            self.presence.tell_said(game, self.talk.say(game, "", text))

    # -- what happens --------------------------------------------------------------------

    def _moved(self, loaded: Loaded, entry: Entry) -> None:
        """Take over into the index what has happened at a table."""
        answered = entry.seat if entry.kind == COMMAND and not entry.auto else None
        # It has happened and is in the save, whether the index can be written or not.
        with suppress(sqlite3.Error):
            self._note(loaded, answered)

    def _note(self, loaded: Loaded, answered: int | None) -> None:
        table, game = loaded.table, loaded.name
        row = self.listing.row(game)
        if row is None:
            return
        over = table.over
        owing = frozenset() if over else frozenset(table.state.owing()) & table.persons
        state = FINISHED if over else RUNNING
        with self.index.at_once():
            self.index.do(
                "update games set state = ?, round = ?, moved = ? where name = ?",
                state, table.state.round, self._clock(), game,
            )  # fmt: skip
            for seat, player in enumerate(table.players):
                self.index.do(
                    "update seats set source = ?, score = ? where game = ? and seat = ?",
                    player.source, table.state.score(seat), game, seat,
                )  # fmt: skip
            newly = self.clocks.moved(game, row["clock"], owing, answered)
        seats = self.listing.seats(game)
        for seat in newly:
            name = seats[seat]["person"]
            lines = self.presence.of(name)
            for line in lines:
                line.tell(News("turn", game))
            if name and not lines:
                self._on_turn.due(name, game)
        if answered is None or newly or over:
            self._changed(game)

    def _spoke(self, game: str, spoken: Spoken) -> None:
        """Tell what a bot said with its move."""
        for text in (spoken.reason, spoken.notice):
            if text:
                self.presence.tell_near(game, News("bot", game, text))

    def _changed(self, game: str) -> None:
        """Tell that the list has changed, and those near that the room has."""
        self.presence.tell_all(News("games"))
        self.presence.tell_near(game, News("room", game))

    # -- now and then --------------------------------------------------------------------

    def tick(self) -> None:
        """See who is late, and which games can leave the memory; once a second or so."""
        with suppress(sqlite3.Error):
            for game, seat in self.clocks.late():
                try:
                    self.stand_in(game, seat, "was late")
                except Denied:
                    # Its save cannot be opened or written; nobody is hurried by that.
                    self.index.do(
                        "update seats set deadline = null where game = ? and seat = ?", game, seat
                    )
        self.shelf.rest(self.options.rest)

    def wake(self, game: str) -> None:
        """Bring a running game up to date after the server was away, and let its bots play."""
        row = self.listing.row(game)
        if row is None or row["state"] != RUNNING:
            return
        with suppress(Denied):
            loaded = self._loaded(row)
            self._note(loaded, None)
            for seat in self.listing.seats(game):
                if not seat["person"] and seat["source"] == PERSON:
                    self.stand_in(game, seat["seat"], "has gone")

    def gone(self, person: Person) -> None:
        """Note that somebody's line has ended; a guest's seats are a bot's from then on."""
        if person.me.guest:
            name = person.me.name
            self.talk.forget(name)
            rows = self.index.rows("select game, seat from seats where person = ?", name)
            self._forget_guest(name)
            for row in rows:
                with suppress(Denied):
                    self.stand_in(row["game"], row["seat"], "has gone")

    def forget_guests(self) -> None:
        """Forget those who were guests when the server went; ``wake`` gives their seats to bots."""
        found = self.index.rows(f"select distinct person from seats where person like '{GUEST} %'")
        for row in found:
            self._forget_guest(row["person"])

    def _forget_guest(self, name: str) -> None:
        with self.index.at_once():
            self.index.do("delete from games where owner = ? and state = ?", name, OPEN)
            self.index.do(
                "update seats set source = '' where person = ? "
                "and game in (select name from games where state = ?)",
                name, OPEN,
            )  # fmt: skip
            self.index.do("update seats set person = '' where person = ?", name)


def _sentence(error: ContentError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
