"""The table in every phase of the game, and the way to walk one app through all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pictures import Picture, take
from tables import Bench, fresh, people, press, settle, sit
from textual.pilot import Pilot

from drawing import COLOURS, passes, play, table
from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import UNICODE, Glyphs
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.rules import State
from elgrande.saves import Paths

SIZES = {"80x24": (80, 24), "120x36": (120, 36), "160x48": (160, 48)}
SMALL, MIDDLE, LARGE = SIZES.values()
THEMES = ("elgrande-dark", "elgrande-light", "elgrande-high-contrast")

BOARD = (
    "galicia: R2 Y1 | basque: B3 G1 W2 | aragon: R3 B2 G1 | catalonia: Y4 | old-castile: R1 G5 W1"
    " | new-castile: B2 Y2 | seville: W3 B1 | granada: R2 B1 G1 Y1 W1 | valencia: G2 Y3"
    " | castillo: R4 B2 G3 W1"
)


def midgame(card: str = "", **others: Any) -> State:
    """Five players in round 5, with nearly everything on the table that a game has."""
    drawn: dict[str, Any] = {
        "seats": "RBGYW",
        "king": "new-castile",
        "court": "R6 B4 G7 Y2 W5",
        "home": "R galicia, B basque, G old-castile, Y valencia, W seville",
        "score": "R31 B44 G28 Y52 W17",
        "scoreboards": "840 seville",
        "held": "2-02 blue until 5",
        "played": "R: 2 5 11 8 | B: 3 6 12 7 | G: 1 4 9 10 | Y: 13 2 6 5 | W: 12 1 8 4",
        "round": 5,
    }
    return table(BOARD, **{**drawn, **others}, card=card)


def after(commands: str, card: str = "", **others: Any) -> State:
    """The same table after some commands."""
    state = midgame(card, **others)
    play(state, commands)
    return state


def ended(number: int) -> State:
    """A round in which everybody has only taken a card, up to its last question."""
    earlier = {"R": "25184", "B": "36972", "G": "14952", "Y": "62518", "W": "91842"}
    played = " | ".join(f"{who}: {' '.join(cards[: number - 1])}" for who, cards in earlier.items())
    state = midgame(round=number, played=played, held="", power="R10 B12 G13 Y7 W3")
    for colour, card in zip("GBRYW", ("1-07", "2-04", "3-01", "4-04", "5-01"), strict=True):
        passes(state, COLOURS[colour], card)
    return state


def scored() -> Bench:
    """A general scoring has just been: everybody's disk sent the Castillo's caballeros out."""
    bench = sit(ended(6))
    for seat, region in ((0, "aragon"), (1, "granada"), (2, "basque"), (4, "seville")):
        assert bench.chair.send(seat, [f"disk {region}"])
    return bench


@dataclass(frozen=True)
class Phase:
    """A moment of the game: who sits there, what is pressed, and the tab of a small screen."""

    sit: Callable[[], Bench]
    keys: tuple[str, ...] = ()


def _at(make: Callable[[], State], persons: str | None = None) -> Callable[[], Bench]:
    return lambda: sit(make(), persons=persons)


TURN = "red card 3-01, end, blue card 4-04, end"
PHASES: dict[str, Phase] = {
    "power": Phase(_at(lambda: midgame(turn="", power="R9 B12"))),
    "take": Phase(_at(lambda: after(TURN))),
    "card": Phase(_at(lambda: after(f"{TURN}, green take 0")), ("down",)),
    "turn": Phase(_at(lambda: midgame("3-05"))),
    "placing": Phase(_at(lambda: midgame("3-05")), ("3", "right", "up")),
    "placed": Phase(_at(lambda: after(", ".join(["red place granada"] * 3), "3-05"))),
    "moving": Phase(_at(lambda: midgame("1-07")), ("s", "8", "w")),
    "sending": Phase(_at(lambda: after("red special, blue let-all", "2-05"))),
    "disk": Phase(_at(lambda: after("red special, blue let-all", "4-11"), "R")),
    "veto": Phase(_at(lambda: after("red special, pick blue aragon, put castillo", "1-07"))),
    "king": Phase(_at(lambda: after("red special", "4-04", held="")), ("down",)),
    "scoreboard": Phase(_at(lambda: after("red special", "4-02", held=""))),
    "grande": Phase(_at(lambda: after("red special", "4-06", held=""))),
    "scoring": Phase(_at(lambda: ended(6), "R")),
    "scored": Phase(scored, ("tab",) * 5),
    "round": Phase(_at(lambda: ended(4))),
    "over": Phase(lambda: sit(setup=fresh(5, 4, persons="", short=True), bots=True), ("escape",)),
}
"""Every kind of moment that a game has, by name."""


# -- moments that the first edition does not have ---------------------------------------

BOARD_2023 = (
    "galicia: R2 Y1 | basque: B3 G1 | aragon: R3 B2 G1 | catalonia: Y4 | old-castile: R1 G5"
    " | new-castile: B2 Y2 | seville: B1 Y3 | granada: R2 B1 G1 Y1 | valencia: G2 Y3"
    " | castillo: R4 B2 G3"
)
DUMMY = (
    "galicia: R2 G2 | basque: B3 G4 | aragon: R3 B2 G2 | old-castile: R1 G2 | new-castile: B2"
    " | granada: R2 B1 | valencia: G2 | castillo: R4 B2"
)


def at_table(state: State, sets: str = "") -> Bench:
    """Red a person and the others bots at a drawn position of the second edition."""
    expansions = tuple(sets.split())
    seats = people(state.rules.colours, "R")
    return sit(setup=Setup(seats, 1, "2023", expansions, position=describe(state)))


def dummy() -> Bench:
    """Two players and the dummy, which has acted between them; Red is to choose a card."""
    state = table(
        DUMMY, seats="RB", edition="2023", king="seville", court="R6 B4",
        home="R galicia, B basque", score="R31 B44", scoreboards="840 aragon", power="B12 R3",
        played="R: 2 5 11 8 | B: 3 6 9 7", round=5, starter="red", turn="blue",
        face="1-07 2-04 4-07 5-01", cells={"dummy-power": 9},
    )  # fmt: skip
    passes(state, "blue", "1-07")
    play(state, "red take 2")
    return at_table(state)


def dummy_moved() -> Bench:
    """Red may move opposing caballeros, the dummy's among them."""
    state = table(
        DUMMY, seats="RB", edition="2023", king="seville", court="R6 B4", card="1-06",
        home="R galicia, B basque", face="1-06 2-04 4-07 5-01",
    )  # fmt: skip
    return at_table(state)


