"""Where the games of a PGN file end.

A game is its tags and its movetext, and the next one begins

* at a tag (`[Name "`) at the start of a line after movetext, or anywhere after a result;
* at a tag without movetext before it, if it is a second Event with a Site before it, or a name that
  the game has already and a blank line or a comment is between (some files have hundreds of games
  with tags only); other tags are repeated ones of the same game;
* after a result outside variations, at movetext: any if the game has no tags, else `1.`;
* inside an unclosed comment, at a blank line with `[Event "…"]` and another tag below it;
* at the tag after MOST_TAGS (real games have 60 at most), so that a game is bounded.

Nothing else ends a game: no blank line, no `[C54]` in a comment, no result in a variation. A byte
order mark counts as the start of a line and belongs to the tag after it, in mid-file too (files
that were concatenated). White space and comments after a game belong to it.

The lookahead is bounded (LOOK bytes), so that a scan can be fed by blocks and
needs no memory for a comment or a line of gigabytes. Source: sections 7 and 8 of the standard, and
the files of a dozen programs.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from viewer.base.limits import DEFAULT
from viewer.base.patterns import late
from viewer.base.source import Source, Span

BOM = b"\xef\xbb\xbf"
LOOK = 4096
MOST_TAGS = 10_000
BACK = 512

_EOL = rb"(?:\r\n|\n|\r(?!\n))"
_NAME = rb"[A-Za-z0-9_][A-Za-z0-9_+#=:.-]{0,254}"
_SPACE = late(rb"\s*+(?:(?:\xc2\xa0|\xef\xbb\xbf)\s*+)*+")
_LINE_END = late(rb"[\r\n]")
_LINE_ENDS = (b"\n", b"\r")
_NBSP = b"\xc2\xa0"
_INSIDE = rb"\s{0,255}(" + _NAME + rb')\s{0,255}"'
STRICT = late(rb"\[" + _INSIDE)
# A whole tag: with escapes as they should be, else up to the first quote with a bracket behind it
# (`"Lopez "Battle Royale""]`, `"Cup \"]`), else what is in brackets, else (no match) the line.
TAG = late(
    rb"\[\s{0,255}(" + _NAME + rb')\s{0,255}"(?:[^"\\\r\n]|\\[^\r\n]){0,2048}"\s{0,255}\]'
    rb"|\[\s{0,255}(" + _NAME + rb')\s{0,255}"[^\r\n]{0,2048}?"[ \t]{0,255}\]'
    rb'|\[[^"\]\r\n]{0,2048}\]'
)
_PLAIN_TAGS = late(rb'(?:\[[A-Za-z0-9_]{1,255} "[^"\\\r\n]{0,2048}"\]\r?\n){2,200}+')
_PLAIN_NAME = late(rb'\[([A-Za-z0-9_]+) "')
_SECTION = late(
    rb'\[Event[ \t]{1,64}"[^\r\n]{0,1024}\][ \t]{0,64}' + _EOL + rb"[ \t]{0,64}"
    rb"\[" + _NAME + rb'[ \t]{1,64}"[^\r\n]{0,1024}\][ \t]{0,64}(?:[\r\n]|\Z)'
)
RESULT = rb"(?<![/-])(?:1-0|0-1|1/2-1/2|\*)(?![0-9A-Za-z/-])"
# As alternatives that begin with a letter each: only so `re` passes over all else quickly.
_MARK = late(
    rb"\{|;|\(|\)|%|\[(?="
    + _INSIDE
    + b")"
    + b"".join(b"|" + word + rb"(?![0-9A-Za-z/-])" for word in (rb"\*", b"1-0", b"0-1", b"1/2-1/2"))
)
_FIRST_MOVE = late(rb"1\s{0,9}\.")
# Some at once, and no more of them than what is looked at ahead.
_AFTER_RESULT = late(rb"(?:" + RESULT + rb"|\$[0-9]{0,9}|[)!?,.]|\s{1,9}){1,200}+")
_WORD = late(rb"[0-9A-Za-z\x80-\xff]")
_NO_RESULT = (b"/", b"-")  # before it: 0-0-1 is none
_MOST_NAMES = 1000

_HEAD, _MOVES, _ENDED = range(3)
_NOTHING, _BRACE, _LINE = range(3)


class Scan:
    """A scan for the end of the game that begins at `start`.

    Attributes:
        at: everything before it was scanned; the start of the next game once `run` returned True.
        blank: whether nothing but white space was scanned.
    """

    __slots__ = (
        *("_depth", "_ends", "_gap", "_inside", "_names", "_phase", "_start", "_tags"),
        *("at", "blank"),
    )

    def __init__(self, start: int) -> None:
        self.at = self._start = start
        self.blank = True
        self._phase, self._inside, self._depth = _HEAD, _NOTHING, 0
        self._names: set[bytes] = set()
        self._tags = 0
        self._gap = False
        self._ends = [0, 0]  # LF and CR since the last tag

    @property
    def within_comment(self) -> bool:
        """Whether the scan is inside a comment in braces."""
        return self._inside == _BRACE

    def shift(self, dropped: int) -> None:
        """Tell that the next data lacks the first `dropped` bytes; BACK bytes before `at` must stay."""
        self.at -= dropped
        self._start -= dropped

    def run(self, data: bytes, final: bool) -> bool:
        """Scan as far as can be decided; returns whether the next game begins at `at`.

        `data` is the previous data (see `shift`) with more appended. If it is final, `at` ends
        at its end.
        """
        limit = len(data) if final else len(data) - LOOK
        while self.at < limit:
            if self._inside == _LINE:
                self._line(data, limit)
            elif self._inside == _BRACE:
                if self._comment(data, limit):
                    return True
            elif (self._moves if self._phase == _MOVES else self._between)(data, limit):
                return True
        return False

    def _line(self, data: bytes, limit: int) -> None:
        end = _LINE_END.search(data, self.at)
        if end is not None and end.start() < limit:
            self._inside = _NOTHING
            self.at = end.start()
        else:
            self.at = limit

    def _comment(self, data: bytes, limit: int) -> bool:
        close = data.find(b"}", self.at)
        stop = limit if close < 0 else min(close, limit)
        at = data.find(b"[Event", self.at, stop + 6)
        while 0 <= at < stop:
            if _SECTION.match(data, at) and _ends_blank_line(self._before(data, at)):
                return self._end(data, at)
            at = data.find(b"[Event", at + 6, stop + 6)
        if 0 <= close < limit:
            self._inside = _NOTHING
            self.at = close + 1
        else:
            self.at = limit
        return False

    def _moves(self, data: bytes, limit: int) -> bool:
        for found in _MARK.finditer(data, self.at):
            at = found.start()
            if at >= limit:
                break
            mark = data[at : at + 1]
            if mark == b"(":
                self._depth += 1
            elif mark == b")":
                self._depth = max(0, self._depth - 1)
            elif mark == b"[":
                if _starts_line(self._before(data, at)):
                    return self._end(data, at)
            elif mark in b"{;" or (mark == b"%" and _starts_line(self._before(data, at))):
                self._inside = _BRACE if mark == b"{" else _LINE
                self.at = at + 1
                return False
            elif mark != b"%" and self._depth == 0 and data[max(0, at - 1) : at] not in _NO_RESULT:
                self._phase = _ENDED
                self.at = found.end()
                return False
        self.at = max(self.at, limit)
        return False

    def _between(self, data: bytes, limit: int) -> bool:
        """Scan among the tags, or after a result."""
        space = _SPACE.match(data, self.at)
        assert space is not None
        if space.end() > self.at:
            self._ends[0] += data.count(b"\n", self.at, space.end())
            self._ends[1] += data.count(b"\r", self.at, space.end())
            self.at = space.end()
            return False
        self.blank = False
        mark = data[self.at : self.at + 1]
        if mark in b"{;" or (mark == b"%" and _starts_line(self._before(data, self.at))):
            self._gap = self._gap or mark != b"%"
            self._inside = _BRACE if mark == b"{" else _LINE
            self.at += 1
            return False
        if self._phase == _ENDED:
            return self._behind_result(data, mark)
        if mark != b"[":
            self._phase = _MOVES
            return False
        return not self._plain_tags(data, limit) and self._tag(data)

    def _plain_tags(self, data: bytes, limit: int) -> bool:
        """Scan several tags at once, if they are the first of their game and as the standard has them."""
        found = None if self._names else _PLAIN_TAGS.match(data, self.at, limit)
        if found is None:
            return False
        names = _PLAIN_NAME.findall(data, self.at, found.end())
        self._names = set(names)
        if len(self._names) < len(names):
            self._names = set()
            return False
        self._tags, self.at = len(names), found.end()
        self._gap, self._ends = False, [1, int(data[self.at - 2 : self.at - 1] == b"\r")]
        return True

    def _tag(self, data: bytes) -> bool:
        at = self.at
        self._tags += 1
        if self._tags > MOST_TAGS:
            return self._end(data, at)
        whole = TAG.match(data, at)
        found = whole or STRICT.match(data, at)
        groups = () if found is None else found.groups()
        name = next((group for group in groups if group is not None), b"[")
        if name in self._names:
            gap = self._gap or max(self._ends) > 1  # blank lines, whatever ends them
            if (name == b"Event" and b"Site" in self._names) or (gap and name != b"["):
                return self._end(data, at)
        if len(self._names) < _MOST_NAMES:
            self._names.add(name)
        self._gap, self._ends = False, [0, 0]
        if whole is None:
            self._inside = _LINE
            self.at += 1
        else:
            self.at = whole.end()
        return False

    def _behind_result(self, data: bytes, mark: bytes) -> bool:
        at = self.at
        if mark == b"[" and STRICT.match(data, at):
            return self._end(data, at)
        again = _AFTER_RESULT.match(data, at)
        if again is not None:
            self.at = again.end()
            return False
        if (_FIRST_MOVE if self._names else _WORD).match(data, at):
            return self._end(data, at)
        self._phase = _MOVES
        return False

    def _end(self, data: bytes, at: int) -> bool:
        marked = data.startswith(BOM, at - 3) and at - 3 > self._start
        self.at = at - 3 if marked else at
        return True

    def _before(self, data: bytes, at: int) -> bytes:
        """The relevant bytes before an offset; the start of the game counts as that of a line."""
        low = max(self._start, at - 256, 0)
        before = data[low:at]
        return b"\n" + before if low == self._start else before


# Looked at from the end: a search for an expression would begin anew at each line end on the way.
def _starts_line(before: bytes) -> bool:
    """Whether a line begins after some bytes: after a line end or a byte order mark, ignoring blanks."""
    before = before.rstrip(b" \t\f\v")
    while before.endswith(_NBSP):
        before = before[:-2].rstrip(b" \t\f\v")
    return before.endswith((*_LINE_ENDS, BOM))


def _ends_blank_line(before: bytes) -> bool:
    """Whether some bytes end with an empty line."""
    line = before.removesuffix(BOM)
    if not line.endswith(_LINE_ENDS):
        return False
    return line[: -2 if line.endswith(b"\r\n") else -1].rstrip(b" \t").endswith(_LINE_ENDS)


def game_end(data: bytes, start: int, final: bool) -> int | None:
    """The end of the game that begins at `start` of a file; None if more data is needed.

    `data` is the file, or its beginning (`final` false). The end is past the start, unless there is
    nothing at all.
    """
    scan = Scan(start)
    if scan.run(data, final):
        return scan.at
    return len(data) if final else None


# --------------------------------------- Finding the offsets of the games of a file, block by block


BLOCK = 1 << 16


class Bounds:
    """The games of a source known so far, which are those whose end was found. Takes 8 bytes per game.

    Attributes:
        most: the maximum number of games; the last one gets all that follows.
        done: number of bytes scanned.
        complete: whether the whole file was scanned, so that every game is known.
        full: whether the limit was reached and there are more games.
    """

    block = BLOCK

    def __init__(self, source: Source, most: int = DEFAULT.records) -> None:
        self.source = source
        self.most = most
        self.full = False
        self.done = 0
        self.complete = False
        self._edges = array("Q", [0])
        self._lines = array("Q", [0])  # line ends before each block
        self._scan = Scan(0)
        self._held = b""
        self._base = 0  # offset of what is held

    def __len__(self) -> int:
        known = len(self._edges) - 1
        return known if self.complete else min(known, self.most - 1)

    def span(self, index: int) -> Span:
        """The bytes of a game. Raises IndexError for one that isn't known."""
        start = self._edges[index]
        return Span(start, self._edges[index + 1] - start)

    def step(self) -> None:
        """Scan one more block; does nothing if all is known. Raises OSError."""
        if self.complete:
            return
        block = self._read()
        final = len(block) < self.block
        if not self.full:
            self._feed(block, final)
        if final:
            self._finish()
        if not self.full and len(self._edges) - 1 > self.most:
            self.full, self._held = True, b""
            self._cut()
            if final:
                self._finish()

    def _read(self) -> bytes:
        block = self.source.read(self.done, self.block)
        self.done += len(block)
        self._lines.append(self._lines[-1] + self._line_ends(block))
        return block

    def _line_ends(self, block: bytes) -> int:
        return block.count(b"\n")

    def _feed(self, block: bytes, final: bool) -> None:
        """Feed one more block to `split`."""
        held = self._held + block
        while self._scan.run(held, final):
            self._edges.append(self._base + self._scan.at)
            self._scan = Scan(self._scan.at)
        if final:
            return
        drop = max(0, self._scan.at - BACK)
        self._scan.shift(drop)
        self._held = held[drop:]
        self._base += drop

    def _cut(self) -> None:
        """Forget the games beyond the limit, and the end of the last game within it."""
        del self._edges[self.most :]

    def _finish(self) -> None:
        # A file of nothing but white space has no game (section 8 of the standard).
        if self.done > self._edges[-1] and not (self._edges[-1] == 0 and self._scan.blank):
            self._edges.append(self.done)
        self.complete = True
        self._held = b""

    def values(
        self,
        key: str,
        start: int,
        stop: int,
        decode: Callable[[bytes], str | None],
        read: Callable[[int], str],
    ) -> list[str]:
        """The values of a tag in a range of known games.

        `decode` makes text of bytes that aren't ASCII where they say it, `read` gives the value in a game
        whose tags have to be read. Raises OSError.
        """
        return [read(index) for index in range(start, stop)]

    def lines_before(self, offset: int) -> int:
        """Number of line ends (LF) before an offset; reads a block at most. Raises OSError."""
        block = min(offset // self.block, len(self._lines) - 1)
        start = block * self.block
        return self._lines[block] + self.source.read(start, offset - start).count(b"\n")
