"""The editor's panel: side to move, presets, castling rights, position as text, findings."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontDatabase, QFontInfo, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.clip.pasting import setup_in
from viewer.games.game import Game
from viewer.tree.action import Setup
from viewer.ui.board.player_line import ColourDot
from viewer.ui.modes.desk_mode import ModePanel, chip
from viewer.ui.modes.editor.board import PositionDraft
from viewer.ui.toolkit.plain import Label

_LINES = 3  # of the position as text
_ODD_LINES = 5


class PositionText(QPlainTextEdit):
    """The text field of the position. Undo is left to the editor."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("position")
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(self.wordWrapMode().WrapAnywhere)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(
            QFontInfo(self.font()).pointSizeF()
        )  # of the font itself it may be none
        self.setFont(fixed)
        self.setAccessibleName(tr(message("Position as text")))
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + 18)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y):
                event.ignore()
                return False
        return super().event(event)


class EditorPanel(ModePanel):
    """The panel beside the editor's board.

    Signals:
        read: the text was parsed; whether it is a position.
    """

    read = Signal(bool)

    def __init__(
        self, draft: PositionDraft, presets: tuple[tuple[Message, Setup | None], ...]
    ) -> None:
        """`presets` are listed before the game's starts."""
        super().__init__()
        self._draft = draft
        self._presets = presets
        self._showing = False
        self._rights: dict[str, QCheckBox] = {}
        self.add_title(
            message("Edit the position"),
            message(
                "Drag {pieces} from the trays, or choose one and click. "
                "The right button takes {pieces} away.",
                pieces=draft.game.board_words.pieces,
            ),
        )
        self._add_sides()
        self._add_starts()
        self._add_rights()
        self._add_text()
        self._odd = Label(look="muted", wraps=True)
        self._odd.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.column.addWidget(self._odd)
        self.column.addStretch(1)
        draft.changed.connect(self.show_position)
        self.show_position()

    # ------------------------------------------------------------------------------- building

    def _add_sides(self) -> None:
        self.add_heading(message("To move"))
        row = QHBoxLayout()
        row.setSpacing(8)
        self._sides = QButtonGroup(self)
        for number, side in enumerate(self._draft.game.sides):
            dot = ColourDot()
            dot.set_colour(side.colour)
            button = QPushButton(tr(side.name))
            button.setProperty("chip", True)
            button.setCheckable(True)
            button.setAccessibleName(tr(message("{side} is to move", side=side.name)))
            self._sides.addButton(button, number)
            row.addWidget(dot)
            row.addWidget(button)
            row.addSpacing(8)
        row.addStretch(1)
        self._sides.idClicked.connect(
            lambda side: self._draft.done(self._draft.sketch.give_move(side))
        )
        self.column.addLayout(row)

    def _add_starts(self) -> None:
        heading = self.add_heading(message("Begin with"))
        draft, game = self._draft, self._draft.game
        self.add_flow(
            chip(message("Start position"), lambda: self._take(game.starts[0].setup)),
            chip(message("Clear"), lambda: draft.done(draft.sketch.clear())),
        )
        self._starts = QComboBox()
        heading.setBuddy(self._starts)
        self._starts.addItem(tr(message("Another position…")))
        for name, setup in self._presets:
            self._starts.addItem(tr(name), setup)
        for start in game.starts:
            self._starts.addItem(tr(start.name), start.setup)
        self._starts.setMaxVisibleItems(24)
        self._starts.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._starts.activated.connect(self._start_chosen)
        self.column.addWidget(self._starts)
        if game.numbered_starts:
            self._add_numbers(game)

    def _add_numbers(self, game: Game[Any]) -> None:
        name = Label(tr(game.numbered_name))
        number = QSpinBox()
        number.setRange(-1, game.numbered_starts - 1)
        number.setSpecialValueText("–")
        number.setValue(-1)
        number.setAccessibleName(tr(message("{name}: number", name=game.numbered_name)))
        number.setKeyboardTracking(False)
        number.valueChanged.connect(
            lambda value: self._take(game.numbered_start(value)) if value >= 0 else None
        )
        chance = chip(
            message("By chance"), lambda: number.setValue(random.randrange(game.numbered_starts))
        )
        chance.setAccessibleName(tr(message("A number by chance")))
        self.add_row(name, number, chance)

    def _add_rights(self) -> None:
        draft = self._draft
        rights = draft.game.castling_rights(draft.state)
        if rights:
            self.add_heading(message("Rights"))
        for right in rights:
            box = QCheckBox(tr(right.name))
            box.clicked.connect(
                lambda held, id=right.id: draft.done(draft.sketch.give_right(id, held))
            )
            self._rights[right.id] = box
            self.column.addWidget(box)

    def _add_text(self) -> None:
        self.add_heading(message("As text"))
        self.text = PositionText()
        self.text.textChanged.connect(self._typed)
        self.column.addWidget(self.text)
        self._wrong = Label(look="bad", wraps=True)
        self._wrong.hide()
        self.column.addWidget(self._wrong)
        self.add_row(chip(message("Copy"), self.copy), chip(message("Paste"), self.paste))

    # -------------------------------------------------------------------------------- showing

    def show_position(self) -> None:
        """Show the draft."""
        draft = self._draft
        self._sides.button(draft.state.side).setChecked(True)
        for right in draft.game.castling_rights(draft.state):
            box = self._rights.get(right.id)
            if box is not None:
                box.setChecked(right.held)
                box.setEnabled(right.possible)
        self._show_odd()
        if not self.text.hasFocus():  # while somebody types there, it stays as it is typed
            self.show_text()
        self._starts.setCurrentIndex(0)

    def show_text(self) -> None:
        """Show the position as text."""
        self._showing = True
        self.text.setPlainText(self._draft.sketch.text)
        self._showing = False
        self._complain(None)

    def _show_odd(self) -> None:
        sentences = [tr(one) for one in self._draft.game.observations(self._draft.state)]
        self._odd.setText("\n".join(sentences[:_ODD_LINES]))
        self._odd.setVisible(bool(sentences))

    @property
    def odd(self) -> str:
        """Findings about the position, a sentence a line."""
        return self._odd.text()

    def _complain(self, why: Message | None) -> None:
        self._wrong.setText("" if why is None else tr(why))
        self._wrong.setVisible(why is not None)
        self.read.emit(why is None)

    @property
    def complaint(self) -> str:
        """Why the text is no position, "" if it is one."""
        return self._wrong.text()

    # -------------------------------------------------------------------------------- changing

    def _take(self, setup: Setup | None) -> None:
        self._draft.done(self._draft.sketch.set(setup))

    def _start_chosen(self, index: int) -> None:
        if index > 0:
            self._take(self._starts.itemData(index))
        self._starts.setCurrentIndex(0)

    def _typed(self) -> None:
        """Parse the typed text: show the position, or say why it isn't one."""
        if self._showing:
            return
        found = setup_in(self.text.toPlainText(), self._draft.game)
        if isinstance(found, Message):
            self._complain(found)
        else:
            self._complain(None)
            self._take(found)

    def copy(self) -> None:
        """Copy the position as text."""
        QGuiApplication.clipboard().setText(self._draft.sketch.text)
        self._draft.told.emit(message("Copied {text}", text=self._draft.sketch.text))

    def paste(self) -> None:
        """Use the position on the clipboard, in any known form."""
        found = setup_in(QGuiApplication.clipboard().text(), self._draft.game)
        if isinstance(found, Message):
            self._draft.told.emit(message("The clipboard holds no position: {why}", why=found))
        else:
            self._take(found)
            self.show_text()
