"""Making a Setup from flags."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from elgrande.bots import registry
from elgrande.cli.errors import UsageError
from elgrande.content.clean import clean, clean_name
from elgrande.content.deck import Deck
from elgrande.content.edition import FIRST, OURS, Edition, HouseRule, edition, edition_ids
from elgrande.content.expansion import (
    Expansion,
    chosen,
    every_expansion,
    expansion,
    in_order,
    own_house_rules,
)
from elgrande.content.files import ContentError, path_of, read_toml
from elgrande.content.own_decks import find_deck
from elgrande.content.setup import PERSON, Player, Setup, fresh_seed, with_bot_names
from elgrande.content.veil import OPEN, RULE, VEILED
from elgrande.rules import Ruleset
from elgrande.saves import Paths

MOST_SECONDS = 30
"""So long may a bot think about an answer: whoever takes far longer is thought to have stalled."""


class HouseRules(argparse.Action):
    """Lists what ``--house`` takes; only then the editions and expansions are looked up."""

    def __call__(self, parser: argparse.ArgumentParser, *_others: object) -> None:
        """Print the list and end."""
        print("\n".join(house_rules()))
        parser.exit()


def house_rules() -> Iterator[str]:
    """Yield every house rule under what brings it: its key with its values, and what it says."""
    brings: list[Edition | Expansion] = [*map(edition, edition_ids()), *every_expansion()]
    for one in brings:
        if one.house_rules:
            yield f"With {one.name}:"
        for rule in one.house_rules:
            values = " or ".join(str(value).lower() for value in rule.choices)
            more = "several with commas, " if rule.several else ""
            default = str(rule.default).lower()
            yield f"  {rule.key}={values} ({more}default: {default})"
            yield from wrap(rule.text, 76, initial_indent="    ", subsequent_indent="    ")


def rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say what is played, by whomever."""
    parser.add_argument(
        "--edition", metavar="ID", help=f"{', '.join(OURS)} or an installed one; default: {FIRST}"
    )
    parser.add_argument(
        "--expansion", action="append", metavar="ID", default=[],
        help="an expansion; may be repeated or list several: a,b",
    )  # fmt: skip
    parser.add_argument(
        "--deck", metavar="FILE", help="a deck of your own instead of the edition's"
    )
    parser.add_argument("--short", action="store_true", help="6 rounds instead of 9")
    parser.add_argument(
        "--house", action="append", metavar="KEY=VALUE", default=[],
        help="set a house rule; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--house-rules", action=HouseRules, nargs=0,
        help="list the house rules of all editions and expansions with their values, and exit",
    )  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags that describe a game."""
    rules_arguments(parser)
    parser.add_argument(
        "--players", type=int, metavar="N",
        help="how many play, 2 to 5: people, but for those that --bots names; default: those that "
        "--player and --bots name, and one person where only --bots is given; you and three "
        "bots if neither is",
    )  # fmt: skip
    parser.add_argument(
        "--player", action="append", metavar="COLOUR:NAME[:SOURCE]", default=[],
        help="a player, in seating order: red:Anna, blue:Bert:steward; may be repeated",
    )  # fmt: skip
    parser.add_argument("--bots", metavar="A,B,...", help="bots for the seats after the people")
    parser.add_argument("--starter", metavar="COLOUR", help="who begins round 1; default: random")
    parser.add_argument("--seed", type=int, metavar="N", help="the seed; default: random")
    parser.add_argument(
        "--from", dest="position", metavar="FILE",
        help="start from a position printed by elgrande show --toml",
    )  # fmt: skip


def seconds_argument(parser: argparse.ArgumentParser) -> None:
    """Add the flag that says how long bots think where they play among themselves."""
    parser.add_argument(
        "--seconds", type=float, metavar="S",
        help="how long a bot that searches may think about an answer; default: a number "
        "of simulations, which gives the same results on every machine",
    )  # fmt: skip


def given(options: argparse.Namespace) -> bool:
    """Say whether any flag describes a game."""
    parser = argparse.ArgumentParser()
    arguments(parser)
    left_out = parser.parse_args([])
    return any(getattr(options, name) != value for name, value in vars(left_out).items())


def setup_from(options: argparse.Namespace) -> Setup:
    """Return the Setup that the flags describe; UsageError or ContentError says what is wrong."""
    if options.position is None:
        return _setup(options, None)
    path = path_of(options.position)
    try:
        return _setup(options, read_toml(path))
    except ContentError as error:
        # What the position says about edition, colours and cards is checked in many places.
        said, name = str(error), clean(path.name, 60)
        named = said.startswith((name, "the position"))
        raise UsageError(
            f"--from {said.replace('the position', name, 1) if named else f'{name}: {said}'}"
        ) from None


def _setup(options: argparse.Namespace, position: dict[str, Any] | None) -> Setup:
    rules = rules_from(options, position)
    data = edition(rules["edition"])
    seed = fresh_seed() if options.seed is None else options.seed
    setup = Setup(
        players=with_bot_names(_players(options, position, data), data.labels, seed),
        seed=seed,
        **rules,
        starter=options.starter,
        position=position,
    )
    compiled(setup, options)
    if position is not None:
        # Before there is a save of it.
        setup.start()
    return setup


def rules_from(
    options: argparse.Namespace, position: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return what is played, as a Setup's fields; a position knows its edition and expansions."""
    name = options.edition or str((position or {}).get("edition", FIRST))
    edition(name)  # Before all else it is said that there is none.
    named = in_order(separated(options.expansion))
    told = (position or {}).get("expansions")
    if not named and isinstance(told, list):
        # As it is written: in the order in which the game of the position was edited.
        named = tuple(map(str, told))
    chosen(name, named)
    rules = rules_by_key(name, named)
    brings = (position or {}).get("short") is True
    typed = dict(_house(rules, text) for text in options.house)
    for one in map(expansion, named):
        for key in typed:
            if key in one.idle:
                raise UsageError(f"--house {key} decides nothing with {one.name}; leave it out")
    return {
        "edition": name,
        "expansions": named,
        "deck": _deck(options),
        "short": options.short or brings,
        "house": {**_said(position, rules), **typed},
    }


