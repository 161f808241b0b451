"""New opening books, made of games: which moves were played in a position, how often, with what results.

Positions count by themselves, however a game came to them. What is written is sorted by position; it is the
same for the same games in any order.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.loading import load_named
from viewer.base.messages import counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.formats.format import Format
from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.results import DRAWN, WON, score_at_end, score_of
from viewer.games.states import States
from viewer.reference.reference import KINDS, Kind
from viewer.tree.action import Move
from viewer.tree.record import Record

MOVES, AT_LEAST = 20, 3
"""The usual choice."""


class Choice(NamedTuple):
    """What of the games goes into a book.

    Attributes:
        moves: of each game the first so many moves, as the game numbers them.
        at_least: only moves that were played in a position so many times.
        side: only moves of this side; None for both.
    """

    moves: int = MOVES
    at_least: int = AT_LEAST
    side: int | None = None


USUAL = Choice()


class MadeBook(NamedTuple):
    """A book that was made.

    Attributes:
        data: of the new file.
        positions, moves: how many it has.
        games: of how many it was made.
        left_out: games of another kind, or without a readable move.
    """

    data: bytes
    positions: int
    moves: int
    games: int
    left_out: int


class PlayedMove(NamedTuple):
    """A move of a position.

    Attributes:
        move: as the book writes it.
        games: in which it was played.
        points: two for each that its player won, one for each draw and each game whose result isn't known.
        reply: the move that followed most often, b"" for none.
    """

    move: bytes
    games: int
    points: int
    reply: bytes


class BookWriter(ABC):
    """How a kind of book writes positions and moves."""

    replies = False
    """Whether it says which move followed."""

    @abstractmethod
    def entry(self, state: Any, move: Move) -> tuple[bytes, bytes] | None:
        """A position, whatever came before it, and a legal move of it; None if the book can't hold them."""

    def keeps(self, played: PlayedMove) -> bool:
        """Whether a move is worth writing."""
        return True

    def key(self, position: bytes) -> bytes:
        """What the book knows a position of `entry` by; asked only of those that are written."""
        return position

    @abstractmethod
    def written(self, positions: Iterable[tuple[bytes, Sequence[PlayedMove]]]) -> bytes:
        """The file of positions, in order, with their moves."""


MADE = tuple(kind for kind in KINDS if kind.made_by)
"""The kinds of books that are made."""


def kind_made(path: str) -> Kind:
    """The kind of a new book, by the suffix of its file. Raises Refused."""
    suffix = os.path.splitext(path)[1].lower()
    for kind in MADE:
        if kind.suffix == suffix:
            return kind
    known = ", ".join(kind.suffix for kind in MADE)
    raise Refused(
        message(
            "A new opening book is a file of one of these kinds: {kinds}; not {name}.",
            kinds=known,
            name=os.path.basename(path),
        )
    )


def kind_for(game: str) -> Kind | None:
    """The kind of new books of a game, None for none."""
    return next((kind for kind in MADE if kind.game == game), None)


def making(
    games: Iterable[tuple[Format, Record]], total: int, kind: Kind, choice: Choice = USUAL
) -> Iterator[JobStep[MadeBook]]:
    """The job that makes a book of the main lines of games; its last step has it.

    `total`: how many games there are. Raises Refused if there is nothing to write, and what reading raises.
    """
    writer: BookWriter = load_named(kind.made_by)()
    counts = _Counts(writer, choice)
    made = left_out = 0
    for format_, record in games:
        if record.game == kind.game and counts.add(format_, record):
            made += 1
        else:
            left_out += 1
        yield JobStep(made + left_out, total)
    if not made:
        words = message(
            "A book of this kind is made of games of {game}; there is none.",
            game=GAMES[kind.game].name,
        )
        raise Refused(words)
    positions = counts.positions()
    if not positions:
        raise Refused(
            counted(
                "No move was played in a position once and won or drew.",
                "No move was played in a position {count} times and won or drew.",
                choice.at_least,
            )
        )
    moves = sum(len(some) for _, some in positions)
    data = writer.written(positions)
    yield JobStep(total, total, MadeBook(data, len(positions), moves, made, left_out))


class _Counts:
    """How often each move was played in each position."""

    def __init__(self, writer: BookWriter, choice: Choice) -> None:
        self._writer, self._choice = writer, choice
        self._games: Counter[tuple[bytes, bytes]] = Counter()
        self._points: Counter[tuple[bytes, bytes]] = Counter()
        self._replies: Counter[tuple[bytes, bytes, bytes]] = Counter()

    def add(self, format_: Format, record: Record) -> bool:
        """Count the main line of a record; whether it has a move that can be counted."""
        played = list(self._played(record))
        if not played:
            return False
        score = _score(format_, record)
        seen: set[tuple[bytes, bytes]] = set()  # a repetition is no second game
        for at, (side, key, move) in enumerate(played):
            if self._choice.side not in (None, side) or (key, move) in seen:
                continue
            seen.add((key, move))
            self._games[key, move] += 1
            self._points[key, move] += WON - score if side else score
            if self._writer.replies and at + 1 < len(played):
                self._replies[key, move, played[at + 1][2]] += 1
        return True

    def _played(self, record: Record) -> Iterator[tuple[int, bytes, bytes]]:
        """(side, position, move) of the main line, up to the first move that breaks a rule."""
        game: Game[Any] = game_of(record.game)
        state = game.start_of(record)
        numbering = game.numbering(state)
        last = numbering.at(1)[0] + self._choice.moves
        node = record.root
        while node.children and numbering.at(state.ply + 1)[0] < last:
            node = node.children[0]
            after = game.advance(state, node.action)
            move = after.action
            if isinstance(move, Move):
                if game.violation(after) is not None:
                    return
                entry = self._writer.entry(state, move)
                if entry is not None:
                    yield state.side, *entry
            state = after

    def positions(self) -> list[tuple[bytes, list[PlayedMove]]]:
        """The positions in order, with the moves that were played often enough."""
        replies: dict[tuple[bytes, bytes], tuple[int, bytes]] = {}
        for (key, move, reply), count in sorted(self._replies.items()):
            if count > replies.get((key, move), (0, b""))[0]:
                replies[key, move] = count, reply
        found: dict[bytes, list[PlayedMove]] = {}
        for (key, move), games in sorted(self._games.items()):
            reply = replies.get((key, move), (0, b""))[1]
            played = PlayedMove(move, games, self._points[key, move], reply)
            if games >= self._choice.at_least and self._writer.keeps(played):
                found.setdefault(key, []).append(played)
        return sorted((self._writer.key(key), moves) for key, moves in found.items())


def _score(format_: Format, record: Record) -> int:
    """The first side's score in half points; one where it isn't known, as in a draw."""
    game: Game[Any] = game_of(record.game)
    score = score_of(game, format_.by_role("result", record.headers, record.game))
    if score is None:
        score = score_at_end(game, States(game, record).at_end())
    return DRAWN if score is None else score
