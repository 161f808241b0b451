"""Renaming the headers of a record from another format to a format's own names."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator

from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedHeaders
from viewer.formats.format import Format
from viewer.tree.record import Header, Record

_DAY = re.compile(r"([0-9]{4})[-./年]([0-9]{1,2})[-./月]([0-9]{1,2})日?(?:T00:00(?::00)?Z)?")
_BY_SIDE = (("side0", "side1"), ("rank0", "rank1"), ("title0", "title1"))


def by_roles(record: Record, source: str, target: Format) -> Record:
    """The record with its headers renamed by the roles and kinds that both formats know (players, komi …).

    `source` is the id of the format it was read as. A result and a day are written as in the target; a
    player is the one who plays the side, whichever header names them, and a rank is theirs. A header
    without role or kind gets the target's name that differs in case only. Of several with one role the
    format's first takes the name. One whose name is taken or whose value breaks the target's specification
    stays as it is. Headers that are implied or unknown (see `HeaderField`) are left out, unless the target
    has them too, or they contradict the record.
    """
    if source == target.id or source not in FORMATS or not record.headers:
        return record
    own = FORMATS[source].load()
    said = tuple(_told(_with_result(record, own, target), own, target, record))
    roles = _roles(record, own)
    wanted: dict[str, str] = {}
    alike: dict[str, str] = {}
    for field in target.fields_of(record.game):
        alike.setdefault(field.key.casefold(), field.key)
        for what in (field.role, field.kind):
            if what:
                wanted.setdefault(what, field.key)
    names = {
        key: wanted.get(roles.get(key, ""), alike.get(key.casefold(), key)) for key, value in said
    }
    if isinstance(target, CheckedHeaders):
        said = tuple(
            Header(key, _dated(target, names[key], value) if roles.get(key) == "date" else value)
            for key, value in said
        )
        names = {
            key: key if target.fault(names[key], value, said) else names[key] for key, value in said
        }
    places = {field.key: place for place, field in enumerate(own.fields_of(record.game))}
    first: dict[str, str] = {}  # by name: no header may hide another
    for key, _ in sorted(
        said, key=lambda one: (one.key != names[one.key], not one.value, places.get(one.key, 99))
    ):
        first.setdefault(names[key], key)
    headers = tuple(Header(names[key] if first[names[key]] == key else key, v) for key, v in said)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _dated(target: CheckedHeaders, key: str, value: str) -> str:
    """A day as the target writes days; the value itself if it says more or less, or fits."""
    found = _DAY.fullmatch(value.strip())
    if found is None or target.fault(key, value, ()) is None:
        return value
    try:
        day = datetime.date(*(int(part) for part in found.groups())).isoformat()
    except ValueError:
        return value
    written = (*(day.replace("-", sign) for sign in "-./"), f"{day}T00:00Z")
    return next((one for one in written if target.fault(key, one, ()) is None), value)


def _told(
    headers: Iterable[Header], own: Format, target: Format, record: Record
) -> Iterator[Header]:
    """The headers that tell something, or that the target has in the same way."""
    fields = {field.key: field for field in own.fields_of(record.game)}
    theirs = {(field.key, field.implied, field.unknown) for field in target.fields_of(record.game)}
    for key, value in headers:
        field = fields.get(key)
        if (
            field is None
            or not (field.implied or value == field.unknown != "")
            or (field.key, field.implied, field.unknown) in theirs
            or (field.implied and own.contradicts(Header(key, value), record))
        ):
            yield Header(key, value)


def _roles(record: Record, own: Format) -> dict[str, str]:
    """The role of each header of a record, by key."""
    roles = {field.key: field.role or field.kind for field in own.fields_of(record.game)}
    for pair in _BY_SIDE:
        there = {key: value for key, value in record.headers if roles.get(key) in pair and value}
        played = {own.by_role(role, record.headers, record.game): role for role in pair}
        played.pop("", None)
        if len(there) == len(played) and set(there.values()) == set(played):
            roles |= {key: played[value] for key, value in there.items()}
    return roles


def _with_result(record: Record, own: Format, target: Format) -> tuple[Header, ...]:
    """The headers with the result as in the target, if the record or either format has another form."""
    text = own.by_role("result", record.headers, record.game)
    plain = any(header.value == text for header in record.headers)
    if not text or (plain and all(_says_plainly(one, text) for one in (own, target))):
        return record.headers
    without = own.with_result(record.headers, "")
    said = None if without is None else target.with_result(without, text)
    if said is None or target.by_role("result", said, record.game) != text:
        return record.headers
    return said


def _says_plainly(format_: Format, text: str) -> bool:
    """Whether a format writes a result as the value of one header."""
    said = format_.with_result((), text)
    return said is not None and [header.value for header in said] == [text]
