"""The collection of a file of positions, found in one pass over its lines; each is parsed when asked for."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import chess

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source, Span
from viewer.formats.epd import NAMES, POSITION
from viewer.formats.epd.lexer import UTF8, EpdLine, decode, lex, operands_text
from viewer.formats.epd.meaning import position_of, record_of, understand
from viewer.formats.format import Unreadable
from viewer.formats.headers import value_of
from viewer.formats.kit.charsets import is_utf8
from viewer.formats.kit.recognising import game_of_ranks
from viewer.formats.kit.segments import SegmentCollection, SegmentIndex, facts_around
from viewer.formats.kit.tags import carried_facts, unshown_facts
from viewer.games.chess.boards import read_board
from viewer.games.chess.fen import read_fen
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

# ---------- Comments and names of openings that are carried from one position of a game to the next
#
# A program that reads the positions of a game in sequence has registers for `c0` to `c9`, `v0` to `v9`,
# `eco` and `nic` (16.2.5.5, .12, .16 and .26 of the standard). They keep their values until another
# position sets them or, without an operand, clears them. Positions belong to one game as long as each
# follows from the one before by a legal move.


Registers = Mapping[str, str]

_REGISTER = re.compile(rb"[cv][0-9]|eco|nic")
_MOST = 1000  # positions of a game that are read back: plies of the longest games
_KEPT = 4096  # positions whose registers are cached
_NOTHING: Registers = {}


class Carrier:
    """The registers at the positions of a file.

    `read` returns a line by its index, `encoding` the codec of a line's bytes.
    """

    def __init__(self, read: Callable[[int], EpdLine], encoding: Callable[[bytes], str]) -> None:
        self._read = read
        self._encoding = encoding
        self._after: dict[int, Registers] = {}

    def carried(self, index: int, line: EpdLine) -> list[Header]:
        """The headers that are carried to a line: registers that no operation of its own sets."""
        before = self._before(index, line)
        now = self._stepped(before, line)
        if len(self._after) >= _KEPT:
            self._after.clear()
        self._after[index] = now
        own = {one.opcode.decode("latin-1") for one in line.operations}
        return [Header(key, text) for key, text in now.items() if key not in own]

    def _before(self, index: int, line: EpdLine) -> Registers:
        """The registers before a line, left by the earlier lines of the same game."""
        lines: list[EpdLine] = []
        found = _NOTHING
        while index and len(lines) < _MOST:
            previous = self._read(index - 1)
            if not follows(previous, line):
                break
            index, line = index - 1, previous
            known = self._after.get(index)
            if known is not None:
                found = known
                break
            lines.append(line)
        for each in reversed(lines):
            found = self._stepped(found, each)
        return found

    def _stepped(self, registers: Registers, line: EpdLine) -> Registers:
        """The registers after a line, whose operations are applied from left to right."""
        found = dict(registers)
        for one in line.operations:
            if not _REGISTER.fullmatch(one.opcode):
                continue
            name = one.opcode.decode("ascii")
            for key in [key for key in found if key[:-1] == name[:-1] and key >= name]:
                del found[key]
            if one.operands:
                found[name] = operands_text(one.operands, self._encoding(line.raw))
        return found


def follows(before: EpdLine, after: EpdLine) -> bool:
    """Whether the position of one line follows from that of the line before by a legal move."""
    if len(before.fields) < 4 or len(after.fields) < 4:
        return False
    sides = before.text(before.fields[1]), after.text(after.fields[1])
    first, second = (line.text(line.fields[0]).split(b"/") for line in (before, after))
    changed = sum(a != b for a, b in zip(first, second, strict=False))
    if sorted(sides) != [b"b", b"w"] or not 0 < changed < 3:
        return False  # this cheap test is enough for most files
    wanted = read_fen(after.text(after.fields[0]).decode("latin-1")).placement
    board = read_board(" ".join(before.text(one).decode("latin-1") for one in before.fields)).board
    if board is None or wanted is None:
        return False
    found = chess.Board(None)
    found.set_board_fen(wanted)
    # A king may stay where he is when he castles, in Chess960.
    left = board.occupied_co[board.turn] & ~found.occupied_co[board.turn] | board.kings
    masks = _masks(found)
    for move in board.generate_legal_moves(left):
        board.push(move)
        if _masks(board) == masks:
            return True
        board.pop()
    return False


def _masks(board: chess.Board) -> tuple[int, ...]:
    """Which pieces stand where."""
    return (
        *(board.occupied_co[chess.WHITE], board.pawns, board.knights, board.bishops),
        *(board.rooks, board.queens, board.kings, board.occupied),
    )


# ----------------------------------------------------------------------------------- The collection
#
# A line without a position (blank, a comment, anything else) belongs to the next position, and those at
# the end to the last one, so that every byte belongs to a record.


_BLOCK = 1 << 20
_COMMENT = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[#%;]|//|\Z)")


def is_comment(line: bytes) -> bool:
    """Whether a line without a position is blank or a comment."""
    return _COMMENT.match(line) is not None


class PositionLines(SegmentIndex):
    """The lines with a position found so far; each ends after its line end.

    Attributes:
        numbers: the line number of each, from 1.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._number = 0  # lines before the current offset
        self._rest = b""  # the beginning of an incomplete line
        self._skipped = 0  # the number of its bytes after that
        self.numbers = array("Q")

    def _find_more(self) -> None:
        read = self._at + len(self._rest) + self._skipped
        block = self._source.read(read, _BLOCK)
        self.done = not block or read + len(block) >= self._source.size
        if not self.done and b"\n" not in block and b"\r" not in block[:-1]:
            if self._rest:  # a line of megabytes: its beginning suffices to recognise it
                self._skipped += len(block)
            else:
                self._rest = block
            return
        lines = (self._rest + block).splitlines(keepends=True)
        skipped, self._rest, self._skipped = self._skipped, b"", 0
        if not self.done and not lines[-1].endswith(b"\n"):
            self._rest = lines.pop()  # an incomplete line, or a CR whose LF may follow
        at, number = self._at + skipped, self._number
        matches = POSITION.match
        for line in lines:
            number += 1
            end = at + len(line)
            if b"/" in line and matches(line):
                self.starts.append(at - skipped)
                self.ends.append(end)
                self.numbers.append(number)
            at, skipped = end, 0
        self._at, self._number = at, number


