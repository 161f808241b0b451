"""Work in other processes, for CPU-bound Python, which would block the window in a thread.

A worker is a new interpreter (nothing is forked, which Qt and threads don't survive). It is started when it
is needed, killed when its job is dropped or done, and ends by itself with the process that started it.
What goes there and comes back is plain data: names of functions, values, JobSteps.
"""

from __future__ import annotations

import copyreg
import gc
import multiprocessing
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from types import MappingProxyType, ModuleType
from typing import Any, Generic, TypeVar

from viewer.base import catalogs
from viewer.base.arrays import ONE_THREAD
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple

if sys.platform == "win32":
    import ctypes

T = TypeVar("T")

_QUIET = 0.05  # seconds at least between two steps that only say how far a worker is
_MUCH = 1 << 21  # bytes of files from which several processes read
_AHEAD = 2  # items that a worker has at a time, so that it needn't wait for the next one
_SCALE = 1000  # of a job, in the count of what is done
_RINGS = 1000  # objects that a job may leave behind
_STEP, _END, _RAISED = range(3)


class WorkerLost(ChildProcessError):
    """A worker process ended before its work did: it was killed, perhaps for lack of memory.

    Attributes:
        reason: a sentence.
    """

    def __init__(self, status: int | None) -> None:
        self.reason: Message = message(
            "The process that did this ended too early (exit status {status}).",
            status="?" if status is None else status,
        )
        super().__init__(self.reason.text())


class RaisedInWorker(Exception):
    """Stands for an exception of a worker that can't be pickled: its type and text."""


def _plain(one: Any) -> Any:
    return dict, (dict(one),)


copyreg.pickle(MappingProxyType, _plain)  # else what has one can't be sent


def processors() -> int:
    """The number of processors available to this process."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory() -> int:
    """The bytes of memory that this machine has, 0 if it doesn't say."""
    if sys.platform == "win32":
        # MEMORYSTATUSEX: 64 bytes, its length first, the physical memory at 8.
        status = ctypes.create_string_buffer(64)
        ctypes.c_uint32.from_buffer(status).value = len(status)
        known = ctypes.windll.kernel32.GlobalMemoryStatusEx(status)
        return int(ctypes.c_uint64.from_buffer(status, 8).value) if known else 0
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


# ------------------------------------------------------------------------------------- jobs


def in_process(
    work: Callable[..., Iterable[JobStep[T]]],
    *args: Any,
    parts: Iterable[JobStep[Any]] | None = None,
) -> Iterator[JobStep[T]]:
    """The job that runs the job `work(*args)` in a process of its own.

    `work` is a function of a module. `parts` is for what is too much to be pickled at once: a job that is
    run here, whose results `work` has, while they come, as its last argument, an iterator.

    Raises what `work` raises, OSError where no process can be started, and WorkerLost, which is one.
    """
    worker: _Worker[T] = _Worker()
    outbox = _Outbox(worker)
    try:
        outbox.put((work, args, parts is not None))
        sent = 0.0
        if parts is not None:
            sent = 0.5
            for step in parts:
                if step.result is not None:
                    outbox.put(step.result)
                yield JobStep(round(sent * _share(step) * _SCALE), _SCALE)
            outbox.put(None)
        while True:
            for kind, said in worker.said():
                if kind == _RAISED:
                    raise said
                if kind == _END:
                    return
                share = sent + (1 - sent) * _share(said)
                yield JobStep(round(share * _SCALE), _SCALE, said.result)
            yield JobStep(0, 0, waiting=True)
    finally:
        worker.kill()
        outbox.close()
        worker.connection.close()


class WorkOutcome(NamedTuple, Generic[T]):
    """The outcome of one of several jobs: its results, and the exception it raised, None if none."""

    number: int
    results: list[T]
    error: Exception | None


def in_processes(
    work: Callable[..., Iterable[JobStep[T]]],
    items: Sequence[tuple[Any, ...]],
    count: int,
    patience: float = 0.0,
    ahead: int = 0,
) -> Iterator[JobStep[WorkOutcome[T]]]:
    """The job that runs a job `work(*item)` for each item, in `count` processes at most.

    An outcome for each item, in the order of the items; that one fails stops no other. `patience`: seconds
    that a step waits for news at most; with 0 it says that it is waiting. `ahead`: how many items may be
    begun before the outcome of the first of them is there, so that results don't pile up; 0 for any number.
    Raises OSError where no process can be started.
    """
    todo = deque(range(len(items)))
    workers: dict[Connection, tuple[_Worker[T], deque[int]]] = {}
    shares = [0.0] * len(items)
    results: list[list[T]] = [[] for _ in items]
    ended: dict[int, Exception | None] = {}
    told = 0
    try:
        while told < len(items):
            below = told + ahead if ahead else len(items)
            while todo and len(workers) < count:
                worker: _Worker[T] = _Worker()
                workers[worker.connection] = worker, deque()
                _hand_out(workers[worker.connection], todo, work, items, 1, below)
            for one in workers.values():
                _hand_out(one, todo, work, items, _AHEAD, below)
            news = [one for one in wait(list(workers), patience) if isinstance(one, Connection)]
            for connection in news:
                worker, mine = workers[connection]
                try:
                    for kind, said in worker.said():
                        if kind == _STEP:
                            shares[mine[0]] = _share(said)
                            if said.result is not None:
                                results[mine[0]].append(said.result)
                        else:
                            ended[mine.popleft()] = said
                except WorkerLost as error:
                    if mine:
                        ended[mine.popleft()] = error
                    todo.extendleft(reversed(mine))
                    worker.kill()
                    connection.close()
                    del workers[connection]
            total = len(items) * _SCALE
            while told in ended:
                shares[told] = 1.0
                outcome = WorkOutcome(told, results[told], ended[told])
                results[told] = []
                told += 1
                yield JobStep(round(sum(shares) * _SCALE), total, outcome)
            yield JobStep(round(sum(shares) * _SCALE), total, waiting=not news and not patience)
    finally:
        for worker, _ in workers.values():
            worker.kill()
            worker.connection.close()


