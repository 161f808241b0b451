"""Moves, ends and times of lines as neutral text and back, totals of times; the closing line まで….

The word of an end is from the view of the side to move (投了: it loses; 反則勝ち: it wins); the line names
the winner, or the side that broke a rule.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.kif.lines import MOVE, PASS, TIME
from viewer.games.shogi.names import FOUL_WIN, HAND_KINDS, KIND_OF_NAME, SPELLINGS, end_meaning
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import ELAPSED, NoteValue
from viewer.tree.node import Node

_RANKS: Final = {
    **{kanji: rank for kanji, rank in zip("一二三四五六七八九", "abcdefghi", strict=True)},
    **{digit: rank for digit, rank in zip("123456789", "abcdefghi", strict=True)},
    **{digit: rank for digit, rank in zip("１２３４５６７８９", "abcdefghi", strict=True)},
}
_FILES: Final = {
    **{digit: digit for digit in "123456789"},
    **dict(zip("１２３４５６７８９", "123456789", strict=True)),
}

NULL_MOVE: Final = "pass"

KNOWN_ENDS: Final = frozenset(
    [
        "投了",
        "切れ負け",
        "反則負け",
        "詰み",
        "詰",
        "不戦敗",
        "時間切れ",
        "Time-up",
        "反則手",
        "反則勝ち",
        "入玉勝ち",
        "不戦勝",
        "入玉宣言",
        "勝ち宣言",
        "入玉宣言勝ち",
        "トライ",
        "千日手",
        "持将棋",
        "引き分け",
        "引分",
        "引分け",
        "最大手数",
        "中断",
        "不詰",
        "封じ手",
    ]
)
"""The known words of ends; any other word is read as an end too, with a warning."""

_TIME = late(r"(?:([0-9]+):)?([0-9]+):([0-9]{1,2})(\.[0-9]+)?")


def destination(action: Action | None) -> str:
    """The target square of a move, "" for texts that aren't moves."""
    if type(action) is Move and action.text != NULL_MOVE:
        return action.text[2:4]
    return ""


def action_of(found: re.Match[str], before: str) -> Move | None:
    """The move of a match of MOVE; `before` is the square of the previous move, for 同.

    None if it is incomplete: no origin, a drop of a piece that can't be in hand, no square
    for 同.
    """
    _, file, rank, name, promotion, drop, from_file, from_rank = found.groups()
    place = before if file is None else _FILES[file] + _RANKS[rank]
    if not place:
        return None
    kind = KIND_OF_NAME[name]
    if from_file is not None and (from_file in "0０" or from_rank in "0０"):
        drop = "打"  # (00), as cshogi reads it
    if drop is not None:
        return Move(f"{kind}*{place}") if kind in HAND_KINDS else None
    if from_file is None:
        return None
    origin = _FILES[from_file] + _RANKS[from_rank]
    return Move(f"{origin}{place}+" if promotion == "成" else origin + place)


def read_move(text: str, before: str) -> tuple[Action, int] | None:
    """Parse a text that begins like a move: the action, and the offset of its end; None for other texts.

    The action is a Written if only the rules can tell which move it is.
    """
    found = MOVE.match(text)
    if found is None:
        none = PASS.match(text)
        return None if none is None else (Move(NULL_MOVE), none.end())
    action = action_of(found, before)
    if action is not None:
        return action, found.end()
    said = text[found.end(1) : found.end()].strip(" \t\u3000")
    return Written(said), found.end()


# -------------------------------------------------------------------------------------- times


def elapsed_of(text: str) -> str:
    """A time in a node's form, `h:mm:ss` with its fraction; "" for none."""
    found = _TIME.fullmatch(text)
    if found is None:
        return ""
    hours, minutes, seconds, fraction = found.groups()
    total = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}{fraction or ''}"


