"""The differences between two collections as rows; their words are made when they are seen."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from viewer.base.catalogs import tr
from viewer.base.text import readable
from viewer.document.comparing.comparison import Comparison, DifferenceWords
from viewer.document.comparing.difference import Difference
from viewer.ui.models import NOWHERE, Index


class DifferenceModel(QAbstractListModel):
    """The differences of a comparison, without those that were put aside.

    Attributes:
        comparison: what is shown, None before the first is made.
        rows: the differences that are shown.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self.rows: list[Difference] = []
        self._words: DifferenceWords | None = None
        self._known: dict[int, str] = {}
        self._aside: set[tuple[object, ...]] = set()

    def show(self, comparison: Comparison) -> None:
        """Show another comparison of the same two; what was put aside stays so."""
        self.beginResetModel()
        self.comparison = comparison
        self._words = DifferenceWords(comparison)
        self._fill()
        self.endResetModel()

    def put_aside(self, rows: Iterable[int]) -> None:
        """Show some rows no more: mine is right there."""
        self.beginResetModel()
        self._aside.update(_identity(self.rows[row]) for row in list(rows))
        self._fill()
        self.endResetModel()

    def _fill(self) -> None:
        self._known.clear()
        found = () if self.comparison is None else self.comparison.differences
        self.rows = [one for one in found if _identity(one) not in self._aside]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        row = index.row()
        if row not in self._known and self._words is not None:
            self._known[row] = readable(tr(self._words.of(self.rows[row])))
        return self._known.get(row, "")


def _identity(one: Difference) -> tuple[object, ...]:
    """What is the same for a difference after others were taken over: its place in theirs, and its values."""
    return one.kind, one.facet, one.theirs, one.other, one.node, one.before, one.after
