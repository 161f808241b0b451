"""Writes a record as a wei7 file: the text it was read from, with its edits, or a new one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import UTF8, decode, encode
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format, Loss, Output
from viewer.formats.kit.diagrams import with_marks_of
from viewer.formats.kit.foreign import by_roles, resolved
from viewer.formats.kit.json.file import is_same, kept_file
from viewer.formats.kit.losses import losses_between, sentences_of
from viewer.formats.kit.runs import WrittenRecord, write_single
from viewer.formats.wei7 import FORMAT, MARK
from viewer.formats.wei7.collection import is_xml, read_xml
from viewer.formats.wei7.emit import Emission, compose
from viewer.formats.wei7.headers import fault, value_text
from viewer.formats.wei7.reader import ParsedFile
from viewer.games import game_of
from viewer.games.go.setup import SYNTAX
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import TITLE
from viewer.tree.diff import ItemDifference
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_OF_VERSION_3 = message(
    "The file is of version 2 of wei7, which is XML; it is written anew as version 3.0, which is JSON."
)


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the first record of a collection; if options are given, as a new file."""
    mark = options.get(MARK.key, "")

    def write(own: Record) -> WrittenRecord:
        record = _with_own_headers(own, collection.format)
        return _write_new(record, mark == "yes") if mark else _write_record(record)

    return write_single(collection, write)


def _write_new(record: Record, mark: bool = False) -> WrittenRecord:
    """Write a record as a new file, with a byte order mark if `mark` is set."""
    said = resolved(record, _is_own)
    data = encode("\ufeff" * mark + compose(said), UTF8)
    old = kept_file(record, "wei7")
    more = (Loss("variant", None, _OF_VERSION_3),) if old is not None and is_xml(old.text) else ()
    return WrittenRecord((data,), (*_losses(said, decode(data, UTF8)), *more))


def _write_record(record: Record) -> WrittenRecord:
    """Write a record as the file it was read from, with its edits, or as a new file."""
    kept = kept_file(record, "wei7")
    if kept is None:
        return _write_new(record)
    same = WrittenRecord((kept.raw, *kept.rest), ())
    if is_xml(kept.text):
        # Version 2 is only read: an edited record is written as version 3.
        read = read_xml(kept.text, kept.limits).record
        return same if is_same(read, record) else _write_new(record)
    reading = ParsedFile(kept.text, kept.limits)
    if is_same(reading.record, record):
        return same
    said = resolved(record, _is_own)
    data = encode(Emission(said, reading).text(), UTF8)
    return WrittenRecord((data, *kept.rest), _losses(said, decode(data, UTF8)))


def _is_own(node: Node) -> bool:
    """Whether an action is the JSON of a move that wasn't understood, not another format's notation."""
    return node.action is not None and node.action.text.startswith("{")


# ------------------------------------------------------------------------------------------ headers

_RULES: Final = "info.rules.type"
_RESULT: Final = re.compile(r"([BW]\+R)esign|([BW]\+[0-9]{1,3}\.[05])0+|(Draw)")


def _with_own_headers(record: Record, source: str) -> Record:
    """The record with its headers renamed by their roles; those without an equivalent stay unchanged.

    `source` is the id of the format it was read as. A game without a name is called by its event, rules
    may be in small letters, and the first two participants play Black and White.
    """
    record = with_marks_of(FORMAT, record)
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


# --------------------------------------------------------------------------------------- losses

_SENTENCES = sentences_of(
    "wei7",
    branch=message("wei7 has no place for {move} here."),
    some_headers=True,
    some_facets=True,
)
_TITLE = message("In wei7 a title stands where a variation begins, on a node without a move.")


def _losses(record: Record, text: str) -> tuple[Loss, ...]:
    """The losses of a record that is written as `text`."""
    read = ParsedFile(text, DEFAULT).record
    return losses_between(normal(record), normal(read), _SENTENCES, _special)


def normal(record: Record) -> Record:
    """A copy for comparisons: equal set-ups have equal texts, and the start position is explicit."""
    copy = record.mapped(_action)
    game = game_of(record.game)
    copy.root.action = Setup(game.setup_text(game.start_of(record)))
    return copy


def _action(node: Node) -> Action | None:
    action = node.action
    return Setup(SYNTAX.write(SYNTAX.read(action.text))) if type(action) is Setup else action


def _special(one: ItemDifference) -> Message | None:
    kind, _, key = one.kind.partition(":")
    if kind != "header":
        return _TITLE if kind == TITLE else None
    values = one.before if isinstance(one.before, tuple) else (one.before,)
    why = next((fault(key, str(value), ()) for value in values if value is not None), None)
    return None if why is None else message("{key} isn't written: {why}", key=key, why=why)
