"""Results of go in words."""

from __future__ import annotations

import pytest

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.formats.headers import cell_words
from viewer.games import game_of
from viewer.games.capabilities import result_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("B+3.5", "Black wins by 3.5"),
        ("W+0.5", "White wins by 0.5"),
        ("W+12", "White wins by 12"),
        ("B+R", "Black wins by resignation"),
        ("W+T", "White wins on time"),
        ("B+", "Black wins"),
        ("0", "Draw (jigo)"),
        ("Void", "No result: the game was stopped"),
    ],
)
def test_a_result_in_words(text: str, words: str) -> None:
    said = result_words(game_of("go"), text)
    assert said is not None
    assert said.text() == words


@pytest.mark.parametrize(
    ("text", "short"),
    [("B+Resign", "B+R"), ("W+Time", "W+T"), ("B+Forfeit", "B+F"), ("W+R", "W+R"), ("B+2", "B+2")],
)
def test_long_forms_are_worded_as_the_short_ones(text: str, short: str) -> None:
    said = game_of("go").result_words(text)
    assert said is not None
    assert said.text() == short


@pytest.mark.parametrize("text", ["B+Rime", "B+resign", "X+Resign", "B+ResignX"])
def test_what_is_no_long_form_stands_as_it_is(text: str) -> None:
    assert game_of("go").result_words(text) is None


@pytest.mark.parametrize("text", ["", "B", "X+1", "B+x", "B+1.2.3", "b+1", "BW+1", "+1", "B+٣"])
def test_what_is_no_result_has_no_words(text: str) -> None:
    assert result_words(game_of("go"), text) is None


@pytest.mark.parametrize(
    ("id", "text", "words"),
    [
        ("hex", "W+R", "Blue wins by resignation"),
        ("hex", "B+", "Red wins"),
        ("hex", "B", "Red wins"),
        ("hex", "0-1", "Blue wins"),
        ("twixt", "W+T", "Vertical wins on time"),
        ("twixt", "0", "Draw"),
    ],
)
def test_letters_of_sides_that_have_other_names_are_words_in_lists(id: str, text: str, words: str):
    assert tr(cell_words("result", text, game_of(id))) == words
    for other in ("?", "X+R", ""):
        assert game_of(id).result_words(other) is None


def test_resignation_is_told_as_players_of_the_game_do() -> None:
    go, hex_ = result_words(game_of("go"), "B+R"), result_words(game_of("hex"), "B+R")
    assert go is not None
    assert hex_ is not None
    try:
        catalogs.choose("ja", {})
        assert catalogs.tr(go) == "黒の中押し勝ち"
        assert "中押し" not in catalogs.tr(hex_)
        catalogs.choose("zh_CN", {})
        assert catalogs.tr(go) == "黑方中盘胜"
        assert "中盘" not in catalogs.tr(hex_)
    finally:
        catalogs.use(None)
