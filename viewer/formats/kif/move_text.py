"""The lines of moves, with their times: new ones in the layout of Kifu for Windows.

Totals are kept as in the file, right or wrong; if a time is edited, its player's later totals in the line
change by the same amount.
"""

from __future__ import annotations

import unicodedata

from viewer.base.named import NamedTuple
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.items import BlockItem
from viewer.formats.kif.moves import (
    destination,
    elapsed_of,
    line_of,
    milliseconds,
    read_move,
    time_text,
    word_in_kif,
)
from viewer.formats.kif.plan import Plan
from viewer.games.shogi.notation import japanese, kif_text
from viewer.tree.action import Move, Terminal
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node


class Time(NamedTuple):
    """A node's time, and the player's total in milliseconds; None if no total is written."""

    elapsed: str
    total: int | None


class _Sums(NamedTuple):
    """For the player who moved last, and the other: the total, and its difference from the file's."""

    mine: int = 0
    mine_more: int = 0
    other: int = 0
    other_more: int = 0


class Clock:
    """The times of a record, along each of its lines from the root on."""

    def __init__(self, root: Node) -> None:
        self._sums: dict[Node, _Sums] = {root: _Sums()}
        self._changed: dict[Node, Time] = {}

    def new(self, node: Node) -> Time:
        """Add a new node; returns its time."""
        elapsed = str(node.note(ELAPSED))
        before = self._before(node)
        total = before.other + (milliseconds(elapsed) or 0)
        self._sums[node] = _Sums(total, before.other_more, before.mine, before.mine_more)
        return Time(elapsed, total)

    def old(self, node: Node, text: str) -> None:
        """Add a node that was read; `text` is the part of its line after the move."""
        found = kinds.TIME.search(text)
        now = str(node.note(ELAPSED))
        was = elapsed_of(found[1]) if found is not None else ""
        before = self._before(node)
        total = before.other + (milliseconds(now) or 0)
        more = before.other_more
        if now == was and not more:
            said = milliseconds(found[2]) if found is not None and found[2] else None
            self._sums[node] = _Sums(
                total if said is None else said, 0, before.mine, before.mine_more
            )
            return
        more += (milliseconds(now) or 0) - (milliseconds(was) or 0)
        shown: int | None = total
        if found is not None:
            said = milliseconds(found[2]) if found[2] else None
            shown = None if said is None else said + more
            total = total if shown is None else shown
        self._sums[node] = _Sums(total, more, before.mine, before.mine_more)
        if now != was or (shown is not None and now):
            self._changed[node] = Time(now, shown)

    def changed(self, node: Node) -> Time | None:
        """The new time of a node that was read, None if its line is still right."""
        return self._changed.get(node)

    def _before(self, node: Node) -> _Sums:
        assert node.parent is not None
        return self._sums.get(node.parent, _Sums())


# ------------------------------------------------------------------------------- the lines of moves

_BODY = 13  # columns
_MARKS = "▲△"


def width(text: str) -> int:
    """The width of a text in columns: two for wide characters."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WFA" else 1 for sign in text)


def pad(text: str, columns: int) -> str:
    """A text with blanks up to a width."""
    return text + " " * (columns - width(text))


# ----------------------------------------------------------------------------------------- new


def body_of(plan: Plan, node: Node) -> str:
    """A move in KIF's notation: ７六歩(77), 同　銀(79); an end by its word."""
    action = node.action
    if type(action) is Terminal:
        return word_in_kif(action.text, plan.mover(node))

    return kif_text(plan.state(node))  # type: ignore[arg-type]  # the game is shogi


def new_line(plan: Plan, node: Node, ply: int, time: Time, plus: bool) -> str:
    """A new numbered line, in the layout of Kifu for Windows."""
    said = time_text(time.elapsed, time.total)
    line = f"{ply + plan.shift:4} {pad(body_of(plan, node), _BODY)}{said}"
    return (line + "+") if plus else line.rstrip(" ")


def token_of(plan: Plan, node: Node) -> str:
    """A move with its mark and disambiguation: ▲７六歩."""
    action = plan.action(node)
    if type(action) is Move:
        text = japanese(plan.state(node))  # type: ignore[arg-type]  # the game is shogi
        if text[:1] in _MARKS:
            return text
    else:
        text = word_in_kif(getattr(action, "text", ""), plan.mover(node))
    return _MARKS[plan.mover(node)] + text


def trailer_for(plan: Plan, node: Node, ply: int) -> str:
    """The まで line of an end."""
    assert type(node.action) is Terminal
    return line_of(node.action.text, ply - 1, plan.mover(node), plan.uwate)


# ------------------------------------------------------------------------------------- changed


class LineChange:
    """A numbered line that was read, and the changes to it.

    Attributes:
        number, body, rest: its parts; `start` is everything before the body.
        plus: whether it ends with `+`.
    """

    def __init__(self, item: BlockItem) -> None:
        self.item = item
        said = read_move(item.key, "")
        if said is not None:
            end = said[1]
        else:
            word = kinds.WORD.match(item.key)
            end = len(word[1].rstrip("+")) if word is not None else 0
        self.start = item.text[: len(item.text) - len(item.key)]
        self.body, self.rest = item.key[:end], item.key[end:]
        self.plus = self.rest.rstrip(kinds.BLANKS).endswith("+")

    def written(
        self, node: Node, number: int | None, body: str | None, clock: Clock, plus: bool
    ) -> str | None:
        """The updated line, None if it is unchanged. `number` and `body` are None to keep the old ones."""
        start, rest = self.start, self.rest
        changed = body is not None
        if number is not None:
            start, changed = f"{number:4} ", True
        new_time = clock.changed(node)
        if plus != self.plus or new_time is not None:
            changed = True
        if not changed:
            return None
        tail = rest
        if self.plus:
            tail = rest.rstrip(kinds.BLANKS)[:-1].rstrip(kinds.BLANKS)
        if new_time is not None:
            found = kinds.TIME.search(tail)
            said = time_text(*new_time) if new_time.elapsed else ""
            if found is not None:
                before = (
                    tail[: found.start()] if said else tail[: found.start()].rstrip(" \t\u3000")
                )
                tail = before + said + tail[found.end() :]
            elif said:
                gap = " " * max(0, _BODY - width(body or self.body))
                tail = gap + said + tail
        if body is not None:
            mark = self.body[:1] if self.body[:1] in kinds.MARKS else ""
            kept = tail.lstrip(" \t\u3000")
            tail = " " * max(1, _BODY - width(body)) + kept if kept else ""
            body = mark + body
        return start + (self.body if body is None else body) + tail + ("+" if plus else "")


def body_now(plan: Plan, node: Node, change: LineChange, same_action: bool) -> str | None:
    """The new body of a line, None if its old one is right."""
    if not same_action:
        return body_of(plan, node)
    action = node.action
    if "同" in change.body and type(action) is Move and node.parent is not None:
        above = plan.action(node.parent)
        if destination(above) != destination(action):
            return body_of(plan, node)
    return None
