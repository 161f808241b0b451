"""A short file of JSON in the folder of all libraries, which windows and commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.kept_json import ASIDE, kept_json, says_all

_LARGEST = 1 << 22  # bytes of the file


class OwnFile:
    """A file that is read again before each change.

    Attributes:
        set_aside: where a file that isn't understood whole was put before another took its place; "" if none
            was.
    """

    def __init__(self, path: str, files: FileSystem = SYSTEM) -> None:
        self._path = path
        self._files = files
        self._misread = False
        self.set_aside = ""

    def read(self, take: Callable[[Any], str]) -> None:
        """Hand over what the file says, None for nothing; `take` returns that as text again."""
        older = ""
        with suppress(OSError), open(self._path, "rb") as file:
            older = file.read(_LARGEST).decode("utf-8", "replace")
        self._misread = not says_all(take(kept_json(older)), older)

    def write(self, text: str) -> None:
        """Write another text. Raises OSError."""
        files = self._files
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        fd, path = files.create_beside(self._path)
        try:
            files.write(fd, text.encode())
            files.sync(fd)
        finally:
            files.close(fd)
        if self._misread:
            aside = self._path + ASIDE
            files.replace(self._path, aside)
            self.set_aside = aside
        files.replace(path, self._path)
