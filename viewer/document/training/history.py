"""The history of training: every attempt at a problem or a position, a line of a file each.

The file only grows, so two windows may add to it, and a damaged line costs one attempt. What isn't
understood stays where it is.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from threading import Condition, Thread
from time import sleep

from viewer.base.files import FileSystem
from viewer.base.jobs import JobStep
from viewer.base.line_files import UNREADABLE, append_lines, lines_of
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at
from viewer.document.training import HISTORY
from viewer.games.states import States
from viewer.tree.action import Written
from viewer.tree.node import Node

_AGAIN = (
    1.0  # seconds until a file that another window writes, or a disk that failed, is tried again
)
_YEARS = range(1900, 9000)  # of attempts: what is due can be a century later


def problem_key(states: States, question: Node) -> str:
    """The key of a problem: of the game, the start, the way to the question, and the main line after it.

    Headers, comments, other variations and the way moves are written don't count; another solution makes
    another problem. 32 characters of a SHA-256.
    """
    return _digest(states, _steps(states, question.path()), ["?"], _steps(states, _after(question)))


def set_up_key(game: str, setup: str, line: Sequence[str]) -> str:
    """`problem_key` of a record that begins with the question: its set-up and the moves of its main line."""
    total = sha256(game.encode("utf-8", "surrogatepass"))
    for step in (f"Setup {setup}", "?", *(f"Move {text}" for text in line)):
        total.update(b"\n" + step.encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:32]


def position_key(states: States, node: Node) -> str:
    """The key of a position: of the game, the start and the way to it. As `problem_key`."""
    return _digest(states, _steps(states, node.path()))


def _after(node: Node) -> Iterator[Node]:
    """The main line after a node."""
    while node.children:
        node = node.children[0]
        yield node


def _steps(states: States, nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        written = type(node.action) is Written  # as one file says it
        action = states.at(node).action if written else node.action
        if action is not None:
            yield f"{type(action).__name__} {action.text}"


def _digest(states: States, *parts: Iterable[str]) -> str:
    total = sha256(states.game.id.encode("utf-8", "surrogatepass"))
    for part in parts:
        for step in part:
            total.update(b"\n" + step.encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:32]


class Grade(StrEnum):
    """How an attempt went: right at once, right with a hint, or wrong."""

    RIGHT = "right"
    HINTED = "hinted"
    WRONG = "wrong"


class Attempted(NamedTuple):
    """An attempt: its moment in seconds since 1970 (UTC), and how it went."""

    moment: float
    grade: Grade


class TrainingHistory:
    """The attempts by key (`training.keys`), read once, then added to.

    Attributes:
        problem: why the file could not be read or written the last time, None if it could.
    """

    def __init__(self, folder: str, files: FileSystem) -> None:
        """`folder`: the user's folder of states."""
        self._path = os.path.join(folder, HISTORY)
        self._files = files
        self._attempts: dict[str, list[Attempted]] = {}
        self._added: set[bytes] = set()  # lines that are known already when they are read
        self._waiting: list[bytes] = []
        self._changed = Condition()
        self._writing = False
        self.problem: Message | None = None

    # -------------------------------------------------------------------------------- reading

    def reading(self) -> Iterator[JobStep[None]]:
        """The job that reads the file, for a thread; a missing one is empty."""
        try:
            for line in lines_of(self._files, self._path):
                self._take(line)
                yield JobStep(0, 0)
        except OSError as error:
            why = error_at(self._path, error)
            self.problem = message("What was trained before can't be read: {why}.", why=why)

    def _take(self, line: bytes) -> None:
        if line in self._added:
            return
        with contextlib.suppress(*UNREADABLE):
            said = json.loads(line)
            moment = datetime.fromisoformat(said["at"])
            attempt = Attempted(moment.timestamp(), Grade(said["grade"]))
            if moment.year in _YEARS:
                self._remember(str(said["key"]), attempt)

    def _remember(self, key: str, attempt: Attempted) -> None:
        self._attempts.setdefault(key, []).append(attempt)

    # ------------------------------------------------------------------------------ asking

    @property
    def empty(self) -> bool:
        """Whether nothing was ever tried."""
        return not self._attempts

    def of(self, key: str) -> Sequence[Attempted]:
        """The attempts of a key, the oldest first."""
        return sorted(self._attempts.get(key, ()), key=lambda one: one.moment)

    def solved(self, key: str) -> bool:
        """Whether it was ever right, with a hint or without."""
        return any(one.grade is not Grade.WRONG for one in self._attempts.get(key, ()))

    # ------------------------------------------------------------------------------ adding

    def add(self, key: str, grade: Grade, moment: datetime) -> None:
        """Add an attempt; a thread writes it."""
        self._remember(key, Attempted(moment.timestamp(), grade))
        at = moment.astimezone(UTC).isoformat(timespec="seconds")
        line = json.dumps({"key": key, "grade": grade.value, "at": at}).encode("ascii")
        with self._changed:
            self._added.add(line)
            self._waiting.append(line + b"\n")
            if not self._writing:
                self._writing = True
                Thread(target=self._write_all, daemon=True).start()
            self._changed.notify_all()

    def finish(self, seconds: float) -> bool:
        """Wait until all is written, for so long at most; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._writing, seconds) and not self._waiting

    def _write_all(self) -> None:
        """The thread: write what waits; after a failure once more, then leave it for the next attempt."""
        tried = 0
        while True:
            with self._changed:
                lines = list(self._waiting)
                if not lines or tried > 1:
                    self._writing = False
                    self._changed.notify_all()
                    return
            try:
                self._append(b"".join(lines))
            except OSError as error:
                tried += 1
                self.problem = message(
                    "How the training goes can't be kept: {why}.", why=error_at(self._path, error)
                )
                sleep(_AGAIN)
            else:
                self.problem = None
                with self._changed:
                    del self._waiting[: len(lines)]

    def _append(self, data: bytes) -> None:
        self._files.make_private_folder(os.path.dirname(self._path))
        append_lines(self._files, self._path, data)
