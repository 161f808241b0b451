"""Records of xiangqi that are no text: MXQ, CHE, CHN, CCM, XQR, XGF."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.text import GB18030
from viewer.formats.kit.charsets import XIANGQI, decode
from viewer.formats.kit.judge import guess
from viewer.formats.kit.xiangqi import RESULTS
from viewer.formats.xiangqi import XiangqiBuilder, numbered_texts
from viewer.tree.node import Node

# ---------------------------------------------------------------------------------------------- MXQ

_MXQ_MOVE = re.compile(r"([0-8])([A-J])-([0-8])([A-J])\Z")
_NAMES = re.compile(r"(.*)-(胜|负|和)-(.*)\Z", re.DOTALL)
_MXQ_RESULTS = {"胜": "1-0", "负": "0-1", "和": "1/2-1/2"}
_MXQ_KEYS = {0: "Place", 1: "Date", 3: "RedRating", 4: "BlackRating"}
_NAMED, _ENDING = 2, 10


def read_mxq(data: bytes, game: XiangqiBuilder) -> None:
    """Read MXQ, the records of Yitian: GBK strings, each after a byte with its length.

    The strings are place, date, "red-胜-black", the ratings, five others, the way the game ended, "Moves",
    the moves and "Ends". In "7C-4C" a digit is the column from Red's left, a letter the row from Red's
    back rank.
    """
    node, number, moves = game.root, 0, False
    for text, at in _mxq_strings(data):
        if not moves:
            moves = text == "Moves"
            if not moves:
                _say_mxq(game, number, text)
                number += 1
            continue
        if text == "Ends":
            return
        found = _MXQ_MOVE.match(text)
        if found is None:
            words = message("This is no move: {text}", text=text[:40])
            game.tell("move", words, at)
            return
        x, y, to_x, to_y = found.groups()
        target = int(to_x), ord("J") - ord(to_y)
        node = game.add(node, (int(x), ord("J") - ord(y)), target)
        if game.full:
            return
    game.tell_cut(len(data))


def _mxq_strings(data: bytes) -> Iterator[tuple[str, int]]:
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        yield data[at + 1 : end].decode(GB18030, "replace"), at
        at = end


def _say_mxq(game: XiangqiBuilder, number: int, text: str) -> None:
    if number == _NAMED:
        found = _NAMES.match(text)
        if found is None:
            game.say("Title", text)
            return
        game.say("Red", found[1])
        game.say("Black", found[3])
        game.say("Result", _MXQ_RESULTS[found[2]])
    elif number in _MXQ_KEYS:
        game.say(_MXQ_KEYS[number], text)
    elif number == _ENDING:
        game.say("Ending", text)


# ---------------------------------------------------------------------------------------------- CHE

_CHE_NUMBER = re.compile(rb"\d{1,9}")
_CHE_MOVE = 10


def read_che(data: bytes, game: XiangqiBuilder) -> None:
    """Read CHE, the records of QQ's games: numbers separated by blanks.

    The first two are 1 and the number of moves; then each move has ten: piece, an unknown one, colour,
    from row, from column, to row, to column (rows from Red's back rank), and three more.
    """
    found = _CHE_NUMBER.finditer(data)
    head = [int(one.group()) for _, one in zip(range(2), found, strict=False)]
    node, here, taken = game.root, [], 0
    for one in found:
        here.append(int(one.group()))
        if len(here) == _CHE_MOVE:
            y, x, to_y, to_x = here[3:7]
            node = game.add(node, (x, 9 - y), (to_x, 9 - to_y))
            here, taken = [], taken + 1
            if game.full:
                return
    if here or len(head) < 2 or head[1] != taken:
        said = head[1] if len(head) > 1 else 0
        game.tell_count(said, taken, len(data))


# ---------------------------------------------------------------------------------------------- CHN

_CHN_TEXTS = (("Date", 8, 28), ("Title", 0x24, 64), ("Red", 0x78, 20), ("Black", 0xA0, 20))
_CHN_BOARD, _CHN_COUNT, _CHN_FIRST, _CHN_MOVE = 0xB4, 0x16C, 0x20A, 36
_CHN_PIECES = {code: letter for code, letter in enumerate("RNCKABP", 1)}
_CHN_PIECES |= {code | 8: letter.lower() for code, letter in _CHN_PIECES.items()}


def read_chn(data: bytes, game: XiangqiBuilder) -> None:
    """Read CHN and XQI, the records of Ourgame: a head with the players and the start, then 36 bytes a move.

    A square is a byte: the upper half is its row from Black's back rank, the lower half its column from Red's
    left. A piece is a byte with its kind and colour in the lower half. The board is stored column by column.
    """
    for key, at, size in _CHN_TEXTS:
        game.say(key, data[at : at + size].split(b"\0", 1)[0].decode(GB18030, "replace"))
    pieces = {}
    for place, code in enumerate(data[_CHN_BOARD : _CHN_BOARD + 90]):
        x, y = divmod(place, 10)
        if code & 15 in _CHN_PIECES:
            pieces[10 * x + 9 - y] = _CHN_PIECES[code & 15]
    game.set_pieces(pieces)
    said = int.from_bytes(data[_CHN_COUNT : _CHN_COUNT + 4], "little")
    node, taken = game.root, 0
    for at in range(_CHN_FIRST, len(data) - 2, _CHN_MOVE):
        source, target = data[at], data[at + 1]
        node = game.add(node, (source & 15, source >> 4), (target & 15, target >> 4))
        taken += 1
        if game.full or taken == said:
            break
    if said != taken:
        game.tell_count(said, taken, len(data))


# ---------------------------------------------------------------------------------------------- CCM

_CCM_START, _CCM_MOVE = 12, 9
_CCM_HEAD = struct.Struct("<8xI")


def read_ccm(data: bytes, game: XiangqiBuilder) -> None:
    """Read CCM, the records of 17pk: twelve bytes, the last four the number of moves, then nine bytes a move.

    The bytes of a move are the piece, its side, its kind, from column, from row, to column, to row (rows from
    Black's back rank), the captured piece and its kind.
    """
    said = _CCM_HEAD.unpack_from(data)[0] if len(data) >= _CCM_START else 0
    node, taken = game.root, 0
    for at in range(_CCM_START, len(data) - _CCM_MOVE + 1, _CCM_MOVE):
        move = data[at : at + _CCM_MOVE]
        node = game.add(node, (move[3], move[4]), (move[5], move[6]))
        taken += 1
        if game.full:
            return
    if said != taken or (len(data) - _CCM_START) % _CCM_MOVE:
        game.tell_count(said, taken, len(data))


# ---------------------------------------------------------------------------------------------- XQR

_XQR_KEYS = {2: "Event", 3: "Place", 4: "Date"}


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


_PRESENT = _Numbering({**_XQR_KEYS, 5: "Red", 6: "Black", 7: "Result"}, 8, 9, 16)
_FORMER = _Numbering({**_XQR_KEYS, 5: "Round", 6: "Red", 7: "Black", 8: "Result"}, 9, 10, 10)
_NO_MOVES_YET = bytes((_FORMER.moves, 0))
_XQR_RESULTS = dict(zip(("\0", "\1", "\2", "\3"), RESULTS, strict=True))
"""The results by their bytes; only that of a red win is known from a file."""


def read_xqr(data: bytes, game: XiangqiBuilder) -> None:
    """Read XQR (XiangQi Replay): blocks of type, length and text in UTF-8, a tree of moves, a checksum.

    A node is four bytes: from, to (row from Black's back rank, and column), flags (1: a move follows, 2:
    a sibling follows, 4: it has a comment), and 0; then the comment's size in four bytes, and its text.
    The first node is the start. Source: the description by the format's author, and his example. Since
    November 2017 it has other types, the result as a number, and squares of two hexadecimal digits
    instead of two decimal ones.
    """
    numbering = _numbering(data)
    for kind, raw, at in _blocks(data):
        if kind == numbering.moves:
            _read_xqr_tree(data, at, numbering.step, game)
            return
        text = raw.decode("utf-8", "replace")
        key = numbering.keys.get(kind, "")
        if key == "Result":
            game.say_result(_XQR_RESULTS.get(text, text), "ResultCode")
        elif key:
            game.say(key, text)
        elif kind == numbering.fen:
            game.set_start(text, at)
    game.tell_cut(len(data))


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


def _read_xqr_tree(data: bytes, at: int, step: int, game: XiangqiBuilder) -> None:
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
    game.tell_cut(len(data))


# ---------------------------------------------------------------------------------------------- XGF

_XGF_TEXTS = 2  # the offset of the texts
_XGF_KEYS = {
    **{1: "Event", 2: "Place", 3: "Date", 4: "Round", 5: "Red", 6: "RedRating", 7: "Black"},
    8: "BlackRating",
}
_XGF_PIECES = "KAABBNNRRCCPPPPP"
_XGF_SLOTS = _XGF_PIECES + _XGF_PIECES.lower()
_XGF_PIECE, _XGF_COUNT, _XGF_MOVE = 4, 12, 20
_XGF_SEARCHED = 1024  # bytes after the texts in which the list of pieces is looked for


def read_xgf(data: bytes, game: XiangqiBuilder) -> None:
    """Read XGF, records of XieXie: numbered texts, a board, the pieces' squares, then 20 bytes a move.

    A square is a byte: the upper half is its column from Red's right, the lower half its row from Black's
    back rank, both from 2 on. The pieces are listed as K A A B B N N R R C C and five P of Red, then
    those of Black, each in four bytes; 0 is a piece that isn't there. The board before them, and what
    follows the squares of a move, say the same again. Known from a file whose game is a well-known
    opening.
    """
    texts = numbered_texts(data)
    codec = guess(b"\n".join(texts), "", XIANGQI)
    for number, text in enumerate(texts, 1):
        game.say(_XGF_KEYS[number], decode(text, codec))
    at = _list_at(data, _XGF_TEXTS + sum(2 + len(text) for text in texts))
    if at < 0:
        game.tell_cut(len(data))
        return
    pieces = {}
    for slot, piece in enumerate(_XGF_SLOTS):
        x, y = _xgf_point(data[at + _XGF_PIECE * slot])
        if 0 <= x < 9 and 0 <= y < 10:
            pieces[10 * x + 9 - y] = piece
    game.set_pieces(pieces)
    at += _XGF_PIECE * len(_XGF_SLOTS)
    said = int.from_bytes(data[at + 4 : at + 8], "little")
    node, taken = game.root, 0
    for start in range(at + _XGF_COUNT, len(data) - 2, _XGF_MOVE):
        node = game.add(node, _xgf_point(data[start]), _xgf_point(data[start + 2]))
        taken += 1
        if game.full or taken == said:
            break
    if said != taken:
        game.tell_count(said, taken, len(data))


def _list_at(data: bytes, start: int) -> int:
    """The offset of the list of pieces, -1 if there is none: 32 squares or zeros, each in four bytes."""
    size = _XGF_PIECE * len(_XGF_SLOTS)
    for at in range(start, min(start + _XGF_SEARCHED, len(data) - size)):
        squares = data[at : at + size : _XGF_PIECE]
        high = data[at + 1 : at + size : _XGF_PIECE] + data[at + 2 : at + size : _XGF_PIECE]
        if squares[0] and not any(high) and all(map(_is_xgf_square, squares)) and _apart(squares):
            return at
    return -1


def _is_xgf_square(byte: int) -> bool:
    return not byte or (2 <= byte >> 4 <= 10 and 2 <= byte & 15 <= 11)


def _apart(squares: bytes) -> bool:
    """Whether no two pieces stand on one square."""
    there = [byte for byte in squares if byte]
    return len(set(there)) == len(there) > 1


def _xgf_point(byte: int) -> tuple[int, int]:
    """Column from Red's left, and row from Black's back rank."""
    return 10 - (byte >> 4), (byte & 15) - 2
