"""CHN and XQI, the records of Ourgame: a head with the players and the start, then 36 bytes a move.

A square is a byte: the upper half is its row from Black's back rank, the lower half its column from Red's
left. A piece is a byte with its kind and colour in the lower half. The board is stored column by column.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.base.text import GB18030
from viewer.formats.entry import Likeness
from viewer.formats.xiangqi.game import XiangqiGame

_MARK = b"GL\xd0\x07"
_TEXTS = (("Date", 8, 28), ("Title", 0x24, 64), ("Red", 0x78, 20), ("Black", 0xA0, 20))
_BOARD, _COUNT, _FIRST, _MOVE = 0xB4, 0x16C, 0x20A, 36
_PIECES = {code: letter for code, letter in enumerate("RNCKABP", 1)}
_PIECES |= {code | 8: letter.lower() for code, letter in _PIECES.items()}


def probe(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning and the length of its head."""
    sure = head.startswith(_MARK) and len(head) >= _FIRST
    return Likeness.ONLY if sure else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    for key, at, size in _TEXTS:
        game.say(key, data[at : at + size].split(b"\0", 1)[0].decode(GB18030, "replace"))
    pieces = {}
    for place, code in enumerate(data[_BOARD : _BOARD + 90]):
        x, y = divmod(place, 10)
        if code & 15 in _PIECES:
            pieces[10 * x + 9 - y] = _PIECES[code & 15]
    game.set_pieces(pieces)
    said = int.from_bytes(data[_COUNT : _COUNT + 4], "little")
    node, taken = game.root, 0
    for at in range(_FIRST, len(data) - 2, _MOVE):
        source, target = data[at], data[at + 1]
        node = game.add(node, (source & 15, source >> 4), (target & 15, target >> 4))
        taken += 1
        if game.full or taken == said:
            break
    if said != taken:
        words = message("{said} moves are promised, {taken} are there.", said=said, taken=taken)
        game.tell("count", words, len(data))
