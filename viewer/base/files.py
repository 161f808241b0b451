"""The file seam: every call to the file system goes through one object that tests replace.

A test makes the k-th call fail, for every k, and looks whether the user's file and the record
are still whole. So nothing else in Qipu calls `open`, `os.replace` and the like on user files.
"""

from __future__ import annotations

import errno
import os
import stat
from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Iterable, Mapping
from importlib import import_module
from time import monotonic
from types import ModuleType

from viewer.base.named import NamedTuple
from viewer.base.temporary import PARTIAL, abandoned, make, open_locked, taken

_WRITE = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
# O_NONBLOCK: opening a named pipe would otherwise wait for somebody to write into it.
_READ = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)

# Without pread (Windows) a descriptor has one position for all threads: seek and read belong together.
# Of `_thread`, since `threading` would take a millisecond of every start.
_SEEKING = allocate_lock()


class Stamp(NamedTuple):
    """Identity and times of a file; an equal stamp means the file has not changed.

    `changed_ns` is the inode's change time (ctime), which no program can set back as it can
    `modified_ns`. Adding or removing a hard link changes it too. On Windows it is the time of creation.
    """

    device: int
    inode: int
    size: int
    modified_ns: int
    changed_ns: int


def _stamp(info: os.stat_result) -> Stamp:
    return Stamp(info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns)


def _extended(path: str) -> dict[str, bytes]:
    """The extended attributes of a file; {} if Python or the file system doesn't support them."""
    if not hasattr(os, "listxattr"):
        return {}
    try:
        return {name: os.getxattr(path, name) for name in os.listxattr(path)}
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return {}
        raise


def _named(path: str) -> str:
    """A path, if a file can have it: others come from strangers, and Python has other errors for them.

    Raises FileNotFoundError.
    """
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    return path


def _archives(path: str) -> ModuleType | None:
    """What reads archives, if a path may be that of one or in one."""
    return import_module("viewer.base.archives") if ".zip" in os.fspath(path).lower() else None


class Attributes(NamedTuple):
    """Metadata of a file that a rewritten file has to keep.

    Attributes:
        mode: permission bits.
        owner, group: numbers of who owns it.
        links: names that it has.
        extended: extended attributes by name, access control lists among them; {} if not supported.
    """

    mode: int
    owner: int
    group: int
    links: int
    extended: Mapping[str, bytes]


