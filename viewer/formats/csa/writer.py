"""A collection as a CSA file: untouched games as they stand, others statement by statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from viewer.base.source import Source, piece_bytes
from viewer.base.spans import Piece, Span
from viewer.formats.csa.collection import variant_of_version
from viewer.formats.csa.draft import draft
from viewer.formats.csa.emit import compose, emit, house_script
from viewer.formats.csa.facts import DIVIDER, MARK, REST, SCRIPT
from viewer.formats.csa.losses import losses_of
from viewer.formats.csa.reader import Script
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.shared.japanese import CP932, ENCODINGS, UTF8
from viewer.tree.record import Record

_CODECS = {"2.2": CP932, "3.0": UTF8}
_USUAL = "2.2"


class Written(NamedTuple):
    """A record as bytes, and what is lost."""

    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]


class _Part(NamedTuple):
    """Games that stand one behind the other: the line before them, and their pieces."""

    divider: bytes
    pieces: tuple[Piece, ...]


def chosen_version(options: Mapping[str, str] | None) -> str:
    """The version that options ask for, "" for none. Raises KeyError or ValueError."""
    version = ""
    for name, value in (options or {}).items():
        if name != "version":
            raise KeyError(name)
        if value not in _CODECS:
            raise ValueError(value)
        version = value
    return version


def variant_of_written(collection: Collection, options: Mapping[str, str] | None) -> str:
    """What `Collection.variant` will be of the file that `write` makes."""
    version = chosen_version(options)
    return variant_of_version(version or _house(collection).version)


def _house(collection: Collection) -> Script:
    """How games from elsewhere are written: as the first one of the file."""
    script = script_of(collection.record(0)) if len(collection) else None
    return script or house_script(_USUAL, CP932)


def script_of(record: Record) -> Script | None:
    """How a record was written in its file; None for one of no CSA file."""
    fact = record.fact(SCRIPT)
    return Script(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def write(collection: Collection, options: Mapping[str, str] | None) -> Output:
    """The collection as a file. Raises KeyError or ValueError for an option that isn't offered."""
    version = chosen_version(options)
    house = house_script(version, _CODECS[version]) if version else _house(collection)
    parts: list[_Part] = []
    losses: list[Loss] = []
    mark = b""
    index = 0
    while index < len(collection):
        copied = collection.format == "csa" and not version
        run = collection.untouched(index) if copied else 0
        first = collection.span(index) if run else None
        record = collection.record(index)
        if not index and not version:
            mark = _raw(record, MARK) if _codec(record, house) == UTF8 else b""
        divider = _raw(record, DIVIDER) if not version else b""
        if first is not None:
            last = collection.span(index + run - 1)
            assert last is not None
            parts.append(_Part(divider, (Span(first.start, last.end - first.start),)))
            index += run
            continue
        written = write_record(record, house, bool(version))
        parts.append(_Part(divider, written.pieces))
        losses += [loss._replace(record=index) for loss in written.losses]
        index += 1
    return Output(tuple(losses), _joined(mark, parts, house.line_end, collection.source))


def _raw(record: Record, name: str) -> bytes:
    fact = record.fact(name)
    return fact.raw if fact is not None and isinstance(fact.raw, bytes) else b""


def _joined(
    mark: bytes, parts: list[_Part], line_end: str, source: Source | None
) -> Iterator[Piece]:
    """The pieces of a file, with a line that divides between games."""
    if mark:
        yield mark
    end = line_end.encode()
    for place, part in enumerate(parts):
        if place:
            if not _ends_line(parts[place - 1].pieces, source):
                yield end
            yield part.divider or b"/" + end
        yield from part.pieces


def _ends_line(pieces: tuple[Piece, ...], source: Source | None) -> bool:
    if not pieces:
        return True
    last = pieces[-1]
    if isinstance(last, Span):
        if not last.length:
            return True
        last = piece_bytes(Span(last.end - 1, 1), source)
    return last[-1:] in (b"\r", b"\n")


def _codec(record: Record, script: Script) -> str:
    return record.encoding if record.encoding in ENCODINGS else script.codec


def write_record(record: Record, house: Script, anew: bool = False) -> Written:
    """A record as a game: as it was read, or, without facts or `anew`, as `house` says."""
    said = draft(record)
    script = None if anew else script_of(record)
    rest: tuple[Piece, ...] = ()
    if script is None:
        codec = house.codec
        if house.version not in _CODECS:
            house = house._replace(version=_USUAL)
        data = compose(said, record.root, house)
    else:
        codec = _codec(record, script)
        data = emit(record, said, script, codec)
        rest = tuple(fact.raw for fact in record.facts if fact.name == REST)
    return Written((data, *rest), losses_of(record, said, data, codec))
