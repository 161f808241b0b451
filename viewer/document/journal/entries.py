"""The entries of a journal: the head, which describes the document, then bases, edits, saves and others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from viewer.base.digests import BlockDigests, FileSnapshot
from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesGone, FileSource
from viewer.base.version import VERSION
from viewer.document.edits import (
    AnyRecord,
    AppliedEdit,
    DocumentOp,
    Edit,
    InRecord,
    InsertRecord,
    Location,
    RecordData,
    pack,
    pack_record,
    unpack,
    unpack_record,
)
from viewer.document.journal.form import (
    FORM,
    RecordSnapshot,
    Rest,
    SoundLine,
    bytes_parts,
    list_parts,
    location,
    op_parts,
    packed_line,
    text,
    text_of,
    text_or_none,
    whole,
)
from viewer.document.saving.saved import SavedFile
from viewer.formats.format import Loss
from viewer.tree.ops import Insert

_LARGE = 5_000  # nodes: 50 ms
_FEW = 20  # maximum number of operations, or of nodes, in a line without bulk


class Entry(Protocol):
    """An entry of a journal: immutable data."""

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""


class FileIdentity(NamedTuple):
    """The identity of a file, by which it is recognized.

    Attributes:
        path: its path.
        stamp: its stamp when it was read or written.
        digest: digest of its bytes (see `BlockDigests.digest`), "" if they weren't hashed.
    """

    path: str
    stamp: Stamp
    digest: str = ""

    def packed(self) -> list[Any]:
        """The identity as JSON data."""
        return [self.path, list(self.stamp), self.digest]

    @classmethod
    def unpacked(cls, data: Any) -> FileIdentity:
        """The identity from the data made by `packed`."""
        path, stamp, digest = data
        return cls(text(path), Stamp(*map(whole, stamp)), text(digest))


class Content(NamedTuple):
    """All bytes of a small file, as they were read from it or written to it.

    Attributes:
        data: the bytes, None if they are to be read from the file when needed.
        path, files: the file, if `data` is None.
        known: the file's snapshot, with which the bytes are compared.
    """

    data: bytes | None
    path: str = ""
    files: FileSystem = SYSTEM
    known: FileSnapshot | None = None

    def read(self) -> bytes:
        """The bytes. Raises OSError if the file can't be read or has changed."""
        if self.data is not None:
            return self.data
        source = FileSource(self.path, self.files)
        try:
            data = source.read(0, source.size)
        finally:
            source.close()
        if self.known is None or BlockDigests(data) != self.known.contents:
            raise BytesGone
        return data


class JournalHead(NamedTuple):
    """The first entry: it describes the document.

    Attributes:
        path, name, replaceable: the attributes of the document.
        format, variant: the format that the document was read in, and its variant.
        encoding: the codec chosen by the user, None if none was chosen.
        records: the number of the file's records that were known when the journal began.
        file: the file that the document was read from, None if it has another source or is new.
        source: the name of the source, "" if the document is new.
        content: all bytes of the source, None if they are too many or the document is new.
        saved: whether a Standing and a Saved follow it: the journal begins with a saved file.
        qipu: the version of Qipu that wrote the journal.
    """

    path: str | None
    name: str
    replaceable: bool
    format: str
    variant: str
    encoding: str | None
    records: int
    file: FileIdentity | None = None
    source: str = ""
    content: Content | None = None
    saved: bool = False
    qipu: str = VERSION

    def line(self, rest: Rest) -> bytes:
        """The entry's line. Raises OSError if the content can't be read."""
        content = None if self.content is None else self.content.read()
        file = self.file
        if file is not None and content is not None:
            file = file._replace(digest=BlockDigests(content).digest())
        data = {
            "form": FORM,
            "qipu": self.qipu,
            "path": self.path,
            "name": self.name,
            "replaceable": self.replaceable,
            "format": self.format,
            "variant": self.variant,
            "encoding": self.encoding,
            "records": self.records,
            "file": None if file is None else file.packed(),
            "source": self.source,
            "saved": self.saved,
        }
        bulk = () if content is None else bytes_parts(content, rest)
        return packed_line(data, bulk)

    @classmethod
    def of(cls, line: SoundLine) -> JournalHead:
        """The entry of a line. Raises one of `form.DATA_ERRORS` if it isn't valid."""
        data = line.data
        content = line.unpacked() if line.bulk else None
        return cls(
            text_or_none(data["path"]),
            text(data["name"]),
            data["replaceable"] is True,
            text(data["format"]),
            text(data["variant"]),
            text_or_none(data["encoding"]),
            whole(data["records"]),
            None if data["file"] is None else FileIdentity.unpacked(data["file"]),
            text(data["source"]),
            None if content is None else Content(text(content).encode("latin-1")),
            data.get("saved") is True,
            text(data["qipu"]),
        )


