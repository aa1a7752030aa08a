"""List the bots that are installed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from elgrande.bots.bot import BotError
from elgrande.bots.registry import describe, names, problems

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run(options: argparse.Namespace) -> int:
    """Print them."""
    faults = list(problems())
    for name in names():
        try:
            print(f"{name}: {describe(name)}")
        except BotError as error:
            faults.append(str(error))
    for fault in faults:
        print(f"elgrande: {fault}", file=sys.stderr)
    return 0
