"""The interface of exporters: from records to the files of one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from viewer.base.fields import Field, Values
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, listed, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.source import piece_blocks, piece_bytes
from viewer.base.spool import Spool
from viewer.formats import FORMATS
from viewer.formats.detect import suffix_of
from viewer.formats.format import Collection
from viewer.formats.forwarding import reads_anew
from viewer.publish.headings import HEADER
from viewer.publish.outline import Section
from viewer.scene.picture import Drawing
from viewer.tree.action import is_ply
from viewer.tree.annotation import FACETS
from viewer.tree.node import Node
from viewer.tree.record import Record

Words = Callable[[Message], str]
"""Makes a text of a message, in English or in the user's language."""


class Place(NamedTuple):
    """A position of each record: after so many plies of the main line, or a node.

    Nodes without a ply (comments, set-ups) aren't counted. `node` is its number in pre-order, as dumps count
    nodes; it goes before `ply`.
    """

    ply: int = 0
    node: int | None = None

    def of(self, record: Record, *, nearest: bool = False) -> Node:
        """The node of a record. Raises Refused if the record has none.

        With `nearest` a main line with fewer plies gives its last node.
        """
        ply, number = self
        if number is not None:
            found = next(islice(record.walk(), number, None), None) if number >= 0 else None
            if found is None:
                raise Refused(message("The record has no node {number}.", number=number))
            return found
        left = ply
        for one in record.root.main_line():
            left -= is_ply(one.action)
            if left == 0:
                return one
        if nearest and ply >= 0:
            return one
        raise Refused(message("The main line has no ply {ply}.", ply=ply))


class Study(NamedTuple):
    """What is exported.

    Attributes:
        records: the records, all of them found.
        numbers: the number of each in its file, from 1.
        name: of the file, without its suffix.
        place: the position, for exports of one.
        digits: of record numbers in the names of files; 0 if a single record is exported.
        words: makes texts of messages.
        processes: in how many processes a file may be made.
        file: (name, content) of the records in the format they were read from, if that is known already.
        sections: its outline, where that is made already; then it has no records.
    """

    records: Collection
    numbers: Sequence[int]
    name: str = ""
    place: Place = Place()
    digits: int = 0
    words: Words = str
    processes: int = 1
    file: tuple[str, bytes] | None = None
    sections: Sequence[Section] = ()

    @property
    def size(self) -> int:
        """How many records or sections there are."""
        return len(self.sections) or len(self.records)


class Missing(NamedTuple):
    """Characters that no font has, known before anything is written; `source` is the path of the records."""

    characters: str
    source: str = ""

    @property
    def words(self) -> Message:
        """The sentence about them."""
        return counted(
            "No font here has the character {some}: an empty box will stand for it.",
            "No font here has the characters {some}: empty boxes will stand for them.",
            len(self.characters),
            some=_listed(self.characters),
        )


class ExportedFile(NamedTuple):
    """One file of an export.

    Attributes:
        data: its content, or the beginning of it.
        part: what its name has behind the common name if the export makes several files, else "".
        left_out: how many annotations of each facet, or other things by their own names, aren't in it.
        missing: the characters that no font has, which are boxes in it.
        name: the file's name in place of the common one; one that begins with a dot is only another suffix.
        rest: what follows `data`, if it is too much for the memory; it is taken once.
    """

    data: bytes
    part: str = ""
    left_out: Mapping[str, int] = MappingProxyType({})
    missing: str = ""
    name: str = ""
    rest: Spool | None = None

    @classmethod
    def of(
        cls, begins: bytes, body: Spool, left_out: Mapping[str, int], name: str = ""
    ) -> ExportedFile:
        """A file of a beginning and what follows it, which is taken out if that isn't much."""
        if body.small:
            return cls(b"".join([begins, *body.pieces()]), "", left_out, "", name)
        return cls(begins, "", left_out, "", name, body)

    def blocks(self) -> Iterator[bytes]:
        """All of its content, in order. Raises OSError."""
        yield self.data
        if self.rest is not None:
            yield from self.rest.pieces()


class Preview(NamedTuple):
    """How an export begins.

    Attributes:
        kind: "drawing", "png", "text" (in UTF-8), or "" for nothing.
        data: the content of a PNG or a text.
        drawing: the picture of a drawing.
        more: further PNGs, of the pages behind the first.
    """

    kind: str = ""
    data: bytes = b""
    drawing: Drawing | None = None
    more: tuple[bytes, ...] = ()


