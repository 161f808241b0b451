"""Reports of unexpected exceptions: where in the program, never anything about the record.

The text of an exception may hold a name, a comment or a path, so a report has only its type and the lines
of the program that were at work, so that it can be given to anybody.
"""

from __future__ import annotations

import traceback
from pathlib import Path

_PROGRAM = Path(__file__).resolve().parent.parent
_LONGEST = 160  # characters of the reason
_MOST_CAUSES = 8
_MOST_LINES = 60  # of one exception; the ends of a deep recursion say all


def reason(error: BaseException) -> str:
    """The kind of an exception and its own words, as one short line for the screen."""
    words = " ".join(str(error).split())
    text = f"{type(error).__name__}: {words}" if words else type(error).__name__
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def place(error: BaseException) -> str:
    """The innermost line of Qipu in the traceback, as `viewer/games/game.py:12`; "" if there is none."""
    lines = traceback.extract_tb(error.__traceback__)
    ours = [line for line in lines if _PROGRAM in Path(line.filename).parents]
    return f"{_name(ours[-1].filename)}:{ours[-1].lineno}" if ours else ""


def report(error: BaseException, *versions: str) -> str:
    """Versions, and for the exception and its causes their types and source lines."""
    import platform  # deferred

    python = f"Python {platform.python_version()}"
    lines = [", ".join((*versions, python, platform.platform()))]
    link = ""
    one: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        if one is None:
            break
        lines += ["", f"{link}{type(one).__name__}", *_frames(one)]
        cause = one.__cause__
        link = "caused by " if cause is not None else "while handling "
        one = cause or (None if one.__suppress_context__ else one.__context__)
    return "\n".join(lines) + "\n"


def _frames(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"  {_name(one.filename)}:{one.lineno} {one.name}\n    {one.line}" for one in frames]
    if len(lines) > _MOST_LINES:
        half = _MOST_LINES // 2
        lines[half:-half] = [f"  … {len(lines) - 2 * half} lines"]
    return lines


def _name(path: str) -> str:
    """A module's path without the user's own folders."""
    file = Path(path)
    if _PROGRAM in file.parents:
        return f"{_PROGRAM.name}/{file.relative_to(_PROGRAM).as_posix()}"
    return "/".join(file.parts[-2:])
