"""The Setup of a game: what is played, by whom, from which seed or position."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any
from unicodedata import combining, normalize

from elgrande.content.clean import WORDS, check_names, clean_name, look_keys
from elgrande.content.deck import SHORT, CardInfo, Deck, check_lasting
from elgrande.content.edition import FIRST, Edition, HouseRule, Label, edition, edition_ids
from elgrande.content.expansion import (
    Expansion,
    broken,
    chosen,
    edit,
    expansion_ids,
    in_order,
    joining,
    own_house_rules,
)
from elgrande.content.expansion import expansion as find_expansion
from elgrande.content.files import ContentError, TomlTable, read_toml
from elgrande.content.map.charts import charts
from elgrande.content.positions.layout import lay_out
from elgrande.content.words.names import GameNames, listed
from elgrande.rules import Boxed, Card, Ruleset, Spec, SpecError, State, start
from elgrande.rules.effects import bring

PERSON = "person"
MAX_SEED = (1 << 63) - 1
DEALT_BITS = 53
"""The length of a dealt seed: every reader of JSON keeps as much to the last digit."""


def fresh_seed() -> int:
    """Return a seed that nobody can guess, nor find by trying: it decides the decks."""
    return int.from_bytes(os.urandom(8), "big") >> (64 - DEALT_BITS)


@dataclass(frozen=True)
class Player:
    """A seat: its colour, the player's name, and who plays it (``person`` or a bot's name)."""

    colour: str
    name: str
    source: str = PERSON


@dataclass(frozen=True)
class Setup:
    """Everything that decides a game but its commands.

    ``starter`` names the colour that begins round 1; without it the seed draws.
    ``position`` is an explicit position (see ``layout``) and takes the place of
    the drawn one. ``deck`` takes the place of the edition's deck. ``day`` is the date of a game
    of the day (``content.days``): its bots think so many simulations, and not so long.
    """

    players: tuple[Player, ...]
    seed: int
    edition: str = FIRST
    expansions: tuple[str, ...] = ()
    short: bool = False
    house: Mapping[str, Any] = field(default_factory=dict)
    starter: str | None = None
    position: Mapping[str, Any] | None = None
    deck: Deck | None = None
    day: str = ""

    @classmethod
    def of(cls, players: int, seed: int, *, colours: Sequence[str] = (), **others: Any) -> Setup:
        """Return a Setup with colours and their names, for tests, simulations and audits.

        ``colours`` are those that play, in seating order; without them the edition's first.

        Expansions come in the order in which they edit the game, however they were typed.

        >>> Setup.of(4, seed=1).ruleset().colours
        ('red', 'blue', 'green', 'yellow')
        >>> Setup.of(2, seed=1, colours=("white", "red")).ruleset().colours
        ('white', 'red')
        """
        data = edition(others.get("edition", FIRST))
        others["expansions"] = in_order(others.get("expansions", ()))
        chosen_colours = tuple(colours) or data.colours[:players]
        if len(chosen_colours) != players:
            raise ContentError(f"{players} play, so name {players} colours, in seating order")
        data.check_colours(chosen_colours)
        seats = tuple(Player(colour, data.labels[colour].name) for colour in chosen_colours)
        return cls(seats, seed, **others)

    @property
    def content(self) -> Content:
        """The names, card texts and house rules of the editions and expansions in play."""
        options = tuple(sorted(self.options().items()))
        return _content(self.edition, self.expansions, self._parts(), self.deck, options)

    def _parts(self) -> tuple[str, ...]:
        """Return what the edition brings along with so many players and these house rules."""
        return edition(self.edition).parts_of(len(self.players), self.house)

    @property
    def idle_cards(self) -> str:
        """A sentence that says how many cards of a deck of one's own no game such as this uses."""
        if self.deck is None or self.deck.complete:
            return ""
        played = {card.id for card in self.ruleset().cards}
        idle = sum(info.card.id not in played for info in self.deck.cards)
        return (
            f"{idle} of the {len(self.deck.cards)} cards of the deck stay in the box: "
            f"{self.content.called} does not use them."
        ) * bool(idle)

    def played_deck(self) -> Deck:
        """Return all cards of the game, as a save carries them: nothing installed is needed."""
        rules = self.ruleset()
        known = self.content.cards
        cards = []
        for card in rules.cards:
            info = known.get(card.id) or CardInfo(card, card.id, card.id[:SHORT], card.id, {}, "")
            cards.append(replace(info, card=card))
        name = self.deck.name if self.deck else edition(self.edition).id
        boxed = tuple(
            Boxed(frozenset(rules.cards[at].id for at in group), number)
            for groups in rules.boxed
            for group, number in groups
        )
        return Deck(name, tuple(cards), True, boxed)

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The house rules of the edition, then those of the expansions and of its parts."""
        own = own_house_rules(self.edition, self.expansions, self._parts())
        return (*edition(self.edition).house_rules, *own)

    def options(self) -> dict[str, Any]:
        """Return every house rule with its value."""
        return {rule.key: self.house.get(rule.key, rule.default) for rule in self.house_rules}

    def check(self) -> None:
        """Raise ContentError with one sentence if this cannot be played."""
        data = edition(self.edition)
        count = len(self.players)
        if count not in data.ranks:
            numbers = ", ".join(map(str, sorted(data.ranks)))
            raise ContentError(f"{count} is not a possible number of players; choose {numbers}")
        colours = [player.colour for player in self.players]
        data.check_colours(colours)
        if len(set(colours)) != count:
            raise ContentError("two players have the same colour; give each their own")
        self._check_names(data.colours)
        if not 0 <= self.seed <= MAX_SEED:
            raise ContentError(f"the seed must be a number from 0 to {MAX_SEED}")
        if self.starter is not None and self.starter not in colours:
            raise ContentError(f"the first player {self.starter!r} is not in the game")
        self._check_house(count)

    def _check_house(self, count: int) -> None:
        rules: dict[str, HouseRule] = {}
        for rule in self.house_rules:
            if rule.key in rules:
                raise ContentError(f"two house rules are called {rule.key!r}; leave one out")
            rules[rule.key] = rule
        for key, value in self.house.items():
            if key not in rules:
                raise ContentError(f"there is no house rule {key!r}; they are {', '.join(rules)}")
            if not rules[key].allows(value):
                raise ContentError(f"house rule {key!r} must be {rules[key].wants}")
            needs = rules[key].needs
            if value != rules[key].default and needs and not self.options()[needs]:
                raise ContentError(
                    f"house rule {key!r} decides nothing without {needs!r}; leave it out"
                )
            allowed = rules[key].players
            if value != rules[key].default and allowed and count not in allowed:
                numbers = " or ".join(map(str, allowed))
                raise ContentError(f"house rule {key!r} is for {numbers} players, not for {count}")

    def _check_names(self, colours: tuple[str, ...]) -> None:
        try:
            check_names([player.name for player in self.players], reserved=WORDS)
        except ValueError as error:
            raise ContentError(str(error)) from None
        for player in self.players:
            if player.name.casefold() in colours and player.name.casefold() != player.colour:
                raise ContentError(
                    f"{player.name!r} plays {player.colour}; a name must not be another colour"
                )

    def ruleset(self) -> Ruleset:
        """Compile the Ruleset; equal Setups but for names, seed and position share one."""
        self.check()
        return _ruleset(
            self.edition,
            self.expansions,
            tuple(player.colour for player in self.players),
            self.short,
            tuple(sorted(self.options().items())),
            self.deck,
        )

    def names(self) -> GameNames:
        """Return what everything is called, the players by their names."""
        content = self.content
        players = [player.name for player in self.players]
        return GameNames(self.ruleset(), players, content.labels, content.cards)

    def start(self) -> State:
        """Lay the game out, up to the first Decision."""
        rules = self.ruleset()
        if self.position is not None:
            return lay_out(rules, self.position, self.seed)
        starter = None if self.starter is None else rules.colours.index(self.starter)
        return start(rules, self.seed, starter)

    def to_plain(self, *, secrets: bool = True) -> dict[str, Any]:
        """Return the Setup as TOML values; without ``secrets``, what every player may know."""
        out: dict[str, Any] = {
            "edition": self.edition,
            "expansions": list(self.expansions),
            "short": self.short,
            "players": [asdict(player) for player in self.players],
            "house": dict(self.options()),
            "rules": edition(self.edition).version,
        }
        if self.starter is not None:
            out["starter"] = self.starter
        if self.deck is not None:
            out["deck"] = self.deck.to_plain()
        if self.day:
            out["day"] = self.day
        if secrets:
            out["seed"] = self.seed
            if self.position is not None:
                out["position"] = dict(self.position)
        return out

    @classmethod
    def from_plain(cls, data: Mapping[str, Any], file: str = "the set-up") -> Setup:
        """Return the Setup that ``to_plain`` wrote; ContentError names the faulty field."""
        top = TomlTable(data, file, "game")
        players = []
        for table in top.tables("players"):
            try:
                name = clean_name(table.text("name"))
            except ValueError as error:
                raise table.fault("name", str(error)) from None
            players.append(Player(table.text("colour"), name, table.text("source", PERSON)))
            table.close()
        setup = cls(
            players=tuple(players),
            seed=top.number("seed", 0, MAX_SEED, 0),
            edition=top.text("edition", FIRST),
            expansions=top.texts("expansions", []),
            short=top.flag("short", False),
            house=dict(top.table("house").items()),
            starter=top.text("starter") if "starter" in top else None,
            position=dict(top.table("position").items()) if "position" in top else None,
            deck=Deck.from_plain(top.raw("deck"), file) if "deck" in top else None,
            day=_day(top),
        )
        if "rules" in top:
            edition(setup.edition).check_version(top.text("rules"), file)
        top.close()
        setup.check()
        return setup


def _day(top: TomlTable) -> str:
    """Return the date of a game of the day, empty for another game."""
    text = top.text("day", "")
    if text and not is_day(text):
        raise top.fault("day", f"{text!r} is not a date; write one as 2026-11-26")
    return text


def is_day(text: str) -> bool:
    """Say whether this is a date, written as ``2026-11-26``."""
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() == text
    return False


@dataclass(frozen=True)
class Content:
    """The texts in play: labels of regions and colours, and what is said of each card."""

    edition: Edition
    expansions: tuple[Expansion, ...]
    labels: Mapping[str, Label]
    cards: Mapping[str, CardInfo]
    deck: Deck | None = None
    parts: tuple[Expansion, ...] = ()
    """What the edition brings along; ``expansions`` are the chosen ones and what joins them."""

    @property
    def called(self) -> str:
        """The edition with the expansions that were chosen: what is played."""
        more = listed([one.name for one in self.expansions if not one.part])
        return f"{self.edition.name}{' with ' * bool(more)}{more}"

    @property
    def brought(self) -> tuple[Expansion, ...]:
        """All expansions in play."""
        return (*self.expansions, *self.parts)

    @property
    def ours(self) -> tuple[Edition | Expansion, ...]:
        """The edition and all expansions in play."""
        return (self.edition, *self.brought)

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The house rules of the edition, then those of the expansions and of its parts."""
        own = (rule for one in self.brought for rule in one.house_rules)
        return (*self.edition.house_rules, *own)


