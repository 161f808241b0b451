"""The games, each in a folder with its rules, notation and geometry, and their registry.

GAMES is data, enough to name a game without loading its code.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple

if TYPE_CHECKING:
    from viewer.games.game import Game


class GameEntry(NamedTuple):
    """A game that Qipu knows: `target` is "module:name" of its `Game`."""

    id: str
    name: Message
    target: str

    def load(self) -> Game[Any]:
        """The game; imports its code."""
        game: Game[Any] = load_named(self.target)
        return game


GAMES: dict[str, GameEntry] = {
    entry.id: entry
    for entry in (
        GameEntry("xiangqi", message("Xiangqi"), "viewer.games.xiangqi.game:GAME"),
        GameEntry("chess", message("Chess"), "viewer.games.chess.game:GAME"),
        GameEntry("shogi", message("Shogi"), "viewer.games.shogi.game:GAME"),
        GameEntry("go", message("Go"), "viewer.games.go.game:GAME"),
        GameEntry("hex", message("Hex"), "viewer.games.hex.game:GAME"),
        GameEntry("twixt", message("Twixt"), "viewer.games.twixt.game:GAME"),
    )
}


@cache  # asked for tens of times a record
def game_of(id: str) -> Game[Any]:
    """The game of an id. Raises KeyError if Qipu doesn't know it."""
    return GAMES[id].load()
