"""What a text with one line of moves is: its size, its moves with their places, who plays them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.formats.kit.positions import diagnostic_at
from viewer.formats.shared.syntaxes import SYNTAX_OF
from viewer.games.stones.connection import SWAP_SIDES
from viewer.games.stones.coordinates import size_text
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

SHOWN = 40


class Token(NamedTuple):
    """A move: what it means, where it stands in the text, what is said of it."""

    action: Action
    start: int
    end: int
    notes: dict[str, NoteValue]


class Parsed(NamedTuple):
    """A text as it is understood.

    Attributes:
        game: its id.
        start: None for the usual board.
        headers: what else the head says.
        head: where the size stands, or would: (start, end).
        moves_at: where moves begin, or would.
        tokens: the moves.
        found: what is odd, at characters of the text; its node is the number of the move, 0 for the head.
        numbered: whether moves have their numbers.
    """

    game: str
    start: Setup | None
    headers: tuple[Header, ...]
    head: tuple[int, int]
    moves_at: int
    tokens: list[Token]
    found: list[Diagnostic]
    numbered: bool = False


class Turns:
    """Who plays: the two by turns, but after exchanged sides the same number again."""

    def __init__(self) -> None:
        self.player = 1

    def move(self, word: str) -> Move:
        """The next move, by its text without player."""
        found = Move(f"{self.player} {word}")
        if word != SWAP_SIDES:
            self.player = 3 - self.player
        return found

    def written(self, text: str) -> Written:
        """The same for what is no neutral text."""
        found = Written(f"{self.player} {text}")
        self.player = 3 - self.player
        return found


class Notation(ABC):
    """A way to write a game as one line of moves.

    Attributes:
        id: of the format.
        variant: as the status line shows it.
        name: in sentences.
    """

    id: str
    variant: str
    name: str

    @abstractmethod
    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the records are, one behind the other over the whole text; [] for no record."""

    @abstractmethod
    def parse(self, text: str, limits: Limits) -> Parsed:
        """What a record's text means."""

    def new(self, record: Record) -> str:
        """The text of a record that comes from elsewhere, with a line end."""
        raise NotImplementedError

    def head(self, record: Record, parsed: Parsed, text: str) -> str:
        """The head of a text whose start is another one now."""
        raise NotImplementedError

    def word(self, action: Action | None, game: str) -> str:
        """A move as it is written, "" for one that can't be."""
        raise NotImplementedError

    def joined(self, words: Sequence[str], parsed: Parsed, before: int) -> str:
        """Words that come behind the first `before` moves of a text."""
        raise NotImplementedError


def size_of(record: Record) -> tuple[int, int]:
    """Width and height of a record's board."""
    syntax = SYNTAX_OF[record.game]
    return syntax.size_of(syntax.read_sized(record.setup))


def start_of(record: Record) -> Setup:
    """A record's start with its size spelt out."""
    syntax = SYNTAX_OF[record.game]
    return Setup(syntax.write(syntax.read_sized(record.setup)))


def start_for(game: str, width: int, height: int) -> tuple[Setup | None, bool]:
    """The start of a board of a size, and whether there is such a board (else it is the usual one)."""
    syntax, text = SYNTAX_OF[game], size_text(width, height)
    if syntax.read_size(text) is None:
        return None, False
    return (None if text == str(syntax.usual) else Setup(text)), True


def most_moves(limits: Limits) -> int:
    """How many moves of a text are read."""
    return min(limits.plies, limits.nodes - 1)


def bad_size(said: str, at: int) -> Diagnostic:
    """Says that a size is none."""
    words = message("“{text}” is no size of a board: the usual one is shown.", text=said[:SHOWN])
    return diagnostic_at(Severity.ERROR, "size", words, at, 0)


def no_move(text: str, at: int, move: int) -> Diagnostic:
    """Says that something isn't a move."""
    words = message("This is no move: “{text}”.", text=text[:SHOWN])
    return diagnostic_at(Severity.WARNING, "move", words, at, move)


def too_many(at: int, move: int) -> Diagnostic:
    """Says that the rest of the moves isn't read."""
    words = message("The game has too many moves; the rest isn't shown.")
    return diagnostic_at(Severity.ERROR, "too-many", words, at, move)
