"""What a list of files says of each: its summary, and in which order they stand."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.folder_watching import FolderNews
from viewer.base.jobs import JobStep, in_thread, side_by_side
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.base.source import FileSource
from viewer.base.system_errors import error_words
from viewer.document.arranging import sort_key
from viewer.formats import FORMATS, SUFFIXES
from viewer.formats.detect import load_source, suffix_of
from viewer.formats.format import Collection, Unreadable
from viewer.games import GAMES

ROLES = ("side0", "side1", "result", "title", "date", "event", "round", "opening")
"""The roles of headers (see `HeaderField`) that a summary has."""
_PATIENCE = 0.5  # seconds that the records of a file are counted at most
_SOON = 0.02  # seconds after which what was read is handed over
_FEW = 60  # files that are read in a thread, sooner than a process would be there
_CHUNK = 500  # files that a process reads at a time, at most
_BYTES = 1 << 24  # and so many bytes of them
_Place = tuple[str, str, str]  # sorted by folder and name, numbers by value; then its path


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


def _is_named_as_record(path: str) -> bool:
    """Whether the suffix of a file is that of a format."""
    return suffix_of(path) in SUFFIXES


def summary_of(path: str, files: FileSystem = SYSTEM, limits: Limits = DEFAULT) -> Summary:
    """The summary of a file. What can't be read is said in it; nothing is raised."""
    try:
        source = FileSource(path, files)
        try:
            return _read(load_source(source, limits))
        finally:
            source.close()
    except Unreadable as error:
        return Summary(problem=error.reason, foreign=not _is_named_as_record(path))
    except FileNotFoundError:
        return Summary(foreign=True)
    except OSError as error:
        words = message("It can't be read: {why}.", why=error_words(error))
    # A mistake in one reader must not keep the others' files from being listed.
    except Exception as error:
        words = message("It can't be read: {why}.", why=reason(error))
    return Summary(problem=words, foreign=not _is_named_as_record(path))


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


class ListedFile(NamedTuple):
    """A file of the list.

    Attributes:
        path: as it was found.
        name, folder: its name, and its folder within the one that is listed ("" for that itself).
        summary: what its list says of it, None until it is read.
    """

    path: str
    name: str
    folder: str
    summary: Summary | None = None


