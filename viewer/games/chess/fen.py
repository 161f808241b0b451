"""Positions as text: FEN of four to six fields, X-FEN, Shredder-FEN, read tolerantly.

Nothing here uses python-chess, so that a FEN can be read before that is loaded; what it would
refuse is reported in words, with the square.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late

START_TEXT = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EMPTY_TEXT = "8/8/8/8/8/8/8/8 w - - 0 1"
SIDE_NAMES: tuple[Message, Message] = (message("White"), message("Black"))

_LONGEST = 1000  # characters; no position of chess needs a quarter of it
_SHOWN = 40
_INTRODUCTIONS = ("position", "fen", "[fen")
_PIECES = frozenset("PNBRQKpnbrqk")
_SIDES = {"w": "w", "b": "b", "white": "w", "black": "b"}
_CASTLING = late(r"-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2}")
_SHREDDER = late(r"[A-HA-Ha-h]")
_POCKETS = late(r"\[([^\]]*)(?:\]|$)")
_CHECKS_LEFT = late(r"([0-9])\+([0-9])")
_CHECKS_GIVEN = late(r"\+([0-9])\+([0-9])")
_ALL_CHECKS = 3
_SQUARE = late(r"[a-h][1-8]")
_EP_RANK = {"w": "6", "b": "3"}
# Counters beyond this are no counters; python-chess would take any length.
_COUNTER = late(r"[0-9]{1,6}")


class ParsedFen(NamedTuple):
    """The fields of a FEN, corrected if necessary, and the first fault.

    Attributes:
        placement: eight ranks, None if they can't be read; then the other fields are meaningless.
        side: "w" or "b".
        castling: as written, sorted into White's and Black's letters; "-" for none.
        ep: the en passant square, "-" for none.
        clock, number: half-moves without capture or pawn move; number of the full move, from 1.
        complaint: the first fault, None if there is none.
        pocket: the letters of the pieces in hand, White's in capitals; None if the FEN has no place for them.
        checks: how many checks White and Black have left to give; None if the FEN doesn't say.
    """

    placement: str | None
    side: str
    castling: str
    ep: str
    clock: int
    number: int
    complaint: Message | None
    pocket: str | None = None
    checks: tuple[int, int] | None = None

    @property
    def shredder(self) -> bool:
        """Whether castling rights name the files of the rooks, as only Chess960 needs."""
        return _SHREDDER.search(self.castling) is not None


def short(text: str) -> str:
    """A text cut to a length that fits into a sentence."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def fen_words(text: str) -> list[str]:
    """The fields of a FEN as people paste it: with `fen`, `position fen`, as a PGN tag."""
    words = text[:_LONGEST].replace('"', " ").split()
    if words and words[-1].endswith("]") and "[" not in words[-1]:
        words[-1:] = words[-1][:-1].split()
    while words and words[0].lower() in _INTRODUCTIONS:
        words.pop(0)
    if words and words[0].lower() == "startpos":
        words[:1] = START_TEXT.split()
    return words


def read_fen(text: str) -> ParsedFen:
    """Parse a FEN. Missing fields mean White to move, no castling, move 1."""
    return _read_words(fen_words(text))


def _read_words(words: list[str], promoted: bool = False) -> ParsedFen:
    """The fields of a FEN; with `promoted`, the signs of promoted pieces stay in its placement."""
    found: list[Message] = []
    if not words:
        return _unreadable(message("The position is empty text."))
    placement, complaint = _placement(words[0], promoted)
    if placement is None:
        return _unreadable(complaint)
    side = _field(words, 1, "w", _side, found)
    castling = _field(words, 2, "-", _castling, found)
    ep = _field(words, 3, "-", _ep, found)
    if ep != "-" and ep[1] != _EP_RANK[side]:
        found.append(
            message("No pawn can have jumped over {square}, the en passant square.", square=ep)
        )
        ep = "-"
    clock = _field(words, 4, "0", _counter, found)
    number = _field(words, 5, "1", _counter, found)
    if len(words) > 6:
        found.append(message("Behind the six fields stands “{text}”.", text=short(words[6])))
    return ParsedFen(
        placement,
        side,
        castling,
        ep,
        int(clock),
        max(int(number), 1),
        found[0] if found else None,
    )


