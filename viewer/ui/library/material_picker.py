"""Choosing material: the game's common endings as buttons, pieces with − and +, for both sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Message, message, number
from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.material import MaterialWords
from viewer.library.failures import LibraryFailed
from viewer.library.material import material_from, material_words, role_name, roles_text
from viewer.library.material_reading import MANY, read_material, words_of
from viewer.library.searches import Search, side_names
from viewer.paint.painter import paint, painter_on
from viewer.scene.board import BoardLook, piece_shapes
from viewer.scene.shapes import SHADOW
from viewer.ui.toolkit.layouts import FlowLayout, scrolled
from viewer.ui.toolkit.plain import Label, literal, set_tip
from viewer.ui.toolkit.style import fitting, theme_in_use

_PIECE = 26  # px
_STEP = 24  # px
_ANY = -1
_LONGEST = 99  # half-moves
_WIDTH, _AROUND = 650, 64  # px of the pieces in their dialog, and around them
KEYS = ("material", "at_least", "sided", "lasting")
"""The keys of a search that are about material."""


class EndingsRow(QWidget):
    """A row of the game's common endings.

    Signals:
        asked: conditions are to be searched.
        picked: pieces are to be chosen one by one.
    """

    asked = Signal(dict)
    picked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, 8)
        self._game = ""
        self.buttons: dict[str, QPushButton] = {}
        self.pieces = self._add(message("Choose pieces…"))
        self.pieces.clicked.connect(self.picked)
        self.setAccessibleName(tr(message("Material")))

    def _add(self, words: Message) -> QPushButton:
        button = QPushButton(literal(tr(words)))
        button.setProperty("chip", True)
        self._flow.addWidget(button)
        return button

    def show_search(self, search: Search, id: str) -> None:
        """Offer the endings of a game; that of the search is checked."""
        if id != self._game:
            self._game = id
            for button in self.buttons.values():
                self._flow.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = {}
            words = words_of(game_of(id)) if id in GAMES else None
            for one in () if words is None else words.named:
                button = self._add(one.name)
                button.setCheckable(True)
                button.clicked.connect(partial(self._ask, one.spelt[0]))
                self.buttons[one.spelt[0]] = button
            self._flow.removeWidget(self.pieces)  # the last
            self._flow.addWidget(self.pieces)
        for text, button in self.buttons.items():
            button.setChecked(search.text("material") == text)

    def _ask(self, text: str) -> None:
        values: dict[str, Value] = dict.fromkeys(KEYS, "")
        if self.buttons[text].isChecked():
            values |= {"game": self._game, "material": text}
        self.asked.emit(values)


class _Picture(QWidget):
    """A piece as the board has it."""

    def __init__(self, game: Game[Any], kind: str) -> None:
        super().__init__()
        self._game, self._kind = game, kind
        self.setFixedSize(QSize(_PIECE, _PIECE))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = BoardLook(self._game.geometry, theme_in_use())
        shapes = [one for one in piece_shapes(look, self._kind, (0.0, 0.0)) if one.layer != SHADOW]
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(_PIECE / 2, _PIECE / 2)
            paint(painter, shapes, _PIECE)


class PieceCount(QWidget):
    """A piece with its number, "*" where any number will do, and the buttons − and +.

    Signals:
        changed: somebody changed the number.

    Attributes:
        value: the number, -1 for any. fewer, more: the buttons.
    """

    changed = Signal()

    def __init__(self, game: Game[Any], kind: str, name: str, most: int, usual: int) -> None:
        super().__init__()
        self._name, self._most, self.usual = name, most, usual
        self.value = usual
        self._said = Label()
        self._said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._said.setMinimumWidth(self.fontMetrics().horizontalAdvance("00") + 4)
        self.fewer = self._button("−", message("{piece}: fewer", piece=name), -1)
        self.more = self._button("+", message("{piece}: more", piece=name), 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        picture = _Picture(game, kind)
        set_tip(picture, name)
        for part in (picture, self.fewer, self._said, self.more):
            row.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_value(usual)

    def _button(self, sign: str, words: Message, step: int) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setFixedSize(QSize(_STEP, _STEP))
        button.setAutoRepeat(True)
        button.setAccessibleName(tr(words))
        set_tip(button, tr(words))
        button.clicked.connect(partial(self._step, step))
        return button

    def _step(self, step: int, *_: object) -> None:
        self.set_value(self.value + step)
        self.changed.emit()

    def set_value(self, value: int) -> None:
        """Show a number; no signal is emitted."""
        self.value = min(max(value, _ANY), self._most)
        self._said.setText("*" if self.value == _ANY else str(self.value))
        count = message("any number") if self.value == _ANY else number(self.value)
        words = tr(message("{piece}: {count}", piece=self._name, count=count))
        self._said.setAccessibleName(words)
        set_tip(self._said, words)
        self._said.set_look("muted" if self.value == self.usual else "")
        self.fewer.setEnabled(self.value > _ANY)
        self.more.setEnabled(self.value < self._most)


class MaterialPicker(QWidget):
    """Pieces of both sides, and how they are searched.

    Signals:
        changed: something was changed.

    Attributes:
        sides: the pieces of both sides, by role.
        exact, colour, lasting: the other inputs.
    """

    changed = Signal()

    def __init__(self, id: str, parent: QWidget | None = None) -> None:
        """`id`: of a game whose players name material."""
        super().__init__(parent)
        self._game = game_of(id)
        words = words_of(self._game)
        assert words is not None
        self._words: MaterialWords = words
        self._text = ""  # what it was given, until somebody changes a number
        first, second = (tr(one) for one in side_names(id))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.sides: tuple[dict[str, PieceCount], dict[str, PieceCount]] = {}, {}
        headings = message("One side"), message("The other side")
        for which, heading in enumerate(headings):
            column.addWidget(Label(tr(heading), look="muted"))
            box = QWidget()
            flow = FlowLayout(box, 10)
            for role in words.names:
                part = self.sides[which][role] = self._count(which, role)
                flow.addWidget(part)
            column.addWidget(box)
        self.exact = QComboBox()
        for key, said in (("", message("exactly these")), ("at_least", message("at least these"))):
            self.exact.addItem(tr(said), key)
        self.exact.setAccessibleName(tr(message("How many pieces")))
        self.colour = QComboBox()
        said = message("{side} has the first", side=first)
        for key, shown in (("", message("either colour")), ("sided", said)):
            self.colour.addItem(literal(tr(shown)), key)
        self.colour.setAccessibleName(tr(message("Colour")))
        set_tip(self.colour, f"{first} – {second}")
        self.lasting = QSpinBox()
        self.lasting.setRange(1, _LONGEST)
        lasting = Label(tr(message("Half-moves that it stands, at least")))
        lasting.setBuddy(self.lasting)
        box = QWidget()
        flow = FlowLayout(box, 8)
        flow.addWidget(self.exact)
        flow.addWidget(self.colour)
        column.addWidget(box)
        box = QWidget()
        flow = FlowLayout(box, 8)
        flow.addWidget(lasting)
        flow.addWidget(self.lasting)
        column.addWidget(box)
        self.said = Label(look="muted", wraps=True)
        column.addWidget(self.said)
        column.addStretch(1)
        self.exact.currentIndexChanged.connect(self._other)
        self.colour.currentIndexChanged.connect(self._other)
        self.lasting.valueChanged.connect(self._other)
        self._say()

    def _count(self, which: int, role: str) -> PieceCount:
        words = self._words
        free = role in words.guards or words.loose
        part = PieceCount(
            self._game,
            words.kinds[role][which][0],
            tr(role_name(words, role)),
            words.most[role],
            _ANY if free else 0,
        )
        part.changed.connect(self._counted)
        return part

    def _counted(self) -> None:
        counts: list[dict[str, tuple[int, int]]] = []
        for side in self.sides:
            counts.append(
                {role: (one.value, one.value) for role, one in side.items() if one.value != _ANY}
            )
        untouched = all(one.value == one.usual for side in self.sides for one in side.values())
        self._text = "" if untouched else roles_text(*counts)
        self._other()

    def _other(self, *_: object) -> None:
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        words = message("Nothing is asked for yet.")
        fault = self.fault
        if fault is not None:
            words = fault
        elif self._text:
            words = material_words(self._game, self._text, bool(self.exact.currentData()))
        self.said.setText(tr(words))
        self.said.set_look("muted" if fault is None else "bad")

    @property
    def values(self) -> dict[str, Value]:
        """The conditions, empty where nothing is asked for."""
        found: dict[str, Value] = dict.fromkeys(KEYS, "")
        if self._text:
            found["material"] = self._text
            for box in (self.exact, self.colour):
                if box.currentData():
                    found[str(box.currentData())] = True
            if self.lasting.value() > 1:
                found["lasting"] = str(self.lasting.value())
        return found

    @property
    def fault(self) -> Message | None:
        """Why there can be no such material, None if there can."""
        if not self._text:
            return None
        try:
            material_from(self._game, self._game.start(None), self._text)
        except LibraryFailed as error:
            return error.reason
        return None

    def show_values(self, values: Mapping[str, Value]) -> None:
        """Show the material of a search; no signal is emitted."""
        self.blockSignals(True)
        text = str(values.get("material", ""))
        said = read_material(self._words, text)
        if said is not None and not said.sides:  # what has a name of its own, and nothing else
            said = said._replace(one=said.named[0].one, other=said.named[0].other)
        for which, side in enumerate(self.sides):
            for role, part in side.items():
                counts = () if said is None else ((said.one, said.other)[which],)
                least, most = next(
                    (one.get(role, (_ANY, MANY)) for one in counts), (part.usual,) * 2
                )
                part.set_value(_ANY if least != most and not least else least)
        for box, key in ((self.exact, "at_least"), (self.colour, "sided")):
            box.setCurrentIndex(int(values.get(key) is True))
        lasting = str(values.get("lasting", ""))
        self.lasting.setValue(int(lasting) if lasting.isdecimal() and len(lasting) < 4 else 1)
        self._text = text
        self._say()
        self.blockSignals(False)


class MaterialDialog(QDialog):
    """The pieces in a dialog of their own.

    Signals:
        asked: conditions are to be searched.
    """

    asked = Signal(dict)

    def __init__(self, search: Search, id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = id
        self.setWindowTitle(tr(message("Material")))
        self.picker = MaterialPicker(id)
        self.picker.show_values(search.values)
        self.picker.changed.connect(self._show)
        buttons = QDialogButtonBox()
        # Of a button that Qt makes of its text, PySide forgets that it is there.
        self.cancel_button, self.search_button = (
            QPushButton(tr(message("Cancel"))),
            QPushButton(tr(message("Search"))),
        )
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.addButton(self.search_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(14)
        column.addWidget(scrolled(self.picker, self.windowTitle()), 1)
        column.addWidget(buttons)
        self.search_button.setDefault(True)
        # Rows wrap: only for a width is it known how high they are.
        high = self.picker.heightForWidth(_WIDTH)
        wanted = QSize(_WIDTH, high) + QSize(_AROUND, _AROUND + buttons.sizeHint().height())
        self.resize(fitting(wanted, self.screen().availableSize()))
        self._show()

    def _show(self) -> None:
        self.search_button.setEnabled(
            bool(self.picker.values["material"]) and self.picker.fault is None
        )

    def accept(self) -> None:
        super().accept()
        self.asked.emit({**self.picker.values, "game": self._game})


def picks_material(id: str) -> bool:
    """Whether players of a game name material."""
    return id in GAMES and words_of(game_of(id)) is not None
