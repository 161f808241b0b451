"""The welcome page, shown while no file is open."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.files import existence
from viewer.base.messages import Message, message
from viewer.base.resources import samples
from viewer.document.workspace import Workspace
from viewer.games import GAMES
from viewer.paint.icons import icon_pixmap
from viewer.ui.controllers.files import FileController
from viewer.ui.session.titles import shown_name
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import Label, literal, set_tip
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.widgets import ElidedLabel
from viewer.ui.workbench.state import Store

if TYPE_CHECKING:
    from viewer.ui.models.thumbnails import Thumbnails


_BOARD = 44  # px
_LOOKED = 0.5  # s in which disks answer whether the files are there
_SOON = 120  # ms after the page is shown until boards are drawn: it is painted by then


class _Board(Label):
    """The small board of a file; empty until it is drawn.

    Signals:
        clicked: the user clicked it.
    """

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(_BOARD, _BOARD)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.clicked.emit()


class Welcome(QScrollArea):
    """The seal, the ways to begin, and the recent files.

    Attributes:
        boards: by path of a recent file, what shows its small board.
    """

    def __init__(
        self,
        files: FileController,
        store: Store,
        workspace: Workspace,
        open_folder: Callable[[], object],
        show_libraries: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._files, self._store, self._workspace = files, store, workspace
        self.setObjectName("content")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr(message("Open a game record")))
        content = QWidget()
        content.setObjectName("content")
        self.setWidget(content)
        column = QVBoxLayout(content)
        column.setSpacing(12)
        column.addStretch(2)
        seal = Label()
        seal.setPixmap(icon_pixmap("qipu", "", 72, self.devicePixelRatioF()))
        seal.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(seal)
        words = Label(tr(message("Open a game record, drop one here, or paste one.")))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(words)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for name, act in (
            (message("Open…"), files.ask_open),
            (message("Open a folder…"), open_folder),
            (message("New record…"), files.new_position),
            (message("Libraries"), show_libraries),
        ):
            button = QPushButton(tr(name))
            button.clicked.connect(lambda _=False, act=act: act())
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(8)
        column.addLayout(self._games())
        self._recent = QWidget()
        self._pictures: Thumbnails | None = None
        self.boards: dict[str, _Board] = {}
        self._place = QVBoxLayout()
        self._place.addWidget(self._recent)
        column.addSpacing(12)
        column.addLayout(self._place)
        column.addStretch(3)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._list_recent()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        pictures, self._pictures = self._pictures, None
        if pictures is not None:  # files may be others when it is shown again
            pictures.close()
            pictures.deleteLater()

    def _games(self) -> QHBoxLayout:
        """Each game with a button for a new record and its sample study."""
        studies = samples()
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for row, (id, entry) in enumerate(GAMES.items()):
            name = Label(tr(entry.name))
            name.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(name, row, 0)
            new = self._chip(message("New"), message("New record: {game}", game=entry.name))
            new.clicked.connect(lambda _=False, id=id: self._files.new_of(id))
            grid.addWidget(new, row, 1)
            if id in studies:
                sample = self._chip(message("Sample"), message("Sample: {game}", game=entry.name))
                sample.clicked.connect(lambda _=False, path=studies[id]: self._files.open(path))
                grid.addWidget(sample, row, 2)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addLayout(grid)
        centred.addStretch(1)
        return centred

    def _chip(self, text: Message, spoken: Message) -> QPushButton:
        chip = QPushButton(tr(text))
        chip.setProperty("chip", True)
        chip.setAccessibleName(tr(spoken))
        return chip

    def _list_recent(self) -> None:
        """Update the list of recent files."""
        old, self._recent = self._recent, QWidget()
        self._place.replaceWidget(old, self._recent)
        old.hide()
        old.deleteLater()
        grid = QGridLayout(self._recent)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(4, 1)
        there = existence(self._workspace.files, self._store.recent, _LOOKED)
        recent = [path for path, found in there.items() if found is not False][:6]
        self.boards = {}
        for row, path in enumerate(recent):
            board = _Board()
            if there[path]:  # what a silent disk has can be opened once it answers
                self.boards[path] = board
            board.clicked.connect(lambda path=path: self._files.open(path))
            button = QPushButton(literal(shown_name(os.path.basename(path))))
            button.setProperty("chip", True)
            set_tip(button, shown_name(path))
            button.clicked.connect(lambda _=False, path=path: self._files.open(path))
            folder = ElidedLabel()
            folder.setText(shown_name(os.path.dirname(path)))
            folder.setProperty("muted", True)
            folder.setMaximumWidth(360)
            grid.addWidget(board, row, 1)
            grid.addWidget(button, row, 2, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(folder, row, 3)
        if recent:
            later(self, self._show_boards, _SOON)

    def _show_boards(self) -> None:
        """Show small boards of the recent files, those that are drawn; the others follow."""
        from viewer.ui.models.thumbnails import FileAt, Thumbnails, Wanted  # deferred

        if not self.isVisible():
            return
        if self._pictures is None:
            self._pictures = Thumbnails(parent=self)
            self._pictures.made.connect(self._show_boards)
        self._pictures.set_theme(theme_in_use())
        for path, label in self.boards.items():
            wanted = Wanted(FileAt(path, None))
            image = self._pictures.image(wanted, _BOARD, self.devicePixelRatioF())
            if image is not None:
                label.setPixmap(QPixmap.fromImage(image))
