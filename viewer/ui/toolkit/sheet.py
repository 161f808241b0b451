"""A sheet draws a table of fields as a form; a sheet dialog puts buttons below it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import BUTTON, CHOICE, LINES, TEXT, Field, Value, Values
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.ui.toolkit.inputs import FieldInput, input_for, is_done
from viewer.ui.toolkit.palette_frame import matches, words_of_field
from viewer.ui.toolkit.plain import Label, with_mnemonics

_NONE: Values = {}
_LEAST = 120  # px of a choice or a text in a panel
_LINE = 34  # px that a name is high at most: what it names may have many lines


class _Row(NamedTuple):
    """The labels of a field: its name, and the help or error below it."""

    name: Label | None
    below: Label


class Sheet(QWidget):
    """A form: fields below one another, each with its label, its help and its error.

    Fields that don't apply are hidden, and left out of the values. Those that a search doesn't find, or that
    aren't shown first, are hidden only.

    Signals:
        changed: somebody changed a field, with its key.
        pressed: somebody pressed a button, with its key.

    Attributes:
        parts: the inputs, by key.
    """

    changed = Signal(str)
    pressed = Signal(str)

    def __init__(
        self,
        fields: Iterable[Field],
        values: Values = _NONE,
        parent: QWidget | None = None,
        *,
        leading: str = "",
    ) -> None:
        """Fields that `values` lacks have their defaults.

        `leading`: the key of the field that says what the others are about, which are not found without it.
        """
        super().__init__(parent)
        self._fields = {field.key: field for field in fields}
        self._rows: dict[str, _Row] = {}
        self.parts: dict[str, FieldInput] = {}
        self._quiet = False
        self._sought = ""
        self._first: frozenset[str] = frozenset()
        self._leading = leading
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        for field in self._fields.values():
            self._add(field)
            self.parts[field.key].set_value(values.get(field.key, field.default))
        self._show_what_applies()
        for key, part in self.parts.items():
            part.edits().connect(partial(self._edited, key))

    def narrow(self) -> None:
        """Let choices and texts be as narrow as a panel is."""
        for part in self.parts.values():
            if part.widget.minimumWidth() > _LEAST:
                part.take_width(_LEAST)
        for box in self.findChildren(QComboBox):
            box.setMinimumContentsLength(1)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )

    def _add(self, field: Field) -> None:
        part = self.parts[field.key] = input_for(field)
        part.show_as_wide_as(field)
        label = None
        if not field.beside:
            row = self._grid.rowCount()
            self._cell, self._line = QVBoxLayout(), QHBoxLayout()
            self._cell.setSpacing(3)
            self._line.setSpacing(8)
            self._line.addStretch(0)
            self._cell.addLayout(self._line)
            self._grid.addLayout(self._cell, row, 1)
        if not part.named:
            label = Label()
            label.setBuddy(part.widget)
            if field.beside:
                self._line.insertWidget(self._line.count() - 1, label)
            else:
                label.setMinimumHeight(min(part.widget.sizeHint().height(), _LINE))
                self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        grows = field.kind in (TEXT, LINES, CHOICE)
        self._line.insertWidget(self._line.count() - 1, part.widget, 1 if grows else 0)
        below = Label(look="muted", wraps=True)
        below.setContentsMargins(1, 0, 0, 2)
        self._cell.addWidget(below)
        self._rows[field.key] = _Row(label, below)
        self.say(field.key, None)

    # ---------------------------------------------------------------------------------- values

    def values(self) -> dict[str, Value]:
        """The values of the fields that apply, by key."""
        all_ = self.all_values()
        return {key: value for key, value in all_.items() if self._fields[key].applies(all_)}

    def all_values(self) -> dict[str, Value]:
        """The values of all fields, whether they apply or not."""
        kinds = ((key, self._fields[key].kind) for key in self.parts)
        return {key: self.parts[key].value() for key, kind in kinds if kind is not BUTTON}

    def set_value(self, key: str, value: Value) -> None:
        """Set a field's value; no signal is emitted."""
        self._quiet = True
        self.parts[key].set_value(value)
        self._quiet = False
        self.say(key, None)
        self._show_what_applies()

    def put(self, field: Field) -> None:
        """Replace the field of the same key and kind, and set its default; no signal is emitted."""
        self._fields[field.key] = field
        self._quiet = True
        self.parts[field.key].describe(field)
        self.parts[field.key].show_as_wide_as(field)
        self._quiet = False
        self.set_value(field.key, field.default)

    def _edited(self, key: str, *_: object) -> None:
        if self._quiet:
            return
        if self._fields[key].kind is BUTTON:
            self.pressed.emit(key)
            return
        self.say(key, None)
        self._show_what_applies()
        self.changed.emit(key)

    def _show_what_applies(self) -> None:
        values = self.all_values()
        applying = [field for field in self._fields.values() if field.applies(values)]
        shown = [field.key for field in applying if matches(self._sought, words_of_field(field))]
        if self._first:
            shown = [key for key in shown if key in self._first]
        if shown and self._leading and self._leading not in shown:
            shown.insert(0, self._leading)
        names = with_mnemonics([tr(self._fields[key].label) for key in shown])
        for key, row in self._rows.items():
            self.parts[key].widget.setVisible(key in shown)
            row.below.setVisible(key in shown and bool(row.below.text()))
            if row.name is not None:
                row.name.setVisible(key in shown)
        for key, name in zip(shown, names, strict=True):
            said = self._rows[key].name or self.parts[key].widget
            if said.property("text") != name:
                said.setProperty("text", name)

    def search(self, text: str) -> int:
        """Show only the fields in whose words the typed ones begin, all for ""; returns their number."""
        self._sought = text
        self._show_what_applies()
        return sum(not part.widget.isHidden() for part in self.parts.values())

    def show_first(self, keys: Iterable[str]) -> None:
        """Show only the fields of some keys, () for all; the others keep their values."""
        self._first = frozenset(keys)
        self._show_what_applies()

    def fit(self) -> None:
        """Adapt the layout to the fields that are shown now."""
        self._grid.activate()

    # ---------------------------------------------------------------------------------- faults

    def check(self) -> bool:
        """Whether all values are sound; errors are shown beside their fields, the first gets the focus."""
        values = self.values()
        faults = {key: self._fields[key].fault(value) for key, value in values.items()}
        wrong = [key for key, fault in faults.items() if fault is not None]
        for key, fault in faults.items():
            self.say(key, fault)
        if wrong:
            self.go_to(wrong[0])
        return not wrong

    def go_to(self, key: str) -> None:
        """Focus a field and select its text."""
        self.parts[key].widget.setFocus(Qt.FocusReason.TabFocusReason)

    def say(self, key: str, fault: Message | None) -> None:
        """Show the error of a field; None shows its help."""
        below, words = self._rows[key].below, tr(fault or self._fields[key].help)
        below.set_look("muted" if fault is None else "bad")
        below.setText(words)
        below.setVisible(bool(words) and not self.parts[key].widget.isHidden())
        self.parts[key].widget.setAccessibleDescription(words)

    @property
    def faults(self) -> Mapping[str, str]:
        """The errors shown, by key."""
        rows = ((key, row.below) for key, row in self._rows.items())
        return {key: below.text() for key, below in rows if below.look == "bad"}


