"""What a sysop reads: one JSON object a line on standard error, an event each."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from typing import Any

from elgrande.content.clean import clean

LONGEST = 200
"""Letters of a text in it; of a traceback, lines."""


def event(part: str, what: str, /, **facts: Any) -> None:
    """Write an event of a part of the server; nothing comes of it where nobody can read it."""
    told = {name: _harmless(name, value) for name, value in facts.items() if value is not None}
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = json.dumps({"time": stamp, "part": part, "event": what, **told}, ensure_ascii=False)
    with suppress(OSError, ValueError):
        # One write a line, so that those of several processes do not mix.
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def _harmless(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if name == "traceback":
        return [clean(line, LONGEST) for line in value.splitlines()[-LONGEST:]]
    return clean(value, LONGEST)
