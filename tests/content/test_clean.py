"""Cleaning: whatever comes in, what goes to a terminal is harmless, and names can be told apart."""

import re
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from elgrande.content.clean import WORDS, cell_width, check_names, clean, clean_name, tidy
from elgrande.content.files import ContentError
from elgrande.content.setup import Player, Setup

FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
NASTY = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from(
            "aé한글각漢字🙂\u200d\u200b\u202e\u2066\x1b\x9b\x07\x00\n\t\u2028\u00a0\u3000"
            "\u0301\u0323\u0302\u034f\ufe0f\u3164\u20dd\u0903\ue000\U000e0100\ud800  "
        ),
    ),
    max_size=80,
)


@given(NASTY, st.integers(min_value=1, max_value=40))
@example("e\u200b\u0301", 24)
@example("a \u0301 b", 24)
@example("\u1100" + "\u0301" * 3 + "\u1161", 24)
def test_what_comes_out_is_harmless(text: str, cells: int) -> None:
    out = clean(text, cells)
    assert not {unicodedata.category(c) for c in out} & FORBIDDEN
    assert unicodedata.is_normalized("NFC", out)
    assert out == " ".join(out.split())
    assert cell_width(out) <= cells
    run = 0
    for before, char in zip(" " + out, out, strict=False):
        run = run + 1 if unicodedata.category(char).startswith("M") else 0
        assert run <= 2
        assert not (run == 1 and before == " "), "a mark stands on nothing"
    assert clean(out, cells) == out


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("\x1b[2Jboo", "[2Jboo"),
        ("\x9b31mred", "31mred"),
        ("left\u202etfel", "lefttfel"),
        ("o\u0300\u0301\u0302\u0303\u0304", "ò\u0301\u0302"),
        ("Nguyễn", "Nguyễn"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("\u0301lonely", "lonely"),
        ("\u3164", ""),
        ("\ud800x", "x"),
        ("漢" * 13, "漢" * 12),
        ("a" + "漢" * 13, "a" + "漢" * 11),
        ("x" * 30, "x" * 24),
        ("x" * 23 + " yz", "x" * 23),
    ],
)
def test_examples(raw: str, shown: str) -> None:
    assert clean(raw) == shown


def test_what_is_drawn_as_nothing_is_left_out() -> None:
    """By what Unicode calls it, in whatever edition this Python knows; some fillers are strokes."""
    blank = re.compile(
        r"(?<!GAP )(?<!LINE )(?<!SPACE )FILLER|INVISIBLE|VARIATION SELECTOR|\b(BLANK|PLANE SPACE)$"
        "|NULL NOTEHEAD|OBJECT REPLACEMENT"
    )
    found = [c for c in map(chr, range(sys.maxunicode)) if blank.search(unicodedata.name(c, ""))]
    assert len(found) > 270
    assert [each for each in found if clean(f"a{each}b", 80) != "ab"] == []


def test_a_longer_text_may_have_more_cells() -> None:
    assert clean("é" * 300, cells=200) == "é" * 200


def test_a_megabyte_of_marks_is_not_sorted() -> None:
    # Normalising it whole takes quadratic time: this test would then not end.
    assert clean("a" + "\u0301\u0323" * 500_000) == "ạ\u0323\u0323"


def test_a_name_needs_something_to_see() -> None:
    assert clean_name(" Anna ") == "Anna"
    with pytest.raises(ValueError, match="at least one visible character"):
        clean_name("\x1b\u200b \u3164")


@pytest.mark.parametrize(
    "pair",
    [
        ("Anna", "anna"),
        ("Anna", "Аnna"),  # Cyrillic A
        ("Straße", "STRASSE"),
        ("paypal", "paypaI"),
        ("Arnold", "Amold"),
        ("Bob", "B0b"),
        ("Ｂｏｂ", "Bob"),
        ("Ioannis", "Ιoannis"),  # Greek capital iota
    ],
)
def test_names_that_look_alike_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="cannot be told apart") as caught:
        check_names(("Zoe", *pair))
    assert pair[0] in str(caught.value)
    assert pair[1] in str(caught.value)


@pytest.mark.parametrize("name", ["red", "Red", "SERVER", "bIue", "whіte", "You", "The", "NOBODY"])
def test_a_name_is_no_colour_no_server_and_nobody_of_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match="means something else"):
        check_names(["Anna", name])
    if name.lower() in WORDS:
        with pytest.raises(ContentError, match="means something else"):
            Setup((Player("red", "Anna"), Player("blue", name)), seed=1).check()


def test_names_that_differ_are_fine() -> None:
    check_names(["Anna", "Ann", "Ali", "All", "Ian", "José", "Jose", "漢字", "Redmond"])


def test_what_stands_between_two_quotes_is_whole() -> None:
    said = 'No "My Game" here (a name has 1 to 40 of a-z, 0-9, - and _, no .toml); try "my-game".'
    assert tidy(said) == said
    assert tidy(said.replace('"', "'")) == said.replace('"', "'")
    assert tidy(f'No "{"a" * 99}" here; try "b".') == f'No "{"a" * 25}...{"a" * 12}" here; try "b".'