class LettingGo:
    """Lets go of records after their use; the collector, which could free them, is paused in an export."""

    def __init__(self, records: Collection) -> None:
        self._anew = reads_anew(records)
        self._pause = GarbagePause()

    def of(self, record: Record) -> None:
        """Let go of a record; nobody uses it here any more."""
        if self._anew:
            record.dissolve()
        else:
            self._pause.read(len(record.nodes))


class Exporter(ABC):
    """Makes the files of one kind.

    Attributes:
        fields: the table of its options; `first`, the keys of those that are asked first, () for all.
        apart: whether each record makes files of its own, so that several processes can share the work.
        boxes: whether an empty box stands for a character that no font has; see `missing`.
        native: whether its files contain the records in the format they were read from.
        problems: whether it is made of problems: usually of all in a file, not of one.
    """

    fields: tuple[Field, ...] = ()
    first: tuple[str, ...] = ()
    apart: bool = False
    boxes: bool = False
    native: bool = False
    problems: bool = False

    @abstractmethod
    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """A job whose results are the files; `values` are those of `fields`, checked.

        Ahead of a file comes what no font has of its characters, if any.

        Raises Refused if the records can't be exported so, and OSError if they can't be read.
        """

    @abstractmethod
    def preview(self, study: Study, values: Values) -> Preview | None:
        """What the export begins with; None if there is nothing to show. Raises as `export` does."""

    def missing(self, study: Study, values: Values) -> Iterator[JobStep[Missing]]:
        """A job that finds the characters that no font has, without making the files.

        Without a result if there are none. Raises as `export` does.
        """
        return iter(())


OTHER_THINGS: dict[str, Message] = {
    "file": message("the record for download, whose format can't be written"),
    "characters": message("characters"),
    "games": message("games without a problem"),
    "positions": message("positions"),
    "variations": message("variations"),
}
"""Names of things left out that are no facets."""


_NAMED = 60  # missing characters that are named
_HEADERS = 8  # headers that are named
_LONGEST = 40  # characters of a header's name


def left_out_words(left_out: Mapping[str, int], missing: str = "") -> Message | None:
    """The sentence about what isn't in an export; None if everything is.

    `missing` are the characters that no font has.
    """
    parts = []
    headers = [name.removeprefix(HEADER) for name in left_out if name.startswith(HEADER)]
    if headers:
        parts.append(_headers(headers))
    for name, count in left_out.items():
        if name.startswith(HEADER):
            continue
        what = FACETS[name].words if name in FACETS else OTHER_THINGS[name]
        if count and missing and name == "characters":
            some = _listed(missing)
            lacking = message(
                "characters that no font here has ({count}: {some})", count=count, some=some
            )
            parts.append(lacking)
        elif count:
            parts.append(message("{what} ({count})", what=what, count=count))
    if not parts:
        return None
    return message("Left out: {what}.", what=listed(parts))


def _headers(keys: Sequence[str]) -> Message:
    """Headers by their names; of many the first ones, and how many more there are."""
    shown = [key if len(key) <= _LONGEST else f"{key[:_LONGEST]}…" for key in keys[:_HEADERS]]
    some, more = ", ".join(shown), len(keys) - len(shown)
    if more:
        return message("headers ({some} and {count} more)", some=some, count=more)
    return message("headers ({some})", some=some)


def _listed(characters: str) -> str:
    more = " …" if len(characters) > _NAMED else ""
    return " ".join(map(_named, characters[:_NAMED])) + more


def _named(character: str) -> str:
    """A character, by its code point if it can't be seen."""
    return character if character.isprintable() else f"U+{ord(character):04X}"


def native_file(study: Study) -> tuple[str, Iterator[bytes]] | None:
    """(name, content in blocks) of the records in the format they were read from; None if it can't be.

    The blocks raise OSError if the records can't be read.
    """
    if study.file is not None:
        name, data = study.file
        return name, iter((data,))
    entry = FORMATS[study.records.format]
    format_ = entry.load()
    if not format_.writable:
        return None
    output = format_.write(study.records)
    source = study.records.source
    suffix = suffix_of(source.name) if source is not None else ""
    if suffix not in entry.suffixes:
        suffix = entry.suffixes[0]
    blocks = (
        piece_bytes(block, source) for piece in output.pieces for block in piece_blocks(piece)
    )
    return f"{study.name or 'record'}.{suffix}", blocks
