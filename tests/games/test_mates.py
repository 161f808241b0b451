"""Mates found by search, beside plain search of all lines; cooks; bounds."""

from __future__ import annotations

import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest
from needs import needs, program

from viewer.base.refused import Refused
from viewer.games import game_of
from viewer.games.capabilities import Checking
from viewer.games.mates import LONGEST, Mate, Solver, search
from viewer.tree.action import Move, Setup

SHOGI = game_of("shogi")


def found(game: str, setup: str, plies: int = 9, most: int = 100_000) -> Mate:
    one = game_of(game)
    return search(one, one.start(Setup(setup)), plies, most, 60)


@pytest.mark.parametrize(
    ("game", "setup", "line"),
    [
        ("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*5b"),
        # the interposed piece is taken, and it is mate again: no defence (無駄合)
        ("shogi", "k8/2G6/P8/9/9/9/9/9/8R b r2b3g4s4n4l17p 1", "1i1a+"),
        ("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6"),  # a quiet key
        ("xiangqi", "3k5/9/9/9/9/9/9/R8/1R7/4K4 w", "b1d1"),
    ],
)
def test_a_mate_is_found(game: str, setup: str, line: str) -> None:
    assert [move.text for move in found(game, setup, 5).line][: len(line.split())] == line.split()


def test_the_longest_defence_is_the_main_line_and_others_follow() -> None:
    mate = found("shogi", "7nk/9/7GP/9/9/9/9/9/9 b Srb3g3s3n4l17p 1", 5)
    assert mate.plies == 1
    mate = found("shogi", "9/4k4/9/4S4/9/9/9/9/9 b GS2r2b3g2s4n4l18p 1")
    assert mate.plies == 3
    assert [move.text for move in mate.line] == ["S*5c", "5b4a", "G*4b"]
    assert mate.cooks == []
    assert mate.certain
    defences = [one for one in mate.steps if one.above == 0]
    assert [one.plies for one in defences] == sorted((one.plies for one in defences), reverse=True)
    assert {one.move.text for one in defences} >= {"5b4a", "5b6a"}
    answered = {one.above for one in mate.steps}
    assert all(at in answered for at, one in enumerate(mate.steps) if one.above == 0)


def test_other_mating_moves_are_told() -> None:
    """Four rooks may do it in any order."""
    mate = found("chess", "k7/8/8/8/8/2R5/4RRR1/7K w - - 0 1", 5)
    assert mate.plies == 3
    assert [ply for ply, _ in mate.cooks].count(0) > 3
    assert mate.certain
    assert not mate.sound


def test_only_mates_as_short_are_cooks_of_chess_longer_ones_too_of_shogi() -> None:
    """A king and a rook mate anyhow, but in one move only by Ra8."""
    assert found("chess", "6k1/8/6K1/8/8/8/8/R7 w - - 0 1", 9).cooks == []
    assert found("chess", "6k1/8/6K1/8/8/8/8/R7 w - - 0 1", 9).sound
    setup = "3G5/9/k8/2N6/2+P6/9/9/9/9 b GS2l2b 1"
    assert found("shogi", setup, 3).sound
    longer = found("shogi", setup, 9)
    assert longer.plies == 3
    assert [move.text for _, move in longer.cooks] == ["S*8b", "G*8d"]


def test_a_cook_has_the_mate_that_follows_it() -> None:
    mate = found("chess", "7k/8/8/8/8/8/RR6/7K w - - 0 1", 5)
    for at, step in enumerate(mate.steps):
        if step.cook:
            assert any(one.above == at for one in mate.steps), step


def test_a_search_that_finds_no_end_among_long_cooks_still_finds_short_ones() -> None:
    """Each move of the main line has its share of the bound: here the second, where one is."""
    setup = "4k4/9/3PB4/9/9/9/9/9/9 b PBS2r4g3s4n4l16p 1"
    mate = found("shogi", setup, 15, 10_000)
    assert (mate.plies, mate.certain) == (5, False)
    assert [(ply, move.text) for ply, move in mate.cooks] == [(2, "B*1d")]
    assert mate.nodes < 10_000 + 10_000 + 20_000


def test_that_there_is_no_mate_is_certain_where_the_checks_end() -> None:
    none = found("shogi", "7k1/9/7P1/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1")
    assert (none.plies, none.line, none.certain) == (None, [], True)


