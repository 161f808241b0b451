"""Facts about a position that players want to know: check and mate, repetition, entering kings."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.shogi.names import PIECES, side_name, square_words
from viewer.games.shogi.position import (
    BISHOP,
    BLACK,
    FILES,
    KINDS,
    KING,
    PAWN,
    ROOK,
    SQUARE_NAMES,
    WHITE,
    Position,
    read_sfen,
)
from viewer.games.shogi.reach import can_move, checked, is_immobile, ranks_ahead
from viewer.games.shogi.violations import FOURTH, repetition_of
from viewer.tree.action import Setup

FULL_SET = (0, 18, 4, 4, 4, 4, 2, 2)
"""How many there are of each kind, by its byte; kings are counted by themselves."""

_NEEDED_WITH_KING = 10  # pieces in the camp beside the king, before a win is declared
_NEEDED_27 = (28, 27)  # points, of Black and of White, who moves second
_NEEDED_24 = 31
_DRAWN_24 = 24
_FOURTH_ENDS = message("The fourth occurrence of a position ends the game: a draw.")


def observe(position: Position) -> list[Message]:
    """What there is to tell of a position, the weightiest first."""
    return [*_of_setup(position), *_of_check(position), *ends(position)]


def ends(position: Position) -> list[Message]:
    """What ends the game, or lets a side end it: mate, repetition, entering kings."""
    return [*_of_moves(position), *_of_repetition(position), *_of_entering(position)]


def _of_setup(position: Position) -> Iterator[Message]:
    """The faults of a set-up; moves are judged when they are made."""
    if isinstance(position.action, Setup):
        if position.previous is None:
            complaint = read_sfen(position.action.text)[1]
            if complaint is not None:
                yield complaint
    elif position.previous is not None:
        return
    yield from odd_pieces(position)


def odd_pieces(position: Position) -> Iterator[Message]:
    """What can't come about in a game; a problem may do without a king, and without most pieces."""
    board, hands = position.board, position.hands
    for side in (BLACK, WHITE):
        kings = board.count(KING | side << 4)
        if kings > 1:
            yield in_context(
                "shogi", "{side} has {count} kings.", side=side_name(position, side), count=kings
            )
        pawn = PAWN | side << 4
        for file, name in enumerate(FILES):
            if board[file::9].count(pawn) > 1:
                yield message(
                    "{side} has two pawns on file {file}.",
                    side=side_name(position, side),
                    file=name,
                )
    for kind, most in enumerate(FULL_SET):
        count = sum(board.count(kind | bits) for bits in (0, 8, 16, 24)) if kind else 0
        count += hands[kind] + hands[kind + 8] if kind else 0
        if count > most:
            yield message(
                "There are {count} of {most} pieces: {piece}.",
                count=count,
                most=most,
                piece=PIECES[KINDS[kind]].name,
            )
    for square, piece in enumerate(board):
        if piece and is_immobile(piece, square):
            yield message(
                "The piece on {place} can never move.", place=square_words(SQUARE_NAMES[square])
            )


def _of_check(position: Position) -> Iterator[Message]:
    for one in (BLACK, WHITE):
        if checked(position.board, one) and not (one == position.side and _stuck(position)):
            yield in_context("shogi", "{side} is in check.", side=side_name(position, one))


def _of_moves(position: Position) -> Iterator[Message]:
    """Mate and stalemate."""
    if not _stuck(position):
        return
    side = side_name(position, position.side)
    if checked(position.board, position.side):
        yield message("{side} is mated.", side=side)
    else:
        yield message("{side} has no legal move.", side=side)


def winner(position: Position) -> int | None:
    """The side that has mated."""
    side = position.side
    return 1 - side if _stuck(position) and checked(position.board, side) else None


def _stuck(position: Position) -> bool:
    """Whether the side to move has a king and no legal move."""
    board, side = position.board, position.side
    return (KING | side << 4) in board and not can_move(board, position.hands, side)


def _of_repetition(position: Position) -> Iterator[Message]:
    times, checking = repetition_of(position)
    if times < 2:
        return
    yield message("This position has occurred {count} times.", count=times)
    for side in checking:
        yield message(
            "{side} has given check with every move since.", side=side_name(position, side)
        )
    if times >= FOURTH and not checking:
        yield _FOURTH_ENDS


def drawn(position: Position) -> Message | None:
    """That a position occurs for the fourth time, without perpetual check; else None."""
    times, checking = repetition_of(position)
    return _FOURTH_ENDS if times >= FOURTH and not checking else None


# ----------------------------------------------------------------------------- entering kings


class Entering(NamedTuple):
    """The counts for a side's declaration of an entering king.

    Attributes:
        entered: whether its king is in the other side's camp, the last three ranks.
        pieces: the number of its other pieces there.
        points: of these and of those in hand: 5 for rooks and bishops, 1 for the others.
        all_points: of all its pieces, for a draw by agreement.
    """

    entered: bool
    pieces: int
    points: int
    all_points: int


def entering_of(position: Position, side: int) -> Entering:
    """The counts of a side, whichever side is to move."""
    board, hands = position.board, position.hands
    entered, pieces = False, 0
    points = sum(hands[kind + 8 * side] * _value(kind) for kind in range(PAWN, KING))
    all_points = points
    for square, piece in enumerate(board):
        if not piece or piece >> 4 != side:
            continue
        inside = ranks_ahead(square, side) < 3
        if piece & 15 == KING:
            entered = entered or inside
            continue
        value = _value(piece & 7)
        all_points += value
        if inside:
            pieces += 1
            points += value
    return Entering(entered, pieces, points, all_points)


def _value(kind: int) -> int:
    return 5 if kind in (BISHOP, ROOK) else 1


def _of_entering(position: Position) -> Iterator[Message]:
    counts = [entering_of(position, side) for side in (BLACK, WHITE)]
    for side, found in enumerate(counts):
        if not found.entered:
            continue
        yield message(
            "{side}'s king has entered: {pieces} with it; points with those in hand: {points}.",
            side=side_name(position, side),
            pieces=counted("{count} piece", "{count} pieces", found.pieces),
            points=found.points,
        )
        free = position.side == side and not checked(position.board, side)
        if free and found.pieces >= _NEEDED_WITH_KING:
            yield from _of_declaration(position, side, found.points)
        if position.board[4 if side == BLACK else 76] == KING | side << 4:
            yield message(
                "{side}'s king stands where the other one started (try).",
                side=side_name(position, side),
            )
    if all(found.entered for found in counts):
        points, others = counts[BLACK].all_points, counts[WHITE].all_points
        yield message(
            "All pieces counted, {side} has {points} points and {other} {others}.",
            side=side_name(position, BLACK),
            points=points,
            other=side_name(position, WHITE),
            others=others,
        )
        if min(points, others) >= _DRAWN_24:
            yield message("With 24 points or more each the game may be agreed drawn.")


def _of_declaration(position: Position, side: int, points: int) -> Iterator[Message]:
    if points >= _NEEDED_27[side]:
        yield message(
            "{side} may declare a win by the 27-point rule.", side=side_name(position, side)
        )
    if points >= _NEEDED_24:
        yield message(
            "{side} may declare a win by the 24-point rule.", side=side_name(position, side)
        )
    elif points >= _DRAWN_24:
        yield message(
            "{side} may declare a draw by the 24-point rule.", side=side_name(position, side)
        )
