"""What a job is: who does it, in which file, with what, and what it costs elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from strokes import Hands, Job

KEYS, MOUSE = "keys", "mouse"
Script = Callable[[Hands, Path], Job]


class Task(NamedTuple):
    """One of the fifty-five.

    Attributes:
        id: its name in the table and in the tests.
        game: the game of its record.
        words: what somebody wants to have done.
        by: KEYS or MOUSE, whichever alone.
        peers: what it takes in other programs, as far as their sources and manuals say.
        files: which are in the folder, by name, with the sample or the text each is made of; the first is
            open when the job begins, unless `begins` says otherwise.
        opened: whether the first file is open.
        library: whether a library of the samples has been built.
        script: the hands' way through it.
    """

    id: str
    game: str
    words: str
    by: str
    peers: str
    files: Sequence[tuple[str, str | bytes]]
    opened: bool
    library: bool
    script: Script


JOBS: dict[str, Task] = {}


def job(
    id: str,
    words: str,
    *,
    by: str = KEYS,
    peers: str = "not stated",
    files: Sequence[tuple[str, str | bytes]] = (),
    opened: bool = True,
    library: bool = False,
) -> Callable[[Script], Script]:
    """Register a job; its id begins with the game. A file is (name, "sample:chess.pgn") or (name, text)."""

    def registered(script: Script) -> Script:
        game = id.partition("-")[0]
        assert id not in JOBS, id
        JOBS[id] = Task(id, game, words, by, peers, files, opened, library, script)
        return script

    return registered
