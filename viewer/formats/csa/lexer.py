"""Splits a CSA file into games and a game into statements; what statements say, and their texts.

A file is split into statements, each with the comma or line end after it. Each statement is a fact of its
node, in file order; statements before the first move belong to the root.

All separators are ASCII and never the second byte of a character in Shift_JIS, so undecoded bytes are split.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from viewer.base.named import NamedTuple
from viewer.formats.kit.japanese import CP932, EUC_JP, UTF8
from viewer.formats.kit.shogi import date_of, elapsed_parts
from viewer.games.shogi.names import KIND_OF_CSA, PIECES
from viewer.games.shogi.position import (
    CODE_OF,
    KINDS,
    KING,
    NO_HANDS,
    PAWN,
    PROMOTABLE,
    PROMOTION,
    MoveParts,
    Position,
    set_up,
)
from viewer.games.shogi.position import START as START_POSITION

# Of a node, one for each statement; raw: all bytes of the statement up to the next one.
ENCODING: Final = "csa.encoding"  # value: the codec in which the game was read
VERSION: Final = "csa.version"  # value: "2.2"
HEADER: Final = "csa.header"  # value: (key, value)
BOARD: Final = "csa.board"  # value: None; rows, pieces, side to move: START has their meaning
MOVE: Final = "csa.move"  # value: the move as Qipu writes it here
TIME: Final = "csa.time"  # value: of the facet ELAPSED
COMMENT: Final = "csa.comment"  # value: one line
OTHER: Final = "csa.other"  # value: None; remarks, blank lines, statements that aren't understood

# Of a record:
START: Final = "csa.start"  # value: text of the setup, "" if there is none
SCRIPT: Final = "csa.script"  # value: (codec, version, line end, whether times follow a comma)
MARK: Final = "csa.mark"  # raw: the byte order mark of the file
DIVIDER: Final = "csa.divider"  # raw: the divider line before the game
REST: Final = "csa.rest"  # raw: the unread end of a game that is too long


# ------------------------------------------------------------------ splitting; no bytes are dropped

_DIVIDER = re.compile(rb"(?:(?<=[\r\n])|\A)[ \t]*/[ \t]*(?:\r\n|\r|\n|\Z)")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# A line with one statement and no blanks around it, like nearly all lines.
_PLAIN = re.compile(rb"([+\-%TPV][^\s,]*)(?:\r\n|\r|\n|\Z)")
_CONTENT = re.compile(rb"(?:(?<=[\r\n])|\A)[ \t]*[^\s'/\x1a]")
_END = re.compile(rb"[\r\n]*\Z")
_WHOLE_LINE = (b"'", b"$", b"N")
_BLANKS = b" \t"


class Statement(NamedTuple):
    """One statement of a game.

    Attributes:
        start, end: offsets in the game, including the blanks before it and the comma or line end after it.
        core: its bytes without these.
        at: offset of the core in the game.
        line: number of its line in the game, from 1.
        column: the column of the core, from 1.
    """

    start: int
    end: int
    core: bytes
    at: int
    line: int
    column: int


def games(data: bytes, start: int) -> list[tuple[int, int]]:
    """(start, end) of each game, without the divider lines.

    A stretch without a statement is no game: it belongs to the next game, at the end to the last one.
    """
    dividers = [found.span() for found in _DIVIDER.finditer(data, start)]
    out: list[tuple[int, int]] = []
    begin = searched = start
    for first, last in [*dividers, (len(data), len(data))]:
        if _CONTENT.search(data, searched, first):
            out.append((begin, first))
            begin = last
        searched = last
    if out:
        out[-1] = (out[-1][0], len(data))
        return out
    return [(start, len(data))]


def is_game(data: bytes) -> bool:
    """Whether bytes contain a statement; without one they aren't counted as a game of a file."""
    return _CONTENT.search(data) is not None


