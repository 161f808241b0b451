"""Python's garbage collector held back while records are read."""

from __future__ import annotations

import gc

_SWEEP_AFTER = 200_000


class GarbagePause:
    """While it lasts, the collector runs only when `read` was told of enough nodes.

    Reading makes hundreds of thousands of objects none of which is garbage, and the collector would
    look at all of them again and again. But a record that is let go of is a ring of nodes (child to
    parent to child), which nothing else frees.
    """

    def __init__(self) -> None:
        self._nodes = 0
        self._was_on = False

    def __enter__(self) -> GarbagePause:
        self._was_on = gc.isenabled()
        gc.disable()
        return self

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()

    def read(self, nodes: int) -> None:
        """So many more nodes have been read; what is no longer used of those before may go now."""
        self._nodes += nodes
        if self._nodes > _SWEEP_AFTER:
            gc.collect()
            self._nodes = 0
