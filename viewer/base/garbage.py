"""When Python's garbage collector works: not while a record is read, and not on what stays.

Reading makes hundreds of thousands of objects that all stay; the collector would scan them again and
again and free none. A record of 226,000 nodes is a million objects; a full collection looks at them all
and takes half a second, in the middle of whatever somebody does. So what was just opened is taken out of
collection, and put back for one collection when a tab is closed (a record is a ring of nodes: nothing
else frees it).
"""

from __future__ import annotations

import contextlib
import gc

_SWEEP_AFTER = 200_000


class GarbagePause:
    """A context manager in which automatic collection is off. Nested pauses have no effect.

    With `wanted` False it does nothing: a small input isn't worth a pause.
    """

    def __init__(self, wanted: bool = True) -> None:
        self._nodes = 0
        self._wanted = wanted
        self._was_on = False

    def __enter__(self) -> GarbagePause:
        self._was_on = self._wanted and gc.isenabled()
        if self._was_on:
            gc.disable()
        return self

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()

    def read(self, nodes: int) -> None:
        """Count nodes read; after a great many, collect once, to free records that were dropped.

        A record is a ring of nodes (child to parent to child), which nothing else frees.
        """
        self._nodes += nodes
        if self._nodes > _SWEEP_AFTER:
            gc.collect()
            self._nodes = 0


def settle() -> None:
    """Exclude all current objects from collection."""
    gc.freeze()


def release() -> None:
    """Collect after something large was closed, then exclude what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _give_back()


def _give_back() -> None:
    """Make glibc return free memory to the system, of which it keeps 20 MB after some tabs."""
    import ctypes  # deferred: at the first tab that is closed

    with contextlib.suppress(OSError, AttributeError, TypeError):  # no C library of that kind
        ctypes.CDLL(None).malloc_trim(0)
