"""Games of chess played together: the same as one by one, by replay and by states."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import chess
import pytest

from viewer.games import game_of
from viewer.games.charts import PlayingLines
from viewer.games.chess.lines import ChessLines, _Words
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

CHESS = game_of("chess")


def random_line(chance: random.Random, plies: int) -> list[str]:
    """Random moves in SAN, with a liking for what is rare: castling, en passant, promotions."""
    board, words = chess.Board(), []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        rare = [
            move
            for move in moves
            if board.is_castling(move) or board.is_en_passant(move) or move.promotion
        ]
        pawns = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
        some = (
            rare
            if rare and chance.random() < 0.7
            else pawns
            if pawns and chance.random() < 0.4
            else moves
        )
        move = chance.choice(some)
        words.append(board.san(move))
        board.push(move)
    return words


def spoilt(chance: random.Random, line: list[str]) -> list[str]:
    """A line with a word that is another line's, is spelt otherwise, or is no move."""
    line = list(line)
    at = chance.randrange(len(line))
    line[at] = chance.choice(
        [
            chance.choice(random_line(chance, 30)),
            line[at].replace("x", ""),
            line[at][:1] + "a" + line[at][1:],
            line[at].replace("=Q", "=N"),
            "O-O",
            "e2e4",
            "Z0",
            "--",
            "exd6",
        ]
    )
    return line


def by_replay(line: list[str]) -> bool:
    """Whether a replay makes all moves of a line."""
    replay = CHESS.replay(CHESS.start(None))  # type: ignore[attr-defined]  # of chess
    return all(replay.make(Written(word)) is not None for word in line)


def record_of(line: list[str]) -> Record:
    rows = [NodeData(0, -1, None, {})]
    rows += [NodeData(at, at - 1, Written(word), {}) for at, word in enumerate(line, 1)]
    return Record("chess", nodes_of(rows)[0], ())


def check(lines: list[list[str]]) -> None:
    """Compare lines that were played together with states, move by move."""
    played = ChessLines(lines)
    for at, line in enumerate(lines):
        assert bool(played.whole[at]) == by_replay(line), line
        if not played.whole[at]:
            continue
        record = record_of(line)
        states = States(CHESS, record)
        cells = bytearray(played.start)
        first = int(played.first[at])
        assert int(played.count[at]) == len(line)
        last: Node = record.root
        for ply, node in enumerate(list(record.root.main_line())[1:]):
            state = states.at(node)
            row = first + ply
            for square, old, new in zip(
                played.squares[row], played.old[row], played.new[row], strict=True
            ):
                if old != new:
                    assert cells[square] == old
                    cells[square] = new
            assert bytes(cells) == CHESS.cells(state), (line, ply)  # type: ignore[attr-defined]  # charted
            assert state.action == Move(played.words[played.moves[row]])
            last = node
        assert played.opening(at) == CHESS.opening(states.at(last))  # type: ignore[attr-defined]  # named


def test_random_lines() -> None:
    chance = random.Random(1)
    check([random_line(chance, chance.randrange(1, 140)) for _ in range(150)])


def test_lines_with_a_wrong_word() -> None:
    chance = random.Random(2)
    lines = [random_line(chance, chance.randrange(2, 60)) for _ in range(400)]
    check([spoilt(chance, line) for line in lines])


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("", True),
        ("e4 e5 Nf3 Nc6 Bb5 a6 O-O", True),
        ("e4 e5 Nf3 Nc6 Bb5 a6 O-O-O", False),
        ("e4 d5 e5 f5 exf6", True),
        ("e4 d5 e5 f5 Nc3 Nc6 exf6", False),  # too late
        ("e4 e5 Ke2 d6 Nf3 Bg4 Nd4", False),  # pinned
        ("e4 e5 Ke2 d6 Nf3 Bg4 Ke1 Nf6 O-O", False),  # the king has moved
        ("d4 e5 dxe5 Bb4+ Nd2 a6 Nb3", False),  # pinned
        ("d4 e5 dxe5 Bb4+ Nc3 a6 Nf3 a5 Nd4 a4 Ndb5", True),
        ("d4 e5 dxe5 Bb4+ Nc3 a6 Nf3 a5 Nd4 a4 Nb5", True),  # the other knight is pinned
        ("e4 e5 Qh5 Ke7 Qxe5#", True),
        ("e4 e5 Qh5 Ke7 Qxe5# a6", False),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Ra2 bxa8=Q", False),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 b8=N", True),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 b8", False),
    ],
)
def test_special_lines(line: str, whole: bool) -> None:
    lines = [line.split()]
    check(lines)
    assert bool(ChessLines(lines).whole[0]) == whole


