"""The bytes of a save, and nothing but the bytes: no file, no clock, no rules.

A save is TOML that only ever grows::

    format = 1
    rules = "1996-1"

    [game]
    players = ["Anna", "José"]

    [seal]
    crc = "5f1d09b2"

    [[command]]
    n = 1
    do = "red power 9"
    crc = "0c3a77e1"

The seal's checksum is the CRC-32 of all bytes before its line. A record's is that of the record's
own bytes from ``[[`` up to its line, so that a record is valid or not by its own bytes alone.
Records are numbered from 1; a blank line stands before each and belongs to it.

At most one answer is ever on its way to the disk, and automatic ones beside it. So what follows the
last valid record is what a crash cut short if it could be the bytes of one record, or if zeros are
in it, which the disk left for bytes that it never got; otherwise it is damage.

``SCHEMA`` says which records there are, and which keys they have. A new kind or a new key is a new
format: a program refuses what it does not know, in the header too, rather than play on without it.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, NamedTuple, TypeAlias
from zlib import crc32

import tomli_w

from elgrande.content.files import MAX_BYTES, MAX_LINE, place_of, toml
from elgrande.saves.errors import SaveError

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value]"
"""What a save can hold: no date, no float (so no nan either)."""

MAX_TEXT = 1000
"""The longest text that a save can hold, in characters."""

MAX_TEXTS = 200
"""The most commands that a record can hold."""

_MAX_DEPTH = 8
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_BAD_TEXT = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


class RecordKey(NamedTuple):
    """A key of a record. ``texts`` is one text or several; ``number`` is the number of a record."""

    holds: Literal["text", "texts", "number", "flag"]
    required: bool = True


_TEXT = RecordKey("text")
_PERHAPS = RecordKey("text", required=False)

FORMAT = 1
"""The one that this program writes and reads."""

SCHEMA: Mapping[str, Mapping[str, RecordKey]] = {
    # One command, or the several that a person made as one: all of them count or none.
    "command": {
        "do": RecordKey("texts"),
        "by": _PERHAPS,  # who chose, if it was not the seat's own Source
        "auto": RecordKey("flag", required=False),  # the only legal answer, given without asking
        "digest": _PERHAPS,  # of the position after it
        "over": RecordKey("flag", required=False),  # the game is over by it: read without a replay
    },
    # Back, or forward again, to the position after record ``to``; 0 is the start.
    "undo": {"to": RecordKey("number"), "digest": _PERHAPS},
    "redo": {"to": RecordKey("number"), "digest": _PERHAPS},
    # Another Source answers for a seat from here on.
    "source": {"seat": _TEXT, "source": _TEXT, "name": _PERHAPS},
    # The position here, where no command could carry it.
    "digest": {"digest": _TEXT},
}


def check_header(tables: Mapping[str, object]) -> None:
    """Raise ``ValueError`` (a phrase) unless these can be the header's tables.

    What the keys mean is for their owner to check; here it is only that nothing but tables of plain
    values with printable texts comes in.
    """
    for key, value in tables.items():
        if key in {"format", "rules", "seal"}:
            raise ValueError(f"the header cannot hold a table called {key}")
        of_tables = isinstance(value, list) and all(isinstance(each, dict) for each in value)
        if not (isinstance(value, dict) or of_tables):
            raise ValueError(f"{_quoted(key)} is not in a table, but a header has only tables")
    _check(dict(tables), "the header", 0)


def check_entry(kind: str, fields: Mapping[str, object]) -> dict[str, Value]:
    """Return the keys of a record as they are kept, or raise ``ValueError`` with a phrase."""
    keys = SCHEMA.get(kind)
    if keys is None:
        raise ValueError(f"{_quoted(kind)} is not a kind of record")
    kept: dict[str, Value] = {}
    for key, value in fields.items():
        field = keys.get(key)
        if field is None:
            raise ValueError(f"a {kind} has no key {_quoted(key)}")
        kept[key] = _READERS[field.holds](key, value)
    if len(kept) < len(keys):
        for key, field in keys.items():
            if field.required and key not in kept:
                raise ValueError(f"a {kind} lacks its key {key}")
    return kept


def check_text(text: str, where: str) -> str:
    """Return ``text`` if it may stand in a save, or raise ``ValueError`` with a phrase."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"{where} has a text of {len(text)} characters, at most {MAX_TEXT} fit")
    if not text.isprintable():
        # Unassigned ones pass: a newer Python may have written them, and screens drop them.
        for char in text:
            if unicodedata.category(char) in _BAD_TEXT:
                raise ValueError(f"{where} has a text with the control character U+{ord(char):04X}")
    return text


