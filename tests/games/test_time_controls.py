"""What time players have, as headers say it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from viewer.games.time_controls import UNKNOWN, time_control


@pytest.mark.parametrize(
    ("text", "start", "increment"),
    [
        ("600", 600, 0),
        ("600+5", 600, 5),
        ("10.931+0.109", Fraction("10.931"), Fraction("0.109")),
        ("40/7200:20/3600:900+30", 7200, 0),
        ("各6時間", 6 * 3600, 0),
        ("各１時間30分", 5400, 0),
        ("９時間", 9 * 3600, 0),
        ("２日制 各８時間", 8 * 3600, 0),
        ("チェスクロック使用 各4時間", 4 * 3600, 0),
        ("10分", 600, 0),
        ("15分（切れ負け）", 900, 0),
        ("25分、切れ負け", 1500, 0),
        ("1分 秒読み60秒", 60, 0),
        ("15分＋60秒", 900, 0),
        ("60分 切れたら1分将棋", 3600, 0),
        ("10分、1手ごとに5秒加算", 600, 5),
        ("5分 フィッシャー 10秒", 300, 10),
        ("5分+10秒（フィッシャー）", 300, 10),
        ("00:25+00", 1500, 0),
        ("00:10+30", 600, 0),
        ("00:05+10F", 300, 10),
        ("30+0+5", 30, 5),
        ("900+30+0", 900, 0),
        ("每方60分钟，每步加30秒", 3600, 30),
        ("各10分鐘，讀秒30秒", 600, 0),
        ("15 minutes + 10 seconds increment per move, starting from move 1", 900, 10),
        ("15 min. + 10 s. per move", 900, 10),
    ],
)
def test_what_headers_allow(text: str, start: Fraction, increment: Fraction) -> None:
    control = time_control(text)
    assert (control.start, control.increment) == (start, increment)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "-",
        "*180",
        "0",
        "00:00+30",
        "0分+10秒",
        "1手30秒",
        "秒読み30秒",
        "持ち時間0秒、1手3日、考慮日数20日",
        "3日",
        "blitz",
    ],
)
def test_without_time_at_the_start_nothing_is_known(text: str) -> None:
    assert time_control(text) == UNKNOWN


def test_each_stage_adds_its_time_once() -> None:
    control = time_control("40/7200:20/3600:900+30")
    assert {n: control.added(n) for n in (1, 39, 40, 59, 60, 61)} == {
        1: 0,
        39: 0,
        40: 3600,
        59: 0,
        60: 900,
        61: 0,
    }
