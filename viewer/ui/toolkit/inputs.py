"""The widgets that fields are filled in with, one for each kind of `viewer.base.fields`."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent, QWheelEvent
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

LEAVING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
"""The keys that go on from a field."""

_ENTER = LEAVING[:2]
_WIDTH = 280  # px at least
_WIDEST = 440
_MARGINS = 24
_NUMBER_WIDTH = 96
_PAD = 5
_LINES_HEIGHT = 96
_OFFERED = 220  # px at least of a list of what is offered


class FieldInput:
    """What an input has beside being a widget.

    Attributes:
        named: whether it says itself what its field is called.
    """

    named = False

    @property
    def widget(self) -> QWidget:
        """The input as a widget."""
        assert isinstance(self, QWidget)
        return self

    def describe(self, field: Field) -> None:
        """Be there for a field: its range, its choices, what it offers."""

    def show_as_wide_as(self, field: Field) -> None:
        """Be as wide in a sheet as a field's usual text, within reason."""
        if field.kind in (TEXT, LINES, CHOICE):
            text = self.widget.fontMetrics().horizontalAdvance(str(field.default)) + _MARGINS
            self.widget.setMinimumWidth(min(max(text, _WIDTH), _WIDEST))

    def value(self) -> Value:
        """What is filled in."""
        raise NotImplementedError

    def set_value(self, value: Value) -> None:
        """Show a value."""
        raise NotImplementedError

    def edits(self) -> SignalInstance:
        """The signal that another value is there."""
        raise NotImplementedError


class TextInput(FieldInput, QLineEdit):
    """A line to type in, with a list of what is offered."""

    def describe(self, field: Field) -> None:
        self.setPlaceholderText(tr(field.hint))
        self.setMaxLength(field.length or MOST)
        if not field.offered:
            return
        completer = QCompleter(list(field.offered), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
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
        """Show all that is offered."""
        completer = self.completer()
        if completer is not None:
            completer.setCompletionPrefix("")
            completer.complete()

    def close_list(self) -> None:
        """Offer nothing more."""
        completer = self.completer()
        if completer is not None and (popup := completer.popup()) is not None:
            popup.hide()

    def event(self, event: QEvent) -> bool:
        """While its list is open, keys come past the filters of events: Tab would go anywhere."""
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
    """A choice. Tab takes what is pointed at in its open list, and goes on as it does without one."""

    def describe(self, field: Field) -> None:
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.clear()
        for key, words in (field.choices or {}).items():
            self.addItem(tr(words), key)

    def value(self) -> str:
        return str(self.currentData())

    def set_value(self, value: Value) -> None:
        if self.findData(value) < 0:  # what a file says, though nobody offers it
            self.addItem(str(value), value)
        self.setCurrentIndex(self.findData(value))

    def edits(self) -> SignalInstance:
        return self.currentIndexChanged

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()  # the sheet is scrolled

    def showPopup(self) -> None:
        super().showPopup()
        self.view().installEventFilter(self)

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or event.key() not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        ):
            return super().eventFilter(view, event)
        self.setCurrentIndex(self.view().currentIndex().row())
        self.hidePopup()
        _send_again(self, event)
        return True


class LinesInput(FieldInput, QPlainTextEdit):
    """Text of several lines; Tab goes on, Ctrl+Enter is for the dialog."""

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
    """A number in its range."""

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

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FlagInput(FieldInput, QCheckBox):
    """A box to be ticked."""

    named = True

    def value(self) -> bool:
        return self.isChecked()

    def set_value(self, value: Value) -> None:
        self.setChecked(bool(value))

    def edits(self) -> SignalInstance:
        return self.toggled


class ButtonInput(FieldInput, QPushButton):
    """A button: it has no value, and its edit is that it is pressed."""

    named = True

    def describe(self, field: Field) -> None:
        self.setAutoDefault(False)

    def value(self) -> str:
        return ""

    def set_value(self, value: Value) -> None:
        """There is nothing to show."""

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


def input_for(field: Field) -> FieldInput:
    """A new input for a field, with its name for screen readers."""
    made = INPUTS[field.kind]()
    made.describe(field)
    made.widget.setAccessibleName(tr(field.label))
    made.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel is for what scrolls
    return made


def is_done(event: QKeyEvent) -> bool:
    """Whether a key is Ctrl+Enter: all is filled in, wherever one is."""
    return event.key() in _ENTER and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def _send_again(widget: QWidget, event: QKeyEvent) -> None:
    """Hand a key that a list got to the widget that the list belongs to."""
    again = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
    QCoreApplication.sendEvent(widget, again)