def milliseconds(text: str) -> int | None:
    """A time in milliseconds, None for texts that aren't times."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    whole = (int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)) * 1000
    return whole + (int((fraction[1:] + "00")[:3]) if fraction else 0)


def time_text(elapsed: str, total: int | None) -> str:
    """A time in the form of Kifu for Windows: `( 0:16/00:00:16)`; total in milliseconds."""
    found = _TIME.fullmatch(elapsed)
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


# ------------------------------------------------------------------------ repeated lines

_MOST = 1 << 15  # of each kind; there are some thousand moves that a game can have


class Memory:
    """A cache of parsed lines in one codec, by their bytes: most lines repeat earlier ones.

    Attributes:
        moves: the actions of bodies without 同, and of ends.
        same: the actions of bodies with 同, by (square of the move before, body).
        times: notes by the bytes of a time. They are shared between nodes, and never changed.
    """

    def __init__(self) -> None:
        self.moves: dict[bytes, Action] = {}
        self.same: dict[tuple[str, bytes], Action] = {}
        self.times: dict[bytes | None, Mapping[str, NoteValue]] = {}

    def keep_move(self, body: bytes, before: str, action: Action) -> None:
        """Cache a body; `before` is the square that 同 means, "" if it has no 同."""
        if before:
            if len(self.same) < _MOST:
                self.same[before, body] = action
        elif len(self.moves) < _MOST:
            self.moves[body] = action

    def notes(self, time: bytes) -> Mapping[str, NoteValue]:
        """The notes for a time."""
        found = self.times.get(time)
        if found is None:
            said = elapsed_of(time.decode("ascii"))
            found = {ELAPSED: said} if said else {}
            if len(self.times) < _MOST:
                self.times[time] = found
        return found


_MEMORIES: dict[str, Memory] = {}


def memory_of(codec: str) -> Memory:
    """The cache for a codec."""
    return _MEMORIES.setdefault(codec, Memory())


# -------------------------------- Converts the closing line まで… to ends, and ends to closing lines

_TRAILER = late(
    r"まで[、,]?[ \t\u3000]*(?:[0-9０-９一二三四五六七八九十百千]+[ \t\u3000]*手)?[ \t\u3000]*(?:で|にて)?"
    r"[、,]?[ \t\u3000]*(.*)"
)
_SIDE = late(r"(先手|後手|下手|上手)")
_DROPPED = str.maketrans("", "", " \t\u3000\x1a")
_COUNT = late(r"(まで[、,]?[ \t\u3000]*)([0-9０-９]+)(?=[ \t\u3000]*手)")

RESIGNED, FLAGGED, FOUL_LOSS = "投了", "切れ負け", "反則負け"
ENTERED, MATED, DEFAULT_LOSS, DEFAULT_WIN = "入玉勝ち", "詰み", "不戦敗", "不戦勝"


def word_in_kif(word: str, mover: int) -> str:
    """The word of an end in KIF: words of CSA and USI are translated, others are kept.

    `mover` is the side to move, 0 for black: KIF's words are from its view, CSA's name a side.
    """
    if word in KNOWN_ENDS:
        return word
    own = end_meaning(word, mover)
    return own if own in SPELLINGS or own == FOUL_WIN else word


def word_of(text: str, mover: str) -> str:
    """The word of the end in a まで line, "" if it has none. `mover` is the side to move: 先 or 後."""
    found = _TRAILER.match(text.strip(" \t\u3000\ufeff"))
    rest = found[1].translate(_DROPPED) if found is not None else ""
    if not rest:
        return ""
    side = _SIDE.search(rest)
    named = "" if side is None else ("後" if side[1] in ("後手", "上手") else "先")
    mine = not named or named == mover
    if "反則勝" in rest:
        return FOUL_WIN if mine else FOUL_LOSS
    if "反則負" in rest:
        return FOUL_LOSS if mine else FOUL_WIN
    if "反則" in rest:
        return FOUL_WIN if mine and named else FOUL_LOSS
    if "時間切れ" in rest or "切れ負け" in rest:
        return FLAGGED
    if "入玉" in rest or "宣言" in rest:
        return ENTERED
    if "不戦" in rest:
        return DEFAULT_WIN if mine == ("勝" in rest) else DEFAULT_LOSS
    for word in ("千日手", "持将棋", "不詰", "中断", "封じ手", "引き分け", "最大手数"):
        if rest.startswith(word):
            return word
    if rest.startswith("詰"):
        return "詰" if rest == "詰" else MATED
    if "勝" in rest and named:
        return "勝ち" if mine else RESIGNED
    if "投了" in rest or ("負" in rest and mine):
        return RESIGNED
    return rest[:24]


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
