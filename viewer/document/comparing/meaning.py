"""Records by meaning, independent of format: comparable actions, starts and headers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.formats import FORMATS
from viewer.formats.format import Collection, HeaderField
from viewer.formats.kit.foreign import with_breaks_of
from viewer.formats.kit.resolved import ResolvedActions
from viewer.games import game_of
from viewer.tree.action import Action, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_UNSAID = re.compile(r"[?.\-*\s]*")


class ComparedRecord:
    """A record being compared, with its format.

    Attributes:
        record: must not change meanwhile.
        format: id of its format.
        written: whether it contains Written actions.
        ends: whether it has ends that stand at a ply.
    """

    def __init__(self, record: Record, format: str) -> None:
        self.record = record
        self.format = format
        kinds = {type(node.action) for node in record.nodes.values()}
        self.written = Written in kinds
        self.ends = Terminal in kinds
        self._actions = ResolvedActions(record, lambda _: False)

    def action(self, node: Node) -> Action | None:
        """The action of a node; for a Written one, the move it means if any."""
        return self._actions.at(node)

    def meaning(self, node: Node) -> Action | None:
        """The action at a node, equal for two spellings of one move or one end."""
        return self._actions.meaning(node)

    def start(self) -> str:
        """The start position, explicit even for the usual one."""
        game = game_of(self.record.game)
        return game.setup_text(game.start(self.record.setup))


def compared(collection: Collection, index: int, format: str) -> ComparedRecord:
    """A record of a collection, with line breaks in comments as another format means them. Raises OSError."""
    record = with_breaks_of(FORMATS[format].load(), collection.record(index), collection.format)
    return ComparedRecord(record, collection.format)


def headers_for(other: ComparedRecord, side: ComparedRecord) -> tuple[Header, ...]:
    """The headers of another record in the spelling of this format.

    Between different formats they are mapped by role; headers without a value are left out.
    """
    if other.format == side.format:
        return other.record.headers
    theirs = FORMATS[other.format].load()
    usual = {field.key.casefold(): field.key for field in theirs.fields_of(other.record.game)}
    headers = [
        one._replace(key=usual.get(one.key.casefold(), one.key)) for one in other.record.headers
    ]
    found = [
        Header(field.key, theirs.by_role(field.role, headers, side.record.game))
        for field in _by_role(side, other)
    ]
    return tuple(entry for entry in found if not _UNSAID.fullmatch(entry.value))


def comparable(side: ComparedRecord, other: ComparedRecord) -> set[int]:
    """The indices of a record's headers that the other record's format can hold."""
    headers = side.record.headers
    if other.format == side.format:
        return set(range(len(headers)))
    theirs = {field.role for field in FORMATS[other.format].load().fields_of(side.record.game)}
    known = {field.key for field in _by_role(side, other) if field.role in theirs}
    return {
        index
        for index, (key, value) in enumerate(headers)
        if key in known and not _UNSAID.fullmatch(value)
    }


def _by_role(side: ComparedRecord, other: ComparedRecord) -> Iterator[HeaderField]:
    """The fields of a record's format by role, of each the first that the record has, else the other has.

    Its key is spelled as in the record.
    """
    said, theirs = (
        {key.casefold(): key for key, value in one.record.headers if value.strip()}
        for one in (side, other)
    )
    roles: dict[str, list[HeaderField]] = {}
    for field in FORMATS[side.format].load().fields_of(side.record.game):
        if field.role and not field.start:
            key = said.get(field.key.casefold(), field.key)
            roles.setdefault(field.role, []).append(field._replace(key=key))
    for fields in roles.values():
        yield min(
            fields,
            key=lambda one: (one.key.casefold() not in said, one.key.casefold() not in theirs),
        )


def bare_action(side: ComparedRecord, node: Node) -> Action | None:
    """The action of a node without the file's spelling: for a Written one, the move it means."""
    return side.action(node) if type(node.action) is Written else node.action


def same_start(first: ComparedRecord, second: ComparedRecord) -> bool:
    """Whether two records start from the same position."""
    a, b = first.record.setup, second.record.setup
    return a == b or first.start() == second.start()
