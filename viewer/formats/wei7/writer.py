"""A collection as a wei7 file: its first record."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT
from viewer.base.spans import Piece
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Collection, Output
from viewer.formats.kit.runs import WrittenRecord
from viewer.formats.wei7 import MARK
from viewer.formats.wei7.emit import Emission, compose
from viewer.formats.wei7.facts import FILE, REST
from viewer.formats.wei7.foreign import headers_of
from viewer.formats.wei7.losses import losses_of
from viewer.formats.wei7.reader import ParsedFile
from viewer.formats.wei7.resolved import resolved
from viewer.formats.wei7.xml import is_xml, read_xml
from viewer.tree.diff import differences
from viewer.tree.record import Record


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """The first record of a collection, with an option as a new file."""
    mark = options.get(MARK.id, "")
    record = collection.record(0)
    written = write_new(record, mark == "yes") if mark else write_record(record)
    return Output(written.losses, iter(written.pieces))


def write_new(record: Record, mark: bool = True) -> WrittenRecord:
    """A record as a new file."""
    said = resolved(record)
    said = Record(said.game, said.root, headers_of(said.headers), nodes=said.nodes)
    data = encode("\ufeff" * mark + compose(said), UTF8)
    return WrittenRecord((data,), losses_of(said, decode(data, UTF8)))


def write_record(record: Record) -> WrittenRecord:
    """A record as it was read, with its edits, or as a new file."""
    fact = record.fact(FILE)
    if fact is None or not isinstance(fact.raw, bytes):
        return write_new(record)
    rest = record.fact(REST)
    more: tuple[Piece, ...] = () if rest is None else (rest.raw,)
    limits = DEFAULT._replace(nodes=fact.value if isinstance(fact.value, int) else DEFAULT.nodes)
    text = decode(fact.raw, UTF8)
    if is_xml(text):
        # The editions of version 2 are only read: an edited record is a file of version 3.
        same = is_same(read_xml(text, limits).record, record)
        return WrittenRecord((fact.raw, *more), ()) if same else write_new(record)
    reading = ParsedFile(text, limits)
    if is_same(reading.record, record):
        return WrittenRecord((fact.raw, *more), ())
    said = resolved(record)
    data = encode(Emission(said, reading).text(), UTF8)
    return WrittenRecord((data, *more), losses_of(said, decode(data, UTF8)))


def is_same(read: Record, record: Record) -> bool:
    """Whether a record is as it was read, with the ids it had."""
    if [node.id for node in read.walk()] != [node.id for node in record.walk()]:
        return False
    return next(differences(read, record), None) is None
