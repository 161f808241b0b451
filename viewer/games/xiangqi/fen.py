"""Positions as text: the first two fields of a FEN, read leniently, with letters or Chinese characters."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.games.xiangqi.board import BLACK, FILES, LETTERS, RED, SQUARE_NAMES, Position
from viewer.games.xiangqi.characters import PIECES, Placed, pieces_of

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
    board, complaint, guessed = _read_board(words[0])
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


def _read_board(field: str) -> tuple[bytes, Message | None, str]:
    """The cells, the first fault, and the characters that may be of either side."""
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


def setup_text(position: Position) -> str:
    """The first two fields of the position's FEN."""
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(LETTERS[piece] for piece in position.board[rank * 9 : rank * 9 + 9])
        for gap in range(9, 0, -1):
            row = row.replace("." * gap, str(gap))
        rows.append(row)
    return "/".join(rows) + (" b" if position.side == BLACK else " w")
