"""Changes of headers, as edits of the file's lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.formats.kif.lines import HASH, HEADER, classify
from viewer.formats.kif.write.items import BlockItem
from viewer.tree.record import Header

Place = tuple[int, int]  # id of a node, number of the item in its block
FIRST: Place = (0, -1)

_COLON = re.compile("[：:]")
_BREAKS = re.compile(r"[\r\n\u2028\u2029]+")


class Edits(NamedTuple):
    """Edits of header lines.

    Attributes:
        changed: lines by index; None for one that is removed.
        added: new lines, by the index of the line they follow; FIRST: before all headers.
    """

    changed: dict[Place, BlockItem | None]
    added: dict[Place, list[BlockItem]]


def header_line(header: Header) -> str:
    """A header as a new line; "" if it would be read as something else."""
    text = f"{_one_line(header.key)}：{_one_line(header.value)}"
    line = classify(text)
    return text if line.kind == HEADER and line.key == header.key else ""


def _one_line(text: str) -> str:
    return _BREAKS.sub(" ", text)


def edits_of(was: Sequence[tuple[Place, BlockItem]], now: Sequence[Header]) -> Edits:
    """The edits that turn header lines (`was`, in the file's order) into those of other headers (`now`).

    The k-th header of a key is the k-th line of that key, and keeps its bytes if it is unchanged.
    """
    changed: dict[Place, BlockItem | None] = {}
    added: dict[Place, list[BlockItem]] = {}
    if [(item.key, item.value) for _, item in was] == [tuple(header) for header in now]:
        return Edits(changed, added)
    known: dict[str, list[int]] = {}
    for number, (_, item) in enumerate(was):
        known.setdefault(item.key, []).append(number)
    lines: list[tuple[int | None, BlockItem]] = []
    for header in now:
        numbers = known.get(header.key)
        if numbers:
            number = numbers.pop(0)
            lines.append((number, _with_value(was[number][1], header.value)))
        else:
            text = header_line(header)
            if text:
                lines.append((None, BlockItem(HEADER, text, None, header.key, header.value)))
    kept = sorted(number for number, _ in lines if number is not None)
    anchor = FIRST
    slots = iter(kept)
    for old, item in lines:
        if old is None:
            added.setdefault(anchor, []).append(item)
            continue
        place, stood = was[next(slots)]
        if stood is not item:
            changed[place] = item
        anchor = place
    gone = set(range(len(was))) - set(kept)
    changed.update((was[number][0], None) for number in gone)
    return Edits(changed, added)


def _with_value(item: BlockItem, value: str) -> BlockItem:
    if item.value == value:
        return item
    colon = _COLON.search(item.text)
    start = item.text[: colon.end()] if colon is not None else item.key + "："
    return item._replace(text=start + _one_line(value), raw=None, value=value)


def apply(edits: Edits, node: int, items: list[BlockItem]) -> list[BlockItem]:
    """The items of a node's block, with its edits applied."""
    if not (edits.changed or edits.added):
        return items
    out: list[BlockItem] = []
    if node == 0 and FIRST in edits.added:
        first = next((i for i, item in enumerate(items) if item.kind == HEADER), None)
        at = _behind_marks(items) if first is None else first
    else:
        at = None
    for number, item in enumerate(items):
        if number == at:
            out += edits.added[FIRST]
        new = edits.changed.get((node, number), item)
        if new is not None:
            out.append(new)
        out += edits.added.get((node, number), ())
    if at is not None and at >= len(items):
        out += edits.added[FIRST]
    return out


def _behind_marks(items: list[BlockItem]) -> int:
    """The index after the `#` lines at the beginning of a file."""
    return next((i for i, item in enumerate(items) if item.kind != HASH), len(items))
