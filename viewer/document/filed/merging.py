"""Merging records of one game that stand in several files: as an edit of these files, or into a new file."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.comparing.difference import is_unsaid
from viewer.document.document import Document
from viewer.document.edits import (
    ANYWHERE,
    DocumentOp,
    Edit,
    Location,
    RecordData,
    RemoveRecord,
    RewriteRecord,
)
from viewer.document.filed.editing import FileEdit, FilesEdited, editing_files
from viewer.document.placed import (
    OpenFiles,
    Place,
    PlacedWritten,
    as_data,
    format_of_name,
    record_at,
    write_records,
)
from viewer.document.plans.mending import Joiner
from viewer.document.saving.save import LossRefused, SaveError
from viewer.document.whole.lines import starting_position
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import Op, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record

_ODD = re.compile(r"[\W_]+")


class Foreign(NamedTuple):
    """A record, and the id of the format that it was read as."""

    record: Record
    format: str


def united(
    kept: Record,
    format: str,
    flowing: bool,
    others: Sequence[Foreign],
    remember: bool = True,
) -> tuple[Op, ...]:
    """The operations that bring everything of other records of a game into one.

    Moves are paired by meaning; what only the others have becomes variations or the continuation, comments
    that differ are appended. Headers that the kept record lacks are added, and a date that says more
    replaces one that says less. With `remember` the first comment tells what other headers said.

    `flowing`: whether line breaks in comments are layout in the format. Raises Refused for a record of
    another game or start.
    """
    format_ = FORMATS[format].load()
    joiner = Joiner(kept, "\u2029" if flowing else "\n")
    start = starting_position(States(game_of(kept.game), kept))
    headers = list(kept.headers)
    differing: list[tuple[str, str, str]] = []  # the key, what is kept, what isn't
    for other in others:
        if other.record.game != kept.game:
            raise Refused(message("Only records of one kind of game can be merged."))
        if other.format == format:
            record = RecordData.of(other.record).bare().record()
        else:
            record = as_data(other.record, other.format, format).record()
        states = States(game_of(record.game), record)
        if starting_position(states) != start:
            raise Refused(message("Records that begin with another position can't be merged."))
        joiner.join(record, states, "")
        _add_headers(format_, kept.game, headers, record.headers, differing)
    ops = list(joiner.ops)
    new = tuple(headers)
    if new != kept.headers:
        ops.insert(0, SetHeaders(new))
    if remember and differing:
        said = _other_headers(differing)
        root = joiner.record.root
        text = f"{root.comment}{joiner.division}{said}" if root.comment else said
        ops.append(SetNote(root.id, COMMENT, text))
    return tuple(ops)


def _other_headers(differing: Sequence[tuple[str, str, str]]) -> str:
    """The comment with the headers that other records have."""
    said = dict.fromkeys(f"{key}: {theirs}" for key, _, theirs in differing)
    return f"[{'; '.join(said)}]"


def _add_headers(
    format_: Format,
    game: str,
    headers: list[Header],
    theirs: Sequence[Header],
    differing: list[tuple[str, str, str]],
) -> None:
    fields = {field.key: field for field in format_.fields_of(game)}
    mine = {header.key: at for at, header in reversed(list(enumerate(headers)))}
    for key, value in theirs:
        field = fields.get(key)
        if _is_unsaid(value, field) or (field is not None and (field.start or field.implied)):
            continue
        at = mine.get(key)
        if at is None:
            if field is not None or format_.free_headers:
                mine[key] = len(headers)
                headers.append(Header(key, value))
            else:
                differing.append((key, "", value))
            continue
        known = headers[at].value
        if _is_unsaid(known, field) or (
            field is not None and field.role == "date" and _says_more(value, known)
        ):
            headers[at] = Header(key, value)
        elif _plain(value) != _plain(known) and not (
            field is not None and field.role == "date" and _says_more(known, value)
        ):
            differing.append((key, known, value))


def _is_unsaid(value: str, field: HeaderField | None) -> bool:
    unknown = field is not None and field.unknown and value == field.unknown
    return bool(unknown) or is_unsaid(value)


def _says_more(date: str, other: str) -> bool:
    """Whether a date says what another one says, and more: 1972.07.11 and 1972.??.??."""
    numbers, fewer = (re.findall("[0-9]+", text) for text in (date, other))
    return len(numbers) > len(fewer) and numbers[: len(fewer)] == fewer


def _plain(value: str) -> str:
    return _ODD.sub("", unicodedata.normalize("NFKC", value)).casefold()


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
    with OpenFiles(files) as open_files:
        yield from editing_files(
            _Merging(groups, open_files, remove, remember).edits(), words, home, files
        )


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
            with OpenFiles(files) as open_files:
                for done, group in enumerate(groups, 1):
                    records.append(_merged_record(open_files, group, entry.id, remember))
                    rest(done, len(groups))
            return write_records(
                MemoryCollection(entry.id, records), entry, path, allow_loss, files
            )
        except (Refused, LossRefused, SaveError) as error:
            return error

    return cooperative_job(work)


def _merged_record(
    open_files: OpenFiles, group: MergeGroup, format: str, remember: bool = True
) -> Record:
    """The record that a group becomes, in the terms of a format; see `united`. Raises Refused."""
    own = open_files.collection(group.kept.path).format
    record = as_data(open_files.record(group.kept), own, format).record()
    flowing = FORMATS[format].load().flowing
    for op in united(record, format, flowing, _foreign(open_files, group), remember):
        apply(record, op)
    return record


def _foreign(open_files: OpenFiles, group: MergeGroup) -> list[Foreign]:
    """The records of a group that are brought into the one that is kept."""
    return [
        Foreign(open_files.record(place), open_files.collection(place.path).format)
        for place in group.others
    ]


class _Merging:
    def __init__(
        self, groups: Sequence[MergeGroup], open_files: OpenFiles, remove: bool, remember: bool
    ) -> None:
        self._groups = groups
        self._open_files = open_files
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
                group = self._groups[number]
                record = record_at(document, group.kept)
                foreign = _foreign(self._open_files, group)
                merge = united(record, document.format, document.flowing, foreign, self._remember)
                if merge:
                    ops.append(RewriteRecord(document.keys()[group.kept.number], merge))
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
