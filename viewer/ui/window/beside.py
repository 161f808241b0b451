"""Puts records beside each other: the one that is shown a second time, or one of another tab."""

from __future__ import annotations

from collections.abc import Callable

from viewer.document.kept_session import KeptTab
from viewer.ui.session.kept_tabs import take_place
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.other_tab import UnreadTab
from viewer.ui.window.desk import Desk
from viewer.ui.window.desk_pair import DeskPair
from viewer.ui.window.desk_tabs import DeskTabs


class Beside:
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
