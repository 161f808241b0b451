"""Keeping Python's garbage collector away from long-lived objects.

A record of 226,000 nodes is a million objects; a full collection looks at them all and takes half a
second, in the middle of whatever somebody does. So what was just opened is taken out of collection,
and put back for one collection when a tab is closed (a record is a ring of nodes: nothing else
frees it).
"""

from __future__ import annotations

import contextlib
import gc


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
