"""The clocks of games that are played, to the millisecond, by a clock that the test moves."""

from __future__ import annotations

import pytest

from viewer.games.match_clock import MatchClock, TimeLeft, TimeSystem

ABSOLUTE = TimeSystem(60)
FISCHER = TimeSystem(60, increment=5)
DELAY = TimeSystem(60, delay=5)
BYOYOMI = TimeSystem(60, period=30, periods=3)
SUDDEN = TimeSystem(0, period=30)
CANADIAN = TimeSystem(60, period=300, moves=3)


class Now:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def after(system: TimeSystem, *moves: int) -> TimeLeft:
    """What is left after moves for each of which so many milliseconds were thought."""
    left = system.beginning()
    for thought in moves:
        left = left.after(system, thought).moved(system)
    return left


@pytest.mark.parametrize(
    ("system", "moves", "left"),
    [
        (ABSOLUTE, (59_999,), (1, 0, 1, 1, False)),
        (ABSOLUTE, (60_000,), (0, 0, 0, 0, True)),
        (ABSOLUTE, (0, 0), (60_000, 0, 1, 1, False)),
        (FISCHER, (1_250, 1_000), (67_750, 0, 1, 1, False)),
        (FISCHER, (60_000,), (0, 0, 0, 0, True)),  # nothing is added to a clock that has fallen
        (DELAY, (5_000, 4_999, 6_001), (58_999, 0, 1, 1, False)),
        (DELAY, (65_000,), (0, 0, 0, 0, True)),
        (BYOYOMI, (59_000,), (1_000, 30_000, 3, 1, False)),
        (BYOYOMI, (60_000,), (0, 30_000, 3, 1, False)),
        (BYOYOMI, (89_999,), (0, 30_000, 3, 1, False)),
        (BYOYOMI, (90_000,), (0, 30_000, 2, 1, False)),  # one period is used up
        (BYOYOMI, (60_000, 29_999, 30_000), (0, 30_000, 2, 1, False)),
        (BYOYOMI, (149_999,), (0, 30_000, 1, 1, False)),
        (BYOYOMI, (150_000,), (0, 0, 0, 0, True)),
        (SUDDEN, (29_999, 29_999), (0, 30_000, 1, 1, False)),
        (SUDDEN, (30_000,), (0, 0, 0, 0, True)),
        (CANADIAN, (60_000, 100_000), (0, 200_000, 1, 1, False)),
        (CANADIAN, (60_000, 100_000, 100_000), (0, 300_000, 1, 3, False)),  # the period begins anew
        (CANADIAN, (60_000, 100_000, 200_000), (0, 0, 0, 0, True)),
    ],
)
def test_what_is_left(system: TimeSystem, moves: tuple[int, ...], left: tuple[object, ...]) -> None:
    assert tuple(after(system, *moves)) == left


def test_the_period_that_runs_is_shown_with_the_time_that_is_left_of_it() -> None:
    left = BYOYOMI.beginning().after(BYOYOMI, 95_500)
    assert (left.shown, left.periods, left.overtime) == (24_500, 2, True)


def test_only_the_clock_of_the_side_to_move_runs() -> None:
    now = Now()
    clock = MatchClock(FISCHER, now)
    assert not clock.running
    clock.start(0)
    now.seconds += 10
    assert (clock.left(0).main, clock.left(1).main) == (50_000, 60_000)
    clock.press()
    assert not clock.running
    clock.start(1)
    now.seconds += 2.5
    assert (clock.left(0).main, clock.left(1).main) == (55_000, 57_500)
    assert clock.clocks.left == (clock.left(0), clock.left(1))


def test_a_clock_that_is_stopped_goes_on_with_the_same_move() -> None:
    now = Now()
    clock = MatchClock(DELAY, now)
    clock.start(0)
    now.seconds += 4
    clock.stop()
    now.seconds += 1000
    assert clock.left(0).main == 60_000
    clock.start(0)
    now.seconds += 4
    assert clock.thought == 8_000
    assert clock.left(0).main == 57_000  # one delay for the move


def test_clocks_are_set_back_with_a_move() -> None:
    now = Now()
    clock = MatchClock(ABSOLUTE, now)
    clock.start(0)
    before = clock.kept()
    now.seconds += 10
    clock.press()
    clock.start(1)
    now.seconds += 10
    clock.set_back(before, 0)
    assert (clock.side, clock.running, clock.thought) == (0, False, 0)
    assert clock.left(0).main == clock.left(1).main == 60_000


def test_the_sleep_of_the_machine_does_not_count() -> None:
    now = Now()
    clock = MatchClock(ABSOLUTE, now)
    clock.start(0)
    now.seconds += 1
    assert not clock.tick()
    now.seconds += 3600
    assert clock.tick()
    assert clock.left(0).main == 59_000
    assert not clock.fallen


def test_the_flag_falls() -> None:
    now = Now()
    clock = MatchClock(SUDDEN, now)
    clock.start(0)
    now.seconds += 29
    assert not clock.fallen
    now.seconds += 1
    assert clock.fallen
    clock.stop()
    assert clock.fallen


def test_an_engine_is_told_of_less_time_than_it_has() -> None:
    now = Now()
    clock = MatchClock(TimeSystem(60, period=2), now)
    first, second = clock.clocks.spared(0).left
    assert (first.main, first.period) == (59_000, 1_500)
    assert second == clock.left(1)