def statements(data: bytes) -> Iterator[Statement]:
    """The statements of a game; a blank line is a statement with an empty core."""
    at, number = 0, 0
    while at < len(data):
        number += 1
        found = _PLAIN.match(data, at)
        if found is not None and b"\x1a" not in found.group():
            yield Statement(at, found.end(), found[1], at, number, 1)
            at = found.end()
            continue
        found = _LINE.match(data, at)
        assert found is not None
        yield from _line(data, at, found.end(), number)
        at = found.end()


def _line(data: bytes, start: int, end: int, number: int) -> Iterator[Statement]:
    begin = at = start
    last = _END.search(data, start, end)
    stop = last.start() if last is not None else end
    while True:
        first = at
        while first < stop and data[first] in _BLANKS:
            first += 1
        if data.startswith(_WHOLE_LINE, first, stop):
            # The end of a comment isn't stripped: a blank there is part of it.
            yield Statement(at, end, data[first:stop], first, number, first - begin + 1)
            return
        comma = data.find(b",", first, stop)
        close = stop if comma < 0 else comma
        core = data[first:close].rstrip(b" \t\x1a")
        after = end if comma < 0 else comma + 1
        yield Statement(at, after, core, first, number, first - begin + 1)
        if comma < 0 or after >= end:
            return
        at = after


def split(raw: bytes) -> tuple[bytes, bytes, bytes]:
    """Split a statement into the bytes before its core, the core, and the bytes after it."""
    found = next(iter(statements(raw)), None)
    if found is None:
        return b"", b"", b""
    first = found.at
    return raw[:first], found.core, raw[first + len(found.core) :]


# ------------------------------------------------------------------------ Moves and start positions


SIGNS = "+-"
_MOVE = re.compile(r"[+-]([0-9]{2})([0-9]{2})([A-Z]{2})(\+?)")
_CELL = re.compile(r"([+-])([A-Za-z]{2})|\*")
_PLACED = re.compile(r"([0-9]{2})([A-Za-z]{2})")
_DIGITS = tuple(f"{9 - square % 9}{square // 9 + 1}" for square in range(81))
_SQUARE = {digits: square for square, digits in enumerate(_DIGITS)}
_CODES = {name: CODE_OF[kind] for name, kind in KIND_OF_CSA.items()}
_NAMES = {piece: PIECES[kind].csa for piece, kind in enumerate(KINDS[:16]) if kind in PIECES}
_SET = {7: 2, 6: 2, 5: 4, 4: 4, 3: 4, 2: 4, 1: 18}
"""How many pieces of each kind that can be in hand a set has, in the order in which they are written."""
NOTE_KEY = "$NOTE"
_ESCAPE = re.compile(r"\\([n\\])")
# A server's words for the end of a game, with CSA's own. Words that only tell who has won aren't ends
# by themselves: each player gets them from their own point of view.
SERVER_ENDS = {
    "RESIGN": "TORYO",
    "TIME_UP": "TIME_UP",
    "ILLEGAL_MOVE": "ILLEGAL_MOVE",
    "ILLEGAL_ACTION": "ILLEGAL_MOVE",
    "SENNICHITE": "SENNICHITE",
    "OUTE_SENNICHITE": "OUTE_SENNICHITE",
    "JISHOGI": "JISHOGI",
    "MAX_MOVES": "MAX_MOVES",
    "DRAW": "HIKIWAKE",
    "CHUDAN": "CHUDAN",
    "CENSORED": "CHUDAN",
}
SERVER_RESULTS = ("WIN", "LOSE")


_MOST_SAID = 1 << 15


class _SaidMoves(dict[str, "tuple[int, int, int, int, bool] | None"]):
    """What statements of moves say: origin (-1 of a drop), target, piece, its kind, whether `+` follows.

    None of texts that are no moves. Those that were read are kept, up to a limit.
    """

    def __missing__(self, text: str) -> tuple[int, int, int, int, bool] | None:
        found = _MOVE.fullmatch(text)
        if found is None:
            return None
        start, end, name, plus = found.groups()
        named, target = _CODES.get(name), _SQUARE.get(end)
        origin = -1 if start == "00" else _SQUARE.get(start)
        if named is None or target is None or origin is None:
            return None
        said = origin, target, named, _plain(named), bool(plus)
        if len(self) < _MOST_SAID:
            self[text] = said
        return said


