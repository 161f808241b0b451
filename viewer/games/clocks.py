"""What the clocks of both sides show at a node."""

from __future__ import annotations

from typing import NamedTuple

from viewer.games.states import States
from viewer.tree.annotation import CLOCK, ELAPSED
from viewer.tree.node import Node


class Times(NamedTuple):
    """Of one side, as written in the record; "" where nothing is: left on the clock, used last."""

    clock: str = ""
    elapsed: str = ""


def times_at(states: States, node: Node) -> tuple[Times, Times]:
    """The latest times of each side on the line that leads to a node.

    Costs a step per node up to where both sides have a clock.
    """
    found: list[dict[str, str]] = [{}, {}]
    one: Node | None = node
    while one is not None and one.parent is not None:
        if one.notes and (CLOCK in one.notes or ELAPSED in one.notes):
            mine = found[states.at(one.parent).side]
            for facet in (CLOCK, ELAPSED):
                said = one.notes.get(facet)
                if isinstance(said, str):
                    mine.setdefault(facet, said)
            if CLOCK in found[0] and CLOCK in found[1]:
                break
        one = one.parent
    first, second = (Times(one.get(CLOCK, ""), one.get(ELAPSED, "")) for one in found)
    return first, second
