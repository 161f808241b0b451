"""What the headers of a new record say of the time that each player has."""

from __future__ import annotations

import pytest

from viewer.formats import FORMATS
from viewer.games.time_controls import TimeLimit

ABSOLUTE, INCREMENT = TimeLimit(10), TimeLimit(10, 5)
EACH_MOVE, PERIODS, CANADIAN = TimeLimit(10, 30, 1), TimeLimit(10, 30, 3), TimeLimit(10, 300, 1, 15)


@pytest.mark.parametrize(
    ("game", "format_", "limit", "said"),
    [
        ("chess", "pgn", ABSOLUTE, {"TimeControl": "600"}),
        ("chess", "pgn", INCREMENT, {"TimeControl": "600+5"}),
        ("chess", "pgn", EACH_MOVE, {}),
        ("chess", "pgn", CANADIAN, {}),
        ("go", "sgf", ABSOLUTE, {"TM": "600"}),
        ("go", "sgf", INCREMENT, {"TM": "600", "OT": "5 fischer"}),
        ("go", "sgf", PERIODS, {"TM": "600", "OT": "3x30 byo-yomi"}),
        ("go", "sgf", CANADIAN, {"TM": "600", "OT": "15/300 Canadian"}),
        ("shogi", "kif", ABSOLUTE, {"持ち時間": "10分"}),
        ("shogi", "kif", EACH_MOVE, {"持ち時間": "10分", "秒読み": "30秒"}),
        ("shogi", "kif", INCREMENT, {}),
        ("shogi", "kif", CANADIAN, {}),
        ("shogi", "csa", EACH_MOVE, {"$TIME_LIMIT": "00:10+30"}),
        ("shogi", "csa", INCREMENT, {}),
        ("xiangqi", "dhtmlxq", INCREMENT, {"timerule": "每方10分钟，每步加5秒"}),
        ("xiangqi", "dhtmlxq", EACH_MOVE, {}),
    ],
)
def test_a_time_is_said_only_where_there_are_words(
    game: str, format_: str, limit: TimeLimit, said: dict[str, str]
) -> None:
    headers = FORMATS[format_].load().time_headers(game, limit)
    assert {header.key: header.value for header in headers} == said
