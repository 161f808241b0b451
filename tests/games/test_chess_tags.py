"""Set-ups, boards and tags of chess: every form of FEN there and back."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games.chess.boards import (
    board_of,
    chess960_setup,
    fen_of,
    setup_of,
    setup_of_tags,
    tags_of_setup,
    variant_of,
)
from viewer.games.chess.fen import START_TEXT
from viewer.tree.action import Setup

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
SHREDDER = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
X_FEN = SHREDDER.replace("HFhf", "KQkq")


def setup(**tags: str) -> Setup | None:
    return setup_of_tags(tags)[0]


def odd(**tags: str) -> str:
    return str(setup_of_tags(tags)[1])


def test_no_tags_are_the_usual_start() -> None:
    assert setup_of_tags({}) == (None, None)
    assert setup_of_tags({"Event": "x", "FEN": "", "Variant": "?"}) == (None, None)
    assert setup(FEN=START_TEXT, SetUp="1") is None
    assert tags_of_setup(None) == tags_of_setup(Setup(START_TEXT)) == {}
    board = board_of(None)
    assert board is not None
    assert fen_of(board) == START_TEXT


@pytest.mark.parametrize("name", ["Standard", "chess", "normal", "From Position", "wild/2", ""])
def test_names_of_chess_itself(name: str) -> None:
    assert setup(Variant=name) is None
    assert setup(Variant=name, FEN=AFTER_E4) == Setup(AFTER_E4)


@pytest.mark.parametrize(
    "name", ["Chess960", "chess 960", "fischerandom", "Fischer Random", "FRC", "Chess-960"]
)
def test_names_of_chess960(name: str) -> None:
    assert setup(Variant=name, FEN=X_FEN) == setup(FEN=SHREDDER, variant=name) == Setup(SHREDDER)
    assert setup(Variant=name) == Setup(START_TEXT.replace("KQkq", "HAha"))


def test_the_tags_may_be_in_any_order_and_spelling() -> None:
    assert setup(fen=AFTER_E4) == setup(FEN=AFTER_E4, SETUP="1") == Setup(AFTER_E4)


def test_x_fen_tells_chess960_without_a_variant_tag() -> None:
    assert setup(FEN=X_FEN) == setup(FEN=SHREDDER) == Setup(SHREDDER)
    # Rights that fit nothing don't make it Chess960; they are dropped, and it is said.
    castled = "4k3/8/8/8/8/8/8/R4RK1 w KQ - 0 1"
    assert setup(FEN=castled) == Setup(castled.replace("KQ", "-"))
    assert "not all" in odd(FEN=castled)


def test_castling_of_chess960_is_written_as_x_fen() -> None:
    tags = tags_of_setup(Setup(SHREDDER))
    assert tags == {"Variant": "Chess960", "SetUp": "1", "FEN": X_FEN}
    assert setup_of_tags(tags) == (Setup(SHREDDER), None)
    inner = Setup("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1")  # the inner of two rooks needs its letter
    assert tags_of_setup(inner)["FEN"] == inner.text


@given(st.integers(0, 959))
def test_every_number_of_chess960_comes_back(number: int) -> None:
    start = chess960_setup(number)
    board = board_of(start)
    assert board is not None
    assert board.chess960
    assert board.chess960_pos() == number
    assert setup_of(board) == start
    assert setup_of_tags(tags_of_setup(start)) == (start, None)


def test_the_en_passant_square_stands_after_every_double_push() -> None:
    board = chess.Board()
    board.push_san("e4")
    assert fen_of(board) == AFTER_E4
    assert tags_of_setup(Setup(AFTER_E4)) == {"SetUp": "1", "FEN": AFTER_E4}


@pytest.mark.parametrize("name", ["Bughouse", "Losers", "Kriegspiel", "Seirawan"])
def test_variants_that_are_not_played_are_kept(name: str) -> None:
    fen = "8/8/8/8/8/8/8/8/nn w - - 0 1"
    bare, whole = setup(Variant=name), setup(Variant=name, FEN=fen)
    assert bare is not None
    assert whole is not None
    assert board_of(bare) is board_of(whole) is None
    named = variant_of(whole)
    assert named is not None
    assert " " not in named.name
    assert named.fen == fen
    assert tags_of_setup(whole) == {"Variant": name, "SetUp": "1", "FEN": fen}
    assert tags_of_setup(bare) == {"Variant": name}


@pytest.mark.parametrize("fen", ["?!", "9/9/9/9/9/9/9/9 w", "rnbakabnr/9/1c5c1/9/9/9/9/9/9/9 w"])
def test_what_is_no_chess_position_is_a_variant_without_a_name(fen: str) -> None:
    found, complaint = setup_of_tags({"FEN": fen})
    assert complaint is not None
    assert board_of(found) is None
    assert tags_of_setup(found) == {"SetUp": "1", "FEN": fen}
    assert setup_of_tags(tags_of_setup(found))[0] == found


def test_setup_and_fen_that_don_t_go_together() -> None:
    assert "no FEN" in odd(SetUp="1")
    assert "usual array" in odd(SetUp="0", FEN=AFTER_E4)
    assert setup(SetUp="0", FEN=AFTER_E4) is None
    assert setup(SetUp="0", FEN="?!") is None
    assert setup_of_tags({"SetUp": "0", "FEN": START_TEXT}) == (None, None)


@given(st.text(max_size=60), st.text(max_size=20))
def test_no_tag_raises(fen: str, variant: str) -> None:
    found, _ = setup_of_tags({"FEN": fen, "Variant": variant})
    board_of(found)
    assert setup_of_tags(tags_of_setup(found))[0] == found
