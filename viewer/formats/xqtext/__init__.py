"""Games of xiangqi as text for people: labels, a diagram if the start is set up, numbered moves in columns.

XQStudio (象棋演播室) writes such blocks for forums; they are read and written. The texts that CCBridge and
Ourgame export have the same parts under other labels; they are read, and keep their form if edited.
Sources: XQStudio's published source, files of the others.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from viewer.base.messages import message
from viewer.base.text import GB18030, UTF8
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import TEXT_ENCODINGS
from viewer.formats.kit.chinese_results import ChineseResults
from viewer.formats.kit.xiangqi import ChineseTimes

_RESULTS = {"1-0": "红方胜", "0-1": "黑方胜", "1/2-1/2": "和棋", "*": ""}


class XQTextFormat(ChineseTimes, ChineseResults):
    """The format of such texts; results are in Chinese in it."""

    id = "xqtext"
    reader = "viewer.formats.xqtext.reader:XQTextCollection"
    writer = "viewer.formats.xqtext.writer:write"
    variant = "Text"
    fields = (
        HeaderField("标题", message("Title"), "title"),
        HeaderField("赛事", message("Event"), "event"),
        HeaderField("轮次", message("Round"), "round"),
        HeaderField("日期", message("Date"), "date"),
        HeaderField("地点", message("Place"), "place"),
        HeaderField("红方", message("Red"), "side0"),
        HeaderField("红等级分", message("Red's rating"), "rank0"),
        HeaderField("红方用时", message("Red's time"), "clock0"),
        HeaderField("黑方", message("Black"), "side1"),
        HeaderField("黑等级分", message("Black's rating"), "rank1"),
        HeaderField("黑方用时", message("Black's time"), "clock1"),
        HeaderField("时间规则", message("Time rule"), "time-rule"),
        HeaderField(
            "结果", message("Result"), "result", offered=tuple(filter(None, _RESULTS.values()))
        ),
        HeaderField("ECCO", message("Opening (ECCO)"), "opening-code"),
        HeaderField("评论", message("Annotator"), "annotator"),
        HeaderField("作者", message("Author"), "author"),
    )
    encodings = TEXT_ENCODINGS
    single = True
    glyphs = NO_GLYPHS
    result_words = MappingProxyType(_RESULTS)


FORMAT = XQTextFormat()


_TAG = re.compile(rb"^\s*\[[A-Za-z_]", re.MULTILINE)
_SOME = 3
_RANKS = 10
_CUT = 3  # bytes of a character that the end of the head may divide
_PLAYERS = frozenset(("红方", "黑方"))


def probe_xqtext(head: bytes) -> Likeness:
    """ONLY for three labels with a row of moves or with both players, or a diagram; NO for tags in brackets.

    A bare list of moves is left to PGN, which reads it too.
    """
    if head.isascii() or b"\0" in head or _TAG.search(head):
        return Likeness.NO
    from viewer.formats.xqtext.reader import BLANKS, LABEL, ROW, lines_of, points_of  # deferred

    text = head.decode(UTF8, "replace")
    if text.count("\ufffd") > _CUT:
        text = head.decode(GB18030, "replace")
    lines = [line.text for line in lines_of(text)]
    labels = {BLANKS.sub("", one[1]) for line in lines if (one := LABEL.match(line)) is not None}
    row = any(ROW.match(line) for line in lines)
    diagram = sum(1 for line in lines if points_of(line)) >= _RANKS
    many = len(labels) >= _SOME
    sure = row and (many or (labels and b"-" * 16 in head))
    if sure or diagram or (many and labels >= _PLAYERS):
        return Likeness.ONLY
    return Likeness.IF_NAMED if row or many else Likeness.NO
