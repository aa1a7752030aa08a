"""A save whose syncs somebody else does, as a server has them."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from fakefs import FakeFs

from elgrande.saves import Paths, SaveBroken, SaveFile, Store
from elgrande.saves.savefile import Pending

HOME = Path("/home/anna/data")
PATH = HOME / "saves" / "game.toml"
TABLES = {"game": {"edition": "1996", "players": ["Anna", "José"]}}


class Threads:
    """Syncs when it is told to, as the threads of a server do."""

    def __init__(self) -> None:
        self.waiting: list[tuple[SaveFile, Pending]] = []

    def add(self, save: SaveFile) -> None:
        assert save.pending is not None
        self.waiting.append((save, save.pending))

    def run(self) -> None:
        for save, was in self.waiting:
            try:
                save.sync()
            except OSError as error:
                save.synced(was, error)
            else:
                save.synced(was)
        self.waiting.clear()


def created(fs: FakeFs) -> tuple[SaveFile, Threads]:
    threads = Threads()
    save = Store(Paths(HOME), fs, threads.add).create("game", "1996-1", TABLES)
    threads.run()
    return save, threads


def said(save: SaveFile, do: str, **more: bool) -> None:
    save.append("command", {"do": [do], **more})


def lines(fs: FakeFs) -> list[object]:
    return [record.fields["do"] for record in Store(Paths(HOME), fs).read("game").records]


def test_an_answer_is_written_and_on_its_way_until_it_is_synced() -> None:
    fs = FakeFs()
    save, threads = created(fs)
    fs.calls.clear()
    said(save, "red power 9")
    assert save.pending is not None
    assert save.pending.records == 0
    assert "fsync" not in fs.calls
    threads.run()
    assert save.pending is None
    assert fs.calls.count("fsync") == 1
    for disk in fs.after_power_cut():
        assert lines(disk) == [["red power 9"]]


def every_cut(fs: FakeFs, sure: Callable[[], list[list[str]]]) -> list[list[object]]:
    """Return what saves a power cut leaves now, each of which has all that was sure."""
    found = []
    for disk in fs.after_power_cut():
        with Store(Paths(HOME), disk).open("game") as save:
            records = [record.fields["do"] for record in save.records]
            said(save, "white end")
        assert records[: len(sure())] == sure()
        found.append(records)
    return found


def test_a_power_cut_leaves_what_was_synced_and_a_beginning_of_what_was_on_its_way() -> None:
    fs = FakeFs()
    save, threads = created(fs)
    said(save, "red power 9")
    threads.run()
    said(save, "blue end", auto=True)
    said(save, "green end", auto=True)
    said(save, "yellow place galicia")
    said(save, "red end", auto=True)
    after = every_cut(fs, lambda: [["red power 9"]])
    assert len({len(records) for records in after}) > 2
    threads.run()
    every_cut(fs, lambda: [["red power 9"], ["blue end"], ["green end"], ["yellow place galicia"]])


def test_no_second_answer_is_on_its_way_with_another() -> None:
    fs = FakeFs()
    save, threads = created(fs)
    said(save, "red power 9")
    fs.calls.clear()
    said(save, "blue power 8")
    assert fs.calls.index("fsync") < fs.calls.index("write")
    every_cut(fs, lambda: [["red power 9"]])
    threads.run()
    assert save.pending is None
    every_cut(fs, lambda: [["red power 9"], ["blue power 8"]])


def test_what_could_not_be_synced_does_not_come_back() -> None:
    fs = FakeFs()
    save, threads = created(fs)
    said(save, "red power 9")
    threads.run()
    said(save, "blue power 8")
    said(save, "green end", auto=True)
    fs.fail_at = len(fs.calls)
    threads.run()
    assert save.problem is not None
    assert "nothing after record 1 is saved" in save.problem.sentence
    assert [record.fields["do"] for record in save.records] == [["red power 9"]]
    with pytest.raises(SaveBroken):
        said(save, "blue power 8")
    save.close()
    assert lines(fs) == [["red power 9"]]
    with Store(Paths(HOME), fs).open("game") as again:
        said(again, "blue power 7")
    assert lines(fs) == [["red power 9"], ["blue power 7"]]


@pytest.mark.parametrize("fails", [False, True])
def test_a_save_that_is_closed_on_the_way_is_synced_first(fails: bool) -> None:
    fs = FakeFs()
    save, threads = created(fs)
    said(save, "red power 9")
    fs.fail_at = len(fs.calls) if fails else -1
    save.close()
    [(_, was)] = threads.waiting
    if fails:
        with pytest.raises(OSError, match=str(errno.EIO)):
            save.sync()
        save.synced(was, OSError(errno.EIO, "input/output error"))
        assert save.problem is not None
        assert lines(fs) == []
    else:
        save.sync()
        for disk in fs.after_power_cut():
            assert lines(disk) == [["red power 9"]]


@pytest.mark.parametrize("closes", [False, True])
def test_a_sync_that_fails_fails_for_all_that_was_on_its_way(closes: bool) -> None:
    fs = FakeFs()
    save, threads = created(fs)
    said(save, "red power 9")
    # The system says it once, to whoever asks first: to the thread, or to who writes on.
    fs.fail_at = len(fs.calls) + (not closes)
    if closes:
        with pytest.raises(OSError, match=str(errno.EIO)):
            save.sync()
        save.close()
    else:
        with pytest.raises(SaveBroken):
            said(save, "blue power 8")
        assert fs.calls[-1] == "fsync"
    threads.run()
    assert save.problem is not None
    assert [*save.records] == []
    assert lines(fs) == []
