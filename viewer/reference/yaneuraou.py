"""Books of YaneuraOu, in text and in binary; and what all books of shogi have in common: look-ups, scores.

Import this only when a book of shogi is opened: rsshogi takes a seventh of a second to load.
"""

from __future__ import annotations

import re
import struct
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rsshogi.core import Board
from rsshogi.core import Move as RsMove

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import Number, message
from viewer.base.source import FileSource, Source
from viewer.games.shogi.position import write_sfen
from viewer.reference.making import BookWriter, PlayedMove
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
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

# ------------------------------------------------------- what the books of shogi have in common

_MATE, _LEAST_MATE = 32_000, 31_754
"""YaneuraOu's score of a mate in 0 plies, and of the longest it knows."""


class ShogiBook(Reference):
    """A book of shogi. Some hold one of two positions that are the same with the sides exchanged."""

    game = "shogi"

    def look_up(self, state: Any) -> Iterator[KnownMove]:
        """The moves of a position. Raises ReferenceFault."""
        try:
            board = Board(write_sfen(state))
        except ValueError:  # rsshogi can't hold it: a hundred rooks
            return
        with reading(self.name):
            for mirrored in (False, True):
                seen = Board(board.to_sfen_flipped()) if mirrored else board
                known = self._known_at(seen, state, mirrored)
                if known is not None:
                    yield from known
                    return

    @abstractmethod
    def _known_at(self, seen: Board, state: Any, mirrored: bool) -> list[KnownMove] | None:
        """The moves of a position, as they are with the sides exchanged again if it is `mirrored`.

        None if the book doesn't have it. `state` is what was asked for. Raises OSError, ReferenceFault.
        """


def move_in(text: str, mirrored: bool) -> Move | None:
    """The move of a USI text, seen from the other side if the position was; None if it is none."""
    try:
        move = RsMove.from_usi(text)
    except ValueError:
        return None
    if not move.is_normal():
        return None
    return Move((move.flip_side() if mirrored else move).to_usi())


def evaluation(score: int | None, depth: int | None, side: int) -> Evaluation | None:
    """The value of a book's score, which is for the side to move, and of the depth of its search."""
    if score is None:
        return None if not depth else Evaluation(depth=depth)
    sign = -1 if side else 1
    if abs(score) >= _LEAST_MATE:
        plies = max(1, _MATE - abs(score))
        return Evaluation(mate=sign * (plies if score > 0 else -plies), depth=depth)
    return Evaluation(centipawns=sign * score, depth=depth)


# ------------------------------------------------------------------------------------ books in text

_POSITION = re.compile(rb"(?:^|(?<=[\r\n]))sfen ([^ \r\n]+ [bw] [^ \r\n]+)[^\r\n]*")
_CHUNK = 4096
_BLOCK = 1 << 20
_LONGEST = 1 << 16
"""Bytes of a position with its moves that are read."""
_SAMPLES = 64
_NONE = frozenset(("none", "None", "resign", ""))


def text_opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
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


class TextBook(ShogiBook):
    """A book in text (.db): positions as SFEN, sorted as bytes, each followed by its moves.

        #YANEURAOU-DB2016 1.00
        sfen lnsgkgsnl/1r5b1/… b - 1
        7g7f 3c3d 45 22 130

    A line of a move has: the move, the expected answer (or none), the score for the side to move, the depth,
    the number of games. `#` and `//` begin comments. The number at the end of a position isn't part of its
    key. Source: yaneuraou.yaneu.com/2016/02/05/standard-shogi-book-format, and what ShogiHome writes.
    """

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

    def _known_at(self, seen: Board, state: Any, mirrored: bool) -> list[KnownMove] | None:
        offset = self._find(seen.to_sfen().rpartition(" ")[0].encode())
        if offset is None:
            return None
        data = self._source.read(offset, _LONGEST)
        return self._moves(data, offset, state.side, mirrored)

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


