"""The one function that text from a person, a file or a client passes before any screen or log.

A terminal obeys what it is sent. A player's name that holds an escape sequence could clear the
screen, a bidirectional override could turn a line around, fifty stacked accents could cover the
lines above. So nothing that was not written by this program is printed uncleaned. Names must
besides be told apart at a glance: two players called "Anna" and "Аnna" (the second with a Cyrillic
A) would make every log line a riddle.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

NAME_CELLS = 24
"""How wide a player's name may be, in terminal cells."""

WORDS = ("server", "you", "your", "the", "nobody", "everybody")
"""What sentences call others than a player of that name."""
RESERVED = ("red", "blue", "green", "yellow", "white", *WORDS)
"""What no player may be called: the notation and the log use these words for other things."""

# Longer input is cut unread: no name, title or message that a person wrote is as long.
_LONGEST = 4096
# Normalising sorts a run of marks in quadratic time, so a run is shortened before it already.
# Three marks are the most that a letter of a living script takes apart into.
_MARKS_BEFORE = 8
_MARKS = 2

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Printable by category, yet they draw nothing or change how wide their neighbour is: joiners,
# blanks and fillers of several scripts, variation selectors, a note without a head, a place for an
# object that is not there.
_INVISIBLE = frozenset(
    chr(code)
    for span in (
        (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800),
        (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFFC, 0xFFFC), (0x13441, 0x13442),
        (0x16FE4, 0x16FE4), (0x1D159, 0x1D159), (0x1DA7F, 0x1DA80), (0xE0100, 0xE01EF),
    )
    for code in range(span[0], span[1] + 1)
)  # fmt: skip


def clean(text: str, cells: int = NAME_CELLS) -> str:
    """Make ``text`` harmless for a terminal and at most ``cells`` terminal cells wide.

    Normal form C; no control, format, private, unassigned or invisible character; white space
    (line ends too) collapsed to single spaces with none at either end; at most two combining marks
    in a row and none without a letter under it; cut without an ellipsis. Cleaning twice changes
    nothing more. The result may be empty.
    """
    if text.isascii() and text.isprintable():  # nearly every text there is
        return " ".join(text[:_LONGEST].split())[:cells].rstrip()
    kept = _sift(text[:_LONGEST], _MARKS_BEFORE)
    return _cut(_sift(unicodedata.normalize("NFC", kept), _MARKS), cells)


def tidy(sentence: str) -> str:
    """Make a sentence that quotes what somebody wrote harmless, and short enough to be read.

    Cleaned; a quoted text of more than 40 characters, a word of more than 60 and a path of more
    than 200 lose their middle, and so does the whole if it is longer than two broad lines.
    """
    # First shortened, since cleaning cuts at the end, where the cure stands.
    text = _QUOTES.sub(lambda found: _shortened(found[0], _QUOTED), sentence[:_LONGEST_READ])
    text = clean(_WORDS.sub(_short_word, text), _LONGEST)
    return _shortened(text, _LONGEST_SENTENCE)


_QUOTED = 42
_LONGEST_SENTENCE = 300
_LONGEST_READ = 100_000
# Short ones too: what lies between two quotes is none. No apostrophe: those stand within a word or
# behind one.
_QUOTES = re.compile(r"""(?<!\w)'[^']*'(?!\w)|"[^"]*\"""")
_WORDS = re.compile(r"[^ ]{61,}")


def _short_word(found: re.Match[str]) -> str:
    path = "/" in found[0] or "\\" in found[0]
    return _shortened(found[0], 200 if path else 60)


def _shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters: the middle is left out, the ends tell more."""
    if len(text) <= most:
        return text
    tail = (most - 3) // 3
    return f"{text[: most - 3 - tail]}...{text[-tail:]}"


def cell_width(text: str) -> int:
    """How many terminal cells a cleaned ``text`` takes: wide characters two, marks none."""
    return sum(map(_width, text))


def clean_name(text: str, cells: int = NAME_CELLS) -> str:
    """Return a player's name cleaned; if nothing is left, raise ``ValueError`` with a sentence."""
    name = clean(text, cells)
    if not name:
        raise ValueError("A player's name needs at least one visible character.")
    return name


def check_names(names: Sequence[str], reserved: Iterable[str] = RESERVED) -> None:
    """Raise ``ValueError`` with a sentence unless the (cleaned) names can be told apart at a
    glance.

    Two names clash if they are equal when case, or characters that look alike, do not count. No
    name may clash with a ``reserved`` word.
    """
    words = {key: word for word in reserved for key in look_keys(word)}
    seen: dict[str, str] = {}
    for name in names:
        keys = look_keys(name)
        for key in keys:
            if key in words:
                raise ValueError(
                    f'A player cannot be called "{name}", because "{words[key]}" means something '
                    "else in this game; choose another name."
                )
            if key in seen:
                raise ValueError(
                    f'The names "{seen[key]}" and "{name}" cannot be told apart; change one.'
                )
        seen.update(dict.fromkeys(keys, name))


def _sift(text: str, marks: int) -> str:
    """Drop what must not be printed, collapse white space, allow ``marks`` combining marks a
    run.
    """
    out: list[str] = []
    run = 0
    gap = False  # white space seen since the last kept character
    for char in text:
        if char.isspace():
            gap = True
            continue
        category = unicodedata.category(char)
        if category in _DROPPED or char in _INVISIBLE:
            continue
        if category[0] == "M":
            # On nothing, a mark would land on the frame of a pane or on the name before.
            if gap or not out or run == marks:
                continue
            run += 1
        else:
            run = 0
        if gap and out:
            out.append(" ")
        gap = False
        out.append(char)
    return "".join(out)


def _width(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _cut(text: str, cells: int) -> str:
    used = 0
    for at, char in enumerate(text):
        used += _width(char)
        if used > cells:
            return text[:at].rstrip()
    return text


# Small on purpose: Greek and Cyrillic letters that most fonts draw like Latin ones, and the Latin
# and digit pairs that a terminal's font hardly tells apart. Case still counts here, because it is
# the capital I and not the small one that looks like an l.
_ALIKE = str.maketrans(
    {
        **dict(zip("АВЕЅІЈКМНОРСТУХԜ", "ABESlJKMHOPCTYXW", strict=True)),
        **dict(zip("аеѕіјорсухһԛԝ", "aesijopcyxhqw", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHlKMNOPTYX", strict=True)),
        **dict(zip("ανορικυχ", "avopikux", strict=True)),
        **dict.fromkeys("I1|ıӀ", "l"),
        "0": "O",
        "m": "rn",
        "w": "vv",
        "’": "'",
        "‐": "-",
        "–": "-",
    }
)


def look_keys(name: str) -> tuple[str, str]:
    """Return what two names must not share: their letters without case,
    their looks without case.
    """
    plain = unicodedata.normalize("NFKC", name)
    looks = plain.translate(_ALIKE)
    # "rn" and "vv" were unfolded before case was dropped, so that M and W keep their own looks.
    return plain.casefold(), "~" + looks.casefold()


def counted(number: int, word: str) -> str:
    """Return a number with its noun: ``1 card``, ``2,000 cards``."""
    return f"{number:,} {word}{'s' * (number != 1)}"
