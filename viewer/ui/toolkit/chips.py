"""Conditions as chips that a click takes away."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.paint.icons import icon
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import literal, set_tip
from viewer.ui.toolkit.style import theme_in_use

_WIDEST = 340  # px of a chip's text
_CROSS = 10  # px


class ConditionChips(QObject):
    """The chips of some conditions by key, in a layout that others may stand in too.

    Signals:
        takenAway: a chip was clicked: its key.
    """

    takenAway = Signal(str)

    def __init__(self, flow: FlowLayout, parent: QWidget) -> None:
        super().__init__(parent)
        self._flow = flow
        self._chips: dict[str, QPushButton] = {}

    def show(
        self, wanted: Mapping[str, Message], whole: Mapping[str, str], before: QWidget
    ) -> bool:
        """Show conditions; `whole`: the texts of those that chips may cut. Returns whether one that had the
        keys has gone. New ones come behind `before` in the order of Tab.
        """
        lost = False
        for key in [key for key in self._chips if key not in wanted]:
            chip = self._chips.pop(key)
            lost = lost or chip.hasFocus()
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for key, words in wanted.items():
            text = tr(words)
            chip = self._chips.get(key) or self._chip(key, before)
            short = chip.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST)
            chip.setText(literal(short))
            set_tip(chip, tr(message("Take away: {condition}", condition=whole.get(key, text))))
            chip.setAccessibleName(tr(message("Take away: {condition}", condition=text)))
        return lost

    def _chip(self, key: str, before: QWidget) -> QPushButton:
        last = next(reversed(self._chips.values()), before)
        chip = self._chips[key] = QPushButton()
        chip.setProperty("condition", True)
        chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross behind the words
        chip.setIconSize(QSize(_CROSS, _CROSS))
        chip.setIcon(icon("close", theme_in_use()["ink"], _CROSS))
        chip.clicked.connect(partial(self.takenAway.emit, key))
        self._flow.addWidget(chip)
        QWidget.setTabOrder(last, chip)
        return chip

    def show_signs(self) -> None:
        """Draw the crosses in the colours of the theme."""
        for chip in self._chips.values():
            chip.setIcon(icon("close", theme_in_use()["ink"], _CROSS))

    @property
    def texts(self) -> list[str]:
        """The texts of the chips."""
        return [chip.text() for chip in self._chips.values()]

    @property
    def last(self) -> str:
        """The key of the last chip, "" without."""
        return next(reversed(self._chips), "")

    def chip(self, key: str) -> QPushButton:
        """The chip of a condition. Raises KeyError."""
        return self._chips[key]
