"""CCM, the records of 17pk: twelve bytes, the last four of them the number of moves, then nine bytes a move.

The bytes of a move are the piece, its side, its kind, from column, from row, to column, to row (rows from
Black's back rank), the captured piece and its kind.
"""

from __future__ import annotations

import struct

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.xiangqi.game import XiangqiGame

_START, _MOVE = 12, 9
_HEAD = struct.Struct("<8xI")


def probe(head: bytes) -> Likeness:
    """Rate content by its first four moves: the sides take turns, and all squares are on the board."""
    first = head[_START : _START + 4 * _MOVE]
    if len(first) < _MOVE or not 0 < _HEAD.unpack_from(head)[0] < 10_000:
        return Likeness.NO
    moves = [first[at : at + _MOVE] for at in range(0, len(first) - _MOVE + 1, _MOVE)]
    sound = all(
        move[1] == moves[0][1] ^ 3 * (number % 2)
        and 0 < move[2] < 8
        and max(move[3], move[5]) < 9
        and max(move[4], move[6]) < 10
        and move[3:5] != move[5:7]
        for number, move in enumerate(moves)
    )
    return Likeness.YES if sound and moves[0][1] in (1, 2) else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    said = _HEAD.unpack_from(data)[0] if len(data) >= _START else 0
    node, taken = game.root, 0
    for at in range(_START, len(data) - _MOVE + 1, _MOVE):
        move = data[at : at + _MOVE]
        node = game.add(node, (move[3], move[4]), (move[5], move[6]))
        taken += 1
        if game.full:
            return
    if said != taken or (len(data) - _START) % _MOVE:
        words = message("{said} moves are promised, {taken} are there.", said=said, taken=taken)
        game.tell("count", words, len(data))
