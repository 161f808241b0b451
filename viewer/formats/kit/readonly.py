"""Formats that are read only: a file that nobody touched is copied."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, message
from viewer.base.spans import Piece, Span
from viewer.formats.format import Collection, Output, Unwritable


def copied(collection: Collection, format: str, name: Message) -> Output:
    """The file as it is. Raises Unwritable where a record was edited or is another format's."""
    for _ in collection.indexing():
        pass
    count = len(collection)
    source = collection.source
    if collection.format == format and source is not None and collection.untouched(0) >= count:
        return Output((), _whole(source.size))
    raise Unwritable(
        message("{format} can only be read: save the game in another format.", format=name)
    )


def _whole(size: int) -> Iterator[Piece]:
    if size:
        yield Span(0, size)
