"""Material as players name it."""

from __future__ import annotations

import pytest

from viewer.games import game_of
from viewer.library.material import Counts, names_material, read_material, words_of

CHESS = [
    ("R+P v R", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("KRPKR", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("krp-kr", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("Q vs 2R", {"queen": 1}, {"rook": 2}),
    ("♖♙ – ♖", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("B+N v K", {"bishop": 1, "knight": 1}, {}),
    ("K v K", {}, {}),
]
FREE = (0, 2)
GUARDS = {"advisor": FREE, "elephant": FREE}
XIANGQI = [
    (
        "车兵对士象全",
        {"rook": 1, "pawn": 1, **GUARDS},
        {"advisor": 2, "elephant": 2},
    ),
    (
        "車兵對士象全",
        {"rook": 1, "pawn": 1, **GUARDS},
        {"advisor": 2, "elephant": 2},
    ),
    (
        "马炮对单缺象",
        {"horse": 1, "cannon": 1, **GUARDS},
        {"advisor": 2, "elephant": 1},
    ),
    ("單車對雙士", {"rook": 1, **GUARDS}, {"advisor": 2}),
    ("炮士对双士", {"cannon": 1, "advisor": 1}, {"advisor": 2}),
    ("三兵对光将", {"pawn": 3, **GUARDS}, {}),
]


def _read(id: str, text: str) -> tuple[Counts, Counts] | None:
    words = words_of(game_of(id))
    assert words is not None
    return read_material(words, text)


@pytest.mark.parametrize(
    ("id", "text", "one", "other"),
    [*(("chess", *row) for row in CHESS), *(("xiangqi", *row) for row in XIANGQI)],
)
def test_both_sides_are_read(id: str, text: str, one: dict, other: dict) -> None:
    found = _read(id, text)
    assert found is not None
    for counts, named in zip(found, (one, other), strict=True):
        said = {role: count for role, count in counts.items() if count != (0, 0)}
        assert said == {
            role: count if isinstance(count, tuple) else (count, count)
            for role, count in named.items()
        }


@pytest.mark.parametrize(
    "text",
    ["", "R", "1-0", "0-1", "R v", "v R", "R v X", "white-queen=0", "R2 v R", "Karpov – Kasparov"],
)
def test_what_names_no_material(text: str) -> None:
    assert _read("chess", text) is None
    assert _read("xiangqi", text) is None


def test_in_a_text_that_may_be_anything_letters_are_capitals() -> None:
    words = words_of(game_of("chess"))
    assert words is not None
    assert names_material(words, "R+P v R")
    assert not names_material(words, "r - k")
    assert words_of(game_of("go")) is None
