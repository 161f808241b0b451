"""Parts of long files, which several processes work on at the same time."""

from __future__ import annotations

import os

from viewer.base.packed import PackedSource, bare
from viewer.cli.console import STANDARD
from viewer.cli.failures import ReadingFailed, opened
from viewer.face import load
from viewer.formats import FORMATS
from viewer.formats.format import Collection

MUCH = 2**21  # bytes
_PART = 2**19  # bytes of a part, about

_open: dict[tuple[str, str | None], Collection] = {}


def parts_of(path: str, encoding: str | None, capability: type) -> list[range] | None:
    """The indexes of a long file's records, in parts of about half a megabyte.

    None for a file that is taken as a whole: a short or packed one, one that can't be read, or one of a
    format without the capability.
    """
    try:
        if path == STANDARD or os.stat(path).st_size < MUCH:
            return None
        with opened(path, encoding) as collection:
            format_ = FORMATS[collection.format].load()
            if not isinstance(format_, capability) or collection.diagnostics:
                return None
            source = collection.source
            if source is None or isinstance(bare(source), PackedSource):
                return None
            count = len(collection)
            together = max(1, count * _PART // max(1, source.size))
    except (OSError, ReadingFailed):
        return None
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
