"""Chips beside the transport for what is possible only at times: passing, swapping, solving a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.keymap import SHORTCUTS, set_key_tip
from viewer.ui.toolkit.plain import literal, set_tip

_GAP, _AFTER = 6, 8  # between chips, behind the last


class Offers(QWidget):
    """A chip for each command that is offered; those without room are in the menu of a last chip.

    Attributes:
        chips: the chips by the id of their command, each made when it is first offered.
        more: the chip with the menu.
    """

    def __init__(self, ids: Sequence[str], parent: QWidget | None = None) -> None:
        """`ids`: of the commands, in the order of their chips."""
        super().__init__(parent)
        self._ids = ids
        self._offered: set[str] = set()
        self._fitting = self._stale = False
        self._run: Mapping[str, Callable[..., None]] = {}
        self.chips: dict[str, QPushButton] = {}
        self.more = _chip("…")
        self.more.setAccessibleName(tr(message("More commands")))
        set_tip(self.more, tr(message("More commands")))
        self.more.clicked.connect(self._open_menu)
        self.more.hide()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, _AFTER, 0)
        self._row.setSpacing(_GAP)
        self._row.addStretch(1)
        self._row.addWidget(self.more)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.hide()

    def connect_to(self, run: Mapping[str, Callable[..., None]]) -> None:
        """Connect the chips to commands."""
        self._run = run
        for id, chip in self.chips.items():
            chip.clicked.connect(run[id])

    def offer(self, id: str, offered: bool, words: str = "") -> None:
        """Show or hide the chip of a command; `words` stand for its name."""
        chip = self.chips.get(id)
        if chip is None:
            if not offered:
                return
            chip = self.chips[id] = self._made(id)
        if words:
            chip.setText(words)
        (self._offered.add if offered else self._offered.discard)(id)
        self._fit()
        self.updateGeometry()

    def _made(self, id: str) -> QPushButton:
        name = tr(COMMANDS[id].name)
        chip = _chip(literal(name))
        set_key_tip(chip, name, id)
        if id in self._run:
            chip.clicked.connect(self._run[id])
        before = self._ids[: self._ids.index(id)]
        self._row.insertWidget(1 + sum(one in self.chips for one in before), chip)
        return chip

    def _shown(self) -> list[str]:
        return [id for id in self._ids if id in self._offered]

    def _wide(self, ids: Sequence[str]) -> int:
        return sum(self.chips[id].sizeHint().width() + _GAP for id in ids) - _GAP if ids else 0

    def sizeHint(self) -> QSize:
        return QSize(self._wide(self._shown()) + _AFTER, self.more.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        least = self.more.sizeHint()
        return self.sizeHint().boundedTo(QSize(least.width() + _AFTER, least.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        """Show the chips that there is room for, the first of them first."""
        self._stale = True
        if self._fitting:  # showing a chip lays the row out at once: the loop below goes on
            return
        self._fitting = True
        while self._stale:
            self._stale = False
            offered = self._shown()
            kept = self._fitted(offered)
            for id, chip in self.chips.items():
                chip.setVisible(id in kept)
            self.more.setVisible(kept != offered)
            self.setVisible(bool(offered))
        self._fitting = False

    def _fitted(self, offered: list[str]) -> list[str]:
        room, kept = self.width() - _AFTER, list(offered)
        if self._wide(kept) > room:
            room -= self.more.sizeHint().width() + _GAP
            while kept and self._wide(kept) > room:
                kept.pop()
        return kept

    def menu(self) -> QMenu:
        """A menu of what is offered without a chip."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for id in self._shown():
            if self.chips[id].isHidden():
                action = menu.addAction(f"{self.chips[id].text()}\t{SHORTCUTS.name(id)}")
                if id in self._run:
                    action.triggered.connect(self._run[id])
        return menu

    def _open_menu(self) -> None:
        corner = self.more.mapToGlobal(self.more.rect().topLeft())
        menu = self.menu()
        menu.popup(corner - QPoint(0, menu.sizeHint().height()))


def _chip(text: str) -> QPushButton:
    chip = QPushButton(text)
    chip.setProperty("chip", True)
    chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return chip
