"""Merging records of one game that stand in several files, as an edit of these files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import counted
from viewer.document.document import Document
from viewer.document.edits.history import ANYWHERE, Edit, Location
from viewer.document.edits.ops import DocumentOp, RemoveRecord, RewriteRecord
from viewer.document.filed.editing import FileEdit, FilesEdited, editing_files
from viewer.document.placed import Place, Shelf, record_at
from viewer.document.whole.uniting import Foreign, united


class MergeGroup(NamedTuple):
    """Records of one game: the one that becomes the whole, and the others."""

    kept: Place
    others: tuple[Place, ...]


def merging_files(
    groups: Sequence[MergeGroup],
    home: str,
    remove: bool = False,
    remember: bool = True,
    files: FileSystem = SYSTEM,
) -> Iterator[JobStep[FilesEdited]]:
    """The job that merges records; see `editing_files` and `united`.

    With `remove` the others are removed, once all that they have stands in the one that is kept; a file
    without records is removed.
    """
    words = counted("Merge a game", "Merge {count} games", len(groups))
    with Shelf(files) as shelf:
        yield from editing_files(
            _Merging(groups, shelf, remove, remember).edits(), words, home, files
        )


class _Merging:
    def __init__(
        self, groups: Sequence[MergeGroup], shelf: Shelf, remove: bool, remember: bool
    ) -> None:
        self._groups = groups
        self._shelf = shelf
        self._remove = remove
        self._remember = remember
        self._merged: set[int] = set()  # numbers of groups that are written

    def edits(self) -> list[FileEdit]:
        """Those that bring records together, then those that remove what isn't needed any more."""
        kept: dict[str, list[int]] = defaultdict(list)
        gone: dict[str, list[tuple[int, Place]]] = defaultdict(list)
        for number, group in enumerate(self._groups):
            kept[group.kept.path].append(number)
            for other in group.others if self._remove else ():
                gone[other.path].append((number, other))
        found = [
            FileEdit(path, self._uniting(numbers), self._done(numbers))
            for path, numbers in kept.items()
        ]
        return found + [FileEdit(path, self._removing(places)) for path, places in gone.items()]

    def _done(self, numbers: Sequence[int]) -> Callable[[], None]:
        return lambda: self._merged.update(numbers)

    def _uniting(self, numbers: Sequence[int]) -> Callable[[Document], Edit | None]:
        def plan(document: Document) -> Edit | None:
            ops: list[DocumentOp] = []
            for number in numbers:
                kept, others = self._groups[number]
                record = record_at(document, kept)
                foreign = [
                    Foreign(self._shelf.record(other), self._shelf.collection(other.path).format)
                    for other in others
                ]
                merge = united(record, document.format, document.flowing, foreign, self._remember)
                if merge.ops:
                    ops.append(RewriteRecord(document.keys()[kept.number], merge.ops))
            return _edit(document, ops)

        return plan

    def _removing(self, places: Iterable[tuple[int, Place]]) -> Callable[[Document], Edit | None]:
        def plan(document: Document) -> Edit | None:
            keys = document.keys()
            ops: list[DocumentOp] = []
            for number, place in places:
                if number in self._merged:
                    record_at(document, place)  # still the same
                    ops.append(RemoveRecord(keys[place.number]))
            return _edit(document, ops)

        return plan


def _edit(document: Document, ops: Sequence[DocumentOp]) -> Edit | None:
    if not ops:
        return None
    here = Location(document.keys()[0], ANYWHERE)
    return Edit(tuple(ops), counted("Merge a game", "Merge {count} games", len(ops)), here, here)
