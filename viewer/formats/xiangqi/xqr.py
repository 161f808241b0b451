"""XQR (XiangQi Replay): blocks of type, length and text in UTF-8, then a tree of moves, then a checksum.

A node is four bytes: from, to (row from Black's back rank, and column), flags (1: a move follows, 2: a
sibling follows, 4: it has a comment), and 0; then the comment's size in four bytes, and its text. The first
node is the start. Source: the description by the format's author, and his example. Since November 2017 it has
other types, the result as a number, and squares of two hexadecimal digits instead of two decimal ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.formats.entry import Likeness
from viewer.formats.shared.xiangqi import RESULTS
from viewer.formats.xiangqi.game import XiangqiGame
from viewer.tree.node import Node

_MARK = b"\0\x02\x20\x17"
_KEYS = {2: "Event", 3: "Place", 4: "Date"}


class _Numbering(NamedTuple):
    """What types and squares stand for.

    Attributes:
        keys: headers by type.
        fen, moves: the types of the start and of the tree.
        step: the difference between the squares of two rows.
    """

    keys: Mapping[int, str]
    fen: int
    moves: int
    step: int


_PRESENT = _Numbering({**_KEYS, 5: "Red", 6: "Black", 7: "Result"}, 8, 9, 16)
_FORMER = _Numbering({**_KEYS, 5: "Round", 6: "Red", 7: "Black", 8: "Result"}, 9, 10, 10)
_NO_MOVES_YET = bytes((_FORMER.moves, 0))
_CODES = dict(zip(("\0", "\1", "\2", "\3"), RESULTS, strict=True))
"""The results by their bytes; only that of a red win is known from a file."""


def probe(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning."""
    return Likeness.ONLY if head.startswith(_MARK) else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    numbering = _numbering(data)
    for kind, raw, at in _blocks(data):
        if kind == numbering.moves:
            _read_tree(data, at, numbering.step, game)
            return
        text = raw.decode("utf-8", "replace")
        key = numbering.keys.get(kind, "")
        if key == "Result":
            game.say_result(_CODES.get(text, text), "ResultCode")
        elif key:
            game.say(key, text)
        elif kind == numbering.fen:
            game.set_start(text, at)
    game.tell("cut", message("The file ends before its moves do."), len(data))


def _blocks(data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """The blocks: type, contents, and the offset behind."""
    at = 0
    while at + 2 <= len(data):
        kind, end = data[at], at + 2 + data[at + 1]
        yield kind, data[at + 2 : end], end
        at = end


def _numbering(data: bytes) -> _Numbering:
    """The numbering of a file. The moves have no length: what comes first, type 9 or 10, tells it."""
    for kind, raw, at in _blocks(data):
        if kind == _FORMER.moves:
            return _FORMER
        if kind == _FORMER.fen:
            empty = not raw and at < len(data) and not data.startswith(_NO_MOVES_YET, at)
            return _PRESENT if empty else _FORMER
    return _PRESENT


def _read_tree(data: bytes, at: int, step: int, game: XiangqiGame) -> None:
    above: Node | None = None
    promised: list[Node] = []
    while at + 4 <= len(data) and not game.full:
        source, target, flags = data[at : at + 3]
        at += 4
        if above is None:
            node = game.root
        else:
            node = game.add(above, divmod(source, step)[::-1], divmod(target, step)[::-1])
            if flags & 2:
                promised.append(above)
        if flags & 4:
            size = int.from_bytes(data[at : at + 4], "little")
            game.comment(node, data[at + 4 : at + 4 + size].decode("utf-8", "replace"))
            at += 4 + size
        if flags & 1:
            above = node
        elif promised:
            above = promised.pop()
        else:
            return
    game.tell("cut", message("The file ends before its moves do."), len(data))
