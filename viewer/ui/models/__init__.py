"""The Qt face of a record: item models for outline, line, headers and findings, and for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
"""An index as Qt hands it to a model or a delegate."""
NOWHERE = QModelIndex()
"""The index of no row: above the rows of the top."""