def test_perpetual_check_is_no_mate() -> None:
    none = found("shogi", "8k/9/9/9/9/9/9/9/R8 b r2b4g4s4n4l18p 1", 7)
    assert none.plies is None


def test_a_bound_ends_the_search() -> None:
    none = found("shogi", "6+Pnl/6Sk1/6sp1/9/8P/9/9/9/9 b GS2r2b3gs3n3l15p 1", 9, most=300)
    assert (none.plies, none.certain) == (None, False)
    assert none.nodes <= 301


@pytest.mark.parametrize("game", ["go", "hex", "twixt"])
def test_other_games_have_no_mates(game: str) -> None:
    one = game_of(game)
    with pytest.raises(Refused, match="Mates are searched in shogi, chess and xiangqi"):
        search(one, one.start(None), 3, 100, 1)


@pytest.mark.parametrize(
    ("game", "setup", "why"),
    [
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "There is no king"),
        ("chess", "not a position", "This position can't be played on."),
        ("chess", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "isn't to move is in check"),
        ("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", None),
        ("chess", "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", "isn't to move is in check"),
        ("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "A pawn stands on the first or the last"),
        ("chess", "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "a side has two kings"),
        ("shogi", "4k4/9/4P4/9/9/9/9/4k4/9 b G 1", "a side has two kings"),
        ("shogi", "9/3K5/9/9/8K/5k3/9/9/9 w 2b 1", "a side has two kings"),
        ("shogi", "9/9/9/9/9/9/9/9/4K4 b G 1", "There is no king"),
        ("shogi", "2k5G/6+R2/7+RB/4N4/2P6/9/9/9/9 b BR2r3g4s3n4l17p 1", "more pieces than a set"),
        ("xiangqi", "3k1k3/9/9/9/9/9/9/9/9/R3K4 w", "a side has two kings"),
        ("xiangqi", "9/9/9/9/9/9/9/9/9/R3K4 w", "There is no king"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/R3K4 w", "isn't to move is in check"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/R8 w", None),
    ],
)
def test_a_position_that_none_is_searched_in_says_why(
    game: str, setup: str, why: str | None
) -> None:
    one = game_of(game)
    if why is None:
        search(one, one.start(Setup(setup)), 1, 100, 1)
        return
    with pytest.raises(Refused, match=why):
        search(one, one.start(Setup(setup)), 3, 100, 1)


class Corridor:
    """A board on which each side has one move at a time, and the last one mates."""

    checks = True

    def __init__(self, plies: int) -> None:
        self.left = plies

    def attacks(self, plies: int) -> list[int]:
        """The only move."""
        return [self.left] if self.left else []

    def defences(self) -> list[int]:
        """The only move."""
        return [self.left] if self.left else []

    def mated(self) -> bool:
        """At the end."""
        return True

    def push(self, move: int) -> None:
        """A step."""
        self.left -= 1

    def pop(self) -> None:
        """A step back."""
        self.left += 1

    def key(self) -> int:
        """What is left."""
        return self.left

    def written(self, move: int) -> Move:
        """A number."""
        return Move(str(move))


def test_the_longest_mate_that_may_be_asked_for_is_found() -> None:
    mate = Solver(Corridor(LONGEST), 100_000, monotonic() + 600).mate(LONGEST)
    assert mate.plies == LONGEST
    assert len(mate.line) == LONGEST
    assert mate.sound


# ------------------------------------------------------------------- beside a search of all lines


def mating(game: Checking[Any], state: Any, plies: int, checks: bool) -> set[str]:
    """The moves by which the side to move mates within so many plies, by trying all."""
    found = set()
    for move in game.legal_moves(state):
        after = game.step(state, move)
        if (checks or plies == 1) and not game.in_check(after):
            continue
        answers = game.legal_moves(after)
        if not answers:
            if game.in_check(after):
                found.add(move.text)
        elif plies > 2 and all(
            mating(game, game.step(after, answer), plies - 2, checks) for answer in answers
        ):
            found.add(move.text)
    return found


def chess_positions(draw: random.Random) -> Iterator[str]:
    """A king at the edge with a pawn or two, some pieces around it."""
    while True:
        squares = draw.sample(range(64), 7)
        board = dict(
            zip(squares, "kK" + draw.choice(("QR", "RR", "QN", "QB", "RB")) + "Npp", strict=True)
        )
        if any(piece == "p" and not 8 <= at < 56 for at, piece in board.items()):
            continue
        rows = ["".join(board.get(8 * rank + file, "1") for file in range(8)) for rank in range(8)]
        yield f"{'/'.join(rows)} w - - 0 1"


def xiangqi_positions(draw: random.Random) -> Iterator[str]:
    """A king with two advisers, some attackers on his half of the board."""
    while True:
        board = {draw.choice((3, 4, 5, 12, 13, 14)): "k", 85: "K"}
        for place in (3, 5, 13):
            if draw.random() < 0.5:
                board.setdefault(place, "a")
        for _ in range(draw.randint(3, 5)):
            board.setdefault(draw.randrange(45), draw.choice("RNCPR"))
        rows = ["".join(board.get(9 * rank + file, "1") for file in range(9)) for rank in range(10)]
        yield f"{'/'.join(rows)} w"


def shogi_positions(draw: random.Random) -> Iterator[str]:
    """A king near a corner, some attackers that jump and step, so that nothing can be put between."""
    while True:
        cells = {(draw.randrange(3), draw.randrange(3)): "k"}
        for _ in range(draw.randint(3, 6)):
            cells.setdefault(
                (draw.randrange(5), draw.randrange(5)), draw.choice(("S", "G", "N", "P", "+P"))
            )
        rows = []
        for rank in range(9):
            row = "".join(cells.get((file, rank), "1") for file in range(9))
            rows.append(row)
        pieces = "".join(cells.values())
        if any(rank < 2 and piece in "NP" for (_, rank), piece in cells.items()):
            continue
        hand = draw.choice(["G", "GS", "GN", "2G"])
        if pieces.count("P") > 1:
            continue
        yield f"{'/'.join(rows)} b {hand}2l2b 1"


@pytest.mark.parametrize(
    ("id", "positions", "count"),
    [
        ("shogi", shogi_positions, 60),
        ("xiangqi", xiangqi_positions, 60),
        ("chess", chess_positions, 40),
    ],
)
def test_mates_are_those_that_a_search_of_all_lines_finds(
    id: str, positions: Callable[[random.Random], Iterator[str]], count: int
) -> None:
    """Their length, the first move and its cooks, of each position that can be searched."""
    game = game_of(id)
    assert isinstance(game, Checking)
    checks = id != "chess"
    kinds: Counter[int | None] = Counter()
    for setup in positions(random.Random(11)):
        state = game.start(Setup(setup))
        try:
            mate = search(game, state, 3, 100_000, 600)
        except Refused:  # the king is in check already
            continue
        by_all = next((n for n in (1, 3) if mating(game, state, n, checks)), None)
        assert mate.plies == by_all, setup
        if by_all is not None:
            moves = {mate.line[0].text, *(move.text for ply, move in mate.cooks if not ply)}
            known = mating(game, state, by_all, checks)
            assert mate.certain
            assert moves == known if by_all > 1 else moves <= known, setup
        kinds[by_all] += 1
        if kinds.total() == count:
            break
    assert all(kinds[length] > 1 for length in (1, 3, None)), kinds


@needs("fairy-stockfish")
def test_mates_of_chess_are_those_that_an_engine_finds() -> None:
    game = game_of("chess")
    engine = subprocess.Popen(
        [program("fairy-stockfish")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    kinds: Counter[int | None] = Counter()
    with engine:
        for setup in chess_positions(random.Random(5)):
            try:
                mate = search(game, game.start(Setup(setup)), 3, 100_000, 600)
            except Refused:
                continue
            engine.stdin.write(f"ucinewgame\nposition fen {_short(setup)}\ngo mate 2 depth 10\n")
            engine.stdin.flush()
            found: int | None = None
            for line in iter(engine.stdout.readline, ""):
                if (
                    " score mate " in line
                    and " upperbound" not in line
                    and " lowerbound" not in line
                ):
                    moves = int(line.split(" score mate ")[1].split()[0])
                    found = 2 * moves - 1 if 0 < moves <= 2 else None
                elif " score cp " in line:
                    found = None
                if line.startswith("bestmove"):
                    break
            assert mate.plies == found, setup
            kinds[mate.plies] += 1
            if min(kinds[1], kinds[3]) > 2:
                break
            assert kinds.total() < 150
        engine.stdin.write("quit\n")


def _short(setup: str) -> str:
    """The position with empty squares counted, as engines want it."""
    return re.sub("1+", lambda ones: str(len(ones[0])), setup.split(" ")[0]) + " w - - 0 1"
