"""Moves in words, and words as moves."""

from __future__ import annotations

import random

import pytest
from xiangqi_positions import at, from_games, pawns_on_files, play, set_up

from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.position import Position
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
BLACK_FIRST = START[:-1] + "b"
KINGS = "3k5/9/9/9/9/9/9/9/9/4K4 w"
TANDEM = "3k5/9/2R6/2R6/9/9/9/9/9/4K4 w"
TWO_FILES = "3k5/2P1P4/2P1P4/4P4/9/9/9/9/9/5K3 w"
BLACK_PAWNS = "3k5/9/9/9/9/9/2p6/2p1p4/2p1p4/5K3 b"
FIVE = "5k3/2P6/2P6/2P6/2P6/2P6/9/9/9/4K4 w"


@pytest.mark.parametrize(
    ("fen", "move", "chinese", "traditional", "wxf", "iccs"),
    [
        (START, "h2e2", "炮二平五", "炮二平五", "C2=5", "H2-E2"),
        (START, "b0c2", "马八进七", "傌八進七", "H8+7", "B0-C2"),
        (START, "a0a2", "车九进二", "俥九進二", "R9+2", "A0-A2"),
        (START, "g0e2", "相三进五", "相三進五", "E3+5", "G0-E2"),
        (START, "f0e1", "仕四进五", "仕四進五", "A4+5", "F0-E1"),
        (START, "e0e1", "帅五进一", "帥五進一", "K5+1", "E0-E1"),
        (START, "c3c4", "兵七进一", "兵七進一", "P7+1", "C3-C4"),
        (BLACK_FIRST, "h7e7", "炮８平５", "炮８平５", "C8=5", "H7-E7"),
        (BLACK_FIRST, "h9g7", "马８进７", "馬８進７", "H8+7", "H9-G7"),
        (BLACK_FIRST, "a9a8", "车１进１", "車１進１", "R1+1", "A9-A8"),
        (BLACK_FIRST, "c9e7", "象３进５", "象３進５", "E3+5", "C9-E7"),
        (BLACK_FIRST, "d9e8", "士４进５", "士４進５", "A4+5", "D9-E8"),
        (BLACK_FIRST, "e9e8", "将５进１", "將５進１", "K5+1", "E9-E8"),
        (BLACK_FIRST, "g6g5", "卒７进１", "卒７進１", "P7+1", "G6-G5"),
        # Two on a file.
        (TANDEM, "c7c9", "前车进二", "前俥進二", "R++2", "C7-C9"),
        (TANDEM, "c6c0", "后车退六", "後俥退六", "R--6", "C6-C0"),
        (TANDEM, "c6d6", "后车平六", "後俥平六", "R-=6", "C6-D6"),
        ("3k5/9/9/9/9/2n6/9/2n6/9/4K4 b", "c2d0", "前马进４", "前馬進４", "H++4", "C2-D0"),
        ("3k5/9/9/9/9/2n6/9/2n6/9/4K4 b", "c4e5", "后马退５", "後馬退５", "H--5", "C4-E5"),
        # Advisors and elephants tell themselves apart.
        ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "d0e1", "仕六进五", "仕六進五", "A6+5", "D0-E1"),
        ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "d2e1", "仕六退五", "仕六退五", "A6-5", "D2-E1"),
        # … unless they were set up where no game brings them.
        ("3k5/9/9/9/9/9/9/9/4A4/3KA4 w", "e1f2", "前仕进四", "前仕進四", "A++4", "E1-F2"),
        ("3k5/9/9/9/9/9/9/9/4A4/3KA4 w", "e0f1", "后仕进四", "後仕進四", "A-+4", "E0-F1"),
        ("3k5/9/9/9/9/9/9/2B6/2B6/4K4 w", "c1e3", "后相进五", "後相進五", "E-+5", "C1-E3"),
        ("3k5/9/9/9/9/9/9/9/4K4/4K4 w", "e1f1", "前帅平四", "前帥平四", "K+=4", "E1-F1"),
        # Three, four, five on a file.
        ("3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w", "c7b7", "前兵平八", "前兵平八", "17=8", "C7-B7"),
        ("3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w", "c6b6", "中兵平八", "中兵平八", "27=8", "C6-B6"),
        ("3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w", "c5b5", "后兵平八", "後兵平八", "37=8", "C5-B5"),
        (FIVE, "c8c9", "前兵进一", "前兵進一", "17+1", "C8-C9"),
        (FIVE, "c7b7", "二兵平八", "二兵平八", "27=8", "C7-B7"),
        (FIVE, "c6b6", "三兵平八", "三兵平八", "37=8", "C6-B6"),
        (FIVE, "c5d5", "四兵平六", "四兵平六", "47=6", "C5-D5"),
        # Two files: from the mover's right to left, front to back.
        (TWO_FILES, "e8f8", "一兵平四", "一兵平四", "15=4", "E8-F8"),
        (TWO_FILES, "e6f6", "三兵平四", "三兵平四", "35=4", "E6-F6"),
        (TWO_FILES, "c8b8", "四兵平八", "四兵平八", "17=8", "C8-B8"),
        (TWO_FILES, "c7b7", "五兵平八", "五兵平八", "27=8", "C7-B7"),
        (BLACK_PAWNS, "c1b1", "一卒平２", "一卒平２", "13=2", "C1-B1"),
        (BLACK_PAWNS, "c3b3", "三卒平２", "三卒平２", "33=2", "C3-B3"),
        (BLACK_PAWNS, "e1e0", "四卒进１", "四卒進１", "15+1", "E1-E0"),
        # A pawn alone on its file is named by it all the same.
        ("3k5/4P4/2P1P4/9/6P2/9/9/9/9/5K3 w", "c7b7", "兵七平八", "兵七平八", "P7=8", "C7-B7"),
        ("3k5/4P4/2P1P4/9/6P2/9/9/9/9/5K3 w", "e7f7", "后兵平四", "後兵平四", "P-=4", "E7-F7"),
        # Illegal, but it can be said.
        (START, "a0a5", "车九进五", "俥九進五", "R9+5", "A0-A5"),
        (START, "b0b2", "马八进八", "傌八進八", "H8+8", "B0-B2"),
        (START, "h7e7", "炮８平５", "炮８平５", "C8=5", "H7-E7"),
        (START, "a0a0", "车九平九", "俥九平九", "R9=9", "A0-A0"),
        # Nothing stands there: coordinates are the best that can be said.
        (START, "e4e5", "E4-E5", "E4-E5", "E4-E5", "E4-E5"),
    ],
)
def test_a_move_in_words(
    fen: str, move: str, chinese: str, traditional: str, wxf: str, iccs: str
) -> None:
    state = play(at(fen), move)
    styles = [style.id for style in GAME.notations]
    assert styles == ["chinese", "traditional", "wxf", "iccs"]
    assert [GAME.notation(state, style) for style in styles] == [chinese, traditional, wxf, iccs]