def on_files(
    work: Callable[..., Iterable[JobStep[T]]],
    paths: Sequence[str],
    args: tuple[Any, ...],
    failed: Callable[[str, Exception], T],
    files: FileSystem,
) -> Iterator[JobStep[T]]:
    """The job that runs the jobs `work(path, *args, part, parts)` on files: long ones in several processes.

    `work` reads every `parts`th record of its file, from the number `part` on (from 0). `failed` makes the
    result of a part that raised something. Little is read here, and so is what only `files` knows.
    Raises OSError where no process can be started.
    """
    sizes = {}
    for path in paths:
        stamp = None
        with suppress(OSError):
            stamp = files.stamp_of(path)
        sizes[path] = 0 if stamp is None else stamp.size
    if sum(sizes.values()) < _MUCH or processors() < 2 or files is not SYSTEM:
        for done, path in enumerate(paths):
            for step in work(path, *args, 0, 1):
                yield JobStep(
                    round((done + _share(step)) * _SCALE), len(paths) * _SCALE, step.result
                )
        return
    items: list[tuple[Any, ...]] = []
    for path in paths:
        parts = processors() if sizes[path] >= _MUCH else 1
        items += [(work, path, *args, part, parts) for part in range(parts)]
    for news in in_processes(_pickled, items, processors(), patience=0.2):
        if news.result is not None:
            number, results, error = news.result
            results.reverse()
            while results:  # what was taken is let go of
                yield JobStep(news.done, news.total, pickle.loads(results.pop()))
            if error is not None:
                yield JobStep(news.done, news.total, failed(items[number][1], error))
        yield JobStep(news.done, news.total, waiting=news.waiting)


def _pickled(work: Callable[..., Iterable[JobStep[Any]]], *args: Any) -> Iterator[JobStep[bytes]]:
    """The job with each result as bytes: however many wait, the garbage collector doesn't look at them."""
    for step in work(*args):
        done, total, result, waiting = step
        data = None if result is None else pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
        yield JobStep(done, total, data, waiting)


def _hand_out(
    to: tuple[_Worker[Any], deque[int]],
    todo: deque[int],
    work: Callable[..., Iterable[JobStep[Any]]],
    items: Sequence[tuple[Any, ...]],
    most: int,
    below: int,
) -> None:
    worker, mine = to
    while todo and len(mine) < most and todo[0] < below:
        mine.append(todo.popleft())
        with suppress(OSError):  # it is gone, which is seen when it is asked for news
            worker.connection.send((work, items[mine[-1]], False))


def _share(step: JobStep[Any]) -> float:
    return min(step.done / step.total, 1.0) if step.total else 0.0


# ------------------------------------------------------------------------- the side that asks


class _Worker(Generic[T]):
    """A process that does jobs one after the other."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, catalogs.chosen()), daemon=True
        )
        with _nameless_main():
            self._process.start()
        theirs.close()

    def said(self) -> Iterator[tuple[int, Any]]:
        """Values received since the last call. Raises WorkerLost."""
        try:
            while self.connection.poll(0):
                yield self.connection.recv()
        except (EOFError, OSError):
            self._process.join(1)
            raise WorkerLost(self._process.exitcode) from None

    def kill(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.join()


class _Outbox:
    """Sends to a worker from a thread, since writing to a full pipe blocks."""

    def __init__(self, worker: _Worker[Any]) -> None:
        self._connection = worker.connection
        self._queue: SimpleQueue[bytes] = SimpleQueue()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def put(self, value: object) -> None:
        """Send a value."""
        self._queue.put(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))

    def close(self) -> None:
        """Stop sending; the worker is gone."""
        self._queue.put(b"")
        self._thread.join()

    def _work(self) -> None:
        with suppress(OSError):
            while data := self._queue.get():
                self._connection.send_bytes(data)


@contextmanager
def _nameless_main() -> Iterator[None]:
    """A new interpreter would run the main program again: a script, or <stdin>, which is no file."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


# ------------------------------------------------------------------------ the side that works


def _serve(connection: Connection, language: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who started this
    os.environ[ONE_THREAD] = "1"
    Thread(target=_end_with_parent, daemon=True).start()
    multiprocessing.current_process().daemon = (
        False  # so that it may have workers, which end with it
    )
    if language:
        catalogs.choose(language)
    with suppress(EOFError, OSError):
        while True:
            work, args, fed = connection.recv()
            _do(connection, work, (*args, iter(connection.recv, None)) if fed else args)
            if fed:  # what is left of its parts is no work
                return
            if not gc.isenabled() and gc.get_count()[0] > _RINGS:
                gc.collect()  # what the job left in rings, which nothing else frees


def _do(
    connection: Connection, work: Callable[..., Iterable[JobStep[Any]]], args: tuple[Any, ...]
) -> None:
    """Do a job, and send its steps and its end."""
    last = 0.0
    try:
        for step in work(*args):
            if step.result is not None or perf_counter() - last >= _QUIET:
                connection.send((_STEP, step))
                last = perf_counter()
        said: tuple[int, Exception | None] = (_END, None)
    except Exception as error:
        said = (_RAISED, _carried(error))
    connection.send(said)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _carried(error: Exception) -> Exception:
    """The exception, or one that can be pickled in its place."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RaisedInWorker(f"{type(error).__name__}: {error}")
    return error
