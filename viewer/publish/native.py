"""The records of a study as a file in the format they were read from."""

from __future__ import annotations

from viewer.base.source import piece_blocks, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import suffix_of
from viewer.publish.exporter import Study


def native_file(study: Study) -> tuple[str, bytes] | None:
    """(name, content) of the records in the format they were read from; None if it can't be written."""
    if study.file is not None:
        return study.file
    entry = FORMATS[study.records.format]
    format_ = entry.load()
    if not format_.writable:
        return None
    output = format_.write(study.records)
    source = study.records.source
    data = b"".join(
        piece_bytes(block, source) for piece in output.pieces for block in piece_blocks(piece)
    )
    suffix = suffix_of(source.name) if source is not None else ""
    if suffix not in entry.suffixes:
        suffix = entry.suffixes[0]
    return f"{study.name or 'record'}.{suffix}", data
