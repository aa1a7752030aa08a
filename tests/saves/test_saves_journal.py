"""The bytes of a save: what is written is read, and what is damaged is never taken for a game."""

import random
import re
import tomllib
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from fakefs import FakeFs
from hypothesis import given, settings
from hypothesis import strategies as st

from elgrande.saves import Paths, SaveDamaged, SaveError, Store
from elgrande.saves import journal as journal_module
from elgrande.saves.journal import (
    MAX_SAVE,
    SCHEMA,
    Journal,
    Record,
    check_header,
    ends_game,
    parse,
    render_header,
    render_record,
)

Entry = tuple[str, dict[str, Any]]
TABLES = {"game": {"edition": "1996", "players": ["Anna", 'José "Pepe"'], "seed": 7}}
ENTRIES: list[Entry] = [
    ("command", {"do": ["red power 9"]}),
    ("command", {"do": ["red pick blue granada", "red put seville"], "digest": "0a1b"}),
    ("undo", {"to": 1}),
    ("redo", {"to": 2, "digest": "0a1b"}),
    ("source", {"seat": "red", "source": "steward", "name": "José\\"}),
    ("digest", {"digest": "0a1b"}),
    ("command", {"do": ["blue end"], "auto": True, "by": "table"}),
]


def written(entries: list[Entry], tables: Any = TABLES) -> bytes:
    parts = [render_header("1996-1", tables)]
    parts += [render_record(n, *entry) for n, entry in enumerate(entries, 1)]
    return b"".join(parts)


def entries_of(records: tuple[Record, ...]) -> list[Entry]:
    assert [record.n for record in records] == list(range(1, len(records) + 1))
    return [(record.kind, record.fields) for record in records]


def sealed(text: str) -> bytes:
    """A header whose checksum holds, whatever it says."""
    data = (text + "\n[seal]\n").encode("utf-8", "surrogateescape")
    return data + b'crc = "%08x"\n' % crc32(data)


def summed(text: str) -> bytes:
    """A record whose checksum holds, whatever it says."""
    data = text.encode("utf-8", "surrogateescape")
    return b'\n%bcrc = "%08x"\n' % (data, crc32(data))


def refused(data: bytes, error: type[SaveError] = SaveDamaged) -> Any:
    """The error that reading these bytes gives: one harmless sentence that names the file."""
    with pytest.raises(error) as caught:
        parse(data, "game.toml")
    sentence = str(caught.value)
    assert sentence.startswith("game.toml")
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 400
    return caught.value


def test_what_is_written_is_read() -> None:
    data = written(ENTRIES)
    found = parse(data, "game.toml")
    assert (found.rules, found.header) == ("1996-1", TABLES)
    assert entries_of(found.records) == ENTRIES
    assert (found.size, found.torn, found.notice) == (len(data), b"", "")
    lines = data.split(b"\n")
    for record in found.records:
        assert lines[record.line - 1] == b"[[%b]]" % record.kind.encode()


def test_the_kept_example_of_format_1_is_read_and_written_as_it_is() -> None:
    # This file stays as it is for ever: it is what people have on their disks.
    data = Path(__file__).with_name("format-1.toml").read_bytes()
    assert entries_of(parse(data, "format-1.toml").records) == ENTRIES
    assert written(ENTRIES) == data


def test_a_save_is_toml() -> None:
    whole = tomllib.loads(written(ENTRIES).decode())
    records = [
        (each["n"], kind, {key: each[key] for key in each if key not in {"n", "crc"}})
        for kind in SCHEMA
        for each in whole[kind]
    ]
    records.sort(key=lambda record: record[0])
    single = [("command", {"do": "red power 9"})]  # one command needs no list
    assert [record[1:] for record in records][:1] == single
    assert [record[1:] for record in records][1:6] == ENTRIES[1:6]