def _read_text(key: str, value: object) -> Value:
    if not isinstance(value, str):
        raise ValueError(f"{key} is not text")
    return check_text(value, key)


def _read_texts(key: str, value: object) -> Value:
    if isinstance(value, str):
        return [check_text(value, key)]
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MAX_TEXTS:
        raise ValueError(f"{key} is neither a text nor a list of 1 to {MAX_TEXTS} texts")
    return [_read_text(key, each) for each in value]


def _read_number(key: str, value: object) -> Value:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
        raise ValueError(f"{key} is not a record number")
    return value


def _read_flag(key: str, value: object) -> Value:
    if not isinstance(value, bool):
        raise ValueError(f"{key} is not true or false")
    return value


_READERS: Mapping[str, Callable[[str, object], Value]] = {
    "text": _read_text,
    "texts": _read_texts,
    "number": _read_number,
    "flag": _read_flag,
}


def _check(value: object, where: str, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise ValueError(f"{where} is nested more than {_MAX_DEPTH} deep")
    match value:
        case str():
            check_text(value, where)
        case bool():
            pass
        case int():
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"{where} is a number of more than 64 bits")
        case list() | tuple():
            for each in value:
                _check(each, where, depth + 1)
        case dict():
            for key, each in value.items():
                if not isinstance(key, str) or not _KEY.fullmatch(key):
                    raise ValueError(f"{where} has the key {_quoted(key)}, which is not plain")
                _check(each, key, depth + 1)
        case _:
            raise ValueError(f"{where} is a {type(value).__name__}, which a save cannot contain")


def _quoted(text: object) -> str:
    return f'"{str(text)[:40]}"'


# -- bytes -----------------------------------------------------------------------------


MAX_SAVE = MAX_BYTES
"""How many bytes a save may have; a game takes some 60,000."""

MAX_HEADER = 100_000
MAX_RECORD = 16_000

_SEAL = b'\n[seal]\ncrc = "'
_CRC = b'\ncrc = "'
CRC_LINE = 18  # from that line end on: the key, eight digits, the closing quote, the line end
_FORMAT = re.compile(rb"format = (0|[1-9][0-9]{0,8})\n")
_HEAD = re.compile(r"\[\[([a-z]+)\]\]\nn = ([1-9][0-9]{0,8})\n")
# The form in which nearly every key is written: ASCII without an escape. Others go to tomllib.
_FIELD = re.compile(
    r'([a-z]+) = (?:"([ !#-\[\]-~]*)"|([0-9]|[1-9][0-9]{1,17})|(true|false)|'
    r'\[\n((?:    "[ !#-\[\]-~]*",\n)+)\])\n'
)
_ITEM = re.compile(r'"([^"]*)"')
_UNSOUND_TOML = (tomllib.TOMLDecodeError, UnicodeDecodeError, ValueError, RecursionError)


class Record(NamedTuple):
    """One record: its number from 1, its kind, its keys, and the line in the file it begins at."""

    n: int
    kind: str
    fields: dict[str, Value]
    line: int


@dataclass(frozen=True, slots=True)
class Journal:
    """What a save says. ``size`` bytes of it are sound; ``torn`` holds what a crash left behind
    them.

    ``header`` has the header's tables, without format and rules.
    ``notice`` is a sentence about what is torn, or empty.
    """

    rules: str
    header: dict[str, Value]
    records: tuple[Record, ...]
    size: int
    torn: bytes = b""
    notice: str = ""


class SaveDamaged(SaveError):
    """The file is not what was written. ``sound`` is the part before the damage, if the
    header is.
    """

    def __init__(self, sentence: str, *, sound: Journal | None = None) -> None:
        super().__init__(sentence)
        self.sound = sound


def render_header(rules: str, tables: Mapping[str, object]) -> bytes:
    """Write the header of a save, or raise ``ValueError`` with a phrase if it could not be read."""
    check_text(rules, "rules")
    check_header(tables)
    first = tomli_w.dumps({"format": FORMAT, "rules": rules})
    text = f"{first}\n{tomli_w.dumps(tables)}\n[seal]\n".encode()
    data = text + b'crc = "%08x"\n' % crc32(text)
    if len(data) > MAX_HEADER or max(map(len, data.split(b"\n"))) > MAX_LINE:
        raise ValueError(f"the header of {len(data)} bytes is too long")
    return data


