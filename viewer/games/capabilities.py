"""What some games have and others don't, each a class that a game is of or not.

Whoever needs one asks by type, and the type checker knows what the game then has:

    if isinstance(game, Counted):
        score = game.score(state, game.guess_dead(state))

A game names those it has as its bases: `class Go(Sized[Position], Counted[Position], …)`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from viewer.base.messages import Message
from viewer.games.game import Game, S
from viewer.games.geometry import Geometry, Link
from viewer.games.score import Outcome, Score
from viewer.tree.action import Move, Setup
from viewer.tree.record import Header

# ------------------------------------------------------------------------------------- starts


class Numbered(Game[S]):
    """Games with starts that go by a number from 0 on (Chess960).

    Attributes:
        numbered_starts: how many there are.
        numbered_name: what these are called.
    """

    numbered_starts: int
    numbered_name: Message

    @abstractmethod
    def numbered_start(self, number: int) -> Setup:
        """The start of a number below `numbered_starts`.

        Raises ValueError if there is none; its argument is a Message.
        """


class Sized(Game[S]):
    """Games whose boards are of several sizes."""

    @abstractmethod
    def size_text(self, state: S) -> str:
        """The size of the board as `parse_setup` reads it: `19`, `13x9` (columns first)."""


class Negotiated(Game[S]):
    """Games whose players agree on rules, komi or handicap, which their records say in headers.

    Kinds of header are "rules", "scoring", "komi", "handicap" (`HeaderField.kind`).
    """

    @abstractmethod
    def usual_values(self, kind: str, headers: Sequence[Header]) -> tuple[str, ...]:
        """The usual values of a kind of header, the most usual first; () for a kind it doesn't know.

        They may depend on the record's other headers: komi depends on the rules.
        """

    @abstractmethod
    def new_values(self, start: S) -> Mapping[str, str]:
        """The headers of a new record from a start, by kinds of header; {} for none."""


class Variants(Game[S]):
    """Games that also show records of their variants, without playing them."""

    @abstractmethod
    def unplayed(self, start: S) -> Message | None:
        """Why moves from a start are shown as text and not played; None if they are played."""


# -------------------------------------------------------------------------------------- moves


class Passing(Game[S]):
    """Games in which a side may pass."""

    @abstractmethod
    def pass_move(self, state: S) -> Move:
        """The move by which the side to move passes."""


class Placing(Game[S]):
    """Games in which pieces are put on free squares, one a move, and not moved.

    Attributes:
        stones: the kind of piece that each side puts, in the order of `sides`.
    """

    stones: tuple[str, str]

    @abstractmethod
    def stone(self, state: S, side: int, square: str) -> Move | None:
        """The move that puts a side's piece on a square, legal or not: `violation` says of the state
        after it. None if the board has no such square.
        """


class Declaration(NamedTuple):
    """A move that touches no square and isn't a pass: a swap, resigning, the offer of a draw.

    A click on `square` makes it as well, "" for none.
    """

    id: str
    name: Message
    move: Move
    square: str = ""


class Declaring(Game[S]):
    """Games with moves that are declared and touch no square."""

    @abstractmethod
    def declarations(self, state: S) -> tuple[Declaration, ...]:
        """Those of the side to move, beside passing."""


def declarations_of(game: Game[Any], state: Any) -> tuple[Declaration, ...]:
    """What the side to move may declare; () in games without declarations."""
    return game.declarations(state) if isinstance(game, Declaring) else ()


class Linked(Game[S]):
    """Games in which moves make links between pieces and take them away."""

    @abstractmethod
    def links(self, state: S) -> Sequence[Link]:
        """The links of a position in drawing order, with those the last move took away."""

    @abstractmethod
    def with_link(self, state: S, move: Move, ends: tuple[str, str]) -> Move | None:
        """`move` with one link toggled: made, taken away, or left to the rules again.

        Where `move` leaves its links to the rules, they become part of its text. None where `ends` can't
        be linked.
        """


def links_of(game: Game[Any], state: Any) -> Sequence[Link]:
    """The links of a position as `Linked.links` has them; () in games without links."""
    return game.links(state) if isinstance(game, Linked) else ()


# ------------------------------------------------------------------------------------ showing


class BoardLayout(NamedTuple):
    """A way of laying the same board out: turned, or with other lines on it."""

    id: str
    name: Message


class LaidOut(Game[S]):
    """Games whose board can be laid out in several ways.

    Attributes:
        layouts: two at least, the usual one first.
    """

    layouts: tuple[BoardLayout, ...]

    @abstractmethod
    def geometry_as(self, state: S, layout: str) -> Geometry:
        """The board of a state in one of `layouts`; the usual one for an id that isn't known.

        The same object for the same board, as of `geometry_of`.
        """


def layouts_of(game: Game[Any]) -> tuple[BoardLayout, ...]:
    """The layouts of a game's board, () if there is only one."""
    return game.layouts if isinstance(game, LaidOut) else ()


