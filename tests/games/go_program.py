"""GNU Go over GTP, to be asked what it says of a position."""

from __future__ import annotations

import subprocess
from types import TracebackType

from needs import found

GNUGO = found("gnugo")


class GnuGo:
    """A running GNU Go. Raises AssertionError where it refuses a command."""

    def __init__(self, *options: str) -> None:
        assert GNUGO is not None
        self._process = subprocess.Popen(
            [GNUGO, "--mode", "gtp", "--level", "1", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, command: str) -> str:
        """Its answer, without the sign that all is well."""
        source, sink = self._process.stdin, self._process.stdout
        assert source is not None
        assert sink is not None
        source.write(command + "\n")
        source.flush()
        lines: list[str] = []
        while (line := sink.readline()) != "\n":
            assert line, f"GNU Go ended at {command}"
            lines.append(line.rstrip())
        text = "\n".join(lines)
        assert text.startswith("="), (command, text)
        return text[1:].strip()

    def __enter__(self) -> GnuGo:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.stdin and self._process.stdin.close()
        if self._process.stdout:
            self._process.stdout.close()
        self._process.wait()
