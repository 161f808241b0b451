"""Books of ShogiGUI (.sbk): a graph of positions in protobuf, read by rsshogi.

A position has the number of games that reached it and those that each side won; a move has a weight, a
grade and the position that it leads to. Most positions aren't written: they follow from the moves, so a
book is indexed when it is opened. Its evaluations are left out: nothing says for which side they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rsshogi.book import SbkBook, SbkEntry, SbkOpenProgress
from rsshogi.core import Board

from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.reference.reference import (
    GAMES,
    WEIGHT,
    WON,
    KnownMove,
    Reference,
    ReferenceFault,
)
from viewer.reference.yaneuraou import ShogiBook, move_in

_OFTEN = 500
"""Positions indexed between two looks at whether the book is still wanted."""
_GLYPHS = {1: 8, 2: 1, 3: 6, 4: 4}
"""Forced, good, dubious and bad as annotation glyphs."""


def opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
    """The job that opens a book. Raises ReferenceFault."""
    yield from cooperative_job(lambda rest: _open(path, name, rest))


def _open(path: str, name: str, rest: Checkpoint) -> Reference:
    def look(progress: SbkOpenProgress) -> None:
        if progress.indexed_states % _OFTEN == 0:
            rest(progress.indexed_states, progress.total_states)

    try:
        return ShogiGuiBook(SbkBook.open_with_control(path, look), name)
    except ValueError as error:
        raise _fault(name, error) from error


class ShogiGuiBook(ShogiBook):
    """A book of ShogiGUI."""

    columns = (WEIGHT, GAMES, WON)

    def __init__(self, book: SbkBook, name: str) -> None:
        self.name = name
        self._book: SbkBook | None = book

    def _known_at(self, seen: Board, state: Any, mirrored: bool) -> list[KnownMove] | None:
        if self._book is None:
            return None
        try:
            entry = self._book.lookup_position(seen)
            if entry is None:
                return None
            return list(_moves(self._book, entry, state.side != mirrored, mirrored))
        except ValueError as error:
            raise _fault(self.name, error) from error

    def close(self) -> None:
        """Close its files."""
        self._book = None


def _moves(book: SbkBook, entry: SbkEntry, white: bool, mirrored: bool) -> Iterator[KnownMove]:
    """The moves of a position; `white`: who is to move in the book's."""
    for index, one in enumerate(entry.moves):
        move = move_in(one.mv.to_usi(), mirrored)
        if move is not None:
            games, won = _games(book.child_entry(entry, index), white)
            glyph, weight = _GLYPHS.get(one.evaluation or 0, 0), one.weight or 0
            yield KnownMove(move, weight, games, won, glyph=glyph, order=-weight)


def _games(entry: SbkEntry | None, white: bool) -> tuple[int | None, float | None]:
    """The games that reached a position, and the part of them that a side won."""
    if entry is None or not entry.games:
        return None, None
    won = (entry.won_white if white else entry.won_black) or 0
    return entry.games, min(1.0, won / entry.games)


def _fault(name: str, error: Exception) -> ReferenceFault:
    why = str(error).rpartition(": ")[2]
    return ReferenceFault(message("{name} can't be read: {why}.", name=name, why=why))
