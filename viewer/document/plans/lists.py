"""Headers that stand in a list (participants, players): edits that add, remove and move items.

References to an item by number (a player's participant, a step's actor) are updated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.messages import Message, message
from viewer.document.edits import Edit
from viewer.document.plans import EditableRecords, edited
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.formats.headers import HeaderList
from viewer.tree.annotation import ACTOR
from viewer.tree.node import Node
from viewer.tree.ops import Op, SetHeaders, SetNote
from viewer.tree.record import Header, Record

MOST = 100
"""Items of a list that are shown and written."""


def place_in(key: str, list_key: str) -> tuple[int, str] | None:
    """(number of the item, key within it) of a header of a list; None for any other header."""
    if not key.startswith(list_key + "."):
        return None
    number, _, rest = key[len(list_key) + 1 :].partition(".")
    if not (number.isascii() and number.isdecimal() and len(number) <= 2 and rest):
        return None
    return int(number), rest


def _referring(format_: Format, list_key: str) -> list[tuple[HeaderList, str, bool]]:
    """(list, key of its field, whether it says which item it is) for fields that say items of a list."""
    return [
        (one, field.key, index == 0)
        for one in format_.lists
        for index, field in enumerate(one.fields)
        if field.refers == list_key
    ]


def count_of(format_: Format, headers: Sequence[Header], list_key: str) -> int:
    """The number of items of a list, including those only referred to."""
    most = -1
    wanted = [(one.key, field) for one, field, _ in _referring(format_, list_key)]
    for key, value in headers:
        found = place_in(key, list_key)
        if found is not None:
            most = max(most, found[0])
        for other, field in wanted:
            at = place_in(key, other)
            if at is not None and at[1] == field and value.isdecimal() and len(value) <= 2:
                most = max(most, int(value))
    return most + 1


def names_of(format_: Format, headers: Sequence[Header], list_key: str) -> dict[str, Message]:
    """A name for each item of a list, by number: its first field, else the item's generic name."""
    of = next((one for one in format_.lists if one.key == list_key), None)
    if of is None:
        return {}
    said = {key: value for key, value in reversed(headers)}
    out: dict[str, Message] = {}
    for number in range(count_of(format_, headers, list_key)):
        name = said.get(f"{list_key}.{number}.{of.fields[0].key}", "")
        called = of.item.given(number=number + 1)
        out[str(number)] = message("{name}", name=name) if name else called
    return out


def _with_item(headers: Sequence[Header], key: str, value: str) -> tuple[Header, ...]:
    """Headers with one of a list set (next to related ones), or removed for ""."""
    out = list(headers)
    for index, header in enumerate(out):
        if header.key == key:
            out[index : index + 1] = [Header(key, value)] if value else []
            return tuple(out)
    if value:
        out.insert(_related_place(out, key), Header(key, value))
    return tuple(out)


def _related_place(headers: Sequence[Header], key: str) -> int:
    """The index after the header whose key shares the longest prefix with a key."""
    parts, best, at = key.split("."), 1, len(headers)
    for index, header in enumerate(headers):
        same = 0
        for a, b in zip(parts, header.key.split("."), strict=False):
            if a != b:
                break
            same += 1
        if same >= best and same > 1:
            best, at = same, index + 1
    return at


def header(document: EditableRecords, key: int, node: Node, name: str, value: str) -> Edit | None:
    """Set a header of a list, add it next to related ones, or (value "") remove it."""
    headers = _with_item(document.record_of(key).headers, name, value)
    return _edit(document, key, node, headers, [], message("Edit the details"))


def remove(
    document: EditableRecords, key: int, node: Node, list_key: str, number: int
) -> Edit | None:
    """Remove an item and references to it; later items move up."""

    def new(old: int) -> int | None:
        return None if old == number else old - (old > number)

    return _renumbered(document, key, node, list_key, new, message("Remove from a list"))


def move(
    document: EditableRecords, key: int, node: Node, list_key: str, number: int, to: int
) -> Edit | None:
    """Move an item to another index of its list."""
    format_ = FORMATS[document.format].load()
    count = count_of(format_, document.record_of(key).headers, list_key)
    if number == to or not (0 <= number < count and 0 <= to < count):
        return None
    order = list(range(count))
    order.insert(to, order.pop(number))
    indices = {old: index for index, old in enumerate(order)}
    return _renumbered(document, key, node, list_key, indices.get, message("Change the order"))


def _renumbered(
    document: EditableRecords,
    key: int,
    node: Node,
    list_key: str,
    new: Callable[[int], int | None],
    words: Message,
) -> Edit | None:
    format_ = FORMATS[document.format].load()
    record = document.record_of(key)
    headers = record.headers
    fields = [(one.key, field, first) for one, field, first in _referring(format_, list_key)]
    gone: dict[str, list[int]] = {}
    out: list[Header] = []
    for header in headers:
        other = next(
            (
                (at, first, list_)
                for list_, field, first in fields
                if (at := place_in(header.key, list_)) is not None and at[1] == field
            ),
            None,
        )
        if other is None or not header.value.isdecimal() or len(header.value) > 2:
            out.append(header)
            continue
        said = new(int(header.value))
        if said is not None:
            out.append(Header(header.key, str(said)))
        elif other[1]:
            gone.setdefault(other[2], []).append(other[0][0])
    out = _renamed(out, list_key, new)
    for list_, numbers in gone.items():
        out = _renamed(out, list_, _without(numbers))
    ops = _actors(record, new) if format_.actors == list_key else []
    return _edit(document, key, node, tuple(out), ops, words)


def _without(gone: Sequence[int]) -> Callable[[int], int | None]:
    """The new numbers of items after some are removed."""

    def new(old: int) -> int | None:
        return None if old in gone else old - sum(one < old for one in gone)

    return new


def _renamed(
    headers: Sequence[Header], list_key: str, new: Callable[[int], int | None]
) -> list[Header]:
    """Headers with the items of a list renumbered and in that order."""
    items: list[tuple[int, Header]] = []
    out: list[Header | None] = []
    for header in headers:
        at = place_in(header.key, list_key)
        if at is None:
            out.append(header)
            continue
        number = new(at[0])
        if number is not None:
            out.append(None)
            items.append((number, Header(f"{list_key}.{number}.{at[1]}", header.value)))
    items.sort(key=lambda one: one[0])
    rest = iter(items)
    return [next(rest)[1] if header is None else header for header in out]


def _actors(record: Record, new: Callable[[int], int | None]) -> list[Op]:
    ops: list[Op] = []
    for node in record.walk():
        said = node.notes.get(ACTOR) if node.notes else None
        if isinstance(said, str) and said.isdecimal() and len(said) <= 2:
            number = new(int(said))
            text = "" if number is None else str(number)
            if text != said:
                ops.append(SetNote(node.id, ACTOR, text))
    return ops


def _edit(
    document: EditableRecords,
    key: int,
    node: Node,
    headers: tuple[Header, ...],
    ops: Sequence[Op],
    words: Message,
) -> Edit | None:
    all_ops = list(ops)
    if headers != document.record_of(key).headers:
        all_ops.insert(0, SetHeaders(headers))
    if not all_ops:
        return None
    return edited(key, all_ops, words, node)
