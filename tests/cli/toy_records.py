"""A format for tests: any collection as JSON after the word TOY, so that a file can say anything."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Collection, Format, Loss, Output, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of, rows_of
from viewer.tree.serial import NodeData, pack_node, unpack_node


class ToyFormat(Format):
    """Holds everything; with the option `comments=no` it loses comments."""

    id = "toy"
    options = (
        choice("comments", message("Comments"), {"yes": message("Yes"), "no": message("No")}),
    )
    encodings = ("gb18030", "big5hkscs")

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        data = json.loads(source.read(3, source.size))
        if "unreadable" in data:
            raise Unreadable(message("It is a toy that is broken."), "toy.broken")
        records = [
            Record(
                "xiangqi",
                nodes_of(unpack_node(row) for row in one["rows"])[0],
                tuple(Header(*entry) for entry in one["headers"]),
                encoding or "gb18030",
            )
            for one in data["records"]
        ]
        found = MemoryCollection("toy", records, "Toy 1")
        found.source = source
        found.diagnostics = [
            Diagnostic(Severity(severity), code, message("Toy: {what}", what=code), **place)
            for severity, code, place in data.get("diagnostics", ())
        ]
        if "disk" in data:
            found.record = _failing_disk
        return found

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        records = [collection.record(index) for index in range(len(collection))]
        losses: tuple[Loss, ...] = ()
        if (options or {}).get("comments") == "no":
            losses = tuple(
                Loss("comment", node.id, message("the comment of node {id}", id=node.id), number)
                for number, record in enumerate(records)
                for node in record.walk()
                if node.comment
            )
        return Output(losses, iter([toy_bytes(records)]))

    def strict(self, collection: Collection) -> Sequence[Diagnostic]:
        return [
            Diagnostic(Severity.WARNING, "toy.strict", message("Toys have a title."), index)
            for index in range(len(collection))
            if collection.headers(index) == (Header("Title", "loose"),)
        ]

    def new_headers(self, game: str) -> tuple[Header, ...]:
        return ()


def _failing_disk(index: int) -> Record:
    raise OSError(5, "Input/output error")


FORMAT = ToyFormat()


def toy_bytes(records: Sequence[Record], **more: Any) -> bytes:
    """A toy file; `more` are further keys: `diagnostics`, `unreadable`, `disk`."""
    data = {
        "records": [
            {
                "headers": [list(entry) for entry in record.headers],
                "rows": [pack_node(row) for row in rows_of(record.root)],
            }
            for record in records
        ],
        **more,
    }
    return b"TOY" + json.dumps(data).encode()


def line_record(
    *moves: str, comment: str = "", start: str | None = None, headers: Sequence[Header] = ()
) -> Record:
    """A record of one line; the comment belongs to the last node."""
    notes = {"comment": comment} if comment else {}
    rows = [NodeData(0, -1, None if start is None else Setup(start), notes if not moves else {})]
    for place, move in enumerate(moves, 1):
        rows.append(NodeData(place, place - 1, Move(move), notes if place == len(moves) else {}))
    return Record("xiangqi", nodes_of(rows)[0], tuple(headers))


def node_of(record: Record, *path: int) -> Node:
    """The node that one comes to by these child numbers."""
    node = record.root
    for place in path:
        node = node.children[place]
    return node
