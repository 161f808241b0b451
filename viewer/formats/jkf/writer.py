"""A collection as a JKF file: its first record."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.spans import Piece
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Collection, Output
from viewer.formats.jkf.content import content_of
from viewer.formats.jkf.emit import Emission, compose
from viewer.formats.jkf.facts import FILE, REST
from viewer.formats.jkf.losses import losses_of
from viewer.formats.jkf.reader import ParsedFile
from viewer.formats.kit.runs import WrittenRecord
from viewer.tree.diff import differences
from viewer.tree.record import Record


def write(collection: Collection) -> Output:
    """The first record of a collection."""
    written = write_record(collection.record(0))
    return Output(written.losses, iter(written.pieces))


def write_record(record: Record) -> WrittenRecord:
    """A record as it was read, with its edits, or as a new file."""
    fact = record.fact(FILE)
    if fact is None or not isinstance(fact.raw, bytes):
        said = content_of(record)
        text = compose(record, said)
        data = encode(text, UTF8)
        return WrittenRecord((data,), losses_of(record, said, decode(data, UTF8)))
    rest = record.fact(REST)
    more: tuple[Piece, ...] = () if rest is None else (rest.raw,)
    limits = DEFAULT._replace(nodes=fact.value if isinstance(fact.value, int) else DEFAULT.nodes)
    reading = ParsedFile(decode(fact.raw, UTF8), limits)
    same = _shape(reading.record) == _shape(record)
    if same and next(differences(reading.record, record), None) is None:
        return WrittenRecord((fact.raw, *more), ())
    said = content_of(record)
    text = Emission(record, said, reading, content_of(reading.record)).text()
    data = encode(text, UTF8)
    return WrittenRecord((data, *more), losses_of(record, said, decode(data, UTF8)))


def _shape(record: Record) -> list[int]:
    return [node.id for node in record.walk()]