class FileSystem:
    """The real file system. Every method raises OSError and nothing else."""

    def open_read(self, path: str) -> int:
        """A descriptor for reading; pair with `close`.

        Raises OSError: only files can be read again by offset, so a folder (EISDIR), a pipe or a device
        (ESPIPE) is refused.
        """
        try:
            fd = os.open(_named(path), _READ)
        except (NotADirectoryError, FileNotFoundError):
            if (archives := _archives(path)) is None:
                raise
            return int(archives.open_in_archive(path))
        try:
            mode = os.fstat(fd).st_mode
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
            if not stat.S_ISREG(mode):
                raise OSError(errno.ESPIPE, os.strerror(errno.ESPIPE), path)
        except OSError:
            os.close(fd)
            raise
        return fd

    def read_at(self, fd: int, length: int, offset: int) -> bytes:
        """Up to `length` bytes from `offset`; shorter only at the end of the file."""
        parts: list[bytes] = []
        while length > 0:
            part = self._pread(fd, min(length, 1 << 26), offset)
            if not part:
                break
            parts.append(part)
            offset += len(part)
            length -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _pread(self, fd: int, length: int, offset: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(fd, length, offset)
        with _SEEKING:
            os.lseek(fd, offset, os.SEEK_SET)
            return os.read(fd, length)

    def stamp(self, fd: int) -> Stamp:
        """Stamp of an open file."""
        return _stamp(os.fstat(fd))

    def stamp_of(self, path: str) -> Stamp | None:
        """Stamp of the file at a path (symlinks followed), None where there is none."""
        try:
            return _stamp(os.stat(_named(path)))
        except (FileNotFoundError, NotADirectoryError) as error:
            if archives := _archives(path):
                found: Stamp | None = archives.stamp_in_archive(path)
                return found
            if isinstance(error, FileNotFoundError):
                return None
            raise

    def attributes(self, path: str) -> Attributes | None:
        """Metadata of the file at a path, None if there is no file."""
        try:
            info = os.stat(_named(path))
        except FileNotFoundError:
            return None
        mode = info.st_mode & 0o7777
        return Attributes(mode, info.st_uid, info.st_gid, info.st_nlink, _extended(path))

    def set_attributes(self, path: str, wanted: Attributes) -> None:
        """Give a file the owner, permission bits and extended attributes of another.

        Raises OSError if one of them can't be set; others may have been set by then.
        """
        info = os.stat(path)
        if (info.st_uid, info.st_gid) != (wanted.owner, wanted.group):
            os.chown(path, wanted.owner, wanted.group)
        os.chmod(path, wanted.mode)
        have = _extended(path)
        for name in have.keys() - wanted.extended.keys():
            os.removexattr(path, name)
        for name, value in wanted.extended.items():
            if have.get(name) != value:
                os.setxattr(path, name, value)

    def new_file_mode(self) -> int:
        """Permission bits that a new file of this process has."""
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask

    def real_path(self, path: str) -> str:
        """The path with every symlink followed, absolute; one that no file can have as it is."""
        try:
            return os.path.realpath(_named(path))
        except FileNotFoundError:
            return path

    def create_beside(self, path: str, kind: str = PARTIAL) -> tuple[int, str]:
        """A new, empty, private file in the folder of `path`: (descriptor, its path).

        It is locked as long as the descriptor is open; see `viewer.base.temporary`.
        """
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder) and self.is_folder(folder):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        return make(folder, path, kind)

    def open_locked(self, path: str) -> int:
        """A descriptor for reading and adding to a private file, which is made if need be.

        It is locked until the descriptor is closed. Raises OSError, BlockingIOError if a running
        process has locked it.
        """
        return open_locked(path)

    def create_aside(self, path: str, kind: str = PARTIAL) -> tuple[int, str]:
        """The same in the system's temporary folder."""
        return make(self.folder_aside(), path, kind)

    def folder_aside(self) -> str:
        """The system's temporary folder."""
        import tempfile  # deferred

        return tempfile.gettempdir()

    def names_beside(self, path: str) -> list[str]:
        """Names in the folder of `path`."""
        return os.listdir(os.path.dirname(os.path.abspath(path)))

    def is_folder(self, path: str) -> bool:
        """Whether a path is that of a folder, or of an archive (.zip), which is one that is only read."""
        archives = _archives(path)
        return os.path.isdir(path) or (archives is not None and archives.is_folder(path))

    def list_folder(self, path: str) -> tuple[dict[str, Stamp], list[str]]:
        """The files in a folder with their stamps, and the names of the folders in it (links followed).

        What is neither (a pipe, a link to nothing) or vanishes meanwhile is left out.
        """
        found: dict[str, Stamp] = {}
        below: list[str] = []
        if (archives := _archives(path)) and not os.path.isdir(path):
            found, below = archives.list_archive(path)
            return found, below
        with os.scandir(path) as entries:
            for entry in entries:
                try:
                    if entry.is_dir():
                        below.append(entry.name)
                        continue
                    info = entry.stat()
                except OSError:
                    continue
                if stat.S_ISREG(info.st_mode):
                    found[entry.name] = _stamp(info)
        return found, below

    def is_abandoned(self, path: str) -> bool:
        """Whether a temporary file was left behind by a process that is gone."""
        with abandoned(path) as left:
            return left

    def take_abandoned(self, path: str) -> int | None:
        """A descriptor, for reading and writing and locked, of a temporary file that was left behind.

        None where somebody still needs it.
        """
        return taken(path)

    def remove_abandoned(self, path: str) -> None:
        """Delete a temporary file unless a running process still holds it."""
        with abandoned(path) as left:
            if left:
                os.unlink(path)

    def open_in_place(self, path: str) -> int:
        """A descriptor for overwriting an existing file, which is not truncated first."""
        return os.open(path, _WRITE & ~os.O_CREAT)

    def write(self, fd: int, data: bytes) -> None:
        """Write all of `data` at the descriptor's current offset."""
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]

    def write_at(self, fd: int, data: bytes, offset: int) -> None:
        """Write all of `data` from `offset` on; the descriptor has one user."""
        os.lseek(fd, offset, os.SEEK_SET)
        self.write(fd, data)

    def truncate(self, fd: int, length: int) -> None:
        """Cut the open file to `length` bytes."""
        os.ftruncate(fd, length)

    def sync(self, fd: int) -> None:
        """Return when the open file's bytes are on the disk."""
        os.fsync(fd)

    def set_mode(self, path: str, mode: int) -> None:
        """Set permission bits."""
        os.chmod(path, mode)

    def close(self, fd: int) -> None:
        """Close a descriptor."""
        os.close(fd)

    def replace(self, source: str, target: str) -> None:
        """Rename over `target`, in one step."""
        os.replace(source, target)

    def sync_folder(self, path: str) -> None:
        """Return once the directory entry of `path` is on the disk (no-op on systems that can't)."""
        if not hasattr(os, "O_DIRECTORY"):
            return
        fd = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def remove(self, path: str) -> None:
        """Delete a file."""
        os.unlink(path)

    def make_private_folder(self, path: str) -> None:
        """Make a folder that nobody else can look into, and those it lies in; one that is there is closed."""
        os.makedirs(path, mode=0o700, exist_ok=True)
        os.chmod(path, 0o700)

    def folder_writable(self, path: str) -> bool:
        """Whether new files can be made beside `path`."""
        return os.access(os.path.dirname(os.path.abspath(path)), os.W_OK | os.X_OK)

    def file_writable(self, path: str) -> bool:
        """Whether the file at `path` can be written over."""
        return os.access(path, os.W_OK)


