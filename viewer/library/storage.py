"""Where the files of a library are: a folder of this machine, or one that many machines reach by a URL.

Connections to DuckDB can read and write that folder, and nothing else.
"""

from __future__ import annotations

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at, error_words
from viewer.library.failures import LibraryFailed, beside
from viewer.library.sources import digest_of, is_url, local_path

if TYPE_CHECKING:
    import duckdb

MEMORY = "2GB"


def connected(
    folder: str,
    threads: int = 0,
    memory: str = MEMORY,
    tables: Any = None,
    at: str = "",
    more: Iterable[str] = (),
) -> duckdb.DuckDBPyConnection:
    """A database in memory that can use the files in a folder, without extensions and settings to change.

    `threads`: 0 for one a processor; `memory` as DuckDB reads it ("2GB"). `tables`: a file system of fsspec
    that it can use as well, whose names begin with `at`. `more`: other folders that it can use.
    """
    config: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "temp_directory": os.path.join(os.path.abspath(folder), "work", "spilled"),
        "memory_limit": memory,
        "python_enable_replacements": False,
    }
    if threads:
        config["threads"] = threads
    import duckdb  # deferred: the thread that asks loads it

    connection = duckdb.connect(":memory:", config=config)
    places = [quoted(os.path.join(os.path.abspath(one), "")) for one in (folder, *more)]
    if tables is not None:
        connection.register_filesystem(tables)
        places.append(quoted(at))
    connection.execute(f"SET allowed_directories = [{', '.join(places)}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET parquet_metadata_cache = true")  # a build's files never change
    connection.execute("SET enable_progress_bar = false")  # which would be printed among results
    connection.execute("SET lock_configuration = true")
    return connection


def bury(
    connection: duckdb.DuckDBPyConnection, dead: Iterable[tuple[int, int]], table: str = "dead"
) -> None:
    """Make a table of ranges of records that are dead. Raises duckdb.Error."""
    connection.execute(f"CREATE TABLE {table} (record BIGINT)")
    for first, count in dead:
        sql = f"INSERT INTO {table} SELECT range FROM range(?, ?)"
        connection.execute(sql, [first, first + count])


def quoted(text: str) -> str:
    """A text as an SQL literal, where none can be bound (names of files in COPY)."""
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def writing() -> Iterator[None]:
    """Turn failures of disks and DuckDB while tables are written into LibraryFailed."""
    import duckdb  # deferred: the thread that builds loads it

    try:
        yield
    except OSError as error:
        raise LibraryFailed(_unwritten(error_words(error))) from error
    except duckdb.Error as error:
        raise LibraryFailed(_unwritten(str(error).splitlines()[0].rstrip("."))) from error


def _unwritten(why: str | Message) -> Message:
    return message("The library can't be written: {why}. It stays as it was.", why=why)


LOCK = "lock"


class Seen(NamedTuple):
    """What is seen of a file unread: its size in bytes, and what changes when somebody writes it."""

    size: int
    stamp: tuple[int, int, int]


class Storage(ABC):
    """The folder of a library. Names of files in it are divided by "/". Methods raise OSError.

    Attributes:
        folder: its path or URL.
        alone: whether other processes can't see it.
    """

    folder: str
    alone = False

    @abstractmethod
    def sql_name(self, path: str) -> str:
        """What DuckDB calls a file here."""

    @abstractmethod
    def connected(self, threads: int = 0, memory: str = MEMORY) -> Any:
        """A connection of DuckDB that can use what is here, and nothing else."""

    @abstractmethod
    def make(self) -> None:
        """Make the folder, if it isn't there."""

    @abstractmethod
    def names(self, path: str = "") -> list[str]:
        """The names in a folder, sorted; [] if there is none."""

    @abstractmethod
    def read(self, path: str) -> bytes:
        """The contents of a small file. Raises FileNotFoundError."""

    @abstractmethod
    def write(self, path: str, data: bytes) -> None:
        """Write a small file, in one step."""

    @abstractmethod
    def writing(self, path: str) -> AbstractContextManager[str]:
        """A path at which to write a new file; it is here, on the disk, when the context ends."""

    @abstractmethod
    def seen(self, paths: Sequence[str]) -> dict[str, Seen]:
        """What is seen of files; those that aren't there are left out."""

    @abstractmethod
    def digest(self, path: str) -> str:
        """The SHA-256 of a file."""

    @abstractmethod
    def remove(self, path: str) -> None:
        """Remove a file or folder; one that can't be removed stays."""

    @abstractmethod
    def locked(self) -> AbstractContextManager[None]:
        """Hold the lock. Raises LibraryFailed if another process has it."""


