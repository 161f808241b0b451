"""Merging records of one game into a new file, with the files that they stand in left as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.refused import Refused
from viewer.document.clip.pasting import as_data
from viewer.document.filed.merging import MergeGroup
from viewer.document.placed import Shelf
from viewer.document.placed_writing import PlacedWritten, format_of_name, write_records
from viewer.document.saving.save import LossRefused, SaveError
from viewer.document.whole.uniting import Foreign, united
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.tree.ops import apply
from viewer.tree.record import Record


def merged_record(shelf: Shelf, group: MergeGroup, format: str, remember: bool = True) -> Record:
    """The record that a group becomes, in the terms of a format; see `united`. Raises Refused."""
    own = shelf.collection(group.kept.path).format
    record = as_data(shelf.record(group.kept), own, format).record()
    others = [
        Foreign(shelf.record(place), shelf.collection(place.path).format) for place in group.others
    ]
    flowing = FORMATS[format].load().flowing
    for op in united(record, format, flowing, others, remember).ops:
        apply(record, op)
    return record


def writing_merged(
    groups: Sequence[MergeGroup],
    path: str,
    allow_loss: bool = False,
    remember: bool = True,
    files: FileSystem = SYSTEM,
) -> Iterator[JobStep[PlacedWritten | LossRefused | SaveError | Refused]]:
    """The job that writes a record for each group into a new file; its result is as of `writing_file`."""

    def work(rest: Checkpoint) -> PlacedWritten | LossRefused | SaveError | Refused:
        try:
            games = frozenset(group.kept.game for group in groups)
            entry = format_of_name(path, games, len(groups) > 1)
            records: list[Record] = []
            with Shelf(files) as shelf:
                for done, group in enumerate(groups, 1):
                    records.append(merged_record(shelf, group, entry.id, remember))
                    rest(done, len(groups))
            return write_records(
                MemoryCollection(entry.id, records), entry, path, allow_loss, files
            )
        except (Refused, LossRefused, SaveError) as error:
            return error

    return cooperative_job(work)
