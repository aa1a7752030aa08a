"""Starting a game and replaying a save."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from elgrande.content.decks.deck import Deck
from elgrande.content.setup import Setup
from elgrande.content.toml_data import ContentError
from elgrande.saves.errors import SaveBroken, SaveError
from elgrande.table.history import History
from elgrande.table.refused import Refused
from elgrande.table.table import Log, Table

if TYPE_CHECKING:
    from elgrande.saves.journal import Journal, Record
    from elgrande.saves.savefile import SaveFile


class Mismatch(SaveError):
    """A sound save that the rules do not follow: an illegal command, or another position.

    ``agrees`` is the number of the last record whose position is certain; play
    can go on from a copy that ends there.
    """

    def __init__(self, sentence: str, *, line: int, agrees: int) -> None:
        super().__init__(sentence, line=line)
        self.agrees = agrees


Saved: TypeAlias = "Journal | SaveFile"
"""What is replayed: a journal that was read, or the save that is played on."""


def header(setup: Setup) -> dict[str, Any]:
    """Return the tables of a new save's header.

    It carries all cards of the game, so that the save can be played where other
    decks are installed. Of our own decks it leaves out where each field comes from.
    """
    deck = setup.played_deck()
    digest = {"digest": setup.ruleset().deck_digest}
    if setup.deck is not None:
        return {"game": _game(replace(setup, deck=deck)), "deck": digest}
    return {"game": _game(setup), "deck": {**digest, **deck.to_plain(sources=False)}}


def _game(setup: Setup) -> dict[str, Any]:
    """Return the Setup as the header has it: the version of the rules stands above the tables."""
    return {key: value for key, value in setup.to_plain().items() if key != "rules"}


def new_game(setup: Setup, log: Log | None = None) -> Table:
    """Start a game at its first Decision; forced answers are given."""
    table = Table(setup, History([setup.start()]), log)
    table.settle()
    return table


def setup_of(journal: Saved, name: str) -> Setup:
    """Return the Setup in a save's header; SaveError names the faulty field."""
    game = journal.header.get("game")
    if not isinstance(game, dict):
        raise SaveError(f"{name}: the header has no [game], so it is not an El Grande save")
    if not journal.rules:
        raise SaveError(f"{name}: the header does not say by which rules the game is played")
    deck = journal.header.get("deck")
    if strange := [*({*journal.header} - {"game", "deck"}), *({*game} & {"rules"})]:
        raise SaveError(f"{name}: the header has no such field as {strange[0]!r}; remove it")
    try:
        setup = Setup.from_plain({**game, "rules": journal.rules}, name)
        return _with_deck(setup, deck if isinstance(deck, dict) else {}, name)
    except ContentError as error:
        # What no single field is at fault for says nothing of the file.
        where = "" if str(error).startswith(name) else f"{name}: "
        raise SaveError(f"{where}{error}") from None


def _with_deck(setup: Setup, deck: dict[str, Any], name: str) -> Setup:
    """Return the Setup with the cards that the save was begun with: installed ones, or its own."""
    digest = deck.get("digest")
    if digest is None:
        raise SaveError(f"{name}: the header does not say with which action cards it was begun")
    try:
        if digest == setup.ruleset().deck_digest:
            return setup
    except ContentError:
        # What is installed may no longer fit together; what the save carries did.
        if "card" not in deck:
            raise
    if "card" not in deck:
        raise SaveError(
            f"{name}: this game was begun with other action cards than are installed now; "
            "put the old deck back to go on with it"
        )
    plain = {key: value for key, value in deck.items() if key != "digest"}
    setup = replace(setup, deck=Deck.from_plain(plain, name, "deck"))
    if setup.ruleset().deck_digest != digest:
        raise SaveError(
            f"{name}: the action cards in its header are not those that it was begun with; "
            "take the file from a backup"
        )
    return setup


def load(journal: Saved, name: str, log: Log | None = None) -> Table:
    """Replay a save and go on from it.

    Raises Mismatch, naming the very record, where the rules do not lead to the
    position that the save notes, and SaveError where its header cannot be used.
    """
    table = replay(journal, name)
    table.log = log
    if log is not None:
        # A save that takes no more is there to be looked at; the next answer says so.
        with suppress(SaveBroken):
            table.settle()
    return table


def replay(journal: Saved, name: str, until: int | None = None) -> Table:
    """Replay a save, up to and with record ``until``, without going on."""
    setup = setup_of(journal, name)
    try:
        start = setup.start()
    except ContentError as error:
        raise SaveError(f"{name}: {error}") from None
    table = Table(setup, History([start]))
    agrees = 0
    for record in journal.records:
        if until is not None and record.n > until:
            break
        _follow(table, record, name, agrees)
        if "digest" in record.fields:
            agrees = record.n
    return table


def _follow(table: Table, record: Record, name: str, agrees: int) -> None:
    try:
        table.carry_out(record.kind, record.fields)
    except Refused as refusal:
        raise Mismatch(
            f"{name}, line {record.line}: record {record.n} {refusal.record}, so the rules have "
            f"changed or the file was edited; play can go on from a copy that ends with record "
            f"{agrees}.",
            line=record.line,
            agrees=agrees,
        ) from None
