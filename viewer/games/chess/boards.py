"""Conversion between set-ups (FEN), their tags, and boards of python-chess.

A set-up's text is a FEN of six fields: with castling letters KQkq for chess, with the files of the
rooks (HAha) for Chess960, which is how a board knows that it is one. What isn't chess is
`variant NAME FEN…`; it has a board if `variants` knows the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import chess

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.chess.fen import START_TEXT, ParsedFen, read_fen, read_variant_fen, short
from viewer.games.chess.variants import (
    SpeltVariant,
    Variant,
    rules_of_variant,
    variant_of_board,
    variant_spelt,
)
from viewer.tree.action import Setup

VARIANT = "variant "
UNKNOWN = "unknown"
"""The name of a variant where only the FEN tells that it isn't chess."""

# Signs that only FENs of variants have: brackets, a ninth rank, checks.
_TOLD = late(r"\[[^\]]*\](?:\s|\Z)|(?:/[^/\s]+){8}|[0-9]\+[0-9]")
_HELD = late(r"[QRBNPqrbnp]*")
_KEPT = 16  # boards of texts


class ParsedBoard(NamedTuple):
    """A board read from a FEN, None if it can't be read, and the first thing wrong with the text.

    `rights`: what is wrong with the castling rights alone, of which the board has none without king and rook.
    """

    board: chess.Board | None
    complaint: Message | None
    rights: Message | None = None


def board_of(setup: Setup | None) -> chess.Board | None:
    """A fresh board of a root's set-up, of the usual start for None; None for variants that aren't played.

    Parts that can't be read are left out: nothing raises.
    """
    return chess.Board() if setup is None else read_setup(setup).board


def read_setup(setup: Setup) -> ParsedBoard:
    """The board of a set-up, None for variants that aren't played, and the first fault of its text."""
    named = variant_of(setup)
    if named is None:
        return read_board(setup.text, False)
    spelt = variant_spelt(named.name)
    if spelt is None:
        return ParsedBoard(None, None)
    if not named.fen:
        return ParsedBoard(rules_of_variant(spelt.variant).start(spelt.chess960), None)
    return read_board(named.fen, spelt.chess960, spelt.variant)


def fen_of(board: chess.Board) -> str:
    """Six fields, the en passant square after every double push, Shredder letters for Chess960.

    With what a variant adds as python-chess writes it: pieces in hand in brackets, checks left.
    """
    return board.fen(shredder=board.chess960, en_passant="fen")


def setup_of(board: chess.Board) -> Setup:
    """The set-up with a board's position."""
    variant = variant_of_board(board)
    return Setup(fen_of(board) if variant is None else f"{VARIANT}{variant.id} {fen_of(board)}")


def read_board(
    text: str, chess960: bool | None = None, variant: Variant | None = None
) -> ParsedBoard:
    """The board of a FEN, with castling rights read as Chess960's or as chess's.

    With None the text decides: Shredder letters are Chess960's, and so are KQkq where all the rights
    they claim fit a king or rooks that chess doesn't start with; pieces in hand are Crazyhouse's, checks
    that are left those of Three-check. Rights that fit nothing are dropped.
    """
    found = _read_board(text, chess960, "" if variant is None else variant.id)
    board = found.board
    return found if board is None else found._replace(board=board.copy(stack=False))


@lru_cache(maxsize=_KEPT)
def _read_board(text: str, chess960: bool | None, id: str) -> ParsedBoard:
    """`read_board` once a text: nearly all records of a file begin alike. `id`: of the variant, or ""."""
    variant = _variant(id) if id else None
    if chess960 is None and variant is None:
        variant = _variant_told(text)
    read = read_fen(text) if variant is None else read_variant_fen(text)
    if read.placement is None:
        return ParsedBoard(None, read.complaint)
    rules = None if variant is None else rules_of_variant(variant)
    board = chess.Board(None) if rules is None else rules.board_class(None)
    board.set_board_fen(read.placement)
    odd = read.complaint if rules is None else rules.take(board, read) or read.complaint
    board.turn = read.side == "w"
    board.ep_square = None if read.ep == "-" else chess.parse_square(read.ep)
    board.halfmove_clock, board.fullmove_number = read.clock, read.number
    board.set_castling_fen(read.castling)
    board.chess960 = _is_chess960(board, read, chess960)
    claimed = 0 if read.castling == "-" else len(read.castling)
    board.castling_rights = board.clean_castling_rights()
    rights = None
    if board.castling_rights.bit_count() != claimed:
        rights = message(
            "The castling rights are “{word}”, but not all of these kings and rooks are in place.",
            word=short(read.castling),
        )
    return ParsedBoard(board, odd or rights, rights)


def _variant_told(text: str) -> Variant | None:
    """The variant that a FEN alone tells; None for chess."""
    if not _TOLD.search(text):
        return None
    read = read_variant_fen(text)
    if read.placement is None:
        return None
    if read.checks is not None:
        return _variant("three-check")
    return (
        _variant("crazyhouse") if read.pocket is not None and _HELD.fullmatch(read.pocket) else None
    )


def _variant(name: str) -> Variant | None:
    found = variant_spelt(name)
    return None if found is None else found.variant


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


# ------------------------------------------------------------------------------------ variants


class VariantSetup(NamedTuple):
    """The name in `variant NAME FEN…`, and the FEN or ""."""

    name: str
    fen: str


def variant_of(setup: Setup | None) -> VariantSetup | None:
    """The variant of a set-up, played or not; None for chess and Chess960."""
    if setup is None or not setup.text.startswith(VARIANT):
        return None
    name, _, fen = setup.text[len(VARIANT) :].strip().partition(" ")
    return VariantSetup(name or UNKNOWN, fen.strip())


