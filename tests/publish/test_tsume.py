"""Problems of shogi and xiangqi as their books print them, and shogi's boards."""

from __future__ import annotations

from typing import Any

import pytest
from pdf_texts import collection_of

from viewer.base.fields import values_of
from viewer.games import game_of
from viewer.games.printing import Answer, printing_of
from viewer.publish.book.exporters import SHEET_FIELDS, SheetSetter
from viewer.publish.book.setter import Drawings, DrawingStyle
from viewer.publish.book.typesetting import TypstFolder
from viewer.publish.outline import Position
from viewer.scene.theme import BOARD_THEMES

TSUME = (
    "後手の持駒：飛二　角二　金三　銀三　桂四　香四　歩十八\n"
    "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
    "| ・ ・ ・ ・ ・ ・ ・v玉 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
    "| ・ ・ ・ ・ ・ ・ ・ 銀 ・|三\n"
    + "".join(f"| ・ ・ ・ ・ ・ ・ ・ ・ ・|{rank}\n" for rank in "四五六七八九")
    + "+---------------------------+\n先手の持駒：金\n先手番\n手数----指手---------消費時間--\n"
    "   1 ２二金打\n   2 詰み\n\n変化：1手\n   1 １二金打\n*逃げられる。\n   2 ３一玉(21)\n"
)


def set_sheet(text: str, name: str = "g.kif", **values: str) -> SheetSetter:
    """A sheet that is set in Japanese."""
    chosen = values_of(SHEET_FIELDS, {"language": "ja", **values})
    with TypstFolder() as room:
        setter = SheetSetter(room, collection_of(text, name), "sheet", chosen, str)
        list(setter.set())
        return setter


def data_of(text: str, monkeypatch: pytest.MonkeyPatch, **values: str) -> dict[str, Any]:
    """The data of a sheet by the names of their files."""
    kept: dict[str, Any] = {}
    monkeypatch.setattr(TypstFolder, "put_data", lambda _, name, data: kept.update({name: data}))
    set_sheet(text, **values)
    return kept


def test_a_mating_problem_tells_its_moves_and_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    data = data_of(TSUME, monkeypatch)
    (problem,), (solution,) = data["problems-0.json"], data["solutions-0.json"]
    assert (problem["number"], problem["caption"], problem["sign"]) == ("第1問", "１手詰", "")
    final, line, other = solution["blocks"]
    assert (final["kind"], final["caption"]) == ("diagram", "詰上がり図")
    assert "".join(text for _, text in line["runs"]).replace("\u2060", "") == "▲２二金　まで１手詰"
    assert other["label"] == "紛れ"
    said = "".join(text for _, text in other["runs"]).replace("\u2060", "")
    assert said == "1手目▲１二金　逃げられる。△３一玉"


def test_what_the_defending_side_holds_is_told_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(**values: str) -> str:
        (problem,) = data_of(TSUME, monkeypatch, **values)["problems-0.json"]
        return "".join(text for text, *_ in problem["drawing"]["texts"])

    assert told() == "持駒"
    assert "十八" in told(hands="yes")


def test_boards_of_books_have_room_for_hands_in_words() -> None:
    game = game_of("shogi")
    printing, usual = printing_of(game), game.geometry
    board = printing.board(usual)
    assert board is printing.board(usual)
    assert not any("*" in square for square in board.squares)
    assert board.width < usual.width
    assert printing.board(usual, (0,)).width < board.width
    first, second = printing.held({"P*": 11, "b*": 1})
    assert first.pieces == (("P", "十一"),)
    assert second.pieces == (("b", ""),)


@pytest.mark.parametrize(("theme", "words"), [("book", "持駒なし持駒なし"), ("light", "")])
def test_hands_lie_on_stands_where_boards_are_of_wood(theme: str, words: str) -> None:
    game = game_of("shogi")
    state = game.start(None)
    position = Position(game.geometry_of(state), pieces=tuple(game.pieces(state)))
    drawn = Drawings(DrawingStyle(BOARD_THEMES[theme])).draw("shogi", position)
    assert "".join(text.text for text in drawn.texts) == words


