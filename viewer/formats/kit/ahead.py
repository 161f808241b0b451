"""Plain games of a collection that are played before somebody replays them: many at once, block by block.

Their records are made of what was read to play them, unless somebody wants the facts of their nodes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from viewer.base.arrays import load_numpy
from viewer.formats.capabilities import PlainGame, PlainGames
from viewer.formats.format import Collection
from viewer.formats.forwarding import ForwardingCollection, HeldCollection, OrderedCollection
from viewer.games import game_of
from viewer.games.charts import PlayedLines, PlayingLines
from viewer.tree.record import Record

_BLOCK = 1024  # games that are played at once
_WORTH_NUMPY = 128  # games that are read one by one as quickly as numpy is loaded
_FEW = 64  # lines that are replayed one by one as quickly
_PLIES = 1 << 18  # moves that are played at once: of each the position after it is kept
_PLY = 30  # moves that are replayed one by one while a ply of some games is played


def played_ahead(collection: Collection, indexes: Sequence[int], facts: bool = False) -> Collection:
    """The collection for whoever reads records of these indexes in this order, and replays their main lines.

    Without `facts` the nodes of plain games have none: whoever writes in the format that was read, or checks
    how that was written, wants them.
    """
    if type(collection) is HeldCollection:
        return HeldCollection(played_ahead(collection.inner, indexes, facts), collection.entry)
    if type(collection) is OrderedCollection:  # others want to see each record
        inner = [collection.order[index] for index in indexes]
        return OrderedCollection(played_ahead(collection.inner, inner, facts), collection.order)
    if not isinstance(collection, PlainGames) or len(indexes) < _WORTH_NUMPY:
        return collection
    load_numpy()
    return _Ahead(collection, collection, indexes, facts)


class _Ahead(ForwardingCollection):
    """A collection whose records have their lines (`Record.line`) if surely plain, and read in their turn."""

    def __init__(
        self, collection: Collection, games: PlainGames, indexes: Sequence[int], facts: bool
    ) -> None:
        """`games` is the collection."""
        self._inner, self._games = collection, games
        self._indexes, self._facts = indexes, facts
        self._next = 0
        self._lines: dict[int, tuple[PlainGame, Any]] = {}  # with their games
        self._played: list[PlayedLines] = []  # which these are of

    def record(self, index: int) -> Record:
        """A record."""
        at = self._next
        if at < len(self._indexes) and self._indexes[at] == index:
            self._next += _BLOCK
            self._let_go()
            self._play(self._indexes[at : at + _BLOCK])
        plain, line = self._lines.pop(index, (None, None))
        if index == self._indexes[-1]:
            self._let_go()  # nothing is to come
        if plain is None or self._facts:
            record = self._inner.record(index)
        else:
            record = self._games.plain_record(plain)
        record.line = line
        return record

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
            played = [(index, plain) for index, plain in some if len(plain.moves) <= most]
            plies = list(accumulate(len(plain.moves) for _, plain in played))
            played = played[: bisect_right(plies, _PLIES)]
            if isinstance(game, PlayingLines) and len(played) >= _FEW:
                lines = game.play_lines([plain.moves for _, plain in played], follow=True)
                self._played.append(lines)
                found = [(index, plain, lines.line(at)) for at, (index, plain) in enumerate(played)]
                self._lines |= {index: (plain, line) for index, plain, line in found if line}

    def _plain(self, index: int) -> PlainGame | None:
        try:
            return self._games.plain_game(index)
        except OSError:  # told when that record is read
            return None


def _worthwhile(counts: Sequence[int]) -> int:
    """The most moves of lines that are played at once: a ply takes as long for a few as for hundreds."""
    counts = sorted(counts, reverse=True)
    alone = accumulate(counts, initial=0)
    return min(zip(counts, alone, strict=False), key=lambda one: _PLY * one[0] + one[1])[0]
