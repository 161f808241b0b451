"""The findings of reader and rules as a list."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.base.text import readable
from viewer.formats.kit.collections import UNSURE
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.ui.models import NOWHERE, Index
from viewer.ui.session.record_session import RecordSession

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
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
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