# Facts of a record:
BEFORE = "epd.before"  # raw: the lines without a position before its own
LINE = "epd.line"  # value: the format; raw: its line, as a span if it is too long
HEAD = "epd.head"  # raw: the part that was read of a line that is too long
AFTER = "epd.after"  # raw: lines without a position at the end of the file

_SMALL = 1 << 16  # other lines longer than this are kept as a span
_LOOKED_AT = 100  # lines that are examined for positions of other games
_OTHERS: dict[str, Message] = {
    "shogi": message("a list of shogi positions (FEN)"),
    "draughts": message("a list of draughts positions (FEN)"),
}


def _lines_in(facts: Iterable[Fact], codec: str) -> Iterator[str]:
    """The decoded lines without a position before and after a record's line."""
    for fact in facts:
        if isinstance(fact.raw, bytes):
            for raw in fact.raw.splitlines():
                yield decode(raw, UTF8 if is_utf8(raw) else codec)


class EpdCollection(SegmentCollection):
    """The positions of a source. Raises Unreadable if there are none, or none of chess, OSError."""

    def __init__(self, source: Source, format: str, limits: Limits, encoding: str | None) -> None:
        self._lines = PositionLines(source)
        super().__init__(source, limits, self._lines)
        self.format = format
        self.variant = NAMES[format]
        self._encoding = encoding
        self._carrier: Carrier | None = None
        if not len(self._lines):
            raise Unreadable(message("There is no line with a position."), "epd.no-position")
        self._look_for_chess()

    def _look_for_chess(self) -> None:
        """Raise Unreadable if the first lines with positions are all of other games."""
        count = min(len(self._lines), _LOOKED_AT)
        games = [game_of_ranks(self._raw(index)) for index in range(count)]
        if all(game in _OTHERS for game in games):
            what = _OTHERS[games[0]]
            words = message("This is {what}; Qipu can't read these yet.", what=what)
            raise Unreadable(words, "epd.game")

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in the records from `start` to before `stop`, "" for a missing one."""
        out: list[str] = []
        for index in range(start, stop):
            raw = self._raw(index)
            # Most columns of a list are tags of games, which lines don't have.
            known = key.encode() in raw
            out.append(value_of(self._headers(raw), key) if known else "")
        return out

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a record: those operations of its line that are headers."""
        return self._headers(self._raw(index))

    def _headers(self, raw: bytes) -> tuple[Header, ...]:
        return understand(lex(raw), self._encoding_of(raw), self._limits).headers

    def record(self, index: int) -> Record:
        """The record of a line, made on each call; its faults are reported on the first."""
        raw = self._raw(index)
        line = lex(raw)
        encoding = self._encoding_of(raw)
        said = understand(line, encoding, self._limits)
        position = position_of(said)
        facts = (*self._facts(index, raw, encoding), *carried_facts(self._carried(index, line)))
        record = record_of(said, position.setup, encoding, facts)
        if index not in self._told:
            self._told.add(index)
            if position.complaint is not None:
                self._complain(index, "epd.bad-position", position.complaint, line.fields[0][0])
            self._judge(index, line)
            self._judge_others(index, record)
        return record

    def _carried(self, index: int, line: EpdLine) -> Sequence[Header]:
        """The headers carried from earlier positions of the same game."""
        if not index:
            return ()
        if self._carrier is None:
            self._carrier = Carrier(lambda index: lex(self._raw(index)), self._encoding_of)
        return self._carrier.carried(index, line)

    def _encoding_of(self, raw: bytes) -> str:
        if self._encoding is not None:
            return self._encoding
        return UTF8 if is_utf8(raw) else self.part_codecs(raw).of(raw)

    # ------------------------------------------------------------------------------- bytes

    def _raw(self, index: int) -> bytes:
        """The bytes of a line; if it is too long, its beginning up to the last complete operation."""
        start, end = self._lines.starts[index], self._lines.ends[index]
        most = self._limits.comment_bytes
        if end - start <= most:
            return self.source.read(start, end - start)
        raw = self.source.read(start, min(most, _SMALL))
        return raw[: raw.rfind(b";") + 1] or raw

    def _facts(self, index: int, raw: bytes, encoding: str) -> tuple[Fact, ...]:
        start, end = self._lines.starts[index], self._lines.ends[index]
        span = self._lines.span(index)
        facts = [Fact(LINE, self.format, raw)]
        if len(raw) < end - start:
            facts = [Fact(LINE, self.format, Span(start, end - start)), Fact(HEAD, None, raw)]
        around = tuple(facts_around(self.source, span, start, end, BEFORE, AFTER))
        return (*facts, *around, *unshown_facts(_lines_in(around, encoding)))

    # -------------------------------------------------------------------------- diagnostics

    def _judge(self, index: int, line: EpdLine) -> None:
        start, end = self._lines.starts[index], self._lines.ends[index]
        if len(line.raw) < end - start:
            words = message(
                "The line has {count} bytes; only its beginning is read.", count=end - start
            )
            self._complain(index, "epd.long-line", words, 0)
        for one in line.operations:
            if one.open_string >= 0:
                words = message("A string isn't closed before the end of the line.")
                self._complain(index, "epd.open-string", words, one.open_string)
            elif one.operands and not one.opcode:
                words = message("A string stands where an operation should begin.")
                self._complain(index, "epd.no-opcode", words, one.first)
            elif one.opcode and not one.opcode[:1].isalpha():
                words = message(
                    "“{word}” stands where an operation should begin.",
                    word=one.opcode[:20].decode("latin-1"),
                )
                self._complain(index, "epd.no-opcode", words, one.first)

    def _judge_others(self, index: int, record: Record) -> None:
        """Report the lines before (and at the end) that are neither blank nor comments."""
        last = self._lines.numbers[index]
        before, after = record.fact(BEFORE), record.fact(AFTER)
        if before is not None and isinstance(before.raw, bytes):
            lines = before.raw.splitlines(keepends=True)
            start = self._lines.starts[index] - len(before.raw)
            self._judge_lines(index, lines, last - len(lines), start)
        if after is not None and isinstance(after.raw, bytes):
            lines = after.raw.splitlines(keepends=True)
            self._judge_lines(index, lines, last + 1, self._lines.ends[index])

    def _judge_lines(self, index: int, lines: list[bytes], number: int, offset: int) -> None:
        for line in lines:
            if not is_comment(line):
                words = message("There is no position on this line.")
                self._add(index, "epd.no-position", words, offset, number, 1)
            number, offset = number + 1, offset + len(line)

    def _complain(self, index: int, code: str, words: Message, at: int) -> None:
        start, number = self._lines.starts[index], self._lines.numbers[index]
        self._add(index, code, words, start + at, number, at + 1)

    def _add(
        self, index: int, code: str, words: Message, offset: int, line: int, column: int
    ) -> None:
        if len(self._found) < self._limits.diagnostics:
            self._found.append(
                Diagnostic(Severity.WARNING, code, words, index, None, offset, line, column)
            )
