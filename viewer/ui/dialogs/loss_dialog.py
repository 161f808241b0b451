"""Losses, possible or actual: a list that leads to their nodes, with the answers below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.saving.losses import LossGroup, grouped, respelled
from viewer.formats.format import Loss
from viewer.games import game_of
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.dialog_parts import dialog_column
from viewer.ui.toolkit.plain import Label, literal

_SHOWN = 500  # rows, and places within one
_LEAST = 6  # rows that always have room
_LOSS = Qt.ItemDataRole.UserRole


class LossDialog(QDialog):
    """Shows losses, equal ones in one row, and asks what to do.

    Attributes:
        answer: the id of the button pressed; the safe one if the dialog was closed in another way.
    """

    def __init__(
        self,
        session: RecordSession,
        title: Message,
        losses: Sequence[Loss],
        more: Message | None,
        answers: Mapping[str, Message],
        safe: str,
        parent: QWidget | None = None,
    ) -> None:
        """`answers`: button texts by id; `safe`: the answer that loses nothing, the default for Enter."""
        super().__init__(parent)
        self._session = session
        self.answer = "stay" if "stay" in answers else safe
        self.setObjectName("losses")
        column = dialog_column(self)
        column.addWidget(_label(tr(title)))
        self.list = self._make_list(grouped(losses))
        column.addWidget(self.list, 1)
        if more is not None:
            column.addWidget(_label(tr(more)))
        row = QHBoxLayout()
        row.addStretch(1)
        self.buttons: dict[str, QPushButton] = {}
        for id, words in answers.items():
            button = self.buttons[id] = QPushButton(literal(tr(words)))
            button.clicked.connect(lambda _=False, id=id: self._press(id))
            button.setAutoDefault(id == safe)
            row.addWidget(button)
        column.addLayout(row)
        self.buttons[safe].setDefault(True)
        self.buttons[safe].setFocus()
        self._fit(parent)

    def _fit(self, parent: QWidget | None) -> None:
        """Set the height to what the list needs, at most a part of the screen."""
        rows = min(max(self.list.topLevelItemCount(), _LEAST), 40)
        height = 150 + rows * max(self.list.sizeHintForRow(0), 20)
        room = self.screen().availableSize()
        width = 640 if parent is None else max(480, min(760, parent.width() - 80))
        self.resize(min(width, room.width() - 40), min(height, room.height() * 6 // 10))

    def _make_list(self, groups: Sequence[LossGroup]) -> QTreeWidget:
        made = QTreeWidget()
        made.setColumnCount(2)
        made.setHeaderHidden(True)
        made.setUniformRowHeights(False)
        made.setWordWrap(True)
        made.setRootIsDecorated(any(len(group.losses) > 1 for group in groups))
        made.setAccessibleName(tr(message("What is lost, and where")))
        for group in groups[:_SHOWN]:
            made.addTopLevelItem(self._row(group))
        if len(groups) > _SHOWN:
            more = message("and {count} more", count=len(groups) - _SHOWN)
            made.addTopLevelItem(QTreeWidgetItem([tr(more), ""]))
        made.header().setStretchLastSection(False)
        made.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        made.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        made.itemClicked.connect(self._lead)
        made.itemActivated.connect(self._lead)
        made.itemExpanded.connect(self._fill)
        return made

    def _row(self, group: LossGroup) -> QTreeWidgetItem:
        first = group.losses[0]
        place = self._place(first)
        count = len(group.losses)
        if count > 1 and place:
            place = tr(message("{count} times, from {place}", count=count, place=place))
        elif count > 1:
            place = tr(message("{count} times", count=count))
        row = QTreeWidgetItem([self._sentence(group.words, first), place])
        row.setData(0, _LOSS, first)
        if count > 1:
            row.setData(1, _LOSS, group)
            row.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return row

    def _fill(self, row: QTreeWidgetItem) -> None:
        """Add the places of a row when it is expanded."""
        group = row.data(1, _LOSS)
        if row.childCount() or group is None:
            return
        for loss in group.losses[:_SHOWN]:
            child = QTreeWidgetItem([self._place(loss) or tr(message("the record")), ""])
            child.setData(0, _LOSS, loss)
            row.addChild(child)
        if len(group.losses) > _SHOWN:
            more = message("and {count} more", count=len(group.losses) - _SHOWN)
            row.addChild(QTreeWidgetItem([tr(more), ""]))

    # ----------------------------------------------------------------------------- the places

    def _node(self, loss: Loss) -> Node | None:
        """The node of a loss, None if it has none or its record can't be read."""
        session = self._session
        if loss.node is None or loss.record >= len(session.document):
            return None
        try:
            record = session.document.record(loss.record)
        except OSError:
            return None
        return record.nodes.get(loss.node)

    def _sentence(self, words: Message, loss: Loss) -> str:
        node = self._node(loss)
        neutral = getattr(node.action, "text", "") if node is not None else ""
        if node is not None and neutral:
            words = respelled(words, neutral, self._written(node, loss))
        return tr(words)

    def _written(self, node: Node, loss: Loss, numbered: bool = False) -> str:
        """A move in the chosen notation."""
        session = self._session
        key = session.document.keys()[loss.record]
        if key == session.key:
            return session.words.numbered(node) if numbered else session.words.of(node)
        game = game_of(session.document.record_of(key).game)
        states = session.document.states(key)
        style = session.style if session.style in [one.id for one in game.notations] else ""
        text = game.shown(states.at(node), style or game.notations[0].id)
        if not numbered:
            return text
        numbering = game.numbering(states.at(states.record.root))
        return f"{numbering.label(states.at(node).ply)} {text}"

    def _place(self, loss: Loss) -> str:
        """The place of a loss in words, "" if it concerns the only record as a whole."""
        node = self._node(loss)
        place = ""
        if node is not None:
            at_start = node.parent is None
            place = tr(message("the start")) if at_start else self._written(node, loss, True)
        if len(self._session.document) < 2:
            return place
        game = tr(message("game {number}", number=loss.record + 1))
        return f"{game}, {place}" if place else game

    def _lead(self, row: QTreeWidgetItem) -> None:
        """Show the position of a row on the board of the window."""
        loss = row.data(0, _LOSS)
        node = None if loss is None else self._node(loss)
        if node is not None:
            self._session.show(self._session.document.keys()[loss.record], node.id)

    def _press(self, id: str) -> None:
        self.answer = id
        self.accept()


def _label(text: str) -> Label:
    label = Label(text)
    label.setWordWrap(True)
    return label
