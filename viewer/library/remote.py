"""Libraries and records at URLs, by fsspec (the extra `cluster`); loaded for these only.

What a URL's scheme means (s3, gs, az, sftp, memory …) is fsspec's matter, and so are the credentials, which
it finds where the store's own tools keep them. DuckDB opens nothing of this itself: it sees one file system,
`qipu://`, which reads the files of one library.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from threading import Event, Thread
from typing import Any

from fsspec.core import url_to_fs
from fsspec.spec import AbstractFileSystem

from viewer.base.files import Stamp
from viewer.base.messages import message
from viewer.base.mistakes import reason
from viewer.base.system_errors import error_words
from viewer.base.temporary import TemporaryFolder
from viewer.library.failures import LibraryFailed
from viewer.library.sources import digest_in
from viewer.library.storage import LOCK, MEMORY, Seen, Storage, connected

_SCHEME = "qipu"
_CHANGING = (
    *("ETag", "etag", "md5Hash", "content_md5", "generation"),
    *("mtime", "LastModified", "last_modified", "updated", "modified", "created"),
)
_BLOCK = 1 << 22  # bytes that are read of a remote file at once
_FEW = 4  # files that are asked for one by one
_KEPT = 4  # blocks of a remote file that stay in memory
_RENEWED = 60.0  # seconds after which a lock is written again while a build runs
_LEFT = 600.0  # seconds after which a lock that wasn't is taken for left over


def _found(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. Raises LibraryFailed, OSError."""
    if "::" in url:
        raise LibraryFailed(message("{url}: URLs within URLs can't be used.", url=url))
    try:
        system, path = url_to_fs(url, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        raise LibraryFailed(
            message("{url} can't be used here: {why}.", url=url, why=reason(error).rstrip("."))
        ) from error
    except TypeError:  # a file system that lists nothing
        system, path = url_to_fs(url)
    return system, path


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Stores fail in ways of their own; the rest of the library knows OSError."""
    try:
        yield
    except (OSError, LibraryFailed):
        raise
    except Exception as error:  # any of a store's own exceptions
        raise OSError(reason(error)) from error


def _stamp(info: dict[str, Any]) -> Stamp:
    """Size, and a digest of what says that a file is another one.

    Stores word it differently, and some say more of one file than in a list: the first known one counts.
    """
    known: Any = next((info[key] for key in _CHANGING if info.get(key)), None)
    if isinstance(known, datetime.datetime):
        known = known.timestamp()
    text = json.dumps([known, info.get("ino")], default=str)
    changed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
    return Stamp(0, 0, int(info.get("size") or 0), 0, changed)


def stamp_at(url: str) -> Stamp | None:
    """The stamp of a file at a URL, None where there is none. Raises OSError."""
    with _as_os_errors():
        system, path = _found(url)
        try:
            info = system.info(path)
        except FileNotFoundError:
            return None
        return None if info["type"] != "file" else _stamp(info)


def files_at(url: str) -> Iterator[tuple[str, Stamp]]:
    """The files at a URL, or below it, with their stamps. Raises OSError."""
    with _as_os_errors():
        system, path = _found(url)
        info = system.info(path)
        if info["type"] == "file":
            yield url, _stamp(info)
            return
        base = path.rstrip("/")
        for name, info in sorted(system.find(path, detail=True).items()):
            if info["type"] == "file":
                inside = name[len(base) :].lstrip("/")
                yield f"{url.rstrip('/')}/{inside}", _stamp(info)


class RemoteSource:
    """The bytes of a file at a URL, read in blocks. Raises OSError.

    Attributes:
        stamp: of the file when it was opened.
    """

    def __init__(self, url: str) -> None:
        self.name = url
        with _as_os_errors():
            self._system, self._path = _found(url)
            self.stamp = _stamp(self._system.info(self._path))
        self.size = self.stamp.size
        self._block = lru_cache(maxsize=_KEPT)(self._fetched)

    def _fetched(self, number: int) -> bytes:
        start = number * _BLOCK
        end = min(start + _BLOCK, self.size)
        with _as_os_errors():
            data: bytes = self._system.cat_file(self._path, start=start, end=end)
        return data

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span."""
        end = min(start + length, self.size)
        parts = []
        while start < end:
            number, offset = divmod(start, _BLOCK)
            part = self._block(number)[offset : offset + end - start]
            if not part:
                break
            parts.append(part)
            start += len(part)
        return b"".join(parts)

    def lost(self) -> list[Any]:
        """None that is known: whoever reads it compares its stamp afterwards."""
        return []

    def close(self) -> None:
        """Forget the blocks."""
        self._block.cache_clear()


class _Tables(AbstractFileSystem):  # type: ignore[misc]  # fsspec has no types
    """The files of one library, for DuckDB to read."""

    protocol = _SCHEME
    cachable = False

    def __init__(self, inner: Any, base: str) -> None:
        super().__init__()
        self._inner, self._base = inner, base

    def _place(self, path: str) -> str:
        inside = str(self._strip_protocol(path)).strip("/")
        if ".." in inside.split("/"):
            raise PermissionError(path)
        return f"{self._base}/{inside}"

    def _open(self, path: str, mode: str = "rb", **_: Any) -> Any:
        if mode != "rb":
            raise PermissionError(path)
        return self._inner.open(self._place(path), mode)

    def info(self, path: str, **_: Any) -> Any:
        """Size and kind of a file."""
        return self._inner.info(self._place(path))

    def exists(self, path: str, **_: Any) -> bool:
        """Whether a file is there."""
        return bool(self._inner.exists(self._place(path)))

    def glob(self, path: str, **_: Any) -> list[str]:
        """The file itself: nothing is looked for."""
        return [path] if self.exists(path) else []

    def modified(self, path: str) -> datetime.datetime:
        """Always the same: a table's file never changes."""
        return datetime.datetime(2000, 1, 1)


@lru_cache(maxsize=1)
def _scratch() -> TemporaryFolder:
    """A folder of this process for what isn't at its URL yet."""
    return TemporaryFolder()


class RemoteStorage(Storage):
    """A library at a URL."""

    def __init__(self, url: str) -> None:
        self.folder = url.rstrip("/")
        with _as_os_errors():
            self._system, path = _found(self.folder)
        self._base = path.rstrip("/")
        self.alone = "memory" in (
            (self._system.protocol,)
            if isinstance(self._system.protocol, str)
            else self._system.protocol
        )

    def _path(self, path: str) -> str:
        return f"{self._base}/{path}" if path else self._base

    def sql_name(self, path: str) -> str:
        """Its name in the one file system that DuckDB sees."""
        return f"{_SCHEME}://{path}"

    def connected(self, threads: int = 0, memory: str = MEMORY) -> Any:
        """A connection that reads the library, and writes to a private folder."""
        tables = _Tables(self._system, self._base)
        return connected(_scratch().name, threads, memory, tables, f"{_SCHEME}://")

    def make(self) -> None:
        """Make the folder, where there are folders."""
        with _as_os_errors():
            self._system.makedirs(self._base, exist_ok=True)

    def names(self, path: str = "") -> list[str]:
        """The names in a folder."""
        with _as_os_errors():
            try:
                found = self._system.ls(self._path(path), detail=False)
            except (FileNotFoundError, NotADirectoryError):
                return []
        return sorted({str(one).rstrip("/").rpartition("/")[2] for one in found})

    def read(self, path: str) -> bytes:
        """The contents of a file."""
        with _as_os_errors():
            data: bytes = self._system.cat_file(self._path(path))
        return data

    def write(self, path: str, data: bytes) -> None:
        """Write a file beside its name, then under it."""
        target = self._path(path)
        with _as_os_errors():
            self._system.makedirs(target.rpartition("/")[0], exist_ok=True)
            made = f"{target}.{uuid.uuid4().hex}.qipu-tmp"
            try:
                self._system.pipe_file(made, data)
                self._system.mv(made, target)
            except BaseException:
                with suppress(Exception):
                    self._system.rm_file(made)
                raise

    @contextmanager
    def writing(self, path: str) -> Iterator[str]:
        """A file of this machine, which is sent when it is written."""
        fd, made = tempfile.mkstemp(dir=_scratch().name, suffix=".parquet")
        os.close(fd)
        try:
            yield made
            target = self._path(path)
            with _as_os_errors():
                self._system.makedirs(target.rpartition("/")[0], exist_ok=True)
                self._system.put_file(made, target)
        finally:
            os.unlink(made)

    def seen(self, paths: Sequence[str]) -> dict[str, Seen]:
        """What the store says of files: of many of them, by one listing."""
        with _as_os_errors():
            try:
                if len(paths) < _FEW:
                    some = [self._path(path) for path in paths]
                    all_ = {one: self._system.info(one) for one in some if self._system.exists(one)}
                else:
                    all_ = self._system.find(self._base, detail=True)
            except FileNotFoundError:
                return {}
        base = len(self._base) + 1
        inside = {name[base:]: info for name, info in all_.items()}
        found = {}
        for path in paths:
            if path in inside:
                stamp = _stamp(inside[path])
                found[path] = Seen(stamp.size, (0, 0, stamp.changed_ns))
        return found

    def digest(self, path: str) -> str:
        """The SHA-256 of a file."""
        return digest_in(RemoteSource(f"{self.folder}/{path}"))

    def remove(self, path: str) -> None:
        """Remove a file or folder."""
        with suppress(Exception):
            self._system.rm(self._path(path), recursive=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock: a file with this process's mark and the time, written again while it works.

        Stores have no locks that end with a process: one that hasn't been renewed for ten minutes is taken
        for left over.
        """
        held = _Lock(self)
        held.take()
        try:
            yield
        finally:
            held.release()


class _Lock:
    """The lock of a library at a URL, renewed by a thread while it is held."""

    def __init__(self, storage: RemoteStorage) -> None:
        self._storage = storage
        self._mark = uuid.uuid4().hex
        self._released = Event()
        self._thread = Thread(target=self._renew, daemon=True)

    def take(self) -> None:
        """Hold it. Raises LibraryFailed."""
        try:
            if self._holder() not in ("", self._mark):
                raise LibraryFailed(
                    message(
                        "Another Qipu is building this library. Wait until it is done,"
                        " or ten minutes if it was killed."
                    )
                )
            self._write()
            if self._holder() != self._mark:  # somebody else did the same at the same time
                raise LibraryFailed(
                    message("Another Qipu is building this library. Wait until it is done.")
                )
        except OSError as error:
            raise LibraryFailed(
                message("The library can't be written: {why}.", why=error_words(error))
            ) from error
        self._thread.start()

    def release(self) -> None:
        """Let it go."""
        self._released.set()
        self._thread.join()
        self._storage.remove(LOCK)

    def _holder(self) -> str:
        """The mark of who holds it; "" for nobody, or one who is gone."""
        try:
            said = json.loads(self._storage.read(LOCK))
            return str(said["mark"]) if abs(time.time() - said["at"]) < _LEFT else ""
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return ""

    def _write(self) -> None:
        self._storage.write(LOCK, json.dumps({"mark": self._mark, "at": time.time()}).encode())

    def _renew(self) -> None:
        while not self._released.wait(_RENEWED):
            with suppress(OSError):
                self._write()
