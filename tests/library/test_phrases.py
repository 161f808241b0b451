"""What is typed in the bar of a library, in languages that put blanks between words and in others."""

from __future__ import annotations

import pytest

from viewer.base.messages import Message
from viewer.games import game_of
from viewer.library.phrases import Understanding
from viewer.library.typed import moves_from

WITHOUT_BLANKS = {
    "since {what}": "{what}年以降",
    "after {what}": "{what}より後",
    "rating from {what}": "レーティング{what}以上",
    "event {what}": "棋戦 {what}",
}


def translated(message: Message) -> str:
    return WITHOUT_BLANKS.get(message.template, message.text())


@pytest.mark.parametrize(
    ("typed", "conditions"),
    [
        ("since 1900 event London", {"date_from": "1900", "event": "London"}),
        ("event: London", {"event": "London"}),
        ("event:London", {"words": "event:London"}),
        ("羽生 1990年以降", {"date_from": "1990", "words": "羽生"}),
        ("1840より後", {"date_from": "1841"}),
        ("レーティング1800以上", {"rating_from": "1800"}),
        ("棋戦 名人戦", {"event": "名人戦"}),
        ("棋戦：名人戦", {"event": "名人戦"}),
        ("棋戦名人戦", {"words": "棋戦名人戦"}),
    ],
)
def test_words_may_touch_their_value_where_the_language_has_no_blanks(
    typed: str, conditions: dict[str, str]
) -> None:
    assert Understanding(translated).conditions(typed) == conditions


@pytest.mark.parametrize(
    ("typed", "result"),
    [("1-0", "first"), ("1–0", "first"), ("0:1", "second"), ("½-½", "draw"), ("1/2-1/2", "draw")],
)
def test_results_are_typed_as_they_are_shown(typed: str, result: str) -> None:
    found = Understanding(translated).conditions(f"{typed} London")
    assert found == {"result": result, "words": "London"}


def test_other_numbers_are_no_results() -> None:
    for typed in ("2-1", "1-1-0", "event 1-0b"):
        assert "result" not in Understanding(translated).conditions(typed)


@pytest.mark.parametrize(
    ("typed", "game", "neutral"),
    [
        ("1. e4 c5", "chess", ["e2e4", "c7c5"]),
        ("e4, c5", "chess", ["e2e4", "c7c5"]),
        ("炮二平五 马8进7", "xiangqi", ["h2e2", "h9g7"]),
        ("炮二平五，马8进7", "xiangqi", ["h2e2", "h9g7"]),
        ("1.炮二平五马8进7 2.马二进三", "xiangqi", ["h2e2", "h9g7", "h0g2"]),
        ("▲７六歩△３四歩▲２六歩", "shogi", ["7g7f", "3c3d", "2g2f"]),
        ("７六歩３四歩", "shogi", ["7g7f", "3c3d"]),
    ],
)
def test_moves_with_blanks_between_them_and_without(
    typed: str, game: str, neutral: list[str]
) -> None:
    found = Understanding(translated).conditions(typed)
    assert found == {"game": game, "moves": typed}
    rules = game_of(game)
    assert list(moves_from(rules, rules.start(None), typed)) == neutral


@pytest.mark.parametrize(
    "typed", ["e4", "炮二平五", "７六歩", "屏风马", "Morphy, Paul", "炮二平五炮"]
)
def test_a_single_move_and_other_words_are_no_moves(typed: str) -> None:
    assert Understanding(translated).conditions(typed) == {"words": typed}


@pytest.mark.parametrize(
    ("typed", "games", "conditions"),
    [
        (
            "Karpov as Black 1. e4 c5",
            [],
            {"player": "Karpov", "side": "second", "game": "chess", "moves": "1. e4 c5"},
        ),
        ("player Karpov as white", ["chess"], {"player": "Karpov", "side": "first"}),
        ("Cho as Black", ["go"], {"player": "Cho", "side": "first"}),
        ("Cho as Black", [], {"player": "Cho", "side": "black"}),
        ("羽生 as 後手", [], {"player": "羽生", "side": "second"}),
        ("Karpov as it was", [], {"words": "Karpov as it was"}),
        (
            "after 1980 Karpov 1. e4",
            [],
            {"date_from": "1981", "words": "Karpov", "game": "chess", "moves": "1. e4"},
        ),
        ("comment 1. e4 c5", [], {"comment": "1. e4 c5"}),
        ("R+P v R", [], {"game": "chess", "material": "R+P v R"}),
        ("R+P v R", ["shogi"], {"game": "shogi", "material": "R+P v R"}),
        ("车兵对士象全", [], {"game": "xiangqi", "material": "车兵对士象全"}),
        ("Karpov 1. zz", [], {"words": "Karpov 1. zz"}),
    ],
)
def test_a_colour_and_moves_follow_a_player_and_material_stands_alone(
    typed: str, games: list[str], conditions: dict[str, str]
) -> None:
    assert Understanding(translated).conditions(typed, games) == conditions
