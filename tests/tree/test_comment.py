"""Comments as they are shown, and edits of what is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.tree.comment import edited, shown

TEXTS = st.text("ab \t\n\u2028\u2029", max_size=24)


@pytest.mark.parametrize(
    ("text", "flowing", "expected"),
    [
        ("one line", True, "one line"),
        ("broken\nin two", True, "broken in two"),
        ("broken \n  in two", True, "broken in two"),
        ("broken\nin two", False, "broken\nin two"),
        ("a paragraph\n\nanother", True, "a paragraph\nanother"),
        ("a paragraph\n \nanother", True, "a paragraph\nanother"),
        ("one\u2029another", True, "one\nanother"),
        ("one\u2029\u2028\u2028another", False, "one\nanother"),
        ("one\n\n\n\nfar", True, "one\n\n\nfar"),
    ],
)
def test_what_is_shown(text: str, flowing: bool, expected: str) -> None:
    assert shown(text, flowing) == expected


@pytest.mark.parametrize(
    ("text", "new", "expected"),
    [
        ("one\u2029\u2028two\nlines", "one\ntwo good lines", "one\u2029\u2028two\ngood lines"),
        ("a\nb\nc", "a b cd", "a\nb\ncd"),
        ("a\nb\nc", "xa b c", "xa\nb\nc"),
        ("a\u2029b", "ab", "ab"),
        ("a", "a\nb", "a\n\nb"),
        ("a\n\nb", "a\n\nb", "a\n\n\nb"),
        ("a\nb", "", ""),
        ("", "x", "x"),
    ],
)
def test_an_edit_in_flowing_text_leaves_the_rest(text: str, new: str, expected: str) -> None:
    assert edited(text, new, True) == expected


@given(TEXTS, st.booleans())
def test_what_is_left_alone_stays(text: str, flowing: bool) -> None:
    assert edited(text, shown(text, flowing), flowing) == text


@given(TEXTS, st.integers(0, 24), st.integers(0, 6), st.text("ab\n", max_size=4), st.booleans())
def test_what_was_typed_is_what_is_shown(
    text: str, at: int, gone: int, typed: str, flowing: bool
) -> None:
    text = text.replace("\u2028", "").replace("\t", "")
    old = shown(text, flowing)
    new = old[:at] + typed + old[at + gone :]
    assert shown(edited(text, new, flowing), flowing) == new


@given(st.text("abc", min_size=1), st.text("abc", min_size=1), st.text("xyz", max_size=5))
def test_a_division_stays_when_a_comment_is_edited(one: str, other: str, typed: str) -> None:
    text = f"{one}\u2029\u2028{other}"
    assert edited(text, f"{one}\n{other}{typed}", True) == text + typed
