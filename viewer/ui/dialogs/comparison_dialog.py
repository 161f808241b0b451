"""Differences between the open file and another: rows that lead to their nodes and can be adopted."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QListView,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import counted, message, sentences
from viewer.base.system_errors import error_words
from viewer.document.comparing.comparison import Comparison, comparing
from viewer.document.comparing.difference import REMOVED, Difference
from viewer.document.document import Document
from viewer.document.edits import Change, Edit, Location
from viewer.formats.format import Collection
from viewer.tree.node import Node
from viewer.ui.models.differences import DifferenceModel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, plain_button
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import Label, literal

_PAUSE = 300  # ms after an edit
_WIDTH, _HEIGHT = 480, 420
_GAP, _BELOW = 16, 110  # pixels from the window's right and upper edges


class _Rows(QListView):
    """The list; the first Down selects the first row, which Qt only makes current with the focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not self.selectedIndexes():
            alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self.model().index(0, 0), alone)
        else:
            super().keyPressEvent(event)


class ComparisonDialog(QDialog):
    """Compares the open document with another collection, and again after each edit; not modal.

    Attributes:
        model: the rows.
        take, keep, take_all: the buttons.
    """

    def __init__(
        self, session: RecordSession, name: str, theirs: Collection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._theirs = theirs
        self._name = name
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(literal(tr(message("Compare with {name}", name=name))))
        self.model = DifferenceModel(self)
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._show)
        self._runner.failed.connect(self._failed)
        self._waiting = False
        self._following = True  # whether the board shows the row that becomes current
        self._leading = False  # whether the next row is shown once it is known
        self._build()
        self._document.listeners.append(self._changed)
        self.compare()

    def _build(self) -> None:
        column = dialog_column(self)
        self.told = Label(tr(message("Comparing…")))
        self.told.setWordWrap(True)
        column.addWidget(self.told)
        self.list = _Rows()
        self.list.setModel(self.model)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)  # words cost time: they ask the rules
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(tr(message("Differences")))
        self.list.clicked.connect(self._lead)
        self.list.activated.connect(self._lead)
        self.list.selectionModel().selectionChanged.connect(self._show_buttons)
        self.list.selectionModel().selectionChanged.connect(self._follow)
        column.addWidget(self.list, 1)
        self.take = plain_button(message("Take theirs"), self._take)
        self.keep = plain_button(message("Keep mine"), self._keep)
        self.take_all = plain_button(message("Take all of theirs"), self._take_all)
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(self.take, self.keep, self.take_all, end=close))
        self.resize(_WIDTH, _HEIGHT)
        QShortcut(QKeySequence.StandardKey.Undo, self, self._session.undo)
        QShortcut(QKeySequence.StandardKey.Redo, self, self._session.redo)
        self._show_buttons()

    def showEvent(self, event: QShowEvent) -> None:
        """Open next to the board, over the panels."""
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is not None and not event.spontaneous():
            corner = parent.window().frameGeometry().topRight()
            self.move(max(0, corner.x() - self.width() - _GAP), corner.y() + _BELOW)

    # ------------------------------------------------------------------------------ comparing

    def compare(self) -> None:
        """Compare the current states of both."""
        self._waiting = False
        self._session.flush()
        self._runner.start(self._job())

    def _job(self) -> Iterator[JobStep[Comparison]]:
        for _ in self._theirs.indexing():
            yield JobStep(0, 0)
        yield from comparing(self._document.frozen(), self._theirs)

    def _changed(self, change: Change) -> None:
        """Discard the rows, which an edit of the document made obsolete."""
        if not self._waiting:
            self._waiting = True
            self._runner.stop()
            self._show_buttons()
            later(self, self.compare, _PAUSE)

    def _show(self, comparison: Comparison) -> None:
        row = self.list.currentIndex().row()
        self.model.show(comparison)
        self._tell()
        self._select(row)

    def _tell(self) -> None:
        count = len(self.model.rows)
        words = counted(
            "In {name}: one difference.", "In {name}: {count} differences.", count, name=self._name
        )
        said = [words] if count else [message("Nothing differs.")]
        gone = sum(one.kind == REMOVED for one in self.model.rows)
        if gone:
            said.append(
                counted(
                    "One of them is only in your file; it goes if you take all.",
                    "{count} of them are only in your file; they go if you take all.",
                    gone,
                )
            )
        self.told.setText(tr(sentences(said)))
        self._show_buttons()

    def _failed(self, error: Exception) -> None:
        why = error_words(error)
        self.told.setText(tr(message("The file can't be read: {why}.", why=why)))

    # --------------------------------------------------------------------------------- acting

    def _chosen(self) -> list[int]:
        return sorted(index.row() for index in self.list.selectionModel().selectedIndexes())

    def _show_buttons(self) -> None:
        usable = self.model.comparison is not None and not self._waiting
        chosen = usable and bool(self._chosen())
        self.take.setEnabled(chosen)
        self.keep.setEnabled(chosen)
        self.take_all.setEnabled(usable and bool(self.model.rows))

    def _lead(self, index: QModelIndex) -> None:
        """Go to the node of a row."""
        comparison = self.model.comparison
        if comparison is None or self._waiting or not index.isValid():
            return
        place = comparison.place(self.model.rows[index.row()])
        if place is not None:
            self._session.show(self._document.keys()[place[0]], place[1])

    def _follow(self, *_: object) -> None:
        """Go to the node of a row reached by the keys."""
        index = self.list.currentIndex()
        if (
            self._following
            and self.list.hasFocus()
            and self.list.selectionModel().isSelected(index)
        ):
            self._lead(index)

    def _select(self, row: int) -> None:
        """Select a row, or the last one; after a decision go to its node too."""
        index = self.model.index(min(row, len(self.model.rows) - 1), 0)
        if row >= 0 and index.isValid():
            alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self._following = False
            self.list.selectionModel().setCurrentIndex(index, alone)
            self._following = True
            if self._leading:
                self.list.setFocus()
                self._lead(index)
        self._leading = False

    def _take(self) -> None:
        self._take_over([self.model.rows[row] for row in self._chosen()])

    def _take_all(self) -> None:
        self._take_over(list(self.model.rows))

    def _take_over(self, chosen: list[Difference]) -> None:
        comparison = self.model.comparison
        if comparison is None or self._waiting:
            return

        def plan(document: Document, key: int, node: Node) -> Edit | None:
            return comparison.edit_for(document, chosen, Location(key, node.id))

        self._leading = True
        try:
            self._session.do(plan)
        except OSError as error:
            self._failed(error)

    def _keep(self) -> None:
        row = min(self._chosen(), default=0)
        self.model.put_aside(self._chosen())
        self._tell()
        self._leading = True
        self._select(row)

    def done(self, result: int) -> None:
        self._runner.stop()
        if self._changed in self._document.listeners:
            self._document.listeners.remove(self._changed)
        if self._theirs.source is not None:
            self._theirs.source.close()
        super().done(result)
