"""A move is replaced, put in or left out, and what follows is played again.

What follows is played as it was meant: the same piece to the same square, else what the move's text
means in the new position. A move that the rules don't allow any more stays as it is, where the
rules say so (`Game.violation`); nothing of it is lost. Where moves that stand beside each other become
equal, they become one, as where records are joined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.edits import Edit, InRecord, Location, RecordData
from viewer.document.plans import EditableRecords
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS, MARKS, NoteValue
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, SetAction, SetNote, apply
from viewer.tree.record import Record, rows_of
from viewer.tree.serial import NodeData


class Mended(NamedTuple):
    """An edit of one move, and what became of those that follow it, in the order of the record.

    Attributes:
        edit: to be done.
        broken: ids of nodes whose moves break a rule now, and didn't before.
        changed: ids of nodes whose moves are others now: another piece, or the other side's stone.
        united: ids of nodes that are one now with the same move beside them.
        comment: the id of the node that has the comment of the one left out, None if it had none.
    """

    edit: Edit
    broken: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    united: tuple[int, ...] = ()
    comment: int | None = None


class _Replay(NamedTuple):
    """What follows, played again: actions by id of the nodes that need another, and as in `Mended`.

    `twins` are the ids of nodes beside each other whose moves became equal, the one that comes first first.
    """

    actions: dict[int, Action]
    broken: tuple[int, ...]
    changed: tuple[int, ...]
    twins: list[tuple[int, int]]


def replaced(document: EditableRecords, key: int, node: Node, action: Action) -> Mended | None:
    """Another action in the place of a node's, with all below it; None if it is that one, or at the root."""
    above, states = node.parent, document.states(key)
    if above is None or states.at(node).action == action:
        return None
    game, before = states.game, states.at(above)
    now = game.step(before, game.resolve(before, action))
    again = _played_again(game, node.children, states.at(node), now)
    twin = next((one for one in above.children if states.at(one).action == now.action), None)
    if twin is not None:
        again.twins.insert(0, _in_order(twin, node))
    ops: list[Op] = [SetAction(node.id, action)]
    ops += [SetAction(id, other) for id, other in again.actions.items()]
    return _mended(document, key, ops, message("Replace a move"), node, node.id, again)


def inserted(document: EditableRecords, key: int, node: Node, action: Action) -> Mended:
    """An action between a node and all that follows it."""
    record, states = document.record_of(key), document.states(key)
    game, here = states.game, states.at(node)
    again = _played_again(game, node.children, here, game.step(here, game.resolve(here, action)))
    new = record.next_id
    rows = [NodeData(new, -1, action, {})]
    for child in node.children:
        rows += _rows(child, again, len(rows), 0)
    ops: list[Op] = [Remove(child.id) for child in node.children]
    ops.append(Insert(node.id, 0, tuple(rows)))
    return _mended(document, key, ops, message("Insert a move"), node, new, again)


def left_out(document: EditableRecords, key: int, node: Node) -> Mended | None:
    """A node without which what follows it goes on from the node before, as its comment; None at the root."""
    above, states = node.parent, document.states(key)
    if above is None:
        return None
    siblings = [(one, states.at(one).action) for one in above.children if one is not node]
    again = _played_again(states.game, node.children, states.at(node), states.at(above), siblings)
    ops: list[Op] = [Remove(node.id)]
    place = above.children.index(node)
    for index, child in enumerate(node.children, place):
        ops.append(Insert(above.id, index, tuple(_rows(child, again))))
    division = _division(document)
    text = _both_texts(node.before, node.comment, division)
    if text:
        ops.append(SetNote(above.id, COMMENT, _both_texts(above.comment, text, division)))
    mended = _mended(document, key, ops, message("Leave out a move"), node, above.id, again)
    return mended._replace(comment=above.id) if text else mended


def edit_of(document: EditableRecords, key: int, node: Node, mended: Mended) -> Edit:
    """The edit, as a plan."""
    return mended.edit


def _division(document: EditableRecords) -> str:
    """What stands between two comments that become one."""
    return "\u2029" if document.flowing else "\n"


