"""The difference between two records, by kinds of items: what a format lost, or an edit changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viewer.base.named import NamedTuple
from viewer.tree.annotation import FACETS, MARKS
from viewer.tree.node import Node
from viewer.tree.record import Record


class ItemDifference(NamedTuple):
    """One item that differs.

    Attributes:
        kind: "game", "start", "header:KEY", "action", "branch" (nodes that only one side has), or a
            name of FACETS.
        node: id in the first record (of the parent, for a branch only the second has); None for
            what belongs to the whole record.
        before: the item in the first record, after: in the second.
    """

    kind: str
    node: int | None
    before: object
    after: object


Alike = Callable[[Node, Node], bool]
"""Whether what happens at a node of one record is what happens at one of the other."""


def differences(
    first: Record, second: Record, alike: Alike | None = None
) -> Iterator[ItemDifference]:
    """What differs from the first record to the second; ids and facts don't count.

    Children are paired by their place. Iterative; nothing at all means that both say the same. Actions
    differ where they are written otherwise, or as `alike` says, which is asked of parents first.
    """
    if first.game != second.game:
        yield ItemDifference("game", None, first.game, second.game)
    yield from _headers(first, second)
    stack: list[tuple[Node, Node]] = [(first.root, second.root)]
    while stack:
        a, b = stack.pop()
        if not alike(a, b) if alike is not None else a.action != b.action:
            kind = "start" if a is first.root else "action"
            yield ItemDifference(kind, a.id, a.action, b.action)
        if a.notes != b.notes:
            for facet in FACETS:
                if not says_alike(facet, a.note(facet), b.note(facet)):
                    yield ItemDifference(facet, a.id, a.note(facet), b.note(facet))
        shared = min(len(a.children), len(b.children))
        for child in a.children[shared:]:
            yield ItemDifference("branch", child.id, child.action, None)
        for child in b.children[shared:]:
            yield ItemDifference("branch", a.id, None, child.action)
        stack.extend(reversed(list(zip(a.children, b.children, strict=False))))


def says_alike(facet: str, one: object, other: object) -> bool:
    """Whether two values of an annotation say the same; marks do in any order."""
    if facet == MARKS and isinstance(one, tuple) and isinstance(other, tuple):
        return sorted(one) == sorted(other)
    return one == other


def lost(first: Record, second: Record, alike: Alike | None = None) -> Iterator[ItemDifference]:
    """What the first record says and the second doesn't; `alike` as for `differences`.

    What a format adds where a record says nothing (a result that is unknown) takes nothing away and is
    left out. A start is one in any case: who asks spells out the usual one on both sides, or on none.
    """
    for found in differences(first, second, alike):
        if not (found.kind.startswith("header:") and found.before == ""):
            yield found


def _headers(first: Record, second: Record) -> Iterator[ItemDifference]:
    a = {entry.key: entry.value for entry in reversed(first.headers)}
    b = {entry.key: entry.value for entry in reversed(second.headers)}
    for key in dict.fromkeys([entry.key for entry in first.headers + second.headers]):
        if a.get(key, "") != b.get(key, ""):
            yield ItemDifference(f"header:{key}", None, a.get(key, ""), b.get(key, ""))
