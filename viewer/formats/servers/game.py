"""A game without variations, built while a reader finds its moves; and the lines of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.moves import MoveLine
from viewer.games.go.setup import USUAL, square_at, write_setup
from viewer.games.go.starts import handicap_squares
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

_LINE = re.compile(r"[^\r\n]*")
_END = re.compile(r"\r\n|\r|\n")
SHOWN = 40


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


class Game:
    """A game that is being read.

    Attributes:
        headers: the headers in the file's order.
        width: the number of lines of the board in each direction.
        found: the faults, with offsets in characters.
    """

    def __init__(self, limits: Limits) -> None:
        self.headers: list[Header] = []
        self.width = USUAL
        self.found: list[Diagnostic] = []
        self._limits = limits
        self._tree = MoveLine(None)
        self._comments: dict[int, list[str]] = {}
        self._handicap = 0
        self._side = ""

    def __len__(self) -> int:
        return len(self._tree.nodes) - 1

    def set_handicap(self, count: int) -> None:
        """Set the number of handicap stones, which are put on star points before the first move."""
        self._handicap = count

    def add(self, line: TextLine, side: str, column: int, row: int) -> None:
        """Add a move at a column and a row from 0, from the top left; off the board it is a pass."""
        on = 0 <= column < self.width and 0 <= row < self.width
        self._append(line, Move(f"{side} {square_at(column, row) if on else 'pass'}"))
        self._side = side

    def add_pass(self, line: TextLine) -> None:
        """Add a pass of the side to move."""
        side = "W" if self._side == "B" or (not self._side and self._handicap) else "B"
        self.add(line, side, -1, -1)

    def add_unread(self, line: TextLine) -> None:
        """Add a line that should be a move but can't be read, as text, and report it."""
        text = line.text.strip()[:SHOWN]
        self._append(line, Written(text))
        self.complain(line, message("This is no move: “{text}”.", text=text), Severity.ERROR)

    def _append(self, line: TextLine, action: Action) -> None:
        if len(self._tree.nodes) >= self._limits.nodes:
            if len(self._tree.nodes) == self._limits.nodes:
                self.complain(line, message("The game has too many moves."), Severity.ERROR)
            return
        self._tree.add(action)

    def comment(self, ply: int, text: str) -> None:
        """Add a comment to a move (0: before the first), to the last one if there is no such move."""
        self._comments.setdefault(ply, []).append(text)

    def complain(
        self, line: TextLine, words: Message, severity: Severity = Severity.WARNING
    ) -> None:
        """Report a fault in a line."""
        if len(self.found) < self._limits.diagnostics:
            code = "go.bad-line"
            self.found.append(
                Diagnostic(severity, code, words, 0, self._tree.last.id, line.at, line.number, 1)
            )

    def record(self, codec: str) -> Record:
        """The record of the game read so far."""
        stones = handicap_squares(self.width, self.width, self._handicap)
        start = write_setup(Placement(self.width, self.width, stones))
        if start != str(USUAL):
            self._tree.root.action = Setup(start)
        for ply, texts in self._comments.items():
            node = self._tree.nodes.get(ply, self._tree.last)
            text = "\n".join(texts)
            node.notes = {
                **node.notes,
                COMMENT: f"{node.comment}\n{text}" if node.comment else text,
            }
        return Record("go", self._tree.root, tuple(self.headers), codec, nodes=self._tree.nodes)