def board_geometry(game: Game[Any], state: Any, layout: str = "") -> Geometry:
    """The board of a state in a layout of its game, the usual one where the game has no such layout."""
    if layout and isinstance(game, LaidOut):
        return game.geometry_as(state, layout)
    return game.geometry_of(state)


class Holding(Game[S]):
    """Games in which sides hold captured pieces in hand."""

    @abstractmethod
    def counts(self, state: S) -> Mapping[str, int]:
        """How many pieces there are at each square that can hold several."""

    @abstractmethod
    def put(self, square: str, kind: str) -> tuple[str, str]:
        """(square, kind) of a piece that the position editor drops on a square.

        Pieces in hand lose their promotion and lie with their own kind; ("", "") where a kind can't
        stand at a square at all. Rules of play don't matter here.
        """


def counts_of(game: Game[Any], state: Any) -> Mapping[str, int]:
    """How many pieces lie at each square that holds several; {} in games without pieces in hand."""
    return game.counts(state) if isinstance(game, Holding) else {}


class Valued(Game[S]):
    """Games whose players count the pieces that each side has more than the other.

    Attributes:
        piece_values: what kinds of pieces count, in pawns.
    """

    piece_values: Mapping[str, int]

    @abstractmethod
    def material(self, state: S) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Kinds of the pieces that each side has more than the other, to be shown beside the names."""


# ----------------------------------------------------------------------------- ends of games


class Connecting(Game[S]):
    """Games that a side wins by joining its edges of the board."""

    @abstractmethod
    def winning_chain(self, state: S) -> tuple[str, ...]:
        """The squares of the pieces by which a side has won, from edge to edge; () while none has."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How a game has ended by its position; None if it goes on."""


class Counting(NamedTuple):
    """A way of counting a position at the end of a game."""

    id: str
    name: Message


class Counted(Negotiated[S]):
    """Games in which points are counted at the end, dead pieces taken off.

    Attributes:
        countings: the ways of counting.
    """

    countings: tuple[Counting, ...]

    @abstractmethod
    def prisoners(self, state: S) -> tuple[int, int]:
        """How many pieces each side has captured; shown beside the names."""

    @abstractmethod
    def guess_dead(self, state: S) -> frozenset[str]:
        """Places of the pieces that are likely dead."""

    @abstractmethod
    def toggle_dead(self, state: S, dead: frozenset[str], square: str) -> frozenset[str]:
        """The dead pieces after the group on a square was marked dead, or alive if it was dead before."""

    @abstractmethod
    def score(self, state: S, dead: frozenset[str], neutral: Collection[str] = ()) -> Score:
        """The count of a position without its dead pieces.

        Empty areas with a square of `neutral` in them are nobody's.
        """

    @abstractmethod
    def counting(self, state: S) -> tuple[str, float]:
        """How a position is counted under its record's rules: (id of a Counting, komi)."""

    @abstractmethod
    def counted_as(self, state: S, counting: str, komi: float) -> S:
        """The same position under rules that count it in another way, with another komi."""

    @abstractmethod
    def counted_values(
        self, headers: Sequence[Header], state: S, counting: str, komi: float
    ) -> Mapping[str, str]:
        """The headers to write for such a count, by kinds of header: the rules, the komi.

        Values that the headers have already and that mean the same are kept as written.
        """

    @abstractmethod
    def margin_words(self, text: str) -> Message | None:
        """What a result with a margin (`B+3.5`) means, None for what is none."""


def result_words(game: Game[Any], text: str) -> Message | None:
    """What a result means, as far as its text says something known."""
    margin = game.margin_words(text) if isinstance(game, Counted) else None
    return margin or next((one.name for one in game.results if one.text == text), None)


# ------------------------------------------------------------------------ the position editor


class Editable(Game[S]):
    """Games whose positions can be edited.

    Attributes:
        trays: kinds of pieces that the position editor offers, a row for each side.
    """

    trays: tuple[tuple[str, ...], ...]

    @abstractmethod
    def compose(
        self, state: S, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The set-up of a position from its pieces (kind by square) and the side to move.

        `counts` as `Holding.counts`. What else `state` says (castling rights, number of the move) is
        kept as far as it still fits. A square or a kind that isn't known is left out.
        """

    def rearranged(self, before: S, pieces: Mapping[str, str], side: int | None) -> Setup:
        """The set-up in mid-game after which these pieces stand where `before` stood.

        `side` is to move then, None leaves that as it is.
        """
        return self.compose(before, pieces, {}, before.side if side is None else side)


class CastlingRight(NamedTuple):
    """A right to castle: whether a position has it, and whether king and rook stand so that it can."""

    id: str
    name: Message
    held: bool
    possible: bool


class Castling(Editable[S]):
    """Games whose positions say who may still castle, which the position editor offers to change."""

    @abstractmethod
    def castling_rights(self, state: S) -> tuple[CastlingRight, ...]:
        """The rights to castle."""

    @abstractmethod
    def with_castling_right(self, state: S, right: str, held: bool) -> Setup:
        """The position with a right of `castling_rights` given or taken.

        Raises ValueError for another; its argument is a Message.
        """
