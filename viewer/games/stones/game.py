"""The base of games in which stones are placed on the points of a board: go, Hex, Twixt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.games.beginning import POSITION, START, position_field
from viewer.games.capabilities import Charted, Editable, Passing, Placing, Sized
from viewer.games.charts import Chart
from viewer.games.game import SET_UP, Numbering, State
from viewer.games.geometry import BoardWords
from viewer.games.stones.coordinates import size_text
from viewer.games.stones.grid import (
    EMPTY,
    FIRST_STONE,
    RIM,
    SECOND_STONE,
    Arrangements,
    StoneGrid,
    ThriftyBoard,
    chart_of,
    placement_of,
    without_rim,
)
from viewer.games.stones.placement import Placement, SetupSyntax
from viewer.tree.action import Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

SIZE, _OTHER = "size", "other"
_HINT = "13x9"


def board_fields(game: StoneGame[Any]) -> list[Field]:
    """Its usual sizes, another size, a position."""
    syntax = game.syntax
    sizes = {start.id: start.name for start in game.starts if start.id.isdecimal()}
    boards = {
        **sizes,
        _OTHER: message("Another size"),
        POSITION: message("Another position"),
    }

    def fault(text: str) -> Message | None:
        if not text.strip():
            return syntax.no_size
        if syntax.read_size(text.strip()) is not None:
            return None
        least, most = syntax.smallest, syntax.largest
        return syntax.bad_size.given(text=text.strip()[:20], smallest=least, largest=most)

    def other(values: Values) -> bool:
        return values[START] == _OTHER

    usual = game.starts[0].id
    return [
        Field(START, message("Board"), CHOICE, usual, boards),
        Field(
            SIZE,
            message("Lines across and down"),
            default=usual,
            hint=message("{text}", text=_HINT),
            check=fault,
            condition=other,
        ),
        position_field(game),
    ]


def size_in(game: StoneGame[Any], values: Values) -> tuple[int, int] | None:
    """Width and height by the values of `board_fields`; None for a position or a wrong size."""
    start = str(values.get(START, ""))
    text = str(values.get(SIZE, "")) if start == _OTHER else start
    return game.syntax.read_size(text.strip())


def board_setup(game: StoneGame[Any], values: Values) -> Setup:
    """The start by the values of `board_fields`. Raises ValueError with a Message."""
    start = str(values[START])
    if start == POSITION:
        return game.parse_setup(str(values[POSITION]).strip())
    return game.parse_setup(str(values[SIZE]).strip() if start == _OTHER else start)


# ----------- The base of games in which stones are placed on the points of a board: go, Hex, Twixt


class StonePosition(State):
    """A position of stones.

    Attributes:
        grid: the grid of the board's size.
        turn_known: whether the side to move is known from a move or a set-up.
    """

    __slots__ = ("_large", "grid", "turn_known")

    grid: StoneGrid
    turn_known: bool
    _large: dict[str, ThriftyBoard]

    @property
    @abstractmethod
    def board(self) -> bytes:
        """The stones, one byte for each point of the grid."""

    def keep_large(self, **boards: bytes) -> None:
        """Keep the bytes of large boards, by attribute, as differences from those of the state before."""
        before = getattr(self.previous, "_large", {})
        self._large = {name: ThriftyBoard(raw, before.get(name)) for name, raw in boards.items()}

    def __getattr__(self, name: str) -> bytes:
        """The bytes of a large board. Raises AttributeError for any other name."""
        if name == "_large" or name not in self._large:
            raise AttributeError(name)
        return self._large[name].raw()


S = TypeVar("S", bound=StonePosition)

STONES = BoardWords(
    pieces=in_context("on a board", "stones"),
    any_piece=message("Any stone"),
    piece_of=message("A stone of {side}"),
)
"""The words of games with stones, which call squares in several ways."""
_NODES = 4  # number of nodes searched for the first move


class StoneGame(Charted[S], Sized[S], Passing[S], Placing[S], Editable[S]):
    """A game of stones on points. Stones never move, but games may remove them.

    Attributes:
        syntax: how set-ups are written.
        pass_point: the number for a pass in place of a point, for `StoneGrid.move`.
        alike: the arrangements that are considered the same position, on a square board.
        unusual_size: the label of an empty board of an unusual size, with `{width}` and `{height}`.
    """

    syntax: SetupSyntax
    pass_point: int
    alike: Arrangements
    unusual_size: Message
    mark_sign = "triangle"
    turned_alike = True
    mark_kinds: tuple[str, ...] = tuple(
        ["triangle", "square", "circle", "cross", "label", "line", "arrow"]
    )

    # ------------------------------------------------------------------------------ positions

    @abstractmethod
    def position(self, setup: Setup | None, headers: Sequence[Header] = ()) -> S:
        """The position at a root, under the rules given by headers.

        Unreadable parts of the set-up and squares beyond the edge are ignored; without a size, the board
        has the usual one.
        """

    @abstractmethod
    def expected_side(self, placement: Placement) -> int:
        """The side to move in a whole position whose text doesn't give it."""

    def side_after(self, placement: Placement) -> int:
        """The side to move in a whole position: the one given, else the expected one."""
        if placement.to_play:
            return self.syntax.players.index(placement.to_play)
        return self.expected_side(placement)

    def misplaced(self, placement: Placement, width: int, height: int) -> Message | None:
        """A message about the first square of a set-up that is off the board, None if there is none."""
        place = self.syntax.beyond(placement, width, height)
        words = message("“{place}” is beyond the edge of the board.", place=place)
        return words if place else None

    def placement(self, state: S) -> Placement:
        """A position as a set-up, without the side to move."""
        return placement_of(state.grid, state.board)

    def start(self, setup: Setup | None) -> S:
        """The position at a root; unreadable parts of the set-up are ignored."""
        return self.position(setup)

    def start_of(self, record: Record) -> S:
        """The start of a record, under the rules given by its headers.

        If the set-up doesn't give the side to move, it is the side that plays first in the record.
        """
        start = self.position(record.setup, record.headers)
        if not start.turn_known:
            side = _first_side(record.root, self.syntax)
            start.side = start.side if side is None else side
        return start

    def parse_setup(self, text: str) -> Setup:
        """Read a size (`13`, `9x13`) or a neutral text as a Setup. Raises ValueError with a Message."""
        if not text.split():
            raise ValueError(self.syntax.no_size)
        complaint = self.syntax.complaint(text)
        if complaint is not None:
            raise ValueError(complaint)
        placement = self.syntax.read(text)
        complaint = self.misplaced(placement, *self.syntax.size_of(placement))
        if complaint is not None:
            raise ValueError(complaint)
        return Setup(self.setup_text(self.position(Setup(text))))

    def setup_text(self, state: S) -> str:
        """Size, stones, and the side to move if it isn't the expected one."""
        return self._text(self.placement(state), state.side)

    def _text(self, placement: Placement, side: int) -> str:
        if self.side_after(placement) != side:
            placement = placement._replace(to_play=self.syntax.players[side])
        return self.syntax.write(placement)

    def position_text(self, state: S) -> str:
        """Size and stones."""
        return self.syntax.write(self.placement(state))

    def size_text(self, state: S) -> str:
        """The size of the board: `11`, or `11x9`, columns first."""
        return size_text(state.grid.width, state.grid.height)

    def chart(self, state: S) -> Chart:
        """The points, row by row from the top left."""
        return chart_of(state.grid, self.stones, self.alike)

    def cells(self, state: S) -> bytes:
        """The stones."""
        return without_rim(state.grid, state.board)

    def start_label(self, start: S) -> Message | None:
        """The label of a start with an unusual size or stones, None for the usual empty board."""
        grid, usual = start.grid, self.syntax.usual
        if start.board != grid.empty:
            return SET_UP
        if (grid.width, grid.height) == (usual, usual):
            return None
        return self.unusual_size.given(width=grid.width, height=grid.height)

    def numbering(self, start: S) -> Numbering:
        """Every ply has its own number, from 1."""
        return Numbering(1, start.side, by_ply=True)

    # ---------------------------------------------------------------------------------- moves

    @abstractmethod
    def move_violation(self, before: S, after: S, parsed: Any) -> Message | None:
        """The rule that a move breaks; `parsed` is the value for its text in the grid's `parsed_moves`."""

    def setup_violation(self, grid: StoneGrid, text: str) -> Message | None:
        """A message about the first square off the board, else the first unreadable word of a set-up."""
        wrong = self.misplaced(self.syntax.read(text), grid.width, grid.height)
        return wrong or self.syntax.complaint(text)

    def find_violation(self, state: S) -> Message | None:
        """The rule that the last action breaks, None if it breaks none."""
        before, action = state.previous, state.action
        if before is None or action is None:
            return None
        if isinstance(action, Move):
            parsed = before.grid.parsed_moves[action.text]
            if parsed is not None:
                return self.move_violation(before, state, parsed)
        elif isinstance(action, Setup):
            return self.setup_violation(state.grid, action.text)
        elif not isinstance(action, Written):
            return None
        elif (meant := self.move_meant(before, action.text)) is not None:
            problem = self.find_violation(self.step(before, meant))
            if problem is not None:
                return problem
        return message("No move could be read from “{text}”.", text=action.text)

    @abstractmethod
    def move_meant(self, state: S, text: str) -> Move | None:
        """The move that a text means, even against the rules; without a colour it is the side to move's."""

    def read_moves(self, state: S, text: str, style: str = "") -> list[Move]:
        """The move that a text means, if it breaks no rule."""
        move = self.move_meant(state, text)
        return [] if move is None else self.without_violation(state, move)

    def without_violation(self, state: S, move: Move) -> list[Move]:
        """[move] if it breaks no rule, else []."""
        return [] if self.find_violation(self.step(state, move)) is not None else [move]

    def pass_move(self, state: S) -> Move:
        """The pass of the side to move."""
        return state.grid.move(state.side + 1, self.pass_point)

    def stone(self, state: S, side: int, square: str) -> Move | None:
        """The move of a side to a square, even if it is occupied; None if there is no such square."""
        point = state.grid.point_of.get(square)
        return None if point is None else state.grid.move(side + 1, point)

    # ------------------------------------------------------------------------------- the board

    def pieces(self, state: S) -> Iterable[tuple[str, str]]:
        """(square, kind) of each stone, row by row."""
        squares, kinds = state.grid.squares, ("", *self.stones)
        if state.board == state.grid.empty:
            return []
        return [
            (squares[point], kinds[stone])
            for point, stone in enumerate(state.board)
            if stone and stone != RIM
        ]

    def stone_at(self, state: S, square: str) -> str:
        """The kind of the stone on a square."""
        stone = state.board[state.grid.point_of[square]] if square in state.grid.point_of else EMPTY
        return self.stones[stone - 1] if stone else ""

    def stone_of(self, kind: str) -> int:
        """The byte of a kind of piece, EMPTY for kinds that aren't stones."""
        return 1 + self.stones.index(kind) if kind in self.stones else EMPTY

    def compose(
        self, state: S, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """A set-up with these stones and the state's size; unknown squares and kinds are ignored."""
        grid = state.grid
        lists: dict[int, list[str]] = {FIRST_STONE: [], SECOND_STONE: []}
        for square, kind in pieces.items():
            stone = self.stone_of(kind)
            if stone and square in grid.point_of:
                lists[stone].append(square)
        first, second = map(tuple, lists.values())
        return Setup(self._text(Placement(grid.width, grid.height, first, second), side))

    def rearranged(self, before: S, pieces: Mapping[str, str], side: int | None) -> Setup:
        """A set-up with only the points that change, and the side to move if it is given."""
        lists: tuple[list[str], ...] = ([], [], [])
        grid = before.grid
        for point in grid.points:
            square = grid.squares[point]
            stone = self.stone_of(pieces.get(square, ""))
            if stone != before.board[point]:
                lists[stone].append(square)
        empty, first, second = map(tuple, lists)
        to_play = "" if side is None else self.syntax.players[side]
        return Setup(self.syntax.write(Placement(None, None, first, second, empty, to_play)))


def _first_side(root: Node, syntax: SetupSyntax) -> int | None:
    """The side that plays first in a record, None if no move is near its root.

    Searches the first few nodes of the main line for a move. If a set-up gives the side to move, the
    moves after it are ignored.
    """
    node = root
    for _ in range(_NODES):
        if not node.children:
            return None
        node = node.children[0]
        action = node.action
        if isinstance(action, Move):
            player, space = action.text[:1], action.text[1:2]
            known = space == " " and player in syntax.players
            return syntax.players.index(player) if known else None
        if isinstance(action, Setup) and syntax.read(action.text).to_play:
            return None
    return None
