"""Go: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.fields import Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.games.capabilities import Begun, Counted, Counting, Replaying
from viewer.games.charts import SQUARE
from viewer.games.game import NotationStyle, Side, StartPosition
from viewer.games.geometry import Geometry, PieceSet, points_counted
from viewer.games.go.board import BLACK, PASS, WHITE, ParsedMove, Position, grid_of, place_stone
from viewer.games.go.geometry import FLAT, OUTLINED, geometry_for
from viewer.games.go.notation import A1, GTP, KANJI, ONES, SGF, format_move, parse_move
from viewer.games.go.observe import (
    RESULTS,
    ends,
    margin_words,
    observe,
    violation_of_move,
)
from viewer.games.go.setup import (
    AREA,
    CHINESE,
    FAMILIES,
    JAPANESE,
    SAYING,
    SIDE_NAMES,
    SIMPLE,
    SIZES,
    SYNTAX,
    TERRITORY,
    USUAL,
    USUAL_RULES,
    column_row,
    counted_values,
    handicap_setup,
    new_values,
    read_setup,
    rules_of,
    usual_values,
)
from viewer.games.score import Score
from viewer.games.stones.game import STONES, StoneGame
from viewer.games.stones.grid import with_stones
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.evaluation import ScoreUnit
from viewer.tree.record import Header, Record
from viewer.tree.scales import KATRAIN

if TYPE_CHECKING:
    from viewer.games.go.replay import GoReplay

_HANDICAPS = range(2, 10)

_PIECE_NAMES = {"black": message("Black stone"), "white": message("White stone")}


@lru_cache(maxsize=1 << 11)
def _touched(move: str) -> tuple[str, ...]:
    """The square of the stone of a move; () for a pass."""
    sign, _, square = move.partition(" ")
    return (square,) if sign in ("B", "W") and column_row(square) is not None else ()


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


_LEAD = re.compile(r"([BW])\+(\d+(?:\.\d+)?)")
_SPELT = re.compile(r"([BW]\+[RTF])(?:(?<=R)esign|(?<=T)ime|(?<=F)orfeit)")


class Go(StoneGame[Position], Counted[Position], Begun[Position], Replaying[Position]):
    """Go. Moves are `B pd` and `W pass`, squares `pd`, set-ups as in `viewer.games.go.setup`."""

    id = "go"
    name = message("Go")
    two_moves = "Q16 D4"
    spoken = (
        r"(?<![A-Za-zÀ-žЀ-ӿ0-9_@#$])(?<!\d-)(?<![a-z]\d:)[A-HJ-Ta-hj-t](?:1[0-9]|[1-9])(?![A-Za-zÀ-žЀ-ӿ0-9_]|[-:][A-Za-z])"
        r"|(?<=\d)[（(]\s?[A-HJ-Ta-hj-t](?:1[0-9]|[1-9])\s?[)）]"
        r"|[（(](?:1[0-9]|[1-9])\s?[,，、-]\s?(?:1[0-9]|[1-9])[)）]|(?<![\d.-])(?:1[0-9]|[1-9])-(?:1[0-9]|[1-9])(?![\d-])"
        r"|(?:1[0-9]|[1-9])[のノ之]?[一二三四五六七八九十]{1,2}(?![\d目子手])"
    )
    move_words = ("pass",)
    sides = (Side("black", SIDE_NAMES[0], "black"), Side("white", SIDE_NAMES[1], "white"))
    starts = _starts()
    score_unit = ScoreUnit.POINTS
    quality_scale = KATRAIN
    printing = "viewer.games.go.printing:GoPrinting"
    notations = (
        NotationStyle(A1, message("Letters and numbers (Q16)")),
        NotationStyle(ONES, message("Two numbers (16-4)")),
        NotationStyle(KANJI, message("Japanese (16の四)")),
        NotationStyle(SGF, message("SGF (B[pd])")),
        NotationStyle(GTP, message("GTP (B Q16)")),
    )
    board_words = STONES._replace(
        squares=in_context("of a board", "points"), counted=points_counted
    )
    piece_names = _PIECE_NAMES
    geometry = geometry_for(USUAL, USUAL)
    mark_kinds = (*StoneGame.mark_kinds, "territory", "selected", "dim")
    stones = ("black", "white")
    quarter_turns = True
    byoyomi = 3
    piece_sets = (
        PieceSet("stones", message("Stones with depth"), geometry.art),
        PieceSet("flat", message("Flat"), FLAT),
        PieceSet("outlined", message("High contrast"), OUTLINED),
    )
    trays = (("black",), ("white",))
    syntax = SYNTAX
    pass_point = PASS
    corners = 13
    alike = tuple((id, exchanges) for exchanges in (False, True) for id in SQUARE)
    countings = (
        Counting(AREA, message("Area (stones and what they surround)")),
        Counting(TERRITORY, message("Territory (what they surround, and prisoners)")),
    )
    rule_book = "viewer.games.go.counts:BOOK"
    results = RESULTS
    short_results = MappingProxyType(
        {
            "B+R": in_context("result of go", "B+R"),
            "W+R": in_context("result of go", "W+R"),
            "B+T": in_context("result of go", "B+T"),
            "W+T": in_context("result of go", "W+T"),
            "B+F": in_context("result of go", "B+F"),
            "W+F": in_context("result of go", "W+F"),
            "B+": in_context("result of go", "B+"),
            "W+": in_context("result of go", "W+"),
        }
    )
    unusual_size = message("{width} by {height} lines")

    def result_words(self, text: str, start: Position | None = None) -> Message | None:
        """As for other games; also a lead in points, "B+3.5", and the long forms, "B+Resign"."""
        lead, spelt = _LEAD.fullmatch(text), _SPELT.fullmatch(text)
        if lead is None:
            return super().result_words(spelt[1] if spelt is not None else text)
        if lead[1] == "B":
            return in_context("result of go", "B+{points}", points=lead[2])
        return in_context("result of go", "W+{points}", points=lead[2])

    def position(self, setup: Setup | None, headers: Sequence[Header] = ()) -> Position:
        """The position of a root, under the rules that headers say."""
        placement = SYNTAX.read_sized(setup)
        grid = grid_of(*SYNTAX.size_of(placement))
        rules = rules_of(headers) if headers else USUAL_RULES
        side, turn_known = self.side_after(placement), bool(placement.to_play)
        board = with_stones(grid, grid.empty, placement)
        return Position(None, setup, side, 0, grid, board, rules, turn_known=turn_known)

    def unseen(self, state: Position) -> bytes:
        """The point of a ko."""
        return b"%d" % state.ko

    def expected_side(self, placement: Placement) -> int:
        """White after handicap stones."""
        return int(len(set(placement.first)) >= 2 and not placement.second)

    def usual_values(self, kind: str, headers: Sequence[Header]) -> tuple[str, ...]:
        """Rules by name, komi by the record's rules and handicap, numbers of handicap stones."""
        return usual_values(kind, headers)

    def beginning_fields(self, values: Values) -> Sequence[Field]:
        """The board, handicap, rules, komi."""
        from viewer.games.go.beginning import beginning_fields  # deferred

        return beginning_fields(self, values)

    def beginning_setup(self, values: Values) -> Setup:
        """The board with its handicap stones. Raises ValueError with a Message."""
        from viewer.games.go.beginning import beginning_setup  # deferred

        return beginning_setup(self, values)

    def beginning_headers(self, values: Values) -> Mapping[str, str]:
        """Handicap, rules, komi."""
        from viewer.games.go.beginning import beginning_headers  # deferred

        return beginning_headers(values)

    def beginning_doubts(self, record: Record) -> Iterable[Diagnostic]:
        """Rules that nobody knows, and handicap stones that aren't on the board."""
        if SAYING.isdisjoint([one.key for one in record.headers]):
            return ()
        rules = rules_of(record.headers)
        if rules.handicap < 2 and (rules.family or not rules.name):
            return ()
        from viewer.games.go.beginning import doubts  # deferred

        return doubts(self, record, rules)

    def even_beginning(self, values: Values) -> Values:
        """The values without handicap, and without the komi that goes with one."""
        from viewer.games.go.beginning import even_beginning  # deferred

        return even_beginning(values)

    def new_values(self, start: Position) -> Mapping[str, str]:
        """Komi and handicap, where no other stones are set up than those of a handicap."""
        black, white = start.board.count(BLACK), start.board.count(WHITE)
        return {} if white or black == 1 else new_values(black)

    def start_label(self, start: Position) -> Message | None:
        """A handicap, another size, or that stones were set up."""
        black, white = start.board.count(BLACK), start.board.count(WHITE)
        if black > 1 and not white:
            return message("{count} handicap stones", count=black)
        return super().start_label(start)

    # ---------------------------------------------------------------------------------- play

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action, which is played even if illegal.

        A stone on an occupied point takes its place; stones without a liberty are taken off, those
        of the other side first. After a move the other colour is to move. Usually takes less than ten
        microseconds on 19 lines.
        """
        kind = type(action)
        if kind is Move:
            parsed = state.grid.parsed_moves[action.text]  # type: ignore[union-attr]  # a Move
            if parsed is not None:
                return self._moved(state, action, *parsed)
        if kind is Move or kind is Written:
            grid, board, rules = state.grid, state.board, state.rules
            side, ply, taken = state.side, state.ply, state.prisoners
            return Position(
                state, action, 1 - side, ply + 1, grid, board, rules, taken, state.turn_known
            )
        return self.step_without_move(state, action)

    @staticmethod
    def _moved(state: Position, action: Action | None, colour: int, point: int) -> Position:
        grid, rules, prisoners = state.grid, state.rules, state.prisoners
        side = 2 - colour  # the other one's
        ply = state.ply + 1
        if point <= PASS:
            board = state.board
            return Position(state, action, side, ply, grid, board, rules, prisoners, True)
        board, taken, ko = place_stone(state.board, grid.stride, colour, point)
        if taken:
            first, second = prisoners
            # Stones that took their own last liberty are the other side's prisoners.
            if (colour == BLACK) == bool(board[point]):
                prisoners = (first + len(taken), second)
            else:
                prisoners = (first, second + len(taken))
        return Position(state, action, side, ply, grid, board, rules, prisoners, True, ko, taken)

    def replay(self, state: Position, style: str = "") -> GoReplay | None:
        """A replay under rules that don't ask for positions before: all but those with a superko."""
        if state.rules.ko != SIMPLE:
            return None
        from viewer.games.go.replay import GoReplay  # deferred: not for showing a board

        return GoReplay(state, style)

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """Add and remove stones in mid-game; a set-up with a size replaces the whole board."""
        placement = read_setup(setup.text)
        if placement.width is not None:
            new = self.position(setup)
            grid, board, side, prisoners = new.grid, new.board, new.side, (0, 0)
        else:
            grid, side, prisoners = state.grid, state.side, state.prisoners
            board = with_stones(grid, state.board, placement)
        if placement.to_play:
            side = int(placement.to_play == "W")
        turn_known = bool(placement.to_play)
        return Position(
            state, setup, side, state.ply, grid, board, state.rules, prisoners, turn_known
        )

    def move_violation(
        self, before: Position, after: Position, parsed: ParsedMove
    ) -> Message | None:
        """Which rule a move breaks, by the rules of its record."""
        return violation_of_move(before, after, *parsed)

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
                    if self.find_violation(self.step(state, move)) is not None:
                        continue
                elif not place_stone(board, stride, colour, point).board[point]:
                    continue
            elif strict and self.find_violation(self.step(state, move)) is not None:
                continue
            found.append(move)
        return found

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The square of a stone; () for a pass."""
        return _touched(action.text) if isinstance(action, Move) else ()

    # -------------------------------------------------------------------------------- the board

    def geometry_of(self, state: Position) -> Geometry:
        """The board of the state's size."""
        return geometry_for(state.grid.width, state.grid.height)

    def prisoners(self, state: Position) -> tuple[int, int]:
        """Stones that Black and White have captured."""
        return state.prisoners

    # -------------------------------------------------------------------------------- counting

    def guess_dead(self, state: Position) -> frozenset[str]:
        """A first guess which stones are dead, some tenths of a second's work."""
        from viewer.games.go.scoring import guess_dead  # deferred

        return guess_dead(state)

    def toggle_dead(self, state: Position, dead: frozenset[str], square: str) -> frozenset[str]:
        """The dead stones after a click on one of a group."""
        from viewer.games.go.scoring import toggled  # deferred

        return toggled(state, dead, square)

    def score(self, state: Position, dead: frozenset[str], neutral: Collection[str] = ()) -> Score:
        """The count under the rules of the record."""
        from viewer.games.go.scoring import count  # deferred

        return count(state, dead, neutral)

    def counting(self, state: Position) -> tuple[str, float]:
        """Area or territory, and the komi that counts for the record's handicap."""
        from viewer.games.go.scoring import handicap_of  # deferred

        return state.rules.scoring, state.rules.komi_for(handicap_of(state))

    def counted_as(self, state: Position, counting: str, komi: float) -> Position:
        """The position with other rules. What White gets for a handicap is the rules' own."""
        rules = state.rules
        if counting != rules.scoring and counting in (AREA, TERRITORY):
            family = CHINESE if counting == AREA else JAPANESE
            rules = FAMILIES[family]._replace(name=rules.name, handicap=rules.handicap)
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
        """The move in a style; a move out of turn is written with its colour."""
        parsed = before.grid.parsed_moves[move.text]
        if parsed is None or parsed[1] < PASS:
            return move.text
        colour, point = parsed
        return format_move(before.grid, colour, point, style, coloured=colour - 1 != before.side)

    def move_meant(self, state: Position, text: str) -> Move | None:
        """The move that a text means, even against the rules."""
        found = parse_move(state.grid, text)
        return None if found is None else state.grid.move(found[0] or state.side + 1, found[1])

    def square_name(self, state: Position, square: str) -> Message:
        """Q16 on the state's board; beyond it column and row from the top left."""
        point = state.grid.point_of.get(square)
        if point is not None:
            return message("{place}", place=state.grid.names[point])
        at = column_row(square)
        if at is None:
            return message("{place}", place=square)
        return message("{column}-{row}", column=at[0] + 1, row=at[1] + 1)

    def repetitions(self, state: Position) -> Iterable[tuple[int, Message]]:
        """Positions that come again under rules that don't forbid it, the first of each cycle."""
        if state.rules.ko != SIMPLE or state.previous is None:
            return ()
        from viewer.games.go.repetition import repetitions  # deferred

        return repetitions(state)

    def ends_at(self, state: Position) -> list[Message]:
        """Passes of both sides, repetition."""
        return ends(state)

    def observations(self, state: Position) -> list[Message]:
        """Captures, atari, ko, repetition."""
        return observe(state)


GAME = Go()
