"""The games that a window can look through: of its open files and folders, and of its libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.library.game_sources import GameSource, game_sources

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def games_at_hand(window: Window, tables: bool = False) -> list[GameSource]:
    """The games to choose, those of the file that is shown first. `tables`: as of `game_sources`."""
    opened: list[tuple[str, tuple[str, ...]]] = []
    for desk in window.every_desk():
        folder, path = desk.session.folder, desk.session.document.path
        if folder is not None:
            opened.append((folder.title, tuple(folder.roots)))
        elif path:
            opened.append(("", (path,)))
    shown = window.session
    path = None if shown is None else shown.document.path
    return list(game_sources(path or "", opened, window.store.libraries, tables))
