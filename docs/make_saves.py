"""Write the sample saves that come with the program; the same bots make the same bytes.

python docs/make_saves.py [FOLDER]     # saves/ otherwise

``thirteen-cards``, ``colonies-four``, ``colonies-gold``, ``colonies-five``, ``grandissimo-five``
and ``king-and-colonies`` are not made here: they were played in the app, key by key or in
notation, four of them with stewards in some seats.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths, Store
from elgrande.table import Host, Table, new_game
from elgrande.table.load import header

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = """
red power 5; green power 11; blue power 2; yellow power 6
green take 1; green card 5-01; green place galicia, place aragon, place old-castile
green place castillo, place castillo; green special, king valencia
yellow take 3; yellow card 3-01; yellow place catalonia, place catalonia, place granada
yellow special
red take 4; red card 4-01; red special, scoreboard 840 aragon
red place aragon, place aragon, place aragon, place castillo
blue take 5; blue card 2-04; blue special; blue place new-castile, place new-castile
blue power 13; yellow power 12; red power 8; green power 3
blue card 3-11; blue special, score new-castile; blue place granada, place granada, place castillo
yellow card 5-01; yellow place granada, place granada, place castillo, place castillo
yellow special, king old-castile
red take 2; red card 4-04
red place new-castile, place new-castile, place new-castile, place new-castile
red special, king aragon
green take 5; green card 2-06
green special, send blue seville, send red new-castile, send yellow granada
green place valencia, place basque
red disk valencia; green disk basque; blue disk seville; yellow disk galicia
"""
"""The sample game as the rule document tells it (S0), in notation."""


def players(*named: str) -> tuple[Player, ...]:
    """Return players written as colour:name:source."""
    return tuple(Player(*text.split(":")) for text in named)


def begin(store: Store, name: str, setup: Setup) -> Table:
    """Start a game with a save."""
    return new_game(setup, store.create(name, setup.ruleset().version, header(setup)))


def sample_game(store: Store) -> None:
    """Make the rule book's sample game, up to its general scoring."""
    path = ROOT / "saves" / "sample-game.position.toml"
    position = tomllib.loads(path.read_text(encoding="utf-8"))
    setup = Setup(
        players("red:Red", "green:Green", "blue:Blue", "yellow:Yellow"),
        seed=1, short=True, house={"own_caballero": False}, position=position,
    )  # fmt: skip
    table = begin(store, "sample-game", setup)
    for line in SAMPLE.strip().splitlines():
        for gesture in line.split("; "):
            colour, _, commands = gesture.partition(" ")
            seat = table.rules.colours.index(colour)
            table.send(seat, commands.split(", "))
    scores = [table.state.score(seat) for seat in range(4)]
    assert scores == [22, 29, 26, 26], scores
    table.close()


def with_bots(store: Store, name: str, setup: Setup, stop: Callable[[Table], bool]) -> None:
    """Play a game between stewards, until it stops."""
    table = begin(store, name, setup)
    host = Host(table, inside=True)
    while not table.over and not stop(table):
        seat = host.due()
        assert seat is not None
        if keep_veto(table, seat):
            continue
        question = host.question(seat)
        host.accept(question, question.ask())
    table.close()


def keep_veto(table: Table, seat: int) -> bool:
    """Keep the first Veto from round 3 on: stewards would rather have the caballeros."""
    state, rules = table.state, table.rules
    texts = [rules.text(code) for code in state.legal(seat)]
    veto = next((text for text in texts if text in ("card 2-01", "card 2-02")), None)
    if veto is None or state.round < 3 or state.held:
        return False
    table.send(seat, [veto])
    table.send(seat, ["special"])
    return True


def hand_over(store: Store, name: str, *seats: int) -> None:
    """Give seats of a game to people, from here on."""
    from elgrande.table import load

    save = store.open(name)
    table = load(save, name)
    table.log = save
    for seat in seats:
        table.seat_source(seat, "person")
    table.close()


def main() -> int:
    """Write them all."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "saves"
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Paths(folder))
        sample_game(store)
        five = players(
            "red:Isabel:steward", "blue:Fernando:steward", "green:Juana:steward",
            "yellow:Gonzalo:steward", "white:Beatriz:steward",
        )  # fmt: skip
        with_bots(store, "five-stewards", Setup(five, seed=1492), lambda table: False)
        three = players("red:Ana:steward", "blue:Bruno:steward", "green:Clara:steward")
        with_bots(
            store, "veto-in-hand", Setup(three, seed=1),
            lambda t: bool(t.state.held) and t.decision().step == "choose_card"
            and t.state.actor != t.state.held[0].owner,
        )  # fmt: skip
        hand_over(store, "veto-in-hand", 0, 1, 2)
        four = players(
            "red:Ana:steward", "blue:Bruno:steward", "green:Clara:steward", "yellow:Diego:steward"
        )
        with_bots(
            store, "after-round-three", Setup(four, seed=3),
            lambda t: t.state.round == 4 and t.decision().step == "act" and t.state.actor == 0,
        )  # fmt: skip
        hand_over(store, "after-round-three", 0)
        two = players("red:Ana:steward", "blue:Bruno:steward")
        with_bots(
            store, "two-and-a-dummy",
            Setup(two, seed=2023, edition="2023", expansions=("new-regency", "power-shift")),
            lambda t: t.state.round == 5 and t.decision().step == "choose_card"
            and t.state.actor == 0,
        )  # fmt: skip
        hand_over(store, "two-and-a-dummy", 0)
        for path in sorted(store.paths.saves.glob("*.toml")):
            (target / path.name).write_bytes(path.read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
