"""Games told in figures: a figure heads its text, which speaks of the numbers and letters in it.

The main line is cut into stretches, each of them a figure with the comments on its moves below. Each
variation is a diagram of its own after the text of the move that it replaces, numbered from 1 and cropped to
what is played; one of a single move is a letter in the figure. Marks stand in the figure of their node, or
in a diagram of their own where the figure says something else with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.document.position import around
from viewer.games.capabilities import Placing
from viewer.games.game import Game
from viewer.games.states import States
from viewer.publish.choices import (
    BOOK,
    COMMENTED,
    FIGURE_NUMBERS,
    HUNDREDS,
    WHOLE,
    OutlineStyle,
)
from viewer.publish.diagrams import Positions, title_of
from viewer.publish.figures import Figure, figure, letters
from viewer.publish.outline import Comment, Diagram, Item, Moves, PrintedMove, Title
from viewer.publish.paragraphs import apart
from viewer.publish.wording import Words
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written, is_ply
from viewer.tree.annotation import BOOKMARK, MARKS, SIGNS, Mark
from viewer.tree.diagram import FLIPPED, has_diagram
from viewer.tree.inherited import DIM
from viewer.tree.node import Node

_MOST, _HUNDRED = 50, 100  # moves in a figure of a game with comments, and of one without
_LEAST = 16  # moves in a figure that ends where its text is long, or ahead of moves that hide its letters
_LONG = 1200  # letters of such a text
_NARROWEST = 7  # lines of a diagram
_CUT = 3  # lines that are left out of a diagram at least: else the whole board is shown


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
        self._numbering = states.game.numbering(states.at(self._root))
        self._positions = Positions(states)
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
        said = self._said(root)
        if said.comment:
            yield Comment(0, root.id, said.comment)
        line = list(root.main_line())[1:]
        stretches = self._stretches(line)
        if not stretches:
            if self._standing(root) or root.marks:
                yield self._alone(root, 0, self._figure_name(None))
            return
        since = root
        for way in stretches:
            if self._said(way[0]).heads and (title := " ".join(self._said(way[0]).asides)):
                yield Title(1, way[0].id, title)
            yield from self._passage(since, way, 0)
            since = way[-1]

    def _variation(self, branch: Branch) -> Iterator[_Step]:
        head = branch.head
        assert head.parent is not None
        since, way = head.parent, list(head.main_line())
        yield from self._passage(since, way, branch.level, branch.name, self._number(since))

    def _stretches(self, line: Sequence[Node]) -> list[list[Node]]:
        """The main line, cut where figures end."""
        told = any(node.comment or len(node.children) > 1 for node in line)
        most = _MOST if told else _HUNDRED
        played = self._played(line)
        found: list[list[Node]] = [[]]
        moves = long = 0
        for at, node in enumerate(line):
            if found[-1] and (isinstance(node.action, Setup) or self._said(node).heads):
                found.append([])
                moves = long = 0
            found[-1].append(node)
            if not is_ply(node.action):
                continue
            moves += 1
            long += len(node.comment)
            full = moves >= _LEAST and (long >= _LONG or self._covered(node, played[at + 1 :]))
            if self._ends(node, full or moves >= most):
                found.append([])
                moves = long = 0
        return [way for way in found if way]

    def _played(self, line: Sequence[Node]) -> list[str]:
        """The square of each move of a line with labels on it; else none, since nobody asks."""
        if not any(mark.kind == "label" for node in line for mark in node.marks):
            return []
        return ["".join(self._game.touches(node.action)[-1:]) for node in line]

    @staticmethod
    def _covered(node: Node, played: Sequence[str]) -> bool:
        """Whether moves that would stand in the same figure hide a label of a node."""
        labels = [mark.squares[0] for mark in node.marks if mark.kind == "label"]
        return any(square in played[:_MOST] for square in labels)

    def _ends(self, node: Node, full: bool) -> bool:
        """Whether a figure ends with a move; `full`: it has as much as is good."""
        style = self._style
        if style.every:
            return self._number(node) % style.every == 0
        if style.figures == HUNDREDS:
            return self._number(node) % _HUNDRED == 0
        if style.figures == COMMENTED:
            return bool(node.comment)
        return style.figures != WHOLE and (self._asked(node) or (style.figures == BOOK and full))

    def _asked(self, node: Node) -> bool:
        style = self._style
        return (style.marked and has_diagram(node)) or (style.bookmarked and BOOKMARK in node.notes)

    # ------------------------------------------------------------------------------ passages

    def _passage(
        self, since: Node, way: Sequence[Node], level: int, name: str = "", before: int = 0
    ) -> Iterator[_Step]:
        """A figure of successive nodes, what is said of them, and the variations on them.

        It is a diagram of that name if there is one; numbers are less by `before` than those of the game.
        """
        told = [since, *way] if since is self._root and not name else way
        deep, level = (
            level,
            min(level, 1),
        )  # each variation has its diagram: none stands in brackets
        own = {node.id: self._marks(node) for node in told}
        kept = {mark.text for marks in own.values() for mark in marks if mark.kind == "label"}
        shown = figure(self._states, since, way, self._numbering, before, kept, self._move_text)
        placed = _Placed(self._game, self._states, shown)
        apart = {node.id for node in told if own[node.id] and not placed.take(node, own[node.id])}
        branches = {
            node.id: self._branches(node, deep) for node in way if node is not way[0] or not level
        }
        singles = self._singles(
            branches, placed, [mark for marks in own.values() for mark in marks], kept
        )
        yield self._drawn(way[-1], level, name, shown, placed)
        first = f"{name}." if name else ""
        for node in told:
            said = self._said(node) if node is not self._root else Said()
            others = [one for one in branches.get(node.id, ()) if one.id not in singles]
            if said.before:
                yield Comment(level, node.id, said.before, ahead=True, lead=first)
                first = ""
            asides = () if said.heads else said.asides
            noted = self._style.comments and (said.signs or asides)
            if said.comment or noted or node.id in apart or others:
                lead = self._lead(node, before, said, asides)
                comment = Comment(level, node.id, said.comment, lead=f"{first} {lead}".strip())
                first = ""
                yield _Draft(comment, node.id in apart, tuple(one.id for one in others))
            if isinstance(node.action, Terminal | Remark | Takeback):
                yield Moves(level, False, (self._printed_move(node),))
            if node.id in apart:
                self._names[node.id, True] = aside = self._next_name()
                yield self._alone(node, level, aside)
            for one in branches.get(node.id, ()):
                if one.id in singles:
                    yield self._single(one, singles[one.id], level)
                    continue
                self._names[one.id, False] = called = self._called(one)
                yield Branch(one, deep + 1, called)

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
        placed: _Placed,
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

    def _drawn(self, node: Node, level: int, name: str, shown: Figure, placed: _Placed) -> Diagram:
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
        if node.parent is not None:
            part = self._part or position.part or self._around(node, [*squares, *numbers])
            position = position._replace(part=part)
        position = position._replace(numbers=numbers, last=())
        return self._diagram(node, max(level, 1) if node.parent else level, name, position)

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

    def _around(self, node: Node, squares: Sequence[str]) -> tuple[str, ...]:
        """The part of the board with some squares; () where little would be left out."""
        geometry = self._positions.at(node, marks=False).geometry
        corners = around(geometry, squares)
        if not corners:
            return ()
        grid = geometry.grid
        places = [_place(grid, one) for one in corners]
        spans = []
        for along, last in ((0, len(grid) - 1), (1, len(grid[0]) - 1)):
            low, high = places[0][along], places[1][along]
            more = max(0, _NARROWEST - (high - low + 1))
            low = max(0, low - more // 2)
            high = min(last, max(high, low + _NARROWEST - 1))
            spans.append((max(0, min(low, high - _NARROWEST + 1)), high, last))
        (top, bottom, rows), (left, right, columns) = spans
        if max(rows - (bottom - top), columns - (right - left)) < _CUT:
            return ()
        return (grid[top][left], grid[bottom][right])

    # -------------------------------------------------------------------------------- words

    def _number(self, node: Node) -> int:
        return self._numbering.at(self._states.at(node).ply)[0] if node.parent else 0

    def _move_text(self, node: Node) -> str:
        return self._printed_move(node).text

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


def _place(grid: Sequence[Sequence[str]], square: str) -> tuple[int, int]:
    """The row and the column of a square."""
    row = next(index for index, line in enumerate(grid) if square in line)
    return row, grid[row].index(square)


class _Placed:
    """The marks in a figure.

    Attributes:
        shown: the figure.
        marks: those that are in it.
    """

    def __init__(self, game: Any, states: States, shown: Figure) -> None:
        self.shown = shown
        self.marks: list[Mark] = []
        self._game, self._states = game, states
        self._pieces = dict(shown.pieces)
        self._at: dict[str, Mark] = {}
        self._labels: dict[str, str] = {mark.text: mark.squares[0] for mark in shown.labels}
        self._lettered = set(self._labels.values())
        self._kinds: dict[str, frozenset[tuple[str, ...]]] = {}  # where signs of each kind are

    def take(self, node: Node, marks: Sequence[Mark]) -> bool:
        """Put the marks of a node into the figure; False if it says something else at one of them."""
        state = self._states.at(node)
        wanted = []
        for mark in marks:
            if self._is_told(mark, state):
                continue
            if not self._fits(mark, state):
                return False
            wanted.append(mark)
        for kind in {mark.kind for mark in wanted if mark.kind != "label"}:
            where = frozenset(mark.squares for mark in wanted if mark.kind == kind)
            if self._kinds.get(kind, where) != where:
                return False  # "the marked stone" would be two
        for mark in wanted:
            self.put(mark)
            if mark.kind != "label":
                self._kinds[mark.kind] = frozenset(
                    one.squares for one in wanted if one.kind == mark.kind
                )
        return True

    def put(self, mark: Mark) -> None:
        """Put a mark into the figure."""
        if len(mark.squares) == 1:
            if self._at.get(mark.squares[0]) == mark:
                return
            self._at[mark.squares[0]] = mark
        if mark.kind == "label":
            self._labels[mark.text] = mark.squares[0]
        if mark not in self.marks:
            self.marks.append(mark)

    def is_free(self, square: str) -> bool:
        """Whether the figure shows nothing at a square, or a letter."""
        return square not in self._pieces and (
            square not in self._at or bool(self.letter_at(square))
        )

    def letter_at(self, square: str) -> str:
        """The label at a square, "" for none."""
        mark = self._at.get(square)
        return mark.text if mark is not None and mark.kind == "label" else ""

    def _is_told(self, mark: Mark, state: Any) -> bool:
        """Whether a sign only says which move was the last one: its number does."""
        square = mark.squares[-1] if mark.squares else ""
        last = self._game.touched(state)[-1:] if is_ply(state.action) else ()
        return mark.kind in SIGNS and (square,) == last and square in self.shown.numbers

    def _fits(self, mark: Mark, state: Any) -> bool:
        for square in mark.squares:
            if square in self.shown.numbers or square in self._lettered:
                return False
            if self._pieces.get(square, "") != self._game.stone_at(state, square):
                return False
        if len(mark.squares) != 1:
            return True
        square = mark.squares[0]
        if self._at.get(square, mark) != mark:
            return False
        if mark.kind != "label":
            return True
        if mark.text.isdecimal() and self.shown.first <= int(mark.text) <= self.shown.last:
            return False
        return self._labels.get(mark.text, square) == square
