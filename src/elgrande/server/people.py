"""People: a key is a person, and the first key that calls itself so claims a name.

There are no passwords. Whoever holds a key that is known is its person, whatever they call
themselves; one more key gets in with a word that the person asks for (``code``), and a lost one is
the sysop's to forget (``rekey``). Guests have neither key nor name.

Whose key is whose is written to ``keys`` too, a file of lines that only grows, so that it outlives
the index: ``+ FINGERPRINT NAME``, ``- FINGERPRINT NAME``, and ``x - NAME`` for who was forgotten.
So is who is banned, ``ban - WHAT``, and is no more, ``unban - WHAT``.

What a person may be called here: a name is to be mistaken for nothing else, and for nobody.

``docs/server.md`` has the rule. What looks alike is Unicode's own list (UTS 39), as the package
confusable_homoglyphs has it, and what a terminal's font hardly tells apart besides.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
from collections.abc import Callable, Collection
from functools import cache
from importlib.resources import files
from string import digits
from typing import TYPE_CHECKING
from unicodedata import normalize

from elgrande.bots import registry
from elgrande.content.clean import RESERVED, clean_name, look_keys
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import every_expansion
from elgrande.content.files import opened, read_bytes, read_toml
from elgrande.lobby.client import sound, ssh
from elgrande.lobby.records import GUEST, Me
from elgrande.server import request
from elgrande.server.control import NotAdmitted, Visitor
from elgrande.server.limits import Lately, Options, home_of

if TYPE_CHECKING:
    from elgrande.server.index import LobbyIndex


SIGNS = "-_."
"""What a name may have besides letters and digits; it tells no two names apart."""
WORDS = read_toml(files(__package__) / "names.toml")
"""What nobody is called, how letters are read, and the towns by which games are called."""
OTHERS, RUNS = WORDS["reserved"]["others"], WORDS["reserved"]["runs"]


def checked(text: str) -> str:
    """Return a name, cleaned; ValueError with a sentence if nobody may be called so."""
    name = clean_name(text)
    if not all(letter.isalnum() or letter in SIGNS for letter in name) or not name[0].isalnum():
        raise ValueError(
            "A name here has letters, digits, dots, hyphens and underscores, the first of them a "
            "letter or a digit; choose another one."
        )
    if not any(letter.isalpha() and not letter.isnumeric() for letter in name):
        raise ValueError(
            "A name here has at least one letter, or it would be a number or an address; choose "
            "another one."
        )
    # A number beside it makes a word no other.
    parts = {_read_as(each.strip(digits) or each) for each in re.split(f"[{SIGNS}]", name)}
    whole = {_read_as(name), _read_as(name.strip(f"{SIGNS}{digits}") or name)}
    whole |= {each.removeprefix("the") for each in whole}
    for like, word in reserved().items():
        if (
            like in whole
            or (word in (*OTHERS, *RUNS) and like in parts)
            or (word in RUNS and any(re.search(f"^{like}|{like}$", each) for each in whole))
        ):
            raise ValueError(
                f'Nobody can be called "{name}", because "{word}" means something else in this '
                "game; choose another name."
            )
    return name


@cache
def reserved() -> dict[str, str]:
    """Return the words that are nobody's name, by their looks."""
    expansions = every_expansion()
    labels = [edition(name).labels for name in edition_ids()] + [one.labels for one in expansions]
    said = {label.name.removeprefix("the ") for each in labels for label in each.values()}
    words = {each for each in said if each.replace(" ", "").isalpha()}
    words |= {one.id for one in expansions}
    words |= {*RESERVED, *WORDS["reserved"]["words"], *registry.names()}
    return {_read_as(word): word for word in (*sorted(words), *OTHERS, *RUNS)}


def _read_as(name: str) -> str:
    """Return what a name is read as by who expects a word."""
    found = looks(name)
    for sign, other in WORDS["taken_for"].items():
        found = found.replace(sign, other)
    return found


