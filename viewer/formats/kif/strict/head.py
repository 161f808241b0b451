"""Checks headers, the start, comments and bookmarks."""

from __future__ import annotations

import re

from viewer.base.messages import message
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.read.head import HANDICAP
from viewer.formats.kif.strict.findings import LinePlace, StrictFindings
from viewer.formats.kif.write.items import BlockItem
from viewer.formats.kit.diagnostics import INFO
from viewer.formats.shared.shogi_dates import date_of
from viewer.games.shogi.position import position_of
from viewer.games.shogi.setups import EVEN, HANDICAPS, OTHER, start_named
from viewer.tree.record import Record

_INFORMATION = "Game information"
_TSUME = "Tsumeshogi information"
_HANDICAP = "Handicap"
_START = "Initial position"
_COMMENTS = "Comments to moves"
_DATES = ("開始日時", "対局日", "終了日時")
_LENGTH = "手数"
_DAY = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2})(?![0-9])(.*)", re.DOTALL)
_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9:])")
_NUMBER = re.compile(r"[0-9０-９一二三四五六七八九十百千]+")
_NAMES = frozenset((EVEN, OTHER, *(one.japanese for one in HANDICAPS)))
_SIGNS = {kinds.COMMENT: "*", kinds.BOOKMARK: "&", kinds.HASH: "#"}
_START_KINDS = (kinds.RANK, kinds.HAND, kinds.SIDE)


class Head:
    """Checks the lines that aren't moves or ends."""

    def __init__(self, found: StrictFindings, record: Record) -> None:
        self._found = found
        self._record = record
        self._handicap: tuple[str, LinePlace] | None = None
        self._board = False
        self._comment: LinePlace | None = None  # the first one of the start

    def line(self, item: BlockItem, place: LinePlace, above: int) -> None:
        """Check a line; `above` is the kind of the line above."""
        if item.kind == kinds.HEADER:
            self._header(item, place)
        elif item.kind in _SIGNS:
            self._signed(item, place, above)
        elif item.kind in _START_KINDS:
            self._board = self._board or item.kind == kinds.RANK
            self._start_line(place)

    def end(self) -> None:
        """Check the start, once all lines are known."""
        if self._handicap is None:
            return
        name, place = self._handicap
        if name not in _NAMES:
            why = message("“{name}” is none of the handicaps.", name=name)
            self._found.add("handicap", _HANDICAP, why, place)
        elif name == OTHER:
            if not self._board:
                why = message("a start of no name has to be set up, but there is no board.")
                self._found.add("start", _START, why, place)
        elif self._board and not position_of(self._record.setup).numbered(1).same(
            start_named(name)
        ):
            why = message("the board isn't that of “{name}”; the board counts.", name=name)
            self._found.add("start", _START, why, place, INFO)

    def _header(self, item: BlockItem, place: LinePlace) -> None:
        key, value = item.key, item.value
        if not item.text.startswith(f"{key}：") and not place.node:
            why = message("the colon behind “{key}” is ：.", key=key)
            self._found.habit("colon", _INFORMATION, why, place)
        if key == HANDICAP:
            self._handicap = self._handicap or (value, place)
            self._start_line(place)
        elif key in _DATES and value and not is_date(value):
            why = message("“{value}” is no date like 1999/07/15.", value=value)
            self._found.add("date", _INFORMATION, why, place)
        elif key == _LENGTH and value and _NUMBER.fullmatch(value) is None:
            why = message("the length is a number of moves, not “{value}”.", value=value)
            self._found.add("length", _TSUME, why, place, INFO)

    def _signed(self, item: BlockItem, place: LinePlace, above: int) -> None:
        sign = _SIGNS[item.kind]
        if not item.text.startswith(sign):
            why = message("the line begins with {sign}.", sign=sign)
            self._found.habit("sign", _COMMENTS, why, place)
        if item.kind != kinds.COMMENT:
            return
        if not place.node:
            self._comment = self._comment or place
        elif above not in (kinds.NUMBERED, kinds.COMMENT, kinds.BOOKMARK):
            why = message("a comment stands directly behind its move.")
            self._found.habit("comment-place", _COMMENTS, why, place, INFO)

    def _start_line(self, place: LinePlace) -> None:
        if self._comment is not None and not place.node:
            why = message("comments before the first move stand behind the initial position.")
            self._found.habit("early-comment", _COMMENTS, why, self._comment)


def is_date(value: str) -> bool:
    """Whether a value begins with an existing day, such as 1999/07/15, and contains no impossible time."""
    found = _DAY.fullmatch(value)
    if found is None or date_of(found[1]) is None:
        return False
    time = _CLOCK.search(found[2])
    return time is None or date_of(f"{found[1]} {time[0]}") is not None
