"""What a list of files says of each: headers of its first record, how many it has, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep, in_thread, side_by_side
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.base.source import FileSource
from viewer.base.system_errors import error_words
from viewer.formats import FORMATS
from viewer.formats.detect import load_source, suffix_of
from viewer.formats.format import Collection, Unreadable

ROLES = ("side0", "side1", "result", "title", "date", "event", "round", "opening")
"""The roles of headers (see `HeaderField`) that a summary has."""
_SUFFIXES = frozenset(suffix for entry in FORMATS.values() for suffix in entry.suffixes)
_PATIENCE = 0.5  # seconds that the records of a file are counted at most
_SOON = 0.02  # seconds after which what was read is handed over
_FEW = 60  # files that are read in a thread, sooner than a process would be there
_CHUNK = 500  # files that a process reads at a time, at most
_BYTES = 1 << 24  # and so many bytes of them


class Summary(NamedTuple):
    """What a list says of a file.

    Attributes:
        format: the id of its format, "" if it can't be read.
        game: the id of its first record's game, "" if it has none.
        records: how many it has, as far as they were counted.
        counted: whether all of them were counted.
        values: of the first record, by role; those it has.
        problem: why it can't be read, None if it can.
        foreign: whether it is no record at all, neither by its content nor by its name.
    """

    format: str = ""
    game: str = ""
    records: int = 0
    counted: bool = True
    values: Mapping[str, str] = {}
    problem: Message | None = None
    foreign: bool = False


def is_named_as_record(path: str) -> bool:
    """Whether the suffix of a file is that of a format."""
    return suffix_of(path) in _SUFFIXES


def summary_of(path: str, files: FileSystem = SYSTEM, limits: Limits = DEFAULT) -> Summary:
    """The summary of a file. What can't be read is said in it; nothing is raised."""
    try:
        source = FileSource(path, files)
        try:
            return _read(load_source(source, limits))
        finally:
            source.close()
    except Unreadable as error:
        return Summary(problem=error.reason, foreign=not is_named_as_record(path))
    except FileNotFoundError:
        return Summary(foreign=True)
    except OSError as error:
        words = message("It can't be read: {why}.", why=error_words(error))
    except (
        Exception
    ) as error:  # a mistake in one reader must not keep the others' files from being listed
        words = message("It can't be read: {why}.", why=reason(error))
    return Summary(problem=words, foreign=not is_named_as_record(path))


def _read(collection: Collection) -> Summary:
    entry = FORMATS[collection.format]
    if not len(collection):
        return Summary(entry.id)
    format_ = entry.load()
    headers = collection.headers(0)
    # In a file of several records each may be of another game, whatever its format is for (PGN).
    alike = format_.single and len(entry.games) == 1
    game = entry.games[0] if alike else collection.record(0).game
    by_role = format_.by_role
    values = {role: value for role in ROLES if (value := by_role(role, headers, game))}
    counted = True
    until = perf_counter() + _PATIENCE
    for _ in collection.indexing():
        if perf_counter() > until:
            counted = False
            break
    return Summary(entry.id, game, len(collection), counted, values)


Summaries = Sequence[tuple[str, Summary]]
"""Summaries by path."""


def summaries(paths: Sequence[str]) -> Iterator[JobStep[Summaries]]:
    """The job that reads the summaries of files, some at a time."""
    some: list[tuple[str, Summary]] = []
    began = perf_counter()
    for done, path in enumerate(paths, 1):
        some.append((path, summary_of(path)))
        if done == len(paths) or perf_counter() - began > _SOON:
            yield JobStep(done, len(paths), some)
            some, began = [], perf_counter()


def reading(sizes: Mapping[str, int]) -> Iterator[JobStep[Summaries]]:
    """The job that reads the summaries of files (their sizes by path): a few in a thread, many in processes.

    Summaries come nearly in the order of the files. Raises OSError if no process can be started.
    """
    first = dict.fromkeys(list(sizes)[:_FEW])
    rest = {path: size for path, size in sizes.items() if path not in first}
    jobs = [in_thread(summaries(list(first)))]
    if rest:  # the processes start while the first files are read here
        jobs.insert(0, _in_processes(_chunks(rest), len(rest)))
    yield from side_by_side(jobs)


def _in_processes(
    chunks: Sequence[Sequence[str]], total: int, done: int = 0
) -> Iterator[JobStep[Summaries]]:
    lost: list[str] = []
    for step in in_processes(summaries, [(chunk,) for chunk in chunks], processors()):
        outcome = step.result
        if outcome is None:
            yield JobStep(done, total, waiting=step.waiting)
            continue
        found = [one for some in outcome.results for one in some]
        rest = list(chunks[outcome.number])[len(found) :]
        if len(rest) > 1:
            lost += rest  # one of them ended the process: each is read by itself
        elif rest:
            found.append((rest[0], Summary(problem=_words(outcome.error))))
        done += len(found)
        yield JobStep(done, total, found)
    if lost:
        yield from _in_processes([[path] for path in lost], total, done)


def _words(error: Exception | None) -> Message:
    if isinstance(error, WorkerLost):
        return error.reason
    return message("It can't be read: {why}.", why=reason(error or OSError()))


def _chunks(sizes: Mapping[str, int]) -> list[list[str]]:
    """Files in groups for a process each; the first ones are small, so that something is there soon."""
    chunks: list[list[str]] = []
    room = most = 0
    for path, size in sizes.items():
        if not chunks or len(chunks[-1]) >= most or size > room:
            most, room = min(_CHUNK, 100 * (len(chunks) + 1)), _BYTES
            chunks.append([])
        chunks[-1].append(path)
        room -= size
    return chunks