def _mended(
    document: EditableRecords,
    key: int,
    ops: Sequence[Op],
    words: Message,
    before: Node,
    after: int,
    again: _Replay,
) -> Mended:
    united: list[int] = []
    placed: dict[int, int] = {}  # ids of nodes that are others now
    if again.twins:
        joiner = Joiner(document.record_of(key), _division(document))
        for op in ops:
            joiner.do(op)
        nodes = joiner.record.nodes
        for first, second in again.twins:
            if first in nodes and second in nodes:  # else they came together above
                placed.update(joiner.unite(nodes[first], nodes[second]))
                united.append(first)
        ops = joiner.ops

    def now(id: int) -> int:
        while id in placed:
            id = placed[id]
        return id

    steps = tuple(InRecord(key, op) for op in ops)
    edit = Edit(steps, words, Location(key, before.id), Location(key, now(after)))
    broken, changed, united_now = (
        tuple(dict.fromkeys(map(now, ids))) for ids in (again.broken, again.changed, united)
    )
    return Mended(edit, broken, changed, united_now)


def _in_order(one: Node, other: Node) -> tuple[int, int]:
    """The ids of two nodes that stand beside each other, or will where the parent of `other` is left out."""
    place = other if other.parent is one.parent else other.parent
    assert one.parent is not None
    assert place is not None
    first = one.parent.children.index(one) < one.parent.children.index(place)
    return (one.id, other.id) if first else (other.id, one.id)


def _rows(top: Node, again: _Replay, offset: int = 0, parent: int = -1) -> list[NodeData]:
    """The rows of a branch, behind `offset` others and below one of them."""
    return [
        row._replace(
            parent=row.parent + offset if row.parent >= 0 else parent,
            action=again.actions.get(row.id, row.action),
        )
        for row in rows_of(top)
    ]


def _played_again(
    game: Game[State],
    tops: Sequence[Node],
    was: State,
    now: State,
    siblings: Sequence[tuple[Node, Action | None]] = (),
) -> _Replay:
    """Play branches that followed one state after another, beside `siblings` with their actions."""
    actions: dict[int, Action] = {}
    broken, changed = [], []
    twins: list[tuple[int, int]] = []
    known: dict[tuple[Node | None, Action], tuple[Node, Action | None]] = {}
    for one, action in siblings:
        if action is not None and tops:
            known[tops[0].parent, action] = one, None
    stack = [(top, was, now) for top in reversed(tops)]
    while stack:
        node, before, here = stack.pop()
        old = game.advance(before, node.action)
        action, stated = _meant(game, before, old, here), game.resolve(here, node.action)
        new = game.step(here, action)
        if stated != action:
            if type(stated) is Written and game.violation(new) is not None:
                new = game.step(here, stated)  # no move either way: it stays as it is written
            elif action is not None:
                actions[node.id] = action
        if game.violation(new) is not None:
            if game.violation(old) is None:
                broken.append(node.id)
        elif action != old.action:
            changed.append(node.id)
        if new.action is not None:
            other, meant = known.setdefault((node.parent, new.action), (node, old.action))
            if other is not node and meant != old.action:
                twins.append(_in_order(other, node))
        stack.extend((child, old, new) for child in reversed(node.children))
    return _Replay(actions, tuple(broken), tuple(changed), twins)


def _meant(game: Game[State], before: State, old: State, here: State) -> Action | None:
    """What an action that led from `before` to `old` is in another state."""
    move = old.action
    if type(move) is not Move:
        return game.resolve(here, move)
    turned = before.side != here.side
    allowed = game.violation(game.step(here, move)) is None
    if allowed and not turned and _piece(game, before, move) == _piece(game, here, move):
        return move
    text = game.notation(old, game.notations[0].id)
    read = game.read_moves(here, text)
    if turned:  # only a stone on the same square is the same move of the other side
        read = [one for one in read if game.touches(one) == game.touches(move)]
        return read[0] if len(read) == 1 else move
    if move in read or not read:
        other = allowed and not read and game.violation(old) is None
        return Written(text) if other else move  # another piece stands there
    return read[0] if len(read) == 1 else move


def _piece(game: Game[State], state: State, move: Move) -> str:
    """The kind of the piece that a move takes up, "" for none."""
    origin, *others = game.touches(move) or ("",)
    return dict(game.pieces(state)).get(origin, "") if others else ""


