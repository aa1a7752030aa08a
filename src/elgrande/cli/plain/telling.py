"""What a person can ask for besides answering: the board, the log, the cards, the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.plain.board import sentences
from elgrande.content.reference import reference
from elgrande.content.words import card_text, say_event
from elgrande.rules.events import RoundBegan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.table import Table

ENTRIES = 3
"""How many entries of the rules answer one question."""


def board(table: Table, seat: int | None) -> Iterator[str]:
    """Yield where everything stands, as a seat or a spectator may know it."""
    return sentences(table.view(seat), table.names, seat=seat)


def log(table: Table, seat: int | None) -> Iterator[str]:
    """Yield what has happened in this round."""
    events = [event for _, event in table.events(seat)]
    rounds = [at for at, event in enumerate(events) if isinstance(event, RoundBegan)]
    names = table.names
    if not events:
        yield "Nothing has happened yet."
    for event in events[rounds[-1] if rounds else 0 :]:
        yield say_event(event, table.rules, names)


def cards(table: Table) -> Iterator[str]:
    """Yield what the cards say that lie face up or are held, may be chosen or are in use."""
    rules = table.rules
    texts = table.setup.content.cards
    state = table.state
    shown = [slot.card for slot in state.slots] + [held.card for held in state.held]
    decision = state.decision()
    if decision.step == "choose_card":
        shown += rules.offered(state.view(None), decision.seat)
    shown.append(state.card)
    for card in dict.fromkeys(shown):
        info = texts.get(rules.cards[card].id) if card >= 0 else None
        if info is not None:
            yield from card_text(info).splitlines()


def look_up(table: Table, words: str) -> Iterator[str]:
    """Yield what the rules say about some words; without any, what there is to ask for."""
    book = reference(table.setup)
    if not words:
        yield f"Say what about, for example: rules {book.entries[0].title.lower()}."
        for chapter, entries in book.chapters:
            yield f"{chapter}: {', '.join(entry.title for entry in entries)}."
        return
    found = book.search(words)[:ENTRIES]
    for entry in found:
        yield f"{entry.title}. {entry.text}"
    if not found:
        yield "The rules have nothing about that; try one other word."
