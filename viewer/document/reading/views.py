"""A record seen otherwise: its table of contents, takebacks as variations, what is concealed."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.action import Takeback, Terminal, is_move
from viewer.tree.annotation import ACTOR, BOOKMARK, MOMENT, TITLE, NoteValue
from viewer.tree.evaluation import evaluation_of
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Record

_PART = 500
MOST = 20_000
"""Entries of a table of contents; what comes after them isn't listed."""
_OF_THE_STEP = frozenset((MOMENT, ACTOR))


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
    # Two lists: a pair for each of very many children takes long.
    stack, depths = [record.root], [0]
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


def as_variations(record: Record) -> Record:
    """A copy of the record with takebacks turned into variations; nodes keep their ids.

    What was played last is the main line, what was taken back stands behind it, the latest first. A
    takeback itself is left out unless something is said of it or it is the end of its line; it stands
    then, without an action, where the line goes on. An end that stands behind a move goes with it. One of
    more moves than there are goes back to the start. Real variations stay variations. Facts
    aren't copied: this is no record of any file. Iterative; time and memory by the size of the record.
    """
    return variations_of(record)[0]


def variations_of(record: Record) -> tuple[Record, dict[int, int]]:
    """`as_variations`, with a mapping from ids of omitted takebacks to the nodes they lead to."""
    view = _TimelineView(record)
    view.run()
    made = Record(record.game, view.root, record.headers, record.encoding, (), view.nodes)
    return made, view.led


class _TimelineView:
    def __init__(self, record: Record) -> None:
        self.root = Node(record.root.id, None, record.root.action, record.root.notes)
        self.nodes = {self.root.id: self.root}
        self._record = record
        self._main = {node.id for node in record.root.main_line()}
        self._children: dict[int, list[Node]] = {}
        # The last move at or above a node.
        self._last: dict[int, Node | None] = {self.root.id: None}
        self._given_up: dict[int, int] = {}  # how many were before, the last time
        self._takebacks = 0
        self.led: dict[int, int] = {}

    def run(self) -> None:
        stack = [(child, self.root) for child in reversed(self._record.root.children)]
        while stack:
            node, above = stack.pop()
            here = self._follow(node, above)
            stack.extend((child, here) for child in reversed(node.children))
        for id, some in self._children.items():
            some.sort(key=lambda one: -self._given_up.get(one.id, self._takebacks + 1))
            self.nodes[id].children = tuple(some)

    def _follow(self, node: Node, above: Node) -> Node:
        """The node of the copy that a node of the record leads to."""
        action = node.action
        if type(action) is not Takeback:
            return self._add(above, Node(node.id, above, action, node.notes))
        above = self._back(node, above, action.count)
        said: dict[str, NoteValue] = {
            facet: value for facet, value in node.notes.items() if facet not in _OF_THE_STEP
        }
        if not said and node.children:
            self.led[node.id] = above.id
            return above
        return self._add(above, Node(node.id, above, None, said))

    def _add(self, above: Node, node: Node) -> Node:
        node.notes = node.notes or EMPTY
        self.nodes[node.id] = node
        self._children.setdefault(above.id, []).append(node)
        last = node if is_move(node.action) else self._last[above.id]
        # Where no move stands before an end, the end is what is left behind.
        self._last[node.id] = node if last is None and type(node.action) is Terminal else last
        return node

    def _back(self, node: Node, place: Node, count: int) -> Node:
        """The node before the last `count` moves of a node."""
        given_up: Node | None = None
        while count > 0:
            last = self._last[place.id]
            if last is None or last.parent is None:
                break
            place, given_up = last.parent, last
            count -= 1
        self._takebacks += 1
        # A variation takes back what the game itself goes on with: the game keeps its place.
        if given_up is not None and (node.id in self._main or given_up.id not in self._main):
            self._given_up[given_up.id] = self._takebacks
        return place


def line_to(record: Record, node: Node) -> Record:
    """A record of the nodes from the root to one of a record's; they keep their ids and notes.

    Variations that branch off on the way are left out, as is all that follows. To be read, not to be written:
    facts aren't copied. Iterative; costs the length of the line.
    """
    made: dict[int, Node] = {}
    above: Node | None = None
    for one in node.path():
        copy = made[one.id] = Node(one.id, above, one.action, one.notes)
        if above is not None:
            above.children = (copy,)
        above = copy
    root = made[record.root.id]
    return Record(record.game, root, record.headers, record.encoding, (), made)


class LineStates(States):
    """The states of the nodes of `line_to`: those of the record it was made of."""

    def __init__(self, states: States, line: Record) -> None:
        """`states`: of the whole record."""
        super().__init__(states.game, line)
        self._whole = states

    def at(self, node: Node) -> State:
        """The state after the action of a node of the line."""
        return self._whole.at(self._whole.record.nodes[node.id])
