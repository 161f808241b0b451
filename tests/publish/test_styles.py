"""Styles: presets for the choices of an export."""

from __future__ import annotations

import pytest

from viewer.base.fields import values_of
from viewer.base.refused import Refused
from viewer.games import GAMES
from viewer.publish.kinds import KINDS
from viewer.publish.styles import STYLE, STYLES, USUAL, preset, styled, suits

_PARTS = "hmtvrD-"


@pytest.mark.parametrize("style", STYLES)
def test_every_kind_of_a_style_takes_its_values(style: str) -> None:
    keys = set(STYLES[style].values)
    for kind in STYLES[style].kinds:
        fields = KINDS[kind].load().fields
        chosen = preset(fields, style)
        keys -= set(chosen)
        assert values_of(fields, chosen).items() >= chosen.items()
    assert not keys  # each value is one of some field


@pytest.mark.parametrize("style", STYLES)
def test_a_style_has_a_picture_and_games(style: str) -> None:
    assert set("".join(STYLES[style].picture)) <= set(_PARTS)
    assert set(STYLES[style].games) <= set(GAMES)


def test_what_is_chosen_wins_over_the_style() -> None:
    fields = KINDS["pdf"].load().fields
    values = styled(fields, {STYLE: "informator", "size": "12"})
    assert (values["size"], values["diagram"]) == (12, STYLES["informator"].values["diagram"])
    assert styled(fields, {}) == styled(fields, {STYLE: USUAL})


def test_a_style_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="informator"):
        styled(KINDS["pdf"].load().fields, {STYLE: "x"})
    with pytest.raises(Refused, match="no option style"):
        styled(KINDS["svg"].load().fields, {STYLE: "study"})


def test_only_the_styles_of_a_game_are_offered() -> None:
    (field,) = [one for one in KINDS["pdf"].load().fields if one.key == STYLE]
    assert "informator" in suits(field.choices, "chess")
    assert "informator" not in suits(field.choices, "go")
    assert USUAL in suits(field.choices, "go")
