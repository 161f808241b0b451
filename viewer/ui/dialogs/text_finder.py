"""Finding words in the comments of the record that is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import counted, message
from viewer.base.mistakes import reason
from viewer.document.reading.finding import Hit, find
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import FindingFrame
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label

_ROWS = 14
_MOST = 300  # rows; more are found by typing more


class TextFinder(FindingFrame):
    """The places whose comments, titles or labels hold what is typed; Enter goes to the chosen one.

    With Ctrl, Enter goes there and the list stays. F3 finds the next one when it is closed.

    Attributes:
        list: the places.
    """

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = tr(message("Find in comments, titles and labels"))
        super().__init__(over, hint, hint)
        self._session = session
        self._count = 0
        self._job = JobRunner(self)
        self._job.result.connect(self._add)
        self._job.finished.connect(self._tell)
        self._job.failed.connect(self._tell_failed)
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Places found")))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _: self.do(False))
        self.column.addWidget(self.list)
        self._said = Label()
        self._said.setProperty("muted", True)
        self.column.addWidget(self._said)
        self._fit()

    def open_over(self, text: str = "") -> None:
        """Show it with what was looked for last."""
        super().open_over(text or self._session.sought)
        self.line.selectAll()

    def look_for(self, text: str) -> None:
        """Begin to find a text."""
        self._job.stop()
        self._count = 0
        self.list.clear()
        self._session.sought = text.strip()
        if self._session.sought:
            self._job.start(find(self._session.record, self._session.sought))
        else:
            self._tell()
        self._fit()

    def _add(self, hits: list[Hit]) -> None:
        session = self._session
        self._count += len(hits)
        for hit in hits[: max(0, _MOST - self.list.count())]:
            node = session.record.nodes.get(hit.node)
            if node is None:
                continue
            where = session.numbered(node) or tr(message("Start"))
            item = QListWidgetItem(f"{where}    {hit.excerpt}")
            item.setData(Qt.ItemDataRole.UserRole, hit.node)
            self.list.addItem(item)
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(0)
        self._fit()

    def _tell(self) -> None:
        """How many there are."""
        if not self._session.sought:
            self._said.setText(
                tr(message("F3 goes to the next place, Shift+F3 to the one before."))
            )
        elif self._count > self.list.count():
            words = message(
                "{count} places; the first {shown} are listed.",
                count=self._count,
                shown=self.list.count(),
            )
            self._said.setText(tr(words))
        elif self._count:
            self._said.setText(tr(counted("{count} place", "{count} places", self._count)))
        else:
            self._said.setText(tr(message("No comment of this game holds that.")))
        self._fit()

    def _tell_failed(self, error: Exception) -> None:
        self._said.setText(tr(message("The search broke off: {why}", why=reason(error))))
        self._fit()

    def _fit(self) -> None:
        rows = min(self.list.count(), _ROWS)
        self.list.setVisible(rows > 0)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

    def step(self, step: int) -> None:
        """Choose the next place, or the one before."""
        self.list.setCurrentRow((self.list.currentRow() + step) % max(1, self.list.count()))

    def do(self, stay: bool) -> None:
        """Go to the place that is chosen."""
        item = self.list.currentItem()
        id = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if not stay:
            self.go_away()
        if id is not None:
            self._session.go_to(id)

    def go_away(self) -> None:
        """Close, and look no further."""
        self._job.stop()
        super().go_away()