TEXT = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=12) | st.sampled_from(
    [
        "",
        'a "quoted" name',
        "back\\slash",
        "[[command]]",
        'crc = "00000000"',
        "# no comment",
        "........... José",
    ]
)
ENTRY = st.one_of(
    st.tuples(
        st.just("command"),
        st.fixed_dictionaries(
            {"do": st.lists(TEXT, min_size=1, max_size=4)},
            optional={"by": TEXT, "auto": st.booleans(), "digest": TEXT},
        ),
    ),
    st.tuples(st.just("undo"), st.fixed_dictionaries({"to": st.just(0)})),
    st.tuples(
        st.just("source"),
        st.fixed_dictionaries({"seat": TEXT, "source": TEXT}, optional={"name": TEXT}),
    ),
)
KEY = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,8}", fullmatch=True)
VALUE = st.recursive(
    TEXT | st.booleans() | st.integers(-(2**63), 2**63 - 1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3),
    max_leaves=8,
)
HEADER = st.dictionaries(
    KEY.filter(lambda key: key not in {"format", "rules", "seal"}),
    st.dictionaries(KEY, VALUE, max_size=4)
    | st.lists(st.dictionaries(KEY, VALUE, max_size=4), max_size=3),
    max_size=3,
)


@settings(max_examples=40)
@given(HEADER, st.lists(ENTRY, max_size=5))
def test_whatever_fits_is_read_as_it_was_written(tables: Any, entries: list[Entry]) -> None:
    data = written(entries, tables)
    found = parse(data, "game.toml")
    assert found.header == tables
    assert entries_of(found.records) == entries
    again = [render_header(found.rules, found.header)]
    again += [render_record(*record[:3]) for record in found.records]
    assert b"".join(again) == data


def outcome(data: bytes) -> Journal | None:
    try:
        return parse(data, "game.toml")
    except SaveError as error:
        sentence = str(error)
    assert sentence.startswith("game.toml")
    assert sentence.isprintable()
    return None


def test_cut_at_every_byte() -> None:
    data = written(ENTRIES)
    ends = [len(written(ENTRIES[:n])) for n in range(len(ENTRIES) + 1)]
    for cut in range(len(data)):
        if cut < ends[0]:
            refused(data[:cut])
            continue
        whole = sum(end <= cut for end in ends) - 1
        found = parse(data[:cut], "game.toml")
        assert entries_of(found.records) == ENTRIES[:whole]
        assert found.torn == data[ends[whole] : cut]
        assert bool(found.notice) == (cut not in ends)
        if found.notice:
            line = data.count(b"\n", 0, ends[whole]) + 2
            assert found.notice.startswith(
                f"game.toml, line {line}: a crash cut the last record short"
            )


def test_cut_at_every_byte_and_played_on() -> None:
    data = written(ENTRIES)
    start = len(written([]))
    ends = {len(written(ENTRIES[:n])) for n in range(len(ENTRIES) + 1)}
    path = Path("/data/saves/game.toml")
    for cut in range(start, len(data)):
        fs = FakeFs()
        fs.put(path, data[:cut])
        store = Store(Paths("/data"), fs)
        with store.open("game") as save:
            before = entries_of(tuple(save.records))
            save.append("command", {"do": ["white end"]})
            assert len(save.notices) == (cut not in ends)
        torn = fs.get(Path("/data/saves/game.toml.torn"))
        good = len(written(before))
        assert (torn or b"") == data[good:cut]
        assert entries_of(store.read("game").records) == [
            *before,
            ("command", {"do": ["white end"]}),
        ]


def check_damage(data: bytes, harmed: bytes) -> None:
    """Whatever happened to a save: it is the same game, or a sentence, or its last record lacks."""
    found = outcome(harmed)
    if found is None or harmed == data:
        return
    assert (found.rules, found.header) == ("1996-1", TABLES)
    assert entries_of(found.records) == ENTRIES[:-1]
    assert found.notice
    assert harmed[found.size :] == found.torn


def test_every_single_flipped_bit() -> None:
    data = written(ENTRIES)
    for at in range(len(data)):
        for bit in range(8):
            harmed = bytearray(data)
            harmed[at] ^= 1 << bit
            check_damage(data, bytes(harmed))


@pytest.mark.long
def test_thousands_of_random_flips_in_a_long_save() -> None:
    generator = random.Random(4)
    entries: list[Entry] = [
        ("command", {"do": [generator.choice(["red end", "blue place old-castile"])] * 2})
        for _ in range(40)
    ]
    data = written(entries)
    last = len(written(entries[:-1]))
    refusals = 0
    for _ in range(3000):
        harmed = bytearray(data)
        for _ in range(generator.choice([1, 1, 2, 3, 8])):
            harmed[generator.randrange(len(harmed))] ^= 1 << generator.randrange(8)
        found = outcome(bytes(harmed))
        if found is None:
            refusals += 1
        elif bytes(harmed) != data:
            assert harmed[:last] == data[:last]
            assert entries_of(found.records) == entries[:-1]
            assert found.notice
    assert refusals > 2600


