"""The form of a new game: what can be chosen, how it reads, and the Setup that it gives.

A form is also written as values of TOML, and such values fill it in again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from elgrande.app.dialogs.form_dialog import FormField, TypedText, one_of, silent
from elgrande.app.dialogs.play_on import plays
from elgrande.app.panes.lists import turned
from elgrande.content.clean import clean
from elgrande.content.edition import FIRST, Edition, HouseRule, edition, edition_ids, is_edition
from elgrande.content.expansion import deciding, expansion, in_order, joining, offered
from elgrande.content.files import ContentError
from elgrande.content.setup import MAX_SEED, PERSON, Player, Setup, with_bot_names
from elgrande.content.words.names import listed, sentence, short_game

if TYPE_CHECKING:
    from elgrande.app.settings.bindings import Keys
    from elgrande.content.deck import Deck
    from elgrande.content.own_decks import Listed


@dataclass(frozen=True)
class SetupForm:
    """What has been filled in; ``players`` holds five, of whom the first ``count`` play.

    ``house`` has every house rule of the edition and what can be chosen with it, those that
    need another number of players too: they come back with that number.
    """

    players: tuple[Player, ...]
    count: int = 4
    short: bool = False
    house: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    bots: tuple[str, ...] = ()
    edition: str = FIRST
    expansions: tuple[str, ...] = ()
    deck: str = ""
    """The id of one of the ``decks``, which are the user's; empty for the edition's own."""
    decks: tuple[Listed, ...] = field(default=(), repr=False)
    bot_says: Callable[[str], str] = field(default=silent, repr=False, compare=False)
    """What a bot says of itself, in sentences."""
    more: bool = field(default=False, compare=False)
    """Whether the house rules are seen."""

    @classmethod
    def start(
        cls,
        bots: tuple[str, ...],
        seed: int,
        decks: Sequence[Listed] = (),
        bot_says: Callable[[str], str] = silent,
        opponent: str = "",
    ) -> Self:
        """Return the form for one person against an opponent, else the first of the bots."""
        data = edition(cls.edition)
        bot = opponent if opponent in bots else next(iter(bots), PERSON)
        players = tuple(
            Player(colour, data.labels[colour].name, bot if i else PERSON)
            for i, colour in enumerate(data.colours)
        )
        house = {rule.key: rule.default for rule in _house_rules(cls.edition)}
        return cls(
            players, min(4, len(players)), False, house, seed, bots,
            decks=tuple(decks), bot_says=bot_says,
        )  # fmt: skip

    @property
    def data(self) -> Edition:
        """The edition that is to be played."""
        return edition(self.edition)

    @property
    def sources(self) -> tuple[str, ...]:
        """Who can play a seat."""
        return (PERSON, *self.bots)

    @property
    def rules(self) -> tuple[HouseRule, ...]:
        """The house rules that can be switched with so many players and what is chosen."""
        parts = self.data.parts_of(self.count, self.house)
        chosen = (*map(expansion, (*self.expansions, *parts)), *joining(self.expansions))
        rules = deciding(self.data, chosen)
        fits = (rule for rule in rules if not rule.players or self.count in rule.players)
        return tuple(rule for rule in fits if not rule.needs or self.house[rule.needs])

    def ruling(self) -> dict[str, Any]:
        """Return what is filled in for the house rules that can be switched."""
        return {rule.key: self.house[rule.key] for rule in self.rules}

    def rule(self, key: str) -> HouseRule:
        """Return a house rule of the edition, or of what can be chosen with it."""
        return next(rule for rule in _house_rules(self.edition) if rule.key == key)

    @property
    def seated(self) -> tuple[Player, ...]:
        """The players as they will sit down: bots that nobody has named are called something."""
        return with_bot_names(self.players[: self.count], self.data.labels, self.seed)

    def setup(self) -> Setup:
        """Return the Setup; ContentError with one sentence if it cannot be played."""
        house = self.ruling()
        setup = Setup(
            self.seated, self.seed, self.edition, in_order(self.expansions), self.short, house,
            deck=self._deck(),
        )  # fmt: skip
        setup.check()
        try:
            setup.ruleset()
        except ContentError as error:
            said = f"the deck {self.deck} does not fit: {error}" if self.deck else str(error)
            raise ContentError(said) from None
        return setup

    def _deck(self) -> Deck | None:
        """Return the chosen deck of the user's; ContentError if its file is not in order."""
        if not self.deck:
            return None
        chosen = next(deck for deck in self.decks if deck.id == self.deck)
        for fault in chosen.faults:
            more = len(chosen.faults) - 1
            others = f" ({more} more: elgrande decks check {self.deck})" if more else ""
            raise ContentError(f"the deck {self.deck} cannot be played: {fault}{others}")
        return chosen.deck

    @property
    def problem(self) -> str:
        """Why this cannot be played, as a sentence; empty if it can."""
        try:
            self.setup()
        except ContentError as error:
            return sentence(str(error))
        return ""

    @property
    def house_rows(self) -> list[str]:
        """The rows of the house rules, those that are not seen too."""
        return [f"house {rule.key}" for rule in self.rules]

    def fields(self) -> list[str]:
        """Return the rows of the form by name, top to bottom."""
        house = self.house_rows
        return [
            "count",
            *(f"player {i}" for i in range(self.count)),
            "edition",
            *(["deck"] if self.decks else []),
            *(f"expansion {one.id}" for one in offered(self.edition)),
            "length",
            *(["more"] if house else []),
            *(house if self.more else []),
            "seed",
        ]

    def field(self, name: str) -> FormField:
        """Return a row of the form."""
        what, _, which = name.partition(" ")
        return FIELDS[what](self, which)

    def changed(self, name: str, way: int) -> Self:
        """Return the form after stepping through the values of a row."""
        step = self.field(name).step
        stepped: Self = step(way) if step else self
        return stepped

    def with_edition(self, name: str) -> Self:
        """Return the form for another edition; what that edition has too stays as it was."""
        data = edition(name)
        house = {
            rule.key: old if rule.allows(old := self.house.get(rule.key)) else rule.default
            for rule in _house_rules(name)
        }
        possible = {one.id for one in offered(name)}
        kept = tuple(one for one in self.expansions if one in possible)
        form = replace(self, edition=name, expansions=kept, house=house)
        for i, player in enumerate(self.players):
            if player.name == self.data.labels[player.colour].name:
                form = form._player(i, name=data.labels[player.colour].name)
        return form

    def recoloured(self, index: int) -> Self:
        """Return the form after a player took the next colour; whoever had it takes this one's."""
        other = (index + 1) % len(self.players)
        one, two = self.players[index].colour, self.players[other].colour
        return self._player(index, colour=two)._player(other, colour=one)

    def named(self, index: int, text: str) -> Self:
        """Return the form after a player got a name."""
        name = clean(text)
        return self._player(index, name=name) if name else self

    def ruled(self, key: str, text: str) -> Self:
        """Return the form with what a text says of a house rule; ValueError says why not."""
        return replace(self, house={**self.house, key: self.rule(key).read(text)})

    def seeded(self, text: str) -> Self:
        """Return the form with another seed; any text will do,
        and the same text gives the same game.
        """
        text = text.strip()
        if not text:
            return self
        # Python reads no number of thousands of digits.
        number = int(text) if text.isdecimal() and len(text) < 100 else sum(
            ord(sign) * 31**i for i, sign in enumerate(text)
        )  # fmt: skip
        return replace(self, seed=number if number <= MAX_SEED else number % (1 << 62))

    def _player(self, index: int, **values: str) -> Self:
        old = self.players[index]
        labels = self.data.labels
        # A name that is only a colour follows the colour; one that a person gave stays.
        if "colour" in values and old.name == labels[old.colour].name:
            values["name"] = labels[values["colour"]].name
        players = list(self.players)
        players[index] = replace(old, **values)
        return replace(self, players=tuple(players))


