"""How books print go."""

from __future__ import annotations

import re

from viewer.base.messages import Message, counted, in_context, message
from viewer.games.go.setup import SIDE_NAMES, read_komi
from viewer.games.stones.printing import StonePrinting

_WON = re.compile(r"([BW])\+(.*)")
_POINTS = re.compile(r"\d+(\.\d+)?")
_SECONDS = re.compile(r"\d{1,7}(\.0*)?")
_PERIODS = re.compile(
    r"(\d{1,4})\s*[x×]\s*(\d{1,6})(?:\.0*)?\s*(?:s|sec|seconds)?\s*byo-?yomi", re.IGNORECASE
)
_SIDES = {"B": SIDE_NAMES[0], "W": SIDE_NAMES[1]}


class GoPrinting(StonePrinting):
    """The head of a game has each player with the colour, the conditions and the result in words."""

    terms = ("handicap", "rules", "komi", "time-rule", "OT")

    def turn(self, side: int, name: Message) -> Message:
        """Whose move it is."""
        return in_context("below a diagram", "{side} to play", side=name)

    def term(self, kind: str, value: str) -> Message | None:
        """Handicap, rules, komi, the time for each side and what follows it."""
        if kind == "OT":
            return self._overtime(value)
        if kind == "handicap":
            some = value.isascii() and value.isdecimal() and 1 < int(value[:9]) < 100
            return message("{count} handicap stones", count=int(value)) if some else None
        if kind == "komi":
            komi = read_komi(value)
            return None if komi is None else message("komi {komi}", komi=_halves(f"{komi:g}"))
        if kind == "rules":
            return in_context("the head of a game of go", "{rules} rules", rules=value)
        return self._time(value)

    @staticmethod
    def _time(value: str) -> Message | None:
        if not _SECONDS.fullmatch(value) or not (minutes := int(float(value)) // 60):
            return None
        if minutes % 60:
            return counted("{count} minute each", "{count} minutes each", minutes)
        return counted("{count} hour each", "{count} hours each", minutes // 60)

    @staticmethod
    def _overtime(value: str) -> Message:
        periods = _PERIODS.fullmatch(value)
        if periods is None:
            return message("overtime {overtime}", overtime=value)
        count, seconds = int(periods[1]), int(periods[2])
        return message("byo-yomi {count} × {seconds} seconds", count=count, seconds=seconds)

    def outcome(self, result: str) -> Message | None:
        """Who won, and how."""
        won = _WON.fullmatch(result)
        if won is None:
            return message("a draw") if result in ("0", "Draw") else None
        side, how = _SIDES[won[1]], won[2]
        if how in ("R", "Resign"):
            return message("{side} wins by resignation", side=side)
        if how in ("T", "Time"):
            return message("{side} wins on time", side=side)
        if how in ("F", "Forfeit"):
            return message("{side} wins by forfeit", side=side)
        if _POINTS.fullmatch(how):
            return message("{side} wins by {points} points", side=side, points=_halves(how))
        return message("{side} wins", side=side)


def _halves(number: str) -> str:
    """A number as it is printed: 7½ for 7.5."""
    whole, _, rest = number.partition(".")
    if rest.strip("0") == "5":
        return f"{whole if whole != '0' else ''}½"
    return number if rest.strip("0") else whole
