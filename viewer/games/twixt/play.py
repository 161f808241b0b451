"""Play moves: pegs, links made and taken away, swaps."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.games.stones.connection import SWAPS_PIECES, SWAPS_SIDES
from viewer.games.twixt.board import (
    HORIZONTAL,
    VERTICAL,
    Grid,
    LinkAt,
    LinkChange,
    ParsedMove,
    Position,
)
from viewer.games.twixt.links import BIT, all_links, has_link, link_of, make_links, put_peg
from viewer.games.twixt.setup import AUTO, NO_LINKS, PROPOSE_DRAW, link_name
from viewer.tree.action import Action, Move


class PlacedPeg(NamedTuple):
    """The result of placing a peg: pegs and links after it, and the links taken away with their colour."""

    pegs: bytes
    links: bytes
    gone: tuple[tuple[LinkAt, int], ...]


def step_move(state: Position, action: Action, parsed: ParsedMove) -> Position:
    """The position after a move, even if it breaks a rule.

    A peg in an occupied hole replaces the old one. After swapped sides the same number plays again.
    Takes 2 to 30 microseconds.
    """
    grid, pegs, links, rules = state.grid, state.pegs, state.links, state.rules
    colour, point = parsed.colour or state.side + 1, parsed.point
    side, swaps = 2 - colour, state.swaps
    gone: tuple[tuple[LinkAt, int], ...] = ()
    if point > 0:
        pegs, links, gone = place_peg(state, parsed)
    elif point in (SWAPS_PIECES, SWAPS_SIDES):
        swaps += 1
        if point == SWAPS_SIDES:
            side = colour - 1
        elif grid.width == grid.height:
            pegs, links = _swapped(state)
    ply = state.ply + 1
    return Position(state, action, side, ply, grid, pegs, links, rules, True, swaps, gone)


def place_peg(state: Position, parsed: ParsedMove) -> PlacedPeg:
    """Put a peg into its hole, apply the changes of links in their order, then make the automatic links."""
    grid = state.grid
    colour = parsed.colour or state.side + 1
    pegs, links = bytearray(state.pegs), bytearray(state.links)
    put_peg(grid, pegs, links, parsed.point, colour)
    gone: list[tuple[LinkAt, int]] = []
    for change in parsed.changes:
        link = link_of_change(grid, pegs, change)
        if link is None:
            continue
        if change.makes:
            links[link[0]] |= BIT[link[1]]
        elif has_link(links, link):
            links[link[0]] &= ~BIT[link[1]]
            gone.append((link, pegs[link[0]]))
    if parsed.auto:
        make_links(grid, pegs, links, parsed.point, colour, state.rules.crossing)
    return PlacedPeg(bytes(pegs), bytes(links), tuple(gone))


def link_of_change(grid: Grid, pegs: bytes | bytearray, change: LinkChange) -> LinkAt | None:
    """The link of a change, None if its ends aren't two pegs of one colour a knight's move apart."""
    link = None if change.ends is None else link_of(grid, change.ends)
    if link is None:
        return None
    here, there = pegs[link[0]], pegs[link[0] + grid.reach[link[1]]]
    return link if here == there and here in (VERTICAL, HORIZONTAL) else None


def _swapped(state: Position) -> tuple[bytes, bytes]:
    """All pegs and links reflected at the diagonal from a1, with the colours exchanged."""
    grid = state.grid
    pegs, links = bytearray(grid.empty), bytearray(grid.no_links)

    def reflected(point: int) -> tuple[int, int]:
        column, row = grid.column_row(point)
        return row, column

    for point in grid.points:
        if state.pegs[point]:
            pegs[grid.at(*reflected(point))] = VERTICAL + HORIZONTAL - state.pegs[point]
    for point, direction in all_links(grid, state.links):
        link = link_of(grid, (reflected(point), reflected(point + grid.reach[direction])))
        if link is not None:
            links[link[0]] |= BIT[link[1]]
    return bytes(pegs), bytes(links)


def move_of(grid: Grid, parsed: ParsedMove) -> Move:
    """The Move with a meaning, which must have a colour and be on the board."""
    plain = not parsed.changes and parsed.auto and not parsed.offer
    if parsed.point < 0 or plain:
        return grid.move(parsed.colour, parsed.point)
    words = [f"{parsed.colour} {grid.squares[parsed.point]}"]
    words += [f"{'-+'[change.makes]}{change.text}" for change in parsed.changes]
    if parsed.auto and parsed.changes:
        words.append(AUTO)
    elif not parsed.auto and not parsed.changes:
        words.append(NO_LINKS)
    if parsed.offer:
        words.append(PROPOSE_DRAW)
    return Move(" ".join(words))


def with_link_toggled(
    state: Position, parsed: ParsedMove, ends: tuple[tuple[int, int], tuple[int, int]]
) -> Move:
    """A move with one link toggled: drop its change, or take away a link on the board, or make a new one.

    To leave out a link that would be made automatically, the text lists all the others. `ends` must be a
    knight's move apart, and the peg in a hole.
    """
    grid, text = state.grid, link_name(*ends)
    parsed = parsed._replace(colour=parsed.colour or state.side + 1)
    link = link_of(grid, ends)
    kept = tuple(change for change in parsed.changes if change.text != text)
    if link is None:
        return move_of(grid, parsed)
    if len(kept) < len(parsed.changes):
        parsed = parsed._replace(changes=kept)
    elif has_link(state.links, link):
        parsed = parsed._replace(changes=(*kept, _change(grid, link, makes=False)))
    else:
        after = place_peg(state, parsed).links
        if not has_link(after, link):
            parsed = parsed._replace(changes=(*kept, _change(grid, link, makes=True)))
        else:
            by_itself = place_peg(state, parsed._replace(auto=False)).links
            others = (
                _change(grid, one, makes=True)
                for one in all_links(grid, after)
                if one != link and not has_link(by_itself, one)
            )
            parsed = parsed._replace(changes=(*kept, *others), auto=False)
    return move_of(grid, parsed)


def _change(grid: Grid, link: LinkAt, *, makes: bool) -> LinkChange:
    point, direction = link
    ends = grid.column_row(point), grid.column_row(point + grid.reach[direction])
    return LinkChange(makes, ends, link_name(*ends))
