"""Write a collection as a CSA file: unchanged games are copied, others are written statement by statement."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from functools import partial

from viewer.base.limits import DEFAULT, UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource, Piece, Source, Span, piece_bytes
from viewer.formats.csa.emit import (
    CsaContent,
    content_of,
    emit,
    head_of,
    headers_of,
    time_as_meant,
)
from viewer.formats.csa.lexer import (
    DIVIDER,
    MARK,
    REST,
    SCRIPT,
    TIMES,
    GameStyle,
    encoding_line,
    is_game,
    start_lines,
)
from viewer.formats.csa.reader import CsaCollection, codec_of, variant_of_version
from viewer.formats.format import Collection, Loss, Output, Unreadable
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.foreign import in_comments
from viewer.formats.kit.japanese import CP932, UTF8
from viewer.formats.kit.losses import (
    WRITTEN_AS,
    header_key,
    lacked,
    losses_between,
    one_line_in,
    says_the_same,
    sentences_of,
    under_own_keys,
)
from viewer.formats.kit.runs import line_end_of, runs_of
from viewer.formats.kit.shogi import ends_meant, in_normal_form, with_kif_keys
from viewer.games.shogi.position import position_of
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import ELAPSED
from viewer.tree.diff import ItemDifference
from viewer.tree.evaluation_words import evaluation_lines
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_CODECS = {"2.2": CP932, "3.0": UTF8}
_USUAL = "2.2"
VERSION = "version"


class _Part(NamedTuple):
    """Consecutive games of the file to write.

    Attributes:
        divider: the line before them, b"" for the usual divider.
        pieces: their bytes.
        rest: the unread end of the last game.
        game: what is written; None for games that are copied.
    """

    divider: bytes
    pieces: tuple[Piece, ...]
    rest: tuple[Piece, ...] = ()
    game: _Game | None = None


class _Game(NamedTuple):
    """A game that is written: its record as it is, and as CSA writes it; what is said of that."""

    own: Record
    record: Record
    said: CsaContent


def variant_of_written(collection: Collection, options: Mapping[str, str]) -> str:
    """The `Collection.variant` of the file that `write` makes."""
    version = options.get(VERSION, "")
    return variant_of_version(version or _house(collection).version)


def _house(collection: Collection) -> GameStyle:
    """The style for games of other origin: that of the first game of the file."""
    style = style_of(collection.record(0)) if len(collection) else None
    return style or GameStyle(CP932, _USUAL)


def style_of(record: Record) -> GameStyle | None:
    """The style of a record in its file; None if it wasn't read from CSA."""
    fact = record.fact(SCRIPT)
    return GameStyle(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write a collection as a file."""
    version = options.get(VERSION, "")
    house = GameStyle(_CODECS[version], version) if version else _house(collection)
    parts: dict[int, _Part] = {}
    mark = b""
    for run in runs_of(collection, collection.format == "csa" and not version):
        own = collection.record(run.first)
        if not run.first and not version:
            style = style_of(own) or house
            fits = _codec(own, style) in (UTF8, style.codec)
            mark = raw_of(own.facts, MARK) or b"" if fits else b""
        divider = raw_of(own.facts, DIVIDER) or b"" if not version else b""
        if run.span is not None:
            parts[run.first] = _Part(divider, (run.span,))
            continue
        part = write_record(own, collection.format, house, bool(version), len(collection) > 1)
        parts[run.first] = part._replace(divider=divider)
    source = collection.source
    pieces = _joined(mark, list(parts.values()), house.line_end, source)
    written = {index: part.game for index, part in parts.items() if part.game is not None}
    if not written:
        return Output((), pieces)
    read = [part._replace(rest=()) for part in parts.values()]
    data = b"".join(_start(piece, source) for piece in _joined(mark, read, house.line_end, source))
    return Output(tuple(_losses(written, data)), pieces)


def _prepared(record: Record, source: str) -> Record:
    """A record with its evaluations in comments, and with headers whose names CSA knows.

    `source` is the id of the format it was read as.
    """
    return in_comments(with_kif_keys(record, source), partial(evaluation_lines, server=True))


def _start(piece: Piece, source: Source | None) -> bytes:
    """The bytes of a piece, at most as many as the reader reads of a file."""
    if isinstance(piece, Span):
        piece = Span(piece.start, min(piece.length, DEFAULT.body_bytes))
    return piece_bytes(piece, source)


def _joined(
    mark: bytes, parts: list[_Part], line_end: str, source: Source | None
) -> Iterator[Piece]:
    """The pieces of a file, with divider lines between games."""
    if mark:
        yield mark
    end = line_end.encode()
    for index, part in enumerate(parts):
        if index:
            before = parts[index - 1]
            if line_end_of(before.rest or before.pieces, source) == b"":
                yield end
            yield part.divider or b"/" + end
        yield from part.pieces
        yield from part.rest


def _codec(record: Record, style: GameStyle) -> str:
    return record.encoding if record.encoding in ENCODINGS else style.codec


def write_record(own: Record, source: str, house: GameStyle, anew: bool, among: bool) -> _Part:
    """Write a record as a game: in the style of its file, or, if it has none or `anew`, in the style `house`.

    `source` is the id of the format that it was read as.
    A game `among` others that has no statement gets the lines of its start, so that it counts as a game.
    """
    record = _prepared(own, source)
    said = content_of(record)
    read = None if anew else style_of(record)
    if read is None and house.version not in _CODECS:
        house = house._replace(version=_USUAL)
    style = read or house
    codec = _codec(record, read) if read is not None else house.codec
    data = emit(record, said, style, codec, read is None)
    rest = () if read is None else tuple(fact.raw for fact in record.facts if fact.name == REST)
    if among and not is_game(data):
        data += "".join(line + style.line_end for line in start_lines(said.position)).encode()
    moved = read is None or read.codec != codec
    if moved and codec_of(data, CP932) != codec and not data.isascii():
        # As in V3.0: the bytes alone wouldn't show it.
        data = f"{encoding_line(codec)}{style.line_end}".encode() + data
    return _Part(b"", (data,), rest, _Game(own, record, said))


# --------------------------------------------------------------------------------------- losses


_SENTENCES = sentences_of(
    "CSA",
    branch=one_line_in("CSA"),
    action=WRITTEN_AS,
    added=message("CSA holds moves and ends alone."),
    usual=True,
    some_headers=True,
    some_facets=True,
)


def _losses(written: Mapping[int, _Game], data: bytes) -> Iterator[Loss]:
    """The losses of the games `written` (by index), found by reading the file `data`."""
    read: CsaCollection | None = None
    with contextlib.suppress(Unreadable):  # an empty file
        read = CsaCollection(BytesSource(data), UNLIMITED, None)
    for index, (own, record, said) in written.items():
        there = Record("shogi", Node(0, None))
        if read is not None and index < len(read):
            there = read.record(index)
        same = _compared(record, said) == _compared(there, head_of(there))
        ends = ends_meant({step.node.id: step.side for step in said.line})
        if says_the_same(record, there, _actions(said), ends, same):
            continue
        special = partial(_special, there.encoding or "")
        normal = _normal(record, said), _normal(there, content_of(there))
        losses = losses_between(*normal, _SENTENCES, special)
        for loss in under_own_keys(losses, own.headers, headers_of(record.headers)):
            yield loss._replace(record=index)


def _normal(record: Record, said: CsaContent) -> Record:
    """A copy of a record in which equivalent actions and headers are equal, for comparing."""
    return in_normal_form(record, _actions(said), *_compared(record, said))


def _actions(said: CsaContent) -> dict[int, Action | None]:
    return {step.node.id: step.action for step in said.line}


def _compared(record: Record, said: CsaContent) -> tuple[tuple[Header, ...], Action | None]:
    """The headers and the start in the form in which they are compared."""
    headers = tuple(
        Header(key, time_as_meant(value) if key in TIMES else value) for key, value in said.headers
    )
    if position_of(record.setup).number != 1:
        return headers, record.root.action
    return headers, Setup(said.start) if said.start else None


def _special(codec: str, one: ItemDifference) -> Message | None:
    if words := lacked(one, codec):
        return words
    if (key := header_key(one)) in TIMES and one.after:
        return message("CSA has no weekdays, and that of {key} isn't the day's.", key=key)
    if one.kind == ELAPSED and one.after:
        return message("CSA V2.2 has no fractions of seconds: the time is cut.")
    return None
