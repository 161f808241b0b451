"""The form of a library: its name, its folders and files."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message, readable
from viewer.ui.session.record_kinds import record_kinds
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.plain import Label

_WIDE = 520


class SourcesDialog(QDialog):
    """Asks for the name of a library and for its folders and files.

    Signals:
        asked: (name, sources).
    """

    asked = Signal(str, list)

    def __init__(
        self,
        title: Message,
        parent: QWidget | None = None,
        *,
        name: str = "",
        sources: Sequence[str] = (),
        taken: Collection[str] = (),
        place: str = "",
    ) -> None:
        """`name`: of a library that is there, "" for a new one; `taken`: names that it can't have; `place`:
        the folder in which one begins to choose.
        """
        super().__init__(parent)
        self.setWindowTitle(tr(title))
        self._taken = {one.casefold() for one in taken}
        self._place = place
        self._fixed = bool(name)
        self.sources: list[str] = list(sources)
        self.name = QLineEdit(name)
        self.name.setReadOnly(self._fixed)
        self.name.setEnabled(not self._fixed)
        self.name.setAccessibleName(tr(message("Name of the library")))
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Folders and files of the library")))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setMinimumHeight(140)
        self.fault = Label(look="bad", wraps=True)
        self.fault.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        words = message(
            "Records are found in these folders, in the folders below them, and in these files."
        )
        column.addWidget(Label(tr(words), look="muted", wraps=True))
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        self.adding = self._button(message("Add a folder…"), self._add_folder)
        row.addWidget(self.adding)
        row.addWidget(self._button(message("Add files…"), self._add_files))
        self._remove = self._button(message("Take out"), self._take_out)
        QShortcut(QKeySequence("Del"), self.list, self._take_out)
        row.addWidget(self._remove)
        row.addStretch(1)
        column.addLayout(row)
        line = QHBoxLayout()
        label = Label(tr(message("Name")))
        label.setBuddy(self.name)
        line.addWidget(label)
        line.addWidget(self.name, 1)
        column.addLayout(line)
        column.addWidget(self.fault)
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        self.accepting = buttons.addButton(
            tr(message("Build")), QDialogButtonBox.ButtonRole.AcceptRole
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.accepting.setDefault(True)
        self.resize(_WIDE, self.sizeHint().height())
        self._show()
        self.adding.setFocus()

    def _button(self, words: Message, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(tr(words))
        button.clicked.connect(lambda _=False: act())
        return button

    def add(self, paths: Sequence[str]) -> None:
        """Add folders and files; the first one names a library without a name."""
        for path in map(os.path.abspath, paths):
            if path not in self.sources:
                self.sources.append(path)
        if self.sources and not self.name.text():
            self.name.setText(readable(os.path.basename(self.sources[0]) or self.sources[0]))
        self._show()

    def _add_folder(self) -> None:
        title = tr(message("A folder of the library"))
        path = FileDialog.folder(self, title, self._place, purpose="library")
        if path:
            self.add([path])
            self.accepting.setFocus()  # Enter goes on

    def _add_files(self) -> None:
        title = tr(message("Files of the library"))
        paths = FileDialog.open_files(self, title, self._place, record_kinds(), purpose="library")
        if paths:
            self.add(paths)
            self.accepting.setFocus()

    def _take_out(self) -> None:
        rows = {index.row() for index in self.list.selectedIndexes()}
        self.sources = [one for row, one in enumerate(self.sources) if row not in rows]
        self._show()

    def _show(self) -> None:
        self.list.clear()
        self.list.addItems([readable(one) for one in self.sources])
        self._remove.setEnabled(bool(self.sources))
        self.fault.hide()

    def accept(self) -> None:
        name = self.name.text().strip()
        fault: Message | None = None
        if not self.sources:
            fault = message("Add a folder or a file.")
        elif not name:
            fault = message("Give the library a name.")
        elif not self._fixed and name.casefold() in self._taken:
            fault = message("There is a library named {name} already.", name=name)
        if fault is None:
            super().accept()
            self.asked.emit(name, self.sources)
            return
        self.fault.setText(tr(fault))
        self.fault.show()
        (self.name if self.sources else self.list).setFocus()
