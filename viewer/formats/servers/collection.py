"""The collection of a server's file, which has one game."""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.limits import Limits
from viewer.base.source import Source
from viewer.formats.kit.collections import ReadGame
from viewer.formats.servers.game import Game
from viewer.formats.shared.charsets import decode, encode
from viewer.tree.record import Record

Reader = Callable[[str, Game], None]


class ServerCollection(ReadGame):
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
        super().__init__(source, limits, format, variant)
        self._parse = read
        data = source.read(0, limits.body_bytes)
        self._codec = encoding or self._judged(data)
        self._text = decode(data, self._codec)
        game = self._game()
        if not len(game) and not game.headers:
            raise self._nothing()
        self._found += [
            one._replace(offset=len(encode(self._text[: one.offset], self._codec)))
            for one in game.found[:100]
        ]
        self._tell_cut(len(data))
        self._headers = tuple(game.headers)

    def _game(self) -> Game:
        game = Game(self._limits)
        self._parse(self._text, game)
        return game

    def _read(self) -> Record:
        return self._game().record(self._codec)
