"""What the window keeps between runs: settings and recent files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QStandardPaths

from viewer.base.files import SYSTEM
from viewer.base.kept_json import ASIDE, kept_json, says_all
from viewer.base.messages import Message, message
from viewer.base.resources import is_resource
from viewer.base.settings import RECENT, Settings
from viewer.base.system_errors import error_at

Stamp = tuple[int, int, int] | None
T = TypeVar("T")


class Store:
    """Settings and recent files, in the user's own folders.

    Nothing here may keep the window from opening: unreadable files are reported and left alone. One that was
    damaged, or says what only another version understands, is set aside before it is written again.

    Attributes:
        settings: the settings in force.
        problems: sentences about what couldn't be read.
        tell: takes a sentence about a file that was set aside.
        journals: the folder of journals, "" for the usual one.
        libraries: the folder of libraries, "" for the usual one.
        state: folder of what is kept of one run for the next.
        analyses: that within it for analyses of whole games that aren't finished.
    """

    def __init__(self, folder: str | None = None) -> None:
        """`folder` replaces the user's folders (tests)."""
        places = QStandardPaths.StandardLocation
        self._folder = folder or _own_folder(places.GenericConfigLocation)
        self.journals = os.path.join(folder, "journals") if folder else ""
        self.libraries = os.path.join(folder, "library") if folder else ""
        self.state = folder or _own_folder(places.GenericStateLocation)
        self.analyses = os.path.join(self.state, "analyses")
        self.problems: list[Message] = []
        self.tell: Callable[[Message], object] = self.problems.append
        self._misread: dict[str, Stamp] = {}  # files with more than was understood, as they were
        self._seen = self._stamp("settings.json")
        self.settings = Settings(self.kept_text("settings.json"))
        path = os.path.join(self._folder, "settings.json")
        for one in self.settings.problems:
            self.problems.append(message("{path}: {why}", path=path, why=one))
        self._kept_values = dict(self.settings.values)
        self._opened: list[str] = []  # since the list was kept, the last one last
        self._known: tuple[Stamp, list[str]] = None, []  # the list as it was kept when it was read

    def kept_text(self, name: str) -> str:
        """The text of a file of the user's folder, "" if there is none, or it can't be read."""
        path = os.path.join(self._folder, name)
        try:
            with open(SYSTEM.open_read(path), encoding="utf-8") as file:  # no pipe: it would hang
                return file.read()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            self._misread[name] = self._stamp(name)
            why = error_at(path, error)
            self.problems.append(message("The settings can't be read: {why}", why=why))
            return ""

    def kept(self, name: str, read: Callable[[str], T], text: Callable[[T], str]) -> T:
        """What a file of the user's folder says, as `read` understands it; `text` writes that again.

        `read` takes any text, "" where there is no file.
        """
        older = self.kept_text(name)
        found = read(older)
        if not says_all(text(found), older):
            self._misread[name] = self._stamp(name)
        return found

    @property
    def recent(self) -> list[str]:
        """Paths of the recent files, the latest first."""
        paths = [*reversed(self._opened), *self._kept_recent()]
        return list(dict.fromkeys(paths))[:RECENT]

    def _kept_recent(self) -> list[str]:
        stamp = self._stamp("recent.json")
        if stamp != self._known[0]:
            self._known = stamp, self._read_recent()
        return self._known[1]

    def _read_recent(self) -> list[str]:
        return self.kept("recent.json", _paths, json.dumps)

    def opened(self, path: str) -> None:
        """Add a file or folder to the recent ones, unless it is a sample; `save` keeps it."""
        if not is_resource(os.path.realpath(path)):
            self._opened.append(os.path.abspath(path))

    def forget(self, *paths: str) -> bool:
        """Remove files from the recent ones, all if none is named; returns whether any was removed."""
        recent = self.recent
        gone = [os.path.abspath(path) for path in paths] or recent
        left = [path for path in recent if path not in gone]
        if left == recent:
            return False
        self._opened.clear()
        return self._write_recent(left)

    def save(self) -> None:
        """Keep what changed."""
        if self._opened and self._write_recent(self.recent):
            self._opened.clear()
        mine = self._unsaved()
        if not mine:
            return
        # Another window may have set something else meanwhile: that stays.
        there = self.kept("settings.json", Settings, Settings.text)
        kept = self.settings if there.problems else there
        kept.take({**kept.values, **mine})
        if self.keep_text("settings.json", kept.text()):
            self._kept_values = dict(self.settings.values)

    def _write_recent(self, paths: list[str]) -> bool:
        # In ASCII: names of files may have bytes that are no text.
        return self.keep_text("recent.json", json.dumps(paths, indent=1))

    def refresh(self) -> bool:
        """Load what another window has saved since; returns whether anything changed."""
        stamp = self._stamp("settings.json")
        if stamp == self._seen:
            return False
        self._seen = stamp
        there = Settings(self.kept_text("settings.json"))
        if there.problems:
            return False  # it is being written, or was damaged: what is in force stays
        before, mine = dict(self.settings.values), self._unsaved()
        self._kept_values = dict(there.values)
        self.settings.take({**there.values, **mine})
        return before != self.settings.values

    def _unsaved(self) -> dict[str, object]:
        """Values set here since the last load or save."""
        known = self._kept_values
        return {
            name: value
            for name, value in self.settings.values.items()
            if name not in known or known[name] != value
        }

    def _stamp(self, name: str) -> Stamp:
        """The stamp of a file, None if there is none."""
        try:
            found = os.stat(os.path.join(self._folder, name))
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def keep_text(self, name: str, text: str) -> bool:
        """Write such a file; returns whether it could be written."""
        try:
            os.makedirs(self._folder, exist_ok=True)
        except OSError:
            return False
        from PySide6.QtCore import QSaveFile  # deferred

        file = QSaveFile(os.path.join(self._folder, name))
        if not file.open(QSaveFile.OpenModeFlag.WriteOnly):
            return False
        file.write(text.encode("utf-8", "replace"))
        return self._set_aside(name) and file.commit()

    def _set_aside(self, name: str) -> bool:
        """Move a file that wasn't understood out of the way; returns whether nothing is in the way."""
        stamp = self._misread.pop(name, None)
        if stamp is None or stamp != self._stamp(name):
            return True
        path = os.path.join(self._folder, name)
        try:
            os.replace(path, path + ASIDE)
        except OSError:
            self._misread[name] = stamp
            return False
        self.tell(
            message(
                "{path} was damaged, or another version of Qipu wrote it. As it was, it is kept as {aside}.",
                path=path,
                aside=path + ASIDE,
            )
        )
        return True


def _paths(text: str) -> list[str]:
    found = kept_json(text)
    return [path for path in found if isinstance(path, str)] if isinstance(found, list) else []


def _own_folder(place: QStandardPaths.StandardLocation) -> str:
    return os.path.join(QStandardPaths.writableLocation(place), "qipu")
