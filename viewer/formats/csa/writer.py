"""A collection as a CSA file: untouched games as they stand, others statement by statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from viewer.base.limits import DEFAULT
from viewer.base.source import Source, piece_bytes
from viewer.base.spans import Piece, Span
from viewer.formats.csa.collection import codec_of, variant_of_version
from viewer.formats.csa.content import CsaContent, content_of
from viewer.formats.csa.emit import compose, emit, house_style, naming_codec, start_text
from viewer.formats.csa.facts import DIVIDER, MARK, REST, SCRIPT
from viewer.formats.csa.lexer import is_game
from viewer.formats.csa.losses import losses_of
from viewer.formats.csa.reader import GameStyle
from viewer.formats.format import Collection, Output
from viewer.formats.kit.runs import line_end_of, runs_of
from viewer.formats.shared.japanese import CP932, ENCODINGS, UTF8
from viewer.tree.facts import raw_of
from viewer.tree.record import Record

_CODECS = {"2.2": CP932, "3.0": UTF8}
_USUAL = "2.2"
VERSION = "version"


class _Part(NamedTuple):
    """Games that stand one behind the other.

    Attributes:
        divider: the line before them, b"" for the usual one.
        pieces: their bytes.
        rest: what wasn't read of the last of them.
        said: what a game that is written says; None for games that are copied.
    """

    divider: bytes
    pieces: tuple[Piece, ...]
    rest: tuple[Piece, ...] = ()
    said: CsaContent | None = None


def variant_of_written(collection: Collection, options: Mapping[str, str]) -> str:
    """What `Collection.variant` will be of the file that `write` makes."""
    version = options.get(VERSION, "")
    return variant_of_version(version or _house(collection).version)


def _house(collection: Collection) -> GameStyle:
    """How games from elsewhere are written: as the first one of the file."""
    style = style_of(collection.record(0)) if len(collection) else None
    return style or house_style(_USUAL, CP932)


def style_of(record: Record) -> GameStyle | None:
    """How a record was written in its file; None for one of no CSA file."""
    fact = record.fact(SCRIPT)
    return GameStyle(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """The collection as a file."""
    version = options.get(VERSION, "")
    house = house_style(version, _CODECS[version]) if version else _house(collection)
    parts: dict[int, _Part] = {}
    for run in runs_of(collection, collection.format == "csa" and not version):
        record = collection.record(run.first)
        divider = raw_of(record.facts, DIVIDER) or b"" if not version else b""
        if run.span is not None:
            parts[run.first] = _Part(divider, (run.span,))
            continue
        part = write_record(record, house, bool(version), len(collection) > 1)
        parts[run.first] = part._replace(divider=divider)
    mark = b""
    if parts and not version:
        record = collection.record(0)
        style = style_of(record) or house
        fits = _codec(record, style) in (UTF8, style.codec)
        mark = raw_of(record.facts, MARK) or b"" if fits else b""
    source = collection.source
    pieces = _joined(mark, list(parts.values()), house.line_end, source)
    written = {index: part.said for index, part in parts.items() if part.said is not None}
    if not written:
        return Output((), pieces)
    read = [part._replace(rest=()) for part in parts.values()]
    data = b"".join(_start(piece, source) for piece in _joined(mark, read, house.line_end, source))
    return Output(tuple(losses_of(collection, written, data)), pieces)


def _start(piece: Piece, source: Source | None) -> bytes:
    """The bytes of a piece, as far as they are read of a file."""
    if isinstance(piece, Span):
        piece = Span(piece.start, min(piece.length, DEFAULT.body_bytes))
    return piece_bytes(piece, source)


def _joined(
    mark: bytes, parts: list[_Part], line_end: str, source: Source | None
) -> Iterator[Piece]:
    """The pieces of a file, with a line that divides between games."""
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


def write_record(record: Record, house: GameStyle, anew: bool, among: bool) -> _Part:
    """A record as a game: as it was read, or, without facts or `anew`, as `house` says.

    One `among` others says at least its start, so that it is a game.
    """
    said = content_of(record)
    style = None if anew else style_of(record)
    rest: tuple[Piece, ...] = ()
    if style is None:
        codec = house.codec
        if house.version not in _CODECS:
            house = house._replace(version=_USUAL)
        data = compose(said, record.root, house)
    else:
        codec = _codec(record, style)
        data = emit(record, said, style, codec)
        rest = tuple(fact.raw for fact in record.facts if fact.name == REST)
    if among and not is_game(data):
        data += start_text(said, style or house)
    moved = style is None or style.codec != codec
    if moved and codec_of(data, CP932) != codec and not data.isascii():
        data = naming_codec(data, codec, style or house)
    return _Part(b"", (data,), rest, said)
