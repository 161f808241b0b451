r"""Reading the records of go servers: GIB, NGF, UGF.

GIB, the records of Tygem: `\[KEY=…\]` lines, then statements.

`STO 0 2 1 15 3` is the second statement: Black (1) at column 15, row 3, counted from 0 at the top left.

NGF, the records of WBaduk and cyberoro: a dozen lines in a fixed order, then lines like `PMABBREER`.

Such a line has its number in letters, the side, the column and the row, then the row and the column
again, counted from B. Files with `GI` before each line of the head have these lines in another order.

UGF and UGI, the records of Panda-Net, with sections like an INI file's.

`QP,B1,1,0` in [Data] is Black at column Q, row P, counted from the bottom left for CoordinateType=IGS,
from the top left for JPN. The texts in [Figure] and [ReviewComment] are comments on moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.read_game import GameBuilder
from viewer.games.go.setup import USUAL, handicap_squares, square_at, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

_LINE = re.compile(r"[^\r\n]*")
_END = re.compile(r"\r\n|\r|\n")
_SHOWN = 40
_GIB_HEADER = re.compile(r"\\\[([A-Za-z0-9_]{1,40})=(.*?)\\\]", re.DOTALL)
_GIB_STONE = re.compile(r"\s*STO\s+\d+\s+\d+\s+([12])\s+(\d{1,3})\s+(\d{1,3})\b")
_GIB_START = re.compile(r"\s*INI\s+\d+\s+\d+\s+(\d{1,2})\b")
_GIB_SILENT = ("GAMETAG", "GAMEINFOMAIN", "GAMEINFOSUB", "WUSERINFO", "BUSERINFO")
_GIB_COMMENT = "GAMECOMMENT"
_NGF_MOVE = re.compile(r"\s*PM[A-Z@]{2}([BW])([A-Z])([A-Z])")
_NGF_KEYS = (
    *("title", "size", "white", "black", "place", "handicap"),
    *("unknown", "komi", "date", "time", "result", "moves"),
)
_GI_KEYS = (
    *("title", "white", "black", "place", "time", "date"),
    *("size", "handicap", "unknown", "komi", "moves"),
)
_NGF_COUNT = re.compile(r"\s*(\d{1,2})\s*\Z")
_UGF_SECTION = re.compile(r"\s*\[([A-Za-z]+)\]\s*\Z")
_UGF_MOVE = re.compile(r"\s*([A-Y])([A-Y])\s*,\s*([BW])[0-9]?\s*(?:,.*)?\Z")
_UGF_NUMBER = re.compile(r"(\d{1,2})\s*(?:,|\Z)")
_UGF_TEXT = re.compile(r"\.(?:Text|Comment),\s*(\d{1,6})")
_UGF_QUIET = ("Ver", "Lang", "Crypt", "Code", "Moves", "Size", "CoordinateType")


class TextLine(NamedTuple):
    """A line of a file: its text, its number from 1, its offset in characters."""

    text: str
    number: int
    at: int


def lines_of(text: str) -> Iterator[TextLine]:
    """The lines of a text, without their line ends."""
    at, number = 0, 1
    while at < len(text):
        found = _LINE.match(text, at)
        assert found is not None
        yield TextLine(found.group(), number, at)
        end = _END.match(text, found.end())
        at = len(text) if end is None else end.end()
        number += 1


class GoGame(GameBuilder):
    """A game that is being read.

    Attributes:
        width: the number of lines of the board in each direction.
    """

    decoded = True
    most_bytes = "body_bytes"

    def __init__(self, format: str, limits: Limits) -> None:
        super().__init__(format, limits)
        self.most_found = min(self.most_found, limits.diagnostics)
        self.width = USUAL
        self._comments: dict[int, list[str]] = {}
        self._handicap = 0
        self._side = ""

    def set_handicap(self, count: int) -> None:
        """Set the number of handicap stones, which are put on star points before the first move."""
        self._handicap = count

    def add(self, line: TextLine, side: str, column: int, row: int) -> None:
        """Add a move at a column and a row from 0, from the top left; off the board it is a pass."""
        on = 0 <= column < self.width and 0 <= row < self.width
        self._move(line, Move(f"{side} {square_at(column, row) if on else 'pass'}"))
        self._side = side

    def add_pass(self, line: TextLine) -> None:
        """Add a pass of the side to move."""
        side = "W" if self._side == "B" or (not self._side and self._handicap) else "B"
        self.add(line, side, -1, -1)

    def add_unread(self, line: TextLine) -> None:
        """Add a line that should be a move but can't be read, as text, and report it."""
        text = line.text.strip()[:_SHOWN]
        self._move(line, Written(text))
        self.complain(line, message("This is no move: “{text}”.", text=text), Severity.ERROR)

    def _move(self, line: TextLine, action: Action) -> None:
        if self.append(action) is None:
            self.complain(line, message("The game has too many moves."), Severity.ERROR)

    def comment(self, ply: int, text: str) -> None:
        """Add a comment to a move (0: before the first), to the last one if there is no such move."""
        self._comments.setdefault(ply, []).append(text)

    def complain(
        self, line: TextLine, words: Message, severity: Severity = Severity.WARNING
    ) -> None:
        """Report a fault in a line."""
        if len(self.found) < self.most_found:
            place = (0, self.last.id, line.at, line.number, 1)
            self.found.append(Diagnostic(severity, "go.bad-line", words, *place))

    def record(self, codec: str | None) -> Record:
        """The record of the game read so far."""
        stones = handicap_squares(self.width, self.width, self._handicap)
        start = write_setup(Placement(self.width, self.width, stones))
        if start != str(USUAL):
            self.root.action = Setup(start)
        for ply, texts in self._comments.items():
            node = self.nodes.get(ply, self.last)
            text = "\n".join(texts)
            said = f"{node.comment}\n{text}" if node.comment else text
            node.notes = {**node.notes, COMMENT: said}
        return self.record_of("go", codec)


