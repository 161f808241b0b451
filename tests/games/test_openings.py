"""Openings named from moves: chess by positions, xiangqi and shogi by arrangements of pieces."""

from __future__ import annotations

from functools import cache
from typing import Any

import chess
import pytest

from viewer.base.resources import resource_text
from viewer.games import game_of
from viewer.games.capabilities import opening_of
from viewer.games.chess.openings import arrangement_number, position_key
from viewer.games.game import State
from viewer.games.openings import Opening
from viewer.tree.action import Move, Remark, Setup, Takeback, Written


def after(game: str, moves: str, setup: Setup | None = None) -> State:
    """The state after moves in any notation, none of which breaks a rule."""
    played = game_of(game)
    state = played.start(setup)
    for move in moves.split():
        state = played.advance(state, Written(move))
        assert isinstance(state.action, Move), move
        assert played.violation(state) is None, move
    return state


def named(game: str, moves: str, setup: Setup | None = None) -> str:
    opening = opening_of(game_of(game), after(game, moves, setup))
    return "" if opening is None else f"{opening.code} {opening.full_name}".strip()


# -------------------------------------------------------------------------------------- chess


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("e4", "B00 King's Pawn Game"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90 Sicilian Defense: Najdorf Variation"),
        (
            "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2",
            "E15 Queen's Indian Defense: Fianchetto Variation, Traditional Line",
        ),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4", "C80 Ruy Lopez: Open"),
    ],
)
def test_an_opening_of_chess_has_the_name_of_its_last_known_position(moves: str, name: str) -> None:
    assert named("chess", moves) == name


def test_a_transposition_has_the_same_name() -> None:
    queens_gambit = named("chess", "d4 d5 c4 e6")
    assert queens_gambit == "D30 Queen's Gambit Declined"
    assert named("chess", "c4 e6 d4 d5") == queens_gambit
    assert named("chess", "d4 e6 c4 d5") == queens_gambit


def test_names_have_parts() -> None:
    state = after("chess", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3")
    assert opening_of(game_of("chess"), state) == Opening(
        "Sicilian Defense", "B90", "Najdorf Variation", "English Attack"
    )


def test_a_position_without_a_name_has_that_of_the_one_before() -> None:
    known = named("chess", "e4 e5 Nf3 Nc6 Bb5")
    assert known == "C60 Ruy Lopez"
    assert named("chess", "e4 e5 Nf3 Nc6 Bb5 h5 h4 a5 a4 Ra7 Ra2") == known


def test_en_passant_counts_only_if_it_can_be_played() -> None:
    one, other = chess.Board(), chess.Board()
    one.push_san("e4")
    other.set_fen(chess.Board(one.fen(en_passant="legal")).fen(en_passant="legal"))
    assert position_key(one) == position_key(other)
    assert position_key(one) != position_key(chess.Board())


def test_taken_back_moves_name_nothing() -> None:
    game = game_of("chess")
    state = game.step(after("chess", "e4 c5"), Takeback(1))
    state = game.step(state, Remark("sorry"))
    assert opening_of(game, state) == Opening("King's Pawn Game", "B00")
    assert opening_of(game, game.advance(state, Written("e6"))) == Opening("French Defense", "C00")


def test_other_games_and_starts_have_no_openings() -> None:
    assert opening_of(game_of("hex"), game_of("hex").start(None)) is None
    assert named("chess", "", Setup("8/8/8/4k3/8/4K3/8/8 w - - 0 1")) == ""
    assert named("xiangqi", "", Setup("4k4/9/9/9/9/9/9/4C4/9/4K4 w")) == ""
    assert named("shogi", "", Setup("4k4/9/9/9/9/9/9/5R3/4K4 b - 1")) == ""


# ------------------------------------------------------------------------------------ xiangqi


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("炮二平五", "中炮局"),
        ("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3", "C00 中炮对屏风马"),
        (
            "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9",
            "中炮过河车互进七兵对屏风马平炮兑车",
        ),
        ("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 炮八平七", "五七炮对屏风马"),
        ("炮二平五 炮8平5", "顺炮局"),
        ("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1", "D20 顺炮直车对横车"),
        ("炮二平五 炮2平5", "D50 中炮对列炮"),
        ("炮二平五 马8进7 马二进三 炮2平6 车一平二 马2进3", "中炮对反宫马"),
        ("炮二平五 马8进7 马二进三 马2进1", "B10 中炮对单提马"),
        ("炮二平五 马8进7 马二进三 炮8平9 车一平二 车9平8", "B20 中炮对左三步虎"),
        ("相三进五", "A10 飞相局"),
        ("相三进五 炮8平5", "A27 飞相对左中炮"),
        ("相三进五 炮2平4", "A21 飞相对右士角炮"),
        ("兵七进一", "E00 仙人指路局"),
        ("兵七进一 炮2平3", "E10 仙人指路对卒底炮"),
        ("兵七进一 炮2平3 炮二平五", "E12 仙人指路转右中炮对卒底炮"),
        ("兵七进一 卒7进1", "E40 对兵局"),
        ("马二进三", "A40 起马局"),
        ("炮二平六", "A60 过宫炮局"),
        ("炮二平四", "A50 仕角炮局"),
    ],
)
def test_systems_of_xiangqi(moves: str, name: str) -> None:
    assert named("xiangqi", moves) == name


