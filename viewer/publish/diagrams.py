"""Diagrams of a record: which positions are printed, and what each diagram shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from viewer.base.messages import in_context
from viewer.games.capabilities import Connecting, Placing, board_geometry, counts_of, links_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.publish.choices import FIGURE_NUMBERS, LAST_NUMBER, OutlineStyle
from viewer.publish.figures import figure
from viewer.publish.outline import Diagram, Position
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


class Positions:
    """The positions of a record's nodes as diagrams show them; inherited annotations are cached."""

    def __init__(self, states: States) -> None:
        self._states = states
        self._dims = Inherited(dims_after, NO_DIMS)
        self._parts = Inherited(part_after, ALL_PLACES)

    def at(self, node: Node, *, marks: bool = True) -> Position:
        """The position of a node, with or without its marks."""
        game, state = self._states.game, self._states.at(node)
        own = tuple(mark for mark in node.marks if mark.kind != DIM)
        return Position(
            board_geometry(game, state),
            self._parts.at(node),
            tuple(game.pieces(state)),
            counts_of(game, state),
            tuple(links_of(game, state)),
            game.winning_chain(state) if isinstance(game, Connecting) else (),
            (*self._dims.at(node), *own) if marks else (),
            last_squares(game, state),
        )


class Diagrams:
    """Makes the diagrams of a record in the order of printing, each position once."""

    def __init__(self, states: States, style: OutlineStyle, words: Words, number: int = 0) -> None:
        """`number` is the number of the diagram before the first one."""
        self.number = number
        self._states = states
        self._game: Game[Any] = states.game
        self._style = style
        self._words = words
        root = states.record.root
        self._numbering = states.game.numbering(states.at(root))
        self._shown: set[int] = set()  # ids of nodes whose positions have been printed
        self._since: Node = root  # the last node of the main line with a diagram
        self._positions = Positions(states)
        self._figures = False  # whether the main line has a figure with move numbers

    # ------------------------------------------------------------------------------- which

    def after(self, node: Node, level: int, named: Named) -> Iterator[Diagram]:
        """The diagram that belongs right after a node's move, if any."""
        style = self._style
        if (
            (style.marked and has_diagram(node))
            or (style.bookmarked and BOOKMARK in node.notes)
            or (level == 0 and self._due(node))
        ):
            yield from self._made(node, level, named)

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
        numbered = isinstance(self._game, Placing) and self._style.numbers == FIGURE_NUMBERS
        if not node.children and node.parent is not None and (self._style.end or numbered):
            return True
        if numbered and isinstance(node.action, Move | Written):
            since = self._states.at(self._since).ply if self._figures else 0
            if self._states.at(node).ply - since >= _MOST_NUMBERS:
                return True
        every = self._style.every
        if not every or not isinstance(node.action, Move | Written):
            return False
        number, column = self._numbering.at(self._states.at(node).ply)
        return number % every == 0 and (self._numbering.by_ply or column == 1)

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
            _title(node),
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
        yield self._diagram(node, level, named(placed))
        if level == 0:
            self._since = node

    def _diagram(self, node: Node, level: int, move: str) -> Diagram:
        states, style = self._states, self._style
        state = states.at(node)
        shown = self._positions.at(node, marks=style.marks)
        first = last = 0
        notes: tuple[tuple[int, str], ...] = ()
        if isinstance(self._game, Placing) and style.numbers == FIGURE_NUMBERS:
            since = self._since if level == 0 else _branching(node)
            made = figure(states, since, node, self._numbering)
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
            _title(node),
            move,
            state.side,
            "" if self._over(node) else self._to_move(state),
            self._game.position_text(state),
            first,
            last,
            notes,
        )

    def _over(self, node: Node) -> bool:
        """Whether nobody can move any more at the end of a line."""
        return not node.children and not self._game.legal_moves(self._states.at(node))

    def _to_move(self, state: State) -> str:
        return self._words(
            in_context("below a diagram", "{side} to move", side=self._states.side_name(state.side))
        )


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


def _title(node: Node) -> str:
    name = node.note(BOOKMARK)
    if isinstance(name, str) and name.strip():
        return printed_line(name)
    for child in node.children[:1]:
        found = child.note(FIGURE)
        if isinstance(found, tuple) and found and isinstance(found[-1], str):
            return printed_line(found[-1])
    return ""
