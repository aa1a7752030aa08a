"""One save that is being played: the only thing that ever appends to a file."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from elgrande.saves.errors import SaveBroken, SaveError, SaveFull, reason, shown
from elgrande.saves.fs import FileSystem, Folder, Lock, write_all
from elgrande.saves.journal import (
    CRC_LINE,
    MAX_SAVE,
    Journal,
    Record,
    Value,
    read_record,
    render_record,
)


class Pending(NamedTuple):
    """How far a save was on the disk before what is on its way there."""

    records: int
    size: int
    line: int


class SaveFile:
    """A save that this process holds; made by ``Store.create`` and ``Store.open``.

    ``append`` returns once the record is on the disk, but for automatic answers: these follow
    from what is there, so that a crash costs nothing, and go with the next. If it fails the save
    is *broken*: it takes no more, says so each time, and ``rescue`` writes everything acknowledged
    to another place.

    With ``later`` an answer is written and *pending*, and ``later`` is called, which has ``sync``
    done in some thread and then ``synced`` here, before anybody hears of it. No second answer is
    ever on its way with it.
    """

    def __init__(
        self, fs: FileSystem, folder: Folder, fd: int, lock: Lock, path: Path, data: bytes,
        journal: Journal, notices: Sequence[str],
        put: Callable[[str | Path, bytes], Path], full: str = "",
        later: "Callable[[SaveFile], None] | None" = None,
    ) -> None:  # fmt: skip
        self._fs, self._folder, self._fd, self._lock = fs, folder, fd, lock
        self._identity = fs.fstat(fd).identity
        self._data = bytearray(data)
        self._line = data.count(b"\n") + 1
        self._put = put
        self._later = later
        self._syncing = threading.Lock()
        self._lost: OSError | None = None
        self._records = list(journal.records)
        self._closed = False
        self.path = path
        self.rules = journal.rules
        """The version of the rules that the game was begun with."""
        self.header: dict[str, Value] = journal.header
        self.notices = tuple(notices)
        """Sentences about what was mended at opening, for the person to read."""
        self.problem: SaveBroken | None = None
        """Why nothing is written any more, or None."""
        self.pending: Pending | None = None
        """How far all was on the disk before what is on its way there, or None for nothing."""
        if full:
            self._break(full)
        # It may just have been cut, or hold a record that was written but never synced before
        # the program died.
        elif later is None:
            fs.fsync(fd)
        else:
            self._send(later)

    @property
    def name(self) -> str:
        """What the save is called: its file name without the suffix."""
        return self.path.stem

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(self._data)

    @property
    def records(self) -> Sequence[Record]:
        """Everything acknowledged, in order, and what is on its way."""
        return self._records

    def append(self, kind: str, fields: Mapping[str, object]) -> Record:
        """Write one record and return it once it is on the disk, or on its way with ``later``.

        Raises ``SaveBroken`` if that failed, now or before, ``SaveFull`` if there is no room for
        it, and plain ``SaveError``, with nothing written and play free to go on, if the record
        cannot stand in a save.
        """
        if self.problem is not None:
            raise SaveBroken(self.problem.sentence)
        if self._closed:
            raise SaveError(f"{shown(self.path)} was closed; open it again.")
        n = len(self._records) + 1
        try:
            data = render_record(n, kind, fields)
            # What could not be read again must not be written.
            record = read_record(data[1 : 1 - CRC_LINE], n, self._line + 1)
        except ValueError as error:
            raise SaveError(
                f"{shown(self.path)}: record {n} cannot be written ({error})."
            ) from error
        if len(self._data) + len(data) > MAX_SAVE:
            raise SaveFull(
                f"{shown(self.path)} is full ({MAX_SAVE:,} bytes); go on from its position: "
                "elgrande show --toml prints it, new --from begins there."
            )
        waits = not record.fields.get("auto")
        try:
            self._check_undisturbed()
            if self.pending is not None and waits:
                self.sync()
            write_all(self._fs, self._fd, data)
            if waits and self._later is None:
                self._fs.fsync(self._fd)
        except OSError as error:
            raise self._break(f"could not be written ({reason(error)})") from error
        except SaveBroken:  # it has been said what another program did
            raise
        except BaseException:  # Ctrl-C between two calls: nobody knows what was written
            self._break("was being written when the program was interrupted")
            raise
        if waits and self._later is not None:
            self._send(self._later)
        self._data += data
        self._line += data.count(b"\n")
        self._records.append(record)
        return record

    def _send(self, later: "Callable[[SaveFile], None]") -> None:
        self.pending = Pending(len(self._records), len(self._data), self._line)
        later(self)

    def sync(self) -> None:
        """Return once what is pending is on the disk (OSError); for any thread."""
        with self._syncing:
            if self._lost is not None:
                raise self._lost
            if not self._closed:
                try:
                    self._fs.fsync(self._fd)
                except OSError as error:
                    # The system says so once, and it holds for all that were on their way.
                    self._lost = error
                    raise

    def synced(self, was: Pending, error: OSError | None = None) -> None:
        """Note that what was pending is on the disk, or that it is not and the save is broken.

        Then it is as it was before: what nobody has heard of does not come back.
        """
        if error is not None:
            self._cut(was)
            self._break(f"could not be written ({reason(error)})")
        if self.pending is was or error is not None:
            self.pending = None

    def _cut(self, was: Pending) -> None:
        del self._records[was.records :], self._data[was.size :]
        self._line = min(was.line, self._line)
        if not self._closed:
            with suppress(OSError):
                self._fs.truncate(self._fd, len(self._data))

    def rescue(self, target: str | Path) -> Path:
        """Write everything acknowledged, and nothing else, to a new save; return where it lies.

        ``target`` is a name in the store's folder or a path, as a rule on another disk. Raises
        ``SaveError`` if that cannot be written either; then try again elsewhere.
        """
        return self._put(target, bytes(self._data))

    def close(self) -> None:
        """Let others have the save; everything acknowledged is on the disk already."""
        if self._closed:
            return
        if self.pending is not None:
            try:
                self.sync()
            except OSError:
                self._cut(self.pending)
        with self._syncing:
            self._closed = True
            # Nothing that was acknowledged depends on these.
            with suppress(OSError):
                self._fs.close(self._fd)
        self._lock.release()
        with suppress(OSError):
            self._fs.close_folder(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_undisturbed(self) -> None:
        """See that the file is still where its name says, and has only what we wrote."""
        try:
            there = self._fs.stat(self._folder, self.path.name)
        except FileNotFoundError:
            there = None
        if there is None or there.identity != self._identity:
            raise self._break("was moved, removed or replaced by another program")
        if there.size != len(self._data):
            raise self._break("was changed by another program")

    def _break(self, what: str) -> SaveBroken:
        self.problem = SaveBroken(
            f"{shown(self.path)} {what}, so nothing after record {len(self._records)} is saved; "
            "save under another name or on another disk."
        )
        return self.problem
