"""The law of what is written: when it is read again, it has the same text.

Writers compare what they write with the record in the codec that they write it in. Whether the next reader
finds that codec depends on all of the file, and nobody chooses it by hand then: so the output is read
again here, and text that would come back as other characters is a loss. This holds for every format that has
more than one codec. What is written anew is read again, and of the records that are copied the first ones,
since the codec of a whole file may be found otherwise because of what is new in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, zip_longest

from viewer.base.layers import RecodedSource, bare
from viewer.base.limits import AT_ONCE, DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource, Piece, Source, Span, piece_bytes
from viewer.base.text import UTF8, lacking, readable
from viewer.formats.format import Collection, Format, Loss, Output, Unreadable
from viewer.formats.kit.charsets import SWITCHING
from viewer.formats.kit.losses import lacking_words
from viewer.formats.kit.runs import runs_of
from viewer.tree.record import Record

_COPIED = 1 << 16  # bytes of copied records that are read again, beside the first of each run
_WRITTEN = 1 << 24  # bytes that are read again of what is written anew
_SHOWN = 20  # characters of a message
_WORD = re.compile(r"[^\x00-\x7f\s]+")
_BEYOND_ASCII = re.compile(rb"[\x00\x1b\x80-\xff]|~\{")
"""Signs of text beyond ASCII: high bytes, the zeros of UTF-16, the switches of ISO-2022 and HZ."""
_OTHERWISE_TOLD = frozenset(("records", "format", "closed"))


Load = Callable[[Format, Source, Limits, str | None], Collection]
"""Reads a source as a format, in the codec that is chosen, if one is."""


def read_back(output: Output, collection: Collection, format_: Format, load: Load) -> Output:
    """The output with a loss for each record whose text would be read in another codec.

    `output` is the written form of the collection. Raises OSError if the source fails.
    """
    if not format_.encodings or not format_.writable:
        return output
    trial = _Trial(output.pieces, collection, format_)
    losses: tuple[Loss, ...] = ()
    if trial.written and _BEYOND_ASCII.search(trial.data) and not trial.is_source():
        losses = tuple(_ReadBack(trial, output, collection, partial(load, format_)).losses())
    return output._replace(losses=output.losses + losses, pieces=chain(trial.taken, output.pieces))


class _Trial:
    """The part of an output that is read again.

    Attributes:
        taken: the pieces that were looked at.
        data: its bytes: what is written anew, and some of the records that are copied.
        order: the indices of its records.
        written: the indices of the records that are written anew.
        whole: whether it is the whole file.
    """

    def __init__(self, pieces: Iterator[Piece], collection: Collection, format_: Format) -> None:
        self._collection = collection
        own = collection.format == format_.id
        self._source = collection.source if own else None
        runs = [run for run in runs_of(collection, own) if run.span is not None]
        self._runs = {run.first: run for run in runs}
        self._starts = sorted((run.span.start, run.first) for run in runs if run.span is not None)
        self.taken: list[Piece] = []
        self.written = set(range(min(1, len(collection)) if format_.single else len(collection)))
        self.whole = True
        self._kept: set[int] = set()
        self._copied, self._left = _COPIED, _WRITTEN
        self.data = b"".join(map(self._taken, self._some(pieces)))
        self.order = sorted(self.written | self._kept)

    def _some(self, pieces: Iterator[Piece]) -> Iterator[Piece]:
        while self._left > 0:
            piece = next(pieces, None)
            if piece is None:
                return
            self.taken.append(piece)
            yield piece
        self.whole = False

    def _taken(self, piece: Piece) -> bytes:
        """The bytes that are read again of a piece."""
        if isinstance(piece, bytes):
            self._left -= len(piece)
            return piece
        first, stop = self._held(piece)
        self.written.difference_update(range(first, stop))
        last = stop
        while last - first > 1 and self._end(last) - piece.start > self._copied:
            last = first + (last - first) // 2
        if last < stop:
            piece = Span(piece.start, self._end(last) - piece.start)
            self.whole = False
        if first == stop and piece.length > _COPIED:
            self.whole = False  # what is behind the part that is read
            return b""
        self._copied = max(0, self._copied - piece.length)
        self._kept.update(range(first, last))
        return piece_bytes(piece, self._collection.source)

    def _held(self, piece: Span) -> tuple[int, int]:
        """The indices of the records in a span that is copied: the first, and the one behind the last."""
        at = bisect_left(self._starts, (piece.start + 1, 0)) - 1
        if at < 0:
            return 0, 0
        run = self._runs[self._starts[at][1]]
        first = bisect_left(range(run.last + 1), piece.start, run.first, key=self._start)
        stop = first
        while run is not None and run.span is not None and run.span.start < piece.end:
            stop = bisect_left(range(run.last + 1), piece.end, run.first, key=self._start)
            follows = self._runs.get(run.last + 1)
            if stop <= run.last or follows is None or follows.span is None:
                break
            if follows.span.start != run.span.end:
                break
            run = follows
        return first, stop

    def _start(self, index: int) -> int:
        span = self._collection.span(index)
        return 0 if span is None else span.start

    def _end(self, stop: int) -> int:
        span = self._collection.span(stop - 1)
        return 0 if span is None else span.end

    def is_source(self) -> bool:
        """Whether the file is the one that was read, perhaps in a codec that somebody chose."""
        source = self._source
        if source is None or not self.whole or source.size != len(self.data):
            return False
        return source.read(0, source.size) == self.data


class _ReadBack:
    """Compares records with what is read of them without a codec that somebody chose."""

    def __init__(
        self,
        trial: _Trial,
        output: Output,
        collection: Collection,
        load: Callable[[Source, Limits, str | None], Collection],
    ) -> None:
        self._trial = trial
        self._output = output
        self._collection = collection
        self._load = load
        self._read_as: dict[str, Collection | None] = {}
        self._words: dict[tuple[str, str], Message] = {}
        self._told_of = {loss.record for loss in output.losses}

    def losses(self) -> Iterator[Loss]:
        """The losses."""
        trial, told = self._trial, self._output.losses
        try:
            fresh = self._found(None)
        except Unreadable as error:
            words = message("The file can't be opened again. {reason}", reason=error.reason)
            yield Loss("format", None, words)
            return
        count = len(fresh)
        if trial.whole and count != len(trial.order):
            if not any(loss.kind in _OTHERWISE_TOLD for loss in told):
                words = message(
                    "The file will be read as {count} games, not as {expected}.",
                    count=count, expected=len(trial.order),
                )  # fmt: skip
                yield Loss("records", None, words)
            return
        known = {loss.record for loss in told if loss.kind == "encoding"}
        copied = True  # whether records that are copied may be read otherwise than before
        for place, index in enumerate(trial.order[: count - (not trial.whole)]):
            is_written = index in trial.written
            if index in known or not (is_written or copied) or self._is_plain(fresh, place):
                continue
            misread = self._misread(fresh, place, index)
            if misread is not None:
                yield Loss("encoding", None, misread, index)
            elif not is_written:
                copied = False  # as one is read so are the others

    def _is_plain(self, fresh: Collection, place: int) -> bool:
        """Whether a record is in characters that are the same in all codecs."""
        span = fresh.span(place)
        return span is not None and not _BEYOND_ASCII.search(self._trial.data, span.start, span.end)

    def _found(self, codec: str | None) -> Collection:
        """The records as they are read in a codec, None for the one that a reader finds."""
        found = self._load(BytesSource(self._trial.data), DEFAULT, codec)
        for _ in found.indexing():
            pass
        return found

    def _read(self, codec: str) -> Collection | None:
        """The records as they are read in a codec, None if they can't be."""
        if codec not in self._read_as:
            self._read_as[codec] = None
            with suppress(Unreadable, ValueError, LookupError):
                self._read_as[codec] = self._found(codec)
        return self._read_as[codec]

    def _misread(self, fresh: Collection, place: int, index: int) -> Message | None:
        """What becomes of a record's text if it is read in another codec than it is written in."""
        own = self._collection.record(index)
        words = _words_of(own)
        found = fresh.record(place) if words else own
        lost = words - _words_of(found)
        if not lost:
            return None
        switched = own.encoding if own.encoding in SWITCHING else ""
        missing = lacking("".join(lost), switched) if switched else ""
        if missing and index not in self._told_of:  # byte-wise writers didn't see the codec
            return lacking_words(message("The text"), missing, switched)
        if self._was_likely(index, own.encoding, found.encoding):
            return (
                None  # its bytes are as they were, and so are the letters that the next reader sees
            )
        best, least = None, lost.total()
        codecs = (own.encoding, self._collection.record(0).encoding, UTF8)
        for codec in dict.fromkeys(codecs):
            if not codec or codec == found.encoding:
                continue
            other = self._read(codec)
            if other is not None and place < len(other):
                meant = other.record(place)
                count = (words - _words_of(meant)).total()
                if count < least:
                    best, least = meant, count
        return None if best is None else self._told(best, found)

    def _was_likely(self, index: int, own: str | None, found: str | None) -> bool:
        """Whether the codec that the file was read in was only likely, and it may be in `found`."""
        source, codecs = self._collection.source, []
        if source is None or isinstance(bare(source), RecodedSource):
            return False
        for limits in (AT_ONCE, DEFAULT):
            with suppress(Unreadable, IndexError, ValueError):
                codecs.append(self._load(source, limits, None).record(index).encoding)
        return codecs == [own, found]

    def _told(self, meant: Record, found: Record) -> Message:
        """The sentence for a text in two readings, with the first example of all that are read so."""
        codecs = meant.encoding or UTF8, found.encoding or UTF8
        if codecs not in self._words:
            pairs = zip_longest(texts_of(meant), texts_of(found), fillvalue="")
            before, after = next(((a, b) for a, b in pairs if a != b and a), ("", ""))
            self._words[codecs] = message(
                "“{before}” will be read as “{after}” ({found} instead of {codec}).",
                codec=codecs[0], found=codecs[1], before=_short(before), after=_short(after),
            )  # fmt: skip
        return self._words[codecs]


def _short(text: str) -> str:
    text = " ".join(readable(text).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def texts_of(record: Record) -> Iterator[str]:
    """All text of a record beyond ASCII: headers, actions, annotations."""
    for header in record.headers:
        yield from _strings_in(header)
    for node in record.walk():
        if node.action is not None and not node.action.text.isascii():
            yield node.action.text
        if node.notes:
            yield from _strings_in(tuple(node.notes.values()))


def _strings_in(value: object) -> Iterator[str]:
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, str) and not one.isascii():
            yield one
        elif isinstance(one, tuple):
            todo += reversed(one)


def _words_of(record: Record) -> Counter[str]:
    """The words of a record beyond ASCII; formats may arrange them otherwise."""
    return Counter(_WORD.findall("\n".join(texts_of(record))))
