"""A collection as a PGN file: games nobody touched as spans of the file, the others written."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

from viewer.base.source import Gone, Source, piece_bytes
from viewer.base.spans import Piece, Span
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.pgn.collection import PLACE, REST
from viewer.formats.pgn.export.form import LATIN1, UTF8, export_game
from viewer.formats.pgn.export.losses import losses_of_export
from viewer.formats.pgn.facts import script_of
from viewer.formats.pgn.game import write_game
from viewer.formats.pgn.split import game_end
from viewer.formats.pgn.write.losses import losses_of
from viewer.tree.record import Record

_FORMAT = "pgn"
_OWN = "own"
_CHECKED = 1 << 20  # a longer game is taken to end as it did
_HEAD = 4096
_EVENT = b'[Event "'


class Written(NamedTuple):
    """A game as it is written.

    Attributes:
        pieces: its bytes.
        place: where it was read, whether it was touched or not; None for a new one.
        copied: whether it is its own bytes, untouched.
    """

    pieces: list[Piece]
    place: Span | None
    copied: bool


def write(collection: Collection, form: str) -> Output:
    """The games as a file; `form` is one of the format's options. Raises OSError."""
    for _ in collection.indexing():
        pass
    if form == _OWN:
        return Output(_losses(collection), _merged(_own(collection)))
    reduced = form == "reduced"
    encoding = LATIN1 if form == "export-latin-1" else UTF8
    games = range(len(collection))
    losses = tuple(
        loss._replace(record=index)
        for index in games
        for loss in losses_of_export(collection.record(index), reduced, encoding)
    )
    pieces = (export_game(collection.record(index), reduced, encoding) for index in games)
    return Output(losses, pieces)


def _losses(collection: Collection) -> tuple[Loss, ...]:
    """Those of games that are written: what nobody touched is kept as it was."""
    found: list[Loss] = []
    index = 0
    while index < len(collection):
        run = _untouched(collection, index)
        if not run:
            record = collection.record(index)
            losses = losses_of_export if script_of(record) is None else losses_of
            found += [loss._replace(record=index) for loss in losses(record)]
        index += run or 1
    return tuple(found)


def _untouched(collection: Collection, index: int) -> int:
    return collection.untouched(index) if collection.format == _FORMAT else 0


def _own(collection: Collection) -> Iterator[Piece]:
    """Pieces of the games, with what has to stand between two that didn't follow on each other."""
    source = collection.source
    last: Written | None = None
    index = 0
    while index < len(collection):
        run = _untouched(collection, index)
        if run:
            first, final = _copied(collection, index), _copied(collection, index + run - 1)
            pieces = _stretch(first, final)
        else:
            first = final = _written(collection.record(index), source)
            pieces = first.pieces
        if last is not None and not (last.copied and first.copied and _follows(last, first)):
            between = _between(last, first, source)
            if between:
                yield between
        yield from pieces
        last = final
        index += run or 1


def _stretch(first: Written, last: Written) -> list[Piece]:
    """All from one game that is copied to another."""
    assert first.place is not None
    assert last.place is not None
    return [Span(first.place.start, last.place.end - first.place.start)]


def _copied(collection: Collection, index: int) -> Written:
    span = collection.span(index)
    assert span is not None  # an untouched record has one
    return Written([span], span, True)


def _written(record: Record, source: Source | None) -> Written:
    pieces = list(write_game(record, source))
    place, rest = record.fact(PLACE), record.fact(REST)
    if rest is not None and source is not None:
        pieces.append(rest.raw)
    known = place.raw if place is not None and isinstance(place.raw, Span) else None
    return Written(pieces, known, False)


def _follows(first: Written, second: Written) -> bool:
    places = first.place, second.place
    return places[0] is not None and places[1] is not None and places[0].end == places[1].start


def _between(first: Written, second: Written, source: Source | None) -> bytes:
    """What is put between two games, so that the second begins where it begins: mostly nothing.

    Games that followed on each other in the file keep what was between them, if that is enough; others
    get an empty line. A game without a result gets one where the next has no tags, and so on.
    """
    head = _head(second.pieces, source)
    lengths = [len(piece) if isinstance(piece, bytes) else piece.length for piece in first.pieces]
    if sum(lengths) > _CHECKED:
        return b"" if _follows(first, second) else b"\n\n"
    data = b"".join(piece_bytes(piece, source) for piece in first.pieces)
    if not data or not head:
        return b""
    eol = b"\r\n" if b"\r\n" in data[-200:] else b"\n"
    behind = data[len(data.rstrip()) :]
    ends = max(behind.count(b"\n"), behind.count(b"\r"))
    gap = eol * max(0, 2 - ends)
    if first.copied and not gap and head.startswith(_EVENT):
        assert first.place is not None
        with contextlib.suppress(Gone):
            if source is not None and source.read(first.place.end, len(_EVENT)) == _EVENT:
                return b""  # such a one followed before
    line = eol * max(0, 1 - ends)
    ways = [gap, line + b"*" + eol * 2, line + b"} *" + eol * 2]
    if _follows(first, second):
        ways.insert(0, b"")
    for way in ways:
        if game_end(data + way + head, 0, True) == len(data + way):
            return way
    return gap


def _head(pieces: list[Piece], source: Source | None) -> bytes:
    """The first bytes of a game."""
    out = b""
    for piece in pieces:
        if isinstance(piece, Span):
            piece = piece._replace(length=min(piece.length, _HEAD))
        out += piece_bytes(piece, source)[:_HEAD]
        if len(out) >= _HEAD:
            break
    return out


def _merged(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Spans that follow on each other as one."""
    run: Span | None = None
    for piece in pieces:
        if isinstance(piece, Span):
            if run is not None and run.end == piece.start:
                run = Span(run.start, run.length + piece.length)
                continue
            if run is not None:
                yield run
            run = piece
            continue
        if run is not None:
            yield run
            run = None
        yield piece
    if run is not None:
        yield run
