"""The desks of a window, one under each tab: added, turned to, closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from viewer.base.catalogs import active
from viewer.base.garbage import release, settle
from viewer.base.messages import message, readable
from viewer.base.resources import is_resource
from viewer.document.document import Document
from viewer.document.kept_session import KeptTab
from viewer.ui.session.kept_tabs import path_to_keep, take_place
from viewer.ui.session.titles import file_title, sample_title
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.other_tab import OtherTab, UnreadTab, cannot_be_found
from viewer.ui.toolkit.plain import literal, tip
from viewer.ui.window.desk import Desk
from viewer.ui.window.desk_pair import DeskPair, DeskPairs
from viewer.ui.window.top_bar import UNSAVED, TopBar
from viewer.ui.window.work import Unsaved

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_SOON = 4  # ms after which the record beside another is opened: the board stands then


class DeskTabs(QObject):
    """The desks in the order of their tabs, and the start page shown while there are none.

    Attributes:
        stack: shows the desk that was turned to.
        pairs: the desks that stand beside each other.

    Signals:
        turned: another desk is shown now, or none.
        moved: the user moved a tab.
        reopened: the desk of a tab of the last session, and the KeptTab of what stood beside it.
    """

    turned = Signal()
    moved = Signal()
    reopened = Signal(object, object)

    def __init__(
        self,
        window: Window,
        bar: TopBar,
        stack: QStackedWidget,
        make_start: Callable[[], QWidget],
        unsaved: Unsaved,
    ) -> None:
        """`stack` shows what is turned to.

        `make_start` creates the start page, on first use; `unsaved` restores what a tab had unsaved.
        """
        super().__init__(bar)
        self._window, self._bar, self._make_start = window, bar, make_start
        self._journals = unsaved
        self._start: QWidget | None = None
        self.stack = stack
        self.pairs = DeskPairs(self.stack, self)
        self.pairs.rearranged.connect(self._turned_again)
        self._filled: UnreadTab | None = None  # its document is about to be added
        bar.closeAsked.connect(self.close)
        bar.tabs.currentChanged.connect(self._turned)
        bar.tabs.tabMoved.connect(self._moved)

    @property
    def desk(self) -> Desk | None:
        """The desk that is shown; of two, the one with the keys."""
        shown = self.stack.currentWidget()
        if isinstance(shown, DeskPair):
            return shown.active
        return shown if isinstance(shown, Desk) else None

    @property
    def pair(self) -> DeskPair | None:
        """The two desks that are shown, None if it is one."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, DeskPair) else None

    @property
    def other(self) -> OtherTab | None:
        """The tab that is shown, if it shows no record."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, OtherTab) else None

    def others(self) -> list[OtherTab]:
        """All tabs that show no record, in their order."""
        return [tab for tab in self.tabs() if isinstance(tab, OtherTab)]

    @property
    def start(self) -> QWidget:
        """The start page; created on first use."""
        if self._start is None:
            self._start = self._make_start()
            self.stack.addWidget(self._start)
        return self._start

    def desks(self) -> list[Desk]:
        """All desks, in the order of their tabs."""
        return [tab for tab in self.tabs() if isinstance(tab, Desk)]

    def records(self) -> list[Desk | UnreadTab]:
        """The tabs with a record, in their order: their desks, or what waits for one."""
        return [
            tab
            for tab in self.tabs()
            if isinstance(tab, Desk) or (isinstance(tab, UnreadTab) and not tab.tab.libraries)
        ]

    def tabs(self) -> list[Desk | UnreadTab | OtherTab]:
        """What stands under each tab."""
        tabs = self._bar.tabs
        return [tabs.tabData(index) for index in range(tabs.count())]

    @property
    def front(self) -> int:
        """The index of the tab that is shown, -1 if there is none."""
        return self._bar.tabs.currentIndex()

    def desk_of(self, document: Document) -> Desk | None:
        """The desk of a document, None where it has none."""
        return next((desk for desk in self.desks() if document in desk.documents), None)

    def add(self, desk: Desk, front: bool = True) -> None:
        """Show a desk, in a tab of its own or in the one that waits for its document.

        Without `front`, the desk in a tab that waits for it is shown when the tab is turned to.
        """
        if self.stack.indexOf(desk) < 0:  # else its board is the one that was shown first
            self.stack.addWidget(desk)
        desk.session.reloaded.connect(self._part_lost)
        unread = self._unread_of(desk.session.document)
        if unread is None:
            index = self._bar.add_tab(desk)
        else:
            index = self.tabs().index(unread)
            self._bar.tabs.setTabData(index, desk)
            if path_to_keep(desk.session.document) in ("", unread.tab.path):
                take_place(desk.session, unread.tab)
            if unread.tab.roots:
                self._window.folders.attach_roots(desk, unread.tab.roots)
            self._drop(unread)
            if unread.tab.companion is not None:
                later(desk, partial(self.reopened.emit, desk, unread.tab.companion), _SOON)
            if not front and index != self.front:
                self.show_names()
                return
            self._select(index)
        self._turned(index)
        settle()

    def add_other(self, tab: OtherTab) -> None:
        """Turn to a tab that shows no record; it is added if it isn't there."""
        if tab not in self.others():
            self.stack.addWidget(tab)
            unread, self._filled = self._filled, None
            if unread is None:
                index = self._bar.add_tab(tab)
            else:
                index = self.tabs().index(unread)
                self._bar.tabs.setTabData(index, tab)
                self._drop(unread)
            tab.renamed.connect(self.show_names)
            self._turned(index)
            return
        self._bar.tabs.setCurrentIndex(self.tabs().index(tab))

    # ------------------------------------------------------------------------------ unread tabs

    def add_unread(self, tabs: Sequence[KeptTab]) -> None:
        """Add tabs whose files are read when they are turned to."""
        for tab in tabs:
            if is_resource(tab.path):
                from viewer.base.samples import sample_of_today  # deferred

                tab = tab._replace(path=sample_of_today(tab.path, active()))
            unread = UnreadTab(tab)
            self.stack.addWidget(unread)  # which owns it: the tab's data is no reference
            self._bar.add_tab(unread, front=False)
        self.show_names()

    def unsaved(self, path: str) -> int | None:
        """The index of the unread tab of a file with a journal of what isn't saved; None without one."""
        for index, tab in enumerate(self.tabs()):
            if isinstance(tab, UnreadTab) and tab.tab.journal and tab.tab.path == path:
                return index
        return None

    def awaited(self, document: Document) -> bool:
        """Whether a tab waits for a document."""
        return self._unread_of(document) is not None

    def _is_kept_as(self, document: Document, tab: KeptTab) -> bool:
        """Whether a document is that of a tab of the last session."""
        path, journal = path_to_keep(document), self._journals.journal_of(document)
        return bool(
            (path and tab.path == path) or (journal and journal in (tab.journal, *tab.journals))
        )

    def _unread_of(self, document: Document) -> UnreadTab | None:
        """The tab that waits for a document."""
        waiting = (tab for tab in self.tabs() if isinstance(tab, UnreadTab))
        named = (tab for tab in waiting if self._is_kept_as(document, tab.tab))
        return self._filled or next(named, None)

    def fetched(self, kept: KeptTab) -> Desk | None:
        """The desk of a record of the last session, whose tab is read if it wasn't; None if that can't be."""
        for tab in self.tabs():
            if not isinstance(tab, UnreadTab) or kept.path != tab.tab.path or tab.tab.roots:
                continue
            if tab.tab.journal:
                self._journals.recover(tab.tab.journal)
            elif kept.path:
                found = self._window.files.opened(kept.path)
                if isinstance(found, Document):
                    self._window.add_document(found, front=False)
        return next(
            (desk for desk in self.desks() if self._is_kept_as(desk.session.document, kept)), None
        )

    def fetch_other(self) -> None:
        """Turn to a tab of the last session that shows no record, where one waits to be read."""
        for tab in self.tabs():
            if isinstance(tab, UnreadTab) and tab.tab.libraries:
                self._read(tab)
                return

    def _read(self, unread: UnreadTab) -> None:
        """Read the file of a tab, or the journal of what isn't saved of it, and show it.

        If that can't be done, say so in the tab.
        """
        tab = unread.tab
        if tab.libraries:
            self._filled = unread
            self._window.libraries.reopen(tab)
            return
        if tab.journal:
            self._journals.recover(tab.journal)
            if unread not in self.tabs():
                return
            unread.tab = tab = tab._replace(journal="")
        read = self._window.files.opened if tab.roots else self._window.files.read
        found = read(tab.path) if tab.path else None
        if isinstance(found, Document):
            self._filled = unread
            try:
                self._window.files.show(found)
            finally:
                self._filled = None
            if unread in self.tabs():  # the document has another tab, under another name
                self._remove(unread)
            return
        if tab.roots:  # the folder may have other files
            self._remove(unread)
            self._window.folders.open(tab.roots)
            return
        why = cannot_be_found(readable(tab.name)) if found is None else found.reason
        again = (message("Try again"), partial(self._read, unread))
        close = (message("Close"), partial(self._remove, unread))
        unread.say(why, *([again] if tab.path else []), close)
        self.stack.setCurrentWidget(unread)
        self.turned.emit()

    def _remove(self, tab: UnreadTab | OtherTab) -> None:
        """Close a tab without a record."""
        self._bar.tabs.removeTab(self.tabs().index(tab))
        self._window.notice.leave(tab)
        self._drop(tab)
        self.show_start()

    def _drop(self, tab: UnreadTab | OtherTab) -> None:
        self.stack.removeWidget(tab)
        tab.hide()
        tab.deleteLater()

    # --------------------------------------------------------------------------------- turning

    def turn_to(self, desk: Desk) -> None:
        """Show a desk."""
        self._bar.tabs.setCurrentIndex(self.tabs().index(desk))

    def turn_to_tab(self, index: int) -> None:
        """Show what stands under the tab of an index; it is read if it wasn't."""
        self._select(index)
        self._turned(index)

    def _select(self, index: int) -> None:
        """Select a tab without turning to it."""
        self._bar.tabs.blockSignals(True)
        self._bar.tabs.setCurrentIndex(index)
        self._bar.tabs.blockSignals(False)

    def _documents(self) -> list[Document]:
        """Those that tabs show, in the order of the tabs."""
        return [document for desk in self.desks() for document in desk.documents]

    def _part_lost(self) -> None:
        """Close companions whose tab shows another file now."""
        self.pairs.keep_to(self._documents())

    def _moved(self) -> None:
        self._window.workspace.arrange(self._documents())
        self.moved.emit()

    def step(self, step: int) -> None:
        """Turn to the next (or previous) tab."""
        tabs = self._bar.tabs
        if tabs.count():
            tabs.setCurrentIndex((tabs.currentIndex() + step) % tabs.count())

    def choose(self) -> None:
        """Choose a tab from a list of all, by typing a part of its name."""
        from viewer.ui.dialogs.palettes import TabPalette  # deferred

        tabs = [self._named(tab) for tab in self.tabs()]
        turn = self._bar.tabs.setCurrentIndex
        TabPalette(self._window, tabs, self.front, turn).open_over()

    def show_start(self) -> None:
        """Show the start page if there are no tabs."""
        if not self.tabs():
            self._turned(-1)

    def _turned(self, index: int) -> None:
        shown = self._bar.tabs.tabData(index) if index >= 0 else self.start
        if isinstance(shown, UnreadTab):
            self._read(shown)
            return
        pair = self.pairs.of(shown) if isinstance(shown, Desk) else None
        self.stack.setCurrentWidget(shown if pair is None else pair)
        self.turned.emit()

    def _turned_again(self, desk: Desk) -> None:
        """Something stands beside a desk now, or no longer."""
        if self.front >= 0 and self.tabs()[self.front] is desk:
            self._turned(self.front)

    def show_names(self) -> None:
        """Update the names on the tabs, with a dot for unsaved changes."""
        for index, tab in enumerate(self.tabs()):
            name, path = self._named(tab)
            waiting = 0 if index == self.front else self._window.notice.waiting(self._owned(tab))
            self._bar.tabs.show_tab(index, literal(name), waiting)
            self._bar.tabs.setTabToolTip(index, tip(path))

    def _owned(self, tab: Desk | UnreadTab | OtherTab) -> tuple[object, ...]:
        """What notices belong to that stand at a tab: its documents, or itself."""
        if not isinstance(tab, Desk):
            return (tab,)
        pair = self.pairs.of(tab)
        return (*tab.documents, *(pair.companion.documents if pair is not None else ()))

    def owners(self) -> tuple[Sequence[object], Sequence[Sequence[object]]]:
        """What the tab in front shows, that with the keys first, and what each of the others does."""
        owned = [self._owned(tab) for tab in self.tabs()]
        front = owned.pop(self.front) if self.front >= 0 else ()
        active = () if self.desk is None else (self.desk.session.document,)
        return (*active, *front), owned

    def panel(self) -> QWidget | None:
        """The panel beside the board that is shown, or beside another there, else what lies under it."""
        if self.desk is None:
            return None
        pair = () if self.pair is None else (self.pair.desk, self.pair.companion)
        sides = (one.room.side for one in (self.desk, *pair))
        return next((one for one in sides if one.isVisibleTo(self.stack)), self.desk.strip)

    def _named(self, tab: Desk | UnreadTab | OtherTab) -> tuple[str, str]:
        """The name of a tab, with a dot for unsaved changes, and its path."""
        if isinstance(tab, UnreadTab):
            kept = tab.tab
            name, path, unsaved = readable(kept.name), kept.path, bool(kept.journal)
            if is_resource(path):
                name = sample_title(kept.name)
        elif isinstance(tab, OtherTab):
            name, path, unsaved = tab.name, "", False
        else:
            document, folder = tab.session.document, tab.session.folder
            name, path = file_title(document), document.path or ""
            if folder is not None:
                name, path = readable(folder.title), folder.roots[0]
                name = sample_title(name) if is_resource(path) else name
            unsaved = any(one.modified for one in tab.documents)
        return name + (UNSAVED if unsaved else ""), path

    # --------------------------------------------------------------------------------- closing

    def _unfinished(self, companion: Desk) -> bool:
        """Whether a companion has to stay, asking where something isn't finished."""
        doubtful = companion.unfinished or companion.unvalued
        return bool(doubtful) and not self._window.files.may_leave(companion, kept=True)

    def _may_leave(self, desk: Desk, kept: bool = False) -> bool:
        """Whether a desk may go; asks where something isn't finished, or neither saved nor `kept`."""
        pair = self.pairs.of(desk)
        if pair is not None:
            pair.companion.session.flush()
            if self._unfinished(pair.companion):
                self.turn_to(desk)
                return False
            if not kept:
                self.pairs.part(desk)
        desk.session.flush()
        self._window.work.leave(desk.session.document)
        at_stake = desk.session.document.modified and not kept
        if desk.unfinished or desk.unvalued or at_stake:
            self.turn_to(desk)
            if not self._window.files.may_leave(desk, kept):
                return False
        return kept or all(map(self._may_close, desk.documents[1:]))

    def _may_close(self, document: Document) -> bool:
        """Whether an edited document of a folder may be closed; shows it and asks."""
        if not document.modified:
            return True
        self._window.add_document(document)
        return self._window.files.may_close(document)

    def close(self, tab: Desk | UnreadTab | OtherTab) -> None:
        """Close a tab, asking where something isn't saved."""
        if isinstance(tab, UnreadTab) and tab.tab.journal:
            index = self.tabs().index(tab)
            self.turn_to_tab(index)  # what isn't saved is asked about
            tab = self.tabs()[index]
        if isinstance(tab, Desk):
            self.close_desk(tab)
        elif isinstance(tab, OtherTab):
            tab.close_up()
            self._remove(tab)
            later(self, release)
        else:
            self._remove(tab)

    def close_front(self) -> None:
        """Close the tab that is shown, if there is one; of two desks, the companion with the keys alone."""
        pair = self.pair
        if pair is not None and pair.active is pair.companion:
            if not self._unfinished(pair.companion):
                self.pairs.part(pair.desk)
        elif self.front >= 0:
            self.close(self.tabs()[self.front])

    def close_desk(self, desk: Desk) -> bool:
        """Close a tab, asking where something isn't saved; whether it is closed now."""
        if not self._may_leave(desk):
            return False
        documents = desk.documents
        self.take_off(desk)
        for document in documents:
            self._window.workspace.close(document)
            self._window.notice.leave(document)
        self.show_start()
        later(self, release)
        return True

    def take_off(self, desk: Desk) -> None:
        """Close a tab; its documents stay open."""
        self.pairs.part_from(desk)
        index = self.tabs().index(desk)
        desk.close_session()
        self._bar.tabs.removeTab(index)
        self.stack.removeWidget(desk)
        desk.deleteLater()

    def may_leave_all(self, keep: Callable[[], bool], hurried: bool) -> bool | None:
        """Whether the window may close, and what isn't saved is kept for the next start.

        Asks about what `keep` doesn't keep; if it is `hurried` and all is kept, nothing is asked.
        Returns what `keep` did, None if the window has to stay.
        """
        for desk in self.desks():
            desk.session.flush()
        kept = keep()
        asked = [] if hurried and kept else self.desks()
        if not all(self._may_leave(desk, kept) for desk in asked):
            return None
        return kept

    def leave_all(self) -> None:
        """Close all sessions as the window closes."""
        for desk in [*self.desks(), *self.pairs.companions()]:
            desk.close_session()
        for other in self.others():
            other.close_up()
