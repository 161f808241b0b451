"""Python's garbage collector kept away from what lives long.

A record of 226,000 nodes is a million objects; a full collection looks at them all and takes half a
second, in the middle of whatever somebody does. So what was just opened is taken out of collection,
and put back for one collection when a tab is closed (a record is a ring of nodes: nothing else
frees it).
"""

from __future__ import annotations

import contextlib
import gc


def settle() -> None:
    """What there is now lives long."""
    gc.freeze()


def release() -> None:
    """Something large was let go of: free it, and settle what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _give_back()


def _give_back() -> None:
    """Let the C library of Linux return what is free: left to itself it keeps 20 MB after some tabs."""
    import ctypes  # deferred: at the first tab that is closed

    with contextlib.suppress(OSError, AttributeError, TypeError):  # no C library of that kind
        ctypes.CDLL(None).malloc_trim(0)
