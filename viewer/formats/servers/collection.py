"""The collection of a server's file, which has one game."""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import ListCollection
from viewer.formats.servers.game import Game
from viewer.formats.shared.charsets import decode, encode, guess
from viewer.tree.record import Header, Record

Reader = Callable[[str, Game], None]


class ServerCollection(ListCollection):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    def __init__(
        self,
        source: Source,
        limits: Limits,
        encoding: str | None,
        format: str,
        variant: str,
        read: Reader,
    ) -> None:
        super().__init__(source, limits)
        self.format = format
        self.variant = variant
        self._read = read
        data = source.read(0, limits.body_bytes)
        self._codec = encoding or guess(data)
        self._text = decode(data, self._codec)
        game = self._game()
        if not len(game) and not game.headers:
            raise Unreadable(message("There is no game in the file."), f"{format}.empty")
        self._found += [
            one._replace(offset=len(encode(self._text[: one.offset], self._codec)))
            for one in game.found[:100]
        ]
        self._tell_cut(len(data))
        self._headers = tuple(game.headers)

    def _game(self) -> Game:
        game = Game(self._limits)
        self._read(self._text, game)
        return game

    def __len__(self) -> int:
        return 1

    def _bounds(self, index: int) -> tuple[int, int]:
        return 0, self.source.size

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the game."""
        return self._headers

    def record(self, index: int) -> Record:
        """The record of the game, read on each call."""
        return self._game().record(self._codec)
