"""The form of all conditions of a search in libraries."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.fields import Values
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.library.searches import Search, fields
from viewer.ui.toolkit.inputs import TextInput
from viewer.ui.toolkit.layouts import ScrollingArea
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.toolkit.style import fitting

_AROUND = QSize(72, 130)  # buttons and margins


class SearchDialog(SheetDialog):
    """The form.

    Signals:
        asked: the Search that it says.
    """

    asked = Signal(object)

    def __init__(self, search: Search, parent: QWidget | None = None) -> None:
        known = fields()
        keys = {one.key for one in known}
        # A part of a position and material have no field: they stay as they are.
        self._rest = {key: value for key, value in search.values.items() if key not in keys}
        super().__init__(message("All conditions"), message("Search"), known, parent)
        for key, value in search.values.items():
            if key in self.parts:
                self.sheet.set_value(key, value)
        area = ScrollingArea(self.windowTitle())
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.removeWidget(self.sheet)
        area.hold(self.sheet)
        column.takeAt(0)  # the stretch below the sheet
        column.insertWidget(0, area, 1)
        wanted = self.sheet.sizeHint() + _AROUND
        self.resize(fitting(wanted, self.screen().availableSize()))
        first = self.parts["words"].widget
        if isinstance(first, TextInput):
            first.setFocus()

    def _fit(self) -> None:
        self.sheet.fit()

    def accept(self) -> None:
        if not self.sheet.check():
            return
        search = Search.of({**self.sheet.values(), **self._rest})
        try:
            search.query()
        except Refused as error:  # what only the game can tell: a position, moves
            key = next((key for key in ("position", "moves") if search.text(key)), "words")
            self.sheet.say(key, error.reason)
            self.sheet.go_to(key)
            return
        super().accept()

    def take(self, values: Values) -> None:
        self.asked.emit(Search.of({**values, **self._rest}))
