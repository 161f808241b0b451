"""Reading moves: Japanese as in KIF and KI2 files and books, Western, USI, CSA.

Shogi's own coordinates have the file as a digit: P-7f, P76, P7g-7f, and the short forms of old archives
in PSN (G45h: the gold of file 4; Sb6c: the silver of rank b; xP: a pawn takes what has just moved).
Fairy-Stockfish, pychess and XBoard write squares as on a chessboard of nine files, with 9i as a1:
Rg2, P@b5, Bxh8+.

Programs and people use 右左直上寄引 differently, omit 同 and 打, write full or half width. So
these signs are matched against the legal moves, not compared with our own wording.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.shogi.names import KIND_OF_CSA, KIND_OF_NAME, kind_at
from viewer.games.shogi.notation import (
    BACK,
    LEFT,
    LEVEL,
    RIGHT,
    STRAIGHT,
    UP,
    distinction,
    offset,
    previous_target,
    way,
)
from viewer.games.shogi.position import (
    CODE_OF,
    MOVE_OF,
    MOVE_PARTS,
    PASS,
    PROMOTION,
    SQUARE_OF,
    MoveParts,
    Position,
    after_move,
)
from viewer.games.shogi.reach import checked, may_promote, origins
from viewer.games.shogi.violations import violation_of_move
from viewer.tree.action import Move

# ------------------------ the parts of a move as it is spelt, and the moves that they may mean


class SpeltMove(NamedTuple):
    """The parts of a spelt move.

    Attributes:
        piece: byte of the piece that moves, of the side to move.
        target: square.
        origin: square, -1 if not given.
        distinction: those of 右左直上寄引.
        promotes: whether promotion is given.
        drop: whether a drop is given.
        column, row: of the origin, from 9a on, if only one of them is given; else -1.
    """

    piece: int
    target: int
    origin: int = -1
    distinction: str = ""
    promotes: bool = False
    drop: bool = False
    column: int = -1
    row: int = -1


def piece_of(state: Position, kind: str) -> int:
    """The byte of a piece of the side to move, by its letters in an SFEN."""
    return CODE_OF[kind] | state.side << 4


def moves_of(state: Position, spelt: SpeltMove) -> list[MoveParts]:
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
    if spelt.column >= 0 or spelt.row >= 0:
        places = [
            at for at in places if spelt.column in (-1, at % 9) and spelt.row in (-1, at // 9)
        ]
        return [(at, target, spelt.promotes, 0) for at in places]
    fitting = matching(board, places, target, spelt.distinction)
    if not fitting and len(places) == 1:
        fitting = places  # signs where none are needed, and wrong ones
    if len(fitting) > 1:
        fitting.sort(key=lambda at: distinction(board, at, target) != spelt.distinction)
    found: list[MoveParts] = [(at, target, spelt.promotes, 0) for at in fitting]
    held = kind < 8 and state.hands[kind + 8 * state.side] and not board[target]
    if held and not spelt.distinction and not spelt.promotes:
        found += dropped  # 打 is left out where nothing on the board can go there, pinned or not
    return found


def matching(board: bytes, origins: list[int], target: int, distinction: str) -> list[int]:
    """Those of some origins of pieces of one kind that a distinction fits: read more loosely than written."""
    found = origins
    if not found:
        return []
    side = board[found[0]] >> 4
    for sign in distinction:
        if sign in (UP, LEVEL, BACK):
            found = [at for at in found if way(at, target, side) == sign]
        elif sign == STRAIGHT:
            upward = [at for at in found if way(at, target, side) == UP]
            found = [at for at in upward if not offset(at, target, side)]
        elif sign in (RIGHT, LEFT):
            found = _on_hand(board, found, target, 1 if sign == RIGHT else -1)
    return found


def _on_hand(board: bytes, origins: list[int], target: int, hand: int) -> list[int]:
    """The origins on one hand of the target; if none, the outermost that way of several."""
    side = board[origins[0]] >> 4 if origins else 0
    far = {at: offset(at, target, side) * hand for at in origins}
    beside = sorted((at for at in origins if far[at] > 0), key=lambda at: -far[at])
    if beside or len(origins) < 2:
        return beside
    most = max(far.values())
    return [at for at in origins if far[at] == most]


# ------------------------------------------------------------------------------------ Western

_PIECE = r"(?P<piece>\+?(?:[PLNSGBRKTHD]|成?[歩步香桂銀金角飛玉王と杏圭全馬龍竜]))"
_PART = r"(?P<file>[1-9])|(?P<rank>[a-i])"
_FULL = late(
    _PIECE + r"(?:\(?(?P<origin>[1-9][1-9a-i])\)?|" + _PART + r")?"
    r"(?P<way>[-x×*'’@:]?)(?P<target>[1-9][1-9a-i])(?P<promotion>[+=^]?)[#]?"
)
_RECAPTURE = late(
    rf"(?:x{_PIECE}(?:{_PART})?|{_PIECE.replace('piece', 'piece2')}x)(?P<promotion>[+=^]?)"
)
_ON_CHESSBOARD = late(
    r"(?P<piece>\+?[PLNSGBRKHDT])?(?P<file>[a-i])?(?P<rank>[1-9])?(?P<way>[-x@]?)(?P<target>[a-i][1-9])"
    r"(?P<becomes>=[PLNSGBRKHDT]?)?(?P<signs>[+#]{0,3})"
)
_LETTERS = {"T": "+P", "H": "+B", "D": "+R"}
_PROMOTES = "+^"
_DROPS = "*'’@"


def western_moves(state: Position, text: str) -> list[MoveParts]:
    """The moves that a text in Western letters may mean, whether they break a rule or not, best first.

    `text` has no blanks; its full-width characters are replaced by ASCII.
    """
    chess = _ON_CHESSBOARD.fullmatch(text)
    if chess is not None:
        return list(_on_chessboard(state, chess))
    spelt = _short(state, text) or _spelt(state, text)
    return [] if spelt is None else moves_of(state, spelt)


def _kind(text: str) -> str:
    """A piece's letters in an SFEN; "" for none."""
    plus, name = text[:1] == "+", text.removeprefix("+")
    kind = _LETTERS.get(name) or KIND_OF_NAME.get(name) or name
    if plus and not kind.startswith("+"):
        kind = "+" + kind
    return kind if kind in CODE_OF else ""


