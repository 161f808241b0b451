"""Draws and repetitions as rule books have them: each row names its rule.

Asian: Asian Xiangqi Federation, Rules of Xiangqi (2003), chapter 4, by the numbers of the rules in the
English edition of the World Xiangqi Federation; its diagrams 39 and 106 are among the rows. Other positions
are our own, or those with which Fairy-Stockfish tests its Asian rules. Chinese: 象棋竞赛规则; what it forbids
beyond these is told of and not judged. FIDE: Laws of Chess (2023). Shogi: 対局規則 of the 日本将棋連盟.
"""

from __future__ import annotations

import random

import pytest

from viewer.games import game_of
from viewer.games.capabilities import Connecting
from viewer.tree.action import Move, Setup, Written

NOBODY = "The Asian rules forbid nobody to repeat it: a draw."


def check(side: str) -> str:
    return f"{side} gives perpetual check and has to play otherwise."


def chase(side: str, place: str) -> str:
    return f"{side} chases the piece on {place} with every move and has to play otherwise by the Asian rules."


def perhaps(side: str) -> str:
    return f"The Chinese rules may judge otherwise: each move of {side} checks, chases or threatens mate."


MUTUAL = "Both sides chase a piece with every move: a draw by the Asian rules."

# The rule, the position, the moves that lead to the first occurrence, those that are repeated, the verdict.
XIANGQI = [
    # perpetual check
    ("Asian 6", "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w", "", "f1e1 f2e2 e1f1 e2f2", check("Black")),
    ("Asian 7", "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w", "", "e3d3 d6e6 d3e3 e6d6", "Both sides give"),
    ("Asian 8", "9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w", "", "d6e6 e4d4 e6d6 d4e4", check("Black")),
    # threats of mate, and checks in turn with chases
    ("Asian 9", "4k4/8R/9/9/9/9/9/9/R8/5K3 w", "", "a1b1 e9d9 b1a1 d9e9", NOBODY),
    ("Chinese 长杀", "4k4/8R/9/9/9/9/9/9/R8/5K3 w", "", "a1b1 e9d9 b1a1 d9e9", perhaps("Red")),
    ("Asian 12", "3k5/9/9/9/9/2c6/9/9/3R5/5K3 b", "", "d9e9 d1c1 e9d9 c1d1", NOBODY),
    (
        "Chinese 一将一捉",
        "3k5/9/9/9/9/2c6/9/9/3R5/5K3 b",
        "",
        "d9e9 d1c1 e9d9 c1d1",
        perhaps("Red"),
    ),
    # a cannon chases a rook, protected or not; also with a pawn for its screen
    (
        *("Asian 15", "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w", "c2a2"),
        *("a7b7 a2b2 b7a7 b2a2", chase("Red", "a7")),
    ),
    (
        *("Asian 15", "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/CC1AKA3 w", "a4a5"),
        *("a6b6 a5b5 b6a6 b5a5", chase("Red", "a6")),
    ),
    # a rook chases a cannon: protected, protected on one of its points, protected on none
    ("Asian 17", "2r1k4/9/2c6/9/8R/9/9/9/9/3K5 w", "", "i5i7 c7c5 i7i5 c5c7", NOBODY),
    ("Asian 17", "4k4/9/b1c6/9/8R/9/9/9/9/3K5 w", "", "i5i7 c7c5 i7i5 c5c7", NOBODY),
    ("Asian 18", "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w", "", "a1c1 a4c4 c1a1 c4a4", chase("Black", "a1")),
    # a rook pinned by a horse doesn't chase it, and may not be chased
    (
        *("Asian 19, diagram 39", "2baka1r1/C4rN2/9/1Rp1p4/9/9/4P4/9/4A4/4KA3 w", "b6b8"),
        *("f9e8 b8b5 e8f9 b5b8 f9e8 b8b6 e8f9 b6b8", chase("Red", "f8")),
    ),
    (
        "Asian 19",
        "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w",
        "",
        "e1f0 h3h1 f0e1 h1h3",
        chase("Black", "d1"),
    ),
    # pieces of one kind: both can take, or one can't
    ("Asian 24", "4k4/9/2r6/9/8R/9/9/9/9/3K5 w", "", "i5i7 c7c5 i7i5 c5c7", NOBODY),
    ("Asian 24", "9/9/4k4/9/9/9/9/1n1K5/1p2N4/9 w", "", "e1c0 b2d3 c0e1 d3b2", chase("Red", "b2")),
    # a rook confined to a file by a cannon, and protected on one of its points
    ("Asian 27", "4k4/9/9/4r4/R8/4P4/9/4C4/9/3K5 w", "", "a5a6 e6e5 a6a5 e5e6", chase("Red", "e6")),
    ("Asian 27", "4k4/9/6b2/4r4/R8/4P4/9/4C4/9/3K5 w", "", "a5a6 e6e5 a6a5 e5e6", NOBODY),
    # kings and pawns may chase
    ("Asian 28", "5k3/9/9/9/9/9/9/9/3K5/2c6 b", "", "c0c1 d1d0 c1c0 d0d1", NOBODY),
    (
        *("Asian 29", "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w", "a4a5"),
        *("a6b6 a5b5 b6a6 b5a5", NOBODY),
    ),
    # two pieces chased in turn, two that chase a protected one, a chase that also offers an exchange
    ("Asian 32", "3k5/9/2c6/9/9/9/R5n2/9/9/4K4 w", "", "a3a7 c7c6 a7a3 c6c7", NOBODY),
    ("Asian 35", "2r1k4/9/2c6/9/7RR/9/9/9/9/3K5 w", "", "h5h7 c7c5 h7h5 c5c7", NOBODY),
    ("Asian 36", "r3k4/9/2c6/9/R8/9/9/9/9/R2K5 w", "", "a5a7 c7c5 a7a5 c5c7", chase("Red", "c7")),
    # offers, 献
    ("Asian 40", "3k5/9/r8/9/9/1C7/9/9/9/4K4 w", "", "b4b7 a7a4 b7b4 a4a7", NOBODY),
    # two chases and a quiet move, 二捉一闲
    (
        *("Chinese 二捉一闲", "4k4/9/2c6/9/8R/9/9/9/9/3K5 w", ""),
        "i5i7 c7c5 i7i5 c5c7 d0d1 e9e8 i5i7 c7c5 i7i5 c5c7 d1d0 e8e9",
        NOBODY,
    ),
    # an attack that was there before isn't a chase
    (
        *("Asian, diagram 106", "3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w", ""),
        *("h0h1 h4h3 h1h0 h3h4", NOBODY),
    ),
    ("Asian, appendix", "3k5/9/9/7c1/9/9/7R1/9/9/4K4 w", "", "h3h4 h6h7 h4h3 h7h6", NOBODY),
    # 假根: what protects is pinned, or is a cannon without its screen
    (
        *("Asian, appendix", "4k4/4c4/9/4p4/9/9/3rn4/3NR4/4K4/9 b", ""),
        *("e3g4 e1f1 g4e3 f1e1", chase("Black", "d2")),
    ),
    (
        "Asian, appendix",
        "5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w",
        "",
        "b4c4 b3c3 c4b4 c3b3",
        chase("Black", "b4"),
    ),
    # 真根: the king protects on one of the points
    ("Asian 17", "3k5/9/9/3n5/9/9/3r5/9/9/3NK4 w", "", "d0c2 d3c3 c2d0 c3d3", NOBODY),
    # both chase
    (
        *("Asian, both sides", "4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w", "f6h6"),
        *("h8f7 h6h7 f7g5 h7g7 g5i6 g7g6 i6h8 g6h6", MUTUAL),
    ),
]


