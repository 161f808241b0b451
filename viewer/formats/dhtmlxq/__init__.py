"""DhtmlXQ's records of xiangqi, which forums call UBB: `[DhtmlXQ_title]…[/DhtmlXQ_title]`.

dpxq.com (东萍) and programs that exchange records with it write them, alone or within web pages.
Sources: such files, and public programs that read them.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import TEXT_ENCODINGS
from viewer.formats.kit.chinese_results import ChineseResults
from viewer.formats.kit.xiangqi import SIGNS, ChineseTimes

_RESULTS = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋", "*": "未知"}


class DhtmlXQFormat(ChineseTimes, ChineseResults):
    """The format DhtmlXQ; results are in Chinese in its files."""

    id = "dhtmlxq"
    reader = "viewer.formats.dhtmlxq.reader:DhtmlXQCollection"
    writer = "viewer.formats.dhtmlxq.writer:write"
    variant = "DhtmlXQ"
    fields = (
        HeaderField("title", message("Title"), "title"),
        HeaderField("event", message("Event"), "event"),
        HeaderField("class", message("Class of the event")),
        HeaderField("date", message("Date"), "date"),
        HeaderField("place", message("Place"), "place"),
        HeaderField("round", message("Round"), "round"),
        HeaderField("table", message("Table")),
        HeaderField("red", message("Red"), "side0"),
        HeaderField("redteam", message("Red's team")),
        HeaderField("redrating", message("Red's rating"), "rank0"),
        HeaderField("redtime", message("Red's time"), "clock0"),
        HeaderField("black", message("Black"), "side1"),
        HeaderField("blackteam", message("Black's team")),
        HeaderField("blackrating", message("Black's rating"), "rank1"),
        HeaderField("blacktime", message("Black's time"), "clock1"),
        HeaderField("timerule", message("Time rule"), "time-rule"),
        HeaderField("result", message("Result"), "result", offered=tuple(_RESULTS.values())),
        HeaderField("endtype", message("How it ended"), telling=True),
        HeaderField("open", message("Opening"), "opening"),
        HeaderField("type", message("Type"), "type"),
        HeaderField("gametype", message("Kind of game")),
        HeaderField("remark", message("Annotator"), "annotator"),
        HeaderField("author", message("Author"), "author"),
        HeaderField("refer", message("Source")),
    )
    encodings = TEXT_ENCODINGS
    free_headers = True
    glyphs = NO_GLYPHS
    signs = SIGNS
    result_words = MappingProxyType(_RESULTS)


FORMAT = DhtmlXQFormat()


def probe_dhtmlxq(head: bytes) -> Likeness:
    """Rate content by its first tag `[DhtmlXQ…]`."""
    found = re.search(rb"\[DhtmlXQ(?:_[A-Za-z0-9_]{1,64})?\]", head, re.I)
    return Likeness.YES if found else Likeness.NO
