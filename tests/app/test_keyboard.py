"""Whatever bytes a terminal sends: known keys are known, the rest harms nothing."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser

from elgrande.app.terminal.driver import KEYS, PASTE, Keyboard


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Sent:
    """A keyboard, and what it says to bytes that come one after the other."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.keyboard = Keyboard(self.clock)

    def __call__(self, *chunks: bytes, pause: float = 0.001, then: float = 1.0) -> list[str]:
        said = []
        for chunk in chunks:
            self.clock.now += pause
            said += [told(m) for m in self.keyboard.feed(chunk)]
        said += self.pass_by(then)
        return said

    def pass_by(self, seconds: float) -> list[str]:
        said = []
        for _ in range(round(seconds / 0.1)):
            self.clock.now += 0.1
            said += [told(m) for m in self.keyboard.tick()]
        return said


def told(message: object) -> str:
    if isinstance(message, events.Key):
        return message.key
    if isinstance(message, events.Paste):
        return f"<{message.text}>"
    return type(message).__name__


def test_every_key_that_textual_knows_is_the_same_key() -> None:
    wrong = []
    for sequence in ANSI_SEQUENCES_KEYS:
        if sequence in ("\x1b", "\x1b\x1b") or "\x80" <= sequence <= "\x9f":
            continue  # a key by itself, twice the same, and controls of eight bits
        theirs = [told(m) for m in XTermParser().feed(sequence)]
        if theirs == ["CursorPosition"]:
            theirs = []  # nobody here asks for it
        if Sent()(sequence.encode()) != theirs:
            wrong.append(sequence)
    assert wrong == []


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"a", ["a"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b", ["escape", "escape"]),
        (b"\x1b\r", ["escape", "enter"]),
        (b"\x1ba", ["alt+a"]),
        (b"\x1b[", []),
        (b"\x1b[A", ["up"]),
        (b"\x1bOA", ["up"]),
        (b"\x1b[1;5C", ["ctrl+right"]),
        (b"\x1b[97u", ["a"]),
        (b"\x1b[97;5u", ["ctrl+a"]),
        ("é".encode(), ["é"]),
        (b"\x1b[I\x1b[O", ["AppFocus", "AppBlur"]),
        (b"\x1b[<0;3;4M\x1b[<0;3;4m", ["MouseDown", "MouseUp"]),
        (b"\x1b[?2026;2$y", ["TerminalSupportsSynchronizedOutput"]),
        (b"\x1b[200~one\x1b[201~x", ["<one>", "x"]),
    ],
)  # fmt: skip
def test_keys_whole_and_in_single_bytes(sent: bytes, keys: list[str]) -> None:
    assert Sent()(sent) == keys
    assert Sent()(*(bytes([byte]) for byte in sent)) == keys


