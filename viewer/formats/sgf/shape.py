"""The tree of a game's nodes, by its brackets; and the brackets around each node.

The bracket before a branch's first node, with the white space after it, belongs to that node, and so
does the one after the branch's last. If brackets are missing, surplus or empty, that isn't the
whole text: then the text before each node is kept as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.sgf.tokens import OTHER, tokens

_RUNS = late(";+|[^;]")  # of nodes; other tokens, each by itself


class TreeShape(NamedTuple):
    """A game's nodes, pre-order.

    Attributes:
        texts: the text of each node, from its `;` on.
        parents: the index of each node's parent, -1 for the root.
        before, behind: brackets around the branch that begins at a node, for nodes that begin one.
        head: text before the game's first bracket; tail: after its last.
        leads: the text before each node, and after the last; () if `before` and `behind` are enough.
        faults: (kind, index of the token) of misplaced tokens.
        clean: whether nodes hold nothing but properties.
    """

    texts: list[str]
    parents: list[int]
    before: dict[int, str]
    behind: dict[int, str]
    head: str
    tail: str
    leads: tuple[str, ...]
    faults: tuple[tuple[str, int], ...]
    clean: bool


def shape_of(text: str, start: int, stop: int, limit: int) -> TreeShape:
    """The tree of the game between two offsets; the text before and after is kept.

    Nodes beyond `limit` are left in `tail` with a fault "limit".
    """
    return _Builder(text, start, stop, limit).shape()


class _Builder:
    def __init__(self, text: str, start: int, stop: int, limit: int) -> None:
        self._head, self._tail = text[:start], text[stop:]
        self._found, self._kinds, self._clean = tokens(text[start:stop])
        self._limit = limit
        self.texts: list[str] = []
        self.parents: list[int] = []
        self.before: dict[int, str] = {}
        self.behind: dict[int, list[str]] = {}
        self.leads: dict[int, list[str]] = {}
        self.faults: list[tuple[str, int]] = []
        self._stack: list[int] = []  # the node that each open bracket stands behind
        self._firsts: list[int] = []  # and the first node in it, -1 as long as there is none
        self._current = -1
        self._pending: list[str] = []  # brackets ahead of the next node
        self._closed = False

    def shape(self) -> TreeShape:
        tail = self._build()
        leads: tuple[str, ...] = ()
        if self.faults or not self._clean:
            count = len(self.texts)
            leads = tuple("".join(self.leads.get(place, ())) for place in range(count + 1))
        return TreeShape(
            self.texts,
            self.parents,
            self.before,
            {place: "".join(some) for place, some in self.behind.items()},
            self._head,
            tail + self._tail,
            leads,
            self._placed(),
            self._clean,
        )

    def _placed(self) -> tuple[tuple[str, int], ...]:
        """The faults, with offsets in the text instead of token indices."""
        if not self.faults:
            return ()
        ends = list(accumulate(map(len, self._found), initial=0))
        return tuple([(what, ends[number]) for what, number in self.faults])

    def _build(self) -> str:
        found, texts, parents = self._found, self.texts, self.parents
        for run in _RUNS.finditer(self._kinds):
            (start, end), kind = run.span(), run[0][0]
            if kind == ";":
                stop = min(end, start + self._limit - len(texts))
                if start < stop:
                    self._take_node(found[start], start)
                    # The others of a line stand each behind the one before.
                    parents += range(len(texts) - 1, len(texts) + stop - start - 2)
                    texts += found[start + 1 : stop]
                    self._current = len(texts) - 1
                if stop < end:
                    self.faults.append(("limit", stop))
                    return "".join(found[stop:])
                continue
            self.leads.setdefault(len(texts), []).append(found[start])
            if kind == OTHER:
                self.faults.append(("text", start))
            elif kind == "(":
                self._stack.append(self._current)
                self._firsts.append(-1)
                self._pending.append(found[start])
                self._closed = False
            else:
                self._close(found[start], start)
        if self._stack:
            self.faults.append(("open", len(self._found)))
        if self._pending and not self.faults:
            self.faults.append(("empty", len(self._found)))
        return ""

    def _take_node(self, node: str, number: int) -> None:
        here, firsts = len(self.texts), self._firsts
        if self._pending:
            self.before[here] = "".join(self._pending)
            self._pending.clear()
        if firsts and firsts[-1] < 0:
            firsts[-1] = here
            if len(firsts) > 1 and firsts[-2] < 0:
                self.faults.append(("empty", number))
                outer = len(firsts) - 2
                while outer >= 0 and firsts[outer] < 0:
                    firsts[outer] = here
                    outer -= 1
        elif self._closed:
            self.faults.append(("behind", number))
        self.texts.append(node)
        if self._current < 0 and here:
            if not self.faults:
                self.faults.append(("behind", number))
            self.parents.append(0)
        else:
            self.parents.append(self._current)
        self._current = here
        self._closed = False

    def _close(self, bracket: str, number: int) -> None:
        if not self._stack:
            self.faults.append(("extra", number))
            return
        self._current = self._stack.pop()
        first = self._firsts.pop()
        if first < 0:
            self.faults.append(("empty", number))
        else:
            self.behind.setdefault(first, []).append(bracket)
        self._closed = True


class Bracketed(NamedTuple):
    """A written node: the text before it, its own text, the text after its branch."""

    before: str
    text: str
    behind: str


def joined(nodes: Iterable[tuple[int, Bracketed]]) -> list[str]:
    """The text of nodes in pre-order, each with its depth in the tree. Iterative."""
    out: list[str] = []
    waiting: list[tuple[int, str]] = []
    for depth, node in nodes:
        while waiting and waiting[-1][0] >= depth:
            out.append(waiting.pop()[1])
        out.append(node.before)
        out.append(node.text)
        if node.behind:
            waiting.append((depth, node.behind))
    while waiting:
        out.append(waiting.pop()[1])
    return out


def interleaved(leads: Sequence[str], texts: Sequence[str]) -> list[str]:
    """The text of nodes whose brackets are kept in the text before each."""
    out: list[str] = []
    for lead, text in zip(leads, texts, strict=False):
        out.append(lead)
        out.append(text)
    out.append(leads[len(texts)])
    return out
