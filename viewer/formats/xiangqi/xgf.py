"""XGF, the binary records of XieXie: numbered texts, a board, the pieces' squares, then 20 bytes a move.

A square is a byte: the upper half is its column from Red's right, the lower half its row from Black's
back rank, both from 2 on. The pieces are listed as K A A B B N N R R C C and five P of Red, then those of
Black, each in four bytes; 0 is a piece that isn't there. The board before them, and what follows the squares
of a move, say the same again. Known from a file whose game is a well-known opening.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.shared.charsets import decode
from viewer.formats.shared.expected import XIANGQI
from viewer.formats.shared.judge import guess
from viewer.formats.xiangqi.game import XiangqiGame

_MARK, _TEXTS = 6, 2  # the first byte; the offset of the texts
_KEYS = {
    **{1: "Event", 2: "Place", 3: "Date", 4: "Round", 5: "Red", 6: "RedRating", 7: "Black"},
    8: "BlackRating",
}
_PIECES = "KAABBNNRRCCPPPPP"
_SLOTS = _PIECES + _PIECES.lower()
_LIST, _COUNT, _MOVE = 4, 12, 20
_SEARCHED = 1024  # bytes after the texts in which the list of pieces is looked for


def probe(head: bytes) -> Likeness:
    """Rate content by its first texts, which are numbered from 1 on."""
    sure = head[:1] == bytes([_MARK]) and len(_texts(head)) == len(_KEYS)
    return Likeness.ONLY if sure else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    texts = _texts(data)
    codec = guess(b"\n".join(texts), "", XIANGQI)
    for number, text in enumerate(texts, 1):
        game.say(_KEYS[number], decode(text, codec))
    at = _list_at(data, _TEXTS + sum(2 + len(text) for text in texts))
    if at < 0:
        game.tell("cut", message("The file ends before its moves do."), len(data))
        return
    pieces = {}
    for slot, piece in enumerate(_SLOTS):
        x, y = _place(data[at + _LIST * slot])
        if 0 <= x < 9 and 0 <= y < 10:
            pieces[10 * x + 9 - y] = piece
    game.set_pieces(pieces)
    at += _LIST * len(_SLOTS)
    said = int.from_bytes(data[at + 4 : at + 8], "little")
    node, taken = game.root, 0
    for start in range(at + _COUNT, len(data) - 2, _MOVE):
        node = game.add(node, _place(data[start]), _place(data[start + 2]))
        taken += 1
        if game.full or taken == said:
            break
    if said != taken:
        words = message("{said} moves are promised, {taken} are there.", said=said, taken=taken)
        game.tell("count", words, len(data))


def _texts(data: bytes) -> list[bytes]:
    """The texts at the beginning, as far as they are numbered in order."""
    out: list[bytes] = []
    at = _TEXTS
    while len(out) < len(_KEYS) and at + 2 <= len(data) and data[at] == len(out) + 1:
        out.append(data[at + 2 : at + 2 + data[at + 1]])
        at += 2 + data[at + 1]
    return out


def _list_at(data: bytes, start: int) -> int:
    """The offset of the list of pieces, -1 if there is none: 32 squares or zeros, each in four bytes."""
    size = _LIST * len(_SLOTS)
    for at in range(start, min(start + _SEARCHED, len(data) - size)):
        squares = data[at : at + size : _LIST]
        high = data[at + 1 : at + size : _LIST] + data[at + 2 : at + size : _LIST]
        if squares[0] and not any(high) and all(map(_is_square, squares)) and _apart(squares):
            return at
    return -1


def _is_square(byte: int) -> bool:
    return not byte or (2 <= byte >> 4 <= 10 and 2 <= byte & 15 <= 11)


def _apart(squares: bytes) -> bool:
    """Whether no two pieces stand on one square."""
    there = [byte for byte in squares if byte]
    return len(set(there)) == len(there) > 1


def _place(byte: int) -> tuple[int, int]:
    """Column from Red's left, and row from Black's back rank."""
    return 10 - (byte >> 4), (byte & 15) - 2
