"""Reads the lines before the first move: headers and the start position."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.lines import ClassifiedLine
from viewer.formats.kif.read.findings import KifDiagnostics
from viewer.formats.kif.start import Board
from viewer.formats.kit.diagnostics import INFO, WARNING
from viewer.games.shogi.position import START, Position, setup_of
from viewer.games.shogi.setups import EVEN, OTHER, start_named
from viewer.tree.action import Setup
from viewer.tree.record import Header

HANDICAP = "手合割"


class Head:
    """Headers and start position being read.

    Attributes:
        headers: in the file's order, including those after the first move.
        board: the lines of the board, hands and the like, parsed.
        start: the position, once `setup` was called.
    """

    def __init__(self, findings: KifDiagnostics) -> None:
        self.headers: list[Header] = []
        self.board = Board()
        self.start: Position = START
        self._findings = findings
        self._handicap: str | None = None
        self._handicap_line: int | None = None
        self._last_rank: int | None = None
        self._done = False

    @property
    def side(self) -> int:
        """The side that moves first: 0 for black, 1 for white."""
        return self.start.side

    def header(self, line: ClassifiedLine, at: int | None = None) -> None:
        """Read a `key：value` line."""
        self.headers.append(Header(line.key, line.value))
        if line.key == HANDICAP and self._handicap is None:
            self._handicap, self._handicap_line = line.value, at

    def line(self, line: ClassifiedLine, text: str, at: int) -> None:
        """Read any other line of the head, except blank lines and comments."""
        odd: Message | None = None
        if line.kind == kinds.RANK:
            odd = self.board.rank(line.value)
            self._last_rank = at
        elif line.kind == kinds.HAND:
            odd = self.board.hand(line.key, line.value)
        elif line.kind == kinds.SIDE:
            self.board.turn(line.key)
        elif line.kind == kinds.CAPTION:
            self.board.ply = line.number + 1
        elif line.kind not in (kinds.FRAME, kinds.VARIATION):
            words = message("This line isn't understood; it is kept.")
            self._findings.about(WARNING, "unknown-line", words, text, at, 0)
        if odd is not None:
            self._findings.about(WARNING, "board", odd, text, at, 0)

    def setup(self) -> Setup | None:
        """The start position; None for the usual one."""
        self.start = self.board.position(self._handicap or "")
        if not self._done:
            self._done = True
            if self.board.rows and self.board.rows < 9:
                words = counted(
                    "The board has one rank, not 9.",
                    "The board has {count} ranks, not 9.",
                    self.board.rows,
                )
                self._findings.at_line(WARNING, "board", words, self._last_rank, 0)
            elif not (self.board.rows or self._is_known(self._handicap or EVEN)):
                words = message(
                    "The start “{name}” isn't known; the usual one is taken.",
                    name=self._handicap or "",
                )
                self._findings.at_line(INFO, "unknown-start", words, self._handicap_line, 0)
        return None if self.start is START else setup_of(self.start)

    def _is_known(self, handicap: str) -> bool:
        return handicap == OTHER or start_named(handicap) is not None
