"""Large boards stored as differences, so that a line of thousands of positions fits in memory.

A board of 256 by 256 points takes 66 KB; a line of 20,000 whole ones would take 1.3 GB. Of large boards, only
one in `_EVERY` is kept whole, and those that were used last.
"""

from __future__ import annotations

from collections import deque

LARGE = 8192
"""The least size in bytes of a board stored in this way; smaller ones are kept whole, for speed."""

_EVERY = 256  # one of so many boards is whole
_RECENT = 16  # number of boards used last that stay whole
_CHUNKS = (4096, 128)  # bytes compared at a time: in the whole board, then in chunks that differ
_MOST = 256  # greatest number of changes of a board that isn't whole


class ThriftyBoard:
    """The bytes of a large board, rebuilt when they are needed."""

    __slots__ = ("_before", "_changes", "_far", "_raw")

    def __init__(self, raw: bytes, before: ThriftyBoard | None) -> None:
        """`before` is the previous board, relative to which this one may be stored; None if there is none."""
        self._raw: bytes | None = raw
        self._before: ThriftyBoard | None = None
        self._changes: tuple[tuple[int, int], ...] = ()
        self._far = 0  # number of boards back to one that is whole
        if before is not None and before._far < _EVERY:
            changes = _changes(before.raw(), raw)
            if changes is not None:
                self._before, self._changes, self._far = before, changes, before._far + 1
                self._stay_whole()

    def raw(self) -> bytes:
        """The bytes of the board, rebuilt from changes if necessary."""
        raw = self._raw
        if raw is not None:
            return raw
        above: list[ThriftyBoard] = []
        board: ThriftyBoard | None = self
        while board is not None and (raw := board._raw) is None:
            above.append(board)
            board = board._before
        assert raw is not None  # the first one is whole
        cells = bytearray(raw)
        for board in reversed(above):
            for point, value in board._changes:
                cells[point] = value
        made = self._raw = bytes(cells)
        self._stay_whole()
        return made

    def _stay_whole(self) -> None:
        """Keep this board whole for a while, in place of the one kept longest."""
        if len(_recent) == _RECENT:
            _recent[0]._raw = None
        _recent.append(self)


_recent: deque[ThriftyBoard] = deque(maxlen=_RECENT)
"""Boards kept whole only because they were used last."""


def _changes(before: bytes, after: bytes) -> tuple[tuple[int, int], ...] | None:
    """(point, new value) of each point that differs; None if there are too many, or sizes differ."""
    if len(before) != len(after):
        return None
    spans = [(0, len(after))] if before != after else []
    for size in _CHUNKS:
        spans = [
            (at, at + size)
            for start, stop in spans
            for at in range(start, stop, size)
            if before[at : at + size] != after[at : at + size]
        ]
    if len(spans) > _MOST:
        return None
    found = [
        (at + i, new)
        for at, stop in spans
        for i, (old, new) in enumerate(zip(before[at:stop], after[at:stop], strict=True))
        if old != new
    ]
    return tuple(found) if len(found) <= _MOST else None
