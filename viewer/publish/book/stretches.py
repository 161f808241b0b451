"""Long books: stretches of their sections are set in several processes and joined to one file.

A process gets the records of a stretch as plain data, in a file, and leaves its pages beside it: a pipe
between two processes that both send much would stand still. The frame, with everything that refers to pages,
is set when the pages of all stretches are known.

The pages of stretches take the places of empty pages of the frame. It has the title page, contents, indexes,
heads, page numbers, the outline and all links; the stretches have the text and its tags (their structure
trees become parts of the frame's).
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Pdf, StreamDecodeLevel

from viewer.base.fields import Values
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep, in_thread
from viewer.base.named import NamedTuple
from viewer.base.processes import in_processes
from viewer.base.temporary import TemporaryFolder
from viewer.document.edits import RecordData
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.publish.apart import SentCollection
from viewer.publish.book.book import FLOWING, BookSetter, FramedPage, Stretch, Told
from viewer.publish.book.choices import language_for
from viewer.publish.book.typesetting import TypstFolder
from viewer.publish.choices import OutlineStyle
from viewer.publish.headings import header_text
from viewer.publish.outline import Diagram
from viewer.publish.sections import section_of
from viewer.publish.wording import Words

_SIZE = 125  # records of a stretch: about a second's work, and little memory
_DIAGRAMS = 1900  # of a stretch, about: its pages take about a megabyte of memory each
_SAMPLED = 8  # records that tell how many diagrams others have
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
    yield JobStep(1, 1, setter.told())


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
        size = _flowing(collection, OutlineStyle.chosen(values))  # since a stretch begins a page
    values = {**values, "language": language_for(collection, values).id}
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


def _flowing(collection: Collection, style: OutlineStyle) -> int:
    """The records of a stretch in which games follow on a page: fewer if they have many diagrams."""
    some = range(0, len(collection), -(-len(collection) // _SAMPLED))
    shown = sum(
        isinstance(item, Diagram)
        for index in some
        for item in section_of(
            collection.record(index), collection.format, index, style, drawn=False
        ).items
    )
    return min(FLOWING, max(_SIZE, _DIAGRAMS * len(some) // max(1, shown)))


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


_POINT = 25.4 / 72  # mm
_STAMP = Name("/Frame")


class Pages(NamedTuple):
    """The pages of a stretch: the file, their number, (page from 0, mm from its top) of each heading."""

    file: Pdf
    length: int
    headings: list[tuple[int, float]]


def pages_of(path: Path) -> Pages:
    """The pages of a file, which stays open."""
    file = Pdf.open(path)
    numbers = {page.obj.objgen: number for number, page in enumerate(file.pages)}
    height = float(file.pages[0].mediabox[3])
    headings = []
    for item in _outline(file):
        target = item.Dest
        top = (height - float(target[3])) * _POINT
        headings.append((numbers[target[0].objgen], top))
    return Pages(file, len(file.pages), headings)


def join(frame: bytes, stretches: Sequence[Pdf], shift: float) -> bytes:
    """The file of a frame and its stretches, in order.

    `shift` is how many mm further right the text of a right page is than that of a left one; the first page
    of a book is a right one, and that of every stretch was set as one.
    """
    file = Pdf.open(io.BytesIO(frame))
    empty = list(file.pages)
    first = [page.obj.objgen for page in empty].index(next(_outline(file)).Dest[0].objgen)
    last = first + sum(len(stretch.pages) for stretch in stretches)
    stamps = [page.as_form_xobject() for page in empty[first:last]]
    del file.pages[first:]
    tree = _Tree(file)
    for stretch in stretches:
        begin = len(file.pages)
        file.pages.extend(stretch.pages)
        for number in range(begin, len(file.pages)):
            page = file.pages[number].obj
            if Name.StructParents in page:
                page.StructParents = tree.next_key + int(page.StructParents)
        if (begin - first) % 2:
            _move(file, begin, shift / _POINT)
        tree.add(stretch)
    drawn = file.make_stream(b"\nq %b Do Q" % str(_STAMP).encode())
    for stamp, filled in zip(stamps, list(file.pages)[first:], strict=True):
        _stamp(filled.obj, stamp, drawn)
    placed = {
        old.obj.objgen: new.obj
        for old, new in zip(empty[first:last], list(file.pages)[first:], strict=True)
    }
    for after in empty[last:]:
        file.pages.append(after)
    _turn_to(placed, _outline(file))
    _turn_to(placed, _named(file))
    for own in (*empty[:first], *empty[last:]):
        _turn_to(placed, list(own.obj.get(Name.Annots, Array())))
    tree.write({page.obj.objgen for page in empty[:first]})
    out = io.BytesIO()
    # Tags are thousands of small objects, which take half the file if each is written by itself.
    packed = ObjectStreamMode.generate
    file.save(out, object_stream_mode=packed, stream_decode_level=StreamDecodeLevel.none)
    return out.getvalue()


def _outline(file: Pdf) -> Iterator[Object]:
    """The items of the outline in the order of the text."""
    root = file.Root.get(Name.Outlines)
    stack = [] if root is None else [root.get(Name.First)]
    while stack:
        item = stack.pop()
        if item is not None:
            yield item
            stack += (item.get(Name.Next), item.get(Name.First))


def _named(file: Pdf) -> Iterator[Object]:
    """The targets of links by name."""
    stack = [file.Root.get(Name.Names, Dictionary()).get(Name.Dests)]
    while stack:
        node = stack.pop()
        if node is not None:
            stack += list(node.get(Name.Kids, Array()))
            yield from list(node.get(Name.Names, Array()))[1::2]


def _move(file: Pdf, first: int, shift: float) -> None:
    """Move the text of pages from one on that were set for the other side of the paper."""
    starts = [file.make_stream(f"q 1 0 0 1 {by:.4f} 0 cm\n".encode()) for by in (-shift, shift)]
    end = file.make_stream(b"\nQ")
    for number in range(first, len(file.pages)):
        page = file.pages[number].obj
        page.Contents = Array([starts[(number - first) % 2], page.Contents, end])


def _stamp(page: Object, stamp: Object, drawn: Object) -> None:
    """Draw a page of the frame, its head and foot, on the page that takes its place."""
    drawings = page.Resources.get(Name.XObject, Dictionary())
    drawings[_STAMP] = stamp
    page.Resources.XObject = drawings
    own = page.Contents if isinstance(page.Contents, Array) else [page.Contents]
    page.Contents = Array([*own, drawn])


def _turn_to(placed: Mapping[tuple[int, int], Object], links: Iterable[Object]) -> None:
    """Let links to empty pages lead to those that took their places."""
    for link in links:
        target: Object | None = link
        if isinstance(link, Dictionary):
            target = link.get(
                Name.Dest, link.get(Name.D, link.get(Name.A, Dictionary()).get(Name.D))
            )
        if isinstance(target, Array) and target[0].objgen in placed:
            target[0] = placed[target[0].objgen]


class _Tree:
    """The structure tree of the frame, which gets those of the stretches as parts.

    Attributes:
        next_key: of the next page, in the table of its tags.
    """

    def __init__(self, file: Pdf) -> None:
        self._file = file
        self._root = file.Root.StructTreeRoot
        # A frame without a word on its own pages has neither keys nor elements.
        self.next_key = int(self._root.get(Name.ParentTreeNextKey, 0))
        self._numbers = list(_numbers(self._root.get(Name.ParentTree, Dictionary())))
        self._parts: list[Object] = []

    def add(self, stretch: Pdf) -> None:
        """Add the tree of a stretch whose pages are in the file."""
        copy = self._file.copy_foreign(stretch.Root.StructTreeRoot)
        for part in copy.K:
            part.S = Name.Part
            self._parts.append(part)
        self._numbers += ((self.next_key + key, value) for key, value in _numbers(copy.ParentTree))
        self.next_key += int(copy.ParentTreeNextKey)
        roles = self._root.get(Name.RoleMap, Dictionary())
        for role, standard in copy.get(Name.RoleMap, Dictionary()).items():
            roles[role] = standard
        self._root.RoleMap = roles

    def write(self, ahead: set[tuple[int, int]]) -> None:
        """Put the parts behind what is on the pages ahead of them."""
        if Name.K not in self._root or not len(self._root.K):
            element = Dictionary(Type=Name.StructElem, S=Name.Document, P=self._root, K=Array())
            self._root.K = Array([self._file.make_indirect(element)])
        document = self._root.K[0]
        own = list(document.K)
        before = sum(1 for one in own if _page_of(one) in ahead)
        for part in self._parts:
            part.P = document
        document.K = Array([*own[:before], *self._parts, *own[before:]])
        flat = [item for pair in self._numbers for item in pair]
        self._root.ParentTree = self._file.make_indirect(Dictionary(Nums=Array(flat)))
        self._root.ParentTreeNextKey = self.next_key


def _numbers(tree: Object) -> Iterator[tuple[int, Object]]:
    """The entries of a number tree, in order."""
    stack = [tree]
    while stack:
        node = stack.pop()
        stack += reversed(list(node.get(Name.Kids, Array())))
        flat = list(node.get(Name.Nums, Array()))
        yield from zip(map(int, flat[::2]), flat[1::2], strict=True)


def _page_of(element: Object) -> tuple[int, int] | None:
    """The page on which an element begins."""
    stack = [element]
    while stack:
        one = stack.pop()
        if isinstance(one, Dictionary):
            if Name.Pg in one:
                return one.Pg.objgen
            stack += reversed(list(one.get(Name.K, Array())))
    return None
