"""What a file has that is odd: with the line's number and its text."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.tree.diagnostic import Diagnostic, Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
_SHOWN = 60  # characters of a line


class KifDiagnostics:
    """Diagnostics, up to a limit of them.

    `starts` is the offset of each line, worked out when it is first asked.
    """

    def __init__(self, lines: list[bytes], shift: int, most: int) -> None:
        self._lines = lines
        self._shift = shift
        self._most = most
        self._starts: list[int] | None = None
        self._more = 0
        self.found: list[Diagnostic] = []

    @property
    def count(self) -> int:
        """How many there are, with those beyond the limit."""
        return len(self.found) + self._more

    def add(
        self,
        severity: Severity,
        code: str,
        words: Message,
        line: int | None = None,
        node: int | None = None,
        column: int = 1,
    ) -> None:
        """Add one about a line (counted from 0); beyond the limit it is only counted."""
        if len(self.found) >= self._most:
            self._more += 1
            return
        offset = None
        if line is not None:
            offset = self._start(line)
            line += 1
        self.found.append(
            Diagnostic(
                severity,
                f"kif.{code}",
                words,
                0,
                node,
                offset,
                line,
                None if line is None else column,
            )
        )

    def about(
        self, severity: Severity, code: str, words: Message, text: str, line: int, node: int | None
    ) -> None:
        """Add one that ends with the text of its line."""
        if len(self.found) >= self._most:
            self._more += 1
            return
        said = message("{what} The line: {text}", what=words, text=shown(text))
        self.add(severity, code, said, line, node, 1 + len(text) - len(text.lstrip(" \t\u3000")))

    def end(self) -> list[Diagnostic]:
        """All of them."""
        if self._more:
            words = message("And {count} more.", count=self._more)
            self.found.append(Diagnostic(INFO, "kif.more", words))
        return self.found

    def _start(self, line: int) -> int:
        if self._starts is None:
            at = self._shift
            self._starts = starts = []
            for one in self._lines:
                starts.append(at)
                at += len(one)
        return self._starts[line] if line < len(self._starts) else self._shift


def shown(text: str) -> str:
    """A line as it is shown: without blanks around it, and not all of a long one."""
    plain = "".join([sign if sign.isprintable() else "\ufffd" for sign in text[:200].strip()])
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"
