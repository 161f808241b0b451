"""New records for a format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viewer.formats.format import Format
from viewer.games.capabilities import Negotiated
from viewer.games.clocks import TimeLimit
from viewer.games.game import Game, State
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.record import Record, with_header


class Beginning(NamedTuple):
    """What is known of a new record.

    Attributes:
        setup: its start, None for the usual one.
        agreed: rules, komi and handicap by kinds of header; None for those that go with the start.
        players: the names of both sides' players, "" where nothing is said.
        time: the time that each has, None if nothing is said.
    """

    setup: Setup | None = None
    agreed: Mapping[str, str] | None = None
    players: tuple[str, str] = ("", "")
    time: TimeLimit | None = None


USUAL = Beginning()


def new_record(
    format_: Format,
    game: Game[State],
    beginning: Beginning = USUAL,
    encoding: str | None = None,
) -> Record:
    """A new record of a game, with the initial headers of format and game and what is known of it."""
    start, values = beginning.setup or game.starts[0].setup, beginning.agreed
    if values is None:
        values = game.new_values(game.start(start)) if isinstance(game, Negotiated) else {}
    headers = format_.with_values(format_.new_headers(game.id), game.id, values)
    headers = format_.with_players(headers, game.id, start, beginning.players)
    if beginning.time is not None:
        for header in format_.time_headers(game.id, beginning.time):
            headers = with_header(headers, *header)
    return Record(game.id, Node(0, None, start), headers, encoding)
