"""New records for a format."""

from __future__ import annotations

from viewer.formats.format import Format
from viewer.games.capabilities import Negotiated
from viewer.games.game import Game, State
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.record import Record


def new_record(
    format_: Format, game: Game[State], setup: Setup | None, encoding: str | None = None
) -> Record:
    """A record of a game from a start (None: the usual one), with the initial headers of format and game."""
    start = setup or game.starts[0].setup
    values = game.new_values(game.start(start)) if isinstance(game, Negotiated) else {}
    headers = format_.with_values(format_.new_headers(game.id), game.id, values)
    return Record(game.id, Node(0, None, start), headers, encoding)