_SAID = _SaidMoves()


class Read(NamedTuple):
    """A move of a file.

    `fits` if the piece named is on its square and its side is to move; of a drop, if it is unpromoted.
    """

    move: MoveParts
    fits: bool


def read_move(before: Position, text: str) -> Read | None:
    """Read a move such as `+7776FU` in a position; None if the text is no move. Its sign isn't checked.

    A `+` after the piece, as some programs write, is read as a promotion.
    """
    said = _SAID[text]
    if said is None:
        return None
    origin, target, named, kind, plus = said
    if origin < 0:
        return Read((-1, target, False, kind), named == kind)
    piece = before.board[origin]
    stands = piece & 15
    promotes = stands == kind and (named != stands or plus) and stands in PROMOTABLE
    fits = stands in (named, kind) and piece >> 4 == before.side
    return Read((origin, target, promotes, 0), fits)


def move_text(before: Position, move: MoveParts) -> str:
    """A move in a position as CSA has it. If the square of origin is empty, the piece is called a pawn."""
    origin, target, promotes, dropped = move
    kind = dropped or before.board[origin] & 15 or PAWN
    if promotes and kind in PROMOTABLE:
        kind += PROMOTION
    return (
        SIGNS[before.side] + ("00" if dropped else _DIGITS[origin]) + _DIGITS[target] + _NAMES[kind]
    )


def _plain(kind: int) -> int:
    """The kind under a promoted one."""
    return kind - PROMOTION if kind > KING else kind


class StartLines:
    """A start position that is being read, line by line: anything can stand anywhere."""

    def __init__(self) -> None:
        self.usual()

    def position(self) -> Position:
        """The position so far, with number 1."""
        return set_up(bytes(self._board), tuple(self._hands), self.side)

    def usual(self) -> None:
        """Put the pieces where they stand at first; the hands are empty, Black is to move."""
        self.side = START_POSITION.side
        self._board = bytearray(START_POSITION.board)
        self._hands = list(NO_HANDS)

    def clear(self) -> None:
        """Empty the board and both hands."""
        self._board = bytearray(81)
        self._hands = list(NO_HANDS)

    def set_row(self, rank: int, text: str) -> bool:
        """Fill a rank (from 0) with the cells of a row; returns whether the row has nine, all understood."""
        found = list(_CELL.finditer(text))
        cells = [0 if cell[1] is None else _piece(cell[1], cell[2]) for cell in found]
        if len(found) != 9 and len(text.rstrip()) > 18:
            # Empty squares may be blanks: then cells are told apart by their columns.
            parts = [text[at : at + 3] for at in range(0, 27, 3)]
            cells = [_piece(part[0], part[1:]) if len(part) == 3 else 0 for part in parts]
        good = len(found) == 9 and all(
            bool(cell) == (one[1] is not None) for cell, one in zip(cells, found, strict=False)
        )
        self._board[9 * rank : 9 * rank + 9] = bytes((cells + [0] * 9)[:9])
        return good

    def put(self, side: int, text: str) -> bool:
        """Place pieces (`00FU`, `59OU`, `00AL`); returns whether all of the text was understood."""
        at = 0
        for found in _PLACED.finditer(text):
            if text[at : found.start()].strip():
                return False
            at = found.end()
            square, name = _SQUARE.get(found[1]), found[2].upper()
            kind = _CODES.get(name)
            if name == "AL" and found[1] == "00":
                self._take_rest(side)
            elif kind is None or (square is None and found[1] != "00"):
                return False
            elif square is not None:
                self._board[square] = kind | side << 4
            elif kind == KING:
                return False
            else:
                self._hands[_plain(kind) + 8 * side] += 1
        return not text[at:].strip(" \t.")

    def take_off(self, text: str) -> bool:
        """Remove pieces from squares (`82HI22KA`); returns whether all of the text was understood."""
        at = 0
        for found in _PLACED.finditer(text):
            square = _SQUARE.get(found[1])
            if text[at : found.start()].strip() or square is None:
                return False
            self._board[square] = 0
            at = found.end()
        return not text[at:].strip(" \t.")

    def _take_rest(self, side: int) -> None:
        """Put all pieces that aren't on the board or in a hand yet, except kings, into the hand of a side."""
        standing = [_plain(piece & 15) for piece in self._board]
        for kind, all_ in _SET.items():
            used = standing.count(kind) + self._hands[kind] + self._hands[kind + 8]
            self._hands[kind + 8 * side] += max(0, all_ - used)


