"""The index of a large file kept in the user's cache, so that opening it again needs no scan.

A side file belongs to a path, and is good as long as the file has the size, the time and the first
and last bytes that it had. It is only ever a saving: one that is old, broken or of another version
is passed over, and nothing that fails here is told to anybody. All of them together stay below a
limit; those that weren't used for longest go first.

Layout: a line that names the version, a line of JSON with what must be right, then the arrays of the
index in the byte order of the machine, and in the JSON their CRC.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import zlib
from typing import Any

import platformdirs

from viewer.base.packed import file_of
from viewer.base.source import Source
from viewer.formats.pgn.index import Index, Parts, Schema

SMALLEST = 4 << 20  # bytes of a file for which it is worth it
LARGEST = 512 << 20  # bytes of all side files together
_VERSION = b"qipu pgn index 1\n"
_SAMPLE = 1 << 16
_SUFFIX = ".pgnindex"


def load(source: Source) -> Index | None:
    """The complete index of a source, None if there is none that is good."""
    known = _identity(source)
    if known is None:
        return None
    path = _path_of(known)
    try:
        with open(path, "rb") as file:
            if file.readline(100) != _VERSION:
                return None
            head = json.loads(file.readline())
            body = file.read()
        if head["file"] != known or head["crc"] != zlib.crc32(body):
            return None
        schemas = [Schema(tuple(map(str.encode, names)), end) for names, end in head["schemas"]]
        index = Index.of(source, Parts(head["done"], schemas, _cut(body, head["sizes"])))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return index


def save(index: Index) -> None:
    """Keep a complete index, if its file is large and still as it was."""
    known = _identity(index.source)
    file = file_of(index.source)
    if known is None or file is None:
        return
    parts = index.parts()
    body = b"".join(parts.arrays)
    head = {
        "file": known,
        "done": parts.done,
        "schemas": [[[name.decode() for name in names], end] for names, end in parts.schemas],
        "sizes": [len(array) for array in parts.arrays],
        "crc": zlib.crc32(body),
    }
    path = _path_of(known)
    with contextlib.suppress(OSError):
        if file.changed():
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _prune(os.path.dirname(path), LARGEST - len(body))
        _write(path, _VERSION + json.dumps(head).encode() + b"\n", body)


def _write(path: str, head: bytes, body: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), suffix=_SUFFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head)
            file.write(body)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _prune(folder: str, room: int) -> None:
    """Delete the side files that weren't used for longest until the rest fits."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_SUFFIX):
                info = entry.stat()
                found.append((info.st_mtime_ns, info.st_size, entry.path))
    for _, size, path in sorted(found, reverse=True):
        room -= size
        if room < 0:
            with contextlib.suppress(OSError):
                os.unlink(path)


def _cut(body: bytes, sizes: list[int]) -> tuple[bytes, ...]:
    if sum(sizes) != len(body):
        raise ValueError("not the bytes that were written")
    out, at = [], 0
    for size in sizes:
        out.append(body[at : at + size])
        at += size
    return tuple(out)


def _identity(source: Source) -> dict[str, Any] | None:
    """By what a file is known again, as JSON has it; None if no side file is wanted."""
    file = file_of(source)
    if file is None or file.size < SMALLEST:
        return None
    try:
        sample = file.read(0, _SAMPLE) + file.read(file.size - _SAMPLE, _SAMPLE)
    except OSError:
        return None
    return {
        "path": os.path.realpath(file.name),
        "size": file.size,
        "modified": file.stamp.modified_ns,
        "sample": zlib.crc32(sample),
        "order": sys.byteorder,
    }


def _path_of(known: dict[str, Any]) -> str:
    path = os.fsencode(known["path"])  # two paths of one name take turns, no more
    name = f"{zlib.crc32(path):08x}{zlib.adler32(path):08x}"
    return os.path.join(platformdirs.user_cache_dir("qipu", False), "indexes", name + _SUFFIX)
