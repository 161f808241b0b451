"""The interface of games: sides and starts, states, legality, notation, geometry.

Features of only some games (counting, pieces in hand, editing positions) are classes of
`viewer.games.capabilities`, checked with `isinstance`; what one game has and a few places ask (links,
tallies) is a method that answers with nothing in the others.

A state is immutable and linked to the one before it, so that takebacks, repetition and ko follow
links. `step` never refuses: an illegal move is applied as far as possible, and `violation` says
what is wrong with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType, MemberDescriptorType
from typing import ClassVar, Generic, Self, TypeVar

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.base.named import NamedTuple
from viewer.games.geometry import BoardWords, Geometry, Link, PieceSet
from viewer.games.score import Ending
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal, Written, is_move
from viewer.tree.evaluation import ScoreUnit
from viewer.tree.record import Record
from viewer.tree.scales import GENERAL, QualityScale

NOT_ASKED = NOTHING
"""`State.known_violation` before anybody asked `Game.violation`."""
SET_UP = message("Set-up position")
"""The label of a start that games don't begin with."""


class Side(NamedTuple):
    """One of the two sides. `colour` is a token of the theme ("red", "black", …)."""

    id: str
    name: Message
    colour: str


class StartPosition(NamedTuple):
    """A start offered for new records; `handicap`: whether it makes up for a difference in strength."""

    id: str
    name: Message
    setup: Setup
    handicap: bool = False


class NotationStyle(NamedTuple):
    """A way of writing moves; `language` is that whose readers use it first, as catalogs name it."""

    id: str
    name: Message
    language: str = ""


