"""The one way to import numpy."""

from __future__ import annotations

import os

ONE_THREAD = "OPENBLAS_NUMONE_THREAD"


def load_numpy() -> None:
    """Import numpy without threads; to be called before the first module that imports it at its top.

    Its linear algebra, which nothing here uses, would start a thread for each core: half of the time
    that the import takes.
    """
    before = os.environ.get(ONE_THREAD)
    os.environ[ONE_THREAD] = "1"
    try:
        import numpy  # deferred  # noqa: F401  # for what its import does
    finally:
        if before is None:
            del os.environ[ONE_THREAD]
        else:
            os.environ[ONE_THREAD] = before
