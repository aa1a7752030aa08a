"""What a command did, and what a wrong call must look like."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Ran:
    code: int
    out: str
    err: str


def one_sentence(ran: Ran) -> None:
    """A wrong call: exit code 2, one clear line, nothing on standard output."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("elgrande: ")
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.err
