"""The lines of moves as they are written: new ones as Kifu for Windows has them, changed ones, and times."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.lines import TIME
from viewer.formats.kif.moves import (
    ENTERED,
    FLAGGED,
    FOUL_LOSS,
    KNOWN_ENDS,
    RESIGNED,
    TIME_PARTS,
    destination,
    elapsed_of,
    milliseconds,
    read_move,
)
from viewer.formats.kif.plan import BlockItem, Plan
from viewer.games.shogi.names import FOUL_WIN, SPELLINGS, end_meaning
from viewer.games.shogi.notation import japanese, kif_text
from viewer.tree.action import Move, Terminal
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node

# -------------------------------------------------------------------------------------- times


def time_text(elapsed: str, total: int | None) -> str:
    """A time in the form of Kifu for Windows: `( 0:16/00:00:16)`; total in milliseconds."""
    found = TIME_PARTS.fullmatch(elapsed)
    if found is None:
        return ""
    hours, minutes, seconds, fraction = found.groups()
    spent = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    text = f"({spent // 60:2}:{spent % 60:02}{fraction or ''}/"
    if total is not None:
        whole = max(total, 0) // 1000
        text += f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return text + ")"


# Totals are kept as in the file, right or wrong; if a time is edited, its player's later totals in the line
# change by the same amount.


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
        found = TIME.search(text)
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


@lru_cache(maxsize=1 << 12)
def width(text: str) -> int:
    """The width of a text in columns: two for wide characters."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WFA" else 1 for sign in text)


def pad(text: str, columns: int) -> str:
    """A text with blanks up to a width."""
    return text + " " * (columns - width(text))


# ----------------------------------------------------------------- ends, and the closing line まで…

_COUNT = late(r"(まで[、,]?[ \t\u3000]*)([0-9０-９]+)(?=[ \t\u3000]*手)")


def word_in_kif(word: str, mover: int) -> str:
    """The word of an end in KIF: words of CSA and USI are translated, others are kept.

    `mover` is the side to move, 0 for black: KIF's words are from its view, CSA's name a side.
    """
    if word in KNOWN_ENDS:
        return word
    own = end_meaning(word, mover)
    return own if own in SPELLINGS or own == FOUL_WIN else word


def line_of(word: str, plies: int, mover: int, uwate: bool) -> str:
    """The まで line for an end after a number of plies; `mover` is the side to move, 0 for black."""
    names = ("下手", "上手") if uwate else ("先手", "後手")
    mine, other = names[mover], names[1 - mover]
    word = word_in_kif(word, mover)
    start = f"まで{plies}手"
    if word in (FLAGGED, "時間切れ", "Time-up"):
        return f"{start}で時間切れにより{other}の勝ち"
    if word == RESIGNED:
        return f"{start}で{other}の勝ち"
    if word in (FOUL_LOSS, FOUL_WIN, ENTERED):
        return f"{start}で{mine}の{word}"
    if word == "勝ち":
        return f"{start}で{mine}の勝ち"
    return f"{start}で{word}"


def with_count(text: str, plies: int) -> str:
    """A まで line with another number of plies."""
    return _COUNT.sub(lambda found: f"{found[1]}{plies}", text, count=1)


# ------------------------------------------------------------------------------- the lines of moves

_BODY = 13  # columns
_MARKS = "▲△"


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
        self, number: int | None, body: str | None, time: Time | None, plus: bool
    ) -> str | None:
        """The line with a new number, body and time (None: the old ones stay); None if it is unchanged."""
        if number is None and body is None and time is None and plus == self.plus:
            return None
        start = self.start if number is None else f"{number:4} "
        tail = self.rest
        if self.plus:
            tail = tail.rstrip(kinds.BLANKS)[:-1].rstrip(kinds.BLANKS)
        if time is not None:
            tail = self._timed(tail, time_text(*time) if time.elapsed else "", body or self.body)
        if body is not None:
            mark = self.body[:1] if self.body[:1] in kinds.MARKS else ""
            kept = tail.lstrip(kinds.BLANKS)
            tail = " " * max(1, _BODY - width(body)) + kept if kept else ""
            body = mark + body
        return start + (self.body if body is None else body) + tail + ("+" if plus else "")

    def _timed(self, tail: str, said: str, body: str) -> str:
        """What follows the body, with another time, "" for none."""
        found = kinds.TIME.search(tail)
        if found is not None:
            before = tail[: found.start()]
            return (before if said else before.rstrip(kinds.BLANKS)) + said + tail[found.end() :]
        return " " * max(0, _BODY - width(body)) + said + tail if said else tail


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
