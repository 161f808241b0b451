"""Copied records, as lines of text for the clipboard.

An unedited record is copied as its bytes, and so is one that its format writes without loss: pasted into a
file of that format it stays as it was. Others are copied as plain data without facts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.layers import RecodedSource, bare
from viewer.base.source import piece_blocks, piece_bytes
from viewer.document.edits import AnyRecord, RecordBytes, RecordData, pack_record, unpack_record
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Unreadable
from viewer.formats.forwarding import OrderedCollection
from viewer.tree.record import Record

MEDIA_TYPE = "application/x-qipu-games+json"
MOST = 2_000
"""Records that are carried at once."""
_MARK = "\ufeff".encode()


def carried(records: Collection, index: int) -> AnyRecord:
    """A record of a collection in the form in which it is copied. Raises OSError."""
    raw = _bytes_of(records, index)
    if raw is not None:
        alone = _as_bytes(records, index, raw)
        if _is_one(alone):
            return alone
    return RecordData.of(records.record(index)).bare()


def _bytes_of(records: Collection, index: int) -> bytes | None:
    """The bytes of a record written in its format, None if that would lose anything."""
    if isinstance(bare(records.source), RecodedSource):
        return None  # those of the file aren't those that are read
    span = records.span(index)
    if span is not None:
        return piece_bytes(span, records.source)
    format_ = FORMATS[records.format].load()
    if not format_.writable or format_.single:
        return None
    output = format_.write(OrderedCollection(records, [index]))
    if output.losses:
        return None
    pieces = (block for piece in output.pieces for block in piece_blocks(piece))
    return b"".join(piece_bytes(block, records.source) for block in pieces)


def _is_one(record: RecordBytes) -> bool:
    """Whether bytes on their own are one record; those of damaged files may be none or several."""
    try:
        return len(record.collection()) == 1
    except Unreadable:
        return False


def _as_bytes(records: Collection, index: int, raw: bytes) -> RecordBytes:
    if raw.isascii():
        return RecordBytes(records.format, raw)
    # What the file's other games said of its encoding isn't there any more.
    record = records.record(index)
    data = RecordBytes(records.format, raw.removeprefix(_MARK), record.encoding)
    if records.span(index) is not None:
        return data
    # What is written anew may be in another codec than its file, as the text needs it.
    return max((data, data._replace(encoding=None)), key=lambda one: _alike(record, one))


def _alike(record: Record, data: RecordBytes) -> int:
    """How many texts of a record occur in its bytes."""
    try:
        return len(_texts(record) & _texts(data.record()))
    except Unreadable:
        return -1


def _texts(record: Record) -> set[str]:
    notes = (value for node in record.walk() for value in node.notes.values())
    return {header.value for header in record.headers} | {str(value) for value in notes}


def to_text(format: str, records: Sequence[AnyRecord]) -> str:
    """Records as text: a first line of JSON with the document's format, then a line for each."""
    return "\n".join([head(format), *map(line, records)])


def head(format: str) -> str:
    """The first line."""
    return json.dumps({"qipu": "games", "format": format})


def line(record: AnyRecord) -> str:
    """The line for a record."""
    return json.dumps(pack_record(record), ensure_ascii=True)


def reading(text: str) -> tuple[str, Iterator[JobStep[AnyRecord]]]:
    """(format of the document that the records come from, the job that reads them).

    Raises ValueError if the text isn't one of `to_text`; the job does so for a line that is no record.
    """
    first, *lines = text.split("\n")
    try:
        said = json.loads(first)
        if said["qipu"] != "games" or said["format"] not in FORMATS or not lines:
            raise ValueError("no games")
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError("no games") from error
    return said["format"], _read(lines)


def _read(lines: Sequence[str]) -> Iterator[JobStep[AnyRecord]]:
    for number, packed in enumerate(lines, 1):
        try:
            data = unpack_record(json.loads(packed))
            if isinstance(data, RecordData):
                data = data.bare()
                data.record()  # rows that are no tree raise here
            elif not _is_one(data):
                raise ValueError("no game")
        except (LookupError, TypeError, AttributeError, RecursionError, Unreadable) as error:
            raise ValueError("no game") from error
        yield JobStep(number, len(lines), data)
