"""Diagnostics, collected while a file is read, and their positions in the file: byte, line and column."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter

from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.text import SELECTOR
from viewer.formats.kit.charsets import SWITCHING, encode
from viewer.tree.diagnostic import Diagnostic, Severity

_ALIKE = frozenset(("stray", "syntax", "token", "unknown", "unknown-line"))
"""Last parts of the codes of findings about words and lines that mean nothing where they stand."""
_GOING_ON = frozenset(("wrong-mark", "wrong-side"))
"""Of those that one missing move brings upon all that follow it."""
_FEW = 3  # of them are told one by one

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


def is_meaningless(finding: Diagnostic) -> bool:
    """Whether a finding is about a word or a line that means nothing where it stands."""
    return finding.code.rpartition(".")[2] in _ALIKE


def in_runs(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Findings in the order of the text, with one for each run of words or lines that mean nothing.

    Such a run is at one node; one of moves of the other side goes on. No other finding is within, and a
    few are told one by one.
    """
    run: list[Diagnostic] = []
    for one in found:
        if run and (one.code, one.record) != (run[0].code, run[0].record):
            yield from _told(run)
            run = []
        word = one.code.rpartition(".")[2]
        if run and word not in _GOING_ON and (word not in _ALIKE or one.node != run[0].node):
            yield from _told(run)
            run = []
        run.append(one)
    yield from _told(run)


def _told(run: list[Diagnostic]) -> list[Diagnostic]:
    if len(run) <= _FEW or run[-1].line is None:
        return run
    words = counted(
        "{first} (One more like this follows, up to line {line}.)",
        "{first} ({count} more like this follow, up to line {line}.)",
        len(run) - 1,
        first=run[0].message,
        line=run[-1].line,
    )
    return [run[0]._replace(message=words)]


class LimitedDiagnostics:
    """Diagnostics of a file's record, up to a limit; beyond it they are only counted.

    Attributes:
        format: id of the format, the first part of their codes.
        found: the diagnostics up to the limit.
    """

    format: str

    def __init__(self, most: int) -> None:
        self.found: list[Diagnostic] = []
        self._most = most
        self._more = 0

    @property
    def count(self) -> int:
        """The number of diagnostics, including those beyond the limit."""
        return len(self.found) + self._more

    def add(
        self,
        severity: Severity,
        code: str,
        words: Message,
        node: int | None = None,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        """Add a diagnostic; beyond the limit it is only counted."""
        if len(self.found) >= self._most:
            self._more += 1
            return
        code = f"{self.format}.{code}"
        self.found.append(Diagnostic(severity, code, words, 0, node, offset, line, column))

    def _closed(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Diagnostics, followed by one that tells the number of those beyond the limit."""
        found = list(in_runs(found))
        if self._more:
            words = message("And {count} more.", count=self._more)
            found.append(Diagnostic(INFO, f"{self.format}.more", words))
        return found

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics, by their position in the file."""
        return self._closed(
            sorted(self.found, key=lambda one: (one.offset is None, one.offset or 0))
        )


# -------------------------------------------------------------------------- positions in the text

_RUN = 1 << 12  # characters of double bytes in a row that are kept together
STEP = 1 << 14  # characters between two cached positions


class TextPosition(NamedTuple):
    """A byte from 0, line and column from 1."""

    offset: int
    line: int
    column: int


class TextPositions:
    """The positions of a text's characters in its file, in any order.

    Each character is counted once; going backwards counts a few thousand again.
    """

    def __init__(
        self,
        text: str,
        codec: str,
        ahead: int = 0,
        encoder: Callable[[str, str], bytes] | None = None,
        marked: Sequence[tuple[int, int]] = (),
    ) -> None:
        """`ahead`: number of bytes of the file before the text.

        `encoder`: gives the bytes of a text in a codec. `marked`: parts of the text that it encodes
        together, each after a mark that isn't in the file.
        """
        self._encoder = encoder
        self._marked = marked
        self._text = text
        self._codec = codec
        self._last = (
            0,
            ahead,
            1,
            0,
        )  # a character, its byte, its line, the first character of the line
        self._known = [self._last]

    def of(self, at: int) -> TextPosition:
        """The position of the character with an index from 0; of the end for indices beyond it."""
        at = min(at, len(self._text))
        near = self._known[bisect_right(self._known, at, key=itemgetter(0)) - 1]
        if near[0] <= self._last[0] <= at:
            near = self._last
        while at - near[0] > STEP:
            step = self._whole(near[0] + STEP)
            if not near[0] < step <= at:
                break  # a long part that is encoded together
            near = self._after(near, step)
            if near[0] > self._known[-1][0]:
                self._known.append(near)
        self._last = near = self._after(near, at)
        marks = bisect_left(self._marked, (at, 0)) - bisect_left(self._marked, (near[3], 0))
        return TextPosition(near[1], near[2], at - near[3] + 1 - marks)

    def _whole(self, at: int) -> int:
        """The nearest index that separates nothing that is encoded together: not a character from the
        variation selector after it, not double bytes from those that they share switches with.
        """
        place = bisect_left(self._marked, (at, 0)) - 1
        if place >= 0 and at < self._marked[place][1]:
            return self._marked[place][0]
        if self._codec in SWITCHING:
            return next((at - far for far in range(_RUN) if self._text[at - far].isascii()), at)
        return at - 1 if self._text[at] == SELECTOR else at

    def _after(self, near: tuple[int, int, int, int], at: int) -> tuple[int, int, int, int]:
        """The position of a character, counted on from that of an earlier one."""
        was, offset, line, start = near
        between = self._text[was:at]
        lines = between.count("\n")
        if lines:
            start = was + between.rfind("\n") + 1
        return (
            at,
            offset + len((self._encoder or encode)(between, self._codec)),
            line + lines,
            start,
        )


def diagnostic_at(
    severity: Severity, code: str, words: Message, offset: int, node: int | None = None
) -> Diagnostic:
    """A diagnostic at an offset in the text, or the bytes, of one record (see `positioned`)."""
    return Diagnostic(severity, code, words, 0, node, offset)


def positioned(
    found: Iterable[Diagnostic], positions: TextPositions, start: int = 0, record: int = 0
) -> Iterator[Diagnostic]:
    """Diagnostics of a record whose text begins at a character, with their positions in the file.

    Yields them in the order of the text.
    """
    for one in sorted(found, key=lambda one: one.offset or 0):
        position = positions.of(start + (one.offset or 0))
        yield Diagnostic(one.severity, one.code, one.message, record, one.node, *position)
