"""Chess: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import chess

from viewer.base.messages import Message, message
from viewer.games.capabilities import (
    CastlingRight,
    Charted,
    Checking,
    Deciding,
    Editable,
    Holding,
    Opened,
    Replaying,
)
from viewer.games.charts import Chart, PlayedLines, PlayingLines
from viewer.games.chess import setups
from viewer.games.chess.boards import board_of, chess960_setup, fen_of, setup_of, variant_of
from viewer.games.chess.charts import cells_at, cells_of, chart_of
from viewer.games.chess.fen import SIDE_NAMES, read_variant_fen
from viewer.games.chess.geometry import GEOMETRY, PIECE_SETS, WITH_POCKETS
from viewer.games.chess.notation import LAN, STYLES, UCI, write_move
from viewer.games.chess.observe import drawn, ends, observe, start_faults, unplayed, winner
from viewer.games.chess.position import (
    BLACK,
    CHESS_MOVE_OF,
    KINDS,
    NULL,
    SQUARE_NAMES,
    WHITE,
    Position,
    after_move,
    from_pocket,
    move_of,
    pocket_name,
    pocket_square,
    put,
    standing,
    with_turn_passed,
)
from viewer.games.chess.position import SQUARES as POCKET_SQUARES
from viewer.games.chess.san import castling_targets, read_san
from viewer.games.chess.setups import TRAYS, composed, rights, variant_at, with_right
from viewer.games.chess.violations import violation_of
from viewer.games.game import Numbering, Side
from viewer.games.geometry import Geometry
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.scales import LICHESS

if TYPE_CHECKING:
    from viewer.games.openings import Opening
    from viewer.games.replays import Replay

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


class Chess(
    Charted[Position],
    Opened[Position],
    Replaying[Position],
    PlayingLines[Position],
    Holding[Position],
    Editable[Position],
    Checking[Position],
    Deciding[Position],
):
    """Chess. Moves are UCI (e2e4, e7e8q, N@f3, 0000), places are e4, set-ups FEN of six fields.

    A Chess960 set-up has the files of the rooks for castling letters (HAha), and there castling is
    the king's move onto his rook (e1h1). Variants are `variant NAME FEN…`: those that `variants` has are
    played, others shown and not judged. Crazyhouse's pockets are places N@ (White's), n@ (Black's).
    """

    id = "chess"
    name = message("Chess")
    two_moves = "1. e4 c5"
    spoken = (
        r"(?<![A-Za-zÀ-žЀ-ӿ0-9_])(?:[Oo0ОО]-[Oo0О](?:-[Oo0О])?"
        r"|(?:[A-ZÁČŁŠŽ♔-♟КкСЛФп]|Кр)?[a-hасе]?[1-8]?(?:[x×:-]|(?<=\w)\s?[x×:х]\s?)?"
        r"(?:(?<=\w[x:×])[A-Z])?[a-hçасе][1-8]"
        r"(?:=?[A-Zqrbn♔-♟](?![a-z])|\([A-Z]\))?)(?:[+#†‡]{1,2}|\s?e\.?p\.)?(?![A-Za-zÀ-žЀ-ӿ0-9_])"
    )
    sides = (Side("white", SIDE_NAMES[0], "white"), Side("black", SIDE_NAMES[1], "black"))
    starts = setups.STARTS
    quality_scale = LICHESS
    marks_by_click = True
    numbered_starts = 960
    numbered_name = setups.CHESS960
    mates = "viewer.games.chess.mate:ChessMates"
    printing = "viewer.games.chess.printing:ChessPrinting"
    phases = "viewer.games.chess.material:PHASES"
    notations = STYLES
    classification = message("ECO")
    material_words = "viewer.games.chess.material:WORDS"
    piece_names = _PIECE_NAMES
    geometry = GEOMETRY
    piece_sets = PIECE_SETS
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
            return super().numbered_start(number)
        return chess960_setup(number)

    def parse_setup(self, text: str) -> Setup:
        """A FEN of four to six fields, X-FEN or Shredder-FEN, or one of a variant, as neutral text.

        Raises ValueError with a Message.
        """
        return setups.pasted(text)

    def setup_text(self, state: Position) -> str:
        """Six fields, the en passant square after every double push."""
        if state.board is None:
            return "" if state.setup is None else state.setup.text
        return setup_of(state.board).text

    def position_text(self, state: Position) -> str:
        """The FEN; of a variant that isn't played, as it was written."""
        if state.board is not None:
            return fen_of(state.board)
        variant = variant_of(state.setup)
        return self.setup_text(state) if variant is None else variant.fen

    def compose(
        self, state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The set-up of pieces on squares; castling rights stay if king and rook are still in place.

        The variant stays, too.
        """
        return composed(state, pieces, counts, side)

    def put(self, square: str, kind: str) -> tuple[str, str]:
        """In a pocket a piece joins its kind; kings can only be on the board."""
        return put(square, kind)

    def castling_rights(self, state: Position) -> tuple[CastlingRight, ...]:
        """The rights to castle."""
        return rights(state)

    def with_castling_right(self, state: Position, right: str, held: bool) -> Setup:
        """The position with a castling right granted or removed."""
        made = with_right(state, right, held)
        return super().with_castling_right(state, right, held) if made is None else made

    def start_label(self, start: Position) -> Message | None:
        """The name of a start: its Chess960 number, "Set-up position", or the variant."""
        return setups.label(start)

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

    def replay(self, state: Position, style: str = "") -> Replay[Position] | None:
        """A replay from a position of chess as it usually is; None for variants and odd set-ups.

        It writes all styles but those that name both squares.
        """
        from viewer.games.chess.replay import ChessReplay, can_replay  # deferred

        board = state.board
        if style in (LAN, UCI) or board is None or not can_replay(board):
            return None
        return ChessReplay(board, bool(style), style)

    def find_violation(self, state: Position) -> Message | None:
        """Which rule the last action breaks."""
        return violation_of(state)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """All legal moves. None in variants that aren't played."""
        if state.board is None:
            return ()
        return [move_of(move) for move in state.board.generate_legal_moves()]

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """Origin and target of a move; for a drop, White's pocket for either side; () for a null move."""
        move = CHESS_MOVE_OF[action.text] if isinstance(action, Move) else None
        if not move:
            return ()
        target = SQUARE_NAMES[move.to_square]
        return (
            pocket_square(WHITE, move.drop) if move.drop else SQUARE_NAMES[move.from_square]
        ), target

    def touched(self, state: Position) -> tuple[str, ...]:
        """Like `touches`, with drops from the pocket of the side that dropped."""
        before = state.previous
        places = self.touches(state.action)
        return places if before is None else from_pocket(places, before.side)

    def touch_sequences(self, state: Position, move: Move) -> tuple[tuple[str, ...], ...]:
        """Castling: the king to his square, unless that is a step of his, and onto his rook.

        Black's drops begin in Black's pocket.
        """
        usual = from_pocket(self.touches(move), state.side)
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

    def chart(self, state: Position) -> Chart | None:
        """Squares from a1, then the pockets of Crazyhouse; None in variants that aren't played."""
        return chart_of(state)

    def cells(self, state: Position) -> bytes:
        """The pieces on the squares, and how many each pocket has."""
        return cells_at(state)

    def cells_of(self, states: Sequence[Position]) -> bytes:
        """All at once, which is much faster."""
        return cells_of(states)

    def unseen(self, state: Position) -> bytes:
        """Castling rights, and the square of a capture in passing that can be made; checks left to give."""
        board = state.board
        if board is None:
            return b""
        passing = board.ep_square if board.has_legal_en_passant() else None
        tally = getattr(board, "remaining_checks", "")
        return f"{board.clean_castling_rights()} {passing} {tally}".encode()

    # ------------------------------------------------------------------------------- showing

    def pieces(self, state: Position) -> Iterable[tuple[str, str]]:
        """(place, kind) of each piece on the board, from a1 on, then of each type in the pockets."""
        board = state.board or setups.shown(state.setup)
        found = list(standing(board))
        for square in self.counts(state):
            side, type = POCKET_SQUARES[square]
            found.append((square, KINDS[side][type]))
        return found

    def counts(self, state: Position) -> Mapping[str, int]:
        """The number of pieces of each type in the pockets, if any."""
        found = variant_at(state)
        return {} if found is None else found.rules.counts(found.board)

    def tally(self, state: Position) -> tuple[Message, Message] | None:
        """The checks that each side has left to give, in Three-check."""
        found = variant_at(state)
        return None if found is None else found.rules.tally(found.board)

    def geometry_of(self, state: Position) -> Geometry:
        """With pockets in Crazyhouse."""
        found = variant_at(state)
        return WITH_POCKETS if found is not None and found.rules.has_pockets else GEOMETRY

    def square_name(self, state: Position, square: str) -> Message:
        """The square's coordinates: e4; of a pocket whose it is, and for which pieces."""
        return pocket_name(square) or message("{place}", place=square)

    def material(self, state: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Kinds of the pieces that each side has more than the other, queens first."""
        more: tuple[list[str], list[str]] = [], []
        board = state.board
        if board is not None:
            held = self.counts(state)
            for type in _COUNTED:
                ahead = board.pieces_mask(type, chess.WHITE).bit_count()
                ahead -= board.pieces_mask(type, chess.BLACK).bit_count()
                if held:
                    ahead += held.get(pocket_square(WHITE, type), 0)
                    ahead -= held.get(pocket_square(BLACK, type), 0)
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
            after = state.board if state.known_violation is None else None
            state.last_notation = (style, write_move(before.board, known, style, after))
        return state.last_notation[1]

    def read_moves(self, state: Position, text: str, style: str = "") -> list[Move]:
        """The moves that a text may mean, in any spelling; a null move too."""
        if state.board is None:
            return []
        from viewer.games.chess.reading import legal_readings  # deferred

        return [move_of(move) for move in legal_readings(state.board, text, style)]

    def spelling_of(self, texts: Iterable[str]) -> str:
        """The language whose letters the moves have, if English has other ones."""
        from viewer.games.chess.reading import language_of  # deferred

        return language_of(texts)

    def play_lines(self, lines: Sequence[Sequence[str]], follow: bool = False) -> PlayedLines:
        """Lines in standard notation, played one ply of all at a time."""
        if follow:
            from viewer.games.chess.followed import FollowedLines  # deferred

            return FollowedLines(lines)
        from viewer.games.chess.lines import ChessLines  # deferred

        return ChessLines(lines)

    def opening(self, state: Position) -> Opening | None:
        """By the last position that the table of lichess has a name for."""
        from viewer.games.chess.openings import opening_of  # deferred

        return opening_of(state)

    def drawn_on_time(self, state: Position) -> bool:
        """Where the other side couldn't mate either (6.9 of FIDE's laws), as far as its pieces tell."""
        board = state.board
        return board is not None and board.has_insufficient_material(not board.turn)

    def ends_at(self, state: Position) -> list[Message]:
        """Mate, stalemate, material, repetition, quiet moves, how a variant ends."""
        return ends(state)

    def drawn(self, state: Position) -> Message | None:
        """Stalemate, material, repetition, quiet moves."""
        return drawn(state)

    def in_check(self, state: Position) -> bool:
        """By the rules of chess, in its variants too."""
        return state.board is not None and state.board.is_check()

    def start_faults(self, start: Position, played: bool) -> Sequence[Message]:
        """Pawns on the first or last rank, more pawns or pieces than there are, rights without a rook."""
        return () if start.board is None else list(start_faults(start, start.board, played))

    def winner(self, state: Position) -> int | None:
        """The side that has mated, or has won by the rules of a variant."""
        return None if state.board is None else winner(state.board)

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
