"""Results of xiangqi in Chinese words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from viewer.formats.format import Format
from viewer.tree.record import Header, with_header

_WINS = {
    **dict.fromkeys(("红", "紅"), ("1-0", "0-1")),
    "黑": ("0-1", "1-0"),
}
"""The results of a side that wins, and that loses."""
CHINESE_RESULTS: Mapping[str, str] = MappingProxyType(
    {
        **{
            side + among + word: results[lost]
            for side, results in _WINS.items()
            for among in ("", "方", "棋", "先")  # 红先胜: Red moves first, and wins
            for lost, words in enumerate(("胜勝赢贏", "负負输輸"))
            for word in words
        },
        **{f"{side}先和": "1/2-1/2" for side in _WINS},
        **dict.fromkeys(("和", "和棋", "和局", "平", "平局", "平手", "言和"), "1/2-1/2"),
        **dict.fromkeys(("双方和棋", "雙方和棋", "双方言和", "雙方言和"), "1/2-1/2"),
        **dict.fromkeys(("未知", "不详", "不詳", "未完", "未完成"), "*"),
    }
)
"""What files and players say of a result, in either script, and the result in PGN's form."""


class ChineseResults(Format):
    """A format of xiangqi in which results are Chinese words.

    Attributes:
        result_words: the word that is written for each result, by its PGN form; "" to leave it out.
    """

    result_words: Mapping[str, str]

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """The value of a role; a known result is returned as "1-0", "0-1", "1/2-1/2" or "*"."""
        said = super().by_role(role, headers, game)
        return CHINESE_RESULTS.get(said, said) if role == "result" else said

    def with_result(self, headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
        """The headers with a result, written in Chinese; None for an unknown result."""
        if text and text not in self.result_words:
            return None
        key = next(field.key for field in self.fields if field.role == "result")
        return with_header(headers, key, self.result_words.get(text, ""))
