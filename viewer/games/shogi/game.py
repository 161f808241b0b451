"""Shogi: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.games.capabilities import Charted, Checking, Deciding, Editable, Holding, Opened
from viewer.games.charts import Chart, exchanged_values, symmetry_of
from viewer.games.game import SET_UP, Numbering, Side
from viewer.games.shogi.geometry import GEOMETRY, PIECE_SETS
from viewer.games.shogi.names import (
    ENDS,
    PIECES,
    SIDE_NAMES,
    STARTS,
    TSUME,
    end_meaning,
    label,
    side_name,
    square_words,
    with_handicap,
)
from viewer.games.shogi.notation import STYLES, write_move
from viewer.games.shogi.observe import drawn, ends, observe, odd_pieces, winner
from viewer.games.shogi.position import (
    BLACK,
    CODE_OF,
    HAND_INDEX,
    HAND_ORDER,
    HAND_PLACES,
    KINDS,
    KING,
    MOST_IN_HAND,
    MOVE_PARTS,
    PASS,
    SQUARE_NAMES,
    SQUARE_OF,
    Position,
    after_move,
    hands_of,
    occupied,
    position_of,
    read_sfen,
    set_up,
    write_sfen,
)
from viewer.games.shogi.reach import checked, legal_moves, may_promote
from viewer.games.shogi.reading import legal_readings, read_written
from viewer.games.shogi.violations import violation_of, without_perpetual_check
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.evaluation import ScoreUnit
from viewer.tree.scales import SHOGIHOME

if TYPE_CHECKING:
    from viewer.games.openings import Opening

_WHITE = 16
_HAND_CELLS = range(81, 97)
_OTHER_HAND_CELLS = (*range(89, 97), *range(81, 89))
_PLACE_AT = dict(zip(HAND_INDEX, HAND_PLACES, strict=True))

CHART = Chart(
    "9x9",
    9,
    9,
    SQUARE_NAMES,
    KINDS,
    tuple(
        (_PLACE_AT.get(at, ""), (at & 7) + (_WHITE if at > 7 else 0))
        for at in range(len(_HAND_CELLS))
    ),
    97,
    exchanged_values((kind, kind + _WHITE) for kind in range(1, _WHITE)),
    (
        symmetry_of("same", 9, 9, _HAND_CELLS),
        symmetry_of("mirror", 9, 9, _HAND_CELLS),
        symmetry_of("flip", 9, 9, _OTHER_HAND_CELLS, exchanges=True),
        symmetry_of("half-turn", 9, 9, _OTHER_HAND_CELLS, exchanges=True),
    ),
)
"""The chart of every board of shogi."""


# ------------------------ Shogi: the object named by the registry, built on the modules next to it

_PIECE_NAMES: dict[str, Message] = {
    **{kind: message("Black {piece}", piece=piece.name) for kind, piece in PIECES.items()},
    **{kind.lower(): message("White {piece}", piece=piece.name) for kind, piece in PIECES.items()},
}
_HANDICAP_PIECE_NAMES: dict[str, Message] = {
    **{
        kind: in_context("shogi with a handicap", "Black {piece}", piece=piece.name)
        for kind, piece in PIECES.items()
    },
    **{
        kind.lower(): in_context("shogi with a handicap", "White {piece}", piece=piece.name)
        for kind, piece in PIECES.items()
    },
}
_RESULTS: Mapping[str, Message] = MappingProxyType(
    {
        "1-0": in_context("result of shogi", "1–0"),
        "0-1": in_context("result of shogi", "0–1"),
    }
)
_HANDICAP_RESULTS: Mapping[str, Message] = MappingProxyType(
    {
        "1-0": in_context("result of shogi with a handicap", "1–0"),
        "0-1": in_context("result of shogi with a handicap", "0–1"),
    }
)
_HANDS = tuple(zip(HAND_INDEX, HAND_PLACES, HAND_ORDER, strict=True))

_BLACK_KINDS = ("K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P")
TRAYS: tuple[tuple[str, ...], ...] = (
    _BLACK_KINDS,
    tuple(kind.lower() for kind in _BLACK_KINDS),
)
"""What the position editor offers, a row for each side."""


def _after(start: Position, moves: list[str]) -> Position:
    """The position alone after moves of USI. Raises ValueError with a Message."""
    board, hands, side, number = start.board, start.hands, start.side, start.number
    for text in moves:
        parts = MOVE_PARTS[text]
        if parts is None:
            raise ValueError(message("“{text}” is no move.", text=text[:24]))
        board, hands, side = after_move(board, hands, side, parts)
        number += 1
    return set_up(board, hands, side, number)


def _from_stand(places: tuple[str, ...], side: int) -> tuple[str, ...]:
    """The places of a move as `touches` has them, a drop from the stand of a side."""
    if side != BLACK and places and places[0].endswith("*"):
        return places[0].lower(), *places[1:]
    return places


class Shogi(
    Charted[Position],
    Holding[Position],
    Opened[Position],
    Editable[Position],
    Checking[Position],
    Deciding[Position],
):
    """Shogi. Moves are USI (7g7f, 8h2b+, P*5e, pass), set-ups SFEN of four fields.

    Places are 7g, and on the stands one for each kind: P* (Black's), p* (White's). Kinds of pieces are
    SFEN's letters.
    """

    id = "shogi"
    name = message("Shogi")
    two_moves = "▲７六歩 △３四歩"
    spoken = (
        r"(?:[1-9１-９][一二三四五六七八九1-9１-９]|同[ 　]?)"
        r"(?:成[香桂銀]|[歩步香桂銀银金角飛飞王玉と杏圭全馬马龍竜龙])[左右上寄引直行入]{0,2}(?:不成|成|生|打)?(?:[（(][1-9]{2}[)）])?"
        r"|(?<![\w*])(?:[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]|[+-][0-9]{4}[A-Z]{2}"
        r"|\+?[PLNSGBRK](?:[1-9]{2}|[1-9][a-i])?[-x*'][1-9](?:[1-9]|[a-i])[+=]?|\+?[PLNSGBRK][1-9][1-9a-i][+=]?)(?!\w)"
    )
    sides = (Side("black", SIDE_NAMES[0], "black"), Side("white", SIDE_NAMES[1], "white"))
    starts = STARTS
    score_unit = ScoreUnit.CENTIPAWNS
    quality_scale = SHOGIHOME
    mates = "viewer.games.shogi.mate:ShogiMates"
    printing = "viewer.games.shogi.printing:ShogiPrinting"
    phases = "viewer.games.shogi.material:PHASES"
    notations = STYLES
    piece_names = _PIECE_NAMES
    geometry = GEOMETRY
    piece_sets = PIECE_SETS
    trays = TRAYS
    ends = ENDS
    ends_by = MappingProxyType(
        {"resigned": "投了", "time": "切れ負け", "board": "詰み", "draw": "持将棋"}
    )
    byoyomi = 1
    position_form = message("SFEN (position)")
    coded = False
    opening_title = in_context("of a game of shogi", "Opening")
    material_words = "viewer.games.shogi.material:WORDS"
    language = "ja"
    short_results = MappingProxyType(
        {
            "1-0": in_context("result of shogi with or without a handicap", "1–0"),
            "0-1": in_context("result of shogi with or without a handicap", "0–1"),
            "1/2-1/2": in_context("result of shogi", "½–½"),
        }
    )

    # ----------------------------------------------------------------------------- positions

    def start(self, setup: Setup | None) -> Position:
        """The position of a root; what can't be read of a set-up is left out."""
        return _position_of(None, setup, 0)

    def parse_setup(self, text: str) -> Setup:
        """An SFEN, or what USI's `position … moves …` leads to. Raises ValueError with a Message."""
        position, complaint = read_sfen(text)
        if complaint is not None:
            raise ValueError(complaint)
        said = text.split()
        if "moves" in said:
            position = _after(position, said[said.index("moves") + 1 :])
        return Setup(write_sfen(position))

    def setup_text(self, state: Position) -> str:
        """An SFEN of four fields."""
        return write_sfen(state)

    def compose(
        self, state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The position of pieces on squares and stands, without unknown ones; the move's number stays."""
        board = bytearray(81)
        hands: dict[str, int] = {}
        for place, kind in pieces.items():
            square = SQUARE_OF.get(place)
            if square is not None:
                board[square] = CODE_OF.get(kind, 0)
            elif place in HAND_PLACES:
                hands[place[0]] = min(MOST_IN_HAND, max(0, counts.get(place, 1)))
        return Setup(write_sfen(set_up(bytes(board), hands_of(hands), side, state.number)))

    def put(self, place: str, kind: str) -> tuple[str, str]:
        """On a stand a piece joins its kind, unpromoted; kings can only be on the board."""
        if not place.endswith("*"):
            return (place, kind) if place in SQUARE_OF and kind in CODE_OF else ("", "")
        code = CODE_OF.get(kind, 0)
        if not code or code & 15 == KING:
            return "", ""
        letter = KINDS[code & 7]
        if place[:1].islower():
            letter = letter.lower()
        return f"{letter}*", letter

    def start_label(self, start: Position) -> Message | None:
        """A handicap by its name, a problem, or that the pieces were set up."""
        return label(start)

    def poses(self, start: Position) -> bool:
        """A tsume, too."""
        return label(start) in (SET_UP, TSUME)

    def side_name(self, side: int, start: Position) -> Message:
        """下手 and 上手 in Japanese, where a handicap is given."""
        return side_name(start, side)

    def result_words(self, text: str, start: Position | None = None) -> Message | None:
        """In Japanese 先手勝ち or 後手勝ち, with a handicap 下手勝ち or 上手勝ち; in lists ▲勝ち, △勝ち."""
        words = super().result_words(text)
        if start is None:
            return words
        return (_HANDICAP_RESULTS if with_handicap(start) else _RESULTS).get(text, words)

    def piece_name(self, kind: str, state: Position | None = None) -> Message:
        """With a handicap 下手の歩 and 上手の歩 in Japanese."""
        if state is not None and kind in _HANDICAP_PIECE_NAMES and with_handicap(state):
            return _HANDICAP_PIECE_NAMES[kind]
        return super().piece_name(kind)

    # ------------------------------------------------------------------------------- actions

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action, as much of it as can be applied. About 2 microseconds."""
        if isinstance(action, (Move, Written)):
            parts = MOVE_PARTS[action.text] if isinstance(action, Move) else None
            board, hands, side = after_move(
                state.board, state.hands, state.side, PASS if parts is None else parts
            )
            return Position(state, action, side, state.ply + 1, board, hands, state.number + 1)
        return self.step_without_move(state, action)

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """The whole position of the set-up."""
        return _position_of(state, setup, state.ply)

    def resolve(self, state: Position, action: Action | None) -> Action | None:
        """What was written, in any notation, as the move it means; if need be one that breaks a rule."""
        if type(action) is Written:
            meant = read_written(state, action.text)
            if meant:
                return meant[0]
        return action

    def find_violation(self, state: Position) -> Message | None:
        """Which rule the last action breaks."""
        return violation_of(state)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """All legal moves. Without a king there is no check to mind."""
        return without_perpetual_check(state, legal_moves(state))

    def chart(self, state: Position) -> Chart:
        """Squares from 9a, then the hands."""
        return CHART

    def cells(self, state: Position) -> bytes:
        """The board, and how many of each kind the hands have."""
        return state.board + bytes([min(count, 255) for count in state.hands])

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """Origin and target; for a drop, the kind as on Black's stand, for either side: P*, 5e."""
        parts = MOVE_PARTS[action.text] if isinstance(action, Move) else None
        if parts is None or parts is PASS:
            return ()
        origin, target, _, kind = parts
        return (f"{KINDS[kind]}*" if kind else SQUARE_NAMES[origin]), SQUARE_NAMES[target]

    def touched(self, state: Position) -> tuple[str, ...]:
        """Like `touches`, with drops from the stand of the side that dropped."""
        places = self.touches(state.action)
        before = state.previous
        return _from_stand(places, before.side) if before is not None else places

    def touch_sequences(self, state: Position, move: Move) -> tuple[tuple[str, ...], ...]:
        """White's drops begin on White's stand."""
        return (_from_stand(self.touches(move), state.side),)

    def resulting_kind(self, state: Position, move: Move) -> str:
        """The piece after the move, if promotion is optional."""
        parts = MOVE_PARTS[move.text]
        if parts is None or parts[0] < 0:
            return ""
        origin, target, promotes, _ = parts
        piece = state.board[origin]
        if not piece or not may_promote(piece, origin, target):
            return ""
        return KINDS[piece + 8 if promotes else piece]

    # ------------------------------------------------------------------------------- showing

    def pieces(self, state: Position) -> Iterable[tuple[str, str]]:
        """(place, kind) of each piece on the board, from 9a on, then of each kind in hand."""
        board, hands = state.board, state.hands
        found = [(SQUARE_NAMES[square], KINDS[board[square]]) for square in occupied(board)]
        if any(hands):
            found += [(place, kind) for index, place, kind in _HANDS if hands[index]]
        return found

    def counts(self, state: Position) -> Mapping[str, int]:
        """The number of pieces of each kind in hand, if any."""
        hands = state.hands
        return {place: hands[index] for index, place, _ in _HANDS if hands[index]}

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style."""
        return write_move(state, style)

    def read_moves(self, state: Position, text: str, style: str = "") -> list[Move]:
        """The legal moves that a text may mean, in any notation; a pass, too."""
        return legal_readings(state, text)

    def end_meaning(self, state: Position, word: str) -> str:
        """The first of KIF's words for the end, whether the record has KIF's, CSA's or USI's."""
        return end_meaning(word, state.side)

    def square_name(self, state: Position, square: str) -> Message:
        """The square's coordinates: 7g; of a stand whose it is, and for which pieces."""
        if square not in HAND_PLACES:
            return square_words(square)
        side = side_name(state, 0 if square[0].isupper() else 1)
        return message("{side}'s hand, {piece}", side=side, piece=PIECES[square[0].upper()].name)

    def opening(self, state: Position) -> Opening | None:
        """By the arrangement of pieces, in a table of our own."""
        from viewer.games.shogi.openings import opening_of  # deferred

        return opening_of(state)

    def start_faults(self, start: Position, played: bool) -> Sequence[Message]:
        """Two pawns on a file, pieces that can never move, more than there are."""
        return list(odd_pieces(start))

    def winner(self, state: Position) -> int | None:
        """The side that has mated."""
        return winner(state)

    def ends_at(self, state: Position) -> list[Message]:
        """Mate, repetition, entering kings."""
        return ends(state)

    def drawn(self, state: Position) -> Message | None:
        """The fourth occurrence of a position, without perpetual check."""
        return drawn(state)

    def in_check(self, state: Position) -> bool:
        """A side without a king never is."""
        return checked(state.board, state.side)

    def observations(self, state: Position) -> list[Message]:
        """Check, mate, repetition, entering kings, faults of a set-up."""
        return observe(state)

    def numbering(self, start: Position) -> Numbering:
        """Plies are counted one by one, from the number in the SFEN, whichever side begins."""
        return Numbering(start.number, start.side, by_ply=True)


def _position_of(previous: Position | None, setup: Setup | None, ply: int) -> Position:
    """The position of a set-up, as the state that it leads to."""
    said = position_of(setup)
    return Position(previous, setup, said.side, ply, said.board, said.hands, said.number)


GAME = Shogi()
