"""How the window looks, and how large it is: Qt's palette and style sheet from a theme's tokens, sizes.

The system's dark mode can't be relied on (under a bare window manager there is none), so the
palette is ours in both themes.
"""

from __future__ import annotations

from functools import lru_cache
from string import Template

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from viewer.base.patterns import late
from viewer.base.resources import resource_path
from viewer.base.settings import Settings
from viewer.scene.theme import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, THEMES, Theme

_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "bars",
    QPalette.ColorRole.ToolTipBase: "panel",
    QPalette.ColorRole.ToolTipText: "ink",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.Button: "bars",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on-accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.Light: "hairline",
    QPalette.ColorRole.Midlight: "hairline",
    QPalette.ColorRole.Mid: "hairline",
    QPalette.ColorRole.Dark: "hairline",
}

_TELLING = (QPalette.ColorRole.Base, QPalette.ColorRole.Text)

_TITLE, _SMALL = 16, 12.6  # px of the sizes of a title, and of tabs where there is little width
_SHEET = Template("""
QMainWindow, QDialog { background: $window; }
QWidget#topBar, QWidget#transport, QStatusBar { background: $bars; }
QWidget#topBar { border-bottom: 1px solid $hairline; }
QWidget#topBar QFrame[rule="true"] { background: $hairline; border: none; }
QWidget#transport { border-top: 1px solid $hairline; }
QStatusBar { border-top: 1px solid $hairline; color: $muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; padding: 0 8px; }
QStatusBar QLabel#mode { color: ${on_accent}; background: $accent; border-radius: 4px;
  font-weight: 600; }
QWidget#side { background: $panel; }
QWidget#companion { background: $panel; border-bottom: 1px solid $hairline; }
QWidget#companion[active="true"] { border-bottom: 2px solid $accent; }
QWidget#companion QLabel { color: $muted; }
QWidget#companion[active="true"] QLabel { color: $ink; font-weight: 600; }
QWidget#side QFrame[rule="true"] {
  background: $hairline; border: none; max-height: 1px; }
QLabel[muted="true"] { color: $muted; }
QLabel[bad="true"], QLabel[tone="bad"] { color: $bad; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="accent"] { color: $accent; font-weight: 600; }
QLabel[title="true"] { font-size: ${title_pixels}px; font-weight: 600; }
QLabel[name="true"] { font-weight: 600; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar#files::tab { background: transparent; color: $muted; padding: 8px 8px 9px 16px;
  border: 1px solid transparent; border-bottom: none; margin-top: 1px; }
QTabBar#files::tab:selected { background: $window; color: $ink; font-weight: 600;
  border-color: $hairline; border-top-left-radius: 6px; border-top-right-radius: 6px; }
QTabBar#files::tab:hover:!selected { color: $ink; }
QLabel#badge { color: $accent; background: $chip; border-radius: 8px; padding: 0 5px;
  font-size: ${small_pixels}px; font-weight: 600; }
QTabBar#pages::tab { background: transparent; color: $muted; padding: 6px 2px 5px 2px;
  margin-right: 18px; border: none; border-bottom: 2px solid transparent; }
QTabBar#pages[tight="true"]::tab { margin-right: 7px; }
QTabBar#pages[tight="small"] { font-size: ${small_pixels}px; }
QTabBar#pages[tight="small"]::tab { margin-right: 6px; }
QTabBar#pages::scroller, QTabBar#files::scroller { width: 44px; }
QTabBar#files > QToolButton { border: none; padding: 0; }
QTabBar#pages QToolButton { background: $panel; border: none; border-radius: 0; padding: 0; }
QTabBar#pages QToolButton:hover { background: $chip; }
QTabBar#pages::tab:selected { color: $ink; font-weight: 600; border-bottom-color: $accent; }
QTabBar#pages[bare="true"]::tab:selected {
    color: $muted; font-weight: normal; border-bottom-color: transparent; }
QTabBar#pages::tab:hover:!selected, QTabBar#pages[bare="true"]::tab:hover { color: $ink; }
QTabBar#pages::tab:focus, QTabBar#files::tab:focus { color: $accent; background: $chip; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 5px;
  padding: 5px; }
QToolButton:hover { background: $chip; }
QToolButton:focus { border-color: $accent; }
QToolButton::menu-indicator { image: none; }
QPushButton { background: $panel; color: $ink; border: 1px solid $hairline; border-radius: 6px;
  padding: 6px 16px; }
QPushButton:hover { background: $chip; }
QPushButton:focus { border-color: $accent; }
QPushButton:default { background: $accent; color: ${on_accent}; border-color: $accent; }
QPushButton:default:focus { border-color: $ink; }
QPushButton:disabled { color: $muted; }
QPushButton:default:disabled { background: $panel; color: $muted; border-color: $hairline; }
QPushButton[chip="true"] { border-radius: 11px; padding: 2px 10px; }
QStatusBar QPushButton[chip="true"], QFrame#trialBar QPushButton { padding: 0 10px; border-radius: 9px; }
QPushButton[chip="true"]:focus { border-color: $accent; }
QPushButton[chip="true"]:checked { background: $chip; border-color: $accent; }
QPushButton[chip="true"]:checked:focus { border-color: $ink; }
QPushButton[chosen="true"] { background: $chip; border-color: $chip; }
QPushButton[condition="true"] { border-radius: 11px; padding: 2px 10px; background: $chip;
  border-color: $chip; }
QPushButton[condition="true"]:hover, QPushButton[condition="true"]:focus { border-color: $accent; }
QFrame#searchBar { background: $panel; border: 1px solid $hairline; border-radius: 8px; }
QFrame#searchBar[focused="true"] { border-color: $accent; }
QFrame#searchBar QLineEdit { border: none; background: transparent; padding: 4px 2px; }
QTreeView#offers { border: 1px solid $hairline; border-radius: 8px; padding: 4px; }
QTreeView#offers::item { border-radius: 0; }
QTableView#hits { background: transparent; selection-background-color: transparent; }
QTableView#hits QHeaderView, QTableView#hits QHeaderView::section { background: $window; }
QPlainTextEdit#comment { background: transparent; border: none; }
QFrame#commentField { border: 1px solid transparent; border-radius: 5px; }
QFrame#commentField QPushButton[chip="true"] { border-radius: 10px; padding: 1px 7px; }
QFrame#commentField QLabel { font-size: ${small_pixels}px; }
QFrame#commentField[writing="true"] { background: $panel; border-color: $accent; }
QScrollArea#content, QWidget#content { background: transparent; }
QPlainTextEdit#position { background: transparent; border: 1px solid $hairline;
  border-radius: 5px; }
QPlainTextEdit#lines { background: $panel; border: 1px solid $hairline; border-radius: 5px;
  padding: 2px 4px; }
QPlainTextEdit#position:focus, QPlainTextEdit#lines:focus { border-color: $accent; }
QAbstractSpinBox { background: $panel; color: $ink; border: 1px solid $hairline; border-radius: 5px;
  padding: 3px 4px; }
QAbstractSpinBox:focus { border-color: $accent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: 16px;
  background: transparent; }
QAbstractSpinBox::up-arrow { width: 0; height: 0; border-left: 3px solid $panel;
  border-right: 3px solid $panel; border-bottom: 4px solid $muted; }
QAbstractSpinBox::down-arrow { width: 0; height: 0; border-left: 3px solid $panel;
  border-right: 3px solid $panel; border-top: 4px solid $muted; }
QLineEdit, QComboBox { background: $panel; color: $ink; border: 1px solid $hairline;
  border-radius: 5px; padding: 4px 6px; selection-background-color: $accent;
  selection-color: ${on_accent}; }
QAbstractItemView QLineEdit, QAbstractItemView QComboBox, QFrame#moveField QLineEdit {
  padding: 1px 6px; }
QLineEdit:focus, QComboBox:focus { border-color: $accent; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { width: 0; height: 0; border-left: 4px solid $panel;
  border-right: 4px solid $panel; border-top: 5px solid $muted; }
QCheckBox:focus { color: $accent; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 14px; height: 14px; border-radius: 3px;
  border: 1px solid $muted; background: $panel; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent;
  border-color: $accent; image: url("$tick"); }
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled { border-color: $hairline; }
QCheckBox::indicator:checked:disabled { background: $muted; border-color: $muted; }
QCheckBox::indicator:focus { border-color: $accent; }
QAbstractItemView#offered { border: 1px solid $hairline; }
QAbstractScrollArea::corner { background: $panel; border: none; }
QTreeView, QTableView, QListView, QListWidget { background: $panel; border: none; outline: none;
  selection-background-color: $chip; selection-color: $ink; }
QTreeView::item, QListView::item, QListWidget::item { padding: 4px 6px; border-radius: 5px; }
QTreeView::item:selected, QListView::item:selected, QListWidget::item:selected {
  background: $chip; color: $ink; }
QTableView#line, QTableView#games, QTableView#details { selection-background-color: transparent; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; color: $muted; border: none; padding: 4px 6px 4px 8px;
  border-bottom: 1px solid $hairline; }
QTableView#line QHeaderView::section { padding: 4px 8px 4px 0; }
QHeaderView::section:hover { color: $ink; }
QHeaderView::section:vertical { border: none; }
QTableCornerButton::section { background: $panel; border: none; border-bottom: 1px solid $hairline; }
QMenu { background: $panel; color: $ink; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 5px 30px 5px 16px; border-radius: 4px; }
QMenu::item:selected { background: $chip; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }
QToolTip { background: $panel; color: $ink; border: 1px solid $hairline; padding: 4px 6px; }
QToolButton[tool="true"]:checked { background: $chip; border-radius: 5px; }
QSplitter::handle { background: $hairline; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: $hairline; min-height: 32px; border-radius: 5px;
  margin: 1px; }
QScrollBar::handle:vertical:hover { background: $muted; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: $hairline; min-width: 32px; border-radius: 5px;
  margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
  background: none; border: none; width: 0; height: 0; }
QFrame#palette, QFrame#moveField, QFrame#evaluation, QFrame#notice { background: $panel;
  border: 1px solid $hairline; border-radius: 8px; }
QFrame#notice QPushButton { background: transparent; color: $accent; border: 1px solid transparent;
  border-radius: 5px; padding: 1px 5px; font-weight: 600; }
QFrame#notice QPushButton[more="true"] { color: $muted; font-weight: 400; }
QFrame#notice QPushButton:hover { background: $chip; }
QFrame#notice QPushButton:focus { border-color: $accent; }
QFrame#notice QToolButton { padding: 3px; }
""")


