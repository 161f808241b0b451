"""Blocks of lines as they are written: raw bytes unchanged, new text in the codec; comments, headers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

from viewer.base.named import NamedTuple
from viewer.formats.kif.encoding import decode, encode
from viewer.formats.kif.lines import BOOKMARK, HASH, HEADER, classify, split, text_of
from viewer.formats.kit.law import kept, partners
from viewer.tree.annotation import NAMELESS
from viewer.tree.record import Header


class FileContent:
    """Bytes in the codec of the new file.

    Attributes:
        fresh: whether the next piece begins a line.
        blank: whether the last line is empty, or nothing was written.
    """

    def __init__(self, source: str, target: str, eol: str) -> None:
        self._source = source
        self._target = target
        self.eol = eol
        self._parts: list[bytes] = []
        self.fresh = True
        self.blank = True

    def raw(self, data: bytes) -> None:
        """Add bytes of the file that was read."""
        if not data:
            return
        if self._source != self._target:
            data = encode(decode(data, self._source), self._target)
        self._put(data)

    def text(self, text: str) -> None:
        """Add new text within a line, or a whole line with its end."""
        if text:
            self._put(encode(text, self._target))

    def line(self, text: str) -> None:
        """Add a new line."""
        self.start_line()
        self.text(text + self.eol)

    def start_line(self) -> None:
        """End the current line, if there is one."""
        if not self.fresh:
            self.text(self.eol)

    def leave_open(self) -> None:
        """Take the end of the last line away."""
        if self._parts and self._parts[-1].endswith(end := self.eol.encode()):
            self._parts[-1] = self._parts[-1].removesuffix(end)
            self.fresh = False

    def _put(self, data: bytes) -> None:
        begun = self.fresh
        self._parts.append(data)
        self.fresh = data[-1:] in (b"\n", b"\r")
        self.blank = begun and not data.strip(b"\r\n")

    def data(self) -> bytes:
        """All bytes of the file so far."""
        return b"".join(self._parts)


# -------------------------------- Parsing a block of lines, and updating its comments line by line

_COMPARED = 10_000  # pairs of lines; beyond that, everything between the equal ends is replaced
_DIVISIONS = re.compile("\r\n?|\u2029\u2028*|\u2028")


class BlockItem(NamedTuple):
    """A line of a block.

    Attributes:
        kind, key, value, number: as in `lines.ClassifiedLine`.
        text: without its end.
        raw: its bytes, None if it is new.
    """

    kind: int
    text: str
    raw: bytes | None = None
    key: str = ""
    value: str = ""
    number: int = 0

    def put(self, content: FileContent) -> None:
        """Write the line."""
        content.start_line()
        if self.raw is None:
            content.line(self.text)
        else:
            content.raw(self.raw)


def items_of(raw: bytes, codec: str) -> list[BlockItem]:
    """The lines of a block."""
    return [item_of(line, codec) for line in split(raw)]


def item_of(raw: bytes, codec: str) -> BlockItem:
    """A line of a block."""
    text = text_of(raw, codec)
    line = classify(text)
    return BlockItem(line.kind, text, raw, line.key, line.value, line.number)


def said(items: Iterable[BlockItem], kind: int) -> str:
    """The text of comments, or of bookmarks."""
    values = [item.value for item in items if item.kind == kind]
    text = "\n".join(values)
    return NAMELESS if values and not text and kind == BOOKMARK else text


def lines_for(text: str) -> list[str]:
    """The lines of a comment or a bookmark; none for an empty one."""
    if text == NAMELESS:
        return [""]
    return _DIVISIONS.sub("\n", text).split("\n") if text else []


def set_lines(items: list[BlockItem], kind: int, sign: str, text: str, at: int) -> list[BlockItem]:
    """Items with comments, or bookmarks, set to a text; unchanged lines keep their bytes.

    New ones go where the others are, or, if there are none, to the index `at`.
    """
    was = [item.value for item in items if item.kind == kind]
    if said(items, kind) == text:
        return items
    new = [BlockItem(kind, sign + value, None, "", value) for value in lines_for(text)]
    if not was:
        return items[:at] + new + items[at:]
    before: dict[int, list[BlockItem]] = {}  # new lines ahead of the k-th that was there
    kept: set[int] = set()
    for first, last, start, end, same in _matches(was, [item.value for item in new]):
        if same:
            kept.update(range(first, last))
        else:
            before[first] = new[start:end]
    out: list[BlockItem] = []
    number = 0
    for item in items:
        if item.kind != kind:
            out.append(item)
            continue
        out += before.get(number, ())
        if number in kept:
            out.append(item)
        number += 1
        if number == len(was):
            out += before.get(number, ())
    return out


def _matches(was: list[str], now: list[str]) -> Iterator[tuple[int, int, int, int, bool]]:
    """Matching and differing stretches of both lists in order, and whether they are equal."""
    begin, end = kept(was, now)
    last, stop = len(was) - end, len(now) - end
    yield 0, begin, 0, begin, True
    if (last - begin) * (stop - begin) > _COMPARED:
        yield begin, last, begin, stop, False
    else:
        matcher = difflib.SequenceMatcher(None, was[begin:last], now[begin:stop], autojunk=False)
        for tag, i, j, k, m in matcher.get_opcodes():
            yield begin + i, begin + j, begin + k, begin + m, tag == "equal"
    yield last, len(was), stop, len(now), True


def put_comments(content: FileContent, comment: str, bookmark: str) -> None:
    """Write new comments and bookmarks, in the order of Kifu for Windows."""
    for value in lines_for(comment):
        content.line("*" + value)
    for value in lines_for(bookmark):
        content.line("&" + value)


# ------------------------------------------------ Changes of headers, as edits of the file's lines

Place = tuple[int, int]  # id of a node, number of the item in its block
FIRST: Place = (0, -1)

_COLON = re.compile("[：:]")
_BREAKS = re.compile(r"[\r\n\u2028\u2029]+")


class Edits(NamedTuple):
    """Edits of header lines.

    Attributes:
        changed: lines by index; None for one that is removed.
        added: new lines, by the index of the line they follow; FIRST: before all headers.
    """

    changed: dict[Place, BlockItem | None]
    added: dict[Place, list[BlockItem]]


def header_line(header: Header) -> str:
    """A header as a new line; "" if it would be read as something else."""
    text = f"{_one_line(header.key)}：{_one_line(header.value)}"
    line = classify(text)
    return text if line.kind == HEADER and line.key == header.key else ""


def _one_line(text: str) -> str:
    return _BREAKS.sub(" ", text)


def edits_of(was: Sequence[tuple[Place, BlockItem]], now: Sequence[Header]) -> Edits:
    """The edits that turn header lines (`was`, in the file's order) into those of other headers (`now`).

    The k-th header of a key is the k-th line of that key, and keeps its bytes if it is unchanged.
    """
    changed: dict[Place, BlockItem | None] = {}
    added: dict[Place, list[BlockItem]] = {}
    if [(item.key, item.value) for _, item in was] == [tuple(header) for header in now]:
        return Edits(changed, added)
    lines = partners([item.key for _, item in was], [header.key for header in now])
    stay = {line for line in lines if line is not None}
    places = iter(sorted(stay))
    anchor = FIRST
    for line, header in zip(lines, now, strict=True):
        if line is None:
            if text := header_line(header):
                new = BlockItem(HEADER, text, None, header.key, header.value)
                added.setdefault(anchor, []).append(new)
            continue
        anchor, stood = was[next(places)]
        item = _with_value(was[line][1], header.value)
        if stood is not item:
            changed[anchor] = item
    changed.update((place, None) for number, (place, _) in enumerate(was) if number not in stay)
    return Edits(changed, added)


def _with_value(item: BlockItem, value: str) -> BlockItem:
    if item.value == value:
        return item
    colon = _COLON.search(item.text)
    start = item.text[: colon.end()] if colon is not None else item.key + "："
    return item._replace(text=start + _one_line(value), raw=None, value=value)


def apply(edits: Edits, node: int, items: list[BlockItem]) -> list[BlockItem]:
    """The items of a node's block, with its edits applied."""
    if not (edits.changed or edits.added):
        return items
    out: list[BlockItem] = []
    if node == 0 and FIRST in edits.added:
        first = next((i for i, item in enumerate(items) if item.kind == HEADER), None)
        at = behind_marks(items) if first is None else first
    else:
        at = None
    for number, item in enumerate(items):
        if number == at:
            out += edits.added[FIRST]
        new = edits.changed.get((node, number), item)
        if new is not None:
            out.append(new)
        out += edits.added.get((node, number), ())
    if at is not None and at >= len(items):
        out += edits.added[FIRST]
    return out


def behind_marks(items: list[BlockItem]) -> int:
    """The index after the `#` lines at the beginning of a file."""
    return next((i for i, item in enumerate(items) if item.kind != HASH), len(items))
