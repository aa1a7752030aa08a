"""Coming together: games from a wish until they begin, and their rematches.

The methods are called by somebody who is in, and return what they see then; Denied has the
sentence for them where it cannot be.

Before that, ``checked`` says whether a wish can be granted, and ``setup_of`` what it comes to.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots import registry
from elgrande.content.clean import clean
from elgrande.content.days import game_of_the_day
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import in_order
from elgrande.content.files import ContentError
from elgrande.content.plain import to_plain
from elgrande.content.setup import PERSON, Player, Setup, fresh_seed, with_bot_names
from elgrande.content.words.names import sentence
from elgrande.lobby.client import Denied
from elgrande.lobby.records import (
    ANYBODY,
    BEGINNINGS,
    BY_WORD,
    CLOCKS,
    FINISHED,
    GUEST,
    INVITED,
    LONGEST_TITLE,
    ME,
    OPEN,
    RUNNING,
    SEATS,
    TALKS,
    WHEN_TOLD,
    WITHOUT_ME,
    GameWish,
    News,
    Room,
    SeatWish,
)
from elgrande.saves import SaveError, SaveExists
from elgrande.server.clocks import ClockStep
from elgrande.server.listing import Titles, columns
from elgrande.server.people import People, word
from elgrande.server.request import JOIN
from elgrande.table.desk import UNSAVED

if TYPE_CHECKING:
    from elgrande.server.lobby import Lobby
    from elgrande.server.rooms import Person


def checked(wish: GameWish, people: People) -> GameWish:
    """Return a wish that can be granted, its names as people are called here; or Denied."""
    for value, known, what in (
        (wish.clock, CLOCKS, "clock"),
        (wish.edition, edition_ids(), "edition"),
        (wish.begins, BEGINNINGS, "beginning"),
        (wish.talk, TALKS, "rule for talk"),
    ):
        if value not in known:
            raise Denied(f"There is no such {what}; choose one of {', '.join(known)}.")
    if not any(seat.who == ME for seat in wish.seats):
        raise Denied(WITHOUT_ME)
    seats, kinds = [], (*SEATS, *registry.names())
    for seat in wish.seats:
        if seat.who not in kinds:
            raise Denied(f"A seat is for one of {', '.join(kinds)}.")
        name = people.named(seat.name) if seat.who == INVITED else ""
        if seat.who == INVITED and not name:
            raise Denied(f"Nobody called {seat.name} is known here.")
        seats.append(replace(seat, name=name))
    try:
        expansions = in_order(wish.expansions)
    except ContentError as error:
        raise Denied(sentence(str(error))) from None
    title = clean(wish.name, LONGEST_TITLE)
    return replace(wish, seats=tuple(seats), expansions=tuple(expansions), name=title)


def setup_of(wish: GameWish, seats: Sequence[tuple[str, str]], seed: int) -> Setup:
    """Return the Setup of a wish with these names and sources; Denied if it cannot be."""
    if wish.day:
        return game_of_the_day(
            date.fromisoformat(wish.day), next(name for name, _ in seats if name)
        )
    try:
        data = edition(wish.edition)
        for seat in wish.seats:
            if seat.colour not in data.colours:
                known = ", ".join(data.colours)
                raise Denied(f"There is no colour {seat.colour}; choose from {known}.")
        players, used = [], dict[str, int]()
        for seat, (name, source) in zip(wish.seats, seats, strict=True):
            if name:
                used[name] = used.get(name, 0) + 1
                # Somebody who plays two colours is told apart from themselves.
                called = name if used[name] == 1 else f"{name} {used[name]}"
            else:
                called = data.labels[seat.colour].name
            players.append(Player(seat.colour, called, source or PERSON))
        setup = Setup(
            with_bot_names(players, data.labels, seed),
            seed,
            wish.edition,
            wish.expansions,
            wish.short,
            dict(wish.house),
        )
        setup.ruleset()
    except ContentError as error:
        raise Denied(sentence(str(error))) from None
    return setup


NOBODY = "@nobody"
"""To whom the games of those are counted who are forgotten."""
OWNER = "Only who made a game can do that, and only before it begins."


class Sitter(NamedTuple):
    """Who has a seat: a person's name or nothing, and who plays it or nothing yet."""

    person: str = ""
    source: str = ""


