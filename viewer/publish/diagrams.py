"""Diagrams of a record: which positions are printed, and what each diagram shows.

Where stones are placed, a diagram is a figure (`figures.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from viewer.games.capabilities import Connecting, Placing, board_geometry, counts_of
from viewer.games.game import Game, State
from viewer.games.judge import replay_of
from viewer.games.printing import printing_of
from viewer.games.replays import Replay
from viewer.games.states import States
from viewer.games.telling import NOTHING_TOLD, ToldRecord
from viewer.publish.choices import FIGURE_NUMBERS, LAST_NUMBER, OutlineStyle
from viewer.publish.figures import figure
from viewer.publish.outline import Diagram, Position
from viewer.publish.sensible import sensible_places
from viewer.publish.wording import Words, printed_line
from viewer.scene.picture import last_squares
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import BOOKMARK, FIGURE, MARKS
from viewer.tree.diagram import FLIPPED, has_diagram
from viewer.tree.inherited import ALL_PLACES, DIM, NO_DIMS, Inherited, dims_after, part_after
from viewer.tree.node import Node

_MOST_NUMBERS = 50  # moves of the main line in a figure

Named = Callable[[Node], str]
"""The move of a node with its number, as captions name it; "" for what is no move."""


class _Reached:
    """The states at nodes whose moves a replay tells, reached on one board; only the last move is in them."""

    def __init__(self, states: States, known: ToldRecord) -> None:
        self._states = states
        self._known = known
        self._replay: Replay[Any] | None = None
        self._node: Node = states.record.root  # the node whose position is on the board

    def at(self, node: Node) -> State:
        """The state at a node, told or not."""
        states, before = self._states, node.parent
        if before is None or node.id not in self._known.moves:
            return states.at(node)
        way: list[Node] = []
        one = before
        while one.parent is not None and one is not self._node:
            way.append(one)
            one = one.parent
        if one.parent is None:
            self._replay = replay_of(states.game, states.record, states.at(one))
        if self._replay is None:
            return states.at(node)
        for one in reversed(way):
            self._replay.make(one.action)
        self._node = before
        return states.game.advance(self._replay.state(self._known.plies[node.id] - 1), node.action)


class Positions:
    """The positions of a record's nodes as diagrams show them; inherited annotations are cached."""

    def __init__(self, states: States, known: ToldRecord = NOTHING_TOLD) -> None:
        """`known` is what a replay told of the record."""
        self._states = states
        self._reached = _Reached(states, known)
        self._dims = Inherited(dims_after, NO_DIMS)
        self._parts = Inherited(part_after, ALL_PLACES)

    def state(self, node: Node) -> State:
        """The state at a node; what came before its last move may not be in it."""
        return self._reached.at(node)

    def at(self, node: Node, *, marks: bool = True) -> Position:
        """The position of a node, with or without its marks."""
        return self.of(node, self.state(node), marks)

    def of(self, node: Node, state: State, marks: bool = True) -> Position:
        """The same of a node whose state is known."""
        game = self._states.game
        own = tuple(mark for mark in node.marks if mark.kind != DIM)
        return Position(
            board_geometry(game, state),
            self._parts.at(node),
            tuple(game.pieces(state)),
            counts_of(game, state),
            tuple(game.links(state)),
            game.winning_chain(state) if isinstance(game, Connecting) else (),
            (*self._dims.at(node), *own) if marks else (),
            last_squares(game, state),
        )


