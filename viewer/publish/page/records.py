"""Records as pages have them, in JSON: head, moves, comments, positions.

Positions are computed here: a node says what changes from its parent's to its own, so that a page knows no
rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from viewer.games.capabilities import Connecting, counts_of
from viewer.games.game import Numbering
from viewer.games.replays import Told
from viewer.games.states import States
from viewer.games.telling import ToldRecord
from viewer.publish.outline import (
    Comment,
    Heading,
    Item,
    Moves,
    PlainMoves,
    PrintedMove,
    Title,
)
from viewer.publish.page.boards import BoardChange, PageBoard, numbers_text
from viewer.publish.sections import labels_of
from viewer.publish.wording import Kept, printed_line
from viewer.scene.marks import marked_squares
from viewer.scene.picture import last_squares
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.inherited import DIM, NO_DIMS, Inherited, dims_after
from viewer.tree.node import Node

_NO_SIGNS = [["", ""], ["", ""]]


class Positions:
    """The positions of a record, each as its difference from its parent's."""

    def __init__(
        self,
        states: States,
        board: PageBoard,
        numbers: dict[int, int],
        told: ToldRecord,
        top: Node | None = None,
    ) -> None:
        """`top`: the node that has its whole position, of a part of the record; None for the root."""
        self._states, self._board, self._numbers, self._told = states, board, numbers, told
        self._top = top
        self._dims = Inherited(dims_after, NO_DIMS)
        self._dimmed = any(
            [MARKS in node.notes for node in states.record.nodes.values() if node.notes]
        )
        self._known: dict[int, tuple[dict[int, int], list[int]]] = {}

    def texts(self, nodes: Sequence[Node]) -> Iterator[list[str]]:
        """The differences of nodes in pre-order, some at a time, by letters, each as JSON.

        p: the parent's number; d: square and piece, or -1 for none, of each that changes; l: the links, if
        they do; m: the squares of the last move; f: where it begins, if a mark stands in for m; s: signs;
        c: a winning chain.
        """
        lines = {} if self._dimmed else self._told.lines
        at = 0
        while at < len(nodes):
            line = lines.get(nodes[at].id)
            if line is None or line.moves[0].changed is None:
                yield [self._text(nodes[at])]
                at += 1
            else:
                stop = at + len(line.moves)
                yield self._line(nodes[at], nodes[stop - 1], line.moves)
                at = stop

    def _line(self, first: Node, last: Node, moves: Sequence[Told]) -> list[str]:
        """The same of the nodes of a line of which a replay told."""
        assert first.parent is not None  # the root has no move
        changes = list(map(self._board.changes.__getitem__, moves))
        said = [one.both for one in changes]
        numbers = self._numbers
        above = [numbers[first.parent.id], *range(numbers[first.id], numbers[last.id])]
        texts = [f'{{"p":{number}{both}}}' for number, both in zip(above, said, strict=True)]
        pieces, links = self._before(first)
        done = 0
        for at in [at for at, both in enumerate(said) if both is None]:
            _put_all(pieces, changes[done:at])
            one, done = changes[at], at + 1
            texts[at] = f'{{"p":{above[at]}{self._put(pieces, one)}{one.moved}}}'
        if last.children:
            _put_all(pieces, changes[done:])
            self._known[last.id] = pieces, links
        return texts

    def _before(self, node: Node) -> tuple[dict[int, int], list[int]]:
        """The pieces before a node's move, which may be changed, and the links; both empty for the top."""
        parent = node.parent
        if parent is None or node is self._top:
            return {}, []
        if parent.children[-1] is node:
            return self._known.pop(parent.id)  # nobody else asks for it
        pieces, links = self._known[parent.id]
        return pieces.copy(), links

    def _text(self, node: Node) -> str:
        """The same of any node."""
        board, told = self._board, self._told.moves.get(node.id)
        parent = None if node is self._top else node.parent
        before, linked = self._before(node)
        if told is None or told.changed is None:
            game, state = self._states.game, self._states.at(node)
            pieces = board.pieces(game.pieces(state), counts_of(game, state))
            links, last = board.links(game.links(state)), last_squares(game, state)
            chain = game.winning_chain(state) if isinstance(game, Connecting) else ()
            # Where lines are told of, pieces are in the order in which they came.
            changes = _changes(dict(sorted(before.items())) if self._told.lines else before, pieces)
            changed = numbers_text("d", changes) if changes else ""
        else:
            pieces, links, last, chain = before, linked, told.touched, ()
            changed = self._put(pieces, board.changes[told])
        if node.children:
            self._known[node.id] = pieces, links
        if links != linked:
            changed += numbers_text("l", links)
        marks: tuple[Mark, ...] = ()
        if self._dimmed:
            own = tuple(mark for mark in node.marks if mark.kind != DIM)
            marks = (*self._dims.at(node), *own)
        if last and (not marks or last[-1] not in marked_squares(marks)):
            changed += board.moved[last]
        elif last:
            changed += numbers_text("f", board.squares(last[:1]))
        if marks:
            signs = board.signs(marks, dict(self._states.game.pieces(self._states.at(node))))
            if signs != _NO_SIGNS:
                changed += f',"s":{json_text(signs)}'
        if chain:
            changed += f',"c":{json_text(board.chain(chain))}'
        if parent is None:
            return f"{{{changed[1:]}}}"
        return f'{{"p":{self._numbers[parent.id]}{changed}}}'

    @staticmethod
    def _put(pieces: dict[int, int], change: BoardChange) -> str:
        """Change pieces by a move. Returns what it changes, as JSON."""
        if change.text is not None:
            _put_all(pieces, [change])
            return change.text
        before = dict.fromkeys(sorted(pieces))
        _put_all(pieces, [change])
        parts = [part for number in before.keys() - pieces.keys() for part in (number, -1)]
        parts += chain.from_iterable(sorted(change.put.items()))
        return numbers_text("d", parts)


