"""What the bar offers to complete what is typed: phrases, names of the libraries, saved searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.ui.models import NOWHERE
from viewer.ui.toolkit.announcing import announce

_ROWS = 12
_HEIGHT = 26
_NOTHING: Mapping[str, Value] = {}


class SearchOffer(NamedTuple):
    """A row.

    Attributes:
        words: what it says.
        more: muted, behind it: what kind of thing it is, how many games have it.
        values: the conditions that it adds.
        text: what it puts into the line instead; "" if it adds conditions.
        whole: whether its conditions replace all others: a saved search.
    """

    words: str
    more: str = ""
    values: Mapping[str, Value] = _NOTHING
    text: str = ""
    whole: bool = False


class OfferList(QTreeWidget):
    """The list below the bar. It never has the focus: the line does.

    Signals:
        taken: an offer was taken.
    """

    taken = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("offers")
        self.offers: list[SearchOffer] = []
        self.setAccessibleName(tr(message("Completions")))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(lambda _: self.take())
        self.hide()

    def show_offers(self, offers: Sequence[SearchOffer], box: QRect) -> None:
        """Show offers below a box of the parent; none hide the list."""
        self.offers = list(offers)
        self.clear()
        for one in self.offers:
            item = QTreeWidgetItem([one.words, one.more])
            item.setForeground(1, self.palette().placeholderText())
            self.addTopLevelItem(item)
        if not self.offers:
            self.hide()
            return
        high = max(_HEIGHT, self.sizeHintForRow(0))
        self.setGeometry(
            box.left(), box.bottom() + 4, box.width(), min(len(self.offers), _ROWS) * high + 10
        )
        self.show()
        self.raise_()

    def step(self, step: int) -> None:
        """Select the next row, or the one before; before the first one none is."""
        self.choose(min(self._row() + step, len(self.offers) - 1))

    def choose(self, row: int) -> None:
        """Select a row, -1 for none."""
        item = self.topLevelItem(row)
        if item is None:
            self.clearSelection()
            self.setCurrentIndex(NOWHERE)
        else:
            self.setCurrentItem(item)
            one = self.offers[row]  # the line keeps the focus
            announce(self, ", ".join(part for part in (one.words, one.more) if part))

    def _row(self) -> int:
        item = self.currentItem()
        return -1 if item is None or self.isHidden() else self.indexOfTopLevelItem(item)

    @property
    def chosen(self) -> SearchOffer | None:
        """The selected offer, None for none."""
        row = self._row()
        return self.offers[row] if row >= 0 else None

    def take(self) -> bool:
        """Take the selected offer; returns whether there is one."""
        chosen = self.chosen
        if chosen is None:
            return False
        self.hide()
        self.taken.emit(chosen)
        return True
