"""The parts of a USEN word: sections, moves, ends, starts."""

from __future__ import annotations

import re

from viewer.games.shogi.position import CODE_OF, SQUARE_NAMES, START, Position, parts_of, write_sfen

ENDS = {"r": "投了", "t": "切れ負け", "i": "反則負け", "p": "中断", "j": "持将棋"}
"""KIF's words for the ends of a game, by USEN's letters."""
DIGITS = 3
"""The number of digits of a move."""

_SECTION = r"~\d{1,5}\.[0-9a-z]*(?:\.[a-z]?)?"
FILE = re.compile(
    rf"(?P<ahead>\s*)(?P<start>[0-9A-Za-z_.-]*)(?P<sections>(?:{_SECTION})+)(?P<behind>\s*)"
)
SECTION = re.compile(r"~(?P<ply>\d{1,5})\.(?P<moves>[0-9a-z]*)(?:\.(?P<end>[a-z]?))?")
_DIGIT = "0123456789abcdefghijklmnopqrstuvwxyz"
_DROPPED = {"P": 10, "L": 11, "N": 12, "S": 13, "G": 9, "B": 14, "R": 15, "K": 8}
_OF_DROPPED = {number: kind for kind, number in _DROPPED.items()}
_OF_KIND = {CODE_OF[kind]: number for kind, number in _DROPPED.items()}
_SQUARES = 81
_NUMBER = re.compile(r" \d+\Z")


def move_of(word: str) -> str:
    """The USI move for three digits, "" if they are no move."""
    if len(word) != DIGITS:
        return ""
    rest, plus = divmod(int(word, 36), 2)
    origin, target = divmod(rest, _SQUARES)
    to = f"{SQUARE_NAMES[_mirrored(target)]}{'+' if plus else ''}"
    if origin < _SQUARES:
        return SQUARE_NAMES[_mirrored(origin)] + to
    kind = _OF_DROPPED.get(origin - _SQUARES)
    return f"{kind}*{to}" if kind and not plus else ""


def word_of(move: str) -> str:
    """The three digits for a USI move, "" if the text is no move that USEN can hold."""
    parts = parts_of(move)
    if parts is None or (parts[3] and parts[2]):
        return ""
    start, target, plus, kind = parts
    origin = _SQUARES + _OF_KIND[kind] if kind else _mirrored(start)
    number = 2 * (_SQUARES * origin + _mirrored(target)) + plus
    return "".join(_DIGIT[number // 36**place % 36] for place in (2, 1, 0))


def _mirrored(square: int) -> int:
    """A square's number as USEN counts, from 1a, and the other way round."""
    return square - 2 * (square % 9) + 8


def start_text(start: Position) -> str:
    """A start as written in USEN, without its move number; "" for the usual one."""
    if start.numbered(1).same(START):
        return ""
    sfen = _NUMBER.sub("", write_sfen(start))
    return sfen.replace("/", "_").replace(" ", ".").replace("+", "z")


def sfen_of(start: str) -> str:
    """The SFEN of a start as written in USEN."""
    return start.replace("_", "/").replace(".", " ").replace("z", "+")
