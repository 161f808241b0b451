"""The notes page: findings of reader, check and rules; each entry leads to its place."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QShowEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QPushButton,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.base.text import readable
from viewer.document.check import can_check
from viewer.formats.kit.collections import UNSURE
from viewer.paint.icons import draw_icon
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.ui.models import NOWHERE, Index, ends_that_stay
from viewer.ui.pages.rows import RowPen, RowView, fill_row, look_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER, UP_AND_DOWN, keeps
from viewer.ui.toolkit.keymap import set_key_tip
from viewer.ui.toolkit.plain import Label

NODE_ROLE = Qt.ItemDataRole.UserRole
PLACE_ROLE = Qt.ItemDataRole.UserRole + 1
SEVERITY_ROLE = Qt.ItemDataRole.UserRole + 2
COMMAND_ROLE = Qt.ItemDataRole.UserRole + 3
"""The id of the command that a finding leads to."""
FINDING_ROLE = Qt.ItemDataRole.UserRole + 4
"""The finding, if it leads to a place of the file."""
_COMMANDS = {UNSURE: "encoding"}
_SHOWN = 60  # characters of what happens at a node that isn't a move
MOST = 1_000
"""Findings that are listed; of more, the last row says how many."""
_SEVERITIES = {
    Severity.ERROR: message("Error"),
    Severity.WARNING: message("Warning"),
    Severity.INFO: in_context("how grave a diagnostic is", "Note"),
}
_LEFT, _RIGHT, _AIR = 42, 16, 7  # px beside, above and below the text of an entry
_SIGN = 16  # px
_SIGNS = {"error": ("error", "bad"), "warning": ("warning", "seal"), "info": ("info", "muted")}
_GO = (*ENTER, Qt.Key.Key_Space)


class DiagnosticModel(QAbstractListModel):
    """The findings of a session, a row each: sentence, location, severity, node.

    Signals:
        counted: the number of findings changed; the number.
    """

    counted = Signal(int)

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._found: list[Diagnostic] = []
        self.count = 0
        self._take()
        session.findings.changed.connect(self._take)
        session.reloaded.connect(self._take)
        session.restyled.connect(self._places_other)
        session.changed.connect(self._places_other)

    def _take(self) -> None:
        """Update the rows; unchanged ones stay."""
        findings = self._session.findings
        new, count, old = findings.first(MOST), findings.total, self._found
        same, _ = ends_that_stay(old, new)
        if self.count > MOST:
            self.beginRemoveRows(QModelIndex(), len(old), len(old))
            self.count = len(old)
            self.endRemoveRows()
        if same < len(old):
            self.beginRemoveRows(QModelIndex(), same, len(old) - 1)
            self._found, self.count = old[:same], same
            self.endRemoveRows()
        if same < count:
            self.beginInsertRows(QModelIndex(), same, min(count, MOST + 1) - 1)
            self._found, self.count = new, count
            self.endInsertRows()
        self.counted.emit(count)

    def _places_other(self, *_: object) -> None:
        if self._found:
            self.dataChanged.emit(self.index(0), self.index(len(self._found) - 1), [PLACE_ROLE])

    # ----------------------------------------------------------------------------------- data

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else min(self.count, MOST + 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if index.row() >= len(self._found):
            more = message("… and {count} more", count=self.count - len(self._found))
            spoken = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return tr(more) if role in spoken else None
        finding = self._found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return readable(tr(finding.message))
        if role == NODE_ROLE:
            node = self._node_of(finding)
            return None if node is None else node.id
        if role == PLACE_ROLE:
            return tr(self._place_of(finding))
        if role == FINDING_ROLE:
            return finding if self._leads(finding) else None
        if role == COMMAND_ROLE:
            return _COMMANDS.get(finding.code)
        if role == SEVERITY_ROLE:
            return finding.severity.value
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words, place = tr(_SEVERITIES[finding.severity]), tr(self._place_of(finding))
            return f"{words}: {readable(tr(finding.message))} ({place})"
        return None

    def _leads(self, finding: Diagnostic) -> bool:
        """Whether a finding leads to another record, or to a node."""
        elsewhere = finding.record not in (None, self._session.key)
        return elsewhere or finding.offset is not None or self._node_of(finding) is not None

    def _node_of(self, finding: Diagnostic) -> Node | None:
        """The node of a finding, None if it isn't in the current record."""
        session = self._session
        if finding.node is None or finding.record != session.key:
            return None
        return session.record.nodes.get(finding.node)

    def _place_of(self, finding: Diagnostic) -> Message:
        place = self._place_in_record(finding)
        document, key = self._session.document, finding.record
        if key is None or key == self._session.key or not document.has(key):
            return place or message("the file")
        number = document.index_of(key) + 1
        if place is None:
            return message("game {number}", number=number)
        return message("game {number}, {place}", number=number, place=place)

    def _place_in_record(self, finding: Diagnostic) -> Message | None:
        node = self._node_of(finding)
        if node is not None:
            if node.parent is None:
                return message("start")
            text = self._session.words.of(node)
            number = self._session.words.numbered(node).removesuffix(text).strip().rstrip(".")
            if not number:  # no move: a message, the head of a variation
                return message("“{words}”", words=readable(text)[:_SHOWN])
            return message("move {number}", number=number)
        if finding.line is not None:
            if finding.column is None:
                return message("line {line}", line=finding.line)
            return message("line {line}, column {column}", line=finding.line, column=finding.column)
        if finding.offset is not None:
            return message("byte {offset}", offset=finding.offset)
        return None


