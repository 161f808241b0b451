"""Diagnostics of a file, with the line's number and text."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.formats.kit.diagnostics import LimitedDiagnostics
from viewer.tree.diagnostic import Diagnostic, Severity

_SHOWN = 60  # characters of a line
_BLANKS = "\t\u3000"  # what stands in a line like 同　歩(25) is text


class KifDiagnostics(LimitedDiagnostics):
    """Diagnostics of a file's lines."""

    format = "kif"

    def __init__(self, lines: list[bytes], shift: int, most: int) -> None:
        """`shift`: number of bytes before the first line."""
        super().__init__(most)
        self._lines = lines
        self._shift = shift
        self._starts: list[int] | None = None  # of each line

    def at_line(
        self,
        severity: Severity,
        code: str,
        words: Message,
        line: int | None,
        node: int | None = None,
        column: int = 1,
        within: int = 0,
    ) -> None:
        """Add a diagnostic for a line, counted from 0, `within` bytes behind its start; None: for no line."""
        if line is None:
            self.add(severity, code, words, node)
            return
        self.add(severity, code, words, node, self._start(line) + within, line + 1, column)

    def about(
        self, severity: Severity, code: str, words: Message, text: str, line: int, node: int | None
    ) -> None:
        """Add a diagnostic that ends with the text of its line."""
        if len(self.found) >= self._most:
            self._more += 1
            return
        said = message("{what} The line: {text}", what=words, text=shown(text))
        self.at_line(
            severity, code, said, line, node, 1 + len(text) - len(text.lstrip(" \t\u3000"))
        )

    def end(self) -> list[Diagnostic]:
        """All diagnostics."""
        return self._closed(self.found)

    def _start(self, line: int) -> int:
        if self._starts is None:
            at = self._shift
            self._starts = starts = []
            for one in self._lines:
                starts.append(at)
                at += len(one)
        return self._starts[line] if line < len(self._starts) else self._shift


def shown(text: str) -> str:
    """A line for display: stripped, and truncated if long."""
    signs = [sign if sign.isprintable() or sign in _BLANKS else "\ufffd" for sign in text[:200]]
    plain = "".join(signs).strip()
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"
