"""The sheet of keys, made from the table of commands."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.commands import COMMANDS, MENUS
from viewer.ui.toolkit.dialog_parts import ScrollDialog
from viewer.ui.toolkit.keymap import SHORTCUTS, key_name
from viewer.ui.toolkit.plain import Label

_COLUMNS = 3

Entries = list[tuple[str, str]]


class KeySheet(ScrollDialog):
    """All keys, by menu, in as many columns as fit the screen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr(message("Keys")), parent)
        for columns in range(_COLUMNS, 0, -1):
            content = self._content(columns)
            if columns == 1 or content.sizeHint().width() <= self.room.width():
                break
            content.deleteLater()
        self.show_content(content)

    def _content(self, count: int) -> QWidget:
        """The groups in a number of columns of about equal height."""
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(24, 20, 24, 20)
        row.setSpacing(36)
        columns = [self._column() for _ in range(count)]
        lines = [0] * count
        for column in columns:
            row.addLayout(column)
        for title, entries in self._groups():
            shortest = lines.index(min(lines))
            self._add(columns[shortest], lines[shortest], title, entries)
            lines[shortest] += len(entries) + 2
        for column, below in zip(columns, lines, strict=True):
            column.setRowStretch(below, 1)
        return content

    @staticmethod
    def _groups() -> list[tuple[str, Entries]]:
        """The menus with their keys, and the keys that aren't commands."""
        groups = [
            (
                tr(menu),
                [
                    (tr(command.name), SHORTCUTS.names(command.id))
                    for command in COMMANDS.values()
                    if command.menu is menu and SHORTCUTS.of(command.id)
                ],
            )
            for menu in MENUS
        ]
        groups[-1][1].extend(
            (
                (tr(message("Menu")), "F10"),
                (tr(message("Step, ten with Shift")), tr(message("wheel"))),
                (tr(message("Cursor on the board; take, put down")), key_name("Enter")),
                (tr(message("Leave the cursor, the comment")), key_name("Esc")),
            )
        )
        return groups

    @staticmethod
    def _column() -> QGridLayout:
        """One grid for the groups of a column, so that their keys are aligned."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        return grid

    @staticmethod
    def _add(grid: QGridLayout, line: int, title: str, entries: Entries) -> None:
        """Add a group at a row of a column's grid, with a gap below it."""
        head = Label(title, look="name")
        grid.addWidget(head, line, 0, 1, 2)
        for name, keys in entries:
            line += 1
            label = Label(keys, look="muted")
            grid.addWidget(Label(name), line, 0)
            grid.addWidget(label, line, 1)
        grid.setRowMinimumHeight(line + 1, 22)
