"""What is asked of one file: read, checked, judged, edited, written in every way, exported; each measured."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import process_time

from viewer.base.fields import values_of
from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.formats import FORMATS
from viewer.formats.detect import detect
from viewer.formats.format import Collection, Format, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.publish.exporter import Study
from viewer.publish.kinds import KINDS
from viewer.tree.record import Record

MOST = 2_000  # records of a file that are looked at
COPIED = 100  # and that are written anew

Act = Callable[[], object]


class Work:
    """The operations on one file.

    Attributes:
        odd: what went wrong with the last one, "" for nothing.
    """

    def __init__(self, format_: Format, data: bytes, suffix: str, codecs: bool) -> None:
        """`codecs` is whether it is read in every codec offered as well."""
        self.odd = ""
        self._format = format_
        self._data = data
        self._name = f"x.{suffix}"
        self._codecs = format_.encodings if codecs else ()
        self._collection: Collection | None = None

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Each, by its name; all but "detect" want "read" to be done before."""
        yield "detect", self._detect
        yield "read", self._read
        for codec in self._codecs:
            yield f"read as {codec}", lambda codec=codec: self._reading(codec)
        if self._collection is None:
            return
        collection = self._collection
        yield "list", lambda: self._list(collection)
        yield "strict", lambda: self._format.strict(collection)
        yield "judge", lambda: self._judge(collection)
        if len(collection):
            yield "export", lambda: self._export(collection)
            yield from self._conversions(collection)
        if not self._format.writable:
            return
        yield "untouched", lambda: self._untouched(collection)
        copies = map(RecordData.of, islice(self._records(collection), COPIED))
        anew = MemoryCollection(self._format.id, [copy.bare().record() for copy in copies])
        yield "anew", lambda: self._bytes(anew)
        document = Document(collection)
        yield "edited", lambda: self._edited(document)
        yield "losses", document.losses
        yield "undone", lambda: self._undone(document)

    def _conversions(self, collection: Collection) -> Iterator[tuple[str, Act]]:
        game = collection.record(0).game
        for id, entry in FORMATS.items():
            other = entry.load()
            if id != self._format.id and other.writable and game in entry.games:
                yield f"as {id}", partial(self._converted, other, collection)

    def _detect(self) -> None:
        with contextlib.suppress(Unreadable):
            detect(BytesSource(self._data, self._name))

    def _read(self) -> None:
        with contextlib.suppress(Unreadable):
            self._collection = self._reading(None)

    def _reading(self, codec: str | None) -> Collection:
        source = BytesSource(self._data, self._name)
        collection = self._format.read(source, DEFAULT, codec)
        for _ in collection.indexing():
            pass
        for _ in self._records(collection):
            pass
        return collection

    def _records(self, collection: Collection) -> Iterator[Record]:
        return (collection.record(index) for index in range(min(len(collection), MOST)))

    def _list(self, collection: Collection) -> None:
        for field in self._format.fields[:2]:
            collection.values(field.key, 0, min(len(collection), MOST))

    def _judge(self, collection: Collection) -> None:
        for record in self._records(collection):
            for _ in judge(game_of(record.game), record):
                pass

    def _bytes(self, collection: Collection) -> bytes:
        pieces = self._format.write(collection).pieces
        return b"".join(piece_bytes(piece, collection.source) for piece in pieces)

    def _converted(self, other: Format, collection: Collection) -> None:
        for piece in other.write(collection).pieces:
            piece_bytes(piece, collection.source)

    def _untouched(self, collection: Collection) -> None:
        if self._bytes(collection) != self._data:
            self.odd = "other bytes, untouched"

    def _export(self, collection: Collection) -> None:
        exporter = KINDS["text"].load()
        study = Study(collection, range(1, 1 + min(len(collection), MOST)))
        for _ in exporter.export(study, values_of(exporter.fields, {})):
            pass

    def _edited(self, document: Document) -> None:
        """In the first and the last record a comment and a header changed, and a move taken out."""
        for index in {0, len(document) - 1}:
            key, record = document.keys()[index], document.record(index)
            *_, node = record.root.main_line()
            document.set_comment(node, "another comment")
            names = [*record.headers, *self._format.fields_of(record.game)]
            for name in names[:1]:
                document.do(plans.header(document, key, node, name.key, "1"))
            if node.parent is not None:
                document.do(plans.delete(document, key, node))
        self._bytes(document)

    def _undone(self, document: Document) -> None:
        while document.undo() is not None:
            pass
        if self._bytes(document) != self._data:
            self.odd = "other bytes, undone"


def measured(act: Act) -> tuple[float, int]:
    """CPU seconds, and the bytes it took beside what there was."""
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")
    before, start = _resident("VmRSS"), process_time()
    act()
    return process_time() - start, max(0, _resident("VmHWM") - before)


def _resident(name: str) -> int:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith(name))