@pytest.mark.long
def test_blocks_lost_doubled_and_swapped() -> None:
    generator = random.Random(5)
    data = written(ENTRIES)
    for _ in range(1500):
        a, b, c = sorted(generator.randrange(len(data)) for _ in range(3))
        for harmed in (
            data[:a] + bytes(b - a) + data[b:],
            data[:a] + data[b:],
            data[:b] + data[a:],
            data[:a] + data[b:c] + data[a:b] + data[c:],
        ):
            found = outcome(harmed)
            if found is None:
                continue
            kept = entries_of(found.records)
            # Only what is cut off at a seam of two records cannot be seen.
            assert kept == ENTRIES[: len(kept)]
            assert len(kept) >= len(ENTRIES) - 1 or harmed == data[: len(harmed)] or found.notice


def test_whole_records_lost_or_swapped_are_noticed() -> None:
    pieces = [render_record(n, *entry) for n, entry in enumerate(ENTRIES, 1)]
    head = render_header("1996-1", TABLES)
    error = refused(head + b"".join(pieces[:2] + pieces[3:]))
    assert "it has number 4 where 3 is due" in str(error)
    refused(head + b"".join([pieces[1], pieces[0], *pieces[2:]]))
    refused(head + pieces[0] + pieces[0])


def test_damage_in_the_middle_names_line_and_cure_and_keeps_the_sound_part() -> None:
    harmed = written(ENTRIES).replace(b"red put seville", b"red put granada")
    error = refused(harmed)
    line = len(written(ENTRIES[:1]).split(b"\n")) + 1
    assert f"game.toml, line {line}: record 2 does not match its checksum" in str(error)
    assert "the 1 sound record before it can be opened as a copy" in str(error)
    assert entries_of(error.sound.records) == ENTRIES[:1]
    assert harmed[: error.sound.size] == written(ENTRIES[:1])


def test_two_bad_records_at_the_end_are_damage_and_no_crash() -> None:
    # At most one record is ever under way, so the first of them had been acknowledged.
    harmed = written(ENTRIES).replace(b'n = 6\ndigest = "0a1b"', b'n = 6\ndigest = "0a1c"')
    harmed = harmed.replace(b"blue end", b"blue enb")
    assert "record 6 does not match" in str(refused(harmed))
    # Even if the head of the last is gone too.
    headless = harmed.replace(b"[[command]]\nn = 7", b"[command]]\nn = 7")
    assert "record 6 does not match" in str(refused(headless))


HEAD = 'format = 1\nrules = "1996-1"\n\n'
HOSTILE_VALUES = {
    "a hundred thousand brackets": "a = " + "[" * 90_000,
    "brackets over many lines": "a = " + "[\n" * 20_000,
    "inline tables": "a = " + "{a=" * 30_000,
    "inline tables within the line": "a = " + "{a=" * 1_200,
    "integer of 5,000 digits": "a = " + "9" * 5_000,
    "integer of 3,000 digits": "a = " + "9" * 3_000,
    "integer of 65 bits": "a = 9223372036854775808",
    "dotted key of 4,000 parts": ".".join("a" * 4_000) + " = 1",
    "dotted key of 1,000 parts": ".".join("a" * 1_000) + " = 1",
    "quoted dotted key": ".".join(['"a"'] * 500) + " = 1",
    "dotted key in an inline table": "b = {" + ".".join("a" * 500) + " = 1}",
    "nan": "a = nan",
    "inf": "a = -inf",
    "float": "a = 1.5",
    "date": "a = 1996-01-01",
    "time": "a = 12:00:00",
    "moment": "a = 1996-01-01T12:00:00Z",
    "raw escape": 'a = "\x1b[2J"',
    "escaped escape": r'a = "\u001b[2J"',
    "escaped 8-bit escape": r'a = "\u009b2J"',
    "escaped line end": r'a = "one\ntwo"',
    "override": r'a = "\u202eabc"',
    "escape in a key": r'"\u001b[2J" = 1',
    "empty key": '"" = 1',
    "many lines in a string": 'a = """one\ntwo"""',
    "bytes that are no text": 'a = "\udcff"',
    "unknown escape": r'a = "\q"',
    "endless string": 'a = "one',
    "twice the same key": "a = 1\na = 2",
    "long text": 'a = "' + "x" * 3_000 + '"',
    "long line": 'a = ["' + '", "'.join("x" * 3_000) + '"]',
    "deep tables": "[game." + ".".join("abcdefgh"[:8]) + ".i.j]\nx = 1",
    "a NUL": "a = 1\x00",
}


