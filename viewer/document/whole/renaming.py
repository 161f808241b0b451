"""Giving players one name in many records: spellings in headers become the chosen one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Location
from viewer.document.whole.sweep import RecordChange, Scope, Sweep, sweeping
from viewer.formats import FORMATS
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders
from viewer.tree.record import Header, Record

NAMES = "names"
_ROLES = ("side0", "side1")


class Renamer:
    """Renames players, in the headers that a format has for them."""

    def __init__(self, format: str, names: Mapping[str, str]) -> None:
        """`names`: the new name by each old one, which has to be all of a header's value."""
        self._format = FORMATS[format].load()
        self._names = names

    def change(self, key: int, record: Record, top: Node) -> RecordChange:
        """The change of a record."""
        keys = {
            field.key
            for field in self._format.fields_of(record.game)
            if field.role in _ROLES and not field.refers
        }
        new = tuple(
            Header(name, self._names.get(value.strip(), value) if name in keys else value)
            for name, value in record.headers
        )
        count = sum(one != other for one, other in zip(new, record.headers, strict=True))
        return RecordChange((SetHeaders(new),) if count else (), {NAMES: count})


def renaming(
    document: EditableRecords, scope: Scope, names: Mapping[str, str], here: Location
) -> Iterator[JobStep[Sweep]]:
    """A job that plans giving players other names in records; see `sweeping`."""
    renamer = Renamer(document.format, names)
    return sweeping(document, scope, renamer.change, rename_words(len(names)), here)


def rename_words(count: int) -> Message:
    """The name of the edit."""
    return counted("Unify a name", "Unify {count} names", count)


def told(sweep: Sweep) -> Message:
    """What changes, in words: "12 names in 8 games"."""
    count = sweep.counts.get(NAMES, 0)
    if not count:
        return message("No name changes.")
    return sweep.within(counted("{count} name", "{count} names", count))
