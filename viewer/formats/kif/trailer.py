"""Converts the closing line まで… to ends, and ends to closing lines.

The word of an end is from the view of the side to move (投了: it loses; 反則勝ち: it wins); the line names
the winner, or the side that broke a rule.
"""

from __future__ import annotations

from viewer.base.patterns import late
from viewer.formats.kif.moves import KNOWN_ENDS
from viewer.games.shogi.names import FOUL_WIN, SPELLINGS, end_meaning

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
