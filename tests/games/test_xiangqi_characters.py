"""Positions of xiangqi with pieces in Chinese characters."""

from __future__ import annotations

import pytest

from viewer.formats.kit.recognising import game_of_ranks
from viewer.games import game_of
from viewer.games.xiangqi.position import START_TEXT, read_setup

LETTERS = START_TEXT.split()[0]
SIMPLE = (
    "车马象士将士象马车/9/1炮5炮1/卒1卒1卒1卒1卒/9/9/兵1兵1兵1兵1兵/1炮5炮1/9/车马相仕帅仕相马车"
)
TRADITIONAL = (
    "車馬象士將士象馬車/9/1砲5砲1/卒1卒1卒1卒1卒/9/9/兵1兵1兵1兵1兵/1炮5炮1/9/俥傌相仕帥仕相傌俥"
)


@pytest.mark.parametrize(
    "board", [SIMPLE, TRADITIONAL, LETTERS, LETTERS.translate({78: "H", 66: "E"})]
)
@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("红", "w"),
        ("紅方", "w"),
        ("黑", "b"),
        ("r", "w"),
        ("b", "b"),
        ("w - - 0 1", "w"),
        ("", "w"),
    ],
)
def test_both_sets_of_letters_and_all_words_for_a_side(
    board: str, side: str, expected: str
) -> None:
    text = f"{board} {side}".strip()
    assert game_of("xiangqi").parse_setup(text).text == f"{LETTERS} {expected}"
    assert game_of_ranks(text.encode()) == "xiangqi"
    assert game_of_ranks(f"fen {text}".encode()) == "xiangqi"


def test_what_the_text_leaves_open_is_told() -> None:
    def told(text: str) -> list[str]:
        return [str(words) for words in read_setup(text).assumed]

    assert not told(f"{LETTERS} w")
    assert not told(f"{TRADITIONAL} 黑")
    assert told(LETTERS) == ["The text doesn't say whose turn it is; Red is to move."]
    assert told(f"{SIMPLE} 红") == [
        "The text doesn't say whose pieces 车马炮 are; those beyond the river are taken for Black's."
    ]


def test_one_form_tells_the_other() -> None:
    board = "4将4/9/9/9/4俥4/4车4/9/9/9/4帅4"
    assert game_of("xiangqi").parse_setup(f"{board} 红").text == "4k4/9/9/9/4R4/4r4/9/9/9/4K4 w"


def test_a_character_that_is_no_piece_is_named() -> None:
    assert "“龙” on a9" in str(read_setup("龙8/9/9/9/9/9/9/9/9/9 w").complaint)
