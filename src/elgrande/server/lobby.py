"""The lobby: games that are being played, and their rooms. How they begin is in ``gathering``.

Every method is called by somebody who is in, and returns what they see then; Denied has the
sentence for them where it cannot be. What is done to a table goes through it, and so into its
save, before the index hears of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from elgrande.bots import registry
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import PERSON
from elgrande.lobby.client import Denied
from elgrande.lobby.records import (
    FINISHED,
    GUEST,
    OPEN,
    PLAYERS,
    RUNNING,
    GameLine,
    News,
    Room,
    Said,
)
from elgrande.saves import SaveError, Store
from elgrande.saves.paths import SUFFIX
from elgrande.server.analyses import Analyses
from elgrande.server.bot_pool import BotPool
from elgrande.server.clocks import Clocks, ClockStep
from elgrande.server.events import OnTurn
from elgrande.server.fair_queue import FairQueue
from elgrande.server.gathering import NOBODY, Gathering
from elgrande.server.limits import Lately, Options
from elgrande.server.listing import Listing
from elgrande.server.loaded import Busy, Loaded, Shelf
from elgrande.server.people import DAY, People
from elgrande.server.reindex import take_over
from elgrande.server.rooms import SOON, Person, Presence, Talk
from elgrande.table import Desk, Entry, Refused, Table, replay
from elgrande.table.desk import UNSAVED

if TYPE_CHECKING:
    import sqlite3

    from elgrande.analysis.worker import PlainNews
    from elgrande.bots.runner import BotMove
    from elgrande.server.commits import Commits
    from elgrande.server.index import LobbyIndex

LATE = 0.05
"""Seconds of each tick for those who are late: after a long rest they are all late at once."""
HOUR = 3600.0
"""Seconds between two looks for games that nobody plays any more."""
LATELY = 300.0
"""Seconds in which it is counted what makes saves longer without end (``Options.endless``)."""
JUST_BACK = 15.0
"""So many seconds after its start a server tells that it was away."""
AGAIN = "The server has started again. Nothing that was sent is lost; your games go on below."
RELIEVED = "has been relieved by whoever runs this server"
TIME_UP = "Your time for this answer is up, so the bot gives it; take your seat back once it has."
SEALED = (
    "The save of {game} cannot be opened; whoever runs this server finds the reason in its log."
)
UNFINISHED = "This game is not over, and only a finished game can be analysed."
NOT_PLAYED = "An analysis is for those who played the game."
DELETED = "Whoever runs this server has deleted this game"
NO_GAME = "There is no game of that name here that you may see."


class Lobby:
    """All games of a server."""

    def __init__(
        self,
        options: Options,
        index: LobbyIndex,
        store: Store,
        commits: Commits,
        clock: Callable[[], float] = time.time,
        log: Callable[..., None] = lambda _what, **_facts: None,
    ) -> None:
        self.log = log
        self.options = options
        self.index = index
        self.people = People(index, options, clock)
        self.presence = Presence()
        self.questions = FairQueue()
        self.talk = Talk(index, clock)
        self.endless = Lately(options.endless, LATELY, clock)
        self.clocks = Clocks(index, options, clock)
        self.listing = Listing(self)
        self.commits = commits
        self.shelf = Shelf(
            store, BotPool(options.thinkers), clock, self._moved, commits, options.awake,
            self._account,
        )  # fmt: skip
        self.analyses = Analyses(store, options.data)
        self.clock = clock
        self.gathering = Gathering(self)
        self.on_turn = OnTurn(options.on_turn, clock, log)
        self._clears = 0.0
        self._soon: asyncio.TimerHandle | None = None
        self._changed = set[str]()
        """The games that have changed since it was told last which have."""
        played = index.one("select count(*) from games where state = ?", RUNNING)
        self._back_until = clock() + JUST_BACK if played else 0.0

    def close(self) -> None:
        """Let go of all games, of their bots and of the index."""
        self.shelf.close()
        self.commits.close()
        self.shelf.pool.close()
        self.analyses.close()
        self.index.close()

    @property
    def welcome(self) -> str:
        """What whoever comes in is told first: that the server was away, or nothing."""
        return AGAIN if self.clock() < self._back_until else ""

    def _account(self, game: str) -> str:
        """Return to whose account the bots of a game are counted."""
        account = self.index.one("select account from games where name = ?", game) or game
        guests = account.startswith("@") and account != NOBODY
        return f"{GUEST}{account}" if guests else self.people.share(account)

    # -- which game ----------------------------------------------------------------------

    def row(self, person: Person, game: str) -> sqlite3.Row:
        """Return what the index has of a game that somebody may see."""
        row = self.listing.row(game)
        if row is None or not self.listing.may_know(person, row):
            raise Denied(NO_GAME)
        return row

    def room(self, person: Person, game: str) -> Room:
        """Return a game seen from near, and note that they look at it; for no game the lobby."""
        if not game:
            here = tuple(sorted({each.me.name for each in self.presence.near("")}))
            said = self.talk.lately("", person.me.muted)
            return Room(GameLine("", OPEN, "", (), ()), here=here, said=said)
        row = self.row(person, game)
        person.room = game
        return self.listing.room(person, row)

    def _loaded(self, row: sqlite3.Row) -> Loaded:
        if row["state"] == OPEN:
            raise Denied("This game has not begun: it waits for players.")
        try:
            return self.shelf.get(row["name"])
        except SaveError as error:
            raise self._sealed(row["name"], error) from error

    def _sealed(self, game: str, error: SaveError) -> Denied:
        self.log("save refused", game=game, why=error.sentence)
        return Denied(SEALED.format(game=game))

    def own_seats(self, person: Person, game: str) -> list[int]:
        """Return the seats that somebody has in a game, also while a bot stands in."""
        rows = self.listing.seats(game)
        return [row["seat"] for row in rows if row["person"] == person.me.name and row["source"]]

    # -- at the table --------------------------------------------------------------------

    def sit(self, person: Person, game: str, *, watch: bool = False) -> str:
        """Let a line sit at a table, or look on; return what its messages call the table."""
        row = self.row(person, game)
        loaded = self._loaded(row)
        seats = [] if watch else self.own_seats(person, game)

        def reseats(seat: int, source: str) -> None:
            if source == PERSON and self._too_late(loaded.table, game, seat):
                raise Refused(TIME_UP.removesuffix("."))

        undoes = self.listing.wish(row).undoes
        person.sit(game, Desk(loaded.table, seats, undoes=undoes, reseats=reseats))
        self.shelf.come(loaded, 1)
        person.room = game
        self.changed(game)
        return game

    def left(self, game: str, table: Table) -> None:
        """Note that a line is no longer at a table, which may have been another one of the game."""
        loaded = self.shelf.found(game)
        if loaded is not None and loaded.table is table:
            self.shelf.come(loaded, -1)
        self.changed(game)

    def hand_over(self, person: Person, game: str, bot: str) -> Room:
        """Let a bot play one's seats."""
        bot = self.bot(bot)
        return self._reseat(person, game, bot, f"{{who}} lets {bot} play {{colour}} for a while.")

    def take_back(self, person: Person, game: str) -> Room:
        """Play one's seats again, with the time that was left."""
        row = self.row(person, game)
        if row["state"] == RUNNING:
            table = self._loaded(row).table
            for seat in self.own_seats(person, game):
                if self._too_late(table, game, seat):
                    raise Denied(TIME_UP)
        return self._reseat(person, game, PERSON, "{who} plays {colour} again.")

    def _too_late(self, table: Table, game: str, seat: int) -> bool:
        """Say whether a seat's time is up, so that a bot is to give the answer that it owes."""
        return not table.over and seat in table.state.owing() and self.clocks.up(game, seat)

    def relieve(self, row: sqlite3.Row, seat: int, name: str) -> None:
        """Seat somebody who has come only now, in the place of a bot that kept the seat."""
        game = row["name"]
        table, colour = self._loaded(row).table, self.listing.seats(game)[seat]["colour"]
        bot = table.players[seat].source
        # The index is not to show what the save does not have, whenever the server may end.
        with self.index.at_once():
            self.index.set_seat(game, seat, person=name)
            self.clocks.forget(game, seat)
            self._source(table, seat, PERSON, name)
        self.say_house(game, f"{name} has come and plays {colour} instead of {bot}.")

    def _reseat(self, person: Person, game: str, source: str, says: str) -> Room:
        row = self.row(person, game)
        seats = self.own_seats(person, game)
        if row["state"] != RUNNING or not seats:
            raise Denied("You have no seat in this game, or it is not being played.")
        table = self._loaded(row).table
        for seat in seats:
            if table.players[seat].source != source:
                self._source(table, seat, source)
                colour = self.listing.seats(game)[seat]["colour"]
                self.say_house(game, says.format(who=person.me.name, colour=colour))
        return self.room(person, game)

    def _source(self, table: Table, seat: int, source: str, name: str | None = None) -> None:
        try:
            table.seat_source(seat, source, name)
        except Refused as refusal:
            raise Denied(f"{refusal}.") from None
        except SaveError as error:
            self.log("not saved", why=error.sentence)
            raise Denied(UNSAVED) from error

    def stand_in(self, game: str, seat: int, why: str) -> None:
        """Let a bot play a seat whose person is late or gone, until they take it back."""
        row, seats = self.listing.row(game), self.listing.seats(game)
        if row is None or row["state"] != RUNNING:
            self.index.do("update seats set deadline = null where game = ?", game)
            return
        table = self._loaded(row).table
        if table.players[seat].source == PERSON and not table.over:
            bot = self.bot("")
            self._source(table, seat, bot)
            name, colour = seats[seat]["person"] or "A guest", seats[seat]["colour"]
            again = f" until {name} takes the seat back" if seats[seat]["person"] else ""
            self.say_house(game, f"{name} {why}, so {bot} plays {colour}{again}.")
        else:
            self.index.set_seat(game, seat, deadline=None)

    async def advise(self, person: Person, game: str, seat: int) -> BotMove:
        """Return what a bot would answer for one's seat, and why."""
        loaded = self._loaded(self.row(person, game))
        if seat not in self.own_seats(person, game) or seat not in loaded.table.state.owing():
            raise Denied("Advice is for your own seat, when it is to answer.")
        account = f"{GUEST}{person.share}" if person.me.guest else person.share
        move = await self.shelf.advise(loaded, seat, account)
        if fault := move.notice.partition(";")[0]:
            raise Denied(f"{fault[:1].upper()}{fault[1:]}; there is no suggestion now.")
        return move

    def export(self, person: Person, game: str) -> str:
        """Return a finished game's save, or the position of a running one as one may see it."""
        import tomli_w

        row = self.row(person, game)
        loaded = self._loaded(row)
        if loaded.table.over:
            return self.shelf.store.data(game).decode()
        seats = self.own_seats(person, game)
        return tomli_w.dumps(describe(loaded.table.view(seats[0] if seats else None)))

    def analysis(self, person: Person, game: str, seen: int) -> list[PlainNews]:
        """Return what the analysis of a finished game has found, for one who has played it.

        It begins with the first question; ``seen`` is how many of its moments are known already.
        """
        row = self.row(person, game)
        if row["state"] != FINISHED:
            raise Denied(UNFINISHED)
        if not self.own_seats(person, game):
            raise Denied(NOT_PLAYED)
        return self.analyses.look(game, seen, person.me.name)

    # -- talk ----------------------------------------------------------------------------

    def say(self, person: Person, game: str, text: str) -> Said:
        """Say something in a room; in that of no game, the lobby."""
        row = self.row(person, game) if game else None
        players = row is not None and self.listing.wish(row).talk == PLAYERS
        if players and not self.own_seats(person, game):
            raise Denied("In this game the players alone talk.")
        said = self.talk.say(game, person.me.name, text, person.share)
        self.presence.tell_said(game, said)
        return said

    def heard(self, person: Person) -> set[str]:
        """Return who has said something near somebody, or could: also guests, and who is gone."""
        return self.presence.names | self.talk.speakers({person.room, *person.tables})

    def say_house(self, game: str, text: str) -> None:
        """Let the house say something in a room."""
        with suppress(Denied):
            self.presence.tell_said(game, self.talk.say(game, "", text))

    # -- what happens --------------------------------------------------------------------

    def _moved(self, loaded: Loaded, entry: Entry) -> None:
        """Take over into the index what has happened at a table."""
        step = ClockStep.of(entry, loaded.table.history)
        # It has happened and is in the save, whether the index can be written or not.
        with self.index.tries("an answer"):
            self.note(loaded.name, loaded.table, loaded.save.size, step)

    def not_saved(self, game: str, why: str) -> None:
        """Let go of a game whose last answer is lost; it goes on from what the disk has."""
        self.log("not saved", game=game, why=why)
        self.shelf.drop(game)
        with suppress(SaveError), self.index.tries("an answer"):
            journal = self.shelf.store.read(game)
            self.note(game, replay(journal, game), journal.size, ClockStep())

    def note(self, game: str, table: Table, size: int, step: ClockStep) -> None:
        """Write into the index how a game stands after a step, and what its save has then."""
        row = self.listing.row(game)
        if row is None:
            return
        over, before = table.over, self.listing.seats(game)
        owing = frozenset() if over else frozenset(table.state.owing()) & table.persons
        state = FINISHED if over else RUNNING
        with self.index.at_once():
            now, round_ = self.clock(), table.state.round
            self.index.set_game(game, state=state, round=round_, moved=now, size=size)
            for seat, (was, player) in enumerate(zip(before, table.players, strict=True)):
                score = table.state.score(seat)
                if (was["source"], was["score"]) != (player.source, score):
                    self.index.set_seat(game, seat, source=player.source, score=score)
            newly = self.clocks.moved(before, row["clock"], owing, step)
        if over:
            self.clocks.forget(game)
        for seat in newly:
            name = before[seat]["person"]
            if not self.presence.tell(name, News("turn", game)) and name:
                share = self.people.share(name)
                self.commits.when(game, partial(self.on_turn.due, name, game, share))
        if not step.given or newly or over:
            self.changed(game)

    def changed(self, game: str) -> None:
        """Tell a little later, once, that the list has changed, and to those near the room."""
        self._changed.add(game)
        if self._soon is None:
            loop = asyncio.get_running_loop()
            self._soon = loop.call_later(SOON, self.commits.when_all, self._tell_changed)

    def _tell_changed(self) -> None:
        changed, self._changed, self._soon = self._changed, set(), None
        self.presence.tell_all(News("games"))
        for game in changed:
            self.presence.tell_near(game, News("room", game))

    # -- now and then --------------------------------------------------------------------

    def tick(self) -> None:
        """See who is late, and which games can leave the memory; once a second or so."""
        with self.index.tries("a clock"):
            began = time.perf_counter()
            for game, seat in self.clocks.late():
                if self.commits.pending(game):
                    continue
                if time.perf_counter() - began > LATE:
                    break
                try:
                    self.stand_in(game, seat, "was late")
                except Busy:
                    break
                except Denied:
                    # Its save cannot be opened or written; nobody is hurried by that.
                    self.index.set_seat(game, seat, deadline=None)
            self._clear_away()
        for loaded in self.shelf:
            why = loaded.problem
            if why and why != loaded.told:
                self.log("not saved", game=loaded.name, why=why)
            loaded.told = why
        self.shelf.rest(self.options.rest)
        self.analyses.tick()

    def _clear_away(self) -> None:
        """Delete games that nobody comes back to, and for good what is in the bin; now and then."""
        now, options = self.clock(), self.options
        if now < self._clears:
            return
        self._clears = now + HOUR
        for row in self.index.rows(
            "select name from games where (state != ? and moved < ?) or (moved < ? and account "
            "!= '' and not exists (select 1 from seats where game = name and person != ''))",
            RUNNING, now - DAY * options.keep, now - DAY * options.abandoned,
        ):  # fmt: skip
            self.delete(row["name"], "Nobody has come back to this game")
        for save in self.shelf.store.paths.bin.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                # Since it was put there: else it says when it was played last.
                if now - save.stat().st_ctime > DAY * options.bin:
                    save.unlink()
        self.people.forget_addresses()

    def delete(self, game: str, why: str) -> bool:
        """Let a game be no more, its save in the bin; False if that cannot be moved there."""
        try:
            self.shelf.drop(game, why)
            if self.shelf.store.has(game):
                self.shelf.store.delete(game)
        except SaveError as error:
            self.log("not saved", game=game, why=error.sentence)
            return False
        self.gathering.remove(game)
        self.log("deleted", game=game, why=why)
        return True

    def end(self, game: str) -> None:
        """Let bots play a game to its end, though nobody looks on."""
        for seat in self.listing.seats(game):
            self.stand_in(game, seat["seat"], RELIEVED)
        loaded = self.shelf.found(game)
        if loaded is not None:
            loaded.ends = True
            loaded.wake()

    def wake(self, game: str) -> bool:
        """Bring a running game up to date after the server was away, and let its bots play.

        Return False if there is no room for it yet.
        """
        row = self.listing.row(game)
        if row is None or row["state"] != RUNNING:
            return True
        try:
            loaded = self._loaded(row)
            self.note(game, loaded.table, loaded.save.size, ClockStep())
            for seat in self.listing.seats(game):
                if seat["person"] or seat["source"] != PERSON:
                    continue
                name = loaded.table.players[seat["seat"]].name
                if self.people.named(name):
                    # They had come, and the server ended before the index had it.
                    self.index.set_seat(game, seat["seat"], person=name)
                else:
                    self.stand_in(game, seat["seat"], "has gone")
        except Busy:
            return False
        except Denied:
            # Its save cannot be opened, as is in the log; whoever comes hears of it.
            pass
        return True

    def has_begun(self, game: str) -> None:
        """Go on with a game that has a save already, and by the index has not begun (Denied).

        Somebody may have been acknowledged an answer there, so the save is what counts.
        """
        try:
            table = replay(self.shelf.store.read(game), game)
        except SaveError as error:
            raise self._sealed(game, error) from error
        take_over(self, game, table)
        self.wake(game)

    def bot(self, name: str) -> str:
        """Return the bot of that name, or the usual one for none; Denied if there is none such."""
        name = name or self.options.stand_in
        if name not in registry.names():
            raise Denied(f"There is no such bot; choose one of {', '.join(registry.names())}.")
        return name

    def gone(self, person: Person) -> None:
        """Note that somebody's line has ended; a guest's seats are a bot's from then on."""
        with self.index.tries("who was here"):
            self.people.left(person.me.name)
        for game in {person.room, *person.tables} - {""}:
            self.changed(game)
        if person.me.guest:
            self.forget(person.me.name)

    def forget(self, name: str) -> None:
        """Forget somebody: their seats are a bot's from then on."""
        rows = self.index.rows("select game, seat from seats where person = ?", name)
        self.gathering.forget(name)
        for row in rows:
            with suppress(Denied):
                self.stand_in(row["game"], row["seat"], "has gone")
