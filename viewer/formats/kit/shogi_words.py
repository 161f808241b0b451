"""Words that CSA and JKF share: ends, times, and the headers that are Japanese in KIF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from viewer.games.shogi.names import FOUL_WIN, SPELLINGS, spelled
from viewer.games.shogi.position import BLACK, Position
from viewer.games.shogi.setups import start_named
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node
from viewer.tree.record import Header

# A sealed move is a special interruption, so it is read back as an interruption.
_NARROWER = {"封じ手": "中断"}
_HANDICAP = "手合割"
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
    "対局日": "$START_TIME",
    "開始日時": "$START_TIME",
    "終了日時": "$END_TIME",
    "持ち時間": "$TIME_LIMIT",
    "戦型": "$OPENING",
    "備考": "$NOTE",
}
"""CSA's headers by the keys of the equivalent headers of KIF; of two for one, the usual one is last."""
CSA_KEYS: Mapping[str, str] = {"N+": "先手", "N-": "後手"} | {
    csa: kif for kif, csa in KIF_KEYS.items() if csa.startswith("$")
}


def renamed(headers: Iterable[Header], names: Mapping[str, str]) -> tuple[Header, ...]:
    """The headers renamed, except those whose new name is taken; of two for one the last in `names` is."""
    headers = tuple(headers)
    there = {header.key for header in headers}
    chosen = {own: key for key, own in names.items() if key in there}
    out: list[Header] = []
    for key, value in headers:
        own = names.get(key)
        if own is not None and own not in there and chosen[own] == key:
            there.add(own)
            key = own
        out.append(Header(key, value))
    return tuple(out)


def beside_start(headers: Iterable[Header], start: Position) -> list[Header]:
    """The headers without a handicap's name (手合割) if that is the name of the start."""
    return [
        header
        for header in headers
        if header.key != _HANDICAP or not start.numbered(1).same(start_named(header.value))
    ]


def csa_end(word: str, side: int) -> str | None:
    """CSA's word for an end by the side to move, without `%`; None if it has none."""
    if _CSA_WORD.fullmatch(word):
        return word
    if spelled(word) == FOUL_WIN:
        # The word names the offender: the side that moved before.
        return "-ILLEGAL_ACTION" if side == BLACK else "+ILLEGAL_ACTION"
    spellings = SPELLINGS.get(_NARROWER.get(word, spelled(word)), ())
    return next((one for one in spellings if _CSA_WORD.fullmatch(one)), None)


def is_exact_end(word: str) -> bool:
    """Whether CSA's word for an end is as specific as the given word."""
    return word not in _NARROWER


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
