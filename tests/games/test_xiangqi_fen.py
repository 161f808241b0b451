"""Set-ups as text."""

from __future__ import annotations

import random

import pytest
from xiangqi_positions import at, set_up

from viewer.base.messages import Message
from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.position import EMPTY_TEXT, START_TEXT
from viewer.tree.action import Setup


def test_the_usual_start() -> None:
    assert GAME.setup_text(GAME.start(None)) == START_TEXT
    pieces = dict(GAME.pieces(GAME.start(None)))
    assert len(pieces) == 32
    assert (pieces["e0"], pieces["e9"]) == ("red-king", "black-king")
    assert (pieces["b2"], pieces["h7"]) == ("red-cannon", "black-cannon")


@pytest.mark.parametrize(
    ("text", "neutral"),
    [
        (START_TEXT, START_TEXT),
        (START_TEXT + " - - 0 1", START_TEXT),
        (START_TEXT[:-2], START_TEXT),
        (START_TEXT[:-1] + "r", START_TEXT),
        (START_TEXT[:-1] + "b - - 3 12", START_TEXT[:-1] + "b"),
        (START_TEXT.replace("n", "h").replace("N", "H"), START_TEXT),
        ("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r", START_TEXT),
        ("  fen " + START_TEXT, START_TEXT),
        ("position fen " + START_TEXT + " - - 0 1 moves h2e2", START_TEXT),
        ("position startpos", START_TEXT),
        (f'[FEN "{START_TEXT} - - 0 1"]', START_TEXT),
        ("9/9/9/9/9/9/9/9/9/9", EMPTY_TEXT),
        ("k1111112/54/9/9/9/9/9/9/9/4K4 B", "k8/9/9/9/9/9/9/9/9/4K4 b"),
    ],
)
def test_set_ups_as_people_write_them(text: str, neutral: str) -> None:
    assert GAME.parse_setup(text) == Setup(neutral)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The position is empty text."),
        ("x" + START_TEXT[1:], "“x” on a9 is no piece."),
        (START_TEXT.replace("1c5c1", "1c5z1"), "“z” on h7 is no piece."),
        (START_TEXT.replace("/9/1c", "/8/1c"), "Rank 8 ends before i8."),
        (START_TEXT.replace("/9/1c", "/91/1c"), "Rank 8 goes on after i8."),
        (START_TEXT.replace("/9/1c", "/8pp/1c"), "Rank 8 goes on after i8."),
        (START_TEXT.replace("/9/1c", "/p9/1c"), "Rank 8 goes on after i8."),
        (
            "4k4/9/9",
            "The position has 3 ranks, not 10: nothing is said from a6 on.",
        ),
        (
            EMPTY_TEXT.replace("9/9", "9/9/9"),
            "The position has 15 ranks, not 10: it goes on after i0.",
        ),
        (
            START_TEXT[:-1] + "x",
            "The side to move is “x”; it should be w (Red) or b (Black).",
        ),
        ("hello", "“l” on c9 is no piece."),
    ],
)
def test_a_bad_set_up_is_refused_with_the_place(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011  # the sentence is looked at below
        GAME.parse_setup(text)
    assert isinstance(raised.value.args[0], Message)
    assert str(raised.value).startswith(sentence)


def test_of_a_bad_start_the_rest_is_shown_and_the_loss_is_told() -> None:
    state = GAME.start(Setup("4k4/9/9/4?4/4R4/9/9/9/9/4K4 b"))
    assert dict(GAME.pieces(state)) == {
        "e9": "black-king",
        "e5": "red-rook",
        "e0": "red-king",
    }
    assert state.side == 1
    assert "e6" in " ".join(map(str, GAME.observations(state)))


def test_there_and_back() -> None:
    for state in set_up(random.Random(5), 200, anywhere=True):
        text = GAME.setup_text(state)
        again = at(text)
        assert (again.board, again.side) == (state.board, state.side)
        assert GAME.setup_text(again) == text


def test_who_moves_first_tells_where_the_numbering_begins() -> None:
    red, black = at(START_TEXT), at(START_TEXT[:-1] + "b")
    assert GAME.numbering(red).at(1) == (1, 0)
    assert GAME.numbering(black).at(1) == (1, 1)
    assert GAME.numbering(black).at(2) == (2, 0)