class SheetDialog(QDialog):
    """A sheet with buttons to accept or cancel it.

    Ctrl+Enter accepts from any field; with errors it stays open and shows them.

    Attributes:
        sheet: the sheet.
        accepting: the button that accepts.
    """

    def __init__(
        self,
        title: Message,
        words: Message,
        fields: Iterable[Field],
        parent: QWidget | None = None,
    ) -> None:
        """`words` label the button that accepts."""
        super().__init__(parent)
        self.setWindowTitle(tr(title))
        self.sheet = Sheet(fields)
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        accept = QDialogButtonBox.ButtonRole.AcceptRole
        self.accepting = buttons.addButton(tr(words), accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        self._column = column
        column.addWidget(self.sheet)
        column.addStretch(1)
        column.addWidget(buttons)
        self.accepting.setDefault(True)  # set any earlier, it would be lost with the focus
        self.sheet.changed.connect(self._fit)

    def show_fields(self, fields: Iterable[Field]) -> None:
        """Show another sheet in place of this one; whoever listens to it connects again."""
        old, self.sheet = self.sheet, Sheet(fields)
        self._column.replaceWidget(old, self.sheet)
        old.hide()
        old.deleteLater()
        self.sheet.changed.connect(self._fit)

    @property
    def parts(self) -> Mapping[str, FieldInput]:
        """The inputs of its fields, by key."""
        return self.sheet.parts

    def take(self, values: Values) -> None:
        """Called with the values once it is accepted."""

    def _fit(self) -> None:
        self.sheet.fit()
        self.adjustSize()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_done(event):
            self.accept()
        else:
            super().keyPressEvent(event)

    def accept(self) -> None:
        if self.sheet.check():
            values = self.sheet.values()
            super().accept()
            self.take(values)
        else:
            self._fit()
