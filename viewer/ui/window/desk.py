"""The desk of one record: board with players, panels beside it, transport; the room that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QVBoxLayout, QWidget

from viewer.base.messages import Message
from viewer.document.edits import Change
from viewer.ui.board.stage import Stage
from viewer.ui.pages.arrangement import Arrangement, arrangement_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.language import font_of
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.style import LEAST_SIDE, LEAST_STAGE, NARROW, SIDE
from viewer.ui.window.looks import Looks

if TYPE_CHECKING:
    from viewer.document.document import Document
    from viewer.ui.board.canvas import BoardCanvas
    from viewer.ui.modes.desk_mode import DeskMode
    from viewer.ui.pages.desk_panels import DeskPanels
    from viewer.ui.session.analyst import Analyst
    from viewer.ui.session.open_folder import OpenFolder
    from viewer.ui.session.player import Player
    from viewer.ui.toolkit.notice import Unfinished
    from viewer.ui.window.desk_analysis import DeskAnalysis
    from viewer.ui.window.transport import Transport

_HIGH = 460  # pixels of height that a board above its panel needs
_LEAST = QSize(LEAST_STAGE.width() + LEAST_SIDE.width(), 440)
"""What a board with its panel needs beside another: across, or else below the board."""


class DeskRoom(QWidget):
    """The board, as large as the room allows, and the frame of the panel.

    Attributes:
        side: the frame of the panel.
        splitter: divides board and panel.
        across: whether the panel stands beside the board, not below it.
        first: whether the board stands on the left, or on top.

    Signals:
        divided: the user resized the panel: (pixels of its width).
        arranged: board and panel stand elsewhere now.
    """

    divided = Signal(int)
    arranged = Signal()

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage = stage
        self._place, self._wide = "left", 0
        self._alone = self._paired = self._cramped = False
        self.across = self.first = True
        self.side = QWidget()
        self.side.setObjectName("side")
        self.side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.side.setMinimumSize(LEAST_SIDE)
        self.splitter = QSplitter()
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.splitterMoved.connect(self._moved)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
        self._arrange()

    def set_place(self, place: str, wide: int) -> None:
        """Put the board "left", "right" or "above"; the panel is some pixels wide, 0: as the board leaves."""
        self._place, self._wide = place, wide
        self.fit()
        self.divide()

    def fit(self) -> None:
        """Put the panel beside the board or below it, by the room that there is."""
        across = self._place != "above" or self.height() < _HIGH
        cramped = False
        if self._paired and across and self.width() < _LEAST.width():
            across = False
            cramped = self.height() < _LEAST.height()
        if cramped != self._cramped:
            self._cramped = cramped
            self._show()
        first = self._place != "right" or not across
        if (across, first) != (self.across, self.first):
            self.across, self.first = across, first
            focused = self.focusWidget()
            self._arrange()
            if focused is not None:  # which lost the keys with its place
                focused.setFocus()
            self.arranged.emit()

    def _arrange(self) -> None:
        """Put board and frame into the splitter."""
        across = Qt.Orientation.Horizontal if self.across else Qt.Orientation.Vertical
        self.splitter.setOrientation(across)
        parts = (self._stage, self.side)
        for index, part in enumerate(parts if self.first else parts[::-1]):
            self.splitter.insertWidget(index, part)
            self.splitter.setStretchFactor(index, int(part is self._stage))
        self._stage.show()
        self._show()

    def show_alone(self, alone: bool) -> None:
        """Show the board without its panel, or with it again."""
        self._alone = alone
        self._show()

    def set_paired(self, paired: bool) -> None:
        """Say whether there is another room beside it: it may be narrower then than all parts need."""
        self._paired = paired
        # A size of its own goes before what its layout asks for.
        self.setMinimumSize(LEAST_STAGE if paired else QSize(0, 0))
        self.fit()

    def _show(self) -> None:
        self.side.setVisible(not (self._alone or self._cramped))
        self.divide()

    @property
    def has_room(self) -> bool:
        """Whether the board can stand where it was put."""
        return self._place != "above" or not self.across

    def _moved(self) -> None:
        if self.across:
            self.divided.emit(self.splitter.sizes()[int(self.first)])

    def divide(self) -> None:
        """Give the board what it fills, and the panel the rest, or the width that the user gave it."""
        if self.across:
            self._divide(self.splitter)
            return
        whole = self.height()
        size = max(LEAST_SIDE.height(), whole - self._stage.height_for(self.width()), whole // 3)
        if self.splitter.sizes()[1] != size:
            self.splitter.setSizes([max(1, whole - size), size])

    def divide_mode(self, mode: DeskMode) -> None:
        """Divide a mode like the room."""
        mode.stand(self._place != "right")
        self._divide(mode.splitter)

    def mode_divided(self, splitter: QSplitter) -> None:
        """The user divides a mode: the room is divided so too."""
        self.divided.emit(splitter.sizes()[int(self._place != "right")])

    def _divide(self, splitter: QSplitter) -> None:
        # Of the room: the sizes of a splitter follow later where it isn't visible yet.
        whole = self.width()
        size = self._wide or max(SIDE, whole - self._stage.width_for(self.height()))
        if whole < NARROW:
            size = min(size, max(LEAST_SIDE.width(), whole // 2))
        first = self._place != "right"
        if splitter.sizes()[int(first)] != size:
            sizes = [max(1, whole - size), size]
            splitter.setSizes(sizes if first else sizes[::-1])


_LOW = 420  # pixels of height below which the board gets what the transport can spare
_STRIP, _LOW_STRIP = 40, 36  # pixels of height of the transport, and where there is little


class Desk(QWidget):
    """The widgets of one open record.

    The board is painted first; the panels are made right after that, or when they are needed.

    Attributes:
        strip: what lies under board and panel, with slider and buttons.
        made_panels: the panels, None until `panels` asks for them.
        room: divides board and panels.

    Signals:
        panelsMade: the panels were made; none of their pages is shown yet.
        titleChanged: the record's title or state changed.
        modeLeft: the desk shows the record again, after a mode.
        played: playback began, was paused or goes at another pace.
        alone: the board stands alone now, or no longer.
    """

    panelsMade = Signal()
    titleChanged = Signal()
    modeLeft = Signal()
    played = Signal()
    alone = Signal(bool)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: RecordSession = session
        self._player: Player | None = None
        self._analysis: DeskAnalysis | None = None
        self.stage = Stage(session)
        self.strip = QWidget()
        self.strip.setObjectName("transport")
        self.strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.strip.setFixedHeight(_STRIP)
        self._transport: Transport | None = None
        self.room = DeskRoom(self.stage)
        self.room.arranged.connect(self._fit)
        self.made_panels: DeskPanels | None = None
        self._arrangement = arrangement_of("")
        self._shown: Sequence[str] = ()
        self._editor: DeskMode | None = None
        self._whole = whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.room, 1)
        whole.addWidget(self.strip)
        self._show_language()
        self.stage.board.installEventFilter(self)
        self.stage.board.stepped.connect(session.step)
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reloaded)
        session.listed.connect(self._listed)
        session.dressed.connect(self._show_language)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.stage.board.removeEventFilter(self)
            later(self, self._painted, 4)
        return False

    def _painted(self) -> None:
        """Make the rest once the board is painted."""
        self._make_panels()
        if not self.session.indexer.begun:  # by the session of another desk
            self.session.indexer.start()

    def _make_panels(self) -> None:
        self.panels  # noqa: B018  # makes them

    @property
    def transport(self) -> Transport:
        """Buttons and slider under the board; made on first use."""
        if self._transport is None:
            from viewer.ui.window.transport import Transport  # deferred

            self._transport = Transport(self.session)
            strip = QVBoxLayout(self.strip)
            strip.setContentsMargins(0, 0, 0, 0)
            strip.addWidget(self._transport)
        return self._transport

    @property
    def panels(self) -> DeskPanels:
        """The title, and the panels beside and below the board; made on first use."""
        if self.made_panels is None:
            from viewer.ui.pages.desk_panels import DeskPanels  # deferred

            self.made_panels = panels = DeskPanels(self.session, self)
            column = QVBoxLayout(self.room.side)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(panels.info, 1)
            self._fit()
            self.panelsMade.emit()
            panels.begin(self._arrangement, self._shown)
            self.transport.show_icons()
            self.transport.watch(panels.contents, self)
        return self.made_panels

    def show_above_panels(self, bar: QWidget) -> None:
        """Show something above the title of the panels."""
        self._make_panels()
        column = self.room.side.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, bar)

    def _fit(self) -> None:
        """Let the panels lie as the room is divided."""
        if self.made_panels is not None:
            self.made_panels.stack.set_across(not self.room.across)

    @property
    def unvalued(self) -> str:
        """The name of a new detail that has no value yet, or ""; makes no panels to find out."""
        return "" if self.made_panels is None else self.made_panels.unvalued

    # ------------------------------------------------------------------------------- analysis

    @property
    def analysis(self) -> DeskAnalysis:
        """The engine at the desk; made on first use."""
        if self._analysis is None:
            from viewer.ui.window.desk_analysis import DeskAnalysis  # deferred

            self._analysis = DeskAnalysis(self.session, self.stage, self)
            self._analysis.turned.connect(self.played)
            self._analysis.show_in(self.panels)
        return self._analysis

    @property
    def analyst(self) -> Analyst:
        """Has the first engine analyse the position; made on first use."""
        return self.analysis.analyst

    @property
    def analysing(self) -> Message | None:
        """What the engines do, None if none analyses."""
        return None if self._analysis is None else self._analysis.words

    def stop_analysing(self) -> None:
        """Stop the engines that analyse the position."""
        if self._analysis is not None:
            self._analysis.stop()

    # ------------------------------------------------------------------------------- playback

    @property
    def player(self) -> Player:
        """Plays the record back; made on first use."""
        if self._player is None:
            from viewer.ui.session.player import Player  # deferred

            self._player = player = Player(self.session, self)
            player.watch(self.stage.board)
            player.turned.connect(self.played)
            self.transport.playback.follow(player)
        return self._player

    @property
    def playing(self) -> Message | None:
        """How the record is played back now, None if it isn't."""
        player = self._player
        return player.words if player is not None and player.playing else None

    def pause(self) -> None:
        """Pause playback, if the record is played back."""
        if self._player is not None:
            self._player.pause()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pause()
        self.stop_analysing()

    # ------------------------------------------------------------------------------ the layout

    def set_place(self, place: str, wide: int) -> None:
        """Put the board "left", "right" or "above", beside a panel of some pixels, 0: as it leaves."""
        self.room.set_place(place, wide)
        self._divide_mode()

    @property
    def has_room(self) -> bool:
        """Whether the board can stand where it was put."""
        return self.room.has_room

    def arrange(self, arrangement: Arrangement, shown: Sequence[str]) -> None:
        """Say how panels are arranged, and which are in front when they are made."""
        self._arrangement, self._shown = arrangement, shown
        if self.made_panels is not None:
            self.made_panels.arrange(arrangement)

    def show_alone(self, alone: bool) -> None:
        """Show the board alone, with the current move in a corner, or with all that belongs to it."""
        self.room.show_alone(alone)
        self.stage.show_caption(alone)
        self.strip.setVisible(not alone and self._editor is None)
        self.alone.emit(alone)

    def set_paired(self, paired: bool) -> None:
        """Say whether it stands beside another desk, where it makes do with half of the room."""
        self.room.set_paired(paired)

    def _divide_mode(self) -> None:
        if self._editor is not None:
            self.room.divide_mode(self._editor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        strip = self.strip
        strip.setFixedHeight(_LOW_STRIP if self.height() < _LOW else _STRIP)
        low = 0 if strip.isHidden() else strip.height()
        self.room.resize(self.width(), self.height() - low)
        self.room.fit()
        self.room.divide()
        self._divide_mode()

    @property
    def documents(self) -> list[Document]:
        """The document that is shown, and the edited ones of other files of its folder."""
        folder = self.session.folder
        return [self.session.document, *(folder.documents if folder is not None else ())]

    def set_folder(self, folder: OpenFolder) -> None:
        """Offer the files of a folder, one of which is the document."""
        self.session.folder = folder
        folder.setParent(self.session)
        folder.keep(self.session.document.path)
        if self.made_panels is not None:
            self.panels.make_again("files")
            self.panels.look()

    def _changed(self, change: Change) -> None:
        if any(one.facet == "headers" for one in change.of(self.session.key)):
            self._show_players()
        self.titleChanged.emit()

    def _listed(self, change: Change) -> None:
        if not change.grown:
            self.titleChanged.emit()

    def _show_language(self) -> None:
        """Draw the record's text with the Han characters of its language."""
        font = font_of(self.session.words.language)
        if font == self.font():
            return
        self.setFont(font)
        if self.made_panels is not None:
            self.made_panels.show_fonts()

    def _reloaded(self) -> None:
        self._show_language()
        if self.session.folder is not None:
            self.session.folder.keep(self.session.document.path)
        self._show_players()
        self.titleChanged.emit()

    def _show_players(self) -> None:
        self.stage.show_players()

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
    def unfinished(self) -> Unfinished | None:
        """What a mode has begun and would be lost, None for nothing."""
        return None if self._editor is None else self._editor.unfinished

    def show_editor(self, editor: DeskMode) -> None:
        """Show a mode in place of board and info panel, its board where the board was."""
        self._editor = editor
        self.session.end_trial()
        editor.splitter.splitterMoved.connect(lambda *_: self.room.mode_divided(editor.splitter))
        self._divide_mode()
        self.setFocus()  # when what has the keys is hidden, they would go to the desk beside
        self.room.hide()
        self.strip.hide()
        self._whole.insertWidget(0, editor, 1)
        self.titleChanged.emit()

    def close_editor(self) -> None:
        """Return from a mode to board and info panel."""
        editor, self._editor = self._editor, None
        if editor is not None:
            editor.end()
            focused = QApplication.focusWidget()
            if focused is not None and editor.isAncestorOf(focused):
                self.setFocus()
            self._whole.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
            self.room.show()
            if self.hasFocus():
                self.focus_board()
            self.strip.setVisible(self.stage.caption is None)  # else the board stands alone
            self.titleChanged.emit()
            self.modeLeft.emit()

    def boards(self) -> list[BoardCanvas]:
        """The main board, and the one of the mode if there is one."""
        return [self.stage.board, *([self._editor.board] if self._editor else ())]

    def focus_board(self) -> None:
        """Give the board the keyboard focus."""
        self.boards()[-1].setFocus()

    def close_session(self) -> None:
        """Commit pending text and stop background work."""
        self.pause()
        if self._analysis is not None:
            self._analysis.close()
        if self._editor is not None:
            self._editor.end()
        self.session.flush()
        self.session.close()


def dressed_desk(session: RecordSession, looks: Looks) -> Desk:
    """The desk of a new session, which it owns, in the looks of the settings."""
    session.style = looks.style_of(session.game)
    desk = Desk(session)
    session.setParent(desk)
    looks.dress(desk)
    return desk
