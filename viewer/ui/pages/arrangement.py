"""How the pages of a desk are arranged: which stand below each other, and which share a place as tabs.

The setting "desk" names an arrangement. What people change of it, by dragging a tab or a border, is
kept for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from viewer.base.named import NamedTuple
from viewer.base.settings import Settings
from viewer.ui.pages.panels import PANELS, tab_of

TABS, LEAST_PAGE = 34, 120
"""The height of a row of tabs, and the least height of a page below it, in pixels."""
COLUMN = 400
"""The least width in pixels of each of two columns of pages."""
_ACROSS = 320  # pixels of width of a page beside others, at least
_OF_GAMES = {
    "chess": "notation:44/analysis,evaluation:32/explorer,books,repertoire:24",
    "xiangqi": "notation:60/comment:25/analysis,evaluation,explorer,books,repertoire:25",
    "shogi": "line:55/comment:20/analysis,evaluation,explorer,books,repertoire:25",
    "go": "tree:30/comment:45/explorer,analysis,evaluation,books,repertoire:25",
    "hex": "line:100",
    "twixt": "line:100",
}
"""What players of a game know from their programs. Other games: the notation above the comment."""
_LEADS = {"go": "graph"}
"""The page that is in front at first, of those that share a tab."""
ARRANGEMENTS: Mapping[str, Callable[[str], str]] = {
    "usual": lambda game: _OF_GAMES.get(game, "notation:70/comment:30"),
    "one": lambda game: "notation:100",
    "games": lambda game: "notation:50/games,files:50",
    "tree": lambda game: "notation:60/tree:40",
}
"""The arrangements by their ids in the setting, each of a game."""


class Cell(NamedTuple):
    """A place for pages.

    Attributes:
        pages: the ids of those whose tabs stand there; the first leads: it is in front at first.
        share: its part of the height (or width) that all open cells have, beside their parts.
    """

    pages: tuple[str, ...]
    share: int = 100


class Arrangement(NamedTuple):
    """The cells of a desk, from the top; the pages that none names are in the first."""

    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """As a word of a setting; `arrangement_of` reads it."""
        return "/".join(f"{','.join(cell.pages)}:{cell.share}" for cell in self.cells)

    def place_of(self, page: str) -> int:
        """The index of the cell with a page."""
        page = tab_of(page)
        return next((at for at, cell in enumerate(self.cells) if page in cell.pages), 0)

    @property
    def leads(self) -> frozenset[str]:
        """The pages that lead a cell of their own below the first."""
        return frozenset(cell.pages[0] for cell in self.cells[1:])

    def shares(self, page: str) -> bool:
        """Whether a page shares its cell with others."""
        return len(self.cells[self.place_of(page)].pages) > 1

    def joined(self, page: str, at: int) -> Arrangement:
        """With a page in the cell at an index."""
        cells = list(self._without(page))
        cells[at] = cells[at]._replace(pages=(*cells[at].pages, page))
        return _filled(cells)

    def parted(self, page: str, at: int) -> Arrangement:
        """With a page in a cell of its own, which is put before the cell at an index."""
        cells = list(self._without(page))
        cells.insert(at, Cell((page,), cells[min(at, len(cells) - 1)].share))
        return _filled(cells)

    def divided(self, shares: Mapping[int, int]) -> Arrangement:
        """With other shares of the cells at some indices."""
        cells = (
            cell._replace(share=max(1, shares.get(at, cell.share)))
            for at, cell in enumerate(self.cells)
        )
        return Arrangement(tuple(cells))

    def _without(self, page: str) -> Iterator[Cell]:
        for cell in self.cells:
            yield cell._replace(pages=tuple(one for one in cell.pages if one != page))

    def columns_in(
        self, width: int, height: int, across: bool, opened: Collection[int]
    ) -> list[list[list[int]]]:
        """How the cells stand in a room of some pixels: columns of places, each of some cells.

        Where there is room for fewer, cells share a place. `across`: below a wide board, side by side.
        `opened`: the cells that aren't folded; without one there is no second column.
        """
        places = [[at] for at in range(len(self.cells))]
        if across:
            return [[place] for place in _joined(places, max(1, width // _ACROSS))]
        rows = max(1, height // (TABS + LEAST_PAGE))
        if width >= 2 * COLUMN and any(opened) and len(opened) > 1:
            return [places[:1], _joined(places[1:], rows)]
        return [_joined(places, rows)]


def in_order(pages: Collection[str]) -> tuple[str, ...]:
    """Pages in the order of their tabs."""
    return tuple(id for id in PANELS if id in pages)


def _joined(places: list[list[int]], count: int) -> list[list[int]]:
    """At most a count of places: the last one takes the rest."""
    if len(places) <= count:
        return places
    return [*places[: count - 1], [at for place in places[count - 1 :] for at in place]]


def _filled(cells: Collection[Cell]) -> Arrangement:
    """An arrangement without empty cells and unknown pages, with all others in the first cell."""
    named: set[str] = set()
    found = []
    for cell in cells:
        pages = [id for id in cell.pages if id in PANELS and id not in named and not PANELS[id].tab]
        named.update(pages)
        if pages:
            found.append(cell._replace(pages=tuple(pages)))
    rest = [id for id, panel in PANELS.items() if id not in named and not panel.tab]
    if not found:
        return Arrangement((Cell(tuple(rest)),))
    first = found[0]._replace(pages=(*found[0].pages, *rest))
    return Arrangement((first, *found[1:]))


def arrangement_of(text: str) -> Arrangement:
    """Read an arrangement ("PAGE,PAGE:SHARE/PAGE:SHARE"); what isn't understood is left out."""
    cells = []
    for word in text.split("/"):
        pages, _, share = word.partition(":")
        size = int(share) if share.isdecimal() and len(share) < 5 else 100
        cells.append(Cell(tuple(pages.split(",")), max(1, size)))
    return _filled(cells)


def lead_of(game: str) -> str:
    """The page of variations that a game shows where nobody chose another, "" for any."""
    return _LEADS.get(game, "")


def kept_arrangement(settings: Settings, game: str) -> Arrangement:
    """The arrangement of a game, by the settings."""
    name = str(settings["desk"])
    kept = settings.of_game("pages", _key(name, game))
    arrangement = arrangement_of(kept or ARRANGEMENTS[name](game))
    for word in str(settings["panels"]).split() if not kept else ():
        page, _, area = word.partition("=")
        if area == "below" and page in PANELS and not PANELS[page].tab:
            arrangement = arrangement.parted(page, len(arrangement.cells))
    return arrangement


def keep_arrangement(settings: Settings, game: str, arrangement: Arrangement | None) -> None:
    """Keep an arrangement of a game in the settings, None for the one that it has at first."""
    name = str(settings["desk"])
    settings.set_of_game("pages", _key(name, game), "" if arrangement is None else arrangement.text)


def _key(name: str, game: str) -> str:
    return game if name == "usual" else f"{name}.{game}"


def kept_shown(settings: Settings, game: str) -> tuple[str, ...]:
    """The pages of a game that were in front of open cells, by the settings."""
    pages = settings.of_game("shown", game).split(",")
    return tuple(id for id in pages if id in PANELS)


def keep_shown(settings: Settings, game: str, pages: Collection[str]) -> None:
    """Keep in the settings which pages of a game are in front of open cells."""
    settings.set_of_game("shown", game, ",".join(pages))