def render_record(n: int, kind: str, fields: Mapping[str, object]) -> bytes:
    """Write one record, or raise ``ValueError`` with a phrase if it could not be read."""
    kept: dict[str, object] = {}
    for key, value in check_entry(kind, fields).items():
        # A list takes three lines even for one text, and nearly every gesture is one command.
        kept[key] = value[0] if isinstance(value, list) and len(value) == 1 else value
    # tomli-w would write the record as an inline table of one array, so the head is written here.
    text = f"[[{kind}]]\nn = {n}\n{tomli_w.dumps(kept)}".encode()
    data = b'\n%bcrc = "%08x"\n' % (text, crc32(text))
    if len(data) > MAX_RECORD:
        raise ValueError(f"the record of {len(data)} bytes is too long")
    return data


def parse(data: bytes, name: str) -> Journal:
    """Read a save; ``name`` is what sentences call it.

    Raises ``SaveDamaged`` (with the sound part, if there is any), or plain ``SaveError`` for what
    is no save. A last record that a crash cut short is no error: it is left in ``torn``.
    """
    end, raw = _read_header(data, name)
    rules, header = _check_header(raw, name)
    records: list[Record] = []
    pos, line = end, data.count(b"\n", 0, end) + 1

    def sound(torn: bytes = b"") -> Journal:
        notice = (
            f"{name}, line {line + 1}: a crash cut the last record short, so it is left out; "
            "everything before it is intact."
        )
        found = tuple(records)
        return Journal(rules, header, found, pos, torn, notice if torn else "")

    while pos < len(data):
        crc_at = data.find(_CRC, pos)
        stop = crc_at + CRC_LINE
        text = data[pos + 1 : crc_at + 1]
        n = len(records) + 1
        if crc_at < 0 or data[pos] != 10 or data[crc_at + 8 : stop] != b'%08x"\n' % crc32(text):
            tail = data[pos:]
            if _may_be_torn(tail):
                return sound(tail)
            raise SaveDamaged(
                f"{name}, line {line + 1}: record {n} does not match its checksum, so the file "
                f"was damaged after it was written. Nothing was changed; {_counted(n - 1)} can be "
                "opened as a copy.",
                sound=sound(),
            )
        try:
            records.append(read_record(text, n, line + 1))
        except ValueError as error:
            _, phrase = place_of(error)
            raise SaveDamaged(
                f"{name}, line {line + 1}: this program did not write that record ({phrase}); "
                f"nothing was changed, and {_counted(n - 1)} can be opened as a copy.",
                sound=sound(),
            ) from None
        line += data.count(b"\n", pos, stop)
        pos = stop
    return sound()


def digest(rules: str, header: Mapping[str, object], records: Iterable[Record]) -> str:
    """Return what tells a save from any other, and from itself once it has gone on."""
    made = blake2b(repr((rules, header)).encode(), digest_size=12)
    for record in records:
        made.update(repr((record.kind, record.fields)).encode())
    return made.hexdigest()


def _may_be_torn(tail: bytes) -> bool:
    """Say whether these bytes can be what a crash left of one answer, and of automatic ones."""
    records = tail.removeprefix(b"\n").split(b"\n[[")
    # One bit that tipped over makes a single zero at most.
    sound = [each for each in records if bytes(2) not in each]
    if len(records) > 1 and (
        len(sound) == len(records) or sum(b"\nauto = true\n" not in each for each in sound) > 1
    ):
        return False
    last = records[-1].rstrip(b"\0")
    crc_at = last.find(_CRC)
    return max(map(len, records)) <= MAX_RECORD + CRC_LINE and (
        crc_at < 0 or crc_at + CRC_LINE >= len(last)
    )


def has_header(data: bytes) -> bool:
    """Say whether the beginning of a save reaches behind its header."""
    seal = data.find(_SEAL, 0, MAX_HEADER)
    return 0 <= seal <= len(data) - len(_SEAL) - len('00000000"\n')


def ends_game(tail: bytes) -> bool:
    """Say by the last bytes of a save whether its last record is sound and says the game is over.

    Where it does not say so the game may be over all the same: reading all of it tells.
    """
    start = tail.rfind(b"\n[[") + 1
    text, crc = tail[start : 1 - CRC_LINE], tail[1 - CRC_LINE :]
    head = _HEAD.match(text.decode(errors="replace"))
    if not start or head is None or crc != b'crc = "%08x"\n' % crc32(text):
        return False
    try:
        return bool(read_record(text, int(head[2]), 0).fields.get("over"))
    except ValueError:
        return False


