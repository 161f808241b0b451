"""Writes a packed library: the file that was read with its edits, packed anew if there are any.

Games that weren't edited keep their unpacked bytes; so do the parts, moves and lines of an edited one, as
far as they still say the same.
"""

from __future__ import annotations

import zlib

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.source import Piece, Span
from viewer.base.text import GB18030, cut
from viewer.formats.ccbridge import CBL, PACKED_MAGIC
from viewer.formats.ccbridge.layout import (
    BYTES,
    GAME_PARTS,
    LIBRARY_PARTS,
    RESULT_KEY,
    TYPE_KEY,
    joined,
)
from viewer.formats.ccbridge.packed import (
    BREAK,
    CODES,
    CRLF,
    KEYS,
    PACKED,
    TIMES,
    PackedLibrary,
    PackedRecord,
    comment_in,
    depth_of,
    read_record,
    squares_of_places,
    value_in,
)
from viewer.formats.ccbridge.reader import read_as
from viewer.formats.ccbridge.writer import RecordBytes, rewritten
from viewer.formats.format import Collection, Loss, Output, Unwritable
from viewer.formats.kit.charsets import encode
from viewer.formats.kit.xiangqi import (
    BOARD,
    black_moves,
    board_of,
    slots_for,
    squares_of,
    start_of,
)
from viewer.games import game_of
from viewer.games.states import States
from viewer.games.xiangqi.notation import (
    BACK,
    FORWARD,
    LEVEL,
    file_number,
    file_order,
    movement,
    needs_order,
)
from viewer.games.xiangqi.position import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    MOVE_POINTS,
    PAWN,
    ROOK,
    Position,
)
from viewer.tree.action import Move
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_LEVELS = {1: 1, 3: 9}
"""The levels of zlib by their codes in the file."""
_USUAL = {RESULT_KEY: 4, TYPE_KEY: 1}  # the codes for values that have none
_START = bytes.fromhex("1a2a3a4a5a6a7a8a9a 2888 1737577797 112131415161718191 2383 1434547494")
"""The places of the pieces at the usual start, each side's from Red's left."""
_NEW = {
    "pieces": _START,
    "unknown 1": b"\1\0\0\0",
    **dict.fromkeys(TIMES, b" " * 19),
}
_DEEPEST = 0xFFFF
_KINDS = {ROOK: 0, HORSE: 1, ELEPHANT: 2, ADVISOR: 3, KING: 4, CANNON: 5, PAWN: 6}
_FRONT, _MIDDLE, _REAR = 7, 8, 9
_BEHIND_ORDER = 9  # what is added to the kind of a piece that is named after its order
_WAYS = {FORWARD: 0, BACK: 1, LEVEL: 2}


def write(collection: Collection) -> Output:
    """Write a collection that was read from a packed library. Raises Unwritable, OSError."""
    source = collection.source
    assert source is not None
    library = PackedLibrary(source, DEFAULT)
    games: list[bytes] = []
    told: list[Loss] = []
    for index in range(len(collection)):
        written = write_record(collection.record(index), collection.format)
        games.append(written.data + written.behind)
        told += [loss._replace(record=index) for loss in written.losses]
    if games == library.games:
        return Output(tuple(told), iter([Span(0, source.size)]))
    if library.stream.limited:
        raise Unwritable(
            message("The library is too large to be edited: not all of it could be read.")
        )
    behind: tuple[Piece, ...] = ()
    if library.stream.problem is not None:
        words = message(
            "The packed file is damaged: it is written without what is behind the damage."
        )
        told.append(Loss("closed", None, words))
    elif library.behind:
        behind = (Span(library.stream.end, library.behind),)
    head = library.head
    if len(games) != len(library.games):
        raws = {**library.parts.raws, "games": len(games).to_bytes(4, "little")}
        head = joined(raws, LIBRARY_PARTS)
    # Of a game that was cut at the end of the body, what comes after it now is no part.
    sized = [len(game).to_bytes(4, "little") + game[4:] for game in games[:-1]]
    body = b"".join((head, *sized, *games[-1:], library.tail))
    return Output(tuple(told), iter((_packed(body, library.level), *behind)))


def write_record(own: Record, format: str) -> RecordBytes:
    """Write a record that was read as `format`. Raises Unwritable."""
    how, old = read_as(own, PACKED), raw_of(own.facts, PACKED)
    was = (old, how) if old is not None and how is not None else None
    return rewritten(own, format, CBL, was, read_record, _emit)


def _emit(record: Record, was: PackedRecord | None) -> bytes:
    return _Writer(record, was or PackedRecord(Record("xiangqi", Node(0, None)))).written()


