"""Diagnostics, collected while a file is read."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.tree.diagnostic import Diagnostic, Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


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
        if self._more:
            words = message("And {count} more.", count=self._more)
            found.append(Diagnostic(INFO, f"{self.format}.more", words))
        return found

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics, by their position in the file."""
        return self._closed(
            sorted(self.found, key=lambda one: (one.offset is None, one.offset or 0))
        )
