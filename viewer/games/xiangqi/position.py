"""Positions: points, pieces, moves between points; and their text, the first two fields of a FEN.

A point is a number, rank * 9 + file, from a0 at Red's left hand (0) to i9 (89). A board is 90 bytes,
one for each point: 0 if empty, else the kind (KING … PAWN), plus 8 for a black piece.

Many characters stand for a piece of either side: 车 and 马 almost always, 炮 often. So the characters of
a whole position are read together: where a text has a form that one side only uses (俥 or 砗 beside 车), the
other form is the other side's; where it has none, a piece beyond the river counts as Black's.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import Self

from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.games.game import NOT_ASKED, State
from viewer.tree.action import Action, Move, Setup, Written

RED, BLACK = 0, 1
KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(1, 8)

LETTERS = ".KABNRCP.kabnrcp"
"""FEN letter of each piece, by its byte."""

_KIND_IDS = ("king", "advisor", "elephant", "horse", "rook", "cannon", "pawn")
KINDS: tuple[str, ...] = (
    "",
    *(f"red-{kind}" for kind in _KIND_IDS),
    "",
    *(f"black-{kind}" for kind in _KIND_IDS),
)
"""The kind of each piece as named in the geometry, by the piece's byte."""
CHARACTERS = ("　帅仕相马车炮兵　将士象马车炮卒", "　帥仕相傌俥炮兵　將士象馬車炮卒")
"""The simplified and the traditional character of each piece, by its byte."""
PIECE_OF: dict[str, int] = {kind: piece for piece, kind in enumerate(KINDS) if kind}
"""The byte of each piece, by its kind."""

FILES = "abcdefghi"
RANKS = "0123456789"
POINTS = range(90)
SQUARE_NAMES: tuple[str, ...] = tuple(file + rank for rank in RANKS for file in FILES)
POINT_OF: dict[str, int] = {square: point for point, square in enumerate(SQUARE_NAMES)}

Points = tuple[int, int]
"""Origin and target of a move."""


class _MovePoints(dict[str, Points | None]):
    """Cache from a move's text to its origin and target, None for a text that isn't a move.

    Only moves are stored, so there are at most 8,100 entries.
    """

    def __missing__(self, text: str) -> Points | None:
        origin, target = POINT_OF.get(text[:2]), POINT_OF.get(text[2:])
        if origin is None or target is None:
            return None
        self[text] = (origin, target)
        return origin, target


class _MoveOf(dict[Points, Move]):
    """Cache of the single Move object for each origin and target."""

    def __missing__(self, points: Points) -> Move:
        move = self[points] = Move(SQUARE_NAMES[points[0]] + SQUARE_NAMES[points[1]])
        return move


MOVE_POINTS = _MovePoints()
MOVE_OF = _MoveOf()


class Position(State):
    """A position in a line.

    Attributes:
        board: 90 bytes (see the module's docstring).
    """

    __slots__ = ("board",)

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        board: bytes,
        back: Self | None = None,
    ) -> None:
        # Bypasses State.__init__ for speed: a record may have 226,000 nodes, with a Position for each.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.board = board
        self.back = back
        self.known_violation = NOT_ASKED


def side_of(piece: int) -> int:
    """The side of a piece."""
    return piece >> 3


def piece_of(kind: int, side: int) -> int:
    """The byte of a kind of piece of a side."""
    return kind | side << 3


def occupied(board: bytes) -> list[int]:
    """The points with pieces, in order from a0."""
    return list(compress(POINTS, board))


def after_move(board: bytes, origin: int, target: int) -> bytes:
    """A copy of the board with the piece on `origin` moved to `target`."""
    cells = bytearray(board)
    piece = cells[origin]
    cells[origin] = 0
    cells[target] = piece
    return bytes(cells)


