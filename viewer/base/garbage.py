"""Python's garbage collector held back while much is made of which nothing is garbage.

Reading makes hundreds of thousands of objects, and the collector would look at all of them again and
again to free none.
"""

from __future__ import annotations

import gc

_SWEEP_AFTER = 200_000


class GarbagePause:
    """While it lasts, the collector doesn't run by itself; the one within another changes nothing.

    `wanted` False makes it no pause: what is small isn't worth one.
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
        """So many more nodes have been read: when they are many, those that are let go of go now.

        A record is a ring of nodes (child to parent to child), which nothing else frees.
        """
        self._nodes += nodes
        if self._nodes > _SWEEP_AFTER:
            gc.collect()
            self._nodes = 0
