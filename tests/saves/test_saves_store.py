"""The folder of saves on a real disk: modes, links, locks, names, and a process that is killed."""

import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zlib import crc32

import pytest

from elgrande.saves import (
    Paths,
    SaveBroken,
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveFile,
    SaveLocked,
    SaveMissing,
    Store,
    shipped,
)
from elgrande.saves.fs import FileSystem, Folder, Stat
from elgrande.saves.journal import MAX_SAVE, render_record

TABLES = {"game": {"edition": "1996", "players": ["Anna", "José"]}}
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither modes nor links")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(Paths(tmp_path / "data"))


def begun(store: Store, name: str = "game", records: int = 3) -> Path:
    with store.create(name, "1996-1", TABLES) as save:
        for n in range(records):
            save.append("command", {"do": [f"red power {n + 1}"]})
        return save.path


def readable(store: Store, name: str) -> bool:
    try:
        store.read(name)
    except SaveError:
        return False
    return True


def done(save: SaveFile) -> list[object]:
    return [record.fields["do"] for record in save.records]


def damage(path: Path, old: bytes = b"red power 2") -> bytes:
    data = path.read_bytes().replace(old, b"red power 7")
    path.write_bytes(data)
    return data


def test_a_save_lives_on(store: Store) -> None:
    begun(store)
    with store.open("game") as save:
        assert save.name == "game"
        assert (save.rules, save.header, save.notices) == ("1996-1", TABLES, ())
        record = save.append("undo", {"to": 2})
        text = save.path.read_text(encoding="utf-8").splitlines()
        assert text[record.line - 1] == "[[undo]]"
        assert record.n == 4
    journal = store.read("game")
    assert journal.records[-1] == record
    assert [each.fields.get("do") for each in journal.records[:3]] == [
        ["red power 1"],
        ["red power 2"],
        ["red power 3"],
    ]


@posix
def test_only_the_user_can_read_it(store: Store) -> None:
    before = os.umask(0)
    try:
        path = begun(store)
        with store.open("game"):
            lock = path.with_name("game.toml.lock")
            assert stat.S_IMODE(lock.stat().st_mode) == 0o600
        store.copy("game", "copy")
        store.delete("copy")
    finally:
        os.umask(before)
    for made in sorted(store.paths.data.rglob("*")):
        assert stat.S_IMODE(made.stat().st_mode) == (0o700 if made.is_dir() else 0o600), made
    assert stat.S_IMODE(store.paths.data.stat().st_mode) == 0o700


def test_nothing_but_the_saves_is_left_lying_about(store: Store) -> None:
    begun(store)
    begun(store, "other")
    store.rename("other", "another")
    found = sorted(path.name for path in store.paths.saves.iterdir())
    assert found == ["another.toml", "game.toml"]


def test_the_locks_of_the_killed_are_swept_away_and_no_others(store: Store) -> None:
    store.sweep()
    path = begun(store)
    left, held = (path.with_name(f"{name}.toml.lock") for name in ("left", "game"))
    left.touch()
    with store.open("game"):
        store.sweep()
        assert (left.exists(), held.exists()) == (False, True)
        with pytest.raises(SaveLocked):
            store.open("game")


def test_nothing_is_overwritten(store: Store) -> None:
    path = begun(store)
    begun(store, "other", 1)
    before = path.read_bytes()
    for overwrite in (
        lambda: store.create("game", "1996-1", TABLES),
        lambda: store.copy("other", "game"),
        lambda: store.rename("other", "game"),
        lambda: store.rename("game", "game"),
        lambda: store.salvage("other", "game"),
        lambda: store.copy("other", path),
        lambda: store.open("other").rescue("game"),
    ):
        with pytest.raises(SaveExists, match="already exists and was not overwritten"):
            overwrite()
    assert path.read_bytes() == before


@posix
@pytest.mark.parametrize("use", ["open", "read", "copy"])
def test_a_link_in_place_of_a_save_is_refused(store: Store, tmp_path: Path, use: str) -> None:
    target = begun(store).rename(tmp_path / "elsewhere.toml")
    before = target.read_bytes()
    (store.paths.saves / "game.toml").symlink_to(target)
    with pytest.raises(SaveError, match="is a symbolic link") as caught:
        {"open": store.open, "read": store.read, "copy": lambda name: store.copy(name, "b")}[use](
            "game"
        )
    assert "game.toml" in str(caught.value)
    assert target.read_bytes() == before
    # A file that the person named is another matter.
    (tmp_path / "link.toml").symlink_to(target)
    assert len(store.read(tmp_path / "link.toml").records) == 3


