"""What can be asked for at a table at any time: how everything is, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from elgrande.cli.plain import telling
from elgrande.table import Refused, Update

if TYPE_CHECKING:
    from elgrande.content.setup import Setup
    from elgrande.content.words import Names

HELP = """\
  board    show the board
  cards    what the face-up cards do
  log      what has happened in this round
  story    what has happened since your last turn;  story 4  tells round 4
  scoring  what the last scoring brought;  scorings  lists all;  scoring 2  says the second
  why      how its points came about;  why 2  those of the second scoring
  forecast what a general scoring would bring now, and each card that scores
  rules WORDS   what the rules say about that"""
SHORT = {"b": "board", "c": "cards", "l": "log", "r": "rules"}
TOLD: Mapping[str, Callable[[Update, Names, Setup, str], Iterable[str]]] = {
    "board": lambda update, names, _setup, _rest: telling.board(update, names),
    "cards": lambda update, _names, setup, _rest: telling.cards(update, setup),
    "log": lambda update, names, _setup, _rest: telling.log(update, names),
    "scoring": lambda update, names, _setup, rest: telling.scoring_again(update, names, rest),
    "scorings": lambda update, names, _setup, _rest: telling.all_scorings(update, names),
    "why": telling.why,
    "forecast": lambda update, names, setup, _rest: telling.forecast(update, names, setup),
    "rules": lambda _update, _names, setup, rest: telling.look_up(setup, rest),
}
WORDS = TOLD.keys() | {"story"}


def aside(line: str) -> tuple[str, str] | None:
    """Return what a line asks for and what stands behind it, or None if it is no such line."""
    word, _, rest = line.strip().lower().partition(" ")
    word = SHORT.get(word, word)
    return (word, rest.strip()) if word in WORDS else None


def told(
    word: str, rest: str, update: Update, names: Names, setup: Setup, asker: Update
) -> Iterable[str]:
    """Return what somebody is told (Refused), from an update that may be read here.

    ``asker`` is that of the seat that asks, which others here must not read.
    """
    if word in TOLD:
        return TOLD[word](update, names, setup, rest)
    if not rest and asker.seat is not None:
        return telling.since(update, names, asker.since, asker.seat)
    return telling.round_story(update, names, _round(rest, update, names))


def _round(which: str, update: Update, names: Names) -> int:
    """Return which round is asked for; who has no turns of their own means the present one."""
    now = update.view.round
    if not which:
        return now
    rounds = [number for number in names.rules.rounds if number <= now]
    if not (which.isascii() and which.isdigit() and int(which[:9]) in rounds):
        known = f"from {rounds[0]} to {rounds[-1]}" if rounds else "yet"
        raise Refused(f"There is no round {which!r}; this game has rounds {known}")
    return int(which)
