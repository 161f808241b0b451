"""What screen readers say without being asked: that something changed where the focus isn't."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say a text that a widget shows or means; "" and without one nothing happens."""
    if not text:
        return
    from PySide6.QtGui import (  # deferred: costly, and not for the start
        QAccessible,
        QAccessibleAnnouncementEvent,
    )

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
