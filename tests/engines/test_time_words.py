"""What engines are told of the clocks, by their protocol."""

from __future__ import annotations

import pytest

from viewer.engines.time_words import go_words, gtp_left, gtp_settings
from viewer.games.match_clock import Clocks, TimeSystem

ABSOLUTE = TimeSystem(300)
FISCHER = TimeSystem(300, increment=5)
DELAY = TimeSystem(300, delay=2)
BYOYOMI = TimeSystem(60, period=30, periods=3)
CANADIAN = TimeSystem(60, period=300, moves=15)
GNU_GO = ("time_settings", "time_left")
KATAGO = (*GNU_GO, "kata-time_settings")


def clocks(system: TimeSystem, first: int, second: int) -> Clocks:
    """The clocks when the sides have thought for so many milliseconds on one move."""
    start = system.beginning()
    return Clocks(system, (start.after(system, first), start.after(system, second)))


@pytest.mark.parametrize(
    ("protocol", "system", "thought", "side", "words"),
    [
        ("uci", ABSOLUTE, (1500, 0), 0, "wtime 298500 btime 300000"),
        ("uci", FISCHER, (0, 500), 0, "wtime 300000 btime 299500 winc 5000 binc 5000"),
        ("uci", DELAY, (0, 0), 0, "wtime 300000 btime 300000 winc 2000 binc 2000"),
        ("uci", BYOYOMI, (0, 0), 0, "wtime 60000 btime 60000"),
        ("uci", BYOYOMI, (70_000, 0), 0, "wtime 20000 btime 60000 movestogo 1"),
        ("uci", BYOYOMI, (70_000, 0), 1, "wtime 20000 btime 60000"),
        ("uci", CANADIAN, (70_000, 0), 0, "wtime 290000 btime 60000 movestogo 15"),
        ("usi", ABSOLUTE, (0, 1000), 0, "btime 300000 wtime 299000 byoyomi 0"),
        ("usi", FISCHER, (0, 0), 0, "btime 300000 wtime 300000 binc 5000 winc 5000"),
        ("usi", BYOYOMI, (1000, 0), 0, "btime 59000 wtime 60000 byoyomi 30000"),
        ("usi", BYOYOMI, (60_000, 0), 1, "btime 0 wtime 60000 byoyomi 30000"),
        ("ucci", FISCHER, (0, 0), 1, "time 300000 increment 5000 opptime 300000 oppincrement 5000"),
        ("ucci", BYOYOMI, (70_000, 0), 0, "time 20000 movestogo 1 opptime 60000"),
        ("ucci", ABSOLUTE, (1000, 0), 1, "time 300000 increment 0 opptime 299000"),
    ],
)
def test_go(
    protocol: str, system: TimeSystem, thought: tuple[int, int], side: int, words: str
) -> None:
    assert go_words(protocol, clocks(system, *thought), side) == words


@pytest.mark.parametrize(
    ("system", "plain", "kata"),
    [
        (ABSOLUTE, "time_settings 300 0 0", "kata-time_settings absolute 300"),
        (FISCHER, "time_settings 300 0 0", "kata-time_settings fischer 300 5"),
        (BYOYOMI, "time_settings 60 30 1", "kata-time_settings byoyomi 60 30 3"),
        (CANADIAN, "time_settings 60 300 15", "kata-time_settings canadian 60 300 15"),
    ],
)
def test_settings_of_gtp(system: TimeSystem, plain: str, kata: str) -> None:
    assert gtp_settings(system, GNU_GO) == plain
    assert gtp_settings(system, KATAGO) == kata
    assert gtp_settings(system, ()) == ""


def test_time_left_of_gtp() -> None:
    some = clocks(BYOYOMI, 95_000, 1_000)
    assert gtp_left(some, ("B", "W"), GNU_GO) == ["time_left B 25 1", "time_left W 59 0"]
    assert gtp_left(some, ("B", "W"), KATAGO) == ["time_left B 25 2", "time_left W 59 0"]
    assert gtp_left(some, ("B", "W"), ("time_settings",)) == []
    some = clocks(CANADIAN, 70_000, 0)
    assert gtp_left(some, ("B", "W"), KATAGO) == ["time_left B 290 15", "time_left W 60 0"]
