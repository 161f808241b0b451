"""The settings dialog: its fields by page. A change takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.base.settings import GROUPS, OF_GAMES, Settings, SettingsGroup
from viewer.games import GAMES, game_of
from viewer.games.capabilities import layouts_of
from viewer.games.game import Game, State
from viewer.games.geometry import PieceSet
from viewer.paint.painter import paint, painter_on, saved
from viewer.scene.board import BoardLook, piece_shapes
from viewer.scene.theme import Theme
from viewer.ui.board import sounds
from viewer.ui.toolkit.focus import leave_arrows_to_mouse
from viewer.ui.toolkit.plain import literal
from viewer.ui.toolkit.sheet import Sheet
from viewer.ui.toolkit.style import fitting, theme_in_use

_OF_SOUND = ("sounds", "volume")
"""Settings that are of no use where nothing plays sounds."""


def shown_groups() -> Iterator[SettingsGroup]:
    """The groups, with the fields that are of use on this system."""
    for group in GROUPS:
        fields = (
            one
            for one in group.fields
            if one.key not in _OF_SOUND or sounds.found_program() is not None
        )
        yield group._replace(fields=tuple(fields))


def fields_of_games(shown: str, settings: Settings) -> Iterator[Field]:
    """The field for the game, and the fields of each game; "" is the key of the usual value."""
    yield Field(
        "game", message("Game"), CHOICE, shown, {id: entry.name for id, entry in GAMES.items()}
    )
    for id in GAMES:
        for setting in settings_of(game_of(id)):
            kept = settings.of_game(setting.key, id)
            yield setting._replace(
                key=key_of_game(setting, id),
                default=kept if kept in setting.choices else "",
                condition=partial(_is_of, id),
            )


def settings_of(game: Game[Any]) -> Iterator[Field]:
    """The settings of `OF_GAMES` for which a game has a choice, with its choices."""
    for setting in OF_GAMES:
        choices = choices_of(game, setting.key)
        if len(choices) > 1:
            yield setting._replace(kind=CHOICE, choices=choices)


def key_of_game(setting: Field, game: str) -> str:
    """The key of a game's field on the page of games."""
    return f"{setting.key} {game}"


def _is_of(game: str, values: Values) -> bool:
    return values["game"] == game


def choices_of(game: Game[Any], setting: str) -> dict[str, Message]:
    """A game's choices for a setting; the first is the usual one."""
    if setting == "notation":
        found = [(style.id, style.name) for style in game.notations]
    elif setting == "pieces":
        found = [(pieces.id, pieces.name) for pieces in game.piece_sets]
    elif setting == "right-button":
        menu = ("menu", message("Opens the menu of the square"))
        found = [menu, ("mark", message("Marks the square"))]
        found = found[::-1] if game.marks_by_click else found
    else:
        found = [(layout.id, layout.name) for layout in layouts_of(game)]
    return {id if n else "": name for n, (id, name) in enumerate(found)}


_SHOWN = 4  # pieces of a set
_CELL = 21  # px for a piece
_ROUND = 4.0
_SIZE = QSize(880, 600)
"""With pages that have lists."""


def show_sets(part: QComboBox, game: Game[State]) -> None:
    """Give a list of a game's piece sets, in their order, a picture of each."""
    kinds, theme = telling_kinds(game.piece_sets), theme_in_use()
    part.setIconSize(QSize(_CELL * len(kinds), _CELL))
    for row, pieces in enumerate(game.piece_sets):
        look = BoardLook(game.geometry, theme, pieces=pieces)
        part.setItemIcon(row, QIcon(_picture(look, kinds, theme, part.devicePixelRatioF())))


def telling_kinds(sets: tuple[PieceSet, ...]) -> list[str]:
    """Some kinds of pieces, first those in which most sets differ, from all along the list."""
    kinds = list(sets[0].art)
    unlike = {kind: len({one.art[kind] for one in sets}) for kind in kinds}
    most = [kind for kind in kinds if unlike[kind] == max(unlike.values())]
    found = _spread(most, _SHOWN)
    found += _spread([kind for kind in kinds if kind not in most], _SHOWN - len(found))
    return sorted(found, key=kinds.index)


