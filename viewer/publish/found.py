"""The games and positions that a search has found, as what is published: a book, a sheet of diagrams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from viewer.base.catalogs import active
from viewer.base.fields import Value, values_of
from viewer.base.jobs import JobStep
from viewer.document.edits import RecordData
from viewer.document.placed import OpenFiles, Place, as_data, format_of_all
from viewer.document.whole.lines import label_of
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.game import Game
from viewer.games.states import States
from viewer.publish.kinds import KINDS
from viewer.publish.problems import BOOKMARKED, NONE
from viewer.tree.annotation import BOOKMARK
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

SHEET = "sheet"


def reading_games(places: Sequence[Place]) -> Iterator[JobStep[MemoryCollection]]:
    """The job that reads records, for a book. Raises Refused."""
    return _reading(places, None)


def reading_positions(
    places: Sequence[Place], nodes: Sequence[int | None]
) -> Iterator[JobStep[MemoryCollection]]:
    """The job that reads the positions at nodes of records, for a sheet; None: where the main line ends.

    Each is a record of the moves before it, with a bookmark that says of which game it is, and after which
    move. Raises Refused.
    """
    return _reading(places, nodes)


def _reading(
    places: Sequence[Place], nodes: Sequence[int | None] | None
) -> Iterator[JobStep[MemoryCollection]]:
    entry = format_of_all(places)
    found: list[Record] = []
    with OpenFiles() as open_files:
        for at, place in enumerate(places):
            record = open_files.record(place)
            format = open_files.collection(place.path).format
            if nodes is not None:
                record = _position(record, format, nodes[at])
            found.append(as_data(record, format, entry.id).record())
            yield JobStep(at + 1, len(places))
    yield JobStep(1, 1, MemoryCollection(entry.id, found))


def _position(record: Record, format: str, id: int | None) -> Record:
    """The line to a node, which has a bookmark."""
    node = record.nodes.get(-1 if id is None else id)
    if node is None:
        *_, node = record.root.main_line()
    said = label_of(FORMATS[format].load(), record)
    after = _last_move(record, node)
    caption = ", ".join(part for part in (said, after) if part)
    rows = [
        NodeData(at, at - 1, one.action, {BOOKMARK: caption} if one is node else {})
        for at, one in enumerate(node.path())
    ]
    return RecordData(record.game, record.headers, record.encoding, (), tuple(rows)).record()


def _last_move(record: Record, node: Node) -> str:
    """The move that led to a node, with its number; "" at the start."""
    if node.parent is None:
        return ""
    game: Game[Any] = game_of(record.game)
    states = States(game, record)
    state = states.at(node)
    label = game.numbering(states.at(record.root)).label(state.ply)
    return f"{label} {game.shown(state, game.usual_notation(active()))}".strip()


def sheet_values(title: str) -> dict[str, Value]:
    """How a sheet of found positions is made: each with its caption, no lines for answers, no solutions."""
    given: dict[str, Value] = {
        "from": BOOKMARKED,
        "solutions": NONE,
        "answers": 0,
        "cropped": False,
        "title": title,
    }
    return values_of(KINDS[SHEET].load().fields, given)
