"""Splits a CSA file into games and a game into statements: the facts that are kept of it.

A file is split into statements, each with the comma or line end after it. Each statement is a fact of its
node, in file order; statements before the first move belong to the root.

All separators are ASCII and never the second byte of a character in Shift_JIS, so undecoded bytes are split.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from viewer.base.named import NamedTuple

# Of a node, one for each statement; raw: all bytes of the statement up to the next one.
ENCODING: Final = "csa.encoding"  # value: the codec in which the game was read
VERSION: Final = "csa.version"  # value: "2.2"
HEADER: Final = "csa.header"  # value: (key, value)
BOARD: Final = "csa.board"  # value: None; rows, pieces, side to move: START has their meaning
MOVE: Final = "csa.move"  # value: the move as Qipu writes it here
TIME: Final = "csa.time"  # value: of the facet ELAPSED
COMMENT: Final = "csa.comment"  # value: one line
OTHER: Final = "csa.other"  # value: None; remarks, blank lines, statements that aren't understood

# Of a record:
START: Final = "csa.start"  # value: text of the setup, "" if there is none
SCRIPT: Final = "csa.script"  # value: (codec, version, line end, whether times follow a comma)
MARK: Final = "csa.mark"  # raw: the byte order mark of the file
DIVIDER: Final = "csa.divider"  # raw: the divider line before the game
REST: Final = "csa.rest"  # raw: the unread end of a game that is too long


# ------------------------------------------------------------------ splitting; no bytes are dropped

_DIVIDER = re.compile(rb"(?:(?<=[\r\n])|\A)[ \t]*/[ \t]*(?:\r\n|\r|\n|\Z)")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# A line with one statement and no blanks around it, like nearly all lines.
_PLAIN = re.compile(rb"([+\-%TPV][^\s,]*)(?:\r\n|\r|\n|\Z)")
_CONTENT = re.compile(rb"(?:(?<=[\r\n])|\A)[ \t]*[^\s'/\x1a]")
_END = re.compile(rb"[\r\n]*\Z")
_WHOLE_LINE = (b"'", b"$", b"N")
_BLANKS = b" \t"


class Statement(NamedTuple):
    """One statement of a game.

    Attributes:
        start, end: offsets in the game, including the blanks before it and the comma or line end after it.
        core: its bytes without these.
        at: offset of the core in the game.
        line: number of its line in the game, from 1.
        column: the column of the core, from 1.
    """

    start: int
    end: int
    core: bytes
    at: int
    line: int
    column: int


def games(data: bytes, start: int) -> list[tuple[int, int]]:
    """(start, end) of each game, without the divider lines.

    A stretch without a statement is no game: it belongs to the next game, at the end to the last one.
    """
    dividers = [found.span() for found in _DIVIDER.finditer(data, start)]
    out: list[tuple[int, int]] = []
    begin = searched = start
    for first, last in [*dividers, (len(data), len(data))]:
        if _CONTENT.search(data, searched, first):
            out.append((begin, first))
            begin = last
        searched = last
    if out:
        out[-1] = (out[-1][0], len(data))
        return out
    return [(start, len(data))]


def is_game(data: bytes) -> bool:
    """Whether bytes contain a statement; without one they aren't counted as a game of a file."""
    return _CONTENT.search(data) is not None


def statements(data: bytes) -> Iterator[Statement]:
    """The statements of a game; a blank line is a statement with an empty core."""
    at, number = 0, 0
    while at < len(data):
        number += 1
        found = _PLAIN.match(data, at)
        if found is not None and b"\x1a" not in found.group():
            yield Statement(at, found.end(), found[1], at, number, 1)
            at = found.end()
            continue
        found = _LINE.match(data, at)
        assert found is not None
        yield from _line(data, at, found.end(), number)
        at = found.end()


def _line(data: bytes, start: int, end: int, number: int) -> Iterator[Statement]:
    begin = at = start
    last = _END.search(data, start, end)
    stop = last.start() if last is not None else end
    while True:
        first = at
        while first < stop and data[first] in _BLANKS:
            first += 1
        if data.startswith(_WHOLE_LINE, first, stop):
            # The end of a comment isn't stripped: a blank there is part of it.
            yield Statement(at, end, data[first:stop], first, number, first - begin + 1)
            return
        comma = data.find(b",", first, stop)
        close = stop if comma < 0 else comma
        core = data[first:close].rstrip(b" \t\x1a")
        after = end if comma < 0 else comma + 1
        yield Statement(at, after, core, first, number, first - begin + 1)
        if comma < 0 or after >= end:
            return
        at = after


def split(raw: bytes) -> tuple[bytes, bytes, bytes]:
    """Split a statement into the bytes before its core, the core, and the bytes after it."""
    found = next(iter(statements(raw)), None)
    if found is None:
        return b"", b"", b""
    first = found.at
    return raw[:first], found.core, raw[first + len(found.core) :]
