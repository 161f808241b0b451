"""Dumping a long file in parts, in several processes."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.cli.console import ReadingFailed, reading
from viewer.cli.dumping import Way, end_of, head_of, records_dumped, rows_of
from viewer.document.parts import Items, Part, Parts, collection_of
from viewer.tree.diagnostic import Diagnostic

_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it


class DumpedPart(NamedTuple):
    """Some records in a dump, the head of the dump, and the diagnostics by the reader and by the rules."""

    head: str
    text: str
    by_reader: list[str]
    by_rules: list[str]


def dump_apart(
    path: str, encoding: str | None, way: Way, parts: Parts, jobs: int
) -> Iterator[JobStep[str]]:
    """`dump_file` in several processes (0: one a processor), which dump parts of the file."""
    jobs = jobs if jobs > 0 else processors()
    items = Items()
    items.add((path, encoding, way), parts)
    by_reader: list[str] = []
    by_rules: list[str] = []
    try:
        for step in in_processes(_dump_part, items, jobs, patience=1.0, ahead=4 * jobs):
            text = None
            if step.result is not None:
                number, results, error = step.result
                if isinstance(error, WorkerLost):
                    raise ReadingFailed(path, "dump.lost", error.reason) from error
                if error is not None:
                    raise error
                (part,) = results
                if isinstance(part, Diagnostic):
                    raise ReadingFailed(path, part.code, part.message)
                before = f",{way.line_end}" if number else f'{part.head}"records":[{way.line_end}'
                text = before + part.text
                by_reader += part.by_reader
                by_rules += part.by_rules
            yield JobStep(step.done, step.total, text)
    finally:
        items.close()
    yield JobStep(1, 1, end_of(by_reader + by_rules, way))


def _dump_part(
    path: str, encoding: str | None, way: Way, part: Part
) -> Iterator[JobStep[DumpedPart | Diagnostic]]:
    """A part of a dump, in a process for such; or why the file can't be read."""
    pause = _WORKERS_PAUSE.__enter__()
    try:
        with reading(path):
            collection = collection_of(path, encoding, part)
        told = len(collection.diagnostics)
        texts: list[str] = []
        by_rules: list[str] = []
        places: dict[int, dict[int, int]] = {}
        head = ""
        for step in records_dumped(path, collection, part.indexes, pause, way):
            one = step.result
            if one is not None:
                head = head or head_of(collection, one.encoding, None)
                texts.append(one.text)
                by_rules += one.by_rules
                if one.places is not None:
                    places[one.record] = one.places
            yield JobStep(step.done, step.total)
        text = f",{way.line_end}".join(texts)
        by_reader = rows_of(collection.diagnostics[told:], places)
        yield JobStep(1, 1, DumpedPart(head, text, by_reader, by_rules))
    except ReadingFailed as error:
        yield JobStep(1, 1, error.diagnostic)