@pytest.mark.parametrize("value", HOSTILE_VALUES.values(), ids=HOSTILE_VALUES)
def test_hostile_header(value: str) -> None:
    assert re.search(r"line [1-9]", str(refused(sealed(f"{HEAD}[game]\n{value}\n"))))


@pytest.mark.parametrize("value", HOSTILE_VALUES.values(), ids=HOSTILE_VALUES)
def test_hostile_record(value: str) -> None:
    head = render_header("1996-1", TABLES)
    good = render_record(1, "command", {"do": ["red end"]})
    bad = summed(f'[[command]]\nn = 2\ndo = "red end"\n{value}\n')
    error = refused(head + good + bad + good)
    line = (head + good).count(b"\n") + 2
    assert f"line {line}:" in str(error)
    assert entries_of(error.sound.records) == [("command", {"do": ["red end"]})]


@pytest.mark.parametrize(
    ("name", "body"),
    {
        "unknown kind": '[[move]]\nn = 1\ndo = "x"\n',
        "unknown key": '[[command]]\nn = 1\ndo = "x"\nwhen = "now"\n',
        "key of another kind": '[[command]]\nn = 1\ndo = "x"\nto = 0\n',
        "no number": '[[command]]\ndo = "x"\n',
        "number 0": '[[command]]\nn = 0\ndo = "x"\n',
        "number as text": '[[command]]\nn = "1"\ndo = "x"\n',
        "number twice": '[[command]]\nn = 1\nn = 1\ndo = "x"\n',
        "key twice": '[[command]]\nn = 1\ndo = "x"\ndo = "y"\n',
        "nothing done": "[[command]]\nn = 1\ndo = []\n",
        "no key at all": "[[command]]\nn = 1\n",
        "number done": "[[command]]\nn = 1\ndo = 7\n",
        "numbers done": '[[command]]\nn = 1\ndo = ["x", 7]\n',
        "tables done": '[[command]]\nn = 1\ndo = [{a = "x"}]\n',
        "201 done": "[[command]]\nn = 1\ndo = [" + '"x",\n' * 201 + "]\n",
        "flag as number": '[[command]]\nn = 1\ndo = "x"\nauto = 1\n',
        "text as flag": '[[command]]\nn = 1\ndo = "x"\nby = true\n',
        "undo to itself": "[[undo]]\nn = 1\nto = 1\n",
        "undo forward": "[[undo]]\nn = 1\nto = 5\n",
        "undo below": "[[undo]]\nn = 1\nto = -1\n",
        "undo to true": "[[undo]]\nn = 1\nto = true\n",
        "table in a record": '[[command]]\nn = 1\ndo = "x"\n[command.more]\na = 1\n',
        "too long": "[[command]]\nn = 1\ndo = [\n" + f'    "{"x" * 100}",\n' * 190 + "]\n",
        "single brackets": '[command]\nn = 1\ndo = "x"\n',
        "comment": '[[command]]\n# hello\nn = 1\ndo = "x"\n',
    }.items(),
)
def test_records_that_we_never_write(name: str, body: str) -> None:
    error = refused(render_header("1996-1", TABLES) + summed(body))
    assert "this program did not write that record" in str(error), name


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "no rules": "format = 1\n[game]\na = 1\n",
        "rules as number": "format = 1\nrules = 1\n",
        "rules with an escape": 'format = 1\nrules = "\\u001b"\n',
        "value outside tables": HEAD + "seed = 1\n",
        "list outside tables": HEAD + "seeds = [1]\n",
        "two formats": "format = 1\n" + HEAD,
        "seal with keys": HEAD + "[seal.more]\n",
    }.items(),
)
def test_headers_that_we_never_write(name: str, text: str) -> None:
    assert "this program did not write that header" in str(refused(sealed(text))), name


