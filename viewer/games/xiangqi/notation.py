"""Moves in Chinese (炮二平五, 前车进一), WXF (C2=5) and ICCS (H2-E2), written and read.

Files are counted 1 to 9 from the mover's right hand, orders from the front. The Chinese notation and
WXF name pieces in the same way, in different characters.

Records and people mix simplified and traditional characters, full and half width, red and black
names of the same piece, omit 前 and 后 if only one of two pieces can make the move, and write 兵 in
four ways. So texts are read leniently, and the position decides between meanings.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.xiangqi.position import (
    ADVISOR,
    CHARACTERS,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    POINT_OF,
    POINTS,
    SQUARE_NAMES,
    Points,
)
from viewer.games.xiangqi.rules import ADVISOR_STEPS, ELEPHANT_STEPS, KING_STEPS, pseudo_legal, safe

FORWARD, BACK, LEVEL = 1, -1, 0

_SLANTING = frozenset((ADVISOR, ELEPHANT, HORSE))
_SELDOM = frozenset((KING, ADVISOR, ELEPHANT))


class FileOrder(NamedTuple):
    """The order of a piece among others of its kind on its file.

    Attributes:
        order: its position on the file, from 1 at the front.
        size: number of these pieces on the file.
        overall: its position among all that share a file with another: files from the mover's right
            to left, front to back on each (the rule of xqbase.com); `order` if there is only one file.
        files: number of files with two or more of these pieces.
    """

    order: int
    size: int
    overall: int
    files: int


def file_number(point: int, side: int) -> int:
    """The number of a point's file as counted by a side, 1 to 9."""
    return point % 9 + 1 if side else 9 - point % 9


def movement(piece: int, origin: int, target: int) -> tuple[int, int]:
    """(direction, number) of a move: the number of ranks for a move along a file, else the target's file."""
    side = piece >> 3
    ranks = target // 9 - origin // 9
    if ranks == 0:
        return LEVEL, file_number(target, side)
    direction = FORWARD if (ranks > 0) != (side == 1) else BACK
    if piece & 7 in _SLANTING:
        return direction, file_number(target, side)
    return direction, abs(ranks)


def file_order(board: bytes, origin: int) -> FileOrder | None:
    """The order of the piece on `origin` among those of its kind on its file, None if it is the only one."""
    piece = board[origin]
    if board[origin % 9 :: 9].count(piece) == 1:
        return None
    black = piece >> 3
    groups = []
    for number in range(1, 10):
        file = number - 1 if black else 9 - number
        group = [point for point in POINTS[file::9] if board[point] == piece]
        if len(group) > 1:
            groups.append(group if black else group[::-1])
    overall = 0
    for group in groups:
        if origin in group:
            order = group.index(origin) + 1
            return FileOrder(order, len(group), overall + order, len(groups))
        overall += len(group)
    raise AssertionError("a piece that isn't alone stands in a group")


def needs_order(board: bytes, origin: int, target: int) -> bool:
    """Whether a move is named by the piece's order, if another piece of its kind is on the file.

    Rooks, horses, cannons and pawns always are. Kings, advisors and elephants need it only if they were
    set up on points that they can't reach in a game: otherwise their moves from one file differ.
    """
    piece = board[origin]
    kind, side = piece & 7, piece >> 3
    if kind not in _SELDOM:
        return True
    for twin in POINTS[origin % 9 :: 9]:
        if twin == origin or board[twin] != piece:
            continue
        moved = twin + target - origin
        if kind == ELEPHANT:
            if any(to == moved for _, to in ELEPHANT_STEPS[side][twin]):
                return True
        elif moved in (KING_STEPS if kind == KING else ADVISOR_STEPS)[side][twin]:
            return True
    return False


# -------------------------------------------------------------------------------------- in Chinese

SIMPLIFIED, TRADITIONAL = 0, 1

_WAY_WORDS = (
    {FORWARD: "进", BACK: "退", LEVEL: "平"},
    {FORWARD: "進", BACK: "退", LEVEL: "平"},
)
_ENDS = (("前", "中", "后"), ("前", "中", "後"))
_COUNTING = "零一二三四五六七八九"
_NUMBERS = (_COUNTING, "０１２３４５６７８９")
_MOST = 9


def chinese(board: bytes, origin: int, target: int, script: int) -> str:
    """The Chinese text of a move, legal or not; "" if the pieces of its kind are too many to number.

    No two legal moves of a position have the same text.
    """
    piece = board[origin]
    among = file_order(board, origin)
    if among is None or not needs_order(board, origin, target):
        return _by_file(piece, origin, target, script)
    order = _order(among, script)
    if not order:
        return ""
    return order + CHARACTERS[script][piece] + _way(piece, origin, target, script)


@lru_cache(maxsize=1 << 14)
def _by_file(piece: int, origin: int, target: int, script: int) -> str:
    side = piece >> 3
    file = _NUMBERS[side][file_number(origin, side)]
    return CHARACTERS[script][piece] + file + _way(piece, origin, target, script)


def _way(piece: int, origin: int, target: int, script: int) -> str:
    direction, number = movement(piece, origin, target)
    return _WAY_WORDS[script][direction] + _NUMBERS[piece >> 3][number]


def _order(among: FileOrder, script: int) -> str:
    """The character for a piece's order, "" beyond 9.

    Both sides count pieces with 一二三; only the digits of files differ.
    """
    front, middle, rear = _ENDS[script]
    if among.files > 1:
        return _COUNTING[among.overall] if among.overall <= _MOST else ""
    if among.order == 1:
        return front
    if among.order == among.size:
        return rear
    return middle if among.size == 3 else _COUNTING[among.order]


# --------------------------------------------- Moves in Latin letters: WXF (C2=5) and ICCS (H2-E2)

_WXF_LETTERS = "?KAEHRCP"
_WXF_WAYS = {FORWARD: "+", BACK: "-", LEVEL: "="}


def wxf(board: bytes, origin: int, target: int) -> str:
    """A move of the piece on `origin` in WXF, "" if WXF can't express it.

    Of two pieces on a file, the front one is + and the other -. If a file has three or more pawns, or
    two files have two or more, a pawn is named by two digits: its order on the file, and the file.
    """
    piece = board[origin]
    kind, side = piece & 7, piece >> 3
    file = str(file_number(origin, side))
    among = file_order(board, origin)
    if among is None or not needs_order(board, origin, target):
        named = _WXF_LETTERS[kind] + file
    elif among.size == 2 and among.files == 1:
        named = _WXF_LETTERS[kind] + ("+" if among.order == 1 else "-")
    elif kind == PAWN:
        named = str(among.order) + file
    else:
        return ""
    direction, number = movement(piece, origin, target)
    return f"{named}{_WXF_WAYS[direction]}{number}"


def iccs(origin: int, target: int) -> str:
    """A move in ICCS: H2-E2."""
    return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[target]}".upper()


# ---------------------------------------------------------------- Moves in any known spelling, read

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
        for origin, target in pseudo_legal(board, side, named.kind)
        if movement(board[origin], origin, target) == wanted and _fits(board, origin, named)
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
