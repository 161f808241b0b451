"""Openings of shogi by the arrangement of pieces, in a table of our own (`resources/openings/shogi.tsv`).

The names are those of the field (戦型). A shape is written as Black sees it: `7g=S` is the side's own
silver, `8b=r` the other side's rook, `2e/2f=P` a pawn on either square, `2g=.` none, `B*` a bishop in
hand, `move:2d3d` the last move; it holds for White too, turned round, unless it begins with `white`.
Ranks: 1 to 3 systems with both rooks on their files, 4 and above those with a ranging rook and rare ones.
"""

from __future__ import annotations

from functools import cache

from viewer.games.openings import Cell, Form, Opening, Shape, line_to, named_by, read_shapes
from viewer.games.shogi.position import (
    CODE_OF,
    FILES,
    HAND_INDEX,
    HAND_PLACES,
    RANKS,
    SQUARE_OF,
    SQUARES,
    START,
    Position,
)
from viewer.tree.action import Move

_LAST = 40  # plies; later an arrangement says nothing about the opening
_SOME = bytes(range(1, 19))  # pieces in hand
_HAND_OF = dict(zip(HAND_PLACES, HAND_INDEX, strict=True))
_WHITE_ONLY, _MOVE = "white", "move:"


def opening_of(position: Position) -> Opening | None:
    """The opening of the line to a position; None before it has a name, and from a set-up position.

    A handicap is the usual start without some pieces.
    """
    line = line_to(position)
    if any(
        piece not in (0, other) for piece, other in zip(line[0].board, START.board, strict=True)
    ):
        return None
    return named_by(
        _shapes(),
        (
            (one.board + bytes(one.hands), one.action.text if isinstance(one.action, Move) else "")
            for one in line
            if one.ply <= _LAST
        ),
    )


@cache
def _shapes() -> tuple[Shape, ...]:
    return read_shapes("shogi", _forms)


def _forms(text: str) -> list[Form]:
    """A shape as Black's, and as White's."""
    words = text.split()
    sides = (True,) if words[0] == _WHITE_ONLY else (False, True)
    words = [word for word in words if word != _WHITE_ONLY]
    forms = []
    for turned in sides:
        moves = (word.removeprefix(_MOVE) for word in words if word.startswith(_MOVE))
        cells = (word for word in words if not word.startswith(_MOVE))
        forms.append(
            (
                tuple(_cell(_turned(word) if turned else word) for word in cells),
                frozenset(_turned_move(move) if turned else move for move in moves),
            )
        )
    return forms


def _cell(word: str) -> Cell:
    """Places and pieces of a word such as "7g=S", "2e/2f=P" or "B*"; hands come after the squares."""
    squares, _, letters = word.partition("=")
    if not letters:
        return (len(SQUARES) + _HAND_OF[word],), _SOME
    places = tuple(SQUARE_OF[square] for square in squares.split("/"))
    return places, bytes(CODE_OF.get(letter, 0) for letter in letters)


def _turned(word: str) -> str:
    """A word for the other side."""
    squares, _, letters = word.partition("=")
    if not letters:
        return word.swapcase()
    turned = "/".join(_turned_square(square) for square in squares.split("/"))
    return f"{turned}={letters.swapcase()}"


def _turned_square(square: str) -> str:
    return FILES[8 - FILES.index(square[0])] + RANKS[8 - RANKS.index(square[1])]


def _turned_move(move: str) -> str:
    start, target, rest = move[:2], move[2:4], move[4:]
    return (start if "*" in start else _turned_square(start)) + _turned_square(target) + rest
