"""Plain games of a collection that are played before somebody replays them: many at once, block by block."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from viewer.formats.capabilities import PlainGame, PlainGames
from viewer.formats.format import Collection
from viewer.formats.forwarding import HeldCollection
from viewer.games import game_of
from viewer.games.charts import PlayedLines, PlayingLines

_BLOCK = 1024  # games that are played at once
_FEW = 64  # lines that are replayed one by one as quickly
_PLIES = 1 << 18  # moves that are played at once: of each the position after it is kept
_PLY = 30  # moves that are replayed one by one while a ply of some games is played


def play_ahead(collection: Collection, indexes: Sequence[int]) -> None:
    """Say that records of these indexes will be read in this order, and their main lines replayed."""
    if isinstance(collection, HeldCollection):
        collection = collection.inner
    if isinstance(collection, PlainGames) and len(indexes) >= _FEW:
        collection.play_ahead(indexes)


class Ahead:
    """The lines of plain games that will be read in an order."""

    def __init__(self, collection: PlainGames, indexes: Sequence[int]) -> None:
        self._collection, self._indexes = collection, indexes
        self._next = 0
        self._lines: dict[int, Any] = {}
        self._played: list[PlayedLines] = []  # which these are of

    def line(self, index: int) -> Any:
        """The line of a game (`Record.line`); None if it isn't surely plain, or out of turn."""
        at = self._next
        if at < len(self._indexes) and self._indexes[at] == index:
            self._next += _BLOCK
            self._let_go()
            self._play(self._indexes[at : at + _BLOCK])
        found = self._lines.get(index)
        if self._indexes and index == self._indexes[-1]:
            self._let_go()  # nothing is to come
        return found

    def _let_go(self) -> None:
        self._lines, self._played = {}, []

    def _play(self, indexes: Sequence[int]) -> None:
        by_game: dict[str, list[tuple[int, PlainGame]]] = {}
        for index in indexes:
            plain = self._plain(index)
            if plain is not None:
                by_game.setdefault(plain.game, []).append((index, plain))
        for id, some in by_game.items():
            game = game_of(id)
            most = _worthwhile([len(plain.moves) for _, plain in some])
            played = [(index, plain.moves) for index, plain in some if len(plain.moves) <= most]
            plies = list(accumulate(len(moves) for _, moves in played))
            played = played[: bisect_right(plies, _PLIES)]
            if isinstance(game, PlayingLines) and len(played) >= _FEW:
                lines = game.play_lines([moves for _, moves in played], follow=True)
                self._played.append(lines)
                self._lines |= {index: lines.line(at) for at, (index, _) in enumerate(played)}

    def _plain(self, index: int) -> PlainGame | None:
        try:
            return self._collection.plain_game(index)
        except OSError:  # told when that record is read
            return None


def _worthwhile(counts: Sequence[int]) -> int:
    """The most moves of lines that are played at once: a ply takes as long for a few as for hundreds."""
    counts = sorted(counts, reverse=True)
    alone = accumulate(counts, initial=0)
    return min(zip(counts, alone, strict=False), key=lambda one: _PLY * one[0] + one[1])[0]
