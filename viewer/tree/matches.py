"""What programs that hold matches of engines write behind a move: `+2.00/14 0.29s, White mates`.

That is an evaluation in pawns (`+M5`: mate in five plies) from the side that moved, the depth of the search,
and the seconds spent, as Cute Chess and fastchess write them. It is the comment and stays it; what it says
beside that is read here.
"""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple
from viewer.tree.action import Setup, is_move
from viewer.tree.node import Node

_SAID = re.compile(
    r"(?:(?P<sign>[+-]?)(?:(?P<score>\d{1,4}\.\d\d)|(?<=[+-])M(?P<plies>\d{1,3}))(?:/(?P<depth>\d{1,3}))?\s{1,9})?"
    r"(?P<spent>\d{1,6}(?:\.\d{1,3})?)s(?(sign)(?=[,\s]|\Z)|(?=,|\s*\Z))"
)
_LONGEST = 12_000  # plies of a game of which the mover is looked for


class MatchWords(NamedTuple):
    """The evaluation that a comment says.

    Attributes:
        centipawns: from the first side, None if it says none.
        mate: moves until mate by the first side, negative by the second; None if it says none.
        depth: of the search, None if it says none.
    """

    centipawns: int | None
    mate: int | None
    depth: int | None


def match_words(node: Node) -> MatchWords | None:
    """The evaluation that the comment of a node says in this form; None if it says none."""
    said = _SAID.match(node.comment)
    second = None if said is None or said["sign"] is None else _is_of_second(node)
    if said is None or second is None:
        return None
    sign = -1 if (said["sign"] == "-") != second else 1
    depth = None if said["depth"] is None else int(said["depth"])
    if said["plies"] is not None:
        return MatchWords(None, sign * ((int(said["plies"]) + 1) // 2), depth)
    return MatchWords(sign * round(100 * float(said["score"])), None, depth)


def match_time(comment: str) -> str:
    """The time spent on a move that a comment says in this form, as the facet has it; "" if it says none."""
    said = _SAID.match(comment)
    return "" if said is None else _time(said["spent"])


def _is_of_second(node: Node) -> bool | None:
    """Whether the second side made the move to a node; None if the game is too long to tell."""
    moves, above = 0, node
    for _ in range(_LONGEST):
        if above.parent is None:
            start = above.action.text.split() if type(above.action) is Setup else []
            return moves % 2 == (start[1:2] == ["b"])
        moves += is_move(above.action)
        above = above.parent
    return None


def _time(seconds: str) -> str:
    whole, point, part = seconds.partition(".")
    minutes, rest = divmod(int(whole), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}{point}{part}"
