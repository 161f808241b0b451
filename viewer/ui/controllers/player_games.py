"""What a player plays: menus at a name, in which one chooses whose games the explorer counts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.system_errors import error_words
from viewer.base.text import readable
from viewer.library.together import PlacedHit
from viewer.ui.pages.among_row import Player, players_in
from viewer.ui.toolkit.plain import literal

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def ask_players(window: Window, side: int | None = None) -> None:
    """Open a menu for the players of the selected game, or for that of a side of the one that is shown."""
    tab = window.libraries.tab
    try:
        players = _selected(window, side) if tab is None else _of_hit(tab.found.current)
    except OSError as error:
        window.say(error_words(error))
        return
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for player in players:
        words = message("What {name} plays", name=readable(player.short))
        menu.addAction(literal(tr(words))).setEnabled(False)
        for colour, words in player.choices.items():
            action = menu.addAction(literal(tr(words)))
            action.triggered.connect(partial(_show_games, window, player, colour))
    if players:
        menu.popup(QCursor.pos())
    else:
        menu.deleteLater()
        window.say(message("The record names no players."))


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


def _show_games(window: Window, player: Player, side: str, *_: object) -> None:
    """Show the games of a player with a colour: in the library that is searched, else in the explorer."""
    tab = window.libraries.tab
    if tab is not None:
        tab.show_search(player.among(tab.search, side))
        return
    window.explorer.count_among(player.among(window.explorer.among, side))
    window.show_page("explorer")
