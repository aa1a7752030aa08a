"""One save that is being played: the only thing that ever appends to a file."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from elgrande.saves.errors import SaveBroken, SaveError, SaveFull, reason, shown
from elgrande.saves.fs import FileSystem, Folder, write_all
from elgrande.saves.journal import CRC_LINE, MAX_SAVE, Journal, Record, read_record, render_record
from elgrande.saves.lock import Lock

if TYPE_CHECKING:
    from elgrande.saves.formats import Value


class SaveFile:
    """A save that this process holds; made by ``Store.create`` and ``Store.open``.

    ``append`` returns once the record is on the disk. If that fails the save is *broken*: it
    takes no
    more, says so each time, and ``rescue`` writes everything acknowledged to another place.
    """

    def __init__(
        self, fs: FileSystem, folder: Folder, fd: int, lock: Lock, path: Path, data: bytes,
        journal: Journal, notices: Sequence[str],
        put: Callable[[str | Path, bytes], Path], full: str = "",
    ) -> None:  # fmt: skip
        self._fs, self._folder, self._fd, self._lock = fs, folder, fd, lock
        self._identity = fs.fstat(fd).identity
        self._data = bytearray(data)
        self._line = data.count(b"\n") + 1
        self._put = put
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
        if full:
            self._break(full)

    @property
    def name(self) -> str:
        """What the save is called: its file name without the suffix."""
        return self.path.stem

    @property
    def records(self) -> Sequence[Record]:
        """Everything acknowledged, in order."""
        return self._records

    def append(self, kind: str, fields: Mapping[str, object]) -> Record:
        """Write one record and return it once it is on the disk.

        Raises ``SaveBroken`` if that failed, now or before, ``SaveFull`` if there is no room for
        it,
        and plain ``SaveError``, with nothing written and play free to go on, if the record cannot
        stand in a save.
        """
        if self.problem is not None:
            raise SaveBroken(self.problem.sentence, path=self.path)
        if self._closed:
            raise SaveError(f"{shown(self.path)} was closed; open it again.", path=self.path)
        n = len(self._records) + 1
        try:
            data = render_record(n, kind, fields)
            # What could not be read again must not be written.
            record = read_record(data[1 : 1 - CRC_LINE], n, self._line + 1)
        except ValueError as error:
            raise SaveError(
                f"{shown(self.path)}: record {n} cannot be written ({error}).", path=self.path
            ) from error
        if len(self._data) + len(data) > MAX_SAVE:
            raise SaveFull(
                f"{shown(self.path)} is full ({MAX_SAVE:,} bytes); go on from its position: "
                "elgrande show --toml prints it, new --from begins there.",
                path=self.path,
            )
        try:
            self._check_undisturbed()
            write_all(self._fs, self._fd, data)
            self._fs.fsync(self._fd)
        except OSError as error:
            raise self._break(f"could not be written ({reason(error)})") from error
        except SaveBroken:  # it has been said what another program did
            raise
        except BaseException:  # Ctrl-C between two calls: nobody knows what was written
            self._break("was being written when the program was interrupted")
            raise
        self._data += data
        self._line += data.count(b"\n")
        self._records.append(record)
        return record

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
            "save under another name or on another disk.",
            path=self.path,
        )
        return self.problem
