"""The panels of a desk: creates them, places them in areas, and brings them to the front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.loading import load_named
from viewer.scene.theme import Theme
from viewer.ui.notation.sheet import NotationSheet
from viewer.ui.pages.page import ContentsReader, NodePage
from viewer.ui.panel.comment_panel import CommentPanel
from viewer.ui.panel.info_panel import InfoPanel
from viewer.ui.panel.panel_area import PanelArea
from viewer.ui.panel.panels import PANELS, Area, tab_of
from viewer.ui.panel.record_title import RecordTitle
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.table_of_contents import TableOfContents
from viewer.ui.toolkit.fonts import add_fonts


class DeskPanels(QObject):
    """The panels of one record, beside and below its board.

    Attributes:
        beside: the title and the panels beside the board; to be put into a layout.
        below: the panels below the board; to be put into a layout.
        sheet, notation, comment: the panels that are created at once.
        contents: the record's table of contents.

    Signals:
        contextRequested: a context menu is requested: (node id, global point).
        menuAsked: the context menu of a panel is requested: (panel id, global point).
        pageMade: the widget of a panel was created: (panel id, the widget).
        turned: the user brought a panel to the front: (area, panel id).
        divided: the user resized a pane: (its name in `sizes.USUAL_PANES`, pixels).
        filled: the area below the board became empty, or is no longer.
    """

    contextRequested = Signal(int, QPoint)
    menuAsked = Signal(str, QPoint)
    pageMade = Signal(str, QWidget)
    turned = Signal(str, str)
    divided = Signal(str, int)
    filled = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        """`begin` shows the panels."""
        super().__init__(parent)
        self.session = session
        add_fonts()
        self.sheet = NotationSheet(session)
        self.notation = self.sheet.view
        self.contents = TableOfContents(session, self)
        self.comment = CommentPanel(session)
        self._chosen: dict[str, str] = {}  # the one shown of the panels that share a tab
        self._made: dict[str, QWidget] = {"notation": self.sheet, "comment": self.comment}
        self._areas = {area: PanelArea(area is Area.BELOW) for area in Area}
        self._stands: dict[str, Area] = {}
        self._silent = False  # the front panel is being changed by code, not by the user
        self.title = RecordTitle(session)
        self.beside = InfoPanel(self.title, self._areas[Area.BESIDE])
        self.below = self._areas[Area.BELOW]
        self.notation.contextRequested.connect(self.contextRequested)
        session.reloaded.connect(self.look)
        session.listed.connect(self.look)
        session.findings.changed.connect(self.look)
        session.finds.begun.connect(self._evaluated)
        self.contents.found.connect(self._contents_found)

    def begin(self, stands: Mapping[str, Area], shown: Mapping[Area, str]) -> None:
        """Place the panels, and bring the offered ones among `shown` to the front."""
        self._stands = dict(stands)
        for id, area in stands.items():
            if not PANELS[id].pinned:
                self._areas[area].add_tab(id)
        for id, area in stands.items():
            if PANELS[id].pinned:
                self._areas[area].pin(id, self.page(id))
        self.area("notation").add_page(self.sheet)
        self.look()
        for area, each in self._areas.items():
            each.turned.connect(partial(self._turn_to, area))
            offered = [id for id in self._tabs(area) if self.offered(id)]
            first = shown.get(area, "")
            if offered:
                each.show_tab(first if first in offered else offered[0])
            each.turned.connect(partial(self._turned, area))
            each.menuAsked.connect(self.menuAsked)
            each.divided.connect(self.divided)
        self.below.filled.connect(self.filled)
        self.contents.look()

    def _tabs(self, area: Area) -> Iterator[str]:
        return (id for id, at in self._stands.items() if at is area and not PANELS[id].pinned)

    def offered(self, id: str) -> bool:
        """Whether the record has something for a panel."""
        return PANELS[id].offered(self.session, self.contents.now)

    def look(self) -> None:
        """Update which tabs are visible, and the numbers behind their titles."""
        for area, each in self._areas.items():
            for id in self._tabs(area):
                each.set_offered(id, self.offered(id))
                numbered = PANELS[id].number
                if numbered is not None:
                    name, number = tr(PANELS[id].title), numbered(self.session)
                    each.set_words(id, f"{name} {number}" if number else name)

    def _evaluated(self) -> None:
        """The record has evaluations: the panel that shows them comes to the front of an empty area."""
        self.look()
        area = self.area("evaluation")
        if not area.front:
            self._silent = True
            area.show_tab("evaluation")
            self._silent = False

    def _contents_found(self) -> None:
        self.look()
        if self.contents.now.evaluated:
            self._evaluated()
        self.sheet.set_takebacks(self.contents.now.takebacks)

    # ---------------------------------------------------------------------------------- panels

    def area(self, id: str) -> PanelArea:
        """The area of a panel."""
        return self._areas[self._stands[tab_of(id)]]

    def seen(self, id: str) -> bool:
        """Whether a panel is pinned or has a visible tab."""
        return PANELS[id].pinned or tab_of(id) in self.area(id).seen()

    def show_page(self, id: str) -> None:
        """Bring a panel to the front."""
        self.choose(id)
        self.area(id).show_tab(tab_of(id))

    def choose(self, id: str) -> None:
        """Set which of the panels that share a tab it shows."""
        self._chosen[tab_of(id)] = id

    def _turn_to(self, area: Area, id: str) -> None:
        self._areas[area].show_page(self.page(self._chosen.get(id, id)))

    def _turned(self, area: Area, id: str) -> None:
        if not self._silent:
            self.turned.emit(str(area), id)

    def page(self, id: str) -> QWidget:
        """The widget of a panel; most are created on first use."""
        if id not in self._made:
            page: QWidget = load_named(PANELS[id].made_by)(self.session)
            if isinstance(page, NodePage):
                page.contextRequested.connect(self.contextRequested)
            if isinstance(page, ContentsReader):
                page.set_contents(self.contents)
            self.area(id).add_page(page)
            self._made[id] = page
            self.pageMade.emit(id, page)
        return self._made[id]

    def focus_page(self, id: str) -> None:
        """Focus a page that is shown, or its tab if nothing in the page takes the focus."""
        if PANELS[id].pinned:
            return
        tabs = self.area(id).tabs
        view = getattr(self.page(self._chosen.get(id, id)), "view", tabs)
        (tabs if view.isHidden() else view).setFocus()

    def made(self, id: str) -> QWidget | None:
        """The widget of a panel, None if it hasn't been created yet."""
        return self._made.get(id)

    def pages(self) -> list[QWidget]:
        """The widgets created so far."""
        return list(self._made.values())

    def make_again(self, id: str) -> None:
        """Drop a panel's widget, which is created again when it is shown: the session has another subject."""
        page = self._made.pop(id, None)
        if page is not None:
            area = self.area(id)
            area.remove_page(page)
            page.deleteLater()
            if area.front == id:
                self.show_page(id)

    def arrange(self, stands: Mapping[str, Area], front: bool = True) -> None:
        """Place the panels again; with `front`, those that are moved come to the front of their area."""
        self._silent = not front
        for id, area in stands.items():
            if self._stands[id] is not area:
                self._move(id, area, front)
        self._silent = False

    def _move(self, id: str, area: Area, front: bool) -> None:
        old, new = self.area(id), self._areas[area]
        seen = old.front == id or self.offered(id)
        self._stands[id] = area
        if PANELS[id].pinned:
            old.unpin(id)
            new.pin(id, self.page(id))
            return
        pages = [page for one, page in self._made.items() if tab_of(one) == id]
        for page in pages:
            old.remove_page(page)
        old.remove_tab(id)
        new.add_tab(id)
        for page in pages:
            new.add_page(page)
        self.look()
        if seen and (front or not new.front):
            new.show_tab(id)

    @property
    def unvalued(self) -> str:
        """The name of a new detail that has no value yet, "" for none."""
        return str(getattr(self.made("details"), "unvalued", ""))

    def set_across(self, beside: bool, below: bool) -> None:
        """Say which of the areas lie across: those that are wider than high."""
        for area, across in ((Area.BESIDE, beside), (Area.BELOW, below)):
            self._areas[area].set_across(across)

    def set_pane(self, name: str, size: int) -> None:
        """Give a pane a size: a name of `sizes.USUAL_PANES`, pixels."""
        for each in self._areas.values():
            each.set_pane(name, size)

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self.notation.set_theme(theme)
