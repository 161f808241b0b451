"""The files whose records a library has: by their paths as texts in tables, or by URLs."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Any
from urllib.parse import unquote

from viewer.base.files import SYSTEM, Stamp
from viewer.base.loading import load_named
from viewer.base.source import FileSource, Source
from viewer.base.text import UTF8, decode, encode

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_FILE = "file://"


def path_of(text: str) -> str:
    """The path that a text of the table of files stands for: names that are no text have escapes in it."""
    return os.fsdecode(encode(text, UTF8))


def path_text(path: str) -> str:
    """A path as a text that UTF-8 can hold; see `path_of`."""
    return decode(os.fsencode(path), UTF8)


def is_url(path: str) -> bool:
    """Whether a path is a URL of something else than a file of this machine."""
    return _URL.match(path) is not None and not path.startswith(_FILE)


def local_path(path: str) -> str:
    """A path of this machine, also of a `file://` URL."""
    return unquote(path.removeprefix(_FILE)) if path.startswith(_FILE) else path


def absolute(path: str) -> str:
    """A path that means the same wherever a program stands; URLs stay as they are."""
    return path if is_url(path) else os.path.abspath(local_path(path))


_BLOCK = 1 << 22
_KEPT = 1 << 24  # bytes


def _remote(name: str) -> Any:
    return load_named(f"viewer.library.remote:{name}")


def source_at(path: str) -> Source:
    """The bytes of a file. Raises OSError."""
    if not is_url(path):
        return FileSource(path)
    source: Source = _remote("RemoteSource")(path)
    return source


def stamp_at(path: str) -> Stamp | None:
    """The stamp of a file, None where there is none. Raises OSError."""
    if not is_url(path):
        return SYSTEM.stamp_of(path)
    stamp: Stamp | None = _remote("stamp_at")(path)
    return stamp


def digest_of(path: str) -> str:
    """The SHA-256 of a file. Raises OSError."""
    if is_url(path):
        return digest_in(source_at(path))
    total = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            total.update(block)
    return total.hexdigest()


def digest_in(source: Source) -> str:
    """The SHA-256 of all bytes of a source. Raises OSError."""
    total = hashlib.sha256()
    at = 0
    while block := source.read(at, _BLOCK):
        total.update(block)
        at += len(block)
    return total.hexdigest()


class RangeSource:
    """A stretch of another source, as if it were a file of its own; kept in memory if it isn't long."""

    def __init__(self, inner: Source, start: int, length: int) -> None:
        self.inner = inner
        self.name = inner.name
        self.start = start
        self.size = length
        self._data: bytes | None = None

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span of it."""
        length = max(0, min(length, self.size - start))
        if self.size <= _KEPT:
            if self._data is None:
                self._data = self.inner.read(self.start, self.size)
            return self._data[start : start + length]
        return self.inner.read(self.start + start, length) if length else b""

    def lost(self) -> list[Any]:
        """None that is known."""
        return []

    def close(self) -> None:
        """Close the source inside."""
        self.inner.close()
