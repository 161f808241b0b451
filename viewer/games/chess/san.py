"""Standard algebraic notation: written strictly, read leniently.

Strict notation is resolved directly, by looking back from the target; variations in spelling are tried
only if that finds nothing, one after the other, and the position decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import chess

from viewer.base.named import NamedTuple
from viewer.base.patterns import late

NULL_MOVES = frozenset(("--", "Z0", "<>", "@@@@", "0000"))
_LONGEST = 32  # characters; nothing longer is one move
_KEPT = 4096  # texts; a record says some again and again

STANDARD = late(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?([+#]?)")
"""The standard's form: letter, file, rank, x, target, new piece, sign."""
_DROP = late(r"([PNBRQpnbrq]?)@([a-h][1-8])")
_CASTLING = {side + sign: side == "O-O" for side in ("O-O", "O-O-O") for sign in ("", "+", "#")}
"""Whether it is on the king's side."""

_PIECES = {"K": chess.KING, "Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT}
_LETTERS = ("", "", "N", "B", "R", "Q", "K")
_FILES = dict(zip("abcdefgh", chess.BB_FILES, strict=True))
_RANKS = dict(zip("12345678", chess.BB_RANKS, strict=True))
_SQUARES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def read_san(board: chess.Board, text: str) -> chess.Move | None:
    """The move that a text means: legal, or a null move; None if it means none, or several.

    The board is not changed. Castling is the move python-chess has for it: e1g1, in Chess960 e1h1.
    """
    match = STANDARD.fullmatch(text)
    if match is not None:
        found = _find(board, *match.group(1, 2, 3, 5, 6))
        if found is not None:
            return found
    else:
        castling = _CASTLING.get(text)
        if castling is not None:
            return _castle(board, castling)
    return None if len(text) > _LONGEST else _read_loosely(board, text)


def write_san(board: chess.Board, move: chess.Move, after: chess.Board | None = None) -> str:
    """A legal move, or a null move (`--`), in the standard's export format; a pawn's drop as P@e4.

    `after` is the board after the move, if it is known already.
    """
    if not move:
        return "--"
    if after is None or type(board) is not chess.Board:
        text = board.san(move)
        return f"P{text}" if move.drop == chess.PAWN else text
    text = _without_check(board, move)
    if not after.is_check():
        return text
    return text + ("+" if any(after.generate_legal_moves()) else "#")


def _without_check(board: chess.Board, move: chess.Move) -> str:
    if board.is_castling(move):
        return "O-O" if board.is_kingside_castling(move) else "O-O-O"
    origin, to = move.from_square, move.to_square
    letter = _LETTERS[board.piece_type_at(origin) or 0]
    target = chess.SQUARE_NAMES[to]
    if not letter:
        if (origin - to) & 7:
            target = f"{chess.FILE_NAMES[origin & 7]}x{target}"
        return f"{target}={_LETTERS[move.promotion]}" if move.promotion else target
    capture = "x" if board.occupied >> to & 1 else ""
    mask = _origins(board, letter, to) & board.occupied_co[board.turn] & ~(1 << origin)
    others = 0
    while mask:
        other = mask.bit_length() - 1
        mask ^= 1 << other
        if not board.is_into_check(chess.Move(other, to)):
            others |= 1 << other
    named = ""
    if others:
        same_file = others & chess.BB_FILES[origin & 7]
        if not same_file or others & chess.BB_RANKS[origin >> 3]:
            named = chess.FILE_NAMES[origin & 7]
        if same_file:
            named += chess.RANK_NAMES[origin >> 3]
    return f"{letter}{named}{capture}{target}"


# ------------------------------------------------------------------------------- strict reading


def _find(
    board: chess.Board, letter: str, file: str, rank: str, target: str, promotion: str | None
) -> chess.Move | None:
    """The one legal move of a piece to a square, from an origin that `file` and `rank` allow."""
    to = _SQUARES[target]
    own = board.occupied_co[board.turn]
    if own >> to & 1:
        return None
    if type(board) is not chess.Board:
        return _find_by_rules(board, letter, file, rank, to, promotion)
    if not letter:
        return _find_pawn_move(board, file, rank, to, promotion)
    if promotion:
        return None
    mask = own
    if file:
        mask &= _FILES[file]
    if rank:
        mask &= _RANKS[rank]
    mask &= _origins(board, letter, to)
    found = None
    while mask:
        origin = mask.bit_length() - 1
        mask ^= 1 << origin
        move = chess.Move(origin, to)
        if not board.is_into_check(move):
            if found is not None:
                return None
            found = move
    return found


def _find_by_rules(
    board: chess.Board, letter: str, file: str, rank: str, to: int, promotion: str | None
) -> chess.Move | None:
    """The same in a variant, among the moves that its own rules allow."""
    if not letter and file and ord(file) - 97 == to & 7:
        return None  # bb4 is a bishop's move in small letters
    mask = board.pieces_mask(_PIECES[letter] if letter else chess.PAWN, board.turn)
    if file or not letter:
        mask &= _FILES[file] if file else chess.BB_FILES[to & 7]
    if rank:
        mask &= _RANKS[rank]
    kind = _PIECES[promotion] if promotion else None
    found = [
        move
        for move in board.generate_legal_moves(mask, 1 << to)
        if move.promotion == kind and not move.drop and not board.is_castling(move)
    ]
    return found[0] if len(found) == 1 else None


def _origins(board: chess.Board, letter: str, to: int) -> int:
    """The squares from which pieces of a kind, of either side, reach a square."""
    if letter == "N":
        return chess.BB_KNIGHT_ATTACKS[to] & board.knights
    if letter == "K":
        return chess.BB_KING_ATTACKS[to] & board.kings
    reach = 0
    occupied = board.occupied
    if letter != "R":
        reach = chess.BB_DIAG_ATTACKS[to][chess.BB_DIAG_MASKS[to] & occupied]
    if letter != "B":
        reach |= (
            chess.BB_RANK_ATTACKS[to][chess.BB_RANK_MASKS[to] & occupied]
            | chess.BB_FILE_ATTACKS[to][chess.BB_FILE_MASKS[to] & occupied]
        )
    if letter == "Q":
        return reach & board.queens
    return reach & (board.rooks if letter == "R" else board.bishops)


def _find_pawn_move(
    board: chess.Board, file: str, rank: str, to: int, promotion: str | None
) -> chess.Move | None:
    kind = _PIECES[promotion] if promotion else None
    if (kind is None) == bool(_LAST_RANKS >> to & 1) or kind == chess.KING:
        return None
    forward = 8 if board.turn else -8
    pawns = board.pawns & board.occupied_co[board.turn]
    origin = to - forward
    if not file:
        if board.occupied >> to & 1 or not 0 <= origin < 64:
            return None
        if to >> 3 == (3 if board.turn else 4) and not board.occupied >> origin & 1:
            origin -= forward
    else:
        # bb4 isn't found here: it is a bishop's move in small letters.
        origin = origin & 56 | ord(file) - 97
        if abs((origin & 7) - (to & 7)) != 1 or not 0 <= to - forward < 64:
            return None
        if not board.occupied >> to & 1 and to != board.ep_square:
            return None
    if not pawns >> origin & 1 or (rank and not _RANKS[rank] >> origin & 1):
        return None
    move = chess.Move(origin, to, kind)
    return None if board.is_into_check(move) else move


def _castle(board: chess.Board, kingside: bool) -> chess.Move | None:
    for move in _castlings(board):
        if board.is_kingside_castling(move) == kingside:
            return move
    return None


def _castlings(board: chess.Board) -> Iterator[chess.Move]:
    """The legal ways to castle; a variant's own rules may forbid some that python-chess generates."""
    if type(board) is chess.Board:
        return board.generate_castling_moves()
    return filter(board.is_legal, board.generate_castling_moves())


# -------------------------------------------------------------------------------- loose reading

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_CAPTURES = dict.fromkeys(map(ord, "×:*X"), "x")
_FIGURES = {
    ord(figure): letter
    for letter, figures in zip("KQRBNP", ("♔♚", "♕♛", "♖♜", "♗♝", "♘♞", "♙♟"), strict=True)
    for figure in figures
}
_PLAIN = {**_DASHES, **_CAPTURES, **_FIGURES, 0xFE0E: None, 0xFE0F: None, 0xA0: " "}

# Checks, suffixes and assessments behind a move: + ++ # ! ?! !!! +- -+ N = ch dbl.ch mate e.p. † ‡
_BEHIND = late(
    r"(?:[+#!?†‡=∓±∞⩲⩱□⌓]|-\+|\+-|/[+-]|(?<=[a-h1-8QRBNO0)])N$|\(?e\.? ?p\.?\)?"
    r"|dbl\.?|dis\.?|ch\.?|mate)+$"
)
_ZEROS = late(r"[0Oo]-?[0Oo](-?[0Oo])?")
_LOOSE = late(
    r"(?P<piece>[KQRBNPkqrbnp]?)(?P<origin>[A-Ha-h]?[1-8]?)[-x]?"
    r"(?P<target>[A-Ha-h][1-8])(?:[=/]?\(?(?P<to>[QRBNKqrbnk])\)?)?"
)
_FILES_ONLY = late(r"([a-h])x?([a-h])(?:[=/]?\(?([QRBNK])\)?)?")


class SanSpelling(NamedTuple):
    """A move as it is spelt: piece letter or "", file and/or rank of the origin, target, promotion."""

    piece: str
    origin: str
    target: str
    promotion: str


def _read_loosely(board: chess.Board, text: str) -> chess.Move | None:
    """A move in a spelling other than the standard's."""
    kingside = castling_side(text)
    if kingside is not None:
        return _castle(board, kingside)
    for spelling in _spellings(text):
        if spelling in NULL_MOVES:
            return chess.Move.null()
        drop = drop_of(spelling)
        if drop is not None:
            return drop if board.is_legal(drop) else None
        for spelt in _readings(spelling):
            found = _find_anywhere(board, spelt)
            if found is not None:
                return found
        files = _FILES_ONLY.fullmatch(spelling)  # ed, exd
        if files is not None:
            return _capture_between(board, *files.groups())
    return None


def drop_of(spelling: str) -> chess.Move | None:
    """The drop that a text means (N@f3, @e4 of a pawn), legal or not; None if it isn't one."""
    found = _DROP.fullmatch(spelling)
    if found is None:
        return None
    square = _SQUARES[found[2]]
    return chess.Move(square, square, drop=_PIECES.get(found[1].upper(), chess.PAWN))


def castling_side(text: str) -> bool | None:
    """Whether a text means castling on the king's side (0-0, o-o, OO …), None if not castling."""
    if len(text) > _LONGEST:
        return None
    for spelling in _spellings(text):
        zeros = _ZEROS.fullmatch(spelling)
        if zeros is not None:
            return zeros[1] is None
    return None


def drop_spelt(text: str) -> chess.Move | None:
    """The same, of a text with signs behind the move."""
    if len(text) > _LONGEST:
        return None
    return next((drop for each in _spellings(text) if (drop := drop_of(each)) is not None), None)


def san_spellings(text: str) -> list[SanSpelling]:
    """The ways to read a text as a move of a piece, the nearest first; [] if it is none."""
    if len(text) > _LONGEST:
        return []
    return [spelt for spelling in _spellings(text) for spelt in _readings(spelling)]


@lru_cache(maxsize=_KEPT)
def _spellings(text: str) -> tuple[str, ...]:
    """A text in plain letters, and without the signs after the move."""
    plain = "".join(text.translate(_PLAIN).split())
    return tuple(dict.fromkeys((plain, _BEHIND.sub("", plain))))


@lru_cache(maxsize=_KEPT)
def _readings(spelling: str) -> tuple[SanSpelling, ...]:
    """The ways to read a text, the literal one first.

    A small b is the b-file before it is a bishop: bxc3, bc3. Capitals are files only where there are
    nothing but capitals: E4, BXC3; Dxe4 is a German queen's move and none of a pawn.
    """
    capitals = not any(letter.islower() and letter != "x" for letter in spelling)
    first, found = spelling[:1], []
    for text in dict.fromkeys(
        (spelling, (first.lower() if capitals else first.upper()) + spelling[1:])
    ):
        bishop = text.startswith("b")
        match = _LOOSE.fullmatch(text if not bishop else "P" + text)
        if match is None:
            continue
        piece, origin, target, promotion = match.group("piece", "origin", "target", "to")
        squares = origin + target
        if not capitals and squares != squares.lower():
            continue
        letter = "" if bishop else piece.upper().replace("P", "")
        found.append(SanSpelling(letter, origin.lower(), target.lower(), (promotion or "").upper()))
    return tuple(found)


def _find_anywhere(board: chess.Board, spelt: SanSpelling) -> chess.Move | None:
    """As `_find`, and between two squares any piece; the king's castling too, if he is named so."""
    piece, origin, target, promotion = spelt
    if len(origin) == 2 and piece in ("", "K"):
        kind = _PIECES[promotion] if promotion else None
        found = move_between(board, _SQUARES[origin], _SQUARES[target], kind)
        if found is None or not piece or board.kings >> found.from_square & 1:
            return found
        return None
    file = origin[:1] if origin[:1] in _FILES else ""
    rank = origin[-1:] if origin[-1:] in _RANKS else ""
    if not piece and file == target[:1] and file != "b":
        file = ""
    return _find(board, piece, file, rank, target, promotion or None)


def move_between(
    board: chess.Board, origin: int, target: int, promotion: int | None
) -> chess.Move | None:
    """The legal move from a square to another; castling either as king's move or onto the rook."""
    move = chess.Move(origin, target, promotion)
    if board.kings >> origin & 1:
        for castling in _castlings(board):
            if target in castling_targets(board, castling) and castling.from_square == origin:
                if target != castling.to_square and board.is_legal(move):
                    break  # in Chess960 a king's step may end where castling does
                return castling
    return move if board.is_legal(move) else None


def castling_targets(board: chess.Board, move: chess.Move) -> tuple[int, int]:
    """For a castling move: the target of the king, and the origin of his rook."""
    kingside = board.is_kingside_castling(move)
    back = move.from_square & 56
    rook = move.to_square if board.chess960 else back + (7 if kingside else 0)
    return back + (6 if kingside else 2), rook


def _capture_between(
    board: chess.Board, file: str, to_file: str, promotion: str | None
) -> chess.Move | None:
    """The one capture of a pawn from a file to the next."""
    kind = _PIECES[promotion] if promotion else None
    moves = board.generate_legal_moves(board.pawns & _FILES[file], _FILES[to_file])
    found = [move for move in moves if move.promotion == kind]
    return found[0] if file != to_file and len(found) == 1 else None
