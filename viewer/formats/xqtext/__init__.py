"""Games of xiangqi as text for people: labels, a diagram if the start is set up, numbered moves in columns.

XQStudio (象棋演播室) writes such blocks for forums; they are read and written. The texts that CCBridge and
Ourgame export have the same parts under other labels; they are read, and keep their form if edited.
Sources: XQStudio's published source, files of the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.messages import message
from viewer.formats.format import NO_GLYPHS, Format, HeaderField
from viewer.formats.shared.charsets import ENCODINGS
from viewer.tree.record import Header, with_header

_RESULTS = {"1-0": "红方胜", "0-1": "黑方胜", "1/2-1/2": "和棋"}
_MEANT = {
    **{word: text for text, word in _RESULTS.items()},
    **{
        "红胜": "1-0",
        "紅勝": "1-0",
        "红先胜": "1-0",
        "黑胜": "0-1",
        "黑勝": "0-1",
        "红先负": "0-1",
    },
    **{"和": "1/2-1/2", "和局": "1/2-1/2", "红先和": "1/2-1/2", "未知": "*"},
}


class XQTextFormat(Format):
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
        HeaderField("结果", message("Result"), "result", offered=tuple(_RESULTS.values())),
        HeaderField("ECCO", message("Opening (ECCO)"), "opening-code"),
        HeaderField("评论", message("Annotator"), "annotator"),
        HeaderField("作者", message("Author"), "author"),
    )
    encodings = ENCODINGS
    single = True
    glyphs = NO_GLYPHS

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """The value of a role; a known result is returned as "1-0", "0-1", "1/2-1/2" or "*"."""
        said = super().by_role(role, headers, game)
        return _MEANT.get(said, said) if role == "result" else said

    def with_result(self, headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
        """The headers with a result, written in Chinese; None for an unknown result."""
        if text and text not in _RESULTS:
            return None if text != "*" else with_header(headers, "结果", "")
        return with_header(headers, "结果", _RESULTS.get(text, ""))


FORMAT = XQTextFormat()
