"""Optional capabilities of games, each a base class.

Callers check the type, and the type checker knows which methods the game then has:

    if isinstance(game, Counted):
        score = game.score(state, game.guess_dead(state))

A game inherits from those it has: `class Go(Sized[Position], Counted[Position], …)`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from viewer.base.fields import Field, Values
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.charts import Chart
from viewer.games.game import Game, S
from viewer.games.geometry import Geometry
from viewer.games.score import Outcome, Score
from viewer.tree.action import Move, Setup
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.games.openings import Opening
    from viewer.games.replays import Replay

# ---------------------------------------------------------------------------------- positions


class Charted(Game[S]):
    """Games whose positions can be kept as rows of bytes and searched.

    Castling rights, captures in passing, ko and repetition are no part of them: an arrangement of
    pieces is found however it came about.

    Attributes:
        turned_alike: whether players take a turned or mirrored position, and the moves there, for the same.
        corners: from how many lines on players study each corner of a board by itself (joseki), 0: never.
        material_words: "module:name" of how players name material (`games.material`), "" if they don't.
    """

    turned_alike: bool = False
    corners: int = 0
    material_words: str = ""

    @abstractmethod
    def chart(self, state: S) -> Chart | None:
        """What the cells of a state stand for; the same object for the same board. None: it has no cells."""

    @abstractmethod
    def cells(self, state: S) -> bytes:
        """The cells of a state that has a chart."""

    def cells_of(self, states: Sequence[S]) -> bytes:
        """The cells of several states of one chart, one after the other."""
        return b"".join([self.cells(state) for state in states])

    def identity(self, state: S) -> bytes | None:
        """What two states share if the same moves can follow, apart from repetition; None without a chart."""
        chart = self.chart(state)
        if chart is None:
            return None
        return b"%s %d %s " % (chart.id.encode(), state.side, self.unseen(state)) + self.cells(
            state
        )

    def unseen(self, state: S) -> bytes:
        """What the rules know of a state beside its cells and side: castling rights, a ko."""
        return b""


# ------------------------------------------------------------------------------------- starts


class Sized(Game[S]):
    """Games whose boards are of several sizes."""

    @abstractmethod
    def size_text(self, state: S) -> str:
        """The size of the board as `parse_setup` reads it: `19`, `13x9` (columns first)."""


class Begun(Game[S]):
    """Games that ask more for a new record than a start: a size, a handicap, rules, komi.

    Kinds of header are "rules", "scoring", "komi", "handicap" (`HeaderField.kind`).
    """

    @abstractmethod
    def beginning_fields(self, values: Values) -> Sequence[Field]:
        """The fields; their defaults and choices may follow from values given for some of them."""

    @abstractmethod
    def beginning_setup(self, values: Values) -> Setup:
        """The start by the values of the fields. Raises ValueError with a Message."""

    @abstractmethod
    def beginning_headers(self, values: Values) -> Mapping[str, str]:
        """What the values say of rules, komi and handicap, by kinds of header."""

    def beginning_doubts(self, record: Record) -> Iterable[Diagnostic]:
        """What a record says of rules and handicap that isn't known or isn't so."""
        return ()

    def even_beginning(self, values: Values) -> Values:
        """The values without a handicap, and without what follows from it."""
        return values

    def usual_values(self, kind: str, headers: Sequence[Header]) -> tuple[str, ...]:
        """The usual values of a kind of header, the most frequent first; () for an unknown kind.

        They may depend on the record's other headers: komi depends on the rules.
        """
        return ()

    def new_values(self, start: S) -> Mapping[str, str]:
        """The headers of a new record from a start, by kinds of header; {} for none."""
        return {}


# -------------------------------------------------------------------------------------- moves


class Passing(Game[S]):
    """Games in which a side may pass, if only in records."""

    offers_pass = True

    @abstractmethod
    def pass_move(self, state: S) -> Move:
        """The move by which the side to move passes."""


class Placing(Game[S]):
    """Games in which each move places a piece on a free square, where it stays.

    Attributes:
        stones: the kind of piece that each side places, in the order of `sides`.
    """

    stones: tuple[str, str]

    @abstractmethod
    def stone(self, state: S, side: int, square: str) -> Move | None:
        """The move that places a side's piece on a square, legal or not: `violation` tells for the state
        after it. None if the board has no such square.
        """

    @abstractmethod
    def stone_at(self, state: S, square: str) -> str:
        """The kind of piece on a square, "" for none."""


class Declaration(NamedTuple):
    """A move that touches no square and isn't a pass: a swap, a resignation, a draw offer.

    A click on `square` makes it too, "" for none.
    """

    id: str
    name: Message
    move: Move
    square: str = ""


class Declaring(Game[S]):
    """Games with declarations: moves that touch no square."""

    @abstractmethod
    def declarations(self, state: S) -> tuple[Declaration, ...]:
        """The declarations of the side to move, without passing."""


def declarations_of(game: Game[Any], state: Any) -> tuple[Declaration, ...]:
    """The declarations of the side to move; () in games without declarations."""
    return game.declarations(state) if isinstance(game, Declaring) else ()


class Replaying(Game[S]):
    """Games whose lines can be replayed in place, many times as fast as state by state."""

    @abstractmethod
    def replay(self, state: S, style: str = "") -> Replay[S] | None:
        """A replay that begins at a state; None if it has to be played state by state.

        With a style, one of `notations`, it writes its moves as well (`Replay.text`); None if it can't so.
        """


class Opened(Game[S]):
    """Games whose openings have names.

    Attributes:
        classification: the short name of what their codes are of (ECO), "Code" where they have none.
        coded: whether its openings have codes.
        opening_title: what players call the opening of a game, as the heading of a column.
    """

    classification: Message = message("Code")
    coded: bool = True
    opening_title: Message = message("Opening")

    @abstractmethod
    def opening(self, state: S) -> Opening | None:
        """The opening of the line that leads to a state, named from its moves; None if it has no name.

        A transposition counts: positions and arrangements have names, not orders of moves.
        """


def opening_of(game: Game[Any], state: Any) -> Opening | None:
    """The opening of the line to a state, see `Opened.opening`; None in other games."""
    return game.opening(state) if isinstance(game, Opened) else None


# ------------------------------------------------------------------------------------ showing


class BoardLayout(NamedTuple):
    """A layout of the board: turned, or with different lines."""

    id: str
    name: Message


class LaidOut(Game[S]):
    """Games whose board has several layouts.

    Attributes:
        layouts: at least two, the usual one first.
    """

    layouts: tuple[BoardLayout, ...]

    @abstractmethod
    def geometry_as(self, state: S, layout: str) -> Geometry:
        """The board of a state in one of `layouts`; the usual one for an id that isn't known.

        Returns the same object for the same board, like `geometry_of`.
        """


def layouts_of(game: Game[Any]) -> tuple[BoardLayout, ...]:
    """The layouts of a game's board, () if there is only one."""
    return game.layouts if isinstance(game, LaidOut) else ()


