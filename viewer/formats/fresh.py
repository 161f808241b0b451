"""New records for a format, and the form of a new file of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from viewer.base.named import NamedTuple
from viewer.formats.format import Collection, Format, Output
from viewer.games.capabilities import Begun
from viewer.games.game import Game, State
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.record import Record, with_header

if TYPE_CHECKING:
    from viewer.games.time_controls import TimeLimit


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
        values = game.new_values(game.start(start)) if isinstance(game, Begun) else {}
    headers = format_.with_values(format_.new_headers(game.id), game.id, values)
    headers = format_.with_players(headers, game.id, start, beginning.players)
    if beginning.time is not None:
        for header in format_.time_headers(game.id, beginning.time):
            headers = with_header(headers, *header)
    return Record(game.id, Node(0, None, start), headers, encoding)


_TRIED, _TRIED_NODES = 50, 20_000
"""Records and their nodes up to which all forms of a file are tried."""


def is_small(collection: Collection) -> bool:
    """Whether all forms of a file of these records may be tried. Raises OSError."""
    if not 0 < len(collection) <= _TRIED:
        return False
    records = (collection.record(index) for index in range(len(collection)))
    return sum(len(record.nodes) for record in records) <= _TRIED_NODES


def fullest(
    format_: Format, collection: Collection, write: Callable[[Mapping[str, str] | None], Output]
) -> tuple[Output, Mapping[str, str] | None]:
    """A new file in the form that loses least, where nobody chose one, and the options for it.

    The usual form (None) unless another loses less, such as one in UTF-8. `write` makes the output with
    options; long collections are written in the usual form without trying. Raises as `write` does.
    """
    best, chosen = write(None), None
    if not best.losses or not format_.all_options or not is_small(collection):
        return best, chosen
    for options in format_.each_option(collection.record(0).game):
        output = write(options)
        if len(output.losses) < len(best.losses):
            best, chosen = output, options
    return best, chosen
