"""Set-ups: those offered for new records, pasted ones, those of the position editor, and their names."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, message
from viewer.games.game import StartPosition
from viewer.games.shogi.handicaps import HANDICAPS, handicap_of
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
    Position,
    after_move,
    hands_of,
    read_sfen,
    set_up,
    write_sfen,
)
from viewer.tree.action import Setup

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
