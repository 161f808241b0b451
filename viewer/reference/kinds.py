"""The kinds of reference works: finds out what a file is, and opens it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from viewer.base.cooperative import cooperative_job
from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import FileSource
from viewer.reference.reference import Reference, ReferenceFault, reading

_HEAD = 64
_TEXT, _BINARY, _SQLITE = b"#YANEURAOU-DB2016", b"YANE-BINBOOK", b"SQLite format 3\0"
_VERSION = b"-V1\0"


class Kind(NamedTuple):
    """A kind of reference work.

    Attributes:
        id: stable.
        title: for people.
        game: the id of its game.
        suffix: of its files, "" for a folder.
    """

    id: str
    title: Message
    game: str
    suffix: str


POLYGLOT = Kind("polyglot", message("Polyglot book"), "chess", ".bin")
TEXT = Kind("yaneuraou", message("YaneuraOu book"), "shogi", ".db")
BINARY = Kind("yaneuraou-binary", message("YaneuraOu book, binary"), "shogi", ".ybb")
SBK = Kind("sbk", message("ShogiGUI book"), "shogi", ".sbk")
SYZYGY = Kind("syzygy", message("Syzygy tablebases"), "chess", "")
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
    from viewer.reference.polyglot import is_polyglot  # deferred: loads python-chess

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
    if is_polyglot(source):
        return POLYGLOT
    raise ReferenceFault(
        message("{name} is no opening book that Qipu knows: {kinds}.", name=name, kinds=_known())
    )


def _known() -> str:
    return ", ".join(kind.suffix for kind in KINDS if kind.suffix)


def opening(path: str, limits: Limits = DEFAULT) -> Iterator[JobStep[Reference]]:
    """The job that opens a work; its last step has it. Raises ReferenceFault.

    The modules of the kinds are loaded when they are needed: they load python-chess or rsshogi.
    """
    kind = kind_of(path)
    name = os.path.basename(path.rstrip("/\\")) or path
    if kind is SYZYGY:
        from viewer.reference.syzygy import Tablebases  # deferred

        yield JobStep(1, 1, Tablebases(path, name))
    elif kind is SBK:
        from viewer.reference.sbk import open_sbk  # deferred

        yield from cooperative_job(lambda rest: open_sbk(path, name, rest))
    else:
        with reading(name):
            source = FileSource(path)
        try:
            yield from _opening(kind, source, name, limits)
        except ReferenceFault:
            source.close()
            raise


def _opening(
    kind: Kind, source: FileSource, name: str, limits: Limits
) -> Iterator[JobStep[Reference]]:
    if kind is POLYGLOT:
        from viewer.reference.polyglot import PolyglotBook  # deferred

        yield JobStep(1, 1, PolyglotBook(source, name))
    elif kind is BINARY:
        from viewer.reference.yaneuraou_binary import BinaryBook  # deferred

        yield JobStep(1, 1, BinaryBook(source, name))
    else:
        from viewer.reference.yaneuraou_text import opening_text_book  # deferred

        yield from opening_text_book(source, name, limits.body_bytes)