def ends(game: str, setup: str, moves: str) -> list[str]:
    """What is told at the last of some moves, which break no rule."""
    played = game_of(game)
    state = played.start(Setup(setup) if setup else None)
    for text in moves.split():
        state = played.advance(state, Written(text) if game == "chess" else Move(text))
        assert played.violation(state) is None, text
    return [str(one) for one in played.ends_at(state)]


@pytest.mark.parametrize(("rule", "setup", "first", "again", "verdict"), XIANGQI)
def test_repetitions_of_xiangqi(
    rule: str, setup: str, first: str, again: str, verdict: str
) -> None:
    found = ends("xiangqi", setup, f"{first} {again} {again}")
    assert found[0].startswith("This position has occurred "), rule
    assert any(one.startswith(verdict) for one in found[1:]), (rule, found)
    if verdict != NOBODY and not verdict.startswith("The Chinese"):
        assert len(found) == 2, (rule, found)


# -------------------------------------------------------------------------------------- FIDE

KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "
MATE, DEAD = "White is checkmated.", "Neither side has the material to mate."
TIMES = "This position has occurred {} times"
CLAIM, DRAWN = ": a draw can be claimed.", ": the game is drawn."
QUIET = "{} moves without capture or pawn move{}"

CHESS = [
    # repetition: claimed at the third occurrence, drawn at the fifth; the side to move, castling and the
    # capture en passant are of the position
    ("9.2.1", "", KNIGHTS * 2, TIMES.format(3) + CLAIM),
    ("9.6.1", "", KNIGHTS * 4, TIMES.format(5) + DRAWN),
    (
        "9.2.3.2",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8",
        TIMES.format(2),
    ),
    (
        *("9.2.3.1", "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1"),
        *("c5 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8", TIMES.format(2)),
    ),
    (
        *("9.2.3.1", "4k3/2p5/8/8/8/8/8/4K3 b - - 0 1"),
        *("c5 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8", TIMES.format(3) + CLAIM),
    ),
    # 50 and 75 moves; mate takes precedence
    ("9.3", "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80", "Rd3", QUIET.format(50, CLAIM)),
    ("9.6.2", "4k3/8/8/8/8/8/3R4/4K3 w - - 149 99", "Rd3", QUIET.format(75, DRAWN)),
    ("9.6.2", "4k3/8/4K3/8/8/8/8/7R w - - 149 99", "Rh8", "Black is checkmated."),
    ("9.3", "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80", "Rd3", QUIET.format(49, ".")),
    # stalemate
    ("5.2.1", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "Stalemate: Black has no legal move."),
    # dead positions by material; with others a mate can still come about
    ("5.2.2", "8/8/4k3/8/8/3pK3/8/8 w - - 0 1", "Kxd3", DEAD),
    ("5.2.2", "8/8/4k3/8/8/3pK3/8/6N1 w - - 0 1", "Kxd3", DEAD),
    ("5.2.2", "8/8/4k3/8/8/3pK3/8/6B1 w - - 0 1", "Kxd3", DEAD),
    ("5.2.2", "1b6/8/4k3/8/8/3pK3/8/6B1 w - - 0 1", "Kxd3", DEAD),
    ("5.2.2", "2b5/8/4k3/8/8/3pK3/8/6B1 w - - 0 1", "Kxd3", ""),
    ("5.2.2", "1n6/8/4k3/8/8/3pK3/8/6N1 w - - 0 1", "Kxd3", ""),
    ("5.2.2", "8/8/4k3/8/8/3pK3/8/5NN1 w - - 0 1", "Kxd3", ""),
]