class Gathering:
    """The games of a lobby that wait for players."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._index = lobby.index
        self._listing = lobby.listing
        self._presence = lobby.presence
        self._titles = Titles(lobby.index, lobby.shelf.store.has)
        self.wants: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """By game, the colours that people would like to have instead of their own."""

    # -- making ------------------------------------------------------------

    def make(self, person: Person, wish: GameWish) -> Room:
        """Make a game."""
        self._guest_may(person, wish)
        self._room_for_more(person)
        wish = checked(wish, self._lobby.people)
        return self._made(person, wish)

    @staticmethod
    def _guest_may(person: Person, wish: GameWish) -> None:
        if person.me.guest and wish.listed:
            raise Denied("A guest can only make a game that is not listed.")

    def _room_for_more(self, person: Person) -> None:
        """Deny one game more to whoever has made as many as anybody may, or an address.

        Names that are new share with others that are new from their address.
        """
        accounts = self._lobby.people.beside(person.account)
        marks = ", ".join("?" * len(accounts))
        made = self._index.one(
            f"select count(*) from games where account in ({marks}) and state != ?",
            *accounts, FINISHED,
        )  # fmt: skip
        options, guest = self._lobby.options, person.me.guest
        if made >= (options.most_guest_games if guest else options.most_games):
            many = "New names from your address" if len(accounts) > 1 else "You"
            whose = "Guests from your address" if guest else many
            raise Denied(
                f"{whose} have made {made} games that are not over; finish one of them first."
            )

    def _made(self, person: Person, wish: GameWish) -> Room:
        me, now = person.me.name, self._lobby.clock()
        wish = replace(wish, name=self._titles.apart(wish.name, me))
        sitters = [_first(seat, me) for seat in wish.seats]
        setup = setup_of(wish, sitters, seed=1)
        name = self._titles.address(wish)
        with self._index.at_once():
            self._index.insert(
                "games", name=name, state=OPEN, owner=me, account=person.account, word=word(),
                made=now, moved=now, **columns(wish, name, setup.ruleset()),
            )  # fmt: skip
            self._seat_all(name, wish, sitters)
        self._invite(sitters)
        self._lobby.changed(name)
        self._begin_if_full(name)
        return self._lobby.room(person, name)

    def _seat_all(self, game: str, wish: GameWish, sitters: Sequence[Sitter]) -> None:
        for number, (seat, (who, source)) in enumerate(zip(wish.seats, sitters, strict=True)):
            self._index.insert(
                "seats", game=game, seat=number, colour=seat.colour, person=who, source=source,
                invited=int(bool(who) and not source), reserve=self._lobby.options.reserve,
            )  # fmt: skip

    def _invite(self, sitters: Sequence[Sitter]) -> None:
        for who in {who for who, source in sitters if not source}:
            self._presence.tell(who, News("games"))

    def edit(self, person: Person, game: str, wish: GameWish) -> Room:
        """Change what an open game will be; who has come keeps a seat as far as there is one."""
        self._owned(person, game)
        self._guest_may(person, wish)
        wish, me = checked(wish, self._lobby.people), person.me.name
        wish = replace(wish, name=self._titles.apart(wish.name, me, game))
        before = {row["colour"]: row["person"] for row in self._listing.seats(game)
                  if row["source"] == PERSON}  # fmt: skip
        sitters = [_first(seat, me) for seat in wish.seats]
        left = [name for name in dict.fromkeys(before.values()) if name != me]
        free = [seat.who in (BY_WORD, ANYBODY) for seat in wish.seats]
        # Whoever is named comes first, then the seat that somebody had, then any.
        for fits in (
            lambda at, name: sitters[at].person == name,
            lambda at, name: free[at] and before.get(wish.seats[at].colour) == name,
            lambda at, _name: free[at] and not sitters[at].person,
        ):
            for at in range(len(sitters)):
                name = next((each for each in left if fits(at, each)), "")
                if name:
                    left.remove(name)
                    sitters[at] = Sitter(name, PERSON)
        setup = setup_of(wish, sitters, seed=1)
        with self._index.at_once():
            self._index.set_game(game, **columns(wish, game, setup.ruleset()))
            self._index.do("delete from seats where game = ?", game)
            self._seat_all(game, wish, sitters)
        self.wants.pop(game, None)
        for name in left:
            self._lobby.say_house(game, f"There is no seat left for {name}.")
        self._invite(sitters)
        self._changed(game)
        self._begin_if_full(game)
        return self._lobby.room(person, game)

    def _changed(self, game: str) -> None:
        """Tell that a game has changed; whoever may not know of it now hears no more of it."""
        self._lobby.changed(game)
        row = self._listing.row(game)
        for line in self._presence.near(game):
            if row is None or not self._listing.may_know(line, row):
                line.room = ""

    def _forget_word(self, game: str) -> None:
        """Let whoever has said a game's word know it no more."""
        for line in self._presence:
            line.known.discard(game)

    def _owned(self, person: Person, game: str) -> sqlite3.Row:
        """Return an open game of somebody's own; or Denied."""
        row = self._lobby.row(person, game)
        if row["state"] != OPEN or row["owner"] != person.me.name:
            raise Denied(OWNER)
        return row

    def new_word(self, person: Person, game: str) -> Room:
        """Make another invitation word; the old one opens nothing any more."""
        self._owned(person, game)
        self._index.set_game(game, word=word())
        self._forget_word(game)
        self._changed(game)
        return self._lobby.room(person, game)

    # -- seats -------------------------------------------------------------

    def join(self, person: Person, game: str, colour: str) -> Room:
        """Take a seat, by a game's name or word; with the word of another, see it."""
        row = self._by_word(person, game) or self._lobby.row(person, game)
        name, me = row["name"], person.me.name
        seats = self._listing.seats(name)
        has = any(seat["person"] == me and seat["source"] for seat in seats)
        if row["state"] == FINISHED or (has and not colour):
            return self._lobby.room(person, name)
        free = [seat for seat in seats if self._may_take(person, row, seat)]
        if colour:
            free = [seat for seat in free if seat["colour"] == colour]
            if has and not any(seat["person"] == me for seat in free):
                raise Denied("You have a seat in this game already.")
        if row["state"] == RUNNING and not free:
            return self._lobby.room(person, name)
        if person.me.guest and row["listed"]:
            raise Denied("A guest can only watch this game, or join one that is not listed.")
        if not free:
            raise Denied(_full(self._listing.wish(row), seats, name, colour))
        seat = min(free, key=lambda seat: (seat["person"] != me, seat["seat"]))
        if row["state"] == RUNNING:
            self._lobby.relieve(row, seat["seat"], me)
        else:
            self._index.set_seat(name, seat["seat"], person=me, source=PERSON)
        self._lobby.changed(name)
        self._begin_if_full(name)
        return self._lobby.room(person, name)

    def _may_take(self, person: Person, row: sqlite3.Row, seat: sqlite3.Row) -> bool:
        """Say whether somebody may take a seat; one of a game that runs has a bot's meanwhile."""
        who = self._listing.wish(row).seats[seat["seat"]].who
        if who == BY_WORD and row["listed"] and row["name"] not in person.known:
            return False
        if row["state"] == RUNNING:
            return not seat["person"] and who in (BY_WORD, ANYBODY)
        return not seat["source"] and seat["person"] in ("", person.me.name)

    def _by_word(self, person: Person, text: str) -> sqlite3.Row | None:
        said = text.strip().upper().removeprefix(JOIN.upper()).replace("-", "")
        row = self._index.row("select * from games where word = ?", said)
        if row is not None:
            person.known.add(row["name"])
        return row

    def leave(self, person: Person, game: str) -> None:
        """Give up one's seat in an open game."""
        row, me = self._lobby.row(person, game), person.me.name
        if row["state"] != OPEN:
            raise Denied("This game runs: hand your seat over to a bot instead.")
        if row["owner"] == me:
            self.remove(game)
            return
        own = [seat["colour"] for seat in self._listing.seats(game) if seat["person"] == me]
        if not own:
            raise Denied("You have no seat in this game.")
        self._index.do(
            "update seats set person = '', source = '', invited = 0 where game = ? and person = ?",
            game, me,
        )  # fmt: skip
        self._want_nothing(game, own)
        self._changed(game)

    def remove(self, game: str) -> None:
        """Let a game be no more for the index.

        Another may have its name, and is nothing to who knew this one.
        """
        self._index.do("delete from games where name = ?", game)
        self._index.do("update games set rematch = '' where rematch = ?", game)
        self.wants.pop(game, None)
        self._forget_word(game)
        self._changed(game)

    def _want_nothing(self, game: str, colours: Collection[str]) -> None:
        """Forget which seats those who had these ones wanted, and who wanted these."""
        wants = self.wants.pop(game, {})
        left = {mine: other for mine, other in wants.items() if not {mine, other} & set(colours)}
        if left:
            self.wants[game] = left

    def swap(self, person: Person, game: str, colour: str, other: str) -> Room:
        """Exchange two seats, or note that somebody would like to."""
        row, me = self._lobby.row(person, game), person.me.name
        seats = {seat["colour"]: seat for seat in self._listing.seats(game)}
        if row["state"] != OPEN or colour == other or not {colour, other} <= seats.keys():
            raise Denied("Name two seats of a game that has not begun.")
        mine = [c for c in (colour, other) if seats[c]["person"] == me and seats[c]["source"]]
        if row["owner"] == me:
            self._exchange(row, seats[colour], seats[other])
        elif not mine:
            raise Denied("You can swap your own seat only.")
        else:
            [theirs] = {colour, other} - {mine[0]} or {mine[0]}
            wants = self.wants[game]
            granted = wants.get(theirs) == mine[0]
            if granted or len(mine) == 2 or self._may_take(person, row, seats[theirs]):
                self._exchange(row, seats[colour], seats[other])
            elif not seats[theirs]["person"]:
                raise Denied("That seat is not yours to take; ask who made the game.")
            elif wants.get(mine[0]) == theirs:
                # Asked twice is asked no more.
                del wants[mine[0]]
            else:
                wants[mine[0]] = theirs
        self._lobby.changed(game)
        return self._lobby.room(person, game)

    def _exchange(self, row: sqlite3.Row, one: sqlite3.Row, two: sqlite3.Row) -> None:
        """Exchange who has two seats, and for whom they were wished."""
        game, wish = row["name"], self._listing.wish(row)
        seats = list(wish.seats)
        at, to = one["seat"], two["seat"]
        seats[at], seats[to] = (
            SeatWish(seats[at].colour, seats[to].who, seats[to].name),
            SeatWish(seats[to].colour, seats[at].who, seats[at].name),
        )
        with self._index.at_once():
            self._index.set_seat(game, at, person=two["person"], source=two["source"])
            self._index.set_seat(game, to, person=one["person"], source=one["source"])
            wish = replace(wish, seats=tuple(seats))
            self._index.set_game(game, wish=json.dumps(to_plain(wish)))
        for each in (one, two):
            self.wants[game].pop(each["colour"], None)

    # -- beginning ---------------------------------------------------------

    def fill(self, person: Person, game: str, bot: str) -> Room:
        """Begin; a bot plays the seats of those who are missing, until they come."""
        self._begin(self._owned(person, game), self._lobby.bot(bot))
        return self._lobby.room(person, game)

    def _begin_if_full(self, game: str) -> None:
        row, seats = self._listing.row(game), self._listing.seats(game)
        if row is None or row["state"] != OPEN or not all(seat["source"] for seat in seats):
            return
        if self._listing.wish(row).begins != WHEN_TOLD:
            self._begin(row)

    def _begin(self, row: sqlite3.Row, bot: str = "") -> None:
        """Begin a game; a bot plays the seats of those who are missing.

        Where its save or the index cannot be written nobody has begun, and no bot has a seat.
        """
        game, shelf = row["name"], self._lobby.shelf
        seats = self._listing.seats(game)
        sitters = [Sitter(seat["person"], seat["source"] or bot) for seat in seats]
        try:
            loaded = shelf.begin(game, setup_of(self._listing.wish(row), sitters, fresh_seed()))
        except SaveExists:
            self._lobby.has_begun(game)
        except SaveError as error:
            self._lobby.log("not saved", game=game, why=error.sentence)
            raise Denied(UNSAVED) from error
        else:
            try:
                with self._index.at_once():
                    for seat, (_, source) in enumerate(sitters):
                        self._index.set_seat(game, seat, source=source)
                    self._index.set_game(game, state=RUNNING)
            except sqlite3.Error:
                shelf.unbegin(game)
                raise
            # The first answer, or the next start, tells the index what this could not.
            with self._index.tries("an answer"):
                self._lobby.note(game, loaded.table, loaded.save.size, ClockStep())
        self.wants.pop(game, None)
        for name in {seat["person"] for seat in seats}:
            self._presence.tell(name, News("begun", game))

    def rematch(self, person: Person, game: str) -> Room:
        """Make the next game of the same people, or join it."""
        row = self._lobby.row(person, game)
        if row["state"] != FINISHED or not self._lobby.own_seats(person, game):
            raise Denied("There is a rematch for those who played, when the game is over.")
        following = self._listing.row(row["rematch"])
        if following is not None:
            person.known.add(following["name"])
            return self.join(person, following["name"], "")
        me, wishes = person.me.name, []
        for seat in self._listing.seats(game):
            colour, name, source = seat["colour"], seat["person"], seat["source"]
            if name == me:
                wishes.append(SeatWish(colour, ME))
            elif name:
                wishes.append(SeatWish(colour, INVITED, name))
            else:
                # A person without a name is a guest, who is gone.
                wishes.append(SeatWish(colour, BY_WORD if source == PERSON else source))
        self._room_for_more(person)
        wish = replace(self._listing.wish(row), seats=tuple(wishes), day="")
        room = self._made(person, wish)
        self._index.set_game(game, rematch=room.game.name)
        self._lobby.say_house(game, f"{me} would like a rematch: {room.game.called}.")
        self._lobby.changed(game)
        return self._lobby.room(person, room.game.name)

    # -- guests ------------------------------------------------------------

    def forget_guests(self) -> None:
        """Forget those who were guests when the server went; ``wake`` gives their seats to bots."""
        found = self._index.rows(f"select distinct person from seats where person like '{GUEST} %'")
        for row in found:
            self.forget(row["person"])

    def forget(self, name: str) -> None:
        """Forget somebody: whatever they made or had is nobody's."""
        rows = self._index.rows
        for row in rows("select name from games where owner = ? and state = ?", name, OPEN):
            self.remove(row["name"])
        for row in rows("select game, colour from seats where person = ?", name):
            self._want_nothing(row["game"], [row["colour"]])
        with self._index.at_once():
            # Whoever is called so next is somebody else; a guest's count to their address still.
            self._index.do("update games set owner = '' where owner = ?", name)
            self._index.do("update games set account = ? where account = ?", NOBODY, name)
            self._index.do(
                "update seats set source = '' where person = ? "
                "and game in (select name from games where state = ?)",
                name, OPEN,
            )  # fmt: skip
            self._index.do("update seats set person = '' where person = ?", name)


def _first(seat: SeatWish, me: str) -> Sitter:
    """Return who has a seat when a game is made."""
    if seat.who == ME:
        return Sitter(me, PERSON)
    if seat.who == INVITED:
        return Sitter(seat.name)
    return Sitter() if seat.who in (BY_WORD, ANYBODY) else Sitter("", seat.who)


def _full(wish: GameWish, seats: Sequence[sqlite3.Row], game: str, colour: str) -> str:
    """Return why there is no seat for somebody."""
    if colour:
        return f"There is no free {colour} seat in {game}."
    by_word = any(
        not seat["source"] and not seat["person"] and each.who == BY_WORD
        for each, seat in zip(wish.seats, seats, strict=True)
    )
    also = " for who has not heard its word" if by_word else ""
    return f"There is no free seat in {game}{also}."
