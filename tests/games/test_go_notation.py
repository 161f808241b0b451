"""Moves as players and programs write and read them."""

from __future__ import annotations

import pytest
from go_diagrams import board, play
from hypothesis import given
from hypothesis import strategies as st

from viewer.base import catalogs
from viewer.games.go.board import column_letters, grid_of
from viewer.games.go.game import GAME
from viewer.games.go.notation import in_kanji, parse_move
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written

STYLES = [style.id for style in GAME.notations]


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        ("B pd", ("Q16", "16-4", "16の四", "B[pd]", "B Q16")),
        ("B aa", ("A19", "1-1", "1の一", "B[aa]", "B A19")),
        ("B ii", ("J11", "9-9", "9の九", "B[ii]", "B J11")),
        ("B ss", ("T1", "19-19", "19の十九", "B[ss]", "B T1")),
        ("B pass", ("pass", "pass", "パス", "B[]", "B pass")),
    ],
)
def test_a_move_in_each_style(move: str, texts: tuple[str, ...]) -> None:
    start = GAME.start(None)
    state = play(start, move)
    assert tuple(GAME.notation(state, style) for style in STYLES) == texts
    for text in texts:
        assert GAME.read_moves(start, text) == [Move(move)]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("q16", "B pd"),
        (" Q16 ", "B pd"),
        ("Ｑ１６", "B pd"),
        ("pd", "B pd"),
        ("PD", "B pd"),
        ("B pd", "B pd"),
        ("black Q16", "B pd"),
        ("黒16四", "B pd"),
        ("16,4", "B pd"),
        ("16の4", "B pd"),
        ("tt", "B pass"),
        ("PASS", "B pass"),
        ("虚手", "B pass"),
        ("W pd", "W pd"),  # at the start nobody has said whose turn it is
        ("○Q16", "W pd"),
    ],
)
def test_how_else_people_write(text: str, move: str) -> None:
    assert GAME.read_moves(GAME.start(None), text) == [Move(move)]


@pytest.mark.parametrize(
    "text", ["", "I5", "Z1", "A20", "A0", "20-1", "0-4", "164", "e2e4", "B", "zz", "x" * 999]
)
def test_what_is_no_move(text: str) -> None:
    assert GAME.read_moves(GAME.start(None), text) == []


def test_a_move_out_of_turn_says_its_colour() -> None:
    state = play(GAME.start(None), "B pd", "B dd")
    assert [GAME.notation(state, style) for style in STYLES[:3]] == ["B D16", "B 4-4", "黒4の四"]
    assert GAME.read_moves(play(GAME.start(None), "B pd"), "B D16") == [Move("B dd")]
    assert GAME.read_moves(play(GAME.start(None), "B pd"), "Q16") == []


def test_what_is_no_move_is_shown_as_it_is() -> None:
    start = GAME.start(None)
    shown = [
        GAME.notation(GAME.step(start, action), "a1")
        for action in (Written("?"), Terminal("resign"))
    ]
    assert shown == ["?", "resign"]
    assert GAME.notation(GAME.step(start, Remark("hello")), "a1") == "hello"
    assert GAME.notation(GAME.step(start, Takeback(1)), "a1") == ""
    assert GAME.notation(GAME.step(start, Setup("B dd")), "a1") == ""


def test_columns_go_on_with_two_letters() -> None:
    letters = [column_letters(column) for column in range(255)]
    assert letters[:9] == list("ABCDEFGHJ")
    assert letters[24:27] == ["Z", "AA", "AB"]
    assert letters[51] == "BB"
    assert letters[-1] == "KE"
    assert len(set(letters)) == 255


@given(st.integers(1, 70), st.integers(1, 120), st.data())
def test_every_point_is_read_back_in_every_style(
    width: int, height: int, data: st.DataObject
) -> None:
    start = GAME.start(Setup(f"{width}x{height}"))
    point = data.draw(st.sampled_from(grid_of(width, height).points))
    move = start.grid.move(1, point)
    state = GAME.step(start, move)
    for style in STYLES:
        assert GAME.read_moves(start, GAME.notation(state, style), style) == [move] or (
            GAME.violation(state) is not None
        )


@given(st.text(max_size=12))
def test_any_text_can_be_read(text: str) -> None:
    for size in (3, 19, 52):
        found = parse_move(grid_of(size, size), text)
        assert found is None or found[0] in (0, 1, 2)


def test_numbers_in_kanji() -> None:
    assert [in_kanji(number) for number in (1, 4, 10, 20, 21, 52, 100, 101, 110, 212)] == [
        *("一", "四", "十", "二十", "二十一", "五十二", "百", "百一", "百十", "二百十二"),
    ]


def test_places_are_spoken_by_the_size_of_the_board() -> None:
    assert str(GAME.square_name(GAME.start(None), "pd")) == "Q16"
    assert str(GAME.square_name(GAME.start(None), "zz")) == "26-26"
    assert str(GAME.square_name(GAME.start(Setup("9")), "cc")) == "C7"
    assert str(GAME.square_name(GAME.start(Setup("9")), "pd")) == "16-4"
    assert str(GAME.square_name(GAME.start(None), "?")) == "?"


def test_plies_are_numbered_one_by_one() -> None:
    numbering = GAME.numbering(board("... ... ..."))
    assert [numbering.at(ply) for ply in (1, 2, 3)] == [(1, 0), (2, 1), (3, 0)]
    assert GAME.numbering(GAME.start(Setup("19 B dd pp"))).at(1) == (1, 1)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("", "pass"),
        ("zh_CN", "停一手"),
        ("zh_TW", "虛手"),
        ("ja", "パス"),
        ("ko", "패스"),
        ("de", "Passen"),
    ],
)
def test_a_pass_is_shown_and_read_in_the_language(language: str, word: str) -> None:
    start = GAME.start(None)
    state = play(start, "B pass")
    try:
        catalogs.choose(language or "en", {})
        assert GAME.shown(state, STYLES[0]) == word
        assert GAME.notation(state, STYLES[0]) == "pass"
    finally:
        catalogs.use(None)
    assert GAME.read_moves(start, word) == [Move("B pass")]
