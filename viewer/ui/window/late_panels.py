"""The panels of a desk, made once its board is painted, or when they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.scene.theme import Theme
from viewer.ui.board.stage import Stage
from viewer.ui.pages.arrangement import Arrangement, arrangement_of
from viewer.ui.pages.panels import PANELS
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.language import reading_font
from viewer.ui.window.desk_room import DeskRoom

if TYPE_CHECKING:
    from viewer.ui.pages.desk_panels import DeskPanels


_READ = ("notation", "comment")
"""Panels in the font of moves and comments."""


class LatePanels(QObject):
    """Keeps what is said of the panels before they are made, and says it to them.

    Attributes:
        made: the panels, None until `now` asks for them.

    Signals:
        begun: the panels were made.
        contextRequested, menuAsked, turned, arranged: see `DeskPanels`.
        pageMade: the widget of a panel was made: (panel id, the widget).
        candidatesAsked: the user asks for the next moves as "chips" or "rows".
    """

    begun = Signal()
    contextRequested = Signal(int, QPoint)
    menuAsked = Signal(str, QPoint)
    turned = Signal()
    arranged = Signal(object)
    pageMade = Signal(str, QWidget)
    candidatesAsked = Signal(str)

    def __init__(self, session: RecordSession, stage: Stage, room: DeskRoom, desk: QWidget) -> None:
        """The panels stand beside the board of `stage` in `room`, and write in the font of `desk`."""
        super().__init__(desk)
        self._desk = desk
        self._session, self._stage, self._room = session, stage, room
        self.made: DeskPanels | None = None
        self._theme: Theme | None = None
        self._reading = "", 100
        self._arrangement = arrangement_of("")
        self._shown: Sequence[str] = ()
        self._tree = ("tree", False)
        self._candidates = "chips"
        self._named = False

    @property
    def now(self) -> DeskPanels:
        """The panels; made on first use."""
        if self.made is None:
            from viewer.ui.pages.desk_panels import DeskPanels  # deferred

            self.made = panels = DeskPanels(self._session, self)
            panels.contextRequested.connect(self.contextRequested)
            panels.menuAsked.connect(self.menuAsked)
            panels.title.set_named(self._named)
            panels.comment.candidates.set_view(self._candidates)
            panels.comment.candidates.viewAsked.connect(self.candidatesAsked)
            panels.pageMade.connect(self._page_made)
            panels.turned.connect(self.turned)
            panels.arranged.connect(self.arranged)
            column = QVBoxLayout(self._room.side)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(panels.beside)
            self.show_fonts()
            self.fit()
            panels.choose(self._tree[0])
            panels.begin(self._arrangement, self._shown)
            if self._theme is not None:
                panels.set_theme(self._theme)
            self.begun.emit()
        return self.made

    def _page_made(self, id: str, page: QWidget) -> None:
        page.setFont(self._font_in(id))
        if id == "graph":
            self._dress_graph(page)
        self.pageMade.emit(id, page)

    # ------------------------------------------------------------------------ where they stand

    def arrange(self, arrangement: Arrangement, shown: Sequence[str]) -> None:
        """Say how they are arranged, and which are in front when they are made."""
        self._arrangement, self._shown = arrangement, shown
        if self.made is not None:
            self.made.arrange(arrangement)

    def fit(self) -> None:
        """Lie as the room is divided."""
        if self.made is not None:
            self.made.stack.set_across(not self._room.across)

    # --------------------------------------------------------------------------- how they look

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._theme = theme
        if self.made is not None:
            self.made.set_theme(theme)

    def set_tree(self, kind: str, down: bool) -> None:
        """Show variations as an outline ("tree") or a graph ("graph"), which may grow downwards."""
        self._tree = (kind, down)
        if self.made is not None:
            self.made.choose(kind)
            self._dress_graph(self.made.made("graph"))

    def _dress_graph(self, page: QWidget | None) -> None:
        from viewer.ui.pages.graph_page import GraphPage  # deferred

        if isinstance(page, GraphPage):
            page.view.set_down(self._tree[1])
            page.view.pointer.peek.seen_as = self._stage.board.look_at

    def set_candidates(self, view: str) -> None:
        """Show the next moves beside the board as "chips" or "rows"."""
        self._candidates = view
        if self.made is not None:
            self.made.comment.candidates.set_view(view)

    def set_named(self, on: bool) -> None:
        """Show or hide the opening at the current node, named from the moves."""
        self._named = on
        if self.made is not None:
            self.made.title.set_named(on)

    def set_reading(self, family: str, percent: int) -> None:
        """Set the font of moves and comments, "" for that of the rest, and its size beside that."""
        if (family, percent) != self._reading:
            self._reading = family, percent
            self.show_fonts()

    def _font_in(self, id: str) -> QFont:
        """The font of a panel."""
        font = self._desk.font()
        return reading_font(font, *self._reading) if id in _READ else font

    def show_fonts(self) -> None:
        """Write in the desk's font, which may be another now."""
        if self.made is None:
            return
        self.made.beside.setFont(self._desk.font())  # what is added later doesn't take it by itself
        for id in PANELS:
            page = self.made.made(id)
            if page is not None:
                page.setFont(self._font_in(id))
