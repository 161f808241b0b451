"""Boards of many points, kept as what changed: a line of thousands of positions has room in memory.

The bytes of a board of 256 by 256 points take 66 KB; those of each position of a line of 20,000 would
take 1.3 GB. Of large boards only one in `_EVERY` is kept whole, and those that were asked for last.
"""

from __future__ import annotations

from collections import deque

LARGE = 8192
"""The bytes of a board from which on it is kept so; positions keep smaller ones as they are, for speed."""

_EVERY = 256  # boards, of which one is whole
_RECENT = 16  # boards that stay whole for a while
_CHUNKS = (4096, 128)  # bytes compared at a time, first all, then those of a chunk that differs
_MOST = 256  # changes of a board that isn't whole


class ThriftyBoard:
    """The bytes of a large board, made again when they are asked for."""

    __slots__ = ("_before", "_changes", "_far", "_raw")

    def __init__(self, raw: bytes, before: ThriftyBoard | None) -> None:
        """`before` is the board that this one is a change of, if there is one of the same size."""
        self._raw: bytes | None = raw
        self._before: ThriftyBoard | None = None
        self._changes: tuple[tuple[int, int], ...] = ()
        self._far = 0  # boards from here to one that is whole
        if before is not None and before._far < _EVERY:
            changes = _changes(before.raw(), raw)
            if changes is not None:
                self._before, self._changes, self._far = before, changes, before._far + 1
                self._stay_whole()

    def raw(self) -> bytes:
        """The bytes."""
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
        """Stay whole for a while, instead of another one."""
        if len(_recent) == _RECENT:
            _recent[0]._raw = None
        _recent.append(self)


_recent: deque[ThriftyBoard] = deque(maxlen=_RECENT)
"""Boards that are whole but needn't be."""


def _changes(before: bytes, after: bytes) -> tuple[tuple[int, int], ...] | None:
    """The points that differ with what they have after; None if they are many, or sizes differ."""
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
