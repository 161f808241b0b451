"""The input widgets of fields, one for each kind of `viewer.base.fields`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QElapsedTimer,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    SignalInstance,
)
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import BUTTON, CHOICE, FLAG, LINES, MOST, NUMBER, TEXT, Field, Value
from viewer.base.folding import letters
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.palette_frame import matches, rank_by

LEAVING = (*ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
"""The keys that leave a field."""

_LEAST = 200  # px of a line of text, where there is little room
_WIDTH = 280  # px at least
_WIDEST = 440
_MARGINS = 24
_NUMBER_WIDTH = 96
_PAD = 5
_FOLDED = Qt.ItemDataRole.UserRole
_LINES_HEIGHT = 96
_OFFERED = 220  # px at least of a list of what is offered
_PAUSE = 1000  # ms without a key, after which another entry of a choice is sought
_LAST = 9  # the rank of an entry that doesn't fit what was typed
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class _Offered(QCompleter):
    """Texts that are offered where they contain what is typed, folded."""

    def __init__(self, texts: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        model = QStandardItemModel(len(texts), 1, self)
        for row, text in enumerate(texts):
            model.setItem(row, QStandardItem(text))
            model.setData(model.index(row, 0), letters(text), _FOLDED)
        self.setModel(model)
        self.setCompletionRole(_FOLDED)
        self.setFilterMode(Qt.MatchFlag.MatchContains)

    def splitPath(self, path: str) -> list[str]:
        return [letters(path)]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return str(index.data(Qt.ItemDataRole.DisplayRole))


class FieldInput:
    """The interface of all inputs, which are widgets as well.

    Attributes:
        named: whether it shows its field's label itself.
    """

    named = False

    @property
    def widget(self) -> QWidget:
        """The input as a widget."""
        assert isinstance(self, QWidget)
        return self

    def describe(self, field: Field) -> None:
        """Take over a field's range, choices and suggestions."""

    def show_as_wide_as(self, field: Field) -> None:
        """Make it wide enough for a field's default, within limits."""
        if field.kind in (TEXT, LINES, CHOICE):
            text = self.widget.fontMetrics().horizontalAdvance(str(field.default)) + _MARGINS
            self.take_width(min(max(text, _WIDTH), _WIDEST))

    def take_width(self, width: int) -> None:
        """Show a text of a width in pixels whole."""
        self.widget.setMinimumWidth(width)

    def value(self) -> Value:
        """The present value."""
        raise NotImplementedError

    def set_value(self, value: Value) -> None:
        """Show a value."""
        raise NotImplementedError

    def edits(self) -> SignalInstance:
        """The signal of a changed value."""
        raise NotImplementedError

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Without the focus, leave the wheel to the form."""
        if self.widget.hasFocus():
            super().wheelEvent(event)  # type: ignore[misc]  # of the widget
        else:
            event.ignore()


class TextInput(FieldInput, QLineEdit):
    """A line of text with suggestions; it is narrower where there is no room for all of its text."""

    _wide = 0

    def take_width(self, width: int) -> None:
        self._wide = width
        self.setMinimumWidth(_LEAST)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(max(self._wide, super().sizeHint().width()), super().sizeHint().height())

    def describe(self, field: Field) -> None:
        self.setPlaceholderText(tr(field.hint))
        self.setMaxLength(field.length or MOST)
        if not field.offered:
            return
        completer = _Offered(field.offered, self)
        popup = completer.popup()
        assert popup is not None
        popup.setObjectName("offered")
        popup.setMinimumWidth(_OFFERED)
        self.setCompleter(completer)

    def value(self) -> str:
        return self.text()

    def set_value(self, value: Value) -> None:
        if self.text() != value:  # else the cursor would leave its place
            self.setText(str(value))

    def edits(self) -> SignalInstance:
        return self.textChanged

    def offer_all(self) -> None:
        """Show all suggestions."""
        completer = self.completer()
        if completer is not None:
            completer.setCompletionPrefix("")
            completer.complete()

    def close_list(self) -> None:
        """Close the list of suggestions."""
        completer = self.completer()
        if completer is not None and (popup := completer.popup()) is not None:
            popup.hide()

    def event(self, event: QEvent) -> bool:
        """While the list is open its keys don't pass event filters: Tab would leave the form."""
        completer = self.completer()
        if (
            completer is not None
            and (popup := completer.popup()) is not None
            and popup.isVisible()
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in LEAVING
        ):
            chosen = popup.currentIndex()
            popup.hide()
            if chosen.isValid():
                self.setText(chosen.data())
            _send_again(self, event)
            event.accept()
            return True
        return super().event(event)


