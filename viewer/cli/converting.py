"""Converting in several processes: a long file in parts, and the files of a folder."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.base.refused import Refused
from viewer.base.source import piece_bytes
from viewer.base.spool import Spool
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import Failed, ReadingFailed, complain, follow, reading, say
from viewer.document.parts import Items, Part, collection_of, in_file, parts_in
from viewer.document.record_set import files_of
from viewer.document.saving.losses import grouped
from viewer.document.saving.save import SaveError, write_file
from viewer.face import prepare
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format, Loss, Output
from viewer.formats.forwarding import held
from viewer.tree.diagnostic import Diagnostic

REFUSED = 1
_LONGEST = 1 << 25  # bytes of a file that comes from another process


# ------------------------------------------------------------------------------------ one file


class PartsWriter:
    """Writes a long file in parts, in several processes; see `face.prepare`."""

    def __init__(self, path: str, encoding: str | None, jobs: int) -> None:
        self._path = path
        self._encoding = encoding
        self._jobs = jobs if jobs > 0 else processors()

    def __call__(
        self, format_: Format, collection: Collection, options: Mapping[str, str] | None
    ) -> Output:
        """The output of a whole file. Raises ReadingFailed, OSError."""
        whole, order = in_file(collection)
        by_record = format_.record_writer(whole.format, options or {}) is not None
        parts = parts_in(collection) if by_record else None
        if parts is None:
            return format_.write(collection, options)
        places = {}
        if not isinstance(order, range):
            places = {index: at for at, index in enumerate(order)}
        items = Items()
        items.add((self._path, self._encoding, format_.id, dict(options or {})), parts)
        jobs = in_processes(_write_part, items, self._jobs, patience=1.0, ahead=4 * self._jobs)
        spool = Spool()
        losses: list[Loss] = []
        try:
            for outcome in follow(jobs):
                if isinstance(outcome.error, WorkerLost):
                    raise ReadingFailed(self._path, "convert.lost", outcome.error.reason)
                if outcome.error is not None:
                    raise outcome.error
                (result,) = outcome.results
                if isinstance(result, Diagnostic):
                    raise ReadingFailed(self._path, result.code, result.message)
                data, found = result
                spool.put(data)
                losses += [
                    one._replace(record=places.get(one.record, one.record)) if places else one
                    for one in found
                ]
        finally:
            items.close()
        return Output(tuple(losses), spool.pieces())


def _write_part(
    path: str, encoding: str | None, format: str, options: Mapping[str, str], part: Part
) -> Iterator[JobStep[tuple[bytes, list[Loss]] | Diagnostic]]:
    """A part of a file in its new form, in a process for such; or why it can't be read."""
    entry = FORMATS[format]
    data: list[bytes] = []
    losses: list[Loss] = []
    try:
        with reading(path):
            collection = held(collection_of(path, encoding, part), entry)
            write = entry.load().record_writer(collection.format, options)
            assert write is not None
            for written, found in write(collection, options, part.indexes):
                data.append(written)
                losses += found
                yield JobStep(len(data), len(part.indexes))
    except ReadingFailed as error:
        yield JobStep(1, 1, error.diagnostic)
        return
    yield JobStep(1, 1, (b"".join(data), losses))


# ----------------------------------------------------------------------------------- a folder


class FolderWay(NamedTuple):
    """How the files of a folder are converted: the answers to `convert`."""

    to: str
    options: Mapping[str, str]
    encoding: str | None
    allow_loss: bool
    force: bool
    sort: bool
    jobs: int


class _Converted(NamedTuple):
    """What became of a file.

    Attributes:
        data: its new bytes; None if it isn't written, or is too long to be sent.
        why: why it can't be written, None if it can.
        losses: sentences with their numbers.
    """

    data: bytes | None
    why: Message | None
    losses: list[tuple[Message, int]]


def convert_folder(folder: str, target: str, way: FolderWay) -> int:
    """Convert all files of a folder to files of the same names in another folder, at any depth.

    Tells what was lost or refused by kinds. Exit status 0: all written, 1: something refused, 2: failed.
    Raises Failed if there is nothing to convert, or nowhere to.
    """
    paths = [path for path in files_of([folder]) if path != folder]
    if not paths:
        raise Failed(message("{path} has no files with records.", path=folder))
    if os.path.exists(target) and not os.path.isdir(target):
        raise Failed(message("{path} is no folder.", path=target))
    targets = _targets(paths, folder, target, way.to)
    told = _Told()
    items = [(path, targets[path], way) for path in paths]
    jobs = min(way.jobs if way.jobs > 0 else processors(), len(items))
    for outcome in follow(in_processes(_convert_alone, items, jobs, patience=1.0, ahead=8 * jobs)):
        path = paths[outcome.number]
        if isinstance(outcome.error, WorkerLost):
            told.refused(path, outcome.error.reason, FAILED)
        elif outcome.error is not None:
            raise outcome.error
        else:
            told.add(path, outcome.results[0], targets[path], way)
    told.say()
    return told.status


