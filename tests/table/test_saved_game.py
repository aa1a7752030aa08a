"""A game and its save: what is remembered of it, right whatever happened, its name and version."""

from __future__ import annotations

import json
import os
import random
import sys
import time
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from playing import Memory, play, setup

from elgrande.content.edition import edition, edition_ids
from elgrande.content.files import ContentError
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Player, Setup
from elgrande.rules import Generator
from elgrande.saves import SaveError, SaveSummary, Store, shipped
from elgrande.saves import standings as remembered
from elgrande.saves.fs import MAX_CACHE
from elgrande.saves.paths import Paths, is_safe, make_name
from elgrande.saves.standings import FILE, GameStanding
from elgrande.table import Table, new_game, replay, saved_game
from elgrande.table.saved_game import (
    MONTHS,
    Mismatch,
    header,
    players_in,
    standings,
    title,
)

OLD = time.time() - 1_000_000


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(Paths(tmp_path))


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the saves that are replayed."""
    names: list[str] = []
    replay = saved_game.replay

    def counted(journal: object, name: str) -> object:
        names.append(name)
        return replay(journal, name)  # type: ignore[arg-type]

    monkeypatch.setattr(saved_game, "replay", counted)
    return names


def put(store: Store, example: str, name: str, when: float = OLD) -> Path:
    path = store.copy(shipped("saves") / f"{example}.toml", name)
    os.utime(path, (when, when))
    return path


def only(store: Store) -> SaveSummary:
    (save,) = store.summaries()
    return save


def looked(store: Store) -> GameStanding:
    """What a new process says of the only save; it remembers it."""
    known = standings(store)
    found = known.find(only(store))
    known.keep(store.summaries())
    return found


def test_the_next_process_replays_nothing(store: Store, replays: list[str]) -> None:
    put(store, "five-stewards", "mine")
    first = looked(store)
    assert first.players == ("Isabel", "Fernando", "Juana", "Gonzalo", "Beatriz")
    assert (first.scores, first.round, first.over) == ((68, 77, 97, 85, 86), 9, True)
    assert [sum(each) for each in zip(*(got for _, got in first.points), strict=True)] == [
        *first.scores
    ]
    assert standings(store).known(only(store)) == first
    assert looked(store) == first
    assert replays == ["mine"]


def test_a_new_name_is_no_new_game(store: Store, replays: list[str]) -> None:
    put(store, "veto-in-hand", "mine")
    first = looked(store)
    store.rename("mine", "yours")
    assert standings(store).known(only(store)) is None
    assert looked(store) == first
    assert replays == ["mine"]


def rewritten(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-6] + b"0" * 4 + data[-2:])


def replaced(path: Path) -> None:
    other = path.with_name("part")
    other.write_bytes(path.read_bytes())
    rewritten(other)
    other.replace(path)


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:400])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("change", [rewritten, replaced, torn, emptied])
def test_other_bytes_are_noticed_with_the_old_time(
    store: Store, change: Callable[[Path], None]
) -> None:
    path = put(store, "veto-in-hand", "mine")
    looked(store)
    change(path)
    os.utime(path, (OLD, OLD))
    assert standings(store).known(only(store)) is None
    journal = None
    try:
        journal = store.read("mine")
    except SaveError:
        with pytest.raises(SaveError):
            looked(store)
    else:
        assert looked(store).round == saved_game.replay(journal, "mine").state.round


def test_a_young_file_is_known_by_its_bytes_alone(store: Store, replays: list[str]) -> None:
    path = put(store, "veto-in-hand", "mine", time.time())
    first = looked(store)
    assert standings(store).known(only(store)) is None, "it may have changed within this moment"
    assert looked(store) == first
    assert replays == ["mine"]
    path.write_bytes((shipped("saves") / "sample-game.toml").read_bytes())
    assert looked(store).players != first.players


def test_what_is_wrong_is_found_again(store: Store, replays: list[str]) -> None:
    path = put(store, "veto-in-hand", "mine")
    sound = path.read_bytes()
    path.write_bytes(sound.replace(b"seed = ", b"sead = "))
    os.utime(path, (OLD, OLD))
    for _ in range(2):
        with pytest.raises(SaveError):
            looked(store)
    path.write_bytes(sound)
    assert looked(store).over is False


def test_another_program_is_not_believed(
    store: Store, replays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, "veto-in-hand", "mine")
    looked(store)
    monkeypatch.setattr(remembered, "__version__", "another")
    looked(store)
    assert replays == ["mine", "mine"]


def pipe(path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no such pipes")
    path.unlink()
    os.mkfifo(path)


def link(path: Path) -> None:
    data = path.read_bytes().replace(b'"over":false', b'"over":true')
    elsewhere = path.with_name("elsewhere")
    elsewhere.write_bytes(data)
    path.unlink()
    path.symlink_to(elsewhere)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def large(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" " * MAX_CACHE)


def unreadable(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


def deep(path: Path) -> None:
    path.write_bytes(b"[" * 500_000)


def others(value: object) -> Callable[[Path], None]:
    """Every part of what is kept in turn is this."""

    def change(path: Path) -> None:
        plain = json.loads(path.read_bytes())
        ((stamp, name, kept),) = plain["saves"].values()
        lines = [value, [value, name, kept], [stamp, value, kept], [stamp, name, value], [],
                 *([stamp, name, [*kept[:at], value, *kept[at + 1 :]]]
                   for at in range(len(kept) + 1))]  # fmt: skip
        (place,) = plain["saves"]
        saves = {f"{place}{n}": line for n, line in enumerate(lines)}
        path.write_text(json.dumps({**plain, "saves": saves}))
        believed = standings(Store(Paths(path.parent.parent)))._known.values()
        assert set(believed) <= {GameStanding.read(kept)}
        path.write_text(json.dumps({**plain, "saves": {place: [stamp, name, value]}}))

    return change


@pytest.mark.parametrize(
    "change",
    [pipe, link, folder, large, unreadable, deep]
    + [others(value) for value in (None, "\x1b[2J", ["\x1b"], 10**30, [10**30], {"over": 1}, 1.5)],
)
def test_a_cache_that_is_none_of_ours_is_none(store: Store, change: Callable[[Path], None]) -> None:
    put(store, "veto-in-hand", "mine")
    first = looked(store)
    change(store.paths.cache / FILE)
    assert standings(store).known(only(store)) is None
    assert looked(store) == first


def test_a_cache_that_cannot_be_written_is_left_out(store: Store, tmp_path: Path) -> None:
    put(store, "veto-in-hand", "mine")
    store.paths.cache.write_text("no folder")
    assert looked(store) == looked(store)


def test_players_of_any_header() -> None:
    assert players_in({"game": {"players": [{"name": "Ana"}, {}, 3]}}) == ("Ana", "?")
    for head in ({}, {"game": 3}, {"game": {}}, {"game": {"players": "Ana"}}):
        assert players_in(head) == ()


# -- names of new saves ----------------------------------------------------------------


DAY = date(2026, 11, 21)


def game(*players: str, edition: str = "1996") -> Setup:
    """A Setup with players as on the command line: NAME or NAME:SOURCE."""
    seats = []
    for colour, text in zip(("red", "blue", "green", "yellow", "white"), players, strict=False):
        name, _, source = text.partition(":")
        seats.append(Player(colour, name, source or "person"))
    return Setup(tuple(seats), seed=1, edition=edition)


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (game("Anna", "Bert"), "anna-bert-1996-21-nov"),
        (game("Anna", "Bert", edition="2023"), "anna-bert-2023-21-nov"),
        (game("Anna", "Blue:steward", "Green:steward"), "anna-and-2-1996-21-nov"),
        (game("Red", "Blue:steward", "Green:random"), "3-players-1996-21-nov"),
        (game("Red:steward", "Blue:steward"), "2-bots-1996-21-nov"),
        (game("José Ángel", "Zoë"), "jose-angel-zoe-1996-21-nov"),
        (game("小林", "Anna"), "anna-and-1-1996-21-nov"),
        (game("小林", "さくら"), "2-players-1996-21-nov"),
        (game("Anna", "Bert", "Clara", "Dora", "Emil"), "anna-bert-and-3-1996-21-nov"),
        (game("A" * 24, "Bert"), "2-players-1996-21-nov"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_who_plays_what_and_since_when(setup: Setup, said: str) -> None:
    made = title(setup, DAY)
    if said.startswith("anna-bert-and"):
        assert made.startswith("anna-bert")
        assert made.endswith("-1996-21-nov")
    else:
        assert made == said
    assert make_name(made) == made, "nothing of it is cut"
    assert is_safe(made)


def test_games_of_one_day_are_numbered_and_of_two_days_are_not() -> None:
    first = title(game("Anna", "Bert"), DAY)
    again = make_name(title(game("Anna", "Bert"), DAY), {first})
    assert again == f"{first}-2"
    days = {title(game("Anna", "Bert"), date(2026, month + 1, 1)) for month in range(len(MONTHS))}
    assert len(days) == 12


# -- A save and a position say by which version of the rules they are; another is refused


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


# -- the last record -------------------------------------------------------------------


def finished() -> tuple[Memory, Table]:
    """A game played to its end, and what was written of it."""
    log = Memory()
    given = setup(2, 4, persons=0, short=True)
    log.header = header(given)
    return log, play(new_game(given, log), random.Random(4))


def test_the_record_that_ends_a_game_says_so() -> None:
    log, table = finished()
    assert table.over
    assert [record.n for record in log.records if "over" in record.fields] == [len(log.records)]
    assert replay(log, "memory").over


def test_a_record_that_says_so_too_early_does_not_fit() -> None:
    log, _ = finished()
    log.records[-2].fields["over"] = True
    with pytest.raises(Mismatch, match="is not the end of the game"):
        replay(log, "memory")


def test_of_saves_that_say_so_none_is_replayed(store: Store, replays: list[str]) -> None:
    for n in range(3):
        put(store, "five-stewards", f"mine-{n}")
    known = standings(store)
    assert all(known.over(save) for save in store.summaries())
    assert replays == []
    put(store, "after-round-three", "running")
    assert [save.name for save in store.summaries() if not known.over(save)] == ["running"]
    assert replays == ["running"]


def test_what_is_no_file_says_nothing(store: Store) -> None:
    store.paths.saves.mkdir(parents=True)
    (store.paths.saves / "mine.toml").mkdir()
    with pytest.raises(SaveError, match="mine"):
        standings(store).over(only(store))
    with pytest.raises(SaveError, match="There is no save gone"):
        store.ends_game("gone")
