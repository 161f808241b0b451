"""What a player plays: a palette in which one chooses whose games the explorer counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QCloseEvent

from viewer.base.catalogs import tr
from viewer.base.folding import folded
from viewer.base.messages import counted, message
from viewer.base.system_errors import error_words
from viewer.base.text import readable
from viewer.library.ask.names import NameOffer
from viewer.library.failures import LibraryFailed
from viewer.library.together import PlacedHit
from viewer.ui.pages.among_row import Player, players_in
from viewer.ui.pages.explorer_page import ExplorerPage
from viewer.ui.toolkit.asking import Asker
from viewer.ui.toolkit.palette_frame import matches
from viewer.ui.toolkit.palette_list import PaletteList, PaletteRow

if TYPE_CHECKING:
    from viewer.ui.library.library_tab import LibraryTab
    from viewer.ui.window.window import Window

_MOST = 4  # players that are found
_LEAST = 2  # characters of a name that is looked for

Names = Callable[[str], list[NameOffer]]


class PlayerPalette(PaletteList):
    """Players with their colours: those of a game, and those whose names are typed. A colour can follow.

    Enter holds for the first that is found, too, where nothing is found yet.
    """

    def __init__(
        self,
        over: Window,
        game: str,
        players: Sequence[Player],
        names: Names,
        show: Callable[[Player, str], object],
        counting: Callable[[], bool] = lambda: False,
    ) -> None:
        """`names` finds players in libraries, in a thread; `show` shows the games of the one chosen;
        `counting`: whether more names may be known later (`ask_again`).
        """
        hint = tr(message("A player, and the colour: karpov black"))
        super().__init__(over, hint, tr(message("What a player plays")), tr(message("Players")))
        self._game, self._players, self._show = game, players, show
        self._names, self._counting = names, counting
        self._found: list[NameOffer] = []
        self._looking = self._entered = False
        self._asker = Asker(lambda: None, (LibraryFailed,), self)
        self.look_for("")

    def look_for(self, text: str) -> None:
        """Show what is known of a text, and look for players with it in their names."""
        self._found, self._entered = [], False
        self._looking = True
        super().look_for(text)
        self.ask_again()

    def ask_again(self) -> None:
        """Look for players in the libraries, if none were found there yet: more may be known by now."""
        name, _ = self._parted(self.line.text())
        if len(name) < _LEAST or self._found:
            return

        def answered(found: list[NameOffer]) -> None:
            self._found, self._looking = found, not found and self._counting()
            super(PlayerPalette, self).look_for(self.line.text())
            if self._entered:
                self.do(False)

        self._asker.ask(
            "players", partial(self._names, name), answered, lambda _: answered(list(self._found))
        )

    def do(self, stay: bool) -> None:
        self._entered = self._looking and self.list.currentItem() is None
        super().do(stay)

    def _parted(self, text: str) -> tuple[str, str]:
        """The name and the colour that are typed: words behind a name with which those of a colour begin."""
        colours = " ".join(map(tr, Player("", 0, self._game).choices.values()))
        parts, last = text.split(), len(text.split())
        while last > 1 and matches(parts[last - 1], colours):
            last -= 1
        return " ".join(parts[:last]), " ".join(parts[last:])

    def found(self, text: str) -> Iterator[PaletteRow]:
        name, colour = self._parted(text)
        here = [one for one in self._players if matches(name, one.name)]
        known = {folded(one.name) for one in here}
        rows = [row for one in here for row in self._rows_of(one, colour)]
        for offer in self._found:
            if folded(offer.name) not in known:
                games = tr(counted("{count} game", "{count} games", offer.games))
                rows += self._rows_of(Player(offer.name, 0, self._game), colour, games)
        none = message("No player has that name.")
        if len(name) < _LEAST:
            none = message("Type a name.")
        elif self._looking:
            none = message("Looking for names…")
        yield from rows or [PaletteRow(tr(none))]

    def _rows_of(self, player: Player, colour: str, more: str = "") -> Iterator[PaletteRow]:
        for side, words in player.choices.items():
            said = readable(tr(words))
            if matches(colour, said):
                act = partial(self._show, player, side)
                yield PaletteRow(said, act, "" if side else more)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._asker.close()
        super().closeEvent(event)


def ask_players(window: Window, side: int | None = None) -> None:
    """Ask what a player plays: of the selected game, of a side of the one that is shown, or one by name."""
    tab = window.libraries.tab
    try:
        players = _selected(window, side) if tab is None else _of_hit(tab.found.current)
    except OSError as error:
        window.say(error_words(error))
        return
    if tab is not None:
        _of_library(window, tab, players)
    else:
        _of_desk(window, players)


def _selected(window: Window, side: int | None) -> list[Player]:
    """The players of the selected game, or that of a side of the one that is shown. Raises OSError."""
    session = window.session
    if session is None:
        return []
    keys = window.games.chosen() if side is None else [session.key]
    found = players_in(session, session.document.record_of(keys[0]))
    return [one for one in found if side in (None, one.side)]


def _of_hit(placed: PlacedHit | None) -> list[Player]:
    if placed is None:
        return []
    hit = placed.hit
    names = (str(hit.values[key] or "").strip() for key in ("player0", "player1"))
    return [Player(name, side, hit.game) for side, name in enumerate(names) if name]


def _of_library(window: Window, tab: LibraryTab, players: list[Player]) -> None:
    """Search the games of a player in the libraries of a tab."""
    game, libraries = tab.found.game, tab.found.another_set()

    def names(text: str) -> list[NameOffer]:
        found = libraries.offers(text, _MOST, game)
        return [one for one in found if one.kind == "player"]

    def show(player: Player, side: str) -> None:
        tab.show_search(player.among(tab.search, side))

    palette = PlayerPalette(window, game, players, names, show)
    palette.destroyed.connect(libraries.close)
    palette.open_over()


def _of_desk(window: Window, players: list[Player]) -> None:
    """Count the games of a player in the explorer, which is shown once one is chosen."""
    session, asked, desk = window.session, window.explorer, window.desk
    if session is None or desk is None:
        return
    page = desk.panels.page("explorer")
    assert isinstance(page, ExplorerPage)
    page.count()
    moves = None if page.table is None else page.table.moves

    def names(text: str) -> list[NameOffer]:
        opened = None if moves is None else moves.counted
        with asked.explorer.alone:
            return asked.explorer.players(
                text,
                _MOST,
                session.game.id,
                frozenset() if moves is None else moves.left_out,
                opened,
            )

    def show(player: Player, side: str) -> None:
        window.show_page("explorer")
        asked.count_among(player.among(asked.among, side))

    def counting() -> bool:
        if moves is None or moves.counted is None:
            return session.indexer.running
        return moves.counted.failure is None and moves.counted.counted < len(moves.counted.paths)

    palette = PlayerPalette(window, session.game.id, players, names, show, counting)
    page.counted.connect(palette.ask_again)
    palette.open_over()
