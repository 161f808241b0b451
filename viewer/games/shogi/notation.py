"""Writing moves: Japanese, as in KIF files, in Western letters, Kitao–Kawasaki, USI, as in PSN and PGN.

The choice of 右 左 直 上 寄 引 follows Kifu for Windows: 直 for the general that goes straight up, else
how the piece moves, else from which side it comes, else both.

Each function takes the position after the move, like `Game.notation`; for other actions it returns
the text as it is written, "" if there is none. None of them asks whether a move is legal.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.games.game import NotationStyle
from viewer.games.shogi.names import PIECES
from viewer.games.shogi.position import (
    GOLD,
    KINDS,
    KNIGHT,
    LANCE,
    MOVE_PARTS,
    PASS,
    PAWN,
    PROMOTION,
    SILVER,
    SQUARE_NAMES,
    MoveParts,
    Position,
)
from viewer.games.shogi.reach import can_move, checked, is_immobile, may_promote, origins
from viewer.games.shogi.violations import violation_of_move
from viewer.tree.action import Move, Remark, Setup, Terminal, Written

MARKS = "▲△"
_KOMA = str.maketrans(MARKS, "☗☖")
PASS_WORD = "パス"
SAME = "同　"

_WIDE = "９８７６５４３２１"
_KANJI = "一二三四五六七八九"
_JAPANESE_PLACES = tuple(file + rank for rank in _KANJI for file in _WIDE)
_DIGITS = tuple(file + rank for rank in "123456789" for file in "987654321")
_CHESS_SQUARES = tuple(file + rank for rank in "987654321" for file in "abcdefghi")
_NAMES = tuple(PIECES[kind.upper()].move if kind else "" for kind in KINDS)
_LETTERS = tuple(kind.upper() for kind in KINDS)
_CHESS_LETTERS = tuple(
    {"+B": "H", "+R": "D"}.get(letters, "G" if letters[:1] == "+" else letters)
    for letters in _LETTERS
)
# 成香 is a lance with a plus to Kitao and Kawasaki.
_SIGNS = tuple(name.replace("成", "+") for name in _NAMES)
_PAWN_NAME = PIECES["P"].move

STYLES = (
    NotationStyle("japanese", message("Japanese (▲７六歩)")),
    NotationStyle("koma", message("Japanese (☗７六歩)")),
    NotationStyle("kif", message("Japanese with origins (▲７六歩(77))")),
    NotationStyle("hodges", message("Western, Hodges (P-7f)")),
    NotationStyle("hosking", message("Western, Hosking (P76)")),
    NotationStyle("kitao", message("Kitao–Kawasaki (歩-76)")),
    NotationStyle("usi", message("USI (7g7f)")),
)


def _made(state: Position) -> tuple[Position, MoveParts] | None:
    """The position before a move and its parts; None if the action is no move."""
    before, action = state.previous, state.action
    if before is None or type(action) is not Move:
        return None
    parts = MOVE_PARTS[action.text]
    return None if parts is None else (before, parts)


def _said(state: Position) -> str:
    action = state.action
    if state.previous is not None and isinstance(action, (Move, Written, Terminal, Remark)):
        return action.text
    return ""


# ------------------------------------- what tells a move from others of its kind: 右 左 直 上 寄 引 打

RIGHT, LEFT, STRAIGHT, UP, LEVEL, BACK = "右左直上寄引"
DROPPED = "打"

GENERALS = frozenset((SILVER, GOLD, *(kind + PROMOTION for kind in (PAWN, LANCE, KNIGHT, SILVER))))
"""Kinds that can go 直."""


def way(origin: int, target: int, side: int) -> str:
    """How a move goes as its side sees it: 上, 寄 or 引."""
    down = target // 9 - origin // 9
    if not down:
        return LEVEL
    return UP if (down < 0) == (not side) else BACK


def offset(origin: int, target: int, side: int) -> int:
    """How many files to the right of the target a piece comes from, as its side sees it."""
    right = origin % 9 - target % 9
    return -right if side else right


def is_straight(origin: int, target: int, side: int) -> bool:
    """Whether a move is one step straight up."""
    return target - origin == (9 if side else -9)


def distinction(board: bytes, origin: int, target: int) -> str | None:
    """The signs that a move of the piece on `origin` needs; "" if no other of its kind gets there.

    None if no signs tell it: three horses and the like.
    """
    piece = board[origin]
    if board.count(piece) < 2:
        return ""
    rivals = [at for at in origins(board, piece, target) if at != origin]
    if not rivals:
        return ""
    side = piece >> 4
    general = piece & 15 in GENERALS
    if general and is_straight(origin, target, side):
        return STRAIGHT
    here = way(origin, target, side)
    if all(way(at, target, side) != here for at in rivals):
        return here
    right = offset(origin, target, side)
    others = [offset(at, target, side) for at in rivals]
    if not general:
        # As they stand to each other: of two dragons one may come straight up.
        if all(right > other for other in others):
            return RIGHT
        return LEFT if all(right < other for other in others) else None
    if not right:
        return None
    alike = any(other * right > 0 for other in others)
    return (RIGHT if right > 0 else LEFT) + (here if alike else "")


def distinction_for(board: bytes, side: int, move: MoveParts) -> str | None:
    """The signs that a move needs: those of `distinction`, of a drop 打 if a piece of its kind gets there."""
    origin, target, _, kind = move
    if not kind:
        return distinction(board, origin, target)
    piece = kind | side << 4
    return DROPPED if board.count(piece) and origins(board, piece, target) else ""


def previous_target(state: Position) -> int:
    """The square of the last move before what comes next, for 同 and recaptures; -1 if there is none."""
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


# ----------------------------------------------------------------------------------- Japanese


def japanese(state: Position) -> str:
    """▲７六歩, △同　銀左, ▲２二角成, ▲８八銀打: as in KI2 files and books."""
    made = _made(state)
    if made is None:
        return _said(state)
    before, parts = made
    origin, target, promotes, kind = parts
    if target < 0:
        return _mark(made) + PASS_WORD
    piece = kind or before.board[origin]
    if not piece:
        return _said(state)
    distinct = distinction_for(before.board, before.side, parts)
    text = f"{_mark(made)}{_place(before, target)}{_NAMES[piece]}{distinct or ''}"
    if kind:
        return text
    if promotes:
        text += "成"
    elif may_promote(piece, origin, target):
        text += "不成"
    return text if distinct is not None else f"{text}({_DIGITS[origin]})"


def kif_text(state: Position) -> str:
    """７六歩(77), 同　銀(79), ２二角成(88), ５五歩打: as in KIF files, without mark and padding.

    If the origin is empty, a pawn is named: readers go by the squares.
    """
    made = _made(state)
    if made is None:
        return _said(state)
    before, (origin, target, promotes, kind) = made
    if target < 0:
        return PASS_WORD
    place = _place(before, target)
    if kind:
        return f"{place}{_NAMES[kind]}打"
    name = _NAMES[before.board[origin]] or _PAWN_NAME
    return f"{place}{name}{'成' if promotes else ''}({_DIGITS[origin]})"


def marked_kif_text(state: Position) -> str:
    """As `kif_text`, with the mark of the side: ▲７六歩(77)."""
    made = _made(state)
    return kif_text(state) if made is None else _mark(made) + kif_text(state)


def _mark(made: tuple[Position, MoveParts]) -> str:
    before, (origin, *_) = made
    piece = before.board[origin] if origin >= 0 else 0
    return MARKS[piece >> 4 if piece else before.side]


def _place(before: Position, target: int) -> str:
    return SAME if previous_target(before) == target else _JAPANESE_PLACES[target]


# ------------------------------------------------------------------------------------ Western


def hodges(state: Position) -> str:
    """P-7f, Bx2b+, S*5e, G4i-5h, Nx7c= (it could promote)."""
    return _western(state, _LETTERS, SQUARE_NAMES, "-", "{}")


def hosking(state: Position) -> str:
    """P76, Bx22+, S*55, G49-58."""
    return _western(state, _LETTERS, _DIGITS, "", "{}")


def kitao(state: Position) -> str:
    """歩-76, 角x22+, 銀*55, 金(49)-58."""
    return _western(state, _SIGNS, _DIGITS, "-", "({})")


def usi(state: Position) -> str:
    """7g7f, 8h2b+, P*5e."""
    return _said(state)


def _western(
    state: Position, names: tuple[str, ...], places: tuple[str, ...], dash: str, origin_form: str
) -> str:
    made = _made(state)
    if made is None:
        return _said(state)
    before, (origin, target, promotes, kind) = made
    if kind:
        return f"{names[kind]}*{places[target]}"
    board = before.board
    piece = board[origin] if origin >= 0 else 0
    if not piece:
        return _said(state)
    text = names[piece]
    rivals = origins(board, piece, target) if board.count(piece) > 1 else []
    if len(rivals) > 1:
        text += origin_form.format(places[origin])
        dash = "-"
    text += ("x" if board[target] else dash) + places[target]
    if promotes:
        return text + "+"
    if may_promote(piece, origin, target) and not is_immobile(piece, target):
        return text + "="
    return text


def psn(state: Position) -> str:
    """P7g-7f, B8hx2b+, S*5e: always with the origin, as in PSN files."""
    made = _made(state)
    if made is None or made[1][3] or made[1][0] < 0 or not made[0].board[made[1][0]]:
        return hodges(state)
    before, (origin, target, promotes, _) = made
    way = "x" if before.board[target] else "-"
    sign = "+" if promotes else ""
    return (
        f"{_LETTERS[before.board[origin]]}{SQUARE_NAMES[origin]}{way}{SQUARE_NAMES[target]}{sign}"
    )


def fairy(state: Position) -> str:
    """Pc4, Bxh8=H, Ha1, S@e5, Gf1e2: as on a chessboard, as Fairy-Stockfish and pychess write it now.

    H and D are a promoted bishop and rook; G is any piece that moves as a gold.
    """
    return _on_chessboard(state, _CHESS_LETTERS, "=")


def fairy_plus(state: Position) -> str:
    """Pc4, Bxh8+, +Ba1, S@e5, Gf1e2: as on a chessboard, with + for promoted pieces."""
    return _on_chessboard(state, _LETTERS, "")


def _on_chessboard(state: Position, letters: tuple[str, ...], sign: str) -> str:
    made = _made(state)
    if made is None or made[1] == PASS:
        return _said(state)
    before, (origin, target, promotes, kind) = made
    piece = kind or before.board[origin]
    if not piece:
        return _said(state)
    text = letters[piece] + ("@" if kind else _chess_origin(before, made[1], letters))
    text += ("x" if before.board[target] else "") + _CHESS_SQUARES[target]
    if promotes:
        text += sign + letters[piece + PROMOTION] if sign else "+"
    if not checked(state.board, state.side):
        return text
    return text + ("+" if can_move(state.board, state.hands, state.side) else "#")


def _chess_origin(before: Position, parts: MoveParts, letters: tuple[str, ...]) -> str:
    """What tells the origin from those of other pieces with its letter: file, rank or both."""
    origin, target, promotes, _ = parts
    board = before.board
    side = board[origin] >> 4
    named = {piece for piece in board if piece and piece >> 4 == side}
    kinds = [piece for piece in named if letters[piece] == letters[board[origin]]]
    rivals = [
        at
        for piece in kinds
        for at in origins(board, piece, target)
        if at != origin and violation_of_move(before, (at, target, promotes, 0)) is None
    ]
    name = _CHESS_SQUARES[origin]
    if not rivals:
        return ""
    if all(at % 9 != origin % 9 for at in rivals):
        return name[0]
    return name[1] if all(at // 9 != origin // 9 for at in rivals) else name


_WRITERS = {
    "japanese": japanese,
    "koma": lambda state: japanese(state).translate(_KOMA),
    "kif": marked_kif_text,
    "hodges": hodges,
    "hosking": hosking,
    "kitao": kitao,
    "usi": usi,
    "psn": psn,
    "fairy": fairy,
    "fairy+": fairy_plus,
}


def write_move(state: Position, style: str) -> str:
    """The action that led to a position in a style of STYLES, or of files (psn, fairy, fairy+); else USI."""
    return _WRITERS.get(style, usi)(state)
