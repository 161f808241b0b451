"""Read moves written in Chinese, WXF, ICCS or an engine's coordinates, in any known spelling.

Records and people mix simplified and traditional characters, full and half width, red and black
names of the same piece, omit 前 and 后 if only one of two pieces can make the move, and write 兵 in
four ways. So texts are read leniently, and the position decides between meanings.
"""

from __future__ import annotations

import unicodedata

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.xiangqi.board import PAWN, POINT_OF, Points
from viewer.games.xiangqi.naming import BACK, FORWARD, LEVEL, file_number, file_order, movement
from viewer.games.xiangqi.rules import pseudo_legal, safe

_LONGEST = 24  # characters; a longer text isn't a move

_SPELLINGS = {
    "K": "帅帥将將",
    "A": "仕士",
    "B": "相象E",
    "N": "马馬傌H",
    "R": "车車俥",
    "C": "炮砲包",
    "P": "兵卒",
    "+": "进進上前",
    "-": "退下后後−–—",
    "=": "平.",
    "~": "中",
}
_NEUTRAL = {ord(letter): neutral for neutral, some in _SPELLINGS.items() for letter in some}
_NEUTRAL.update({ord(letter): str(n) for n, letter in enumerate("一二三四五六七八九", 1)})

_KINDS = {letter: kind for kind, letter in enumerate("KABNRCP", 1)}
_WAYS = {"+": FORWARD, "-": BACK, "=": LEVEL}
_NAMED_MOVE = late(r"([KABNRCP1-9+\-~]{1,3})([+\-=])([1-9])")
_COORDINATES = late(r"([A-I])(10|[0-9])-?([A-I])(10|[0-9])")


class _NamedPiece(NamedTuple):
    """The piece named by a text: kind, file ("1" … "9"), order ("+", "2" …), "" if not given."""

    kind: int
    file: str = ""
    order: str = ""


def legal_readings(board: bytes, side: int, text: str) -> list[Points]:
    """The legal moves that a text may mean for a side, [] if none."""
    return [points for points in readings(board, side, text) if safe(board, *points, side)]


def readings(board: bytes, side: int, text: str) -> list[Points]:
    """The moves that a text may mean for a side, including those that leave its king in check.

    A text in coordinates gives only legal moves.
    """
    plain = _plain(text)
    coordinates = _COORDINATES.fullmatch(plain)
    if coordinates is not None:
        return _by_coordinates(board, side, *coordinates.groups())
    found = _NAMED_MOVE.fullmatch(plain.translate(_NEUTRAL))
    if found is None:
        return []
    named = _named(found[1])
    if named is None:
        return []
    wanted = (_WAYS[found[2]], int(found[3]))
    return [
        (origin, target)
        for origin, target in pseudo_legal(board, side)
        if board[origin] & 7 == named.kind
        and movement(board[origin], origin, target) == wanted
        and _fits(board, origin, named)
    ]


def coordinates(text: str) -> Points | None:
    """The points of a text in coordinates, whatever stands there; None for any other text.

    Ranks are 0 to 9, or 1 to 10 in a text with a 10.
    """
    found = _COORDINATES.fullmatch(_plain(text))
    if found is None:
        return None
    file, rank, to_file, to_rank = found.groups()
    first = int("10" in (rank, to_rank))
    origin = POINT_OF.get(f"{file.lower()}{int(rank) - first}")
    target = POINT_OF.get(f"{to_file.lower()}{int(to_rank) - first}")
    return None if origin is None or target is None else (origin, target)


def _plain(text: str) -> str:
    """A text in half width and capitals without blanks; "" for one that is too long for a move."""
    plain = "".join(unicodedata.normalize("NFKC", text[: _LONGEST + 1]).split()).upper()
    return plain if len(plain) <= _LONGEST else ""


def _by_coordinates(
    board: bytes, side: int, file: str, rank: str, to_file: str, to_rank: str
) -> list[Points]:
    """The legal move with these coordinates, [] if there is none.

    Ranks are 0 to 9; 1 to 10, as in Fairy-Stockfish, only if 0 to 9 gives no legal move.
    """
    moves = pseudo_legal(board, side)
    for first in (0, 1):
        origin = POINT_OF.get(f"{file.lower()}{int(rank) - first}", -1)
        target = POINT_OF.get(f"{to_file.lower()}{int(to_rank) - first}", -1)
        if (origin, target) in moves and safe(board, origin, target, side):
            return [(origin, target)]
    return []


def _named(head: str) -> _NamedPiece | None:
    """The piece named by the part of a text before the direction, None if it names none."""
    first, second, third = head[0], head[1:2] or " ", head[2:] or " "
    if first in _KINDS:
        if third != " ":
            return None
        kind = _KINDS[first]
        if second.isdigit():
            return _NamedPiece(kind, file=second)  # 炮二
        return None if second in _KINDS else _NamedPiece(kind, order=second.strip())  # 炮前, C+, 兵
    if second in _KINDS:
        # 前炮, 二兵, 前兵九
        return _NamedPiece(_KINDS[second], third.strip(), first) if third in " 123456789" else None
    if third != " " or second == " ":
        return None
    # Four characters have no room for 兵 beside file and order: 前九平八, 二7平6, 27=6, 3+.4, ++.4
    if second.isdigit():
        return _NamedPiece(PAWN, second, first)
    if first.isdigit():
        return _NamedPiece(PAWN, first, second)
    return _NamedPiece(PAWN, order=first) if first == second else None


def _fits(board: bytes, origin: int, named: _NamedPiece) -> bool:
    """Whether the piece on `origin`, already of the right kind, has the named file and order."""
    if named.file and file_number(origin, board[origin] >> 3) != int(named.file):
        return False
    if not named.order:
        return True
    among = file_order(board, origin)
    if among is None:
        return False
    if named.order == "+":
        return among.order == 1
    if named.order == "-":
        return among.order == among.size
    if named.order == "~":
        return 1 < among.order < among.size
    counted = among.order if named.file or among.files == 1 else among.overall
    return counted == int(named.order)
