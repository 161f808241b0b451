"""Parts of long files, which several processes work on at the same time."""

from __future__ import annotations

import os

from viewer.base.packed import bare
from viewer.base.source import FileSource
from viewer.cli.console import STANDARD
from viewer.cli.failures import ReadingFailed, opened
from viewer.face import load
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord
from viewer.formats.format import Collection

MUCH = 2**21  # bytes
_PART = 2**19  # bytes of a part, about

_open: dict[tuple[str, str | None], Collection] = {}


def parts_of(path: str, encoding: str | None) -> list[range] | None:
    """The parts of a file by its path; None too for one that can't be read."""
    try:
        if path == STANDARD or os.stat(path).st_size < MUCH:
            return None
        with opened(path, encoding) as collection:
            return parts_in(collection)
    except (OSError, ReadingFailed):
        return None


def parts_in(collection: Collection) -> list[range] | None:
    """The indexes of a long file's records, in parts of about half a megabyte.

    None for a collection that is taken as a whole: a short or packed file, one of which something is to be
    told as a whole, or one of a format whose records aren't found by themselves.
    """
    source = collection.source
    if not isinstance(bare(source), FileSource) or source is None or source.size < MUCH:
        return None
    by_record = isinstance(FORMATS[collection.format].load(), CheckedByRecord)
    if not by_record or any(one.record is None for one in collection.diagnostics):
        return None
    count = len(collection)
    together = max(1, count * _PART // source.size)
    return [range(at, min(at + together, count)) for at in range(0, count, together)] or None


def kept_open(path: str, encoding: str | None) -> Collection:
    """The collection of a file, which stays open for the next part of it. Raises Unreadable, OSError."""
    found = _open.get((path, encoding))
    if found is None:
        for other in _open.values():
            if other.source is not None:
                other.source.close()
        _open.clear()
        found = _open[path, encoding] = load(path, encoding)
    return found
