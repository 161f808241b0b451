"""Replayed lines against python-chess, and records judged with replays and without."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest

from viewer.base.jobs import run_inline
from viewer.games import game_of
from viewer.games.capabilities import Replaying
from viewer.games.chess.game import Chess
from viewer.games.chess.position import move_of
from viewer.games.chess.replay import ChessReplay, can_replay
from viewer.games.chess.san import read_san
from viewer.games.judge import judge, played
from viewer.games.states import States
from viewer.games.telling import told
from viewer.tree.action import Move, Remark, Setup, Takeback, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

GAME = game_of("chess")


def boards(seed: int, games: int) -> Iterator[chess.Board]:
    """Positions of random games, half of them from random set-ups."""
    chance = random.Random(seed)
    for number in range(games):
        board = chess.Board() if number % 2 else set_up(chance)
        for _ in range(chance.randint(1, 120)):
            yield board
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))


def set_up(chance: random.Random) -> chess.Board:
    while True:
        board = chess.Board(None)
        first, second, *squares = chance.sample(range(64), chance.randint(3, 14))
        board.set_piece_at(first, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(second, chess.Piece(chess.KING, chess.BLACK))
        for square in squares:
            kind = chance.randint(chess.PAWN, chess.QUEEN)
            board.set_piece_at(square, chess.Piece(kind, chance.random() < 0.5))
        board.turn = chance.random() < 0.5
        if can_replay(board):
            return board


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_is_made_and_written_as_python_chess_does(seed: int) -> None:
    for board in boards(seed, 24):
        if board.ply() % 7:
            continue
        here = ChessReplay(board, writing=True)
        for move in board.legal_moves:
            san = board.san(move)
            after = board.copy(stack=False)
            after.push(move)
            for action in (Written(san), move_of(move)):
                replay = here.copy()
                assert replay.make(action) == move_of(move), (board.fen(), san)
                assert replay.san == san, board.fen()
                assert replay.board().fen(en_passant="fen") == after.fen(en_passant="fen")


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_made_that_isnt_legal(seed: int) -> None:
    chance = random.Random(seed)
    for board in boards(seed + 100, 24):
        if board.ply() % 5:
            continue
        legal = {move.uci() for move in board.legal_moves}
        here = ChessReplay(board)
        for _ in range(60):
            move = chess.Move(
                *chance.sample(range(64), 2), chance.choice((None, None, chess.QUEEN, chess.PAWN))
            )
            made = here.copy().make(Move(move.uci()))
            assert (made is not None) == (move.uci() in legal), (board.fen(), move)
        for _ in range(60):
            text = "".join(
                chance.choice(some)
                for some in (
                    ("", "N", "B", "R", "Q", "K"),
                    ("", "", "a", "e", "1", "4", "g1"),
                    ("", "x"),
                    chess.SQUARE_NAMES,
                    ("", "", "=Q", "=N"),
                    ("", "+", "#"),
                )
            )
            made = here.copy().make(Written(text))
            if made is not None:
                meant = read_san(board, text)
                assert meant is not None
                assert made == move_of(meant), (board.fen(), text)


def random_record(seed: int) -> Record:
    """Lines within lines, with loose spellings, moves that aren't legal, remarks, takebacks, set-ups."""
    chance = random.Random(seed)
    root = Node(0, None, Setup("8/P6k/8/8/8/8/8/K7 w - - 0 1") if seed % 5 == 0 else None)
    nodes, states = [root], {root: GAME.start(root.action)}
    for id in range(1, 150):
        above = nodes[-1] if chance.random() < 0.9 else chance.choice(nodes)
        state = states[above]
        board = state.board
        moves = list(board.legal_moves)
        roll = chance.random()
        action = Written(chance.choice(("Ke5", "Qh5", "e9", "0-0", "exd6", "--", "Nbd7", "a8")))
        if roll < 0.85 and moves:
            san = board.san(chance.choice(moves))
            action = Written(san if roll < 0.75 else san.replace("x", "").lower())
        elif roll < 0.87:
            action = chance.choice(
                (Takeback(2), Remark("…"), Move("e2e4"), Setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
            )
        node = Node(id, above, action)
        above.children += (node,)
        nodes.append(node)
        states[node] = GAME.advance(state, action)
    return Record("chess", root)


@pytest.mark.parametrize("seed", range(30))
def test_the_findings_are_the_same_without_replays(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = random_record(seed)
    assert isinstance(GAME, Replaying)
    quick, actions = run_inline(judge(GAME, record)), [one.action for one in played(GAME, record)]
    monkeypatch.setattr(Chess, "replay", lambda self, state, style="": None)
    assert quick == run_inline(judge(GAME, record))
    assert actions == [one.action for one in played(GAME, record)]
    assert [one.node for one in played(GAME, record)] == list(record.walk())


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_tells_of_nodes_what_their_states_tell(seed: int) -> None:
    record = random_record(seed)
    states = States(GAME, record)
    for style in GAME.notations:
        found = told(States(GAME, record), style.id)
        for node in record.walk():
            if node.id in found.moves:
                state = states.at(node)
                assert GAME.violation(state) is None
                assert found.moves[node.id].text == GAME.notation(state, style.id)
                assert found.plies[node.id] == state.ply


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_tells_which_squares_a_move_changed(seed: int) -> None:
    record = random_record(seed)
    states = States(GAME, record)
    found = told(States(GAME, record), "san", changes=True).moves
    assert found or record.setup is not None
    for node in record.walk():
        if node.id in found and node.parent is not None:
            state = states.at(node)
            before, after = (dict(GAME.pieces(one)) for one in (states.at(node.parent), state))
            changed = [
                (square, after.get(square, ""))
                for square in chess.SQUARE_NAMES
                if before.get(square) != after.get(square)
            ]
            assert found[node.id].changed == tuple(changed)
            assert found[node.id].touched == GAME.touched(state)


def test_a_replay_tells_of_all_nodes_of_plain_lines_and_their_variations() -> None:
    root = Node(0, None, None)
    nodes = [root]
    lines = (
        (0, Written("e4")),
        (1, Written("e5")),
        (2, Move("g1f3")),
        (1, Written("c5")),
        (4, Written("Nf3")),
    )
    for above, action in lines:
        node = Node(len(nodes), nodes[above], action)
        nodes[above].children += (node,)
        nodes.append(node)
    record = Record("chess", root)
    moves = [one.text for one in told(States(GAME, record), "san-de").moves.values()]
    assert sorted(moves) == ["Sf3", "Sf3", "c5", "e4", "e5"]
    assert len(told(States(GAME, record), "figurine").moves) == len(nodes) - 1
