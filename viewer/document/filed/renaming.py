"""Giving players one name in the records of many files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep, run_inline
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits.history import ANYWHERE, Edit, Location
from viewer.document.filed.editing import FileEdit, FilesEdited, editing_files
from viewer.document.whole.renaming import rename_words, renaming
from viewer.document.whole.sweep import Scope


class NamedIn(NamedTuple):
    """The records of a file, numbered from 0, that have one of the names."""

    path: str
    numbers: Sequence[int]


def renaming_files(
    places: Sequence[NamedIn], names: Mapping[str, str], home: str, files: FileSystem = SYSTEM
) -> Iterator[JobStep[FilesEdited]]:
    """The job that gives players other names in records of files; see `editing_files`.

    `names`: the new name by each old one.
    """
    edits = [FileEdit(place.path, _plan(place.numbers, names)) for place in places]
    return editing_files(edits, rename_words(len(names)), home, files)


def _plan(numbers: Sequence[int], names: Mapping[str, str]) -> Callable[[Document], Edit | None]:
    def plan(document: Document) -> Edit | None:
        keys = document.keys()
        scope = Scope([keys[number] for number in numbers if number < len(keys)])
        (sweep,) = run_inline(renaming(document, scope, names, Location(keys[0], ANYWHERE)))
        return sweep.edit

    return plan
