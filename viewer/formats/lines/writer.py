"""Writing records as text: the text that was read with the edits applied, or new text.

Losses are found by reading the written text back.
"""

from __future__ import annotations

from itertools import takewhile

from viewer.base.limits import DEFAULT
from viewer.base.source import Piece, Source, Span, piece_bytes
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import decode, encode
from viewer.formats.kit.hex_twixt import line_losses
from viewer.formats.kit.law import shared_start
from viewer.formats.kit.runs import WrittenRecord, joined_lines, runs_of
from viewer.formats.lines.notation import TEXT, Notation, record_of, size_of, start_for, start_of
from viewer.tree.action import Setup
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Record


def write(collection: Collection, notation: Notation, count: int) -> Output:
    """Write the first `count` records of a collection as text."""
    runs: list[tuple[Piece, ...]] = []
    losses: list[Loss] = []
    codec = _codec_of(collection, notation)
    for run in runs_of(collection, collection.format == notation.id):
        if run.first >= count:
            break
        if run.span is not None:
            runs.append((run.span,))
            continue
        written = _written(collection.record(run.first), notation, codec, collection.source)
        runs.append(written.pieces)
        losses += [loss._replace(record=run.first) for loss in written.losses]
    return Output(tuple(losses), joined_lines(runs, collection.source, codec))


def _text_fact(record: Record, notation: Notation) -> tuple[Fact, str, int] | None:
    """The fact with a record's text in this notation, its codec and its number of moves, None if none."""
    fact = record.fact(TEXT)
    if fact is None or not isinstance(fact.value, tuple) or fact.value[1] != notation.id:
        return None
    return fact, str(fact.value[0]), int(str(fact.value[2]))


def _codec_of(collection: Collection, notation: Notation) -> str:
    """The codec of a collection's file, in which new records are written too; UTF-8 for other formats."""
    if collection.format != notation.id:
        return UTF8
    known = (_text_fact(collection.record(index), notation) for index in range(len(collection)))
    return next((found[1] for found in known if found is not None), UTF8)


def _written(
    record: Record, notation: Notation, codec: str, source: Source | None
) -> WrittenRecord:
    known = _text_fact(record, notation)
    if known is None:
        text = _revised(notation.new(record), record, notation, DEFAULT.nodes)
        data = encode(text, codec)
        return WrittenRecord((data,), _losses(record, decode(data, codec), notation))
    fact, codec, read = known
    raw = piece_bytes(fact.raw, source) if isinstance(fact.raw, Span) else fact.raw
    old = decode(raw, codec)
    text = _revised(old, record, notation, read)
    piece = fact.raw if text == old else encode(text, codec)
    return WrittenRecord((piece,), _losses(record, text, notation))


def _revised(text: str, record: Record, notation: Notation, read: int) -> str:
    """The text with the record's current head and moves; all else is kept.

    `read` is the number of the text's moves that the record was read with.
    """
    parsed = notation.parse(text, DEFAULT)
    parsed = parsed._replace(tokens=parsed.tokens[:read])
    old = [token.action for token in parsed.tokens]
    line = [node.action for node in record.root.main_line()][1:]
    # Unchanged moves keep their text, however they are written.
    keep = shared_start(old, line)
    # So do those behind the first that is another, with glyphs and comments.
    said = {
        at: text[token.start : token.end]
        for at, token in enumerate(parsed.tokens[: len(line)])
        if at >= keep and token.action == line[at]
    }
    new = (said.get(at) or notation.word(line[at], record.game) for at in range(keep, len(line)))
    words = list(takewhile(bool, new))
    if keep < len(old) or words:
        start = parsed.tokens[keep - 1].end if keep else parsed.moves_at
        stop = parsed.tokens[-1].end if parsed.tokens else parsed.moves_at
        joined = notation.joined(words, parsed, keep)
        # What is no move stands behind the new ones, where it ends none of them.
        other = [text[first:last] for first, last in parsed.left if start <= first < stop]
        text = text[:start] + " ".join([joined, *other]) + text[stop:]
        parsed = notation.parse(text, DEFAULT)
    says = parsed.game, start_of(record_of(parsed))
    if says != (record.game, _bare_start(record)) or not notation.spans(text):
        first, last = parsed.head
        text = text[:first] + notation.head(record, parsed, text) + text[last:]
    return text


def _bare_start(record: Record) -> Setup:
    """The start with its size but no placed stones, which no such text can hold."""
    start, _ = start_for(record.game, *size_of(record))
    return start_of(Record(record.game, Node(0, None, start)))


def _losses(record: Record, text: str, notation: Notation) -> tuple[Loss, ...]:
    read = record_of(notation.parse(text, DEFAULT))
    return line_losses(record, read, start_of, notation.name)
