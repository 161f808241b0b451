"""Builds by the workers of a Dask scheduler (the extra `cluster`); loaded for these only.

Files and stretches of files are tasks, and so are merges: a build's positions go through the library's
folder, sorted by key in each part, and whoever merges a range of keys reads that range of each. So nothing is
lost with a worker but the task that it was doing, which another one does again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, TypeVar

from distributed import Client, KilledWorker, LocalCluster, as_completed

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import message
from viewer.base.mistakes import reason
from viewer.base.processes import WorkerLost, WorkOutcome, processors
from viewer.base.temporary import TemporaryFolder
from viewer.base.version import VERSION
from viewer.library.failures import LibraryFailed
from viewer.library.making.reading import Workers

T = TypeVar("T")

LOCAL = "local"
_WAIT = "30s"
_RETRIES = 2
_ONE = Lock()  # readers have a process for themselves, however many threads a worker has


class Cluster(Workers):
    """The workers of a scheduler; "local" starts some on this machine. Raises LibraryFailed."""

    part = 1 << 23
    cutting = True
    merging = True

    def __init__(self, scheduler: str) -> None:
        self._folder: TemporaryFolder | None = None
        self._cluster: Any = None
        try:
            if scheduler == LOCAL:
                self._folder = TemporaryFolder()
                self._cluster = LocalCluster(
                    n_workers=processors(),
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    local_directory=self._folder.name,
                )
            self.client = Client(self._cluster or scheduler, timeout=_WAIT)
        except (OSError, ValueError, TimeoutError) as error:
            self.close()
            raise LibraryFailed(
                message(
                    "There is no Dask scheduler at {address}: {why}.",
                    address=scheduler,
                    why=reason(error).rstrip("."),
                )
            ) from error
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        """That the workers there are now have this version of Qipu. Raises LibraryFailed."""
        try:
            versions = self.client.run(_version)
        except Exception as error:  # whatever keeps a worker from importing it
            raise LibraryFailed(
                message("A worker can't run Qipu: {why}.", why=reason(error).rstrip("."))
            ) from error
        if not versions:
            raise LibraryFailed(message("The scheduler has no workers."))
        for address, version in versions.items():
            if version != VERSION:
                raise LibraryFailed(
                    message(
                        "The worker {address} has Qipu {theirs}, this is {ours}.",
                        address=address,
                        theirs=version,
                        ours=VERSION,
                    )
                )

    def run(
        self, work: Callable[..., Iterable[JobStep[T]]], items: Sequence[tuple[Any, ...]]
    ) -> Iterator[JobStep[WorkOutcome[T]]]:
        """The job that runs the work on the workers; a task whose worker ends is done again by others."""
        numbers: dict[str, int] = {}
        futures = []
        for number, item in enumerate(items):
            future = self.client.submit(_done, work, number, item, pure=False, retries=_RETRIES)
            numbers[future.key] = number
            futures.append(future)
        ended = 0
        try:
            completed = as_completed(futures)
            while ended < len(items):
                batch = completed.next_batch(block=False)
                for future in batch:
                    ended += 1
                    yield JobStep(ended, len(items), self._outcome(future, numbers[future.key]))
                    future.release()
                if not batch:
                    yield JobStep(ended, len(items), waiting=True)
        finally:
            self.client.cancel([one for one in futures if not one.done()])

    @staticmethod
    def _outcome(future: Any, number: int) -> WorkOutcome[Any]:
        if future.cancelled():
            raise LibraryFailed(message("The Dask scheduler is gone. Build it again."))
        error = future.exception()
        if error is None:
            outcome: WorkOutcome[Any] = future.result()
            return outcome
        if isinstance(error, KilledWorker):
            return WorkOutcome(number, [], WorkerLost(None))
        if isinstance(error, Exception):
            return WorkOutcome(number, [], error)
        raise LibraryFailed(message("A worker can't run Qipu: {why}.", why=str(error)))

    def close(self) -> None:
        """Let the workers go; those started here end."""
        client = getattr(self, "client", None)
        if client is not None:
            client.close()
        if self._cluster is not None:
            self._cluster.close()
        if self._folder is not None:
            self._folder.cleanup()


def _version() -> str:
    return VERSION


def _done(
    work: Callable[..., Iterable[JobStep[T]]], number: int, item: tuple[Any, ...]
) -> WorkOutcome[T]:
    """On a worker: the outcome of a job. What it raises because of its work is an outcome too."""
    with _ONE:
        try:
            return WorkOutcome(number, run_inline(work(*item)), None)
        except (LibraryFailed, OSError) as error:
            return WorkOutcome(number, [], error)