@lru_cache(maxsize=32)
def _content(
    name: str,
    ids: tuple[str, ...],
    parts: tuple[str, ...],
    deck: Deck | None,
    options: tuple[tuple[str, Any], ...],
) -> Content:
    data = edition(name)
    expansions = (*chosen(name, ids), *joining(ids))
    brought = tuple(map(find_expansion, parts))
    labels = dict(data.labels)
    own = deck is not None and not deck.complete
    cards = {info.card.id: info for info in (deck.cards if deck and own else data.cards)}
    mine = frozenset(cards if own else ())
    for expansion in (*expansions, *brought):
        labels.update(expansion.labels)
        added = {info.card.id: info for info in expansion.cards}
        # A deck's card stands for that of the same id.
        cards.update({name: info for name, info in added.items() if name not in mine})
        for card, (text, sure) in expansion.retold.items():
            if card in cards and card not in mine:
                source = {**cards[card].source, "effect": sure}
                cards[card] = replace(cards[card], text=text, source=source)
    if expansions:
        # What an expansion puts away is not in play, cards or symbols of theirs.
        spec = data.spec(data.colours[: max(data.ranks)], False, dict(options))
        spec.cards = [info.card for info in cards.values()]
        for expansion in expansions:
            edit(expansion, spec)
        left = {card.id: card.marks for card in spec.cards}
        cards = {
            name: replace(info, card=replace(info.card, marks=left[name]))
            for name, info in cards.items()
            if name in left
        }
    if deck is not None and deck.complete:
        cards = {info.card.id: _best(info, cards.get(info.card.id)) for info in deck.cards}
    in_play = [one.id for one in (*expansions, *brought)]
    said = {key: info.in_game(dict(options), in_play) for key, info in cards.items()}
    return Content(data, expansions, labels, said, deck, brought)


