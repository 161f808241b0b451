"""Moves of a game tree as bytes and as neutral texts (`games.hex.board`, `games.twixt.setup`).

A short move is the bytes x, y and colour; a long one, only in Twixt, has links after these, see `links`.

There is no code for the swap. Twixt Commentator writes the first move reflected in the diagonal, then a peg
of the other player in the same hole. This is read as the move that was played and `swap-pieces` if all
answers to the move are swaps. If there are other answers too, the first move is read and written without
reflection.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.stones.coordinates import column_row, square_at
from viewer.tree.action import Action, Move, Written
from viewer.tree.node import Node

SHORT = 3
_COLOURS = (1, 2)
_MOVE = late(r"(\d{1,3}) ([a-z]{1,3}\d{1,4})((?: [-+]\S+)*)(?: (auto|none))?\Z", re.ASCII)
_RAW = "m:"  # before the bytes, in hex, of a move that is too short


class Read(NamedTuple):
    """A move as it was read.

    Attributes:
        action: the move; Written if its colour is not 1 or 2, or it is too short.
        faults: codes of its faults, see `findings`.
        size: the number of columns and rows that it needs.
    """

    action: Move | Written
    faults: tuple[str, ...] = ()
    size: int = 0


def read_move(raw: bytes, links: bool, size: int | None) -> Read:
    """Read a move, with `links` if the game has them, on a board of `size` lines (None: unknown)."""
    if len(raw) < SHORT:
        return Read(Written(_RAW + raw.hex()), ("short",))
    x, y, colour = raw[:SHORT]
    faults: list[str] = []
    if size is not None and (x >= size or y >= size):
        faults.append("off-board")
    text = f"{colour} {square_at(x, y)}"
    needs = max(x, y) + 1
    if len(raw) > SHORT:
        if links:
            from viewer.formats.gametree.links import read_links  # deferred: loads Twixt

            text += read_links(raw, size, faults)
        else:
            faults.append("extra")
    if colour not in _COLOURS:
        return Read(Written(text), ("colour", *faults), needs)
    return Read(Move(text), tuple(faults), needs)


# ----------------------------------------------------------------------------------- writing


def write_move(action: Action | None, links: bool) -> bytes | None:
    """Encode an action; None if a game tree can't hold it as a move."""
    if type(action) is not Move and type(action) is not Written:
        return None
    if type(action) is Written and action.text.startswith(_RAW):
        return _hex(action.text[len(_RAW) :])
    found = _MOVE.match(action.text)
    if found is None:
        return None
    colour, at = int(found[1]), column_row(found[2])
    if at is None or max(at) > 255 or (colour in _COLOURS) is not (type(action) is Move):
        return None
    if colour > 255 or found[1] != str(colour):
        return None
    peg = bytes((*at, colour))
    changes, word = found[3].split(), found[4]
    if not changes and word is None:
        return peg
    if not links:
        return None
    from viewer.formats.gametree.links import write_links  # deferred

    return write_links(peg, changes, word)


def _hex(text: str) -> bytes | None:
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return None
    return raw if len(raw) < SHORT and raw.hex() == text else None


def transposed(raw: bytes) -> bytes:
    """The bytes of a move with its square reflected in the diagonal (x and y exchanged)."""
    return bytes((raw[1], raw[0])) + raw[2:]


SWAP = "swap-pieces"


def find_swaps(root: Node) -> None:
    """Turn second moves that are swaps into `swap-pieces`, and reflect first moves back, below a root."""
    for first in root.children:
        swaps = [child for child in first.children if _takes_over(first.action, child.action)]
        if not swaps or type(first.action) is not Move:
            continue
        player, _, place = first.action.text.partition(" ")
        at = column_row(place)
        if at is None:
            continue
        for child in swaps:
            child.action = Move(_swap_after(first.action))
        if len(swaps) == len(first.children):
            first.action = Move(f"{player} {square_at(at[1], at[0])}")


def _takes_over(first: Action | None, second: Action | None) -> bool:
    """Whether a second move is by the other player, on the square of the first."""
    return (
        type(first) is Move
        and type(second) is Move
        and second.text[2:] == first.text[2:]
        and second.text[0] != first.text[0]
    )


def _swap_after(first: Move) -> str:
    return f"{'2' if first.text[0] == '1' else '1'} {SWAP}"


def is_swap(node: Node) -> bool:
    """Whether a node is a swap that a game tree can hold: the second move, by the other player."""
    above = node.parent
    if above is None or above.parent is None or above.parent.parent is not None:
        return False
    first = above.action
    if type(first) is not Move or type(node.action) is not Move:
        return False
    return column_row(first.text[2:]) is not None and node.action.text == _swap_after(first)


def is_reflected(written: Sequence[Node]) -> bool:
    """Whether to write a first move reflected: if all its `written` answers are swaps."""
    return bool(written) and all(is_swap(child) for child in written)
