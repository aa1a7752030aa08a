"""A power cut at any moment: what was acknowledged is there, and at most one record more."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from fakefs import FakeFs

from elgrande.saves import Paths, SaveBroken, SaveDamaged, SaveError, SaveFile, Store
from elgrande.saves.fs import opened_folder
from elgrande.saves.journal import render_header, render_record

HOME = Path("/home/anna/data")
TABLES = {"game": {"edition": "1996", "players": ["Anna", "José"]}}


class Promise:
    """What the store has acknowledged of one save: where it may lie, and its records."""

    def __init__(self, *places: str | Path) -> None:
        self.places: tuple[str | Path, ...] = places
        self.records: list[list[str]] = []
        self.next: list[str] = []
        self.certain = False

    def state(self) -> str:
        return repr((self.places, self.records, self.next, self.certain))

    def copy(self) -> "Promise":
        other = Promise(*self.places)
        other.records, other.next, other.certain = list(self.records), self.next, self.certain
        return other

    def append(self, save: SaveFile, do: list[str]) -> None:
        self.next = do
        save.append("command", {"do": do})
        self.records.append(do)

    def kept(self, store: Store) -> bool:
        """Say whether the promise holds on this disk; ``SaveError`` where nothing was promised."""
        for place in self.places:
            try:
                with store.open(place) as save:
                    found = [record.fields["do"] for record in save.records]
                    if found not in (self.records, [*self.records, self.next]):
                        return False
                    # And play goes on from there.
                    save.append("command", {"do": ["red end"]})
                    found.append(["red end"])
                assert [record.fields["do"] for record in store.read(place).records] == found
            except SaveError:
                continue
            else:
                return True
        return not self.certain


def store_on(fs: FakeFs) -> Store:
    return Store(Paths(HOME), fs)


def rename_copy_delete(store: Store, game: Promise, promises: list[Promise]) -> None:
    """Give the game another name, copy it, and delete the copy."""
    game.places = ("game", "renamed")
    store.rename("game", "renamed")
    game.places = ("renamed",)
    other = Promise("copy")
    other.records = list(game.records)
    promises.append(other)
    store.copy("renamed", "copy")
    other.certain = True
    other.places = ("copy", HOME / "bin" / "copy.toml")
    store.delete("copy")
    other.places = other.places[1:]


def rescue(save: SaveFile, game: Promise, promises: list[Promise]) -> None:
    """Write all of the game to a save of its own."""
    rescued = Promise("rescued")
    rescued.records = list(game.records)
    promises.append(rescued)
    save.rescue("rescued")
    rescued.certain = True


def life(fs: FakeFs, promises: list[Promise]) -> None:
    """Everything that a store does, promise by promise."""
    store = store_on(fs)
    game = Promise("game")
    promises.append(game)
    save = store.create("game", "1996-1", TABLES)
    game.certain = True
    with save:
        game.append(save, ["red power 9"])
        game.append(save, ["red pick blue granada", "red put seville"])
    with store.open("game") as save:
        game.append(save, ["blue power 3"])
    rename_copy_delete(store, game, promises)
    with store.open("renamed") as save:
        game.append(save, ["green power 5"])
        rescue(save, game, promises)


def cut_everywhere(fs: FakeFs, run: Callable[[FakeFs, list[Promise]], None]) -> tuple[int, int]:
    """Return how many disks a power cut can leave during ``run``, and on how many a promise
    broke.
    """
    promises: list[Promise] = []
    count = broken = 0
    seen: set[object] = set()

    def cut() -> None:
        nonlocal count, broken
        promised = tuple(promise.state() for promise in promises)
        moment = (fs.changes, promised)
        if moment in seen:
            return
        seen.add(moment)
        for disk in fs.after_power_cut():
            found = (frozenset(disk.contents().items()), promised)
            if found in seen:
                continue
            seen.add(found)
            count += 1
            if not all(promise.copy().kept(store_on(disk)) for promise in promises):
                broken += 1

    fs.watch = cut
    run(fs, promises)
    cut()
    return count, broken


@pytest.mark.parametrize("longest_write", [1 << 30, 40])
def test_no_power_cut_loses_what_was_acknowledged(longest_write: int) -> None:
    fs = FakeFs()
    fs.longest_write = longest_write
    disks, broken = cut_everywhere(fs, life)
    assert broken == 0
    assert disks > 300, "the disk produced too few states to prove anything"


class NoFsync(FakeFs):
    def fsync(self, fd: int) -> None:
        self._call("fsync")


class NoFolderSync(FakeFs):
    def sync_folder(self, folder: object) -> None:
        self._call("sync_folder")


@pytest.mark.parametrize("careless", [NoFsync, NoFolderSync])
def test_the_disk_would_find_a_missing_sync(careless: type[FakeFs]) -> None:
    _, broken = cut_everywhere(careless(), life)
    assert broken > 100


def test_mending_a_torn_save_survives_a_power_cut() -> None:
    fs = FakeFs()
    torn = render_record(2, "command", {"do": ["red end"]})[:-5]
    whole = render_record(1, "command", {"do": ["red power 9"]})
    fs.put(HOME / "saves" / "game.toml", render_header("1996-1", TABLES) + whole + torn)

    def mend(fs: FakeFs, promises: list[Promise]) -> None:
        promise = Promise("game")
        promise.records, promise.certain = [["red power 9"]], True
        promises.append(promise)
        with store_on(fs).open("game") as save:
            assert fs.get(HOME / "saves" / "game.toml.torn") == torn
            promise.append(save, ["red end"])

    disks, broken = cut_everywhere(fs, mend)
    assert broken == 0
    assert disks > 40


class FullDisk(FakeFs):
    """A disk that has room for names and for nothing in them."""

    def write(self, fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "no space left on device")


def test_a_torn_save_on_a_full_disk_can_be_looked_at_and_saved_elsewhere() -> None:
    path = HOME / "saves" / "game.toml"
    sound = render_header("1996-1", TABLES)
    sound += render_record(1, "command", {"do": ["red power 9"]})
    torn = render_record(2, "command", {"do": ["red end"]})[:-5]
    fs = FullDisk()
    fs.put(path, sound + torn)
    with store_on(fs).open("game") as save:
        assert [record.fields["do"] for record in save.records] == [["red power 9"]]
        assert "cut the last record short" in save.notices[0]
        assert "The disk is full" in save.notices[0]
        with pytest.raises(SaveBroken, match=r"full .*save under another name or on another"):
            save.append("command", {"do": ["red end"]})
        # As soon as there is room again, or on another disk.
        fs.write = FakeFs.write.__get__(fs)  # type: ignore[method-assign]
        save.rescue("other")
    assert fs.get(path) == sound + torn, "nothing was lost, the torn end neither"
    assert fs.get(path.with_name("other.toml")) == sound
    assert [name for name in fs.contents() if name.endswith((".tmp", ".torn", ".lock"))] == []
    with store_on(fs).open("game") as save:
        save.append("command", {"do": ["red end"]})
    assert fs.get(path.with_name("game.toml.torn")) == torn


def test_what_a_killed_process_left_in_the_cache_is_synced_before_it_is_shown() -> None:
    fs = FakeFs()
    path = HOME / "saves" / "game.toml"
    fs.put(path, render_header("1996-1", TABLES))
    with opened_folder(fs, path.parent) as folder:
        fd = fs.open(folder, path.name, "append")
        fs.write(fd, render_record(1, "command", {"do": ["red power 9"]}))
        fs.close(fd)
    with store_on(fs).open("game") as save:
        assert len(save.records) == 1
        for disk in fs.after_power_cut():
            assert len(store_on(disk).read("game").records) == 1


def cut_short() -> FakeFs:
    fs = FakeFs()
    fs.put(
        HOME / "saves" / "game.toml",
        render_header("1996-1", TABLES)
        + render_record(1, "command", {"do": ["red power 9"]})
        + b"\n[[command]]\nn",
    )
    return fs


def test_every_call_failing_while_a_save_is_mended() -> None:
    healthy = cut_short()
    store_on(healthy).open("game").close()
    told = 0
    for at in range(len(healthy.calls)):
        fs = cut_short()
        fs.fail_at = at
        try:
            store_on(fs).open("game").close()
        except SaveError:
            told += 1
        assert not fs.files
        assert not fs.folders
        fs.fail_at = -1
        with store_on(fs).open("game") as save:
            assert [record.fields["do"] for record in save.records] == [["red power 9"]]
    assert told > 20


def test_a_refused_save_is_closed_again() -> None:
    fs = FakeFs()
    fs.put(HOME / "saves" / "game.toml", b"format = 1\n")
    for use in (store_on(fs).open, store_on(fs).read):
        with pytest.raises(SaveDamaged):
            use("game")
        assert not fs.files
        assert not fs.folders


def failing_life(fs: FakeFs) -> tuple[list[Promise], int]:
    """Live through a call that fails: only sentences come out, and play stops where it must."""
    promises: list[Promise] = []
    sentences: list[str] = []
    store = store_on(fs)
    game = Promise("game")
    promises.append(game)
    try:
        with store.create("game", "1996-1", TABLES) as save:
            game.certain = True
            for do in (["red power 9"], ["red pick blue granada", "red put seville"], ["red end"]):
                try:
                    game.append(save, do)
                except SaveBroken as error:
                    sentences.append(error.sentence)
                    before = list(fs.calls)
                    with pytest.raises(SaveBroken, match="so nothing after record"):
                        save.append("command", {"do": ["red end"]})
                    assert fs.calls == before, "a broken save was written to again"
                    rescue(save, game, promises)
                    break
        with store.open("game") as save:
            assert len(game.records) <= len(save.records) <= len(game.records) + 1
            game.records = [record.fields["do"] for record in save.records]
            game.append(save, ["blue power 3"])
        rename_copy_delete(store, game, promises)
        store.summaries()
    except SaveError as error:
        sentences.append(error.sentence)
    assert not fs.files, "a file was left open"
    assert not fs.folders, "a folder was left open"
    for sentence in sentences:
        assert sentence.endswith(".")
        assert sentence.isprintable()
    return promises, len(sentences)


@pytest.mark.parametrize("ever_after", [False, True], ids=["once", "for good"])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EACCES], ids=errno.errorcode.get)
def test_every_call_failing_in_turn(error: int, ever_after: bool) -> None:
    healthy = FakeFs()
    failing_life(healthy)
    told = 0
    for at in range(len(healthy.calls)):
        fs = FakeFs()
        fs.error, fs.fail_at, fs.fail_ever_after = error, at, ever_after
        promises, sentences = failing_life(fs)
        told += sentences > 0
        fs.fail_at = -1
        disks = {frozenset(disk.contents().items()): disk for disk in fs.after_power_cut()}
        for disk in (
            disks.values() if error == errno.EIO else ()
        ):  # the name of the error is all one
            for promise in promises:
                assert promise.copy().kept(store_on(disk)), f"{healthy.calls[at]}, call {at}"
    assert told > len(healthy.calls) * 0.7, "most failures must be told"
