"""Creates the desk of a document and connects it to its window; puts another beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QWidget

from viewer.base.loading import load_named
from viewer.document.document import Document
from viewer.document.kept_session import KeptTab
from viewer.document.training import HISTORY, of_lesson
from viewer.ui.commands import COMMANDS
from viewer.ui.commands.games import CONTEXT as GAMES_CONTEXT
from viewer.ui.commands.go import CONTEXT as PLAYBACK_CONTEXT
from viewer.ui.commands.view import fold_of, move_of
from viewer.ui.pages.panels import CommandPage, NodePage, TreeKindPage
from viewer.ui.session.kept_tabs import take_place
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.other_tab import UnreadTab
from viewer.ui.window.desk import Desk, dressed_desk
from viewer.ui.window.desk_pair import DeskPair
from viewer.ui.window.desk_tabs import DeskTabs

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_PLAYERS = "viewer.ui.controllers.player_games:ask_players"
_DUE = 1500
"""Milliseconds until what is due is looked for: the window stands then."""


def new_companion(window: Window, origin: RecordSession) -> Desk:
    """Create a desk that shows what a session shows, at the same move; see `new_desk`."""
    desk = new_desk(window, origin.document, origin)
    session = desk.session
    session.resume(origin.key, origin.cursor.stand())
    session.set_view(origin.view)
    later(session, session.rules.start)
    return desk


def new_desk(window: Window, document: Document, origin: RecordSession | None = None) -> Desk:
    """Create the desk of a document with the window's settings; it isn't shown yet.

    `origin`: another session on the document.
    """
    first = window.first_desk(document) if origin is None else None
    desk = first or dressed_desk(RecordSession(document, origin=origin), window.looks)
    session = desk.session
    for told in (session.told, desk.stage.board.told):
        told.connect(window.say)
    desk.stage.board.menuAsked.connect(window.menus.show_square)
    for line in (desk.stage.above, desk.stage.below):
        line.asked.connect(lambda side: load_named(_PLAYERS)(window, side))
    desk.stage.pasted.connect(lambda text: window.clips.put_text(text))
    if desk.made_panels is None:
        desk.panelsMade.connect(partial(_wire_panels, window, desk))
    else:
        _wire_panels(window, desk)
    desk.room.divided.connect(window.looks.keep_side)
    desk.played.connect(window.shown.show_state)
    desk.transport.playback.speedAsked.connect(
        lambda point: window.menus.open_context(PLAYBACK_CONTEXT, point, flat=True)
    )
    if origin is None:
        session.indexer.progress.connect(lambda *_: window.shown.show_finding(session))
        session.indexer.ended.connect(lambda: window.shown.show_finding(session))
        session.indexer.judged.connect(lambda: window.files.tell_codec(session))
    session.rules.judging.progressed.connect(lambda: window.work.show(session.rules.judging))
    session.rules.judging.ended.connect(lambda: window.work.show(session.rules.judging))
    session.reloaded.connect(partial(window.looks.follow_game, session))
    session.moved.connect(window.shown.show_state)
    session.drafted.connect(window.unsaved.keep_draft)
    session.drafted.connect(window.top.show_possible)
    for changed in (desk.titleChanged, session.reloaded):
        changed.connect(window.shown.show_document)
    desk.transport.connect_to(
        {id: (lambda _=False, id=id: window.run(COMMANDS[id])) for id in desk.transport.IDS}
    )
    window.looks.enliven(desk.stage.board)
    later(desk, partial(_look_for_due, window, desk), _DUE)
    if origin is None:
        later(desk, partial(_look_for_lesson, window, session), _DUE)
    return desk


def _look_for_due(window: Window, desk: Desk) -> None:
    """Tell at the record how many of its positions are due to be drilled, from now on.

    Nothing is due as long as nothing was drilled.
    """
    if not os.path.exists(os.path.join(window.store.state, HISTORY)):
        again = partial(_look_for_due, window, desk)
        desk.modeLeft.connect(again, Qt.ConnectionType.SingleShotConnection)
        return
    from viewer.ui.session.due_today import DueToday  # deferred

    due = DueToday(desk.session, window.store.state, window.workspace.files, desk)
    due.found.connect(desk.transport.show_due)
    desk.modeLeft.connect(due.look)
    due.look()


def _look_for_lesson(window: Window, session: RecordSession) -> None:
    """Offer to take the lesson that a file is."""
    if session.document.path and of_lesson(session.record):
        load_named("viewer.ui.controllers.lessons:offer")(window, session)


def _wire_panels(window: Window, desk: Desk) -> None:
    panels = desk.panels
    panels.stack.menuAsked.connect(partial(_open_panel_menu, window))
    panels.title.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    panels.title.customContextMenuRequested.connect(lambda _: load_named(_PLAYERS)(window))
    panels.stack.arranged.connect(lambda done: window.looks.arrange(desk.session.game.id, done))
    panels.notation.contextRequested.connect(window.menus.show_context)
    panels.comment.candidates.viewAsked.connect(window.looks.show_candidates)
    panels.turned.connect(partial(_keep_shown, window, desk))
    panels.pageMade.connect(partial(_wire_page, window, desk))
    for id, page in panels.pages().items():
        _wire_page(window, desk, id, page)


class _FirstEntry(QObject):
    """Has the moves in the comments of a page show what they lead to, once the pointer comes there."""

    def __init__(self, session: RecordSession, page: QWidget) -> None:
        super().__init__(page)
        self._session, self._page = session, page
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Enter:
            from viewer.ui.pages.live_comments import enliven  # deferred

            watched.removeEventFilter(self)
            enliven(self._session, self._page)
        return False


def _open_panel_menu(window: Window, id: str, point: QPoint) -> None:
    window.menus.open_context((move_of(id), fold_of(id), "usual-panels"), point, flat=True)


def _keep_shown(window: Window, desk: Desk) -> None:
    if desk is window.desk:
        window.looks.keep_shown(desk.session.game.id, desk.panels.shown)


def _wire_page(window: Window, desk: Desk, id: str, page: QWidget) -> None:
    if isinstance(page, NodePage):
        page.contextRequested.connect(window.menus.show_context)
    if id in ("comment", "notation"):
        _FirstEntry(desk.session, page)
    if id == "books":
        window.references.wire(page, desk)
    if id == "explorer":
        window.explorer.wire(page, desk)
    if id == "repertoire":
        load_named("viewer.ui.controllers.repertoires:wire")(window, page, desk)
    if id == "games":
        window.games.wire(
            page,
            lambda point: window.menus.open_context(GAMES_CONTEXT, point),
            lambda: window.clips.paste_games(),
        )
    elif id == "files":
        window.folders.wire(page, desk)
    elif isinstance(page, TreeKindPage):
        page.kindAsked.connect(window.show_page)
    elif isinstance(page, CommandPage):
        page.commandAsked.connect(lambda id: window.run(COMMANDS[id]))


class Companions:
    """Opens and closes the companion of the desk that is shown.

    A companion is a desk of its own with a session on the same document as another desk: both follow
    its edits, and there is one history.
    """

    def __init__(self, tabs: DeskTabs, make: Callable[[RecordSession], Desk]) -> None:
        """`make` makes a companion for what a session shows."""
        self._tabs, self._make = tabs, make

    @property
    def on(self) -> bool:
        """Whether two desks are shown."""
        return self._tabs.pair is not None

    @property
    def others(self) -> bool:
        """Whether other tabs have records."""
        return len(self._tabs.records()) > 1

    def toggle(self) -> None:
        """Show the record a second time beside, at the same move; or one desk again."""
        if self._tabs.pair is not None:
            self._tabs.pairs.part(self._tabs.pair.desk)
        elif self._tabs.desk is not None:
            self._show_and_enter(self._tabs.desk, self._tabs.desk.session)

    def show_next(self) -> None:
        """Show the record of the next tab beside; again for the one after that."""
        pair, front = self._tabs.pair, self._tabs.desk
        if front is None or not self.others:
            return
        desk, tabs = front if pair is None else pair.desk, self._tabs.records()
        place = tabs.index(desk)
        others = [*tabs[place + 1 :], *tabs[:place]]
        shown = [one.session.document if isinstance(one, Desk) else None for one in others]
        now = None if pair is None else pair.companion.session.document
        after = shown.index(now) + 1 if now is not None and now in shown else 0
        other = self._read(others[after % len(others)], desk)
        if other is not None:
            self._show_and_enter(desk, other.session)

    def _read(self, tab: Desk | UnreadTab, front: Desk) -> Desk | None:
        """The desk of a tab, whose file is read if it wasn't; None if it can't be: the tab says why."""
        if isinstance(tab, Desk):
            return tab
        self._tabs.turn_to_tab(self._tabs.tabs().index(tab))
        found = self._tabs.desk
        if found is not None:
            self._tabs.turn_to(front)
        return found

    def reopen(self, desk: Desk, kept: KeptTab) -> None:
        """Show beside a desk what stood there at the end of the last session, if it is there."""
        source = self._tabs.fetched(kept)
        if source is None or desk not in self._tabs.desks() or self._tabs.pairs.of(desk):
            return
        pair = self._show(desk, source.session)
        if pair is not None:
            take_place(pair.companion.session, kept)

    def switch(self) -> None:
        """Give the keys to the other desk."""
        pair = self._tabs.pair
        if pair is not None:
            pair.enter(pair.desk if pair.active is pair.companion else pair.companion)

    def _show_and_enter(self, desk: Desk, session: RecordSession) -> None:
        pair = self._show(desk, session)
        if pair is not None:
            pair.enter(pair.companion)

    def _show(self, desk: Desk, session: RecordSession) -> DeskPair | None:
        """Put a companion beside a desk; None if the desk is in a mode."""
        if desk.editing:
            return None
        session.flush()
        return self._tabs.pairs.put(desk, self._make(session))