class _Writer:
    """Makes the bytes of a game; `was` is what it was read from, without nodes and parts if it is new."""

    def __init__(self, record: Record, was: PackedRecord) -> None:
        self._record = record
        self._was = was
        self._board, self._black = start_of(record)
        new = {name: _NEW.get(name, bytes(size)) for name, size in GAME_PARTS.items()}
        self._raws = new | {"side": b"\0" if self._black else b"\1"} | was.parts.raws
        self._kept: set[int] = set()  # ids of nodes whose line of moves is as it was
        self._left_out: set[int] = set()
        self._states = States(game_of("xiangqi"), record)

    def written(self) -> bytes:
        """The bytes."""
        raws, record = self._raws, self._record
        for key in KEYS:
            value = record.header(key)
            if value_in(key, raws[key]) != value:
                raws[key] = _header(key, value)
        if comment_in(raws["comment"]) != record.root.comment:
            raws["comment"] = _comment(record.root.comment)
        self._place()
        moves, comments = self._nodes()
        self._say_side()
        raws["nodes"] = len(moves).to_bytes(4, "little")
        body = b"".join((*moves, *(raw + CRLF for raw in comments), self._was.rest))
        raws["size"] = (len(joined(raws, GAME_PARTS)) + len(body)).to_bytes(4, "little")
        return joined(raws, GAME_PARTS) + body

    def _place(self) -> None:
        """Put the pieces where they stand at the start."""
        places = self._raws["pieces"]
        present = squares_of_places(places)
        if board_of(present) == self._board:
            self._kept.add(self._record.root.id)
            return
        slots, _ = slots_for(self._board, present)
        self._raws["pieces"] = bytes(
            places[at] if square == present[at] else _place_of(square) if square < BOARD else 0
            for at, square in enumerate(slots)
        )

    def _say_side(self) -> None:
        first = [one.action for one in self._record.root.children if one.id not in self._left_out]
        read = black_moves(self._board, first, int(self._raws["side"] == b"\0"))
        if read != self._black:
            self._raws["side"] = b"\0" if self._black else b"\1"

    def _nodes(self) -> tuple[list[bytes], list[bytes]]:
        """The bytes of the moves, and those of the comments."""
        moves: list[bytes] = []
        comments: list[bytes] = []
        stack = [(child, 1) for child in reversed(self._record.root.children)]
        before = 0  # the depth of the node before
        while stack:
            node, depth = stack.pop()
            move = self._move(node, depth, before + 1)
            if move is None:
                self._left_out.add(node.id)
                continue
            before = depth
            moves.append(move)
            comments.append(self._comment(node))
            stack += [(child, depth + 1) for child in reversed(node.children)]
        return moves, comments

    def _old(self, node: Node) -> int:
        """The place of a node in what was read, -1 for a new one."""
        return node.id - 1 if node.id <= len(self._was.nodes) else -1

    def _move(self, node: Node, depth: int, path: int) -> bytes | None:
        """The bytes of a node at a depth, after a path of so many nodes; None if it can't be written."""
        parent, at = node.parent, self._old(node)
        if at >= 0 and parent is not None and parent.id in self._kept:
            same = self._was.record.nodes[node.id]
            if same.action == node.action and same.parent and same.parent.id == parent.id:
                self._kept.add(node.id)
                raw = self._was.nodes[at].move
                return raw if depth_of(raw, path) == depth else _ply(depth) + raw[2:]
        squares = squares_of(node.action)
        if squares is None or depth > _DEEPEST:
            return None
        return _ply(depth) + bytes(BYTES[1][square] for square in squares) + self._words(node)

    def _words(self, node: Node) -> bytes:
        """The two bytes that stand for the four characters of a move."""
        before = None if node.parent is None else self._states.at(node.parent)
        points = MOVE_POINTS[node.action.text] if isinstance(node.action, Move) else None
        if points is None or not isinstance(before, Position) or not before.board[points[0]]:
            return b"\0\0"
        piece = before.board[points[0]]
        kind = _KINDS[piece & 7]
        first, second = kind, file_number(points[0], piece >> 3) - 1
        among = file_order(before.board, points[0])
        if among is not None and needs_order(before.board, *points):
            first = _FRONT if among.order == 1 else _REAR if among.order == among.size else _MIDDLE
            second = kind + _BEHIND_ORDER
        direction, number = movement(piece, *points)
        return bytes((first << 4 | second, _WAYS[direction] << 4 | number - 1))

    def _comment(self, node: Node) -> bytes:
        at, was = self._old(node), self._was
        if at >= 0 and was.record.nodes[node.id].comment == node.comment:
            return was.nodes[at].comment
        return _comment(node.comment)


def _ply(depth: int) -> bytes:
    return depth.to_bytes(2, "little")


def _comment(text: str) -> bytes:
    return encode(text.replace("\n", BREAK), GB18030)


def _header(key: str, value: str) -> bytes:
    """The bytes of a header's value."""
    if key in CODES:
        codes = {said: code for code, said in CODES[key].items()}
        code = codes.get(value, _USUAL[key])
        if value.isascii() and value.isdigit() and len(value) <= 9 and int(value) not in CODES[key]:
            code = int(value)
        return code.to_bytes(4, "little")
    raw = encode(value, GB18030)
    size = GAME_PARTS[key]
    return cut(raw, size, GB18030).ljust(size) if size else raw


def _place_of(square: int) -> int:
    """The byte of a square on the board."""
    column, rank = divmod(square, 10)
    return (column + 1) << 4 | 10 - rank


def _packed(body: bytes, level: int) -> bytes:
    """The file of unpacked bytes, without what follows the stream."""
    head = PACKED_MAGIC + level.to_bytes(4, "little") + len(body).to_bytes(4, "little")
    return head + zlib.compress(body, _LEVELS.get(level, 9))
