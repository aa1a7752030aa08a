"""Finding bots: by entry points of the group ``elgrande.bots``, ours like anybody's.

Names are listed without importing what they name. Entry points live in a
package's metadata, which a bare checkout on ``PYTHONPATH`` does not have; so
the built-in ones are written down here a second time, as entry points too, and
join the list when the metadata does not name them. Nothing else tells them from
a stranger's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from elgrande.bots.bot import Answer, Bot, BotError
from elgrande.content.clean import clean
from elgrande.content.expansion import culprit
from elgrande.content.installed import installed
from elgrande.content.setup import PERSON

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "elgrande.bots"
STRONGEST = "marshal"
"""The strongest bot that comes with the game: the one that advises people."""
BEGINNERS = "page"
"""The bot that whoever has just learnt the game meets."""
USUAL = "steward"
"""The bot that plays where nobody names one, as for somebody who is away: worthy, and quick."""

PLAYS = "ed28ecc83b"
"""A digest of how our bots play the games of the day (``tests/table/test_days.py`` makes it)."""

_BUILT_IN = {
    "random": "elgrande.bots.random_bot:RandomBot",
    "page": "elgrande.bots.squire:Page",
    "squire": "elgrande.bots.squire:Squire",
    "bailiff": "elgrande.bots.squire:Bailiff",
    "steward": "elgrande.bots.steward:Steward",
    "marshal": "elgrande.bots.marshal:Marshal",
}
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,23}")
_SENTENCE = 200
"""How many cells of a stranger's text are printed."""
MOST_PLANNED = 100
"""So many answers of a plan are told."""
LONGEST = 4000
"""How many characters of it are looked at."""
_CODES = 1 << 31
"""No code of an answer is as large."""


def built_in(name: str) -> bool:
    """Say whether a bot comes with the game, so that its code is known."""
    return name in _BUILT_IN


def names() -> tuple[str, ...]:
    """Return the names of all bots, without importing any; ours first, from weak to strong."""
    return tuple(_found()[0])


def problems() -> tuple[str, ...]:
    """Return a sentence for each entry point that cannot be used, without importing any."""
    return tuple(_found()[1])


def make(name: str) -> Bot:
    """Make a bot for one seat of one game; BotError with one sentence if it cannot be had."""
    maker = load(name)
    with bot_errors(name, "started"):
        bot = maker()
        plays = callable(getattr(bot, "choose", None))
    if not plays:
        raise BotError(f"the bot {name!r} cannot be used: it has no method 'choose'")
    return bot


def describe(name: str) -> str:
    """Return the first line of a bot's docstring; imports the bot, BotError if that fails."""
    text = getattr(load(name), "__doc__", "")
    return clean(text.strip().partition("\n")[0], _SENTENCE) if type(text) is str else ""


def load(name: str) -> Callable[[], Bot]:
    """Import what makes a bot of this name; BotError with one sentence if it cannot be had."""
    point = entry_point(name)
    with bot_errors(name, "loaded"):
        maker = point.load()
        makes = callable(maker)
    if not makes:
        raise BotError(f"the bot {name!r} cannot be used: its entry point names no class")
    return cast("Callable[[], Bot]", maker)


@contextmanager
def bot_errors(name: str, done: str) -> Iterator[None]:
    """Make a BotError of whatever a stranger's package does wrong: it must not end our program."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError(f"the bot {name!r} cannot be {done}: {said(error)}") from None


def said(error: BaseException) -> str:
    """Return what an error of a stranger's code says, cleaned for a terminal; never raises."""
    try:
        kind = type.__dict__["__name__"].__get__(type(error))
        text = str(error)[:LONGEST]
        found = culprit(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return "an error that does not say what it is"
    what = clean(f"{kind}: {text}", _SENTENCE).rstrip(": ")
    # A bot that tries what an expansion does fails where that does.
    return f"{what}; {found.file}, line {found.line}, of {found.name}" if found else what


def plain(answer: object) -> tuple[int | None, str, int, list[int]]:
    """Return code, reason, simulations and plan of a bot's answer as values that are what they
    seem.

    None is a code that is none, or far too large for one. TypeError if it is no answer.
    """
    if not isinstance(answer, Answer):
        raise TypeError("choose() must return an Answer")
    code, reason = answer.code, answer.reason
    fits = type(code) is int and -_CODES < code < _CODES
    spent = answer.simulations if type(answer.simulations) is int else 0
    told = reason[:LONGEST] if type(reason) is str else ""
    return code if fits else None, told, spent, planned(answer.plan)


def planned(codes: object) -> list[int]:
    """Return the answers of a plan, as far as they are some."""
    if not isinstance(codes, (list, tuple)):
        return []
    return [code for code in codes[:MOST_PLANNED] if type(code) is int and 0 <= code < _CODES]


def entry_point(name: str) -> EntryPoint:
    """Return where a bot comes from, without importing it; BotError if there is none so called."""
    found, _ = _found()
    if name not in found:
        known = ", ".join(found)
        raise BotError(f"there is no bot called {clean(name)!r}; choose from {known}")
    return found[name]


def _found() -> tuple[dict[str, EntryPoint], list[str]]:
    """Return the usable entry points by name, and what is wrong with the others."""
    # Imported here, as whoever knows a bot's name already need not wait for it.
    from importlib.metadata import EntryPoint

    built_in = {name: EntryPoint(name, value, GROUP) for name, value in _BUILT_IN.items()}
    found = dict(built_in)
    points, faults = installed(GROUP)
    for point in points:
        if point.name in found:
            if point.value != found[point.name].value:
                faults.append(f"a second bot called {clean(point.name)!r} is ignored")
        elif not _NAME.fullmatch(point.name) or point.name == PERSON:
            faults.append(
                f"the bot {clean(point.name)!r} is ignored: a name may contain lower-case letters, "
                f"digits, '-' and '_', at most 24, and not {PERSON!r}"
            )
        else:
            found[point.name] = point
    return found, faults