def theme_for(setting: str) -> Theme:
    """The theme of a setting on this system; "auto" follows the system's brightness and contrast."""
    if setting != "auto":
        return THEMES.get(setting, LIGHT)
    hints = QGuiApplication.styleHints()
    dark = hints.colorScheme() == Qt.ColorScheme.Dark
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return CONTRAST_DARK if dark else CONTRAST_LIGHT
    return DARK if dark else LIGHT


def theme_in_use() -> Theme:
    """The theme that the application's palette shows."""
    return _theme_of(QGuiApplication.palette().cacheKey())


@lru_cache(1)
def _theme_of(key: int) -> Theme:
    """The theme of the palette with a key: the application's."""
    palette = QGuiApplication.palette()
    shown = [palette.color(role).name().upper() for role in _TELLING]
    found = (one for one in THEMES.values() if [one[_ROLES[role]] for role in _TELLING] == shown)
    dark = palette.color(QPalette.ColorRole.Base).lightness() < 128
    return next(found, DARK if dark else LIGHT)


def palette_of(theme: Theme) -> QPalette:
    """Qt's palette in a theme's colours."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, QColor(theme[token]))
    muted = QColor(theme["muted"])
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, muted)
    return palette


def sheet_of(theme: Theme, percent: int = 100) -> str:
    """The style sheet in a theme's colours; `percent` is the size of text."""
    tick = resource_path("icons") / f"tick-{'dark' if theme.dark else 'light'}.png"
    colours = {token.replace("-", "_"): colour for token, colour in theme.colours.items()}
    title, small = (round(size * percent / 100) for size in (_TITLE, _SMALL))
    return _SHEET.substitute(colours, title_pixels=title, small_pixels=small, tick=tick.as_posix())


