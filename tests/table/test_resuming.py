"""Replaying saves, and noticing at the very record what does not fit."""

import random
from copy import deepcopy

import pytest
from playing import Memory, Record, game, play, setup

from elgrande.saves.errors import SaveBroken, SaveError
from elgrande.saves.paths import Paths
from elgrande.saves.store import Store
from elgrande.table import Mismatch, Table, load, new_game, replay
from elgrande.table.saved_game import header


def recorded(seed=1, players=3, answers=10_000) -> tuple[Table, Memory]:
    log = Memory()
    made = setup(players, seed)
    table = play(new_game(made, log), random.Random(seed), answers)
    log.header = header(made)
    return table, log


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_save_on_disk_is_resumed_at_every_point(tmp_path, players):
    store = Store(Paths(tmp_path))
    made = setup(players, players)
    rng = random.Random(players)
    save = store.create("game", made.ruleset().version, header(made))
    table = new_game(made, save)
    while not table.over:
        play(table, rng, rng.randint(1, 40))
        table.close()
        save = store.open("game")
        resumed = load(save, "game", save)
        assert resumed.state == table.state
        assert resumed.players == table.players
        table = resumed
    table.close()
    assert replay(store.read("game"), "game").over


def test_a_change_of_hands_is_in_the_save():
    log = Memory()
    made = setup(3, 1)
    table = new_game(made, log)
    play(table, random.Random(1), 10)
    table.seat_source(2, "steward")
    play(table, random.Random(1), 10)
    table.seat_source(2, "person", "Zoe")
    log.header = header(made)
    again = replay(log, "game")
    assert again.players == table.players
    assert again.players[2].name == "Zoe"
    assert again.state == table.state


def test_an_illegal_record_is_named_with_its_line():
    _, log = recorded(answers=80)
    bad = deepcopy(log)
    at = next(i for i, r in enumerate(bad.records) if i > 20 and r.kind == "command")
    bad.records[at].fields["do"] = ["red score galicia"]
    with pytest.raises(Mismatch, match=f"line {at + 1}: record {at + 1} is not legal here"):
        replay(bad, "game")


def test_a_changed_rule_is_noticed_at_the_very_record():
    _, log = recorded(answers=200)
    digests = [r for r in log.records if "digest" in r.fields]
    assert len(digests) > 3
    digests[2].fields["digest"] = "0" * 16
    told = f"line {digests[2].line}: record {digests[2].n} leads to another position"
    with pytest.raises(Mismatch, match=told) as found:
        replay(log, "game")
    assert found.value.agrees == digests[1].n
    assert replay(log, "game", until=found.value.agrees).history.head == digests[1].n


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("undo", {"to": 999}, "does not lead here"),
        ("redo", {"to": 1}, "not taken back"),
        ("source", {"seat": "white", "source": "random"}, "does not play"),
        ("command", {"do": ["red dance"]}, "cannot be read"),
        ("command", {"do": ["purple power 1"]}, "cannot be read"),
    ],
)
def test_records_that_fit_nowhere(kind, fields, words):
    _, log = recorded(answers=20)
    log.records.append(Record(len(log.records) + 1, kind, fields))
    with pytest.raises(Mismatch, match=words):
        replay(log, "game")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda g: g.pop("players"), "players"),
        (lambda g: g.update(edition="2099"), "no edition '2099'"),
        (lambda g: g.update(expansions=["dragons"]), "no expansion 'dragons'"),
        (lambda g: g.update(seed=-1), "seed"),
        (lambda g: g.update(seed="x"), "seed"),
        (lambda g: g.update(colour="red"), "no such field"),
        (lambda g: g.update(house={"undo": "never"}), "house rule 'undo'"),
        (lambda g: g.update(house={"taxes": True}), "no house rule 'taxes'"),
        (lambda g: g.update(starter="white"), "'white' is not in the game"),
        (lambda g: g["players"][0].update(colour="mauve"), "no colour 'mauve'"),
        (lambda g: g["players"][0].update(name="\u200b"), "name"),
        (lambda g: g["players"][1].update(colour="red"), "same colour"),
        (lambda g: g.update(position={"king": "paris"}), "king"),
        (lambda g: g.update(players=[]), "0 is not a possible number of players"),
        (lambda g: g.update(short="yes"), "short"),
    ],
)
def test_a_header_that_cannot_be_played_gets_one_sentence(change, words):
    _, log = recorded(answers=5)
    change(log.header["game"])
    with pytest.raises(SaveError, match=words) as error:
        replay(log, "game")
    assert "\n" not in str(error.value)


def test_a_save_without_a_game_is_refused():
    log = Memory()
    with pytest.raises(SaveError, match=r"no \[game\]"):
        replay(log, "game")


def test_a_save_names_its_deck():
    _, log = recorded(answers=5)
    assert len(log.header["deck"]["digest"]) == 16
    log.header["deck"]["digest"] = "0" * 16
    with pytest.raises(SaveError, match="not those that it was begun with"):
        replay(log, "game")
    # As the first saves were: without the cards themselves.
    log.header["deck"] = {"digest": "0" * 16}
    with pytest.raises(SaveError, match="other action cards"):
        replay(log, "game")


def test_two_games_of_one_setup_are_equal_until_somebody_answers_otherwise():
    assert game(4, 6).state == game(4, 6).state
    assert game(4, 6).state != game(4, 7).state


def test_bots_are_asked_as_before_when_a_game_is_resumed_or_dealt_again(tmp_path):
    store = Store(Paths(tmp_path))
    made = setup(2, 7, persons=1)
    save = store.create("game", made.ruleset().version, header(made))
    table = new_game(made, save)
    table.close()
    save = store.open("game")
    resumed = load(save, "game", save)
    resumed.close()
    drawn = {one.private_seed for one in (table, resumed, new_game(made))}
    assert len(drawn) == 1
    assert drawn != {new_game(setup(2, 8, persons=1)).private_seed}


def test_a_save_that_takes_no_more_can_still_be_looked_at(tmp_path):
    """Also where its next answer is a forced one, which is given unasked at other times."""
    store = Store(Paths(tmp_path))
    made = setup(3, 1)
    save = store.create("game", made.ruleset().version, header(made))
    table = play(new_game(made, save), random.Random(1), 20)
    forced = next(entry for entry in table.history.line() if entry.auto)
    table.close()
    data = save.path.read_bytes()
    line = save.records[forced.n - 1].line
    save.path.write_bytes(b"".join(data.splitlines(keepends=True)[: line - 2]))
    with store.open("game") as cut:
        cut.problem = SaveBroken("the disk is full")
        looked = load(cut, "game", cut)
        assert looked.history.head == forced.n - 1
        assert looked.decision(looked.state.owing()[0]).codes
        with pytest.raises(SaveBroken, match="the disk is full"):
            looked.answer_forced()
