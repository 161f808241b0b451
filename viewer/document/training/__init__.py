"""What was trained, and with what success: kept in the user's own folder, never in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.tree.record import Record

LESSON = "LESSON"
"""The key of the header by which a record of a lesson says what it asks; in capitals, since SGF has no other
letters. Read in any."""
HISTORY = "training.jsonl"
"""The file with the history of training in the user's folder of states."""


def of_lesson(record: Record) -> bool:
    """Whether a record says what it asks of those who learn from it."""
    return any(one.key.upper() == LESSON for one in record.headers)
