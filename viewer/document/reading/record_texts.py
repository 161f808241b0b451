"""Searching the texts of a record: comments, titles, bookmarks, messages, labels."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.folding import found_in, letters
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.pinyin import read_in
from viewer.tree.action import Remark
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, TITLE
from viewer.tree.node import Node
from viewer.tree.record import Record

_TEXTS = (TITLE, BOOKMARK, BEFORE, COMMENT)
_AHEAD = 24  # characters of an excerpt ahead of what was found
_LONG = 96
_NODES = 512  # that a step looks at


class TextHit(NamedTuple):
    """A match: its node's id, and the text around it on one line."""

    node: int
    excerpt: str


def texts_of(node: Node) -> Iterator[str]:
    """The texts of a node."""
    notes = node.notes
    for facet in _TEXTS:
        if facet in notes:
            yield str(notes[facet])
    if type(node.action) is Remark:
        yield node.action.text
    for mark in node.marks:
        if mark.text:
            yield mark.text


def hit_at(node: Node, wanted: str) -> TextHit | None:
    """The first text of a node that contains `wanted` (of `letters`), or is read so; None if none is."""
    if not node.notes and type(node.action) is not Remark:
        return None
    for text in texts_of(node):
        place = found_in(text, wanted) or read_in(text, wanted)
        if place is not None:
            return TextHit(node.id, _excerpt(text, place[0]))
    return None


def _excerpt(text: str, index: int) -> str:
    start = max(0, index - _AHEAD)
    if start:  # at a word, where words are divided by blanks
        blank = text.find(" ", start, index)
        start = blank + 1 if blank >= 0 else start
    some = " ".join(text[start : start + _LONG].split())
    return ("… " if start else "") + some + (" …" if start + _LONG < len(text) else "")


def find(record: Record, text: str) -> Iterator[JobStep[list[TextHit]]]:
    """A job that finds all texts that contain `text`, folded, in the order of the file."""
    wanted = letters(text)
    total = len(record.nodes)
    found: list[TextHit] = []
    done = 0
    for done, node in enumerate(record.walk(), 1):
        hit = hit_at(node, wanted)
        if hit is not None:
            found.append(hit)
        if done % _NODES == 0:
            yield JobStep(done, total, found)
            found = []
    yield JobStep(done, total, found)


def next_hit(record: Record, text: str, node: Node, step: int) -> Node | None:
    """The next (-1: previous) node with a text that contains `text`, wrapping around."""
    wanted = letters(text)
    first = last = None
    passed = False
    for one in record.walk():
        if one is node:
            passed = True
            if step < 0 and last is not None:
                return last
        elif hit_at(one, wanted) is not None:
            if passed and step > 0:
                return one
            first = first or one
            last = one
    return first if step > 0 else last
