"""Legal moves: counted, compared between rsshogi and our own, and which rule another breaks."""

from __future__ import annotations

import subprocess
import sys

import pytest
from shogi_positions import START, at, from_games, play, scattered

from viewer.games.shogi.game import GAME
from viewer.games.shogi.position import MOVE_OF, NO_HANDS, Position, read_sfen
from viewer.games.shogi.reach import _is_usual, can_move, legal, legal_moves
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written

ALONE = "4k4/9/9/9/9/9/9/9/4K4 b"


def perft(state: Position, depth: int) -> int:
    moves = GAME.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(GAME.step(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("depth", "count"), [(1, 30), (2, 900), (3, 25_470)])
def test_moves_from_the_start(depth: int, count: int) -> None:
    assert perft(GAME.start(None), depth) == count


def own_moves(state: Position) -> set[Move]:
    return {MOVE_OF[parts] for parts in legal(state.board, state.hands, state.side)}


def test_our_own_moves_are_rsshogis() -> None:
    usual = 0
    for state in [*from_games(1), *scattered(2, 600)]:
        if _is_usual(state):
            usual += 1
            assert set(legal_moves(state)) == own_moves(state), GAME.setup_text(state)
            assert can_move(state.board, state.hands, state.side) == bool(own_moves(state))
    assert usual > 700


@pytest.mark.parametrize(
    ("sfen", "count"),
    [
        ("9/9/9/9/9/9/9/9/9 b - 1", 0),
        ("9/9/9/9/4R4/9/9/9/9 b - 1", 16 + 3),  # no king; three ranks ahead to promote in
        ("4kk3/9/9/9/9/9/9/9/4KK3 b - 1", 8),  # two kings a side
        (
            "4k4/4P4/9/9/9/9/9/9/4K4 b - 1",
            5 + 1,
        ),  # white in check and black to move: takes the king
        ("4k4/9/9/9/9/9/9/9/4K4 b 100R 1", 5 + 79),
        ("4k4/9/9/9/9/9/9/9/4K4 b 30P 1", 5 + 8 * 9 - 1),
    ],
)
def test_positions_no_game_reaches_have_moves_too(sfen: str, count: int) -> None:
    moves = GAME.legal_moves(at(sfen))
    assert len(moves) == count
    for move in moves:
        assert GAME.violation(GAME.step(at(sfen), move)) is None


@pytest.mark.parametrize(
    ("sfen", "move", "sentence"),
    [
        (START, "5e5d", "There is no piece on 5e."),
        (START, "3c3d", "It is Black's turn, and the piece on 3c is not theirs."),
        (START, "2h2g", "A piece of the same side stands on 2g."),
        (START, "2h2h", "The piece stays on 2h."),
        (START, "2h2c", "The way is blocked on 2g."),
        (START, "8h2b", "The way is blocked on 7g."),
        (START, "7g7e", "A pawn moves one square forward."),
        (START, "9i8h", "A piece of the same side stands on 8h."),
        (START, "8i7h", "A knight moves two squares forward and one aside."),
        (START, "3i3h+", "A piece promotes only when it enters, leaves or moves in the last 3 ranks."),
        (START, "P*5e", "Black has no pawn in hand."),
        (ALONE, "5i5g", "A king moves one square."),
        (f"{ALONE} R", "R*5i", "There is a piece on 5i; drops go to free squares."),
        ("9/9/4G4/9/9/9/9/9/9 b", "5c5b+", "A gold doesn't promote."),
        ("9/9/4+S4/9/9/9/9/9/9 b", "5c5b+", "The piece on 5c is promoted already."),
        ("9/9/4S4/9/9/9/9/9/9 b", "5c6c", "A silver moves one square diagonally or forward."),
        ("9/9/4+B4/9/9/9/9/9/9 b", "5c5e", "A horse moves along a diagonal or one square along a line."),
        ("9/9/4+R4/9/9/9/9/9/9 b", "5c3e", "A dragon moves along a rank or a file or one square diagonally."),
        ("9/9/4L4/9/9/9/9/9/9 b", "5c5d", "A lance moves straight forward."),
        ("4r3k/9/9/9/9/9/9/4G4/4K4 b", "5h4h", "The piece on 5h is pinned."),
        ("4r3k/9/9/9/9/9/9/9/4K4 b", "5i5h", "The king would stand in check on 5h."),
        ("4r3k/9/9/9/9/9/9/9/G3K4 b P", "9i9h", "Black is in check, and the move doesn't end it."),
        ("4r3k/9/9/9/9/9/9/9/4K4 b P", "P*1e", "Black is in check, and the move doesn't end it."),
        ("4r3k/9/9/9/9/9/9/9/4K4 b", "pass", "Black is in check and can't pass."),
    ],
)  # fmt: skip
def test_which_rule_a_move_breaks(sfen: str, move: str, sentence: str) -> None:
    assert str(GAME.violation(play(sfen, move))) == sentence
    assert Move(move) not in GAME.legal_moves(at(sfen))


@pytest.mark.parametrize(
    ("sfen", "move", "kind", "place"),
    [
        (f"{ALONE} P", "P*4a", "pawn", "4a"),
        (f"{ALONE} L", "L*4a", "lance", "4a"),
        (f"{ALONE} N", "N*4a", "knight", "4a"),
        (f"{ALONE} N", "N*4b", "knight", "4b"),
        (f"{ALONE[:-1]}w p", "P*4i", "pawn", "4i"),
        (f"{ALONE[:-1]}w l", "L*4i", "lance", "4i"),
        (f"{ALONE[:-1]}w n", "N*4h", "knight", "4h"),
    ],
)
def test_dead_squares(sfen: str, move: str, kind: str, place: str) -> None:
    sentence = f"A {kind} on {place} could never move again."
    assert str(GAME.violation(play(sfen, move))) == sentence


@pytest.mark.parametrize(
    ("sfen", "move"),
    [
        (f"{ALONE} P", "P*4b"),
        (f"{ALONE} L", "L*4b"),
        (f"{ALONE} N", "N*4c"),
        (f"{ALONE} S", "S*4a"),
        (f"{ALONE[:-1]}w p", "P*4h"),
        (f"{ALONE[:-1]}w n", "N*4g"),
    ],
)
def test_squares_that_are_not_dead(sfen: str, move: str) -> None:
    assert GAME.violation(play(sfen, move)) is None


@pytest.mark.parametrize(
    ("board", "move", "kind"),
    [
        ("9/4P4/9/9/9/9/9/9/9 b", "5b5a", "pawn"),
        ("9/4L4/9/9/9/9/9/9/9 b", "5b5a", "lance"),
        ("9/9/9/4N4/9/9/9/9/9 b", "5d4b", "knight"),
        ("9/9/9/9/9/4n4/9/9/9 w", "5f4h", "knight"),
        ("9/9/9/9/9/9/9/4p4/9 w", "5h5i", "pawn"),
    ],
)
def test_pieces_that_must_promote(board: str, move: str, kind: str) -> None:
    sentence = f"The {kind} must promote on {move[2:]}: it could never move again."
    assert str(GAME.violation(play(board, move))) == sentence
    assert GAME.violation(play(board, move + "+")) is None


@pytest.mark.parametrize(
    ("sfen", "fault"),
    [
        ("4k4/9/9/9/9/9/5P3/9/4K4 b P 1", True),
        ("4k4/5P3/9/9/9/9/9/9/4K4 b P 1", True),
        ("4k4/9/9/9/9/9/5+P3/9/4K4 b P 1", False),  # a tokin is no pawn
        ("4k4/5p3/9/9/9/9/9/9/4K4 b P 1", False),  # white's doesn't count
        ("4k4/9/9/9/9/9/4P1P2/9/4K4 b P 1", False),
    ],
)
def test_two_pawns(sfen: str, fault: bool) -> None:
    sentence = "Two pawns: Black already has one on file 4."
    found = GAME.violation(play(sfen, "P*4e"))
    assert (str(found) if found else None) == (sentence if fault else None)


@pytest.mark.parametrize(
    ("board", "move", "fault"),
    [
        ("7lk/9/7G1/9/9/9/9/9/4K4 b P", "P*1b", True),
        ("7lk/9/9/7N1/9/9/9/9/4K4 b P", "P*1b", False),  # nobody guards the pawn
        ("7gk/9/7G1/9/9/9/9/9/4K4 b P", "P*1b", False),  # a gold takes it
        ("6Rgk/9/7G1/9/9/9/9/9/4K4 b P", "P*1b", True),  # a pinned gold doesn't
        ("8k/9/7G1/9/9/9/9/9/4K4 b P", "P*1b", False),  # the king goes to 2a
        ("7lk/9/7GP/9/9/9/9/9/4K4 b -", "1c1b", False),  # pushed, not dropped
        ("7lk/9/7G1/9/9/9/9/9/4K4 b L", "L*1b", False),  # a lance may
        ("4k4/9/9/9/9/9/1g7/9/KL7 w p", "P*9h", True),
        ("4k4/9/9/9/9/9/1g7/9/KG7 w p", "P*9h", False),
        ("9/9/9/9/9/9/1g7/9/KL7 w p", "P*9h", True),  # white needs no king of their own
    ],
)
def test_drop_mate(board: str, move: str, fault: bool) -> None:
    found = GAME.violation(play(board, move))
    assert (found is not None) == fault
    if fault:
        assert str(found) == "Drop mate: a pawn may not be dropped to give mate."
    assert (Move(move) in GAME.legal_moves(at(board))) != fault


def test_what_a_record_holds_is_applied_legal_or_not() -> None:
    taken = play(START, "8h2b 3c2b P*5e P*5e K*5d 9i9a+ 5i5a")
    assert dict(GAME.pieces(taken))["5a"] == "K"  # the king took the king
    assert GAME.counts(taken) == {"b*": 1, "B*": 1, "L*": 1}
    assert dict(GAME.pieces(taken))["9a"] == "+L"
    pawn = dict(GAME.pieces(play(START, "P*5e P*5e")))["5e"]
    assert pawn == "p"
    for state in (at("9/9/9/9/9/9/9/9/9 b"), at("KKK6/9/9/9/9/9/9/9/9 w 100R")):
        for move in ("5e5d", "P*1a", "1a9a+", "9a9b", "pass"):
            after = GAME.step(state, Move(move))
            assert after.side == 1 - state.side or move == "9a9b"
            GAME.observations(after)


def test_after_a_move_out_of_turn_the_other_side_moves() -> None:
    assert play(START, "3c3d").side == 0
    assert play(START, "3c3d 7g7f").side == 1


def test_counts_of_plies_and_numbers() -> None:
    state = play("4k4/9/9/9/9/9/9/9/4K4 b - 51", "5i5h pass 5h5g")
    for action, ply in ((Remark("x"), 3), (None, 3), (Terminal("投了"), 4)):
        state = GAME.step(state, action)
        assert state.ply == ply
    assert GAME.setup_text(state).endswith(" w - 54")
    assert GAME.setup_text(GAME.step(state, Takeback(2))).endswith(" w - 52")
    assert GAME.step(state, Written("?")).ply == 5
    assert GAME.step(state, Setup(START)).side == 0


def test_a_board_is_as_long_as_it_should_be() -> None:
    position = read_sfen(START)[0]
    assert len(position.board) == 81
    assert position.hands == NO_HANDS


def test_showing_a_record_does_not_load_rsshogi() -> None:
    code = """
import sys
from viewer.games import game_of
from viewer.tree.action import Move, Setup, Written
game = game_of("shogi")
state = game.start(None)
for text in ("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"):
    state = game.step(state, Move(text))
    for style in game.notations:
        game.notation(state, style.id)
    list(game.pieces(state)), game.counts(state), game.violation(state), game.observations(state)
state = game.advance(state, Written("△２五歩打"))
game.read_moves(state, "１六歩"), game.start_label(state), game.setup_text(state)
assert "rsshogi" not in sys.modules
game.legal_moves(state)  # with a pawn too many: by our own tables
assert "rsshogi" not in sys.modules
game.legal_moves(game.start(None))
assert "rsshogi" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