class YaneuraOuWriter(BookWriter):
    """YaneuraOu's in text: each move with its most frequent answer and the number of games; no scores."""

    replies = True

    def __init__(self) -> None:
        self._plies: dict[bytes, int] = {}

    def entry(self, state: Any, move: Move) -> tuple[bytes, bytes] | None:
        """The position as SFEN without its number, and the move as USI."""
        position, _, ply = write_sfen(state).rpartition(" ")
        key = position.encode()
        self._plies[key] = min(self._plies.get(key, 1 << 30), int(ply))
        return key, move.text.encode()

    def written(self, positions: Iterable[tuple[bytes, Sequence[PlayedMove]]]) -> bytes:
        """Lines of text."""
        lines = [b"#YANEURAOU-DB2016 1.00\n"]
        for key, moves in positions:
            lines.append(b"sfen %s %d\n" % (key, self._plies[key]))
            for one in sorted(moves, key=lambda one: (-one.games, -one.points, one.move)):
                lines.append(b"%s %s none none %d\n" % (one.move, one.reply or b"none", one.games))
        return b"".join(lines)


# ---------------------------------------------------------------------------------- books in binary


_HEAD = struct.Struct("<16sQQ")
_ROW = struct.Struct("<32sQHH")
_MOVES = (struct.Struct("<Hh"), struct.Struct("<HhH"))
_WITH_DEPTH = 1
_NO_SCORE = 0x7FFF


def binary_opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
    """The job that opens a book. Raises ReferenceFault."""
    with reading(name):
        source = FileSource(path)
    try:
        book = BinaryBook(source, name)
    except ReferenceFault:
        source.close()
        raise
    yield JobStep(1, 1, book)


class BinaryBook(ShogiBook):
    """A book in binary (.ybb): positions in 44 bytes, sorted, with their moves behind all of them.

    A head of 32 bytes: `YANE-BINBOOK-V1` and a zero byte, the number of positions, flags (bit 0: moves have
    a depth). A position: 32 bytes of packed SFEN, by which they are sorted as bytes; the offset of its moves
    behind the positions (8), its ply and its number of moves (2 each). A move: YaneuraOu's 16 bits, the score
    for the side to move (0x7fff for none), and the depth. All numbers are little-endian. Source: rsshogi's
    and ShogiHome's readers.
    """

    def __init__(self, source: Source, name: str) -> None:
        """Raises ReferenceFault; the source is closed with the book."""
        self.name = name
        self._source = source
        with reading(name):
            head = source.read(0, _HEAD.size)
        if len(head) < _HEAD.size:
            raise self._broken(0)
        _, self._count, flags = _HEAD.unpack(head)
        self._moves = _HEAD.size + self._count * _ROW.size
        if flags & ~_WITH_DEPTH:
            raise ReferenceFault(
                message("{name} is of a newer kind, which Qipu doesn't know yet.", name=name)
            )
        if self._moves > source.size:
            raise self._broken(source.size)
        self._move = _MOVES[flags & _WITH_DEPTH]
        self.columns = (SCORE, DEPTH) if flags & _WITH_DEPTH else (SCORE,)

    def _known_at(self, seen: Board, state: Any, mirrored: bool) -> list[KnownMove] | None:
        row = self._find(bytes(seen.to_packed_sfen()), state.number)
        return None if row is None else self._known(*row, state.side, mirrored)

    def _find(self, key: bytes, ply: int) -> tuple[int, int] | None:
        """(offset, number) of the moves of a position, of this ply if it has several."""
        first = bisect_left(range(self._count), key, key=lambda index: self._row(index)[0])
        found: tuple[int, int] | None = None
        for index in range(first, self._count):
            stored, offset, at, count = self._row(index)
            if stored != key:
                break
            if found is None or at == ply:
                found = offset, count
        return found

    def _row(self, index: int) -> tuple[bytes, int, int, int]:
        offset = _HEAD.size + index * _ROW.size
        data = self._source.read(offset, _ROW.size)
        if len(data) < _ROW.size:
            raise self._broken(offset)
        key, at, ply, count = _ROW.unpack(data)
        return key, at, ply, count

    def _known(self, offset: int, count: int, side: int, mirrored: bool) -> list[KnownMove]:
        start = self._moves + offset
        length = count * self._move.size
        if start + length > self._source.size:
            raise self._broken(start)
        data = self._source.read(start, length)
        found: list[KnownMove] = []
        for packed, score, *depth in self._move.iter_unpack(data):
            move = move_in(RsMove(packed).to_usi(), mirrored)
            if move is not None:
                value = evaluation(
                    None if score == _NO_SCORE else score, depth[0] if depth else None, side
                )
                found.append(KnownMove(move, evaluation=value))
        return found

    def _broken(self, offset: int) -> ReferenceFault:
        return ReferenceFault(
            message("{name} breaks off at byte {offset}.", name=self.name, offset=Number(offset))
        )

    def close(self) -> None:
        """Close its files."""
        self._source.close()
