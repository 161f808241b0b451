"""The kinds of reference works: finds out what a file is, and opens it."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.source import FileSource
from viewer.reference.reference import Reference, ReferenceFault, reading

_HEAD = 64
_ENTRY = struct.Struct(">QH6x")  # of a Polyglot book
_QUEEN, _SAMPLES = 4, 64
_TEXT, _BINARY, _SQLITE = b"#YANEURAOU-DB2016", b"YANE-BINBOOK", b"SQLite format 3\0"
_VERSION = b"-V1\0"


class Kind(NamedTuple):
    """A kind of reference work.

    Attributes:
        id: stable.
        game: the id of its game.
        suffix: of its files, "" for a folder.
        opened_by: "module:function" that makes the job of opening one, given its path, its name and the
            limits; the modules load python-chess or rsshogi.
    """

    id: str
    game: str
    suffix: str
    opened_by: str


POLYGLOT = Kind("polyglot", "chess", ".bin", "viewer.reference.polyglot:opening")
TEXT = Kind(
    "yaneuraou",
    "shogi",
    ".db",
    "viewer.reference.yaneuraou_text:opening",
)
BINARY = Kind(
    "yaneuraou-binary",
    "shogi",
    ".ybb",
    "viewer.reference.yaneuraou_binary:opening",
)
SBK = Kind("sbk", "shogi", ".sbk", "viewer.reference.sbk:opening")
SYZYGY = Kind("syzygy", "chess", "", "viewer.reference.syzygy:opening")
KINDS = (POLYGLOT, TEXT, BINARY, SBK, SYZYGY)


def suffixes(game: str) -> list[str]:
    """The suffixes of the books of a game."""
    return [kind.suffix for kind in KINDS if kind.game == game and kind.suffix]


def kind_of(path: str) -> Kind:
    """What a file or folder is, by its content. Raises ReferenceFault if Qipu can't use it."""
    name = os.path.basename(path.rstrip("/\\")) or path
    if os.path.isdir(path):
        return SYZYGY
    with reading(name):
        source = FileSource(path)
    try:
        with reading(name):
            return _kind(source, name)
    finally:
        source.close()


def _kind(source: FileSource, name: str) -> Kind:
    head = source.read(0, _HEAD)
    if head.removeprefix(b"\xef\xbb\xbf").startswith(_TEXT):
        return TEXT
    if head.startswith(_BINARY + _VERSION):
        return BINARY
    if head.startswith(_BINARY):
        raise ReferenceFault(
            message("{name} is of a newer kind, which Qipu doesn't know yet.", name=name)
        )
    if head.startswith(_SQLITE):
        raise ReferenceFault(
            message(
                "{name} is a database of SQLite, such as the .obk books of xiangqi programs. How their keys "
                "are made isn't published, so Qipu can't look anything up in it.",
                name=name,
            )
        )
    if name.lower().endswith(SBK.suffix):
        return SBK
    if _is_polyglot(source):
        return POLYGLOT
    raise ReferenceFault(
        message("{name} is no opening book that Qipu knows: {kinds}.", name=name, kinds=_known())
    )


def _known() -> str:
    return ", ".join(kind.suffix for kind in KINDS if kind.suffix)


def _is_polyglot(source: FileSource) -> bool:
    """Whether a file can be a Polyglot book: in places all over it, keys are sorted and moves are moves."""
    count, rest = divmod(source.size, _ENTRY.size)
    if rest or not count:
        return False
    last = 0
    for place in sorted({index * (count - 1) // _SAMPLES for index in range(_SAMPLES + 1)}):
        key, packed = _ENTRY.unpack(source.read(place * _ENTRY.size, _ENTRY.size))
        target, origin, promotion = packed & 63, packed >> 6 & 63, packed >> 12
        if key < last or origin == target or promotion > _QUEEN:
            return False
        last = key
    return True


def opening(path: str, limits: Limits = DEFAULT) -> Iterator[JobStep[Reference]]:
    """The job that opens a work; its last step has it. Raises ReferenceFault."""
    kind = kind_of(path)
    name = os.path.basename(path.rstrip("/\\")) or path
    job: Iterator[JobStep[Reference]] = load_named(kind.opened_by)(path, name, limits)
    yield from job