def _best(carried: CardInfo, installed: CardInfo | None) -> CardInfo:
    """Return a card of a save, with the sources that our deck has if it still does the same."""
    if carried.source or installed is None:
        return carried
    same = replace(installed.card, stack=carried.card.stack) == carried.card
    return replace(installed, card=carried.card) if same else carried


def _brought(expansion: Expansion, deck: Deck | None) -> list[Card]:
    """Return the cards that an expansion adds: a deck's card stands for that of the same id.

    A complete deck has them already, as they were left.
    """
    cards = [info.card for info in expansion.cards]
    if deck is None:
        return cards
    own = {info.card.id for info in deck.cards}
    return [] if deck.complete else [card for card in cards if card.id not in own]


def _check_ids(
    expansion: Expansion, cards: Sequence[Card], spec: Spec, owners: dict[str, str]
) -> None:
    """Raise ContentError if an expansion's card has the id of one that is in the game already.

    ``owners`` says whose each card is, and is told of these.
    """
    taken = {card.id for card in spec.cards}
    for card in cards:
        if card.id in taken:
            whose = owners.get(card.id, "another expansion")
            raise ContentError(
                f"{expansion.name} has a card with the id {card.id!r}, and so has {whose}; "
                "give it an id of its own"
            )
        owners[card.id] = expansion.name


