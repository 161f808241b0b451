"""Searches kept with the libraries: saved ones by name, and the last ones."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.kept_json import ASIDE, kept_json, says_all
from viewer.base.messages import message
from viewer.base.system_errors import error_words
from viewer.library.face import home
from viewer.library.failures import LibraryFailed
from viewer.library.searches import Search, read_search

NAME = "searches.json"
_LAST = 12
_LARGEST = 1 << 22  # bytes of the file


class SavedSearches:
    """The searches in the folder of all libraries; read again before each change, since windows share them.

    Attributes:
        saved: by name, in the order of names.
        last: those that were made last, the latest first.
        set_aside: where a file that isn't understood whole was put before another took its place; "" if none
            was.
    """

    def __init__(self, folder: str = "", files: FileSystem = SYSTEM) -> None:
        """`folder`: the home of libraries, "" for the user's own. What can't be read isn't there."""
        self._folder = folder or home()
        self._files = files
        self.saved: dict[str, Search] = {}
        self.last: list[Search] = []
        self.set_aside = ""
        self._misread = False
        self.read()

    def read(self) -> None:
        """Read them anew."""
        older = ""
        with suppress(OSError), open(os.path.join(self._folder, NAME), "rb") as file:
            older = file.read(_LARGEST).decode("utf-8", "replace")
        data = kept_json(older)
        data = data if isinstance(data, dict) else {}
        named = data.get("saved")
        found = {
            name: search
            for name, one in (named.items() if isinstance(named, dict) else ())
            if isinstance(name, str) and (search := read_search(one)) is not None
        }
        self.saved = dict(sorted(found.items(), key=lambda pair: pair[0].casefold()))
        last = data.get("last")
        some = [read_search(one) for one in (last if isinstance(last, list) else ())]
        self.last = [one for one in some if one is not None and one][:_LAST]
        self._misread = not says_all(self._text(), older)

    def save(self, name: str, search: Search) -> None:
        """Save a search by a name, in place of another of that name. Raises LibraryFailed."""
        self.read()
        self.saved[name] = search
        self._write()

    def forget(self, name: str) -> None:
        """Forget a saved search. Raises LibraryFailed."""
        self.read()
        self.saved.pop(name, None)
        self._write()

    def made(self, search: Search) -> None:
        """Remember that a search was made. Raises LibraryFailed."""
        if not search or (self.last and self.last[0] == search):
            return
        self.read()
        self.last = [search, *(one for one in self.last if one != search)][:_LAST]
        self._write()

    def _text(self) -> str:
        said: Mapping[str, Any] = {
            "saved": {name: dict(search.values) for name, search in self.saved.items()},
            "last": [dict(search.values) for search in self.last],
        }
        return json.dumps(said, indent=1)

    def _write(self) -> None:
        files = self._files
        try:
            os.makedirs(self._folder, exist_ok=True)
            target = os.path.join(self._folder, NAME)
            fd, path = files.create_beside(target)
            try:
                files.write(fd, self._text().encode())
                files.sync(fd)
            finally:
                files.close(fd)
            if self._misread:
                aside = target + ASIDE
                files.replace(target, aside)
                self.set_aside = aside
            files.replace(path, target)
        except OSError as error:
            why = error_words(error)
            raise LibraryFailed(
                message("The list of searches can't be written: {why}.", why=why)
            ) from error
        self.read()
