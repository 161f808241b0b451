"""The exception for requests that can't be met."""

from __future__ import annotations

from viewer.base.messages import Message


class Refused(ValueError):
    """Something was requested that doesn't exist; `reason` is a clear sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason

    def __reduce__(self) -> tuple[type[Refused], tuple[Message]]:
        """For pickling: exceptions of worker processes are raised again here."""
        return type(self), (self.reason,)
