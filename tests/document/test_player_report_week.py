"""A week of a player's games: each day the report is equal to counts that are made here, game by game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import analysed_games
import pytest
from analysed_games import SUFFIX, MadeGame, made, write

from viewer.document.reading.player_report import BY, player_report
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.capabilities import opening_of
from viewer.tree.action import Move, Terminal
from viewer.tree.annotation import CLOCK
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

ME, OTHER = "Adler, A", "Berg, B"
PLIES = 60
START = 300  # seconds on each clock
RESULTS = {
    "pgn": ("1-0", "1/2-1/2", "0-1", "*"),
    "sgf": ("B+R", "Draw", "W+R", ""),
    "kif": ("1-0", "1/2-1/2", "0-1", ""),
    "twixt": ("W+R", "Draw", "B+R", ""),  # there white begins
}
DAYS = {"pgn": "%Y.%m.%d", "sgf": "%Y-%m-%d", "kif": "%Y/%m/%d"}
UNEVALUATED = "without evaluations, or nothing lost"


class Known(NamedTuple):
    """What is known of a game: how it was made, whose it is, what its head and its clocks say."""

    game: str
    made: MadeGame
    side: int | None
    result: int
    against: str
    month: str
    opening: str
    least: float | None


@pytest.fixture(autouse=True)
def longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysed_games, "PLIES", PLIES)


def headed(record: Record, day: date, result: int, opening: str) -> Record:
    """A record with a date, a result, an opening and a time limit in its head."""
    id = SUFFIX[record.game]
    format_ = FORMATS[id].load()
    told = {
        "date": f"{day:{DAYS[id]}}",
        "result": RESULTS.get(record.game, RESULTS[id])[result],
        "opening": opening,
        "time-rule": "" if id == "kif" else str(START),
    }
    keys = {format_.key_of(role, record.game): text for role, text in told.items()}
    if id == "kif" and result < 3:
        ended(record, result)
    kept = [one for one in record.headers if one.key not in keys]
    more = [Header(key, text) for key, text in keys.items() if key and text]
    return Record(record.game, record.root, (*kept, *more))


def ended(record: Record, result: int) -> None:
    """Put the result behind the last move, from the view of the side to move there."""
    last = list(record.root.main_line())[-1]
    side = (len(last.path()) - 1) % 2
    word = "千日手" if result == 1 else "反則勝ち" if result == 2 * side else "投了"
    last.children = (Node(max(record.nodes) + 1, last, Terminal(word), {}),)


def clocked(record: Record, side: int, pace: int, chance: random.Random) -> float | None:
    """Put the clock of a side behind its moves; the least time that stood on it, None without clocks.

    `pace`: seconds that it takes at most for a move, 0 for no clocks.
    """
    if SUFFIX[record.game] == "kif" or pace == 0:
        return None
    left, least = START, START
    for ply, node in enumerate(record.root.main_line()):
        if ply and (ply - 1) % 2 == side:
            left = max(1, left - chance.randrange(pace))
            least = min(least, left)
            node.notes = {**node.notes, CLOCK: f"0:{left // 60:02}:{left % 60:02}"}
    return least


def counted(known: list[Known]) -> dict[str, dict[str, list[int]]]:
    """Wins, draws, losses, games without a result of each group."""
    found: dict[str, dict[str, list[int]]] = {by: {} for by in BY}
    for one in known:
        if one.side is None:
            continue
        game = game_of(one.game)
        trouble = "no clock times"
        if one.least is not None:
            trouble = "little time left" if one.least <= START / 10 else "enough time"
        groups = {
            "opening": opening(one) or "without a name",
            "colour": game.sides[one.side].name.text(),
            "phase": worst_phase(one),
            "trouble": trouble,
            "opponent": one.against,
            "month": one.month,
        }
        place = one.result if one.side == 0 or one.result == 3 else 2 - one.result
        for by, name in groups.items():
            found[by].setdefault(name, [0, 0, 0, 0])[place] += 1
    return found


def states_of(one: Known) -> Iterator[Any]:
    game = game_of(one.game)
    state = game.start(None)
    yield state
    for ply in one.made.plies:
        state = game.step(state, Move(ply.move))
        yield state


def opening(one: Known) -> str:
    """The last name of the first thirty plies; else that in the head."""
    names = [opening_of(game_of(one.game), state) for state in list(states_of(one))[:31]]
    named = [name.name for name in names if name is not None]
    return named[-1] if named else one.opening


PIECES = {
    "chess": ("queen", "rook", "bishop", "knight"),
    "xiangqi": ("rook", "horse", "cannon"),
    "shogi": tuple("LNSGBR"),
}
NAMES = {"chess": ("Opening", "Middlegame", "Endgame")}
USUAL = ("Opening", "Middle game", "Endgame")


def phase_of(game_id: str, state: Any, plies: int) -> int:
    """The phase of the next move, by the bounds that the report tells."""
    game = game_of(game_id)
    if game_id in PIECES:
        standing = 0
        for square, kind in game.pieces(state):
            name = kind.partition("-")[2] if "-" in kind else kind.lstrip("+").upper()
            on_board = game_id != "shogi" or square in {
                one for row in game.geometry.grid for one in row
            }
            standing += name in PIECES[game_id] and on_board
        left, most = {"shogi": ((17, 13), 40)}.get(game_id, ((10, 6), 24))
        if standing <= left[1]:
            return 2
        return 1 if standing <= left[0] or plies >= most else 0
    bounds = (10, 30)
    if game_id != "twixt":
        points = sum(len(row) for row in game.geometry.grid)
        bounds = (ceil(0.14 * points), ceil(0.4 * points))
    return (plies >= bounds[0]) + (plies >= bounds[1])


def worst_phase(one: Known) -> str:
    """The phase in which the side lost most."""
    lost = [0.0, 0.0, 0.0]
    before, phase = one.made.start, 0
    for plies, (state, ply) in enumerate(zip(states_of(one), one.made.plies, strict=False)):
        phase = max(phase, phase_of(one.game, state, plies))
        if ply.side == one.side:
            worse = before - ply.value if ply.side == 0 else ply.value - before
            lost[phase] += max(0.0, worse)
        before = ply.value
    if not any(lost):
        return UNEVALUATED
    return NAMES.get(one.game, USUAL)[lost.index(max(lost))]


@pytest.mark.parametrize("game", sorted(SUFFIX))
def test_a_week_of_games(game: str, tmp_path: Path) -> None:
    chance = random.Random(f"week of {game}")
    known: list[Known] = []
    today = date(2026, 10, 29)
    for day in range(7):
        for number in range(8 if day == 0 else chance.randrange(5)):
            side, pace = (0, 1, None)[len(known) % 3], (0, 6, 30, 30, 6)[len(known) % 5]
            against = (OTHER, "Dahl, D")[number % 2]
            names = {0: (ME, against), 1: (against, ME), None: (OTHER, "Cohn, C")}[side]
            record, one = made(game, names, chance)
            result, told = len(known) % 4, chance.choice(("", "Some opening"))
            record = headed(record, today, result, told)
            least = clocked(record, side or 0, pace, chance)
            write(tmp_path / f"{day}-{number}.{SUFFIX[game]}", [record])
            known.append(Known(game, one, side, result, against, f"{today:%Y-%m}", told, least))
        report = player_report(tuple(sorted(tmp_path.iterdir())), "A. Adler")
        said = {
            by: {
                row.name.text(): [row.won, row.drawn, row.lost, row.open] for row in report.rows(by)
            }
            for by in BY
        }
        assert said == counted(known)
        assert report.all.games == sum(one.side is not None for one in known)
        for by in BY:
            assert sorted(at for row in report.rows(by) for at in row.members) == list(
                range(report.all.games)
            )
        today += timedelta(days=1)
    assert len({one.month for one in known}) == 2
    assert {one.result for one in known if one.side} >= {0, 2}
    assert game == "shogi" or {row.name.text() for row in report.rows("trouble")} >= {
        "little time left",
        "enough time",
    }
