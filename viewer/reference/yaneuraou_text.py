"""Books of YaneuraOu in text (.db): positions as SFEN, sorted as bytes, each followed by its moves.

    #YANEURAOU-DB2016 1.00
    sfen lnsgkgsnl/1r5b1/… b - 1
    7g7f 3c3d 45 22 130

A line of a move has: the move, the expected answer (or none), the score for the side to move, the depth,
the number of games. `#` and `//` begin comments. The number at the end of a position isn't part of its
key. Source: yaneuraou.yaneu.com/2016/02/05/standard-shogi-book-format, and what ShogiHome writes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import Number, message
from viewer.base.source import FileSource, Source
from viewer.reference.reference import (
    DEPTH,
    GAMES,
    REPLY,
    SCORE,
    KnownMove,
    Reference,
    ReferenceFault,
    reading,
)
from viewer.reference.shogi import board_of, evaluation, flipped, move_in

_POSITION = re.compile(rb"(?:^|(?<=[\r\n]))sfen ([^ \r\n]+ [bw] [^ \r\n]+)[^\r\n]*")
_CHUNK = 4096
_BLOCK = 1 << 20
_LONGEST = 1 << 16
"""Bytes of a position with its moves that are read."""
_SAMPLES = 64
_NONE = frozenset(("none", "None", "resign", ""))


def opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
    """The job that opens a book; one that isn't sorted is indexed. Raises ReferenceFault."""
    with reading(name):
        book = TextBook(FileSource(path), name)
    try:
        with reading(name):
            ordered = book.sorted()
        if not ordered:
            yield from book.indexing(limits.body_bytes)
    except ReferenceFault:
        book.close()
        raise
    yield JobStep(1, 1, book)


class TextBook(Reference):
    """A book in text."""

    game = "shogi"
    columns = (SCORE, DEPTH, GAMES, REPLY)

    def __init__(self, source: Source, name: str) -> None:
        self.name = name
        self._source = source
        self._index: dict[bytes, int] | None = None  # of a book that isn't sorted

    # ----------------------------------------------------------------------------- positions

    def sorted(self) -> bool:
        """Whether the positions are sorted, in places all over the file. Raises OSError."""
        size = self._source.size
        before = b""
        end = -1
        for number in range(_SAMPLES):
            place = number * size // _SAMPLES
            for _ in range(2):  # neighbours, too
                found = self._position_after(max(place, end))
                if found is None:
                    return True
                key, end = found[0], found[1] + 1
                if key < before:
                    return False
                before = key
        return True

    def indexing(self, most: int) -> Iterator[JobStep[Reference]]:
        """The job that finds all positions of a book of so many bytes at most. Raises ReferenceFault."""
        index: dict[bytes, int] = {}
        size = self._source.size
        if size > most:
            raise ReferenceFault(
                message(
                    "The positions of {name} aren't sorted, and it is too large to be read as a whole. "
                    "YaneuraOu sorts it: makebook sort.",
                    name=self.name,
                )
            )
        start, rest = 0, b""
        while start < size:
            with reading(self.name):
                data = rest + self._source.read(start + len(rest), _BLOCK)
            cut = len(data) if start + len(data) >= size else data.rfind(b"\n") + 1 or len(data)
            for match in _POSITION.finditer(data, 0, cut):
                index.setdefault(match[1], start + match.start())
            start, rest = start + cut, data[cut:]
            yield JobStep(start, size)
        self._index = index

    def _position_after(self, offset: int) -> tuple[bytes, int] | None:
        """(key, offset) of the first position that begins at an offset or later. Raises OSError."""
        start = max(0, offset - 1)  # the end of the line before
        while start < self._source.size:
            data = self._source.read(start, _CHUNK)
            last = start + len(data) >= self._source.size
            for match in _POSITION.finditer(data):
                if start + match.start() < offset or (start and not match.start()):
                    continue
                if match.end() == len(data) and not last:
                    break  # cut: once more from there
                return match[1], start + match.start()
            if last:
                return None
            line = data.rfind(b"\n")
            start += line if line > 0 else len(data)
        return None

    def _find(self, key: bytes) -> int | None:
        """The offset of a position, None if the book doesn't have it. Raises OSError."""
        if self._index is not None:
            return self._index.get(key)

        def key_after(offset: int) -> bytes:
            found = self._position_after(offset)
            return b"\xff" if found is None else found[0]

        found = self._position_after(bisect_left(range(self._source.size), key, key=key_after))
        return found[1] if found is not None and found[0] == key else None

    # ---------------------------------------------------------------------------------- moves

    def look_up(self, state: Any) -> Iterator[KnownMove]:
        """The moves of a position. Raises ReferenceFault."""
        board = board_of(state)
        if board is None:
            return
        with reading(self.name):
            for mirrored in (False, True):
                seen = flipped(board) if mirrored else board
                key = seen.to_sfen().rpartition(" ")[0].encode()
                offset = self._find(key)
                if offset is not None:
                    data = self._source.read(offset, _LONGEST)
                    yield from self._moves(data, offset, state.side, mirrored)
                    return

    def _moves(self, data: bytes, offset: int, side: int, mirrored: bool) -> list[KnownMove]:
        found: list[KnownMove] = []
        at = offset
        for number, line in enumerate(data.split(b"\n")):
            here, at = at, at + len(line) + 1
            text = line.decode("utf-8", "replace").strip()
            if not number or not text:
                continue
            if text.startswith("sfen "):
                break
            if text.startswith(("#", "//")):
                if found:
                    words = text.lstrip("#/").strip()
                    last = found[-1]
                    found[-1] = last._replace(comment=f"{last.comment}\n{words}".strip())
                continue
            known = _known(text.split(maxsplit=5), side, mirrored)
            if known is not None:
                found.append(known)
            elif here + len(line) - offset < _LONGEST:  # else cut by us
                raise ReferenceFault(
                    message(
                        "{name} has no move at byte {offset}: {text}",
                        name=self.name,
                        offset=Number(here),
                        text=text[:40],
                    )
                )
        return found

    def close(self) -> None:
        """Close its files."""
        self._source.close()


def _known(words: list[str], side: int, mirrored: bool) -> KnownMove | None:
    move = move_in(words[0], mirrored)
    if move is None:
        return None
    words += [""] * (6 - len(words))
    reply = None if words[1] in _NONE else move_in(words[1], mirrored)
    return KnownMove(
        move,
        games=_number(words[4]),
        evaluation=evaluation(_number(words[2]), _number(words[3]), side),
        reply=reply,
        comment=words[5].lstrip("#/ "),
    )


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
