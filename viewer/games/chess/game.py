"""Chess: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import chess

from viewer.base.messages import Message, message
from viewer.games.capabilities import Castling, CastlingRight, Numbered, Valued, Variants
from viewer.games.chess.boards import (
    board_of,
    chess960_setup,
    fen_of,
    read_board,
    setup_of,
    setup_of_variant,
    start_number,
    variant_label,
    variant_of,
)
from viewer.games.chess.compose import TRAYS, composed, rights, with_right
from viewer.games.chess.fen import EMPTY_TEXT, SIDE_NAMES, START_TEXT, read_fen, read_variant_fen
from viewer.games.chess.geometry import GEOMETRY
from viewer.games.chess.notation import STYLES, UCI, write_move
from viewer.games.chess.observe import observe, unplayed
from viewer.games.chess.position import (
    CHESS_MOVE_OF,
    KINDS,
    NULL,
    SQUARE_NAMES,
    Position,
    after_move,
    move_of,
    with_turn_passed,
)
from viewer.games.chess.reading import legal_readings
from viewer.games.chess.san import castling_targets, read_san
from viewer.games.chess.violations import violation_of
from viewer.games.game import Numbering, Side, StartPosition
from viewer.tree.action import Action, Move, Setup, Written

_PIECE_NAMES: dict[str, Message] = {
    "white-king": message("White king"),
    "white-queen": message("White queen"),
    "white-rook": message("White rook"),
    "white-bishop": message("White bishop"),
    "white-knight": message("White knight"),
    "white-pawn": message("White pawn"),
    "black-king": message("Black king"),
    "black-queen": message("Black queen"),
    "black-rook": message("Black rook"),
    "black-bishop": message("Black bishop"),
    "black-knight": message("Black knight"),
    "black-pawn": message("Black pawn"),
}
_VALUES = (0, 1, 3, 3, 5, 9, 0)  # by python-chess's type of a piece
_COUNTED = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
# Variants that begin with the usual array: it can be shown though no FEN says it.
_USUAL_ARRAY = frozenset(
    (
        *("crazyhouse", "bughouse", "atomic", "antichess", "giveaway", "suicide", "losers"),
        *("three-check", "threecheck", "3check", "king-of-the-hill", "kingofthehill", "seirawan"),
    )
)


class Chess(
    Numbered[Position],
    Variants[Position],
    Valued[Position],
    Castling[Position],
):
    """Chess. Moves are UCI (e2e4, e7e8q, 0000), places are e4, set-ups FEN of six fields.

    A Chess960 set-up has the files of the rooks for castling letters (HAha), and there castling is
    the king's move onto his rook (e1h1). Other variants are `variant NAME FEN…`: shown, not judged.
    """

    id = "chess"
    name = message("Chess")
    sides = (Side("white", SIDE_NAMES[0], "white"), Side("black", SIDE_NAMES[1], "black"))
    starts = (
        StartPosition("start", message("Start position"), Setup(START_TEXT)),
        StartPosition("empty", message("Empty board"), Setup(EMPTY_TEXT)),
    )
    numbered_starts = 960
    numbered_name = message("Chess960")
    notations = STYLES
    piece_names = _PIECE_NAMES
    geometry = GEOMETRY
    piece_values: Mapping[str, int] = {
        kind: _VALUES[type] for kinds in KINDS for type, kind in enumerate(kinds) if type
    }

    trays = TRAYS
    position_form = message("FEN (position)")

    # ----------------------------------------------------------------------------- positions

    def start(self, setup: Setup | None) -> Position:
        """The position of a root; unreadable parts of a set-up are left out."""
        return _position_of(None, setup, 0)

    def numbered_start(self, number: int) -> Setup:
        """The start of a Chess960 number, 0 to 959; 518 is the usual array."""
        if not 0 <= number < self.numbered_starts:
            raise ValueError(
                message("Chess960 has the numbers 0 to 959, not {number}.", number=number)
            )
        return chess960_setup(number)

    def parse_setup(self, text: str) -> Setup:
        """A FEN of four to six fields, X-FEN or Shredder-FEN, as neutral text.

        Castling rights that fit no king and rook are left out. Raises ValueError with a Message.
        """
        variant = variant_of(Setup(text.strip()))
        if variant is not None:
            return setup_of_variant(*variant)
        board, complaint = read_board(text)
        if board is None:
            raise ValueError(complaint)
        # Rights that don't fit are no reason to refuse; what can't be read is.
        if (complaint := read_fen(text).complaint) is not None:
            raise ValueError(complaint)
        return setup_of(board)

    def setup_text(self, state: Position) -> str:
        """Six fields, the en passant square after every double push."""
        if state.board is None:
            return "" if state.setup is None else state.setup.text
        return fen_of(state.board)

    def position_text(self, state: Position) -> str:
        """The FEN, of another variant as it was written."""
        variant = variant_of(state.setup) if state.board is None else None
        return self.setup_text(state) if variant is None else variant.fen

    def compose(
        self, state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The set-up of pieces on squares; castling rights stay if king and rook are still in place."""
        return composed(state, pieces, side)

    def castling_rights(self, state: Position) -> tuple[CastlingRight, ...]:
        """The rights to castle."""
        return rights(state)

    def with_castling_right(self, state: Position, right: str, held: bool) -> Setup:
        """The position with a castling right granted or removed."""
        made = with_right(state, right, held)
        if made is None:
            raise ValueError(message("{game} has no right {right}.", game=self.name, right=right))
        return made

    def start_label(self, start: Position) -> Message | None:
        """The name of a start: its Chess960 number, "Set-up position", or the variant."""
        if start.board is not None:
            number = start_number(start.board)
            if number is not None and start.board.chess960:
                return message("{name} {number}", name=self.numbered_name, number=number)
            return None if number is not None else message("Set-up position")
        variant = variant_of(start.setup)
        return (
            None if variant is None else message("Variant {name}", name=variant_label(variant.name))
        )

    def unplayed(self, start: Position) -> Message | None:
        """The sentence that names the variant."""
        return unplayed(start)

    # ------------------------------------------------------------------------------- actions

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action, applied as far as possible. Takes about 10 microseconds."""
        if isinstance(action, (Move, Written)):
            move = CHESS_MOVE_OF[action.text] if isinstance(action, Move) else None
            board = state.board
            if board is not None:
                board = with_turn_passed(board) if move is None else after_move(board, move)
            return Position(state, action, state.ply + 1, board, state.setup, 1 - state.side)
        return self.step_without_move(state, action)

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """The whole position of the set-up."""
        return _position_of(state, setup, state.ply)

    def resolve(self, state: Position, action: Action | None) -> Action | None:
        """Resolve a move written as SAN, in any spelling."""
        if type(action) is Written and state.board is not None:
            move = read_san(state.board, action.text)
            if move is not None:
                return move_of(move)
        return action

    def advance(self, state: Position, action: Action | None) -> Position:
        """Resolve, then step; a resolved move is legal and isn't judged again."""
        board = state.board
        if type(action) is not Written or board is None:
            return self.step(state, action)
        move = read_san(board, action.text)
        if move is None:
            return self.step(state, action)
        after = Position(state, move_of(move), state.ply + 1, after_move(board, move))
        if move:
            after.known_violation = None
        return after

    def find_violation(self, state: Position) -> Message | None:
        """Which rule the last action breaks."""
        return violation_of(state)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """All legal moves. None in other variants."""
        if state.board is None:
            return ()
        return [move_of(move) for move in state.board.generate_legal_moves()]

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """Origin and target of a move; () for a null move."""
        move = CHESS_MOVE_OF[action.text] if isinstance(action, Move) else None
        return (SQUARE_NAMES[move.from_square], SQUARE_NAMES[move.to_square]) if move else ()

    def touch_sequences(self, state: Position, move: Move) -> tuple[tuple[str, ...], ...]:
        """Castling: the king to his square, unless that is a step of his, and onto his rook."""
        usual = self.touches(move)
        board, known = state.board, CHESS_MOVE_OF[move.text]
        if board is None or not known or not board.is_castling(known):
            return (usual,)
        king, ways = known.from_square, [usual]
        for target in castling_targets(board, known):
            way = (SQUARE_NAMES[king], SQUARE_NAMES[target])
            step = chess.square_distance(king, target) < 2 and board.is_legal(
                chess.Move(king, target)
            )
            if way not in ways and target != king and not (step and target != known.to_square):
                ways.append(way)
        return tuple(ways)

    def resulting_kind(self, state: Position, move: Move) -> str:
        """The piece that a pawn becomes."""
        known = CHESS_MOVE_OF[move.text]
        return KINDS[state.side][known.promotion] if known and known.promotion else ""

    # ------------------------------------------------------------------------------- showing

    def pieces(self, state: Position) -> Iterable[tuple[str, str]]:
        """(place, kind) of each piece, from a1 on."""
        board = state.board or self._shown(state)
        return [
            (SQUARE_NAMES[square], KINDS[not piece.color][piece.piece_type])
            for square, piece in sorted(board.piece_map().items())
        ]

    @staticmethod
    def _shown(state: Position) -> chess.BaseBoard:
        """The pieces of another variant's set-up, where they can be read; they never move."""
        variant = variant_of(state.setup)
        if variant is None:
            return chess.BaseBoard(None)
        if not variant.fen:
            return chess.BaseBoard() if variant.name in _USUAL_ARRAY else chess.BaseBoard(None)
        return chess.BaseBoard(read_variant_fen(variant.fen).placement)

    def material(self, state: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Kinds of the pieces that each side has more than the other, queens first."""
        more: tuple[list[str], list[str]] = [], []
        board = state.board
        if board is not None:
            for type in _COUNTED:
                mask = board.pieces_mask(type, chess.WHITE).bit_count()
                ahead = mask - board.pieces_mask(type, chess.BLACK).bit_count()
                side = int(ahead < 0)
                more[side].extend([KINDS[side][type]] * abs(ahead))
        return tuple(more[0]), tuple(more[1])

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style; that of the style that was asked last is remembered."""
        known = CHESS_MOVE_OF[move.text]
        if known is None or before.board is None:
            return move.text
        if not known:
            return NULL.text if style == UCI else "--"
        if state.last_notation[0] != style:
            state.last_notation = (style, write_move(before.board, known, style))
        return state.last_notation[1]

    def read_moves(self, state: Position, text: str, style: str = "") -> list[Move]:
        """The moves that a text may mean, in any spelling; a null move too."""
        if state.board is None:
            return []
        return [move_of(move) for move in legal_readings(state.board, text, style)]

    def observations(self, state: Position) -> list[Message]:
        """Check, mate, stalemate, repetition, quiet moves, what is odd about a set-up."""
        return observe(state)

    def numbering(self, start: Position) -> Numbering:
        """From the number of the move that the FEN says."""
        if start.board is not None:
            return Numbering(start.board.fullmove_number, start.side)
        variant = variant_of(start.setup)
        return Numbering(
            read_variant_fen(variant.fen).number if variant is not None else 1, start.side
        )


def _position_of(previous: Position | None, setup: Setup | None, ply: int) -> Position:
    """The position of a set-up, as the state that it leads to."""
    board = board_of(setup)
    if board is not None or setup is None:
        return Position(previous, setup, ply, board)
    variant = variant_of(setup)
    side = read_variant_fen(variant.fen).side == "b" if variant is not None else False
    return Position(previous, setup, ply, None, setup, int(side))


GAME = Chess()