def board_geometry(game: Game[Any], state: Any, layout: str = "") -> Geometry:
    """The board of a state in a layout of its game; the usual one if the game has no such layout."""
    if layout and isinstance(game, LaidOut):
        return game.geometry_as(state, layout)
    return game.geometry_of(state)


class Holding(Game[S]):
    """Games in which sides hold captured pieces in hand."""

    @abstractmethod
    def counts(self, state: S) -> Mapping[str, int]:
        """The number of pieces at each square that can hold several."""

    @abstractmethod
    def put(self, square: str, kind: str) -> tuple[str, str]:
        """(square, kind) of a piece that the position editor drops on a square.

        Pieces in hand lose their promotion and go to their own kind; ("", "") if a kind can't
        be at a square at all. Rules of play don't matter here.
        """


def counts_of(game: Game[Any], state: Any) -> Mapping[str, int]:
    """The number of pieces at each square that holds several; {} in games without pieces in hand."""
    return game.counts(state) if isinstance(game, Holding) else {}


# ----------------------------------------------------------------------------- ends of games


class Checking(Game[S]):
    """Games in which a side can be in check."""

    @abstractmethod
    def in_check(self, state: S) -> bool:
        """Whether the side to move is in check."""


class Deciding(Game[S]):
    """Games that end with a win on the board (mate), whatever is agreed or written."""

    @abstractmethod
    def winner(self, state: S) -> int | None:
        """The index of the side that has won at a position, None while neither has."""


