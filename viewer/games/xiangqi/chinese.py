"""Moves in Chinese: 炮二平五, 马８进７, 前车进一, 三兵平四."""

from __future__ import annotations

from functools import lru_cache

from viewer.games.xiangqi.naming import (
    BACK,
    FORWARD,
    LEVEL,
    FileOrder,
    file_number,
    file_order,
    movement,
    needs_order,
)

SIMPLIFIED, TRADITIONAL = 0, 1

# Indexed by the piece's byte.
_PIECES = ("　帅仕相马车炮兵　将士象马车炮卒", "　帥仕相馬車炮兵　將士象馬車炮卒")
_WAYS = (
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
        return _plain(piece, origin, target, script)
    order = _order(among, script)
    if not order:
        return ""
    return order + _PIECES[script][piece] + _way(piece, origin, target, script)


@lru_cache(maxsize=1 << 14)
def _plain(piece: int, origin: int, target: int, script: int) -> str:
    side = piece >> 3
    file = _NUMBERS[side][file_number(origin, side)]
    return _PIECES[script][piece] + file + _way(piece, origin, target, script)


def _way(piece: int, origin: int, target: int, script: int) -> str:
    direction, number = movement(piece, origin, target)
    return _WAYS[script][direction] + _NUMBERS[piece >> 3][number]


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
