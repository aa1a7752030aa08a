"""A game and its save: beginning one, what it is called, replaying it, and how it stands.

The clock is the caller's: neither the rules nor a save ask what day it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from elgrande.content.clean import clean
from elgrande.content.days import game_of_the_day
from elgrande.content.deck import Deck
from elgrande.content.files import ContentError
from elgrande.content.setup import PERSON, Setup
from elgrande.content.tally import name_of, tally
from elgrande.saves.errors import SaveBroken, SaveError
from elgrande.saves.journal import Journal, Record, digest, render_header, render_record
from elgrande.saves.paths import UNNAMED, make_name
from elgrande.saves.standings import GameStanding, Standings
from elgrande.table.history import History
from elgrande.table.table import COMMAND, STAND_IN, Log, Refused, Table, apply, forced

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from elgrande.saves import Store
    from elgrande.saves.savefile import SaveFile
    from elgrande.tournament.games import Played


class Mismatch(SaveError):
    """A sound save that the rules do not follow: an illegal command, or another position.

    ``agrees`` is the number of the last record whose position is certain; play
    can go on from a copy that ends there.
    """

    def __init__(self, sentence: str, agrees: int) -> None:
        super().__init__(sentence)
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
    table.answer_forced()
    return table


def begin(store: Store, setup: Setup, name: str | date) -> Table:
    """Start a game with a save of its own, called so, or by ``title`` where ``name`` is a day."""
    version, tables = setup.ruleset().version, header(setup)
    if isinstance(name, str):
        save = store.create(name, version, tables)
    else:
        named = title(setup, name)
        save = store.under_unused(named, lambda free: store.create(free, version, tables))
    try:
        return new_game(setup, save)
    except BaseException:
        save.close()
        raise


def of_the_day(store: Store, day: date, name: str = "") -> Table:
    """Go on with the game of a date, or start it, for a person of this name."""
    called = day_name(day.isoformat())
    if (store.paths.saves / f"{called}.toml").exists():
        table = reopen(store, called)
        if table.setup.day == day.isoformat():
            return table
        table.close()
        raise SaveError(f"{called} is not the game of that day; give that save another name.")
    return begin(store, game_of_the_day(day, name), called)


def day_name(day: str) -> str:
    """Return what the save of the game of a date is called."""
    return f"day-{day}"


def write_played(store: Store, folder: Path, title: str, setup: Setup, game: Played) -> None:
    """Write the save of a game that bots have played without a table, as if it had been at one."""
    table = Table(setup, History([setup.start()]))
    whole = render_header(table.rules.version, header(setup))
    replaced = [0] * table.rules.n_seats
    for n, (seat, code, by_then) in enumerate(game.answers, 1):
        fields: dict[str, Any] = {"do": [f"{table.rules.colours[seat]} {table.rules.text(code)}"]}
        if by_then > replaced[seat]:
            replaced[seat], fields["by"] = by_then, STAND_IN
        elif forced(table.state) == (seat, code):
            fields["auto"] = True
        done = apply(table, COMMAND, fields)
        table.history.add(done.entry, done.position)
        whole += render_record(n, COMMAND, done.fields)
    # One that is played again takes the place of what was kept of it.
    store.put(folder / f"{title}-{game.number}.toml", whole, anew=True)


def reopen(store: Store, which: str | Path) -> Table:
    """Open a save and replay it, to play on."""
    save = store.open(which)
    try:
        return load(save, save.name, save)
    except BaseException:
        save.close()
        raise


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
            table.answer_forced()
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
            agrees,
        ) from None


# -- names of new saves ----------------------------------------------------------------


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
ROOM, LONG = 16, 14
"""So many letters of a name are left for the players and for an expansion; nothing is ever cut."""


def title(setup: Setup, day: date) -> str:
    """Return a name for a new save, such as ``anna-bert-colonies-21-nov``; it may be taken.

    An expansion names the game instead of its edition, which it implies; of several, or one with
    a long name, the number stands behind the edition.

    People count by the names that they gave; a colour's own name tells no games apart, so
    that without others the name says how many play.
    """
    return f"{_players(setup)}-{_played(setup)}-{day.day}-{MONTHS[day.month - 1]}"


def example(name: str) -> str:
    """Return what a copy of an example is called, which is one's own from then on."""
    return f"my-{name}"


def _played(setup: Setup) -> str:
    """Return the expansion that was chosen, or the edition and how many were."""
    names = setup.expansions
    if len(names) == 1 and len(names[0]) <= LONG:
        return names[0]
    return f"{setup.edition}-plus-{len(names)}" if names else setup.edition


def _players(setup: Setup) -> str:
    labels = setup.content.labels
    people = [player for player in setup.players if player.source == PERSON]
    given = [make_name(p.name) for p in people if p.name != labels[p.colour].name]
    # A name of which the alphabet of saves leaves nothing is none here.
    named = [name for name in given if name != UNNAMED]
    for shown in range(len(named), 0, -1):
        others = len(setup.players) - shown
        said = "-".join(named[:shown]) + (f"-and-{others}" if others else "")
        if len(said) <= ROOM:
            return said
    return f"{len(setup.players)}-{'players' if people else 'bots'}"


# -- how saves stand -------------------------------------------------------------------


def players_in(header: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players by the header of a save, which need not be one that can be played."""
    game = header.get("game")
    players = game.get("players") if isinstance(game, dict) else None
    if not isinstance(players, list):
        return ()
    return tuple(clean(str(each.get("name", "?"))) for each in players if isinstance(each, dict))


def standing(journal: Saved, name: str) -> GameStanding:
    """Replay a save and say how its game stands; SaveError if it cannot be replayed."""
    return standing_of(replay(journal, name), journal)


def standing_of(table: Table, saved: Saved) -> GameStanding:
    """Say how the game at a table stands, which has that save."""
    state, players, setup = table.state, table.players, table.setup
    scores = tuple(state.score(seat) for seat in range(table.rules.n_seats))
    labels, names = setup.content.labels, table.names
    sources = tally(table.rules, scores, table.events(None)).sources if state.over else ()
    return GameStanding(
        tuple(player.name for player in players),
        scores,
        state.round,
        state.over,
        tuple(player.source for player in players),
        tuple(at for at, one in enumerate(players) if one.name != labels[one.colour].name),
        tuple(state.owing()),
        setup.edition,
        tuple(setup.expansions),
        tuple((clean(name_of(share.id, names)), share.points) for share in sources),
        digest(saved.rules, saved.header, saved.records),
    )


def standings(store: Store) -> Standings:
    """Return how the saves of a store stand, each replayed when it is first asked for."""
    return Standings(store, standing)
