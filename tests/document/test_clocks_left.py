"""What is left on clocks where records say the times used and what time there was; time trouble by it."""

from __future__ import annotations

import pytest

from viewer.base.source import BytesSource
from viewer.document.reading.player_report import player_report
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.clocks import Clocks
from viewer.games.states import States
from viewer.tree.record import Record, with_header

KIF = """開始日時：2026/11/30
{rule}手合割：平手
先手：甲野
後手：乙山
手数----指手---------消費時間--
   1 ７六歩(77)   ( {0}/00:00:00)
   2 ３四歩(33)   ( {1}/00:00:00)
   3 ２六歩(27)   ( {2}/00:00:00)
   4 ８四歩(83)   ( {3}/00:00:00)
   5 投了         ( 0:00/00:00:00)
"""
CSA = "V3.0\nN+甲野\nN-乙山\n{rule}\nPI\n+\n+7776FU,T{0}\n-3334FU,T{1}\n+2726FU,T{2}\n-8384FU,T{3}\n%TORYO\n"
JKF = (
    '{{"header":{{"先手":"甲野","後手":"乙山","持ち時間":"{rule}"}},"moves":[{{}},'
    '{{"move":{{"from":{{"x":7,"y":7}},"to":{{"x":7,"y":6}},"piece":"FU"}},"time":{{"now":{{"m":0,"s":{0}}}}}}},'
    '{{"move":{{"from":{{"x":3,"y":3}},"to":{{"x":3,"y":4}},"piece":"FU"}},"time":{{"now":{{"m":0,"s":{1}}}}}}},'
    '{{"move":{{"from":{{"x":2,"y":7}},"to":{{"x":2,"y":6}},"piece":"FU"}},"time":{{"now":{{"m":0,"s":{2}}}}}}}]}}'
)
PGN = (
    '[White "A"]\n[Black "B"]\n[TimeControl "{rule}"]\n\n'
    "1. e4 {{[%emt 0:00:{0:02}]}} e5 {{[%emt 0:00:{1:02}]}}"
    " 2. f4 {{[%emt 0:00:{2:02}]}} d6 {{[%emt 0:00:{3:02}]}} *\n"
)


def record_of(format: str, text: str) -> Record:
    record: Record = FORMATS[format].load().read(BytesSource(text.encode())).record(0)
    return record


def clocks(format: str, text: str) -> list[tuple[str, str]]:
    """What both clocks show after each node of the main line but the root."""
    record = record_of(format, text)
    found = Clocks(States(game_of(record.game), record), FORMATS[format].load().time_control)
    return [
        (first.clock, second.clock)
        for first, second in map(found.at, list(record.root.main_line())[1:])
    ]


def kif(rule: str, *used: str) -> str:
    return KIF.format(*used, rule=rule and f"持ち時間：{rule}\n")


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("kif", kif("各１分", "0:10", "0:20", "0:45", "0:01")),
        ("kif", kif("1分 秒読み60秒", "0:10", "0:20", "0:45", "0:01")),
        ("csa", CSA.format(10, 20, 45, 1, rule="$TIME_LIMIT:00:01+00")),
        ("csa", CSA.format(10, 20, 45, 1, rule="$TIME:60+10+0")),
        ("pgn", PGN.format(10, 20, 45, 1, rule="60")),
    ],
)
def test_what_is_left_is_what_there_was_without_the_times_used(format: str, text: str) -> None:
    assert clocks(format, text)[:4] == [
        ("0:00:50", ""),
        ("0:00:50", "0:00:40"),
        ("0:00:05", "0:00:40"),
        ("0:00:05", "0:00:39"),
    ]


def test_increments_and_stages_are_added() -> None:
    assert clocks("pgn", PGN.format(10, 20, 45, 1, rule="60+5"))[-1] == ("0:00:15", "0:00:49")
    assert clocks("pgn", PGN.format(10, 20, 45, 1, rule="2/60:30"))[-1] == ("0:00:35", "0:01:09")
    assert clocks("kif", kif("60+0+5", "0:10", "0:20", "0:45", "0:01"))[3] == ("0:00:15", "0:00:49")
    jkf = JKF.format(10, 20, 45, rule="1分")
    assert clocks("jkf", jkf) == [("0:00:50", ""), ("0:00:50", "0:00:40"), ("0:00:05", "0:00:40")]


def test_in_byoyomi_nothing_is_left() -> None:
    assert clocks("kif", kif("1分+30秒", "0:50", "0:20", "0:29", "0:00"))[2] == (
        "0:00:00",
        "0:00:40",
    )


@pytest.mark.parametrize(
    ("rule", "used"),
    [
        ("", ("0:10", "0:20", "0:45", "0:01")),
        ("0分+30秒", ("0:10", "0:20", "0:45", "0:01")),
        ("各3日", ("0:10", "0:20", "0:45", "0:01")),
        ("各１分", ("0:00", "0:00", "0:00", "0:00")),  # written without measuring
    ],
)
def test_without_times_or_an_allowance_nothing_is_known(rule: str, used: tuple[str, ...]) -> None:
    assert set(clocks("kif", kif(rule, *used))) == {("", "")}


def test_a_clock_that_is_said_goes_before_one_that_is_computed() -> None:
    text = (
        '[TimeControl "60"]\n\n1. e4 {[%emt 0:00:10] [%clk 0:00:40]} e5 {[%emt 0:00:10]}'
        " 2. f4 {[%emt 0:00:05]} *\n"
    )
    assert clocks("pgn", text) == [("0:00:40", ""), ("0:00:40", "0:00:50"), ("0:00:35", "0:00:50")]


def test_another_allowance_in_the_headers_counts_once_the_one_before_is_forgotten() -> None:
    record = record_of("kif", kif("各１分", "0:10", "0:20", "0:45", "0:01"))
    found = Clocks(States(game_of(record.game), record), FORMATS["kif"].load().time_control)
    node = record.root.children[0]
    assert found.at(node)[0].clock == "0:00:50"
    record.headers = with_header(record.headers, "持ち時間", "各１時間")
    found.forget()
    assert found.at(node)[0].clock == "0:59:50"


@pytest.mark.parametrize(
    ("rule", "used", "row"),
    [
        ("各１分", ("0:10", "0:20", "0:45", "0:01"), "little time left"),
        ("各10分", ("0:10", "0:20", "0:45", "0:01"), "enough time"),
        ("各1分+30秒", ("1:10", "0:20", "0:15", "0:01"), "little time left"),
        ("", ("0:10", "0:20", "0:45", "0:01"), "no clock times"),
        ("各１分", ("0:00", "0:00", "0:00", "0:00"), "no clock times"),
    ],
)
@pytest.mark.parametrize("format", ["kif", "csa"])
def test_games_of_shogi_are_counted_by_time_trouble(
    format: str, rule: str, used: tuple[str, ...], row: str
) -> None:
    text = kif(rule, *used)
    if format == "csa":
        seconds = [60 * int(one[0]) + int(one[2:]) for one in used]
        minutes = {"各１分": "00:01+00", "各10分": "00:10+00", "各1分+30秒": "00:01+30"}.get(rule)
        text = CSA.format(*seconds, rule=(minutes and f"$TIME_LIMIT:{minutes}") or "$EVENT:x")
    report = player_report(FORMATS[format].load().read(BytesSource(text.encode())), "甲野")
    assert [one.name.text() for one in report.rows("trouble")] == [row]
