"""Having the files of a library read: by whom, and what an interrupted build has read is used."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from viewer.base.files import Stamp
from viewer.base.jobs import JobStep, side_by_side
from viewer.base.processes import WorkerLost, WorkOutcome, in_processes, processors
from viewer.library.making.parts import (
    RECORDS,
    Cut,
    Part,
    Task,
    cutting,
    finished,
    make_part,
    tasks_of,
)
from viewer.library.making.scan import Known, inode_text
from viewer.library.storage import Storage

T = TypeVar("T")


class Workers(ABC):
    """Those who do the work of a build.

    Attributes:
        part: bytes of a part, about.
        cutting: whether large files are cut before they are read, so that each reads its stretch only.
        merging: whether they merge tables as well; otherwise that is done here.
    """

    part: int
    cutting = False
    merging = False

    @abstractmethod
    def run(
        self, work: Callable[..., Iterable[JobStep[T]]], items: Sequence[tuple[Any, ...]]
    ) -> Iterator[JobStep[WorkOutcome[T]]]:
        """The job that runs a job `work(*item)` for each item; an outcome for each, in any order.

        Raises OSError, LibraryFailed where nobody does it.
        """


class Processes(Workers):
    """A process for each processor."""

    part = 1 << 22

    def run(
        self, work: Callable[..., Iterable[JobStep[T]]], items: Sequence[tuple[Any, ...]]
    ) -> Iterator[JobStep[WorkOutcome[T]]]:
        """The job that runs the work in processes, which end with it."""
        return in_processes(work, items, processors(), patience=0.2)


_FEW = 1 << 16  # bytes that are read here, sooner than a process would be there
_MEMORY = "memory:"  # URLs of what no other process sees


class Reading:
    """The parts of a build.

    Attributes:
        parts: those that are made, at last in the order of their numbers.
    """

    def __init__(self, storage: Storage, workers: Workers) -> None:
        self.storage = storage
        self.workers = workers
        self.parts: list[Part] = []
        self._whole: set[str] = set()  # large files that aren't cut

    def read(
        self, read: Mapping[str, Stamp], next_part: int, next_file: int
    ) -> Iterator[JobStep[Any]]:
        """Make the parts of files. Numbers of parts and files begin at those given, or later."""
        rest = dict(read)
        shares: dict[str, list[Part]] = {}
        for part in finished(self.storage, read):
            if part.task.share[1] > 1:
                shares.setdefault(part.task.paths[0], []).append(part)
            elif all(path in rest for path in part.task.paths):
                self.parts.append(part)
                for path in part.task.paths:
                    del rest[path]
        tasks: list[Task] = []
        for path, some in shares.items():
            if _same_way(some):
                self.parts += some
                tasks += _missing(some)
                del rest[path]
        self.drop_others([part.task.name for part in self.parts])
        begun = [*tasks, *(part.task for part in self.parts)]
        next_part = max([next_part, *(task.number + 1 for task in begun)])
        next_file = max([next_file, *(file + 1 for task in begun for file in task.files)])
        cuts: dict[str, list[Cut]] = {}
        yield from self._cut(rest, cuts)
        tasks += tasks_of(rest, next_part, next_file, self.workers.part, cuts)
        yield from self.make(tasks)
        self.parts.sort(key=lambda part: part.task.number)

    def _cut(self, read: Mapping[str, Stamp], cuts: dict[str, list[Cut]]) -> Iterator[JobStep[Any]]:
        """Find the stretches of large files for those who read nothing else."""
        size = self.workers.part
        items = [
            (path, stamp, size)
            for path, stamp in read.items()
            if self.workers.cutting and stamp.size >= 2 * size and path not in self._whole
        ]
        for step in self.workers.run(cutting, items) if items else ():
            if step.result is not None:
                path = items[step.result.number][0]
                for found in step.result.results:
                    cuts[path] = found
                if path not in cuts:
                    self._whole.add(path)
            yield JobStep(0, 0, waiting=step.waiting)

    def make(self, tasks: Sequence[Task]) -> Iterator[JobStep[Any]]:
        """Make parts. Files that end the processes that read them are listed as problems."""
        if not tasks:
            return
        few = sum(stamp.size for task in tasks for stamp in task.stamps) < _FEW
        if isinstance(self.workers, Processes) and (few or self._only_here(tasks)):
            for made in side_by_side([make_part(self.storage.folder, task) for task in tasks]):
                self.parts += [] if made.result is None else [made.result]
                yield JobStep(made.done, made.total)
            return
        cuts: dict[str, list[Cut]] = {}
        uncut = {
            task.paths[0]: task.stamps[0] for task in tasks if task.share[1] > 1 and not task.cut
        }
        yield from self._cut(uncut, cuts)
        tasks = [
            task if task.cut else _with_cut(task, cuts.get(task.paths[0], ())) for task in tasks
        ]
        lost: list[Task] = []
        items = [(self.storage.folder, task) for task in tasks]
        for step in self.workers.run(make_part, items):
            outcome = step.result
            if outcome is not None:
                task, error = tasks[outcome.number], outcome.error
                if isinstance(error, WorkerLost):
                    lost += self._alone(task, error)
                elif error is not None:
                    raise error
                else:
                    self.parts += outcome.results
            yield JobStep(step.done, step.total, waiting=step.waiting)
        if lost:
            self.drop(task.name for task in lost)
            first = max([task.number for task in tasks]) + 1
            again = [task._replace(number=first + at) for at, task in enumerate(lost)]
            yield from self.make(again)

    def _only_here(self, tasks: Sequence[Task]) -> bool:
        """Whether other processes wouldn't see the library or its sources."""
        return self.storage.alone or any(
            path.startswith(_MEMORY) for task in tasks for path in task.paths
        )

    def _alone(self, task: Task, error: WorkerLost) -> Iterator[Task]:
        """A task for each file of one whose process ended: one of them ended it; alone it is listed."""
        if len(task.paths) > 1:
            for path, stamp, file in zip(task.paths, task.stamps, task.files, strict=True):
                yield task._replace(paths=(path,), stamps=(stamp,), files=(file,))
            return
        (path,), (stamp,), (file,) = task.paths, task.stamps, task.files
        times = stamp.modified_ns, stamp.changed_ns
        first = task.number * RECORDS
        inode = inode_text(stamp)
        row = Known(
            file, path, stamp.size, *times, inode, "", "", 0, *task.share, first, 0, 0, None
        )
        self.parts.append(Part(task, [row.told(error.reason)], {}))

    def drop(self, names: Iterable[str]) -> None:
        """Remove parts."""
        for name in names:
            self.storage.remove(f"work/{name}")

    def drop_others(self, names: Sequence[str]) -> None:
        """Remove parts that an interrupted build left and that are of no use."""
        self.drop(name for name in self.storage.names("work") if name not in names)


def _same_way(some: Sequence[Part]) -> bool:
    """Whether shares of a file are of one division of it, with numbers that follow from it."""
    divided = {
        (part.task.share[1], part.task.number - part.task.share[0], part.task.files)
        for part in some
    }
    return len(divided) == 1


def _missing(some: Sequence[Part]) -> Iterator[Task]:
    """Tasks for the other shares of a file."""
    one = some[0].task
    there = {part.task.share[0] for part in some}
    for share in range(one.share[1]):
        if share not in there:
            number = one.number - one.share[0] + share
            yield one._replace(number=number, share=(share, one.share[1]), cut=None)


def _with_cut(task: Task, cuts: Sequence[Cut]) -> Task:
    """A task for a share with its stretch, where it is known."""
    share, shares = task.share
    return task._replace(cut=cuts[share]) if len(cuts) == shares else task
