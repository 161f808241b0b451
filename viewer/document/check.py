"""Checking a document's current state against its format's specification, and where its findings lead."""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections.abc import Sequence

from viewer.base.layers import RecodedSource, bare
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource, Span, piece_bytes
from viewer.base.system_errors import error_words
from viewer.base.text import UTF8
from viewer.document.document import Document
from viewer.document.edits import ANYWHERE, HistoryState, Location
from viewer.document.saving.saved import ReformattedCollection
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format, Unreadable
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

_MOST = 1 << 26
"""Bytes up to which an edited document is written anew to be checked; a longer one as it was read."""
_LINE = 1 << 12  # bytes of a line that are looked at


def can_check(document: Document) -> bool:
    """Whether the format has a check beside its reader's findings."""
    return FORMATS[document.format].load().checks


class Checked(NamedTuple):
    """What a check of a document found.

    Attributes:
        found: the findings that are told unasked, with nodes of the document's records; their `record` is
            an index.
        anew: what was written to be checked, read again: their offsets are in its source. None where the
            bytes that the document was read from were checked.
        keys: of the document's records then.
        state: of its history then.
    """

    found: list[Diagnostic]
    anew: Collection | None
    keys: Sequence[int]
    state: HistoryState


def check(document: Document) -> Checked:
    """Check a document as it is now. Raises OSError if the source fails."""
    format_ = FORMATS[document.format].load()
    found, anew = _found(document, format_)
    told = [one for one in found if one.code not in format_.on_request]
    return Checked(told, anew, document.keys()[:], document.history.now())


def _found(document: Document, format_: Format) -> tuple[list[Diagnostic], Collection | None]:
    history = document.history
    edited = history.undo_words is not None or history.redo_words is not None
    raw = _written(document, format_) if edited else None
    if raw is None:
        return format_.strict(document), None
    name = "" if document.source is None else document.source.name
    collection = format_.read(BytesSource(raw, name))
    found = format_.strict(collection)
    ids: dict[int, dict[int, int]] = {}
    out: list[Diagnostic] = []
    for one in found:
        if one.record is None or one.node is None or one.record >= len(document):
            out.append(one)
            continue
        if one.record not in ids:
            ids[one.record] = _same_nodes(collection, document, one.record)
        out.append(one._replace(node=ids[one.record].get(one.node)))
    return out, collection


def _same_nodes(anew: Collection, document: Document, index: int) -> dict[int, int]:
    """The ids of a record's nodes by those that they have where it was read anew, in the same order."""
    read, here = anew.record(index).walk(), document.record(index).walk()
    return {a.id: b.id for a, b in zip(read, here, strict=False)}


def _written(document: Document, format_: Format) -> bytes | None:
    """The bytes of the file that would be saved, None if it is too long."""
    parts: list[bytes] = []
    total = 0
    for piece in format_.write(document).pieces:
        total += piece.length if isinstance(piece, Span) else len(piece)
        if total > _MOST:
            return None
        parts.append(piece_bytes(piece, document.source))
    return b"".join(parts)


# ----------------------------------------------------------------------------- where they lead


def leads_to(
    document: Document, finding: Diagnostic, checked: Checked | None = None
) -> Location | None:
    """The record and the node that a finding leads to, ANYWHERE if it says only the record; None for neither.

    One without a node leads to that in whose text its offset is: what was read up to there is read again.
    `finding.record` is a key; `checked` is the check that found it, None for a finding of the reader.
    Raises OSError if the source fails.
    """
    collection, keys = _read_from(document, checked)
    key = finding.record
    if key is None:
        if finding.offset is None:
            return None
        key = keys[_index_at(collection, finding.offset)]
    if not document.has(key):
        return None
    node = finding.node
    if node is None:
        if finding.offset is None or key not in keys:
            return Location(key, ANYWHERE)
        index = keys.index(key)
        node = _node_at(collection, index, finding.offset)
        if finding.column == 1 and node is not None:  # of the line: perhaps that of the next node
            stop = _line_end(collection, finding.offset)
            node += _node_at(collection, index, stop) == node + 1
        if checked is not None and checked.anew is not None and node is not None:
            same = document.history.now() == checked.state
            node = _same_nodes(checked.anew, document, index).get(node) if same else None
    record = document.record_of(key)
    return Location(key, record.root.id if node not in record.nodes else node)


def _read_from(document: Document, checked: Checked | None) -> tuple[Collection, Sequence[int]]:
    """The collection whose source the offsets of findings are in, and the keys of its records."""
    if checked is not None and checked.anew is not None:
        return checked.anew, checked.keys
    collection = document.records.collection
    if isinstance(collection, ReformattedCollection):
        collection = collection.as_read
    return collection, range(len(collection))


def _index_at(collection: Collection, offset: int) -> int:
    """The index of the record whose bytes an offset is in."""

    def start(index: int) -> int:
        span = collection.span(index)
        return 0 if span is None else span.start

    return max(0, bisect_right(range(len(collection)), offset, key=start) - 1)


def _node_at(collection: Collection, index: int, offset: int) -> int | None:
    """The id of the node in whose text an offset of a record is, None if it can't be told. Raises OSError."""
    source, span = collection.source, collection.span(index)
    if source is None:
        return None
    start = 0 if span is None else span.start
    data = source.read(start, min(offset - start, _MOST))
    format_, record = FORMATS[collection.format].load(), collection.record(index)
    codec = UTF8 if isinstance(bare(source), RecodedSource) else record.encoding
    for encoding in (codec, None) if format_.encodings else (None,):
        with contextlib.suppress(Unreadable):
            read = format_.read(BytesSource(data, source.name), encoding=encoding)
            for _ in read.indexing():
                pass
            if len(read):
                return _last_read(read.record(len(read) - 1), record)
    return None


def _line_end(collection: Collection, offset: int) -> int:
    """The offset where the line that begins at an offset ends."""
    assert collection.source is not None
    line = collection.source.read(offset, _LINE)
    return offset + len(line.splitlines()[0] if line.strip() else line)


def _last_read(part: Record, record: Record) -> int:
    """The id of the node of a record where reading ended, if a part of it was read.

    It is the first that isn't read whole, else the last of those whose line goes on, else the last.
    """
    goes_on: int | None = None
    last = part.root.id
    pairs = [(part.root, record.root)]
    while pairs:
        here, there = pairs.pop()
        if (here.action, here.notes) != (there.action, there.notes):
            return there.id
        if there.children and not here.children:
            goes_on = there.id
        last = max(last, there.id)
        pairs += reversed(list(zip(here.children, there.children, strict=False)))
    return last if goes_on is None else goes_on


def check_format(document: Document) -> tuple[Checked | None, Message]:
    """What breaks the specification beside what the reader found, and a sentence about it.

    The `record` of what was found is the key of one. What is only advised is found, but breaks nothing.
    None in place of the findings if the file can't be read.
    """
    known = {(one.code, one.offset, str(one.message)) for one in document.diagnostics}
    try:
        checked = check(document)
    except OSError as error:
        return None, message("The file can't be read: {why}.", why=error_words(error))
    new = [
        one if one.record is None else one.in_record(checked.keys[one.record])
        for one in checked.found
        if (one.code, one.offset, str(one.message)) not in known
    ]
    checked = checked._replace(found=new)
    breaches = sum(one.severity is not Severity.INFO for one in new)
    if new and not breaches:
        return checked, message(
            "Nothing breaks the format's specification. The notes are only advice."
        )
    if not new:
        return checked, message("Nothing breaks the format's specification.")
    return checked, counted(
        "One thing breaks the format's specification.",
        "{count} things break the format's specification.",
        breaches,
    )
