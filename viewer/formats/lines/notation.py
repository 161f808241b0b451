"""The base of notations with one line of moves, what parsing one gives, the collection of a text's games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import decode
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.hex_twixt import SYNTAX_OF
from viewer.formats.kit.read_game import MoveLine
from viewer.games.stones.connection import SWAP_SIDES
from viewer.games.stones.coordinates import size_text
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY
from viewer.tree.record import Header, Record

SHOWN = 40


class Token(NamedTuple):
    """A move in a text: its action, its offsets, the notes of its node."""

    action: Action
    start: int
    end: int
    notes: dict[str, NoteValue]


class Parsed(NamedTuple):
    """A parsed text.

    Attributes:
        game: the game's id.
        start: the setup, None for the usual board.
        headers: the headers, without the size.
        head: (start, end) of the size, or of the place for it.
        moves_at: offset of the moves, or of the place for them.
        tokens: the moves.
        found: the faults, at offsets in characters; their node is the number of the move, 0 for the head.
        numbered: whether moves have numbers; in HexWorld's links, whether a comma precedes the moves.
        left: stretches of the text that are no moves, as (start, end).
    """

    game: str
    start: Setup | None
    headers: tuple[Header, ...]
    head: tuple[int, int]
    moves_at: int
    tokens: list[Token]
    found: list[Diagnostic]
    numbered: bool = False
    left: tuple[tuple[int, int], ...] = ()


class Turns:
    """Whose turn it is: the players alternate, but the turn doesn't change after a swap of sides."""

    def __init__(self) -> None:
        self.player = 1

    def move(self, word: str) -> Move:
        """The next move, for its neutral text without player."""
        found = Move(f"{self.player} {word}")
        if word != SWAP_SIDES:
            self.player = 3 - self.player
        return found

    def pass_over(self, plies: int) -> None:
        """Go on behind plies that aren't in the text."""
        if plies % 2:
            self.player = 3 - self.player

    def written(self, text: str) -> Written:
        """The next move, for a text that isn't a known move."""
        found = Written(f"{self.player} {text}")
        self.player = 3 - self.player
        return found


class Notation(ABC):
    """A notation for a game as one line of moves.

    Attributes:
        id: the format's id.
        variant: its name in the status line.
        name: its name in sentences.
    """

    id: str
    variant: str
    name: str | Message

    @abstractmethod
    def spans(self, text: str) -> list[tuple[int, int]]:
        """The offsets of the records, which together cover the whole text; [] if there are none."""

    @abstractmethod
    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse a record's text."""

    def new(self, record: Record) -> str:
        """The text for a new record, or for one of another format, with a line end."""
        raise NotImplementedError

    def head(self, record: Record, parsed: Parsed, text: str) -> str:
        """The new head of a text whose game or start has changed."""
        raise NotImplementedError

    def word(self, action: Action | None, game: str) -> str:
        """A move as written in this notation, "" if it can't be written."""
        raise NotImplementedError

    def joined(self, words: Sequence[str], parsed: Parsed, before: int) -> str:
        """Join words that are to be put after the first `before` moves of a text."""
        raise NotImplementedError


def size_of(record: Record) -> tuple[int, int]:
    """Width and height of a record's board."""
    syntax = SYNTAX_OF[record.game]
    return syntax.size_of(syntax.read_sized(record.setup))


def start_of(record: Record) -> Setup:
    """A record's start with its size given explicitly."""
    syntax = SYNTAX_OF[record.game]
    return Setup(syntax.write(syntax.read_sized(record.setup)))


def start_for(game: str, width: int, height: int) -> tuple[Setup | None, bool]:
    """The start for a board's size, and whether the size is valid (if not, the usual board is used)."""
    syntax, text = SYNTAX_OF[game], size_text(width, height)
    if syntax.read_size(text) is None:
        return None, False
    return (None if text == str(syntax.usual) else Setup(text)), True


def most_moves(limits: Limits) -> int:
    """The largest number of moves that are read from a text."""
    return min(limits.plies, limits.nodes - 1)


def bad_size(said: str, at: int) -> Diagnostic:
    """A diagnostic for an invalid board size."""
    words = message("“{text}” is no size of a board: the usual one is shown.", text=said[:SHOWN])
    return diagnostic_at(Severity.ERROR, "size", words, at, 0)


def no_move(text: str, at: int, move: int) -> Diagnostic:
    """A diagnostic for a text that isn't a move."""
    words = message("This is no move: “{text}”.", text=text[:SHOWN])
    return diagnostic_at(Severity.WARNING, "move", words, at, move)


def too_many(at: int, move: int) -> Diagnostic:
    """A diagnostic for moves beyond the limit, which aren't read."""
    words = message("The game has too many moves; the rest isn't shown.")
    return diagnostic_at(Severity.ERROR, "too-many", words, at, move)


TEXT = "lines.text"
"""The fact with a record's bytes; value: codec of the file, id of the format, number of moves read."""


def record_of(parsed: Parsed) -> Record:
    """Make a record from a parsed text."""
    tree = MoveLine(parsed.start)
    for token in parsed.tokens:
        tree.add(token.action, token.notes or EMPTY)
    return Record(parsed.game, tree.root, parsed.headers, None, nodes=tree.nodes)


def text_of(record: Record) -> str:
    """The text that a record was read from, "" if it is long or the record is from elsewhere."""
    fact = record.fact(TEXT)
    if fact is None or not isinstance(fact.raw, bytes) or not isinstance(fact.value, tuple):
        return ""
    return decode(fact.raw, str(fact.value[0]))


class LineCollection(TextCollection):
    """The games of a source. Raises Unreadable if there are none, OSError."""

    def __init__(self, source: Source, limits: Limits, notation: Notation) -> None:
        self.format = notation.id
        self.variant = notation.variant
        super().__init__(source, limits, None)
        self._notation = notation
        self._spans = notation.spans(self._text)
        if not self._spans:
            raise Unreadable(message("There is no game in the text."), f"{notation.id}.empty")

    def __len__(self) -> int:
        return len(self._spans)

    def _segment(self, index: int) -> tuple[int, int]:
        return self._spans[index]

    def _parsed(self, index: int) -> Parsed:
        start, end = self._spans[index]
        return self._notation.parse(self._text[start:end], self._limits)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, without its size."""
        return self._parsed(index).headers

    def record(self, index: int) -> Record:
        """The record of a game, read on each call."""
        parsed = self._parsed(index)
        found = [one._replace(code=f"{self.format}.{one.code}") for one in parsed.found]
        self._tell_at(index, found)
        record = record_of(parsed)
        span = self.span(index)
        raw = span if span.length >= 1 << 16 else self.source.read(span.start, span.length)
        record.facts = (Fact(TEXT, (self._codec, self.format, len(parsed.tokens)), raw),)
        return record
