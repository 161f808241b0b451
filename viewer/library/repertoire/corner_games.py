"""The corners of games that are compared with lines of one, each as a game is (`corners` says how)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from viewer.games.results import WON
from viewer.library.ask.explorer import NextMove
from viewer.library.query import PositionWanted
from viewer.library.repertoire.corners import CORNERS, corner_rows, move_words
from viewer.library.repertoire.games import (
    Explore,
    GamesWithBoards,
    LastKnown,
    counted_by_key,
    explored_by_key,
    last_rows,
    numbers_of,
)
from viewer.library.repertoire.lines import RepertoireLines
from viewer.library.schema import MISSING

Array = Any  # npt.NDArray of any number


class CornersOfGames:
    """The corners of games, for lines of one (`corners`): each is looked through as a game is."""

    def __init__(self, games: GamesWithBoards) -> None:
        self.played, self.hits_of = games.played, games.hits_of
        self._games = games
        self._rows: dict[str, dict[str, Array]] = {}
        self._words: dict[str, list[str]] = {}

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """See `Games`: of each corner, with colours as they are and exchanged."""
        known = lines.keys(0), lines.keys(1)
        for id, board in lines.corners.items():
            words = self._words[id] = move_words(lines.game, board)
            rows: list[dict[str, Array]] = []
            for tape in self._games.tapes(lines.game.id, board.chart):
                find = partial(numbers_of, known=known)
                found = corner_rows(lines.game.id, board, tape, find)
                rows.append(found)
                yield _last_in_corners(found, words)
            if rows:
                self._rows[id] = {
                    key: np.concatenate([one[key] for one in rows]) for key in rows[0]
                }

    def exploring(self, lines: RepertoireLines) -> Explore:
        """See `Games`: once the last known were asked, of positions of lines and of those that follow one."""
        moves: dict[tuple[int, int], list[NextMove]] = {}
        scores = self._games.scores(lines.game.id)
        for id, rows in self._rows.items():
            moves |= counted_by_key(_once_each(rows, scores), self._words[id])

        def explore(wanted: PositionWanted) -> Sequence[NextMove]:
            return explored_by_key(moves, wanted)

        return explore


def _last_in_corners(rows: Mapping[str, Array], words: Sequence[str]) -> list[LastKnown]:
    """The last rows of corners that are in lines."""
    known = np.flatnonzero(rows["number"] >= 0)
    some = {key: values[known] for key, values in rows.items()}
    ways = 2 * some["corner"].astype(np.int64) + some["exchanged"]
    last = last_rows(2 * len(CORNERS) * some["record"].astype(np.int64) + ways, some["ply"])
    columns = ("record", "number", "key", "ply", "node", "move", "corner", "exchanged")
    found = zip(*(some[key][last].tolist() for key in columns), strict=True)
    return [
        LastKnown(record, number, key, ply, node, "" if move == MISSING else words[move], *way)
        for record, number, key, ply, node, move, *way in found
    ]


def _once_each(rows: Mapping[str, Array], scores: Mapping[int, int]) -> dict[str, Array]:
    """The moves from positions of corners, each once for a corner, with the results of records."""
    keys = ("key", "side", "move", "record", "corner", "exchanged")
    order = np.lexsort([rows[key] for key in keys])
    order = order[rows["move"][order] != MISSING]
    new = np.ones(len(order), bool)
    new[1:] = np.any([rows[key][order][1:] != rows[key][order][:-1] for key in keys], axis=0)
    some = {key: rows[key][order[new]] for key in keys}
    score = np.array([scores.get(one, MISSING) for one in some["record"].tolist()], np.int64)
    score = np.where(some["exchanged"] & (score != MISSING), WON - score, score)
    return {**some, "score": score}