def rules_by_key(name: str, expansions: tuple[str, ...]) -> dict[str, HouseRule]:
    """Return the house rules that games of an edition with these expansions may have, by key."""
    data = edition(name)
    # Whether a part is in play the number of players decides, which is not known yet.
    own = own_house_rules(name, expansions, data.every_part)
    return {rule.key: rule for rule in (*data.house_rules, *own)}


def _said(position: Mapping[str, Any] | None, rules: Mapping[str, HouseRule]) -> dict[str, Any]:
    """Return the house rules that a position names: whether its Castillo is veiled, and others.

    Anything else is refused, with its place, when the position is laid out.
    """
    said = (position or {}).get(RULE)
    told = (position or {}).get("house")
    house = told if isinstance(told, dict) else {}
    return {
        **({RULE: said} if said in (OPEN, VEILED) else {}),
        **{key: house[key] for key, one in rules.items() if one.allows(house.get(key))},
    }


def separated(texts: Iterable[str]) -> list[str]:
    """Return what was given, several in one text being separated by commas."""
    return [one.strip() for text in texts for one in text.split(",") if one.strip()]


def _deck(options: argparse.Namespace) -> Deck | None:
    """Return the deck that takes the place of the edition's, if one is named."""
    if options.deck is None:
        return None
    return find_deck(options.deck, Paths(options.data_dir).decks).deck


def compiled(setup: Setup, options: argparse.Namespace) -> Ruleset:
    """Compile the game; where a deck is given that does not fit, say how to learn more."""
    # What is wrong besides the deck is not the deck's fault.
    setup.check()
    try:
        return setup.ruleset()
    except ContentError as error:
        if options.deck is None:
            raise
        raise UsageError(
            f"--deck {options.deck}: {error} (elgrande decks check tells all)"
        ) from None


