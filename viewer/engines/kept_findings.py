"""Findings of a review kept in a file, so that an analysis that was interrupted goes on where it was."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.tree.finding import Finding, pack_finding, unpack_finding

_HEAD = {"qipu": "analysis"}


class KeptFindings(dict[str, Finding]):
    """Findings by the questions that they answer, see `review.Reviewed`.

    Each that is added is written at once, as a line of JSON; a last line that was cut is left out.

    Attributes:
        path: of the file, which is made with the first finding.
        done: names of what was finished before.
    """

    def __init__(self, path: str) -> None:
        """Take what is in the file, if there is one.

        Raises Refused if it is another kind of file, OSError if it can't be read.
        """
        super().__init__()
        self.path = path
        self.done: set[str] = set()
        self._file: Any = None
        with suppress(FileNotFoundError), open(path, encoding="utf-8", errors="replace") as file:
            if _read(file.readline()) != _HEAD:
                raise Refused(message("{path} is there, and is no unfinished analysis.", path=path))
            for line in file:
                self._take(_read(line))

    def _take(self, said: object) -> None:
        with suppress(ValueError):
            match said:
                case {"question": str(question), "lines": lines}:
                    super().__setitem__(question, unpack_finding(lines))
                case {"done": str(name)}:
                    self.done.add(name)

    def __setitem__(self, question: str, finding: Finding) -> None:
        super().__setitem__(question, finding)
        self._write({"question": question, "lines": pack_finding(finding)})

    def finish(self, name: str) -> None:
        """Keep that something is finished."""
        self.done.add(name)
        self._write({"done": name})

    def _write(self, said: dict[str, object]) -> None:
        if self._file is None:
            new = not os.path.exists(self.path)
            self._file = open(self.path, "a", encoding="utf-8")  # noqa: SIM115  # open until `close`
            # A line that was cut ends here.
            self._file.write(json.dumps(_HEAD) + "\n" if new else "\n")
        self._file.write(json.dumps(said) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def discard(self) -> None:
        """Delete the file: everything is done."""
        self.close()
        with suppress(FileNotFoundError):
            os.remove(self.path)


def _read(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None