class Connecting(Deciding[S]):
    """Games won by connecting one's edges of the board."""

    @abstractmethod
    def winning_chain(self, state: S) -> tuple[str, ...]:
        """The squares of the winning chain, from edge to edge; () if no side has won."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The outcome shown by a position; None if the game goes on."""


class Counting(NamedTuple):
    """A way of counting a position at the end of a game."""

    id: str
    name: Message


class Counted(Game[S]):
    """Games in which points are counted at the end, after removing dead pieces.

    Attributes:
        countings: the ways of counting.
        rule_book: "module:name" of its `counting.RuleBook`.
    """

    countings: tuple[Counting, ...]
    rule_book: str

    @abstractmethod
    def prisoners(self, state: S) -> tuple[int, int]:
        """The number of pieces that each side has captured; shown next to the names."""

    @abstractmethod
    def guess_dead(self, state: S) -> frozenset[str]:
        """The squares of the pieces that are likely dead."""

    @abstractmethod
    def toggle_dead(self, state: S, dead: frozenset[str], square: str) -> frozenset[str]:
        """The dead pieces after the group on a square was marked dead, or alive if it was dead before."""

    @abstractmethod
    def score(self, state: S, dead: frozenset[str], neutral: Collection[str] = ()) -> Score:
        """The count of a position without its dead pieces.

        Empty areas that contain a square of `neutral` are in a seki: whose they are depends on the rules.
        """

    @abstractmethod
    def counting(self, state: S) -> tuple[str, float]:
        """The way to count a position under its record's rules: (id of a Counting, komi)."""

    @abstractmethod
    def counted_as(self, state: S, counting: str, komi: float) -> S:
        """The same position under rules with another way of counting and another komi."""

    @abstractmethod
    def counted_values(
        self, headers: Sequence[Header], state: S, counting: str, komi: float
    ) -> Mapping[str, str]:
        """The headers to write for such a count, by kinds of header: the rules, the komi.

        Existing header values that mean the same are kept as written.
        """

    @abstractmethod
    def margin_words(self, text: str) -> Message | None:
        """The meaning of a result with a margin (`B+3.5`), None for other texts."""


def result_words(game: Game[Any], text: str) -> Message | None:
    """The meaning of a result, as far as its text is known."""
    margin = game.margin_words(text) if isinstance(game, Counted) else None
    return margin or next((one.name for one in game.results if one.text == text), None)


# ------------------------------------------------------------------------ the position editor


class CastlingRight(NamedTuple):
    """A right to castle: whether a position has it, and whether king and rook are in place for it."""

    id: str
    name: Message
    held: bool
    possible: bool


class Editable(Game[S]):
    """Games whose positions can be edited.

    Attributes:
        trays: the kinds of pieces that the position editor offers, a row for each side.
    """

    trays: tuple[tuple[str, ...], ...]

    @abstractmethod
    def compose(
        self, state: S, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The set-up of a position from its pieces (kind by square) and the side to move.

        `counts` as in `Holding.counts`. Other data of `state` (castling rights, move number) are
        kept as far as they still apply. Unknown squares and kinds are left out.
        """

    def rearranged(self, before: S, pieces: Mapping[str, str], side: int | None) -> Setup:
        """The mid-game set-up that changes `before` to these pieces.

        `side` is then to move; None leaves that unchanged. As many pieces are in hand as before.
        """
        turn = before.side if side is None else side
        return self.compose(before, pieces, counts_of(self, before), turn)

    def castling_rights(self, state: S) -> tuple[CastlingRight, ...]:
        """The rights to castle; () in games without."""
        return ()

    def with_castling_right(self, state: S, right: str, held: bool) -> Setup:
        """The position with a right of `castling_rights` granted or removed.

        Raises ValueError for another; its argument is a Message.
        """
        raise ValueError(message("{game} has no right {right}.", game=self.name, right=right))
