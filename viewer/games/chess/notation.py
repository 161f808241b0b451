"""Writing moves: SAN, figurines, letters of other languages, long notation, UCI."""

from __future__ import annotations

import chess

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.chess.san import write_san
from viewer.games.game import NotationStyle

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
