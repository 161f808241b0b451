"""Completing what is typed in the bar: phrases, moves in each game, names of the libraries, searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.folding import folded
from viewer.base.messages import counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.pinyin import said_in
from viewer.games import GAMES, game_of
from viewer.library.ask.names import NameOffer
from viewer.library.material import material_words
from viewer.library.phrases import Understanding, material_in, moves_in
from viewer.library.searches import SavedSearches, Search
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.models import NOWHERE
from viewer.ui.pages.among_row import Player
from viewer.ui.toolkit.focus import announce

_ROWS = 12
_HEIGHT = 26
_NOTHING: Mapping[str, Value] = {}
_LEAST = 2  # characters of a name that is looked for
_EACH = 4  # names of a kind
_MOVES = 4  # games that moves are offered in
_NAMED = (
    in_context("typed in the search bar of a library", "player {what}", what=""),
    in_context("typed in the search bar of a library", "against {what}", what=""),
    in_context("typed in the search bar of a library", "event {what}", what=""),
    in_context("typed in the search bar of a library", "opening {what}", what=""),
)


class SearchOffer(NamedTuple):
    """A row.

    Attributes:
        words: what it says.
        more: muted, behind it: what kind of thing it is, how many games have it.
        values: the conditions that it adds.
        text: what it puts into the line instead; "" if it adds conditions.
        whole: whether its conditions replace all others: a saved search.
    """

    words: str
    more: str = ""
    values: Mapping[str, Value] = _NOTHING
    text: str = ""
    whole: bool = False


class OfferList(QTreeWidget):
    """The list below the bar. It never has the focus: the line does.

    Signals:
        taken: an offer was taken.
    """

    taken = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("offers")
        self.offers: list[SearchOffer] = []
        self.setAccessibleName(tr(message("Completions")))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(lambda _: self.take())
        self.hide()

    def show_offers(self, offers: Sequence[SearchOffer], box: QRect) -> None:
        """Show offers below a box of the parent; none hide the list."""
        self.offers = list(offers)
        self.clear()
        for one in self.offers:
            item = QTreeWidgetItem([one.words, one.more])
            item.setForeground(1, self.palette().placeholderText())
            self.addTopLevelItem(item)
        if not self.offers:
            self.hide()
            return
        high = max(_HEIGHT, self.sizeHintForRow(0))
        self.setGeometry(
            box.left(), box.bottom() + 4, box.width(), min(len(self.offers), _ROWS) * high + 10
        )
        self.show()
        self.raise_()

    def step(self, step: int) -> None:
        """Select the next row, or the one before; before the first one none is."""
        self.choose(min(self._row() + step, len(self.offers) - 1))

    def choose(self, row: int) -> None:
        """Select a row, -1 for none."""
        item = self.topLevelItem(row)
        if item is None:
            self.clearSelection()
            self.setCurrentIndex(NOWHERE)
        else:
            self.setCurrentItem(item)
            one = self.offers[row]  # the line keeps the focus
            announce(self, ", ".join(part for part in (one.words, one.more) if part))

    def _row(self) -> int:
        item = self.currentItem()
        return -1 if item is None or self.isHidden() else self.indexOfTopLevelItem(item)

    @property
    def chosen(self) -> SearchOffer | None:
        """The selected offer, None for none."""
        row = self._row()
        return self.offers[row] if row >= 0 else None

    def take(self) -> bool:
        """Take the selected offer; returns whether there is one."""
        chosen = self.chosen
        if chosen is None:
            return False
        self.hide()
        self.taken.emit(chosen)
        return True


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
                self.offered.emit([*plain, *_name_offers(found, game or self._found.game)])

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
        material = [] if moves or base.text("material") else list(material_in(text.strip()))
        for values in material:
            game = game_of(str(values["game"]))
            if base.text("game") in ("", game.id):
                words = tr(material_words(game, text.strip()))
                found.append(SearchOffer(words, tr(game.name), values))
        found += [
            SearchOffer(one, tr(message("condition")), text=one)
            for one in self._understanding.beginning(text)
            if one.strip() != text.strip()
        ]
        return [*found, *self._kept_offers(text)]

    def _kept_offers(self, text: str) -> list[SearchOffer]:
        """Saved searches with a text in their names, or its pinyin; without a text the last ones too."""
        sought = folded(text)
        saved = [
            SearchOffer(name, tr(message("saved search")), search.values, whole=True)
            for name, search in self._saved.saved.items()
            if said_in(folded(name), sought)
        ]
        if sought:
            return saved
        last = [
            SearchOffer(search_words(one), tr(message("last search")), one.values, whole=True)
            for one in self._saved.last
        ]
        return [*saved, *last]


def _name_offers(offers: Sequence[NameOffer], game: str) -> Iterator[SearchOffer]:
    """The conditions that names stand for; the first player also with each colour of the game searched."""
    kinds = {
        "player": message("player"),
        "event": message("event"),
        "opening": message("opening"),
    }
    coloured = not game
    for one in offers:
        games = counted("{count} game", "{count} games", one.games)
        more = message("{kind}, {games}", kind=kinds[one.kind], games=games)
        whole = "" if one.kind == "opening" else "="
        named: dict[str, Value] = {one.kind: f"{whole}{one.name}"}
        yield SearchOffer(one.name, tr(more), named)
        if one.kind == "player" and not coloured:
            coloured = True
            for side, words in Player(one.name, 0, game).choices.items():
                if side:
                    yield SearchOffer(tr(words), tr(kinds["player"]), {**named, "side": side})


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