def _house_rules(name: str) -> tuple[HouseRule, ...]:
    """Return the house rules of an edition, and of all that can be chosen with it."""
    data = edition(name)
    can = offered(name)
    parts = (*map(expansion, data.every_part), *joining(tuple(one.id for one in can)))
    return (
        *data.house_rules,
        *(rule for one in (*can, *parts) for rule in one.house_rules),
    )


def _count(form: SetupForm, _which: str) -> FormField:
    def about(_keys: Keys) -> str:
        brought = form.data.parts_of(form.count, form.house)
        texts = [expansion(part).description for part in brought]
        return " ".join([f"{numbers[0]} to {numbers[-1]} players.", *texts])

    numbers = sorted(form.data.ranks)
    return FormField(
        "Players", str(form.count), about,
        step=lambda way: replace(form, count=turned(numbers, form.count, way)),
    )  # fmt: skip


def _player(form: SetupForm, which: str) -> FormField:
    def about(_keys: Keys) -> str:
        if now == PERSON:
            return "A person at this keyboard plays this colour."
        return f"A bot plays this colour. {form.bot_says(now)}".rstrip()

    def says(source: str) -> str:
        return "Somebody at this keyboard." if source == PERSON else form.bot_says(source)

    index = int(which)
    name, now = form.seated[index].name, form.players[index].source
    return one_of(
        name, now, form.sources, lambda source: form._player(index, source=source), says, plays,
        about, TypedText(name, lambda text: form.named(index, text)), form.players[index].colour,
    )  # fmt: skip