def _put_all(pieces: dict[int, int], changes: Iterable[BoardChange]) -> None:
    """Change pieces by moves."""
    for one in changes:
        for number in one.gone:
            del pieces[number]
        pieces.update(one.put)


def _changes(before: Mapping[int, int], pieces: Mapping[int, int]) -> list[int]:
    """Square and piece, or -1 for none, of each that changes."""
    changes = [part for square in before.keys() - pieces.keys() for part in (square, -1)]
    changes += [
        part
        for square, token in pieces.items()
        if before.get(square) != token
        for part in (square, token)
    ]
    return changes


def item_labels(items: Iterable[Item], numbering: Numbering) -> str:
    """The number of each ply, for moves that are named alone, as JSON."""
    most = max([_last_ply(item.moves) for item in items if isinstance(item, Moves)], default=0)
    labels = _labels(numbering)
    labels += map(json_text, labels_of(numbering, most)[len(labels) :])
    return f"[{','.join(labels[: most + 1])}]"


def _last_ply(moves: Sequence[PrintedMove]) -> int:
    if isinstance(moves, PlainMoves):
        return moves.ply + len(moves) - 1
    return max([move.ply for move in moves])


@lru_cache(maxsize=4)
def _labels(numbering: Numbering) -> list[str]:
    """The labels of plies as JSON, as far as they were asked for."""
    return []


def json_text(data: Any) -> str:
    """JSON that may stand in an HTML script: no `<`, and none of the line ends that scripts know."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return text.encode("utf-8", "replace").decode()


# Of moves, which come again and again: where each begins, behind its label its text, its ply.
_begun: Kept[int, str] = Kept('[{},"'.format)
_worded: Kept[str, str] = Kept(lambda text: f'",{json_text(text)}')
_ended: Kept[int, str] = Kept(',"","",1,{}]'.format)


def head_of(heading: Heading) -> dict[str, Any]:
    """The head of a record as JSON can hold it."""
    facts = [*heading.facts, heading.round, heading.annotator]
    return {
        "title": printed_line(heading.title),
        "facts": [line for fact in facts if (line := printed_line(fact))],
        "sides": [*map(printed_line, heading.sides)],
        "ranks": [*map(printed_line, heading.ranks)],
        "result": printed_line(heading.result),
    }


def is_text(item: object) -> bool:
    """Whether an item of an outline is printed on pages as text."""
    return isinstance(item, Moves | Comment | Title)


def item_text(item: object, numbers: Mapping[int, int]) -> str:
    """As JSON ["m", level, begins, [[node, number, text, signs, asides, played, ply], …]],
    ["c", level, begins, text, ahead, node] or ["t", depth, text, node].
    """
    match item:
        case Moves(level, begins, moves, _):
            some = ",".join(_moves(moves, numbers))
            return f'["m",{level},{int(begins)},[{some}]]'
        case Comment():
            node = numbers[item.node]
            said = ["c", item.level, int(item.begins), item.text, int(item.ahead), node]
            return json_text(said)
        case Title():
            return json_text(["t", item.depth, item.text, numbers[item.node]])
    raise TypeError(item)


def _moves(moves: Sequence[PrintedMove], numbers: Mapping[int, int]) -> list[str]:
    if isinstance(moves, PlainMoves):
        plies: Sequence[int] = range(moves.ply, moves.ply + len(moves))
        return _plain_moves(moves.nodes, plies, moves.numbers, moves.texts, numbers)
    ids, plies, labels, texts, *rest = zip(*moves, strict=True)
    some = _plain_moves(ids, plies, labels, texts, numbers)
    signs, asides, played, wrong, _ = rest
    if any(signs) or any(asides) or any(wrong) or not all(played):
        for at, move in enumerate(moves):
            if move.signs or move.asides or move.wrong or not move.played:
                some[at] = _noted_move(move, numbers[move.node])
    return some


def _plain_moves(
    ids: Sequence[int],
    plies: Sequence[int],
    labels: Sequence[str],
    texts: Sequence[str],
    numbers: Mapping[int, int],
) -> list[str]:
    begun = map(_begun.__getitem__, map(numbers.__getitem__, ids))
    worded, ended = map(_worded.__getitem__, texts), map(_ended.__getitem__, plies)
    columns = zip(begun, labels, worded, ended, strict=True)
    return [f"{begin}{label}{text}{end}" for begin, label, text, end in columns]


def _noted_move(move: PrintedMove, node: int) -> str:
    """A move of which more is said than its text."""
    more = f"{json_text(''.join(move.signs))},{json_text(' '.join(move.asides))}"
    kind = int(move.played) - 2 * move.wrong * move.played
    ply = move.ply if move.played else 0
    return f'[{node},"{move.number}",{json_text(move.text)},{more},{kind},{ply}]'
