"""Twixt: moves as players and programs write them."""

from __future__ import annotations

import pytest

from viewer.games.twixt.board import Position
from viewer.games.twixt.game import GAME
from viewer.games.twixt.links import DIRECTIONS
from viewer.games.twixt.notation import links_of_middle, middle_name, slope
from viewer.games.twixt.setup import OFFSETS
from viewer.tree.action import Move, Setup, Written


def after(*moves: str, setup: str = "24") -> Position:
    state = GAME.start(Setup(setup))
    for move in moves:
        state = GAME.step(state, Move(move))
    return state


EXAMPLE = after("1 d4", "2 j9", "1 e6", "2 l10")


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        ("1 g5", ("g5", "g5", "G5", "ge")),
        (
            "1 g5 -e6/d4 auto",
            ("g5 -e6/d4 auto", "-d'5g5", "G5-E6/D4", "g5 -e6/d4 auto"),
        ),
        (
            "1 f4 -e6/d4 +e6/f4",
            ("f4 -e6/d4 +e6/f4", "f4 -e6/d4 +e6/f4", "F4-E6/D4+E6/F4", "f4 -e6/d4 +e6/f4"),
        ),
        ("1 g5 none", ("g5 none", "g5 none", "G5+", "g5 none")),
        ("1 resign", ("resign", "resign", "resign", "resign")),
        (
            "1 g5 propose-draw",
            ("g5 propose-draw", "g5 propose-draw", "G5 propose-draw", "ge propose-draw"),
        ),
    ],
)
def test_styles(move: str, texts: tuple[str, ...]) -> None:
    state = GAME.step(EXAMPLE, Move(move))
    assert GAME.violation(state) is None
    for style, text in zip(("a1", "hensel", "mail", "golem"), texts, strict=True):
        assert GAME.notation(state, style) == text
        assert GAME.read_moves(EXAMPLE, text, style) == [Move(move)]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_every_link_has_a_middle(direction: int) -> None:
    one = (7, 8)
    dx, dy = OFFSETS[direction]
    other = (one[0] + dx, one[1] + dy)
    name = middle_name(one, other)
    assert name == middle_name(other, one)
    named = links_of_middle(name)
    assert set(named[slope(one, other)]) == {one, other}
    assert len(named) == 2


def test_names_of_the_middle() -> None:
    # H5-J6 lies in the middle of I, between rows 5 and 6; H7-I5 between H and I, on row 6.
    assert middle_name((7, 4), (9, 5)) == "i5'"
    assert middle_name((7, 6), (8, 4)) == "h'6"
    assert (slope((7, 4), (9, 5)), slope((7, 6), (8, 4))) == ("\\", "/")
    for text in ("", "h6", "h'6'", "'6", "h'", "h'0", "a1'x"):
        assert links_of_middle(text) == {}
    assert set(links_of_middle("a'1")) == set()
    assert set(links_of_middle("a1'")) == set()


def test_hensel_takes_away_and_makes_before_the_peg() -> None:
    state = after("1 h5", "2 t9", "1 j6", "2 t7", "1 h7", "2 r8", "1 i5 none", "2 t20")
    for text in ("-i5'/H'6K9", "-I5'/h'6k9"):
        assert GAME.read_moves(state, text) == [Move("1 k9 -j6/h5 +h7/i5 auto")]
    after_it = GAME.step(state, Move("1 k9 -j6/h5 +h7/i5 auto"))
    assert GAME.notation(after_it, "hensel") == "-i5'/h'6k9"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("K5", "1 k5"),
        ("k05", "1 k5"),
        ("vertical k5", "1 k5"),
        ("W[k5]", "1 k5"),
        ("b[k5]", "2 k5"),
        ("2 k5", "2 k5"),
        ("h k5", "2 k5"),
        ("h5", "1 h5"),
        ("ke", "1 k5"),
        ("[ke]", "1 k5"),
        ("KE", "1 k5"),
        ("K11-", "1 k11"),
        ("o14--", "1 o14"),
        ("F4-E6/D4+E6/F4", "1 f4 -e6/d4 +e6/f4"),
        ("f4-d4/e6+f4/e6", "1 f4 -e6/d4 +e6/f4"),
        ("Resign", "1 resign"),
        ("propose draw", "1 propose-draw"),
        ("a5", ""),
        ("a1", ""),
        ("y5", ""),
        ("swap", ""),
        ("d4", ""),
        ("k5 +k5/k6", ""),
        ("-a1'k5", ""),
        ("", ""),
    ],
)
def test_texts(text: str, move: str) -> None:
    assert GAME.read_moves(EXAMPLE, text) == ([Move(move)] if move else [])


def test_swaps_are_read_where_they_are_allowed() -> None:
    state = after("1 e3")
    assert GAME.read_moves(state, "swap") == [Move("2 swap-pieces")]
    assert GAME.read_moves(state, "swap sides") == [Move("2 swap-sides")]


def test_what_a_file_wrote_is_played_also_where_it_breaks_a_rule() -> None:
    state = GAME.advance(EXAMPLE, Written("W[-h'6k9]"))
    assert dict(GAME.pieces(state))["k9"] == "vertical"
    assert str(GAME.violation(state)) == "For the link h7/i5 two pegs of one side are missing."
    state = GAME.advance(EXAMPLE, Written("2 d4"))
    assert state.action == Move("2 d4")
    assert GAME.violation(state) is not None
    for text in ("zz99", "what", "1 d4 what", "3 d4"):
        assert GAME.advance(EXAMPLE, Written(text)).action == Written(text)


def test_a_move_out_of_turn_says_its_colour() -> None:
    state = after("2 k5")
    assert GAME.notation(state, "a1") == "horizontal k5"
    assert GAME.notation(GAME.step(state, Move("1 zz99")), "a1") == "1 zz99"
    assert GAME.notation(GAME.step(state, Move("1 k6 junk")), "mail") == "1 k6 junk"


def test_letters_of_large_boards_are_told_by_their_case() -> None:
    state = after(setup="30")
    assert GAME.read_moves(state, "BB", "golem") == [Move("1 ab28")]
    assert GAME.read_moves(state, "bb", "golem") == [Move("1 b2")]
