"""Records that undoing brought back after a save and that the saved file doesn't contain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from viewer.base.named import NamedTuple
from viewer.document.clip.clip_records import carried
from viewer.document.edits.ops import AnyRecord, RecordBytes, RecordData, pack_record, unpack_record
from viewer.document.journal.form import SoundLine, packed_line
from viewer.document.journal.snapshot import RecordSnapshot, Rest, list_parts, text_of
from viewer.document.journal.values import text, text_or_none, whole
from viewer.document.records.records import Records

MOST = 1 << 28
"""Maximum size of the records written, in bytes; more are left out, and recovery tells the user so."""
_AT_ONCE = 20  # records: a millisecond


class Restored(NamedTuple):
    """Records as an undo left them.

    Attributes:
        records: a snapshot of all records, taken after the undo.
        indexes: the indexes of those to be written.
        edited: snapshots of those of them that are edited, by key.
    """

    records: Records
    indexes: Sequence[int]
    edited: Mapping[int, RecordSnapshot]

    @classmethod
    def of(cls, records: Records, keys: Iterable[int]) -> Restored:
        """The records with these keys as they are now; keys that no record has are ignored."""
        wanted = frozenset(keys)
        indexes = [index for index, key in enumerate(records.order) if key in wanted]
        edited = {
            key: RecordSnapshot.of(records.get(key)) for key in wanted if records.is_edited(key)
        }
        return cls(records.frozen(), indexes, edited)

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        return packed_line({"kind": "restored"}, list_parts(self._items(rest)))

    def _items(self, rest: Rest) -> Iterator[Iterator[str]]:
        room, since = MOST, 0
        for index in self.indexes:
            try:
                item = self._item(index, rest)
            except OSError:  # the record's bytes are gone, for the document as well
                continue
            room -= len(item)
            if room < 0:
                return
            yield iter((item,))
            since += 1
            if since == _AT_ONCE:
                since = 0
                rest()

    def _item(self, index: int, rest: Rest) -> str:
        """A record with its key as JSON text. Raises OSError if its bytes can't be read."""
        records = self.records
        key = records.order[index]
        if key in self.edited:
            return f"[{key}," + "".join(self.edited[key].parts(rest)) + "]"
        if records.span(index) is None:
            return text_of([key, pack_record(RecordData.of(records.get(key)))])
        data = carried(records, index)
        if isinstance(data, RecordData):
            return text_of([key, pack_record(data)])
        # Plain text packs better than the base64 of `pack_record`.
        return text_of([key, data.format, data.raw.decode("latin-1"), data.encoding])


def restored_in(line: SoundLine) -> Iterator[tuple[int, AnyRecord]]:
    """(key, data) of the records in the line of a Restored. Raises one of DATA_ERRORS if it isn't valid."""
    for key, *packed in line.unpacked():
        match packed:
            case [dict() as data]:
                yield whole(key), unpack_record(data)
            case [format, raw, encoding]:
                raw = text(raw).encode("latin-1")
                yield whole(key), RecordBytes(text(format), raw, text_or_none(encoding))
            case _:
                raise ValueError("no record")
