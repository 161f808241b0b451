"""Libraries: the list of all, which are searched, how they stand; the form of all conditions of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import Values
from viewer.base.messages import Message, counted, message, readable
from viewer.base.refused import Refused
from viewer.library.face import Library, LibraryState, state_of
from viewer.library.failures import LibraryFailed
from viewer.library.search_form import fields
from viewer.library.searches import Search
from viewer.ui.library.no_library import NO_LIBRARY
from viewer.ui.toolkit.asking import Asker
from viewer.ui.toolkit.dialog_parts import button_row, plain_button
from viewer.ui.toolkit.inputs import TextInput
from viewer.ui.toolkit.layouts import ScrollingArea
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.toolkit.style import fitting

if TYPE_CHECKING:
    from viewer.ui.controllers.library_keeping import LibraryKeeping

_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class LibrariesDialog(QDialog):
    """The list.

    Signals:
        searchAsked: the checked libraries are to be searched: (list of Library).
    """

    searchAsked = Signal(list)

    def __init__(
        self, keeper: LibraryKeeping, searched: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """`searched`: names of the libraries that are checked."""
        super().__init__(parent)
        self.setWindowTitle(tr(message("Libraries")))
        self._keeper = keeper
        self._libraries: list[Library] = []
        self._states: dict[str, LibraryState] = {}
        self._checked = set(searched)
        self._shown = False  # the list was shown before: what comes to it now is new
        self._asker = Asker(lambda: None, (LibraryFailed,), self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Libraries that are searched")))
        self.list.currentRowChanged.connect(self._show_details)
        self.list.itemChanged.connect(self._check)
        self._about = Label(wraps=True)
        self._about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._problems = QPlainTextEdit()
        self._problems.setObjectName("lines")
        self._problems.setReadOnly(True)
        self._problems.setAccessibleName(tr(message("Files that couldn't be read")))
        self.new_button = plain_button(message("New library…"), self._new)
        self.change_button = plain_button(message("Folders and files…"), self._change)
        self.update_button = plain_button(message("Update"), self._update)
        self.delete_button = plain_button(message("Delete…"), self._delete)
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addWidget(self._about)
        side.addWidget(self._problems, 1)
        side.addStretch(0)
        side.addLayout(button_row(self.change_button, self.update_button, self.delete_button))
        left = QVBoxLayout()
        left.addWidget(Label(tr(message("Checked libraries are searched together.")), look="muted"))
        left.addWidget(self.list, 1)
        left.addLayout(button_row(self.new_button))
        both = QHBoxLayout()
        both.setSpacing(18)
        both.addLayout(left, 2)
        both.addLayout(side, 3)
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Close")), QDialogButtonBox.ButtonRole.RejectRole)
        # Of a button that Qt makes of its text, PySide forgets that it is there.
        self.searching = QPushButton(tr(message("Search these")))
        buttons.addButton(self.searching, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(14)
        column.addLayout(both, 1)
        column.addWidget(buttons)
        self.searching.setDefault(True)
        self.resize(780, 460)
        self.finished.connect(self._asker.close)
        self.refresh()

    # ------------------------------------------------------------------------------------ the list

    def refresh(self) -> None:
        """Show the libraries as they are now."""
        known = {one.name for one in self._libraries}
        now = self.current.name if self.current is not None else ""
        self._libraries = list(self._keeper.all())
        names = [one.name for one in self._libraries]
        if self._shown:
            self._checked |= set(names) - known  # a new one is searched
        self._shown = True
        self.list.blockSignals(True)
        self.list.clear()
        for name in names:
            item = QListWidgetItem(readable(name))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(_CHECKED if name in self._checked else _UNCHECKED)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.list.setCurrentRow(names.index(now) if now in names else 0 if names else -1)
        self._show_details()
        libraries = [Library(one.name, one.folder, one.sources) for one in self._libraries]

        def look() -> dict[str, LibraryState]:
            found = {}
            for library in libraries:
                found[library.name] = state_of(library)
                library.close()
            return found

        self._asker.ask("states", look, self._take, lambda _: None)

    def run_now(self) -> None:
        """Look at the libraries synchronously."""
        self._asker.run_now()

    def _take(self, states: dict[str, LibraryState]) -> None:
        self._states = states
        self._show_details()

    @property
    def current(self) -> Library | None:
        """The library of the current row, None for none."""
        row = self.list.currentRow()
        return self._libraries[row] if 0 <= row < len(self._libraries) else None

    def _check(self, item: QListWidgetItem) -> None:
        name = self._libraries[self.list.row(item)].name
        if item.checkState() == _CHECKED:
            self._checked.add(name)
        else:
            self._checked.discard(name)
        self._show_details()

    @property
    def checked(self) -> list[Library]:
        """The checked libraries."""
        return [one for one in self._libraries if one.name in self._checked]

    def _show_details(self) -> None:
        library = self.current
        for button in (self.change_button, self.update_button, self.delete_button):
            button.setEnabled(library is not None)
        self.searching.setEnabled(bool(self.checked))
        self._problems.hide()
        if library is None:
            self._about.setText(tr(NO_LIBRARY))
            return
        problem = library.problem
        lines = [readable(one) for one in library.sources] if problem is None else [tr(problem)]
        state = self._states.get(library.name)
        if state is not None:
            stands, *rest = [tr(one) for one in state_words(state)]
            lines = [stands, *rest[:1], "", *lines, *(["", *rest[1:]] if rest[1:] else [])]
            if state.problems:
                self._problems.setPlainText(
                    "\n".join(
                        tr(message("{path}: {why}", path=readable(path), why=why))
                        for path, why in state.problems.items()
                    )
                )
                self._problems.show()
        self._about.setText("\n".join(lines))
        unbuilt = state is not None and state.failure is not None
        self.update_button.setText(tr(message("Build") if unbuilt else message("Update")))

    # -------------------------------------------------------------------------------- the commands

    def _new(self) -> None:
        self._keeper.ask_new()

    def _change(self) -> None:
        if self.current is not None:
            self._keeper.ask_sources(self.current)

    def _update(self) -> None:
        if self.current is not None:
            self._keeper.build([self.current])

    def _delete(self) -> None:
        if self.current is not None and self._keeper.ask_delete(self.current):
            self.refresh()

    def accept(self) -> None:
        checked = self.checked
        if checked:
            super().accept()
            self.searchAsked.emit(checked)


def state_words(state: LibraryState) -> list[Message]:
    """How a library stands, as sentences."""
    if state.failure is not None:
        return [state.failure.reason]
    built = QDateTime.fromSecsSinceEpoch(round(state.built))
    found = [
        message(
            "{records} in {files}",
            records=counted("{count} record", "{count} records", state.records),
            files=counted("{count} file", "{count} files", state.files),
        ),
        message(
            "Last changed {date}",
            date=QLocale().toString(built, QLocale.FormatType.ShortFormat),
        ),
    ]
    if state.problems:
        found.append(
            counted(
                "{count} file couldn't be read, or not all of it:",
                "{count} files couldn't be read, or not all of them:",
                len(state.problems),
            )
        )
    return found


_AROUND = QSize(72, 130)  # buttons and margins


class SearchDialog(SheetDialog):
    """The form of all conditions of a search.

    Signals:
        asked: the Search that it says.
    """

    asked = Signal(object)

    def __init__(self, search: Search, game: str = "", parent: QWidget | None = None) -> None:
        """`game`: of all that is searched, in whose words the form is; "" where games are mixed."""
        known = fields(game)
        keys = {one.key for one in known}
        # A part of a position and material have no field: they stay as they are.
        self._rest = {key: value for key, value in search.values.items() if key not in keys}
        super().__init__(message("All conditions"), message("Search"), known, parent)
        for key, value in search.values.items():
            if key in self.parts:
                self.sheet.set_value(key, value)
        area = ScrollingArea(self.windowTitle())
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.removeWidget(self.sheet)
        area.hold(self.sheet)
        column.takeAt(0)  # the stretch below the sheet
        column.insertWidget(0, area, 1)
        wanted = self.sheet.sizeHint() + _AROUND
        self.resize(fitting(wanted, self.screen().availableSize()))
        first = self.parts["words"].widget
        if isinstance(first, TextInput):
            first.setFocus()

    def _fit(self) -> None:
        self.sheet.fit()

    def accept(self) -> None:
        if not self.sheet.check():
            return
        search = Search.of({**self.sheet.values(), **self._rest})
        try:
            search.query()
        except Refused as error:  # what only the game can tell: a position, moves
            key = next((key for key in ("position", "moves") if search.text(key)), "words")
            self.sheet.say(key, error.reason)
            self.sheet.go_to(key)
            return
        super().accept()

    def take(self, values: Values) -> None:
        self.asked.emit(Search.of({**values, **self._rest}))
