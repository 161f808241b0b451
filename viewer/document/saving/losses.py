"""Losses as people read them; what of a document can be saved, a record at a time; what a header keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from viewer.base.cooperative import Checkpoint
from viewer.base.messages import Message, Number, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource, Span, piece_bytes
from viewer.document.records import Records
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Loss
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

GONE = "gone"
"""The kind of a Loss that no format is to blame for."""


class LossGroup(NamedTuple):
    """Losses that the same sentence tells, in the order they were found.

    `words` is the sentence as the format made it.
    """

    words: Message
    losses: tuple[Loss, ...]


def grouped(losses: Iterable[Loss]) -> list[LossGroup]:
    """Losses by their sentences, in the order in which each was first found."""
    found: dict[str, list[Loss]] = {}
    for loss in losses:
        found.setdefault(loss.words.text(), []).append(loss)
    return [LossGroup(group[0].words, tuple(group)) for group in found.values()]


def respelled(words: Message, neutral: str, written: str) -> Message:
    """A sentence in which a move stands as `written` where a format named it in neutral notation."""
    args: dict[str, str | int | Message | Number] = {}
    for name, value in words.args.items():
        if isinstance(value, Message):
            args[name] = respelled(value, neutral, written)
        else:
            args[name] = written if value == neutral else value
    return words._replace(args=args)


def remaining(document: Collection, records: Records) -> tuple[Collection, tuple[Loss, ...]]:
    """The document without the records whose bytes are gone, and which these are.

    Those that are in memory stay there and are written as they are shown. The document itself where
    nothing is gone.
    """
    losses: list[Loss] = []
    try:
        for _ in document.indexing():
            pass
    except OSError:
        words = message(
            "What stands behind game {number} is gone: another program changed the file "
            "before it was read.",
            number=len(document),
        )
        losses.append(Loss(GONE, None, words, len(document) - 1))
    lost = document.source.lost() if document.source is not None else ()
    indices = [] if not lost else list(_gone(document, records, lost))
    if not lost and not losses:
        return document, ()
    losses = [*_losses(indices), *losses]
    without = set(indices)
    kept = [index for index in range(len(document)) if index not in without]
    return OrderedCollection(document, kept), tuple(losses)


def _gone(document: Collection, records: Records, lost: Sequence[Span]) -> Iterator[int]:
    """Places of the records that can't be had any more; others are kept in memory where that is needed."""
    for index in range(len(document)):
        span = document.span(index)
        if span is not None and not any(
            one.start < span.end and span.start < one.end for one in lost
        ):
            continue
        try:
            records.touch(records.order[index])
        except OSError:
            yield index


def _losses(indices: Sequence[int]) -> Iterator[Loss]:
    """Each run of indices in a sentence."""
    start = 0
    for end in range(1, len(indices) + 1):
        if end < len(indices) and indices[end] == indices[end - 1] + 1:
            continue
        first, last = indices[start] + 1, indices[end - 1] + 1
        one = message(
            "Game {number} is gone: another program changed the file while it was open.",
            number=first,
        )
        several = message(
            "Games {first} to {last} are gone: another program changed the file while it was open.",
            first=first,
            last=last,
        )
        yield Loss(GONE, None, one if first == last else several, indices[start])
        start = end


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


class CooperativeCollection(OrderedCollection):
    """Records of a collection for a writer, which can be interrupted at each record.

    `passages`: how often it is gone through, for what is lost, for what is written, or more.
    """

    def __init__(self, collection: Collection, rest: Checkpoint, passages: int = 2) -> None:
        super().__init__(collection, range(len(collection)))
        self._rest = rest
        self._passages = passages
        self._passage = self._last = 0

    def _come(self, index: int) -> None:
        if index < self._last:
            self._passage = min(self._passage + 1, self._passages - 1)
        self._last = index
        count = len(self.order)
        self._rest(self._passage * count + index, self._passages * count)

    def span(self, index: int) -> Span | None:
        """The bytes of the source that are a record."""
        self._come(index)
        return super().span(index)

    def record(self, index: int) -> Record:
        """A record."""
        self._come(index)
        return super().record(index)
