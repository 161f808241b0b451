"""What PGN says of each game it is used for. A line for each; a Game tag names it, else it is chess."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from viewer.base.messages import Message
from viewer.tree.action import Setup


class Dialect(NamedTuple):
    """How the games of one kind stand in PGN.

    Attributes:
        tags: the module with `setup_of_tags` and `tags_of_setup`.
        setup_tags: the tags, in lower case, without which the start is the usual one.
    """

    tags: str
    setup_tags: frozenset[str]

    def module(self) -> Any:
        """The module, loaded when a game has such tags."""
        return importlib.import_module(self.tags)


DIALECTS: dict[str, Dialect] = {
    "chess": Dialect("viewer.games.chess.tags", frozenset(("fen", "setup", "variant"))),
}
USUAL = "chess"

# What some write for a result, and what the Result tag calls it.
RESULTS: dict[str, str] = {
    "1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
    "1/2:1/2": "1/2-1/2",
    "1:0": "1-0",
    "0:1": "0-1",
    "+:-": "1-0",
    "-:+": "0-1",
}


def game_of_tags(tags: Mapping[str, str]) -> str:
    """The game that tags name."""
    named = next((value for key, value in tags.items() if key.lower() == "game"), "").lower()
    return named if named in DIALECTS else USUAL


def setup_of(game: str, tags: Mapping[str, str]) -> tuple[Setup | None, Message | None]:
    """The start position that tags say, None for the usual one, and what is odd about it."""
    dialect = DIALECTS.get(game)
    if dialect is None or not any(key.lower() in dialect.setup_tags for key in tags):
        return None, None
    found: tuple[Setup | None, Message | None] = dialect.module().setup_of_tags(tags)
    return found


def tags_of(game: str, setup: Setup | None) -> tuple[dict[str, str], frozenset[str]]:
    """The tags that say a start position, and the names (lower case) of all that could."""
    dialect = DIALECTS.get(game)
    if dialect is None:
        return {}, frozenset()
    tags: dict[str, str] = dialect.module().tags_of_setup(setup)
    return tags, dialect.setup_tags
