"""The parts of a USEN word: sections, moves, ends, starts."""

from __future__ import annotations

import re

from viewer.formats.shared.shogi_board import parts_of
from viewer.games.shogi.sfen import START, Diagram, write_sfen

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
_RANKS = "abcdefghi"
_DROPPED = {"P": 10, "L": 11, "N": 12, "S": 13, "G": 9, "B": 14, "R": 15, "K": 8}
_OF_DROPPED = {number: kind for kind, number in _DROPPED.items()}
_SQUARES = 81
_NUMBER = re.compile(r" \d+\Z")


def move_of(word: str) -> str:
    """The USI move for three digits, "" if they are no move."""
    if len(word) != DIGITS:
        return ""
    rest, plus = divmod(int(word, 36), 2)
    origin, target = divmod(rest, _SQUARES)
    to = f"{_square(target)}{'+' if plus else ''}"
    if origin < _SQUARES:
        return _square(origin) + to
    kind = _OF_DROPPED.get(origin - _SQUARES)
    return f"{kind}*{to}" if kind and not plus else ""


def word_of(move: str) -> str:
    """The three digits for a USI move, "" if the text is no move that USEN can hold."""
    parts = parts_of(move)
    if parts is None or (parts.dropped and parts.plus):
        return ""
    origin = _SQUARES + _DROPPED[parts.dropped] if parts.dropped else _index(parts.origin)
    number = 2 * (_SQUARES * origin + _index(parts.target)) + bool(parts.plus)
    return "".join(_DIGIT[number // 36**place % 36] for place in (2, 1, 0))


def _square(index: int) -> str:
    return f"{index % 9 + 1}{_RANKS[index // 9]}"


def _index(place: str) -> int:
    return 9 * _RANKS.index(place[1]) + int(place[0]) - 1


def start_text(diagram: Diagram) -> str:
    """A start as written in USEN, without its move number; "" for the usual one."""
    if diagram._replace(ply=1) == START:
        return ""
    sfen = _NUMBER.sub("", write_sfen(diagram))
    return sfen.replace("/", "_").replace(" ", ".").replace("+", "z")


def sfen_of(start: str) -> str:
    """The SFEN of a start as written in USEN."""
    return start.replace("_", "/").replace(".", " ").replace("z", "+")
