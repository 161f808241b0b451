"""The appearance of a window: theme, and settings of boards and pages."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from viewer.base.messages import message
from viewer.base.settings import SETTINGS
from viewer.games.capabilities import LaidOut, layouts_of
from viewer.games.game import Game
from viewer.ui.pages.arrangement import Arrangement, keep_arrangement, keep_shown
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.style import theme_for, theme_in_use
from viewer.ui.window.looks import Looks

if TYPE_CHECKING:
    from viewer.ui.board.canvas import BoardCanvas
    from viewer.ui.board.sounds import BoardSounds, PlayerProgram
    from viewer.ui.window.window import Window

_PACE = frozenset(("playback-pace", "playback-speed"))


def _program() -> PlayerProgram | None:
    from viewer.ui.board.sounds import found_program  # deferred: seldom wanted

    return found_program()


class AppearanceController(Looks, QObject):
    """Applies and changes the appearance settings of a window and its desks.

    Signals:
        languageAsked: the language of the settings is another now, which takes another window.
    """

    languageAsked = Signal()

    def __init__(self, window: Window) -> None:
        QObject.__init__(self, window)
        Looks.__init__(self, window.settings)
        self._window = window
        self._language = self._settings["language"]
        self._heard: BoardSounds | None = None
        self._was_audible = self._audible
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.follow_setting)

    def set_theme(self, setting: str) -> None:
        """Set the theme, by its name in the settings."""
        self._settings.set("theme", setting)
        self.follow_setting()

    def follow_setting(self) -> None:
        """Apply the theme of the settings, for which "auto" depends on the system."""
        if theme_for(str(self._settings["theme"])) is not theme_in_use():
            self.show_settings()

    def show_settings(self) -> None:
        """Apply all settings, which another window may have changed."""
        self._put_on()
        self._window.top.show_words()
        self._window.menus.show_bar()
        for desk in self._window.every_desk():
            self.dress(desk)
        if (heard := self._audible) != self._was_audible:
            self._was_audible = heard
            if (sounds := self._sounds()) is not None:
                sounds.player.play("move")  # what was chosen is heard at once
        if self._settings["language"] != self._language:
            self._language = self._settings["language"]
            later(self, self.languageAsked.emit)

    def enliven(self, board: BoardCanvas) -> None:
        """Have moves be heard on a board, as the settings say."""
        board.sounds = self._sounds()

    def _sounds(self) -> BoardSounds | None:
        """The sounds, None if there are to be none or nothing plays them."""
        program = _program() if self._settings["sounds"] else None
        if program is None:
            self.hush()
            return None
        volume = int(self._settings["volume"])
        if self._heard is None:
            from viewer.ui.board.sounds import BoardSounds, SoundPlayer  # deferred: seldom

            player = SoundPlayer(program, volume, self._window)
            self._heard = BoardSounds(player, player)
        self._heard.player.volume = volume
        return self._heard

    @property
    def _audible(self) -> tuple[object, object]:
        return self._settings["sounds"], self._settings["volume"]

    def sound_mistake(self) -> None:
        """Have a wrong answer be heard."""
        if self._heard is not None:
            self._heard.wrong()

    def hush(self) -> None:
        """End what is heard."""
        if self._heard is not None:
            self._heard.stop()

    def show_candidates(self, view: str) -> None:
        """Show the next moves beside all boards as "chips" or "rows" from now on."""
        self.choose("candidates", view)

    def set_tree(self, kind: str) -> None:
        """Set whether variations are shown as an outline ("tree") or a graph ("graph")."""
        self._settings.set("tree", kind)
        self.show_looks()

    def show_looks(self) -> None:
        """Have all boards and panels look as the settings say."""
        for desk in self._window.every_desk():
            desk.session.dress(self.of(desk.session.game))

    def _keep(self, setting: str, game: str, value: str) -> None:
        """Set a game's value in a setting, "" for the usual one, and apply it everywhere."""
        self._settings.set_of_game(setting, game, value)
        for desk in self._window.every_desk():
            self.dress(desk)

    def next_pieces(self, game: Game[Any]) -> None:
        """Switch to a game's next piece set, everywhere."""
        sets = game.piece_sets  # the first is the usual one
        ids = [one.id for one in sets]
        now = self.pieces_of(game.id)
        place = (ids.index(now) if now in ids else 0) + 1
        chosen = sets[place % len(sets)]
        self._keep("pieces", game.id, chosen.id if chosen is not sets[0] else "")
        self._window.say(message("Pieces: {name}", name=chosen.name))

    def next_style(self, game: Game[Any]) -> None:
        """Switch to a game's next notation, everywhere."""
        styles = game.notations  # the first is the usual one
        place = [style.id for style in styles].index(self.style_of(game)) + 1
        chosen = styles[place % len(styles)]
        self._keep("notation", game.id, chosen.id if chosen is not styles[0] else "")
        self._window.say(message("Notation: {name}", name=chosen.name))

    def put_boards(self, place: str) -> None:
        """Put the boards of all desks "left", "right" or "above"."""
        self.choose("place", place)
        shown = self._window.desk
        if shown is not None and not shown.has_room:
            name = SETTINGS["place"].choices[place]
            self._window.say(
                message("{layout}: the window is too small for that now.", layout=name)
            )

    def keep_side(self, wide: int) -> None:
        """Give the panels of all desks a width in pixels, 0: what the boards leave."""
        self._settings.set("side", wide)
        for desk in self._window.every_desk():
            desk.set_place(str(self._settings["place"]), wide)

    def arrange(self, game: str, arrangement: Arrangement | None) -> None:
        """Arrange the pages of a game, on all its desks and for future ones; None: as at first."""
        keep_arrangement(self._settings, game, arrangement)
        if arrangement is None:
            keep_shown(self._settings, game, ())
            self.keep_side(0)
        for desk in self._window.every_desk():
            if desk.session.game.id == game:
                self.dress(desk)

    def keep_shown(self, game: str, pages: Collection[str]) -> None:
        """Remember which pages of a game are in front, for records opened later."""
        keep_shown(self._settings, game, pages)

    def layout_in(self, session: RecordSession) -> int:
        """The index of a record's layout among those of its game."""
        ids = [one.id for one in layouts_of(session.game)]
        now = session.layout or self.layout_of(session.game.id)
        return ids.index(now) if now in ids else 0

    def lay_out(self, session: RecordSession, place: int) -> None:
        """Set the layout of boards of a record's game, except where another record's file asks for one."""
        game = session.game
        if not isinstance(game, LaidOut):
            return
        session.layout = ""
        place %= len(game.layouts)
        chosen = game.layouts[place]
        self._keep("layouts", game.id, chosen.id if place else "")
        self._window.say(message("Layout: {name}", name=chosen.name))

    def next_choice(self, setting: str) -> None:
        """Set a setting to its next value."""
        values = list(SETTINGS[setting].choices)
        now = values.index(str(self._settings[setting]))
        self.choose(setting, values[(now + 1) % len(values)])

    def choose(self, setting: str, value: str) -> None:
        """Set a setting with choices, and apply it everywhere; say it unless playback tells it."""
        self._settings.set(setting, value)
        for desk in self._window.every_desk():
            self.dress(desk)
        if setting in _PACE and self._window.desk is not None and self._window.desk.playing:
            return  # the sentence of what is played names the pace
        told = SETTINGS[setting]
        choice = told.choices[value]
        self._window.say(message("{setting}: {choice}", setting=told.label, choice=choice))
