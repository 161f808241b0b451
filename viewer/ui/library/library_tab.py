"""The tab of libraries: the bar, the hits, the selected one."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.files import FileSystem
from viewer.base.messages import NOTHING, Message, Number, counted, message
from viewer.document.kept_session import KeptTab
from viewer.library.ask.texts import joined_words
from viewer.library.face import Library
from viewer.library.phrases import Understanding
from viewer.library.searches import SavedSearches, Search
from viewer.ui.library.completion import Completion, OfferList, SearchOffer, without_last
from viewer.ui.library.hit_preview import HitPreview
from viewer.ui.library.hits_view import HitsModel, HitsView, RowOpening
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.material_picker import EndingsRow, MaterialDialog, picks_material
from viewer.ui.library.no_library import NoLibrary
from viewer.ui.library.search_bar import ConditionRow, SearchBar
from viewer.ui.toolkit.focus import tab_through
from viewer.ui.toolkit.other_tab import OtherTab
from viewer.ui.toolkit.plain import Label

_SOON = 140  # ms after a key until what is typed is searched
_SIDE = 428


class LibraryTab(OtherTab):
    """Libraries, searched.

    Attributes:
        found: the search with its hits; pages and commands work with it.
        lasting: whether the libraries are there in the next session: those of open files aren't.
        none: what is there while there is no library.
        bar, row, endings, view, preview: its parts; `preview.add_page` adds pages below the board,
            `row.add_chip` a chip below the bar.
        offers: the completion.
        matched: says which names the free words stand for, where there are such.

    Signals:
        openAsked: the hit of a row is to be opened: (PlacedHit).
        buildAsked: the libraries that couldn't be searched are to be built: (list of Library).
        newAsked: a library is to be made.
        menuAsked: the menu of the hits is asked for: (global point).
        searched: a search was made of what was typed or chosen.
    """

    openAsked = Signal(object)
    buildAsked = Signal(object)
    newAsked = Signal()
    menuAsked = Signal(object)
    searched = Signal()

    def __init__(
        self,
        found: LibrarySearch,
        saved: SavedSearches,
        files: FileSystem,
        builds: Callable[[Library], bool],
        lasting: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """`builds` says whether a library is being built; it is asked again then (`LibrarySearch`)."""
        super().__init__(parent)
        self.found, self._builds, self.lasting = found, builds, lasting
        found.setParent(self)
        self._understanding = Understanding(tr)
        self._typed = ""  # what is in the line, and not a chip
        self._base = Search()  # what the chips say
        self._game = ""  # in whose words they say it
        self.bar = SearchBar()
        self.row = ConditionRow()
        self.endings = EndingsRow()
        self.offers = OfferList(self)
        self._completion = Completion(found, saved, self._understanding, self.bar.line, self)
        self._completion.offered.connect(self._show_offers)
        self.model = HitsModel(found, self)
        self.view = HitsView(found, self.model)
        self._opening = RowOpening(found, self)
        self.preview = HitPreview(found, files)
        self.matched = Label(look="muted", wraps=True)
        self.matched.hide()
        self._trouble = QWidget()
        self._reason = Label(wraps=True)
        self._build = QPushButton(tr(message("Build")))
        self._build.clicked.connect(self._ask_build)
        self.none = NoLibrary()
        self.none.button.clicked.connect(self.newAsked)
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
        column.addWidget(self.row)
        column.addWidget(self.endings)
        self.endings.hide()
        self.row.material.hide()  # until a game is known
        column.addWidget(self.matched)
        row = QHBoxLayout(self._trouble)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._reason, 1)
        row.addWidget(self._build, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._trouble)
        self._trouble.hide()
        column.addWidget(self.none, 1)
        self.none.hide()
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
        tab_through(
            self.bar, self.row, self.endings, self._trouble, self.none, self.view, self.preview
        )

    def _connect(self) -> None:
        line = self.bar.line
        line.textChanged.connect(self._soon.start)
        line.textEdited.connect(self._complete)
        line.entered.connect(self._enter)
        line.stepped.connect(self._step)
        line.backed.connect(self._take_last)
        line.left.connect(self._leave_line)
        line.focused.connect(self._line_focused)
        self.offers.taken.connect(self._take_offer)
        self.row.asked.connect(self.add)
        self.row.begun.connect(self._begin)
        self.row.material.toggled.connect(self._show_endings)
        self.endings.asked.connect(self.add)
        self.endings.picked.connect(self.ask_material)
        self.row.partAsked.connect(lambda: self.commandAsked.emit("find-part"))
        self.bar.takenAway.connect(self._take_away)
        self.view.opened.connect(self.open_row)
        self.view.typed.connect(self._type)
        self.view.left.connect(line.setFocus)
        self.view.backed.connect(self._back_to_line)
        self._opening.opened.connect(self.openAsked)
        self.view.customContextMenuRequested.connect(self._ask_menu)
        self.found.asked.connect(self._tell)
        self.found.answered.connect(self._tell)
        self.found.answered.connect(self._show_game)
        self.found.relisted.connect(self.renamed)

    # ----------------------------------------------------------------------------------- the tab

    @property
    def name(self) -> str:
        libraries = self.found.libraries
        if len(libraries) == 1:
            return tr(message("Library: {name}", name=libraries[0].name))
        if not libraries:
            return tr(message("Libraries"))
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

    def kept(self) -> KeptTab | None:
        names = tuple(one.name for one in self.found.libraries)
        if not names or not self.lasting:
            return None
        search = json.dumps(dict(self._base.values), ensure_ascii=False) if self._base else ""
        return KeptTab("", self.name, libraries=names, search=search)

    def take_focus(self) -> None:
        (self.bar.line if self.found.libraries else self.none.button).setFocus()

    def close_up(self) -> None:
        self._soon.stop()
        self.offers.hide()
        self.view.show_boards(False)
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

    def event(self, event: QEvent) -> bool:
        """Ctrl+F is the form of all conditions here."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_sheet_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_sheet_key(event):
            self.row.sheetAsked.emit()
        else:
            super().keyPressEvent(event)

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
        self.offers.hide()
        self.found.drop("offers")
        self._show_chips()
        self.found.show(search)
        self.searched.emit()

    def _show_chips(self) -> None:
        self._game = self.found.game
        self.bar.show_search(self._base, self._game)
        self.row.show_search(self._base, self._game)
        self._show_endings()

    def _show_endings(self) -> None:
        """Offer material, where players of the game that is searched name it."""
        named = picks_material(self._game)
        self.row.material.setVisible(named)
        self.endings.setVisible(named and self.row.material.isChecked())
        if named:
            self.endings.show_search(self._base, self._game)

    def ask_material(self) -> None:
        """Have the pieces chosen that are searched for."""
        dialog = MaterialDialog(self._base, self._game, self)
        dialog.asked.connect(self.add)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show_game(self) -> None:
        """Say the conditions in the words of the game, now that it is known."""
        if self.found.game != self._game:
            self._show_chips()

    def add(self, values: dict[str, Value]) -> None:
        """Add conditions as chips; those with an empty value are taken away."""
        gone = [key for key, value in values.items() if not value]
        more = {key: value for key, value in values.items() if value}
        typed = self.bar.line.text()
        base = self._base.without(*gone).plus(more)
        self.show_search(base.plus(self._meant(typed)))

    def _search_typed(self) -> None:
        self._typed = self.bar.line.text()
        self.found.show(self._base.plus(self._meant(self._typed)))

    def _meant(self, typed: str) -> dict[str, Value]:
        """What is typed as conditions, in the words of the game that is searched."""
        game = self.found.game
        return self._understanding.conditions(typed, [game] if game else [])

    def take_typed(self) -> None:
        """Make chips of what is typed."""
        typed = self.bar.line.text()
        if typed.strip():
            self.show_search(self._base.plus(self._meant(typed)))

    def _enter(self) -> None:
        """Take the completion that is chosen; else make chips of what is typed, and go to the list."""
        if not self.offers.take():
            self.take_typed()
            self._to_list()

    def _step(self, step: int) -> None:
        """Down: into the completion, else to the list; up: back to the line."""
        if self.offers.isVisible():
            self.offers.step(step)
        elif step > 0 and not self.bar.line.text() and not self._base:
            self._complete()
            if self.offers.isHidden():
                self._to_list()
        elif step > 0:
            self._to_list()

    def _leave_line(self) -> None:
        if self.offers.isVisible():
            self.offers.hide()
        else:
            self._to_list()

    def _line_focused(self, on: bool) -> None:
        if on:
            self._opening.cancel()
        else:
            self.offers.hide()

    def _begin(self, text: str) -> None:
        """Begin to type a condition."""
        line = self.bar.line
        typed = line.text().strip()
        line.setFocus()
        line.setText(f"{typed} {text}" if typed else text)
        self._complete()

    def _take_last(self) -> None:
        if self.bar.conditions.last:
            self._take_away(self.bar.conditions.last)

    def _take_away(self, key: str) -> None:
        self._base = self._base.without(key)
        self._show_chips()
        self._search_typed()

    def _type(self, text: str) -> None:
        self.bar.line.setFocus()
        self.bar.line.insert(text)

    def _to_list(self, _: int = 1) -> None:
        self.view.setFocus()
        if self.found.total and self.view.currentIndex().row() < 0:
            self.view.choose_row(0)

    def open_row(self, row: int | None) -> None:
        """Open the hit of a row, as soon as it is there."""
        self._opening.open(-1 if row is None else row)

    def _back_to_line(self) -> None:
        """Backspace in the list: as in the line, where the focus goes."""
        self.bar.line.setFocus()
        if not self.bar.line.text():
            self._take_last()

    # ----------------------------------------------------------------------------- the completion

    def _complete(self, _: str = "") -> None:
        self._completion.complete(self._base)

    def _show_offers(self, offers: list[SearchOffer]) -> None:
        chosen = self.offers.chosen
        self.offers.show_offers(offers, self.bar.geometry())
        if chosen in offers:
            self.offers.choose(offers.index(chosen))

    def _take_offer(self, offer: SearchOffer) -> None:
        line = self.bar.line
        if offer.whole:
            self.show_search(Search(offer.values))
        elif offer.text:
            line.setText(offer.text)
            if offer.text.endswith(" "):
                self._complete()
            else:
                self.take_typed()
        else:
            text = "" if "moves" in offer.values else without_last(line.text())
            base = self._base.plus(self._meant(text))
            self.show_search(base.plus(offer.values))
        line.setFocus()

    def _ask_menu(self, point: QPoint) -> None:
        if not self.view.indexAt(point).isValid():
            point = self.view.visualRect(self.view.currentIndex()).bottomLeft()
        self.menuAsked.emit(self.view.viewport().mapToGlobal(point))

    # -------------------------------------------------------------------------------- what it says

    def _tell(self) -> None:
        found = self.found
        hits = found.hits
        if hits is None:
            self.bar.say(message("looking…"))
            return
        if found.problem is not None or not hits.size.libraries:
            self.bar.say(None)
        elif found.search:
            self.bar.say(
                message(
                    "{rows} of {total}", rows=Number(hits.total), total=Number(hits.size.records)
                )
            )
        else:
            self.bar.say(counted("{count} game", "{count} games", hits.total))
        told = [*hits.matched, *([joined_words(hits.joined)] if hits.joined else [])]
        self.matched.setText("\n".join(tr(one) for one in told))
        self.matched.setVisible(bool(told))
        self.row.apart.setVisible(bool(hits.joined))
        at_work = [one for one in found.missing if self._builds(one.library)]
        reasons = [
            message(
                "{library} is being read; its games are found here as soon as that is done.",
                library=one.library.name,
            )
            if one in at_work
            else message("{library}: {why}", library=one.library.name, why=one.failure.reason)
            for one in found.missing
        ]
        self._reason.setText("\n".join(tr(one) for one in reasons))
        self._build.setVisible(len(at_work) < len(found.missing))
        first = bool(found.libraries) and self.none.isVisible()
        for part in (self.bar, self.row, self.preview):
            part.setVisible(bool(found.libraries))
        self.none.setVisible(not found.libraries)
        if first:  # the button that had the keys is gone with its page
            self.take_focus()
        self._trouble.setVisible(bool(reasons))
        empty = found.problem
        if not found.libraries:
            empty = NOTHING  # the list has nothing to show
        elif empty is None and not hits.total and hits.size.libraries:
            empty = message("No game fits. Take away a condition, or search other libraries.")
        self._empty.setText("" if empty is None else tr(empty))
        self._empty.setVisible(empty is not None and bool(found.libraries))
        if empty is not None and self.view.hasFocus():
            self.bar.line.setFocus()
        self.view.setVisible(empty is None)
        self.renamed.emit()

    def _ask_build(self) -> None:
        self.buildAsked.emit([one.library for one in self.found.missing])
        self._tell()


def _is_sheet_key(event: QEvent) -> bool:
    return (
        isinstance(event, QKeyEvent)
        and event.key() == Qt.Key.Key_F
        and event.modifiers() == Qt.KeyboardModifier.ControlModifier
    )
