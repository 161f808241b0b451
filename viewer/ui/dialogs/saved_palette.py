"""The saved searches and the last ones as a list to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.library.completion import search_words
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FindingList, FoundRow

if TYPE_CHECKING:
    from viewer.ui.controllers.libraries import LibraryController


class SavedPalette(FindingList):
    """Typing filters the list, Enter searches; saved searches can be forgotten at its end."""

    def __init__(self, searcher: LibraryController, over: QWidget) -> None:
        hint = tr(message("Find a saved search"))
        super().__init__(over, hint, hint, tr(message("Saved searches")))
        self._searcher = searcher
        self.look_for("")

    def found(self, text: str) -> Iterator[FoundRow]:
        searcher, saved = self._searcher, self._searcher.saved
        saved.read()
        rows: list[FoundRow] = []
        for name, search in saved.saved.items():
            words = search_words(search)
            if matches(text, f"{name} {words}"):
                more = "" if words == name else words
                rows.append(FoundRow(name, partial(searcher.search, search), more))
        for search in saved.last:
            words = search_words(search)
            if matches(text, words):
                act = partial(searcher.search, search)
                rows.append(FoundRow(words, act, tr(message("last search"))))
        for name in saved.saved:
            words = tr(message("Forget “{search}”", search=name))
            if matches(text, words):
                rows.append(FoundRow(words, partial(searcher.forget_saved, name)))
        none = message("Nothing was searched yet.") if not text else message("No search fits.")
        yield from rows or [FoundRow(tr(none))]