def _spread(kinds: list[str], count: int) -> list[str]:
    """At most so many of them, from all along the list."""
    return kinds[:: max(1, len(kinds) // count)][:count] if count else []


def _picture(look: BoardLook, kinds: list[str], theme: Theme, ratio: float) -> QPixmap:
    size = QSize(_CELL * len(kinds), _CELL)
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    unit = _CELL / (look.geometry.piece_radius * 2.3)
    with painter_on(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme["wood"]))
        painter.drawRoundedRect(QRectF(0, 0, size.width(), size.height()), _ROUND, _ROUND)
        for number, kind in enumerate(kinds):
            with saved(painter):
                painter.translate(_CELL * (number + 0.5), _CELL / 2)
                paint(painter, piece_shapes(look, kind, (0.0, 0.0)), unit)
    return picture


NO_PAGES: Mapping[str, tuple[Message, Callable[[], SettingsPage]]] = {}


class SettingsPage(Protocol):
    """A page of settings that isn't one table of fields; a widget."""

    def search(self, text: str) -> int:
        """Show only the fields that a text finds, all for ""; returns how many those are."""
        ...


class _Place(QWidget):
    """Where a page stands, which is made when it is first asked for."""

    def __init__(self, make: Callable[[], SettingsPage], keys: Collection[str]) -> None:
        """`keys`: of the fields that the page will have."""
        super().__init__()
        self._make, self.keys = make, keys
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @cached_property
    def page(self) -> SettingsPage:
        """The page."""
        page = self._make()
        assert isinstance(page, QWidget)
        self._column.addWidget(page)
        if isinstance(page, Sheet):
            self._column.addStretch(1)
        return page


class SettingsDialog(QDialog):
    """One page for each group of settings, one for the settings of each game, and those of others.

    The line at the top searches all pages.

    Attributes:
        tabs: the tab bar.
        line: the line to search in.
    """

    def __init__(
        self,
        settings: Settings,
        game: str,
        show: Callable[[], None],
        parent: QWidget | None = None,
        more: Mapping[str, tuple[Message, Callable[[], SettingsPage]]] = NO_PAGES,
        first: str = "",
    ) -> None:
        """`game` is preselected on the page of games, "" for any; `show` applies the settings.

        `more`: further pages by their ids, with their names; `first`: the one that is shown first.
        """
        self._sets: list[tuple[QComboBox, Game[Any]]] = []
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Settings")))
        self._settings, self._show = settings, show
        self.tabs = QTabBar()
        leave_arrows_to_mouse(self.tabs)
        self.tabs.setObjectName("pages")
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(tr(message("Kinds of settings")))
        self.line = QLineEdit()
        self.line.setClearButtonEnabled(True)
        self.line.setPlaceholderText(tr(message("Search the settings")))
        self.line.setAccessibleName(tr(message("Search the settings")))
        self.line.textChanged.connect(self._search)
        self._places: list[_Place] = []
        self._stack = QStackedWidget()
        for group in shown_groups():
            keys = [field.key for field in group.fields]
            self._add(group.name, partial(self._sheet, group.fields), keys)
        of_games = tuple(fields_of_games(game or next(iter(GAMES)), settings))
        keys = [field.key for field in of_games]
        self._add(in_context("kinds of game", "Games"), partial(self._games, of_games), keys)
        ids = [""] * len(self._places) + [*more]
        for name, make in more.values():
            self._add(name, make)
        self.tabs.currentChanged.connect(self._turn)
        self.tabs.setCurrentIndex(ids.index(first))
        self._turn(self.tabs.currentIndex())
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Close")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 8, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.line)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        column.addWidget(buttons)
        if more:
            self.resize(fitting(_SIZE, self.screen().availableSize()))

    def _sheet(self, table: Sequence[Field]) -> Sheet:
        settings = self._settings
        fields = [
            _FILLED[one.key](one, str(settings[one.key])) if one.key in _FILLED else one
            for one in table
        ]
        sheet = Sheet(fields, {field.key: settings[field.key] for field in fields})
        sheet.changed.connect(partial(self._set, sheet))
        return sheet

    def _games(self, fields: Sequence[Field]) -> Sheet:
        sheet = Sheet(fields, leading="game")
        sheet.changed.connect(partial(self._set_of_game, sheet))
        for id in GAMES:
            part = sheet.parts.get(f"pieces {id}")
            if isinstance(part, QComboBox):
                self._sets.append((part, game_of(id)))
        self._show_sets()
        return sheet

    def _show_sets(self) -> None:
        for part, game in self._sets:
            show_sets(part, game)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_sets()

    def _add(
        self, name: Message, make: Callable[[], SettingsPage], keys: Collection[str] = ()
    ) -> None:
        place = _Place(make, keys)
        self._places.append(place)
        self.tabs.addTab(literal(tr(name)))
        self._stack.addWidget(place)

    @property
    def sheets(self) -> list[Sheet]:
        """The pages of one table, in tab order."""
        return [place.page for place in self._places if isinstance(place.page, Sheet)]

    def _turn(self, number: int) -> None:
        assert self._places[number].page
        self._stack.setCurrentIndex(number)

    def go_to(self, key: str) -> None:
        """Turn to the page that has a field, and focus it."""
        for number, place in enumerate(self._places):
            if key in place.keys and isinstance(place.page, Sheet):
                self.tabs.setCurrentIndex(number)
                place.page.go_to(key)

    def _search(self, text: str) -> None:
        """Show what a text finds; the page shown is one that has something."""
        counts = [place.page.search(text) for place in self._places]
        shown = self.tabs.currentIndex()  # a tab that is disabled gives way to the one beside it
        for number, count in enumerate(counts):
            self.tabs.setTabEnabled(number, count > 0 or not text)
        found = [number for number, count in enumerate(counts) if count]
        if text and found and not counts[shown]:
            self.tabs.setCurrentIndex(found[0])

    def _set(self, sheet: Sheet, key: str) -> None:
        self._settings.set(key, sheet.values()[key])
        self._show()

    def _set_of_game(self, sheet: Sheet, key: str) -> None:
        setting, _, game = key.partition(" ")
        if game:
            self._settings.set_of_game(setting, game, str(sheet.values()[key]))
            self._show()


def _with_languages(field: Field, kept: str) -> Field:
    """The language field, with the languages that have catalogs as its choices."""
    choices = {"": message("As the system"), "en": message("English")}
    for name in catalogs.available():
        own = QLocale(name).nativeLanguageName()
        choices[name] = message("{name}", name=own or name)
    choices.setdefault(kept, message("{name}", name=kept))  # of another system's
    return field._replace(kind=CHOICE, choices=choices)


def _with_families(field: Field, kept: str) -> Field:
    """The field of a font, with the system's families as its choices."""
    choices = {"": message("As in the window")}
    for family in QFontDatabase.families():
        if not QFontDatabase.isPrivateFamily(family):
            choices[family] = message("{name}", name=family)
    choices.setdefault(kept, message("{name}", name=kept))
    return field._replace(kind=CHOICE, choices=choices)


_FILLED = {"language": _with_languages, "reading-font": _with_families}
"""Settings whose choices are what this system has."""
