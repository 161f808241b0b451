"""The glyphs of the current move: the usual ones as chips in a row, all of them in a palette."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document import plans
from viewer.document.holding import no_glyph
from viewer.formats import FORMATS
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS
from viewer.tree.nags import GROUPS, NAGS, Nag, sign_of, words_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.keymap import set_key_tip
from viewer.ui.toolkit.palette_frame import matches
from viewer.ui.toolkit.palette_list import PaletteList, PaletteRow
from viewer.ui.toolkit.plain import Label, set_tip


def _rank(needle: str, nag: Nag, words: str) -> int:
    """How well a typed text matches a glyph: 0 best, -1 not at all."""
    if nag.sign and nag.sign.startswith(needle):
        return 0 if nag.sign == needle else 1
    if needle.removeprefix("$") == str(nag.number):
        return 0
    return 2 if matches(needle, words) else -1


class GlyphPalette(PaletteList):
    """A list of glyphs under an input line.

    Enter or a click sets or removes the glyph at the current move, and closes; with Ctrl it stays
    open for another one. Escape closes.
    """

    stays = True

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = tr(message("A glyph: !?, $14, or a word: attack"))
        super().__init__(over, hint, tr(message("Find a glyph")), tr(message("Glyphs")))
        self._session = session
        self._own = FORMATS[session.document.format].load().glyphs or {}
        below = Label(
            tr(message("Enter sets or takes away  ·  Ctrl+Enter stays for another")), look="muted"
        )
        self.column.addWidget(below)
        self.look_for("")

    def found(self, text: str) -> Iterator[PaletteRow]:
        """The glyphs in groups; for a typed text, those that match, best first."""
        needle = text.strip()
        rows = {number: self._row(nag) for number, nag in NAGS.items() if number}
        if needle:
            ranked = [(_rank(needle, NAGS[n], row.words), row) for n, row in rows.items()]
            fitting = sorted((one for one in ranked if one[0] >= 0), key=lambda one: one[0])
            yield from [row for _, row in fitting] or [PaletteRow(tr(message("No glyph fits.")))]
            return
        if self._own:
            name = FORMATS[self._session.document.format].name
            yield PaletteRow(tr(message("In this file: {format}", format=name)))
            yield from (rows[number] for number in self._own)
        for group, title in GROUPS.items():
            yield PaletteRow(tr(title))
            yield from (row for n, row in rows.items() if NAGS[n].group == group)

    def _row(self, nag: Nag) -> PaletteRow:
        """The row of a glyph: its words, and the format's own words for it."""
        words = tr(words_of(nag.number, self._session.states.side_names))
        own = self._own.get(nag.number)
        words = words if own is None else f"{words}  ·  {tr(own)}"
        sign = nag.sign or f"${nag.number}"
        if nag.number in self._session.node.glyphs:
            return PaletteRow(words, partial(self._toggle, nag), tr(message("set")), sign, True)
        if no_glyph(self._session.document, nag.number) is not None:
            return PaletteRow(words, None, tr(message("not in this format")), sign)
        return PaletteRow(words, partial(self._toggle, nag), "", sign)

    def _toggle(self, nag: Nag) -> None:
        self._session.do(plans.toggle_glyph, nag.number)
        if self.isVisible():  # another one may follow
            self.line.clear()
            self.look_for("")


_USUAL = tuple(
    nag
    for nag, _, _ in (*MOVE_GLYPHS[:2], *MOVE_GLYPHS[4:6], POSITION_GLYPHS[0], POSITION_GLYPHS[4])
)
_GAP = 4


class GlyphChips(QWidget):
    """The usual glyphs that the file can hold, those of the move, all others behind "…", and a hint.

    What doesn't fit the width is left out: the hint, then glyphs that the move lacks, the last first.

    Attributes:
        chips: by NAG, in order.
        more: opens the palette of all glyphs.
    """

    def __init__(self, session: RecordSession, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.chips: dict[int, QPushButton] = {}
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(_GAP)
        self.more = self._chip("…")
        self.more.setAccessibleName(tr(message("All glyphs")))
        set_key_tip(self.more, tr(message("All glyphs")), "glyphs")
        self.more.clicked.connect(self._open_palette)
        row.addStretch(1)
        self.hint = Label(hint, look="muted")
        row.addWidget(self.hint)

    @property
    def empty(self) -> bool:
        """Whether the current move can have no glyph in this file."""
        session = self._session
        node = session.node
        return node.parent is None or (not node.glyphs and no_glyph(session.document) is not None)

    def show_node(self) -> None:
        """Show the glyphs of the current move."""
        session = self._session
        document, node = session.document, session.node
        usual = [nag for nag in _USUAL if no_glyph(document, nag) is None]
        wanted = dict.fromkeys((*usual, *node.glyphs))
        for nag in [nag for nag in self.chips if nag not in wanted]:
            chip = self.chips.pop(nag)
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for place, nag in enumerate(wanted):
            if nag not in self.chips:
                self._add(nag, place)
        self.chips = {nag: self.chips[nag] for nag in wanted}
        names = session.states.side_names
        own = FORMATS[document.format].load().glyphs or {}
        for nag, chip in self.chips.items():
            chip.setChecked(nag in node.glyphs)
            words = tr(words_of(nag, names))
            if nag in own:  # in the words of the file's format
                words = f"{words} · {tr(own[nag])}"
            set_tip(chip, words)
            chip.setAccessibleName(words)
        for before, after in pairwise((*self.chips.values(), self.more)):
            self.setTabOrder(before, after)
        self.more.setVisible(no_glyph(document) is None)
        self._fit()

    def _add(self, nag: int, place: int) -> None:
        chip = self._chip(sign_of(nag), place)
        chip.setCheckable(True)
        chip.clicked.connect(lambda: self._session.do(plans.toggle_glyph, nag))
        self.chips[nag] = chip

    def _chip(self, sign: str, place: int = -1) -> QPushButton:
        chip = QPushButton(sign)
        chip.setFont(QFont([*self.font().families(), "Qipu Notation"]))
        chip.setProperty("chip", True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.insertWidget(place, chip)
        return chip

    def _open_palette(self) -> None:
        GlyphPalette(self._session, self.window()).open_over()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out what doesn't fit the row."""
        shown = [*self.chips.values(), *([self.more] if not self.more.isHidden() else [])]
        room = self.width() - sum(chip.sizeHint().width() + _GAP for chip in shown)
        self.hint.setVisible(bool(self.hint.text()) and room >= self.hint.sizeHint().width())
        for chip in reversed(self.chips.values()):
            left_out = room < -_GAP and not (chip.isChecked() or chip.hasFocus())
            chip.setHidden(left_out)
            if left_out:
                room += chip.sizeHint().width() + _GAP