@pytest.mark.parametrize("variant", ["", "Crazyhouse", "Atomic"])
def test_cells_of_one_state_are_those_of_many(variant: str) -> None:
    chance = random.Random(variant)
    game: Any = CHESS
    headers = (Header("Variant", variant),) if variant else ()
    states = [game.start_of(Record("chess", Node(0, None, None), headers))]
    for _ in range(120):
        moves = game.legal_moves(states[-1])
        if not moves:
            break
        states.append(game.step(states[-1], chance.choice(moves)))
    assert len(states) > 8
    assert b"".join(map(game.cells, states)) == game.cells_of(states)


def test_only_chess_plays_lines_so_far() -> None:
    assert isinstance(CHESS, PlayingLines)


class _Yielding(list[Any]):
    """A list after whose appends other threads run."""

    def append(self, one: Any) -> None:
        super().append(one)
        time.sleep(0.0001)


def test_texts_are_numbered_by_several_threads() -> None:
    texts = [f"N{file}{rank}" for file in "abcdefgh" for rank in "12345678"]
    words, numbers = _Words(), [0] * len(texts)
    words._rows = _Yielding(words._rows)

    def add(first: int) -> None:
        for at in range(first, len(texts), 4):
            numbers[at] = words.add(texts[at])
            assert len(words.columns()[0]) > numbers[at]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4)))
    squares = [chess.parse_square(text[1:]) for text in texts]
    assert words.columns()[2][numbers].tolist() == squares


def test_no_lines() -> None:
    assert len(ChessLines([]).whole) == 0
    assert len(ChessLines([[], []]).moves) == 0


def spelt_otherwise(chance: random.Random, line: list[str]) -> list[str]:
    """A line with a word that has signs or letters too many, or too few."""
    line = list(line)
    at = chance.randrange(len(line))
    word = line[at]
    line[at] = chance.choice(
        [
            word.rstrip("+#"),
            word + "+",
            word.rstrip("+") + "#",
            word.replace("x", ""),
            word[0] + chance.choice("abcdefgh12345678") + word[1:],
            word[0] + word[2:],
        ]
    )
    return line


def written(line: list[str]) -> list[tuple[Move, str, object]] | None:
    """What a replay makes and writes of a line, None if it isn't all as it stands there."""
    replay = CHESS.replay(CHESS.start(None), "san")  # type: ignore[attr-defined]  # of chess
    found = []
    for word in line:
        move = replay.make(Written(word))
        if move is None or replay.san != word:
            return None
        found.append((move, replay.text, replay.changed()))
    return found


def test_lines_are_followed_as_they_are_replayed() -> None:
    chance = random.Random(3)
    lines = [random_line(chance, chance.randrange(1, 120)) for _ in range(200)]
    lines += [spelt_otherwise(chance, line) for line in lines]
    lines += [spoilt(chance, line) for line in lines[:100]]
    lines += [[], *map(str.split, ("f3 e5 g4 Qh4#", "f3 e5 g4 Qh4+", "d4 e5 d5 e4"))]
    assert isinstance(CHESS, PlayingLines)
    followed = 0
    played = CHESS.play_lines(lines, follow=True)
    for at, line in enumerate(lines):
        one = played.line(at)
        wanted = written(line)
        assert (one is None) == (wanted is None), line
        if one is not None:
            replay = one.replay("san")
            assert replay is not None
            made = [(replay.make(Written(word)), replay.text, replay.changed()) for word in line]
            assert made == wanted
            followed += 1
    assert followed > 250


def test_what_leaves_a_line_is_replayed() -> None:
    assert isinstance(CHESS, PlayingLines)
    played = CHESS.play_lines([["e4", "e5", "Nf3", "Nc6"]], follow=True)
    line = played.line(0)
    assert line is not None
    assert line.replay("uci") is None
    replay = line.replay("figurine")
    assert replay is not None
    for word in ("e4", "e5", "Nf3"):
        assert replay.make(Written(word)) is not None
    other = replay.copy()
    assert replay.make(Written("Nf6")) == Move("g8f6")
    assert (replay.text, replay.changed()) == ("♘f6", (("f6", "black-knight"), ("g8", "")))
    assert other.make(Written("Ng8")) is None
    assert other.make(Move("b8c6")) == Move("b8c6")
    assert other.text == "♘c6"
    assert other.copy().make(Written("Bb5")) == Move("f1b5")
    assert CHESS.position_text(other.state(4)) == (
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    )
