"""Candidate moves as chips, to point at and to click."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFont, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.scene.candidates import Candidate
from viewer.ui.session.candidates import Candidates
from viewer.ui.toolkit.plain import Label, literal, set_tip

_MOST = 12  # chips
_IN_MENU = 60
_GAP = 6


class _Chip(QPushButton):
    """A chip that signals when the mouse or the keyboard focus enters or leaves it."""

    pointing = Signal(bool)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointing.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointing.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointing.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointing.emit(False)


class CandidateChips(QWidget):
    """Chips in one line; those that don't fit stand in the menu of the last, "+7".

    Chips are reused: making them would take longer than a step.
    """

    def __init__(
        self,
        moves: Candidates,
        called: Message,
        nothing: Callable[[], Message],
        parent: QWidget | None = None,
    ) -> None:
        """`nothing` says why there are none."""
        super().__init__(parent)
        self._moves = moves
        self._nothing = nothing
        self._shown: list[Candidate] = []
        self._chips: list[_Chip] = []
        self._bare = False
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        self._called = Label(tr(called), look="muted")
        row.addWidget(self._called)
        self.more = QPushButton()
        self.more.setProperty("chip", True)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.clicked.connect(self._open_menu)
        row.addWidget(self.more)
        self._none = Label(look="muted")
        row.addWidget(self._none)
        row.addStretch(1)

    def show_moves(self) -> None:
        """Show the moves from the current position; the one that `forward` takes is marked."""
        self._shown = [] if self._bare else self._moves.first(_MOST)
        while len(self._chips) < len(self._shown):
            self._add_chip()
        for chip, one in zip(self._chips, self._shown, strict=False):
            chip.setText(literal(one.text) or "…")
            if chip.property("chosen") != one.taken:
                chip.setProperty("chosen", one.taken)
                chip.style().unpolish(chip)
                chip.style().polish(chip)
        none = not len(self._moves)
        self._none.setVisible(none)
        if none:
            self._none.setText(tr(self._nothing()))
        self.fit()

    def set_bare(self, bare: bool) -> None:
        """Hide the chips, because the moves are shown in another way, or show them again."""
        self._bare = bare

    def fit(self) -> None:
        """Show the chips that fit the line, and how many there are beyond them."""
        count = 0 if self._bare else len(self._moves)
        widths = [chip.sizeHint().width() + _GAP for chip in self._chips[: len(self._shown)]]
        fitting = self._fitting(widths, count, self._called.sizeHint().width())
        named = fitting > 0 or not widths
        self._called.setVisible(named)  # a move goes before the words for moves
        if not named:
            fitting = self._fitting(widths, count, -_GAP)
        for index, chip in enumerate(self._chips):
            chip.setVisible(index < fitting)
        self.more.setVisible(fitting < count)
        if fitting < count:
            self._tell_rest(count - fitting)

    def _fitting(self, widths: list[int], count: int, taken: int) -> int:
        """How many chips of these widths fit where some pixels are taken."""
        room, fitting = self.width() - taken, len(widths)
        if count > fitting or sum(widths) > room:
            self._tell_rest(count)
            room -= self.more.sizeHint().width() + _GAP
            while fitting and sum(widths[:fitting]) > room:
                fitting -= 1
        return fitting

    def _tell_rest(self, count: int) -> None:
        self.more.setText(tr(message("+{count}", count=count)))
        words = tr(counted("{count} more move", "{count} more moves", count))
        self.more.setAccessibleName(words)
        set_tip(self.more, words)

    @property
    def wide(self) -> int:
        """The width in pixels that shows all chips."""
        shown = self._chips[: len(self._shown)]
        parts = (self._called, *shown, *([] if shown or self._bare else [self._none]))
        return sum(one.sizeHint().width() + _GAP for one in parts)

    def sizeHint(self) -> QSize:
        return QSize(self.wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        least = self.wide
        if self._shown:
            first = self._chips[0].sizeHint().width() + _GAP
            least = min(least, first + self.more.sizeHint().width())
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _open_menu(self) -> None:
        """Open a menu of the moves whose chips don't fit."""
        menu = QMenu(self)
        menu.setFont(self._font())
        seen = sum(not chip.isHidden() for chip in self._chips)
        for one in self._moves.first(_IN_MENU)[seen:]:
            entry = menu.addAction(literal(one.text) or "…")
            entry.hovered.connect(partial(self._moves.point_at, one.id))
            entry.triggered.connect(partial(self._moves.enter, one.id))
        if len(self._moves) > _IN_MENU:
            rest = message("and {count} more", count=len(self._moves) - _IN_MENU)
            menu.addAction(tr(rest)).setEnabled(False)
        menu.aboutToHide.connect(partial(self._moves.point_at, None))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _add_chip(self) -> None:
        place = len(self._chips)
        chip = _Chip()
        chip.setFont(self._font())
        chip.setProperty("chip", True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self._moves.enter(self._shown[place].id))
        chip.pointing.connect(
            lambda on: self._moves.point_at(self._shown[place].id if on else None)
        )
        self._row.insertWidget(1 + place, chip)
        self._chips.append(chip)

    def _font(self) -> QFont:
        return QFont([*self.font().families(), "Qipu Notation"])
