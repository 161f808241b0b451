"""What is searched in libraries and what was found: shared by all that a library tab shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from viewer.base.fields import Value
from viewer.base.messages import Message
from viewer.library.face import Library
from viewer.library.failures import Interrupted, LibraryFailed
from viewer.library.query import Query
from viewer.library.searches import Search
from viewer.library.together import Hits, LibrarySet, Missing, PlacedHit
from viewer.ui.toolkit.asking import Asker

T = TypeVar("T")

_PAGE = 100  # hits fetched together
_KEPT = 60  # pages
_TOGETHER = 4  # pages fetched by one question; what was scrolled past isn't needed any more


class LibrarySearch(QObject):
    """The search of a library tab: conditions, hits, the selected ones. Everything is asked in a thread.

    How others hook in:

    - **Search for something else**: `show(search)`, `add({"player": "Adler"})`, with
      conditions by the keys of `viewer.library.searches.fields` and "region", "material" (see `Search`).
    - **Look at what was found**: `hits` (ids of all, in order; numpy arrays) and `total`; `hit(row)` is what
      is known of a row, None while it isn't fetched (`fetched` tells when). `current` is the selected hit.
    - **Act on hits** (copy, export, merge): `chosen_rows` are the selected rows. A task that reads many makes
      a `LibrarySet` of its own, `another_set()`, and fetches them there by `LibrarySet.hits(hits, first,
      count)`: connections aren't shared by threads.
    - **Ask the chosen libraries something else** (duplicates, groups, next moves): `ask(kind, question,
      answered)`; the question gets the LibrarySet in a thread, the answer comes back to the window. Of
      questions of one kind that wait, the last is asked.
    - **Show more beside the board** of the selected hit: `LibraryTab.preview.add_page(title, make)`; more
      below the bar: `LibraryTab.below_bar`. Commands find the tab by `window.libraries.tab`.

    Attributes:
        search: the conditions.
        order, descending: by what the hits are ordered (`viewer.library.ask.searching`).
        hits: of the last answer, None before the first.
        searching: whether `hits` are still those of the search or order before.
        problem: why the search can't be asked, None if it can.
        current_row: the row of the selected hit, -1 for none.
        chosen_rows: all selected rows, in order.

    Signals:
        asked: another search or order is being asked.
        answered: `hits` are others now, or `problem` is.
        fetched: some rows are known now: (first, last).
        turned: another hit is selected; sent again when it is fetched.
        chosen: other rows are selected.
        relisted: other libraries are searched.
    """

    asked = Signal()
    answered = Signal()
    fetched = Signal(int, int)
    turned = Signal()
    chosen = Signal()
    relisted = Signal()

    def __init__(self, libraries: Sequence[Library], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._set = LibrarySet(libraries)
        self.search = Search()
        self.order, self.descending = "record", False
        self.hits: Hits | None = None
        self.searching = False
        self.problem: Message | None = None
        self.current_row = -1
        self.chosen_rows: Sequence[int] = ()
        self._pages: dict[int, list[PlacedHit | None]] = {}
        self._wanted: dict[int, None] = {}  # pages that are being fetched, the latest last
        self._asker = Asker(lambda: self._set.interrupt(), (LibraryFailed,), self, Interrupted)

    def close(self) -> None:
        """Ask nothing any more, and let go of the libraries."""
        self._asker.close()
        self._set.close()

    # ------------------------------------------------------------------------------- libraries

    @property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries that are searched."""
        return self._set.libraries

    @property
    def missing(self) -> tuple[Missing, ...]:
        """Those that couldn't be searched last."""
        return () if self.hits is None else self.hits.missing

    def set_libraries(self, libraries: Sequence[Library]) -> None:
        """Search other libraries."""
        self._asker.close()
        self._set.close()
        self._set = LibrarySet(libraries)
        self.hits = None
        self.relisted.emit()
        self.ask_again()

    def another_set(self) -> LibrarySet:
        """The same libraries with connections of their own, for a task that closes them at its end."""
        return LibrarySet(
            [Library(one.name, one.folder, one.sources) for one in self._set.libraries]
        )

    # -------------------------------------------------------------------------------- searching

    @property
    def total(self) -> int:
        """The number of hits."""
        return 0 if self.hits is None else self.hits.total

    @property
    def game(self) -> str:
        """The id of the game of all that is searched, "" where games are mixed or nothing is known yet."""
        games = frozenset() if self.hits is None else self.hits.size.games
        return self.search.text("game") or (next(iter(games)) if len(games) == 1 else "")

    def show(self, search: Search) -> None:
        """Search for something else."""
        if search != self.search:
            self.search = search
            self.ask_again()

    def add(self, values: dict[str, Value]) -> None:
        """Search with more conditions."""
        self.show(self.search.plus(values))

    def order_by(self, order: str, descending: bool) -> None:
        """Order the hits by another column."""
        if (order, descending) != (self.order, self.descending):
            self.order, self.descending = order, descending
            self.ask_again()

    def ask_again(self) -> None:
        """Ask again: conditions, order or libraries are others, or a library was built."""
        self._fetch_no_more()
        self.searching = True
        try:
            query = self.search.query()
        except LibraryFailed as error:
            self._asker.drop("hits")
            self._fail(error.reason)
            return
        order, descending = self.order, self.descending
        asked = self._set

        def question() -> Hits:
            return asked.ask(query, order, descending)

        self._asker.ask("hits", question, self._take, self._failed)
        self.asked.emit()

    def _failed(self, error: Exception) -> None:
        if isinstance(error, LibraryFailed):
            self._fail(error.reason)

    def _fail(self, reason: Message) -> None:
        self.problem = reason
        self._replace(Hits(Query(), (), ()))

    def _take(self, hits: Hits) -> None:
        self.problem = None
        self._replace(hits)

    def _replace(self, hits: Hits) -> None:
        self.hits, self.searching = hits, False
        self._pages.clear()
        self._fetch_no_more()  # views may have asked for rows of the hits before
        self.current_row, self.chosen_rows = -1, ()
        self.answered.emit()
        self.turned.emit()
        self.chosen.emit()

    def ask(
        self,
        kind: str,
        question: Callable[[LibrarySet], T],
        answered: Callable[[T], object],
        failed: Callable[[Message], object] | None = None,
    ) -> None:
        """Ask the libraries something else in the thread; see the class."""
        asked = self._set

        def refused(error: Exception) -> None:
            if failed is not None and isinstance(error, LibraryFailed):
                failed(error.reason)

        self._asker.ask(kind, lambda: question(asked), answered, refused)

    def drop(self, *kinds: str) -> None:
        """Ask no question of some kinds any more; an answer that is on its way is forgotten."""
        self._asker.drop(*kinds)

    def run_now(self) -> None:
        """Answer all questions synchronously."""
        self._asker.run_now()

    # ------------------------------------------------------------------------------------ hits

    def hit(self, row: int) -> PlacedHit | None:
        """The hit of a row; None if it isn't fetched yet (it is asked for), or gone from its library."""
        if not 0 <= row < self.total:
            return None
        page = self._pages.get(row // _PAGE)
        if page is None:
            self._want(row // _PAGE)
            return None
        return page[row % _PAGE]

    def known(self, row: int) -> bool:
        """Whether a row is fetched."""
        return row // _PAGE in self._pages

    @property
    def current(self) -> PlacedHit | None:
        """The selected hit, None for none, or while it isn't fetched."""
        return self.hit(self.current_row)

    def select(self, row: int) -> None:
        """Select the hit of a row, -1 for none."""
        if row != self.current_row:
            self.current_row = row
            self.turned.emit()

    def choose(self, rows: Sequence[int]) -> None:
        """Choose rows to act on."""
        self.chosen_rows = rows
        self.chosen.emit()

    def _want(self, page: int) -> None:
        """Fetch a page; those that are being fetched aren't asked for again."""
        if self.hits is None or page in self._wanted:
            return
        self._wanted[page] = None
        while len(self._wanted) > _TOGETHER:
            del self._wanted[next(iter(self._wanted))]
        hits, asked, pages = self.hits, self._set, list(self._wanted)

        def question() -> list[tuple[int, list[PlacedHit | None]]]:
            return [(one, asked.hits(hits, one * _PAGE, _PAGE)) for one in pages]

        self._asker.ask("page", question, self._take_pages, self._page_failed)

    def _fetch_no_more(self) -> None:
        self._asker.drop("page")
        self._wanted.clear()

    def _page_failed(self, error: Exception) -> None:
        self._wanted.clear()
        self._failed(error)

    def _take_pages(self, found: Iterable[tuple[int, list[PlacedHit | None]]]) -> None:
        for page, hits in found:
            self._pages[page] = hits
            self._wanted.pop(page, None)
        while len(self._pages) > _KEPT:
            del self._pages[next(iter(self._pages))]
        for page, hits in found:
            self.fetched.emit(page * _PAGE, page * _PAGE + len(hits) - 1)
            if self.current_row // _PAGE == page and self.current_row >= 0:
                self.turned.emit()
