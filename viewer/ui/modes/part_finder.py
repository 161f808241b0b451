"""The mode in which a part of a position is drawn: its board; its panel, with what else is found."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QPushButton,
    QSpinBox,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.library.failures import LibraryFailed
from viewer.ui.library.material_picker import MaterialPicker, picks_material
from viewer.ui.modes.desk_mode import chip
from viewer.ui.modes.draft_mode import TAKE, DraftPanel, PanelMode
from viewer.ui.modes.part_board import MOST, PartBoard, PartDraft
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label, literal, set_tip

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


class PartPanel(DraftPanel):
    """The panel.

    Attributes:
        brushes: the buttons of what is drawn, by their words.
        kinds: the list of kinds of pieces.
        picker: the pieces that must be there, in games whose players name material.
        least, most: the numbers of pieces, by kind, in the others.
    """

    def __init__(self, draft: PartDraft) -> None:
        super().__init__()
        self._draft = draft
        self.picker: MaterialPicker | None = None
        self.least: dict[str, QSpinBox] = {}
        self.most: dict[str, QSpinBox] = {}
        hint = message(
            "Drag over the {squares} that count; empty ones count too. The right button takes them out.",
            squares=draft.game.board_words.squares,
        )
        self.add_title(message("Look for a part of a position"), hint)
        self._add_brushes()
        self._said = Label(look="muted", wraps=True)
        self.column.addWidget(self._said)
        self._add_switches()
        self._add_material()
        self.column.addStretch(1)
        self.again = QPushButton(tr(message("Begin again")))
        self.again.clicked.connect(draft.clear)
        self.below.addWidget(self.again)
        self.add_ends(message("Search the libraries"), message("Cancel"))
        draft.changed.connect(self.show_part)
        self.show_part()

    # ------------------------------------------------------------------------------- building

    def _add_brushes(self) -> None:
        heading = self.add_heading(
            message(
                "What must stand on the {squares} you choose next",
                squares=self._draft.game.board_words.squares,
            )
        )
        self.brushes = {
            word: chip(words, partial(self._draft.choose, word))
            for word, words in self._draft.brushes
        }
        for button in self.brushes.values():
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the board keeps the arrow keys
        self.add_flow(*self.brushes.values())
        self.kinds = QComboBox()
        heading.setBuddy(self.kinds)
        self.kinds.addItem(tr(message("A kind of piece…")), "")
        sides = {side.id for side in self._draft.game.sides[:2]}
        for kind in self._draft.kinds:
            if kind not in sides:
                self.kinds.addItem(literal(tr(self._draft.piece_name(kind))), kind)
        self.kinds.activated.connect(self._choose_kind)
        self.kinds.setVisible(self.kinds.count() > 1)
        self.column.addWidget(self.kinds)

    def _choose_kind(self) -> None:
        self._draft.choose(str(self.kinds.currentData()))

    def _add_switches(self) -> None:
        self.add_heading(message("Find also"))
        self.turned = self._switch(message("Mirrored and turned"), "turned")
        self.exchanged = self._switch(message("Colours exchanged"), "exchanged")
        self.elsewhere = self._switch(message("Elsewhere on the board"), "elsewhere")
        tip = message("What touches an edge stays at it: a corner is found in corners only.")
        set_tip(self.elsewhere, tr(tip))
        symmetries = self._draft.chart.symmetries[1:]
        self.turned.setVisible(any(not one.exchanges for one in symmetries))
        self.exchanged.setVisible(any(one.exchanges for one in symmetries))

    def _switch(self, words: Message, name: str) -> QCheckBox:
        box = QCheckBox(tr(words))
        box.toggled.connect(partial(self._turn, name))
        self.column.addWidget(box)
        return box

    def _turn(self, name: str, on: bool) -> None:
        setattr(self._draft, name, on)
        self._draft.changed.emit()

    def _add_material(self) -> None:
        pieces = self._draft.game.board_words.pieces
        self.material = QCheckBox(tr(message("Ask for numbers of {pieces}", pieces=pieces)))
        self.column.addSpacing(8)
        self.column.addWidget(self.material)
        if picks_material(self._draft.game.id):
            picker = self.picker = MaterialPicker(self._draft.game.id)
            picker.show_values({"at_least": True})  # beside what stands on the squares
            self.column.addWidget(picker)
            picker.hide()
            self.material.toggled.connect(picker.setVisible)
            for changed in (self.material.toggled, picker.changed):
                changed.connect(self._pick)
            return
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
                box.setRange(-1 if at == 2 else 0, MOST)
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
        self.column.addWidget(sheet)
        sheet.hide()
        self.material.toggled.connect(sheet.setVisible)
        self.material.toggled.connect(self._count_all)

    def _pick(self, *_: object) -> None:
        picker = self.picker
        on = picker is not None and self.material.isChecked() and picker.fault is None
        self._draft.ask_material(picker.values if picker is not None and on else {})

    def _count(self, kind: str, *_: object) -> None:
        least, most = self.least[kind].value(), self.most[kind].value()
        on = self.material.isChecked()
        self._draft.count(kind, least if on else 0, most if on and most >= 0 else None)

    def _count_all(self) -> None:
        for kind in self.least:
            self._count(kind)

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
        self.done.setEnabled(draft.search is not None)
        for box in (self.turned, self.exchanged, self.elsewhere):
            box.setEnabled(bool(count))

    @property
    def said(self) -> str:
        """How many squares count, in words."""
        return self._said.text()


class PartFinder(PanelMode):
    """The mode in which a part of the current position is drawn.

    Attributes:
        draft: what is drawn.
    """

    name = message("Looking for a part of a position")
    board: PartBoard
    panel: PartPanel
    more_keys = TAKE
    ignored = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(parent)
        self.draft = PartDraft(session, self)
        self.board = PartBoard(self.draft)
        self.panel = PartPanel(self.draft)
        self.begin(session)


def find_part(window: Window) -> PartFinder | None:
    """Start drawing a part of the current position; None where positions can't be searched."""
    tab = window.libraries.tab
    if tab is not None and tab.found.current is not None:
        window.libraries.open_hit(tab.found.current)
    desk = window.desk
    if desk is None or desk.editing:
        window.say(message("Open a game first: the part is drawn on its board."))
        return None
    desk.session.flush()
    try:
        finder = PartFinder(desk.session)
    except LibraryFailed as error:
        window.say(error.reason)
        return None
    finder.finished.connect(lambda search: _finish(window, desk, finder, search))
    desk.show_editor(finder)
    window.focus_board()
    hint = message(
        "Drag over the {squares} that count; Ctrl+Enter searches, Esc leaves.",
        squares=desk.session.game.board_words.squares,
    )
    window.say(hint)
    return finder


def _finish(window: Window, desk: Desk, finder: PartFinder, wanted: bool) -> None:
    """Leave the mode, and search for what was drawn."""
    search = finder.draft.search if wanted else None
    desk.close_editor()
    window.say(NOTHING)
    if search is None:
        window.focus_board()
    else:
        window.libraries.search(search)
