"""The folder of saves: make, open, read, list, rename, copy, delete, export, import.

Nothing is ever overwritten, and nothing is changed before its lock is held. What a crash left of a
save is mended when it is opened. Every failure is a ``SaveError``.
"""

from __future__ import annotations

import difflib
import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeVar

from elgrande.content.files import Unreadable, at_home, bounded, check_kind, path_of, taken
from elgrande.saves.errors import (
    SaveError,
    SaveExists,
    SaveLocked,
    SaveMissing,
    reason,
    shown,
    telling,
)
from elgrande.saves.fs import (
    LOCK,
    Cache,
    FileSystem,
    Folder,
    How,
    Lock,
    locked,
    make_folder,
    opened_folder,
    write_new,
)
from elgrande.saves.journal import (
    MAX_HEADER,
    MAX_SAVE,
    Journal,
    SaveDamaged,
    Value,
    ends_game,
    has_header,
    parse,
    parse_header,
    render_header,
)
from elgrande.saves.paths import SUFFIX, Location, Paths, check_name, is_safe, make_name, shipped
from elgrande.saves.savefile import SaveFile

_SIDE_FILES = 100
_HEAD = 20_000
"""How many bytes of a save are read at first where only the header is wanted."""
_TAIL = 1_000
"""How many bytes of a save are read where only its end is wanted."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_LOOKED_AT = (
    "The disk is full, so the game can be looked at and saved elsewhere, not played on there."
)
_MOST_TAKEN = 100_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SaveSummary:
    """A line of the list of saves: what the folder says of a file that nobody has opened yet.

    ``which`` opens it. ``stamp`` is another one as soon as the file, or another in its place, has
    other bytes; it is empty if the folder does not say.
    """

    name: str
    which: str | Path
    path: Path
    mtime: float
    size: int
    stamp: str


class Store:
    """The saves of one user.

    Where a save is asked for, a ``str`` is its name in the folder of saves and a ``Path`` is a file
    that the person named, anywhere. ``later`` is for its open saves (see ``SaveFile``).
    """

    def __init__(
        self,
        paths: Paths,
        fs: FileSystem | None = None,
        later: Callable[[SaveFile], None] | None = None,
    ) -> None:
        self.paths = paths
        self._later = later
        self._fs = fs or FileSystem()

    def cache(self, name: str) -> Cache:
        """Return a file of the cache, on the same file system as the saves."""
        return Cache(self._fs, self.paths.cache, name)

    def ready(self, folder: Path) -> None:
        """Make a folder of the game's own if it is missing; SaveError for any other one.

        A slip in a path that a person typed would else leave a folder that nobody looks into.
        """
        if folder in (self.paths.saves, self.paths.bin):
            make_folder(self._fs, folder)
        elif not self._fs.is_folder(folder):
            raise SaveError(
                f"There is no folder {shown(folder)}; make it first, or choose another."
            )

    def find(self, text: str) -> str | Path:
        """Return what a person typed as a name or, if it looks like one, a path."""
        if not is_safe(text) and (text.endswith(SUFFIX) or Path(text).name != text):
            try:
                return path_of(text)
            except Unreadable as error:
                raise SaveError(str(error)) from None
        return check_name(text)

    def has(self, name: str) -> bool:
        """Say whether there is a save of this name, sound or not."""
        return (self.paths.saves / f"{name}{SUFFIX}").exists()

    def unused_name(self, title: str) -> str:
        """Make a name from a title that no save has yet; another process may take it first."""
        return make_name(title, set(self._names()))

    def under_unused(self, title: str, make: Callable[[str], T]) -> T:
        """Call ``make`` with a name from a title that no save has: the next if that was just taken.

        ``make`` writes the save and raises ``SaveExists`` or ``SaveLocked`` if somebody was faster.
        """
        taken: set[str] = set()
        while True:
            taken |= set(self._names())
            name = make_name(title, taken)
            try:
                return make(name)
            except (SaveExists, SaveLocked):
                if len(taken) > _MOST_TAKEN:
                    raise
                taken.add(name)

    def create(self, which: str | Path, rules: str, tables: Mapping[str, object]) -> SaveFile:
        """Make a save of no records and open it.

        ``rules`` is the version of the rules, ``tables`` the header: a dict of dicts of plain
        values.
        """
        try:
            data = render_header(rules, tables)
        except ValueError as error:
            raise SaveError(f"The game cannot be saved ({error}).") from error
        place = self._place(which)
        with telling(place.path, "could not be written"), ExitStack() as undo:
            self.ready(place.folder)
            folder, lock = self._held(place, undo)
            self._must_be_free(folder, place)
            write_new(self._fs, folder, place.file, data)
            # Held from here on: another process that wants the name must not come between.
            return self._opened(folder, place, lock, undo)

    def open(self, which: str | Path) -> SaveFile:
        """Open a save to play on, and hold it until it is closed.

        A last record that a crash cut short is set aside in a file of its own, and
        ``SaveFile.notices`` says so. Where the disk has no room for that record, the save can be
        looked at and rescued, and takes no more.
        """
        place = self._place(which)
        with telling(place.path, "could not be opened"), ExitStack() as undo:
            if not self._fs.is_folder(place.folder):
                self._say_missing(place)
            folder, lock = self._held(place, undo, there=True)
            return self._opened(folder, place, lock, undo)

    def _held(
        self, place: Location, undo: ExitStack, *, there: bool = False
    ) -> tuple[Folder, Lock]:
        """Open the folder of a save and take its lock, until ``undo``; it may have to be there."""
        folder = self._fs.open_folder(place.folder)
        undo.callback(self._fs.close_folder, folder)
        if there:
            self._must_exist(folder, place)
        lock = Lock(self._fs, folder, place.file)
        undo.callback(lock.release)
        return folder, lock

    def _opened(self, folder: Folder, place: Location, lock: Lock, undo: ExitStack) -> SaveFile:
        """Return a save to play on, mending first what can be mended.

        What ``undo`` would close is its own from then on.
        """
        fd = self._fs.open(folder, place.file, "append")
        undo.callback(self._fs.close, fd)
        data, full, notices = self._bytes(fd, place), "", list[str]()
        journal = parse(data, place.named)
        if journal.torn:
            try:
                aside = self._keep(folder, f"{place.file}.torn", journal.torn)
            except OSError as error:
                if error.errno not in _NO_ROOM:
                    raise
                full = f"takes no more: its disk is full ({reason(error)})"
                notices.append(f"{journal.notice} {_LOOKED_AT}")
            else:
                self._fs.truncate(fd, journal.size)
                notices.append(journal.notice.replace("is left out", f"was moved to {aside}"))
        save = SaveFile(
            self._fs, folder, fd, lock, place.path, data[: journal.size], journal, notices,
            self.put, full, self._later,
        )  # fmt: skip
        undo.pop_all()
        return save

    def _keep(self, folder: Folder, file: str, data: bytes) -> str:
        """Write a file beside a save under a name that is free."""
        taken = set(self._fs.names(folder))
        for number in range(1, _SIDE_FILES + 1):
            name = file if number == 1 else f"{file}.{number}"
            if name not in taken:
                write_new(self._fs, folder, name, data)
                return name
        raise SaveError(
            f"{shown(folder.path / file)} and {_SIDE_FILES - 1} similar files are in the way; "
            "move them first."
        )

    def _bytes(self, fd: int, place: Location, *, head: bool = False) -> bytes:
        """Read all of an open file, or at least its header."""
        found = self._fs.fstat(fd)
        try:
            read = partial(self._fs.read, fd)
            if not head:
                return bounded(place.named, found.regular, found.size, read, MAX_SAVE)
            check_kind(place.named, found.regular, found.size, MAX_SAVE)
            data = taken(read, _HEAD)
            return data if has_header(data) else data + taken(read, MAX_HEADER)
        except Unreadable as error:
            raise SaveError(str(error)) from None

    def sweep(self) -> None:
        """Take away the locks that processes left behind which were killed."""
        saves = self.paths.saves
        if not self._fs.is_folder(saves):
            return
        with telling(saves, "could not be listed"), opened_folder(self._fs, saves) as folder:
            for name in self._fs.names(folder):
                if name.endswith(f"{SUFFIX}{LOCK}"):
                    # Who lives holds theirs.
                    with suppress(SaveError), locked(self._fs, folder, name.removesuffix(LOCK)):
                        pass

    def read(self, which: str | Path) -> Journal:
        """Read a save without holding or changing it; somebody may be playing it."""
        return self.parse(self.data(which), which)

    def data(self, which: str | Path) -> bytes:
        """Return the bytes of what may be a save, as far as a save can go."""
        place = self._place(which)
        with self._reading(place) as fd:
            return self._bytes(fd, place)

    def parse(self, data: bytes, which: str | Path) -> Journal:
        """Read the bytes of a save; ``which`` is where they come from."""
        return parse(data, self._place(which).named)

    def header(self, which: str | Path, *, before: str = "") -> dict[str, Value]:
        """Read only the header of a save, and of that only what stands before a table."""
        place = self._place(which)
        with self._reading(place) as fd:
            data = self._bytes(fd, place, head=True)
        return parse_header(data, place.named, before=before)

    def ends_game(self, name: str) -> bool:
        """Say whether the end of a save says that its game is over; nothing else of it is read."""
        with self._reading(self._place(name)) as fd:
            found = self._fs.fstat(fd)
            if not found.regular:
                return False
            self._fs.seek(fd, max(0, found.size - _TAIL))
            return ends_game(taken(partial(self._fs.read, fd), _TAIL))

    @contextmanager
    def _reading(self, place: Location) -> Iterator[int]:
        # A file that the person named may be a link; a name in our folder may not.
        how: How = "read" if place.folder == self.paths.saves else "follow"
        with telling(place.path, "could not be read"), self._folder(place) as folder:
            try:
                fd = self._fs.open(folder, place.file, how)
            except FileNotFoundError:
                self._say_missing(place)
            try:
                yield fd
            finally:
                self._fs.close(fd)

    def examples(self) -> list[SaveSummary]:
        """Return what came with the program by name; none where that folder is missing."""
        try:
            found = self.summaries(shipped("saves"))
        except SaveError:
            return []
        # A name with a dot is a position that lies among the examples, and no save.
        return sorted((one for one in found if "." not in one.name), key=lambda one: one.name)

    def summaries(self, where: Path | None = None) -> list[SaveSummary]:
        """Return all saves, the latest first, those that cannot be read too.

        None of them is opened, so that five hundred take no longer than five. ``where`` is another
        folder than that of the saves.
        """
        where = where or self.paths.saves
        found = []
        names = self._names(where)
        with telling(where, "could not be listed"), ExitStack() as stack:
            if names:
                folder = stack.enter_context(opened_folder(self._fs, where))
            for name in names:
                file, mtime, size, stamp = name + SUFFIX, 0.0, 0, ""
                try:
                    seen = self._fs.stat(folder, file)
                    mtime, size = seen.mtime, seen.size
                    stamp = repr((seen.identity, size, seen.written))
                except FileNotFoundError:  # gone meanwhile
                    continue
                except OSError:
                    pass  # whoever opens it learns why
                which = name if where == self.paths.saves else where / file
                found.append(SaveSummary(name, which, where / file, mtime, size, stamp))
        return sorted(found, key=lambda each: (-each.mtime, each.name))

    def rename(self, name: str, new: str) -> None:
        """Give a save another name."""
        self._move(self._place(name), self._place(new))

    def delete(self, name: str) -> Path:
        """Put a save into the bin and return where it lies there."""
        place = self._place(name)
        taken = set(self._names(self.paths.bin))
        file = make_name(name, taken) + SUFFIX
        to = Location(self.paths.bin, file, file)
        self._move(place, to)
        return to.path

    def copy(self, which: str | Path, new: str | Path) -> Path:
        """Copy the sound records of a save to a new one; refuse a damaged save.

        From a path to a name it is an import, from a name to a path an export.
        """
        data = self.data(which)
        return self.put(new, data[: self.parse(data, which).size])

    def salvage(self, which: str | Path, new: str | Path) -> Path:
        """Copy what comes before the damage in a save to a new one."""
        data = self.data(which)
        try:
            sound = self.parse(data, which)
        except SaveDamaged as error:
            if error.sound is None:
                raise
            sound = error.sound
        return self.put(new, data[: sound.size])

    def _place(self, which: str | Path) -> Location:
        if isinstance(which, str):
            file = check_name(which) + SUFFIX
            return Location(self.paths.saves, file, file)
        try:
            path = at_home(which)
        except Unreadable as error:
            raise SaveError(str(error)) from None
        if path.name in {"", ".."}:
            raise SaveError(f"{shown(which)} is a folder; name a file in it.")
        return Location(path.parent.absolute(), path.name, shown(which))

    def _names(self, where: Path | None = None) -> list[str]:
        """Return what the files in a folder, that of the saves, are called that look like saves."""
        where = where or self.paths.saves
        with telling(where, "could not be listed"):
            if not self._fs.is_folder(where):
                return []
            with opened_folder(self._fs, where) as folder:
                names = self._fs.names(folder)
        saves = (name for name in names if name.endswith(SUFFIX) and not name.startswith("."))
        return sorted(name.removesuffix(SUFFIX) for name in saves)

    @contextmanager
    def _folder(self, place: Location, *, make: bool = False) -> Iterator[Folder]:
        if not make and not self._fs.is_folder(place.folder):
            self._say_missing(place)
        if make:
            self.ready(place.folder)
        with opened_folder(self._fs, place.folder) as folder:
            yield folder

    def _must_exist(self, folder: Folder, place: Location) -> None:
        try:
            self._fs.stat(folder, place.file)
        except FileNotFoundError:
            self._say_missing(place)

    def _say_missing(self, place: Location) -> NoReturn:
        name = place.file.removesuffix(SUFFIX)
        near: list[str] = []
        if place.folder == self.paths.saves:
            near = difflib.get_close_matches(name, filter(is_safe, self._names()), 1)
        hint = f"did you mean {near[0]}?" if near else "check its name."
        raise SaveMissing(f"There is no save {place.named}; {hint}")

    def put(self, which: str | Path, data: bytes, *, anew: bool = False) -> Path:
        """Write a whole new save, durably; refuse if its place is taken, but ``anew``."""
        place = self._place(which)
        with (
            telling(place.path, "could not be written"),
            self._folder(place, make=True) as folder,
            locked(self._fs, folder, place.file),
        ):
            if not anew:
                self._must_be_free(folder, place)
            write_new(self._fs, folder, place.file, data)
        return place.path

    def _must_be_free(self, folder: Folder, place: Location) -> None:
        with suppress(FileNotFoundError):
            self._fs.stat(folder, place.file)
            raise SaveExists(
                f"{place.named} already exists and was not overwritten; choose another name."
            )

    def _move(self, place: Location, to: Location) -> None:
        with (
            telling(place.path, "could not be moved"),
            self._folder(place) as folder,
            self._folder(to, make=True) as to_folder,
        ):
            self._must_exist(folder, place)
            self._must_be_free(to_folder, to)
            with locked(self._fs, folder, place.file), locked(self._fs, to_folder, to.file):
                self._must_exist(folder, place)
                self._must_be_free(to_folder, to)
                self._fs.rename(folder, place.file, to_folder, to.file)
                # The new name first: a crash between the two must not leave the save without one.
                self._fs.sync_folder(to_folder)
                self._fs.sync_folder(folder)