def setup_of_variant(name: str, fen: str) -> Setup:
    """The set-up of a position of a variant; its name is written in lower case without blanks."""
    joined = "-".join(name.lower().split()) or UNKNOWN
    return Setup(f"{VARIANT}{joined} {' '.join(fen.split())}".rstrip())


def variant_label(name: str) -> Message:
    """The name of a variant as people write it."""
    spelt = variant_spelt(name)
    return (
        message("{name}", name=name[:1].upper() + name[1:]) if spelt is None else spelt.variant.name
    )


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
    return type(board) is chess.Board and not board.chess960 and fen_of(board) == START_TEXT


# ---------------------------------- The tags for the start of a game of chess: Variant, SetUp, FEN

_NOTHING = ("", "?", "-")
# What servers and programs write for chess itself; lichess says "From Position", FICS "wild/2".
_CHESS = frozenset(("standard", "chess", "classical", "normal", "regular", "orthodox", "illegal"))
_CHESS_FROM_POSITION = frozenset(("from position", "fromposition", "from-position", "setup"))
_CHESS960 = frozenset(
    (
        "chess960",
        "960",
        "frc",
        "dfrc",
        "chess9lx",
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "fischerrandomchess",
        "doublefischerrandom",
        "freestyle",
        "freestylechess",
        "wild/fr",
    )
)


def setup_of_tags(tags: Mapping[str, str]) -> tuple[Setup | None, Message | None]:
    """The set-up of a game's tags, None for the usual start, and the first fault.

    Names of tags are read in any spelling; what else is among the tags doesn't matter. With a SetUp of
    0 the start is the usual one, whatever the FEN says (9.7.1 of the PGN standard).
    """
    found = {name.lower(): value.strip() for name, value in reversed(list(tags.items()))}
    variant, fen = found.get("variant", ""), found.get("fen", "")
    if fen in _NOTHING:
        fen = ""
    chess960 = is_chess960(variant)
    if not chess960 and not is_chess(variant):
        spelt = variant_spelt(variant)
        if spelt is not None:
            return _setup_of_played(spelt, fen)
        read = read_variant_fen(fen) if fen else None
        odd = read.complaint if read is not None and read.placement is None else None
        return setup_of_variant(variant, fen), odd
    declared = found.get("setup", "")
    if not fen:
        odd = message("SetUp is 1, but there is no FEN.") if declared == "1" else None
        return (chess960_start() if chess960 else None), odd
    board, complaint, _ = read_board(fen, True if chess960 else None)
    usual = board is not None and is_usual_start(board)
    if declared == "0" and not usual:
        odd = message("SetUp is 0, so the game starts from the usual array, and not from the FEN.")
        return (chess960_start() if chess960 else None), odd
    if board is None:
        return setup_of_variant(UNKNOWN, fen), complaint
    return (None if usual else setup_of(board)), complaint


def _setup_of_played(spelt: SpeltVariant, fen: str) -> tuple[Setup, Message | None]:
    """The set-up of a variant that is played; one whose FEN can't be read is kept as it is written."""
    variant, chess960 = spelt
    if not fen:
        return setup_of(rules_of_variant(variant).start(chess960)), None
    board, complaint, _ = read_board(fen, chess960 or None, variant)
    return (setup_of_variant(variant.id, fen) if board is None else setup_of(board)), complaint


def tags_of_setup(setup: Setup | None) -> dict[str, str]:
    """The tags that a file should have for a set-up, castling as X-FEN; {} for the usual start.

    A variant that begins with an array of its own has it as a FEN.
    """
    if setup is None:
        return {}
    variant, board = variant_of(setup), board_of(setup)
    if variant is not None and board is None:
        tags = {}
        if variant.name != UNKNOWN:
            tags["Variant"] = str(variant_label(variant.name))
        if variant.fen:
            tags.update(SetUp="1", FEN=variant.fen)
        return tags
    if board is None:  # text that is neither chess nor a variant's: said as it is
        return {"SetUp": "1", "FEN": setup.text}
    played = variant_of_board(board)
    name = "Chess960" if board.chess960 else ""
    if played is not None:
        name = f"{played.label}960" if board.chess960 else played.label
    tags = {"Variant": name} if name else {}
    if not _is_told_by_name(board, played):
        tags.update(SetUp="1", FEN=board.fen(en_passant="fen"))
    return tags


def _is_told_by_name(board: chess.Board, variant: Variant | None) -> bool:
    """Whether a board is the start that readers take for granted: the usual array, without a FEN."""
    if variant is None:
        return is_usual_start(board)
    start = rules_of_variant(variant).start(board.chess960)
    usual = start.board_fen(promoted=False) == chess.STARTING_BOARD_FEN
    return usual and fen_of(board) == fen_of(start)


def is_chess(variant: str) -> bool:
    """Whether a Variant tag's value means chess itself."""
    plain = " ".join(variant.lower().split())
    return plain in _NOTHING or plain in _CHESS or plain in _CHESS_FROM_POSITION or _is_wild(plain)


def is_chess960(variant: str) -> bool:
    """Whether a Variant tag's value means Chess960, whichever of its names."""
    return "".join(c for c in variant.lower() if c not in " -_").strip() in _CHESS960


def _is_wild(plain: str) -> bool:
    """FICS's wild/0 to wild/8a: chess from another array."""
    return plain.startswith("wild/") and plain[5:] in ("0", "1", "2", "3", "4", "5", "8", "8a")


def chess960_start() -> Setup:
    """The usual array as a start of Chess960."""
    board = board_of(None)
    assert board is not None
    board.chess960 = True
    return setup_of(board)
