"""Whole-board positions of go that come again: what made the cycle, and what each set of rules says of it."""

from __future__ import annotations

import random

import pytest
from go_diagrams import board, play, setup_of

from viewer.games.go.board import Position
from viewer.games.go.game import GAME
from viewer.games.judge import judge
from viewer.tree.action import Action, Move, Setup, Takeback
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

TRIPLE_KO = """
.XO..
XO.O.
.XO..
.XO..
X.XO.
.XO..
.XO..
XO.O.
.XO..
"""
ROUND = ("B cb", "W be", "B ch", "W bb", "B ce", "W bh")
QUADRUPLE_KO = f"{TRIPLE_KO}.XO.. X.XO. .XO.."
FOUR = ("B cb", "W be", "B ch", "W bk", "B ce", "W bb", "B ck", "W bh")
ETERNAL_LIFE = "OX.O. OXOOO .OXX. XOO.O"
CHOSEI = ("B ac", "W ab", "B ad", "W aa")
TWO_SENT = ".O.XXO OXXXO. O.X.OO XXXOO. OOOO.O"
BACK = ("W ca", "B aa", "W ba", "B pass", "W ca")

JAPANESE = "By the Japanese rules the game ends without result if both players agree to it."
KOREAN = "By the Korean rules the game has no result if neither side gives way."
CHINESE = (
    "The Chinese rules forbid it in principle; a competition may provide for no result or a draw."
)
ING = (
    "By Ing's rules it may not go on: in a fighting ko a play elsewhere or a pass has to come between, in a"
    " disturbing ko the side that began it gives way."
)
NAMELESS = (
    "The record names no rules: by the Japanese the game may end without result, others forbid it."
)


def again(plies: int) -> str:
    return f"The same position stood there {plies} plies ago."


def ends(state: Position) -> list[str]:
    """What is told at a position; all of it is observed too."""
    found = [str(one) for one in GAME.ends_at(state)]
    assert set(found) <= {str(one) for one in GAME.observations(state)}
    return found


def found_in(start: Setup, actions: list[Action | None], **headers: str) -> list[Diagnostic]:
    """The findings of a record of one line, all of whose notes are the nodes' numbers."""
    root = last = Node(0, None, start)
    nodes = {0: root}
    for number, action in enumerate(actions, 1):
        node = Node(number, last, action)
        last.children = (node,)
        nodes[number] = last = node
    entries = tuple(Header(key, value) for key, value in headers.items())
    record = Record("go", root, entries, nodes=nodes)
    return [one for step in judge(GAME, record) for one in step.result or ()]


def moves(*texts: str) -> list[Action | None]:
    return [Move(text) for text in texts]


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ("Japanese", JAPANESE),
        ("日本", JAPANESE),
        ("Korean", KOREAN),
        ("Chinese", CHINESE),
        ("中国规则", CHINESE),
        ("GOE", ING),
        ("", NAMELESS),
        ("Stone Age", "What the record's rules, “Stone Age”, say of it isn't known."),
    ],
)
def test_each_set_of_rules_is_told_with_its_own_words(rules: str, verdict: str) -> None:
    state = play(board(TRIPLE_KO, "B", RU=rules), *ROUND)
    assert ends(state) == [again(6), "It is a triple ko.", verdict]
    assert ends(play(board(TRIPLE_KO, "B", RU=rules), *ROUND[:-1])) == []
    *_, one = found_in(setup_of(TRIPLE_KO, "B"), moves(*ROUND), RU=rules)[:1]
    assert (one.code, one.node) == ("go.repetition", 6)
    assert str(one.message) == f"Ply 6: {again(6)} It is a triple ko. {verdict}"


@pytest.mark.parametrize("rules", ["AGA", "NZ", "Tromp-Taylor"])
def test_what_is_forbidden_is_a_broken_rule_and_nothing_else(rules: str) -> None:
    state = play(board(TRIPLE_KO, "B", RU=rules), *ROUND)
    assert ends(state) == [again(6)]
    (one,) = found_in(setup_of(TRIPLE_KO, "B"), moves(*ROUND), RU=rules)
    assert one.code == "go.illegal-move"