def read_variant_fen(text: str) -> ParsedFen:
    """Parse a FEN of a variant on a board of 8 by 8, with what it says beside the six fields.

    Pieces in hand are in brackets behind the board, or its ninth rank; the checks that are left
    (`3+3`) before the counters, or those given (`+0+0`) behind them.
    """
    whole = " ".join(fen_words(text))
    held = _POCKETS.search(whole)
    board, _, rest = _POCKETS.sub("", whole).partition(" ")
    if not board:
        return _unreadable(message("There is no board in “{text}”.", text=short(text)))
    pocket = None if held is None else "".join(held[1].split())
    ranks = board.split("/")
    if len(ranks) > 8 and pocket is None:
        pocket = ranks[8] or None
    words, checks = _without_checks(rest.split())
    read = _read_words(["/".join(ranks[:8]), *words], promoted=True)
    return read._replace(pocket=pocket, checks=checks)


def _without_checks(words: list[str]) -> tuple[list[str], tuple[int, int] | None]:
    """The fields behind the board without that of checks, and how many are left."""
    for index, word in enumerate(words):
        left, given = _CHECKS_LEFT.fullmatch(word), _CHECKS_GIVEN.fullmatch(word)
        if left is None and given is None:
            continue
        rest = words[:index] + words[index + 1 :]
        if left is not None:
            return rest, (int(left[1]), int(left[2]))
        assert given is not None
        return rest, (max(_ALL_CHECKS - int(given[1]), 0), max(_ALL_CHECKS - int(given[2]), 0))
    return words, None


def _unreadable(complaint: Message | None) -> ParsedFen:
    return ParsedFen(None, "w", "-", "-", 0, 1, complaint)


def _placement(field: str, promoted: bool) -> tuple[str | None, Message | None]:
    """Eight ranks of eight squares, with runs of empty squares joined; otherwise None and the fault."""
    rows = field.rstrip("/").split("/")
    if len(rows) != 8:
        return None, counted(
            "There is one rank in “{text}”; a chess board has 8.",
            "There are {count} ranks in “{text}”; a chess board has 8.",
            len(rows),
            text=short(field),
        )
    out: list[str] = []
    for row, text in enumerate(rows):
        rank = 8 - row
        squares: list[str] = []
        for column, letter in enumerate(text, 1):
            if letter in _PIECES:
                squares.append(letter)
            elif letter in "123456789":
                squares += "." * int(letter)
            elif letter == "~":  # a promoted piece, as Crazyhouse marks it
                if promoted and squares and squares[-1] in _PIECES:
                    squares[-1] += letter
            else:
                return None, message(
                    "“{letter}” in rank {rank} ({text}, sign {column}) is no piece of chess.",
                    letter=letter,
                    rank=rank,
                    text=short(text),
                    column=column,
                )
        if len(squares) != 8:
            return None, counted(
                "Rank {rank} ({text}) has one square; it should have 8.",
                "Rank {rank} ({text}) has {count} squares; it should have 8.",
                len(squares),
                rank=rank,
                text=short(text),
            )
        out.append(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(squares)))
    return "/".join(out), None


# ------------------------------------------------------------------------------- field by field

_Read = tuple[str, Message | None]
_Reader = Callable[[str, int], _Read]


def _field(words: list[str], index: int, default: str, read: _Reader, found: list[Message]) -> str:
    if len(words) <= index:
        return default
    value, complaint = read(words[index], index)
    if complaint is not None:
        found.append(complaint)
    return value


def _side(word: str, _index: int) -> _Read:
    side = _SIDES.get(word.lower())
    if side is None:
        return "w", message(
            "The side to move is “{word}”; it should be w (White) or b (Black).", word=short(word)
        )
    return side, None


def _castling(word: str, _index: int) -> _Read:
    letters = "".join(sorted(dict.fromkeys(word), key=str.islower))
    if letters and _CASTLING.fullmatch(letters):
        return letters, None
    return "-", message(
        "The castling rights are “{word}”; they should be -, or letters such as KQkq or HAha.",
        word=short(word),
    )


def _ep(word: str, _index: int) -> _Read:
    square = word.lower()
    if square in ("-", "–"):
        return "-", None
    if _SQUARE.fullmatch(square):
        return square, None
    return "-", message(
        "The en passant square is “{word}”; it should be - or a square such as e3.",
        word=short(word),
    )


def _counter(word: str, index: int) -> _Read:
    if _COUNTER.fullmatch(word):
        return word, None
    if word == "-":
        return ("0", "1")[index - 4], None
    if index == 4:
        return "0", message(
            "The half-move clock (field 5) is “{word}”; it should be a number.", word=short(word)
        )
    return "1", message(
        "The number of the move (field 6) is “{word}”; it should be a number.", word=short(word)
    )
