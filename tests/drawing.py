"""Positions drawn in a few lines, for tests that read like the rule book.

``table`` draws one, ``play`` carries out commands in notation and fails with the
legal ones if one is not, ``refuses`` says what must not be possible. A drawing
names counts by colour letter::

    table("aragon: R3 B2 | castillo: G1", king="galicia", card="1-04")

is red's turn, with card 1-04 just taken. What is not drawn lies in the provinces;
nobody has a home unless ``home`` says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

import tomli_w

from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Player, Setup
from elgrande.rules import Generator, NotationError, Position, Ruleset, State, score
from elgrande.rules.events import Event, RegionScored

COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "W": "white"}
LETTERS = {colour: letter for letter, colour in COLOURS.items()}
REGIONS = {
    "galicia", "basque", "aragon", "catalonia", "old-castile", "new-castile", "seville", "granada",
    "valencia",
}  # fmt: skip
FACE = "1-07 2-04 3-01 4-04 5-01"
"""What lies face up unless a test says otherwise."""
NOTHING = (13, 12, 11, 10, 9)
"""Power cards of the seats from the actor on: the first two bring nobody to the court."""


def rules_for(seats: str | int = "RBGY", short: bool = False, **house: Any) -> Ruleset:
    """Return the Ruleset of a table: colour letters clockwise, or how many play."""
    return _setup(seats, short, house).ruleset()


def _setup(
    seats: str | int, short: bool, house: dict[str, Any], edition: str = "1996", more: str = ""
) -> Setup:
    letters = "RBGYW"[:seats] if isinstance(seats, int) else seats
    players = tuple(Player(COLOURS[letter], COLOURS[letter].title()) for letter in letters)
    return Setup(
        players, seed=1, short=short, house=house, edition=edition, expansions=tuple(more.split())
    )


def counts(drawn: str) -> dict[str, int]:
    """Read ``R3 B2`` as a number for each colour; ``R`` alone is one."""
    return {COLOURS[word[0]]: int(word[1:] or 1) for word in drawn.split()}


def table(
    board: str = "",
    *,
    seats: str | int = "RBGY",
    king: str = "new-castile",
    court: str = "",
    home: str = "",
    score: str = "",
    scoreboards: str = "",
    face: str = "",
    turn: str = "red",
    power: str = "",
    played: str = "",
    hand: str = "",
    held: str = "",
    card: str = "",
    round: int = 0,
    starter: str = "",
    decks: str = "",
    short: bool = False,
    seed: int = 1,
    edition: str = "1996",
    expansions: str = "",
    modifiers: str = "",
    cells: dict[str, Any] | None = None,
    **house: Any,
) -> State:
    """Draw a position at the start of a turn, or just after ``card`` was taken in it.

    ``power`` are this round's cards (``R9 B5``; only some of them, and the next
    player owes one); without it the actor ``turn`` has the highest. ``played``
    are those of earlier rounds in their order (``R: 3 4``), ``hand`` says a hand outright.
    ``held`` are Vetos kept: ``2-01 blue until 2``. ``decks`` gives the order of
    cards still face down. A round without ``face`` and with ``turn=""`` begins.

    With two players of 2023 the dummy's caballeros are drawn by their letter too.
    ``cells`` are open values of expansions; the dummy's power card is the lowest
    that is free, so that it acts last. ``modifiers`` are those in hand (``R: push``).
    """
    setup = _setup(seats, short, house, edition, expansions)
    rules = setup.ruleset()
    colours = rules.colours
    places: dict[str, dict[str, int]] = {kind: {} for kind in rules.kinds}
    for place, drawn in [*pairs(board), ("court", court)]:
        for colour, number in counts(drawn).items():
            places[colour][place] = number
    points = counts(score)
    homes = dict(_words(home))
    powers = counts(power)
    if turn and not power:
        at = colours.index(turn)
        powers = {colours[(at + i) % rules.n_seats]: NOTHING[i] for i in range(rules.n_seats)}
    earlier = {COLOURS[who]: [int(v) for v in vs.split()] for who, vs in pairs(played)}
    hands = {COLOURS[who]: [int(v) for v in vs.split()] for who, vs in pairs(hand)}
    keeps = [
        {
            "card": words[0],
            "owner": words[1],
            "until": int(words[3]) if words[3].isdigit() else words[3],
        }
        for words in (part.split() for part in held.split("|") if part.strip())
    ]
    extras = {COLOURS[who]: names.split() for who, names in pairs(modifiers)}
    values = dict(cells or {})
    if powers and "dummy-power" in rules.cell:
        free = (value for value in rules.power_values if value not in powers.values())
        values.setdefault("dummy-power", next(free))
    seats_data = []
    for colour in colours:
        gone = [*earlier.get(colour, ()), powers.get(colour, 0)]
        data: dict[str, Any] = {
            "colour": colour,
            "score": points.get(colour, 0),
            "caballeros": places[colour],
            "hand": hands.get(colour, [v for v in rules.power_values if v not in gone]),
        }
        if rules.at_pile and (colour not in hands or colour in earlier):
            data["played"] = [value for value in dict.fromkeys(reversed(gone)) if value][::-1]
        if colour in powers:
            data["power"] = powers[colour]
        if LETTERS[colour] in homes:
            data["grande"] = homes[LETTERS[colour]]
        if colour in extras:
            data["modifiers"] = extras[colour]
        seats_data.append(data)
    position: dict[str, Any] = {
        # Whatever is there was brought about in a turn.
        "round": round or (2 if held or (expansions and cells) else rules.rounds[0]),
        "king": king,
        "starter": starter or next(iter(powers), colours[0]),
        "scoreboards": dict(_words(scoreboards)),
        "seat": seats_data,
        "stack": _stacks(
            rules, f"{face} {card}", decks, [kept["card"] for kept in keeps], bool(powers)
        ),
        "held": keeps,
        "neutral": {kind: places[kind] for kind in rules.kinds[rules.n_seats :]},
        "cells": values,
    }
    state = lay_out(rules, position, seed)
    if card:
        play(state, f"{turn} card {card}")
    return state


def pairs(drawn: str) -> list[tuple[str, str]]:
    """Read ``a: x y | b: z``."""
    parts = [part.partition(":") for part in drawn.split("|") if part.strip()]
    return [(name.strip(), rest.strip()) for name, _, rest in parts]


def _words(drawn: str) -> list[tuple[str, str]]:
    """Read ``R aragon, B seville``."""
    out = []
    for part in drawn.split(","):
        if part.strip():
            first, second = part.split()
            out.append((first, second))
    return out


def _stacks(
    rules: Ruleset, face: str, decks: str, gone: list[str], up: bool
) -> list[dict[str, Any]]:
    def stack_of(name: str) -> int:
        """In merged stacks a card does not lie where its number says."""
        at = rules.card_index.get(name)
        return int(name[0]) if at is None else rules.cards[at].stack

    usual = [name for name in FACE.split() if name in rules.card_index]
    shown = {stack_of(name): name for name in usual} if up else {}
    shown.update({stack_of(name): name for name in face.split()})
    order: dict[int, list[str]] = {}
    for name in decks.split():
        order.setdefault(stack_of(name), []).append(name)
    return [
        {
            "number": stack,
            **({"face": shown[stack]} if stack in shown else {}),
            **({"deck": order[stack]} if stack in order else {}),
            "gone": [name for name in gone if stack_of(name) == stack],
        }
        for stack in rules.stacks
    ]


# -- doing -----------------------------------------------------------------


def play(state: State, *lines: str) -> list[Event]:
    """Carry out commands, each checked, and return what they caused.

    ``"red pick blue aragon, put castillo, blue veto"`` is two commands of red's and
    one of blue's. Each must be legal; if not, the test fails with the list of
    those that are.
    """
    events: list[Event] = []
    for command in _commands(lines):
        parsed = state.rules.parse(command)
        if not state.is_legal(parsed.seat, parsed.code):
            raise AssertionError(
                f"{command!r} is not legal; it could be: {', '.join(choices(state)) or 'nothing'}"
            )
        state.apply(parsed.seat, parsed.code, events.append)
    return events


def _commands(lines: tuple[str, ...]) -> list[str]:
    out = []
    for line in lines:
        colour = line.split()[0]
        for part in line.split(","):
            words = part.split()
            if words[0] in LETTERS:
                colour = words.pop(0)
            out.append(" ".join((colour, *words)))
    return out


def passes(state: State, colour: str, card: str) -> list[Event]:
    """Let a player take nobody and a card, and do nothing with it.

    A turn in which nothing is left to do ends by itself.
    """
    events = play(state, f"{colour} take 0") if f"{colour} take 0" in choices(state) else []
    events += play(state, f"{colour} card {card}")
    if f"{colour} end" in choices(state):
        events += play(state, f"{colour} end")
    return events


def at_random(state: State, seed: int) -> Iterator[State]:
    """Play on at random and give the position before every answer, and the last."""
    chance = Generator.seeded(seed, 1)
    while not state.over:
        yield state
        seat = chance.choice(state.owing())
        state.apply(seat, chance.choice(state.legal(seat)))
    yield state


FIRST, LAST = itemgetter(0), itemgetter(-1)


def answer_next(state: State, which: Callable[[Any], int]) -> None:
    """Let the first who owes an answer give a legal one: ``FIRST``, ``LAST``, ``rng.choice``."""
    seat = state.owing()[0]
    state.apply(seat, which(state.legal(seat)))


def refuses(state: State, *lines: str) -> None:
    """Check that each of these commands exists and is not legal now."""
    for command in _commands(lines):
        try:
            parsed = state.rules.parse(command)
        except NotationError as error:
            raise AssertionError(f"a misspelt command proves nothing: {error}") from None
        if state.is_legal(parsed.seat, parsed.code):
            raise AssertionError(f"{command!r} is legal and must not be")


def choices(state: Position, start: str = "") -> list[str]:
    """Return all legal commands that begin so: ``choices(state, "red place")``."""
    rules = state.rules
    return [
        text
        for seat in range(rules.n_seats)
        for code in state.legal(seat)
        if (text := f"{rules.colours[seat]} {rules.text(code)}").startswith(start)
    ]


def words(state: Position, start: str) -> set[str]:
    """Return what may follow: ``words(state, "red place")`` are places."""
    return {text.removeprefix(start).strip() for text in choices(state, start + " ")}


def waits_for(state: Position) -> str:
    """Return who must answer, by colour: ``blue green``; empty when the game is over."""
    return " ".join(state.rules.colours[seat] for seat in state.owing())


# -- reading ---------------------------------------------------------------


def printed(state: Position) -> dict[str, Any]:
    """Return what ``show`` prints, by way of TOML text."""
    return tomllib.loads(tomli_w.dumps(describe(state)))


def at(state: Position, place: str) -> str:
    """Return who stands at a place, in the order of the seats, then a dummy: ``R3 B2``."""
    index = state.rules.place_index[place]
    return " ".join(
        f"{LETTERS[name]}{state.count(kind, index)}"
        for kind, name in enumerate(state.rules.kinds)
        if name in LETTERS and state.count(kind, index)
    )


def stands(state: Position, drawn: str) -> None:
    """Check who stands where, drawn as for ``table``: ``"aragon: R3 B2 | seville:"``."""
    wanted = dict(pairs(drawn))
    assert {place: at(state, place) for place in wanted} == wanted


def courts(state: Position) -> str:
    """Return all courts, empty ones too: ``R7 B0``."""
    return _drawn(state, lambda seat: state.count(seat, state.rules.court), zeros=True)


def scores(state: Position) -> str:
    """Return all scores: ``R12 B0``."""
    return _drawn(state, state.score, zeros=True)


def homes(state: Position) -> str:
    """Return the home regions: ``R aragon, B seville``."""
    rules = state.rules
    return ", ".join(
        f"{LETTERS[colour]} {rules.targets[state.grande(seat)]}"
        for seat, colour in enumerate(rules.colours)
        if state.grande(seat) >= 0
    )


def king(state: Position) -> str:
    """Return where the King stands."""
    return state.rules.nodes[state.king]


def boards(state: Position) -> str:
    """Return where the mobile scoreboards lie: ``840 aragon, 400 castillo``."""
    rules = state.rules
    return ", ".join(
        f"{name} {rules.targets[target]}"
        for name, target in zip(rules.mobile_names, state.mobile, strict=True)
        if target >= 0
    )


def face_up(state: Position) -> str:
    """Return the cards that are face up and not taken."""
    return " ".join(
        state.rules.cards[slot.card].id for slot in state.slots if slot.card >= 0 and slot.taker < 0
    )


def held(state: Position) -> str:
    """Return the cards kept: ``2-01 blue until 2``."""
    rules = state.rules
    return " | ".join(
        f"{rules.cards[h.card].id} {rules.colours[h.owner]} until {h.until}" for h in state.held
    )


def _drawn(state: Position, number: Any, zeros: bool = False) -> str:
    return " ".join(
        f"{LETTERS[colour]}{number(seat)}"
        for seat, colour in enumerate(state.rules.colours)
        if zeros or number(seat)
    )


def paid(state: Position, events: list[Event]) -> dict[str, str]:
    """Return what each scored place paid, in the order of scoring: ``{"aragon": "R12 G4"}``."""
    rules = state.rules
    out = {}
    for event in events:
        if isinstance(event, RegionScored):
            points = {line.seat: line.points for line in event.scored.lines}
            out[rules.targets[event.scored.target]] = _drawn(
                state, lambda seat, points=points: points.get(seat, 0)
            )
    return out


def would_pay(state: State, drawn: str, *, first_only: bool = False) -> None:
    """Check what scoring places would pay now: ``"aragon: R5 B3 | castillo:"``."""
    wanted = dict(pairs(drawn))
    found = {}
    for place in wanted:
        scored = score(state, state.rules.targets.index(place), first_only)
        won = {line.seat: line.points for line in scored.lines}
        found[place] = _drawn(state, lambda seat, won=won: won.get(seat, 0))
    assert found == wanted


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]
