"""Checking a document's current state against its format's specification."""

from __future__ import annotations

from viewer.base.source import BytesSource, piece_bytes
from viewer.base.spans import Span
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.tree.diagnostic import Diagnostic

_MOST = 1 << 26
"""Bytes up to which an edited document is written anew to be checked; a longer one as it was read."""


def can_check(document: Document) -> bool:
    """Whether the format has a check beside its reader's findings."""
    return FORMATS[document.format].load().checks


def check(document: Document) -> list[Diagnostic]:
    """The findings that are told unasked, with nodes of the document's records.

    Raises OSError if the source fails.
    """
    format_ = FORMATS[document.format].load()
    return [one for one in _found(document, format_) if one.code not in format_.on_request]


def _found(document: Document, format_: Format) -> list[Diagnostic]:
    history = document.history
    edited = history.undo_words is not None or history.redo_words is not None
    raw = _written(document, format_) if edited else None
    if raw is None:
        return format_.strict(document)
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
            # The same nodes in the same order, under the numbers of a new reading.
            read = collection.record(one.record).walk()
            here = document.record(one.record).walk()
            ids[one.record] = {a.id: b.id for a, b in zip(read, here, strict=False)}
        out.append(one._replace(node=ids[one.record].get(one.node)))
    return out


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