class _NotesDelegate(QStyledItemDelegate):
    """Paints an entry: its sign, its sentence wrapped, its location below."""

    def __init__(self, view: NotesView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[str, int], float] = {}

    def forget(self) -> None:
        """Drop cached layouts after a change of font or width."""
        self._heights.clear()

    def _lay_out(self, text: str, width: float) -> tuple[QTextLayout, float]:
        layout = QTextLayout(text, self._view.look.move.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        return layout, y

    def _place_height(self) -> int:
        return self._view.fontMetrics().height()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        text = str(index.data())
        height = self._heights.get((text, width))
        if height is None:
            _, height = self._lay_out(text, max(40, width - _LEFT - _RIGHT))
            self._heights[text, width] = height
        place = self._place_height() if index.data(SEVERITY_ROLE) else 0
        return QSize(width, round(height) + place + 2 * _AIR + 1)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, look = self._view, self._view.look
        severity = index.data(SEVERITY_ROLE)
        box = QRectF(option.rect)
        focus = view.hasFocus() and view.currentIndex() == index
        leads = index.data(FINDING_ROLE) is not None or index.data(COMMAND_ROLE) is not None
        marked = (index.row() == view.pointed and leads) or view.currentIndex() == index
        fill_row(painter, box.adjusted(4, 1, -4, -1), look, False, marked, focus)
        layout, height = self._lay_out(str(index.data()), max(40, box.width() - _LEFT - _RIGHT))
        top = box.top() + _AIR
        painter.setPen(look["ink" if severity else "muted"])
        layout.draw(painter, QPointF(_LEFT, top))
        if severity:
            icon, colour = _SIGNS[severity]
            sign = QRectF(_LEFT - _SIGN - 9, top + 1, _SIGN, _SIGN)
            draw_icon(painter, icon, look.theme[colour], sign)
            below = QRectF(
                _LEFT, top + height + 1, box.width() - _LEFT - _RIGHT, self._place_height()
            )
            place = RowPen(painter, below, look)
            place.write(str(index.data(PLACE_ROLE)), look.small, "muted")


class NotesView(RowView, QListView):
    """The view.

    Signals:
        chosen: the user activated an entry that leads to a place of the file, with its finding.
        asked: the user activated the entry of a command, with its id.
    """

    chosen = Signal(object)
    asked = Signal(str)

    def __init__(self, model: DiagnosticModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("notes")
        self._entries = _NotesDelegate(self)
        self.setItemDelegate(self._entries)
        self.setModel(model)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._choose)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.look = look_of(self, self.look)
            self._entries.forget()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._entries.forget()
        return super().viewportEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        finding = index.data(FINDING_ROLE) if index.isValid() else None
        command = index.data(COMMAND_ROLE) if index.isValid() else None
        if finding is not None:
            self.chosen.emit(finding)
        elif command is not None:
            self.asked.emit(command)

    def event(self, event: QEvent) -> bool:
        return keeps(event, UP_AND_DOWN) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _GO:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)


class NotesPage(QWidget):
    """The findings of a session.

    Signals:
        counted: the number of findings changed; the number.
        commandAsked: a finding or a button asks for a command, with its id.
    """

    counted = Signal(int)
    commandAsked = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = DiagnosticModel(session, self)
        self.view = NotesView(self.model, self)
        name = tr(message("File check"))
        self.setAccessibleName(name)
        self.view.setAccessibleName(name)
        self._calm = Label(tr(message("Nothing odd was found in this file.")), self)
        self._calm.setProperty("muted", True)
        self._calm.setWordWrap(True)
        self._calm.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._calm.setMargin(24)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 8, 0, 0)
        column.addLayout(self._line())
        self._stack = QStackedLayout()
        self._stack.addWidget(self._calm)
        self._stack.addWidget(self.view)
        column.addLayout(self._stack, 1)
        self.view.chosen.connect(session.findings.follow)
        self.view.asked.connect(self.commandAsked)
        self.model.counted.connect(self._count)
        session.reloaded.connect(self._offer)
        self._count(self.count)
        self._offer()

    def _line(self) -> QHBoxLayout:
        """The buttons that look for more: of the format's specification, of mates, where there are such."""
        row = QHBoxLayout()
        row.setContentsMargins(17, 0, 14, 0)
        self._button = self._chip(
            message("Check by the specification"),
            message("Look where the file breaks the rules of its format"),
            "check",
        )
        self._mates = self._chip(
            message("Check the problems"),
            message("Search the mate of each, and whether other moves mate too"),
            "check-problems",
        )
        row.addWidget(self._button)
        row.addWidget(self._mates)
        row.addStretch(1)
        return row

    def _chip(self, words: Message, tip: Message, command: str) -> QPushButton:
        chip = QPushButton(tr(words))
        chip.setProperty("chip", True)
        set_key_tip(chip, tr(tip), command)
        chip.clicked.connect(lambda: self.commandAsked.emit(command))
        return chip

    def _offer(self) -> None:
        session = self._session
        self._button.setVisible(can_check(session.document))
        usual = (None, *(start.setup for start in session.game.starts))
        self._mates.setVisible(bool(session.game.mates) and session.record.setup not in usual)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._offer()

    @property
    def count(self) -> int:
        """The number of findings."""
        return self.model.count

    def _count(self, count: int) -> None:
        self._stack.setCurrentWidget(self.view if count else self._calm)
        self.counted.emit(count)