def king(node: str, home: str, card: str) -> Bench:
    """Four players, the King outside of all regions; Red has taken a card."""
    sets = "new-regency old-hands-competition"
    drawn = table(
        BOARD_2023, seats="RBGY", edition="2023", expansions=sets, king=node, court="R6 B4 G7 Y2",
        home=home, score="R31 B44 G28 Y52", scoreboards="840 seville", round=5,
        played="R: 2 5 11 8 | B: 3 6 12 7 | G: 1 4 9 10 | Y: 13 2 6 5", face=f"5-14 {card}",
        card=card,
    )  # fmt: skip
    return at_table(drawn, sets)


def modified(*commands: str) -> Bench:
    """Three players with modifiers, played so far; the others pass and play by lot."""
    setup = fresh(3, 3, "R", edition="2023", expansions=("power-shift",), starter="red")
    bench = sit(setup=setup, bots=True)
    assert bench.bots is not None
    bench.bots.start()
    for command in commands:
        assert bench.table.send(0, [command]), command
    bench.bots = None
    return bench


PASS, SHIFT = "pass plus-1-levy", "shift 9 minus-2-levy"
PHASES_2023: dict[str, Phase] = {
    "dummy": Phase(dummy),
    "dummy-courts": Phase(dummy, ("tab",)),
    "dummy-forecast": Phase(dummy, ("f",)),
    "dummy-whose": Phase(dummy_moved, ("s", "3")),
    "france": Phase(lambda: king("france", "R galicia, B castillo", "1-07")),
    "beside": Phase(lambda: king("beside-castillo", "R castillo, B aragon", "1-07")),
    "beside-help": Phase(
        lambda: king("beside-castillo", "R castillo", "1-07"), ("c", "question_mark")
    ),
    "competition": Phase(lambda: king("seville", "R galicia", "4-21"), ("s",)),
    "passing": Phase(modified),
    "modifier": Phase(lambda: modified(PASS), ("9",)),
    "shifted": Phase(lambda: modified(PASS, SHIFT), ("escape", "tab", "tab", "tab")),
    "ability": Phase(lambda: modified(PASS, SHIFT, "take 2"), ("escape",)),
}
"""Every kind of moment that only this edition has, by name."""


# -- walking through them -----------------------------------------------------------------


def app_in(folder: Path, glyphs: Glyphs = UNICODE) -> ElGrande:
    """An app with an empty folder of saves."""
    from tables import Inline

    games = Games(Paths(folder), Inline)
    return ElGrande(games, glyphs=glyphs, bots=("steward",), seed=1996)


async def go(pilot: Pilot[Any], phase: Phase) -> None:
    """Puts another table on the screen, in that phase."""
    app: Any = pilot.app
    await settle(pilot)
    await clear(pilot)
    bench = phase.sit()
    screen = TableScreen(bench.chair, app.glyphs)
    await app.push_screen(screen)
    if bench.bots:
        bench.bots.start()
    await press(pilot, *phase.keys)


async def clear(pilot: Pilot[Any]) -> None:
    """Takes all screens off."""
    while len(pilot.app.screen_stack) > 1:
        await pilot.app.pop_screen()


def shows(
    compare: Callable[..., bool],
    bench: Bench,
    size: tuple[int, int],
    *keys: str,
    theme: str = THEMES[0],
) -> bool:
    """Compares a table's screen after some keys, as text or as a picture."""

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = theme
        await press(pilot)
        await press(pilot, *keys)

    return compare(bench.app(), terminal_size=size, run_before=before)


async def painted(pilot: Pilot[Any], theme: str) -> Picture:
    """The screen in another theme."""
    pilot.app.theme = theme
    await pilot.pause()
    return take(pilot.app)
