"""Long books: stretches of their sections are set in several processes and joined to one file.

A process gets the records of a stretch as plain data, in a file, and leaves its pages beside it: a pipe
between two processes that both send much would stand still. The frame, with everything that refers to pages,
is set when the pages of all stretches are known.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from viewer.base.fields import Values
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep, in_thread
from viewer.base.named import NamedTuple
from viewer.base.processes import in_processes
from viewer.base.temporary import TemporaryFolder
from viewer.document.edits.ops import RecordData
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.publish.book.book import FLOWING, BookSetter, FramedPage, Stretch, Told
from viewer.publish.book.joining import Pages, join, pages_of
from viewer.publish.book.setter import language_for
from viewer.publish.book.typesetting import TypstFolder
from viewer.publish.headings import header_text
from viewer.publish.sent import SentCollection
from viewer.publish.wording import Words

_SIZE = 125  # records of a stretch: about a second's work, and little memory
_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it


class Order(NamedTuple):
    """What all stretches of a book have in common."""

    format: str
    variant: str
    name: str
    values: Values
    words: Words


def set_stretch(folder: str, order: Order, stretch: Stretch) -> Iterator[JobStep[Told]]:
    """A job that sets the records of the file `records` in a folder and leaves `pages.pdf` there.

    Raises OSError, typst.TypstError.
    """
    _WORKERS_PAUSE.__enter__()
    place = Path(folder)
    sent = pickle.loads((place / "records").read_bytes())
    records = SentCollection(order.format, order.variant, sent)
    with TypstFolder(within=folder) as room:
        setter = BookSetter(room, records, order.name, order.values, order.words, stretch)
        for done in setter.set():
            yield JobStep(done, 2 * len(records))
        (place / "pages.pdf").write_bytes(setter.pdf())
        room.forget()
    told = setter.told()
    del records, setter, sent
    gc.collect()  # records are rings, which nothing else frees during the pause
    yield JobStep(1, 1, told)


class _Items(Sequence[tuple[str, Order, Stretch]]):
    """The arguments of each `set_stretch`; its records are written when they are asked for."""

    def __init__(self, folder: Path, collection: Collection, order: Order, size: int) -> None:
        self._folder = folder
        self._collection = collection
        self._order = order
        self._size = size

    def __len__(self) -> int:
        return -(-len(self._collection) // self._size)

    def folder(self, number: int) -> Path:
        """The folder of a stretch."""
        return self._folder / str(number)

    @overload
    def __getitem__(self, number: int) -> tuple[str, Order, Stretch]: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[tuple[str, Order, Stretch]]: ...
    def __getitem__(self, number: Any) -> Any:
        if not 0 <= number < len(self):
            raise IndexError(number)
        collection, order = self._collection, self._order
        first = number * self._size
        event = None
        if first:
            game = collection.record(first - 1).game
            format_ = FORMATS[order.format].load()
            event = header_text(format_, collection.headers(first - 1), game, "event", str)
        place = self.folder(number)
        if not place.exists():
            place.mkdir()
            records = range(first, min(first + self._size, len(collection)))
            rows = [RecordData.of(collection.record(index)).bare() for index in records]
            (place / "records").write_bytes(pickle.dumps(rows, pickle.HIGHEST_PROTOCOL))
        return str(place), order, Stretch(first, event)


def set_long(
    collection: Collection, name: str, values: Values, words: Words, processes: int
) -> Iterator[JobStep[tuple[bytes, BookSetter]]]:
    """A job that sets a book of many records in so many processes; (its file, its setter).

    Raises OSError (also where no process can be started), typst.TypstError.
    """
    count = len(collection)
    size = min(_SIZE, -(-count // (2 * processes)))
    if values["break"] != "page":
        size = FLOWING  # since a stretch begins a page
    values = {**values, "language": language_for(collection, str(values["language"])).id}
    order = Order(collection.format, collection.variant, name, values, words)
    with TemporaryFolder() as folder:
        items = _Items(Path(folder), collection, order, size)
        told: list[Told] = []
        stretched = round(len(items) * 1000 * 1.2)
        for step in _each(items, processes):
            told += [step.result] if step.result else []
            yield JobStep(min(step.done, stretched), stretched, waiting=step.waiting)
        with TypstFolder(within=folder) as room:
            setter = BookSetter(room, collection, name, values, words)
            files = [items.folder(number) / "pages.pdf" for number in range(len(items))]
            for done in in_thread(_joined(setter, files, told)):
                result = None if done.result is None else (done.result, setter)
                yield JobStep(stretched, stretched, result, done.waiting)


def _each(items: _Items, processes: int) -> Iterator[JobStep[Told]]:
    """What is told of each stretch, in order."""
    scale = 1000
    if processes < 2:
        for number, item in enumerate(items):
            for step in set_stretch(*item):
                share = step.done / step.total
                yield JobStep(round((number + share) * scale), len(items) * scale, step.result)
        return
    for outcome in in_processes(set_stretch, items, processes, patience=0.2):
        result = None
        if outcome.result is not None:
            if outcome.result.error is not None:
                raise outcome.result.error
            result = outcome.result.results[-1]
        yield JobStep(outcome.done, outcome.total, result, outcome.waiting)


def _joined(
    setter: BookSetter, files: Sequence[Path], told: Sequence[Told]
) -> Iterator[JobStep[bytes]]:
    """The file of a book whose stretches are set."""
    stretches = [pages_of(file) for file in files]
    framed: list[FramedPage] = []
    running = ""
    for pages, known in zip(stretches, told, strict=True):
        setter.take(known)
        running = _frame(framed, pages, known, running)
    setter.put_frame(framed)
    yield JobStep(1, 2)
    frame = setter.pdf()
    yield JobStep(2, 2, join(frame, [pages.file for pages in stretches], setter.shift))


def _frame(framed: list[FramedPage], pages: Pages, told: Told, running: str) -> str:
    """Add the pages of a stretch, before which `running` stands in the head; the one after them."""
    first = len(framed)
    framed += (FramedPage("", []) for _ in range(pages.length))
    for head, (page, y) in zip(told.heads, pages.headings, strict=True):
        framed[first + page].headings.append((head.text, head.level, y, head.mark))
    heads = [
        (page + (not head.opens), head.running)
        for head, (page, _) in zip(told.heads, pages.headings, strict=True)
        if head.running is not None
    ]
    heads.reverse()
    for number in range(first, len(framed)):
        while heads and heads[-1][0] <= number - first:
            running = heads.pop()[1]
        framed[number] = framed[number]._replace(words=running)
    return heads[0][1] if heads else running
