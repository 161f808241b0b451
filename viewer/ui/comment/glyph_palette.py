"""All glyphs in groups, found by their signs, numbers and words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document import plans
from viewer.document.holding import no_glyph
from viewer.formats import FORMATS
from viewer.tree.nags import GROUPS, NAGS, Nag, words_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FindingList, FoundRow
from viewer.ui.toolkit.plain import Label


def _rank(needle: str, nag: Nag, words: str) -> int:
    """How well a typed text matches a glyph: 0 best, -1 not at all."""
    if nag.sign and nag.sign.startswith(needle):
        return 0 if nag.sign == needle else 1
    if needle.removeprefix("$") == str(nag.number):
        return 0
    return 2 if matches(needle, words) else -1


class GlyphPalette(FindingList):
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

    def found(self, text: str) -> Iterator[FoundRow]:
        """The glyphs in groups; for a typed text, those that match, best first."""
        needle = text.strip()
        rows = {number: self._row(nag) for number, nag in NAGS.items() if number}
        if needle:
            ranked = [(_rank(needle, NAGS[n], row.words), row) for n, row in rows.items()]
            fitting = sorted((one for one in ranked if one[0] >= 0), key=lambda one: one[0])
            yield from [row for _, row in fitting] or [FoundRow(tr(message("No glyph fits.")))]
            return
        if self._own:
            name = FORMATS[self._session.document.format].name
            yield FoundRow(tr(message("In this file: {format}", format=name)))
            yield from (rows[number] for number in self._own)
        for group, title in GROUPS.items():
            yield FoundRow(tr(title))
            yield from (row for n, row in rows.items() if NAGS[n].group == group)

    def _row(self, nag: Nag) -> FoundRow:
        """The row of a glyph: its words, and the format's own words for it."""
        words = tr(words_of(nag.number, self._session.states.side_names))
        own = self._own.get(nag.number)
        words = words if own is None else f"{words}  ·  {tr(own)}"
        sign = nag.sign or f"${nag.number}"
        if nag.number in self._session.node.glyphs:
            return FoundRow(words, partial(self._toggle, nag), tr(message("set")), sign, True)
        if no_glyph(self._session.document, nag.number) is not None:
            return FoundRow(words, None, tr(message("not in this format")), sign)
        return FoundRow(words, partial(self._toggle, nag), "", sign)

    def _toggle(self, nag: Nag) -> None:
        self._session.do(plans.toggle_glyph, nag.number)
        if self.isVisible():  # another one may follow
            self.line.clear()
            self.look_for("")