def _targets(paths: Iterable[str], folder: str, target: str, to: str) -> dict[str, str]:
    """The new name of each file; files that differ in their suffixes only keep these."""
    bare = {path: os.path.splitext(os.path.relpath(path, folder))[0] for path in paths}
    often = Counter(bare.values())
    suffix = to.lower().lstrip(".")
    return {
        path: os.path.join(
            target, f"{name if often[name] == 1 else os.path.relpath(path, folder)}.{suffix}"
        )
        for path, name in bare.items()
    }


def _convert_alone(path: str, target: str, way: FolderWay) -> Iterator[JobStep[_Converted]]:
    """The new form of a file, in a process for such."""
    with GarbagePause():
        yield JobStep(1, 1, _converted(path, target, way))


def _converted(path: str, target: str, way: FolderWay, write: bool = False) -> _Converted:
    try:
        with reading(path):
            conversion = prepare(
                path,
                target,
                way.options,
                encoding=way.encoding,
                overwrite=way.force,
                sort=way.sort,
            )
            try:
                groups = grouped(conversion.output.losses)
                losses = [(group.words, len(group.losses)) for group in groups]
                if losses and not way.allow_loss:
                    return _Converted(None, None, losses)
                if write:
                    conversion.write()
                    return _Converted(b"", None, losses)
                size, data = 0, []
                for piece in conversion.output.pieces:
                    data.append(piece_bytes(piece, conversion.collection.source))
                    size += len(data[-1])
                    if size > _LONGEST:
                        return _Converted(None, None, [])
                return _Converted(b"".join(data), None, losses)
            finally:
                conversion.close()
    except ReadingFailed as error:
        return _Converted(None, error.why, [])
    except (Refused, SaveError) as error:
        return _Converted(None, error.reason, [])


class _Told:
    """What became of the files of a folder, by kinds."""

    def __init__(self) -> None:
        self.status = OK
        self._written = self._files = 0
        self._why: dict[str, tuple[Message, int, str]] = {}
        self._lost: dict[str, tuple[Message, int, str]] = {}

    def add(self, path: str, done: _Converted, target: str, way: FolderWay) -> None:
        """Write a converted file, and note what it lost. A target that can't be written is noted, too."""
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if done.data is None and done.why is None and not done.losses:
            done = _converted(path, target, way, write=True)
        elif done.data is not None:
            try:
                write_file(target, [done.data], None)
            except SaveError as error:
                done = _Converted(None, error.reason, [])
        if done.why is not None:
            self.refused(path, done.why, FAILED)
            return
        self._files += 1
        self._written += done.data is not None
        if done.data is None:
            self.status = max(self.status, REFUSED)
        for words, count in done.losses:
            _count(self._lost, words, count, path)

    def refused(self, path: str, why: Message, status: int) -> None:
        """Note that a file isn't written, and why."""
        self._files += 1
        self.status = max(self.status, status)
        _count(self._why, why, 1, path)

    def say(self) -> None:
        """Tell all of it."""
        for words, count, path in _by_number(self._lost.values()):
            times = counted("lost {count} time", "lost {count} times", count)
            complain(
                message("{times}, first in {path}: {what}", times=times, path=path, what=words)
            )
        for words, count, path in _by_number(self._why.values()):
            files = counted("{count} file not written", "{count} files not written", count)
            complain(message("{files}, first {path}: {what}", files=files, path=path, what=words))
        left = self._files - self._written
        if left and self._lost and self.status == REFUSED:
            complain(
                message("Files that would lose something aren't written; --allow-loss writes them.")
            )
        words = counted(
            "{written} of one file written", "{written} of {count} files written", self._files
        )
        say(words.given(written=self._written))


def _count(
    kinds: dict[str, tuple[Message, int, str]], words: Message, count: int, path: str
) -> None:
    first = kinds.get(words.template, (words, 0, path))
    kinds[words.template] = (first[0], first[1] + count, first[2])


def _by_number(
    kinds: Iterable[tuple[Message, int, str]],
) -> Sequence[tuple[Message, int, str]]:
    return sorted(kinds, key=lambda one: -one[1])
