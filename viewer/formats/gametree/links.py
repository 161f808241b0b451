"""The links of long moves: `pbem_null`, links removed and links added.

The length given in the specification leaves out the byte of `pbem_null`, so both lengths are read:
8 + 3k with it, 7 + 3k without. Without it, links are made automatically if none is added.
"""

from __future__ import annotations

import re

from viewer.games.stones.coordinates import column_row
from viewer.games.twixt.setup import AUTO, NO_LINKS, OFFSETS, link_ends, link_text

_PEG = 3  # bytes before the links
_MOST = 0xFFFF  # bytes of a move
_ODD_LINK = re.compile(r"([a-z]{1,3}[1-9]\d{0,3})/\?(\d{1,3})\Z", re.ASCII)


def read_links(raw: bytes, size: int | None, faults: list[str]) -> str:
    """Read the links of a long move, as words of the move's text; adds codes of faults to `faults`."""
    # The remainder tells which of the two lengths it is, or the numbers of links if they fit only the other.
    ways = (_PEG, _PEG + 1) if len(raw) % 3 == 1 else (_PEG + 1, _PEG)
    at = next((way for way in ways if _fits(raw, way)), 0)
    if not at:
        faults.append("lengths")
        at = ways[0]
    removed, at_added = _link_list(raw, at)
    added, _ = _link_list(raw, at_added)
    automatic = raw[_PEG] != 0 if at > _PEG else not added
    if automatic and added:
        faults.append("ignored-links")
        added = []
    for x, y, direction in (*removed, *added):
        if not 1 <= direction <= 4:
            faults.append("direction")
        elif size is not None:
            dx, dy = OFFSETS[direction]
            if not (0 <= x + dx < size and y + dy >= 0 and x < size and y < size):
                faults.append("link-off-board")
    words = [f" -{link_text(*link)}" for link in removed]
    words += [f" +{link_text(*link)}" for link in added]
    if automatic:
        return "".join(words) + f" {AUTO}" if words else ""
    return "".join(words) if words else f" {NO_LINKS}"


def _fits(raw: bytes, at: int) -> bool:
    """Whether two lists of links from an offset on end exactly at the end of the move."""
    if at + 2 > len(raw):
        return False
    at += 2 + 3 * int.from_bytes(raw[at : at + 2], "big")
    return at + 2 <= len(raw) and at + 2 + 3 * int.from_bytes(raw[at : at + 2], "big") == len(raw)


def _link_list(raw: bytes, at: int) -> tuple[list[tuple[int, int, int]], int]:
    """The links (x, y, direction) of a list, as many as are in the bytes, and the offset of its end."""
    count = int.from_bytes(raw[at : at + 2], "big") if at + 2 <= len(raw) else 0
    at += 2
    end = min(at + 3 * count, len(raw))
    found = [(raw[i], raw[i + 1], raw[i + 2]) for i in range(at, end - 2, 3)]
    return found, end


# ----------------------------------------------------------------------------------- writing


def write_links(peg: bytes, changes: list[str], word: str | None) -> bytes | None:
    """Encode a move from its peg, its changes (`-…`, `+…`) and last word; None if they can't be a move."""
    automatic = word == AUTO
    if word == NO_LINKS and changes:
        return None
    lists: dict[str, list[bytes]] = {"-": [], "+": []}
    for change in changes:
        link = _link_bytes(change[1:])
        if link is None:
            return None
        lists[change[0]].append(link)
    if automatic and (lists["+"] or not lists["-"]):
        return peg if not changes else None
    raw = peg + bytes((automatic,))
    for sign in "-+":
        raw += len(lists[sign]).to_bytes(2, "big") + b"".join(lists[sign])
    return raw if len(raw) <= _MOST else None


def _link_bytes(text: str) -> bytes | None:
    odd = _ODD_LINK.match(text)
    if odd is not None:
        at, direction = column_row(odd[1]), int(odd[2])
        if at is None or direction > 255 or max(at) > 255:
            return None
        return bytes((*at, direction))
    ends = link_ends(text)
    if ends is None:
        return None
    one, other = sorted(ends, key=lambda at: at[1], reverse=True)
    step = other[0] - one[0], other[1] - one[1]
    if step not in OFFSETS[1:] or max(*one) > 255:
        return None
    return bytes((*one, OFFSETS.index(step)))