def _edition(form: SetupForm, _which: str) -> FormField:
    return one_of(
        "Edition", form.edition, edition_ids(), form.with_edition,
        lambda name: edition(name).description,
    )  # fmt: skip


def _expansion(form: SetupForm, which: str) -> FormField:
    def about(_keys: Keys) -> str:
        joined = (one for one in joining(form.expansions) if which in one.joins)
        return " ".join(one.description for one in (expansion(which), *joined))

    def put(_on: bool) -> SetupForm:
        # In the order of the form, whatever was chosen first: the same game is the same Setup.
        wanted = {*form.expansions} ^ {which}
        order = (one.id for one in offered(form.edition))
        return replace(form, expansions=tuple(one for one in order if one in wanted))

    return one_of(
        expansion(which).name, which in form.expansions, (True, False), put,
        called=lambda on: "yes" if on else "no", about=about,
    )  # fmt: skip


def _decks(form: SetupForm, _which: str) -> FormField:
    def says(name: str) -> str:
        deck = known[name]
        if deck is None:
            return f"The {len(form.data.cards)} action cards of the edition."
        if deck.faults:
            return f"It cannot be played: {deck.faults[0]}"
        return f"{len(deck.deck.cards)} action cards of your own, instead of the edition's."

    known = {"": None, **{deck.id: deck for deck in form.decks}}
    return one_of(
        "Deck", form.deck, [*known], lambda name: replace(form, deck=name), says,
        lambda name: name or "the edition's own",
    )  # fmt: skip


def _length(form: SetupForm, _which: str) -> FormField:
    def says(short: bool) -> str:
        scorings = listed([str(n) for n in form.data.scoring_rounds if n in rounds[short]])
        scored = f"The general scorings come after rounds {scorings}."
        return f"{short_game(rounds[short])} {scored}".lstrip()

    rounds = {False: form.data.rounds, True: form.data.short_rounds}
    return one_of(
        "Rounds", form.short, [*rounds], lambda short: replace(form, short=short), says,
        lambda short: str(len(rounds[short])),
    )  # fmt: skip


def _more(form: SetupForm, _which: str) -> FormField:
    rules = [form.rule(row.partition(" ")[2]) for row in form.house_rows]
    changed = sum(form.house[rule.key] != rule.default for rule in rules)
    called = {True: "house rules, shown below", False: "house rules"}
    if changed:
        called[False] += f", {changed} changed"
    names = listed([rule.title for rule in rules])
    return one_of(
        "More", form.more, (False, True), lambda more: replace(form, more=more),
        called=called.__getitem__, about=lambda _keys: f"What a table can choose: {names}.",
    )  # fmt: skip


