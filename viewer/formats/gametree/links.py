"""The links of long moves: `pbem_null`, links removed and links added.

The length given in the specification leaves out the byte of `pbem_null`, so both lengths are read:
8 + 3k with it, 7 + 3k without. Without it, links are made automatically if none is added.

A short move makes all links that the standard rules allow, a long one those it names. Links under other rules
(own links that cross), and links made beside the automatic ones, are named in full, so that the position is
the same.
"""

from __future__ import annotations

import re

from viewer.games.game import State
from viewer.games.states import States
from viewer.games.stones.coordinates import column_row
from viewer.games.twixt.board import Position
from viewer.games.twixt.links import all_links, make_links, name_of, put_peg
from viewer.games.twixt.setup import AUTO, NO_LINKS, OFFSETS, PROPOSE_DRAW, link_ends, link_text
from viewer.tree.action import Action, Move
from viewer.tree.node import Node

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


def other_rules(start: State) -> bool:
    """Whether the rules differ from those of a short move: own links may cross."""
    return isinstance(start, Position) and start.rules.crossing


def with_links(states: States, node: Node) -> Move | None:
    """The move of a node with all links named that it adds and removes; None if it places no peg."""
    before, after, peg = _around(states, node)
    if before is None or after is None:
        return None
    was = dict.fromkeys(all_links(before.grid, before.links))
    now = dict.fromkeys(all_links(after.grid, after.links))
    words = [f"-{name_of(after.grid, link)}" for link in was if link not in now]
    words += [f"+{name_of(after.grid, link)}" for link in now if link not in was]
    return Move(" ".join([peg, *(words or [NO_LINKS])]))


def without_offer(action: Action) -> Move | None:
    """The move without its draw offer; None if it has none."""
    text = action.text.removesuffix(f" {PROPOSE_DRAW}")
    return Move(text) if text != action.text else None


def needs_spelling(states: States, node: Node) -> bool:
    """Whether a node's move makes other links than a short move, which follows the standard rules."""
    before, after, peg = _around(states, node)
    if before is None or after is None:
        return False
    point, colour = after.grid.point_of[peg[2:]], int(peg[0])
    pegs, links = bytearray(before.pegs), bytearray(before.links)
    put_peg(after.grid, pegs, links, point, colour)
    make_links(after.grid, pegs, links, point, colour, crossing=False)
    return bytes(links) != after.links


def _around(states: States, node: Node) -> tuple[Position | None, Position | None, str]:
    """The positions before and after a node's peg, and the peg's text (player, hole); else None, None, ""."""
    above = node.parent
    if above is None or type(node.action) is not Move:
        return None, None, ""
    before, after = states.at(above), states.at(node)
    if not (isinstance(before, Position) and isinstance(after, Position)):
        return None, None, ""
    words = node.action.text.split()
    if len(words) < 2 or words[0] not in ("1", "2") or before.grid is not after.grid:
        return None, None, ""
    if words[1] not in after.grid.point_of:
        return None, None, ""
    return before, after, " ".join(words[:2])