def test_dotted_keys_never_reach_the_slow_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    def loads(text: str) -> None:
        raise AssertionError("tomllib was asked")

    monkeypatch.setattr(journal_module.tomllib, "loads", loads)
    refused(sealed(HEAD + ".".join("a" * 1_900) + " = 1\n"))


def test_what_is_no_save_at_all() -> None:
    for data in (b"", b"\n", b"\x89PNG\r\n", b"[game]\n", b"format = x\n", b"format = 01\n"):
        assert "line 1:" in str(refused(data))
    assert "begins with its format" in str(refused(b"\xef\xbb\xbf" + written([])))
    assert "line ends" in str(refused(written([]).replace(b"\n", b"\r\n")))
    assert "has no end" in str(refused(b"format = 1\n"))
    assert "more than 1,000,000 bytes" in str(refused(bytes(MAX_SAVE + 1), SaveError))


@pytest.mark.parametrize("other", [0, 2, 12])
def test_another_format_is_refused_with_both_numbers(other: int) -> None:
    data = written(ENTRIES).replace(b"format = 1", b"format = %d" % other, 1)
    said = str(refused(data, SaveError))
    assert f"line 1: this save has format {other}, and this elgrande reads format 1; " in said
    assert said.endswith("open it with the elgrande that wrote it.")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("move", {"do": ["x"]}),
        ("command", {}),
        ("command", {"do": ["\x1b[2J"]}),
        ("command", {"do": ["x"], "more": "y"}),
        ("command", {"do": ["x" * 900] * 100}),
        ("undo", {"to": -1}),
    ],
)
def test_what_could_not_be_read_is_not_written(kind: str, fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        render_record(1, kind, fields)


@pytest.mark.parametrize(
    "tables",
    [
        {"format": {}},
        {"seed": 1},
        {"game": {"when": 1.5}},
        {"game": {"seed": 2**64}},
        {"game": {"name": "\x9b"}},
        {"game": {"a b": 1}},
        {"game": {"a": None}},
        {"game": {"texts": ["x" * 900] * 200}},
    ],
)
def test_headers_that_could_not_be_read_are_not_written(tables: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        render_header("1996-1", tables)


def test_an_unassigned_character_is_left_to_the_screen() -> None:
    # A newer Python knows more characters, and its saves must open here too.
    check_header({"game": {"name": "\U0001fadc\u0378"}})


@settings(max_examples=300)
@given(st.binary(max_size=200), st.booleans())
def test_garbage_is_always_a_sentence_or_a_torn_tail(garbage: bytes, headed: bool) -> None:
    data = (written(ENTRIES[:2]) if headed else b"format = 1\n") + garbage
    found = outcome(data)
    if found is not None:
        assert headed
        assert entries_of(found.records) == ENTRIES[:2]
        assert found.torn == garbage


# -- the end ---------------------------------------------------------------------------

OVER: Entry = ("command", {"do": ["red disk galicia"], "digest": "0a1b", "over": True})


def test_the_end_of_a_save_says_that_its_game_is_over() -> None:
    data = written([*ENTRIES, OVER])
    assert parse(data, "x").records[-1].fields["over"] is True
    assert ends_game(data)
    assert ends_game(data[-300:])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        written([]),
        written(ENTRIES),
        written([*ENTRIES, OVER, ("undo", {"to": 3})]),
        written([*ENTRIES, OVER])[:-1],
        written([*ENTRIES, OVER]) + b"\n",
        written([*ENTRIES, OVER]).replace(b"disk galicia", b"disk granada"),
        written([*ENTRIES, OVER])[-40:],
        written(ENTRIES) + summed('[[command]]\nn = 8\nover = "yes"\n'),
        written(ENTRIES) + summed('[[command]]\nn = 8\nover = false\ndo = "red disk galicia"\n'),
    ],
    ids=range(11),
)
def test_it_says_so_of_no_other(data: bytes) -> None:
    assert not ends_game(data)
