"""Curves of values: joined over small gaps, never with more points than pixels can show."""

from __future__ import annotations

from viewer.scene.curve import bars, curves, index_at, place_of


def test_a_value_stands_where_its_node_does() -> None:
    assert curves([0.5, 0.6, 0.4], 100) == [[(0, 0.5), (50, 0.6), (100, 0.4)]]
    assert [place_of(index, 5, 80) for index in (0, 2, 4)] == [0, 40, 80]
    assert [index_at(x, 5, 80) for x in (-3, 0, 29, 31, 80, 99)] == [0, 0, 1, 2, 4, 4]


def test_one_value_and_none() -> None:
    assert curves([], 100) == []
    assert curves([None, None], 100) == []
    assert curves([0.2], 100) == [[(0, 0.2)]]
    assert index_at(5, 0, 100) == 0


def test_small_gaps_are_bridged_and_large_ones_not() -> None:
    bridged = curves([0.1, None, None, 0.2], 30)
    assert bridged == [[(0, 0.1), (30, 0.2)]]
    assert len(curves([0.1, None, None, None, 0.2], 40)) == 2


def test_twenty_thousand_values_keep_their_extremes() -> None:
    values = [0.5] * 20_000
    values[7_777], values[7_778] = 0.0, 1.0
    (run,) = curves(values, 800)
    assert len(run) <= 4 * 801
    shares = [share for _, share in run]
    assert (min(shares), max(shares)) == (0.0, 1.0)
    assert [x for x, _ in run] == sorted(x for x, _ in run)
    assert run[0][0] == 0
    assert round(run[-1][0]) == 800


def test_bars_at_one_pixel_are_the_highest() -> None:
    assert bars([(1, 1.0), (2, 0.5)], 4, 3) == [(1, 1.0), (2, 0.5)]
    heights = [0.1] * 1_000
    heights[500] = 0.9
    found = bars(enumerate(heights), 1_000, 10)
    assert len(found) == 11
    assert max(height for _, height in found) == 0.9
