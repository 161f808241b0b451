"""Checking times: `( 0:16/00:00:16)`, the time of the move and the player's total."""

from __future__ import annotations

import re

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.moves import elapsed_of, milliseconds
from viewer.formats.kif.strict.findings import LinePlace, StrictFindings
from viewer.tree.node import Node
from viewer.tree.record import Record

_SECTION = "Time expended"
_TIME = re.compile(r"\([ ]*([0-9]+):([0-9]{1,2})[ ]*/[ ]*([0-9]+):([0-9]{1,2}):([0-9]{1,2})[ ]*\)")


class _Totals(NamedTuple):
    """The totals in seconds of the player who moved last, and of the other; None if unknown."""

    mine: int | None
    other: int | None


class Times:
    """The times of a file's moves, along each of its lines."""

    def __init__(self, found: StrictFindings, record: Record, shift: int) -> None:
        self._found = found
        start = (
            None if shift else 0
        )  # a record that begins in mid-game doesn't say what was used before
        self._totals = {record.root: _Totals(start, start)}

    def line(self, node: Node, rest: str, place: LinePlace) -> int | None:
        """Check the text after a move or an end; returns its time in seconds, None if it has none."""
        assert node.parent is not None
        above = self._totals.get(node.parent, _Totals(None, None))
        before = above.other
        found = kinds.TIME.search(rest)
        around = rest if found is None else rest[: found.start()] + rest[found.end() :]
        around = around.strip(kinds.BLANKS).removesuffix("+").strip(kinds.BLANKS)
        if found is None:
            self._totals[node] = _Totals(None, above.mine)
            if around[:1] in ("(", "（"):
                why = message("“{text}” is no time like ( 0:16/00:00:16).", text=around[:40])
                self._found.habit("time", _SECTION, why, place)
            elif around:
                self._stray(around, place)
            return None
        if around:
            self._stray(around, place)
        if not _is_time(found[0]):
            why = message(
                "the time is in minutes and seconds, then the total in hours, minutes and seconds,"
                " as ( 0:16/00:00:16), not {text}.",
                text=found[0],
            )
            self._found.habit("time", _SECTION, why, place)
        spent = (milliseconds(found[1]) or 0) // 1000
        total = self._total(found, spent, before, place)
        self._totals[node] = _Totals(total, above.mine)
        return spent

    def _total(
        self, found: re.Match[str], spent: int, before: int | None, place: LinePlace
    ) -> int | None:
        """The player's total after a move; a wrong one is reported, and used for later ones."""
        due = None if before is None else before + spent
        said = milliseconds(found[2]) if found[2] else None
        if said is None:
            return due
        total = said // 1000
        if due is not None and due != total and "." not in found[0]:
            why = message(
                "the total should be {right}, it is {total}.",
                right=elapsed_of(f"{due // 3600}:{due // 60 % 60}:{due % 60:02}"),
                total=found[2],
            )
            self._found.habit("total", _SECTION, why, place)
        return total

    def _stray(self, text: str, place: LinePlace) -> None:
        why = message("nothing but the time follows a move: “{text}”.", text=text[:40])
        self._found.habit("rest", _SECTION, why, place)


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    return all(int(part) < 60 for part in (found[2], found[4], found[5]))