HARMLESS = {
    "21 digits": b"\x1b[" + b"1" * 21,
    "21 digits and u": b"\x1b[" + b"1" * 21 + b"u",
    "no letter": b"\x1b[1114112u",
    "half a pair": b"\x1b[55296u",
    "half a pair as text": b"\x1b[97;;55357u",
    "a size": b"\x1b[48;9;9;9;9t\x1b[48;0;0;0;0t\x1b[48;99999;99999;1;1t",
    "in-band sizes": b"\x1b[?2048;1$y\x1b[?2048;2$y",
    "a click far away": b"\x1b[<0;" + b"9" * 20 + b";1M",
    "an old click": b"\x1b[M \xff\xff",
    "a cursor report": b"\x1b[12;40R",
    "unknown": b"\x1b[99;99z\x1b[?1;2c\x1b[>41;354;0c",
    "endless": b"\x1b[" + b"9;" * 5000,
    "endless, ended": b"\x1b[" + b"9;" * 5000 + b"m",
    "broken": b"\x1b[12\x1b[;\x1b[?",
    "a colour report": b"\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\\x1b]4;1;rgb:0/0/0\x07",
    "a device report": b"\x1bP1$r0 q\x1b\\",
    "C1": "\x9b31m\x80".encode()[:2],
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_key_is_nothing_and_the_next_key_counts(name: str) -> None:
    sent = Sent()
    said = sent(HARMLESS[name]) + sent(b"x")
    assert said[-1] == "x"
    assert [key for key in said[:-1] if key not in ("AppFocus", "�")] == []


def test_bytes_that_are_no_text_become_a_mark_and_swallow_nothing() -> None:
    for bad in (b"\xff", b"\x80", b"\xc3(", b"\xe9a", b"\xf1u", b"\xed\xa0\x80"):
        sent = Sent()
        assert sent(bad + b"x")[-1] == "x"
        assert sent(b"y") == ["y"]


@pytest.mark.parametrize("text", ["a\x1b[Ab", "\x1b", "one\x1b[20", "q\x1bq\x1b[200~q"])
def test_an_escape_inside_a_paste_is_part_of_it(text: str) -> None:
    for chunks in ([text.encode()], [bytes([b]) for b in text.encode()]):
        assert Sent()(b"\x1b[200~", *chunks, b"\x1b[201~", b"z") == [f"<{text}>", "z"]


def test_a_paste_is_bounded() -> None:
    sent = Sent()
    said = sent(b"\x1b[200~", *[b"x" * 4096] * 256, b"\x1b[201~", b"k")
    assert said == [f"<{'x' * PASTE}>", "k"]


def test_a_paste_that_never_ends_gives_the_keyboard_back_to_whoever_presses_a_key() -> None:
    sent = Sent()
    assert sent(b"\x1b[200~one", b" two", pause=0.01) == []
    assert sent(b" three: this is more than a key", b" q", pause=0.01) == []
    assert sent(b"j") == ["<one two three: this is more than a key q>", "j"]
    sent = Sent()
    assert sent(b"\x1b[200~one") == []
    assert sent(b"\x1b[A") == ["<one>", "up"]
    sent = Sent()
    assert sent(b"\x1b]11;rgb:") == []
    assert sent(b"j") == ["j"]


def test_more_keys_than_anybody_presses_are_a_paste() -> None:
    assert Sent()(b"j" * 300) == ["j"] * 300, "held, while the machine was busy"
    sent = Sent()
    said = sent(b"\x01ab\x1b[A\r" * 1000, *[b"q" * 50] * 2000)
    assert [len(text) for text in said] == [PASTE + 2]
    assert sent(b"j") == ["j"]
    said = Sent()(*[b"q" * 50] * 2000)
    assert len(said) <= KEYS + 60
    assert said[-1].startswith("<q")


def test_a_flood_of_the_mouse_is_no_flood_of_messages() -> None:
    moves = b"".join(b"\x1b[<35;%d;4M" % (n % 90 + 1) for n in range(5000))
    sent = Sent()
    assert sent(moves) == ["MouseMove"], "the last of those that came together"
    assert sent(b"\x1b[<0;3;4M\x1b[<0;3;4m") == ["MouseDown", "MouseUp"]
    assert len(sent(b"\x1b[<64;3;4M" * 5000)) <= KEYS
    sent.pass_by(1)
    assert sent(b"\x1b[<0;3;4M", b"j") == ["MouseDown", "j"]


def test_random_bytes_never_raise_and_the_next_key_counts() -> None:
    chance = random.Random(8)
    parts = [b"\x1b", b"\x1b[", b"\x1b[200~", b"\x1b]", b"\x1bO", b"\x1b[<", b";", b"1", b"u", b"M"]
    for _ in range(300):
        sent = Sent()
        for _ in range(chance.randrange(1, 12)):
            mixed = [chance.choice(parts), chance.randbytes(chance.randrange(4))]
            sent(b"".join(mixed), then=chance.choice((0, 0.1, 0.3)))
        sent.pass_by(1)
        assert sent(b"\x1b[A")[-1] == "up"