def looks(name: str) -> str:
    """Return what no two names here may share: their looks without case, accents and signs."""
    # Twice: a capital may look like another one than its small letter does.
    for _ in range(2):
        name = "".join(_alike().get(sign, sign) for sign in normalize("NFKD", name))
        name = "".join(sign for sign in normalize("NFKD", name.casefold()) if sign.isalnum())
    return look_keys(name)[1].removeprefix("~").replace("i", "l")


@cache
def _alike() -> dict[str, str]:
    """Return what letters that are not ASCII look like."""
    found: dict[str, str] = {}
    try:
        # A megabyte, for whoever claims a name first.
        from confusable_homoglyphs.confusables import confusables_data as data
    except ImportError:
        # ``serve`` needs it; whoever has this package for another reason does not.
        return found
    for sign, others in data.items():
        if len(sign) == len(others) == 1 and not sign.isascii():
            other = others[0]["c"]
            # Of two that look like each other alone neither is listed as the usual one.
            one_of_two = len(data.get(other, ())) == 1 and not other.isascii()
            found[sign] = min(sign, other) if one_of_two else other
    return {**found, **WORDS["besides"]}


KEYS = "keys"
MOST_BYTES = 100_000_000
"""Bytes of the file of keys that are read: a million lines."""
LETTERS = "ABCDEFGHJKMNPQRTUVWXYZ2346789"
"""What words are made of: nothing in it is taken for another."""
CODE = 8
WORD = 8
DAY = 86_400.0
GOOD_FOR = 600.0
"""Seconds that a code is good for."""
TRIES, ALL_TRIES = 5, 1000
"""So many words may be tried from one address while a code is good, and for one code from all."""
COUNTING = (
    "This server puts its list of names in order, and takes new ones in some minutes; who is known "
    "here by a key can come in."
)
NO_ROOM = (
    "This server cannot write down a new name now; who is known here can come in. Come again "
    "later, or tell whoever runs it, who finds the reason in its log."
)


