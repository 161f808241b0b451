"""Starts: handicaps, those offered for new records, pasted ones, those of the position editor.

Left and right are from uwate's view: the left lance is on 1a. 手合割 of Kifu for Windows and its page
of 2024 name them so; if other programs use a name differently, the board counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.game import StartPosition
from viewer.games.shogi.position import (
    BLACK,
    CODE_OF,
    EMPTY_TEXT,
    HAND_PLACES,
    KINDS,
    KING,
    MOST_IN_HAND,
    MOVE_PARTS,
    SQUARE_OF,
    START,
    START_TEXT,
    WHITE,
    Position,
    after_move,
    hands_of,
    read_sfen,
    set_up,
    write_sfen,
)
from viewer.tree.action import Setup


class Handicap(NamedTuple):
    """A handicap.

    Attributes:
        id: of the start that "New" offers.
        japanese: as 手合割 names it.
        name: in English.
        start: the position; White moves, with number 1.
        safe: whether every program means this position by the name, so that a name is enough in a file.
    """

    id: str
    japanese: str
    name: Message
    start: Position
    safe: bool


def _handicap(id: str, japanese: str, name: Message, rows: str, safe: bool = False) -> Handicap:
    board = f"{rows}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    return Handicap(id, japanese, name, read_sfen(board)[0], safe)


HANDICAPS: tuple[Handicap, ...] = (
    _handicap("lance", "香落ち", in_context("handicap of shogi", "lance"), "lnsgkgsn1/1r5b1", True),
    _handicap("right-lance", "右香落ち", message("right lance"), "1nsgkgsnl/1r5b1", True),
    _handicap("bishop", "角落ち", in_context("handicap of shogi", "bishop"), "lnsgkgsnl/1r7", True),
    _handicap("rook", "飛車落ち", in_context("handicap of shogi", "rook"), "lnsgkgsnl/7b1", True),
    _handicap("rook-lance", "飛香落ち", message("rook and lance"), "lnsgkgsn1/7b1", True),
    _handicap("two", "二枚落ち", message("two pieces"), "lnsgkgsnl/9", True),
    _handicap("three", "三枚落ち", message("three pieces"), "lnsgkgsn1/9"),
    _handicap("four", "四枚落ち", message("four pieces"), "1nsgkgsn1/9", True),
    _handicap("five", "五枚落ち", message("five pieces"), "2sgkgsn1/9"),
    _handicap("left-five", "左五枚落ち", message("five pieces (left knight)"), "1nsgkgs2/9"),
    _handicap("six", "六枚落ち", message("six pieces"), "2sgkgs2/9", True),
    _handicap("left-seven", "左七枚落ち", message("seven pieces (left silver)"), "2sgkg3/9"),
    _handicap("right-seven", "右七枚落ち", message("seven pieces (right silver)"), "3gkgs2/9"),
    _handicap("eight", "八枚落ち", message("eight pieces"), "3gkg3/9", True),
    _handicap("ten", "十枚落ち", message("ten pieces"), "4k4/9", True),
)

EVEN = "平手"
"""What 手合割 says of the usual start."""
OTHER = "その他"
"""What 手合割 says of any start that has no name."""

_BY_BOARD = {one.start.board: one for one in HANDICAPS}
_BY_NAME = {one.japanese: one for one in HANDICAPS}
# Also met: figures, 落 without ち.
_OTHERS = {"飛落ち": "飛車落ち", "飛車香落ち": "飛香落ち", "左香落ち": "香落ち"}
_FIGURES = str.maketrans("２３４５６７８2345678", "二三四五六七八二三四五六七八")


def handicap_of(position: Position) -> Handicap | None:
    """The handicap that a position is the start of, whatever its number; None if it is none."""
    if position.side != WHITE or any(position.hands):
        return None
    return _BY_BOARD.get(position.board)


def handicap_named(text: str) -> Handicap | None:
    """The handicap named by a 手合割, in any spelling; None for 平手 and for other words."""
    plain = "".join(text.split()).replace("１０", "十").replace("10", "十").translate(_FIGURES)
    if plain and not plain.endswith("落ち"):
        plain = plain.removesuffix("落") + "落ち"
    return _BY_NAME.get(_OTHERS.get(plain, plain))


def start_named(text: str) -> Position | None:
    """The start named by a 手合割: START for 平手, a handicap's position, None for other words."""
    plain = "".join(text.split())
    if plain == EVEN:
        return START
    found = handicap_named(plain)
    return None if found is None else found.start


