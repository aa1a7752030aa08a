"""Names of saves: from a small alphabet that every file system, shell and screen takes as it is."""

import re
import unicodedata
from collections.abc import Container

from elgrande.saves.errors import SaveNameError, shown

SUFFIX = ".toml"
_LENGTH = 40
UNNAMED = "game"
"""The name that is made from a title without a letter or digit of ours."""
_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
# Windows opens the device, whatever the folder and the suffix.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(10)]
)


def is_safe(name: str) -> bool:
    """Say whether a save may have this name."""
    return _SAFE.fullmatch(name) is not None and name not in _DEVICES


def check_name(name: str) -> str:
    """Return ``name`` if a save may have it, or raise ``SaveNameError`` with a sentence that says
    how.

    Whatever passes is a plain file name: no separator, no dot, no device.
    """
    if is_safe(name):
        return name
    if name in _DEVICES:
        why = "Windows reserves that word for a device"
    else:
        why = (
            "a name has 1 to 40 characters from a-z, 0-9, - and _, "
            "starts with a letter or digit, and does not end in .toml"
        )
    raise SaveNameError(f'No save can be called "{shown(name)}" ({why}); try "{make_name(name)}".')


def make_name(title: str, taken: Container[str] = ()) -> str:
    """Make a safe name that is not in ``taken`` from any title: "Anna & José" gives anna-jose."""
    letters = unicodedata.normalize("NFKD", title[:200]).casefold().encode("ascii", "ignore")
    words = re.sub(r"[^a-z0-9_]+", "-", letters.decode().removesuffix(SUFFIX)).strip("-_")
    name = words[:_LENGTH].rstrip("-_") or UNNAMED
    if name in _DEVICES:
        name += "-game"
    stem, number = name, 1
    while name in taken:
        number += 1
        end = f"-{number}"
        name = stem[: _LENGTH - len(end)].rstrip("-_") + end
    return name