@pytest.mark.parametrize(
    ("diagram", "line", "told"),
    [
        (TRIPLE_KO, ROUND, [again(6), "It is a triple ko."]),
        (QUADRUPLE_KO, FOUR, [again(8), "It is a quadruple ko."]),
        (ETERNAL_LIFE, CHOSEI, [again(4), "It is eternal life."]),
        (
            *(TWO_SENT, BACK),
            [
                *(again(4), "Two stones are sent, and one is taken back."),
                "In each round Black takes more stones: 2, not 1.",
            ],
        ),
    ],
)
def test_the_shape_of_a_cycle_is_named(
    diagram: str, line: tuple[str, ...], told: list[str]
) -> None:
    state = play(board(diagram, line[0][0], RU="Japanese"), *line)
    assert ends(state) == [*told, JAPANESE]
    (one,) = found_in(setup_of(diagram, line[0][0]), moves(*line), RU="Japanese")
    assert str(one.message).endswith(" ".join([*told, JAPANESE]))


def test_the_board_alone_is_no_cycle() -> None:
    """After two were sent and one was taken back, the other side is to move."""
    state = play(board(TWO_SENT, "W", RU="Japanese"), *BACK[:3])
    assert ends(state) == [again(3)]
    assert found_in(setup_of(TWO_SENT, "W"), moves(*BACK[:4]), RU="Japanese") == []


def test_a_ko_with_threats_is_no_cycle() -> None:
    line = ("B cb", "W ee", "B ef", "W bb", "B ea", "W eb", "B cb")
    start = board(TRIPLE_KO, "B", RU="Japanese")
    assert ends(play(start, *line)) == []
    replay = GAME.replay(start)
    assert replay is not None
    assert all(replay.make(move) for move in moves(*line))
    assert not replay.repeats  # so that no states are made
    assert found_in(setup_of(TRIPLE_KO, "B"), moves(*line), RU="Japanese") == []


def test_a_cycle_is_told_once_and_again_after_something_else() -> None:
    line = [*ROUND * 3, "B ee", "W ef", *ROUND, "B ea"]
    found = found_in(setup_of(TRIPLE_KO, "B"), moves(*line), RU="Japanese")
    assert [(one.code, one.node) for one in found] == [("go.repetition", 6), ("go.repetition", 26)]


def test_lines_with_more_than_moves() -> None:
    """Remarks, takebacks and set-ups stand between; what was set up anew is no repetition."""
    remark: Action | None = None
    line = moves(*ROUND)
    found = found_in(setup_of(TRIPLE_KO, "B"), [*line[:3], remark, *line[3:]], RU="Japanese")
    assert [one.node for one in found] == [7]
    taken = [*line[:2], Move("B ee"), Takeback(1), *line[2:]]
    assert [one.node for one in found_in(setup_of(TRIPLE_KO, "B"), taken, RU="Japanese")] == [8]
    anew: list[Action | None] = [*line[:5], setup_of(TRIPLE_KO, "B")]
    assert found_in(setup_of(TRIPLE_KO, "B"), anew, RU="Japanese") == []
    assert found_in(setup_of(TRIPLE_KO, "B"), [*anew, *line[:5]], RU="Japanese") == []


def test_ten_thousand_plies() -> None:
    line = moves(*(ROUND * 1667)[:10_000])
    (one,) = found_in(setup_of(TRIPLE_KO, "B"), line, RU="Chinese")
    assert one.node == 6


def test_a_replay_misses_no_repetition() -> None:
    """Random games on small boards: whatever position stands there twice, a replay has said that it may."""
    chance = random.Random(41)
    repeated = 0
    for _ in range(400):
        size = chance.choice(("3x2", "3", "4x3", "4"))
        state = GAME.start(GAME.parse_setup(size))
        replay = GAME.replay(state)
        assert replay is not None
        seen = {state.board}
        for _ in range(60):
            legal = GAME.legal_moves(state)
            passes = not legal or chance.random() < 0.1
            move = GAME.pass_move(state) if passes else chance.choice(legal)
            state = GAME.step(state, move)
            assert replay.make(move) is not None
            twice = not passes and state.board in seen
            seen.add(state.board)
            assert replay.repeats or not twice
            if twice:
                repeated += 1
                break
    assert repeated > 100