class Diagrams:
    """Makes the diagrams of a record in the order of printing, each position once."""

    def __init__(
        self,
        states: States,
        style: OutlineStyle,
        words: Words,
        number: int = 0,
        known: ToldRecord = NOTHING_TOLD,
        drawn: bool = True,
    ) -> None:
        """`number` is the number of the diagram before the first one.

        `known` is what a replay told of the record. Without `drawn` nobody looks at the diagrams: they stand
        where they would, but are empty.
        """
        self.number = number
        self._known, self._drawn = known, drawn
        self._states = states
        self._game: Game[Any] = states.game
        self._style = style
        self._numbered = isinstance(self._game, Placing) and style.numbers == FIGURE_NUMBERS
        self._words = words
        root = states.record.root
        self._numbering = states.game.numbering(states.at(root))
        self._shown: set[int] = set()  # ids of nodes whose positions have been printed
        self._since: Node = root  # the last node of the main line with a diagram
        self._positions = Positions(states, known)
        self._figures = False  # whether the main line has a figure with move numbers
        self._sensible: frozenset[int] = frozenset()
        if style.sensible and not self._numbered:
            self._sensible = sensible_places(
                root, self._asked, style.comments, style.levels > 0, style.often
            )

    # ------------------------------------------------------------------------------- which

    def after(self, node: Node, level: int, named: Named) -> Iterator[Diagram]:
        """The diagram that belongs right after a node's move, if any."""
        if self.wanted(node, level):
            yield from self._made(node, level, named)

    def wanted(self, node: Node, level: int) -> bool:
        """Whether a diagram belongs after a node's move; it isn't printed again if it has been."""
        return self._noted(node) or (level == 0 and self._due(node))

    def _noted(self, node: Node) -> bool:
        """Whether a note of a node asks for a diagram."""
        style = self._style
        return (style.marked and has_diagram(node)) or (style.bookmarked and BOOKMARK in node.notes)

    def _asked(self, node: Node) -> bool:
        """Whether a choice other than `sensible` puts a diagram after a node of the main line."""
        if node.parent is None and self._style.set_up and self._unusual(node):
            return True
        return self.wanted(node, 0)

    def of_start(self, node: Node, named: Named) -> Iterator[Diagram]:
        """The diagram at the beginning of a record, or of a chapter with a position of its own."""
        if self._style.set_up and isinstance(node.action, Setup) and self._unusual(node):
            yield from self._made(node, 0, named)
        else:
            yield from self.after(node, 0, named)

    def ahead(self, node: Node, level: int, named: Named) -> Iterator[Diagram]:
        """The diagram ahead of a variation of a level: of the position before its first move, `node`."""
        before = node.parent
        if self._style.ahead and before is not None and (before.parent or self._unusual(before)):
            yield from self._made(before, level - 1, named)

    def _unusual(self, node: Node) -> bool:
        """Whether a position is worth a diagram at the start: not the one from which all games begin."""
        usual = node.parent is None and self._game.start_label(self._states.at(node)) is None
        return not usual and self._standing(node)

    def _standing(self, node: Node) -> bool:
        """Whether pieces stand on the board, so that there is a position to show."""
        return any(True for _ in self._game.pieces(self._states.at(node)))

    def _due(self, node: Node) -> bool:
        """Whether the choices ask for a diagram here: every so many moves, or at the end."""
        numbered, every = self._numbered, self._style.every
        if not node.children and node.parent is not None and (self._style.end or numbered):
            return True
        if node.id in self._sensible:
            return True
        if not (numbered or every) or not isinstance(node.action, Move | Written):
            return False
        if numbered and self._ply(node) >= self._full():
            return True
        if not every:
            return False
        number, column = self._numbering.at(self._ply(node))
        return number % every == 0 and (self._numbering.by_ply or column == 1)

    def _full(self) -> int:
        """The first ply of the main line at which a figure has all the numbers that it takes."""
        return (self._ply(self._since) if self._figures else 0) + _MOST_NUMBERS

    def soonest(self) -> int:
        """The first ply of the main line after which a diagram may belong that no notes ask for.

        But for the last node of the line, which may have one. It holds until a diagram is made.
        """
        if self._style.every or self._sensible:
            return 0
        return self._full() if self._numbered else sys.maxsize

    def _ply(self, node: Node) -> int:
        known = self._known.plies.get(node.id)
        return self._states.at(node).ply if known is None else known

    def of(self, node: Node, part: tuple[str, ...] = ()) -> Diagram:
        """The diagram of a node, whatever the choices are, without move numbers; `part` as in `Position`."""
        self.number += 1
        shown = self._positions.at(node, marks=self._style.marks)
        if part and not shown.part:
            shown = shown._replace(part=part)
        state = self._states.at(node)
        return Diagram(
            0,
            node.id,
            self.number,
            shown,
            FLIPPED in node.glyphs,
            title_of(node),
            side=state.side,
            to_move=self._to_move(state),
            text=self._game.position_text(state),
        )

    # -------------------------------------------------------------------------------- what

    def _made(self, node: Node, level: int, named: Named) -> Iterator[Diagram]:
        placed = _last_change(node)
        if placed.id in self._shown or not (placed.parent or self._standing(placed)):
            return
        self._shown.add(placed.id)
        self.number += 1
        if self._drawn:
            yield self._diagram(node, level, named(placed))
        else:
            yield self._empty(node, level)
        if level == 0:
            self._since = node

    def _empty(self, node: Node, level: int) -> Diagram:
        """A diagram without its position. Whether it has numbers tells when the next one is due."""
        if level == 0 and not self._figures:
            self._figures = self._numbered and self._has_numbers(node)
        return Diagram(level, node.id, self.number, self._nothing, title=title_of(node))

    @cached_property
    def _nothing(self) -> Position:
        """The empty board of the record."""
        return Position(board_geometry(self._game, self._states.at(self._states.record.root)))

    def _has_numbers(self, node: Node) -> bool:
        """Whether a figure of the main line up to a node has numbers: with its first move by the rules."""
        way = _way(self._since, node)
        for one in way:
            known = self._known.moves.get(one.id)
            if known is None or known.changed is None:
                made = figure(self._states, self._since, way, self._numbering)
                return bool(made.numbers)
            if known.touched:
                return True
        return False

    def _diagram(self, node: Node, level: int, move: str) -> Diagram:
        states, style = self._states, self._style
        state = self._positions.state(node)
        shown = self._positions.of(node, state, style.marks)
        first = last = 0
        notes: tuple[tuple[int, str], ...] = ()
        if self._numbered:
            since = self._since if level == 0 else _branching(node)
            made = figure(states, since, _way(since, node), self._numbering)
            if made.numbers:
                first, last = made.first, made.last
                marks = (*shown.marks, *made.labels)
                shown = shown._replace(
                    pieces=made.pieces, numbers=made.numbers, marks=marks, last=()
                )
                notes = made.notes
                self._figures = self._figures or level == 0
        elif isinstance(self._game, Placing) and style.numbers == LAST_NUMBER and shown.last:
            number, _ = self._numbering.at(state.ply)
            shown = shown._replace(numbers={shown.last[-1]: number}, last=())
        return Diagram(
            level,
            node.id,
            self.number,
            shown,
            FLIPPED in node.glyphs,
            title_of(node),
            move,
            state.side,
            "" if self._over(node, state) else self._to_move(state),
            self._game.position_text(state),
            first,
            last,
            notes,
        )

    def _over(self, node: Node, state: State) -> bool:
        """Whether nobody can move any more at the end of a line."""
        return not node.children and not self._game.legal_moves(state)

    def _to_move(self, state: State) -> str:
        name = self._states.side_name(state.side)
        return self._words(printing_of(self._game).turn(state.side, name))


def _way(since: Node, node: Node) -> list[Node]:
    """The nodes behind `since` up to `node`; from the root if `since` is in another line."""
    way: list[Node] = []
    while node is not since and node.parent is not None:
        way.append(node)
        node = node.parent
    return way[::-1]


def _last_change(node: Node) -> Node:
    """The node that led to a position: ends, remarks and comments after it don't change it."""
    while node.parent is not None and not isinstance(node.action, Move | Written | Setup):
        if MARKS in node.notes:
            break
        node = node.parent
    return node


def _branching(node: Node) -> Node:
    """The node at which a node's line branches off; the root on the main line."""
    while node.parent is not None:
        if node.parent.children[0] is not node:
            return node.parent
        node = node.parent
    return node


def title_of(node: Node) -> str:
    """The name of a diagram in its record: of a bookmark, of a figure; "" for none."""
    name = node.note(BOOKMARK)
    if isinstance(name, str) and name.strip():
        return printed_line(name)
    for child in node.children[:1]:
        found = child.note(FIGURE)
        if isinstance(found, tuple) and found and isinstance(found[-1], str):
            return printed_line(found[-1])
    return ""
