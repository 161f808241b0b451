"""The edge at which messages become text in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viewer.base.messages import Message


def tr(message: Message) -> str:
    """The sentence, translated where there is a translation."""
    return message.text(lambda template: QCoreApplication.translate("Messages", template))
