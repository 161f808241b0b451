"""Repetitions of xiangqi judged: one position for each rule, and random ones beside pyffish's Asian rules."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from needs import reason
from xiangqi_positions import at, play

from viewer.games.judge import judge
from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.observe import _STANDS
from viewer.games.xiangqi.position import (
    ADVISOR,
    BLACK,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    POINT_OF,
    RED,
    ROOK,
    SQUARE_NAMES,
    Points,
    Position,
    after_move,
    setup_text,
)
from viewer.games.xiangqi.repetition import chased
from viewer.games.xiangqi.rules import checked, legal
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Record

COUNT = int(os.environ.get("QIPU_ORACLE_REPETITIONS", "150"))
NOBODY = "The Asian rules forbid nobody to repeat it: a draw."
CHECKS = "{} gives perpetual check and has to play otherwise."
CHASES = "{} chases the piece on {} with every move and has to play otherwise by the Asian rules."
PERHAPS = "The Chinese rules may judge otherwise: each move of {} checks, chases or threatens mate."


def ends(fen: str, moves: str, times: int) -> list[str]:
    """What is told after a line was played so many times."""
    return [str(one) for one in GAME.ends_at(play(at(fen), *moves.split() * times))]


@pytest.mark.parametrize(
    ("fen", "moves", "verdict"),
    [
        # a rook checks on two files in turn
        ("3k5/9/9/9/9/9/3R5/9/9/5K3 b", "d9e9 d3e3 e9d9 e3d3", [CHECKS.format("Red")]),
        # a rook chases a cannon that nothing protects; then one that a rook protects; then one that an
        # elephant protects on one of its two points
        ("4k4/9/2c6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7", [CHASES.format("Red", "c7")]),
        ("2r1k4/9/2c6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7", [NOBODY]),
        ("4k4/9/b1c6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7", [NOBODY]),
        # a horse chases a rook, protected or not
        (
            *("2r1k4/9/9/9/2r6/3N5/9/9/9/3K5 w", "d4e6 c5c6 e6d4 c6c5"),
            [CHASES.format("Red", "c5")],
        ),
        # a rook offers itself for a rook: no chase
        ("4k4/9/2r6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7", [NOBODY]),
        # a pawn that hasn't crossed the river
        ("4k4/9/9/p8/9/9/9/9/7R1/3K5 w", "h1h6 e9e8 h6h1 e8e9", [NOBODY]),
        # a king may chase
        ("5k3/9/9/9/9/9/9/9/3K5/2c6 b", "c0c1 d1d0 c1c0 d0d1", [NOBODY]),
        # the mover's own chase is what counts: that the other side runs into it is none
        ("4k4/9/2c6/9/8R/9/9/9/9/3K5 w", "d0d1 c7c5 d1d0 c5c7", [NOBODY]),
    ],
)
def test_the_third_occurrence_is_judged(fen: str, moves: str, verdict: list[str]) -> None:
    occurred = "This position has occurred {} times."
    assert ends(fen, moves, 2) == [occurred.format(3), *verdict]
    assert ends(fen, moves, 4) == [occurred.format(5), *verdict]
    assert ends(fen, moves, 1)[0] == occurred.format(2)
    assert not set(verdict) & set(ends(fen, moves, 1))


def test_a_capture_with_a_discovered_check_is_not_taken_back() -> None:
    """A rook that steps behind its horse chases what the horse attacks, though a rook protects it."""
    before = at("2r1k4/9/9/2c6/4N4/9/9/9/R8/3K5 w").board
    for target, found in (("e1", {"c6"}), ("b1", set())):
        move = (POINT_OF["a1"], POINT_OF[target])
        points = chased(before, after_move(before, *move), move, RED)
        assert {SQUARE_NAMES[point] for point in points} == found


def test_before_the_third_it_is_told_what_goes_on() -> None:
    told = ends("4k4/9/2c6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7", 1)
    assert told[1:] == ["Since then each move of Red has chased the piece on c7."]


def test_checks_in_turn_with_threats_may_be_judged_otherwise() -> None:
    """A rook checks, then threatens mate: allowed by the Asian rules, forbidden by the Chinese (一将一杀)."""
    told = ends("4k4/8R/9/9/9/9/9/9/R8/5K3 w", "a1e1 e9d9 e1a1 d9e9", 2)
    assert told[1:] == [NOBODY, PERHAPS.format("Red")]


def test_findings_name_the_ply_and_are_told_once() -> None:
    """Also where a capture and another line follow."""
    fen, again = "3k5/9/9/9/9/9/3R5/9/p8/5K3 b", "d9e9 d3e3 e9d9 e3d3 "
    root = last = Node(0, None, Setup(fen))
    nodes = {0: root}
    for number, move in enumerate((again * 2 + "d9e9 d3a3 e9d9 a3a1").split(), 1):
        node = Node(number, last, Move(move))
        last.children = (node,)
        nodes[number] = last = node
    other = Node(99, last, Move("d9d8"))
    last.children = (Node(98, last, Move("d9e9")), other)
    nodes |= {98: last.children[0], 99: other}
    found = [
        one
        for step in judge(GAME, Record("xiangqi", root, nodes=nodes))
        for one in step.result or ()
    ]
    assert [(one.code, one.node, str(one.message)) for one in found] == [
        ("xiangqi.repetition", 8, "Ply 8: " + CHECKS.format("Red"))
    ]


# --------------------------------------------------------------- random repetitions beside pyffish

KINDS = ((ROOK, 2), (CANNON, 2), (HORSE, 2), (PAWN, 3), (ADVISOR, 2), (ELEPHANT, 2))


def random_board(draw: random.Random) -> bytes:
    cells = bytearray(90)

    def put(kind: int, side: int) -> None:
        point = draw.choice(sorted(_STANDS.get(kind, range(90))))
        point = 89 - point if side else point
        if not cells[point]:
            cells[point] = kind | side << 3

    for side in (RED, BLACK):
        put(KING, side)
    for side in (RED, BLACK):
        for kind, most in KINDS:
            for _ in range(draw.randint(0, most)):
                put(kind, side)
    return bytes(cells)


def repetitions(draw: random.Random) -> Iterator[tuple[bytes, int, list[Points]]]:
    """Boards, the side to move, and four moves that lead back, mostly with chases or checks."""
    while True:
        board, side = random_board(draw), draw.randint(0, 1)
        if checked(board, 1 - side) or checked(board, side):
            continue
        moves = [one for one in legal(board, side) if not board[one[1]]]
        for move in draw.sample(moves, min(12, len(moves))):
            second = after_move(board, *move)
            answers = [one for one in legal(second, 1 - side) if not second[one[1]]]
            for answer in draw.sample(answers, min(6, len(answers))):
                third = after_move(second, *answer)
                back, answer_back = move[::-1], answer[::-1]
                fourth = after_move(third, *back)
                if back not in legal(third, side) or answer_back not in legal(fourth, 1 - side):
                    continue
                chases = [
                    chased(board, second, move, side) and chased(third, fourth, back, side),
                    chased(second, third, answer, 1 - side)
                    and chased(fourth, board, answer_back, 1 - side),
                    checked(second, 1 - side) and checked(fourth, 1 - side),
                ]
                if any(chases) or draw.random() < 0.02:
                    yield board, side, [move, answer, back, answer_back]


def test_random_repetitions_are_judged_as_by_fairy_stockfish() -> None:
    """It doesn't count threats that come about because a protection ends: at most one in twenty differs."""
    pyffish = pytest.importorskip("pyffish", reason=reason(["pyffish"]))
    draw = random.Random(7)
    differ = verdicts = 0
    for (board, side, cycle), _ in zip(repetitions(draw), range(COUNT), strict=False):
        text = setup_text(board, side)
        state: Position = at(text)
        moves = [SQUARE_NAMES[origin] + SQUARE_NAMES[target] for origin, target in cycle] * 2
        state = play(state, *moves)
        loser = next((who for who in (RED, BLACK) if _must_deviate(state, who)), None)
        usual = [f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}" for move in moves]
        end, value = pyffish.is_optional_game_end("xiangqi", f"{text} - - 0 1", usual)
        assert end
        theirs = None if value == 0 else side if value < 0 else 1 - side
        differ += theirs != loser
        verdicts += theirs is not None
    assert verdicts > COUNT // 20
    assert differ <= COUNT // 20


def _must_deviate(state: Position, side: int) -> bool:
    name = ("Red", "Black")[side]
    words = [str(one) for one in GAME.ends_at(state)]
    return any(one.startswith(name) and "has to play otherwise" in one for one in words)
