"""Capabilities of pages, asked for by `isinstance`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import SignalInstance

if TYPE_CHECKING:
    from viewer.ui.session.table_of_contents import TableOfContents


@runtime_checkable
class NodePage(Protocol):
    """A page of nodes; `contextRequested` requests the menu of one: (node id, global point)."""

    contextRequested: SignalInstance


@runtime_checkable
class ContentsReader(Protocol):
    """A page that shows the table of contents."""

    def set_contents(self, contents: TableOfContents) -> None:
        """Set the table of contents, which the panel keeps up to date."""


@runtime_checkable
class TreeKindPage(Protocol):
    """A page of variations; `kindAsked` requests the other display (a key of `tree_switch.KINDS`)."""

    kindAsked: SignalInstance


@runtime_checkable
class CommandPage(Protocol):
    """A page with buttons for commands; `commandAsked` sends the id of one."""

    commandAsked: SignalInstance


@runtime_checkable
class LowPanel(Protocol):
    """A panel that can leave something out where there is little room."""

    def set_low(self, low: bool) -> None:
        """Leave it out, or show all."""


@runtime_checkable
class GrowingPanel(Protocol):
    """A pinned panel that may need more height than its pane has; `grown` tells that its needs changed."""

    grown: SignalInstance

    @property
    def needed(self) -> int:
        """The height in pixels that shows everything, 0 if the pane's suffices."""
        ...

    @property
    def wide_open(self) -> bool:
        """Whether it takes all the height that the pages beside it can spare."""
        ...