class Hashed:
    """The digest of the head's file, known some time after opening; passed to the writer until it is written.

    Attributes:
        wanted: whether it has yet to be written.
    """

    def __init__(self, file: FileSource | None) -> None:
        self._file = file
        self.wanted = file is not None

    def line(self, rest: Rest) -> bytes:
        """The entry's line, b"" if the digest isn't known yet or was already written."""
        contents = self._file.contents if self._file is not None and self.wanted else None
        if contents is None:
            return b""
        self.wanted = False
        return packed_line({"kind": "hashed", "digest": contents.digest()})


class Base(NamedTuple):
    """A record as it was before its first edit in the journal.

    Attributes:
        key: the record's key.
        record: a snapshot of the record.
        pristine: whether it is unedited, as a reader makes it from its bytes.
        pieces: (offset, bytes) of the spans of the source that it needs.
    """

    key: int
    record: RecordSnapshot
    pristine: bool
    pieces: tuple[tuple[int, bytes], ...] = ()

    @property
    def takes_long(self) -> bool:
        """Whether it is large and may be written after later edits, so that these needn't wait for it."""
        return self.pristine and len(self.record.nodes) > _LARGE

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        data = {
            "kind": "base",
            "record": self.key,
            "pristine": self.pristine,
            "next": self.record.next_id,
        }
        pieces = ([start, raw.decode("latin-1")] for start, raw in self.pieces)
        parts = (self.record.parts(rest), *(iter((text_of(piece),)) for piece in pieces))
        return packed_line(data, list_parts(iter(parts)))


class BaseRecord(NamedTuple):
    """The record of a Base, as read from the journal."""

    data: RecordData
    next_id: int
    pieces: tuple[tuple[int, bytes], ...]

    @classmethod
    def of(cls, line: SoundLine) -> BaseRecord:
        """The entry of a line. Raises one of `form.DATA_ERRORS` if it isn't valid."""
        packed, *pieces = line.unpacked()
        data = unpack_record(packed)
        if not isinstance(data, RecordData) or not data.rows:
            raise ValueError("no tree")
        read = tuple((whole(start), text(raw).encode("latin-1")) for start, raw in pieces)
        return cls(data, whole(line.data["next"]), read)


class Did(NamedTuple):
    """An edit was done.

    Attributes:
        edit: the edit.
        at: its time in seconds since 1970.
        known: the number of the file's records known then; the edit's indexes of records depend on it.
    """

    edit: Edit
    at: int
    known: int

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        data = {"kind": "edit", "at": self.at, "known": self.known}
        return _edit_line(data, self.edit, self.edit.ops, rest)


class Undid(NamedTuple):
    """The last edit was undone. `done` is that edit if the journal doesn't contain it, else None."""

    at: int
    done: AppliedEdit | None = None

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        data = {"kind": "undo", "at": self.at}
        if self.done is None:
            return packed_line(data)
        edit, inverse = self.done
        data["inverse"] = len(inverse)
        return _edit_line(data, edit, (*edit.ops, *inverse), rest)


class Redid(NamedTuple):
    """The edit undone last was redone. `edit` is that edit if the journal doesn't contain it, else None."""

    at: int
    edit: Edit | None = None

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        data = {"kind": "redo", "at": self.at}
        if self.edit is None:
            return packed_line(data)
        return _edit_line(data, self.edit, self.edit.ops, rest)


class CommentDraft(NamedTuple):
    """The present text of a comment that is being written; the next edit makes it obsolete."""

    place: Location
    facet: str
    text: str
    at: int

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        data = {"kind": "draft", "place": list(self.place), "facet": self.facet, "at": self.at}
        return packed_line({**data, "text": self.text})

    @classmethod
    def of(cls, line: SoundLine) -> CommentDraft:
        """The entry of a line. Raises one of `form.DATA_ERRORS` if it isn't valid."""
        data = line.data
        return cls(location(data["place"]), text(data["facet"]), text(data["text"]), data["at"])


