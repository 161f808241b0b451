"""A job that surveys a record: table of contents, takebacks, evaluations."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.tree.action import Takeback
from viewer.tree.annotation import BOOKMARK, TITLE
from viewer.tree.evaluation import evaluation_of
from viewer.tree.record import Record

_PART = 500
MOST = 20_000
"""Entries of a table of contents; what comes after them isn't listed."""


class ContentsEntry(NamedTuple):
    """A line of a table of contents.

    Attributes:
        node: its id.
        text: the title, or the bookmark.
        depth: how many titled nodes stand above.
        titled: whether it is a title, no bookmark.
    """

    node: int
    text: str
    depth: int
    titled: bool


class RecordSurvey(NamedTuple):
    """The table of contents in the record's order; whether the record has takebacks, and evaluations."""

    entries: tuple[ContentsEntry, ...] = ()
    takebacks: bool = False
    evaluated: bool = False

    @property
    def titled(self) -> bool:
        """Whether there are titles."""
        return any(entry.titled for entry in self.entries)


def survey(record: Record) -> Iterator[JobStep[RecordSurvey]]:
    """A job that surveys a record; its last step has the result. The record must not change meanwhile."""
    total = len(record.nodes)
    entries: list[ContentsEntry] = []
    takebacks = evaluated = False
    stack, depths = (
        [record.root],
        [0],
    )  # two lists: a pair for each of very many children takes long
    done = 0
    while stack:
        node, depth = stack.pop(), depths.pop()
        if node.notes and len(entries) < MOST:
            below = depth
            for facet in (TITLE, BOOKMARK):
                text = node.notes.get(facet)
                if isinstance(text, str) and text:
                    entries.append(
                        ContentsEntry(node.id, " ".join(text.split()), depth, facet == TITLE)
                    )
                    below += facet == TITLE
            depth = below
        if node.notes and not evaluated:
            evaluated = evaluation_of(node) is not None
        if type(node.action) is Takeback:
            takebacks = True
        children = node.children
        if children:
            stack.extend(children[::-1])
            depths.extend([depth] * len(children))
        done += 1
        if done % _PART == 0:
            yield JobStep(done, total)
    yield JobStep(total, total, RecordSurvey(tuple(entries), takebacks, evaluated))
