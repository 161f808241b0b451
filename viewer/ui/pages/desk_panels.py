"""The panels of a desk: creates them, places them in the cells of a stack, and brings them to the front."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.loading import load_named
from viewer.ui.notation.sheet import NotationSheet
from viewer.ui.pages.arrangement import (
    ARRANGEMENTS,
    Arrangement,
    Cell,
    arrangement_of,
    in_order,
)
from viewer.ui.pages.comment_panel import CommentLine, CommentPanel
from viewer.ui.pages.page_cell import PageCell, rule
from viewer.ui.pages.page_stack import PageStack
from viewer.ui.pages.panels import PANELS, ContentsReader, tab_of
from viewer.ui.pages.record_title import RecordTitle
from viewer.ui.pages.rows import scaled
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.table_of_contents import TableOfContents
from viewer.ui.toolkit.language import add_fonts, reading_font

_READ = ("notation", "comment")
"""Panels in the font of moves and comments."""

_LOW = 330  # pixels of height


class InfoPanel(QWidget):
    """The title above the pages. In a low window, the title leaves them room."""

    def __init__(self, title: RecordTitle, pages: PageStack, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(rule())
        column.addWidget(pages, 1)

    def add_foot(self, foot: QWidget) -> None:
        """Have a line below the pages."""
        self._column.addWidget(rule())
        self._column.addWidget(foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._title.set_low(self.height() < _LOW)


class DeskPanels(QObject):
    """The panels of one record, beside its board.

    Attributes:
        info: the title and the stack of pages; to be put into a layout.
        stack: the pages.
        sheet, notation, comment: the panels that are created at once.
        contents: the record's table of contents.
        line: the comment in a line; None as long as its page or the notation was always in view.

    Signals:
        pageMade: the widget of a panel was created: (panel id, the widget).
        turned: the user brought a panel to the front, or folded one.
    """

    pageMade = Signal(str, QWidget)
    turned = Signal()

    def __init__(self, session: RecordSession, desk: QWidget) -> None:
        """They write in the font of `desk`. `begin` shows them."""
        super().__init__(desk)
        self.session = session
        self._desk = desk
        add_fonts()
        self.sheet = NotationSheet(session)
        self.notation = self.sheet.view
        self.contents = TableOfContents(session, self)
        self.comment = CommentPanel(session)
        self._chosen: dict[str, str] = {}  # the one shown of the panels that share a tab
        self._made: dict[str, QWidget] = {"notation": self.sheet, "comment": self.comment}
        self.line: CommentLine | None = None
        self._silent = True  # the front panel is being changed by code, not by the user
        self.title = RecordTitle(session)
        self.stack = PageStack()
        self.info = InfoPanel(self.title, self.stack)
        self.stack.turned.connect(self._turn_to)
        self.stack.folded.connect(self._turned)
        self.stack.moved.connect(self._follow)
        session.reloaded.connect(self.look)
        session.listed.connect(self.look)
        session.findings.changed.connect(self.look)
        session.finds.begun.connect(self.look)
        session.dressed.connect(self._dressed)
        self.contents.found.connect(self._contents_found)
        self._read_in = ("", 100)
        self._dressed()
        self.show_fonts()

    def _dressed(self) -> None:
        looks = self.session.looks
        self.choose(looks.tree)
        if (looks.family, looks.percent) != self._read_in:
            self._read_in = looks.family, looks.percent
            self.show_fonts()

    def _font_in(self, id: str) -> QFont:
        """The font of a panel."""
        font = self._desk.font()
        return reading_font(font, *self._read_in) if id in _READ else font

    def show_fonts(self) -> None:
        """Write in the desk's font, which may be another now."""
        self.info.setFont(self._desk.font())  # what is added later doesn't take it by itself
        for id, page in self._made.items():
            page.setFont(self._font_in(id))

    def begin(self, arrangement: Arrangement, shown: Sequence[str]) -> None:
        """Place the panels, and open the cells of those among `shown`; if there are none, as at first."""
        self.stack.arrange(arrangement)
        self._follow([id for cell in self.stack.cells for id in cell.pages])
        there = self.stack.arrangement
        fronts = [id for id in shown if id in there.leads or self._comes_back(id)]
        self.stack.show_fronts(
            fronts or [one.pages[0] for one in there.cells[::-1] if self._has(one)]
        )
        self._fill()
        self._silent = False
        game = self.session.game.id
        if any(arrangement == arrangement_of(made(game)) for made in ARRANGEMENTS.values()):
            for id in self.shown:  # nobody gave the cells other shares
                self._give_room(id)
        self.contents.look()

    def _comes_back(self, id: str) -> bool:
        """Whether a panel that was in front is so for this record too."""
        return PANELS[id].offered is None or self.offered(tab_of(id))

    def _has(self, cell: Cell) -> bool:
        """Whether the record has something for the page that leads a cell."""
        return self.offered(cell.pages[0])

    def _fill(self) -> None:
        """Have a page in front where none is."""
        first = self.stack.cells[0]
        if not self.stack.fronts:
            first.show_tab(next(id for id in in_order(first.pages) if self.offered(id)))

    def _follow(self, moved: Collection[str]) -> None:
        """Pages stand in other cells: their widgets follow."""
        for id, page in self._made.items():
            if tab_of(id) in moved:
                self.stack.cell(id).add_page(page)
        self.look()
        self._fill()

    def offered(self, id: str) -> bool:
        """Whether the record has something for a panel."""
        offered = PANELS[id].offered
        return offered is not None and offered(self.session, self.contents.now)

    def look(self) -> None:
        """Update which tabs are visible, and the numbers behind their titles."""
        leads = self.stack.arrangement.leads  # there to be opened
        for cell in self.stack.cells:
            for id in cell.pages:
                cell.set_offered(id, id in leads or self.offered(id))
                numbered = PANELS[id].number
                if numbered is not None:
                    name, count = tr(PANELS[id].title), numbered(self.session)
                    cell.set_words(id, f"{name} {count}" if count else name)

    def _contents_found(self) -> None:
        self.look()
        self.sheet.set_takebacks(self.contents.now.takebacks)

    # ---------------------------------------------------------------------------------- panels

    def cell(self, id: str) -> PageCell:
        """The cell of a panel."""
        return self.stack.cell(tab_of(id))

    def seen(self, id: str) -> bool:
        """Whether a panel has a visible tab."""
        return tab_of(id) in self.cell(id).seen()

    def in_view(self, id: str) -> bool:
        """Whether a panel is in front of an open cell."""
        cell = self.cell(id)
        return cell.open and cell.front == tab_of(id) and self._chosen.get(cell.front, id) == id

    @property
    def shown(self) -> list[str]:
        """The panels in front of open cells, the one that was asked for last at the end."""
        return self.stack.fronts

    def show_page(self, id: str) -> None:
        """Bring a panel to the front."""
        self.choose(id)
        self.show_tab(tab_of(id))

    def show_comments(self) -> None:
        """Have a page with the comments in view; which one the user had in front stays kept."""
        if not any(map(self.in_view, ("notation", "comment"))):
            self._silent = True
            self.show_page("comment")
            self._silent = False

    def show_tab(self, id: str) -> None:
        """Bring the panel of a tab to the front; of those that share it, the one chosen last."""
        self.cell(id).show_tab(id)

    def foldable(self, id: str) -> bool:
        """Whether a panel is in view, and not the only one."""
        cell = self.cell(id)
        return cell.open and cell.front == tab_of(id) and len(self.shown) > 1

    def fold(self, id: str) -> None:
        """Leave of a panel's cell the tabs alone."""
        self.cell(id).fold()

    def choose(self, id: str) -> None:
        """Set which of the panels that share a tab it shows."""
        self._chosen[tab_of(id)] = id

    def _turn_to(self, id: str) -> None:
        page = self.page(self._chosen.get(id, id))
        self.stack.cell(id).show_page(page)
        if not self._silent:
            self._give_room(id)
        self._turned()

    def _give_room(self, id: str) -> None:
        if PANELS[id].room:
            self.stack.give_room(id, scaled(PANELS[id].room, self.page(id)))

    def _turned(self) -> None:
        self._show_line()
        if not self._silent:
            self.turned.emit()

    def page(self, id: str) -> QWidget:
        """The widget of a panel; most are created on first use."""
        if id not in self._made:
            page: QWidget = load_named(PANELS[id].made_by)(self.session)
            if isinstance(page, ContentsReader):
                page.set_contents(self.contents)
            self.cell(id).add_page(page)
            self._made[id] = page
            page.setFont(self._font_in(id))
            self.pageMade.emit(id, page)
        return self._made[id]

    def focus_page(self, id: str) -> None:
        """Focus a page that is shown, or its tab if nothing in the page takes the focus."""
        tabs = self.cell(id).tabs
        view = getattr(self.page(self._chosen.get(id, id)), "view", tabs)
        (tabs if view.isHidden() else view).setFocus()

    def made(self, id: str) -> QWidget | None:
        """The widget of a panel, None if it hasn't been created yet."""
        return self._made.get(id)

    def pages(self) -> dict[str, QWidget]:
        """The widgets created so far, by panel."""
        return dict(self._made)

    def write_comment(self, before: bool = False) -> None:
        """Write the comment of the current node, or the one before its move, where it is read."""
        if self.in_view("notation"):
            self.sheet.write_comment(before)
        elif self.line is not None and not self.line.isHidden():
            self.line.write(before)
        elif before:
            self.comment.write_before()
        else:
            self.comment.write()

    def _show_line(self) -> None:
        """Show the comment in a line where neither the notation nor the comment's page is in view."""
        wanted = not (self.in_view("notation") or self.in_view("comment"))
        if wanted and self.line is None:
            self.line = CommentLine(self.session)
            self.line.setFont(self.info.font())
            self.info.add_foot(self.line)
        if self.line is not None:
            self.line.setVisible(wanted)

    def make_again(self, id: str) -> None:
        """Drop a panel's widget, which is created again when it is shown: the session has another subject."""
        page = self._made.pop(id, None)
        if page is not None:
            cell = self.cell(id)
            cell.remove_page(page)
            page.deleteLater()
            if cell.front == id and cell.open:
                self.show_page(id)

    def arrange(self, arrangement: Arrangement) -> None:
        """Let the pages stand so."""
        self._silent = True
        self.stack.arrange(arrangement)
        self._silent = False

    @property
    def unvalued(self) -> str:
        """The name of a new detail that has no value yet, "" for none."""
        return str(getattr(self.made("details"), "unvalued", ""))
