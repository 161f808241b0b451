"""The time that players have for a game, as headers say it in each format's and language's own way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from viewer.base.named import NamedTuple

_LONGEST = 200
_NUMBER = r"\d{1,7}(?:\.\d{1,9})?"
_STAGES = re.compile(
    rf"(?:\d{{1,4}}/)?{_NUMBER}(?:\+{_NUMBER})?(?::(?:\d{{1,4}}/)?{_NUMBER}(?:\+{_NUMBER})?)*",
    re.ASCII,
)
_STAGE = re.compile(rf"(?:(\d+)/)?({_NUMBER})(?:\+({_NUMBER}))?", re.ASCII)
_OF_CSA = re.compile(r"(\d{1,3}):(\d{2})\+(\d{1,4})(F?)", re.ASCII)  # hours, minutes, seconds
_OF_CSA_3 = re.compile(rf"({_NUMBER})\+({_NUMBER})\+({_NUMBER})", re.ASCII)
_AMOUNTS = (
    (3600, re.compile(r"(\d{1,4})\s*(?:時間|小时|小時|시간|h)")),
    (60, re.compile(r"(\d{1,5})\s*(?:分|min|분|m(?![a-z]))")),
    (1, re.compile(r"(\d{1,6})\s*(?:秒|sec|초|s(?![a-z]))")),
)
_BEYOND = re.compile(
    r"\+|秒読み|(?:切れ|きれ)たら|(?:1|一|每|毎)\s*(?:手|步|着)|读秒|讀秒|초읽기|フィッシャー|fischer|per\s+move|byo"
)
"""What begins that which comes after the main time, or for each move."""
_ADDED = re.compile(r"加|フィッシャー|追加|추가|fischer|increment|per\s+move")


class TimeControl(NamedTuple):
    """The time a side has for a game.

    Attributes:
        start: seconds on its clock at the start, None if unknown.
        increment: seconds added for each move.
        stages: (moves, seconds): added once so many moves of the side are made.
    """

    start: Fraction | None
    increment: Fraction | int = 0
    stages: tuple[tuple[int, Fraction], ...] = ()

    def added(self, moves: int) -> Fraction:
        """The seconds that a side gets once it has made a move, its `moves`th."""
        at = 0
        more = Fraction(self.increment)
        for count, seconds in self.stages:
            at += count
            more += seconds if at == moves else 0
        return more


UNKNOWN = TimeControl(None)


class TimeLimit(NamedTuple):
    """The time that each player of a new record has.

    Attributes:
        minutes: at the start.
        seconds: added for each move; with periods, the length of one in byo-yomi.
        periods: number of byo-yomi periods, 0 for none.
        moves: to be made in each.
    """

    minutes: int
    seconds: int = 0
    periods: int = 0
    moves: int = 1


def time_control(text: str) -> TimeControl:
    """A time control as headers write it; `UNKNOWN` for anything else.

    Known are "600+5" and "40/7200:3600" of PGN (9.6.1), seconds of SGF's TM, "00:25+10" and "900+30+5" of CSA
    (hours and minutes, then byo-yomi; seconds, byo-yomi, increment), and amounts of hours, minutes and
    seconds of which each side has so much: "各6時間", "15分+60秒", "20分 1手5秒加算",
    "15 min + 10 s per move". Seconds of byo-yomi add nothing to the clock.
    """
    text = unicodedata.normalize("NFKC", text[:_LONGEST]).strip()
    if _STAGES.fullmatch(text) and not _OF_CSA.fullmatch(text):
        return _by_stages(text)
    found = _OF_CSA.fullmatch(text)
    if found is not None:
        start = Fraction(3600 * int(found[1]) + 60 * int(found[2]))
        return _known(start, Fraction(found[3]) if found[4] else Fraction(0))
    found = _OF_CSA_3.fullmatch(text)
    if found is not None:
        return _known(Fraction(found[1]), Fraction(found[3]))
    text = text.casefold()
    beyond = _BEYOND.search(text)
    main, rest = (text, "") if beyond is None else (text[: beyond.start()], text[beyond.start() :])
    start = _amount(main)
    return _known(start, _amount(rest) if start and _ADDED.search(rest) else Fraction(0))


def _known(start: Fraction, increment: Fraction) -> TimeControl:
    """A time control with some time at the start: where all is byo-yomi, no clock runs down."""
    return TimeControl(start, increment) if start or increment else UNKNOWN


def _amount(text: str) -> Fraction:
    """The hours, minutes and seconds in a text, each once."""
    return sum((one for one in _amounts(text)), Fraction(0))


def _amounts(text: str) -> Iterator[Fraction]:
    for worth, pattern in _AMOUNTS:
        found = pattern.search(text)
        if found is not None:
            yield Fraction(int(found[1]) * worth)


def _by_stages(text: str) -> TimeControl:
    parts = [_STAGE.fullmatch(one) for one in text.split(":")]
    found = [(int(one[1] or 0), Fraction(one[2]), Fraction(one[3] or 0)) for one in parts if one]
    stages = [(moves, after[1]) for (moves, _, _), after in pairwise(found) if moves]
    return _known(found[0][1], found[0][2])._replace(stages=tuple(stages))
