"""What the window keeps between two runs: settings, and the files opened last."""

from __future__ import annotations

import json
import os

from PySide6.QtCore import QStandardPaths

from viewer.base.messages import Message, message
from viewer.base.settings import Settings

_RECENT = 12


class Store:
    """Settings and recent files, in the user's own folders.

    Nothing here may keep the window from opening: what can't be read is told and left as it is.

    Attributes:
        settings: the settings in force.
        recent: paths, the last opened first.
        problems: sentences about what couldn't be read.
    """

    def __init__(self, folder: str | None = None) -> None:
        """`folder` replaces the user's configuration folder (tests)."""
        place = QStandardPaths.StandardLocation.GenericConfigLocation
        self._folder = folder or os.path.join(QStandardPaths.writableLocation(place), "qipu")
        self.problems: list[Message] = []
        self.settings = Settings(self._read("settings.json"))
        self.problems += self.settings.problems
        self.recent: list[str] = self._read_recent()
        self._recent_changed = False
        self._saved = self.settings.text()

    def _read(self, name: str) -> str:
        try:
            with open(os.path.join(self._folder, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            self.problems.append(message("The settings can't be read: {why}", why=str(error)))
            return ""

    def _read_recent(self) -> list[str]:
        try:
            found = json.loads(self._read("recent.json") or "[]")
        except ValueError:
            return []  # a list of convenience: it fills again
        if not isinstance(found, list):
            return []
        return [path for path in found if isinstance(path, str)][:_RECENT]

    def opened(self, path: str) -> None:
        """Remember a file as the one opened last; `save` keeps it."""
        path = os.path.abspath(path)
        self.recent = [path, *(kept for kept in self.recent if kept != path)][:_RECENT]
        self._recent_changed = True

    def save(self) -> None:
        """Keep what changed."""
        if self._recent_changed:
            text = json.dumps(self.recent, ensure_ascii=False, indent=1)
            self._recent_changed = not self._write("recent.json", text)
        text = self.settings.text()
        if text != self._saved and self._write("settings.json", text):
            self._saved = text

    def _write(self, name: str, text: str) -> bool:
        try:
            os.makedirs(self._folder, exist_ok=True)
        except OSError:
            return False
        from PySide6.QtCore import QSaveFile

        file = QSaveFile(os.path.join(self._folder, name))
        if not file.open(QSaveFile.OpenModeFlag.WriteOnly):
            return False
        file.write(text.encode("utf-8", "replace"))
        return file.commit()