@lru_cache(maxsize=64)
def _ruleset(
    name: str,
    ids: tuple[str, ...],
    colours: tuple[str, ...],
    short: bool,
    options: tuple[tuple[str, Any], ...],
    deck: Deck | None,
) -> Ruleset:
    data = edition(name)
    if deck is not None:
        data = replace(data, cards=deck.cards)
    spec = data.spec(colours, short, dict(options))
    spec.expansions = ids
    parts = map(find_expansion, data.parts_of(len(colours), dict(options)))
    editing = (*chosen(name, ids), *parts, *joining(ids))
    spec.in_play = tuple(expansion.id for expansion in editing)
    owners = {card.id: f"the deck {deck.name!r}" if deck else data.name for card in spec.cards}
    for expansion in editing:
        brought = _brought(expansion, deck)
        _check_ids(expansion, brought, spec, owners)
        spec.cards.extend(brought)
        edit(expansion, spec)
        # With each expansion, not when all is compiled: codes keep the order that they have had.
        its = {info.card.id for info in expansion.cards}
        bring(spec, [card for card in spec.cards if card.id in its])
    if deck is not None and deck.complete:
        spec.cards = [info.card for info in deck.cards]
        spec.boxed = list(deck.boxed)
    try:
        rules = Ruleset(spec)
        if deck is None or not deck.complete:
            # A game that was begun with a card that does nothing goes on all the same.
            rules.check_cards()
    except SpecError as error:
        # Without one the smallest games that are asked cannot be set up either.
        found = _with_lenders(error, spec) if deck is not None else error
        raise ContentError(f"this game cannot be set up: {found}") from found
    except Exception as error:
        if not editing:
            raise
        raise broken(editing, error) from error
    if deck is not None and not deck.complete:
        check_lasting(rules, deck)
    # Nobody shall find in mid-game that there is nothing to point at.
    charts(rules)
    return rules


