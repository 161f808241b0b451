"""Opening the hit of a row that isn't there yet."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viewer.ui.library.library_search import LibrarySearch

_NONE = -1


class RowOpening(QObject):
    """Opens the hit of a row, as soon as it is there: while a search is under way, its first one.

    Signals:
        opened: the hit is there: (PlacedHit).
    """

    opened = Signal(object)

    def __init__(self, found: LibrarySearch, parent: QObject) -> None:
        super().__init__(parent)
        self._found = found
        self._row = _NONE  # whose hit is awaited
        found.turned.connect(self._look)

    def open(self, row: int) -> None:
        """Open the hit of a row, -1 for none."""
        found = self._found
        self._row = 0 if found.searching else row
        if not found.searching:
            found.hit(row)  # has it fetched
            self._look()

    def cancel(self) -> None:
        """Open nothing: the user goes on with something else."""
        self._row = _NONE

    def _look(self) -> None:
        found, row = self._found, self._row
        if row == _NONE or found.searching:
            return
        if row >= found.total or found.current_row not in (_NONE, row):
            self.cancel()
        elif found.known(row):
            self.cancel()
            hit = found.hit(row)  # None: gone from its library
            if hit is not None:
                self.opened.emit(hit)