def _players(
    options: argparse.Namespace, position: dict[str, Any] | None, data: Edition
) -> list[Player]:
    """Return the players that the flags name, or as many as they count."""
    players = [_player(text) for text in options.player]
    bots = separated([options.bots or ""])
    if not (bots or options.player or options.players or options.position):
        # Whoever says nothing sits down alone, against three of the best.
        bots = [registry.USUAL] * 3
    check_bots([*bots, *(p.source for p in players if p.source != PERSON)])
    most = len(data.colours)
    colours = list(data.colours) if position is None else _colours(position, most)
    if players:
        return _with_bots(players, bots, colours, options.players, data)
    count = options.players
    if count is None:
        count = len(colours) if position is not None else max(2, 1 + len(bots))
    if position is not None and count != len(colours):
        raise UsageError(
            f"--players {count} does not fit the position, which seats {len(colours)}; leave it out"
        )
    if not 2 <= count <= len(data.colours):
        raise UsageError(f"--players {count}: choose from 2 to {len(data.colours)}")
    if len(bots) > count:
        raise UsageError(f"{len(bots)} bots are too many for {count} players; name fewer")
    return _unnamed(data, colours, [PERSON] * (count - len(bots)) + bots)


def _with_bots(
    players: list[Player], bots: list[str], colours: list[str], count: int | None, data: Edition
) -> list[Player]:
    """Return the named players, and after them a bot each in the colours that are left."""
    named = {player.colour for player in players}
    free = [colour for colour in colours if colour not in named]
    if len(bots) > len(free):
        raise UsageError(f"{len(bots)} bots are too many for {len(free)} free seats; name fewer")
    seated = players + _unnamed(data, free, bots)
    if count is not None and count != len(seated):
        raise UsageError(
            f"--players {count} does not fit, as --player and --bots seat {len(seated)}; "
            "leave it out"
        )
    return seated


def _colours(position: dict[str, Any], most: int) -> list[str]:
    seats: Any = position.get("seat")
    tables = isinstance(seats, list) and all(isinstance(seat, dict) for seat in seats)
    if tables and 2 <= len(seats) <= most:
        return [str(seat.get("colour")) for seat in seats]
    raise ContentError(f"write a table [[seat]] for each player, 2 to {most}")


def _unnamed(data: Edition, colours: list[str], sources: list[str]) -> list[Player]:
    """Return players who are called after their colours, as many as there are sources."""
    called = {colour: label.name for colour, label in data.labels.items()}
    return [
        Player(colour, called.get(colour, colour), source)
        for colour, source in zip(colours, sources, strict=False)
    ]


def _player(text: str) -> Player:
    colour, _, rest = text.partition(":")
    name, _, source = rest.partition(":")
    if not colour or not name:
        raise UsageError(f"--player {text!r} should be COLOUR:NAME or COLOUR:NAME:BOT")
    try:
        return Player(colour, clean_name(name), source or PERSON)
    except ValueError as error:
        raise UsageError(f"--player {text!r}: {error}") from None


def check_bots(names: Iterable[str]) -> None:
    """Raise UsageError for a bot that is not installed."""
    for name in names:
        known = registry.names()
        if name not in known:
            raise UsageError(f"there is no bot {name!r}; choose from {', '.join(known)}")


def check_seconds(seconds: float | None) -> None:
    """Raise UsageError unless a bot can think so long about an answer."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise UsageError(f"--seconds {seconds:g}: choose more than 0 and at most {MOST_SECONDS}")


def _house(rules: Mapping[str, HouseRule], text: str) -> tuple[str, Any]:
    key, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"--house {text!r} should be KEY=VALUE")
    if key not in rules:
        raise UsageError(f"there is no house rule {key!r}; they are {', '.join(rules)}")
    try:
        return key, rules[key].read(value)
    except ValueError:
        raise UsageError(f"--house {key} must be {rules[key].wants}") from None
