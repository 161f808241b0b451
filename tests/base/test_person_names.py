"""Spellings of one person's name: a team before it, characters, order."""

from __future__ import annotations

import pytest

from viewer.base.person_names import OwnNames, key_of


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


@pytest.mark.parametrize(
    ("own", "written"),
    [
        ("Fischer, Robert James", "R. Fischer"),
        ("Robert James Fischer", "FISCHER, Robert"),
        ("Someone Else; Müller, Jan", "mueller, j"),
        ("Fischer", "Fischer, Robert"),
        ("胡荣华", "上海 胡榮華"),
        ("藤沢里菜", "藤澤 里菜"),
        ("qipu_fan_99", "Qipu_Fan_99 (1850)"),
        ("qipu_fan_99", "qipu_fan_99 [3d]"),
        ("someone\n  棋迷99  ", "棋迷99"),
    ],
)
def test_own_names_are_found_however_they_are_written(own: str, written: str) -> None:
    assert OwnNames(own).has(written)


@pytest.mark.parametrize(
    ("own", "written"),
    [
        ("Fischer, Robert", "Fischer, Karl"),
        ("Fischer, Robert", ""),
        ("Fischer, Robert", "?"),
        ("qipu_fan_99", "qipu"),
        ("qipu_fan_99", "99 fan qipu"),
        ("magnus", "Magnus Carlsen"),
        ("胡荣华", "胡司令"),
        ("", "Fischer"),
        ("", ""),
        (" \n;；", "Fischer"),
    ],
)
def test_names_of_others_are_not_own(own: str, written: str) -> None:
    assert not OwnNames(own).has(written)


def test_no_names_are_nobody() -> None:
    assert not OwnNames("\n ; \n")
    assert OwnNames("a b").names == ("a b",)


def test_the_sides_of_a_player() -> None:
    own = OwnNames("Ben; Anna")
    assert [own.sides(names) for names in (("Ann", "Ben"), ("Anna", "ben"), ("", "?"))] == [
        [1],
        [0, 1],
        [],
    ]
