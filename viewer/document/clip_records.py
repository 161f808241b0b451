"""Whole records carried from one document to another: as plain data, and as a file's text.

What a record keeps of the bytes of its file stays behind: it belongs to that file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer.base.source import piece_blocks, piece_bytes
from viewer.document.ops import InsertRecord, RecordData, pack, unpack
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.document.document import Document

MEDIA_TYPE = "application/x-qipu-games+json"
MOST = 2_000
"""Records that are carried at once."""


def _alone(data: RecordData) -> RecordData:
    rows = tuple(row._replace(facts=()) for row in data.rows)
    return data._replace(facts=(), rows=rows)


def to_text(records: Sequence[Record]) -> str:
    """Records as text (JSON)."""
    import json  # here: not every file that is opened has something copied out of it

    packed = [pack(InsertRecord(0, 0, _alone(RecordData.of(record)))) for record in records]
    return json.dumps({"qipu": "games", "games": packed}, ensure_ascii=True)


def from_text(text: str) -> list[RecordData]:
    """The records in a text. Raises ValueError for a text that is none."""
    import json

    try:
        data = json.loads(text)
        if data["qipu"] != "games":
            raise ValueError("no games")
        records = []
        for packed in data["games"]:
            op = unpack(packed)
            if not isinstance(op, InsertRecord) or not op.data.rows:
                raise ValueError("no game")
            op.data.record()  # rows that are no tree raise here
            records.append(_alone(op.data))
        return records
    except (KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("no games") from error


def as_file(document: Document, records: Sequence[Record]) -> str:
    """Records as the text of a file of the document's format; "" where that is no text."""
    format_ = FORMATS[document.format].load()
    # Without the file's own facts: what is written stands alone.
    alone = [_alone(RecordData.of(record)).record() for record in records]
    output = format_.write(MemoryCollection(document.format, alone))
    data = b"".join(
        piece_bytes(block, None) for piece in output.pieces for block in piece_blocks(piece)
    )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if "\0" in text else text
