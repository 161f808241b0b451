"""What every game gives: its sides and starts, states, legality, notation, geometry.

A state is immutable and linked to the one before it, so that takebacks, repetition and ko follow
links. `step` never refuses: an illegal move is applied as far as it can be, and `problem` says
what is wrong with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from viewer.base.messages import Message, message
from viewer.games.geometry import Geometry, Link, Part
from viewer.games.score import Ending, Outcome, Score
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header, Record


class Side(NamedTuple):
    """One of the two sides. `colour` is a token of the theme ("red", "black", …)."""

    id: str
    name: Message
    colour: str


class StartPosition(NamedTuple):
    """A start that "New" offers."""

    id: str
    name: Message
    setup: Setup


class NotationStyle(NamedTuple):
    """A way of writing moves."""

    id: str
    name: Message


class Numbering(NamedTuple):
    """How plies are numbered from a start: ply 1 stands in `column` (0 or 1) of row `number`.

    With `by_ply` plies are numbered, ply 1 with `number`, and a row shows that of its first (shogi, go);
    else rounds are.
    """

    number: int = 1
    column: int = 0
    by_ply: bool = False

    def at(self, ply: int) -> tuple[int, int]:
        """(number, column) of a ply, counted from 1."""
        place = self.column + ply - 1
        number = self.number + (ply - 1 if self.by_ply else place // 2)
        return number, place % 2

    def label(self, ply: int) -> str:
        """The number of a ply as it stands before its move: "3.", of the second in a round "3…"."""
        number, column = self.at(ply)
        return f"{number}…" if column and not self.by_ply else f"{number}."


class PieceSet(NamedTuple):
    """A way of drawing the pieces: parts of each kind, drawn in order."""

    id: str
    name: Message
    art: Mapping[str, tuple[Part, ...]]


class Layout(NamedTuple):
    """A way of laying the same board out: turned, or with other lines on it."""

    id: str
    name: Message


class Counting(NamedTuple):
    """A way of counting a position at the end of a game."""

    id: str
    name: Message


class Call(NamedTuple):
    """A move that touches no place and isn't a pass: a swap, resigning, the offer of a draw.

    A click on `place` makes it as well, "" for none.
    """

    id: str
    name: Message
    move: Move
    place: str = ""


class Right(NamedTuple):
    """Something a position says beside its pieces, yes or no (a right to castle).

    `possible` is whether the pieces stand so that it can be said.
    """

    id: str
    name: Message
    held: bool
    possible: bool


class State:
    """A position in a line.

    Attributes:
        previous: the state before `action`, None at the start.
        action: what led here, None at the start; what a file wrote is the Move it means, where it means one.
        side: index in `Game.sides` of the side to move.
        ply: number of plies since the start: moves, readable or not, and ends that stand at a ply;
            not remarks, set-ups or nodes without action, and nothing that was taken back.
    """

    __slots__ = ("action", "ply", "previous", "side")

    def __init__(self, previous: State | None, action: Action | None, side: int, ply: int) -> None:
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A game. Nothing here raises on what a record holds; `parse_setup` alone refuses.

    Attributes:
        id: as in the registry.
        sides: the side that usually moves first comes first.
        starts: for "New"; the first is the usual one.
        notations: styles of `notation`; the first is the usual one.
        geometry: what the usual board looks like; `geometry_of` has that of a state.
        mark_sign: the kind of mark that a click draws around a place.
        mark_kinds: the kinds of marks that are drawn in records of the game, see `annotation.Mark`.
        stones: kinds of piece that the sides put on free places, one a move, in the order of `sides`;
            () where pieces are moved.
        quarter_turns: whether the board may be turned by quarters, since it has no side of a player.
        numbered_starts: how many starts there are that go by a number from 0 on (Chess960), 0 for none.
        numbered_name: what these are called.
        piece_values: what kinds of pieces count, where players count so.
        piece_sets: other ways of drawing the pieces than the geometry's, which comes first; () for none.
        trays: kinds of pieces that the position editor offers, a row for each side; () where
            positions can't be edited.
        verdicts: whether positions of its records have verdicts, of which those above follow.
        layouts: ways of laying the board out, the usual one first; () where there is only one.
        countings: ways in which a position is counted at the end; () in games that aren't counted.
        results: results as records of this game write them, where a format has no list of its own.
        ends: ends that stand at a ply, as texts of a Terminal; () where records have none.
        position_form: what people call the line of text that `position_text` is.
    """

    id: str
    name: Message
    sides: tuple[Side, Side]
    starts: tuple[StartPosition, ...]
    notations: tuple[NotationStyle, ...]
    geometry: Geometry
    numbered_starts: int = 0
    numbered_name: Message = Message("")
    mark_sign: str = "square"
    mark_kinds: tuple[str, ...] = ("square", "circle", "arrow")
    stones: tuple[str, ...] = ()
    quarter_turns: bool = False
    piece_values: Mapping[str, int] = MappingProxyType({})
    piece_sets: tuple[PieceSet, ...] = ()
    trays: tuple[tuple[str, ...], ...] = ()
    verdicts: bool = False
    layouts: tuple[Layout, ...] = ()
    countings: tuple[Counting, ...] = ()
    results: tuple[Ending, ...] = ()
    ends: tuple[Ending, ...] = ()
    position_form: Message = message("Line of text (position)")

    def result_words(self, text: str) -> Message | None:
        """What a result means, as far as its text says something known."""
        return next((one.name for one in self.results if one.text == text), None)

    @abstractmethod
    def start(self, setup: Setup | None) -> S:
        """The state of a root: the usual start for None. Unreadable parts of a set-up are left out."""

    def start_of(self, record: Record) -> S:
        """The start of a record, under the rules that its headers say where a game has several."""
        return self.start(record.setup)

    @abstractmethod
    def parse_setup(self, text: str) -> Setup:
        """A set-up as people type or paste it, in neutral form.

        Raises ValueError; its argument is a Message that names the place.
        """

    def numbered_start(self, number: int) -> Setup:
        """The start of a number below `numbered_starts`.

        Raises ValueError where there is none; its argument is a Message.
        """
        raise ValueError(message("{game} has no numbered starts.", game=self.name))

    @abstractmethod
    def setup_text(self, state: S) -> str:
        """The position as a Setup's text."""

    def position_text(self, state: S) -> str:
        """The position as other programs read it (the `start` of a dump)."""
        return self.setup_text(state)

    @abstractmethod
    def step(self, state: S, action: Action | None) -> S:
        """The state after an action, as much of it as can be applied."""

    def resolve(self, state: S, action: Action | None) -> Action | None:
        """What an action is in a state: for Written the Move it means, where it means one."""
        if type(action) is Written:
            meant = self.read_moves(state, action.text)
            if meant:
                return meant[0]
        return action

    def advance(self, state: S, action: Action | None) -> S:
        """The state after an action as a record holds it: resolved, then stepped."""
        return self.step(state, self.resolve(state, action))

    @abstractmethod
    def problem(self, state: S) -> Message | None:
        """Which rule the action that led to `state` breaks; None if none, or at a start."""

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[Move]:
        """All legal moves of the side to move that touch the board."""

    def pass_move(self, state: S) -> Move | None:
        """The move by which the side to move passes; None where passing is no part of the game."""
        return None

    def calls(self, state: S) -> tuple[Call, ...]:
        """The moves of the side to move that touch no place, beside passing; () for none."""
        return ()

    def with_link(self, state: S, move: Move, ends: tuple[str, str]) -> Move | None:
        """A move of `state` that makes a link besides, takes one away, or no longer does either.

        Where `move` leaves the links to the rules, these become part of its text. None in games
        without links, and for what can't be one.
        """
        return None

    def stone(self, state: S, side: int, place: str) -> Move | None:
        """The move that puts a side's piece on a place, legal or not: `problem` says of the state after
        it. None in games without `stones`, and where the board has no such place.
        """
        return None

    @abstractmethod
    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The places a hand touches to make a move, in order (from, to); () for what is no move.

        `ways` has all the touches that make a move, `touched` those that are marked as the last one.
        """

    def touched(self, state: S) -> tuple[str, ...]:
        """The places that the action that led to `state` touched, as `touches` has them.

        Where a place depends on who moves (shogi's stands), it is that of who moved.
        """
        return self.touches(state.action)

    def ways(self, state: S, move: Move) -> tuple[tuple[str, ...], ...]:
        """All sequences of touches that make a legal move; castling has more than one.

        The window offers the legal moves of which a way begins with the places touched so far.
        """
        return (self.touches(move),)

    def choice(self, state: S, move: Move) -> str:
        """The kind of piece by which a move is told from others of the same touches; "" if none."""
        return ""

    def prisoners(self, state: S) -> tuple[int, int] | None:
        """How many pieces each side has captured, where players count so; shown beside the names."""
        return None

    def material(self, state: S) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Kinds of the pieces that each side has more than the other, to be shown beside the names."""
        return (), ()

    def geometry_of(self, state: S) -> Geometry:
        """What the board of a state looks like, in games whose boards differ in size.

        The same object for the same board: caches of what is drawn go by it.
        """
        return self.geometry

    def geometry_as(self, state: S, layout: str) -> Geometry:
        """The board of a state in one of `layouts`; the usual one for an id that isn't known."""
        return self.geometry_of(state)

    def links(self, state: S) -> Sequence[Link]:
        """The bridges between pieces, in drawing order, with those the last move took away."""
        return ()

    def winning_chain(self, state: S) -> tuple[str, ...]:
        """The places of the pieces by which a side has won, from edge to edge; () while none has."""
        return ()

    @abstractmethod
    def pieces(self, state: S) -> Iterable[tuple[str, str]]:
        """(place, kind) of each piece on the board; kinds are keys of `geometry.art`."""

    def counts(self, state: S) -> Mapping[str, int]:
        """How many pieces there are at each place that can hold several (a hand); else one."""
        return {}

    def put(self, place: str, kind: str) -> tuple[str, str]:
        """Where a piece that the position editor drops on a place comes to be, and as what.

        Pieces in hand lose their promotion and lie with their own kind; ("", "") where a kind can't
        stand at a place at all. Rules of play don't matter here.
        """
        return place, kind

    def compose(
        self, state: S, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """The position of pieces at places with a side to move, as the position editor has it.

        `counts` as in `counts`. What else `state` says (castling rights, number of the move) is kept as
        far as it still fits. Raises NotImplementedError where `trays` is empty.
        """
        raise NotImplementedError

    def rearranged(self, before: S, pieces: Mapping[str, str], side: int | None) -> Setup:
        """The set-up in mid-game after which these pieces stand where `before` stood.

        `side` is to move then, None leaves that as it is. Raises NotImplementedError as `compose`.
        """
        return self.compose(before, pieces, {}, before.side if side is None else side)

    def rights(self, state: S) -> tuple[Right, ...]:
        """What the position editor offers to say beside pieces and side to move; () for nothing."""
        return ()

    def with_right(self, state: S, right: str, held: bool) -> Setup:
        """The position with a right of `rights` given or taken. Raises ValueError for another."""
        raise ValueError(message("{game} has no right {right}.", game=self.name, right=right))

    def size_text(self, state: S) -> str:
        """The size of the board as `parse_setup` reads it; "" in games whose boards are all alike."""
        return ""

    def usual_values(self, kind: str, headers: Sequence[Header]) -> tuple[str, ...]:
        """What players usually agree on, of a kind of header ("rules", "komi", "handicap").

        What a record's headers say counts: komi goes by the rules. () where the game knows of none.
        """
        return ()

    def new_values(self, start: S) -> Mapping[str, str]:
        """What a new record says from a start, by kinds of headers (see `usual_values`); {} for nothing."""
        return {}

    def start_label(self, start: S) -> Message | None:
        """What players call a start other than the usual one (a handicap, a problem), if anything."""
        return None

    def unplayed(self, start: S) -> Message | None:
        """Why moves from a start are shown as text and not played; None where they are played."""
        return None

    def guess_dead(self, state: S) -> frozenset[str]:
        """Places of the pieces that are likely dead, where games are counted with these taken off."""
        return frozenset()

    def toggle_dead(self, state: S, dead: frozenset[str], place: str) -> frozenset[str]:
        """The dead pieces after somebody said of the one on a place that it is dead, or isn't."""
        return dead

    def score(self, state: S, dead: frozenset[str], neutral: Collection[str] = ()) -> Score | None:
        """The count of a position without its dead pieces; None in games that aren't counted.

        Empty areas with a place of `neutral` in them are nobody's.
        """
        return None

    def counting(self, state: S) -> tuple[str, float]:
        """How a position is counted under its record's rules: (id of a Counting, komi).

        ("", 0.0) in games that aren't counted.
        """
        return "", 0.0

    def counted_as(self, state: S, counting: str, komi: float) -> S:
        """The same position under rules that count it in another way, with another komi."""
        return state

    def counted_values(
        self, headers: Sequence[Header], state: S, counting: str, komi: float
    ) -> Mapping[str, str]:
        """What a record says that was counted so, by kinds of headers: the rules, the komi.

        What its headers say already stays where it means the same.
        """
        return {}

    def outcome(self, state: S) -> Outcome | None:
        """How a game has ended by its position; None where it goes on, and in games that can't tell."""
        return None

    @abstractmethod
    def notation(self, state: S, style: str) -> str:
        """The action that led to `state`, written in a style; "" at a start."""

    @abstractmethod
    def read_moves(self, state: S, text: str, style: str = "") -> list[Move]:
        """The moves that a text may mean, in any of the game's notations; best first.

        They break no rule. `style` is the notation that the reader uses: where two notations
        read a text otherwise, it comes first.
        """

    @abstractmethod
    def place_name(self, place: str) -> Message:
        """A place as it is spoken to people who don't see the board."""

    def place_name_in(self, state: S, place: str) -> Message:
        """A place as it is spoken, in games where that depends on the board's size."""
        return self.place_name(place)

    @abstractmethod
    def piece_name(self, kind: str) -> Message:
        """A kind of piece as it is spoken."""

    def observations(self, state: S) -> list[Message]:
        """Facts worth telling (check, repetition, counters), never a verdict."""
        return []

    def numbering(self, start: S) -> Numbering:
        """How the plies after a start are numbered."""
        return Numbering(1, start.side)
