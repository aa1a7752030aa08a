"""The example saves with expansions: whole games, played in the app by people and stewards."""

from __future__ import annotations

from pathlib import Path

import pytest

from elgrande.cli.main import main
from elgrande.content import expansion
from elgrande.content.setup import PERSON
from elgrande.content.words import say_event
from elgrande.expansions.grandissimo.cards import GrandeCrowned, RevolutionOver
from elgrande.expansions.grandissimo.courtiers import CompanyRefused
from elgrande.expansions.grandissimo.symbols import Pardoned, TokenTaken
from elgrande.rules.events import Event
from elgrande.saves import Paths, SaveError, Store
from elgrande.saves.paths import shipped
from elgrande.table import Table, load, replay


def example(name: str) -> Path:
    return Path(str(shipped("saves"))) / f"{name}.toml"


def replayed(name: str, folder: Path) -> Table:
    return replay(Store(Paths(folder)).read(example(name)), name)


@pytest.mark.parametrize(
    ("name", "expansions", "persons", "scores"),
    [
        ("colonies-four", ("colonies",), [0], [96, 109, 108, 99]),
        pytest.param("colonies-gold", ("colonies",), [0, 1, 2, 3], [119, 126, 105, 140],
                     marks=pytest.mark.long),
        pytest.param("colonies-five", ("colonies",), [0, 2], [102, 89, 97, 110, 108],
                     marks=pytest.mark.long),
        pytest.param("grandissimo-five", ("grandissimo",), [0, 2], [76, 73, 92, 85, 78],
                     marks=pytest.mark.long),
        ("thirteen-cards", ("intrigue",), [0, 1, 2, 3], [79, 78, 91, 98]),
        pytest.param("king-and-colonies", ("colonies", "intrigue"), [0, 1, 2, 3, 4],
                     [100, 87, 89, 56, 87], marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_the_example_is_a_whole_game_and_is_resumed(
    name: str, expansions: tuple[str, ...], persons: list[int], scores: list[int], tmp_path: Path
) -> None:
    table = replayed(name, tmp_path)
    assert table.over
    assert table.setup.expansions == expansions
    sources = [player.source for player in table.setup.players]
    assert [seat for seat, source in enumerate(sources) if source == PERSON] == persons
    assert [table.state.score(seat) for seat in range(len(sources))] == scores
    store = Store(Paths(tmp_path))
    store.copy(example(name), "mine")
    resumed = load(store.open("mine"), "mine")
    assert resumed.state == table.state
    resumed.close()


@pytest.mark.long
def test_in_one_example_gold_comes_home_by_ship_and_by_card_and_is_lost(tmp_path: Path) -> None:
    table = replayed("colonies-gold", tmp_path)
    names = table.setup.names()
    told: dict[int, list[str]] = {}
    for entry, event in table.events(None):
        told.setdefault(entry, []).append(say_event(event, table.rules, names))
    for entry, said in {
        129: "Diego gets 6 points (Gold brought home).",
        179: "Clara gets 6 points (Gold brought home).",
        286: "The Gold goes back to the supply unpaid: in the Castillo discs are lost, only Spain "
        "pays.",
    }.items():
        assert said in told[entry]


@pytest.mark.long
def test_in_one_example_a_grande_is_crowned_and_those_in_jail_are_pardoned(tmp_path: Path) -> None:
    met: set[type[Event]] = {
        type(event)
        for entry in replayed("grandissimo-five", tmp_path).history.line()
        for event in entry.events
    }
    assert met >= {GrandeCrowned, RevolutionOver, CompanyRefused, Pardoned, TokenTaken}


def test_in_one_example_thirteen_cards_are_chosen_from_all(tmp_path: Path) -> None:
    options = replayed("thirteen-cards", tmp_path).rules.options
    assert (options["cards"], options["hand"]) == (31, "chosen")


def test_a_save_whose_expansion_is_gone_is_refused_in_one_sentence_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    Store(Paths(tmp_path)).copy(example("thirteen-cards"), "game")
    path = tmp_path / "saves" / "game.toml"
    before = path.read_bytes()
    assert expansion.expansion("intrigue")
    monkeypatch.delitem(expansion._REGISTERED, "intrigue")
    with pytest.raises(SaveError, match=r"^[^\n]*no expansion 'intrigue'[^\n]*$"):
        replay(Store(Paths(tmp_path)).read("game"), "game")
    for command in ("show", "check", "replay"):
        assert main([command, "game"]) == 2
        said = capsys.readouterr()
        told = (said.err or said.out).strip()
        assert "there is no expansion 'intrigue'" in told
        assert told.count("\n") == 0
    assert path.read_bytes() == before
