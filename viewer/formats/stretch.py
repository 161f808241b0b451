"""Stretches of files: consecutive records that are read elsewhere, by their bytes alone."""

from __future__ import annotations

from viewer.base.named import NamedTuple


class Stretch(NamedTuple):
    """Consecutive records of a file, and what has to be known of the file to read them.

    Attributes:
        name: of the file.
        data: the bytes of the records.
        first: the index of the first of them.
        records: how many the file has.
        start: the offset of the bytes in the file.
        lines: line ends before them.
        column: characters before them in the line they begin in.
        size: of the file.
        encoding: the codec that was chosen, None if none was.
        parts: two codecs of the records that aren't in UTF-8, None where none has been met.
    """

    name: str
    data: bytes
    first: int
    records: int
    start: int
    lines: int
    column: int
    size: int
    encoding: str | None
    parts: tuple[str, str] | None
