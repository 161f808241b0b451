"""What a program found in a position of a record: plain data, kept beside the record until it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viewer.base.named import NamedTuple
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation, parse_evaluation


class FoundLine(NamedTuple):
    """A line that a program considers.

    Attributes:
        moves: from the position, at least one.
        evaluation: for the first side, None if the program says none.
    """

    moves: tuple[Move, ...]
    evaluation: Evaluation | None = None


class Finding(NamedTuple):
    """What a program found in a position.

    Attributes:
        lines: the best first.
        position: the position as its game writes it; "" if that isn't needed.
        owned: whose the points of the board are, in its order: a signed byte for each, from 100 (surely the
            first side's) to -100; b"" if the program doesn't say it.
    """

    lines: tuple[FoundLine, ...]
    position: str = ""
    owned: bytes = b""

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the position: that of the best line."""
        return self.lines[0].evaluation if self.lines else None


Findings = Mapping[tuple[int, int], Finding]
"""By the key of the record and the id of the node."""


def pack_finding(finding: Finding) -> list[list[str]]:
    """A finding as JSON can hold it, without its position: of each line the evaluation, and the moves."""
    return [
        ["" if value is None else value.text, *(move.text for move in moves)]
        for moves, value in finding.lines
    ]


def unpack_finding(data: Any) -> Finding:
    """What `pack_finding` packed. Raises ValueError for anything else."""
    if not isinstance(data, list):
        raise ValueError("no list of lines")
    lines: list[FoundLine] = []
    for line in data:
        if not isinstance(line, list) or len(line) < 2 or not all(type(one) is str for one in line):
            raise ValueError("no line")
        value, *moves = line
        lines.append(FoundLine(tuple(map(Move, moves)), parse_evaluation(value)))
    return Finding(tuple(lines))