def quiet_line(position: Position) -> list[Position]:
    """The positions of the line since the last capture or set-up, the latest first.

    Nodes without a move and plies that were taken back are skipped. A text that is no move ends it: nobody
    knows the position after it.
    """
    line: list[Position] = []
    pieces = 90 - position.board.count(0)
    here: Position | None = position.settled()
    while here is not None and 90 - here.board.count(0) == pieces:
        if isinstance(here.action, Written):
            break
        if here.previous is None or isinstance(here.action, (Move, Setup)):
            line.append(here)
            if isinstance(here.action, Setup):
                break
        here = here.before()
    return line


# --------------------------------- Pieces as Chinese characters, in positions and diagrams as text

MARKED_RED, MARKED_BLACK, EITHER = 0, 8, -1
_CHARACTERS = {
    MARKED_RED: {
        KING: "帅帥",
        ADVISOR: "仕",
        ELEPHANT: "相",
        HORSE: "傌码",
        ROOK: "俥砗",
        PAWN: "兵",
    },
    MARKED_BLACK: {KING: "将將", ADVISOR: "士", ELEPHANT: "象", CANNON: "砲包", PAWN: "卒"},
    EITHER: {HORSE: "马馬", ROOK: "车車", CANNON: "炮"},
}
_MEANT = {
    character: (kind, side)
    for side, kinds in _CHARACTERS.items()
    for kind, some in kinds.items()
    for character in some
}
PIECES = frozenset(_MEANT)
"""The characters that stand for pieces."""
_FIRST_OF_BLACK = 45  # points from a5 on are beyond the river
_OTHER = {MARKED_RED: MARKED_BLACK, MARKED_BLACK: MARKED_RED}


class Placed(NamedTuple):
    """A character on a point; its side (MARKED_RED, MARKED_BLACK), EITHER if only the character tells."""

    point: int
    character: str
    side: int = EITHER


def pieces_of(placed: Iterable[Placed]) -> tuple[dict[int, int], str]:
    """The pieces by point, and the characters whose side was told by the half of the board alone."""
    meant = [(one.point, one.character, one.side, *_MEANT[one.character]) for one in placed]
    shown = {(kind, side) for _, _, marked, kind, side in meant if marked == EITHER != side}
    pieces: dict[int, int] = {}
    guessed: dict[str, None] = {}
    for point, character, marked, kind, side in meant:
        if marked != EITHER:
            side = marked
        elif side == EITHER:
            sides = [_OTHER[known] for known in _OTHER if (kind, known) in shown]
            if len(sides) == 1:
                side = sides[0]
            else:
                guessed[character] = None
                side = MARKED_BLACK if point >= _FIRST_OF_BLACK else MARKED_RED
        pieces[point] = kind + side
    return pieces, "".join(guessed)


# ------------------------------------------------- Positions as text: the first two fields of a FEN

START_TEXT = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
EMPTY_TEXT = "9/9/9/9/9/9/9/9/9/9 w"
SIDE_NAMES: tuple[Message, Message] = (message("Red"), message("Black"))

# Horse and elephant have chess letters (N, B) and those of English books (H, E).
_PIECES = {letter: piece for piece, letter in enumerate(LETTERS) if letter != "."}
_PIECES.update({"H": _PIECES["N"], "h": _PIECES["n"], "E": _PIECES["B"], "e": _PIECES["b"]})
_SIDES = {"w": RED, "r": RED, "b": BLACK, "red": RED, "black": BLACK}
_SIDES |= dict.fromkeys(("红", "紅", "红方", "紅方", "红先", "紅先"), RED)
_SIDES |= dict.fromkeys(("黑", "黑方", "黑先"), BLACK)
_INTRODUCTIONS = ("position", "fen", "[fen")
_GUESSED = message(
    "The text doesn't say whose pieces {pieces} are; those beyond the river are taken for Black's."
)


