"""The part of a board that is drawn, and the panel beside it: what must stand there, what else is found."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Message, message
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.query import chart_at
from viewer.library.regions import ANYTHING, EMPTY, PIECE, pattern_text
from viewer.library.searches import Search
from viewer.ui.modes.desk_mode import Draft, ModePanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import Label, literal, set_tip

AS_IT_IS = ""
_MOST = 99


class PartDraft(Draft):
    """What must stand on which squares, and how many pieces there must be.

    Attributes:
        chart: of the board.
        words: by square, what must stand there: AS_IT_IS, or a word of `viewer.library.regions`.
        brush: the word for squares that are drawn next; ANYTHING takes them out.
        counts: by kind of piece, the least and the greatest number.
        turned, exchanged, elsewhere: what else is found.
    """

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(session, parent)
        self.state: State = session.state
        self.shown_state = self.state
        self.chart: Chart = chart_at(session.game, self.state)
        self.words: dict[str, str] = {}
        self.brush = AS_IT_IS
        self.counts: dict[str, tuple[int, int]] = {}
        self.turned = self.exchanged = self.elsewhere = False

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self._session.game

    @property
    def brushes(self) -> list[tuple[str, Message]]:
        """The words that squares can have, but for kinds of pieces."""
        called = self.game.board_words
        names = self._session.states.side_names
        sides = [
            (side.id, called.piece_of.given(side=name))
            for side, name in zip(self.game.sides, names, strict=False)
        ]
        return [
            (AS_IT_IS, message("As on the board")),
            (EMPTY, message("Empty")),
            (PIECE, called.any_piece),
            *sides,
            (ANYTHING, message("No matter what")),
        ]

    @property
    def kinds(self) -> list[str]:
        """The kinds of pieces."""
        return [kind for kind in self.chart.kinds if kind]

    def squares_between(self, one: str, other: str) -> list[str]:
        """The squares of the rectangle with two corners."""
        at = {square: number for number, square in enumerate(self.chart.squares) if square}
        if one not in at or other not in at:
            return []
        (top, left), (bottom, right) = (
            divmod(at[square], self.chart.columns) for square in (one, other)
        )
        rows = range(min(top, bottom), max(top, bottom) + 1)
        columns = range(min(left, right), max(left, right) + 1)
        found = [
            self.chart.squares[row * self.chart.columns + column]
            for row in rows
            for column in columns
        ]
        return [square for square in found if square]

    def draw(self, one: str, other: str, word: str | None = None) -> None:
        """Say what must stand on the squares of a rectangle: the brush, or another word."""
        word = self.brush if word is None else word
        squares = self.squares_between(one, other)
        for square in squares:
            if word == ANYTHING:
                self.words.pop(square, None)
            else:
                self.words[square] = word
        if squares:
            self.changed.emit()

    def clear(self) -> None:
        """Begin again."""
        self.words.clear()
        self.changed.emit()

    def choose(self, brush: str) -> None:
        """Choose the word for what is drawn next."""
        self.brush = brush
        self.changed.emit()

    def count(self, kind: str, least: int, most: int | None) -> None:
        """Ask for a number of pieces; 0 and None for any."""
        if least <= 0 and most is None:
            self.counts.pop(kind, None)
        else:
            self.counts[kind] = (max(0, least), _MOST if most is None else most)
        self.changed.emit()

    @property
    def search(self) -> Search | None:
        """The search for it; None if nothing is asked for."""
        values: dict[str, Value] = {"game": self.game.id}
        if self.words:
            values["position"] = self.game.setup_text(self.state)
            values["region"] = pattern_text(self.game, self.state, self.words)
            values["turned"] = self.turned
            values["exchanged"] = self.exchanged
            values["translated"] = self.elsewhere
        if self.counts:
            values["material"] = " ".join(
                f"{kind}={least}-{most}" for kind, (least, most) in self.counts.items()
            )
        return Search.of(values) if len(values) > 1 else None

    def words_of(self, square: str) -> Message:
        name = self.game.square_name(self.state, square)
        kind = dict(self.game.pieces(self.state)).get(square)
        piece = message("empty") if kind is None else self.piece_name(kind)
        word = self.words.get(square)
        if word is None:
            return message("{place}, {piece}, no part of it", place=name, piece=piece)
        if word == AS_IT_IS:
            return message("{place}, {piece}, as on the board", place=name, piece=piece)
        return message("{place}: {what}", place=name, what=self.name_of(word))

    def piece_name(self, kind: str) -> Message:
        """A kind of piece in the game that led to the position."""
        return self.game.piece_name(kind, self.state)

    def name_of(self, word: str) -> Message:
        """A word for a square, for people."""
        known = dict(self.brushes)
        return known[word] if word in known else self.piece_name(word)


class PartPanel(ModePanel):
    """The panel.

    Attributes:
        looking, cancel: those buttons.
        brushes: the buttons of what is drawn, by their words.
        kinds: the list of kinds of pieces.
        least, most: the numbers of pieces, by kind.

    Signals:
        finished: the mode is left; whether to search.
    """

    finished = Signal(bool)

    def __init__(self, draft: PartDraft) -> None:
        super().__init__()
        self._draft = draft
        self.least: dict[str, QSpinBox] = {}
        self.most: dict[str, QSpinBox] = {}
        column = self.column
        hint = message(
            "Drag over the {squares} that count; empty ones count too. The right button takes them out.",
            squares=draft.game.board_words.squares,
        )
        self.add_title(message("Look for a part of a position"), hint)
        self._add_brushes(column)
        self._said = Label(look="muted", wraps=True)
        column.addWidget(self._said)
        self._add_switches(column)
        self._add_material(column)
        column.addStretch(1)
        self._add_ends()
        draft.changed.connect(self.show_part)
        self.show_part()

    # ------------------------------------------------------------------------------- building

    def _add_brushes(self, column: QVBoxLayout) -> None:
        heading = self.add_heading(message("What must stand where you draw next"))
        box = QWidget()
        row = FlowLayout(box)
        self.brushes: dict[str, QPushButton] = {}
        for word, words in self._draft.brushes:
            button = self.brushes[word] = QPushButton(tr(words))
            button.setProperty("chip", True)
            button.setCheckable(True)
            button.clicked.connect(partial(self._draft.choose, word))
            row.addWidget(button)
        column.addWidget(box)
        self.kinds = QComboBox()
        heading.setBuddy(self.kinds)
        self.kinds.addItem(tr(message("A kind of piece…")), "")
        sides = {side.id for side in self._draft.game.sides[:2]}
        for kind in self._draft.kinds:
            if kind not in sides:
                self.kinds.addItem(literal(tr(self._draft.piece_name(kind))), kind)
        self.kinds.activated.connect(self._choose_kind)
        self.kinds.setVisible(self.kinds.count() > 1)
        column.addWidget(self.kinds)

    def _choose_kind(self) -> None:
        self._draft.choose(str(self.kinds.currentData()))

    def _add_switches(self, column: QVBoxLayout) -> None:
        self.add_heading(message("Find also"))
        self.turned = self._switch(column, message("Mirrored and turned"), "turned")
        self.exchanged = self._switch(column, message("Colours exchanged"), "exchanged")
        self.elsewhere = self._switch(column, message("Elsewhere on the board"), "elsewhere")
        tip = message("What touches an edge stays at it: a corner is found in corners only.")
        set_tip(self.elsewhere, tr(tip))
        symmetries = self._draft.chart.symmetries[1:]
        self.turned.setVisible(any(not one.exchanges for one in symmetries))
        self.exchanged.setVisible(any(one.exchanges for one in symmetries))

    def _switch(self, column: QVBoxLayout, words: Message, name: str) -> QCheckBox:
        box = QCheckBox(tr(words))
        box.toggled.connect(partial(self._turn, name))
        column.addWidget(box)
        return box

    def _turn(self, name: str, on: bool) -> None:
        setattr(self._draft, name, on)
        self._draft.changed.emit()

    def _add_material(self, column: QVBoxLayout) -> None:
        pieces = self._draft.game.board_words.pieces
        self.material = QCheckBox(tr(message("Ask for numbers of {pieces}", pieces=pieces)))
        column.addSpacing(8)
        column.addWidget(self.material)
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for at, words in enumerate((message("at least"), message("at most")), 1):
            grid.addWidget(Label(tr(words), look="muted"), 0, at)
        for row, kind in enumerate(self._draft.kinds, 1):
            name = tr(self._draft.piece_name(kind))
            grid.addWidget(Label(name), row, 0)
            for at, numbers in enumerate((self.least, self.most), 1):
                box = numbers[kind] = QSpinBox()
                box.setRange(-1 if at == 2 else 0, _MOST)
                if at == 2:
                    box.setSpecialValueText("–")
                    box.setValue(-1)
                words = message("{piece}, at least", piece=name)
                if at == 2:
                    words = message("{piece}, at most", piece=name)
                box.setAccessibleName(tr(words))
                box.setMinimumWidth(64)
                box.valueChanged.connect(partial(self._count, kind))
                grid.addWidget(box, row, at)
        column.addWidget(sheet)
        sheet.hide()
        self.material.toggled.connect(sheet.setVisible)
        self.material.toggled.connect(self._count_all)

    def _count(self, kind: str, *_: object) -> None:
        least, most = self.least[kind].value(), self.most[kind].value()
        on = self.material.isChecked()
        self._draft.count(kind, least if on else 0, most if on and most >= 0 else None)

    def _count_all(self) -> None:
        for kind in self.least:
            self._count(kind)

    def _add_ends(self) -> None:
        self.again = QPushButton(tr(message("Begin again")))
        self.again.clicked.connect(self._draft.clear)
        self.looking = QPushButton(tr(message("Search the libraries")))
        self.looking.setDefault(True)
        set_tip(self.looking, f"{self.looking.text()} (Ctrl+Enter)")
        self.cancel = QPushButton(tr(message("Cancel")))
        set_tip(self.cancel, f"{self.cancel.text()} (Esc)")
        self.looking.clicked.connect(lambda: self.finished.emit(True))
        self.cancel.clicked.connect(lambda: self.finished.emit(False))
        for button in (self.again, self.looking, self.cancel):
            self.below.addWidget(button)

    # -------------------------------------------------------------------------------- showing

    def show_part(self) -> None:
        """Show what is drawn."""
        draft = self._draft
        for word, button in self.brushes.items():
            button.setChecked(word == draft.brush)
        at = self.kinds.findData(draft.brush) if draft.brush else 0
        self.kinds.setCurrentIndex(max(at, 0))
        count = len(draft.words)
        words = message("The part has {squares}.", squares=draft.game.board_words.counted(count))
        if not count:
            words = message("Nothing is drawn yet.")
        self._said.setText(tr(words))
        self.again.setEnabled(bool(count))
        self.looking.setEnabled(draft.search is not None)
        for box in (self.turned, self.exchanged, self.elsewhere):
            box.setEnabled(bool(count))

    @property
    def said(self) -> str:
        """How many squares count, in words."""
        return self._said.text()

    def keep_focus(self) -> None:
        """Let the board have the keys of arrows: chips take the focus by Tab only."""
        for button in self.brushes.values():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
