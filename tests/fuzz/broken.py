"""The kinds of promise, and how a broken one is told."""

from __future__ import annotations

UNTOUCHED = "bytes-untouched"
UNDONE = "bytes-after-undo"
MODIFIED = "modified-after-undo"
RESAVED = "saved-untouched"
COUNT = "record-count"
UNREADABLE = "saved-unreadable"
OTHER = "other-format"
UNNAMED = "tree-differs"
NEEDLESS = "loss-untrue"
REMOVED = "bytes-after-removal"
REWRITTEN = "rewritten"
CONVERTED = "conversion"
AVOIDABLE = "loss-avoidable"
DIFFERENCE = "difference"
MISREAD = "misread"
LETTERS = "letters"
TERMINAL = "terminal"
SLOW = "slow"
DELETED = "deleted"
RAISED = "exception"
HANG = "hang"
KINDS = (
    *(UNTOUCHED, UNDONE, MODIFIED, COUNT, UNREADABLE, OTHER, UNNAMED, NEEDLESS, RESAVED),
    *(REMOVED, REWRITTEN, CONVERTED, AVOIDABLE, DIFFERENCE, MISREAD, LETTERS, TERMINAL),
    *(SLOW, DELETED, RAISED, HANG),
)


class Broken(Exception):
    """A promise that wasn't kept: its kind, and what was seen."""

    def __init__(self, kind: str, seen: str) -> None:
        super().__init__(f"{kind}: {seen}")
        self.kind = kind
        self.seen = seen

    @property
    def sort(self) -> tuple[str, str]:
        """What makes two of a kind alike: the item that differs, the type of an exception."""
        return self.kind, self.seen.split()[0] if self.kind in (UNNAMED, RAISED, CONVERTED) else ""