class Saved(NamedTuple):
    """The document was saved.

    Attributes:
        file: the file it was saved as.
        order: keys of the records in the file, in the file's order, as runs (first key, count); None if
            they aren't known.
        back: the number of edits done since the saved state (below 0: undone), None if undoing can't
            lead to it.
    """

    file: SavedFile
    order: tuple[tuple[int, int], ...] | None
    back: int | None

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        file = self.file
        known = FileIdentity(file.path, file.known.stamp, _digest(file.known.contents))
        data = {
            "kind": "saved",
            "file": known.packed(),
            "format": file.format,
            "variant": file.variant,
            "options": None if file.options is None else dict(file.options),
            "encoding": file.encoding,
            "lacking": [
                [loss.kind, loss.node, loss.words.packed(), loss.record] for loss in file.lacking
            ],
            "back": self.back,
        }
        return packed_line(data, (text_of(self.order),))

    @classmethod
    def of(cls, line: SoundLine) -> tuple[Saved, FileIdentity]:
        """(entry, identity of the saved file) of a line. Raises one of `form.DATA_ERRORS` if invalid."""
        data = line.data
        known = FileIdentity.unpacked(data["file"])
        lacking = tuple(
            Loss(text(kind), node, Message.unpacked(words), whole(record))
            for kind, node, words, record in data["lacking"]
        )
        file = SavedFile(
            known.path,
            text(data["format"]),
            text(data["variant"]),
            data["options"],
            text_or_none(data["encoding"]),
            lacking,
            FileSnapshot(known.stamp, None),
        )
        order = line.unpacked()
        runs = None if order is None else tuple((whole(a), whole(b)) for a, b in order)
        back = data["back"]
        return cls(file, runs, None if back is None else whole(back)), known


class Renamed(NamedTuple):
    """The file was renamed to `path` by another program."""

    path: str

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        return packed_line({"kind": "renamed", "path": self.path})


class Standing(NamedTuple):
    """The state of the records at the beginning of a journal that begins with a saved file.

    Attributes:
        new_key: the key for the next new record.
        brought: (key, data) of each record that came from elsewhere.
    """

    new_key: int
    brought: tuple[tuple[int, AnyRecord], ...]

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        data = {"kind": "standing", "key": self.new_key}
        return packed_line(data, list_parts(map(self._parts, self.brought)))

    @staticmethod
    def _parts(one: tuple[int, AnyRecord]) -> Iterator[str]:
        key, record = one
        yield text_of([key, pack_record(record)])

    @classmethod
    def of(cls, line: SoundLine) -> Standing:
        """The entry of a line. Raises one of `form.DATA_ERRORS` if it isn't valid."""
        brought = tuple((whole(key), unpack_record(record)) for key, record in line.unpacked())
        return cls(whole(line.data["key"]), brought)


class Closed(NamedTuple):
    """The journal isn't needed any more: nothing of it is to be recovered."""

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        return packed_line({"kind": "closed"})


def _digest(contents: BlockDigests | None) -> str:
    return "" if contents is None else contents.digest()


def edit_of(line: SoundLine) -> AppliedEdit | None:
    """The edit in a line, with its inverse if the line has it; None if the line has no edit.

    Raises one of `form.DATA_ERRORS` if it isn't valid.
    """
    data = line.data
    if "words" not in data:
        return None
    packed = data["ops"] if "ops" in data else line.unpacked()
    ops = tuple(unpack(op) for op in packed)
    count = len(ops) - whole(data.get("inverse", 0))
    edit = Edit(
        ops[:count],
        Message.unpacked(data["words"]),
        location(data["before"]),
        location(data["after"]),
    )
    return AppliedEdit(edit, ops[count:])


def _edit_line(data: dict[str, Any], edit: Edit, ops: Sequence[DocumentOp], rest: Rest) -> bytes:
    data["words"] = edit.words.packed()
    data["before"], data["after"] = list(edit.before), list(edit.after)
    if len(ops) <= _FEW and not any(map(_is_large, ops)):
        return packed_line({**data, "ops": [pack(op) for op in ops]})
    return packed_line(data, list_parts(op_parts(op, rest) for op in ops))


def _is_large(op: DocumentOp) -> bool:
    """Whether an operation may contain much data, a tree or a record."""
    match op:
        case InRecord(_, Insert(_, _, rows)):
            return len(rows) > _FEW
        case InsertRecord(_, _, data):
            return data is not None
        case _:
            return False
