"""`qipu`: the window with the files named, or one of the commands.

The words are looked at by hand: the way to the window imports nothing but the window, for
somebody waits for it after a double click.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from viewer.base import catalogs
from viewer.base.garbage import GarbagePause
from viewer.base.refused import Refused

COMMANDS = (
    "help",
    "dump",
    "check",
    "convert",
    "diff",
    "merge",
    "strip",
    "replace",
    "openings",
    "lookup",
    "mate",
    "mistakes",
    "lesson",
    "book",
    "repertoire",
    "join",
    "extract",
    "library",
    "export",
    "analyse",
    "report",
    "render",
    "register",
    "unregister",
)
_ABOUT = ("-h", "--help", "--version")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `qipu` with these words (by default those of the process). Returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    catalogs.choose()
    if words and words[0] in COMMANDS + _ABOUT:
        from viewer.cli import commands  # deferred

        return commands.run(words[0], words[1:])
    if words and _may_be_a_command(words[0]) and not os.path.lexists(words[0]):
        from viewer.cli import commands  # deferred

        return commands.no_such_command(words[0])
    return _window(words)


def _may_be_a_command(word: str) -> bool:
    """Whether somebody may mean a command: a word without a folder, a suffix or a blank."""
    return word[:1].isalpha() and word.replace("-", "").isidentifier()


def _window(words: list[str]) -> int:
    """`qipu [--new-window] [--quit-after-paint] [--] [FILE…]`; a file named as a command is ./dump."""
    paths: list[str] = []
    quit_after_paint = new_window = False
    for index, word in enumerate(words):
        if word == "--":
            paths += words[index + 1 :]
            break
        if word == "--quit-after-paint":
            quit_after_paint = True
        elif word == "--new-window":
            new_window = True
        elif word.startswith("-"):
            from viewer.cli import commands  # deferred

            return commands.no_such_option(word)
        else:
            paths.append(word)
    try:
        with GarbagePause():
            from viewer.ui.app import run  # deferred

            gc.freeze()  # modules stay: no collection looks at them
    except ImportError as error:
        from viewer.cli import commands  # deferred

        return commands.no_qt(error)
    try:
        return run(paths, quit_after_paint, new_window)
    except Refused as error:
        from viewer.cli import commands  # deferred

        return commands.no_window(error)


if __name__ == "__main__":
    sys.exit(main())
