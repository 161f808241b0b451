"""The switch of an explorer: the whole board, or a part of it, and what counts as the same."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, Number, message
from viewer.library.failures import LibraryFailed
from viewer.ui.session.part_choice import PartChoice
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import literal, set_tip

_WIDE = 8  # figures that the line has room for


class PartBar(QObject):
    """The switch, and behind it what belongs to a part, in a layout that others may stand in too.

    Signals:
        told: why what was typed is no part of the board.
        drawAsked: the user wants to draw a part, or no longer.
        gamesAsked: the games in which the part stands are to be listed.

    Attributes:
        part: the chip that is the switch.
        line: the part in the board's own words.
        corners: the chips of corners, of the sizes of `PartChoice.sizes`.
        draw: the chip that starts drawing.
        turned, exchanged, structure: the chips of what counts as the same.
        games: the chip that lists games; shown once somebody lists them.
    """

    told = Signal(object)
    drawAsked = Signal(bool)
    gamesAsked = Signal()

    def __init__(self, choice: PartChoice, flow: FlowLayout, parent: QWidget) -> None:
        super().__init__(parent)
        self._choice, self._flow = choice, flow
        self.part = self._chip(message("Part"))
        set_tip(self.part, tr(message("Ask about the whole board, or a part of it")))
        self.part.clicked.connect(lambda on: choice.set(on=on))
        self.line = QLineEdit()
        self.line.setAccessibleName(tr(message("The part of the board")))
        self.line.editingFinished.connect(self._read)
        wide = self.line.fontMetrics().horizontalAdvance("0" * _WIDE)
        self.line.setFixedWidth(wide + 24)
        self._flow.addWidget(self.line)
        self.corners = tuple(self._chip(NOTHING) for _ in choice.sizes) if choice.possible else ()
        for at, chip in enumerate(self.corners):
            chip.clicked.connect(partial(self._take_corner, at))
        self.draw = self._chip(message("Draw…"))
        set_tip(self.draw, tr(message("Draw the part on the board")))
        self.draw.clicked.connect(self.drawAsked)
        self.turned = self._flag(message("turned"), "turned")
        set_tip(self.turned, tr(message("Also mirrored and turned")))
        self.exchanged = self._flag(message("either colour"), "exchanged")
        self.structure = self._flag(message("pawns only"), "structure")
        self.games = self._chip(message("List the games"))
        self.games.setCheckable(False)
        set_tip(self.games, tr(message("Search the games in which this part stands")))
        self.games.clicked.connect(lambda: self.gamesAsked.emit())
        self._listing = False
        self.show_choice()

    def offer_games(self) -> None:
        """Offer to list the games in which the part stands."""
        self._listing = True

    def _chip(self, words: Message) -> QPushButton:
        chip = QPushButton(literal(tr(words)))
        chip.setProperty("chip", True)
        chip.setCheckable(True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._flow.addWidget(chip)
        return chip

    def _flag(self, words: Message, name: str) -> QPushButton:
        chip = self._chip(words)
        chip.clicked.connect(lambda on: self._choice.set(**{name: on}))
        return chip

    def show_choice(self) -> None:
        """Show what is asked about."""
        choice = self._choice
        on = choice.on and choice.possible
        self.part.setVisible(choice.possible)
        self.part.setChecked(on)
        for one in (self.line, self.draw, self.turned, self.exchanged, self.structure):
            one.setVisible(on)
        for chip in (*self.corners, self.games):
            chip.setVisible(on)
        if not on:
            return
        self.line.setText(choice.text)
        self._show_corners()
        for flag, on in (
            (self.turned, choice.turned),
            (self.exchanged, choice.exchanged),
            (self.structure, choice.structure),
        ):
            flag.setChecked(on)
        symmetries = choice.chart.symmetries[1:]
        self.turned.setVisible(any(not one.exchanges for one in symmetries))
        self.exchanged.setVisible(any(one.exchanges for one in symmetries))
        self.structure.setVisible(choice.has_structure)
        self.games.setVisible(self._listing)

    def _show_corners(self) -> None:
        left, right, top, bottom = self._choice.stretch or (0, 0, 0, 0)
        for chip, (columns, rows) in zip(self.corners, self._choice.sizes, strict=False):
            words = message("{columns}×{rows}", columns=Number(columns), rows=Number(rows))
            chip.setText(literal(tr(words)))
            set_tip(chip, tr(message("The corner of the last move, {size}", size=words)))
            chip.setChecked((right - left + 1, bottom - top + 1) == (columns, rows))

    def _take_corner(self, at: int, *_: object) -> None:
        self._choice.take_corner(self._choice.sizes[at])

    def _read(self) -> None:
        """Take the part that was typed."""
        choice = self._choice
        if self.line.text() == choice.text or not choice.on:
            return
        try:
            choice.take_text(self.line.text())
        except LibraryFailed as error:
            self.told.emit(error.reason)
            self.line.setText(choice.text)
