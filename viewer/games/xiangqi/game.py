"""Xiangqi: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.games.capabilities import Charted, Checking, Deciding, Editable, Opened
from viewer.games.charts import Chart, exchanged_values, symmetry_of
from viewer.games.game import SET_UP, NotationStyle, Side, StartPosition
from viewer.games.geometry import BoardWords, points_counted
from viewer.games.xiangqi.geometry import GEOMETRY, PIECE_SETS
from viewer.games.xiangqi.notation import (
    SIMPLIFIED,
    TRADITIONAL,
    chinese,
    coordinates,
    iccs,
    legal_readings,
    wxf,
)
from viewer.games.xiangqi.observe import drawn, ends, observe, odd_pieces, stuck, violation_of
from viewer.games.xiangqi.position import (
    EMPTY_TEXT,
    KINDS,
    MOVE_OF,
    MOVE_POINTS,
    PIECE_OF,
    POINT_OF,
    SIDE_NAMES,
    SQUARE_NAMES,
    START_TEXT,
    Position,
    occupied,
    read_setup,
    setup_text,
)
from viewer.games.xiangqi.rules import checked, legal
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.evaluation import ScoreUnit

if TYPE_CHECKING:
    from viewer.games.openings import Opening

_PIECE_NAMES: dict[str, Message] = {
    "red-king": message("Red king"),
    "red-advisor": message("Red advisor"),
    "red-elephant": message("Red elephant"),
    "red-horse": message("Red horse"),
    "red-rook": message("Red rook"),
    "red-cannon": message("Red cannon"),
    "red-pawn": message("Red pawn"),
    "black-king": in_context("xiangqi", "Black king"),
    "black-advisor": message("Black advisor"),
    "black-elephant": message("Black elephant"),
    "black-horse": message("Black horse"),
    "black-rook": in_context("xiangqi", "Black rook"),
    "black-cannon": message("Black cannon"),
    "black-pawn": in_context("xiangqi", "Black pawn"),
}


_CHART = Chart(
    "9x10",
    9,
    10,
    SQUARE_NAMES,
    KINDS,
    (),
    90,
    exchanged_values((kind, kind + 8) for kind in range(1, 8)),
    (
        symmetry_of("same", 9, 10),
        symmetry_of("mirror", 9, 10),
        symmetry_of("flip", 9, 10, exchanges=True),
        symmetry_of("half-turn", 9, 10, exchanges=True),
    ),
)


class Xiangqi(
    Charted[Position],
    Opened[Position],
    Editable[Position],
    Checking[Position],
    Deciding[Position],
):
    """Xiangqi. Moves are ICCS in lower case without the dash (h2e2), squares e0, set-ups FEN."""

    id = "xiangqi"
    name = message("Xiangqi")
    two_moves = "炮二平五 马8进7"
    spoken = (
        r"(?:[前中后後一二三四五][{p}][{n}]?|[{p}][{n}前后後]|[前中后後][{n}])[进進退平]\s?[{n}]"
        r"|(?<![\w])(?:[KABEHNRCPkabehnrcp][1-9+\-.]|[+\-][KABEHNRCPkabehnrcp]|[1-9]{{2}})[+\-.=][1-9](?!\w)"
        r"|(?<![A-Za-z0-9])[A-Ia-i](?:10|\d)-?[A-Ia-i](?:10|\d)(?![A-Za-z0-9])"
    ).format(p="帅帥将將仕士相象车車俥马馬傌炮砲包兵卒", n="一二三四五六七八九1-9１-９")
    sides = (Side("red", SIDE_NAMES[0], "red"), Side("black", SIDE_NAMES[1], "black"))
    classification = message("ECCO")
    material_words = "viewer.games.xiangqi.material:WORDS"
    turned_alike = True
    starts = (
        StartPosition("start", message("Start position"), Setup(START_TEXT)),
        StartPosition("empty", message("Empty board"), Setup(EMPTY_TEXT)),
    )
    score_unit = ScoreUnit.CENTIPAWNS
    mates = "viewer.games.xiangqi.mate:XiangqiMates"
    printing = "viewer.games.xiangqi.printing:XiangqiPrinting"
    phases = "viewer.games.xiangqi.material:PHASES"
    notations = (
        NotationStyle("chinese", message("Chinese, simplified")),
        NotationStyle("traditional", message("Chinese, traditional"), "zh_TW"),
        NotationStyle("wxf", message("WXF (C2=5)")),
        NotationStyle("iccs", message("ICCS (H2-E2)")),
    )
    board_words = BoardWords(squares=in_context("of a board", "points"), counted=points_counted)
    piece_names = _PIECE_NAMES
    geometry = GEOMETRY
    piece_sets = PIECE_SETS
    trays = (KINDS[1:8], KINDS[9:])
    position_form = message("FEN (position)")
    half_width_in_posts = True
    side_signs = ("一二三四五六七八九", "123456789１２３４５６７８９")
    language = "zh_CN"
    short_results = MappingProxyType(
        {
            "1-0": in_context("result of xiangqi", "1–0"),
            "0-1": in_context("result of xiangqi", "0–1"),
            "1/2-1/2": in_context("result of xiangqi", "½–½"),
            "several": in_context("result of xiangqi", "several"),
            # Of files that tell no result: players have no sign for it, as PGN has.
            "*": message("{text}", text=""),
        }
    )

    def start(self, setup: Setup | None) -> Position:
        """The position at a root; squares that can't be read from the set-up stay empty."""
        read = read_setup(START_TEXT if setup is None else setup.text)
        return Position(None, setup, read.side, 0, read.board)

    def parse_setup(self, text: str) -> Setup:
        """Read a FEN as a Setup. Raises ValueError with a Message about the first fault."""
        read = read_setup(text)
        if read.complaint is not None:
            raise ValueError(read.complaint)
        return Setup(setup_text(read.board, read.side))

    def assumed(self, text: str) -> Sequence[Message]:
        """Whose turn it is, and whose the pieces are, if the text doesn't say so."""
        return read_setup(text).assumed

    def copied_position(self, state: Position) -> str:
        """The FEN with all of its six fields, as Chinese programs want it."""
        return f"{self.position_text(state)} - - 0 1"

    def setup_text(self, state: Position) -> str:
        """The first two fields of the FEN."""
        return setup_text(state.board, state.side)

    def start_label(self, start: Position) -> Message | None:
        """The label of a start other than the usual one, None for the usual one."""
        return None if self.setup_text(start) == START_TEXT else SET_UP

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action. A move takes any piece from origin to target, even if illegal.

        After a move, the opponent of the moved piece's side is to move, so that a record in which a
        side moves out of turn can continue. Takes about a microsecond.
        """
        if isinstance(action, Move):
            points = MOVE_POINTS[action.text]
            if points is not None:
                origin, target = points
                cells = bytearray(state.board)
                piece = cells[origin]
                if piece:
                    cells[origin] = 0
                    cells[target] = piece
                    side = 1 - (piece >> 3)
                    return Position(state, action, side, state.ply + 1, bytes(cells))
            return Position(state, action, 1 - state.side, state.ply + 1, state.board)
        if isinstance(action, Written):
            return Position(state, action, 1 - state.side, state.ply + 1, state.board)
        return self.step_without_move(state, action)

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """The position after a set-up, which replaces the whole board."""
        read = read_setup(setup.text)
        return Position(state, setup, read.side, state.ply, read.board)

    def find_violation(self, state: Position) -> Message | None:
        """The rule that the last action breaks, None if it breaks none."""
        return violation_of(state)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """All legal moves, ordered by origin from a0. A side without a king is never in check."""
        return [MOVE_OF[points] for points in legal(state.board, state.side)]

    def chart(self, state: Position) -> Chart:
        """Ranks from 0 up, files from a."""
        return _CHART

    def cells(self, state: Position) -> bytes:
        """The board."""
        return state.board

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """Origin and target of a move; () for anything else."""
        points = MOVE_POINTS[action.text] if isinstance(action, Move) else None
        return () if points is None else (SQUARE_NAMES[points[0]], SQUARE_NAMES[points[1]])

    def pieces(self, state: Position) -> Iterable[tuple[str, str]]:
        """(square, kind) of each piece, in order from a0."""
        board = state.board
        return [(SQUARE_NAMES[point], KINDS[board[point]]) for point in occupied(board)]

    def compose(
        self, state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """A set-up with these pieces and side to move; unknown squares and kinds are ignored."""
        cells = bytearray(90)
        for square, kind in pieces.items():
            if square in POINT_OF:
                cells[POINT_OF[square]] = PIECE_OF.get(kind, 0)
        return Setup(setup_text(bytes(cells), side))

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style; coordinates if the style can't express it."""
        points = MOVE_POINTS[move.text]
        if points is None:
            return move.text
        text = ""
        if before.board[points[0]]:
            if style == "chinese":
                text = chinese(before.board, *points, SIMPLIFIED)
            elif style == "traditional":
                text = chinese(before.board, *points, TRADITIONAL)
            elif style == "wxf":
                text = wxf(before.board, *points)
        return text or iccs(*points)

    def read_moves(self, state: Position, text: str, style: str = "") -> list[Move]:
        """The legal moves that a text may mean, in any notation and spelling."""
        return [MOVE_OF[points] for points in legal_readings(state.board, state.side, text)]

    def opening(self, state: Position) -> Opening | None:
        """By the arrangement of pieces, in a table of our own."""
        from viewer.games.xiangqi.openings import opening_of  # deferred

        return opening_of(state)

    def start_faults(self, start: Position, played: bool) -> Sequence[Message]:
        """More pieces than there are, pieces where they can't come; a side without a king, if it plays."""
        return list(odd_pieces(start.board, kings=played))

    def winner(self, state: Position) -> int | None:
        """The side whose opponent has no legal move: mate, 困毙."""
        return 1 - state.side if stuck(state) else None

    def repetitions(self, state: Position) -> Iterable[tuple[int, Message]]:
        """Perpetual checks, and perpetual chases by the Asian rules, at the third occurrence."""
        from viewer.games.xiangqi.repetition import forbidden  # deferred

        return forbidden(state)

    def drawn(self, state: Position) -> Message | None:
        """A third occurrence that no rule forbids, many moves without a capture."""
        return drawn(state)

    def ends_at(self, state: Position) -> list[Message]:
        """Mate, 困毙, repetitions, moves without a capture."""
        return ends(state)

    def resolve(self, state: Position, action: Action | None) -> Action | None:
        """The move that a text means; one in coordinates that isn't legal is still that move."""
        if type(action) is not Written:
            return action
        meant = super().resolve(state, action)
        points = coordinates(meant.text) if isinstance(meant, Written) else None
        return meant if points is None else MOVE_OF[points]

    def in_check(self, state: Position) -> bool:
        """A side without a king never is."""
        return checked(state.board, state.side)

    def observations(self, state: Position) -> list[Message]:
        """Faults of a set-up, checks, repetitions, plies without a capture."""
        return observe(state)


GAME = Xiangqi()
