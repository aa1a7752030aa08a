"""Events put together into the lines of the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from elgrande.app.map.reading import veiled
from elgrande.app.panes.log import Entry
from elgrande.content.words import say_event
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.app.guide import Guide

QUIET: tuple[type[ev.Event], ...] = (ev.TurnBegan, ev.TurnEnded, ev.DiskSet)
"""Events that the screen shows in other ways."""


@dataclass(frozen=True)
class _Told:
    """An event with the entry that brought it and the round in which it happened."""

    n: int
    round: int
    event: ev.Event


def notice(text: str) -> Entry:
    """A line of the program's own, such as what was mended at loading."""
    return Entry(text, kind="notice")


def lines(events: Iterable[tuple[int, ev.Event]], guide: Guide) -> list[Entry]:
    """The log: a heading a round, and equal moves in a row drawn together.

    With a veiled Castillo the log forgets who threw in what as soon as the round
    is over, as a table of people would.
    """
    told = _told(events)
    now = told[-1].round if told else 0
    # The first round began while the game was laid out, before anybody could be told.
    out = [Entry(f"Round {guide.rules.rounds[0]}", kind="round")]
    for item in _gathered(told):
        event = item.event
        if isinstance(event, QUIET):
            continue
        if veiled(guide) and item.round < now and _throws_in(event, guide):
            continue
        out.append(_entry(event, guide))
    return out


def _told(events: Iterable[tuple[int, ev.Event]]) -> list[_Told]:
    """The events with their rounds."""
    out = []
    number = 1
    for n, event in events:
        if isinstance(event, ev.RoundBegan):
            number = event.round
        out.append(_Told(n, number, event))
    return out


def _gathered(told: Iterable[_Told]) -> list[_Told]:
    """Moves of one player's caballeros from one place to another, in a row, as one."""
    out: list[_Told] = []
    for item in told:
        last = out[-1].event if out else None
        event = item.event
        if isinstance(event, ev.Moved) and isinstance(last, ev.Moved):
            same = (event.by, event.kind, event.source, event.target)
            if same == (last.by, last.kind, last.source, last.target):
                number = last.number + event.number
                out[-1] = replace(out[-1], event=replace(last, number=number))
                continue
        out.append(item)
    return out


def _throws_in(event: ev.Event, guide: Guide) -> bool:
    """Whether an event tells who put caballeros into the Castillo."""
    return isinstance(event, ev.Moved) and event.target == guide.rules.castillo


def _entry(event: ev.Event, guide: Guide) -> Entry:
    """One line, with the player whose doing it is."""
    text = say_event(event, guide.rules, guide.names)
    if isinstance(event, ev.RoundBegan):
        return Entry(f"Round {event.round}", kind="round")
    if isinstance(event, ev.GeneralScoring):
        return Entry("General scoring", kind="round")
    if isinstance(event, ev.GameEnded):
        return Entry(text, kind="notice")
    seat = getattr(event, "seat", getattr(event, "by", -1))
    colour = guide.colour(seat) if isinstance(seat, int) and 0 <= seat < guide.rules.n else ""
    return Entry(text, colour, "score" if isinstance(event, ev.RegionScored) else "event")
