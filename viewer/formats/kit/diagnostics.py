"""Diagnostics, collected while a file is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viewer.base.messages import Message, counted, message
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
