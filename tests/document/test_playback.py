"""When each node of a line is due in playback, by the times of each format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import viewer
from viewer.base.settings import Settings
from viewer.document.reading.playback import Pace, Schedule, is_pause_point, pace_of
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.clocks import Clocks
from viewer.games.states import States
from viewer.games.time_controls import UNKNOWN
from viewer.tree.node import Node
from viewer.tree.record import Record

ANY = Pace(longest=0)


def schedule_of(folder: Path, name: str, text: str) -> Schedule:
    """The schedule of the main line of a file."""
    path = folder / name
    path.write_bytes(text.encode())
    found = viewer.load(path)
    record = found.record(0)
    states = States(game_of(record.game), record)
    clocks = Clocks(states, FORMATS[found.format].load().time_control)
    return Schedule(list(record.root.main_line()), clocks)


def waits(schedule: Schedule, pace: Pace = ANY) -> list[float]:
    return [round(schedule.wait(index, pace).seconds, 3) for index in range(1, len(schedule.line))]


def step(kind: str, value: object, **more: object) -> dict[str, object]:
    return {"action": {"type": kind, "value": value}, **more}


def move(x: int, **more: object) -> dict[str, object]:
    return step("move", {"color": 1 + x % 2, "point": {"x": x, "y": 0}}, **more)


def wei7(*steps: object, **more: object) -> str:
    return json.dumps({"format": "wei7", "version": "3.0", "tree": {"steps": steps, **more}})


# ------------------------------------------------------------------------------ wei7's moments


def test_moments_are_seconds_since_the_beginning(tmp_path: Path) -> None:
    text = wei7(move(0, time=4), move(1, time=4.5), step("message", "hi", time=10))
    assert waits(schedule_of(tmp_path, "a.wei7", text)) == [4, 0.5, 5.5]


def test_a_moment_before_an_earlier_one_is_no_wait(tmp_path: Path) -> None:
    text = wei7(move(0, time=10), move(1, time=5), move(2, time=8), move(3, time=12))
    assert waits(schedule_of(tmp_path, "a.wei7", text)) == [10, 0.12, 0.12, 2]


def test_steps_without_a_moment_share_the_time_around_them(tmp_path: Path) -> None:
    text = wei7(move(0, time=2), move(1), step("message", "hi"), move(2, time=8), move(3))
    assert waits(schedule_of(tmp_path, "a.wei7", text)) == [2, 3, 0.12, 3, 2]


def test_without_moments_each_move_and_each_preset_position_is_a_pause(tmp_path: Path) -> None:
    branch = {"title": "t", "branches": [{"pre": {"comment": "c"}, "steps": [move(2)]}]}
    text = wei7(move(0), step("message", "hi"), move(1), branches=[branch, {"steps": [move(3)]}])
    schedule = schedule_of(tmp_path, "a.wei7", text)
    # root, move, message, move, title, preset position, move
    paused = [True, True, False, True, False, True, True]
    assert [is_pause_point(node) for node in schedule.line] == paused
    assert not schedule.timed
    assert waits(schedule) == [2, 2, 1, 2, 1, 2]


# ----------------------------------------------------------------------------- other formats


def test_times_used_of_kif(tmp_path: Path) -> None:
    text = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
   2 ３四歩(33)   ( 1:10/00:01:10)
   3 投了         ( 0:05/00:00:08)
"""
    assert waits(schedule_of(tmp_path, "a.kif", text)) == [3, 70, 5]


def test_times_used_of_csa(tmp_path: Path) -> None:
    text = "V2.2\nPI\n+\n+7776FU\nT12\n-3334FU\nT7\n%TORYO\nT1\n"
    assert waits(schedule_of(tmp_path, "a.csa", text)) == [12, 7, 1]


def test_times_used_of_pgn(tmp_path: Path) -> None:
    text = '[Event "?"]\n\n1. e4 {[%emt 0:00:04]} e5 {[%emt 0:01:00]} 2. Nf3 *\n'
    assert waits(schedule_of(tmp_path, "a.pgn", text)) == [4, 60, 2]


