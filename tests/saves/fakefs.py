"""A disk in memory that can lose power at any moment and fail at any call.

What was written is in the cache until it is synced: a file's bytes by ``fsync`` of the file, a name
by ``sync_folder`` of its folder. ``after_power_cut`` gives every disk that can be found afterwards:
names that were not synced there or not, in any combination; bytes that were not synced absent,
whole, torn at several places, or there as zeros. A lock goes with the power.
"""

import errno
import os
from collections.abc import Callable, Iterator
from itertools import combinations, count
from pathlib import Path

from elgrande.saves.fs import Folder, How, Stat

_numbers = count(1)


class Node:
    """A file: what a program sees, and what is surely on the disk."""

    def __init__(self, data: bytes = b"") -> None:
        self.number = next(_numbers)
        self.data = bytearray(data)
        self.synced = bytes(data)
        self.locked_by = 0

    def possible(self) -> list[bytes]:
        """What a power cut can leave of the file."""
        old, new = self.synced, bytes(self.data)
        if old == new:
            return [new]
        states = [old, new]
        if new.startswith(old):
            tail = new[len(old) :]
            half = len(tail) // 2
            states += [old + tail[:n] for n in {1, 2, half, len(tail) - 1, len(tail) - 2} if n > 0]
            states += [
                old + bytes(len(tail)),
                old + tail[:half] + bytes(len(tail) - half),
                old + bytes(half) + tail[half:],
            ]
        return list(dict.fromkeys(states))


class Dir:
    """A folder: the names that a program sees, and those that are surely on the disk."""

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.names: dict[str, Node | Dir] = {}
        self.synced: dict[str, Node | Dir] = {}


_CHANGING = frozenset(
    (
        "mkdir",
        "sync_folder",
        "open:create",
        "open:lock",
        "write",
        "truncate",
        "fsync",
        "rename",
        "unlink",
    )
)

Change = tuple[tuple[Dir, str, "Node | Dir | None"], ...]
"""What happens in one step: a name in a folder leads to something, or to nothing."""


