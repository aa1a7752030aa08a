"""A save and a position say by which version of the rules they are; another is refused."""

from __future__ import annotations

import tomllib

import pytest
from playing import Memory, setup

from elgrande.content.edition import edition, edition_ids
from elgrande.content.files import ContentError
from elgrande.content.positions.position_format import describe
from elgrande.rules import Generator
from elgrande.saves import SaveError, Store
from elgrande.saves.paths import Paths
from elgrande.table import Table, new_game, replay
from elgrande.table.saved_game import header


@pytest.mark.parametrize("name", edition_ids())
def test_a_save_says_its_version_once(tmp_path, name):
    made = setup(2, 1, edition=name)
    assert made.ruleset().version == edition(name).version == f"{name}/1"
    store = Store(Paths(tmp_path))
    store.create("new", made.ruleset().version, header(made)).close()
    text = (tmp_path / "saves" / "new.toml").read_text()
    assert text.count("rules = ") == 1
    assert tomllib.loads(text)["rules"] == f"{name}/1"
    assert replay(store.read("new"), "new").rules is made.ruleset()


@pytest.mark.parametrize("rules", ["1996/2", "1996/x", "1996/01", "2023/1", "1996", "1996/1\x07"])
def test_another_version_is_refused_in_one_sentence(rules):
    log = Memory()
    log.header = header(setup(2, 1))
    log.written = rules
    with pytest.raises(SaveError) as refused:
        replay(log, "mine")
    text = str(refused.value)
    assert text.startswith("mine, field 'rules': these are the rules '")
    assert text.endswith("this elgrande plays 1996/1; take the elgrande that wrote it")
    assert text.isprintable()
    log.written = ""
    with pytest.raises(SaveError, match="the header does not say by which rules"):
        replay(log, "mine")


def middle() -> Table:
    """A game in the middle of a card."""
    table = new_game(setup(3, 4))
    chance = Generator.seeded(4)
    while table.state.stack[-1].step not in ("move", "disks"):
        seat = chance.choice(table.state.owing())
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    return table


def test_a_position_in_the_middle_of_things_says_its_version():
    data = describe(middle().state)
    assert data["rules"] == "1996/1"
    assert setup(3, 1, position=data).start().digest() == data["digest"]
    assert "rules" not in describe(new_game(setup(3, 4)).state)


def test_a_position_of_another_version_is_refused():
    wanted = r"the position, top, field 'rules': .*'1996/9'.* plays 1996/1; take the"
    for data in (describe(new_game(setup(3, 4)).state), describe(middle().state)):
        with pytest.raises(ContentError, match=wanted):
            setup(3, 1, position={**data, "rules": "1996/9"}).start()
