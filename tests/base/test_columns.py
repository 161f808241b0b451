"""Text broken into lines by the columns of a font of equal widths, and in cells of tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.columns import table_cell, width_of, wrapped


def test_words_stay_whole_and_stops_and_brackets_with_their_text() -> None:
    assert [line.rstrip() for line in wrapped("take comments out of games", 12)] == [
        "take",
        "comments out",
        "of games",
    ]
    assert list(wrapped("棋譜を読む。「本譜」のみ", 10)) == ["棋譜を読", "む。「本", "譜」のみ"]
    assert list(wrapped("文字コードはUTF-8。", 12)) == ["文字コードは", "UTF-8。"]
    assert list(wrapped("用“关闭”（Ctrl+W）关掉", 8)) == ["用“关闭”", "（Ctrl+W）", "关掉"]
    assert list(wrapped("按“播放：¼×”起", 6)) == ["按“播", "放：", "¼×”起"]
    assert list(wrapped("„Seiten tauschen“ (S)", 15)) == ["„Seiten ", "tauschen“ (S)"]


@given(st.text("ab 棋譜、。「」“”（）ー", max_size=40), st.integers(6, 20))
def test_nothing_is_lost_and_no_line_is_too_wide(text: str, room: int) -> None:
    lines = list(wrapped(text, room))
    assert "".join(lines) == text
    stops = sum(text.count(sign) for sign in "、。」）ー「（“”")
    assert all(width_of(line.rstrip()) <= room + 2 * stops for line in lines)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=cmd()", "'=cmd()"),
        ("+1+cmd", "'+1+cmd"),
        ("-1;cmd", "'-1;cmd"),
        ("-", "'-"),
        ("-1", "-1"),
        ("-0.5", "-0.5"),
        ("+1.2", "+1.2"),
        ("+１", "'+１"),
        ("\n=1", "'\n=1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("1-0", "1-0"),
        ("a=b", "a=b"),
        ("", ""),
    ],
)
def test_no_spreadsheet_takes_a_text_for_a_formula(text: str, cell: str) -> None:
    assert table_cell(text) == cell
