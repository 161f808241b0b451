"""What a new record begins with: the game, and its usual start, a numbered one, or a position."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Numbered, Sized
from viewer.games.game import Game
from viewer.tree.action import Setup
from viewer.ui.toolkit.plain import Label

_NUMBER, _POSITION = "number", "position"
_ODD_SIZE = "13x9"


class NewDialog(QDialog):
    """Asks for the game and the start of a new record.

    Attributes:
        setup: the start that was chosen, once it is accepted.
    """

    def __init__(self, game: str, here: str = "", parent: QWidget | None = None) -> None:
        """`game` is offered first; `here` is the game that the file that is shown can take more of."""
        super().__init__(parent)
        self._here = here
        self.setup: Setup | None = None
        self.setWindowTitle(tr(message("New record")))
        self._games = QComboBox()
        for id, entry in GAMES.items():
            self._games.addItem(tr(entry.name), id)
        self._games.setCurrentIndex(max(self._games.findData(game), 0))
        self._starts = QComboBox()
        self._starts.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._number = QLineEdit("518")
        self._number.setMaximumWidth(72)
        self._text = QLineEdit()
        self._inside = QCheckBox(tr(message("As a game of the file that is open")))
        self._wrong = Label()
        self._wrong.setWordWrap(True)
        self._wrong.setProperty("bad", True)
        self._build()
        self._games.currentIndexChanged.connect(self._show_game)
        self._starts.currentIndexChanged.connect(self._show_start)
        self._show_game()

    def _build(self) -> None:
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self._form.addRow(tr(message("Game")), self._games)
        self._form.addRow(tr(in_context("position at the beginning", "Start")), self._starts)
        numbers = QHBoxLayout()
        numbers.addWidget(self._number)
        by_chance = QPushButton(tr(message("By chance")))
        by_chance.setAutoDefault(False)
        by_chance.clicked.connect(self._choose_number)
        numbers.addWidget(by_chance)
        numbers.addStretch(1)
        self._numbers = QWidget()
        self._numbers.setLayout(numbers)
        numbers.setContentsMargins(0, 0, 0, 0)
        self._form.addRow(tr(message("Number")), self._numbers)
        self._text.setMinimumWidth(420)
        self._form.addRow(tr(message("Position")), self._text)
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        make = buttons.addButton(tr(message("New record")), QDialogButtonBox.ButtonRole.AcceptRole)
        make.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        column.addLayout(self._form)
        column.addWidget(self._inside)
        column.addWidget(self._wrong)
        column.addWidget(buttons)
        for name, part in (
            (message("Game"), self._games),
            (in_context("position at the beginning", "Start"), self._starts),
            (message("Number"), self._number),
            (message("Position"), self._text),
        ):
            part.setAccessibleName(tr(name))

    @property
    def game(self) -> str:
        """The id of the game that is chosen."""
        return str(self._games.currentData())

    @property
    def inside(self) -> bool:
        """Whether it is to be a game of the file that is shown."""
        return self._inside.isChecked() and self.game == self._here

    def _choose_number(self) -> None:
        game: Game[Any] = game_of(self.game)
        if isinstance(game, Numbered):
            self._number.setText(str(random.randrange(game.numbered_starts)))

    def _show_game(self) -> None:
        game: Game[Any] = game_of(self.game)
        self._starts.clear()
        for index, start in enumerate(game.starts):
            self._starts.addItem(tr(start.name), index)
        if isinstance(game, Numbered):
            last = game.numbered_starts - 1
            words = message(
                "{name}, by its number (0 to {last})", name=game.numbered_name, last=last
            )
            self._starts.addItem(tr(words), _NUMBER)
            self._number.setValidator(QIntValidator(0, last, self))
        usual = game.start(game.starts[0].setup)
        sized = message("Another size (such as {size}), or a position", size=_ODD_SIZE)
        position = message("Another position (FEN)")
        self._starts.addItem(tr(sized if isinstance(game, Sized) else position), _POSITION)
        self._text.setText(game.setup_text(usual))
        self._inside.setVisible(self.game == self._here)
        self._show_start()

    def _show_start(self) -> None:
        kind = self._starts.currentData()
        self._form.setRowVisible(self._numbers, kind == _NUMBER)
        self._form.setRowVisible(self._text, kind == _POSITION)
        self._tell(None)
        if kind == _POSITION:
            self._text.setFocus()
            self._text.selectAll()

    def _tell(self, sentence: Message | None) -> None:
        self._wrong.setText("" if sentence is None else tr(sentence))
        self._wrong.setVisible(sentence is not None)
        self.adjustSize()

    def accept(self) -> None:
        game: Game[Any] = game_of(self.game)
        kind = self._starts.currentData()
        try:
            if kind == _NUMBER and isinstance(game, Numbered):
                self.setup = game.numbered_start(int(self._number.text() or "-1"))
            elif kind == _POSITION:
                self.setup = game.parse_setup(self._text.text().strip())
            else:
                self.setup = game.starts[kind].setup
        except ValueError as error:
            self._tell(message("That is no position: {why}", why=error.args[0]))
            return
        super().accept()
