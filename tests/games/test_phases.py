"""Phases of games: by material, by the part of the board that moves could fill, by the number of moves."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.games.phases import ENDGAME, MIDDLEGAME, OPENING, phases_of
from viewer.tree.action import Move


def phases_after(game_id: str, moves: list[str], setup: str = "") -> list[int]:
    game = game_of(game_id)
    states = [game.start(game.parse_setup(setup) if setup else None)]
    for move in moves:
        states.append(game.step(states[-1], Move(move)))
    return phases_of(game).of(game, states)


@pytest.mark.parametrize("id", GAMES)
def test_each_game_begins_with_its_opening(id: str) -> None:
    game = game_of(id)
    start = game.start(None)
    first = game.step(start, game.legal_moves(start)[0])
    assert phases_of(game).of(game, [start, first]) == [OPENING]
    assert len(phases_of(game).names) == 3
    assert phases_of(game).words.text()


def test_chess_is_divided_by_what_is_left() -> None:
    rooks = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"
    assert phases_after("chess", ["a1a8"], rooks) == [ENDGAME]
    ten = "rnbqk3/8/8/8/8/8/8/RNBQKBN1 w - - 0 1"
    assert phases_after("chess", ["b1c3"], ten) == [MIDDLEGAME]
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 7
    found = phases_after("chess", shuffle)
    assert found[:24] == [OPENING] * 24
    assert found[24:] == [MIDDLEGAME] * 4


def test_a_phase_is_not_left_for_an_earlier_one() -> None:
    promoted = "4k3/P7/8/8/8/8/8/RNBQKB2 w - - 0 1"
    found = phases_after("chess", ["a7a8q", "e8e7", "a8h8"], promoted)
    assert found[0] == ENDGAME
    assert set(found) == {ENDGAME}


def test_go_is_divided_by_parts_of_the_board() -> None:
    game = game_of("go")
    states = [game.start(None)]
    squares = [square for row in game.geometry.grid for square in row]
    for square in squares[:150]:
        states.append(game.step(states[-1], Move(square)))
    found = phases_of(game).of(game, states)
    assert found.index(MIDDLEGAME) == 51  # KaTrain: 14 % of 361, rounded up
    assert found.index(ENDGAME) == 145


def test_what_a_handicap_of_shogi_lacks_has_not_left_the_board() -> None:
    six = "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    assert phases_after("shogi", ["5a4b"], six) == [OPENING]
    taken = "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSN1 w RBL 1"
    assert phases_after("shogi", ["5a4b"], taken) == [MIDDLEGAME]


def test_pieces_in_hand_of_shogi_have_left_the_board() -> None:
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert phases_after("shogi", ["7g7f"], start) == [OPENING]
    fewer = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKG3 b Srn 1"
    gone = "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKG3 b SNLRBrl 1"
    assert phases_after("shogi", ["7g7f"], fewer) == [MIDDLEGAME]
    assert phases_after("shogi", ["7g7f"], gone) == [ENDGAME]