@pytest.mark.parametrize(("rule", "setup", "moves", "told"), CHESS)
def test_draws_of_chess(rule: str, setup: str, moves: str, told: str) -> None:
    found = ends("chess", setup, moves)
    assert [one for one in found if one.startswith(told)] == found, (rule, found)
    assert bool(found) == bool(told), rule


# --------------------------------------------------------------------------------- 日本将棋連盟

QUIET_SHOGI = "2h3h 8b7b 3h2h 7b8b "
CHECKS = "4i5i 5a4a 5i4i 4a5a "
ROOK = "4k4/9/9/9/9/9/9/9/5R2K b - 1"
FOURTH = "The fourth occurrence of a position ends the game: a draw."
CAMP = "1K2GGSSR/2NNLL+P2/3+P4B/9/4k4/9/PPPPPPPPR/9/9 b {}"  # twelve pieces, 22 points on the board

SHOGI = [
    ("千日手", "", QUIET_SHOGI * 3, {FOURTH}),
    ("千日手", "", QUIET_SHOGI * 2, set()),
    ("連続王手の千日手", ROOK, CHECKS * 3, {"Black has given check with every move since."}),
    ("入玉宣言法 27点", CAMP.format("8P"), "", {"Black may declare a win by the 27-point rule."}),
    ("入玉宣言法 24点", CAMP.format("2B2P"), "", {"Black may declare a win by the 24-point rule."}),
    ("入玉宣言法 24点", CAMP.format("6P"), "", {"Black may declare a draw by the 24-point rule."}),
    # nine pieces beside the king are too few, whatever the points
    ("入玉宣言法", "1K2GGSSR/2NNLL3/9/9/4k4/9/PPPPPPPPR/9/9 b 2B8P", "", set()),
]


@pytest.mark.parametrize(("rule", "setup", "moves", "told"), SHOGI)
def test_ends_of_shogi(rule: str, setup: str, moves: str, told: set[str]) -> None:
    found = set(ends("shogi", setup, moves))
    assert told <= found, (rule, found)
    if not told:
        assert not any("draw" in one or "declare" in one for one in found), rule


@pytest.mark.parametrize(
    ("rule", "setup", "move", "broken"),
    [
        ("打ち歩詰め", "8k/6+R2/8K/9/9/9/9/9/9 b P 1", "P*1b", "Drop mate"),
        ("突き歩詰め", "8k/6+R2/8P/8L/9/9/9/9/4K4 b - 1", "1c1b", ""),  # a pawn that moves may mate
        ("二歩", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5f", "Two pawns"),
        ("行き所のない駒", "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b", "never move"),
        ("王手放置", "4k4/9/9/9/9/9/9/4r4/4K4 b P 1", "P*1e", "check"),
        ("連続王手の千日手", ROOK, CHECKS * 3 + "4i5i", "Perpetual check"),
    ],
)
def test_what_the_rules_of_shogi_forbid(rule: str, setup: str, move: str, broken: str) -> None:
    game = game_of("shogi")
    state = game.start(Setup(setup))
    for text in move.split():
        assert game.violation(state) is None
        state = game.advance(state, Move(text))
    found = game.violation(state)
    assert (found is not None) == bool(broken), rule
    assert found is None or broken in str(found), (rule, str(found))


# ----------------------------------------------------------------------------------------- Hex


@pytest.mark.parametrize("size", [3, 5, 8, 11])
def test_a_full_board_of_hex_has_one_winner(size: int) -> None:
    """There are no draws (Nash, Gale 1979)."""
    game = game_of("hex")
    assert isinstance(game, Connecting)
    for seed in range(6):
        draw = random.Random(seed)
        state = game.start(game.parse_setup(str(size)))
        winners = set()
        while moves := game.legal_moves(state):
            state = game.step(state, draw.choice(moves))
            winners.add(game.winner(state))
        assert len(winners - {None}) == 1
        assert game.winner(state) is not None
