"""Completing what is typed in the bar: phrases, moves in each game, names of the libraries, searches."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit

from viewer.base.catalogs import tr
from viewer.base.messages import counted, in_context, message
from viewer.games import GAMES
from viewer.library.ask.offers import NameOffer
from viewer.library.phrases import Understanding, moves_in
from viewer.library.saved import SavedSearches
from viewer.library.searches import Search
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.offer_list import SearchOffer

_LEAST = 2  # characters of a name that is looked for
_EACH = 4  # names of a kind
_MOVES = 4  # games that moves are offered in
_NAMED = (
    in_context("typed in the search bar of a library", "player {what}", what=""),
    in_context("typed in the search bar of a library", "against {what}", what=""),
    in_context("typed in the search bar of a library", "event {what}", what=""),
    in_context("typed in the search bar of a library", "opening {what}", what=""),
)


class Completion(QObject):
    """Finds what completes a line.

    Signals:
        offered: the offers for what is typed now: (list of SearchOffer); sent again with names once they are
            found.
    """

    offered = Signal(list)

    def __init__(
        self,
        found: LibrarySearch,
        saved: SavedSearches,
        understanding: Understanding,
        line: QLineEdit,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._found, self._saved = found, saved
        self._understanding, self._line = understanding, line

    def complete(self, base: Search) -> None:
        """Offer what completes the line: at once what needs no library, then names. `base`: the chips."""
        text = self._line.text()
        plain, game = self._plain_offers(text, base), base.text("game")
        self.offered.emit(plain)
        last = last_words(text)
        if len(last) < _LEAST:
            self._found.drop("offers")
            return

        def answered(found: list[NameOffer]) -> None:
            if self._line.text() == text and self._line.hasFocus():
                self.offered.emit([*plain, *(_name_offer(one) for one in found)])

        self._found.ask("offers", lambda asked: asked.offers(last, _EACH, game), answered)

    def _plain_offers(self, text: str, base: Search) -> list[SearchOffer]:
        """Moves in each game, phrases, saved searches; without a text, the last searches."""
        if not text.strip():
            return self._kept_offers("")
        found: list[SearchOffer] = []
        moves = [] if base.text("position") else list(moves_in(text.strip()))
        for values in moves[:_MOVES]:
            entry = GAMES[str(values["game"])]
            words = tr(message("moves {moves}", moves=text.strip()))
            found.append(SearchOffer(words, tr(entry.name), values))
        found += [
            SearchOffer(one, tr(message("condition")), text=one)
            for one in self._understanding.beginning(text)
            if one.strip() != text.strip()
        ]
        return [*found, *self._kept_offers(text)]

    def _kept_offers(self, text: str) -> list[SearchOffer]:
        """Saved searches with a text in their names; without a text the last ones too."""
        sought = text.strip().casefold()
        saved = [
            SearchOffer(name, tr(message("saved search")), search.values, whole=True)
            for name, search in self._saved.saved.items()
            if sought in name.casefold()
        ]
        if sought:
            return saved
        last = [
            SearchOffer(search_words(one), tr(message("last search")), one.values, whole=True)
            for one in self._saved.last
        ]
        return [*saved, *last]


def _name_offer(offer: NameOffer) -> SearchOffer:
    kinds = {
        "player": message("player"),
        "event": message("event"),
        "opening": message("opening"),
    }
    games = counted("{count} game", "{count} games", offer.games)
    more = message("{kind}, {games}", kind=kinds[offer.kind], games=games)
    whole = "" if offer.kind == "opening" else "="
    return SearchOffer(offer.name, tr(more), {offer.kind: f"{whole}{offer.name}"})


def search_words(search: Search) -> str:
    """A search in a line."""
    return " · ".join(tr(one.words) for one in search.conditions())


def last_words(text: str) -> str:
    """What of a text may begin a name: what stands behind a word like "player", else the last word."""
    for phrase in _NAMED:
        before = tr(phrase).rstrip()
        _, found, after = f" {text}".rpartition(f" {before} ")
        if found:
            return after.strip()
    return text.split()[-1] if text.split() and not text.endswith(" ") else ""


def without_last(text: str) -> str:
    """A text without what `last_words` takes of it, and without the word before that."""
    for phrase in _NAMED:
        before = tr(phrase).rstrip()
        start, found, _ = f" {text}".rpartition(f" {before} ")
        if found:
            return start.strip()
    return " ".join(text.split()[:-1])