class LocalStorage(Storage):
    """A folder of this machine, or one that a network file system shows as such."""

    def __init__(self, folder: str, files: FileSystem = SYSTEM) -> None:
        self.folder = folder
        self._files = files

    def _path(self, path: str) -> str:
        return os.path.join(self.folder, *path.split("/")) if path else self.folder

    def sql_name(self, path: str) -> str:
        """Its path."""
        return self._path(path)

    def connected(self, threads: int = 0, memory: str = MEMORY) -> Any:
        """A connection that can use the folder."""
        return connected(self.folder, threads, memory)

    def make(self) -> None:
        """Make the folder."""
        os.makedirs(self.folder, exist_ok=True)

    def names(self, path: str = "") -> list[str]:
        """The names in a folder."""
        try:
            return sorted(os.listdir(self._path(path)))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def read(self, path: str) -> bytes:
        """The contents of a file."""
        with open(self._path(path), "rb") as file:
            return file.read()

    def write(self, path: str, data: bytes) -> None:
        """Write a file beside its name, then under it."""
        target = self._path(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        fd, made = self._files.create_beside(target)
        try:
            try:
                self._files.write(fd, data)
                self._files.sync(fd)
            finally:
                self._files.close(fd)
            self._files.replace(made, target)
        except OSError:
            if os.path.exists(made):
                self._files.remove(made)
            raise
        self._files.sync_folder(target)

    @contextmanager
    def writing(self, path: str) -> Iterator[str]:
        """The file's own path."""
        target = self._path(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        yield target
        with open(target, "rb") as file:
            os.fsync(file.fileno())

    def seen(self, paths: Sequence[str]) -> dict[str, Seen]:
        """Sizes, inodes and times."""
        found = {}
        for path in paths:
            with suppress(FileNotFoundError, NotADirectoryError):
                info = os.stat(self._path(path))
                stamp = info.st_ino, info.st_mtime_ns, info.st_ctime_ns
                found[path] = Seen(info.st_size, stamp)
        return found

    def digest(self, path: str) -> str:
        """The SHA-256 of a file."""
        return digest_of(self._path(path))

    def remove(self, path: str) -> None:
        """Remove a file or folder."""
        target = self._path(path)
        if os.path.isdir(target) and not os.path.islink(target):
            shutil.rmtree(target, ignore_errors=True)
        else:
            with suppress(OSError):
                os.unlink(target)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock of a file, which ends with the process. Raises LibraryFailed if another holds it."""
        try:
            fd = self._files.open_locked(self._path(LOCK))
        except BlockingIOError as error:
            raise LibraryFailed(
                message("Another Qipu is building this library. Wait until it is done.")
            ) from error
        except OSError as error:
            raise LibraryFailed(
                message("The library can't be written: {why}.", why=error_at(self.folder, error))
            ) from error
        try:
            yield
        finally:
            os.close(fd)


def storage_of(folder: str) -> Storage:
    """The storage that a path or a URL means. Raises LibraryFailed for a URL that can't be used here."""
    if not is_url(folder):
        return LocalStorage(local_path(folder))
    made: Storage = load_remote("RemoteStorage")(folder)
    return made


def load_remote(name: str) -> Any:
    """Something of the module for URLs. Raises LibraryFailed where what it needs isn't installed."""
    try:
        return load_named(f"viewer.library.remote:{name}")
    except ImportError as error:
        raise LibraryFailed(
            message(
                "Files at URLs need a package more, installed where Qipu is: {packages}",
                packages=beside("fsspec"),
            )
        ) from error
