"""The tags for the start of a game of chess: Variant, SetUp, FEN."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from viewer.base.messages import Message, message
from viewer.games.chess.boards import (
    UNKNOWN,
    board_of,
    fen_of,
    is_usual_start,
    read_board,
    setup_of,
    setup_of_variant,
    variant_label,
    variant_of,
)
from viewer.games.chess.fen import read_variant_fen
from viewer.games.chess.variants import (
    SpeltVariant,
    Variant,
    rules_of_variant,
    variant_of_board,
    variant_spelt,
)
from viewer.tree.action import Setup

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