class FileList:
    """The files of folders that are records, by name or content, in the order of folders and names.

    Numbers in names count by value. The list can be filtered and sorted (`viewer.document.arranging`); its
    columns are the roles of headers (see `ROLES`), "file", "folder", "game" and "games", the number of
    records where it isn't one.

    Attributes:
        roots: the folders, or single files.
        naming: makes text of a game's name.
    """

    def __init__(self, roots: Sequence[str], naming: Callable[[Message], str] = str) -> None:
        self.roots = tuple(roots)
        self.naming = naming
        self._stamps: dict[str, Stamp] = {}
        self._summaries: dict[str, Summary] = {}
        self._unread: dict[str, int] = {}  # sizes
        self._places: list[_Place] = []
        self._listed: set[str] = set()
        self._kept: set[str] = set()
        self._tally: Counter[str] = Counter()  # of listed files, by what they have to show
        self._folders: dict[str, tuple[str, str]] = {}
        # Single files of a folder.
        self._one_folder = len({os.path.dirname(root) for root in roots}) == 1

    # ---------------------------------------------------------------------------- what is listed

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, place: int) -> ListedFile:
        path = self._places[place][2]
        return ListedFile(
            path, os.path.basename(path), self._folder_of(path), self._summaries.get(path)
        )

    @property
    def paths(self) -> list[str]:
        """The paths of all files, in their order."""
        return [place[2] for place in self._places]

    def __contains__(self, path: object) -> bool:
        return path in self._listed

    def stamp_of(self, path: str) -> Stamp | None:
        """The stamp that a file was listed with, None for one that isn't on the disk any more."""
        return self._stamps.get(path)

    def index(self, path: str) -> int:
        """The place of a file, or the one that it would have."""
        return bisect_left(self._places, self._place(path))

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A column of a range of files."""
        paths = [path for _, _, path in self._places[start:stop]]
        if key == "file":
            return [os.path.basename(path) for path in paths]
        if key == "folder":
            return [self._folder_of(path) for path in paths]
        known = self._summaries
        return [self.value(known[path], key) if path in known else "" for path in paths]

    def value(self, summary: Summary, key: str) -> str:
        """A column's text for a summary."""
        if key == "game":
            return self.naming(GAMES[summary.game].name) if summary.game in GAMES else ""
        if key == "games":
            several = summary.records > 1
            return f"{summary.records}{'' if summary.counted else '+'}" if several else ""
        return summary.values.get(key, "")

    def columns(self) -> list[str]:
        """The columns in which any file has something to show, beside "file"; "game" if games differ."""
        found = ["game"] if len(self.games) > 1 else []
        found += [role for role in ROLES if self._tally[role]]
        return found + [column for column in ("games", "folder") if self._tally[column]]

    @property
    def games(self) -> set[str]:
        """The ids of the games of the listed files."""
        return {game for game in GAMES if self._tally[game]}

    @property
    def broken(self) -> int:
        """The number of listed files that can't be read."""
        return self._tally["broken"]

    @property
    def left_out(self) -> int:
        """The number of files that are no records."""
        return len(self._summaries) - self._tally["read"]

    def covers(self, path: str) -> bool:
        """Whether a path is in the list, or in one of its folders."""
        return path in self._stamps or any(
            path.startswith(os.path.join(root, "")) for root in self.roots
        )

    def _folder_of(self, path: str) -> str:
        return self._folder(os.path.dirname(path))[0]

    def _folder(self, path: str) -> tuple[str, str]:
        """A folder's name within the one that is listed, and the key that it is sorted by."""
        known = self._folders.get(path)
        if known is None:
            name = "" if self._one_folder else path
            for root in self.roots:
                if path == root:
                    name = ""
                elif path.startswith(os.path.join(root, "")):
                    name = path[len(os.path.join(root, "")) :]
            key = "\0".join(map(sort_key, name.split(os.sep))) if name else ""
            known = self._folders[path] = name, key
        return known

    def _place(self, path: str) -> _Place:
        folder, name = os.path.split(path)
        return self._folder(folder)[1], sort_key(name), path

    # ----------------------------------------------------------------------------- what changes

    def take(self, news: FolderNews) -> bool:
        """Take over what a look at the folders found; returns whether the list changed."""
        gone = [path for path in news.gone if self._stamps.pop(path, None) is not None]
        for path in gone:
            self._summarise(path, None)
            self._unread.pop(path, None)
        changed = self._drop(path for path in gone if path not in self._kept)
        self._stamps |= news.there
        self._unread |= {path: stamp.size for path, stamp in news.there.items()}
        return self._add(path for path in news.there if _is_named_as_record(path)) or changed

    def fill(self, summaries: Iterable[tuple[str, Summary]]) -> bool:
        """Take over summaries; returns whether files came into the list or left it."""
        come: list[str] = []
        go: list[str] = []
        for path, summary in summaries:
            if path not in self._stamps:
                continue  # gone meanwhile
            self._summarise(path, summary)
            (go if summary.foreign else come).append(path)
        changed = self._drop(path for path in go if path not in self._kept)
        return self._add(come) or changed

    def keep(self, paths: Iterable[str]) -> bool:
        """Keep open files in the list although they are gone, and no others; whether the list changed."""
        self._kept = set(paths)
        gone = [path for path in self._listed if path not in self._stamps]
        return self._drop(path for path in gone if path not in self._kept)

    def unread(self) -> Mapping[str, int]:
        """The files with no summary yet, or changed since, and their sizes: listed ones first, in order.

        They count as read from now on.
        """
        waiting, self._unread = self._unread, {}
        first = [path for _, _, path in self._places if path in waiting]
        rest = sorted(waiting.keys() - self._listed)
        return {path: waiting[path] for path in (*first, *rest)}

    @property
    def waiting(self) -> int:
        """The number of files that no summary has been asked for."""
        return len(self._unread)

    def _summarise(self, path: str, summary: Summary | None) -> None:
        listed = path in self._listed
        if listed:
            self._count(path, -1)
        if summary is None:
            self._summaries.pop(path, None)
        else:
            self._summaries[path] = summary
        if listed:
            self._count(path, 1)

    def _count(self, path: str, step: int) -> None:
        """Add a listed file to the tally of what the columns have to show, or take it off (-1)."""
        tally, summary = self._tally, self._summaries.get(path)
        tally["folder"] += step * bool(self._folder_of(path))
        if summary is not None:
            tally["read"] += step
            tally["broken"] += step * (summary.problem is not None)
            tally["games"] += step * (summary.records > 1)
            tally[summary.game] += step
            for role in summary.values:
                tally[role] += step

    def _add(self, paths: Iterable[str]) -> bool:
        new = set(paths) - self._listed
        if not new:
            return False
        self._listed |= new
        for path in new:
            self._count(path, 1)
        self._places += sorted(map(self._place, new))
        self._places.sort()  # two sorted runs, which takes little
        return True

    def _drop(self, paths: Iterable[str]) -> bool:
        gone = self._listed.intersection(paths)
        if not gone:
            return False
        for path in gone:
            self._count(path, -1)
        self._listed -= gone
        self._places = [place for place in self._places if place[2] not in gone]
        return True
