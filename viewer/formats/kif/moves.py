"""Moves, ends and times of lines as neutral text; the closing line まで….

The word of an end is from the view of the side to move (投了: it loses; 反則勝ち: it wins); the line names
the winner, or the side that broke a rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from viewer.base.patterns import late
from viewer.formats.kif.lines import MOVE, PASS
from viewer.games.shogi.names import FOUL_WIN, HAND_KINDS, KIND_OF_NAME
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import ELAPSED, NoteValue

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

TIME_PARTS = late(r"(?:([0-9]+):)?([0-9]+):([0-9]{1,2})(\.[0-9]+)?")


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
    found = TIME_PARTS.fullmatch(text)
    if found is None:
        return ""
    hours, minutes, seconds, fraction = found.groups()
    total = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}{fraction or ''}"


def milliseconds(text: str) -> int | None:
    """A time in milliseconds, None for texts that aren't times."""
    found = TIME_PARTS.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    whole = (int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)) * 1000
    return whole + (int((fraction[1:] + "00")[:3]) if fraction else 0)


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


# ---------------------------------------------------- ends from the closing line まで…

_TRAILER = late(
    r"まで[、,]?[ \t\u3000]*(?:[0-9０-９一二三四五六七八九十百千]+[ \t\u3000]*手)?[ \t\u3000]*(?:で|にて)?"
    r"[、,]?[ \t\u3000]*(.*)"
)
_SIDE = late(r"(先手|後手|下手|上手)")
_DROPPED = str.maketrans("", "", " \t\u3000\x1a")

RESIGNED, FLAGGED, FOUL_LOSS = "投了", "切れ負け", "反則負け"
ENTERED, MATED, DEFAULT_LOSS, DEFAULT_WIN = "入玉勝ち", "詰み", "不戦敗", "不戦勝"


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