def test_where_wxf_has_no_word_coordinates_stand() -> None:
    state = play(at("3k5/9/2R6/2R6/2R6/9/9/9/9/4K4 w"), "c6b6")
    assert GAME.notation(state, "wxf") == "C6-B6"
    assert GAME.notation(state, "chinese") == "中车平八"


def test_more_pawns_than_there_are_numbers_are_told_apart_too() -> None:
    state = at("3k5/PPPPP4/PPPPP4/9/9/9/9/9/9/5K3 w")
    texts = [GAME.notation(GAME.step(state, move), "chinese") for move in GAME.legal_moves(state)]
    assert len(set(texts)) == len(texts) > 0
    assert "A7-A6" not in texts


def test_other_actions_have_the_words_they_bring() -> None:
    state = play(GAME.start(None), "h2e2")
    for style in GAME.notations:
        said = [
            GAME.notation(GAME.step(state, action), style.id)
            for action in (
                Written("炮8平5?"),
                Terminal("认输"),
                Remark("hello"),
                Move("h7-e7"),
                Setup(KINGS),
                Takeback(1),
                None,
            )
        ]
        assert said == ["炮8平5?", "认输", "hello", "h7-e7", "", "", ""]
        assert GAME.notation(GAME.start(None), style.id) == ""


def assert_unique_and_reversible(state: Position) -> int:
    moves = GAME.legal_moves(state)
    for style in GAME.notations:
        texts = [GAME.notation(GAME.step(state, move), style.id) for move in moves]
        fen = GAME.setup_text(state)
        assert len(set(texts)) == len(texts), (fen, style.id, texts)
        for move, text in zip(moves, texts, strict=True):
            assert GAME.read_moves(state, text) == [move], (fen, text)
    return len(moves)


def test_unique_and_reversible_in_every_style() -> None:
    """Over every legal move of every position; the positions with many pawns are the hard ones."""
    chance = random.Random(12)
    checked = sum(
        assert_unique_and_reversible(state)
        for positions in (
            from_games(chance, 60),
            set_up(chance, 40),
            pawns_on_files(chance, 150),
        )
        for state in positions
    )
    assert checked > 4_000


def test_unique_wherever_pieces_were_set_up() -> None:
    """Advisors and elephants off their points, three rooks on a file: no game has them."""
    chance = random.Random(13)
    for state in set_up(chance, 100, anywhere=True):
        moves = GAME.legal_moves(state)
        for style in ("chinese", "wxf"):
            texts = {GAME.notation(GAME.step(state, move), style) for move in moves}
            assert len(texts) == len(moves), GAME.setup_text(state)


