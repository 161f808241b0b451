"""The tab of libraries: the bar, the hits, the selected one."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.files import FileSystem
from viewer.base.messages import NOTHING, Message, Number, counted, message
from viewer.library.phrases import Understanding
from viewer.library.searches import Search
from viewer.ui.library.hit_preview import HitPreview
from viewer.ui.library.hits_model import HitsModel
from viewer.ui.library.hits_view import HitsView
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.search_bar import SearchBar
from viewer.ui.toolkit.plain import Label
from viewer.ui.workbench.other_tab import OtherTab

_SOON = 140  # ms after a key until what is typed is searched
_SIDE = 428


class LibraryTab(OtherTab):
    """Libraries, searched.

    Attributes:
        found: the search with its hits; pages and commands work with it.
        bar, view, preview: its parts; `preview.add_page` adds pages below the board.

    Signals:
        openAsked: the hit of a row is to be opened: (PlacedHit).
        buildAsked: the libraries that couldn't be searched are to be built: (list of Library).
        sheetAsked: the form of all conditions is asked for.
        menuAsked: the menu of the hits is asked for: (global point).
    """

    openAsked = Signal(object)
    buildAsked = Signal(object)
    sheetAsked = Signal()
    menuAsked = Signal(object)

    def __init__(
        self, found: LibrarySearch, files: FileSystem, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.found = found
        found.setParent(self)
        self._understanding = Understanding(tr)
        self._typed = ""  # what is in the line, and not a chip
        self._base = Search()  # what the chips say
        self.bar = SearchBar()
        self.model = HitsModel(found, self)
        self.view = HitsView(found, self.model)
        self.preview = HitPreview(found, files)
        self._trouble = QWidget()
        self._reason = Label(wraps=True)
        self._build = QPushButton(tr(message("Build")))
        self._build.clicked.connect(self._ask_build)
        self._empty = Label(look="muted", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._search_typed)
        self._lay_out()
        self._connect()
        found.ask_again()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(22, 18, 22, 8)
        column.setSpacing(10)
        column.addWidget(self.bar)
        self.below_bar = QHBoxLayout()
        self.below_bar.setSpacing(8)
        column.addLayout(self.below_bar)
        row = QHBoxLayout(self._trouble)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._reason, 1)
        row.addWidget(self._build, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._trouble)
        self._trouble.hide()
        column.addWidget(self._empty, 1)
        self._empty.hide()
        column.addWidget(self.view, 1)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(left)
        self.split.addWidget(self.preview)
        self.preview.setMinimumWidth(280)
        left.setMinimumWidth(320)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([852, _SIDE])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.split)

    def _connect(self) -> None:
        line = self.bar.line
        line.textChanged.connect(self._soon.start)
        line.entered.connect(self.take_typed)
        line.stepped.connect(self._to_list)
        line.backed.connect(self._take_last)
        line.left.connect(self.view.setFocus)
        self.bar.takenAway.connect(self._take_away)
        self.view.opened.connect(self._open)
        self.view.typed.connect(self._type)
        self.view.left.connect(line.setFocus)
        self.view.customContextMenuRequested.connect(
            lambda point: self.menuAsked.emit(self.view.viewport().mapToGlobal(point))
        )
        self.found.asked.connect(self._tell)
        self.found.answered.connect(self._tell)
        self.found.relisted.connect(self.renamed)

    # ----------------------------------------------------------------------------------- the tab

    @property
    def name(self) -> str:
        libraries = self.found.libraries
        if len(libraries) == 1:
            return tr(message("Library: {name}", name=libraries[0].name))
        words = counted("{count} library", "{count} libraries", len(libraries))
        return tr(message("Library: {name}", name=words))

    @property
    def words(self) -> Message:
        hits = self.found.hits
        if hits is None or not hits.size.libraries:
            return NOTHING
        size = hits.size
        return message(
            "{libraries}, {records} in {files}",
            libraries=counted("{count} library", "{count} libraries", size.libraries),
            records=counted("{count} record", "{count} records", size.records),
            files=counted("{count} file", "{count} files", size.files),
        )

    def take_focus(self) -> None:
        self.bar.line.setFocus()

    def close_up(self) -> None:
        self._soon.stop()
        self.preview.reader.close()
        self.found.close()

    def run_now(self) -> None:
        """Search what is typed and read the selected hit, synchronously."""
        if self._soon.isActive():
            self._soon.stop()
            self._search_typed()
        self.found.run_now()
        self.found.hit(max(self.found.current_row, 0))
        self.found.run_now()
        self.preview.reader.run_now()

    # --------------------------------------------------------------------------------- the search

    @property
    def search(self) -> Search:
        """What the chips say, without what is being typed."""
        return self._base

    def show_search(self, search: Search) -> None:
        """Search for something else: its conditions become the chips, and the line is emptied."""
        self._base, self._typed = search, ""
        self.bar.line.blockSignals(True)
        self.bar.line.clear()
        self.bar.line.blockSignals(False)
        self._soon.stop()
        self.bar.show_search(search)
        self.found.show(search)

    def _search_typed(self) -> None:
        self._typed = self.bar.line.text()
        self.found.show(self._base.plus(self._understanding.conditions(self._typed)))

    def take_typed(self) -> None:
        """Make chips of what is typed; without, go to the list."""
        typed = self.bar.line.text()
        if typed.strip():
            self.show_search(self._base.plus(self._understanding.conditions(typed)))
        else:
            self._to_list()

    def _take_last(self) -> None:
        if self.bar.last:
            self._take_away(self.bar.last)

    def _take_away(self, key: str) -> None:
        self._base = self._base.without(key)
        self.bar.show_search(self._base)
        self._search_typed()

    def _type(self, text: str) -> None:
        self.bar.line.setFocus()
        self.bar.line.insert(text)

    def _to_list(self, _: int = 1) -> None:
        self.view.setFocus()
        if self.found.total and self.view.currentIndex().row() < 0:
            self.view.choose_row(0)

    def _open(self, row: int | None) -> None:
        found = None if row is None else self.found.hit(row)
        if found is not None:
            self.openAsked.emit(found)

    # -------------------------------------------------------------------------------- what it says

    def _tell(self) -> None:
        found = self.found
        hits = found.hits
        if hits is None:
            self.bar.say(message("looking…"))
            return
        if found.problem is not None:
            self.bar.say(None)
        elif found.search:
            self.bar.say(
                message(
                    "{rows} of {total}", rows=Number(hits.total), total=Number(hits.size.records)
                )
            )
        else:
            self.bar.say(counted("{count} game", "{count} games", hits.total))
        reasons = [
            message("{library}: {why}", library=one.library.name, why=one.failure.reason)
            for one in found.missing
        ]
        if not found.libraries:
            reasons = [message("There is no library yet.")]
        self._reason.setText("\n".join(tr(one) for one in reasons))
        self._trouble.setVisible(bool(reasons))
        self._build.setVisible(bool(found.missing))
        empty = found.problem
        if empty is None and not hits.total and hits.size.libraries:
            empty = message("No game fits. Take away a condition, or search other libraries.")
        self._empty.setText("" if empty is None else tr(empty))
        self._empty.setVisible(empty is not None)
        self.view.setVisible(empty is None)
        self.renamed.emit()

    def _ask_build(self) -> None:
        self.buildAsked.emit([one.library for one in self.found.missing])
