"""Diagrams of xiangqi in text: `┌─(车)-…-[马]-┐`, the pieces of Red in (), those of Black in [].

Also read: diagrams of characters alone, a character for each point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viewer.games.xiangqi.position import (
    EITHER,
    MARKED_BLACK,
    MARKED_RED,
    PIECES,
    Placed,
    pieces_of,
)

_FILES, _RANKS = 9, 10
_SIGNS = {
    "(": MARKED_RED,
    "（": MARKED_RED,
    "[": MARKED_BLACK,
    "［": MARKED_BLACK,
    "【": MARKED_BLACK,
}
_PIECE = "".join(sorted(PIECES))
_POINT = re.compile(rf"(?P<sign>[(（\[［【])?(?P<piece>[{_PIECE}])|(?P<empty>[┌┬┐├┼┤└┴┘※╬╳╋])")
_BESIDE = frozenset("()（）[]［］【】─—-_|│┃ \t\u3000＼／\\/")
_LETTERS = ".KABNRCP.kabnrcp"

_TOP, _MIDDLE, _BOTTOM = "┌┬┐", "├┼┤", "└┴┘"
_PALACE_TOP, _PALACE_LOW = "│　│　│　│＼│／│　│　│　│", "│　│　│　│／│＼│　│　│　│"
_BETWEEN = "│　│　│　│　│　│　│　│　│"
_RIVER = "│　　　　　　　　　　　　　　　│"
_BELOW = {0: _PALACE_TOP, 1: _PALACE_LOW, 4: _RIVER, 7: _PALACE_TOP, 8: _PALACE_LOW}
_NAMES = {
    **{"R": "车", "N": "马", "B": "相", "A": "士", "K": "帅", "C": "炮", "P": "兵"},
    **{"r": "车", "n": "马", "b": "象", "a": "士", "k": "将", "c": "炮", "p": "卒"},
}


def points_of(line: str) -> list[tuple[int, str]] | None:
    """The points of a line of a diagram, each as a side and a character ("" if empty).

    [] for a line between two ranks, None for a line that isn't of a diagram. What stands to the right of
    the ninth point isn't looked at.
    """
    points: list[tuple[int, str]] = []
    at = 0
    while at < len(line) and len(points) < _FILES:
        found = _POINT.match(line, at)
        if found is not None:
            sign = found["sign"]
            points.append((_SIGNS[sign] if sign else EITHER, found["piece"] or ""))
            at = found.end()
        elif line[at] in _BESIDE:
            at += 1
        else:
            return None
    if len(points) == _FILES:
        return points
    return [] if not points and "│" in line else None


def board_of(ranks: Sequence[Sequence[tuple[int, str]]]) -> dict[int, str] | None:
    """The pieces by square (x * 10 + y) of ten ranks of nine points from Black's side, None for others."""
    if len(ranks) != _RANKS:
        return None
    placed = [
        Placed((_RANKS - 1 - row) * _FILES + file, character, side)
        for row, rank in enumerate(ranks)
        for file, (side, character) in enumerate(rank)
        if character
    ]
    pieces, _ = pieces_of(placed)
    return {
        10 * (point % _FILES) + point // _FILES: _LETTERS[piece] for point, piece in pieces.items()
    }


def diagram(pieces: Mapping[int, str]) -> list[str]:
    """The lines of a diagram of pieces by square, in the form of XQStudio."""
    lines: list[str] = []
    for row in range(_RANKS):
        rank = _RANKS - 1 - row
        lines.append(_rank([pieces.get(10 * file + rank, "") for file in range(_FILES)], row))
        if row < _RANKS - 1:
            lines.append(f"  {_BELOW.get(row, _BETWEEN)}")
    return lines


def _rank(pieces: Sequence[str], row: int) -> str:
    ends = _TOP if row == 0 else _BOTTOM if row == _RANKS - 1 else _MIDDLE
    cross = {4: "┴", 5: "┬"}.get(row, ends[1])
    signs = [ends[0], *[cross] * (_FILES - 2), ends[2]]
    if row in (1, 8):
        signs[4] = "※"
    out = "  " if not pieces[0] else " "
    for file, (piece, sign) in enumerate(zip(pieces, signs, strict=True)):
        opening, closing = ("(", ")") if piece.isupper() else ("[", "]")
        out += f"{opening}{_NAMES[piece]}{closing}" if piece else sign
        if file < _FILES - 1:
            after = pieces[file + 1]
            out += "─" if not piece and not after else "" if piece and after else "-"
    return out
