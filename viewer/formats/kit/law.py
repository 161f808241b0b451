"""The law of bytes for texts of lines and tokens: what is equal keeps its bytes, what is new gets its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from operator import eq
from typing import TypeVar

from viewer.base.named import NamedTuple
from viewer.base.spans import Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Format, Loss, Output
from viewer.formats.kit.charsets import ENCODINGS, decode, encode, gives_back
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.runs import WrittenRecord, write_single
from viewer.tree.record import Record

_Old = TypeVar("_Old")
_New = TypeVar("_New")


class Patch(NamedTuple):
    """A stretch of a text, from character `start` to `end`, and what replaces it."""

    start: int
    end: int
    new: str


def patched(text: str, patches: Iterable[Patch]) -> str:
    """A text with some stretches replaced; two at the same place follow each other in their order."""
    out: list[str] = []
    at = 0
    for start, end, new in sorted(patches, key=lambda one: (one.start, one.end)):
        out += (text[at:start], new)
        at = max(at, end)
    return "".join((*out, text[at:]))


def shared_start(
    old: Sequence[_Old], new: Sequence[_New], same: Callable[[_Old, _New], bool] = eq
) -> int:
    """The number of equal items at the beginning of both."""
    keep, most = 0, min(len(old), len(new))
    while keep < most and same(old[keep], new[keep]):
        keep += 1
    return keep


def kept(
    old: Sequence[_Old], new: Sequence[_New], same: Callable[[_Old, _New], bool] = eq
) -> tuple[int, int]:
    """The numbers of equal items at the beginning and at the end of both."""
    keep = shared_start(old, new, same)
    return keep, shared_start(old[keep:][::-1], new[keep:][::-1], same)


def replaced(old: Sequence[_New], new: Sequence[_New]) -> tuple[list[_New | None], list[_New], int]:
    """The new item for each old one (None: it is gone), items without an old one, and where these come.

    Equal items at the beginning and at the end stay; those between are replaced pairwise. What is more
    comes before the old item with the index that is returned.
    """
    keep, tail = kept(old, new)
    stop = len(old) - tail
    come = new[keep : len(new) - tail]
    gone = [None] * (stop - keep - len(come))
    now = [*old[:keep], *come[: stop - keep], *gone, *old[stop:]]
    return now, [*come[stop - keep :]], stop


def partners(old: Iterable[Hashable], new: Iterable[Hashable]) -> list[int | None]:
    """For each new key the index of its old one, the k-th of equal keys for the k-th; None: there is none."""
    places: dict[Hashable, list[int]] = {}
    for index, key in enumerate(old):
        places.setdefault(key, []).append(index)
    left = {key: iter(indexes) for key, indexes in places.items()}
    none: Iterator[int] = iter(())
    return [next(left.get(key, none), None) for key in new]


def behind(ahead: Iterable[object]) -> int:
    """The place of a new item: behind the last that comes ahead of it, as said of each; 0 if none does."""
    return max((index + 1 for index, comes in enumerate(ahead) if comes), default=0)


class ReadText(NamedTuple):
    """The text that a record was read from.

    Attributes:
        raw, codec: its bytes, and the codec they were read in.
        by_hand: whether the user chose that.
        plies: the number of its moves that the record was read with.
        text: the characters.
    """

    raw: bytes
    codec: str
    by_hand: bool
    plies: int
    text: str

    def bytes_of(self, text: str, codec: str) -> bytes:
        """The bytes of the text with edits, in a codec: the old ones if nothing changed.

        They stay too if only the codec is another, but the text doesn't give its bytes back.
        """
        same = text == self.text and (
            codec == self.codec or not gives_back(text, self.codec, self.raw)
        )
        return self.raw if same else encode(text, codec)

    def codec_for(self, record: Record) -> str:
        """The codec to write a record in: the one chosen for it, else that of the text."""
        return record.encoding if record.encoding in ENCODINGS else self.codec


def read_text(record: Record, name: str, hand: int = 1, plies: int = 0) -> ReadText | None:
    """The text that a record was read from, None for a new one.

    `name`: of its fact, whose value begins with the codec; the indexes of the others in it: whether that
    was chosen, and the number of moves (0 if the fact has none).
    """
    fact = record.fact(name)
    if fact is None or not isinstance(fact.raw, bytes) or not isinstance(fact.value, tuple):
        return None
    codec, by_hand = str(fact.value[0]), bool(fact.value[hand])
    count = int(str(fact.value[plies])) if plies else 0
    return ReadText(fact.raw, codec, by_hand, count, decode(fact.raw, codec))


def write_text(
    collection: Collection,
    format: Format,
    read: Callable[[Record], ReadText | None],
    text_of: Callable[[Record, ReadText | None], str],
    losses: Callable[[Record, bytes, str | None], Iterable[Loss]],
) -> Output:
    """Write the first record of a collection as a text of its own, with what wasn't read behind it.

    `read` gives the text that a record was read from, `text_of` the one to write; `losses` are those of a
    record written as some bytes, with the codec that the user chose, None if it is judged.
    """

    def write(record: Record) -> WrittenRecord:
        old = read(record)
        text = text_of(record, old)
        if old is None:
            data = encode(text, UTF8)
            return WrittenRecord((data,), tuple(losses(record, data, None)))
        codec = old.codec_for(record)
        data = old.bytes_of(text, codec)
        size = 0 if collection.source is None else collection.source.size
        rest = (Span(len(old.raw), size - len(old.raw)),) if size > len(old.raw) else ()
        by_hand = codec if old.by_hand and codec == old.codec else None
        return WrittenRecord((data, *rest), tuple(losses(record, data, by_hand)))

    return write_single(collection, write, partial(in_terms_of, format))
