"""Whole-board positions that come again: what made the cycle, and what the rules of the record say of it.

Told as possible, never as an end of the game:

- Japanese (1989, Article 12): if both players agree, the game ends without result. Korean alike.
- Chinese (2002, Articles 6 and 20): forbidden in principle; for triple and quadruple ko, eternal life and
  the like a competition may provide for no result, a draw or another game.
- Ing (SST laws, 1991): in a fighting ko hot stones aren't taken before an interval of one play or pass; who
  began a disturbing ko doesn't go on after one cycle. Which of them it is depends on life and death, so that
  nobody is named.
- AGA (Rule 6), New Zealand, Tromp-Taylor: forbidden, see `violation_of_move`.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, in_context, message, sentences
from viewer.games.go.board import PASS, Position
from viewer.games.go.setup import CHINESE, ING, JAPANESE, KOREAN, SIDE_NAMES, SIMPLE, Rules
from viewer.tree.action import Move, Setup

_MOST_BACK = 2000  # positions that are compared for a repetition
_SHORTEST = 4  # plies of a cycle: to take a ko back at once is against the rules anyway
_KOS = {
    2: in_context("go", "It is a double ko."),
    3: in_context("go", "It is a triple ko."),
    4: in_context("go", "It is a quadruple ko."),
}
_VERDICTS = {
    JAPANESE: message(
        "By the Japanese rules the game ends without result if both players agree to it."
    ),
    KOREAN: message("By the Korean rules the game has no result if neither side gives way."),
    CHINESE: message(
        "The Chinese rules forbid it in principle; a competition may provide for no result or a draw."
    ),
    ING: message(
        "By Ing's rules it may not go on: in a fighting ko a play elsewhere or a pass has to come between,"
        " in a disturbing ko the side that began it gives way."
    ),
}


def repeated(position: Position, *, same_side: bool = False) -> int:
    """How many plies ago the same stones stood there (with the same side to move); 0 for never.

    Passes don't count as repetitions. Looks 2,000 plies back.
    """
    here = position.settled()
    board, grid, side = here.board, here.grid, here.side
    if here.prisoners == (0, 0):
        return 0
    at = here.before()
    for _ in range(_MOST_BACK):
        if at is None:
            return 0
        if at.board == board and at.grid is grid and (at.side == side or not same_side):
            return here.ply - at.ply
        at = at.before()
    return 0


def told(here: Position) -> list[Message]:
    """What there is to tell of a position that stood there before, after the last move of a line."""
    ago = repeated(here)
    if not ago:
        return []
    found = [message("The same position stood there {plies} plies ago.", plies=ago)]
    ago = repeated(here, same_side=True)
    if ago >= _SHORTEST and here.rules.ko == SIMPLE:
        found += _of_cycle(here, ago)
    return found


def repetitions(position: Position) -> list[tuple[int, Message]]:
    """The positions of a line that come again with the same side to move, the first of each run of them.

    Of each, how many states ago it was, and what there is to tell of it.
    """
    line: list[Position] = []
    here: Position | None = position.settled()
    while here is not None:
        line.append(here)
        here = here.before()
    found: dict[int, Message] = {}
    seen: dict[tuple[bytes, int], int] = {}
    running = False
    for one in reversed(line):
        if isinstance(one.action, Setup):
            seen, running = {}, False
        elif isinstance(one.action, Move) and not one.action.text.endswith(" pass"):
            ago = one.ply - seen.get((one.board, one.side), one.ply)
            if ago >= _SHORTEST and not running:
                words = message("The same position stood there {plies} plies ago.", plies=ago)
                words = sentences([words, *_of_cycle(one, ago)])
                found[id(one)] = message("Ply {ply}: {what}", ply=one.ply, what=words)
            running = ago >= _SHORTEST
        seen[one.board, one.side] = one.ply
    result: list[tuple[int, Message]] = []
    at, back = position if found else None, 0
    while at is not None:
        if id(at) in found:
            result.append((back, found[id(at)]))
        at, back = at.previous, back + 1
    return result[::-1]


def _of_cycle(here: Position, plies: int) -> Iterator[Message]:
    """What made a cycle of so many plies that ends at a position, and what the rules say of it."""
    cycle: list[tuple[int, int, tuple[int, ...]]] = []  # colour, point, what was taken
    at, began = here, here.earlier(plies)
    while at.ply > began.ply:
        parsed = at.grid.parsed_moves[at.action.text] if isinstance(at.action, Move) else None
        if parsed is not None:
            cycle.append((*parsed, at.taken))
        before = at.before()
        if before is None:
            break
        at = before
    passes = any(point == PASS for _, point, _ in cycle)
    kos = {frozenset((point, *taken)) for _, point, taken in cycle if point != PASS}
    largest = max((len(taken) for _, _, taken in cycle), default=0)
    gains = [here.prisoners[side] - began.prisoners[side] for side in (0, 1)]
    if all(len(one) == 2 for one in kos):
        if len(kos) in _KOS:
            yield _KOS[len(kos)]
    elif gains == [2, 2] and largest == 2 and len(cycle) == 4 and not passes:
        yield in_context("go", "It is eternal life.")
    elif sorted(gains) == [1, 2] and largest == 2 and len(cycle) == 4:
        yield in_context("go", "Two stones are sent, and one is taken back.")
    if gains[0] != gains[1]:
        more = gains.index(max(gains))
        yield message(
            "In each round {side} takes more stones: {more}, not {fewer}.",
            side=SIDE_NAMES[more],
            more=gains[more],
            fewer=gains[1 - more],
        )
    yield _verdict(here.rules)


def _verdict(rules: Rules) -> Message:
    known = _VERDICTS.get(rules.family)
    if known is not None:
        return known
    if rules.name:
        return message(
            "What the record's rules, “{rules}”, say of it isn't known.", rules=rules.name
        )
    return message(
        "The record names no rules: by the Japanese the game may end without result, others forbid it."
    )
