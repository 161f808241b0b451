"""Caching the index of a large file in the user's cache folder, so that reopening it needs no scan.

A side file belongs to a path, and is valid while the file has the same size, time, and first
and last bytes. It only saves time: one that is outdated, damaged or of another version
is ignored, and failures here aren't reported. All side files together stay below a
limit; the least recently used are deleted first.

Layout: a line that names the version, a line of JSON with the file's identity, then the arrays of the
index in the byte order of the machine; the JSON has their CRC.
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

from viewer.base.layers import file_of
from viewer.base.recoded import RecodedSource
from viewer.base.source import Source
from viewer.formats.pgn.index import Index, Parts, Schema

SMALLEST = 4 << 20  # bytes of a file for which it is worth it
LARGEST = 512 << 20  # bytes of all side files together
_VERSION = b"qipu pgn index 1\n"
_SAMPLE = 1 << 16
_SUFFIX = ".pgnindex"


def load(source: Source) -> Index | None:
    """The complete index of a source, None if there is no valid one."""
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
    """Save a complete index, if its file is large and unchanged."""
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
    """Delete the least recently used side files until the rest fits the limit."""
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
    """The identity of a file, as in the JSON; None if it needs no side file."""
    file = file_of(source)
    if file is None or file.size < SMALLEST or isinstance(source, RecodedSource):
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
