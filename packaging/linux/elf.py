"""Which shared libraries a program or library names as needed, read of its file.

Source: System V ABI, "Dynamic Section" (64 bits, little-endian, as on amd64 and arm64).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

_LOAD, _DYNAMIC = 1, 2
_PAGE = 4096
_NEEDED, _STRTAB = 1, 5


def is_elf(path: Path) -> bool:
    """Whether a file is a program or library."""
    with path.open("rb") as file:
        return file.read(6) == b"\x7fELF\x02\x01"


def needed(path: Path) -> set[str]:
    """The names of the libraries that a file needs; none for one that isn't linked with any."""
    return set(_needed(path.read_bytes()))


def is_aligned(path: Path) -> bool:
    """Whether the segments of a file lie in it as in pages of memory; else it isn't loaded."""
    segments = (one for one in _headers(path.read_bytes()) if one[0] == _LOAD)
    return all((address - offset) % _PAGE == 0 for _, offset, address, _ in segments)


def _needed(data: bytes) -> Iterator[str]:
    entries = list(_dynamic(data))
    tables = [value for tag, value in entries if tag == _STRTAB]
    if not tables:
        return
    start = _offset(data, tables[0])
    for tag, value in entries:
        if tag == _NEEDED:
            end = data.index(b"\0", start + value)
            yield data[start + value : end].decode()


def _headers(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """(kind, offset, address, size) of the program's segments."""
    (first,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, offset, address, _, length = struct.unpack_from(
            "<IIQQQQ", data, first + number * size
        )
        yield kind, offset, address, length


def _dynamic(data: bytes) -> Iterator[tuple[int, int]]:
    for kind, offset, _, length in _headers(data):
        if kind == _DYNAMIC:
            for at in range(offset, offset + length, 16):
                tag, value = struct.unpack_from("<QQ", data, at)
                if tag == 0:
                    return
                yield tag, value


def _offset(data: bytes, address: int) -> int:
    """Where in the file a place in memory is."""
    for kind, offset, start, length in _headers(data):
        if kind == _LOAD and start <= address < start + length:
            return offset + address - start
    raise ValueError("an address in no segment")