def _column(file: str | None) -> int:
    return 9 - int(file) if file else -1


def _row(rank: str | None) -> int:
    return ord(rank) - ord("a") if rank else -1


def _spelt(state: Position, text: str) -> SpeltMove | None:
    found = _FULL.fullmatch(text)
    kind = _kind(found["piece"]) if found is not None else ""
    if found is None or not kind:
        return None
    origin = found["origin"]
    return SpeltMove(
        piece_of(state, kind),
        _square(*found["target"]),
        _square(*origin) if origin else -1,
        "",
        bool(found["promotion"]) and found["promotion"] in _PROMOTES,
        bool(found["way"]) and found["way"] in _DROPS,
        _column(found["file"]),
        _row(found["rank"]),
    )


def _short(state: Position, text: str) -> SpeltMove | None:
    """xP, Gx, xG4, x+R, xN+: a capture of the piece that has just moved."""
    found = _RECAPTURE.fullmatch(text)
    kind = _kind(found["piece"] or found["piece2"]) if found is not None else ""
    target = previous_target(state)
    if found is None or not kind or target < 0:
        return None
    promotes = bool(found["promotion"]) and found["promotion"] in _PROMOTES
    column, row = _column(found["file"]), _row(found["rank"])
    return SpeltMove(piece_of(state, kind), target, -1, "", promotes, False, column, row)


# ------------------------------------------------------------------- coordinates of a chessboard


def _on_chessboard(state: Position, found: re.Match[str]) -> Iterator[MoveParts]:
    """The moves that fit the signs at the end.

    Fairy-Stockfish has written `+` for a promotion and for a check, and `=H`, `=D`, `=G` for a promotion.
    XBoard has no sign for a check, and `=` for no promotion.
    """
    file, rank = found["file"], found["rank"]
    column, row = ord(file) - ord("a") if file else -1, 9 - int(rank) if rank else -1
    plus = found["signs"].count("+")
    drop = found["way"] == "@"
    becomes = found["becomes"] or ""
    ways = (len(becomes) > 1,) if drop or becomes or not plus else (False, True)
    moves: list[MoveParts] = []
    for piece in _pieces(state, found["piece"], column, row):
        for promotes in ways:
            said = SpeltMove(piece, _place(found["target"]), -1, "", promotes, drop, column, row)
            if column >= 0 and row >= 0:
                said = said._replace(origin=9 * row + column, column=-1, row=-1)
            moves += [parts for parts in moves_of(state, said) if drop or not parts[3]]
    if len(ways) == 1:
        yield from moves
        return
    fitting = [parts for parts in moves if parts[2] + _gives_check(state, parts) == plus]
    yield from fitting or [parts for parts in moves if parts[2]]


def _pieces(state: Position, name: str | None, column: int, row: int) -> list[int]:
    """The pieces that a letter may mean: a pawn if there is none, and every kind of gold for G."""
    if name is None and column >= 0 and row >= 0:
        return [state.board[9 * row + column]]
    kind = _kind(name or "P")
    kinds = ("G", "+P", "+L", "+N", "+S") if kind == "G" else (kind,)
    return [piece_of(state, kind) for kind in kinds if kind]


def _place(name: str) -> int:
    return (9 - int(name[1])) * 9 + ord(name[0]) - ord("a")


def _gives_check(state: Position, parts: MoveParts) -> bool:
    board, _, other = after_move(state.board, state.hands, state.side, parts)
    return checked(board, other)


# -------------------- Reading moves: Japanese as in KIF and KI2 files and books, Western, USI, CSA

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
    r"(?P<distinction>[右左直上行寄引入]*)(?P<promotion>不成|成|生)?(?P<drop>打)?"
    r"(?:\((?P<origin>[0-9][0-9])\))?"
)
_SAME_SIGNS = str.maketrans("行入", "上上")


def read_written(state: Position, text: str) -> list[Move]:
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


def _japanese(state: Position, plain: str) -> SpeltMove | None:
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
    distinct = tail["distinction"].translate(_SAME_SIGNS)
    return SpeltMove(
        piece_of(state, kind), target, origin, distinct, tail["promotion"] == "成", drop
    )