def read(state: Position, text: str) -> str:
    return " ".join(move.text for move in GAME.read_moves(state, text))


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        # Half and full width, numerals of the other side, either script, other names.
        (START, "炮二平五", "h2e2"),
        (START, "炮2平5", "h2e2"),
        (START, "砲２平５", "h2e2"),
        (START, "包二平五", "h2e2"),
        (START, " 炮 二 平 五 ", "h2e2"),
        (START, "傌八進七", "b0c2"),
        (START, "马8上7", "b0c2"),
        (START, "俥九進一", "a0a1"),
        (START, "士四进五", "f0e1"),
        (START, "象三进五", "g0e2"),
        (START, "将五进一", "e0e1"),
        (START, "卒七进一", "c3c4"),
        (BLACK_FIRST, "砲八平五", "h7e7"),
        (BLACK_FIRST, "仕4进5", "d9e8"),
        (BLACK_FIRST, "帅５进１", "e9e8"),
        (BLACK_FIRST, "\u2f9e１进１", "a9a8"),  # a Kangxi radical, as PDF readers extract 車
        # 前 and 后 in every order, left out, or where nobody needs them.
        (TANDEM, "前俥進二", "c7c9"),
        (TANDEM, "车前进二", "c7c9"),
        (TANDEM, "后车平六", "c6d6"),
        (TANDEM, "车七平六", "c6d6 c7d7"),
        (TANDEM, "车七进一", "c7c8"),
        ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "后仕进五", "d0e1"),
        ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "前仕退五", "d2e1"),
        (START, "前炮平五", ""),
        # Pawns, in the ways of all schools.
        (FIVE, "前兵进一", "c8c9"),
        (FIVE, "一兵进一", "c8c9"),
        (FIVE, "四兵平六", "c5d5"),
        (FIVE, "后兵平六", ""),  # not over the river yet
        ("5k3/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "四兵平六", "c5d5"),
        ("5k3/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "后兵平六", "c5d5"),
        (TWO_FILES, "三兵平四", "e6f6"),
        (TWO_FILES, "前兵平六", "c8d8 e8d8"),
        (TWO_FILES, "前五平四", "e8f8"),
        (TWO_FILES, "中五平四", "e7f7"),
        (TWO_FILES, "前兵七平八", "c8b8"),
        (TWO_FILES, "25=4", "e7f7"),
        (TWO_FILES, "5-.4", "e6f6"),
        (BLACK_PAWNS, "二3平2", "c2b2"),
        ("3k5/9/2P6/2P6/9/9/9/9/9/4K4 w", "++.6", "c7d7"),
        # Latin letters.
        (START, "C2=5", "h2e2"),
        (START, "c2.5", "h2e2"),
        (START, "N8+7", "b0c2"),
        (START, "B3+5", "g0e2"),
        (BLACK_FIRST, "h8+7", "h9g7"),
        (TANDEM, "R++2", "c7c9"),
        (TANDEM, "+R+2", "c7c9"),
        (TANDEM, "R-\u22126", "c6c0"),  # a minus sign for a hyphen
        (START, "H2-E2", "h2e2"),
        (START, "h2e2", "h2e2"),
        (START, "H2E2", "h2e2"),
        # Ranks from 1 to 10 only where ranks from 0 to 9 make no move.
        (START, "h3e3", "h2e2"),
        (BLACK_FIRST, "h10g8", "h9g7"),
        (START, "a3a4", "a3a4"),
        (START, "a4a5", "a3a4"),
        # Nothing.
        (START, "", ""),
        (START, "炮", ""),
        (START, "炮二平二", ""),
        (START, "炮二进九", ""),
        (START, "车五进一", ""),
        (START, "e5e6", ""),
        (START, "马马平五", ""),
        (START, "炮二平五炮8平5", ""),
        (START, "炮二平五" * 1000, ""),
        (KINGS, "帅五平六", ""),  # the kings would face each other
        (KINGS, "e0d0", ""),
        (KINGS, "帅五平四", "e0f0"),
    ],
)
def test_words_as_moves(fen: str, text: str, moves: str) -> None:
    assert read(at(fen), text) == moves


def test_of_two_pieces_that_are_meant_the_one_that_may_move_is_taken() -> None:
    """Many records leave 前 and 后 out where the other piece has no such move."""
    state = at("3k5/9/9/9/9/2n6/2R6/2R6/9/4K4 w")
    assert read(state, "车七平六") == "c2d2 c3d3"
    assert read(state, "车七进一") == "c3c4"
    pinned = at("4k4/4r4/9/9/9/4R4/9/4R4/9/4K4 w")
    assert read(pinned, "车五平四") == "e2f2 e4f4"
    assert read(at("4k4/4r4/9/9/9/9/9/4R4/9/4K4 w"), "车五平四") == ""