@posix
def test_a_link_in_place_of_the_lock_is_refused(store: Store, tmp_path: Path) -> None:
    begun(store)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (store.paths.saves / "game.toml.lock").symlink_to(victim)
    with pytest.raises(SaveError, match="is a symbolic link"):
        store.open("game")
    assert victim.read_text() == "precious"


@posix
def test_a_link_in_place_of_the_temporary_file_is_not_followed(
    store: Store, tmp_path: Path
) -> None:
    store.paths.saves.mkdir(parents=True)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (store.paths.saves / ".game.toml.tmp").symlink_to(victim)
    begun(store)
    assert victim.read_text() == "precious"


@posix
def test_what_is_no_plain_file_is_refused(store: Store, tmp_path: Path) -> None:
    begun(store)
    os.mkfifo(store.paths.saves / "pipe.toml")
    (store.paths.saves / "folder.toml").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(SaveError, match="no plain file"):
            store.read(name)
        with pytest.raises(SaveError, match=f"{name}.toml"):
            store.open(name)
    assert [each.name for each in store.summaries() if readable(store, each.name)] == ["game"]


def test_a_file_that_is_too_long_is_not_read(store: Store) -> None:
    path = begun(store)
    with path.open("ab") as file:
        file.truncate(MAX_SAVE + 1)
    for use in (store.read, store.open):
        with pytest.raises(SaveError, match=r"game.toml has 1,000,001 bytes"):
            use("game")


def test_a_full_save_refuses_what_could_not_be_read_again(store: Store) -> None:
    do = ["x" * 900] * 12
    size = len(render_record(1, "command", {"do": do}))
    with store.create("game", "1996-1", TABLES) as save:
        while save.path.stat().st_size + size + 10 < MAX_SAVE:
            save.append("command", {"do": do})
        with pytest.raises(SaveError, match=r"game\.toml is full"):
            save.append("command", {"do": do})
        assert save.problem is None
        count = len(save.records)
    assert save.path.stat().st_size <= MAX_SAVE
    assert len(store.read("game").records) == count


def test_a_record_that_cannot_be_written_changes_nothing(store: Store) -> None:
    begun(store)
    with store.open("game") as save:
        before = save.path.read_bytes()
        with pytest.raises(SaveError, match=r"record 4 cannot be written.*U\+001B"):
            save.append("command", {"do": ["\x1b[2J"]})
        assert save.path.read_bytes() == before
        assert save.append("command", {"do": ["red end"]}).n == 4


