"""The start of a frozen Qipu (PyInstaller): what a program without a Python beside it has to do itself.

Processes that read libraries are this program again, asked for by words of `multiprocessing`.
"""

import os
import sys

_NOTHING = 0
if sys.stdout is None or sys.stderr is None:  # a program of Windows without a console
    _NOTHING = os.open(os.devnull, os.O_WRONLY)
    sys.stdout = sys.stdout or os.fdopen(os.dup(_NOTHING), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.dup(_NOTHING), "w", encoding="utf-8")

if __name__ == "__main__":
    if "--multiprocessing-fork" in sys.argv or "-c" in sys.argv[1:-1]:
        import multiprocessing  # not at the start of a window

        multiprocessing.freeze_support()

    from viewer.__main__ import main

    sys.exit(main())