class ParsedSetup(NamedTuple):
    """A set-up as far as it could be read.

    Attributes:
        board, side: the position.
        complaint: the first fault, None if there is none.
        assumed: what the text doesn't say, with what was assumed instead.
    """

    board: bytes
    side: int
    complaint: Message | None
    assumed: tuple[Message, ...] = ()


def read_setup(text: str) -> ParsedSetup:
    """Read a board and the side to move; missing or unreadable squares stay empty, the default side is Red.

    Also accepts a full FEN with its counters, `fen …`, `position fen … moves …` and a PGN tag.
    """
    words = text.replace('"', " ").replace("]", " ").split()
    while words and words[0].lower() in _INTRODUCTIONS:
        words.pop(0)
    if not words:
        return ParsedSetup(bytes(90), RED, message("The position is empty text."))
    if words[0].lower() == "startpos":
        words[:1] = START_TEXT.split()
    board, complaint, guessed = read_board(words[0])
    assumed = [_GUESSED.given(pieces=guessed)] if guessed else []
    side = RED
    if len(words) > 1:
        found = _SIDES.get(words[1].lower())
        if found is not None:
            side = found
        elif complaint is None:
            complaint = message(
                "The side to move is “{word}”; it should be w (Red) or b (Black).", word=words[1]
            )
    else:
        assumed.append(message("The text doesn't say whose turn it is; Red is to move."))
    return ParsedSetup(board, side, complaint, tuple(assumed))


def read_board(field: str) -> tuple[bytes, Message | None, str]:
    """The board of a FEN's first field, the first fault, and the characters that may be of either side."""
    cells = bytearray(90)
    characters: list[Placed] = []
    rows = field.split("/")
    complaints = [
        complaint
        for rank, row in zip(range(9, -1, -1), rows, strict=False)
        if (complaint := _read_rank(row, rank, cells, characters)) is not None
    ]
    pieces, guessed = pieces_of(characters)
    for point, piece in pieces.items():
        cells[point] = piece
    if len(rows) < 10:
        complaints.append(
            counted(
                "The position has one rank, not 10: nothing is said from {place} on.",
                "The position has {count} ranks, not 10: nothing is said from {place} on.",
                len(rows),
                place=SQUARE_NAMES[(9 - len(rows)) * 9],
            )
        )
    elif len(rows) > 10:
        complaints.append(
            message("The position has {count} ranks, not 10: it goes on after i0.", count=len(rows))
        )
    return bytes(cells), complaints[0] if complaints else None, guessed


def _read_rank(row: str, rank: int, cells: bytearray, characters: list[Placed]) -> Message | None:
    """Place the pieces of a rank on the board, and list those in Chinese characters.

    Returns the first fault, None if there is none.
    """
    file = 0
    complaint: Message | None = None
    for letter in row:
        if file > 8:
            file += 1
            break
        if letter in "123456789":
            file += int(letter)
            continue
        piece = _PIECES.get(letter, 0)
        if letter in PIECES:
            characters.append(Placed(rank * 9 + file, letter))
        elif not piece and complaint is None:
            square = SQUARE_NAMES[rank * 9 + file]
            complaint = message("“{letter}” on {place} is no piece.", letter=letter, place=square)
        cells[rank * 9 + file] = piece
        file += 1
    if file < 9:
        return complaint or message(
            "Rank {rank} ends before {place}.", rank=rank, place=FILES[file] + str(rank)
        )
    if file > 9:
        return complaint or message(
            "Rank {rank} goes on after {place}.", rank=rank, place=f"i{rank}"
        )
    return complaint


_TEXT_OF = LETTERS.encode().ljust(256, b".")


def setup_text(board: bytes, side: int) -> str:
    """The first two fields of the FEN of a board with a side to move."""
    cells = board.translate(_TEXT_OF).decode()
    text = "/".join([cells[at : at + 9] for at in range(81, -1, -9)])
    for gap in range(9, 0, -1):
        text = text.replace("." * gap, str(gap))
    return f"{text} {'b' if side == BLACK else 'w'}"
