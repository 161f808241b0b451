"""Results of xiangqi in Chinese words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from viewer.formats.format import Format
from viewer.tree.record import Header, with_header

CHINESE_RESULTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("红胜", "紅勝", "红方胜", "紅方勝", "红先胜", "紅先勝"), "1-0"),
        **dict.fromkeys(("黑胜", "黑勝", "黑方胜", "黑方勝", "红先负", "紅先負"), "0-1"),
        **dict.fromkeys(("和", "和棋", "和局", "红先和", "紅先和"), "1/2-1/2"),
        "未知": "*",
    }
)
"""What files say of a result, and the result in PGN's form."""


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
