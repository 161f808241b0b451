"""The manual of a window: which place tells about what has the focus, its links carried out, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from viewer.base.catalogs import active, tr
from viewer.base.manual import Manual, Named
from viewer.base.messages import Message, message
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.commands.table import why_not
from viewer.ui.manual.reader import ManualReader
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.toolkit.palette_frame import PaletteFrame, words_of

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


PLACES = {
    # pages beside the board
    "NotationSheet": "read#step",
    "ContentsPage": "read#places",
    "TreePage": "read#variations",
    "GraphPage": "read#variations",
    "LinePage": "read#step",
    "AnalysisPage": "engine#position",
    "EvaluationPage": "engine#read",
    "ReportPage": "engine#read",
    "BooksPage": "position#continue",
    "ExplorerPage": "opponent#player",
    "RepertoirePage": "opponent#repertoire",
    "DetailsPage": "study#details",
    "NotesPage": "files#odd",
    "GamesPage": "read#places",
    "FilesPanel": "files#folder",
    "CommentPanel": "study#comments",
    # modes of the desk
    "PositionEditor": "study#details",
    "PartFinder": "position#part",
    "Driller": "learn#drill",
    "Guesser": "learn#guess",
    "Solver": "problems#solve",
    "Opponent": "play",
    "Scorer": "go#count",
    # what stands where no record does
    "Welcome": "read#open",
    "LibraryTab": "opponent#library",
    # dialogs
    "CopyHitsDialog": "opponent#gather",
    "EncodingDialog": "files#encoding",
    "ExportDialog": "export#export",
    "LibrariesDialog": "opponent#library",
    "LossDialog": "files#convert",
    "MaterialDialog": "position#material",
    "NewDialog": "study#moves",
    "ProblemList": "files#odd",
    "ReviewDialog": "engine#games",
    "SearchDialog": "position#conditions",
    "SettingsDialog": "settings#settings",
    "SourcesDialog": "opponent#library",
    "StepDialog": "study#details",
    "SweepDialog": "files#collect",
    "TextDialog": "read#open",
    # pages of the settings, and lists over the window
    "KeysPage": "settings#keys",
    "EnginesPage": "engine#add",
    "Palette": "settings#settings",
    "GlyphPalette": "study#comments",
    "EnginePalette": "engine#position",
    "PlayerPalette": "opponent#player",
    "ResultPalette": "study#details",
    "TitleLine": "study#comments",
    "TabPalette": "read#places",
    "SamplePalette": "read#open",
    "SavedPalette": "opponent#library",
}
"""Places ("chapter#anchor") by the name of a class; a class derived from one of them has its place.

A dialog or list that is none of these has the place of the command which opened it (`Manual.place_of`).
"""


def place_of(widget: QWidget | None) -> str:
    """The place of the innermost thing that a widget belongs to; "" for none."""
    while widget is not None:
        for kind in type(widget).__mro__:
            if kind.__name__ in PLACES:
                return PLACES[kind.__name__]
        widget = widget.parentWidget()
    return ""


def asks(widget: QWidget | None) -> bool:
    """Whether a widget belongs to a dialog, or to a list over the window."""
    while widget is not None and not isinstance(widget, QDialog | PaletteFrame):
        widget = widget.parentWidget()
    return widget is not None


class ManualController(QObject):
    """Opens the manual and does what its links say.

    Attributes:
        reader: its window, None while it isn't open.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.reader: ManualReader | None = None
        self._left = ""  # where the reader was closed
        SHORTCUTS.changed.connect(self._show_again)

    def open(self, place: str = "") -> None:
        """Open it at a place ("chapter#anchor"); "" for that of what has the focus, or the last one.

        A dialog or list without a place of its own has that of the command which asks by it.
        """
        focused = QApplication.focusWidget()
        book = Manual(active(), named)
        place = place or place_of(focused)
        if not place and asks(focused):
            place = book.place_of(self._window.latest)
        reader = self.reader
        if reader is None:
            reader = self.reader = ManualReader(book, self.about)
            reader.setWindowIcon(self._window.windowIcon())
            reader.commandAsked.connect(self.do)
            reader.closed.connect(self._closed)
            reader.show()
        if place or not reader.place:
            reader.open(place or self._left)
        reader.raise_()
        reader.activateWindow()
        reader.page.setFocus()

    def about(self, id: str) -> Message:
        """What following the link of a command would do, or why it can't be done now."""
        if QApplication.activeModalWidget() is not None:
            return message("A dialog is open: that can be done once it is closed.")
        command = COMMANDS.get(id)
        if command is None:
            return message("There is no such command any more.")
        return why_not(command, self._window) or message(
            "Enter or a click does it: {command}", command=command.title_in(self._window)
        )

    def do(self, id: str) -> None:
        """Do a command in the window, or say below the page why it can't be done now."""
        command = COMMANDS.get(id)
        modal = QApplication.activeModalWidget() is not None
        if command is None or modal or why_not(command, self._window) is not None:
            if self.reader is not None:
                self.reader.say(tr(self.about(id)))
            return
        self._window.raise_()
        self._window.activateWindow()
        self._window.run(command)

    def close(self) -> None:
        """Close it: the window goes."""
        if self.reader is not None:
            self.reader.close()

    def _show_again(self) -> None:
        if self.reader is not None:
            self.reader.show_again()

    def _closed(self) -> None:
        reader, self.reader = self.reader, None
        if reader is not None:
            self._left = reader.place
            reader.deleteLater()


def named(id: str) -> Named:
    """A command as the manual names it: with its key in force."""
    command = COMMANDS.get(id)
    if command is None:
        return Named("")
    name = tr(name_in_text(command)).removesuffix("…").rstrip()
    return Named(name, SHORTCUTS.name(id), words_of(command.also))


def name_in_text(command: Command) -> Message:
    """What a command is called in the midst of a text: one that can be checked by its group, too."""
    return command.name if command.chosen is None else command.title
