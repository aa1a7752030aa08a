"""List the bots that are installed."""

from __future__ import annotations

import argparse
import sys
from textwrap import fill

from elgrande.bots.bot import BotError
from elgrande.bots.limits import RIGHTS, described_limits
from elgrande.bots.registry import names, problems
from elgrande.bots.runner import described

WIDTH = 80
"""The columns of what is printed below the list."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run(options: argparse.Namespace) -> int:
    """Print them, what they may do, and what limits them here."""
    faults = list(problems())
    for name in names():
        try:
            print(f"{name}: {described(name)}")
        except BotError as error:
            faults.append(str(error))
    print()
    for sentence in (RIGHTS, described_limits()):
        print(fill(sentence, WIDTH))
    for fault in faults:
        print(f"elgrande: {fault}", file=sys.stderr)
    return 0
