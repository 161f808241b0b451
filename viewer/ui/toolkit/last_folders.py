"""The folders where dialogs for files were left, each purpose with its own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from viewer.base.kept_json import kept_json

_FILE = "folders.json"


def _nothing(name: str) -> str:
    return ""


def _kept(name: str, text: str) -> bool:
    return True


class LastFolders:
    """The last folder of each purpose ("export", "engine"), kept for the next start."""

    def __init__(self) -> None:
        self._read: Callable[[str], str] = _nothing
        self._keep: Callable[[str, str], bool] = _kept
        self._known: dict[str, str] | None = None

    def use(self, read: Callable[[str], str], keep: Callable[[str, str], bool]) -> None:
        """Keep them by these functions: the text of a file of the user's folder, and writing it."""
        self._read, self._keep, self._known = read, keep, None

    def of(self, purpose: str) -> str:
        """The last folder of a purpose; "" if there is none, or it is gone."""
        folder = self._folders().get(purpose, "")
        return folder if folder and os.path.isdir(folder) else ""

    def left(self, purpose: str, folder: str) -> None:
        """A dialog was left in a folder."""
        folders = self._folders()
        if purpose and folders.get(purpose) != folder:
            folders[purpose] = folder
            self._keep(_FILE, json.dumps(folders, indent=1))

    def _folders(self) -> dict[str, str]:
        if self._known is None:
            said = kept_json(self._read(_FILE))
            pairs = said.items() if isinstance(said, dict) else ()
            self._known = {key: text for key, text in pairs if isinstance(text, str)}
        return self._known


LAST_FOLDERS = LastFolders()
"""Those of this process."""
