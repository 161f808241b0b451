"""The side of the desk: title, pages, and the comment of the current node."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.loading import load_named
from viewer.base.messages import NOTHING, Message, message
from viewer.base.text import readable
from viewer.document.edits.ops import Change
from viewer.scene.theme import Theme
from viewer.tree.diagnostic import Severity
from viewer.ui.notation.sheet import NotationSheet
from viewer.ui.pages.page import ContentsReader, NodePage
from viewer.ui.panel.comment_panel import CommentPanel
from viewer.ui.panel.page_tabs import PageTabs
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.table_of_contents import TableOfContents
from viewer.ui.session.titles import record_subtitle, record_title
from viewer.ui.toolkit.fonts import add_fonts
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.widgets import ElidedLabel, tab_into

_SHARE = 132  # px that title and result each keep, where both don't fit
_LOW = 330  # pixels of height


class InfoPanel(QWidget):
    """What is said about a record, beside its board.

    Attributes:
        tree_kind: which page the tab of the tree shows: "tree" (the outline) or "graph".

    Signals:
        contextRequested: somebody asks what can be done at a node: (node id, global point).
        pageMade: a page was made: (its id, itself).
        divided: somebody made the comment another height: (pixels).
    """

    contextRequested = Signal(int, QPoint)
    pageMade = Signal(str, QWidget)
    divided = Signal(int)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        add_fonts()
        self.sheet = NotationSheet(session)
        self.notation = self.sheet.view
        self.contents = TableOfContents(session, self)
        self.comment = CommentPanel(session)
        self.tree_kind = "tree"
        self._low = False
        self._pages: dict[str, QWidget] = {"notation": self.sheet}
        self._build()
        self.notation.contextRequested.connect(self.contextRequested)
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reloaded)
        session.listed.connect(self._show_games_tab)
        self.contents.found.connect(self._show_contents_tab)
        session.found.connect(self._show_notes)
        self._show_titles()
        self._show_notes()
        self.contents.look()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._titles())
        column.addWidget(_rule())
        column.addWidget(self._tabs())
        column.addWidget(_rule())
        self._halves = halves = QSplitter(Qt.Orientation.Vertical)
        halves.setHandleWidth(1)
        halves.setChildrenCollapsible(False)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.sheet)
        halves.addWidget(self._stack)
        halves.addWidget(self.comment)
        halves.setStretchFactor(0, 1)
        halves.splitterMoved.connect(lambda *_: self.divided.emit(halves.sizes()[1]))
        column.addWidget(halves, 1)

    def set_comment_height(self, high: int) -> None:
        """Give the comment a height; the page takes the rest."""
        sizes = self._halves.sizes()
        if sizes[1] != high:
            self._halves.setSizes([max(1, (sum(sizes) or 740) - high), high])

    def _titles(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(18, 12, 14, 8)
        column.setSpacing(1)
        top = QHBoxLayout()
        top.setSpacing(8)
        self._title = ElidedLabel()
        self._title.setProperty("title", True)
        self._result = ElidedLabel()
        self._result.setProperty("muted", True)
        self._result.setStyleSheet("font-size: 16px")
        top.addWidget(self._title)
        top.addWidget(self._result)
        top.addStretch(1)
        self._subtitle = ElidedLabel()
        self._subtitle.setProperty("muted", True)
        self._fault = Label()
        self._fault.setProperty("bad", True)
        self._fault.setWordWrap(True)
        self._fault.setContentsMargins(0, 3, 0, 0)
        self._fault.hide()
        column.addLayout(top)
        column.addWidget(self._subtitle)
        column.addWidget(self._fault)
        return box

    def _tabs(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(18, 0, 8, 0)
        self.tabs = PageTabs()
        for id, name in PAGE_NAMES.items():
            self.tabs.setTabData(self.tabs.addTab(tr(name)), id)
        self.tabs.currentChanged.connect(self._turn_to)
        self._show_games_tab()
        self._show_contents_tab()
        row.addWidget(self.tabs, 1)
        return box

    # ---------------------------------------------------------------------------------- pages

    def show_page(self, id: str) -> None:
        """Show a page: a key of PAGE_NAMES, or "graph", which shares the tab of the tree."""
        if id in ("tree", "graph"):
            self.tree_kind, id = id, "tree"
        place = list(PAGE_NAMES).index(id)
        self.tabs.setTabVisible(place, True)
        self.tabs.setCurrentIndex(place)
        self._turn_to(place)

    def _show_games_tab(self) -> None:
        """The list of games stands there for files of several, and where somebody looks at it."""
        place = list(PAGE_NAMES).index("games")
        several = len(self.session.document) > 1
        self.tabs.setTabVisible(place, several or self.tabs.currentIndex() == place)
        self.tabs.updateGeometry()

    def _show_contents_tab(self) -> None:
        """The table of contents stands there for records with titles, and where somebody looks at it."""
        place = list(PAGE_NAMES).index("contents")
        titled = self.contents.now.titled
        self.tabs.setTabVisible(place, titled or self.tabs.currentIndex() == place)
        self.tabs.updateGeometry()  # a bar that isn't seen yet doesn't say that it is wider
        self.sheet.set_takebacks(self.contents.now.takebacks)

    def _turn_to(self, index: int) -> None:
        id = str(self.tabs.tabData(index))
        if id == "tree":
            id = self.tree_kind
        self._stack.setCurrentWidget(self.page(id))

    def page(self, id: str) -> QWidget:
        """A page; all but the notation are made when they are looked at first."""
        if id not in self._pages:
            page: QWidget = load_named(PAGES[id])(self.session)
            if isinstance(page, NodePage):
                page.contextRequested.connect(self.contextRequested)
            if isinstance(page, ContentsReader):
                page.set_contents(self.contents)
            self._stack.addWidget(page)
            tab_into(self.tabs, page)  # made last, it would come last
            self._pages[id] = page
            self.pageMade.emit(id, page)
        return self._pages[id]

    def focus_page(self, id: str) -> None:
        """Give the keys to a page that is shown; to its tab, where nothing of it takes them."""
        view = getattr(self.page(id), "view", self.tabs)
        (self.tabs if view.isHidden() else view).setFocus()

    def made(self, id: str) -> QWidget | None:
        """A page, None where nobody has looked at it yet."""
        return self._pages.get(id)

    @property
    def unvalued(self) -> str:
        """The name of a new detail that was given no value yet, "" for none."""
        return str(getattr(self.made("details"), "unvalued", ""))

    def _show_notes(self) -> None:
        """How many findings there are, and the first by which something of the record isn't shown."""
        found = self.session.diagnostics
        errors = (one.message for one in found if one.severity is Severity.ERROR)
        self._fault.setText(readable(tr(next(errors, NOTHING))))
        self._fault.setVisible(bool(self._fault.text()))
        count = len(found)
        name = PAGE_NAMES["notes"]
        text = f"{tr(name)} {count}" if count else tr(name)
        self.tabs.setTabText(list(PAGE_NAMES).index("notes"), text)

    # -------------------------------------------------------------------------- what changed

    def _changed(self, change: Change) -> None:
        touched = change.of(self.session.key)
        if self.notation.flowing != self.session.document.flowing:
            self._reloaded()  # saved in another format since
            return
        self.sheet.record_changed(change)
        root = self.session.record.root.id
        if any(one.facet == "headers" or one == ("action", root) for one in touched):
            self._show_titles()

    def _reloaded(self) -> None:
        self.sheet.show_record()
        self._show_titles()
        self._show_notes()

    def _show_titles(self) -> None:
        title, result = record_title(self.session)
        for label, text in ((self._title, title), (self._result, result)):
            label.setText(text)
            label.setMinimumWidth(min(label.sizeHint().width(), _SHARE))
        self._subtitle.setText(record_subtitle(self.session))
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        self._subtitle.setVisible(bool(self._subtitle.text()) and not self._low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is low, the page and the comment get what can be spared: keys do the rest."""
        super().resizeEvent(event)
        low = self.height() < _LOW
        if low != self._low:
            self._low = low
            self._show_subtitle()
            self.comment.set_low(low)

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self.notation.set_theme(theme)


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("rule", True)
    rule.setFixedHeight(1)
    return rule


PAGE_NAMES: dict[str, Message] = {
    "notation": message("Notation"),
    "contents": message("Contents"),
    "tree": message("Tree"),
    "line": message("Line"),
    "details": message("Details"),
    "notes": message("Notes"),
    "games": message("Games"),
}
PAGES = {
    "contents": "viewer.ui.pages.contents_page:ContentsPage",
    "tree": "viewer.ui.pages.tree_page:TreePage",
    "graph": "viewer.ui.pages.graph_page:GraphPage",
    "line": "viewer.ui.pages.line_page:LinePage",
    "details": "viewer.ui.pages.details_page:DetailsPage",
    "notes": "viewer.ui.pages.notes_page:NotesPage",
    "games": "viewer.ui.pages.games_page:GamesPage",
}
