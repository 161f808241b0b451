"""Who makes the parts of a build: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from viewer.base.jobs import JobStep
from viewer.base.processes import WorkOutcome, in_processes, processors

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
