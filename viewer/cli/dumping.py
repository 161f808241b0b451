"""The job behind `qipu dump`: the records of a file in JSON, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.cli.console import json_text, opened, reading
from viewer.cli.neutral import diagnostic_data, dumping, opening_data, places_of
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.tree.diagnostic import Diagnostic

_PARTS = 1000  # of a record, in the count of what is done


class Way(NamedTuple):
    """How records are dumped: with which line ends, and whether with their openings."""

    line_end: str = ""
    openings: bool = False


PLAIN = Way()


class Dumped(NamedTuple):
    """A record in a dump: its JSON, and that of the diagnostics by the rules."""

    record: int
    encoding: str | None
    text: str
    places: dict[int, int] | None
    by_rules: list[str]


def dump_file(
    path: str,
    encoding: str | None,
    pause: GarbagePause,
    head: Mapping[str, str] | None = None,
    way: Way = PLAIN,
) -> Iterator[JobStep[str]]:
    """The parts of a file's dump, as a job; `head` are keys that come before all others.

    Where openings are wanted, records have a key "opening", null if their moves have no name.
    Raises ReadingFailed before the first part, or at a record that the disk no longer gives.
    """
    with opened(path, encoding) as collection:
        total = len(collection)
        before = f'"records":[{way.line_end}'
        if not total:
            yield JobStep(0, 0, head_of(collection, None, head) + before)
        places: dict[int, dict[int, int]] = {}
        by_rules: list[str] = []
        for step in records_dumped(path, collection, range(total), pause, way):
            one = step.result
            if one is None:
                yield JobStep(step.done, step.total)
                continue
            if one.record == 0:
                before = head_of(collection, one.encoding, head) + before
            if one.places is not None:
                places[one.record] = one.places
            by_rules += one.by_rules
            yield JobStep(step.done, step.total, before + one.text)
            before = f",{way.line_end}"
        by_reader = rows_of(collection.diagnostics, places)
    yield JobStep(1, 1, end_of(by_reader + by_rules, way))


def records_dumped(
    path: str, collection: Collection, indexes: Sequence[int], pause: GarbagePause, way: Way
) -> Iterator[JobStep[Dumped]]:
    """A job that dumps records of a collection."""
    total = len(indexes) * _PARTS
    format_ = FORMATS[collection.format].load()
    for number, index in enumerate(indexes):
        with reading(path):
            record = collection.record(index)
        game = game_of(record.game)
        for step in dumping(game, record, format_):
            done = number * _PARTS + step.done * _PARTS // step.total
            if step.result is None:
                yield JobStep(done, total)
                continue
            data, found = step.result
            if way.openings:
                data["opening"] = opening_data(game, record)
            places = places_of(record)
            rows = [json_of(diagnostic_data(one.in_record(index), places)) for one in found]
            one = Dumped(index, record.encoding, json_of(data), places, rows)
            yield JobStep(done, total, one)
        if isinstance(format_, CheckedByRecord):  # which is read anew for each who asks
            record.dissolve()
        else:
            pause.read(len(record.nodes))


def rows_of(found: Sequence[Diagnostic], places: Mapping[int, dict[int, int]]) -> list[str]:
    """Diagnostics as JSON; `places` of the nodes of records where they aren't their ids."""
    return [json_of(diagnostic_data(one, places.get(one.record or 0))) for one in found]


def end_of(rows: list[str], way: Way) -> str:
    """What stands behind the records, with the diagnostics."""
    text = f",{way.line_end}".join(rows)
    return f'{way.line_end}],{way.line_end}"diagnostics":[{way.line_end}{text}{way.line_end}]}}'


def head_of(collection: Collection, encoding: str | None, head: Mapping[str, str] | None) -> str:
    """The object's beginning, to which more keys are added."""
    start = {**(head or {}), "format": collection.format, "encoding": encoding}
    return json_of(start)[:-1] + ","


def json_of(data: Mapping[str, Any]) -> str:
    """JSON in one line."""
    return json_text(data, between=(",", ":"))
