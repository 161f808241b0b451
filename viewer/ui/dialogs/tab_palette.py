"""The open files, to turn to one of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.session.titles import shown_name
from viewer.ui.toolkit.finding_list import FindingList, FoundRow

_FOLDER = 180  # pixels of width that the folder of a file takes at most


class TabPalette(FindingList):
    """Open files as rows, filtered by any part of their names; Enter turns to the selected one."""

    def __init__(
        self,
        over: QWidget,
        tabs: Sequence[tuple[str, str]],
        front: int,
        turn: Callable[[int], object],
    ) -> None:
        """`tabs`: name and path of each; `front`: the index of the one that is shown."""
        name = tr(message("Go to an open file"))
        super().__init__(over, name, name, tr(message("Open files")))
        self._tabs, self._front, self._turn = tabs, front, turn
        self.look_for("")

    def found(self, text: str) -> Iterator[FoundRow]:
        parts, left = text.lower().split(), Qt.TextElideMode.ElideLeft
        fitting = [
            (index, name, path)
            for index, (name, path) in enumerate(self._tabs)
            if all(part in name.lower() for part in parts)
        ]
        for index, name, path in fitting:
            folder = self.fontMetrics().elidedText(shown_name(os.path.dirname(path)), left, _FOLDER)
            yield FoundRow(name, partial(self._turn, index), folder, holds=index == self._front)
        if not fitting:
            yield FoundRow(tr(message("No open file has that name.")))
