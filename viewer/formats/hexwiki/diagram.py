"""A diagram's tag taken apart: its size, the cells that it names, and what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable

from viewer.base.named import NamedTuple

_TAG = re.compile(r"<hexboard\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b(size|contents)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_SIZE = re.compile(r"\s*(\d{1,3})\s*(?:[x×]\s*(\d{1,3})\s*)?\Z", re.IGNORECASE)
_CELL = re.compile(r"(?:([^\s:]+):)?([a-z]{1,2}[1-9]\d{0,2})\Z", re.IGNORECASE)
_NUMBER = re.compile(r"[1-9]\d{0,3}\Z")
_WORD = re.compile(r"\S+")

RED, BLUE, EMPTY, SHADE = "R", "B", "E", "S"
STONES = (RED, BLUE)


class Item(NamedTuple):
    """What a cell holds (one of R, B, E, S), its label, and the cell."""

    kind: str
    label: str
    cell: str


class Word(NamedTuple):
    """A word of the contents, with its place in the text; None: it names no cell."""

    item: Item | None
    start: int
    end: int


class Diagram(NamedTuple):
    """A tag.

    Attributes:
        size: columns and rows; None if none are said.
        size_at, contents_at: where the values of the attributes stand in the text; None without them.
        end: where another attribute can be put.
        words: what the contents say, but for the letters.
        kind: the letter at the end of the contents, "" for none.
        cut: where the contents weren't read any further, -1 if they were.
    """

    size: tuple[int, int] | None
    size_at: tuple[int, int] | None
    contents_at: tuple[int, int] | None
    end: int
    words: list[Word]
    kind: str
    cut: int


def diagram_of(text: str, most: int) -> Diagram | None:
    """The first diagram of a text, with so many words at most; None if there is none."""
    tag = _TAG.search(text)
    if tag is None:
        return None
    places: dict[str, tuple[int, int]] = {}
    for one in _ATTRIBUTE.finditer(text, *tag.span(1)):
        places.setdefault(one[1].lower(), one.span(2 if one[2] is not None else 3))
    end = tag.end(1) - len(tag[1]) + len(tag[1].rstrip("/ \t\r\n"))
    size_at, contents_at = places.get("size"), places.get("contents")
    size = _SIZE.match(text[slice(*size_at)]) if size_at else None
    sizes = (int(size[2] or size[1]), int(size[1])) if size else None
    words: list[Word] = []
    kind, cut = "", -1
    for found in _WORD.finditer(text, *contents_at) if contents_at else ():
        said = found[0]
        if said in (RED, BLUE, EMPTY, SHADE):
            kind = said
        elif len(words) == most:
            cut = found.start()
            break
        else:
            cell = _CELL.match(said) if kind else None
            item = Item(kind, cell[1] or "", cell[2].lower()) if cell else None
            words.append(Word(item, *found.span()))
    return Diagram(sizes, size_at, contents_at, end, words, kind, cut)


def said_last(items: Iterable[Item]) -> list[Item]:
    """The items that hold: of several about one cell the last, but for shade."""
    held = {(item.cell, item.kind == SHADE): item for item in items}
    return list(held.values())


def moves_of(items: Iterable[Item]) -> list[Item]:
    """The stones that are moves, in their order: those with numbers, if none is left out or there twice."""
    numbered = [item for item in items if item.kind in STONES and _NUMBER.match(item.label)]
    numbered.sort(key=lambda item: int(item.label))
    numbers = [int(item.label) for item in numbered]
    whole = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    return numbered if whole else []
