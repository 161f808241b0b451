"""Ten questions of each game's players, as docs/questions.md has them: the answers on a terminal."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.library.phrases import Understanding

PAGE = Path(__file__).parents[2] / "docs" / "questions.md"
CHESS = """\
[Event "Linares"]
[Date "1984.02.01"]
[Round "1"]
[White "Adler, Anna"]
[Black "Karpov, Anatoly"]
[Result "0-1"]
[WhiteElo "2550"]
[BlackElo "2700"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 0-1

[Event "Linares"]
[Date "1984.02.02"]
[Round "2"]
[White "Berg, Boris"]
[Black "Karpov, Anatoly"]
[Result "1/2-1/2"]
[WhiteElo "2480"]
[BlackElo "2700"]

1. e4 c5 2. Nf3 d6 3. Bb5+ {A novelty.} Bd7 1/2-1/2

[Event "Linares"]
[Date "1984.02.03"]
[Round "3"]
[White "Karpov, Anatoly"]
[Black "Adler, Anna"]
[Result "1-0"]
[WhiteElo "2700"]
[BlackElo "2550"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 1-0

[Event "Linares"]
[Date "1984.02.04"]
[Round "4"]
[White "Adler, Anna"]
[Black "Berg, Boris"]
[Result "1-0"]
[WhiteElo "2550"]
[BlackElo "2480"]

1. Nf3 c5 2. e4 d6 3. d4 cxd4 1-0

[Event "Endings"]
[Date "1990.01.01"]
[White "Costa, Carla"]
[Black "Dahl, Dora"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/4k3/7R/4P3/4K3/r7 w - - 0 1"]

1. Rh5+ Kd6 1/2-1/2
"""
XIANGQI = """\
[Game "Chinese Chess"]
[Event "全国个人赛"]
[Date "1965.05.01"]
[Red "上海 胡荣华"]
[Black "广东 杨官璘"]
[Result "1-0"]

1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ 4. 兵七进一 卒７进１ 1-0

[Game "Chinese Chess"]
[Event "全国个人赛"]
[Date "1978.05.01"]
[Red "柳大华"]
[Black "胡荣华"]
[Result "1/2-1/2"]

1. 炮二平五 马８进７ 2. 马二进三 卒７进１ 1/2-1/2

[Game "Chinese Chess"]
[Event "五羊杯"]
[Date "1990.01.01"]
[Red "吕钦"]
[Black "许银川"]
[Result "0-1"]

1. 兵七进一 炮２平３ {仙人指路对卒底炮} 0-1

[Game "Chinese Chess"]
[Event "残局"]
[Date "1991.01.01"]
[Red "胡荣华"]
[Black "吕钦"]
[Result "1-0"]
[FEN "2bakab2/9/9/9/4P4/9/9/9/4A4/R3KA3 w - - 0 1"]

1. 车九进三 象７进５ 1-0
"""
GO = (
    ("Cho Chikun", "Kobayashi Koichi", "1985-01-16", "Kisei", "B+R", "qd dd pq dp fq cn jp"),
    ("Kobayashi Koichi", "Cho Chikun", "1986-01-16", "Kisei", "W+2.5", "dp pp cd pd qf nc rd"),
    ("Takemiya Masaki", "Cho Chikun", "1988-06-01", "Honinbo", "B+T", "pd dp pp dd pj nc lc"),
    ("Cho Chikun", "Takemiya Masaki", "1989-06-01", "Honinbo", "W+R", "qd dc dq pq de ee ef"),
)
JOSEKI = "(;GM[1]SZ[19](;B[cp]C[Komoku];W[dq])(;W[qd];B[od]))\n"
SHOGI = (
    (
        "羽生善治",
        "谷川浩司",
        "1995/02/01",
        "王将戦",
        "四間飛車",
        "７六歩(77) ３四歩(33) ６六歩(67) ８四歩(83) ６八飛(28) 投了",
    ),
    (
        "谷川浩司",
        "羽生善治",
        "1996/02/01",
        "王将戦",
        "横歩取り",
        "７六歩(77) ３四歩(33) ２六歩(27) ８四歩(83) *新手 ２五歩(26) 投了",
    ),
    (
        "大山康晴",
        "升田幸三",
        "1958/06/01",
        "名人戦",
        "矢倉",
        "２六歩(27) ３四歩(33) ７六歩(77) 投了",
    ),
    (
        "羽生善治",
        "佐藤康光",
        "2000/02/01",
        "名人戦",
        "四間飛車",
        "７六歩(77) ８四歩(83) ６六歩(67) 千日手",
    ),
)
ANSWERS = {
    "chess": (
        ("d4 ", "Bb5+ ", "2 moves, 2 games"),
        ("#1 @4", "#2 @4", "#4 @4", "3 games found"),
        ("c5 ", "One move, 2 games"),
        ("#1 @6", "#4 @6", "2 games found"),
        ("#3: Karpov", "One game found"),
        ("#5 @0", "One game found"),
        ("#1", "#2", "#4", "3 games found"),
        ("#2 @5", "One game found"),
        ("1  Karpov", "2  Adler", "3  Berg", "4 games of 3 players"),
        ("5 moves of 5 positions from 2 games",),
    ),
    "go": (
        ("W fc ", "a.sgf", "9 places in 3 games"),
        ("c.sgf#1 @2", "One game found"),
        ("D16 ", "D4 ", "2 moves, 2 games"),
        ("b.sgf", "c.sgf", "2 games found"),
        ("joseki.sgf#1 @1: Komoku", "joseki.sgf#1 @3", "2 places"),
        ("a.sgf", "b.sgf", "2 games found"),
        ("a.sgf", "b.sgf", "2 games found"),
        ("b.sgf", "c.sgf", "2 games found"),
        ("d.sgf#1 @6", "One game found"),
        ("One game written to fuseki.pdf",),
    ),
    "xiangqi": (
        ("#4 @0", "One game found"),
        ("#1", "One game found"),
        ("#1", "#2", "#4", "3 games found"),
        ("#1", "One game found"),
        ("#1", "#2", "2 games found"),
        ("马８进７ ", "One move, 2 games"),
        ("#1", "#4", "2 games found"),
        ("#3", "One game found"),
        ("#4", "One game found"),
        ("#3 @2", "One game found"),
    ),
    "shogi": (
        ("a.kif", "d.kif", "2 games found"),
        ("a.kif#1 @2", "b.kif#1 @2", "2 games found"),
        ("２六歩", "６六歩", "2 moves, 2 games"),
        ("a.kif", "d.kif", "2 games found"),
        ("a.kif", "b.kif", "2 games found"),
        ("四間飛車: 2", "横歩取り: 1", "矢倉: 1", "3 groups of 4 games"),
        ("c.kif", "One game found"),
        ("b.kif#1 @4", "One game found"),
        ("a.kif#1 @3", "d.kif#1 @3", "2 games found"),
        ("10 moves of 8 positions from 3 games",),
    ),
}
"""What each command prints, in this order."""
TYPED = {
    "karpov as black 1. e4 c5 2. Nf3 d6": {
        "player": "karpov",
        "side": "second",
        "game": "chess",
        "moves": "1. e4 c5 2. Nf3 d6",
    },
    "player hrh against yangguanlin": {"player": "hrh", "opponent": "yangguanlin"},
    "player 羽生 against 谷川": {"player": "羽生", "opponent": "谷川"},
    "player cho the player won": {"player": "cho", "result": "player"},
    "opening B5": {"opening": "B5"},
    "comment novelty": {"comment": "novelty"},
    "event kisei": {"event": "kisei"},
    "from 1986 until 1988": {"date_from": "1986", "date_to": "1988"},
    "五羊杯 from 1985 until 1995": {"words": "五羊杯", "date_from": "1985", "date_to": "1995"},
    "名人戦 from 1950 until 1959": {"words": "名人戦", "date_from": "1950", "date_to": "1959"},
    "opening 四間飛車": {"opening": "四間飛車"},
    "opening pfm": {"opening": "pfm"},
    "has a set-up position": {"has-set-up": True},
}
"""What the page says is typed in the search line."""
COLOURS = {
    "karpov as white the player won rating from 2600": (
        "chess",
        {"player": "karpov", "side": "first", "result": "player", "rating_from": "2600"},
    ),
    "cho as white": ("go", {"player": "cho", "side": "second"}),
    "胡荣华 as red the player won": (
        "xiangqi",
        {"player": "胡荣华", "side": "first", "result": "player"},
    ),
    "羽生 as 先手": ("shogi", {"player": "羽生", "side": "first"}),
}
"""The same with a colour, in a library of one game."""


def commands(game: str) -> list[str]:
    """The commands of a game's section."""
    section = (
        PAGE.read_text("utf-8").partition(f"## {game.capitalize()}\n")[2].partition("\n## ")[0]
    )
    return [line.strip() for line in section.splitlines() if line.startswith("    qipu ")]


def kif(first: str, second: str, date: str, event: str, opening: str, moves: str) -> str:
    lines = [f"開始日時：{date}", f"棋戦：{event}", f"戦型：{opening}", "手合割：平手"]
    lines += [f"先手：{first}", f"後手：{second}", "手数----指手---------消費時間--"]
    number = 0
    for move in moves.split():
        number += not move.startswith("*")
        lines.append(move if move.startswith("*") else f"{number:4} {move}")
    return "\n".join(lines) + "\n"


def sgf(black: str, white: str, date: str, event: str, result: str, moves: str) -> str:
    head = (
        f"(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]PB[{black}]PW[{white}]DT[{date}]EV[{event}]RE[{result}]"
    )
    played = (f";{'BW'[at % 2]}[{move}]" for at, move in enumerate(moves.split()))
    return f"{head}{''.join(played)})\n"


def write(game: str, folder: Path) -> None:
    """The files of a game's library."""
    folder.mkdir()
    if game in ("chess", "xiangqi"):
        (folder / "games.pgn").write_text(CHESS if game == "chess" else XIANGQI, "utf-8")
    for at, name in enumerate("abcd"):
        if game == "go":
            (folder / f"{name}.sgf").write_text(sgf(*GO[at]), "utf-8")
            (folder.parent / "joseki.sgf").write_text(JOSEKI, "utf-8")
        elif game == "shogi":
            (folder / f"{name}.kif").write_text(kif(*SHOGI[at]), "utf-8")


@pytest.mark.parametrize("game", ANSWERS)
def test_ten_questions_of_its_players_have_answers(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    write(game, tmp_path / "games")
    assert main(["library", "build", "games", "--name", game.capitalize()]) == 0
    asked = commands(game)
    assert len(asked) == len(ANSWERS[game]) == 10
    for command, answer in zip(asked, ANSWERS[game], strict=True):
        capsys.readouterr()
        status = main(shlex.split(command)[1:])
        out, err = capsys.readouterr()
        assert status == 0, (command, err)
        at = 0
        for part in answer:
            at = out.find(part, at)
            assert at >= 0, (command, part, out)
            at += len(part)


@pytest.mark.parametrize("typed", TYPED)
def test_the_search_line_takes_what_the_page_says(typed: str) -> None:
    assert f"`{typed}`" in PAGE.read_text("utf-8")
    assert Understanding(str).conditions(typed) == TYPED[typed]


@pytest.mark.parametrize("typed", COLOURS)
def test_colours_are_those_of_the_game_of_a_library(typed: str) -> None:
    game, meant = COLOURS[typed]
    assert f"`{typed}`" in PAGE.read_text("utf-8")
    assert Understanding(str).conditions(typed, [game]) == meant