class ChoiceInput(FieldInput, QComboBox):
    """A choice. Tab takes the entry highlighted in the open list, then moves on as usual.

    Typing finds an entry by any word of it, as in the palette.

    Attributes:
        also: more words that entries are found by, by their keys.
    """

    def __init__(self) -> None:
        super().__init__()
        self.also: Mapping[str, str] = {}
        self._typed, self._since = "", QElapsedTimer()

    def describe(self, field: Field) -> None:
        self._english = {key: str(words) for key, words in field.choices.items()}
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.clear()
        for key, words in field.choices.items():
            self.addItem(tr(words), key)

    def value(self) -> str:
        return str(self.currentData())

    def set_value(self, value: Value) -> None:
        if self.findData(value) < 0:  # a value from a file
            self.addItem(str(value), value)
        self.setCurrentIndex(self.findData(value))

    def edits(self) -> SignalInstance:
        return self.currentIndexChanged

    def showPopup(self) -> None:
        super().showPopup()
        self.view().installEventFilter(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self._sought(event)
        if row is None:
            super().keyPressEvent(event)
        elif row >= 0:
            self.setCurrentIndex(row)

    def _sought(self, event: QKeyEvent) -> int | None:
        """The row that is found by what was typed, -1 for none; None if a key types nothing."""
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | _KEYPAD)
        typed = event.text()
        if self._since.isValid() and self._since.elapsed() > _PAUSE:
            self._typed = ""
        if held or not typed.isprintable() or not f"{self._typed}{typed}".strip():
            return None
        self._typed += typed
        self._since.start()
        ranks = [self._rank(row) for row in range(self.count())]
        best = min(ranks, default=_LAST)
        return ranks.index(best) if best < _LAST else -1

    def _rank(self, row: int) -> int:
        """How well an entry fits what was typed; `_LAST` if it doesn't."""
        key = str(self.itemData(row))
        name, english = (
            words.replace("(", "").replace("（", " ")  # the word behind it begins one
            for words in (self.itemText(row), self._english.get(key, ""))
        )
        also = f"{key} {self.also.get(key, '')}"
        if not matches(self._typed, f"{name} {english} {also}"):
            return _LAST
        if self._typed.strip().lower() in also.lower().split():
            return 0
        return 1 + min(rank_by(self._typed, name), rank_by(self._typed, english))

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(view, event)
        if event.key() not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            row = self._sought(event)
            if row is None:
                return super().eventFilter(view, event)
            if row >= 0:
                self.view().setCurrentIndex(self.model().index(row, self.modelColumn()))
            return True
        self.setCurrentIndex(self.view().currentIndex().row())
        self.hidePopup()
        _send_again(self, event)
        return True


class LinesInput(FieldInput, QPlainTextEdit):
    """Text of several lines; Tab leaves it, Ctrl+Enter is left to the dialog."""

    def describe(self, field: Field) -> None:
        self.setObjectName("lines")
        self.setTabChangesFocus(True)
        self.setFixedHeight(_LINES_HEIGHT)

    def value(self) -> str:
        return self.toPlainText()

    def set_value(self, value: Value) -> None:
        self.setPlainText(str(value))

    def edits(self) -> SignalInstance:
        return self.textChanged

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_done(event):
            event.ignore()
        else:
            super().keyPressEvent(event)


class NumberInput(FieldInput, QSpinBox):
    """A number within a range."""

    def describe(self, field: Field) -> None:
        self.setRange(field.low, field.high)
        self.setFixedWidth(_NUMBER_WIDTH)
        self.lineEdit().setTextMargins(_PAD, 0, 0, 0)  # the style's padding doesn't reach it

    def value(self) -> int:
        return QSpinBox.value(self)

    def set_value(self, value: Value) -> None:
        self.setValue(int(value))

    def edits(self) -> SignalInstance:
        return self.valueChanged


class FlagInput(FieldInput, QCheckBox):
    """A check box."""

    named = True

    def value(self) -> bool:
        return self.isChecked()

    def set_value(self, value: Value) -> None:
        self.setChecked(bool(value))

    def edits(self) -> SignalInstance:
        return self.toggled


class ButtonInput(FieldInput, QPushButton):
    """A button: it has no value; `edits` is its click."""

    named = True

    def describe(self, field: Field) -> None:
        self.setAutoDefault(False)

    def value(self) -> str:
        return ""

    def set_value(self, value: Value) -> None:
        """A button shows no value."""

    def edits(self) -> SignalInstance:
        return self.clicked


INPUTS: dict[object, type[FieldInput]] = {
    TEXT: TextInput,
    LINES: LinesInput,
    NUMBER: NumberInput,
    CHOICE: ChoiceInput,
    FLAG: FlagInput,
    BUTTON: ButtonInput,
}
"""The input of each kind of field."""


def input_for(field: Field, parent: QWidget | None = None) -> FieldInput:
    """A new input for a field, with its accessible name."""
    made = INPUTS[field.kind]()
    made.widget.setParent(parent)
    made.describe(field)
    made.widget.setAccessibleName(tr(field.label))
    made.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
    return made


def is_done(event: QKeyEvent) -> bool:
    """Whether a key is Ctrl+Enter, which accepts a form from any field."""
    return event.key() in ENTER and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def _send_again(widget: QWidget, event: QKeyEvent) -> None:
    """Send a key that a popup received to the widget it belongs to."""
    again = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
    QCoreApplication.sendEvent(widget, again)
