"""XQR (XiangQi Replay): blocks of type, length and text in UTF-8, then a tree of moves, then a checksum.

A node is four bytes: from, to (ten times the row from Black's back rank, plus the column), flags (1: a move
follows, 2: a sibling follows, 4: it has a comment), and 0; then the comment's size in four bytes, and its
text. The first node is the start. Source: the description by the format's author.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.shared.xiangqi import RESULTS
from viewer.formats.xiangqi.collection import Draft
from viewer.tree.node import Node

_MARK = b"\0\x02\x20\x17"
_KEYS = {2: "Event", 3: "Place", 4: "Date", 5: "Round", 6: "Red", 7: "Black", 8: "Result"}
_RESULT, _FEN, _MOVES = 8, 9, 10


def probe(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning."""
    return Likeness.ONLY if head.startswith(_MARK) else Likeness.NO


def read(data: bytes, draft: Draft) -> None:
    """Read the bytes of a file into a draft."""
    at = 0
    while at + 2 <= len(data):
        kind, length = data[at], data[at + 1]
        text = data[at + 2 : at + 2 + length].decode("utf-8", "replace")
        at += 2 + length
        if kind == _MOVES:
            _read_tree(data, at, draft)
            return
        if kind in _KEYS:
            known = kind != _RESULT or text in RESULTS
            draft.say(_KEYS[kind] if known else "ResultCode", text)
        elif kind == _FEN:
            draft.set_start(text, at)
    draft.tell("cut", message("The file ends before its moves do."), len(data))


def _read_tree(data: bytes, at: int, draft: Draft) -> None:
    above: Node | None = None
    promised: list[Node] = []
    while at + 4 <= len(data) and not draft.full:
        source, target, flags = data[at : at + 3]
        at += 4
        if above is None:
            node = draft.root
        else:
            node = draft.add(above, divmod(source, 10)[::-1], divmod(target, 10)[::-1])
            if flags & 2:
                promised.append(above)
        if flags & 4:
            size = int.from_bytes(data[at : at + 4], "little")
            draft.comment(node, data[at + 4 : at + 4 + size].decode("utf-8", "replace"))
            at += 4 + size
        if flags & 1:
            above = node
        elif promised:
            above = promised.pop()
        else:
            return
    draft.tell("cut", message("The file ends before its moves do."), len(data))
