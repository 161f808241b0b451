"""A PGN file of any number of xiangqi games in GB18030, for measuring: legal moves, headers of real files.

    make_xiangqi.py [--games 100000] [--plies 82] FILE

A few games are played at random and written again and again under other headers, as `make_games.py` does
for chess; about 1,160 bytes a game. The same number gives the same bytes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from make_games import repeated_games, write_asked_for

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from viewer.games import game_of  # the checkout's, not another one

_NAMES = (
    "胡荣华",
    "吕钦",
    "许银川",
    "赵国荣",
    "徐天红",
    "陶汉明",
    "柳大华",
    "李来群",
    "赵鑫鑫",
    "王天一",
)
_PLACES = ("广州", "上海", "北京", "成都", "杭州")
_TEAMS = ("广东", "上海", "江苏", "黑龙江", "湖北")
_OPENINGS = ("中炮对屏风马", "仙人指路", "飞相局", "起马局")
_WINDOWS = "gb18030"


def played(chance: random.Random, plies: int) -> str:
    """The movetext of a random game, a line for each number, without the result."""
    game = game_of("xiangqi")
    state = game.start(None)
    words: list[str] = []
    for ply in range(plies):
        moves = list(game.legal_moves(state))
        if not moves:
            break
        state = game.step(state, chance.choice(moves))
        text = game.notation(state, "chinese")
        words.append(f"{ply // 2 + 1}. {text}" if ply % 2 == 0 else text)
    return "\n".join(" ".join(words[at : at + 2]) for at in range(0, len(words), 2))


def games(
    count: int, plies: int = 82, distinct: int = 120, repeated: bool = False
) -> Iterator[str]:
    """Games with headers; `repeated`: the result comes twice."""
    end = "\n{0}\n{0}" if repeated else "\n{0}"
    return repeated_games(count, plies, distinct, played, _tags, end)


def _tags(chance: random.Random, number: int, count: int, result: str) -> dict[str, str]:
    year = 1956 + number * 70 // max(1, count)
    return {
        "Game": "Chinese Chess",
        "Event": f"{year}年全国象棋个人赛",
        "Site": chance.choice(_PLACES),
        "Date": f"{year}.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}",
        "Round": str(number % 11 + 1),
        "RedTeam": chance.choice(_TEAMS),
        "Red": chance.choice(_NAMES),
        "BlackTeam": chance.choice(_TEAMS),
        "Black": chance.choice(_NAMES),
        "Result": result,
        "ECCO": f"{chance.choice('ABCDE')}{number % 100:02}",
        "Opening": chance.choice(_OPENINGS),
    }


def make_file(
    path: Path | str, count: int = 100_000, plies: int = 82, repeated: bool = False
) -> Path:
    """Write a file of so many games; its path."""
    with open(path, "w", encoding=_WINDOWS, newline="\r\n") as file:
        file.writelines(games(count, plies, repeated=repeated))
    return Path(path)


if __name__ == "__main__":
    write_asked_for(make_file)
