"""The headers of a record of another format under wei7's names."""

from __future__ import annotations

import re
from typing import Final

from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.formats.roles import by_roles
from viewer.formats.wei7 import FORMAT
from viewer.formats.wei7.headers import value_text
from viewer.tree.record import Header, Record

_RULES: Final = "info.rules.type"
_RESULT: Final = re.compile(r"([BW]\+R)esign|([BW]\+[0-9]{1,3}\.[05])0+|(Draw)")


def with_own_headers(record: Record, source: str) -> Record:
    """The record with its headers renamed by their roles; those without an equivalent stay unchanged.

    `source` is the id of the format it was read as. A game without a name is called by its event, rules
    may be in small letters, and the first two participants play Black and White.
    """
    if source == FORMAT.id or source not in FORMATS or not record.headers:
        return record
    own = FORMATS[source].load()
    fields = own.fields_of(record.game)
    more = {field.key: "info.name" for field in fields if field.role == "event"}
    more |= {field.key: _RULES for field in fields if field.kind == "rules"}
    start = {field.key for field in fields if field.start}
    headers: list[Header] = []
    said = by_roles(_with_plain_result(record, own), source, FORMAT).headers
    there = {key for key, _ in said}
    for header in said:
        key, value = more.get(header.key, ""), header.value
        value = value.capitalize() if key == _RULES else value
        if key and key not in there and value_text(key, value) is not None:
            header = Header(key, value)
            there.add(key)
        if header.key not in start:
            headers.append(header)
    if any(key.startswith(FORMAT.actors) for key in there):
        headers += [one for one in FORMAT.initial if one.key not in there]
    return Record(
        record.game, record.root, tuple(headers), record.encoding, record.facts, record.nodes
    )


def _with_plain_result(record: Record, own: Format) -> Record:
    """The record with a result as short as wei7's own words for it: `B+R`, `W+2.5`, `0`."""
    found = _RESULT.fullmatch(own.by_role("result", record.headers, record.game))
    plain = "" if found is None else found[1] or found[2] or "0"
    headers = own.with_result(record.headers, plain) if plain else None
    if headers is None:
        return record
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)
