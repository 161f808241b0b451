"""Parsing a block of lines, and updating its comments line by line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from viewer.base.named import NamedTuple
from viewer.formats.kif.lines import BOOKMARK, classify, split, text_of
from viewer.formats.kif.write.content import FileContent
from viewer.tree.annotation import NAMELESS

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
    shared = min(len(was), len(now))
    begin = next((i for i in range(shared) if was[i] != now[i]), shared)
    end = 0
    while end < shared - begin and was[-1 - end] == now[-1 - end]:
        end += 1
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
