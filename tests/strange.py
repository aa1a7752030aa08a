"""What nobody types on purpose: in every place that takes text, each of these is survived."""

from __future__ import annotations

import os
from pathlib import Path

TEXTS = {
    "no home": "~nobodyatall/x",
    "no home alone": "~nobodyatall",
    "NUL": "a\0b",
    "NUL in a path": "/tmp/a\0b.toml",
    "300 letters": "x" * 300,
    "300 letters in a path": f"/tmp/{'x' * 300}.toml",
    "letters of two bytes": f"./{'é' * 200}.toml",
    "5000 letters": "x " * 2500,
    "a long path": "/" + "abcdef/" * 700,
    "markup that ends nothing": "[/]",
    "markup of a link": "[link=http://x]L",
    "markup in a path": "./[/red]/[b].toml",
    "turned round": "\u202ered\u2066",
    "turned round in a path": "./\u202etxet.toml",
    "escapes": "\x1b[2J\x1b]0;x\x07\x9b31m",
    "escapes in a path": "./\x1b[2J.toml",
    "half a letter": "./\udcff.toml",
    "lines": "a\nb\r\n\tc",
    "nothing": "",
    "a blank": " ",
    # In which nobody can write, not even who may write anywhere else.
    "a folder": "/proc",
    "quotes": "'\"`$(x)",
    "percent and brace": "%s{0}{x}%(y)d",
}
"""Texts that are neither the name of a save nor the path of a file that is there."""

LONGEST = 320
"""What a sentence may take: two broad lines."""


def files(folder: Path) -> dict[str, Path]:
    """Files that are none of ours, each in its own way; reading one must end at once."""
    folder.mkdir()
    whole = {
        "a key of 60,000 parts": b"a" + b".a" * 60_000 + b" = 1\n",
        "a key of 1,900 parts": b"a = 1\n[a" + b".a" * 1900 + b"]\n",
        "deep brackets": b"a = " + b"[" * 3000 + b"]" * 3000,
        "deep brackets over lines": b"a = " + b"[\n" * 50_000,
        "deep tables": b"a = " + b"{a=" * 900 + b"1" + b"}" * 900,
        "no end of a text": b'a = """' + b'\\"""\n' * 50_000,
        "no UTF-8": b"name = '\xff\xfe'\n",
        "NUL": b"\0" * 5000,
        "escapes": b"\x1b[2J\xc2\x9b31m = 1\n",
        "escapes in a key": b'"\\u001b[2J\\u202e" = 1\n',
        "a key of 3,000 letters": b"x" * 3000 + b" = 1\n",
        "a text of 3,000 letters": b"name = '" + b"x" * 3000 + b"'\n",
        "too much": b"# nothing\n" * 110_000,
        "another file": b"%PDF-1.7\n\x00\x01\x02",
        "nothing": b"",
        "a byte order mark and nothing": b"\xef\xbb\xbf",
        "UTF-16": "format = 1\n".encode("utf-16"),
        "endless digits": b"format = " + b"9" * 3900 + b"\n",
        "odd values": b"format = 1979-05-27\nrules = nan\ngame = 1e400\n",
    }  # fmt: skip
    made = {}
    for number, (name, data) in enumerate(whole.items()):
        made[name] = folder / f"{number}.toml"
        made[name].write_bytes(data)
    made["a folder"] = folder / "folder.toml"
    made["a folder"].mkdir()
    made["not there"] = folder / "missing.toml"
    made["a turned name"] = folder / "\u202elmot.toml"
    made["a turned name"].write_bytes(b"a = \n")
    if os.name == "posix":
        made["a pipe"] = folder / "pipe.toml"
        os.mkfifo(made["a pipe"])
        made["a circle"] = folder / "circle.toml"
        made["a circle"].symlink_to(made["a circle"])
        for device in ("zero", "null", "tty"):
            made[device] = folder / f"{device}.toml"
            made[device].symlink_to(f"/dev/{device}")
    return made


def harmless(sentence: str) -> None:
    """A sentence that a terminal may be sent and a person may read: one line, short enough."""
    assert sentence.strip()
    assert all(char.isprintable() for char in sentence.rstrip("\n")), ascii(sentence[:400])
    assert len(sentence) <= LONGEST, sentence
    assert "Traceback" not in sentence
    assert "a bug in the program" not in sentence
