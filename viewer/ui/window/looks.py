"""How windows, desks and boards look by the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.base.catalogs import active
from viewer.base.settings import Settings
from viewer.document.reading.playback import pace_of
from viewer.games.game import Game
from viewer.ui.pages.arrangement import kept_arrangement, kept_shown, lead_of
from viewer.ui.session.desk_looks import AnalysisView, DeskLooks
from viewer.ui.toolkit.language import show_text_size
from viewer.ui.toolkit.style import palette_of, put_on_sheet, sheet_of, theme_for

if TYPE_CHECKING:
    from viewer.ui.board.canvas import BoardCanvas
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.desk import Desk


class Looks:
    """What the settings say of looks, and puts it on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._put_on()

    def _put_on(self) -> None:
        """Have the application look as the settings say: each widget is told that its palette changed."""
        theme = theme_for(str(self._settings["theme"]))
        percent = int(self._settings["text-size"])
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
        """Apply the settings to a desk."""
        settings = self._settings
        desk.session.dress(self.of(desk.session.game))
        self.follow_game(desk.session)
        game = desk.session.game.id
        desk.set_place(str(settings["place"]), int(settings["side"]))
        desk.arrange(kept_arrangement(settings, game), kept_shown(settings, game))
        self.enliven(desk.stage.board)
        desk.stage.take_letters(bool(settings["typing"]))
        desk.stage.board.careful = bool(settings["careful"])
        desk.stage.board.right_marks = self.right_marks
        asides = (one for one in str(settings["asides"]).split() if one != "none")
        desk.session.set_asides(tuple(asides))

    def follow_game(self, session: RecordSession) -> None:
        """Have a session look as the game of its record asks for: perhaps another than that before."""
        looks, style = self.of(session.game), self.style_of(session.game)
        if looks != session.looks:
            session.dress(looks)
        if style != session.style:
            session.set_style(style)

    def enliven(self, board: BoardCanvas) -> None:
        """Have moves be heard on a board, as the settings say; not before all that can wait is made."""

    def of(self, game: Game[Any]) -> DeskLooks:
        """How a board of a game and its panels look."""
        settings = self._settings
        return DeskLooks(
            coordinates=str(settings["coordinates"]),
            coordinates_size=int(settings["coordinates-size"]),
            pieces=self.pieces_of(game.id),
            layout=self.layout_of(game.id),
            wood=settings["board"] == "wood",
            tiles=str(settings["squares"]),
            numbers=str(settings["numbers"]),
            nexts=str(settings["nexts"]),
            whole=settings["part"] == "whole",
            glide=int(settings["glide"]) if settings["animate"] else 0,
            family=str(settings["reading-font"]),
            percent=int(settings["reading-size"]),
            tree=str(settings.values.get("tree") or lead_of(game.id) or settings["tree"]),
            down=settings["graph"] == "down",
            candidates=str(settings["candidates"]),
            named=settings["openings"] == "moves",
            analysis=AnalysisView(
                int(settings["engine-lines"]),
                *(bool(settings[f"engine-{part}"]) for part in AnalysisView._fields[1:]),
            ),
            pace=pace_of(settings),
            own=str(settings["own-names"]),
        )

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
        return kept if kept in ids else game.usual_notation(active())
