"""Games begun under an earlier version of the rules are played to their end under it.

``tests/saves/version-1`` holds whole games that the program wrote when there was one version of
the rules: Vetos against cards with disks, cards taken back from the top and from below.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from playing import Memory, Record, setup

from elgrande.app.navigation import again
from elgrande.content.edition import edition, edition_ids, newest_rules
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.toml_data import ContentError
from elgrande.saves import SaveError, Store
from elgrande.saves.paths import Paths
from elgrande.table import Table, load, new_game, replay
from elgrande.table.load import header

ROOT = Path(__file__).parents[2]
OLD = ROOT / "tests/saves/version-1"
WHOLE = sorted(OLD.glob("*.toml"))
SAMPLES = sorted(
    path for path in (ROOT / "saves").glob("*.toml")
    if "position" not in path.name and b'/1"' in path.read_bytes().split(b"[", 1)[0]
)  # fmt: skip
"""The examples that were played under the first rules."""
NAMED = {"ids": lambda path: path.stem}


class Part(Memory):
    """What stood in a save when so many records had been written, and what comes after."""

    def __init__(self, path: Path, number: int) -> None:
        super().__init__()
        journal = journal_of(path)
        self.written = journal.rules
        self.header = dict(journal.header)
        self.records = [Record(r.n, r.kind, dict(r.fields)) for r in journal.records[:number]]


def journal_of(path: Path):
    return Store(Paths(path.parent)).read(path)


def cuts(table: Table) -> list[int]:
    """Records to break off after: while disks are set or a window is open, and many others."""
    positions = table.history.positions
    within = [n for n, state in enumerate(positions) if state.stack and
              state.stack[-1].step in ("disks", "window", "recall")]  # fmt: skip
    return sorted({*within, *range(0, len(positions), 20)})


@pytest.mark.parametrize("path", [*WHOLE, *SAMPLES], **NAMED)
def test_what_was_saved_before_is_read_as_it_was(path):
    """Every digest of theirs agrees, and their version is said."""
    journal = journal_of(path)
    table = replay(journal, path.name)
    assert table.rules.version == journal.rules == f"{table.rules.edition}/1"
    assert journal.rules in table.setup.earlier_rules
    assert any("digest" in record.fields for record in journal.records)


@pytest.mark.parametrize("path", WHOLE, **NAMED)
def test_a_game_broken_off_anywhere_goes_on_to_the_same_end(path):
    """Between the disks and what they bring about, in the middle of a card, before a secret."""
    whole = journal_of(path).records
    played = replay(journal_of(path), path.name)
    steps = {state.stack[-1].step for state in played.history.positions if state.stack}
    assert "recall" in steps
    for cut in cuts(played):
        part = Part(path, cut)
        table = load(part, path.name, part)
        for record in whole[cut:]:
            if "auto" not in record.fields:
                command = table.rules.parse(record.fields["do"][0])
                table.send(command.seat, [table.rules.text(command.code)])
        assert [r.fields for r in part.records] == [r.fields for r in whole]
        assert table.over


@pytest.mark.parametrize(("name", "record"), [("1996", 179), ("1996", 60), ("power-shift", 75)])
def test_a_file_cut_short_grows_to_the_same_bytes(tmp_path, name, record):
    """Opened from the disk and played on, it is the file that the old program wrote.

    Record 179 of 1996 is the last but one disk: the next turns them up and scores.
    """
    whole = (OLD / f"{name}.toml").read_bytes()
    (tmp_path / "saves").mkdir()
    file = tmp_path / "saves" / "mine.toml"
    file.write_bytes(whole[: whole.index(b"\n[[command]]\nn = %d\n" % (record + 1))])
    save = Store(Paths(tmp_path)).open("mine")
    table = load(save, "mine", save)
    if record == 179:
        assert table.state.stack[-1].step == "disks"
    for entry in journal_of(OLD / f"{name}.toml").records[record:]:
        if "auto" not in entry.fields:
            command = table.rules.parse(entry.fields["do"][0])
            table.send(command.seat, [table.rules.text(command.code)])
    table.close()
    assert file.read_bytes() == whole


def test_the_games_of_1996_break_off_between_the_disks_and_the_first_unit():
    """The fixture of R4: a Veto is held, some disks are set, the last is missing."""
    table = replay(journal_of(OLD / "1996.toml"), "1996")
    before, after = next(
        (state, after) for state, after in pairwise(table.history.positions)
        if state.stack[-1].step == "disks" and state.held and after.stack[-1].step == "window"
    )  # fmt: skip
    assert before.stack[-1].ready, "somebody has set a disk"
    assert before.board != after.board, "the first unit came with the last disk"
    assert after.stack[-1].trigger == "unit_done"


@pytest.mark.parametrize("path", SAMPLES, **NAMED)
def test_a_sample_is_played_to_its_end_under_its_version(tmp_path, path):
    """And saved, read and copied on the way."""
    from elgrande.rules import Generator

    store = Store(Paths(tmp_path))
    store.copy(path, "mine")
    save = store.open("mine")
    table = load(save, "mine", save)
    chance = Generator.seeded(1)
    while not table.over:
        seat = chance.choice(table.state.owing())
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    table.close()
    journal = store.read("mine")
    assert journal.rules == f"{table.rules.edition}/1"
    read = replay(journal, "mine")
    assert read.over
    assert read.state == table.state


# -- which version is played -------------------------------------------------------


@pytest.mark.parametrize("name", edition_ids())
def test_a_new_game_has_the_newest_and_its_save_says_so_once(tmp_path, name):
    made = setup(2, 1, edition=name)
    assert made.ruleset().version == edition(name).newest == f"{name}/2"
    assert not made.earlier_rules
    store = Store(Paths(tmp_path))
    save = store.create("new", made.ruleset().version, header(made))
    save.close()
    text = (tmp_path / "saves" / "new.toml").read_text()
    assert text.count("rules = ") == 1
    assert tomllib.loads(text)["rules"] == f"{name}/2"
    assert replay(store.read("new"), "new").setup.played_version == f"{name}/2"


def test_messages_carry_the_version():
    """Bots and chairs compile the same rules as the table."""
    made = setup(2, 1, version="1996/1")
    read = Setup.from_plain(made.to_plain(secrets=False))
    assert read.ruleset() is made.ruleset()
    assert read.ruleset() is not setup(2, 1).ruleset()


def test_the_same_players_once_more_have_the_newest_rules():
    made = setup(2, 1, version="1996/1")
    assert again(made, made.players, 2).played_version == "1996/2"


@pytest.mark.parametrize("rules", ["1996/3", "1996/x", "1996/01", "2023/1", "1996", "1996/2\x07"])
def test_an_unknown_version_is_refused_in_one_sentence(rules):
    log = Memory()
    log.header = header(setup(2, 1))
    log.written = rules
    with pytest.raises(SaveError) as refused:
        replay(log, "mine")
    text = str(refused.value)
    assert text.startswith("mine: this game is played by the rules '")
    assert text.endswith("knows only 1996/1 and 1996/2; a newer one may know them")
    assert text.isprintable()
    log.written = ""
    with pytest.raises(SaveError, match="the header does not say by which rules"):
        replay(log, "mine")


def test_the_newest_versions_are_known_without_reading_the_editions():
    """What is remembered of saves goes by them."""
    assert " ".join(edition(name).newest for name in edition_ids()) == newest_rules()


def test_every_version_but_the_last_says_what_held_before():
    for name in edition_ids():
        versions = edition(name).versions
        assert [version.id for version in versions] == [
            f"{name}/{number}" for number in range(1, len(versions) + 1)
        ]
        assert all(version.before for version in versions[1:])
        told = setup(2, 1, edition=name, version=versions[0].id).earlier_rules
        assert told.startswith(f"This game is played by the earlier rules {name}/1, not by ")
        assert told.endswith(".")


# -- positions ---------------------------------------------------------------------


def middle(version: str) -> Table:
    """A game in the middle of a card."""
    from elgrande.rules import Generator

    table = new_game(setup(3, 4, version=version))
    chance = Generator.seeded(4)
    while table.state.stack[-1].step not in ("move", "disks"):
        seat = chance.choice(table.state.owing())
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    return table


@pytest.mark.parametrize("version", ["1996/1", "1996/2"])
def test_a_position_in_the_middle_of_things_is_played_by_its_own_rules(version):
    data = describe(middle(version).state)
    made = setup(3, 1, position=data)
    assert made.played_version == version
    assert made.start().digest() == data["digest"]
    with pytest.raises(ContentError):
        replace(made, version="1996/1" if version == "1996/2" else "1996/2").start()


def test_any_other_position_is_played_by_the_newest():
    table = new_game(setup(3, 4, version="1996/1"))
    data = describe(table.state)
    assert "program" not in data
    assert setup(3, 1, position=data).start().rules.version == "1996/2"


def test_a_position_of_an_unknown_version_is_refused():
    data = {**describe(new_game(setup(3, 4)).state), "rules": "1996/9"}
    with pytest.raises(ContentError, match=r"field 'rules': .*'1996/9'.* knows only 1996/1 and"):
        setup(3, 1, position=data).start()
    with pytest.raises(ContentError, match=r"'1996/9'.* knows only 1996/1 and"):
        setup(3, 1, position={**data, "program": [["run", "game", 0, -1]]}).start()
