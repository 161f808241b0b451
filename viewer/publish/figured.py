"""Games told in figures: a figure heads its text, which speaks of the numbers and letters in it.

The main line is cut into stretches, each of them a figure with the comments on its moves below. Each
variation is a diagram of its own after the text of the move that it replaces, numbered from 1 and cropped to
what is played; one of a single move is a letter in the figure. Marks stand in the figure of their node, or
in a diagram of their own where the figure says something else with them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.capabilities import Placing
from viewer.games.game import Game
from viewer.games.geometry import Geometry
from viewer.games.printing import printing_of
from viewer.games.states import States
from viewer.publish.choices import BOOK, FIGURE_NUMBERS, OutlineStyle
from viewer.publish.diagrams import Positions, title_of
from viewer.publish.extents import FigureEnds, part_around, part_of_record
from viewer.publish.figures import Figure, FigureMarks, figure, letters
from viewer.publish.outline import Comment, Diagram, Item, Moves, PrintedMove, Title
from viewer.publish.paragraphs import apart
from viewer.publish.wording import Words
from viewer.tree.action import Move, Remark, Takeback, Terminal, Written, is_ply
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.diagram import FLIPPED
from viewer.tree.inherited import DIM
from viewer.tree.node import Node


class Said(NamedTuple):
    """What is said of a node.

    Attributes:
        before: the comment ahead of its move.
        signs: of the move and the position.
        asides: its title and the like.
        comment: the comment on it.
        heads: whether its title is that of a chapter.
    """

    before: str = ""
    signs: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    comment: str = ""
    heads: bool = False


class Branch(NamedTuple):
    """A variation: its first move, the level of its line, what its diagram is called."""

    head: Node
    level: int
    name: str = ""


class _Draft(NamedTuple):
    """A comment that refers to diagrams by the nodes they are of: of marks, of variations instead."""

    comment: Comment
    marked: bool
    instead: tuple[int, ...]


_Step = Item | Branch | _Draft


def in_figures(game: Game[Any], style: OutlineStyle) -> bool:
    """Whether records of a game are told in figures in a style."""
    return isinstance(game, Placing) and style.numbers == FIGURE_NUMBERS and style.moves == BOOK


class FiguredLines:
    """Prints one record in figures.

    Attributes:
        left_out: the number of variations that weren't printed.
    """

    def __init__(
        self,
        states: States,
        style: OutlineStyle,
        words: Words,
        said: Callable[[Node], Said],
        printed_move: Callable[[Node], PrintedMove],
        part: tuple[str, ...] = (),
    ) -> None:
        """`part`: the squares of all diagrams, () for what each of them needs."""
        self._states, self._style, self._words = states, style, words
        self._game: Any = states.game
        self._root = states.record.root
        self._said, self._printed_move = said, printed_move
        self._part = part
        self._shown: tuple[str, ...] = ()  # the squares of figures
        self._numbering = states.game.numbering(states.at(self._root))
        self._positions = Positions(states)
        self._ends = FigureEnds(self._game, style, lambda node: said(node).heads, self._number)
        self._figures = self._diagrams = 0  # how many there are so far
        self._names: dict[tuple[int, bool], str] = {}  # of diagrams, of marks or of variations
        self._called: Callable[[Node], str] = lambda head: self._next_name()
        self.left_out = 0

    def items(self) -> Iterator[Item]:
        """The items of the record."""
        return self._resolved(self._main())

    def solution(
        self, line: Sequence[Node], name: str, named: Callable[[Node], str]
    ) -> Iterator[Item]:
        """The items of the solution of a problem, numbered from 1: a diagram called `name`, and others.

        `named` makes the name of a variation of its first move.
        """
        self._called = named
        self._names[line[0].id, False] = name
        since = line[0].parent or self._root
        return self._resolved(self._passage(since, line, 0, name, self._number(since)))

    def _next_name(self) -> str:
        self._diagrams += 1
        return self._words(in_context("below a diagram", "Dia. {number}", number=self._diagrams))

    def _resolved(self, first: Iterator[_Step]) -> Iterator[Item]:
        """The items of a line and of its variations, each where it branches off. Iterative."""
        found: list[Item | _Draft] = []
        stack = [first]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
            elif isinstance(step, Branch):
                stack.append(self._variation(step))
            else:
                found.append(step)
        for one in found:
            yield self._referring(one) if isinstance(one, _Draft) else one

    def _referring(self, draft: _Draft) -> Comment:
        """A comment with the names of the diagrams that belong to it."""
        comment, words = draft.comment, self._words
        parts = [comment.text]
        if draft.marked:
            name = self._names[comment.node, True]
            parts.append(words(in_context("behind a comment", "({diagram})", diagram=name)))
        if draft.instead:
            names = ", ".join(self._names[id, False] for id in draft.instead)
            parts.append(
                words(
                    in_context(
                        "behind a comment on a move", "(instead: {diagrams})", diagrams=names
                    )
                )
            )
        return comment._replace(text=" ".join(part for part in parts if part))

    # -------------------------------------------------------------------------------- lines

    def _main(self) -> Iterator[_Step]:
        root = self._root
        self._shown = part_of_record(self._states, self._geometry(root))
        stretches = self._ends.stretches(list(root.main_line())[1:])
        if not stretches:
            if comment := self._said(root).comment:
                yield Comment(0, root.id, comment)
            if self._standing(root) or root.marks:
                yield self._alone(root, 0, self._figure_name(None))
            return
        since = root
        for way in stretches:
            yield from self._passage(since, way, 0)
            since = way[-1]

    def _variation(self, branch: Branch) -> Iterator[_Step]:
        head = branch.head
        assert head.parent is not None
        since, way = head.parent, list(head.main_line())
        yield from self._passage(since, way, branch.level, branch.name, self._number(since))

    # ------------------------------------------------------------------------------ passages

    def _passage(
        self, since: Node, way: Sequence[Node], level: int, name: str = "", before: int = 0
    ) -> Iterator[_Step]:
        """A figure of successive nodes, what is said of them, and the variations on them.

        It is a diagram of that name if there is one; numbers are less by `before` than those of the game.
        """
        begins = since is self._root and not name
        told = [since, *way] if begins else way
        deep, level = (
            level,
            min(level, 1),
        )  # each variation has its diagram: none stands in brackets
        own = {node.id: self._marks(node) for node in told}
        kept = {mark.text for marks in own.values() for mark in marks if mark.kind == "label"}
        shown = figure(self._states, since, way, self._numbering, before, kept, self._move_text)
        placed = FigureMarks(self._game, self._states, shown)
        apart = {node.id for node in told if own[node.id] and not placed.take(node, own[node.id])}
        branches = {
            node.id: self._branches(node, deep) for node in way if node is not way[0] or not level
        }
        singles = self._singles(
            branches, placed, [mark for marks in own.values() for mark in marks], kept
        )
        if begins:
            yield from self._beginning(apart)
        opened = Said() if name else self._said(way[0])
        if opened.heads and opened.asides:
            yield Title(1, way[0].id, " ".join(opened.asides))
        yield self._drawn(way[-1], level, name, shown, placed)
        first = f"{name}." if name else ""
        joined = False  # whether the next comment goes on in the paragraph of the one before
        for node in way:
            said = self._said(node)
            others = [one for one in branches.get(node.id, ()) if one.id not in singles]
            if said.before:
                yield Comment(level, node.id, said.before, ahead=True, lead=first)
                first = ""
            asides = () if said.heads else said.asides
            noted = self._style.comments and (said.signs or asides)
            if said.comment or noted or node.id in apart or others:
                lead = f"{first} {self._lead(node, before, said, asides)}".strip()
                comment = Comment(level, node.id, said.comment, lead=lead, joined=joined)
                first, joined = "", level > 0
                yield _Draft(comment, node.id in apart, tuple(one.id for one in others))
            if isinstance(node.action, Terminal | Remark | Takeback):
                yield Moves(level, False, (self._printed_move(node),))
                joined = False
            if node.id in apart:
                yield self._aside(node, level)
                joined = False
            for one in branches.get(node.id, ()):
                if one.id in singles:
                    yield self._single(one, singles[one.id], level)._replace(joined=joined)
                    joined = level > 0
                    continue
                self._names[one.id, False] = called = self._called(one)
                yield Branch(one, deep + 1, called)
                joined = False

    def _beginning(self, apart: Container[int]) -> Iterator[_Step]:
        """What is said of the start, with its diagram if its marks can't stand in the figure."""
        root = self._root
        said, marked = self._said(root), root.id in apart
        if said.comment or marked:
            yield _Draft(Comment(0, root.id, said.comment), marked, ())
        if marked:
            yield self._aside(root, 0)

    def _aside(self, node: Node, level: int) -> Diagram:
        """The diagram of marks that can't stand in the figure of their node."""
        self._names[node.id, True] = name = self._next_name()
        return self._alone(node, level, name)

    def _branches(self, node: Node, level: int) -> list[Node]:
        """The variations on a node; those that are too deep are counted."""
        if node.parent is None:
            return []
        found = [one for one in node.parent.children if one is not node]
        if level < self._style.levels:
            return found
        for head in found:
            self.left_out += sum(max(1, len(one.children)) - 1 for one in head.walk()) + 1
        return []

    def _singles(
        self,
        branches: Mapping[int, Sequence[Node]],
        placed: FigureMarks,
        marks: Iterable[Mark],
        kept: set[str],
    ) -> dict[int, str]:
        """Letters for variations of one move, by the nodes of these; they are put into the figure."""
        marked = {square for mark in marks for square in mark.squares}
        used = kept | {mark.text for mark in placed.shown.labels}
        free = (one for one in letters() if one not in used and one.upper() not in used)
        found: dict[int, str] = {}
        for one in (one for some in branches.values() for one in some):
            if one.children or self._marks(one) or not isinstance(one.action, Move):
                continue
            square = "".join(self._game.touches(one.action)[-1:])
            if square and square not in marked and placed.is_free(square) and len(found) < 26:
                letter = placed.letter_at(square) or next(free)
                placed.put(Mark("label", (square,), text=letter))
                found[one.id] = letter
        return found

    def _single(self, node: Node, letter: str, level: int) -> Comment:
        """A variation of one move, which has a letter in the figure."""
        said = self._said(node)
        texts = (said.before, said.comment)
        lead = self._named(node, letter, said, said.asides)
        return Comment(level, node.id, " ".join(text for text in texts if text), lead=lead)

    # ------------------------------------------------------------------------------ diagrams

    def _drawn(
        self, node: Node, level: int, name: str, shown: Figure, placed: FigureMarks
    ) -> Diagram:
        position = self._positions.at(node, marks=self._style.marks)
        dims = tuple(mark for mark in position.marks if mark.kind == DIM)
        marks = (*dims, *placed.marks, *shown.labels)
        position = position._replace(marks=marks, last=())
        if shown.numbers or shown.notes:
            position = position._replace(pieces=shown.pieces, numbers=shown.numbers)
        if name:
            squares = [
                *shown.numbers,
                *(square for mark in placed.marks for square in mark.squares),
            ]
            position = position._replace(
                part=self._part or position.part or self._around(node, squares)
            )
        elif not position.part:
            position = position._replace(part=self._shown)
        return self._diagram(node, level, name or self._figure_name(shown), position)._replace(
            first=shown.first, last=shown.last, notes=shown.notes
        )

    def _alone(self, node: Node, level: int, name: str) -> Diagram:
        """The position of a node with its marks, in a diagram of its own."""
        position = self._positions.at(node, marks=self._style.marks)
        squares = [square for mark in position.marks for square in mark.squares]
        numbers: dict[str, int] = {}
        if position.last and is_ply(node.action):
            numbers = {position.last[-1]: self._number(node)}
        part = self._shown
        if node.parent is not None:
            part = self._part or self._around(node, [*squares, *numbers])
        position = position._replace(part=position.part or part)
        position = position._replace(numbers=numbers, last=())
        return self._diagram(node, max(level, 1) if node.parent else level, name, position)

    def _geometry(self, node: Node) -> Geometry:
        return self._positions.at(node, marks=False).geometry

    def _around(self, node: Node, squares: Sequence[str]) -> tuple[str, ...]:
        """The part of the board with some squares, within that which figures show."""
        return part_around(self._geometry(node), squares) or self._shown

    def _diagram(self, node: Node, level: int, name: str, position: Any) -> Diagram:
        state = self._states.at(node)
        return Diagram(
            level,
            node.id,
            self._figures + self._diagrams,
            position,
            FLIPPED in node.glyphs,
            title_of(node),
            side=state.side,
            text=self._game.position_text(state),
            name=name,
        )

    def _figure_name(self, shown: Figure | None) -> str:
        self._figures += 1
        number = self._figures
        if shown is None or not shown.first:
            return self._words(message("Figure {number}", number=number))
        first, last = shown.first, shown.last
        if last == first:
            return self._words(message("Figure {number} ({first})", number=number, first=first))
        return self._words(
            message("Figure {number} ({first}–{last})", number=number, first=first, last=last)
        )

    # -------------------------------------------------------------------------------- words

    def _number(self, node: Node) -> int:
        return self._numbering.at(self._states.at(node).ply)[0] if node.parent else 0

    def _move_text(self, node: Node) -> str:
        plain = self._game.notation(self._states.at(node), self._game.notations[0].id)
        word = printing_of(self._game).words.get(plain)
        return self._printed_move(node).text if word is None else self._words(word)

    def _lead(self, node: Node, before: int, said: Said, asides: Sequence[str]) -> str:
        """What stands ahead of a comment: the side and the number of the move."""
        if not isinstance(node.action, Move | Written):
            return " ".join((*asides, *said.signs))
        return self._named(node, self._number(node) - before, said, asides)

    def _named(self, node: Node, number: int | str, said: Said, asides: Sequence[str]) -> str:
        previous = self._states.at(node).previous
        assert previous is not None
        side = self._mover(previous.side)
        name = in_context("a move in a figure", "{side} {number}", side=side, number=number)
        parts = ["".join((self._words(name), *map(apart, said.signs))), *asides]
        if not said.signs or asides:
            return self._words(in_context("ahead of a comment", "{move}.", move=": ".join(parts)))
        return parts[0]

    def _mover(self, side: int) -> Message:
        return self._states.side_name(side)

    def _marks(self, node: Node) -> list[Mark]:
        if not self._style.marks or MARKS not in node.notes:
            return []
        return [mark for mark in node.marks if mark.kind != DIM]

    def _standing(self, node: Node) -> bool:
        return any(True for _ in self._game.pieces(self._states.at(node)))
