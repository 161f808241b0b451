"""Whole records carried from one document to another: as plain data, and as a file's text.

What a record keeps of the bytes of its file stays behind: it belongs to that file.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.document.ops import InsertRecord, RecordData, pack, unpack
from viewer.tree.record import Record

MEDIA_TYPE = "application/x-qipu-games+json"
MOST = 2_000
"""Records that are carried at once."""


def to_text(records: Sequence[Record]) -> str:
    """Records as text (JSON)."""
    import json  # here: not every file that is opened has something copied out of it

    packed = [pack(InsertRecord(0, 0, RecordData.of(record).bare())) for record in records]
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
            records.append(op.data.bare())
        return records
    except (KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("no games") from error
