"""Reading moves: Japanese as in KIF and KI2 files and books, Western, USI, CSA.

Programs and people use 右左直上寄引 differently, omit 同 and 打, write full or half width. So
the words are matched against the legal moves, not compared with our own wording.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from viewer.base.patterns import late
from viewer.games.shogi.names import KIND_OF_CSA, kind_at
from viewer.games.shogi.position import (
    CODE_OF,
    MOVE_OF,
    MOVE_PARTS,
    PASS,
    PROMOTION,
    SQUARE_OF,
    MoveParts,
    Position,
)
from viewer.games.shogi.spelt import MoveWords, moves_of, piece_of, previous_target
from viewer.games.shogi.violations import violation_of_move
from viewer.games.shogi.western import western_moves
from viewer.tree.action import Move

_LONGEST = 40  # characters; nothing longer is one move

_RANKS = {kanji: letter for kanji, letter in zip("一二三四五六七八九", "abcdefghi", strict=True)}
_RANKS.update(zip("123456789", "abcdefghi", strict=True))
_RANKS.update(zip("abcdefghi", "abcdefghi", strict=True))

_BEFORE = late(r"\s*(?:[0-9]{1,4}(?:\s*手目|\s*[.:…]+|(?=\s)))?\s*[▲△▼▽☗☖⛊⛉]?\s*")
_PASSES = frozenset(("pass", "パス", "null"))
_CSA = late(r"[+-]?([0-9][0-9])([1-9][1-9])([A-Z][A-Z])")
_USI = late(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]", re.IGNORECASE)
_TARGET = late(r"([1-9])([1-9一二三四五六七八九])同?|同")
_TAIL = late(
    r"(?P<words>[右左直上行寄引入]*)(?P<promotion>不成|成|生)?(?P<drop>打)?"
    r"(?:\((?P<origin>[0-9][0-9])\))?"
)
_WORDS = str.maketrans("行入", "上上")


def read_words(state: Position, text: str) -> list[Move]:
    """The moves that a text may mean in a position, best first.

    Returns those that break no rule; if there are none, those that break only one, so that a game that
    ends with a foul can be read to its end.
    """
    found = _readings(state, text)
    if len(found) == 1:
        return [MOVE_OF[found[0]]]
    return [MOVE_OF[parts] for parts in _legal(state, found) or found]


def legal_readings(state: Position, text: str) -> list[Move]:
    """The moves that a text may mean and that break no rule, best first."""
    return [MOVE_OF[parts] for parts in _legal(state, _readings(state, text))]


def _legal(state: Position, found: Iterable[MoveParts]) -> list[MoveParts]:
    return [parts for parts in found if violation_of_move(state, parts) is None]


def _readings(state: Position, text: str) -> list[MoveParts]:
    if len(text) > _LONGEST:
        return []
    plain = unicodedata.normalize("NFKC", text)
    start = _BEFORE.match(plain)
    found = _of_text(state, "".join(plain[start.end() if start else 0 :].split()))
    # 7 6 歩 isn't the seventh ply.
    return found or _of_text(state, "".join(plain.split()))


def _of_text(state: Position, plain: str) -> list[MoveParts]:
    if _USI.fullmatch(plain):
        parts = MOVE_PARTS[plain[0].upper() + plain[1:].lower()]
        return [] if parts is None else [parts]
    if plain.lower() in _PASSES:
        return [PASS]
    csa = _CSA.fullmatch(plain)
    if csa is not None:
        return _of_csa(state, *csa.groups())
    spelt = _japanese(state, plain)
    return western_moves(state, plain) if spelt is None else moves_of(state, spelt)


def _square(file: str, rank: str) -> int:
    return SQUARE_OF.get(file + _RANKS.get(rank, ""), -1)


def _of_csa(state: Position, origin: str, target: str, csa: str) -> list[MoveParts]:
    """CSA names the piece as it is after the move."""
    kind, to = CODE_OF.get(KIND_OF_CSA.get(csa, ""), 0), _square(*target)
    if not kind:
        return []
    if origin == "00":
        return [(-1, to, False, kind)] if kind < 8 else []
    at = _square(*origin)
    if at < 0 or not state.board[at]:
        return []
    promotes = kind == (state.board[at] & 15) + PROMOTION
    return [(at, to, promotes, 0)]


def _japanese(state: Position, plain: str) -> MoveWords | None:
    head = _TARGET.match(plain)
    if head is None:
        return None
    target = _square(head[1], head[2]) if head[1] else previous_target(state)
    kind, end = kind_at(plain, head.end())
    if not kind or target < 0:
        return None
    tail = _TAIL.fullmatch(plain, end)
    if tail is None:
        return None
    origin, drop = -1, tail["drop"] is not None
    if tail["origin"] == "00":
        drop = True
    elif tail["origin"]:
        origin = _square(*tail["origin"])
    words = tail["words"].translate(_WORDS)
    return MoveWords(piece_of(state, kind), target, origin, words, tail["promotion"] == "成", drop)
