"""A collection as an SGF file: untouched games as they stand, others node by node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.sgf.collection import MARKED, REST
from viewer.formats.sgf.dialect import table_of
from viewer.formats.sgf.emit import emit, written_of
from viewer.formats.sgf.losses import losses_of
from viewer.formats.shared.charsets import canonical, encode
from viewer.tree.record import Record

FORM = "form"
OWN, NEW = "own", "new"
_FORMAT = "sgf"


class _Part(NamedTuple):
    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]


def chosen_form(options: Mapping[str, str] | None) -> str:
    """The form that options ask for. Raises KeyError or ValueError."""
    form = OWN
    for name, value in (options or {}).items():
        if name != FORM:
            raise KeyError(name)
        if value not in (OWN, NEW):
            raise ValueError(value)
        form = value
    return form


def write(collection: Collection, options: Mapping[str, str] | None) -> Output:
    """The collection as a file. Raises OSError, KeyError or ValueError for an option not offered."""
    form = chosen_form(options)
    for _ in collection.indexing():
        pass
    parts: list[_Part] = []
    mark = b""
    index = 0
    copied = collection.format == _FORMAT and form == OWN
    while index < len(collection):
        run = collection.untouched(index) if copied else 0
        first = collection.span(index) if run else None
        last = collection.span(index + run - 1) if run else None
        if not index and form == OWN:
            mark = _mark(collection.record(0))
        if first is not None and last is not None:
            parts.append(_Part((Span(first.start, last.end - first.start),), ()))
            index += run
            continue
        record = _adopted(collection.record(index), collection.format)
        part = write_record(record, form == NEW)
        losses = tuple([loss._replace(record=index) for loss in part.losses])
        parts.append(part._replace(losses=losses))
        index += 1
    found = tuple([loss for part in parts for loss in part.losses])
    return Output(found, _joined(mark, parts))


def _adopted(record: Record, source: str) -> Record:
    """The record with the headers of another format under SGF's names, in games that want it."""
    table = table_of(record.game, record.setup) if source != _FORMAT else None
    if table is None or not table.adopts:
        return record
    from viewer.formats.roles import by_roles
    from viewer.formats.sgf import FORMAT

    headers = tuple(
        [
            header._replace(value=table.result(header.value)) if header.key == "RE" else header
            for header in by_roles(record, source, FORMAT).headers
        ]
    )
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _mark(record: Record) -> bytes:
    fact = record.fact(MARKED)
    if fact is None or not isinstance(fact.raw, bytes):
        return b""
    return encode("\ufeff", _codec(record)) if _codec(record).startswith("utf") else b""


def _joined(mark: bytes, parts: list[_Part]) -> Iterator[Piece]:
    if mark:
        yield mark
    for part in parts:
        yield from part.pieces


def _codec(record: Record) -> str:
    if not record.encoding:
        return UTF8
    game = written_of(record)
    if game is not None and game.codec == record.encoding:
        return game.codec
    return canonical(record.encoding) or UTF8


def write_record(record: Record, anew: bool = False) -> _Part:
    """A record as a game: as it was read, or without facts or `anew` in FF[4] and UTF-8."""
    if anew or written_of(record) is None:
        record, codec = _bare(record), UTF8
    else:
        codec = _codec(record)
    text = emit(record, codec)
    rest = tuple([fact.raw for fact in record.facts if fact.name == REST])
    return _Part((encode(text, codec), *rest), losses_of(record, text, codec))


def _bare(record: Record) -> Record:
    """The record without what the reader of its file saw."""
    from viewer.tree.record import nodes_of, rows_of

    nodes = nodes_of([row._replace(facts=()) for row in rows_of(record.root)])
    return Record(record.game, nodes[0], record.headers, UTF8)
