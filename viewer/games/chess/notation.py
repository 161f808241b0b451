"""Moves as text: what it says before anybody knows a position, how it is written, what it may mean.

Texts come again and again, so each is read once.
"""

from __future__ import annotations

import chess

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.chess.position import CHESS_MOVE_OF
from viewer.games.chess.san import STANDARD, read_san, write_san
from viewer.games.game import NotationStyle
from viewer.tree.action import Action, Move, Written

_PAWN = chess.PAWN
LETTERS = " PNBRQK"
"""Of python-chess's types."""
CASTLING, ANY_PIECE = 0, -1
"""In place of a type."""

_CASTLING_TEXT = late(r"O-O(-O)?([+#]?)")


class Spelt(NamedTuple):
    """A move as a text says it.

    Attributes:
        kind: the type of the piece, `CASTLING`, or `ANY_PIECE` for that on the origin.
        origins: the squares that the text allows.
        to: the target; of the king who castles 6 (king's side) or 2, on the first rank.
        promotion: the type of the new piece, 0 for none.
        said: file and rank of the origin, as far as they are said.
        captures: whether there is an x.
        sign: +, # or nothing.
    """

    kind: int
    origins: int
    to: int
    promotion: int = 0
    said: str = ""
    captures: bool = False
    sign: str = ""


class _SanOf(dict[str, Spelt | None]):
    """What texts in standard notation say, None for others, which aren't kept."""

    def __missing__(self, text: str) -> Spelt | None:
        spelt = _read_castling(text) or _read(text)
        if spelt is not None:
            self[text] = spelt
        return spelt


def _read_castling(text: str) -> Spelt | None:
    found = _CASTLING_TEXT.fullmatch(text)
    return (
        None
        if found is None
        else Spelt(CASTLING, chess.BB_ALL, 2 if found[1] else 6, sign=found[2])
    )


def _read(text: str) -> Spelt | None:
    found = STANDARD.fullmatch(text)
    if found is None:
        return None
    letter, file, rank, x, target, promotion, sign = found.groups()
    to, kind = chess.parse_square(target), LETTERS.index(letter or "P")
    if bool(promotion) != (kind == _PAWN and to >> 3 in (0, 7)):
        return None
    if kind == _PAWN and (bool(x) != bool(file) or file == target[0] or rank):
        return None
    named = file or (target[0] if kind == _PAWN else "")
    origins = chess.BB_FILES[ord(named) - 97] if named else chess.BB_ALL
    if rank:
        origins &= chess.BB_RANKS[int(rank) - 1]
    return Spelt(kind, origins, to, LETTERS.index(promotion or " "), file + rank, bool(x), sign)


class _CoordinatesOf(dict[str, Spelt | None]):
    """The same for moves as a record has them (e2e4), of which there are few."""

    def __missing__(self, text: str) -> Spelt | None:
        move = CHESS_MOVE_OF[text]
        spelt = None
        if move and not move.drop:
            spelt = Spelt(
                ANY_PIECE, chess.BB_SQUARES[move.from_square], move.to_square, move.promotion or 0
            )
            self[text] = spelt
        return spelt


SAN_OF = _SanOf()


def spelt(text: str) -> Spelt | None:
    """What a text in standard notation says; None for others."""
    return SAN_OF[text]


COORDINATES_OF = _CoordinatesOf()


# ------------------- Writing moves: SAN, figurines, letters of other languages, long notation, UCI

SAN, FIGURINE, LAN, UCI = "san", "figurine", "lan", "uci"


class Letters(NamedTuple):
    """The letters of a language for knight, bishop, rook, queen, king (section 17 of the standard)."""

    style: NotationStyle
    letters: str


def _letters(code: str, name: Message, letters: str) -> tuple[str, Letters]:
    """Of a style; `letters` are those of the standard: pawn, knight, bishop, rook, queen, king."""
    style = NotationStyle(
        f"{SAN}-{code}",
        message("{language} letters ({letters})", language=name, letters=letters[2:]),
    )
    return style.id, Letters(style, letters.replace(" ", "")[1:])


