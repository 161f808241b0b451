"""Spellings of one person's name: a team before it, characters, order."""

from __future__ import annotations

import pytest

from viewer.library.ask.names import key_of


@pytest.mark.parametrize(
    "name",
    [
        "胡荣华",
        "胡榮華",
        "上海 胡荣华",
        "上海胡荣华",
        "上海队胡荣华",
        "上海市队 胡榮華",
        "（上海）胡荣华",
    ],
)
def test_a_team_is_no_part_of_a_name(name: str) -> None:
    assert key_of(name) == ("胡荣华",)


@pytest.mark.parametrize(
    "name",
    [
        "上海",
        "上海队",
        "成都大学",
        "广东队联赛",
        "陈海南",
        "江苏",
        "东方不败",
        "藤沢里菜",
        "北京一",
    ],
)
def test_what_is_left_has_to_be_a_name(name: str) -> None:
    assert key_of(name) == (name.replace("沢", "泽"),)


def test_order_and_case_of_latin_names_do_not_count() -> None:
    assert key_of("Karpov, Anatoly") == key_of("anatoly KARPOV") == key_of("Анатолы Карпов")