def word(length: int = WORD) -> str:
    """Return a word that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def _as_in(server: str, door: str) -> str:
    """Return how one comes in under a name, to what one has asked for."""
    wanted = door if request.NAME.fullmatch(door) else ""
    return ssh(server, wanted, user="NAME", terminal=bool(wanted))


class People:
    """Who is known here."""

    def __init__(self, index: LobbyIndex, options: Options, clock: Callable[[], float]) -> None:
        self._index = index
        self._options = options
        self._file = options.data / KEYS
        self._clock = clock
        self._tried = Lately(TRIES, GOOD_FOR, clock)
        self.forgotten: set[str] = set()
        """Names in saves that may be another's by now, as the file of keys says."""

    def admit(self, visitor: Visitor) -> Me:
        """Return who a visitor is, who may claim a free name; NotAdmitted with a sentence."""
        name = self.owner(visitor.fingerprint)
        if not name and visitor.user.casefold() == GUEST:
            if not self._options.guests:
                raise NotAdmitted("There are no guests here: come in with a name and an SSH key.")
            # Never the same twice, so that nobody gets the seat of a guest who is gone.
            return Me(f"{GUEST} {word(4)}", guest=True)
        if not name and not visitor.fingerprint:
            raise NotAdmitted(
                "You need an SSH key to have a name here; make one with: ssh-keygen -t ed25519."
                + f" Without one you may come in as {GUEST}." * self._options.guests
            )
        if not name and "+" in visitor.user:
            called, _, code = visitor.user.partition("+")
            name = self._with_code(called, code, visitor)
        try:
            name = name or self._claim(visitor)
        except (OSError, sqlite3.Error) as error:
            self._index.unwritten("a name", error)
            raise NotAdmitted(NO_ROOM) from None
        # Whoever is known comes in, whether that can be written down or not.
        with self._index.tries("who was here"):
            self.left(name)
        return self.me(name)

    def owner(self, fingerprint: str) -> str:
        """Return whose key it is, or nothing."""
        sql = "select name from keys where fingerprint = ? and fingerprint != ''"
        return str(self._index.one(sql, fingerprint) or "")

    def left(self, name: str) -> None:
        """Note when somebody was here last."""
        self._index.do("update people set seen = ? where name = ?", self._clock(), name)

    def seen(self, names: Collection[str]) -> dict[str, float]:
        """Return how long ago some people were here last, in seconds."""
        marks = ", ".join("?" * len(names))
        sql = f"select name, seen from people where name in ({marks})"
        return {row["name"]: self._clock() - row["seen"] for row in self._index.rows(sql, *names)}

    def me(self, name: str) -> Me:
        """Return somebody who is known."""
        muted = self._index.one("select muted from people where name = ?", name)
        return Me(name, muted=tuple(json.loads(muted or "[]")))

    def named(self, text: str) -> str:
        """Return the name of the person who is called so, in whatever case; or nothing."""
        plain, _ = look_keys(text)
        return str(self._index.one("select name from people where plain = ?", plain) or "")

    def _claim(self, visitor: Visitor) -> str:
        as_in = _as_in(sound(visitor.server), visitor.door)
        if owner := self.named(visitor.user):
            raise NotAdmitted(
                f"The name {owner} belongs to another key; choose another name, as in {as_in}, or, "
                "if it is yours, let this key in with a code from the other."
            )
        name = self._new_name(visitor.user, as_in)
        if not self._index.whole:
            # It may be somebody's whom only a save knows.
            raise NotAdmitted(COUNTING)
        home = home_of(visitor.address)
        claimed = self._index.one(
            "select count(*) from people where account = ? and account != '' and made > ?",
            home, self._clock() - DAY,
        )  # fmt: skip
        if claimed >= self._options.new_names:
            guest = ", or as a guest" * self._options.guests
            raise NotAdmitted(
                f"{claimed} new names have come from your address within a day; come again "
                f"tomorrow{guest}."
            )
        self._add(name, visitor.fingerprint)
        self._index.do("update people set account = ? where name = ?", home, name)
        return name

    def beside(self, name: str) -> list[str]:
        """Return a name and, within a day after it was claimed, all new ones from its address."""
        rows = self._index.rows(
            "select name from people where account = "
            "(select account from people where name = ? and account != '') order by name",
            name,
        )
        return [row["name"] for row in rows] or [name]

    def share(self, account: str) -> str:
        """Return with whom an account shares what all wait for.

        For a day after it was claimed a name is as a guest of its address: else whoever makes many
        names has as many shares.
        """
        home = self._index.one(
            "select account from people where name = ? and made > ?", account, self._clock() - DAY
        )
        return f"@{home}" if home else account

    def forget_addresses(self) -> None:
        """Forget where names have come from that no longer count against it."""
        self._index.do("update people set account = '' where made < ?", self._clock() - DAY)

    def _new_name(self, text: str, as_in: str) -> str:
        """Return a new name, cleaned; NotAdmitted if nobody may be called so."""
        try:
            name = checked(text)
        except ValueError as error:
            raise NotAdmitted(f"{error} As in: {as_in}.") from None
        other = self._index.one("select name from people where looks = ?", looks(name))
        if other:
            raise NotAdmitted(
                f"The name {name} cannot be told apart from {other}, who is known here; choose "
                f"another one, as in {as_in}."
            )
        return name

    def _add(self, name: str, fingerprint: str) -> None:
        with self._index.at_once():
            self.know(name)
            self._index.insert("keys", fingerprint=fingerprint, name=name, made=self._clock())
            self._note("+", fingerprint, name)

    def know(self, name: str) -> None:
        """Take a name down, if it is not known yet."""
        now = self._clock()
        self._index.do(
            "insert or ignore into people (name, plain, looks, made, seen) values (?, ?, ?, ?, ?)",
            name, look_keys(name)[0], looks(name), now, now,
        )  # fmt: skip

    # -- one key more, and one less ------------------------------------------------------

    def code(self, name: str) -> str:
        """Return a word that lets one more key in as this person, once, for ten minutes."""
        found = word(CODE)
        self._index.do(
            "insert or replace into codes (name, word, until, tries) values (?, ?, ?, 0)",
            name, found, self._clock() + GOOD_FOR,
        )  # fmt: skip
        return found

    def _with_code(self, called: str, code: str, visitor: Visitor) -> str:
        refused = NotAdmitted(
            "That code is not good, or not any more; ask for another one with the key that is "
            "known here."
        )
        name = self.named(called)
        row = self._index.row("select * from codes where name = ?", name)
        if row is None or row["until"] < self._clock() or row["tries"] >= ALL_TRIES:
            raise refused
        # By address: else whoever tries five words has made it good for nobody.
        if not self._tried.may(home_of(visitor.address)):
            raise refused
        given = code.upper().replace("-", "")
        if not secrets.compare_digest(row["word"].encode(), given.encode()):
            self._index.do("update codes set tries = tries + 1 where name = ?", name)
            raise refused
        self._index.do("delete from codes where name = ?", name)
        self._add(name, visitor.fingerprint)
        return name

    def rekey(self, name: str) -> str:
        """Forget all keys of a person and return a code for a new one; for the sysop."""
        for row in self._index.rows("select fingerprint from keys where name = ?", name):
            self._note("-", row["fingerprint"], name)
        self._index.do("delete from keys where name = ?", name)
        return self.code(name)

    def forget(self, name: str) -> None:
        """Forget a person with all keys: the name is anybody's again."""
        self.rekey(name)
        self._note("x", "-", name)
        self._index.do("delete from codes where name = ?", name)
        self._index.do("delete from people where name = ?", name)

    # -- bans ----------------------------------------------------------------------------

    def ban(self, what: str) -> None:
        """Let a name, a key, an address or a range in no more."""
        if self._index.do("insert or ignore into bans values (?, ?)", what, self._clock()):
            self._note("ban", "-", what)

    def unban(self, what: str) -> bool:
        """Let it in again; say whether it was banned."""
        banned = bool(self._index.do("delete from bans where what = ?", what))
        if banned:
            self._note("unban", "-", what)
        return banned

    # -- the file of keys ----------------------------------------------------------------

    def _note(self, sign: str, fingerprint: str, name: str) -> None:
        """Write a line to the file of keys, and see it on the disk."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        with opened(self._file, flags) as descriptor:
            os.write(descriptor, f"{sign} {fingerprint} {name}\n".encode())
            os.fsync(descriptor)

    def read_keys(self) -> int:
        """Take over what the file of keys says, bans too; return how many keys are new."""
        try:
            text = read_bytes(self._file, MOST_BYTES).decode("utf-8", errors="replace")
        except FileNotFoundError:
            return 0
        keys: dict[str, str] = {}
        bans: dict[str, bool] = {}
        for line in text.splitlines():
            sign, _, rest = line.partition(" ")
            fingerprint, _, name = rest.partition(" ")
            if sign == "+" and name:
                keys[fingerprint] = name
            elif sign == "-":
                keys.pop(fingerprint, None)
            elif sign == "x":
                self.forgotten.add(name)
            elif sign in ("ban", "unban"):
                bans[name] = sign == "ban"
        for what in filter(bans.get, bans):
            self._index.do("insert or ignore into bans values (?, ?)", what, self._clock())
        new = 0
        for fingerprint, name in keys.items():
            self.know(name)
            new += self._index.do(
                "insert or ignore into keys (fingerprint, name, made) values (?, ?, ?)",
                fingerprint, name, self._clock(),
            )  # fmt: skip
        return new
