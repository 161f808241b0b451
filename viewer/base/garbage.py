"""Pausing Python's garbage collector while a record is read.

Reading makes hundreds of thousands of objects that all stay; the collector would scan them again and
again and free none.
"""

from __future__ import annotations

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