_TEXTS = frozenset((COMMENT, BEFORE))
_SETS = frozenset((GLYPHS, MARKS))


class Joiner:
    """A copy of a record, and the operations that bring others, or lines of its own, together in it.

    Attributes:
        record: the copy.
        ops: in order.
        division: between two comments.
    """

    def __init__(self, record: Record, division: str) -> None:
        """`division` separates two comments."""
        self.record = RecordData.of(record).record()
        self.ops: list[Op] = []
        self._states = States(game_of(record.game), self.record)
        self.division = division
        self._children: dict[int, dict[Action | None, Node]] = {}

    def join(self, other: Record, states: States, label: str) -> dict[int, int]:
        """Join a record; `label` becomes a comment where its main line leaves the existing tree.

        Returns the ids that its nodes have now.
        """
        return self._unite(self.record.root, other.root, states, label)

    def unite(self, mine: Node, theirs: Node) -> dict[int, int]:
        """Bring everything of another node of the copy to one with the same meaning, and take the other out.

        Returns the ids that the nodes of the other have now.
        """
        placed = self._unite(mine, theirs, self._states, "")
        self.do(Remove(theirs.id))
        return placed

    def _unite(self, top: Node, other: Node, states: States, label: str) -> dict[int, int]:
        placed: dict[int, int] = {}
        stack: list[tuple[Node, Node, bool]] = [(top, other, True)]
        while stack:
            mine, theirs, main = stack.pop()
            placed[theirs.id] = mine.id
            self._take_notes(mine, theirs.notes)
            if main and not theirs.children and label:
                self._take_notes(mine, {COMMENT: label})
            pairs: list[tuple[Node, Node, bool]] = []
            for number, child in enumerate(theirs.children):
                on_main = main and number == 0
                same = self._same(mine, child, states)
                if same is None:
                    placed.update(self._add(mine, child, label if on_main else ""))
                else:
                    pairs.append((same, child, on_main))
            stack.extend(reversed(pairs))
        return placed

    def do(self, op: Op) -> None:
        """Do an operation in the copy."""
        apply(self.record, op)
        self.ops.append(op)

    def _take_notes(self, mine: Node, notes: Mapping[str, NoteValue]) -> None:
        for facet, value in notes.items():
            now = mine.notes.get(facet)
            if now is None:
                new = value
            elif facet in _TEXTS:
                new = _both_texts(str(now), str(value), self.division)
            elif facet in _SETS and isinstance(now, tuple) and isinstance(value, tuple):
                new = (*now, *(one for one in value if one not in now))
            else:
                continue
            if new != now:
                self.do(SetNote(mine.id, facet, new))

    def _same(self, mine: Node, child: Node, states: States) -> Node | None:
        """The child with the same meaning as a child of another record; None if there is none."""
        known = self._children.get(mine.id)
        if known is None:
            known = self._children[mine.id] = {one.action: one for one in reversed(mine.children)}
        found = known.get(child.action)
        if found is not None or child.action is None:
            return found if child.action is not None else None
        if type(child.action) is Written or any(type(one) is Written for one in known):
            meant = states.at(child).action
            for one in mine.children:
                if self._states.at(one).action == meant:
                    known[child.action] = one
                    return one
        return None

    def _add(self, mine: Node, child: Node, label: str) -> dict[int, int]:
        first = self.record.next_id
        rows = [
            NodeData(first + number, row.parent, row.action, row.notes)
            for number, row in enumerate(rows_of(child))
        ]
        if label:
            notes = dict(rows[0].notes)
            notes[COMMENT] = _both_texts(label, str(notes.get(COMMENT, "")), self.division)
            rows[0] = rows[0]._replace(notes=notes)
        self.do(Insert(mine.id, len(mine.children), tuple(rows)))
        self._children.setdefault(mine.id, {}).setdefault(child.action, mine.children[-1])
        return {node.id: row.id for node, row in zip(child.walk(), rows, strict=True)}


def _both_texts(one: str, other: str, division: str) -> str:
    """Two comments as one text, without repetition."""
    if not one or not other or other in one.split(division):
        return one or other
    return f"{one}{division}{other}"
