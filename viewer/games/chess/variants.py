"""The variants of chess: those that are played, with all their names, and how boards tell them apart.

A board of python-chess knows its variant. Chess and Chess960 aren't variants here: their boards are
plain `chess.Board`s, which never load the rules of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import chess

from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.chess.fen import START_TEXT, ParsedFen, short

_RULES = "viewer.games.chess.variant_rules:"


class Variant(NamedTuple):
    """A variant that is played.

    Attributes:
        id: its name in the text of set-ups.
        name: its name, in English as lichess writes it in the tag Variant.
        names: other names, in small letters without blanks, hyphens and underscores: those of
            chess.com, FICS, XBoard, pychess and engines.
        uci: python-chess's name.
        rules: "module:name" of its VariantRules.
        start: the FEN of its usual start.
    """

    id: str
    name: Message
    names: tuple[str, ...]
    uci: str
    rules: str
    start: str = START_TEXT

    @property
    def label(self) -> str:
        """Its name in files."""
        return str(self.name)


class VariantRules:
    """The rules of a variant beyond the moves; here those of one that adds nothing.

    Attributes:
        board_class: its boards.
        has_pockets: whether captured pieces are held and come back: a position can occur again after
            a capture, and no draw follows from moves without one.
    """

    board_class: type[chess.Board]
    has_pockets = False

    def start(self, chess960: bool = False) -> chess.Board:
        """A board at the usual start."""
        return self.board_class(chess960=chess960)

    # ------------------------------------------------------------------------------ positions

    def take(self, board: chess.Board, read: ParsedFen) -> Message | None:
        """Give a board what a FEN says beside the six fields; returns the first fault."""
        if read.pocket:
            return message(
                "The FEN has pieces in hand (“{text}”), which this variant doesn't have.",
                text=short(read.pocket),
            )
        return None

    def pushed(self, board: chess.Board, move: chess.Move) -> chess.Board:
        """A new board after a move, legal or not."""
        after = board.copy(stack=False)
        after.push(move)
        after.clear_stack()
        return after

    def counts(self, board: chess.Board) -> Mapping[str, int]:
        """The number of pieces in each square of the pockets that isn't empty."""
        return {}

    def set_counts(self, board: chess.Board, counts: Mapping[str, int]) -> None:
        """Put pieces into the pockets of a board, and nothing else."""

    def tally(self, board: chess.Board) -> tuple[Message, Message] | None:
        """What is counted for White and Black beside pieces; None if nothing is."""
        return None

    def key(self, board: chess.Board) -> tuple[object, ...]:
        """What two positions must have in common beside the board to be the same."""
        return ()

    # ---------------------------------------------------------------------------------- ends

    def end(self, board: chess.Board) -> Message | None:
        """How the variant's own rules have ended the game; None if they haven't."""
        return None

    def forbids(self, board: chess.Board, move: chess.Move) -> Message | None:
        """The variant's own rule against a move that chess would allow; None if there is none."""
        return None


class SpeltVariant(NamedTuple):
    """A variant by the name that a file gives it, and whether that says it starts as Chess960 does."""

    variant: Variant
    chess960: bool


_HORDE = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
_RACE = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
VARIANTS: tuple[Variant, ...] = (
    Variant(
        "crazyhouse",
        message("Crazyhouse"),
        ("zh", "house"),
        "crazyhouse",
        f"{_RULES}CRAZYHOUSE",
        START_TEXT.replace(" ", "[] ", 1),
    ),
    Variant(
        "king-of-the-hill",
        message("King of the Hill"),
        ("koth",),
        "kingofthehill",
        f"{_RULES}KING_OF_THE_HILL",
    ),
    Variant(
        "three-check",
        message("Three-check"),
        ("3check", "3checks"),
        "3check",
        f"{_RULES}THREE_CHECK",
        START_TEXT.replace("- 0", "- 3+3 0"),
    ),
    Variant("atomic", message("Atomic"), ("atom",), "atomic", f"{_RULES}ATOMIC"),
    Variant("horde", message("Horde"), (), "horde", f"{_RULES}HORDE", _HORDE),
    Variant(
        "racing-kings",
        message("Racing Kings"),
        ("race", "racing"),
        "racingkings",
        f"{_RULES}RACING_KINGS",
        _RACE,
    ),
    Variant(
        "antichess",
        message("Antichess"),
        ("anti",),
        "antichess",
        f"{_RULES}ANTICHESS",
        START_TEXT.replace("KQkq", "-"),
    ),
    Variant("giveaway", message("Giveaway"), (), "giveaway", f"{_RULES}GIVEAWAY"),
    Variant("suicide", message("Suicide"), (), "suicide", f"{_RULES}SUICIDE"),
)


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter not in " -_\t")


_BY_NAME: dict[str, Variant] = {
    name: variant
    for variant in VARIANTS
    for spelt in (variant.id, variant.label, variant.uci, *variant.names)
    for name in (_plain(spelt), f"{_plain(spelt).removesuffix('chess')}chess")
}
_BY_UCI: dict[str, Variant] = {variant.uci: variant for variant in VARIANTS}


def variant_spelt(name: str) -> SpeltVariant | None:
    """The variant of a name in any spelling; None for chess and for variants that aren't played.

    A 960 before or behind it, as pychess writes (Crazyhouse960), is no part of the name.
    """
    plain = _plain(name)
    found = _BY_NAME.get(plain)
    if found is not None:
        return SpeltVariant(found, False)
    found = _BY_NAME.get(plain.removesuffix("960").removeprefix("960"))
    return None if found is None else SpeltVariant(found, True)


def variant_of_board(board: chess.Board) -> Variant | None:
    """The variant that a board is for; None for chess and Chess960."""
    return None if type(board) is chess.Board else _BY_UCI.get(board.uci_variant or "")


def rules_of(board: chess.Board) -> VariantRules | None:
    """What a variant has beyond chess; None for chess and Chess960."""
    variant = variant_of_board(board)
    return None if variant is None else rules_of_variant(variant)


def rules_of_variant(variant: Variant) -> VariantRules:
    """What a variant has beyond chess."""
    return _loaded(variant.rules)


@cache
def _loaded(rules: str) -> VariantRules:
    found: VariantRules = load_named(rules)
    return found
