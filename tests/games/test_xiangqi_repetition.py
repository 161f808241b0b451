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
from viewer.tree.action import Move, Setup, Written
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


@pytest.mark.parametrize(
    ("fen", "moves", "verdict"),
    [
        # A rook that moves away from a piece along the line on which it attacks it: the attack was there
        # before (diagram 106). Fairy-Stockfish takes it for one that the rook's leaving has opened.
        ("2b6/5k3/2R6/9/9/9/9/4K4/9/9 w", "c7c4 c9e7 c4c7 e7c9", [NOBODY]),
        ("9/3k5/9/9/2n6/9/2R6/4K4/9/9 w", "c3c1 c5b3 c1c3 b3c5", [NOBODY]),
        ("5k3/9/9/9/9/9/1n7/9/1R2K4/9 b", "b3d2 b1b2 d2b3 b2b1", [NOBODY]),
        ("9/5k3/5a3/9/9/9/9/1n7/5K3/1R7 b", "b2d1 b0b1 d1b2 b1b0", [NOBODY]),
        ("9/2N1r4/3kC4/9/9/r8/9/9/9/4K4 b", "e8f8 c8a7 f8e8 a7c8", [NOBODY]),
        ("9/4k1C2/9/9/9/9/6N1r/3K5/6p2/9 w", "g3i2 i3i7 i2g3 i7i3", [CHASES.format("Red", "g1")]),
        # An elephant doesn't take beyond the river.
        ("3k5/9/9/3r5/2b6/9/4C4/9/9/4K4 w", "e3e4 d6d4 e4e3 d4d6", [NOBODY]),
        # A pawn that hasn't crossed the river protects nothing beside it, and a cannon attacks the rook
        # before and after.
        ("9/9/5k3/3c5/3P5/9/3RPc3/4B1C2/4K4/9 b", "d6e6 g2i2 e6d6 i2g2", [NOBODY]),
        # A discovered check makes no new threat of a capture that was threatened before, nor a chase of
        # two horses that can take each other (24).
        ("9/4k4/9/5R3/9/5r3/9/B2c1c3/9/5K3 w", "f6f5 f4a4 f5f6 a4f4", [NOBODY]),
        ("9/9/5k3/9/3n5/5N3/9/3R5/3K5/5c3 b", "f0e0 d2f2 e0f0 f2d2", [NOBODY]),
        # What can't legally take back doesn't protect: a king against a protected piece, pieces between
        # the kings.
        (
            *("5k3/9/9/9/9/9/9/5A1r1/2r6/4K4 w", "f2e1 h2h1 e1f2 h1h2"),
            [CHASES.format("Black", "f2")],
        ),
        (
            *("9/3r1k3/8R/3r5/9/3N5/5N3/9/5K3/5A3 w", "i7b7 d6b6 b7i7 b6d6"),
            [CHASES.format("Black", "d4")],
        ),
        ("9/9/4k4/9/9/4c4/9/4K4/4c4/4R4 b", "e1f1 e0f0 f1e1 f0e0", [CHASES.format("Red", "e1")]),
    ],
)
def test_where_fairy_stockfish_departs_from_the_asian_rules(
    fen: str, moves: str, verdict: list[str]
) -> None:
    """Each is the least position of a difference that was found among random repetitions."""
    assert ends(fen, moves, 2)[1:2] == verdict


# ------------------------------------------------------------------------------- what isn't judged

ROOK_CHECKS = ("3k5/9/9/9/9/9/3R5/9/9/5K3 b", "d9e9 d3e3 e9d9 e3d3")


@pytest.mark.parametrize(
    ("fen", "moves", "why"),
    [
        ("9/9/2c6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7", "A king is missing"),
        ("9/9/2c6/9/8R/9/9/9/9/9 w", "i5i7 c7c5 i7i5 c5c7", "A king is missing"),
        # a rook that steps aside; a king that stays in check
        ("3k5/9/2c6/9/8R/9/9/9/9/4K4 w", "i5h7 c7c5 h7i5 c5c7", "A move in it breaks a rule"),
        ("3k5/9/9/9/9/9/3R4c/9/9/5K3 b", "i3i4 d3d4 i4i3 d4d3", "A move in it breaks a rule"),
        # each side moves twice running
        ("4k4/9/2c6/9/8R/9/9/9/9/3K5 w", "i5i7 i7i5 c7c5 c5c7", "A move in it breaks a rule"),
    ],
)
def test_what_the_rules_do_not_know_is_not_judged(fen: str, moves: str, why: str) -> None:
    occurred, said = ends(fen, moves, 2)
    assert occurred == "This position has occurred 3 times."
    assert said == f"{why}: the repetition isn't judged."
    assert GAME.repetitions(play(at(fen), *moves.split() * 3)) == []


def test_an_illegal_move_before_a_repetition_leaves_it_judged() -> None:
    fen, again = ROOK_CHECKS
    state = play(at(fen), "d9d5", "f0f5", "d5d9", "f5f0", *again.split() * 2)
    assert [str(one) for one in GAME.ends_at(state)][1:] == [CHECKS.format("Red")]


@pytest.mark.parametrize("between", [Setup(ROOK_CHECKS[0]), Written("?"), Written("炮二平五")])
def test_a_set_up_or_a_text_that_is_no_move_begins_a_line_anew(between: Setup | Written) -> None:
    fen, again = ROOK_CHECKS
    state = play(GAME.advance(play(at(fen), *again.split()), between), *again.split())
    assert not any("has to play otherwise" in str(one) for one in GAME.ends_at(state))
    assert GAME.repetitions(state) == []
    state = play(state, *again.split() * 2)
    assert len(list(GAME.repetitions(state))) == 1


def test_a_line_of_ten_thousand_plies_is_judged() -> None:
    """Each repetition once, however often it comes again, and the one that comes last."""
    fen, again = "3k5/9/9/9/9/9/3R5/9/p8/5K3 b", "d9e9 d3e3 e9d9 e3d3 "
    quiet = "d3a3 e9d9 a3a1 d9e9 a1a2 e9d9 a2a1 d9e9 "  # a capture begins another line
    state = play(at(fen), *(again * 1250 + "d9e9 " + quiet + "a1a2 e9d9 a2a1 d9e9 " * 1250).split())
    assert state.ply > 10_000
    assert [back for back, _ in GAME.repetitions(state)] == [state.ply - 8]
    assert str(GAME.ends_at(state)[1]) == NOBODY


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
    """At most one in twenty differs: it doesn't count threats that come about because a protection ends.

    Other differences are those of the test above.
    """
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
