"""What the window keeps between two runs: settings, and the files opened last."""

from __future__ import annotations

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
        problems: sentences about what couldn't be read.
    """

    def __init__(self, folder: str | None = None) -> None:
        """`folder` replaces the user's configuration folder (tests)."""
        place = QStandardPaths.StandardLocation.GenericConfigLocation
        self._folder = folder or os.path.join(QStandardPaths.writableLocation(place), "qipu")
        self.problems: list[Message] = []
        self.settings = Settings(self._read("settings.json"))
        self.problems += self.settings.problems
        self._kept_values = dict(self.settings.values)
        self._opened: list[str] = []  # since the list was kept, the last one last

    def _read(self, name: str) -> str:
        try:
            with open(os.path.join(self._folder, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            self.problems.append(message("The settings can't be read: {why}", why=str(error)))
            return ""

    @property
    def recent(self) -> list[str]:
        """Paths of the files opened last, the last one first."""
        paths = [*reversed(self._opened), *self._kept_recent()]
        return list(dict.fromkeys(paths))[:_RECENT]

    def _kept_recent(self) -> list[str]:
        text = self._read("recent.json")
        if not text:
            return []
        import json  # here: opening a file needs none

        try:
            found = json.loads(text)
        except ValueError:
            return []  # a list of convenience: it fills again
        return [path for path in found if isinstance(path, str)] if isinstance(found, list) else []

    def opened(self, path: str) -> None:
        """Remember a file as the one opened last; `save` keeps it."""
        self._opened.append(os.path.abspath(path))

    def save(self) -> None:
        """Keep what changed."""
        if self._opened:
            import json

            text = json.dumps(self.recent, ensure_ascii=False, indent=1)
            if self._write("recent.json", text):
                self._opened.clear()
        values = dict(self.settings.values)
        if values != self._kept_values and self._write("settings.json", self.settings.text()):
            self._kept_values = values

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
