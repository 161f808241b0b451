"""The sheet of keys, made from the table of commands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from viewer.base.messages import message
from viewer.ui.commands import COMMANDS, MENUS
from viewer.ui.plain import Label
from viewer.ui.translate import tr

_COLUMNS = 3


class KeySheet(QDialog):
    """All keys, by menu."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Keys")))
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 20, 24, 20)
        row.setSpacing(36)
        columns = [QVBoxLayout() for _ in range(_COLUMNS)]
        lines = [0] * _COLUMNS
        for column in columns:
            row.addLayout(column)
        extra = (
            (tr(message("Step, ten with Shift")), tr(message("wheel"))),
            (tr(message("Cursor on the board; take, put down")), "Enter"),
            (tr(message("Leave the cursor, the comment")), "Esc"),
        )
        for place, menu in enumerate(MENUS):
            entries = [
                (tr(command.name), ", ".join(command.keys))
                for command in COMMANDS.values()
                if command.menu is menu and command.keys
            ]
            if place == len(MENUS) - 1:
                entries += extra
            shortest = lines.index(min(lines))
            lines[shortest] += len(entries) + 2
            columns[shortest].addLayout(self._group(tr(menu), entries))
            columns[shortest].addSpacing(16)
        for column in columns:
            column.addStretch(1)

    def _group(self, title: str, entries: list[tuple[str, str]]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        head = Label(title)
        head.setProperty("name", True)
        grid.addWidget(head, 0, 0, 1, 2)
        for line, (name, keys) in enumerate(entries, 1):
            label = Label(keys)
            label.setProperty("muted", True)
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(Label(name), line, 0)
            grid.addWidget(label, line, 1)
        return grid