def read_gib(text: str, game: GoGame) -> None:
    """Read headers and moves of a text in GIB."""
    body = text.find("\\GS")
    head = text if body < 0 else text[:body]
    for found in _GIB_HEADER.finditer(head):
        key, value = found[1], found[2].strip()
        if key == _GIB_COMMENT:
            if value:
                game.comment(0, value)
        elif key not in _GIB_SILENT:  # these repeat the same data in numbers
            game.headers.append(Header(key, value))
    if body < 0:
        return
    first = text.count("\n", 0, body)
    for line in lines_of(text[body:]):
        line = line._replace(number=line.number + first, at=line.at + body)
        word = line.text.strip()[:3]
        if word == "STO":
            move = _GIB_STONE.match(line.text)
            if move is None:
                game.add_unread(line)
            else:
                game.add(line, "BW"[int(move[1]) - 1], int(move[2]), int(move[3]))
        elif word == "SKI":
            game.add_pass(line)
        elif word == "INI":
            start = _GIB_START.match(line.text)
            if start is not None and int(start[1]) > 1:
                game.set_handicap(int(start[1]))
        elif word.isupper() and word.isalpha():
            words = message("“{text}” isn't understood.", text=line.text.strip()[:_SHOWN])
            game.complain(line, words)


def read_ngf(text: str, game: GoGame) -> None:
    """Read headers and moves of a text in NGF."""
    head: list[TextLine] = []
    begun = False
    for line in lines_of(text):
        move = _NGF_MOVE.match(line.text)
        if move is not None:
            if not begun:
                _read_head(head, game)
                begun = True
            game.add(line, move[1], ord(move[2]) - ord("B"), ord(move[3]) - ord("B"))
        elif begun and line.text.startswith("PM"):
            game.add_unread(line)
        elif not begun:
            head.append(line)
    if not begun:
        head.clear()  # a text without a move may be anything


def _read_head(head: list[TextLine], game: GoGame) -> None:
    other = bool(head) and all(line.text.startswith("GI") for line in head)
    keys = _GI_KEYS if other else _NGF_KEYS
    for key, line in zip(keys, head, strict=False):
        value = (line.text[2:] if other else line.text).strip()
        if not value:
            continue
        if key not in ("size", "moves", "unknown"):
            game.headers.append(Header(key, value))
        found = _NGF_COUNT.match(value)
        if found is not None and key == "size" and 1 <= int(found[1]) <= 24:
            game.width = int(found[1])
        elif found is not None and key == "handicap" and int(found[1]) > 1:
            game.set_handicap(int(found[1]))


def read_ugf(text: str, game: GoGame) -> None:
    """Read headers and moves of a text in UGF."""
    reading = _UgfGame(game)
    for line in lines_of(text):
        section = _UGF_SECTION.match(line.text)
        if section is not None:
            reading.section = section[1]
            reading.ply = -1
        elif line.text.strip():
            reading.take(line)


class _UgfGame:
    def __init__(self, game: GoGame) -> None:
        self.section = ""
        self.ply = -1  # the ply of the comment that is being read, -1 if none is
        self._game = game
        self._from_top = False

    def take(self, line: TextLine) -> None:
        if self.section == "Header":
            self._take_header(line)
        elif self.section == "Data":
            self._take_move(line)
        elif self.section in ("Figure", "ReviewComment"):
            self._take_text(line)

    def _take_header(self, line: TextLine) -> None:
        key, sign, value = line.text.partition("=")
        key, value = key.strip(), value.strip()
        if not sign:
            words = message("“{text}” isn't understood.", text=line.text.strip()[:_SHOWN])
            self._game.complain(line, words)
            return
        number = _UGF_NUMBER.match(value)
        if key == "Size" and number is not None and 1 <= int(number[1]) <= 25:
            self._game.width = int(number[1])
        elif key == "CoordinateType":
            self._from_top = value.upper().startswith("JPN")
        elif key == "Hdcp" and number is not None and int(number[1]) > 1:
            self._game.set_handicap(int(number[1]))
        if value and key not in _UGF_QUIET:
            self._game.headers.append(Header(key, value.rstrip(",")))

    def _take_move(self, line: TextLine) -> None:
        found = _UGF_MOVE.match(line.text)
        if found is None:
            self._game.add_unread(line)
            return
        column, row = (ord(found[place]) - ord("A") for place in (1, 2))
        if not self._from_top:
            row = self._game.width - 1 - row
        self._game.add(line, found[3], column, row)

    def _take_text(self, line: TextLine) -> None:
        found = _UGF_TEXT.match(line.text)
        if found is not None:
            # A review counts its nodes, the first of which is the empty board.
            self.ply = max(0, int(found[1]) - (self.section == "ReviewComment"))
        elif line.text.startswith("."):
            self.ply = -1
        elif self.ply >= 0:
            self._game.comment(self.ply, line.text.strip())
