"""What the sysop can do while the server runs: ``elgrande admin WORDS``.

Each call is a list of words and gives a table: ``text`` is what is printed, the rest what it was
made of. Denied has the sentence for what cannot be done.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.words.names import round_name
from elgrande.lobby.client import Denied, ssh
from elgrande.lobby.records import FINISHED, OPEN, RUNNING, News
from elgrande.server.confinement import locks
from elgrande.server.control import BANNED, CALLS, Order
from elgrande.server.limits import home_of, network, within
from elgrande.server.lobby import RELIEVED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elgrande.server.lobby import Lobby
    from elgrande.server.session import Session

PAGE = 400
"""So many lines of an answer are said at once."""
DRAIN = 60.0
"""Seconds from the notice to the end."""
WIDEST = {4: 8, 6: 32}
"""The widest ranges of addresses that can be banned, by the version of the protocol."""
MOST_BANS = 10_000
"""So many addresses the front is told of; of others it asks with the key."""
WHOM = "Say whom: a name, an address, a range such as 10.0.0.0/8, or a fingerprint."
RANGES = "select what from bans where what like '%/%'"
KEY = "SHA256:"
"""How a fingerprint begins."""
KICKED = "Whoever runs this server has ended your connection."
DRAINED = "The server stops for a while; every game is kept. Come back in a few minutes."


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
        self._ends: asyncio.TimerHandle | None = None

    def call(self, words: list[str]) -> dict[str, Any]:
        """Carry out a call."""
        word, rest = (words[0], words[1:]) if words else ("", [])
        if word not in CALLS:
            raise Denied("There is no such call; they are " + ", ".join(CALLS) + ".")
        answer: dict[str, Any] = getattr(self, f"_{word}")([clean(each, 200) for each in rest])
        self._lobby.log("admin", call=word, words=" ".join(rest)[:200])
        return answer

    def _who(self, words: list[str]) -> dict[str, Any]:
        page, _ = _page_of(words)
        now = asyncio.get_running_loop().time()
        rows: list[dict[str, Any]] = [
            {
                "session": each.number, "name": each.me.name,
                "address": clean(each.visitor.address, 60),
                "minutes": int((now - each.began) // 60), "idle": int((now - each.active) // 60),
                "at": list(each.tables),
            }
            for each in self._sessions.values()
        ]  # fmt: skip
        lines = [
            f"{row['session']:>5}  {row['name']:<24}  {row['address']:<20}  "
            f"in {row['minutes']} min, idle {row['idle']} min  {', '.join(row['at'])}"
            for row in rows
        ]
        return _page("who", page, lines, rows, "Nobody is in.")

    def _games(self, words: list[str]) -> dict[str, Any]:
        page, words = _page_of(words)
        owner = (self._lobby.people.named(words[0]) or words[0]) if words else ""
        found = self._index.rows(
            "select name, state, owner, round, clock, listed, word from games "
            "where state != ? and ? in ('', owner, account) order by moved desc",
            FINISHED, owner,
        )  # fmt: skip
        rows = [dict(row) for row in found]
        lines = [
            f"{row['name']:<40}  {row['state']:<8}  {round_name(row['round'])}  "
            f"clock {row['clock']}  {'listed' if row['listed'] else 'private'}  by {row['owner']}"
            for row in rows
        ]
        return _page("games", page, lines, rows, "No game is open or running.")

    @staticmethod
    def _whom(words: list[str], why: str) -> str:
        """Return the word that names somebody; Denied if there is none, or nothing in it."""
        if not words or not words[0]:
            raise Denied(why)
        return words[0]

    def _known(self, words: list[str], why: str) -> str:
        """Return the person whom the first word names; Denied if there is none."""
        name = self._lobby.people.named(words[0]) if words else ""
        if not name:
            raise Denied(why)
        return name

    def _meant(self, text: str) -> tuple[str, Callable[[Session], bool]]:
        """Return what one word means, one kind alone, by how it is written, and whose lines."""
        if text.isdecimal():
            return f"session {text}", lambda line: str(line.number) == text
        if (range_ := network(text)) is not None:
            kind = "range" if "/" in text else "address"
            return f"{kind} {text}", lambda line: within(line.visitor.address, range_)
        if text.startswith(KEY):
            return f"key {text}", lambda line: line.visitor.fingerprint == text
        if name := self._lobby.people.named(text):
            return f"person {name}", lambda line: line.me.name == name
        return f"guest {text}", lambda line: line.me.name == text

    def _found(self, text: str) -> list[Session]:
        _, whose = self._meant(text)
        return [each for each in self._sessions.values() if whose(each)]

    def _lines(self, name: str) -> list[Session]:
        """Return the lines of a person."""
        return [each for each in self._sessions.values() if each.me.name == name]

    def _costs(self, words: list[str]) -> dict[str, Any]:
        page, _ = _page_of(words)
        spent = self._lobby.shelf.pool.usage.all()
        lines = Counter(each.account for each in self._sessions.values())
        open_ = self._index.rows("select account from games where state != ?", FINISHED)
        games = Counter(row["account"] for row in open_)
        rows = [
            {"account": one, "seconds": round(spent.get(one, 0.0), 1), "games": games[one],
             "lines": lines[one]}
            for one in sorted({*spent, *games, *lines}, key=lambda one: (-spent.get(one, 0.0), one))
        ]  # fmt: skip
        shape = "{account:<40}  {seconds:>8} s  {games} games  {lines} lines"
        lines_of = [shape.format_map(row) for row in rows]
        return _page("costs", page, lines_of, rows, "Nobody has made anything.")

    def _game(self, words: list[str]) -> str:
        found = self._lobby.listing.row(words[0]) if words else None
        if found is None:
            raise Denied("Say which game, by its address: elgrande admin games.")
        return str(found["name"])

    def _delete(self, words: list[str]) -> dict[str, Any]:
        game = self._game(words)
        if not self._lobby.delete(game):
            raise Denied(f"The save of {game} cannot be moved into the bin; the log says why.")
        return {"text": f"{game} is no more; if it had begun, its save is in the bin."}

    def _end(self, words: list[str]) -> dict[str, Any]:
        game = self._game(words)
        self._lobby.end(game)
        return {"text": f"Bots play {game} to its end, unless somebody takes a seat back."}

    def _hand(self, words: list[str]) -> dict[str, Any]:
        game = self._game(words)
        seats = {row["colour"]: row["seat"] for row in self._lobby.listing.seats(game)}
        if len(words) < 2 or words[1] not in seats:
            raise Denied(f"Say which seat: {', '.join(seats)}.")
        self._lobby.stand_in(game, seats[words[1]], RELIEVED)
        return {"text": f"A bot plays {words[1]} in {game}, if it runs."}

    def _forget(self, words: list[str]) -> dict[str, Any]:
        name = self._known(words, "Say who is to be forgotten, by name.")
        self._send_out(self._lines(name), KICKED)
        self._lobby.forget(name)
        self._lobby.people.forget(name)
        return {"text": f"{name} is forgotten; whoever comes first may be called so."}

    def _kick(self, words: list[str]) -> dict[str, Any]:
        whom = self._whom(words, "Say whom, by name or number: elgrande admin who.")
        found = self._found(whom)
        if not found:
            raise Denied(f"No line of the {self._meant(whom)[0]} is in.")
        self._send_out(found, KICKED)
        lines = "1 line" if len(found) == 1 else f"{len(found)} lines"
        return {"text": f"Ended {lines} of the {self._meant(whom)[0]}.", "kicked": len(found)}

    def _send_out(self, sessions: list[Session], sentence: str) -> None:
        for session in sessions:
            self._order(Order("close", session.number, sentence))
            session.close(sentence)

    def _ban(self, words: list[str]) -> dict[str, Any]:
        if not words:
            return self._bans(words)
        whom = self._whom(words, WHOM)
        whats, meant = self._bans_of(whom), self._meant(whom)[0]
        for what in whats:
            self._index.do("insert or ignore into bans values (?, ?)", what, self._lobby.clock())
        self._order(Order("bans"))
        self._send_out(self._found(whom), BANNED)
        if meant.startswith(("guest", "session")):
            meant = f"address {', '.join(whats)} of the {meant}"
        return {"text": f"The {meant} is let in no more."}

    def _bans(self, words: list[str]) -> dict[str, Any]:
        page, _ = _page_of(words)
        bans = [row["what"] for row in self._index.rows("select what from bans order by made")]
        return _page("bans", page, bans, bans, "Nobody is banned.")

    def _bans_of(self, text: str) -> list[str]:
        found = network(text)
        if found is not None and found.prefixlen < WIDEST[found.version]:
            raise Denied(f"{text} is too wide; ban at most /{WIDEST[found.version]}.")
        if found is not None or text.startswith(KEY):
            return [home_of(text)]
        name = "" if text.isdecimal() else self._lobby.people.named(text)
        if name:
            rows = self._index.rows("select fingerprint from keys where name = ?", name)
            return [name, *(row["fingerprint"] for row in rows)]
        # A guest has nothing but an address.
        guests = sorted({home_of(each.visitor.address) for each in self._found(text)})
        if not guests:
            raise Denied(f"Nobody is called {text}. {WHOM}")
        return guests

    def _unban(self, words: list[str]) -> dict[str, Any]:
        whom = self._whom(words, "Say whom: elgrande admin bans shows who is banned.")
        whats = {whom, home_of(whom)}
        with suppress(Denied):
            whats.update(self._bans_of(whom))
        if not sum(self._index.do("delete from bans where what = ?", what) for what in whats):
            raise Denied(f"{whom} is not banned.")
        self._order(Order("bans"))
        return {"text": f"The {self._meant(whom)[0]} may come in again."}

    def banned_addresses(self) -> list[str]:
        """Return the addresses and ranges that are let in no more, the newest first."""
        rows = self._index.rows("select what from bans order by made desc")
        found = [row["what"] for row in rows if network(row["what"]) is not None]
        return found[:MOST_BANS]

    def banned(self, name: str, fingerprint: str, address: str) -> bool:
        """Say whether somebody may not come in."""
        if self._index.one(
            "select count(*) from bans where what in (?, ?, ?) and what != ''",
            name, fingerprint, home_of(address),
        ):  # fmt: skip
            return True
        ranges = (network(row["what"]) for row in self._index.rows(RANGES))
        return any(within(address, found) for found in ranges if found is not None)

    def _wall(self, words: list[str]) -> dict[str, Any]:
        text = clean(" ".join(words), 200)
        if not text:
            raise Denied("Say what is to be said to everybody.")
        self._lobby.presence.tell_all(News("house", text=text))
        return {"text": f"Told {len(self._sessions)} lines."}

    def _drain(self, words: list[str]) -> dict[str, Any]:
        if self._ends is not None:
            self._ends.cancel()
            self._ends = None
        if words[:1] == ["off"]:
            self.draining = False
            self._order(Order("drain"))
            return {"text": "Everybody is let in again."}
        try:
            seconds = float(words[0]) if words else DRAIN
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 86_400:
            raise Denied("Say in how many seconds, up to a day, or off.")
        self.draining = True
        self._order(Order("drain", text=DRAINED))
        self._lobby.presence.tell_all(
            News("house", text=f"The server stops in {seconds:.0f} seconds; every game is kept.")
        )
        self._ends = asyncio.get_running_loop().call_later(seconds, self._drained)
        return {"text": f"Nobody is let in any more; the end comes in {seconds:.0f} seconds."}

    def _drained(self) -> None:
        for number in self._sessions:
            # Else the front would let them wait for the next host, as when one dies.
            self._order(Order("close", number, DRAINED))
        self._stop(DRAINED)

    def _stats(self, _words: list[str]) -> dict[str, Any]:
        return {"text": self.numbers()}

    def numbers(self) -> str:
        """Return the numbers as a metrics collector reads them."""
        lobby = self._lobby
        found = self._index.rows("select state, count(*) from games group by 1")
        counts = dict(tuple(row) for row in found)
        numbers = {
            "elgrande_lines": len(self._sessions),
            "elgrande_people_known": self._index.one("select count(*) from people"),
            "elgrande_people_in": len(lobby.presence.names),
            **{
                f'elgrande_games{{state="{state}"}}': counts.get(state, 0)
                for state in (OPEN, RUNNING, FINISHED)
            },
            "elgrande_games_in_memory": len(lobby.shelf),
            "elgrande_bot_workers": lobby.shelf.pool.workers,
            "elgrande_bot_questions_waiting": lobby.shelf.pool.waiting,
            "elgrande_bot_answers_total": lobby.shelf.pool.answers,
            f'elgrande_session_locks{{has="{", ".join(locks())}"}}': len(locks()),
            "elgrande_seconds_up": int(self._lobby.clock() - self._began),
        }
        return "\n".join(f"{name} {value}" for name, value in numbers.items())

    def _rekey(self, words: list[str]) -> dict[str, Any]:
        name = self._known(words, "Say whose keys are to be forgotten, by name.")
        code = self._lobby.people.rekey(name)
        self._send_out(self._lines(name), KICKED)
        return {
            "text": f"The keys of {name} are forgotten. Within 10 minutes a new one gets in with: "
            f"{ssh(self._server(), user=f'{name}+{code}')}",
            "code": code,
        }

    def _server(self) -> str:
        """Return what people call this server, as far as any of them has come."""
        came = [each.server for each in self._sessions.values()]
        return self._lobby.options.known_as or next(filter(None, reversed(came)), "")

    def _reindex(self, _words: list[str]) -> dict[str, Any]:
        self._add_missing()
        return {"text": "What the list lacks is added now; the log says when that is done."}


def _page_of(words: list[str]) -> tuple[int, list[str]]:
    """Return which page of a long answer is wanted, the last word, and the words before it.

    No name is a number.
    """
    if words and words[-1].isdecimal():
        return max(1, int(words[-1])), words[:-1]
    return 1, words


def _page(what: str, page: int, lines: list[str], rows: list[Any], nothing: str) -> dict[str, Any]:
    """Return a page of an answer: all of it need not fit into one message."""
    found = slice((page - 1) * PAGE, page * PAGE)
    text = "\n".join(lines[found]) or nothing
    if len(lines) > PAGE:
        pages = -(-len(lines) // PAGE)
        text += f"\nThis is page {page} of {pages}; put the number of another behind the call."
    return {"text": text, what: rows[found]}