LANGUAGES: dict[str, Letters] = dict(
    (
        _letters("cs", message("Czech"), "P J S V D K"),
        _letters("da", message("Danish"), "B S L T D K"),
        _letters("nl", message("Dutch"), "O P L T D K"),
        _letters("et", message("Estonian"), "P R O V L K"),
        _letters("fi", message("Finnish"), "P R L T D K"),
        _letters("fr", message("French"), "P C F T D R"),
        _letters("de", message("German"), "B S L T D K"),
        _letters("hu", message("Hungarian"), "G H F B V K"),
        _letters("is", message("Icelandic"), "P R B H D K"),
        _letters("it", message("Italian"), "P C A T D R"),
        _letters("no", message("Norwegian"), "B S L T D K"),
        _letters("pl", message("Polish"), "P S G W H K"),
        _letters("pt", message("Portuguese"), "P C B T D R"),
        _letters("ro", message("Romanian"), "P C N T D R"),
        _letters("es", message("Spanish"), "P C A T D R"),
        _letters("sv", message("Swedish"), "B S L T D K"),
    )
)
"""By the id of the style. English, the seventeenth, is SAN itself."""

STYLES: tuple[NotationStyle, ...] = (
    NotationStyle(SAN, message("Algebraic (Nf3)")),
    NotationStyle(FIGURINE, message("Figurines (♘f3)")),
    NotationStyle(LAN, message("Long algebraic (Ng1-f3)")),
    NotationStyle(UCI, message("Coordinates (g1f3)")),
    *(letters.style for letters in LANGUAGES.values()),
)

_ENGLISH = "NBRQK"
_FIGURES = "♘♗♖♕♔"
_TO_FIGURES = str.maketrans(_ENGLISH, _FIGURES)
_TO_LOCAL = {id: str.maketrans(_ENGLISH, each.letters) for id, each in LANGUAGES.items()}
_FROM_LOCAL = {id: str.maketrans(each.letters, _ENGLISH) for id, each in LANGUAGES.items()}


def write_move(
    board: chess.Board, move: chess.Move, style: str, after: chess.Board | None = None
) -> str:
    """A move in a style; one that the rules forbid is written long.

    `after` is the board after the move, if that is known to be legal.
    """
    if style == UCI:
        return move.uci()
    if move and after is None and not board.is_legal(move):
        text = _long(board, move)
    elif style == LAN and not move.drop:
        text = board.lan(move)
    else:
        text = write_san(board, move, after)
    return localised(text, style)


def localised(text: str, style: str) -> str:
    """SAN in English letters as a style writes it. Castling has no letters to change."""
    table = _TO_FIGURES if style == FIGURINE else _TO_LOCAL.get(style)
    return text if table is None else text.translate(table)


def english(text: str, style: str) -> str:
    """What was written in the letters of a style, in English letters."""
    table = _FROM_LOCAL.get(style)
    return text if table is None else text.translate(table)


def _long(board: chess.Board, move: chess.Move) -> str:
    """Piece, origin and target of a move that isn't legal."""
    if move.drop:
        return move.uci()
    piece = board.piece_at(move.from_square)
    letter = "" if piece is None or piece.piece_type == chess.PAWN else piece.symbol().upper()
    sign = "-" if board.piece_at(move.to_square) is None else "x"
    squares = chess.SQUARE_NAMES[move.from_square] + sign + chess.SQUARE_NAMES[move.to_square]
    promotion = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return letter + squares + promotion


# ----------------------------------------------------------------- Reading moves of actions


def move_said(board: chess.Board, action: Action | None) -> chess.Move | None:
    """The move of an action on a board, legal or not; None if it isn't one."""
    if isinstance(action, Written):
        return read_san(board, action.text)
    return CHESS_MOVE_OF[action.text] if isinstance(action, Move) else None


def legal_move(board: chess.Board, action: Action | None) -> chess.Move | None:
    """The legal (or null) move that an action is on a board; None if it is none."""
    move = move_said(board, action)
    if isinstance(action, Written) or not move or board.is_legal(move):
        return move
    return None
