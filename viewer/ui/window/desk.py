"""The desk of one record: board with players, info panel with its pages, transport."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from viewer.document.edits.ops import Change
from viewer.scene.theme import Theme
from viewer.ui.board.stage import Stage
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.sizes import LEAST_SIDE, USUAL_PANES
from viewer.ui.window.transport import Transport

if TYPE_CHECKING:
    from viewer.ui.board.canvas import BoardCanvas
    from viewer.ui.panel.info_panel import InfoPanel
    from viewer.ui.workbench.mode import DeskMode


class Desk(QWidget):
    """The widgets of one open record.

    The board is painted first; the info panel is made right after that, or when it is needed.

    Signals:
        contextRequested: a context menu is requested: (node id, global point).
        pageMade: a page of the info panel was made: (its id, the page).
        titleChanged: the record's title or state changed.
        divided: the user resized a pane: (its name in `sizes.USUAL_PANES`, pixels).
    """

    contextRequested = Signal(int, QPoint)
    pageMade = Signal(str, QWidget)
    titleChanged = Signal()
    divided = Signal(str, int)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._theme: Theme | None = None
        self._side: InfoPanel | None = None
        self._asides: tuple[str, ...] = ()
        self._tree = ("tree", False)
        self.stage = Stage(session)
        self.transport = Transport(session)
        self._frame = QWidget()
        self._frame.setObjectName("side")
        self._frame.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._frame.setMinimumSize(LEAST_SIDE)
        self._editor: DeskMode | None = None
        self._across = across = QSplitter(Qt.Orientation.Horizontal)
        across.setHandleWidth(1)
        across.setChildrenCollapsible(False)
        across.addWidget(self.stage)
        across.addWidget(self._frame)
        across.setStretchFactor(0, 1)
        across.splitterMoved.connect(lambda *_: self.divided.emit("side", across.sizes()[1]))
        self._whole = whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(across, 1)
        whole.addWidget(self.transport)
        self.set_panes(USUAL_PANES)
        self.stage.board.installEventFilter(self)
        self.stage.board.stepped.connect(lambda plies: session.go(session.cursor.forward(plies)))
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reloaded)
        session.listed.connect(self._listed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.stage.board.removeEventFilter(self)
            later(self, self._painted, 4)
        return False

    def _painted(self) -> None:
        """Make the rest once the board is painted."""
        self.info_panel  # noqa: B018  # makes it
        self.session.finder.start()

    @property
    def info_panel(self) -> InfoPanel:
        """Title, pages and comment; made on first use."""
        if self._side is None:
            from viewer.ui.panel.info_panel import InfoPanel  # deferred

            self._side = side = InfoPanel(self.session, self._frame)
            side.contextRequested.connect(self.contextRequested)
            side.notation.set_asides(self._asides)
            side.pageMade.connect(self._page_made)
            side.tree_kind = self._tree[0]
            side.set_comment_height(self._panes["comment"])
            side.divided.connect(lambda high: self.divided.emit("comment", high))
            column = QVBoxLayout(self._frame)
            column.setContentsMargins(0, 0, 0, 0)
            if self._theme is not None:
                side.set_theme(self._theme)
                self.transport.show_icons(self._theme)
            column.addWidget(side)
        return self._side

    def set_panes(self, panes: Mapping[str, int]) -> None:
        """Set the pane sizes (of `sizes.USUAL_PANES`, in pixels)."""
        self._panes = panes
        whole, wide = sum(self._across.sizes()) or 1280, panes["side"]
        if self._across.sizes()[1] != wide:
            self._across.setSizes([max(1, whole - wide), wide])
        if self._side is not None:
            self._side.set_comment_height(panes["comment"])

    def set_tree(self, kind: str, down: bool) -> None:
        """Show variations as an outline ("tree") or a graph ("graph"), which may grow downwards."""
        self._tree = (kind, down)
        if self._side is not None:
            self._side.tree_kind = kind
            page = self._side.made("graph")
            if page is not None:
                self._dress_graph(page)

    def _page_made(self, id: str, page: QWidget) -> None:
        if id == "graph":
            self._dress_graph(page)
        self.pageMade.emit(id, page)

    def _dress_graph(self, page: QWidget) -> None:
        from viewer.ui.pages.graph_page import GraphPage  # deferred

        if isinstance(page, GraphPage):
            page.view.set_down(self._tree[1])
            page.view.pointer.peek.seen_as = self.stage.board.look_at

    def set_asides(self, facets: Sequence[str]) -> None:
        """Set the facets written small after the moves (evaluation, clock)."""
        self._asides = tuple(facets)
        if self._side is not None:
            self._side.notation.set_asides(self._asides)

    def _changed(self, change: Change) -> None:
        if any(one.facet == "headers" for one in change.of(self.session.key)):
            self._show_players()
        self.titleChanged.emit()

    def _listed(self, change: Change) -> None:
        if not change.grown:
            self.titleChanged.emit()

    def _reloaded(self) -> None:
        self._show_players()
        self.titleChanged.emit()

    def _show_players(self) -> None:
        self.stage.above.show_record()
        self.stage.below.show_record()

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._theme = theme
        stage = self.stage
        for part in (stage.board, stage.above, stage.below, self.transport):
            part.set_theme(theme)
        if self._editor is not None:
            self._editor.set_theme(theme)
        if self._side is not None:
            self._side.set_theme(theme)
            self.transport.show_icons(theme)

    # ---------------------------------------------------------------------------------- modes

    @property
    def editing(self) -> bool:
        """Whether the desk is in a mode (editor, score, problem), in which the record isn't edited."""
        return self._editor is not None

    @property
    def mode(self) -> DeskMode | None:
        """The mode of the desk, None for reading and playing."""
        return self._editor

    @property
    def unfinished(self) -> bool:
        """Whether a mode has work that isn't in the record yet."""
        return self._editor is not None and self._editor.unfinished

    def show_editor(self, editor: DeskMode) -> None:
        """Show a mode in place of board and info panel, its board where the board was."""
        self._editor = editor
        across = editor.splitter
        across.setSizes(self._across.sizes())
        across.splitterMoved.connect(lambda *_: self.divided.emit("side", across.sizes()[1]))
        self._across.hide()
        self.transport.hide()
        self._whole.insertWidget(0, editor, 1)
        self.titleChanged.emit()

    def close_editor(self) -> None:
        """Return from a mode to board and info panel."""
        editor, self._editor = self._editor, None
        if editor is not None:
            self._whole.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
            self._across.show()
            self.transport.show()
            self.titleChanged.emit()

    def show_looks(self) -> None:
        """Update what is drawn beside the board after a change of coordinates or pieces."""
        if self._editor is not None:
            self._editor.show_look()

    def boards(self) -> list[BoardCanvas]:
        """The main board, and the one of the mode if there is one."""
        return [self.stage.board, *([self._editor.board] if self._editor else ())]

    def focus_board(self) -> None:
        """Give the board the keyboard focus."""
        self.boards()[-1].setFocus()

    def close_session(self) -> None:
        """Commit pending text and stop background work."""
        self.session.flush()
        self.session.close()
