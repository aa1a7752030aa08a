"""What the sysop can do while the server runs: ``elgrande admin WORDS``.

Each call is a list of words and gives a table: ``text`` is what is printed, the rest what it was
made of. Denied has the sentence for what cannot be done.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from resource import RUSAGE_SELF, getrusage
from time import gmtime, strftime
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.setup import PERSON
from elgrande.lobby.client import UNKNOWN, Denied, joined, split, ssh
from elgrande.lobby.records import FINISHED, GUEST, OPEN, RUNNING, News
from elgrande.server.bot_pool import GUESTS
from elgrande.server.confinement import locks
from elgrande.server.control import BANNED, CALLS, Order, Visitor
from elgrande.server.gathering import NOBODY
from elgrande.server.limits import AddressSet, home_of, network, within
from elgrande.server.lobby import DELETED, RELIEVED, Lobby

if TYPE_CHECKING:
    import sqlite3

    from elgrande.server.session import Session

PAGE = 400
"""So many lines of an answer are said at once."""
DRAIN = 60.0
"""Seconds from the notice to the end."""
WIDEST = {4: 8, 6: 32}
"""The widest ranges of addresses that can be banned, by the version of the protocol."""
MOST_BANS = 10_000
"""So many addresses the front is told of; of others it asks with the key."""
NAMED = 10
"""So many games or lines an answer names; it counts the others."""
WHOM = "Say whom: a name, an address, a range such as 10.0.0.0/8, or a fingerprint."
RANGES = "select what from bans where what like '%/%'"
KEY = "SHA256:"
"""How a fingerprint begins."""
FINGERPRINT = re.compile(f"{KEY}[A-Za-z0-9+/]{{43}}")
KICKED = "Whoever runs this server has ended your connection."
DRAINED = "The server stops for a while; every game is kept. Come back in a few minutes."
STAYS = "The server does not stop after all; play on."
UNPLAYED = {OPEN: "{} has not begun; delete it instead.", FINISHED: "{} is over."}


def some(names: Sequence[str], what: str) -> str:
    """Return how many there are, and what they are called."""
    told = ", ".join(names[:NAMED]) + ", and others" * (len(names) > NAMED)
    return f"{len(names)} {what}{'s' * (len(names) != 1)}{f' ({told})' * bool(names)}"


def fits(way: list[str], words: list[str]) -> bool:
    """Say whether words are as many as a call takes, with the small ones in their place."""
    least = sum(not each.startswith("[") for each in way)
    most = len(words) if way and way[-1].endswith("...") else len(way)
    pairs = zip(way, words, strict=False)
    return least <= len(words) <= most and not any(a.islower() and a != b for a, b in pairs)


class Admin:
    """Carries out the sysop's calls on a lobby and its sessions.

    ``order`` tells every front to do something; ``stop`` ends the host with a sentence for
    everybody, and ``reindex`` adds to the index what it lacks.
    """

    def __init__(
        self,
        lobby: Lobby,
        sessions: Mapping[int, Session],
        *,
        order: Callable[[Order], None],
        stop: Callable[[str], None],
        reindex: Callable[[], object],
    ) -> None:
        self._lobby = lobby
        self._index = lobby.index
        self._sessions = sessions
        self._order = order
        self._stop = stop
        self._add_missing = reindex
        self._began = lobby.clock()
        self.draining = False
        self.unused: Sequence[Visitor] = ()
        """Who is connected and has no session, as the front said last."""
        self.front: Mapping[str, int] = {}
        """And what it counts."""
        self._ends: asyncio.TimerHandle | None = None

    def call(self, words: list[str]) -> dict[str, Any]:
        """Carry out a call."""
        word, *rest = words or [""]
        if word not in CALLS:
            raise Denied("There is no such call; they are " + ", ".join(CALLS) + ".")
        (usage, _), page = CALLS[word], 0
        said = [*filter(None, (clean(each, 200) for each in rest))]
        if usage.endswith("[PAGE]"):
            # No name is a number.
            page = max(1, int(said.pop())) if said and said[-1].isdecimal() else 1
        ways = [way.split() for way in usage.removesuffix("[PAGE]").split(" or ")]
        way = next((way for way in reversed(ways) if fits(way, said)), None)
        if way is None:
            raise Denied(f"Say it so: {f'elgrande admin {word} {usage}'.strip()}.")
        means = {"GAME": self._game, "[WHO]": self._shown, "WHO": self._not_over,
                 "NAME": self._person, "ADDRESS": self._new_from}  # fmt: skip
        many = bool(way) and way[-1].endswith("...")
        kinds = [each.removesuffix("...") for each in way]
        kinds += kinds[-1:] * (len(said) - len(kinds)) * many
        pairs = [each for each in zip(kinds, said, strict=False) if each[0] != "by"]
        given = [means.get(kind, str)(each) for kind, each in pairs]
        if many:
            # One list of all that the words mean.
            flat = [each if isinstance(each, list) else [each] for each in given]
            given = [[*dict.fromkeys(one for each in flat for one in each)]]
        answer = getattr(self, f"_{word}")(*given)
        self._lobby.log("admin", call=word, words=" ".join(said))
        return _page(word, page, *answer) if page else {"text": answer}

    # -- what words mean -----------------------------------------------------------------

    def _person(self, text: str) -> str:
        """Return the person who is called so; Denied if there is none."""
        name = self._lobby.people.named(text)
        if not name:
            raise Denied(f"Nobody is called {text} here.")
        return name

    def _game(self, text: str) -> list[sqlite3.Row]:
        """Return the game of an address; Denied if there is none."""
        found = self._lobby.listing.row(text)
        if found is None:
            raise Denied(f"There is no game {text} here; see: elgrande admin games.")
        return [found]

    def _shown(self, text: str) -> list[sqlite3.Row]:
        """Return the game that is called so, and all that somebody made who is."""
        game = self._lobby.listing.row(text)
        if game is None:
            return self._made_by(text)
        made = self._made_by(text) if self._lobby.people.named(text) else []
        return [game, *(row for row in made if row["name"] != game["name"])]

    def _made_by(self, text: str) -> list[sqlite3.Row]:
        """Return the games that a person made, or guests and new people of an address or range."""
        where = network(text)
        if text == GUEST:
            names = set[str]()
        elif where is None:
            names = {self._person(text)}
        else:
            names = {*self._new_from(text), *(line.me.name for line in self._found(text))}
        return [
            row
            for row in self._index.rows("select * from games order by moved desc")
            if row["owner"] in names or row["account"] in names
            or (where and row["account"][:1] == "@" and within(row["account"][1:], where))
            or (text == GUEST and row["account"][:1] == "@" and row["account"] != NOBODY)
        ]  # fmt: skip

    def _new_from(self, text: str) -> list[str]:
        """Return who came first from an address or range within a day; Denied if it is none."""
        where = network(text)
        if where is None:
            raise Denied(f"Say an address or a range instead of {text}.")
        rows = self._index.rows("select name, account from people where account != ''")
        return [row["name"] for row in rows if within(row["account"], where)]

    def _not_over(self, text: str) -> list[sqlite3.Row]:
        """Return those of them that are not over: the others are their players' to look at."""
        return [row for row in self._made_by(text) if row["state"] != FINISHED]

    def _meant(self, text: str) -> tuple[str, Callable[[Session], bool]]:
        """Return what one word means, one kind alone, by how it is written, and whose lines."""
        if text == GUEST:
            return "guests", lambda line: line.me.guest
        if text.isdecimal():
            return f"session {text}", lambda line: str(line.number) == text
        if (range_ := network(text)) is not None:
            kind, new = "range" if "/" in text else "address", {*self._new_from(text)}
            return (
                f"{kind} {text}",
                lambda line: within(line.visitor.address, range_) or line.me.name in new,
            )
        if text.startswith(KEY):
            return f"key {text}", lambda line: line.visitor.fingerprint == text
        if name := self._lobby.people.named(text):
            return f"person {name}", lambda line: line.me.name == name
        return f"guest {text}", lambda line: line.me.name == text

    def _found(self, text: str) -> list[Session]:
        """Return the lines that one word means."""
        _, whose = self._meant(text)
        return [each for each in self._sessions.values() if whose(each)]

    def _lines(self, name: str) -> list[Session]:
        """Return the lines of a person, however they are called."""
        return [each for each in self._sessions.values() if each.me.name == name]

    def _all(self, texts: list[str]) -> list[Session]:
        """Return the lines that some words mean."""
        return [*dict.fromkeys(each for text in texts for each in self._found(text))]

    # -- who and what is here ------------------------------------------------------------

    def _who(self) -> tuple[str, list[Any]]:
        now = asyncio.get_running_loop().time()
        shape = "{session:>5}  {name:<24}  {address:<20}  in {minutes} min, idle {idle} min  {at}"
        return shape, [
            {
                "session": each.number, "name": each.me.name,
                "address": clean(each.visitor.address, 60),
                "minutes": int((now - each.began) // 60), "idle": int((now - each.active) // 60),
                "at": [game for game in each.tables if self._lobby.listing.row(game)],
            }
            for each in self._sessions.values()
        ] + [
            {
                "session": 0, "name": each.user or "logging in", "address": clean(each.address, 60),
                "minutes": 0, "idle": 0, "at": ["no session", each.fingerprint or "no key"],
            }
            for each in self.unused
        ]  # fmt: skip

    def _games(self, made: list[sqlite3.Row] | None = None) -> tuple[str, list[Any]]:
        if made is None:
            sql = "select * from games where state != ? order by moved desc"
            made = self._index.rows(sql, FINISHED)
        # Not their words: who is invited is the players' to say.
        shown = ("name", "state", "owner", "round", "clock", "listed")
        shape = "{name:<40}  {state:<8}  round {round}  clock {clock}  listed {listed}  by {owner}"
        return shape, [
            {each: row[each] for each in shown}
            | {"owner": row["owner"] or f"guest {row['account'].removeprefix('@')}"}
            for row in made
        ]

    def _costs(self) -> tuple[str, list[Any]]:
        pool = self._lobby.shelf.pool
        spent, waiting = defaultdict[str, float](float), Counter(map(_share, pool.waiting))
        for account, seconds in pool.usage.all().items():
            spent[_share(account)] += seconds
        host = Counter(self._lobby.questions.usage.all())
        lines, games, size = Counter[str](), Counter[str](), Counter[str]()
        unused, strange = Counter[str](), Counter[str]()
        came = defaultdict[str, set[str]](set)
        for line in self._sessions.values():
            lines[line.share] += 1
            came[line.share].add(home_of(line.visitor.address))
        for each in self.unused:
            owner, home = self._lobby.people.owner(each.fingerprint), home_of(each.address)
            share = self._lobby.people.share(owner) if owner else f"@{home}"
            (unused if each.user else strange)[share] += 1
            came[share].add(home)
        for row in self._index.rows(
            "select account, count(*) as games, sum(size) as size from games where state != ? "
            "group by account",
            FINISHED,
        ):
            share = self._lobby.people.share(row["account"])
            games[share] += row["games"]
            size[share] += row["size"]
        shape = (
            "{account:<40}  bots {seconds:>6} s  {waiting} wait  host {host:>5} s  {games} games  "
            "{kilobytes} KB  {lines} lines  {unused} unused  {logging_in} logging in  "
            "{addresses}"
        )
        return shape, [
            {"account": one.removeprefix("@") or "nobody", "seconds": round(spent[one], 1),
             "waiting": waiting[one], "host": round(host[one], 1), "games": games[one],
             "kilobytes": size[one] // 1000, "lines": lines[one], "unused": unused[one],
             "logging_in": strange[one],
             "addresses": [clean(each, 60) for each in sorted(came[one])]}
            for one in sorted(
                {one for one in {*spent, *host} if spent[one] + host[one] >= 0.1}
                | {*waiting, *games, *lines, *unused, *strange},
                key=lambda one: (-spent[one], one)
            )
        ]  # fmt: skip

    # -- games ---------------------------------------------------------------------------

    def _delete(self, games: list[sqlite3.Row]) -> str:
        with self._index.at_once():
            found = {row["name"]: self._lobby.delete(row["name"], DELETED) for row in games}
        done = [name for name, gone in found.items() if gone]
        if len(done) < len(found):
            left = some([name for name, gone in found.items() if not gone], "save")
            raise Denied(
                f"Deleted {some(done, 'game')}; {left} cannot be moved into the bin, and the log "
                "says why."
            )
        return f"Deleted {some(done, 'game')}; what had begun has its save in the bin."

    def _end(self, games: list[sqlite3.Row]) -> str:
        done, left, why = list[str](), list[str](), "None of these games is being played."
        for row in games:
            name = row["name"]
            if row["state"] != RUNNING:
                why = UNPLAYED[row["state"]].format(name) if len(games) == 1 else why
                continue
            try:
                self._lobby.end(name)
                done.append(name)
            except Denied as denied:
                left.append(name)
                why = str(denied)
        if not done:
            raise Denied(why)
        text = f"Bots play {some(done, 'game')} to the end, unless somebody takes a seat back."
        return text + f" Call again for {some(left, 'other')}: {why}" * bool(left)

    def _hand(self, games: list[sqlite3.Row], colour: str) -> str:
        [game] = games
        name = game["name"]
        seats = {row["colour"]: row for row in self._lobby.listing.seats(name)}
        if colour not in seats:
            raise Denied(f"There is no seat {colour} in {name}; say which: {', '.join(seats)}.")
        if game["state"] != RUNNING:
            raise Denied(UNPLAYED[game["state"]].format(name))
        was = seats[colour]
        if was["source"] != PERSON:
            raise Denied(f"{was['source']} plays {colour} in {name} already.")
        self._lobby.stand_in(name, was["seat"], RELIEVED)
        now = self._lobby.listing.seats(name)
        again = f", until {was['person']} takes the seat back" * bool(was["person"])
        alone = all(row["source"] != PERSON for row in now)
        bots = " Bots alone play there now, at once as long as somebody looks on." * alone
        return f"{now[was['seat']]['source']} plays {colour} in {name}{again}.{bots}"

    # -- people --------------------------------------------------------------------------

    def _forget(self, names: list[str]) -> str:
        return "\n".join(map(self._forget_one, names)) or "Nobody is new from there."

    def _forget_one(self, name: str) -> str:
        lines, whats = self._send_out(self._lines(name), KICKED), self._named_bans(name)
        seats = self._index.one("select count(*) from seats where person = ?", name)
        waits = "select name from games where owner = ? and state = ?"
        games = [row["name"] for row in self._index.rows(waits, name, OPEN)]
        self._lobby.forget(name)
        self._lobby.people.forget(name)
        banned = ", ".join(sorted(self._banned().keys() & whats))
        still = f" Banned still, until you unban it: {banned}." * bool(banned)
        return (
            f"{name} is forgotten, and whoever comes first may be called so. Ended {lines}, "
            f"deleted {some(games, 'open game')}, freed {seats} seats.{still}"
        )

    def _kick(self, whom: list[str]) -> str:
        gone = list[str]()
        for each in whom:
            meant = self._meant(each)[0]
            if not self._found(each):
                called = meant == f"guest {each}"
                nobody = f"Nobody called {each}" if called else f"No line of the {meant}"
                gone.append(f"{nobody} is in.")
        if len(gone) == len(whom):
            raise Denied(" ".join(gone))
        lines = self._send_out(self._all(whom), KICKED)
        return " ".join([f"Ended {lines}, of the {self._told(whom)}.", *gone])

    def _told(self, whom: list[str]) -> str:
        """Return whom some words mean."""
        return ", the ".join(self._meant(each)[0] for each in whom)

    def _send_out(self, sessions: list[Session], sentence: str) -> str:
        """End lines; return whose."""
        for session in sessions:
            self._order(Order("close", session.number, sentence))
            session.close(sentence)
        return some([session.me.name for session in sessions], "line")

    def _banned(self) -> dict[str, float]:
        """Return what is banned, and since when, the newest first."""
        rows = self._index.rows("select what, made from bans order by made desc")
        return {row["what"]: row["made"] for row in rows}

    def _bans(self) -> tuple[str, list[Any]]:
        stamp = "%Y-%m-%dT%H:%M:%SZ"
        rows = self._banned().items()
        return "{what:<50}  since {since}", [
            {"what": what, "since": strftime(stamp, gmtime(made))} for what, made in rows
        ]

    def _ban(self, whom: list[str]) -> str:
        whats = [*dict.fromkeys(what for each in whom for what in self._bans_of(each))]
        lines, meant = self._all(whom), self._told(whom)
        for what in whats:
            self._lobby.people.ban(what)
        self._order(Order("bans"))
        closed = " What else is connected from there is closed, too." * any(map(network, whats))
        return (
            f"The {meant} may come in no more. Banned: {', '.join(whats)}. "
            f"Ended {self._send_out(lines, BANNED)}.{closed}"
        )

    def _bans_of(self, text: str) -> list[str]:
        """Return what is banned with somebody: a name and its keys, or where they come from."""
        found = network(text)
        if found is not None and found.prefixlen < WIDEST[found.version]:
            raise Denied(f"{text} is too wide; ban at most /{WIDEST[found.version]}.")
        if found is not None:
            new = [what for name in self._new_from(text) for what in self._named_bans(name)]
            return [home_of(text), *new]
        if FINGERPRINT.fullmatch(text) or self._lobby.people.owner(text):
            return [text]
        name = "" if text.isdecimal() else self._lobby.people.named(text)
        if name:
            return self._named_bans(name)
        # A guest has nothing but an address.
        found_in = [each.visitor for each in self._found(text)]
        found_in += [each for each in self.unused if text == GUEST == each.user]
        guests = sorted({home_of(each.address) for each in found_in})
        if not guests:
            none = "No guest is in" if text == GUEST else f"Nobody is called {text}"
            raise Denied(f"{none}. {WHOM}")
        return guests

    def _named_bans(self, name: str) -> list[str]:
        rows = self._index.rows("select fingerprint from keys where name = ?", name)
        return [name, *(row["fingerprint"] for row in rows)]

    def _unban(self, whom: list[str]) -> str:
        said, refused = list[str](), list[str]()
        for each in whom:
            try:
                said.append(self._unban_one(each))
            except Denied as denied:
                refused.append(str(denied))
        if not said:
            raise Denied(" ".join(refused))
        return " ".join(said + refused)

    def _unban_one(self, whom: str) -> str:
        whats = {whom, home_of(whom)}
        # Names go with an address where this has been banned itself.
        if network(whom) is None or home_of(whom) in self._banned():
            with suppress(Denied):
                whats.update(self._bans_of(whom))
        done = [what for what in sorted(whats) if self._lobby.people.unban(what)]
        self._order(Order("bans"))
        still, meant = "", network(whom)
        wider, parts = list[str](), list[str]()
        for what in self._banned():
            found = network(what)
            if meant is not None and found is not None and found.overlaps(meant):
                (wider if found.prefixlen < meant.prefixlen else parts).append(what)
        if wider:
            still += f" {whom} is banned still, as part of {', '.join(wider)}."
        if parts:
            still += f" Of {whom} these are banned still: {', '.join(parts)}."
        if not done:
            raise Denied(still.strip() or f"{whom} is not banned.")
        return f"Banned no more: {', '.join(done)}.{still}"

    def banned_addresses(self) -> list[str]:
        """Return the addresses and ranges that are let in no more, the newest first."""
        return [what for what in self._banned() if network(what) is not None][:MOST_BANS]

    def banned(self, name: str, fingerprint: str, address: str) -> bool:
        """Say whether somebody may not come in."""
        if self._index.one(
            "select count(*) from bans where what in (?, ?, ?) and what != ''",
            name, fingerprint, home_of(address),
        ):  # fmt: skip
            return True
        return address in AddressSet(row["what"] for row in self._index.rows(RANGES))

    # -- the server ----------------------------------------------------------------------

    def _wall(self, words: list[str]) -> str:
        text = clean(" ".join(words), 200)
        self._lobby.presence.tell_all(News("house", text=text))
        return f"Told {len(self._sessions)} lines: {text}"

    def _drain(self, seconds: str = "") -> str:
        if seconds == "off":
            if not self.draining:
                raise Denied("Everybody is let in already.")
            self._stay()
            self._lobby.presence.tell_all(News("house", text=STAYS))
            return "Everybody is let in again, and has been told so."
        try:
            left = float(seconds or DRAIN)
        except ValueError:
            left = -1.0
        if not 0 <= left <= 86_400:
            raise Denied("Say in how many seconds, up to a day, or off.")
        self._stay()
        self.draining = True
        self._order(Order("drain", text=DRAINED))
        self._lobby.presence.tell_all(
            News("house", text=f"The server stops in {left:.0f} seconds; every game is kept.")
        )
        self._ends = asyncio.get_running_loop().call_later(left, self._drained)
        return f"Nobody is let in any more; the end comes in {left:.0f} seconds."

    def _stay(self) -> None:
        """Take a drain back."""
        if self._ends is not None:
            self._ends.cancel()
        self.draining = False
        self._order(Order("drain"))

    def _drained(self) -> None:
        for number in self._sessions:
            # Else the front would let them wait for the next host, as when one dies.
            self._order(Order("close", number, DRAINED))
        self._stop(DRAINED)

    def _stats(self) -> str:
        return self.numbers()

    def numbers(self) -> str:
        """Return the numbers as a metrics collector reads them."""
        lobby = self._lobby
        found = self._index.rows("select state, count(*) from games group by 1")
        counts = dict(tuple(row) for row in found)
        unit = 1 if sys.platform == "darwin" else 1024
        numbers = {
            "elgrande_lines": len(self._sessions),
            "elgrande_lines_total": lobby.presence.came,
            "elgrande_people_known": self._index.one("select count(*) from people"),
            "elgrande_people_in": len(lobby.presence.names),
            **{
                f'elgrande_games{{state="{state}"}}': counts.get(state, 0)
                for state in (OPEN, RUNNING, FINISHED)
            },
            "elgrande_games_in_memory": len(lobby.shelf),
            **{f"elgrande_front_{name}": number for name, number in self.front.items()},
            "elgrande_host_memory_most_bytes": getrusage(RUSAGE_SELF).ru_maxrss * unit,
            "elgrande_bot_workers": lobby.shelf.pool.workers,
            "elgrande_bot_questions_waiting": len(lobby.shelf.pool.waiting),
            "elgrande_bot_answers_total": lobby.shelf.pool.answers,
            **{f'elgrande_session_lock{{name="{lock}"}}': 1 for lock in locks()},
            "elgrande_seconds_up": int(self._lobby.clock() - self._began),
        }
        return "\n".join(f"{name} {value}" for name, value in numbers.items())

    def _rekey(self, name: str) -> str:
        code = self._lobby.people.rekey(name)
        lines = self._send_out(self._lines(name), KICKED)
        with_ = ssh(self._server(), user=f"{name}+{code}")
        host = f" ({UNKNOWN} is the address that friends type)" * with_.endswith(f"@{UNKNOWN}")
        return (
            f"The keys of {name} are forgotten, and {lines} ended. Within 10 minutes a new one "
            f"gets in with{host}: {with_}"
        )

    def _server(self) -> str:
        """Return what people call this server from elsewhere, as far as any of them has come."""
        if self._lobby.options.known_as:
            return self._lobby.options.known_as
        came = [each.server for each in reversed([*self._sessions.values()]) if each.server]
        far = next((each for each in came if not each.startswith(("127.", "[::1]"))), "")
        # Who came from this machine knows its port.
        return far or (joined(UNKNOWN, split(came[0])[1]) if came else "")

    def _reindex(self) -> str:
        self._add_missing()
        return "What the list lacks is added now; the log says when that is done."


def _page(what: str, page: int, shape: str, rows: list[Any]) -> dict[str, Any]:
    """Return a page of an answer: all of it need not fit into one message."""
    shown = rows[(page - 1) * PAGE : page * PAGE]
    text = "\n".join(
        shape.format_map({key: _shown(each) for key, each in row.items()}) for row in shown
    )
    if len(rows) > PAGE:
        pages = -(-len(rows) // PAGE)
        text += f"\nThis is page {page} of {pages}; put the number of another behind the call."
    return {"text": text or "There are none.", what: shown}


def _share(account: str) -> str:
    """Return whose row shows what the bots of an account have had."""
    return account.removeprefix(GUEST) if account.startswith(GUESTS) else account


def _shown(value: Any) -> Any:
    return ", ".join(value) if isinstance(value, list) else value
