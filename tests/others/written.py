"""Files that Qipu writes for others to read, each with the trees that are in it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from trees import Tree, of_dump

import viewer
from viewer.cli.neutral import record_data
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.games.states import States
from viewer.tree.action import Terminal
from viewer.tree.action import Written as Unresolved
from viewer.tree.record import Record


class Form(NamedTuple):
    """A format with the options that a file is written with; `suffix` is that of the file."""

    format: str
    options: Mapping[str, str]
    suffix: str

    @property
    def words(self) -> str:
        """For the table."""
        return " ".join((self.format, *self.options.values()))


class Game(NamedTuple):
    """A game of a written file.

    Attributes:
        tree: what a reader should find.
        illegal: the indexes of nodes whose moves the rules forbid, or whose text names no move.
        wrong: the source has such nodes.
        unread: it has text that names no move, and the file lacks something of it.
        behind_end: it has something behind an end.
        unplayed: it is a variant that Qipu shows without playing it.
        encoding: the codec of the record's text, None for that of the format.
    """

    tree: Tree
    illegal: frozenset[int]
    wrong: bool
    unread: bool
    behind_end: bool
    unplayed: bool
    encoding: str | None


class Written(NamedTuple):
    """A file that Qipu wrote, and where its games come from."""

    source: Path
    path: Path
    games: tuple[Game, ...]


def records_of(path: Path, most: int) -> list[Record]:
    """The records of a file, at most so many, without what Qipu remembers of its bytes."""
    collection = viewer.load(path)
    for _ in collection.indexing():
        pass
    records = []
    for index in range(min(len(collection), most)):
        record = collection.record(index)
        for node in record.walk():
            node.facts = ()
        nodes = dict(record.nodes)
        records.append(Record(record.game, record.root, record.headers, record.encoding, (), nodes))
    return records


def write(source: Path, records: Sequence[Record], form: Form, folder: Path) -> Iterator[Written]:
    """Write the records of a source into new files of a folder: into one, where the format holds many."""
    format_ = FORMATS[form.format].load()
    parts = [[record] for record in records] if format_.single else [list(records)]
    for number, part in enumerate(parts):
        path = folder / f"{source.stem}-{number}.{form.suffix}"
        for again in itertools.count():
            if not path.exists():
                break
            path = folder / f"{source.stem}-{number}-{again}.{form.suffix}"
        output = format_.write(MemoryCollection(form.format, part), form.options or None)
        path.write_bytes(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))
        # Where something is lost, and told so, others have to find what Qipu reads in the file.
        read = records_of(path, len(part)) if output.losses else part
        games = [_game(*pair, bool(output.losses)) for pair in zip(read, part, strict=True)]
        yield Written(source, path, tuple(games))


def _game(record: Record, source: Record, lacks: bool) -> Game:
    game = game_of(record.game)
    nodes = list(record.walk())
    data = record_data(game, record)
    states = States(game, record)
    for node, told in zip(nodes, data["nodes"], strict=True):
        if isinstance(node.action, Terminal):  # by its meaning: each format has words of its own
            told["move"] = f"#{game.end_meaning(states.at(node), node.action.text)}"
    places = {node.id: place for place, node in enumerate(nodes)}
    faults = [one for step in judge(game, source) for one in step.result or ()]
    unread = _unread(source)
    return Game(
        of_dump(data),
        frozenset(places[id] for id in _forbidden(record) | _unread(record)),
        any(one.code.endswith(".illegal-move") for one in faults) or bool(unread),
        lacks and bool(unread),
        any(isinstance(node.parent.action, Terminal) for node in source.walk() if node.parent),
        any(one.code.endswith(".not-played") for one in faults),
        record.encoding,
    )


def _forbidden(record: Record) -> set[int]:
    """The ids of nodes with moves that the rules forbid."""
    steps = judge(game_of(record.game), record)
    found = {one.node for step in steps for one in step.result or () if one.node is not None}
    return found - {record.root.id}


def _unread(record: Record) -> set[int]:
    """The ids of nodes with text that names no move."""
    states = States(game_of(record.game), record)
    return {node.id for node in record.walk() if isinstance(states.at(node).action, Unresolved)}
