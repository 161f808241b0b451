"""Conversion between set-ups (FEN) and boards of python-chess.

A set-up's text is a FEN of six fields: with castling letters KQkq for chess, with the files of the
rooks (HAha) for Chess960, which is how a board knows that it is one. What isn't chess is
`variant NAME FEN…`, and has no board.
"""

from __future__ import annotations

from typing import NamedTuple

import chess

from viewer.base.messages import Message, message
from viewer.games.chess.fen import START_TEXT, ParsedFen, read_fen, short
from viewer.tree.action import Setup

VARIANT = "variant "
UNKNOWN = "unknown"
"""The name of a variant where only the FEN tells that it isn't chess."""

_SPELT: dict[str, str] = {
    "crazyhouse": "Crazyhouse",
    "atomic": "Atomic",
    "antichess": "Antichess",
    "horde": "Horde",
    "king-of-the-hill": "King of the Hill",
    "racing-kings": "Racing Kings",
    "three-check": "Three-check",
    "seirawan": "Seirawan",
}


class ParsedBoard(NamedTuple):
    """A board read from a FEN, None if it can't be read, and the first thing wrong with the text."""

    board: chess.Board | None
    complaint: Message | None


def board_of(setup: Setup | None) -> chess.Board | None:
    """A fresh board of a root's set-up, of the usual start for None; None for other variants.

    Parts that can't be read are left out: nothing raises.
    """
    if setup is None:
        return chess.Board()
    if setup.text.startswith(VARIANT):
        return None
    return read_board(setup.text, False).board


def fen_of(board: chess.Board) -> str:
    """Six fields, the en passant square after every double push, Shredder letters for Chess960."""
    return board.fen(shredder=board.chess960, en_passant="fen")


def setup_of(board: chess.Board) -> Setup:
    """The set-up with a board's position."""
    return Setup(fen_of(board))


def read_board(text: str, chess960: bool | None = None) -> ParsedBoard:
    """The board of a FEN, with castling rights read as Chess960's or as chess's.

    With None the text decides: Shredder letters are Chess960's, and so are KQkq where all the rights
    they claim fit a king or rooks that chess doesn't start with. Rights that fit nothing are dropped.
    """
    read = read_fen(text)
    if read.placement is None:
        return ParsedBoard(None, read.complaint)
    board = chess.Board(None)
    board.set_board_fen(read.placement)
    board.turn = read.side == "w"
    board.ep_square = None if read.ep == "-" else chess.parse_square(read.ep)
    board.halfmove_clock, board.fullmove_number = read.clock, read.number
    board.set_castling_fen(read.castling)
    board.chess960 = _is_chess960(board, read, chess960)
    claimed = 0 if read.castling == "-" else len(read.castling)
    board.castling_rights = board.clean_castling_rights()
    complaint = read.complaint
    if complaint is None and board.castling_rights.bit_count() != claimed:
        complaint = message(
            "The castling rights are “{word}”, but not all of these kings and rooks are in place.",
            word=short(read.castling),
        )
    return ParsedBoard(board, complaint)


def _is_chess960(board: chess.Board, read: ParsedFen, wanted: bool | None) -> bool:
    if wanted or read.shredder:
        return True
    if wanted is not None:
        return False
    usual = board.clean_castling_rights()
    board.chess960 = True
    return board.clean_castling_rights().bit_count() == len(read.castling) and (
        board.clean_castling_rights() != usual
    )


# ------------------------------------------------------------------------------ other variants


class Variant(NamedTuple):
    """The name in `variant NAME FEN…`, and the FEN or ""."""

    name: str
    fen: str


def variant_of(setup: Setup | None) -> Variant | None:
    """The variant of a set-up, None for chess and Chess960."""
    if setup is None or not setup.text.startswith(VARIANT):
        return None
    name, _, fen = setup.text[len(VARIANT) :].strip().partition(" ")
    return Variant(name or UNKNOWN, fen.strip())


def setup_of_variant(name: str, fen: str) -> Setup:
    """The set-up of a position of another variant; its name is written in lower case without blanks."""
    joined = "-".join(name.lower().split()) or UNKNOWN
    return Setup(f"{VARIANT}{joined} {' '.join(fen.split())}".rstrip())


def variant_label(name: str) -> str:
    """The name of a variant as people write it."""
    return _SPELT.get(name, name)


def chess960_setup(number: int) -> Setup:
    """The start of a Chess960 number, 0 to 959 (Scharnagl's; 518 is the usual array)."""
    return setup_of(chess.Board.from_chess960_pos(number))


def start_number(board: chess.Board) -> int | None:
    """The Chess960 number of a board that is one of those starts (518: the usual array), else None."""
    if board.turn != chess.WHITE or board.fullmove_number != 1:
        return None
    if board.clean_castling_rights().bit_count() != 4:
        return None
    return board.chess960_pos()


def is_usual_start(board: chess.Board) -> bool:
    """Whether a board is the usual start of chess (not of Chess960, where castling differs)."""
    return not board.chess960 and fen_of(board) == START_TEXT