def parse_header(data: bytes, name: str, *, before: str = "") -> dict[str, Value]:
    """Read the header alone, checked as in ``parse``; a save's beginning will do.

    ``before`` names a table that is not wanted, nor what follows it: a deck takes long to read.
    """
    return _check_header(_read_header(data, name, before)[1], name)[1]


def _read_header(data: bytes, name: str, before: str = "") -> tuple[int, dict[str, object]]:
    """Return the end of the header and its tables as TOML has them."""
    if len(data) > MAX_SAVE:
        raise SaveError(f"{name} has more than {MAX_SAVE:,} bytes, so it is not an El Grande save.")
    first = _FORMAT.match(data)
    if first is None:
        if data[:4096].find(b"\r\n") >= 0:
            raise SaveDamaged(
                f"{name}, line 1: the line ends were changed to those of Windows, which breaks "
                "every checksum; fetch the file again as it was, or turn them back (dos2unix)."
            )
        raise SaveDamaged(
            f"{name}, line 1: this is not an El Grande save, which begins with its format; "
            "check the path, or take the file from a backup."
        )
    if int(first[1]) != FORMAT:
        raise SaveError(
            f"{name}, line 1: this save has format {int(first[1])}, and this elgrande reads format "
            f"{FORMAT}; open it with the elgrande that wrote it."
        )
    seal = data.find(_SEAL, 0, MAX_HEADER)
    text = data[: seal + len(_SEAL) - 7]
    end = len(text) + CRC_LINE - 1
    if seal < 0 or data[len(text) : end] != b'crc = "%08x"\n' % crc32(text):
        line = data.count(b"\n", 0, seal) + 2 if seal >= 0 else 1
        what = "does not match its checksum" if seal >= 0 else "has no end"
        raise SaveDamaged(
            f"{name}, line {line}: the header {what}, so the file was cut or damaged; nothing was "
            "changed, take it from a backup."
        )
    cut = text.find(b"\n[%b]\n" % before.encode()) if before else -1
    if cut >= 0:
        # Within a text of several lines that would be no table; then what is left is no TOML.
        with suppress(*_UNSOUND_TOML):
            return end, {**toml(text[: cut + 1].decode()), "seal": {}}
    try:
        return end, toml(text.decode())
    except _UNSOUND_TOML as error:
        line, phrase = place_of(error)
        line = line or 1
        raise SaveDamaged(
            f"{name}, line {line}: this program did not write that header ({phrase}); "
            "take the file from a backup."
        ) from None


def _check_header(raw: dict[str, object], name: str) -> tuple[str, dict[str, Value]]:
    rules, seal = raw.pop("rules", None), raw.pop("seal", None)
    raw.pop("format", None)
    try:
        if not isinstance(rules, str):
            raise ValueError("rules is missing")
        if seal != {}:
            raise ValueError("the seal has other keys")
        check_text(rules, "rules")
        check_header(raw)
    except ValueError as error:
        raise SaveDamaged(
            f"{name}, line 1: this program did not write that header ({place_of(error)[1]}); "
            "take the file from a backup."
        ) from None
    return rules, raw  # type: ignore[return-value]  # check_header has looked at every value


def read_record(raw: bytes, n: int, line: int) -> Record:
    """Read a record whose checksum holds; raise ``ValueError`` with a phrase if it is not ours."""
    if len(raw) > MAX_RECORD:
        raise ValueError(f"it has {len(raw)} bytes")
    text = raw.decode()
    head = _HEAD.match(text)
    if head is None:
        raise ValueError("it does not begin with its kind and number")
    if int(head[2]) != n:
        raise ValueError(f"it has number {head[2]} where {n} is due")
    fields: dict[str, object] = {}
    pos = head.end()
    while (field := _FIELD.match(text, pos)) and field[1] not in fields:
        key, string, number, flag, items = field.groups()
        if string is not None:
            fields[key] = string
        elif items is not None:
            fields[key] = _ITEM.findall(items)
        else:
            fields[key] = int(number) if number is not None else flag == "true"
        pos = field.end()
    if pos < len(text):
        try:
            fields = toml(text[head.end() :])
        except _UNSOUND_TOML as error:
            raise ValueError(str(error) or "it is nested too deep") from None
    kept = check_entry(head[1], fields)
    to = kept.get("to", 0)
    if isinstance(to, int) and to >= n:
        raise ValueError(f"it goes to record {to}, which does not come before it")
    return Record(n, head[1], kept, line)


def _counted(records: int) -> str:
    if records == 0:
        return "its header, which is sound,"
    return f"the {records} sound record{'s' * (records != 1)} before it"
