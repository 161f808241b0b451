"""Whether a format would keep a header that somebody types: found by writing a small record with it."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData


class KeptHeader(NamedTuple):
    """What becomes of a header: whether anything of it is kept, and what is lost, None if nothing."""

    kept: bool = True
    loss: Message | None = None


def kept(
    format: str, record: Record, headers: Sequence[Header], key: str, value: str
) -> KeptHeader:
    """What a format would keep of one of the headers that a record is to have.

    A record without moves is written and read back, about a millisecond. A header that comes back
    with another value is kept in part.
    """
    entry = FORMATS[format]
    of = entry.load()
    if not of.writable or not value:
        return KeptHeader()
    root = nodes_of([NodeData(0, -1, record.setup, {})])[0]
    trial = Record(record.game, root, tuple(headers), record.encoding)
    out = of.write(MemoryCollection(format, [trial]))
    data = b"".join(piece_bytes(piece, None) for piece in out.pieces)
    read = of.read(BytesSource(data)).record(0).headers
    values = [header.value for header in read if header.key == key]
    if value in values:
        return KeptHeader()
    kind = f"header:{key}"
    loss = next((loss.words for loss in out.losses if loss.kind == kind), None)
    before = [header.value for header in record.headers if header.key == key]
    if any(one and one not in before for one in values):
        return KeptHeader(True, loss)
    named = entry.name
    return KeptHeader(
        False,
        loss or message("{format} takes {name} from the game itself.", format=named, name=key),
    )