def games_with(name: str) -> Iterator[Setup]:
    """Return the smallest game with an expansion of each edition that it can be chosen in."""
    needs = (need for need in find_expansion(name).needs if need not in edition_ids())
    for one in edition_ids():
        with suppress(ContentError):
            setup = Setup.of(min(edition(one).ranks), 0, edition=one, expansions=(name, *needs))
            chosen(one, setup.expansions)
            yield setup


def _with_lenders(error: SpecError, spec: Spec) -> SpecError:
    """Return the error, in which effects that the game lacks name the expansions that have them."""
    effects = {card.id: card.effect for card in spec.cards}
    known = {step.name for step in spec.steps}
    faults = [
        SpecError.of_card(fault.card, fault.field, problem)
        if fault.field == "effect"
        and (effect := effects[fault.card]) not in known
        and (problem := _lenders(effect, spec))
        else fault
        for fault in error.faults
    ]
    faults[0].faults = tuple(faults)
    return faults[0]


def _lenders(effect: str, spec: Spec) -> str:
    """Say which expansions would bring an effect, and how to play with them; empty for none."""
    found: dict[str, str] = {}
    for name in expansion_ids():
        # The game's own edition last: any other would have to be chosen, too.
        for setup in sorted(games_with(name), key=lambda game: game.edition == spec.edition):
            with suppress(ContentError, SpecError):
                setup.ruleset().effect(effect, "")
                more = [f"--edition {setup.edition}"] * (setup.edition != spec.edition)
                others = (one for one in setup.expansions if one not in spec.expansions)
                found[name] = " ".join([*more, *(f"--expansion {one}" for one in others)])
    # What needs another that has it brings nothing of its own.
    own = [name for name in found if found.keys().isdisjoint(find_expansion(name).needs)]
    names, calls = (
        " or ".join(said)
        for said in ([find_expansion(name).name for name in own], [found[name] for name in own])
    )
    said = f"{effect!r} is only there with {names}; add that expansion ({calls}), or name another"
    return said * bool(own)


@cache
def bot_names() -> tuple[str, ...]:
    """Return the names that bots may have."""
    file = files("elgrande.content") / "bot_names.toml"
    return TomlTable(read_toml(file), "bot_names.toml", "top").texts("names")


def with_bot_names(
    players: Sequence[Player], labels: Mapping[str, Label], seed: int
) -> tuple[Player, ...]:
    """Return the players with a name for each bot that is only called after its colour.

    The same seed gives the same names, and none is that of somebody who sits there, nor looks
    like it.
    """
    seated = {key for p in players if not _unnamed(p, labels) for key in _keys(p.name)}
    # A digest, so that the names lead back to no seed: it decides the decks.
    drawn = sorted(bot_names(), key=lambda name: blake2b(f"names/{seed}/{name}".encode()).digest())
    free = (name for name in drawn if seated.isdisjoint(_keys(name)))
    return tuple(replace(p, name=next(free, p.name)) if _unnamed(p, labels) else p for p in players)


def _keys(name: str) -> set[str]:
    """Return what two names have in common that are too much alike; accents do not part them."""
    plain = "".join(sign for sign in normalize("NFD", name) if not combining(sign))
    return {*look_keys(name), *look_keys(plain)}


def _unnamed(player: Player, labels: Mapping[str, Label]) -> bool:
    return player.source != PERSON and player.name == labels[player.colour].name