class HastyFileSystem(FileSystem):
    """Doesn't wait for the disk: for thousands of files that can be made again.

    A file is whole or not there when the program is killed, but a power cut may leave an empty one. To wait
    takes several times as long as to make a small picture.
    """

    def sync(self, fd: int) -> None:
        """Leave it to the system when the bytes go to the disk."""

    def sync_folder(self, path: str) -> None:
        """Leave it to the system."""


SYSTEM = FileSystem()
HASTY = HastyFileSystem()

PATIENCE = 3.0
"""Seconds after which a disk or network that hasn't answered counts as silent."""


def answers(files: FileSystem, path: str, seconds: float | None = None) -> bool:
    """Whether the disk of a path answers within a time (PATIENCE); an error is an answer."""
    return existence(files, [path], seconds)[path] is not None


def existence(
    files: FileSystem, paths: Iterable[str], seconds: float | None = None
) -> dict[str, bool | None]:
    """Whether a file is at each path; None where the disk doesn't answer within a time for all (PATIENCE)."""
    found: dict[str, bool | None] = dict.fromkeys(paths)
    said: dict[str, bool] = {}  # by threads, of which some may never end
    waiting = [_looking(files, path, said) for path in found]
    end = monotonic() + (PATIENCE if seconds is None else seconds)
    for path, done in zip(found, waiting, strict=True):
        if done.acquire(timeout=max(0.0, end - monotonic())):
            found[path] = said[path]
    return found


def _looking(files: FileSystem, path: str, said: dict[str, bool]) -> LockType:
    """Look in a thread whether a file is there; the lock is free once that is said."""
    done = allocate_lock()
    done.acquire()

    def look() -> None:
        there = False
        try:
            there = files.stamp_of(path) is not None
        except OSError:
            pass
        finally:
            said[path] = there
            done.release()

    start_new_thread(look, ())
    return done
