"""Text broken into lines by the columns of a font of equal widths."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewer.base.columns import width_of, wrapped


def test_words_stay_whole_and_stops_and_brackets_with_their_text() -> None:
    assert [line.rstrip() for line in wrapped("take comments out of games", 12)] == [
        "take",
        "comments out",
        "of games",
    ]
    assert list(wrapped("棋譜を読む。「本譜」のみ", 10)) == ["棋譜を読", "む。「本", "譜」のみ"]
    assert list(wrapped("文字コードはUTF-8。", 12)) == ["文字コードは", "UTF-8。"]


@given(st.text("ab 棋譜、。「」（）ー", max_size=40), st.integers(6, 20))
def test_nothing_is_lost_and_no_line_is_too_wide(text: str, room: int) -> None:
    lines = list(wrapped(text, room))
    assert "".join(lines) == text
    stops = sum(text.count(sign) for sign in "、。」）ー「（")
    assert all(width_of(line.rstrip()) <= room + 2 * stops for line in lines)
