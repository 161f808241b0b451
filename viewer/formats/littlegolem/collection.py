"""The collection of a Little Golem file: one game, or all games of a player."""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import TextCollection
from viewer.formats.littlegolem.reader import headers_of, read_game
from viewer.tree.record import Header, Record

_GAME = re.compile(r"\(\s{0,9};\s{0,9}(?=(?:FF|EV|PB|PW|SZ)\s{0,9}\[)")


class GolemCollection(TextCollection):
    """The games of a source. Raises Unreadable if there are none, OSError."""

    format = "lg-sgf"
    variant = "Little Golem"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding)
        starts = [found.start() for found in _GAME.finditer(self._text)]
        if not starts:
            raise Unreadable(message("There is no game in the file."), "lg-sgf.empty")
        self._edges = [*starts, len(self._text)]

    def __len__(self) -> int:
        return len(self._edges) - 1

    def _segment(self, index: int) -> tuple[int, int]:
        return self._edges[index], self._edges[index + 1]

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return headers_of(self._game(index))

    def _game(self, index: int) -> str:
        start, end = self._segment(index)
        return self._text[start:end]

    def record(self, index: int) -> Record:
        """The record of a game, read on each call."""
        record, found = read_game(self._game(index), self._codec, self._limits)
        self._tell_at(index, found)
        return record