class Numbering(NamedTuple):
    """The numbering of plies from a start: ply 1 is in `column` (0 or 1) of row `number`.

    With `by_ply` plies are numbered, ply 1 with `number`, and a row shows that of its first (shogi, go);
    else rounds are.
    """

    number: int = 1
    column: int = 0
    by_ply: bool = False

    def at(self, ply: int) -> tuple[int, int]:
        """(number, column) of a ply, counted from 1."""
        cell = self.column + ply - 1
        number = self.number + (ply - 1 if self.by_ply else cell // 2)
        return number, cell % 2

    def label(self, ply: int) -> str:
        """The number written before the move of a ply: "3.", or "3…" for the second of a round."""
        number, column = self.at(ply)
        return f"{number}…" if column and not self.by_ply else f"{number}."


class State:
    """A position in a line of moves, linked to the one before it. Immutable, apart from cached results.

    Attributes:
        previous: the state before `action`, None at the start.
        action: the action that led here, None at the start; a Written that means a Move is resolved to it.
        side: index in `Game.sides` of the side to move.
        ply: number of plies since the start: moves, readable or not, and ends that count as a ply;
            not remarks, set-ups, nodes without action, or anything that was taken back.
        back: after a takeback, the earlier state whose position this is; else None.
        known_violation: the rule that `action` breaks (None: none), NOT_ASKED before `Game.violation`.
    """

    __slots__ = ("action", "back", "known_violation", "ply", "previous", "side")

    previous: Self | None
    back: Self | None
    known_violation: Message | None
    _kept: ClassVar[tuple[MemberDescriptorType, ...]] = ()

    def __init_subclass__(cls) -> None:
        slots = {
            name: vars(one)[name] for one in cls.__mro__ for name in vars(one).get("__slots__", ())
        }
        cls._kept = tuple(slot for name, slot in slots.items() if name not in State.__slots__)

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        back: Self | None = None,
    ) -> None:
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.back = back
        self.known_violation = NOT_ASKED

    def carried_over(
        self, previous: Self, action: Action | None, ply: int, back: Self | None = None
    ) -> Self:
        """The same position, as the state after an action that moves nothing.

        `previous` is the state before `action`; `back` is this state if the action takes moves back.
        """
        again = object.__new__(type(self))
        for slot in self._kept:
            try:
                slot.__set__(again, slot.__get__(self))
            except AttributeError:  # a large board is kept elsewhere
                continue
        again.previous, again.action, again.side = previous, action, self.side
        again.ply, again.back = ply, back
        again.known_violation = NOT_ASKED
        again.forget_move()
        return again

    def forget_move(self) -> None:
        """Called of a state that was carried over: forget what belongs to the move before it alone."""

    def settled(self) -> Self:
        """This state, or after a takeback the state that it returned to."""
        return self.back or self

    def before(self) -> Self | None:
        """The state before the last action that wasn't taken back, None at the start."""
        previous = self.settled().previous
        return None if previous is None else previous.settled()

    def earlier(self, plies: int) -> Self:
        """The state some plies ago, the start if there were fewer. Remarks aren't plies."""
        here = self.settled()
        while plies > 0:
            before = here.before()
            if before is None:
                break
            plies -= is_move(here.action)
            here = before
        return here


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A game. Nothing here raises on the content of a record, except `parse_setup`.

    Attributes:
        id: as in the registry.
        sides: the side that usually moves first comes first.
        starts: for "New"; the first is the usual one.
        notations: styles of `notation`; the first is the usual one.
        geometry: the usual board; `geometry_of` returns that of a state.
        board_words: what its squares and pieces are called.
        piece_names: the name of each kind of piece.
        mark_sign: the kind of mark that a click draws on a square.
        marks_by_click: whether players are used to a right click that marks a square.
        mark_kinds: the kinds of marks that are drawn in records of the game, see `annotation.Mark`.
        quarter_turns: whether the board may be turned by quarters: no side of it belongs to a player.
        piece_sets: other ways of drawing the pieces than the geometry's, which comes first; () for none.
        score_unit: how players read the scores of programs.
        quality_scale: how its programs judge moves by evaluations.
        offers_pass: whether its players pass.
        numbered_starts: how many starts it has that go by a number, from 0 (Chess960).
        numbered_name: what these are called.
        piece_values: the values of kinds of pieces, in pawns, where players compare the material.
        verdicts: whether its records have verdicts, from which those of earlier positions follow.
        results: results as written in records of this game, for formats without a list of their own.
        ends: ends written at a ply, as texts of a Terminal; () if records have none.
        ends_by: of those, the one that says how a game ended (`games.results`); {} where the result says it.
        byoyomi: the usual number of byo-yomi periods; 0 in games whose clocks add time for each move.
        position_form: the common name for the form of `position_text`.
        short_results: what `result_words` says of each text.
        two_moves: the first two moves of a game, as its players write them: an example.
        spoken: the pattern of what may be a move in a text that people write, in any of the notations.
        move_words: its moves that name no place, by their notations in `games.move_words`.
        side_signs: those of them that tell the side which moves, where each writes in its own way.
        language: in which moves are written and records usually are, as catalogs name it; "" for any.
        half_width_in_posts: whether people who send moves in messages write their digits in half width.
        mates: "module:name" of its board for searches of mates (`games.mates`), "" for none.
        printing: "module:name" of how its books print it (`games.printing`), "" for as those of most games.
        phases: "module:name" of how a game is divided into phases (`games.phases`).
    """

    id: str
    name: Message
    sides: tuple[Side, Side]
    starts: tuple[StartPosition, ...]
    notations: tuple[NotationStyle, ...]
    geometry: Geometry
    board_words: BoardWords = BoardWords()
    piece_names: Mapping[str, Message] = MappingProxyType({})
    mark_sign: str = "square"
    marks_by_click: bool = False
    mark_kinds: tuple[str, ...] = ("square", "circle", "arrow")
    quarter_turns: bool = False
    piece_sets: tuple[PieceSet, ...] = ()
    score_unit: ScoreUnit = ScoreUnit.PAWNS
    quality_scale: QualityScale = GENERAL
    offers_pass: bool = False
    numbered_starts: int = 0
    numbered_name: Message = NOTHING
    piece_values: Mapping[str, int] = MappingProxyType({})
    verdicts: bool = False
    results: tuple[Ending, ...] = ()
    ends: tuple[Ending, ...] = ()
    ends_by: Mapping[str, str] = MappingProxyType({})
    byoyomi: int = 0
    position_form: Message = message("Line of text (position)")
    language: str = ""
    half_width_in_posts: bool = False
    mates: str = ""
    printing: str = ""
    phases: str = "viewer.games.phases:BY_BOARD"
    two_moves: str = ""
    spoken: str = r"(?!)"
    move_words: tuple[str, ...] = ()
    side_signs: tuple[str, str] = ("", "")
    short_results: Mapping[str, Message] = MappingProxyType({})

    # ----------------------------------------------------------------------------- positions

    @abstractmethod
    def start(self, setup: Setup | None) -> S:
        """The state of a root: the usual start for None. Unreadable parts of a set-up are left out."""

    def start_of(self, record: Record) -> S:
        """The start of a record, under the rules in its headers if the game has several."""
        return self.start(record.setup)

    def numbered_start(self, number: int) -> Setup:
        """The start of a number below `numbered_starts`.

        Raises ValueError if there is none; its argument is a Message.
        """
        raise ValueError(message("{game} has no start {number}.", game=self.name, number=number))

    def unplayed(self, start: S) -> Message | None:
        """Why moves from a start, of a variant, are shown as text and not played; None if they are played."""
        return None

    def start_label(self, start: S) -> Message | None:
        """The name of a start other than the usual one (a handicap, a set-up position); None without."""
        return None

    def poses(self, start: S) -> bool:
        """Whether a start is a position to be solved or studied: set up, and no handicap."""
        return self.start_label(start) == SET_UP

    def side_name(self, side: int, start: S) -> Message:
        """What a side is called in a record that begins with a start."""
        return self.sides[side].name

    def result_words(self, text: str, start: S | None = None) -> Message | None:
        """A result as short as players of the language write it; None for one that is shown as it stands.

        In English it stands as in a record, "1–0" or "B+R"; in Chinese, 红胜 or 黑中盘胜. `start`: of the
        record; sides may be called differently by it. Lists don't know it, and ask for words that are
        right for any.
        """
        return self.short_results.get(text)

    def start_faults(self, start: S, played: bool) -> Sequence[Message]:
        """What of a start can't have come about in a game, the weightiest first; () by default.

        `played`: moves follow it. Without moves it may be an unfinished diagram, in which nothing is missing.
        A problem may lack what its solution doesn't need.
        """
        return ()

    def numbering(self, start: S) -> Numbering:
        """How the plies after a start are numbered."""
        return Numbering(1, start.side)

    @abstractmethod
    def parse_setup(self, text: str) -> Setup:
        """Convert a set-up as typed or pasted by people to neutral form.

        Raises ValueError; its argument is a Message that names the square.
        """

    def assumed(self, text: str) -> Sequence[Message]:
        """What a text that `parse_setup` accepts leaves open, with what is assumed instead."""
        return ()

    @abstractmethod
    def setup_text(self, state: S) -> str:
        """The position as a Setup's text."""

    def position_text(self, state: S) -> str:
        """The position in the form read by other programs; used for `start` in dumps."""
        return self.setup_text(state)

    def usual_notation(self, language: str) -> str:
        """The notation that readers of a language use first, by its id."""
        own = (style.id for style in self.notations if language and style.language == language)
        return next(own, self.notations[0].id)

    def copied_position(self, state: S) -> str:
        """The position as players send it: that of `position_text`, whole."""
        return self.position_text(state)

    # ------------------------------------------------------------------------------- actions

    @abstractmethod
    def step(self, state: S, action: Action | None) -> S:
        """The state after an action, applied as far as possible.

        Games handle moves themselves and leave the rest to `step_without_move`.
        """

    def step_without_move(self, state: S, action: Action | None) -> S:
        """The state after an action that is neither Move nor Written, or after none."""
        if isinstance(action, Setup):
            return self.step_to_setup(state, action)
        if isinstance(action, Takeback):
            back = state.earlier(action.count)
            return back.carried_over(state, action, back.ply, back)
        return state.carried_over(state, action, state.ply + isinstance(action, Terminal))

    @abstractmethod
    def step_to_setup(self, state: S, setup: Setup) -> S:
        """The state after a mid-game set-up; the ply doesn't change."""

    def resolve(self, state: S, action: Action | None) -> Action | None:
        """The action as resolved by the game: the Move that a Written text means, else `action`."""
        if type(action) is Written:
            meant = self.read_moves(state, action.text)
            if meant:
                return meant[0]
        return action

    def advance(self, state: S, action: Action | None) -> S:
        """The state after an action of a record: `step` of what `resolve` makes of it."""
        return self.step(state, self.resolve(state, action))

    def violation(self, state: S) -> Message | None:
        """The rule broken by the action that led to `state`; None if none, or at a start.

        Computed by `find_violation` on first use, then cached in the state.
        """
        found = state.known_violation
        if found is NOT_ASKED:
            found = state.known_violation = self.find_violation(state)
        return found

    @abstractmethod
    def find_violation(self, state: S) -> Message | None:
        """The same as `violation`, but computed each time; `violation` caches the result."""

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[Move]:
        """All legal moves of the side to move that touch the board."""

    def with_link(self, state: S, move: Move, ends: tuple[str, str]) -> Move | None:
        """`move` with a link of two squares toggled: added, removed, or left to the rules again.

        If `move` leaves its links to the rules, they become part of its text. None if `ends` can't
        be linked.
        """
        return None

    # ------------------------------------------------------------------------------- touching

    @abstractmethod
    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The squares that a player touches to make a move, in order (origin, target); () for no move.

        `touch_sequences` returns every sequence that makes a move, `touched` the squares to highlight for
        the last move.
        """

    def touched(self, state: S) -> tuple[str, ...]:
        """The squares to highlight for the action that led to `state`, in the order of `touches`.

        If a square belongs to a side (shogi's stands), it is that of the side that moved.
        """
        return self.touches(state.action)

    def touch_sequences(self, state: S, move: Move) -> tuple[tuple[str, ...], ...]:
        """Every sequence of touches that makes a legal move; castling has more than one.

        The window offers the legal moves that have a sequence beginning with the squares touched so far.
        """
        return (self.touches(move),)

    def resulting_kind(self, state: S, move: Move) -> str:
        """The kind of the moved piece after the move, if moves with the same touches differ in
        it (promotion); "" if the touches suffice.
        """
        return ""

    # ------------------------------------------------------------------------------- showing

    def geometry_of(self, state: S) -> Geometry:
        """The board of a state, in games whose boards differ in size.

        Returns the same object for the same board: drawing caches depend on it.
        """
        return self.geometry

    @abstractmethod
    def pieces(self, state: S) -> Iterable[tuple[str, str]]:
        """(square, kind) of each piece on the board; kinds are keys of `geometry.art`."""

    def links(self, state: S) -> Sequence[Link]:
        """The links of a position in drawing order, including those that the last move removed.

        Games in which pieces are linked have `Geometry.links`.
        """
        return ()

    def material(self, state: S) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The kinds of each side's surplus pieces, shown next to the names."""
        return (), ()

    def tally(self, state: S) -> tuple[Message, Message] | None:
        """What is counted for each side beside pieces (checks left), shown next to the names."""
        return None

    def notation(self, state: S, style: str) -> str:
        """The action that led to `state`, written in a style; "" at a start."""
        action, before = state.action, state.previous
        if before is None:
            return ""
        if isinstance(action, Move):
            return self.move_notation(state, before, action, style)
        return action.text if isinstance(action, (Written, Terminal, Remark)) else ""

    def shown(self, state: S, style: str, words: Callable[[Message], str] = tr) -> str:
        """As `notation`, for people to read: a pass or a swap is called as in their language."""
        return self.in_words(self.notation(state, style), words)

    @staticmethod
    def in_words(text: str, words: Callable[[Message], str] = tr) -> str:
        """A text of `notation` as `shown` has it; a word may stand behind a side or a move."""
        ahead, blank, word = text.rpartition(" ")
        if not (word.islower() and word.replace("-", "").isalpha()):
            return text
        from viewer.games.move_words import MOVE_WORDS  # deferred: most moves name a place

        return f"{ahead}{blank}{words(MOVE_WORDS[word])}" if word in MOVE_WORDS else text

    @abstractmethod
    def move_notation(self, state: S, before: S, move: Move, style: str) -> str:
        """The move from `before` to `state`, written in a style; if it isn't a move, its own text."""

    @abstractmethod
    def read_moves(self, state: S, text: str, style: str = "") -> list[Move]:
        """The moves that a text may mean, in any of the game's notations; best first.

        They break no rule. `style` is the notation that the user reads: if two notations
        read a text differently, it comes first.
        """

    def spelling_of(self, texts: Iterable[str]) -> str:
        """The id of the notation in whose letters moves of one text are written; "" for the usual one."""
        return ""

    def end_meaning(self, state: S, word: str) -> str:
        """The text of the end that a word of a Terminal means at a position; the word if none is known."""
        return word

    def square_name(self, state: S, square: str) -> Message:
        """The name of a square on the board of a state, for messages and screen readers."""
        return message("{place}", place=square)

    def piece_name(self, kind: str, state: S | None = None) -> Message:
        """The name of a kind of piece, for messages and screen readers; an unknown kind stays as it is.

        `state`: of the record, where it is known; sides may be called differently by its start.
        """
        return self.piece_names.get(kind) or message("{kind}", kind=kind)

    def drawn_on_time(self, state: S) -> bool:
        """Whether the game is a draw when the flag of the side to move has fallen."""
        return False

    def ends_at(self, state: S) -> list[Message]:
        """What ends the game at a position, or lets a side end it: mate, stalemate, a win on the board, a
        repetition, a count of moves. It is told and not judged; `observations` has it too.
        """
        return []

    def drawn(self, state: S) -> Message | None:
        """Why the game is a draw at a position, or may be claimed one; None where no rule says so."""
        return None

    def repetitions(self, state: S) -> Iterable[tuple[int, Message]]:
        """Repetitions in a line that can't go on or may end the game: how many states ago, the words."""
        return ()

    @abstractmethod
    def observations(self, state: S) -> list[Message]:
        """Facts about a position that players want to know (check, repetition), never an evaluation."""
