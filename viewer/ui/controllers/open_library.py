"""Libraries of what is open: made at once, in a temporary folder, and gone with the window."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence

from viewer.library.face import Library, named
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import shown_name


class OpenLibraries:
    """The libraries.

    Attributes:
        home: the folder that has them, "" while there are none.
    """

    def __init__(self) -> None:
        self.home = ""
        self._names: dict[str, Sequence[str]] = {}

    def of(self, session: RecordSession) -> Library | None:
        """The library of the file or folder that a session shows; None where it is none.

        Raises OSError where there can be no temporary folder.
        """
        path, folder = session.document.path, session.folder
        if path is None:
            return None
        sources = (path,) if folder is None or not folder.roots else folder.roots
        if not self.home:
            self.home = tempfile.mkdtemp(prefix="qipu-")
        title = first = shown_name(os.path.basename(sources[0].rstrip(os.sep))) or sources[0]
        at = 1
        while self._names.get(title, sources) != sources:
            at += 1
            title = f"{first} {at}"
        self._names[title] = sources
        return named(title, sources, self.home)

    def has(self, library: Library) -> bool:
        """Whether a library is one of them."""
        return bool(self.home) and os.path.dirname(library.folder) == self.home

    def close(self) -> None:
        """Delete them."""
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)
            self.home = ""
