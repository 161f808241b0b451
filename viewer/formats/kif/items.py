"""A block of lines taken apart, and its comments changed line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from viewer.formats.kif import lines as kinds
from viewer.formats.kif.lines import classify, split, text_of
from viewer.formats.kif.sheet import Sheet

_DIVISIONS = re.compile("\r\n?|\u2029\u2028*|\u2028")


class Item(NamedTuple):
    """A line of a block.

    Attributes:
        kind, key, value, number: as `lines.Line` has them.
        text: without its end.
        raw: its bytes, None where it is new.
    """

    kind: int
    text: str
    raw: bytes | None = None
    key: str = ""
    value: str = ""
    number: int = 0

    def put(self, sheet: Sheet) -> None:
        """Write it."""
        sheet.start_line()
        if self.raw is None:
            sheet.line(self.text)
        else:
            sheet.raw(self.raw)


def items_of(raw: bytes, codec: str) -> list[Item]:
    """The lines of a block."""
    return [item_of(line, codec) for line in split(raw)]


def item_of(raw: bytes, codec: str) -> Item:
    """A line of a block."""
    text = text_of(raw, codec)
    line = classify(text)
    return Item(line.kind, text, raw, line.key, line.value, line.number)


def said(items: Iterable[Item], kind: int) -> str:
    """What comments, or bookmarks, say."""
    return "\n".join([item.value for item in items if item.kind == kind])


def lines_for(text: str) -> list[str]:
    """The lines of a comment; none for an empty one."""
    return _DIVISIONS.sub("\n", text).split("\n") if text else []


def set_lines(items: list[Item], kind: int, sign: str, text: str, at: int) -> list[Item]:
    """Items with comments, or bookmarks, that say a text; lines that stay keep their bytes.

    New ones come where the others are, or at a place `at` where there are none.
    """
    places = [place for place, item in enumerate(items) if item.kind == kind]
    was = [items[place].value for place in places]
    if "\n".join(was) == text:
        return items
    now = lines_for(text)
    shared = min(len(was), len(now))
    begin = next((i for i in range(shared) if was[i] != now[i]), shared)
    end = 0
    while end < shared - begin and was[-1 - end] == now[-1 - end]:
        end += 1
    gone = places[begin : len(was) - end]
    if gone:
        at = gone[0]
    elif places:
        at = places[begin] if begin < len(places) else places[-1] + 1
    new = [Item(kind, sign + value, None, "", value) for value in now[begin : len(now) - end]]
    dropped = set(gone)
    out: list[Item] = []
    for place, item in enumerate(items):
        if place == at:
            out += new
        if place not in dropped:
            out.append(item)
    return out + new if at >= len(items) else out


def put_comments(sheet: Sheet, comment: str, bookmark: str) -> None:
    """New comments and bookmarks, in the order of Kifu for Windows."""
    for value in lines_for(comment):
        sheet.line("*" + value)
    for value in lines_for(bookmark):
        sheet.line("&" + value)


COMMENT, BOOKMARK = kinds.COMMENT, kinds.BOOKMARK
