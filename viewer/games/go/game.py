"""Go as one of Qipu's games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy

from viewer.base.messages import Message, message
from viewer.games.capabilities import Counted, Counting, Editable, Passing, Placing, Sized
from viewer.games.game import NotationStyle, Numbering, PieceSet, Side, StartPosition
from viewer.games.geometry import Geometry
from viewer.games.go.board import (
    BLACK,
    COLOUR_OF,
    EMPTY,
    KINDS,
    PASS,
    RIM,
    WHITE,
    Position,
    played,
)
from viewer.games.go.faults import SIDE_NAMES, fault_of
from viewer.games.go.geometry import FLAT, geometry_for
from viewer.games.go.notation import A1, GTP, KANJI, ONES, SGF, read, written
from viewer.games.go.observe import observe
from viewer.games.go.results import RESULTS, margin_words
from viewer.games.go.rules import (
    AREA,
    DEFAULT,
    SIMPLE,
    TERRITORY,
    counted_values,
    new_values,
    rules_of,
    usual_values,
)
from viewer.games.go.setup import USUAL, Placement, column_row, read_setup, write_setup
from viewer.games.go.starts import (
    MOVERS,
    SIZES,
    handicap_setup,
    parse,
    placed,
    says_turn,
    start_label,
    start_position,
    text_of,
    with_stones,
)
from viewer.games.score import Score
from viewer.games.turns import first_side
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header, Record

_HANDICAPS = range(2, 10)
_PIECE_NAMES = {"black": message("Black stone"), "white": message("White stone")}


def _starts() -> tuple[StartPosition, ...]:
    boards = (
        StartPosition(str(size), message("{size} by {size} lines", size=size), Setup(str(size)))
        for size in SIZES
    )
    handicaps = (
        StartPosition(
            f"handicap-{count}",
            message("{count} handicap stones", count=count),
            handicap_setup(USUAL, USUAL, count),
        )
        for count in _HANDICAPS
    )
    return (*boards, *handicaps)


class Go(
    Sized[Position],
    Passing[Position],
    Placing[Position],
    Editable[Position],
    Counted[Position],
):
    """Go. Moves are `B pd` and `W pass`, places `pd`, set-ups as in `viewer.games.go.setup`."""

    id = "go"
    name = message("Go")
    sides = (Side("black", SIDE_NAMES[0], "black"), Side("white", SIDE_NAMES[1], "white"))
    starts = _starts()
    notations = (
        NotationStyle(A1, message("Letters and numbers (Q16)")),
        NotationStyle(ONES, message("Two numbers (16-4)")),
        NotationStyle(KANJI, message("Japanese (16の四)")),
        NotationStyle(SGF, message("SGF (B[pd])")),
        NotationStyle(GTP, message("GTP (B Q16)")),
    )
    piece_names = _PIECE_NAMES
    geometry = geometry_for(USUAL, USUAL)
    mark_sign = "triangle"
    mark_kinds = (
        *("triangle", "square", "circle", "cross", "label", "line", "arrow"),
        *("territory", "selected", "dim"),
    )
    stones = ("black", "white")
    quarter_turns = True
    piece_sets = (
        PieceSet("stones", message("Stones with depth"), geometry.art),
        PieceSet("flat", message("Flat"), FLAT),
    )
    trays = (("black",), ("white",))
    countings = (
        Counting(AREA, message("Area (stones and what they surround)")),
        Counting(TERRITORY, message("Territory (what they surround, and prisoners)")),
    )
    results = RESULTS

    def start(self, setup: Setup | None) -> Position:
        """The position of a root; what can't be read of a set-up is left out."""
        return start_position(setup, "" if setup is None else setup.text)

    def start_of(self, record: Record) -> Position:
        """The start of a record, under the rules that its headers say.

        Where the set-up doesn't say whose turn it is, it is that of who plays first.
        """
        setup = record.setup
        rules = rules_of(record.headers) if record.headers else DEFAULT
        start = start_position(setup, "" if setup is None else setup.text, rules)
        if not start.told:
            side = first_side(record.root, MOVERS, says_turn)
            start.side = start.side if side is None else side
        return start

    def parse_setup(self, text: str) -> Setup:
        """`13`, `9x13` or a neutral text. Raises ValueError with a Message."""
        return parse(text)

    def setup_text(self, state: Position) -> str:
        """Size, stones, and who plays where that isn't the one expected."""
        return text_of(state.grid, state.board, state.side)

    def position_text(self, state: Position) -> str:
        """Size and stones."""
        return write_setup(placed(state.grid, state.board))

    def size_text(self, state: Position) -> str:
        """`19`, or `13x9`: columns first."""
        grid = state.grid
        return str(grid.width) if grid.width == grid.height else f"{grid.width}x{grid.height}"

    def usual_values(self, kind: str, headers: Sequence[Header]) -> tuple[str, ...]:
        """Rules by name, komi by the record's rules and handicap, numbers of handicap stones."""
        return usual_values(kind, headers)

    def new_values(self, start: Position) -> Mapping[str, str]:
        """Komi and handicap, where no other stones are set up than those of a handicap."""
        black, white = start.board.count(BLACK), start.board.count(WHITE)
        return {} if white or black == 1 else new_values(black)

    def start_label(self, start: Position) -> Message | None:
        """A handicap, another size, or that stones were set up."""
        return start_label(start)

    # ---------------------------------------------------------------------------------- play

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action: everything is played as it is written.

        A stone on an occupied point takes its place; stones without a liberty are taken off, those
        of the other side first. After a move the other colour is to move. Mostly below ten
        microseconds on 19 lines.
        """
        kind = type(action)
        if kind is Move:
            meant = state.grid.meanings[action.text]  # type: ignore[union-attr]  # a Move
            if meant is not None:
                return self._moved(state, action, *meant)
        if kind is Move or kind is Written:
            grid, board, rules = state.grid, state.board, state.rules
            side, ply, taken = state.side, state.ply, state.prisoners
            return Position(state, action, 1 - side, ply + 1, grid, board, rules, taken, state.told)
        return self.step_without_move(state, action)

    @staticmethod
    def _moved(state: Position, action: Action | None, colour: int, point: int) -> Position:
        grid, rules, prisoners = state.grid, state.rules, state.prisoners
        side = 2 - colour  # the other one's
        ply = state.ply + 1
        if point <= PASS:
            board = state.board
            return Position(state, action, side, ply, grid, board, rules, prisoners, True)
        board, taken, ko = played(state.board, grid.stride, colour, point)
        if taken:
            first, second = prisoners
            # Stones that took their own last liberty are the other side's prisoners.
            if (colour == BLACK) == bool(board[point]):
                prisoners = (first + len(taken), second)
            else:
                prisoners = (first, second + len(taken))
        return Position(state, action, side, ply, grid, board, rules, prisoners, True, ko, taken)

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """Stones put on and taken off in mid-game; with a size the whole board is another."""
        placement = read_setup(setup.text)
        if placement.width is not None:
            new = start_position(None, setup.text)
            grid, board, side, prisoners = new.grid, new.board, new.side, (0, 0)
        else:
            grid, side, prisoners = state.grid, state.side, state.prisoners
            board = with_stones(grid, state.board, placement)
        if placement.to_play:
            side = int(placement.to_play == "W")
        told = bool(placement.to_play)
        return Position(state, setup, side, state.ply, grid, board, state.rules, prisoners, told)

    def find_problem(self, state: Position) -> Message | None:
        """Which rule the last action breaks."""
        return fault_of(state)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """All stones that the side to move may put, row by row; passing is `pass_move`."""
        grid, board, ko = state.grid, state.board, state.ko
        stride, colour = grid.stride, state.side + 1
        strict = state.rules.suicide or state.rules.ko != SIMPLE
        found = []
        for point in grid.points:
            if board[point] or point == ko:
                continue
            move = grid.move(colour, point)
            # Only where no point beside is empty can a stone have no liberty, or take others.
            if (
                board[point - 1]
                and board[point + 1]
                and board[point - stride]
                and board[point + stride]
            ):
                if strict:
                    if fault_of(self.step(state, move)) is not None:
                        continue
                elif not played(board, stride, colour, point).board[point]:
                    continue
            elif strict and fault_of(self.step(state, move)) is not None:
                continue
            found.append(move)
        return found

    def pass_move(self, state: Position) -> Move:
        """The side to move passes."""
        return state.grid.move(state.side + 1, PASS)

    def stone(self, state: Position, side: int, place: str) -> Move | None:
        """A stone of a side on a place, whatever is there."""
        point = state.grid.point_of.get(place)
        return None if point is None else state.grid.move(side + 1, point)

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The place of a stone; () for a pass."""
        if not isinstance(action, Move):
            return ()
        sign, _, place = action.text.partition(" ")
        return (place,) if sign in ("B", "W") and column_row(place) is not None else ()

    # -------------------------------------------------------------------------------- the board

    def geometry_of(self, state: Position) -> Geometry:
        """The board of the state's size."""
        return geometry_for(state.grid.width, state.grid.height)

    def pieces(self, state: Position) -> Iterable[tuple[str, str]]:
        """(place, kind) of each stone, row by row."""
        places = state.grid.places
        return [
            (places[point], KINDS[stone])
            for point, stone in enumerate(state.board)
            if stone and stone != RIM
        ]

    def compose(
        self, state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The stones on a board of the state's size; other places and kinds are left out."""
        stones: dict[int, list[str]] = {BLACK: [], WHITE: []}
        grid = state.grid
        for place, kind in pieces.items():
            colour = COLOUR_OF.get(kind, EMPTY)
            if colour and place in grid.point_of:
                stones[colour].append(place)
        placement = Placement(grid.width, grid.height, tuple(stones[BLACK]), tuple(stones[WHITE]))
        return Setup(text_of(grid, with_stones(grid, grid.empty, placement), side))

    def rearranged(self, before: Position, pieces: Mapping[str, str], side: int | None) -> Setup:
        """The points that change, and who plays if that is said."""
        lists: tuple[list[str], ...] = ([], [], [])
        grid = before.grid
        for point in grid.points:
            place = grid.places[point]
            wanted = COLOUR_OF.get(pieces.get(place, ""), EMPTY)
            if wanted != before.board[point]:
                lists[wanted].append(place)
        empty, black, white = (tuple(one) for one in lists)
        to_play = "" if side is None else "BW"[side]
        return Setup(write_setup(Placement(None, None, black, white, empty, to_play)))

    def prisoners(self, state: Position) -> tuple[int, int]:
        """Stones that Black and White have captured."""
        return state.prisoners

    # -------------------------------------------------------------------------------- counting

    def guess_dead(self, state: Position) -> frozenset[str]:
        """A first guess which stones are dead, some tenths of a second's work."""
        from viewer.games.go.guess import guess_dead  # not for opening a file

        return guess_dead(state)

    def toggle_dead(self, state: Position, dead: frozenset[str], place: str) -> frozenset[str]:
        """The dead stones after a click on one of a group."""
        from viewer.games.go.scoring import toggled  # not for opening a file

        return toggled(state, dead, place)

    def score(self, state: Position, dead: frozenset[str], neutral: Collection[str] = ()) -> Score:
        """The count under the rules of the record."""
        from viewer.games.go.scoring import count  # not for opening a file

        return count(state, dead, neutral)

    def counting(self, state: Position) -> tuple[str, float]:
        """Area or territory, and the komi that counts for the record's handicap."""
        from viewer.games.go.scoring import handicap_of  # not for opening a file

        return state.rules.scoring, state.rules.komi_for(handicap_of(state))

    def counted_as(self, state: Position, counting: str, komi: float) -> Position:
        """The position with other rules. What White gets for a handicap is the rules' own."""
        rules = state.rules
        if counting != rules.scoring and counting in (AREA, TERRITORY):
            rules = rules._replace(scoring=counting, returned="all" if counting == AREA else "")
        if rules._replace(komi=komi) == state.rules:
            return state
        other = copy(state)
        other.rules = rules._replace(komi=komi)
        return other

    def counted_values(
        self, headers: Sequence[Header], state: Position, counting: str, komi: float
    ) -> Mapping[str, str]:
        """Rules of that counting, and the komi."""
        return counted_values(headers, counting, self.counting(state)[1], komi)

    def margin_words(self, text: str) -> Message | None:
        """Of `B+3.5`."""
        return margin_words(text)

    # --------------------------------------------------------------------------------- words

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style; one out of turn says its colour."""
        meant = before.grid.meanings[move.text]
        if meant is None or meant[1] < PASS:
            return move.text
        colour, point = meant
        return written(before.grid, colour, point, style, coloured=colour - 1 != before.side)

    def read_moves(self, state: Position, text: str, style: str = "") -> list[Move]:
        """The move that a text means if it breaks no rule; without a colour the side to move's."""
        found = read(state.grid, text)
        if found is None:
            return []
        move = state.grid.move(found[0] or state.side + 1, found[1])
        return [] if fault_of(self.step(state, move)) is not None else [move]

    def place_name(self, state: Position, place: str) -> Message:
        """Q16 on the state's board; beyond it column and row from the top left."""
        point = state.grid.point_of.get(place)
        if point is not None:
            return message("{place}", place=state.grid.names[point])
        at = column_row(place)
        if at is None:
            return message("{place}", place=place)
        return message("{column}-{row}", column=at[0] + 1, row=at[1] + 1)

    def observations(self, state: Position) -> list[Message]:
        """Captures, atari, ko, repetition."""
        return observe(state)

    def numbering(self, start: Position) -> Numbering:
        """Every stone has its number."""
        return Numbering(1, start.side, by_ply=True)


GAME = Go()
