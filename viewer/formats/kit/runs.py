"""Writing files, of one record or of several: runs of unedited ones are copied, others written one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from viewer.base.garbage import GarbagePause
from viewer.base.named import NamedTuple
from viewer.base.source import Piece, Source, Span, piece_bytes
from viewer.base.spool import spooled
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Format, Loss, Output, RecordWriter
from viewer.formats.forwarding import reads_anew
from viewer.formats.kit.ahead import played_ahead
from viewer.formats.kit.charsets import ENCODINGS, decode, encode, gives_back
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.losses import under_own_keys
from viewer.tree.record import Record


class Run(NamedTuple):
    """Consecutive records: several that are copied, or one that is written.

    Attributes:
        first, last: their indexes.
        span: the bytes of copied records; None for the one that is written.
    """

    first: int
    last: int
    span: Span | None


class WrittenRecord(NamedTuple):
    """A record as bytes, and its losses."""

    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]


def _unchanged(own: Record, source: str) -> Record:
    return own


def write_single(
    collection: Collection,
    write: Callable[[Record], WrittenRecord],
    terms: Callable[[Record, str], Record] = _unchanged,
) -> Output:
    """The file of a format with one record, the first of a collection; `Format.write` tells of the others.

    `terms` puts the record, read as the format with an id, in the terms of the one to be written; `write`
    writes that. Losses are told with the keys of the record's own headers.
    """
    own = collection.record(0)
    record = terms(own, collection.format)
    written = write(record)
    told = under_own_keys(written.losses, own.headers, record.headers)
    return Output(tuple(told), iter(written.pieces))


# ------------------------------------------------------ A record that is a text, written with its edits


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


# ------------------------------------------------------------------------------------ Several records


class FileCodec(NamedTuple):
    """The codec of a file whose records are all in one.

    Attributes:
        name: of the codec.
        record: a record that is in it.
        kept: whether unedited records are in it already; else all are written anew.
    """

    name: str
    record: Record
    kept: bool


def file_codec(
    collection: Collection, own: bool, codecs_of: Callable[[Record], tuple[str, str] | None]
) -> FileCodec | None:
    """The codec of a file with the records of a collection: the one that was chosen for any of them.

    If none was, it is that of the records that are copied, else that of the first record. None if no
    record tells one. `own`: whether the collection's format is the one to be written. `codecs_of` gives
    the codec that a record was read in and the one it is to be written in, None for a new record.
    """
    copied: FileCodec | None = None
    edited: FileCodec | None = None
    index = 0
    while index < len(collection):
        count = collection.unedited_run(index) if own else 0
        if not count or copied is None:
            record = collection.record(index)
            was, now = codecs_of(record) or ("", "")
            if was != now:
                return FileCodec(now, record, False)
            if now and count:
                copied = FileCodec(now, record, True)
            elif now:
                edited = edited or FileCodec(now, record, True)
        index += count or 1
    return copied or edited


def runs_of(collection: Collection, copied: bool) -> Iterator[Run]:
    """The runs of a collection; `copied`: whether its format is the one to be written."""
    index = 0
    while index < len(collection):
        count = collection.unedited_run(index) if copied else 0
        first = collection.span(index) if count else None
        last = collection.span(index + count - 1) if count else None
        if first is None or last is None:
            yield Run(index, index, None)
            index += 1
        else:
            span = Span(first.start, last.end - first.start)
            yield Run(index, index + count - 1, span)
            index += count


def written_lines(
    collection: Collection,
    format: str,
    write: Callable[[Record], WrittenRecord],
    replays: bool = False,
) -> Output:
    """A collection as a file whose records are lines; `write` makes one of a record.

    `replays`: and replays its main line.
    """
    losses: list[Loss] = []

    def written() -> Iterator[tuple[Piece, ...]]:
        anew = reads_anew(collection)
        records = played_ahead(collection, range(len(collection))) if replays else collection
        for run in runs_of(collection, collection.format == format):
            if run.span is not None:
                yield (run.span,)
                continue
            record = records.record(run.first)
            one = write(record)
            losses.extend(loss._replace(record=run.first) for loss in one.losses)
            if anew:
                record.dissolve()
            yield one.pieces

    pieces = spooled(joined_lines(written(), collection.source))
    return Output(tuple(losses), pieces)


def record_writer(write: Callable[[Record], WrittenRecord], replays: bool = False) -> RecordWriter:
    """A `RecordWriter` of what makes the bytes of one record; `replays`: and replays its main line."""

    def written(
        collection: Collection, options: Mapping[str, str], indexes: Sequence[int]
    ) -> Iterator[tuple[bytes, list[Loss]]]:
        anew = reads_anew(collection)
        records = played_ahead(collection, indexes) if replays else collection
        with GarbagePause() as pause:
            for index in indexes:
                record = records.record(index)
                one = write(record)
                data = b"".join(piece_bytes(piece, collection.source) for piece in one.pieces)
                yield data, [loss._replace(record=index) for loss in one.losses]
                if anew:
                    record.dissolve()
                else:
                    pause.read(len(record.nodes))

    return written


def joined_lines(
    runs: Iterable[tuple[Piece, ...]], source: Source | None, codec: str = UTF8
) -> Iterator[Piece]:
    """The pieces of runs; a last line without a line end gets one if something follows.

    It is the previous line end in the file, else a line feed.
    """
    end = encode("\n", codec)
    before: tuple[Piece, ...] | None = None
    for pieces in runs:
        if before is not None:
            found = line_end_of(before, source, codec)
            end = found or end
            if found == b"":
                yield end
        yield from pieces
        before = pieces


def line_end_of(pieces: Sequence[Piece], source: Source | None, codec: str = UTF8) -> bytes | None:
    """The line end of the last line of some pieces, b"" if it has none; None if there is no line."""
    last = pieces[-1] if pieces else b""
    lf, cr = encode("\n", codec), encode("\r", codec)
    if isinstance(last, Span):
        length = min(2 * len(lf), last.length)
        last = piece_bytes(Span(last.end - length, length), source)
    if not last:
        return None
    return next((end for end in (cr + lf, lf, cr) if last.endswith(end)), b"")