@pytest.mark.parametrize(
    ("game", "answer", "asked"),
    [
        ("shogi", Answer(0, 5, True), "Mate in ５"),
        ("shogi", Answer(0, 11, True), "Mate in 11"),
        ("shogi", Answer(0, 3, False, said=("三手必至",)), "Brinkmate in ３"),
        ("shogi", Answer(0, 1, False), "Black's next move"),
        ("xiangqi", Answer(0, 5, True), "Red wins in 3"),
        ("xiangqi", Answer(1, 0, False, "0-1"), "Black to move and win"),
        ("xiangqi", Answer(0, 0, False, "1/2-1/2"), "Red to move and draw"),
        ("xiangqi", Answer(0, 0, False, "0-1"), "None"),
        ("go", Answer(0, 3, False), "None"),
    ],
)
def test_what_a_problem_asks(game: str, answer: Answer, asked: str) -> None:
    assert str(printing_of(game_of(game)).asked(answer)) == asked


def test_a_side_without_a_king_mates() -> None:
    printing = printing_of(game_of("shogi"))
    assert printing.holders({"k", "S"}, 0) == (0,)
    assert printing.holders({"K", "k"}, 0) == (0, 1)


BRINKMATE = (
    TSUME.replace("先手の持駒：金", "先手の持駒：金　銀")
    .replace(
        "   1 ２二金打\n   2 詰み\n", "   1 ３二銀打\n   2 １二玉(21)\n   3 ２二金打\n   4 中断\n"
    )
    .replace("   1 １二金打\n*逃げられる。\n   2 ３一玉(21)\n", "   1 １二金打\n*逃げられる。\n")
)


@pytest.mark.parametrize(
    ("task", "caption"),
    [("一手必至。", "１手必至"), ("十五手必至。", "15手必至"), ("必至問題です。", "３手必至")],
)
def test_a_brinkmate_takes_as_many_moves_as_the_words_say(
    monkeypatch: pytest.MonkeyPatch, task: str, caption: str
) -> None:
    text = BRINKMATE.replace("   1 ３二銀打\n", f"*{task}\n   1 ３二銀打\n")
    assert data_of(text, monkeypatch)["problems-0.json"][0]["caption"] == caption


def test_the_moves_of_the_mate_behind_a_brinkmate_arent_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = data_of(TSUME.replace("   1 ２二金打\n", "*必至問題。\n   1 ２二金打\n"), monkeypatch)
    assert data["problems-0.json"][0]["caption"] == "必至"


def test_the_solution_of_a_brinkmate_says_when_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TSUME.replace("   1 ２二金打\n   2 詰み\n", "*必至問題。\n   1 １二金打\n   2 中断\n")
    text = text.replace("変化：1手\n   1 １二金打\n*逃げられる。\n   2 ３一玉(21)\n", "")
    data = data_of(text, monkeypatch)
    assert data["problems-0.json"][0]["caption"] == "１手必至"
    said = "".join(one for _, one in data["solutions-0.json"][0]["blocks"][0]["runs"])
    assert said.replace("\u2060", "") == "▲１二金　まで１手必至"


NEXT = (
    "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n&問い\n*どう指す？\n"
    "   3 ２二角成(88)\n*正解。\n   4 同　銀(31)\n\n変化：3手\n   3 ６六歩(67)\n*穏やか。\n   4 ８四歩(83)\n"
)


def test_the_solution_of_a_next_move_tells_what_else_was_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = data_of(NEXT, monkeypatch, **{"from": "bookmarked"})
    line, right, other = data["solutions-0.json"][0]["blocks"]
    assert "".join(text for _, text in line["runs"]).replace("\u2060", "") == "▲２二角成"
    assert right["runs"][0][1] == "正解。"
    assert other["label"] == "紛れ"
    assert "穏やか。" in "".join(text for _, text in other["runs"])
    both = data_of(NEXT.replace("*穏やか", "*正解。穏やか"), monkeypatch, **{"from": "bookmarked"})
    assert both["solutions-0.json"][0]["blocks"][2]["label"] == "別解"
    alone = data_of(NEXT, monkeypatch, **{"from": "bookmarked", "solutions": "line"})
    assert "穏やか。" not in str(alone["solutions-0.json"])
