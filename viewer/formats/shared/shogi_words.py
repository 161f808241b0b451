"""What CSA and JKF share: words for ends, times, and the headers that are Japanese in KIF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from viewer.games.shogi.handicaps import start_named
from viewer.games.shogi.sfen import BLACK, Diagram
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node
from viewer.tree.record import Header

OWN_ENDS: Mapping[str, str] = {
    "投了": "TORYO",
    "中断": "CHUDAN",
    "封じ手": "CHUDAN",
    "千日手": "SENNICHITE",
    "持将棋": "JISHOGI",
    "詰み": "TSUMI",
    "詰": "TSUMI",
    "不詰": "FUZUMI",
    "切れ負け": "TIME_UP",
    "時間切れ": "TIME_UP",
    "Time-up": "TIME_UP",
    "反則負け": "ILLEGAL_MOVE",
    "反則手": "ILLEGAL_MOVE",
    "入玉勝ち": "KACHI",
    "入玉宣言": "KACHI",
    "勝ち宣言": "KACHI",
    "トライ": "KACHI",
    "引き分け": "HIKIWAKE",
    "最大手数": "MAX_MOVES",
    "待った": "MATTA",
    "エラー": "ERROR",
}
"""CSA's words for the ends that KIF names."""

# A sealed move is a special interruption, so it is read back as an interruption.
_NARROWER = frozenset(("封じ手",))
_HANDICAP = "手合割"
_FOUL_WIN = "反則勝ち"
_CSA_WORD = re.compile(r"[+-]?[A-Z][A-Z0-9_]*")
_ELAPSED = re.compile(r"([0-9]{1,6}):([0-5][0-9]):([0-5][0-9])(\.[0-9]{1,9})?")
_SECONDS = re.compile(r"([0-9]{1,9})(\.[0-9]{0,9})?")

KIF_KEYS: Mapping[str, str] = {
    "先手": "N+",
    "下手": "N+",
    "後手": "N-",
    "上手": "N-",
    "棋戦": "$EVENT",
    "場所": "$SITE",
    "開始日時": "$START_TIME",
    "終了日時": "$END_TIME",
    "戦型": "$OPENING",
    "備考": "$NOTE",
}
"""KIF's headers by those of CSA that hold the same."""
CSA_KEYS: Mapping[str, str] = {"N+": "先手", "N-": "後手"} | {
    csa: kif for kif, csa in KIF_KEYS.items() if csa.startswith("$")
}


def renamed(headers: Iterable[Header], names: Mapping[str, str]) -> tuple[Header, ...]:
    """Headers under other names, each unless a header has that name already."""
    headers = tuple(headers)
    there = {header.key for header in headers}
    out: list[Header] = []
    for key, value in headers:
        own = names.get(key)
        if own is not None and own not in there:
            there.add(own)
            key = own
        out.append(Header(key, value))
    return tuple(out)


def beside_start(headers: Iterable[Header], diagram: Diagram) -> list[Header]:
    """Headers without a handicap's name (手合割) if it says no more than the start."""
    return [
        header
        for header in headers
        if header.key != _HANDICAP or start_named(header.value) != diagram._replace(ply=1)
    ]


def csa_end(word: str, side: int) -> str | None:
    """CSA's word for an end by the side to move, without `%`; None if it has none."""
    if word == _FOUL_WIN:
        # The word names the offender: the side that moved before.
        return "-ILLEGAL_ACTION" if side == BLACK else "+ILLEGAL_ACTION"
    found = OWN_ENDS.get(word)
    if found is not None:
        return found
    return word if _CSA_WORD.fullmatch(word) else None


def is_exact_end(word: str) -> bool:
    """Whether CSA's word for an end says as much as the word itself."""
    return word not in _NARROWER


def same_end(word: str, side: int) -> str:
    """A normal form of the word for an end, equal for two spellings of the same end."""
    if word in _NARROWER:
        return word
    return csa_end(word, side) or word


def elapsed_of_seconds(text: str) -> str | None:
    """`0:00:12` for seconds as written (`12`, `6.123`); None for other texts."""
    found = _SECONDS.fullmatch(text)
    if found is None:
        return None
    minutes, seconds = divmod(int(found[1]), 60)
    fraction = found[2] if found[2] and len(found[2]) > 1 else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"


def elapsed_parts(text: str) -> tuple[int, int, int, str] | None:
    """Hours, minutes, seconds, fraction with its point; None for other texts."""
    found = _ELAPSED.fullmatch(text)
    return found and (int(found[1]), int(found[2]), int(found[3]), found[4] or "")


def elapsed_of(node: Node) -> str:
    """The time that a node's move took, "" if the record doesn't say."""
    value = node.notes.get(ELAPSED, "")
    return value if isinstance(value, str) else ""
