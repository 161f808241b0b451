"""What pages have in common: capabilities, asked for by `isinstance`."""

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
