"""Notices: sentences that stay until they are closed, each at the tab that it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.toolkit.focus import announce
from viewer.ui.toolkit.notice import EVERYWHERE, Notice

if TYPE_CHECKING:
    from viewer.ui.toolkit.notice_card import NoticeCard

Owners = Sequence[object]
"""What one tab shows: documents, or the tab itself."""


class Notices(QObject):
    """The notices of a window. They lie over a corner, one at a time, take no room and block nothing.

    One that belongs to another tab waits until that is shown.

    Signals:
        changed: there are others now, or elsewhere.
        closed: the user closed one.
    """

    changed = Signal()
    closed = Signal()

    def __init__(
        self,
        over: QWidget,
        tabs: Callable[[], tuple[Owners, Sequence[Owners]]],
        panel: Callable[[], QWidget | None],
    ) -> None:
        """They lie over `panel()` in `over`, or over its corner where that isn't seen.

        `tabs` says what the tab in front shows, and what each of the others does.
        """
        super().__init__(over)
        self._over, self._tabs, self._panel = over, tabs, panel
        self._told: list[Notice] = []
        self._card: NoticeCard | None = None

    def tell(
        self,
        sentence: Message,
        *actions: tuple[Message, Callable[[], object]],
        about: str = "",
        of: object = None,
        close: Message | None = None,
    ) -> None:
        """Show a notice with buttons (name, function); `close` is the name of one that only closes it.

        It belongs to the tab that shows `of`, by default to the one in front, or to all (`EVERYWHERE`). It
        replaces an equal notice of the same tab, and earlier ones there about the same thing.
        """
        front, _ = self._tabs()
        owner = next(iter(front), EVERYWHERE) if of is None else of
        text = tr(sentence)
        self._told = [
            one
            for one in self._told
            if one.owner is not owner
            or (one.sentence != text and not (about and one.about == about))
        ]
        closing = () if close is None else ((close, _nothing),)
        self._told.append(Notice(text, (*actions, *closing), about, owner))
        self.look(self._told[-1])
        announce(self._over, text)

    @property
    def sentence(self) -> str:
        """The text of all notices, a line each; "" if there is none."""
        return "\n".join(one.sentence for one in self._told)

    @property
    def shown(self) -> str:
        """The text of the one that is seen; "" if there is none."""
        return "" if self._card is None or self._card.isHidden() else self._card.sentence

    @property
    def card(self) -> NoticeCard:
        """What shows them; made on first use."""
        if self._card is None:
            from viewer.ui.toolkit.notice_card import NoticeCard  # deferred

            self._card = NoticeCard(self._over, self._panel)
            self._card.closed.connect(self._close)
        return self._card

    def tells(self, about: str) -> bool:
        """Whether there is a notice about something."""
        return any(one.about == about for one in self._told)

    def put_away(self, about: str = "") -> None:
        """Remove the notices about something, by default all."""
        self._keep([one for one in self._told if about and one.about != about])

    def leave(self, owner: object) -> None:
        """Remove the notices of something that is closed."""
        self._keep([one for one in self._told if one.owner is not owner])

    def close_shown(self) -> None:
        """Close the one that is seen."""
        if self.shown:
            self.card.close_shown()

    def _close(self, notice: Notice) -> None:
        self._keep([one for one in self._told if one is not notice])
        self.closed.emit()

    def _keep(self, told: list[Notice]) -> None:
        if len(told) != len(self._told):
            self._told = told
            self.look()

    def look(self, first: Notice | None = None) -> None:
        """Show those of the tab that is in front now; `first` before the others."""
        front, others = self._tabs()
        here = [
            one
            for one in self._told
            if _among(one, front) or not any(_among(one, other) for other in others)
        ]
        if here or self._card is not None:
            self.card.show_notices(here, first)
        self.changed.emit()

    def waiting(self, owners: Owners) -> int:
        """The number of notices that belong to a tab which shows something."""
        return sum(_among(one, owners) for one in self._told)


def _among(notice: Notice, owners: Owners) -> bool:
    return any(owner is notice.owner for owner in owners)


def _nothing() -> None:
    """The function of a button that only closes the notice."""