def _house(form: SetupForm, which: str) -> FormField:
    rule, now = form.rule(which), form.house[which]
    typed = TypedText(str(now), lambda text: form.ruled(which, text), "list with commas, or none")

    def about(keys: Keys) -> str:
        more = keys.say(" {new.name} types several: ") if rule.several else ""
        return f"{rule.text}{more}{', '.join(rule.choices) if more else ''}"

    return one_of(
        rule.title, now, rule.values,
        lambda value: replace(form, house={**form.house, which: value}),
        called=rule.called, about=about, typed=typed if rule.several else None,
    )  # fmt: skip


def _seed(form: SetupForm, _which: str) -> FormField:
    return FormField(
        "Seed", str(form.seed),
        lambda keys: keys.say("The same seed always deals the same game; {new.name} types one."),
        step=lambda way: replace(form, seed=min(max(0, form.seed + way), MAX_SEED)),
        typed=TypedText("", form.seeded, "number"),
    )  # fmt: skip


FIELDS: dict[str, Callable[[SetupForm, str], FormField]] = {
    "count": _count,
    "player": _player,
    "edition": _edition,
    "expansion": _expansion,
    "deck": _decks,
    "length": _length,
    "more": _more,
    "house": _house,
    "seed": _seed,
}
"""How each kind of row is made, by the first word of its name."""


# -- as values of TOML -----------------------------------------------------------------


def entries(form: SetupForm, dealt: int) -> dict[str, Any]:
    """Return what was filled in; the seed only if it is not the one that was ``dealt``."""
    out: dict[str, Any] = {
        "edition": form.edition,
        "expansions": [*form.expansions],
        "deck": form.deck,
        "short": form.short,
        "count": form.count,
        "house": dict(form.house),
        "players": [asdict(player) for player in form.players],
    }
    if form.seed != dealt:
        out["seed"] = form.seed
    return out


def fill_in(form: SetupForm, said: dict[str, Any]) -> SetupForm:
    """Return the form with what was filled in before, as far as it can still be chosen.

    Whatever is missing or makes no sense any more, such as a bot that is not installed,
    stays as the form has it; nothing is refused.
    """
    name = said.get("edition")
    if isinstance(name, str) and is_edition(name):
        form = form.with_edition(name)
    can = [one.id for one in offered(form.edition)]
    form = replace(
        form,
        expansions=tuple(one for one in can if one in _list(said.get("expansions"))),
        house={key: _choice(form, key, old, said) for key, old in form.house.items()},
        players=_players(form, _list(said.get("players"))),
    )
    if said.get("deck") in [deck.id for deck in form.decks]:
        form = replace(form, deck=said["deck"])
    if isinstance(said.get("short"), bool):
        form = replace(form, short=said["short"])
    if _number(said.get("count")) in form.data.ranks:
        form = replace(form, count=said["count"])
    if 0 <= _number(said.get("seed")) <= MAX_SEED:
        form = replace(form, seed=said["seed"])
    return form


def _choice(form: SetupForm, key: str, old: Any, said: dict[str, Any]) -> Any:
    house = said.get("house")
    value = house.get(key) if isinstance(house, dict) else None
    return value if form.rule(key).allows(value) else old


def _players(form: SetupForm, said: list[Any]) -> tuple[Player, ...]:
    """Return the players as they were named and seated, if each colour is there once."""
    tables = [one for one in said if isinstance(one, dict)]
    texts = [[one.get(key) for key in ("colour", "name", "source")] for one in tables]
    players = [
        Player(colour, clean(name), source)
        for colour, name, source in texts
        if isinstance(colour, str) and isinstance(name, str) and isinstance(source, str)
    ]
    if {player.colour for player in players} != {*form.data.colours} or len(players) != len(
        form.players
    ):
        return form.players
    labels = form.data.labels
    usual = form.players[-1].source
    return tuple(
        replace(
            player,
            name=player.name or labels[player.colour].name,
            source=player.source if player.source in (PERSON, *form.bots) else usual,
        )
        for player in players
    )


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> int:
    return value if type(value) is int else -1
