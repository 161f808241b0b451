"""Python's garbage collector kept away from what lives long.

A record of 226,000 nodes is a million objects; a full collection looks at them all and takes half a
second, in the middle of whatever somebody does. So what was just opened is taken out of collection,
and put back for one collection when a tab is closed (a record is a ring of nodes: nothing else
frees it).
"""

from __future__ import annotations

import gc


def settle() -> None:
    """What there is now lives long."""
    gc.freeze()


def release() -> None:
    """Something large was let go of: free it, and settle what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
