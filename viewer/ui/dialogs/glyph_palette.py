"""All glyphs in groups, found by their signs, numbers and words."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document import plans
from viewer.document.holding import no_glyph
from viewer.formats import FORMATS
from viewer.tree.nags import GROUPS, NAGS, Nag, words_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import FindingFrame, matches
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.style import theme_in_use

_ROWS = 14
_NUMBER = Qt.ItemDataRole.UserRole


def _rank(needle: str, nag: Nag, words: str) -> int:
    """How well what was typed fits a glyph: 0 best, -1 not at all."""
    if nag.sign and nag.sign.startswith(needle):
        return 0 if nag.sign == needle else 1
    if needle.removeprefix("$") == str(nag.number):
        return 0
    return 2 if matches(needle, words) else -1


class GlyphPalette(FindingFrame):
    """A list of glyphs under a line to type in.

    Enter or a click sets the glyph of the current move, or takes it away, and closes; with Ctrl it
    stays open for another one. Escape closes.
    """

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = message("A glyph: !?, $14, or a word: attack")
        super().__init__(over, tr(hint), tr(message("Find a glyph")))
        self._session = session
        self._own = FORMATS[session.document.format].load().glyphs or {}
        self.list = QTreeWidget()
        self.list.setAccessibleName(tr(message("Glyphs")))
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(0)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        header.resizeSection(0, 4 * self.fontMetrics().averageCharWidth() + 28)
        self.list.setStyleSheet("QTreeView::item { border-radius: 0 }")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _: self.do(self._control()))
        below = Label(tr(message("Enter sets or takes away  ·  Ctrl+Enter stays for another")))
        below.setProperty("muted", True)
        self.column.addWidget(self.list)
        self.column.addWidget(below)
        self.look_for("")

    def look_for(self, text: str) -> None:
        """Show what fits: in groups, or, where something was typed, the best first."""
        self.list.clear()
        needle = text.strip()
        found = [(nag, self._words(nag)) for nag in NAGS.values() if nag.number]
        if needle:
            ranked = [(_rank(needle, nag, words), nag, words) for nag, words in found]
            for _, nag, words in sorted((one for one in ranked if one[0] >= 0), key=lambda o: o[0]):
                self._add(nag, words)
        else:
            if self._own:
                name = FORMATS[self._session.document.format].name
                self._title(tr(message("In this file: {format}", format=name)))
                for number in self._own:
                    self._add(NAGS[number], self._words(NAGS[number]))
            for group, name in GROUPS.items():
                self._title(tr(name))
                for nag, words in found:
                    if nag.group == group:
                        self._add(nag, words)
        if not self.list.topLevelItemCount():
            none = self._row("", tr(message("No glyph fits.")), "")
            none.setFlags(Qt.ItemFlag.NoItemFlags)
        self.step(0)
        rows = min(self.list.topLevelItemCount(), _ROWS)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

    def _words(self, nag: Nag) -> str:
        """The words of a glyph, and those that the file's format has for it."""
        first, second = self._session.game.sides
        words = tr(words_of(nag.number, (first.name, second.name)))
        own = self._own.get(nag.number)
        return words if own is None else f"{words}  ·  {tr(own)}"

    def _title(self, words: str) -> None:
        self._row("", words, "").setFlags(Qt.ItemFlag.NoItemFlags)

    def _row(self, sign: str, words: str, state: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([sign, words, state])
        item.setSizeHint(1, QSize(0, max(24, self.fontMetrics().height() + 8)))
        self.list.addTopLevelItem(item)
        return item

    def _add(self, nag: Nag, words: str) -> None:
        there = nag.number in self._session.node.glyphs
        state = tr(message("set")) if there else ""
        lack = None if there else no_glyph(self._session.document, nag.number)
        if lack is not None:
            state = tr(message("not in this format"))
        item = self._row(nag.sign or f"${nag.number}", words, state)
        if lack is not None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setForeground(2, QColor(theme_in_use()["muted"]))
        item.setData(0, _NUMBER, nag.number)
        item.setTextAlignment(0, Qt.AlignmentFlag.AlignCenter)
        item.setFont(0, QFont([*self.font().families(), "Qipu Notation"]))
        if there:
            bold = self.font()
            bold.setBold(True)
            item.setFont(1, bold)

    def step(self, step: int) -> None:
        """Go to the next glyph down (or up); 0 to the first there is from here on."""
        count = self.list.topLevelItemCount()
        now = self.list.currentItem()
        at = (self.list.indexOfTopLevelItem(now) if now is not None else 0) + step
        for _ in range(count):
            item = self.list.topLevelItem(at % count)
            if item is not None and item.flags() & Qt.ItemFlag.ItemIsSelectable:
                self.list.setCurrentItem(item)
                return
            at += step or 1

    @staticmethod
    def _control() -> bool:
        return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)

    def do(self, stay: bool) -> None:
        """Set or take away the glyph that is chosen."""
        item = self.list.currentItem()
        number = item.data(0, _NUMBER) if item is not None else None
        if number is None:
            return
        if not stay:
            self.go_away()
        self._session.do(plans.toggle_glyph, int(number))
        if stay:
            self.line.clear()
            self.look_for("")