# What the sides are called: 先手 and 後手, with a handicap 下手 and 上手.

SIDE_NAMES: tuple[Message, Message] = (in_context("shogi", "Black"), in_context("shogi", "White"))
_HANDICAP_NAMES: tuple[Message, Message] = (
    in_context("shogi with a handicap", "Black"),
    in_context("shogi with a handicap", "White"),
)
"""The one who receives the handicap, and the one who gives it and moves first."""


def with_handicap(position: Position) -> bool:
    """Whether the game that led to a position began with a handicap."""
    return handicap_of(position.first or position) is not None


def side_name(position: Position, side: int) -> Message:
    """What a side is called in the game that led to a position."""
    return (_HANDICAP_NAMES if with_handicap(position) else SIDE_NAMES)[side]


# ------------------------------------------------------ starts that are offered, pasted or composed

TSUME_TEXT = "9/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"
"""An empty board for a problem: White holds all there is but the kings."""

STARTS: tuple[StartPosition, ...] = (
    StartPosition("start", message("Even game"), Setup(START_TEXT)),
    *(
        StartPosition(
            one.id,
            message("Handicap: {name}", name=one.name),
            Setup(write_sfen(one.start)),
            handicap=True,
        )
        for one in HANDICAPS
    ),
    StartPosition("tsume", message("Tsume (White holds the rest)"), Setup(TSUME_TEXT)),
    StartPosition("empty", message("Empty board"), Setup(EMPTY_TEXT)),
)

_BLACK_KINDS = ("K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P")
TRAYS: tuple[tuple[str, ...], ...] = (
    _BLACK_KINDS,
    tuple(kind.lower() for kind in _BLACK_KINDS),
)
"""What the position editor offers, a row for each side."""

_MANY = 15  # pieces in white's hand: more than any game has, as many as a problem


def pasted(text: str) -> Setup:
    """The position of a text: an SFEN, or USI's `position … moves …`, after its moves.

    Raises ValueError with a Message.
    """
    position, complaint = read_sfen(text)
    if complaint is not None:
        raise ValueError(complaint)
    words = text.split()
    if "moves" in words:
        position = _after(position, words[words.index("moves") + 1 :])
    return Setup(write_sfen(position))


def _after(start: Position, words: list[str]) -> Position:
    board, hands, side, number = start.board, start.hands, start.side, start.number
    for word in words:
        parts = MOVE_PARTS[word]
        if parts is None:
            raise ValueError(message("“{text}” is no move.", text=word[:24]))
        board, hands, side = after_move(board, hands, side, parts)
        number += 1
    return set_up(board, hands, side, number)


def composed(
    state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
) -> Setup:
    """The set-up of pieces on squares and stands; unknown squares and kinds are left out."""
    board = bytearray(81)
    hands: dict[str, int] = {}
    for place, kind in pieces.items():
        square = SQUARE_OF.get(place)
        if square is not None:
            board[square] = CODE_OF.get(kind, 0)
        elif place in HAND_PLACES:
            hands[place[0]] = min(MOST_IN_HAND, max(0, counts.get(place, 1)))
    return Setup(write_sfen(set_up(bytes(board), hands_of(hands), side, state.number)))


def put(place: str, kind: str) -> tuple[str, str]:
    """The square and kind of a dropped piece: on a stand with its kind, unpromoted; never a king."""
    if not place.endswith("*"):
        return (place, kind) if place in SQUARE_OF and kind in CODE_OF else ("", "")
    code = CODE_OF.get(kind, 0)
    if not code or code & 15 == KING:
        return "", ""
    letter = KINDS[code & 7]
    if place[:1].islower():
        letter = letter.lower()
    return f"{letter}*", letter


def label(start: Position) -> Message | None:
    """What players call a start: a handicap, a problem; None for the usual one."""
    if start.numbered(1).same(START):
        return None
    handicap = handicap_of(start)
    if handicap is not None:
        return message("Handicap: {name}", name=handicap.name)
    if _is_tsume(start):
        return message("Tsume")
    return message("Set-up position")


def _is_tsume(start: Position) -> bool:
    """Whether a start is a mating problem: black attacks without a king, or white holds the rest."""
    if start.side != BLACK:
        return False
    rest = sum(start.hands[8:])
    if KING not in start.board:
        return KING | 16 in start.board or rest >= _MANY
    return KING | 16 in start.board and rest >= _MANY
