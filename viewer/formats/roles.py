"""The headers of a record that comes from another format, under the names that a format has for them."""

from __future__ import annotations

from collections import Counter

from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.tree.record import Header, Record


def by_roles(record: Record, source: str, target: Format) -> Record:
    """The record with its headers renamed by the roles that both formats know (players, event, date …).

    `source` is the id of the format it was read as. What has no role, or whose name is taken, stays as it is.
    """
    if source == target.id or source not in FORMATS or not record.headers:
        return record
    roles = {field.key: field.role for field in FORMATS[source].load().fields_of(record.game)}
    wanted: dict[str, str] = {}
    for field in target.fields_of(record.game):
        if field.role:
            wanted.setdefault(field.role, field.key)
    names = {
        header.key: wanted.get(roles.get(header.key, ""), header.key) for header in record.headers
    }
    count = Counter(names.values())  # one mustn't hide another
    headers = tuple(
        Header(names[key] if count[names[key]] == 1 else key, value)
        for key, value in record.headers
    )
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)
