"""Reading moves: Japanese as in KIF and KI2 files and books, Western, USI, CSA.

Programs and people use 右左直上寄引 differently, omit 同 and 打, write full or half width. So
the words are matched against the legal moves, not compared with our own wording.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from viewer.games.shogi.board import (
    CODE_OF,
    MOVE_OF,
    MOVE_PARTS,
    PASS,
    PROMOTION,
    SQUARE_OF,
    MoveParts,
    Position,
)
from viewer.games.shogi.names import KIND_OF_CSA, KIND_OF_NAME, kind_at
from viewer.games.shogi.reach import may_promote, origins
from viewer.games.shogi.violations import violation_of_move
from viewer.games.shogi.wording import distinction, matching
from viewer.tree.action import Move, Setup, Written

_LONGEST = 40  # characters; nothing longer is one move

_RANKS = {kanji: letter for kanji, letter in zip("一二三四五六七八九", "abcdefghi", strict=True)}
_RANKS.update(zip("123456789", "abcdefghi", strict=True))
_RANKS.update(zip("abcdefghi", "abcdefghi", strict=True))

_BEFORE = re.compile(r"\s*(?:[0-9]{1,4}(?:\s*手目|\s*[.:…]+|(?=\s)))?\s*[▲△▼▽☗☖⛊⛉]?\s*")
_PASSES = frozenset(("pass", "パス", "null"))
_CSA = re.compile(r"[+-]?([0-9][0-9])([1-9][1-9])([A-Z][A-Z])")
_USI = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]", re.IGNORECASE)
_TARGET = re.compile(r"([1-9])([1-9一二三四五六七八九])同?|同")
_TAIL = re.compile(
    r"(?P<words>[右左直上行寄引入]*)(?P<promotion>不成|成|生)?(?P<drop>打)?"
    r"(?:\((?P<origin>[0-9][0-9])\))?"
)
_WESTERN = re.compile(
    r"(?P<piece>\+?(?:[PLNSGBRKTHD]|成?[歩步香桂銀金角飛玉王と杏圭全馬龍竜]))"
    r"(?:\(?(?P<origin>[1-9][1-9a-i])\)?)?(?P<way>[-x×*'’:]?)(?P<target>[1-9][1-9a-i])"
    r"(?P<promotion>[+=^]?)"
)
_WESTERN_LETTERS = {"T": "+P", "H": "+B", "D": "+R"}
_WORDS = str.maketrans("行入", "上上")


class _MoveWords(NamedTuple):
    """The parts of a spelt move.

    Attributes:
        piece: byte of the piece that moves, of the side to move.
        target: square.
        origin: square, -1 if not given.
        words: those of 右左直上寄引.
        promotes: whether promotion is given.
        drop: whether a drop is given.
    """

    piece: int
    target: int
    origin: int = -1
    words: str = ""
    promotes: bool = False
    drop: bool = False


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
    spelt = _japanese(state, plain) or _western(state, plain)
    return [] if spelt is None else _moves(state, spelt)


def _square(file: str, rank: str) -> int:
    return SQUARE_OF.get(file + _RANKS.get(rank, ""), -1)


def _piece(state: Position, kind: str) -> int:
    return CODE_OF[kind] | state.side << 4


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


def _japanese(state: Position, plain: str) -> _MoveWords | None:
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
    return _MoveWords(_piece(state, kind), target, origin, words, tail["promotion"] == "成", drop)


def _western(state: Position, plain: str) -> _MoveWords | None:
    match = _WESTERN.fullmatch(plain)
    if match is None:
        return None
    plus, name = match["piece"][:1] == "+", match["piece"].removeprefix("+")
    kind = _WESTERN_LETTERS.get(name) or KIND_OF_NAME.get(name) or name
    if plus and not kind.startswith("+"):
        kind = "+" + kind
    if kind not in CODE_OF:
        return None
    origin = match["origin"]
    return _MoveWords(
        _piece(state, kind),
        _square(*match["target"]),
        _square(*origin) if origin else -1,
        "",
        match["promotion"] in ("+", "^"),
        match["way"] in ("*", "'", "’"),
    )


def _moves(state: Position, spelt: _MoveWords) -> list[MoveParts]:
    """The moves that a spelling may mean, whether they break a rule or not, best first."""
    board, piece, target = state.board, spelt.piece, spelt.target
    if spelt.origin >= 0:
        there = board[spelt.origin]
        # Some programs name the piece as it is after the move.
        becomes = there + PROMOTION == piece and may_promote(there, spelt.origin, target)
        return [(spelt.origin, target, spelt.promotes or becomes, 0)] if there else []
    kind = piece & 15
    dropped: list[MoveParts] = [(-1, target, False, kind)] if kind < 8 else []
    if spelt.drop:
        return dropped
    own = board[target] and board[target] >> 4 == state.side
    places = [] if own else origins(board, piece, target)
    fitting = matching(board, places, target, spelt.words)
    if not fitting and len(places) == 1:
        fitting = places  # words where none are needed, and wrong ones
    if len(fitting) > 1:
        fitting.sort(key=lambda at: distinction(board, at, target) != spelt.words)
    found: list[MoveParts] = [(at, target, spelt.promotes, 0) for at in fitting]
    held = kind < 8 and state.hands[kind + 8 * state.side] and not board[target]
    if held and not spelt.words and not spelt.promotes:
        found += dropped  # 打 is left out where nothing on the board can go there, pinned or not
    return found


def previous_target(state: Position) -> int:
    """The square of the last move before what comes next, for 同; -1 if there is none."""
    here: Position | None = state.settled()
    while here is not None:
        action = here.action
        if type(action) is Move:
            parts = MOVE_PARTS[action.text]
            return -1 if parts is None else parts[1]
        if isinstance(action, (Written, Setup)):
            return -1
        here = here.before()
    return -1
