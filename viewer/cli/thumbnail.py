"""`qipu render --thumbnail`: the picture of a file that file managers show, as little work as it can be.

A file manager asks for hundreds of them at once, of files that nobody has looked at; what takes too long or
too much memory is ended, and the file keeps the icon of its kind.
"""

from __future__ import annotations

import signal
import sys

from viewer.base.messages import message
from viewer.cli.console import Failed
from viewer.document.placed import OpenFiles
from viewer.games import game_of
from viewer.games.states import States
from viewer.paint.image import render_png
from viewer.scene.picture import picture

if sys.platform != "win32":
    import resource

SECONDS = 10  # of a processor
PATIENCE = 30  # seconds, whatever they are spent on
MEMORY = 1 << 30  # bytes of the process's own


def limit() -> None:
    """End this process if it takes more than that from now on."""
    if sys.platform == "win32":
        return
    for what, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_DATA, MEMORY)):
        hard = resource.getrlimit(what)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (least, hard))
    signal.alarm(PATIENCE)


def thumbnail(path: str, side: int) -> bytes:
    """A PNG of a file's first record at the end of its main line, that fits into a square.

    `side`: of the square, in pixels. The process is limited from then on. Raises Refused for a file that
    can't be read, Failed for one without records.
    """
    limit()
    with OpenFiles() as open_files:
        record = open_files.first_record(path)
    if record is None:
        raise Failed(message("There is no record {number}.", number=0))
    *_, node = record.root.main_line()
    game = game_of(record.game)
    drawing = picture(game, States(game, record).at(node), coordinates="none")
    wide = side * min(1.0, drawing.width / drawing.height)
    return render_png(*drawing, max(1, round(wide)))