def test_clocks_of_pgn_with_their_increment(tmp_path: Path) -> None:
    text = """[Event "?"]
[TimeControl "180+2"]

1. e4 {[%clk 0:02:55]} e5 {[%clk 0:03:02]} 2. Nf3 {[%clk 0:02:47]} Nc6 {[%clk 0:03:10]} *
"""
    # 180+2-175, none, 175+2-167; the last clock was set by hand: it says nothing
    assert waits(schedule_of(tmp_path, "a.pgn", text)) == [7, 0.5, 10, 2]


def test_clocks_of_sgf_into_byo_yomi(tmp_path: Path) -> None:
    moves = "B[aa]BL[100];W[bb]WL[90];B[cc]BL[60];W[dd]WL[30]OW[5];B[ee]BL[59];W[ff]WL[30]OW[5]"
    text = f"(;GM[1]FF[4]SZ[9]TM[120];{moves})"
    # W's last clock shows a full period again
    assert waits(schedule_of(tmp_path, "a.sgf", text)) == [20, 30, 40, 60, 1, 2]


def test_no_seconds_are_less_than_one(tmp_path: Path) -> None:
    text = "V2.2\nPI\n+\n+7776FU\nT0\n-3334FU\nT7\n"
    assert waits(schedule_of(tmp_path, "a.csa", text)) == [0.5, 7]


def test_times_that_were_never_measured_are_none(tmp_path: Path) -> None:
    text = "V2.2\nPI\n+\n+7776FU\nT0\n-3334FU\nT0\n"
    schedule = schedule_of(tmp_path, "a.csa", text)
    assert not schedule.timed
    assert waits(schedule) == [2, 2]


# ------------------------------------------------------------------------------------ the pace


def test_speed_and_the_longest_wait(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, "a.wei7", wei7(move(0, time=4), move(1, time=104), move(2)))
    assert waits(schedule, Pace(speed=4, longest=0)) == [1, 25, 0.5]
    assert waits(schedule, Pace(speed=0.5, longest=30)) == [8, 30, 4]
    assert waits(schedule, Pace(speed=1000, longest=30)) == [0.12, 0.12, 0.12]
    assert schedule.wait(2, Pace(longest=30)) == (30, 100)
    assert schedule.wait(2, Pace(longest=100)) == (100, 100)
    assert schedule.wait(2, Pace(own=False)) == (2, None)


def test_an_even_pace_asks_for_no_times(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, "a.wei7", wei7(move(0, time=4), move(1, time=104)))
    assert waits(schedule, Pace(own=False, seconds=3)) == [3, 3]


def test_the_pace_of_the_settings() -> None:
    settings = Settings()
    assert pace_of(settings) == Pace(True, 1, 2, 30)
    settings.set("playback-pace", "even")
    settings.set("playback-speed", "0.5")
    settings.set("playback-seconds", 5)
    settings.set("playback-longest", 0)
    assert pace_of(settings) == Pace(False, 0.5, 5, 0)


@pytest.mark.parametrize("text", ["1e999", "-5", "0", "9" * 400, "86399.5822023", "1e1"])
def test_no_moment_stops_playback(tmp_path: Path, text: str) -> None:
    steps = wei7(move(0, time=3), move(1, time=777)).replace("777", text)
    found = waits(schedule_of(tmp_path, "a.wei7", steps))
    assert all(0 < wait <= 7 * 86_400 for wait in found)


def test_twenty_thousand_plies(tmp_path: Path) -> None:
    steps = [move(index % 19, time=index) for index in range(20_000)]
    schedule = schedule_of(tmp_path, "a.wei7", wei7(*steps))
    assert len(schedule.line) == 20_001
    assert schedule.wait(20_000, ANY).seconds == 1


def test_a_record_without_a_line() -> None:
    root = Node(0, None)
    record = Record("go", root)
    states = States(game_of("go"), record)
    assert not Schedule([root], Clocks(states, lambda *_: UNKNOWN)).timed