def test_a_torn_record_is_set_aside_with_a_notice(store: Store) -> None:
    path = begun(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    torn = store.read("game")
    assert len(torn.records) == 2
    assert "a crash cut the last record short" in torn.notice
    assert path.read_bytes() == whole[:-9], "reading changed it"
    with store.open("game") as save:
        assert done(save) == [["red power 1"], ["red power 2"]]
        line = whole[: whole.rindex(b"[[")].count(b"\n") + 1
        assert save.notices == (
            f"game.toml, line {line}: a crash cut the last record short, so it was moved to "
            "game.toml.torn; everything before it is intact.",
        )
    with path.open("ab") as file:
        file.write(b"\n[[com")
    store.open("game").close()
    # What was set aside before is not overwritten either.
    assert path.with_name("game.toml.torn").read_bytes().startswith(b"\n[[command]]\nn = 3")
    assert path.with_name("game.toml.torn.2").read_bytes() == b"\n[[com"


def test_many_that_begin_at_once_each_get_a_name(store: Store) -> None:
    """As many programs do; each holds its save from the moment that it has the name."""
    together = threading.Barrier(8)

    def begin(_: int) -> SaveFile:
        own = Store(store.paths)
        together.wait()
        return own.under_unused("game", lambda name: own.create(name, "1996-1", TABLES))

    with ThreadPoolExecutor(8) as pool:
        saves = list(pool.map(begin, range(8)))
    assert sorted(save.name for save in saves) == ["game", *(f"game-{n}" for n in range(2, 9))]
    for save in saves:
        save.append("command", {"do": ["red power 9"]})
        save.close()
    assert {len(store.read(each.name).records) for each in store.summaries()} == {1}


def test_a_title_whose_names_cannot_be_written_says_why(store: Store) -> None:
    def locked(_name: str) -> Path:
        raise SaveError("the disk is full")

    with pytest.raises(SaveError, match="the disk is full"):
        store.under_unused("game", locked)


def test_a_damaged_save_is_left_alone_and_its_good_part_can_be_had(store: Store) -> None:
    path = begun(store)
    data = damage(path)
    for use in (store.open, store.read, lambda name: store.copy(name, "copy")):
        line = data[: data.index(b"red power 7")].count(b"\n") - 1
        with pytest.raises(SaveDamaged, match=rf"game.toml, line {line}: record 2"):
            use("game")
    assert store.salvage("game", "mended") == store.paths.saves / "mended.toml"
    with store.open("mended") as save:
        assert done(save) == [["red power 1"]]
    assert path.read_bytes() == data
    assert sorted(file.name for file in store.paths.saves.iterdir()) == ["game.toml", "mended.toml"]


def test_a_save_without_a_sound_header_cannot_be_salvaged(store: Store) -> None:
    path = begun(store)
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Hans"))
    with pytest.raises(SaveDamaged, match="header does not match its checksum"):
        store.salvage("game", "mended")


def test_a_moved_save_stops_the_game_and_is_rescued(store: Store, tmp_path: Path) -> None:
    begun(store)
    with store.open("game") as save:
        save.path.unlink()
        with pytest.raises(SaveBroken, match="was moved, removed or replaced by another program"):
            save.append("command", {"do": ["red end"]})
        assert save.problem is not None
        with pytest.raises(
            SaveBroken, match="replaced by another program, so nothing after record 3 is saved"
        ):
            save.append("command", {"do": ["red end"]})
        target = tmp_path / "stick" / "rescued.toml"
        with pytest.raises(SaveError, match=r"There is no folder .*stick; make it first"):
            save.rescue(target)
        assert not target.parent.exists(), "a slip in a path makes no folder"
        target.parent.mkdir()
        assert save.rescue(target) == target
    with store.open(target) as save:
        assert done(save) == [["red power 1"], ["red power 2"], ["red power 3"]]
        save.append("command", {"do": ["red end"]})
    assert len(store.read(target).records) == 4


def test_a_save_changed_by_an_editor_stops_the_game(store: Store) -> None:
    begun(store)
    with store.open("game") as save:
        with save.path.open("ab") as file:
            file.write(b"# a comment\n")
        with pytest.raises(SaveBroken, match="was changed by another program"):
            save.append("command", {"do": ["red end"]})
        save.rescue("rescued")
    assert len(store.read("rescued").records) == 3


def test_an_interrupt_in_the_middle_of_a_write_stops_the_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    with store.open("game") as save:

        def interrupted(fd: int) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            save.append("command", {"do": ["red end"]})
        monkeypatch.undo()
        with pytest.raises(SaveBroken, match="interrupted"):
            save.append("command", {"do": ["red end"]})
        assert len(save.records) == 3
    assert len(store.read("game").records) in {3, 4}


def test_a_closed_save_takes_nothing(store: Store) -> None:
    begun(store)
    save = store.open("game")
    save.close()
    save.close()
    with pytest.raises(SaveError, match="was closed"):
        save.append("command", {"do": ["red end"]})


def test_one_player_of_a_save_at_a_time_in_one_process(store: Store) -> None:
    path = begun(store)
    with store.open("game"):
        for use in (
            lambda: store.open("game"),
            lambda: Store(store.paths).open(path),
            lambda: store.rename("game", "other"),
            lambda: store.delete("game"),
        ):
            with pytest.raises(SaveLocked, match=r"game.toml is already open in this program"):
                use()
        assert len(store.read("game").records) == 3, "looking on is allowed"
    store.open("game").close()


PLAYER = """
import sys
from elgrande.saves import Paths, Store
save = Store(Paths(sys.argv[1])).open("game")
print("open", flush=True)
for n in range(int(sys.argv[2])):
    print(save.append("command", {"do": ["red end"]}).n, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def children() -> Iterator[list["subprocess.Popen[str]"]]:
    running: list[subprocess.Popen[str]] = []
    yield running
    for child in running:
        child.kill()
        child.communicate()


def play_elsewhere(
    store: Store, children: list["subprocess.Popen[str]"], records: int = 0
) -> "subprocess.Popen[str]":
    child = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(store.paths.data), str(records)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    children.append(child)
    assert child.stdout
    assert child.stdout.readline() == "open\n"
    return child


def test_one_player_of_a_save_at_a_time_among_processes(
    store: Store, children: list["subprocess.Popen[str]"]
) -> None:
    begun(store)
    child = play_elsewhere(store, children)
    with pytest.raises(SaveLocked, match=f"game.toml is open in process {child.pid} on "):
        store.open("game")
    assert len(store.read("game").records) == 3
    child.communicate("")
    store.open("game").close()
    assert child.returncode == 0


@posix
def test_a_killed_process_loses_nothing_it_acknowledged(
    store: Store, children: list["subprocess.Popen[str]"]
) -> None:
    begun(store)
    acknowledged = 3
    for wait in (1, 7, 30):
        child = play_elsewhere(store, children, 2000)
        assert child.stdout
        for _ in range(wait):
            child.stdout.readline()
        os.kill(child.pid, signal.SIGKILL)
        # Not communicate(): what readline() has read ahead would be lost to it.
        acknowledged += wait + child.stdout.read().count("\n")
        child.wait()
        with store.open("game") as save:
            # The last number may have been cut off in the pipe.
            assert acknowledged <= len(save.records) <= acknowledged + 1
            acknowledged = len(save.records)


def test_the_list_has_the_broken_ones_too(store: Store) -> None:
    assert store.summaries() == []
    begun(store, "old", 1)
    damage(begun(store, "damaged"))
    (store.paths.saves / "Not Safe.toml").write_bytes(b"format = 1\n")
    (store.paths.saves / "notes.txt").write_text("no save")
    os.utime(store.paths.saves / "old.toml", (1_000_000, 1_000_000))
    os.utime(store.paths.saves / "damaged.toml", (2_000_000, 2_000_000))
    found = {each.name: each for each in store.summaries()}
    assert list(found) == ["Not Safe", "damaged", "old"], "the latest first"
    assert found["old"].mtime == 1_000_000
    assert store.read(found["old"].which).header == TABLES
    with pytest.raises(SaveDamaged, match=r"^damaged\.toml, line "):
        store.read(found["damaged"].which)
    with pytest.raises(SaveError, match='try "not-safe"'):
        store.read(found["Not Safe"].which)


def test_rename_copy_delete(store: Store) -> None:
    path = begun(store)
    data = path.read_bytes()
    store.rename("game", "renamed")
    assert not path.exists()
    assert store.copy("renamed", "copy").read_bytes() == data
    binned = [store.delete("copy"), store.delete("renamed")]
    begun(store, "copy", 1)
    binned.append(store.delete("copy"))
    assert [path.relative_to(store.paths.bin).name for path in binned] == [
        "copy.toml",
        "renamed.toml",
        "copy-2.toml",
    ]
    assert binned[0].read_bytes() == data
    assert store.summaries() == []


def test_export_and_import(store: Store, tmp_path: Path) -> None:
    begun(store)
    out = tmp_path / "for a friend" / "My Game.toml"
    for make in (lambda: store.copy("game", out), lambda: store.create(out, "1996-1", TABLES)):
        with pytest.raises(SaveError, match=r"There is no folder .*; make it first, or choose"):
            make()
    assert not out.parent.exists(), "a slip in a path makes no folder"
    out.parent.mkdir()
    assert store.copy("game", out) == out
    assert store.find("./My Game.toml") == Path("My Game.toml")
    assert len(store.read(out).records) == 3
    store.copy(out, store.unused_name(out.stem))
    assert store.read("my-game").records == store.read("game").records


def test_a_torn_save_is_copied_without_its_tail(store: Store) -> None:
    path = begun(store)
    data = path.read_bytes()
    path.write_bytes(data + b"\n[[comm")
    assert store.copy("game", "copy").read_bytes() == data


@pytest.mark.parametrize("use", ["open", "read", "rename", "delete", "copy"])
def test_a_missing_save_is_missed_with_a_hint(store: Store, tmp_path: Path, use: str) -> None:
    uses = {
        "open": store.open,
        "read": store.read,
        "delete": store.delete,
        "rename": lambda name: store.rename(name, "x"),
        "copy": lambda name: store.copy(name, "x"),
    }
    with pytest.raises(SaveMissing, match=r"There is no save grenada.toml; check its name\."):
        uses[use]("grenada")
    assert not store.paths.data.exists(), "asking made a folder"
    begun(store, "granada")
    with pytest.raises(SaveMissing, match="did you mean granada"):
        uses[use]("grenada")
    assert [path.name for path in store.paths.saves.iterdir()] == ["granada.toml"]


def test_a_missing_file_is_missed(store: Store, tmp_path: Path) -> None:
    for path in (tmp_path / "x.toml", tmp_path / "no" / "folder.toml"):
        with pytest.raises(SaveMissing, match=path.name):
            store.read(path)
    with pytest.raises(SaveError, match="name a file in it"):
        store.read(Path(".."))


def test_the_name_of_a_file_cannot_reach_the_terminal(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "\x1b[2J\u202e.toml"
    with pytest.raises(SaveMissing) as caught:
        store.read(path)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["", "../x", "a/b", "A", ".x", "x.toml", "con", "x" * 41, "\x1b"])
def test_an_unsafe_name_reaches_no_disk(store: Store, name: str) -> None:
    for use in (store.open, store.read, store.delete, lambda n: store.create(n, "1", TABLES)):
        with pytest.raises(SaveError):
            use(name)
    assert not store.paths.data.exists()


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SaveError, match=r"permission denied.*--data-dir"):
        Store(Paths(tmp_path / "data")).create("game", "1", TABLES)


def test_a_file_in_place_of_the_folder_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(SaveError, match="data"):
        Store(Paths(tmp_path / "data")).create("game", "1", TABLES)


def test_a_header_that_no_save_holds_is_refused_before_anything_is_made(store: Store) -> None:
    with pytest.raises(SaveError, match=r"The game cannot be saved \(when is a float"):
        store.create("game", "1996-1", {"game": {"when": 1.5}})
    assert not store.paths.data.exists()


def test_opening_leaves_the_time_of_the_last_move(store: Store) -> None:
    path = begun(store)
    os.utime(path, (1_000_000, 1_000_000))
    store.open("game").close()
    assert path.stat().st_mtime == 1_000_000


SAMPLES = sorted(
    path for path in shipped("saves").glob("*.toml") if not path.name.endswith(".position.toml")
)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_header_alone_is_that_of_the_whole(store: Store, path: Path) -> None:
    whole = store.read(path).header
    assert store.header(path) == whole
    short = store.header(path, before="deck")
    assert short == {key: value for key, value in whole.items() if key != "deck"}
    assert store.header(path, before="nothing") == whole


@pytest.mark.long
def test_a_header_that_is_not_sound_is_told_as_always(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "spoilt.toml"
    sound = SAMPLES[0].read_bytes()
    seal = sound.index(b"[seal]")
    spoilt = [b"", b"\0" * 5000, b"format = 1\n" * 400, sound[:seal], sound.replace(b"\n", b"\r\n")]
    spoilt += [sound[:at] + b"?" + sound[at + 1 :] for at in range(0, seal + 20, 7)]
    table = b'format = 1\nrules = "1"\n[game]\na = """\n[deck]\nb = 2"""\n[deck]\n\n[seal]\n'
    spoilt.append(table + b'crc = "%08x"\n' % crc32(table))
    for data in spoilt:
        path.write_bytes(data)
        with pytest.raises(SaveError) as whole:
            store.read(path)
        for before in ("", "deck"):
            with pytest.raises(SaveError) as head:
                store.header(path, before=before)
            assert head.value.sentence == whole.value.sentence


def test_a_list_of_saves_opens_none(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(store, "one")
    damage(begun(store, "two"))
    stamps = {each.name: each.stamp for each in store.summaries()}
    with monkeypatch.context() as patch:
        patch.setattr(FileSystem, "open", None)
        assert {each.name: each.stamp for each in store.summaries()} == stamps
    assert {each.which for each in store.summaries(shipped("saves"))} >= set(SAMPLES)
    path = store.paths.saves / "one.toml"
    seen = path.stat()
    other = path.read_bytes().replace(b"red power 2", b"red power 7")
    while path.stat().st_ctime_ns == seen.st_ctime_ns:  # a disk's clock has ticks
        path.write_bytes(other)
        os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    after = {each.name: each.stamp for each in store.summaries()}
    assert after["one"] != stamps["one"]
    assert after["two"] == stamps["two"]


def test_a_file_that_the_folder_does_not_tell_of_is_listed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store, "gone")
    begun(store, "hidden")
    begun(store, "seen")
    stat_of = FileSystem.stat

    def failing(self: FileSystem, folder: Folder, name: str) -> Stat:
        if name == "gone.toml":
            raise FileNotFoundError(name)
        if name == "hidden.toml":
            raise PermissionError(name)
        return stat_of(self, folder, name)

    monkeypatch.setattr(FileSystem, "stat", failing)
    assert [(each.name, bool(each.stamp)) for each in store.summaries()] == [
        ("seen", True),
        ("hidden", False),
    ]
