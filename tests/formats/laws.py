"""The law of bytes as it is asked of a format: what its files are made of, and what is edited in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from hypothesis.strategies import SearchStrategy

from viewer.base.source import BytesSource, Source, piece_bytes
from viewer.formats.format import Collection, Format, Loss, Output
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.ops import Op
from viewer.tree.record import Record


def bytes_of(output: Output, source: Source | None = None) -> bytes:
    return b"".join(piece_bytes(piece, source) for piece in output.pieces)


def meant(record: Record) -> Record:
    """The record with the moves that its texts mean and its start spelt out: what it says, in any format."""
    states = States(game_of(record.game), record)
    copies: dict[Node | None, Node] = {}
    for node in record.walk():
        action = states.at(node).action
        if node.parent is None:
            action = Setup(states.game.setup_text(states.at(node)))
        parent = copies.get(node.parent)
        copies[node] = Node(node.id, parent, action, node.notes)
        if parent is not None:
            parent.children += (copies[node],)
    return Record(record.game, copies[record.root], record.headers)


class Law(NamedTuple):
    """A format with the examples by which `test_law_contract.py` proves the law.

    Attributes:
        files: whole files; games: those of one record, which is edited.
        edits: edits of every kind of item of a record.
        meant: what a record says, however it is written.
    """

    format: Format
    files: SearchStrategy[bytes]
    games: SearchStrategy[bytes]
    edits: Callable[[Record], Iterable[Op]]
    meant: Callable[[Record], Record] = meant

    def read(self, data: bytes, encoding: str | None = None, name: str = "") -> Collection:
        collection = self.format.read(BytesSource(data, name), encoding=encoding)
        for _ in collection.indexing():
            pass
        return collection

    def records_of(self, data: bytes) -> list[Record]:
        collection = self.read(data)
        return [collection.record(index) for index in range(len(collection))]

    def record_of(self, data: bytes) -> Record:
        (record,) = self.records_of(data)
        return record

    def output(self, *records: Record, options: Mapping[str, str] | None = None) -> Output:
        """From the records alone, without the file."""
        return self.format.write(MemoryCollection(self.format.id, list(records)), options)

    def written(self, *records: Record, options: Mapping[str, str] | None = None) -> bytes:
        return bytes_of(self.output(*records, options=options))

    def losses(self, record: Record, options: Mapping[str, str] | None = None) -> tuple[Loss, ...]:
        return self.output(record, options=options).losses