def test_a_mirrored_opening_has_the_same_name() -> None:
    assert named("xiangqi", "炮八平五 炮2平5") == "顺炮局"
    assert named("xiangqi", "相七进五 炮2平5") == "A27 飞相对左中炮"


def test_another_order_of_moves_reaches_the_same_system() -> None:
    assert named("xiangqi", "兵七进一 马8进7 炮二平五 车9平8 马二进三 马2进3") == "C00 中炮对屏风马"
    assert named("xiangqi", "马八进七 马8进7 炮二平五 马2进3") == "C00 中炮对屏风马"


def test_what_follows_without_a_name_changes_nothing() -> None:
    moves = (
        "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 炮2平1 兵三进一 象3进5 仕四进五"
    )
    assert named("xiangqi", moves) == "C00 中炮对屏风马"


# -------------------------------------------------------------------------------------- shogi


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("7g7f 8c8d 7i6h 3c3d 6h7g", "矢倉"),
        ("7g7f 3c3d 2g2f 4c4d 3i4h 8b4b", "四間飛車"),
        ("7g7f 3c3d 6g6f 8c8d 2h7h", "三間飛車"),
        ("7g7f 8c8d 5g5f 3c3d 2h5h", "中飛車"),
        ("7g7f 3c3d 2g2f 5c5d 2f2e 8b5b", "ゴキゲン中飛車"),
        ("7g7f 3c3d 6g6f 8c8d 8h7g 8d8e 2h8h", "向かい飛車"),
        ("7g7f 3c3d 6g6f 3d3e 2h6h 8b3b", "相振り飛車"),
        ("2g2f 8c8d 2f2e 8d8e", "相掛かり"),
        (
            "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d",
            "横歩取り",
        ),
        (
            "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g",
            "角換わり",
        ),
        ("7g7f 3c3d 2g2f 2b8h+ 7i8h", "一手損角換わり"),
        ("7g7f 3c3d 8h2b+ 3a2b B*4e", "筋違い角"),
        ("7g7f 3c3d 7f7e 8c8d 2h7h", "石田流"),
        ("7g7f 3c3d 6g6f 8c8d 7i7h 8d8e 8h7g 7a6b 7h6g 4a3b 6i7h", "雁木"),
    ],
)
def test_systems_of_shogi(moves: str, name: str) -> None:
    assert named("shogi", moves) == name


def test_a_handicap_is_no_set_up_position() -> None:
    lance = Setup("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
    assert named("shogi", "3c3d 7g7f 8b4b", lance) == "四間飛車"


# ------------------------------------------------------------------------------------- tables


@cache
def rows(game: str) -> list[list[str]]:
    lines = resource_text("openings", f"{game}.tsv").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_the_table_of_chess_is_whole() -> None:
    table = rows("chess")
    assert len(table) > 3500
    assert all(len(key) == 16 and len(code) == 3 and name for key, code, name, _ in table)
    assert len({row[0] for row in table}) == len(table)
    chess: Any = game_of("chess")
    state: Any = after("chess", "e4 e5 Nf3 Nc6 Bc4")
    start = chess.cells(chess.start(None))
    number = f"{arrangement_number(chess.cells(state), start):016x}"
    assert [position_key(state.board), "C50", "Italian Game", number] in table


@pytest.mark.parametrize("game", ["xiangqi", "shogi"])
def test_the_tables_of_shapes_name_each_opening_once(game: str) -> None:
    table = rows(game)
    names = [name for _, _, _, name, _, _ in table]
    assert len(set(names)) == len(names)
    for rank, within, _, name, english, shape in table:
        assert int(rank) > 0
        assert all((name, english, shape))
        assert within in ("", *names)
