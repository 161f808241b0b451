"""Material as players name it."""

from __future__ import annotations

from typing import Any

import pytest

from viewer.games import game_of
from viewer.library.failures import LibraryFailed
from viewer.library.material import material_from, material_text, material_words
from viewer.library.material_reading import MaterialSaid, names_material, read_material, words_of

CHESS = [
    ("R+P v R", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("KRPKR", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("krp-kr", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("Q vs 2R", {"queen": 1}, {"rook": 2}),
    ("♖♙ – ♖", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("B+N v K", {"bishop": 1, "knight": 1}, {}),
    ("K v K", {}, {}),
    ("Turm und Bauer gegen Turm", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("two rooks v queen", {"rook": 2}, {"queen": 1}),
    ("后对双车", {"queen": 1}, {"rook": 2}),
    ("ルークとポーン 対 ルーク", {"rook": 1, "pawn": 1}, {"rook": 1}),
    ("룩 대 룩", {"rook": 1}, {"rook": 1}),
    ("城堡對主教", {"rook": 1}, {"bishop": 1}),
    ("rook=1 pawn=1-2 v rook=1", {"rook": 1, "pawn": (1, 2)}, {"rook": 1}),
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
    ("車馬 對 砲", {"rook": 1, "horse": 1, **GUARDS}, {"cannon": 1, **GUARDS}),
    ("차 대 포", {"rook": 1, **GUARDS}, {"cannon": 1, **GUARDS}),
]
SHOGI = [
    ("飛車角", {"rook": (1, 2), "bishop": (1, 2)}, {}),
    ("飞角", {"rook": (1, 2), "bishop": (1, 2)}, {}),
    ("角 対 飛", {"bishop": (1, 2)}, {"rook": (1, 2)}),
    ("二枚飛", {"rook": 2}, {}),
    ("龍と馬", {"dragon": (1, 2), "horse": (1, 2), "tokin": (1, 18)}, {}),
    ("Turm gegen 2 Goldgeneral", {"rook": (1, 2)}, {"gold": (2, 4)}),
]


def _read(id: str, text: str) -> MaterialSaid | None:
    words = words_of(game_of(id))
    assert words is not None
    return read_material(words, text)


@pytest.mark.parametrize(
    ("id", "text", "one", "other"),
    [
        *(("chess", *row) for row in CHESS),
        *(("xiangqi", *row) for row in XIANGQI),
        *(("shogi", *row) for row in SHOGI),
    ],
)
def test_both_sides_are_read(
    id: str, text: str, one: dict[str, Any], other: dict[str, Any]
) -> None:
    found = _read(id, text)
    assert found is not None
    sides = [found.named[0].one, found.named[0].other] if found.named else [found.one, found.other]
    for counts, named in zip(sides, (one, other), strict=True):
        free = {role: FREE for role in named if named[role] == FREE and role not in counts}
        said = {role: count for role, count in counts.items() if count != (0, 0)} | free
        assert said == {
            role: count if isinstance(count, tuple) else (count, count)
            for role, count in named.items()
        }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1-0",
        "K",
        "R* v R",
        "R%",
        "R v R v R",
        "rook=1 v rook=",
        "0R v R",
        "0-1",
        "R v",
        "v R",
        "R v X",
        "white-queen=0",
        "R2 v R",
        "Karpov – Kasparov",
    ],
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
    assert names_material(words, "opposite bishops")
    assert names_material(words, "rook v two knights")
    assert not names_material(words, "queen")
    xiangqi = words_of(game_of("xiangqi"))
    assert xiangqi is not None
    assert names_material(xiangqi, "马炮")
    assert not names_material(xiangqi, "车")
    assert not names_material(xiangqi, "中炮")


@pytest.mark.parametrize("id", ["chess", "xiangqi", "shogi"])
def test_every_name_of_its_own_is_read_in_every_spelling(id: str) -> None:
    game = game_of(id)
    words = words_of(game)
    assert words is not None
    for one in words.named:
        for spelt in one.spelt:
            found = read_material(words, spelt)
            assert found is not None
            assert found.named == (one,), spelt
            material_from(game, game.start(None), spelt)


def test_names_of_their_own_stand_beside_pieces() -> None:
    game = game_of("chess")
    found = _read("chess", "R+B v R+B, opposite bishops")
    assert found is not None
    assert found.one["rook"] == (1, 1)
    assert [one.name.text() for one in found.named] == ["Opposite bishops"]
    assert len(material_from(game, game.start(None), "opposite bishops").any_of) == 4


@pytest.mark.parametrize(
    ("id", "text", "told"),
    [
        ("chess", "R* v R", "as in R+P v R"),
        ("chess", "10Q v R", "10 × queen: a side has at most 9."),
        ("chess", "9Q+8P v R", "a side has at most 16"),
        ("chess", "rook=3-1 v rook=1", "the smaller number comes first"),
        ("chess", "white-queen=2-1", "the smaller number comes first"),
        ("chess", "white-qeen=2", "kinds are white-pawn"),
        ("xiangqi", "%", "as in 车兵对士象全"),
        ("xiangqi", "6兵对车", "6 × pawn: a side has at most 5."),
        ("shogi", "2R v R", "there are 2 in the game"),
        ("go", "R v R", "kinds are black"),
    ],
)
def test_what_cannot_be_is_told(id: str, text: str, told: str) -> None:
    game = game_of(id)
    with pytest.raises(LibraryFailed) as failed:
        material_from(game, game.start(None), text)
    assert told in failed.value.reason.text()


@pytest.mark.parametrize(
    ("id", "text", "words"),
    [
        ("chess", "R+P v R", "rook, pawn against rook"),
        ("chess", "2R v K", "2 × rook against bare king"),
        ("chess", "queen=0 pawn=8 v queen=0", "no queen, 8 × pawn against no queen"),
        ("chess", "minor v minor", "minor piece against minor piece"),
        ("xiangqi", "车兵对士象全", "rook, pawn against 2 × advisor, 2 × elephant"),
        ("shogi", "角 対 飛", "bishop against rook"),
        ("shogi", "入玉", "Entering king"),
        ("go", "black=1", "material black=1"),
    ],
)
def test_material_is_said_in_words(id: str, text: str, words: str) -> None:
    assert material_words(game_of(id), text).text() == words


def test_the_material_of_a_position_is_found_by_its_text() -> None:
    game = game_of("xiangqi")
    state = game.start(game.parse_setup("4k4/9/9/9/9/9/4P4/9/9/R3K4 w"))
    text = material_text(game, state)
    assert text.startswith("rook=1 horse=0 cannon=0 pawn=1 advisor=0 elephant=0 v rook=0")
    assert material_from(game, state, text) == material_from(game, state, "车兵光 对 光将")
    assert material_text(game_of("go"), game_of("go").start(None)) == ""