def put_on_sheet(application: QApplication, sheet: str) -> None:
    """Have all widgets look as a style sheet says.

    Qt would ask each widget for its look again, and its children, and theirs: once for each in which
    a widget stands. With the rules of the sheet before forgotten it asks none, and each is asked once.
    """
    if application.styleSheet():
        application.style().unpolish(application)
        application.setStyleSheet(sheet)
        for widget in application.allWidgets():
            if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
                widget.style().polish(widget)
                QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
    else:
        application.setStyleSheet(sheet)


_USUAL = QSize(1280, 800)
_FRAME = QSize(16, 48)  # what a window manager may put around a window
_SIZE = late(r"(\d{1,5})x(\d{1,5})( maximised)?")
_MAXIMISED = Qt.WindowState.WindowMaximized

LEAST_STAGE = QSize(240, 200)
LEAST_SIDE = QSize(320, 200)
"""What a board and what stands beside it need at least: together they fit 640 × 400 pixels."""

SIDE = 360
"""Pixels of width of what stands beside the board, where the board could take them."""

NARROW = 2 * SIDE
"""Pixels of width below which the board keeps half of it, however wide the panel was set."""


def fitting(size: QSize, available: QSize) -> QSize:
    """A window size that fits a screen together with its frame."""
    return size.boundedTo((available - _FRAME).expandedTo(QSize(1, 1)))


def take_size(window: QWidget, settings: Settings) -> None:
    """Give a window the size of the last one, but no larger than its screen."""
    kept = _SIZE.fullmatch(str(settings["window"]))
    size = QSize(int(kept[1]), int(kept[2])) if kept else _USUAL
    window.resize(fitting(size, window.screen().availableSize()))
    if kept and kept[3]:
        window.setWindowState(_MAXIMISED)


def keep_size(window: QWidget, settings: Settings) -> None:
    """Keep the size of a window for the next one; of a maximised window its normal size."""
    large = bool(window.windowState() & (_MAXIMISED | Qt.WindowState.WindowFullScreen))
    size = window.normalGeometry().size() if large else window.size()
    if size.isEmpty():
        return
    words = f"{size.width()}x{size.height()}"
    maximised = bool(window.windowState() & _MAXIMISED)
    settings.set("window", f"{words} maximised" if maximised else words)
