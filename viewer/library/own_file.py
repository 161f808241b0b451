"""A short file of JSON in the folder of all libraries, which windows and commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.kept_json import ASIDE, kept_json, says_all
from viewer.base.line_files import lines_of

_LARGEST = 1 << 22  # bytes of the file


class OwnFile:
    """A file that is read again before each change.

    Attributes:
        path: where it is.
        problem: why it can't be read, None if it can, or isn't there. Then it isn't written either: what it
            says would be lost.
        damaged: whether not all of it is understood.
        set_aside: where a file that isn't understood whole was put before another took its place; "" if none
            was.
    """

    def __init__(self, path: str, files: FileSystem = SYSTEM) -> None:
        self.path = path
        self.problem: OSError | None = None
        self._files = files
        self.damaged = False
        self.set_aside = ""

    def read(self, take: Callable[[Any], str]) -> None:
        """Hand over what the file says, None for nothing; `take` returns that as text again."""
        older, self.problem = "", None
        try:
            data = b"\n".join(lines_of(self._files, self.path))
            older = data[:_LARGEST].decode("utf-8", "replace")
        except OSError as error:
            self.problem = error
        self.damaged = not says_all(take(kept_json(older)), older)

    def write(self, text: str) -> None:
        """Write another text. Raises OSError."""
        if self.problem is not None:
            raise self.problem
        files = self._files
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        fd, path = files.create_beside(self.path)
        try:
            files.write(fd, text.encode())
            files.sync(fd)
        finally:
            files.close(fd)
        if self.damaged:
            aside = self.path + ASIDE
            files.replace(self.path, aside)
            self.set_aside = aside
        files.replace(path, self.path)
