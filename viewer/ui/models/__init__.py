"""The Qt face of a record: item models for outline, line, headers and findings, and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
"""An index as Qt hands it to a model or a delegate."""
NOWHERE = QModelIndex()
"""The index of no row: above the rows of the top."""


def ends_that_stay(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """How many entries are the same at the beginning of two lists, and behind those at their end."""
    least = min(len(old), len(new))
    same = next((at for at in range(least) if old[at] != new[at]), least)
    tail = next((at for at in range(least - same) if old[-1 - at] != new[-1 - at]), least - same)
    return same, tail