class FakeFs:
    """See ``elgrande.saves.fs.FileSystem``."""

    def __init__(self, root: Dir | None = None) -> None:
        self.root = root or Dir()
        self.pending: list[Change] = []
        self.files: dict[int, tuple[Node, How, int]] = {}
        self.folders: dict[int, Dir] = {}
        self.calls: list[str] = []
        self.changes = 0
        self.longest_write = 1 << 30
        self.fail_at = -1
        self.fail_ever_after = False
        self.error = errno.EIO
        self.watch: Callable[[], None] = lambda: None

    # the protocol

    def is_folder(self, path: Path) -> bool:
        return isinstance(self._look(path), Dir)

    def mkdir(self, path: Path) -> None:
        self._call("mkdir")
        if self._look(path) is not None:
            raise _error(errno.EEXIST)
        parent = self._look(path.parent)
        assert isinstance(parent, Dir)
        self._change((parent, path.name, Dir()))

    def open_folder(self, path: Path) -> Folder:
        self._call("open_folder")
        found = self._look(path)
        if not isinstance(found, Dir):
            raise _error(errno.ENOENT)
        fd = next(_numbers)
        self.folders[fd] = found
        return Folder(path, fd, ("fake", found.number))

    def close_folder(self, folder: Folder) -> None:
        del self.folders[folder.fd]
        self._call("close_folder")

    def sync_folder(self, folder: Folder) -> None:
        self._call("sync_folder")
        synced = self.folders[folder.fd]
        later = []
        for change in self.pending:
            if any(where is synced for where, _, _ in change):
                _settle(change)
            else:
                later.append(change)
        self.pending = later

    def names(self, folder: Folder) -> list[str]:
        self._call("names")
        return list(self.folders[folder.fd].names)

    def stat(self, folder: Folder, name: str) -> Stat:
        self._call("stat")
        return _stat(self._named(folder, name))

    def open(self, folder: Folder, name: str, how: How) -> int:
        self._call(f"open:{how}")
        where = self.folders[folder.fd]
        node = where.names.get(name)
        if how == "create" and node is not None:
            raise _error(errno.EEXIST)
        if node is None:
            if how not in {"create", "lock"}:
                raise _error(errno.ENOENT)
            node = Node()
            self._change((where, name, node))
        if isinstance(node, Dir):
            raise _error(errno.EISDIR)
        fd = next(_numbers)
        self.files[fd] = (node, how, 0)
        return fd

    def fstat(self, fd: int) -> Stat:
        self._call("fstat")
        return _stat(self.files[fd][0])

    def read(self, fd: int, size: int) -> bytes:
        self._call("read")
        node, how, at = self.files[fd]
        part = bytes(node.data[at : at + size])
        self.files[fd] = (node, how, at + len(part))
        return part

    def write(self, fd: int, data: bytes) -> int:
        node, how, _ = self.files[fd]
        assert how != "read"
        part = data[: self.longest_write]
        try:
            self._call("write")
        except OSError:
            node.data += part[: len(part) // 2]  # a full disk takes what still fits
            raise
        node.data += part
        return len(part)

    def truncate(self, fd: int, size: int) -> None:
        self._call("truncate")
        del self.files[fd][0].data[size:]

    def fsync(self, fd: int) -> None:
        self._call("fsync")
        node = self.files[fd][0]
        node.synced = bytes(node.data)

    def close(self, fd: int) -> None:
        node, _, _ = self.files.pop(fd)
        if node.locked_by == fd:
            node.locked_by = 0
        self._call("close")

    def rename(self, folder: Folder, name: str, to: Folder, new: str) -> None:
        self._call("rename")
        node = self._named(folder, name)
        where, there = self.folders[folder.fd], self.folders[to.fd]
        self._change((where, name, None), (there, new, node))

    def unlink(self, folder: Folder, name: str) -> None:
        self._call("unlink")
        self._named(folder, name)
        self._change((self.folders[folder.fd], name, None))

    def lock(self, fd: int) -> bool:
        self._call("lock")
        node = self.files[fd][0]
        if node.locked_by:
            return False
        node.locked_by = fd
        return True

    def unlock(self, fd: int) -> None:
        self.files[fd][0].locked_by = 0
        self._call("unlock")

    # for the tests

    def contents(self) -> dict[str, bytes]:
        """Return every file with its bytes, and every folder."""
        found: dict[str, bytes] = {}
        queue: list[tuple[str, Node | Dir]] = [("", self.root)]
        while queue:
            path, what = queue.pop()
            if isinstance(what, Node):
                found[path] = bytes(what.data)
            else:
                found[path + "/"] = b""
                queue += [(f"{path}/{name}", inner) for name, inner in what.names.items()]
        return found

    def after_power_cut(self) -> Iterator["FakeFs"]:
        """Give every disk that can be found when the power goes now."""
        for chosen in _subsets(self.pending):
            dirty = [node for node in self._all_nodes() if node.synced != bytes(node.data)]
            # Files are independent of each other, and each has its turn to be in any state.
            for at in range(max([len(node.possible()) for node in dirty], default=1)):
                bytes_of = {
                    node.number: node.possible()[at % len(node.possible())] for node in dirty
                }
                yield FakeFs(_rebuilt(self.root, chosen, bytes_of))

    def put(self, path: Path, data: bytes) -> None:
        """Have a file lie on the disk, durably, with the folders to it."""
        where = self.root
        for part in path.parts[1:-1]:
            found = where.names.setdefault(part, Dir())
            where.synced[part] = found
            assert isinstance(found, Dir)
            where = found
        where.names[path.name] = where.synced[path.name] = Node(data)

    def get(self, path: Path) -> bytes | None:
        """Return the bytes of a file, or None."""
        node = self._look(path)
        return bytes(node.data) if isinstance(node, Node) else None

    def _call(self, name: str) -> None:
        self.watch()
        self.changes += name in _CHANGING
        at = len(self.calls)
        self.calls.append(name)
        if at == self.fail_at or (self.fail_ever_after and 0 <= self.fail_at <= at):
            raise _error(self.error)

    def _look(self, path: Path) -> "Node | Dir | None":
        found: Node | Dir | None = self.root
        for part in path.parts[1:]:
            found = found.names.get(part) if isinstance(found, Dir) else None
        return found

    def _named(self, folder: Folder, name: str) -> "Node | Dir":
        found = self.folders[folder.fd].names.get(name)
        if found is None:
            raise _error(errno.ENOENT)
        return found

    def _change(self, *change: tuple[Dir, str, "Node | Dir | None"]) -> None:
        for where, name, what in change:
            _set(where.names, name, what)
        if change[0][1].endswith(".lock"):
            _settle(change)  # whether a lock's file outlives the power says nothing
        else:
            self.pending.append(change)

    def _all_nodes(self) -> list[Node]:
        nodes: dict[int, Node] = {}
        queue: list[Node | Dir] = [self.root]
        while queue:
            found = queue.pop()
            if isinstance(found, Node):
                nodes[found.number] = found
            else:
                queue += [*found.names.values(), *found.synced.values()]
        return list(nodes.values())


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _stat(found: Node | Dir) -> Stat:
    size = len(found.data) if isinstance(found, Node) else 0
    written = bytes(found.data) if isinstance(found, Node) else b""
    return Stat(found.number, size, float(found.number), isinstance(found, Node), written)


def _set(names: dict[str, Node | Dir], name: str, what: Node | Dir | None) -> None:
    if what is None:
        names.pop(name, None)
    else:
        names[name] = what


def _settle(change: Change) -> None:
    for where, name, what in change:
        _set(where.synced, name, what)


def _subsets(changes: list[Change]) -> Iterator[tuple[Change, ...]]:
    if len(changes) <= 5:
        for size in range(len(changes) + 1):
            yield from combinations(changes, size)
        return
    for size in range(len(changes) + 1):
        yield tuple(changes[:size])
    for left_out in range(len(changes)):
        yield tuple(changes[:left_out] + changes[left_out + 1 :])


def _rebuilt(root: Dir, changes: tuple[Change, ...], bytes_of: dict[int, bytes]) -> Dir:
    """Copy what is on the disk, with these further changes and these bytes of files."""
    extra: dict[int, list[tuple[str, Node | Dir | None]]] = {}
    for change in changes:
        for where, name, what in change:
            extra.setdefault(where.number, []).append((name, what))
    made: dict[int, Node] = {}

    def copy(found: Node | Dir) -> Node | Dir:
        if isinstance(found, Node):
            data = bytes_of.get(found.number, found.synced)
            return made.setdefault(found.number, Node(data))
        names = dict(found.synced)
        for name, what in extra.get(found.number, []):
            _set(names, name, what)
        new = Dir()
        new.names = {name: copy(what) for name, what in names.items()}
        new.synced = dict(new.names)
        return new

    top = copy(root)
    assert isinstance(top, Dir)
    return top