def _piece(sign: str, name: str) -> int:
    kind = _CODES.get(name.upper(), 0) if sign in ("+", "-") else 0
    return kind | 16 if kind and sign == "-" else kind


def start_lines(start: Position) -> list[str]:
    """The lines that set up a position, ending with the side to move."""
    side = SIGNS[start.side]
    if (start.board, start.hands) == (START_POSITION.board, START_POSITION.hands):
        return ["PI", side]
    lines: list[str] = []
    for rank in range(9):
        cells = start.board[9 * rank : 9 * rank + 9]
        lines.append(f"P{rank + 1}" + "".join(_cell(piece) for piece in cells))
    for which, sign in enumerate(SIGNS):
        held = "".join(f"00{_NAMES[kind]}" * start.hands[kind + 8 * which] for kind in _SET)
        if held:
            lines.append(f"P{sign}{held}")
    return [*lines, side]


def _cell(piece: int) -> str:
    return SIGNS[piece >> 4] + _NAMES[piece & 15] if piece else " * "


class GameStyle(NamedTuple):
    """The style of a game: codec, version ("" if it has none), line end, whether times follow a comma."""

    codec: str
    version: str
    line_end: str = "\n"
    comma: bool = False


def read_note(text: str) -> str:
    r"""Decode the value of `$NOTE:`, in which `\n` is a line feed and `\\` a backslash."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] == "n" else "\\", text)


# ------------------------------------------------------ statements of headers, times, comments, codecs

TIMES = ("$START_TIME", "$END_TIME")
"""Headers whose values are `YYYY/MM/DD HH:MM:SS` or `YYYY/MM/DD`."""
_CODECS = {UTF8: "UTF-8", CP932: "SHIFT_JIS", EUC_JP: "EUC-JP"}
LINE_END = re.compile(r"\r\n|\r|\n")


def header_line(key: str, value: str) -> str:
    """The statement of a header, without line end."""
    if key == NOTE_KEY:
        value = value.replace("\\", "\\\\").replace("\n", "\\n")
    if key in TIMES:
        value = time_as_written(value)
    value = LINE_END.sub(" ", _printed(value))
    return key + value if key[0] == "N" else f"{key}:{value}"


def time_text(elapsed: str, version: str) -> str:
    """The statement of a time (`T12`), "" if the text is no time. Fractions are written from version 3 on."""
    parts = elapsed_parts(elapsed)
    if parts is None:
        return ""
    hours, minutes, seconds, fraction = parts
    return f"T{hours * 3600 + minutes * 60 + seconds}{fraction if version >= '3' else ''}"


def comment_line(text: str) -> str:
    """The statement of a line of a comment."""
    return "'*" + _printed(text)


def _printed(text: str) -> str:
    """A text without NUL characters: a file that contains one isn't recognized as text."""
    return text.replace("\0", "")


def encoding_line(codec: str) -> str:
    """The line that names a codec, without line end."""
    return f"'CSA encoding={_CODECS.get(codec, codec.upper())}"


def time_as_written(value: str) -> str:
    """The value of a header of TIMES as CSA writes it: `2004/04/01 21:43:11`, without KIF's weekday."""
    date = date_of(value)
    return value if date is None else date.plain
