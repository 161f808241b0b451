"""A result put into the headers as each format has it."""

from __future__ import annotations

import pytest

from viewer.formats import FORMATS
from viewer.tree.record import Header


@pytest.mark.parametrize(
    ("text", "winner", "margin"),
    [
        ("B+3.5", "1", "3.5"),
        ("W+R", "2", ""),
        ("0", "null", ""),
        ("W+12", "2", "12"),
    ],
)
def test_wei7_has_winner_and_margin(text: str, winner: str, margin: str) -> None:
    format = FORMATS["wei7"].load()
    before = (Header("info.result.margin", "9.5"), Header("info.name", "x"))
    after = format.with_result(before, text)
    assert after is not None
    said = dict(after)
    assert said.get("info.result.winner", "") == winner
    assert said.get("info.result.margin", "") == margin
    assert format.by_role("result", after) == text


@pytest.mark.parametrize("text", ["B+T", "Void", "?", "B+", "B+0", "B+600", "B+1.3", "soon"])
def test_wei7_has_no_place_for_other_results(text: str) -> None:
    assert FORMATS["wei7"].load().with_result((), text) is None


def test_sgf_writes_any_result() -> None:
    format = FORMATS["sgf"].load()
    assert format.with_result((Header("PB", "a"),), "B+T") == (
        Header("PB", "a"),
        Header("RE", "B+T"),
    )
    assert format.with_result((Header("RE", "B+T"),), "") == ()


def test_a_format_with_a_list_of_results_takes_no_other() -> None:
    format = FORMATS["pgn"].load()
    assert format.with_result((Header("Result", "*"),), "1-0") == (Header("Result", "1-0"),)
    assert format.with_result((Header("Result", "*"),), "B+R") is None


def test_a_format_without_a_place_for_it_says_so() -> None:
    assert FORMATS["kif"].load().with_result((), "1-0") is None
