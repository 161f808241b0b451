"""How windows, desks and boards look by the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.base.settings import Settings
from viewer.document.reading.playback import pace_of
from viewer.games.game import Game
from viewer.scene.theme import Theme, board_theme
from viewer.ui.pages.arrangement import kept_arrangement, kept_shown, lead_of
from viewer.ui.session.analysis_view import analysis_view
from viewer.ui.toolkit.language import show_text_size
from viewer.ui.toolkit.style import palette_of, put_on_sheet, sheet_of, theme_for

if TYPE_CHECKING:
    from viewer.ui.board.canvas import BoardCanvas
    from viewer.ui.window.desk import Desk


class Looks:
    """What the settings say of looks, and puts it on.

    Attributes:
        theme: the active theme.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._put_on()

    def follow(self) -> bool:
        """Have the application look as the settings say; returns whether its theme is another now."""
        before, percent = self.theme, self._percent
        if theme_for(str(self._settings["theme"])) is before and percent == self._text_size:
            return False
        self._put_on()
        return self.theme is not before

    @property
    def _text_size(self) -> int:
        return int(self._settings["text-size"])

    def _put_on(self) -> None:
        theme, percent = theme_for(str(self._settings["theme"])), self._text_size
        self.theme, self._percent = theme, percent
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        show_text_size(application, percent)
        palette, sheet = palette_of(theme), sheet_of(theme, percent)
        if application.styleSheet() != sheet:
            application.setPalette(palette)
            # The font of a desk reaches all its widgets, though there is a style sheet.
            application.setAttribute(
                Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles
            )
            put_on_sheet(application, sheet)

    def dress(self, desk: Desk) -> None:
        """Apply theme and settings to a desk."""
        settings = self._settings
        desk.set_theme(self.theme)
        desk.set_reading(str(settings["reading-font"]), int(settings["reading-size"]))
        for board in desk.boards():
            board.set_coordinates(str(settings["coordinates"]), int(settings["coordinates-size"]))
            board.set_pieces(self.pieces_of(desk.session.game.id))
            board.set_layout(self.layout_of(desk.session.game.id))
            board.set_theme(self.board_theme)
            whole = settings["part"] == "whole"
            board.set_overlay(str(settings["numbers"]), str(settings["nexts"]), whole)
        desk.show_looks()
        style = self.style_of(desk.session.game)
        if style != desk.session.style:
            desk.session.set_style(style)
        game = desk.session.game.id
        desk.set_place(str(settings["place"]), int(settings["side"]))
        desk.arrange(kept_arrangement(settings, game), kept_shown(settings, game))
        self.enliven(desk.stage.board)
        desk.stage.take_letters(bool(settings["typing"]))
        desk.stage.board.careful = bool(settings["careful"])
        desk.stage.board.right_marks = self.right_marks
        desk.set_tree(self.tree_of(game), settings["graph"] == "down")
        desk.set_candidates(str(settings["candidates"]))
        desk.set_analysis(analysis_view(settings))
        desk.set_pace(pace_of(settings))
        desk.set_named(settings["openings"] == "moves")
        asides = (one for one in str(settings["asides"]).split() if one != "none")
        desk.session.set_asides(tuple(asides))

    def enliven(self, board: BoardCanvas) -> None:
        """Have pieces glide on a board, as the settings say."""
        board.set_animated(bool(self._settings["animate"]), int(self._settings["glide"]))

    @property
    def board_theme(self) -> Theme:
        """The active theme, with boards as the settings want them."""
        settings = self._settings
        return board_theme(self.theme, settings["board"] == "wood", str(settings["squares"]))

    def pieces_of(self, game: str) -> str:
        """The piece set selected for a game; "" for the usual one."""
        return self._settings.of_game("pieces", game)

    def layout_of(self, game: str) -> str:
        """The board layout selected for a game; "" for the usual one."""
        return self._settings.of_game("layouts", game)

    def right_marks(self, game: Game[Any]) -> bool:
        """Whether a right click marks a square of a game's board, or opens its menu."""
        kept = self._settings.of_game("right-button", game.id)
        return kept == "mark" if kept else game.marks_by_click

    def style_of(self, game: Game[Any]) -> str:
        """The notation of a game's moves."""
        ids = [style.id for style in game.notations]
        kept = self._settings.of_game("notation", game.id)
        return kept if kept in ids else ids[0]

    def tree_of(self, game: str) -> str:
        """How variations are shown: as an outline ("tree") or a graph ("graph")."""
        return str(self._settings.values.get("tree") or lead_of(game) or self._settings["tree"])
