"""The one way to import numpy."""

from __future__ import annotations

import os

_THREADS = "OPENBLAS_NUM_THREADS"


def load_numpy() -> None:
    """Import numpy without threads; to be called before the first module that imports it at its top.

    Its linear algebra, which nothing here uses, would start a thread for each core: half of the time
    that the import takes.
    """
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    try:
        import numpy  # deferred  # noqa: F401  # for what its import does
    finally:
        if before is None:
            del os.environ[_THREADS]
        else:
            os.environ[_THREADS] = before
