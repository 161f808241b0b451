"""Records as text: as they were read, with what was edited, or new ones; losses by reading them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from viewer.base.limits import DEFAULT
from viewer.base.source import Source, piece_bytes
from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.lines.collection import TEXT, record_of
from viewer.formats.lines.notation import Notation, size_of, start_for, start_of
from viewer.formats.shared.charsets import decode, encode
from viewer.formats.shared.line_losses import line_losses
from viewer.tree.action import Action, Setup
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Record


class _Part(NamedTuple):
    piece: Piece
    losses: tuple[Loss, ...]


def write(collection: Collection, notation: Notation, count: int) -> Output:
    """So many records of a collection as text."""
    pieces: list[Piece] = []
    losses: list[Loss] = []
    codec = _codec_of(collection, notation)
    index = 0
    while index < count:
        run = collection.untouched(index) if collection.format == notation.id else 0
        first = collection.span(index) if run else None
        last = collection.span(index + run - 1) if run else None
        if first is not None and last is not None:
            pieces.append(Span(first.start, last.end - first.start))
            index += run
            continue
        part = _written(collection.record(index), notation, codec, collection.source)
        pieces.append(part.piece)
        losses += [loss._replace(record=index) for loss in part.losses]
        index += 1
    return Output(tuple(losses), _joined(pieces, codec, collection.source))


def _joined(pieces: list[Piece], codec: str, source: Source | None) -> Iterator[Piece]:
    """The pieces; where something comes behind a line without an end, it gets one."""
    end = encode("\n", codec)
    ends = (end, encode("\r", codec))
    for place, piece in enumerate(pieces):
        if place:
            before = pieces[place - 1]
            if isinstance(before, Span):
                start = max(before.start, before.end - len(end))
                before = piece_bytes(Span(start, before.end - start), source)
            if before and not before.endswith(ends):
                yield end
        yield piece


def _text_fact(record: Record, notation: Notation) -> tuple[Fact, str, int] | None:
    """What was read of a record in this notation, with its codec and how many moves; None for nothing."""
    fact = record.fact(TEXT)
    if fact is None or not isinstance(fact.value, tuple) or fact.value[1] != notation.id:
        return None
    return fact, str(fact.value[0]), int(str(fact.value[2]))


def _codec_of(collection: Collection, notation: Notation) -> str:
    """The codec of a collection's file: what is new in it is written in no other."""
    if collection.format != notation.id:
        return UTF8
    known = (_text_fact(collection.record(index), notation) for index in range(len(collection)))
    return next((found[1] for found in known if found is not None), UTF8)


def _written(record: Record, notation: Notation, codec: str, source: Source | None) -> _Part:
    known = _text_fact(record, notation)
    if known is None:
        text = _revised(notation.new(record), record, notation, DEFAULT.nodes)
        data = encode(text, codec)
        return _Part(data, _losses(record, decode(data, codec), notation))
    fact, codec, read = known
    raw = piece_bytes(fact.raw, source) if isinstance(fact.raw, Span) else fact.raw
    old = decode(raw, codec)
    text = _revised(old, record, notation, read)
    piece = fact.raw if text == old else encode(text, codec)
    return _Part(piece, _losses(record, text, notation))


def _revised(text: str, record: Record, notation: Notation, read: int) -> str:
    """A text with the head and the moves that the record has now; all else stays as it is.

    `read` is how many of the text's moves the record had at first.
    """
    parsed = notation.parse(text, DEFAULT)
    parsed = parsed._replace(tokens=parsed.tokens[:read])
    old = [token.action for token in parsed.tokens]
    line = [node.action for node in record.root.main_line()][1:]
    keep = 0  # what stands there stays as it stands, even what nobody would write
    while keep < min(len(old), len(line)) and old[keep] == line[keep]:
        keep += 1
    words = _words_for(line[keep:], notation, record.game)
    if keep < len(old) or words:
        start = parsed.tokens[keep - 1].end if keep else parsed.moves_at
        stop = parsed.tokens[-1].end if parsed.tokens else parsed.moves_at
        text = text[:start] + notation.joined(words, parsed, keep) + text[stop:]
        parsed = notation.parse(text, DEFAULT)
    says = parsed.game, start_of(record_of(parsed))
    if says != (record.game, _bare_start(record)) or not notation.spans(text):
        first, last = parsed.head
        text = text[:first] + notation.head(record, parsed, text) + text[last:]
    return text


def _bare_start(record: Record) -> Setup:
    """The start without what is set up: no such text has a place for that."""
    start, _ = start_for(record.game, *size_of(record))
    return start_of(Record(record.game, Node(0, None, start)))


def _words_for(line: Sequence[Action | None], notation: Notation, game: str) -> list[str]:
    """The words of moves, as far as there are any."""
    words = (notation.word(action, game) for action in line)
    return list(takewhile(bool, words))


def _losses(record: Record, text: str, notation: Notation) -> tuple[Loss, ...]:
    read = record_of(notation.parse(text, DEFAULT))
    return line_losses(record, read, start_of, notation.name)
